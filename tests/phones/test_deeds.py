"""What is done on phones means what a press means; what came too late is refused, with a reason."""

from typing import Any

from msgspec.structs import replace

from companion.core.messages import Enter
from companion.core.model import Agreement, Answer, Guest, LastDeed, Model, Secrecy
from companion.core.notices import Notes, Notice
from companion.i18n.catalogues import words
from companion.pages.archive.look_back import LookBack
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones.deeds import DEEDS, Count, Press, Sit, token
from companion.pages.phones.join import PhoneDeed, PhonesPage
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.phones.public import shown
from companion.phones.saying import picture
from companion.phones.shapes import Stage
from companion.phones.views import line
from companion.rules import actions
from companion.rules.actions import DRAWS
from companion.rules.editions import sun_groups
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from companion.settings import PhonesSettings
from companion.ui.scene import Text
from tests.core.desk import Desk, a_desk, dice, ended
from tests.phones.stories import counted, phone_of, rematch, with_phones
from tests.view import gallery

numbers = iter(range(1, 10**9))


def seq(desk: Desk) -> int:
    """Return the number of the last entry."""
    timeline = desk.model.session.timeline
    return 0 if timeline is None else timeline.seq


YES: object = True
"""What is given with a deed that chooses nothing."""


def do(
    desk: Desk, button: int | None, what: str, given: object = YES, seen: int | None = None
) -> Answer:
    """Do something on the phone of a button, and return what became of it."""
    number = next(numbers)
    name = phone_of(9 if button is None else button)
    when = seq(desk) if seen is None else seen
    desk.take(PhoneDeed(name, number, button, when, what, given))
    answer = desk.model.phones.answer_to(name, number)
    assert answer is not None
    return answer


def why(answer: Answer) -> object:
    """Return the kind of a refusal."""
    told = answer.why_not
    assert told is not None
    return told.note if isinstance(told, Notice) else told.sentence


def button_of(desk: Desk, seat: int) -> int:
    """Return the button of a seat."""
    return desk.model.session.buttons[seat]


def asked(desk: Desk) -> int:
    """Return the button of the player who decides."""
    return button_of(desk, desk.game.active)


def test_sent_twice_it_is_done_once() -> None:
    desk = with_phones(a_desk(3))
    deed = PhoneDeed(phone_of(0), 77, asked(desk), seq(desk), "draw", Tile.NILE)
    desk.take(deed)
    desk.take(deed)
    assert desk.entries == [DRAWS[Tile.NILE]]
    assert [each.number for each in desk.model.phones.answers] == [77]


def pictured(desk: Desk, button: int) -> dict[str, Any]:
    """Return what the phone of a button shows."""
    return picture(line(desk.model, "g1/0", PhonesSettings()), button, words("en"), is_asking=False)


def own(desk: Desk, button: int) -> dict[str, Any]:
    """Return what the phone of a button shows of its owner's."""
    found: dict[str, Any] = pictured(desk, button)["own"]
    return found


def test_while_places_are_told_undo_takes_them_from_nobody() -> None:
    desk = with_phones(ended(3, epochs=3))
    button = button_of(desk, 0)
    still = replace(desk.model, page=Finale(1))
    desk.model = still.with_phones(last=LastDeed(button, seq(desk)))
    assert not own(desk, button)["undo"]


def test_a_whole_game_by_phones_alone_is_the_game_that_was_played() -> None:
    desk, twin = with_phones(a_desk(3)), a_desk(3)
    chance = dice(4)
    for _ in range(900):
        if isinstance(desk.model.page, EpochScores) or desk.model.page.is_reveal:
            if desk.game.stage is Phase.OVER:
                break
            desk.pass_time(1.0)
            button = button_of(desk, 0)
            do(desk, button, "press", Press("ok", token(desk.model)))
            continue
        action = chance.choice(legal_actions(desk.game))
        _by_phone(desk, action)
        desk.pass_time(6.0)
    assert desk.game.stage is Phase.OVER
    for entry in desk.entries:
        twin.take(Enter(entry))
    assert twin.game == desk.game


def _by_phone(desk: Desk, action: object) -> None:
    """Do on phones what this action says."""
    match action:
        case actions.Draw(tile):
            do(desk, asked(desk), "draw", tile)
        case actions.Invoke():
            do(desk, asked(desk), "invoke")
        case actions.UseGod(space):
            do(desk, asked(desk), "god", space)
        case actions.EndGods():
            do(desk, asked(desk), "end_gods")
        case actions.Discard(tiles):
            do(desk, asked(desk), "lose", tiles)
        case actions.Bid(sun):
            do(desk, asked(desk), "bid", int(sun))
        case actions.Won(sun):
            owner = next(s for s, p in enumerate(desk.game.players) if sun in p.suns)
            do(desk, button_of(desk, owner), "bid", int(sun))
        case _:
            for seat in desk.game.setup.seats:
                do(desk, button_of(desk, seat), "pass")


def seating(*guests: Guest) -> Desk:
    """Return a table at which these have sat down at their buttons."""
    page = Seating(guests) if guests else Welcome()
    return Desk(Model(page=page).with_phones(link="http://table/#secret"))


def test_before_a_rematch_the_code_is_there_until_everybody_has_come_again() -> None:
    guests = (Guest(0, "Ben"), Guest(2, "Anna"))
    desk = Desk(Model(page=Dealing(guests, sun_groups(2))))
    desk.model = desk.model.with_phones(link="http://table/#secret", address="table:8137")

    def has_code() -> bool:
        items = gallery.shown(desk.model).items
        return any(isinstance(each, Text) and each.text == "table:8137" for each in items)

    for seat, key in ((0, "p1"), (2, "p3")):
        assert has_code()
        desk.take(PhoneDeed(phone_of(seat), next(numbers), None, 0, "sit", Sit(seat, "")))
        desk.press(key)
        assert desk.page() == Dealing(guests, sun_groups(2))
    assert desk.model.phones.seated == {0: phone_of(0), 2: phone_of(2)}
    assert not has_code()


def test_a_look_back_at_the_table_leaves_the_result_on_phones() -> None:
    desk = ended(3, epochs=3)
    told = replace(with_phones(desk).model, page=Finale(3))
    timeline = told.session.timeline
    assert timeline is not None
    looking = replace(told, page=LookBack(timeline, told.session.buttons, told.page))
    sent = [line(each, "g1/0", PhonesSettings()) for each in (told, looking)]
    assert sent[0].shown.stage is Stage.OVER
    assert sent[0] == sent[1]


def test_while_the_table_is_asked_for_one_seat_phones_see_the_same_seats_and_suns() -> None:
    """Whoever comes next would find another seat below their finger, and sit down in it."""
    desk = rematch(["0"], [])
    before = shown(desk.model)
    assert before.free == ()
    assert [sun for _, sun in before.dealt] == [max(max(seat.up) for seat in before.seats), 1]
    desk.take(PhoneDeed("another", next(numbers), None, 0, "sit", Sit(2, "")))
    assert isinstance(desk.page(), PhonesPage)
    during = shown(desk.model)
    assert (during.seats, during.free) == (before.seats, before.free)
    assert all(seat.up for seat in during.seats)
    assert during.dealt == before.dealt
    deed = PhoneDeed("third", next(numbers), None, 0, "sit", Sit(4, "Eve"))
    desk.take(deed)
    answer = desk.model.phones.answer_to("third", deed.number)
    assert answer is not None
    assert why(answer) is Notes.PHONE_NO_SEAT
    assert len(shown(desk.model).seats) == len(before.seats)


def test_names_are_text_of_the_length_that_can_be_typed() -> None:
    desk = seating()
    do(desk, None, "sit", Sit(2, "\x00<b>A\u202enna</b>" + "x" * 40))
    page = desk.model.page
    assert isinstance(page, Seating)
    [guest] = page.guests
    assert guest.name == "<b>Anna</b>" + "x" * 13


def suns_of(desk: Desk, seat: int) -> tuple[int, ...]:
    """Return the suns that a player was dealt."""
    return tuple(map(int, desk.game.setup.suns[seat]))


def test_a_sun_that_somebody_else_has_counted_is_theirs() -> None:
    desk = counted(["3"], [])
    theirs = suns_of(desk, 1)
    do(desk, button_of(desk, 1), "count", Count({}, theirs, done=True))
    told = do(desk, button_of(desk, 0), "count", Count({}, theirs, done=True))
    assert why(told) is Notes.PHONE_SUN_ELSEWHERE


def test_every_kind_of_deed_is_refused_where_there_is_no_game() -> None:
    given: dict[str, object] = {"draw": Tile.NILE, "god": 0, "lose": (Tile.ART,), "bid": 3}
    given |= {"name": "Anna", "count": Count({}), "press": Press("ok", "Table")}
    for what in DEEDS:
        if what in ("sit", "stand"):
            continue
        desk = seating()
        assert do(desk, 0, what, given.get(what, True)).why_not is not None, what
        assert not desk.written


def test_a_game_whose_points_are_sealed_is_played_by_phones_all_the_same() -> None:
    desk = with_phones(a_desk(3))
    desk.model = desk.model.with_session(agreement=Agreement(secrecy=Secrecy.SEALED))
    assert do(desk, asked(desk), "draw", Tile.NILE).why_not is None
