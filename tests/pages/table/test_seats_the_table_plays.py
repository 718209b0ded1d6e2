"""A seat that the table plays: when it decides, what is done for it, and what it does not know."""

import pytest
from msgspec.structs import replace

from companion.app.gestures import Fingers, TargetTouched, messages
from companion.app.opponent import decided as decide
from companion.core.controls import Control
from companion.core.effects import Deal
from companion.core.messages import (
    Agree,
    Begin,
    CallPass,
    DealByHand,
    EndPeek,
    GoTo,
    Join,
    Leave,
    Message,
    Open,
    Play,
    PushDial,
    Remembered,
    Route,
    SettleAuction,
    TakeBack,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest
from companion.i18n import ENGLISH
from companion.opponent.strength import Strength
from companion.pages.controls import controls
from companion.pages.menu.menu import Menu
from companion.pages.new_game import options
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.table import beginning, seat
from companion.pages.table.seat import Decided, HandOver, HandsDone, Think
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE, REACH_INTO_BAG, Action, Choice, Level
from companion.rules.editions import Seat, setup
from companion.rules.model import Game
from companion.rules.model import new_game as begin_game
from companion.rules.play import play
from companion.rules.tiles import Tile, tiles
from companion.speaking.announcing import news
from companion.ui.scene import words
from tests.core.desk import Desk, after
from tests.view.gallery import at_table, shown
from tests.view.machine_seats import seated


def decided(model: Model, choice: Choice | None) -> Model:
    """Return the model after the table has decided this."""
    now = seat.asked(model)
    assert now is not None
    return after(model, Decided(now.game, choice))


def auction(players: int = 3, machine: int = 1, reason: str = "A1") -> Model:
    """Return an auction that the last player opened, so that the first player calls first."""
    last = ["Anna", "Marek", "Yuki", "Zsófi", "Олена"][players - 1]
    return seated(at_table(players, f"auction {reason} by {last}", active=0), machine)


def test_a_touch_so_soon_after_done_means_nothing_but_taking_back() -> None:
    model = after(decided(seated(at_table(3)), REACH_INTO_BAG), HandsDone())
    touches: list[Message] = [Play(DRAWS[Tile.GOLD]), Open(Route.MENU), TakeBack(), EndPeek()]

    def meant(model: Model) -> list[Message]:
        arrived = (messages(TargetTouched(each), "touch", Fingers(), model) for each in touches)
        return [message for heard in arrived for message, _ in heard]

    assert meant(model) == [TakeBack(), EndPeek()]
    assert meant(replace(model, page=Menu())) == touches
    assert meant(replace(model, now=model.now + seat.AGAIN_SECONDS)) == touches


def test_undo_names_everybody_whose_passes_it_takes_back() -> None:
    three = after(auction(4, machine=3), SettleAuction(), TakeBack())
    assert "Undone: Anna, Marek, Yuki passed" in words(shown(three))
    assert "Undone: Anna, Marek, Yuki passed" in news(None, three, ENGLISH)
    one = after(auction(4, machine=3), CallPass(Seat(0)), TakeBack())
    assert "Undone: Anna passed" in words(shown(one))
    assert "Undone: Anna passed" in news(None, one, ENGLISH)


@pytest.mark.parametrize("strength", [Strength.QUICK, Strength.STEADY, Strength.STRONG])
def test_in_the_same_position_it_decides_the_same(strength: Strength) -> None:
    model = after(seated(at_table(3), 1, strength), Play(DRAWS[Tile.NILE]))
    now = seat.asked(model)
    assert now is not None
    assert len({decide(Think(now.game, strength)) for _ in range(3)}) == 1


@pytest.mark.parametrize("strength", [Strength.QUICK, Strength.STEADY])
def test_another_order_of_the_bag_changes_nothing_that_it_decides(strength: Strength) -> None:
    """Two bags begin with the same tiles; what comes then is the other way round."""
    begun = begin_game(setup(("Anna", "Ben", "Cleo")))
    first = [Tile.GOLD, Tile.PHARAOH, Tile.FLOOD, Tile.GOD]
    rest = list(tiles(begun.bag))
    for tile in first:
        rest.remove(tile)
    thought = []
    for bag in (first + rest, first + rest[::-1]):
        game: Game = begun
        actions: list[Action] = [*(DRAWS[tile] for tile in bag[:4]), INVOKE]
        for action in actions:
            game, _ = play(game, action)
        thought.append((game, decide(Think(game, strength))))
    assert thought[0] == thought[1]


def test_the_voice_says_both_sentences_when_it_has_decided() -> None:
    before = seated(at_table(3))
    model = decided(before, INVOKE)
    assert news(before, model, ENGLISH) == ("Anna invokes Ra!", "Give Anna the Ra statue")


def test_free_buttons_are_taken_in_order_and_people_keep_theirs() -> None:
    agreed = Agreement(machines=2, strength=Strength.STRONG)
    model = Model(page=Welcome()).with_session(agreement=agreed)
    people = (Guest(1, "Anna"), Guest(4, "Ben"))
    seats = beginning.with_machines(model, people)
    assert [guest.button for guest in seats] == [0, 1, 2, 4]
    assert [guest.strength is None for guest in seats] == [False, True, False, True]
    assert beginning.with_machines(model, seats) == seats


def test_the_options_are_those_for_everybody_who_plays() -> None:
    people = (Guest(0, "Anna"), Guest(1, "Ben"))
    model = Model(page=OptionsPage(people, 7))
    titles = [row.title for row in options.rows(Agreement(), 2)]
    assert "Two-player suns" in titles
    with_three = Agreement(machines=1)
    found = {row.title: row.facts for row in options.rows(with_three, 2)}
    assert "Two-player suns" not in found
    assert found["Ra track spaces on your board"] == {"spaces": 8}
    fewer = after(model, Agree(with_three), PushDial())
    assert isinstance(fewer.page, OptionsPage)


def test_where_less_is_entered_the_options_say_that_the_table_does_not_play() -> None:
    light = Agreement(machines=2, level=Level.LIGHT)
    values = {row.title: row.value for row in options.rows(light, 2)}
    assert values["Computer players"] == "only if every tile is entered"


def test_one_person_sits_down_with_the_table() -> None:
    alone = (Guest(2, "Anna"),)
    model = after(Model(page=Seating(alone)), GoTo(OptionsPage(alone)))
    assert isinstance(model.page, OptionsPage)
    assert after(model, Begin()).screen.notice == Notice(Notes.NEEDS_TWO)
    _, effects = update(after(model, Agree(Agreement(machines=1))), Begin())
    [deal] = [each for each in effects if isinstance(each, Deal)]
    assert [guest.name for guest in deal.guests] == ["Isis", "Anna"]


def with_machines(*people: Guest, machines: int = 2) -> Desk:
    """Return a desk with these people on their seats, who agreed that the table plays, too."""
    agreed = Agreement(machines=machines, strength=Strength.STRONG)
    model = Model(page=Seating(people)).with_session(agreement=agreed)
    return Desk(model)


def strengths(desk: Desk) -> list[Strength | None]:
    page = desk.model.page
    assert isinstance(page, Dealing)
    return [guest.strength for guest in page.guests]


def test_whoever_sits_down_where_the_table_would_play_sends_it_to_the_next_seat() -> None:
    desk = with_machines(Guest(1, "Anna"), Guest(4, "Ben"))
    said = desk.page().said_aloud(desk.model, ENGLISH)
    assert list(said or ())[:2] == ["Here: Anna, Ben", "Computer players: Isis, Thoth"]
    touched = [target.message for target in shown(desk.model).targets]
    assert Join(0) in touched
    desk.press("p1")
    desk.press("ra")
    assert strengths(desk) == [None, None, Strength.STRONG, Strength.STRONG, None]


def test_back_from_the_suns_only_people_sit_there() -> None:
    people = (Guest(1, "Anna"), Guest(4, "Ben"))
    desk = with_machines(*people)
    desk.press("ra")
    assert strengths(desk) == [Strength.STRONG, None, Strength.STRONG, None]
    desk.press("undo")
    assert desk.page() == Seating(people)
    desk.press("ra")
    assert strengths(desk) == [Strength.STRONG, None, Strength.STRONG, None]


@pytest.mark.parametrize("is_by_hand", [False, True])
def test_whoever_is_added_gets_suns_beside_the_seats_that_the_table_plays(
    *, is_by_hand: bool
) -> None:
    desk = with_machines(Guest(1, "Anna"), Guest(4, "Ben"))
    desk.press("ra")
    desk.take(DealByHand(is_by_hand))
    desk.press("p4")
    page = desk.model.page
    assert isinstance(page, Dealing)
    assert page.is_by_hand == is_by_hand
    assert [guest.button for guest in page.guests] == [0, 1, 2, 3, 4]
    assert strengths(desk) == [Strength.STRONG, None, Strength.STRONG, None, None]


def test_who_sits_alone_with_the_table_is_enough_where_the_suns_are_dealt() -> None:
    desk = with_machines(Guest(2, "Anna"), machines=1)
    now = controls(desk.model)
    assert now.taps[Control.RA].is_lit
    assert not now.holds[Control.RA].is_lit  # a game that has begun without us is one of people
    desk.press("ra")
    desk.press("ok")
    assert [guest.strength for guest in desk.model.session.last_guests] == [Strength.STRONG, None]


def test_the_same_people_play_again_with_the_table_after_a_restart() -> None:
    machine = Guest(0, "Isis", Strength.QUICK)
    desk = Desk()
    desk.take(Remembered((), (machine, Guest(2, "Anna"))))
    desk.press("ra")
    assert strengths(desk) == [Strength.QUICK, None]
    desk.press("undo")
    desk.press("ra")
    assert strengths(desk) == [Strength.QUICK, None]


def test_a_seat_that_was_handed_over_is_played_by_the_table_in_the_next_game_too() -> None:
    desk = with_machines(Guest(2, "Anna"), Guest(3, "Ben"), machines=0)
    desk.press("ra")
    desk.press("ok")
    desk.take(HandOver(Seat(1), Strength.STEADY))
    desk.take(Leave())
    desk.press("ra")
    assert sorted(map(str, strengths(desk))) == ["None", "Strength.STEADY"]


def test_a_game_is_taken_back_to_its_suns_with_the_seats_that_the_table_plays() -> None:
    desk = with_machines(Guest(1, "Anna"), machines=1)
    desk.press("ra")
    dealt = desk.page()
    desk.press("ok")
    desk.press("undo")
    assert desk.page() == dealt


def test_an_option_with_nothing_to_choose_has_no_arrows() -> None:
    def touched(level: Level) -> int:
        model = Model(page=OptionsPage((Guest(0), Guest(1))))
        model = model.with_session(agreement=Agreement(level=level))
        return sum(isinstance(each.message, Agree) for each in shown(model).targets)

    rows = [len(options.rows(Agreement(level=level), 2)) for level in (Level.FULL, Level.LIGHT)]
    assert rows[0] == rows[1]
    assert touched(Level.FULL) - touched(Level.LIGHT) >= 2, "of what the table plays"
