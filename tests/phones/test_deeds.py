"""What is done on phones means what a press means; what came too late is refused, with a reason."""

from collections.abc import Iterator
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
from companion.pages.phones.deeds import DEEDS, Count, Press, Sit, can_undo, token
from companion.pages.phones.join import (
    ForgetPhones,
    Join,
    PhoneDeed,
)
from companion.pages.scoring.epoch import EpochScores, HandsNow
from companion.pages.scoring.finale import Finale
from companion.phones.public import shown
from companion.phones.saying import picture
from companion.phones.shapes import Stage, TileFact
from companion.phones.views import line
from companion.rules import actions
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import sun_groups
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Phase
from companion.rules.records.record import read_entry
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


def go_on(desk: Desk, button: int) -> Iterator[Desk]:
    """Yield the table before each press of OK on a phone, until hands are asked for something."""
    while not isinstance(desk.page(), HandsNow):
        desk.pass_time(5.0)
        yield desk
        do(desk, button, "press", Press("ok", token(desk.model)))


def test_a_key_that_turns_the_page_of_the_table_says_that_it_is_the_table_s() -> None:
    desk = ended(3)
    desk = with_phones(desk)
    desk.pass_time(5.0)
    button = button_of(desk, 0)
    assert own(desk, button)["press"] == {"ok": "The table: Next"}
    for _ in go_on(desk, button):
        pass
    assert own(desk, button)["press"] == {"ok": "The table: Next epoch"}


def test_while_places_are_told_a_phone_skips_nothing() -> None:
    desk = with_phones(ended(3, epochs=3))
    still = replace(desk.model, page=Finale(1))
    rising = replace(desk.model, page=Finale(1, rising=2, since=still.now))
    button = button_of(desk, 0)
    desk.model = still
    assert own(desk, button)["press"] == {"ok": "The table: Reveal"}
    last = LastDeed(button, seq(desk))
    desk.model = still.with_phones(last=last)
    assert not own(desk, button)["undo"]  # nor takes it everybody's places away
    desk.model = rising
    assert own(desk, button)["press"] == {}


def test_whoever_only_turns_a_page_can_take_back_no_entry() -> None:
    desk = with_phones(a_desk(2))
    for _ in range(6):
        desk.take(Enter(DRAWS[Tile.RA]))
        desk.pass_time(1.0)
        for seat in desk.game.setup.seats:
            if isinstance(desk.game.stage, Auction):
                do(desk, button_of(desk, seat), "pass")
    assert isinstance(desk.model.page, EpochScores)
    desk.pass_time(5.0)
    other = 1 - (desk.model.phones.last.button if desk.model.phones.last else 0)
    answer = do(desk, other, "press", Press("ok", token(desk.model)))
    assert answer.why_not is None
    assert why(do(desk, other, "undo")) is Notes.PHONE_LATE


def _win(desk: Desk, seat: int) -> None:
    """Let a player win the auction that runs."""
    others = [each for each in range(len(desk.game.players)) if each != seat]
    for each in others:
        do(desk, button_of(desk, each), "pass")
    if isinstance(desk.game.stage, Auction):
        do(desk, button_of(desk, seat), "bid", desk.game.players[seat].suns[0])
    desk.pass_time(6.0)


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
    assert isinstance(desk.page(), Join)
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


def test_after_the_game_a_phone_offers_the_table_s_rematch() -> None:
    desk = ended(3, epochs=3)
    desk.model = replace(with_phones(desk).model, page=Finale(3))
    assert own(desk, 1)["press"] == {"ra": "Rematch"}
    assert do(desk, 1, "press", Press("ra", token(desk.model))).why_not is None
    assert isinstance(desk.page(), Dealing)
    assert shown(desk.model).returning == ()  # until the table knows that it is another game
    desk.take(ForgetPhones())
    assert shown(desk.model).returning == (0, 1, 2)


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


def test_the_last_god_tile_is_undone_on_the_phone_that_used_it_with_the_turn_it_ended() -> None:
    desk = with_phones(a_desk(3))
    desk.take(Enter(DRAWS[Tile.NILE]))
    seat = desk.game.active
    desk.take(
        Enter(read_entry(b'{"fix": {"players": [{"seat": %d, "tiles": {"god": 1}}]}}' % seat))
    )
    before = desk.game
    assert do(desk, button_of(desk, seat), "god", 0).why_not is None
    assert desk.game.active != seat
    [last] = shown(desk.model).last
    assert last.sentence == "{name} used a God tile and took {tile}"
    assert do(desk, button_of(desk, seat), "undo").why_not is None
    assert desk.game == before


def test_in_the_first_turn_of_an_epoch_nothing_is_told_of_the_one_before_nor_taken_back() -> None:
    """Who sees it would think that their tile is entered; one touch would take the epoch back."""
    desk = with_phones(a_desk(3))
    desk.take(Enter(read_entry(b'{"fix": {"ra_count": %d}}' % (desk.game.ra_limit - 1))))
    button = asked(desk)
    assert do(desk, button, "draw", Tile.RA).why_not is None
    while desk.model.page.is_reveal:
        desk.pass_time(5.0)
        assert do(desk, button, "press", Press("ok", token(desk.model))).why_not is None
    assert (desk.game.epoch, desk.model.page.is_table) == (2, True)
    [told] = pictured(desk, button)["last"]
    assert told == f"Second epoch begins; {desk.game.name} has the highest sun"
    assert not can_undo(desk.model, button)


def an_epoch_won(*lot: Tile) -> tuple[Desk, int]:
    """Return a table whose epoch has just ended, and the button of who won the only lot."""
    desk = with_phones(a_desk(3))
    for tile in lot:
        desk.take(Enter(DRAWS[tile]))
    seat = desk.game.active
    desk.take(Enter(INVOKE))
    _win(desk, seat)
    desk.take(Enter(read_entry(b'{"fix": {"ra_count": %d}}' % (desk.game.ra_limit - 1))))
    desk.take(Enter(DRAWS[Tile.RA]))
    return desk, button_of(desk, seat)


def test_a_phone_tells_the_points_of_an_epoch_as_far_as_the_table_does() -> None:
    desk, button = an_epoch_won(Tile.GOLD, Tile.PHARAOH, Tile.ART)
    told = []
    for _ in go_on(desk, button):
        view = pictured(desk, button)
        given = [row[:2] for row in view["own"]["scored"]]
        told.append((view["asked"], given, view["own"]["goes_on"]))
    rows = [["Gods", 0], ["Gold", 3], ["Pharaohs", 5], ["River", 0], ["Civilizations", 0]]
    assert told == [
        *((rows[at][0], rows[: at + 1], True) for at in range(4)),
        ("Take or return your points, then continue", rows, False),
    ]
    assert [row[:2] for row in own(desk, button)["scored"]] == rows  # what they come to is below


def test_a_phone_tells_why_points_came_as_it_did_while_the_epoch_ran() -> None:
    desk = with_phones(a_desk(3))
    for tile in (Tile.GOLD, Tile.PHARAOH, Tile.ART):
        desk.take(Enter(DRAWS[tile]))
    button = asked(desk)
    seat = desk.game.active
    desk.take(Enter(INVOKE))
    _win(desk, seat)
    desk.take(Enter(read_entry(b'{"fix": {"ra_count": %d}}' % (desk.game.ra_limit - 1))))
    before = own(desk, button)["worth"]
    desk.take(Enter(DRAWS[Tile.RA]))
    while own(desk, button)["goes_on"]:
        desk.pass_time(5.0)
        do(desk, button, "press", Press("ok", token(desk.model)))
    assert own(desk, button)["scored"] == before
    assert all(reason for _, _, reason in before)


def test_a_phone_says_that_the_epoch_is_over_and_why_until_the_next_one_begins() -> None:
    desk, button = an_epoch_won(Tile.GOLD)
    told = []
    while desk.model.page.is_reveal:
        told.append(pictured(desk, button)["last"])
        desk.pass_time(5.0)
        do(desk, button, "press", Press("ok", token(desk.model)))
    assert len(told) > 2
    assert set(map(tuple, told)) == {("First epoch is over: the Ra track is full",)}


def test_what_hands_do_before_an_epoch_stays_on_a_phone_until_its_owner_does_something() -> None:
    desk, button = an_epoch_won(Tile.GOLD, Tile.NILE, Tile.ART)
    assert own(desk, button)["hands"] is None  # points come first
    for _ in go_on(desk, button):
        pass
    told = own(desk, button)["hands"]
    what = "Discard these and the auction track, keep the rest"
    assert told["discard"] == [what, {"gold": 1, "civ_art": 1}]
    [[word, moves]] = told["tokens"]
    assert (word, sum(number * value for number, value in moves)) == ("takes", 3)
    assert told["ra"] == "Boat to the start, Ra tiles into the box"
    sun = max(desk.game.players[desk.game.active].suns)
    assert told["starter"] == [f"{desk.game.name} starts, with sun", sun]
    first = asked(desk)
    do(desk, first, "press", Press("ok", token(desk.model)))
    assert desk.model.page.is_table
    others = [each for each in desk.model.session.buttons if each != first]
    assert do(desk, first, "draw", Tile.NILE).why_not is None
    assert own(desk, first)["hands"] is None
    assert all(own(desk, each)["hands"] for each in others)
    caller = asked(desk)
    do(desk, caller, "invoke")
    do(desk, next(each for each in others if each != caller), "pass")
    assert [own(desk, each)["hands"] for each in others] == [None, None]


def test_what_a_disaster_takes_is_told_on_phones_as_well() -> None:
    desk = with_phones(a_desk(3))
    for tile in (Tile.NILE, Tile.FLOOD, Tile.DROUGHT):
        desk.take(Enter(DRAWS[tile]))
    caller = desk.game.active
    desk.take(Enter(INVOKE))
    for seat in desk.game.setup.seats:
        if seat != caller:
            assert do(desk, button_of(desk, seat), "pass").why_not is None
    do(desk, button_of(desk, caller), "bid", max(desk.game.players[caller].suns))
    won, took = shown(desk.model).last
    assert won.sentence == "{name} wins with {sun}"
    assert took.sentence == "{disaster}: {name} loses {tiles}"
    assert took.facts["tiles"] == TileFact(tiles={"nile": 1, "flood": 1})
