"""A wrong turn marker is corrected by a push of the dial, a key, or two touches."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.app.controls import AGAIN_SECONDS
from companion.core.controls import Control
from companion.core.messages import Enter, GoTo, Message
from companion.core.model import TakenBack
from companion.core.preferences import Preferences, TextSize
from companion.pages.bindings import controls
from companion.pages.keyboard import is_mark, keys
from companion.pages.partial.partial_table import PartialTable
from companion.pages.render import scene
from companion.pages.switch_scanning import places
from companion.pages.table.table import Table
from companion.pages.table.thing_card import ThingCard
from companion.pages.table.turn_marker import by_dial, marks
from companion.rules.actions import DRAWS, INVOKE, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat
from companion.rules.events import Fixed, FixedPart
from companion.rules.model import Phase
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import Tile
from companion.ui.style import Canvas
from tests.core.desk import Desk, a_desk, models
from tests.view.gallery import PAGES, SIZES, TYPE

PLAYERS = (2, 3, 4, 5)


def wrong_markers(players: int) -> Iterator[tuple[Desk, Seat]]:
    """Yield tables at a turn, each with every player whose turn it may be instead."""
    for model in models(players, 1)[::25]:
        if model.game.stage is Phase.TURN and isinstance(model.page, Table):
            for seat in marks(model):
                yield Desk(model), seat


def at_light(players: int) -> Desk:
    desk = a_desk(players)
    desk.take(Enter(SetLevel(Level.LIGHT)))
    return desk


def active(desk: Desk) -> Seat | None:
    timeline = desk.model.session.timeline
    assert timeline is not None
    return timeline.game.active if timeline.ledger is None else timeline.ledger.active


def touched(desk: Desk, message: Message, size: tuple[int, int]) -> Message | None:
    """Return what a touch in the middle of where this is shown means."""
    shown = scene(desk.model, Canvas(type=TYPE, size=size, touch=True))
    rects = [each.rect for each in shown.targets if each.message == message]
    meant = {shown.target_at(rect.x + rect.w / 2, rect.y + rect.h / 2) for rect in rects}
    return meant.pop() if len(meant) == 1 else None


def give_turn(desk: Desk, seat: Seat, size: tuple[int, int]) -> None:
    """Touch a player's name; at a full table that opens their card, where a key says it."""
    if desk.model.session.timeline is not None and desk.model.session.timeline.ledger is None:
        card = GoTo(ThingCard(FixedPart.TILES, seat))
        assert touched(desk, card, size) == card
        desk.take(card)
    fix = Enter(Fix(active=seat))
    assert touched(desk, fix, size) == fix
    desk.take(fix)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_card_of_a_name_makes_it_that_players_turn(players: int) -> None:
    tried = 0
    for desk, seat in wrong_markers(players):
        give_turn(desk, seat, (800, 480))
        assert desk.game.active == seat
        tried += 1
    assert tried >= players


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", TextSize)
def test_the_name_can_be_touched_on_every_screen(
    size: tuple[int, int], text_size: TextSize
) -> None:
    for desk in (a_desk(5), at_light(5)):
        desk.model = replace(desk.model, preferences=Preferences(text_size=text_size))
        other = next(iter(marks(desk.model)))
        give_turn(desk, other, size)
        assert active(desk) == other


@pytest.mark.parametrize("players", PLAYERS)
def test_one_key_makes_it_anybodys_turn(players: int) -> None:
    for desk, seat in wrong_markers(players):
        desk.gestures = 0
        desk.key(f"f{5 + seat}")
        assert desk.gestures == 1
        assert desk.game.active == seat


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("begun", [a_desk, at_light])
def test_one_push_of_the_dial_makes_it_the_next_players_turn(players: int, begun: object) -> None:
    desk = begun(players)  # type: ignore[operator]
    first = active(desk)
    assert first is not None
    desk.gestures = 0
    for steps in range(1, players + 1):
        desk.press("dial")
        assert desk.gestures == steps
        assert active(desk) == (first + steps) % players


def test_who_has_no_sun_face_up_is_left_out() -> None:
    seen = 0
    for model in models(3, 1):
        for seat, player in enumerate(model.game.players):
            if model.game.stage is Phase.TURN and not player.up:
                assert Seat(seat) not in marks(model)
                seen += 1
    assert seen > 0


def test_it_is_one_line_said_in_words_and_the_ordinary_undo_takes_it_back() -> None:
    desk = a_desk(3)
    before = desk.game
    desk.press("dial")
    assert desk.entries == [Fix(active=desk.game.active)]
    assert desk.model.session.timeline is not None
    [said] = desk.model.session.timeline.events
    assert isinstance(said, Fixed)
    assert said.matter is FixedPart.ACTIVE
    desk.press("undo")
    assert desk.game == before
    assert isinstance(desk.model.screen.said, TakenBack)


def test_what_the_dial_points_at_is_placed_and_pushing_twice_places_it_once() -> None:
    desk = a_desk(3)
    desk.turn(-1)
    desk.press("dial")
    drawn = desk.entries[:]
    whose = desk.game.active
    desk.press("dial")
    assert desk.entries == drawn
    assert desk.game.active == whose
    desk.pass_time(AGAIN_SECONDS)
    desk.press("dial")
    assert desk.entries[len(drawn) :] == [Fix(active=desk.game.active)]


def test_nothing_else_is_taken_for_it() -> None:
    assert is_mark(Enter(Fix(active=Seat(1))))
    assert not is_mark(Enter(Fix(active=Seat(1), ra_count=2)))
    assert not is_mark(Enter(Fix(ra_count=2)))
    assert not is_mark(Enter(INVOKE))


@pytest.mark.parametrize(
    "page", ["auction", "bid", "gods", "discard", "group", "god", "points only"]
)
def test_while_anything_else_is_asked_the_dial_says_nothing_of_turns(page: str) -> None:
    model = PAGES[page](3, ("Anna", "Marek", "Yuki"))
    offer = controls(model).taps.get(Control.DIAL)
    assert offer is None or not is_mark(offer.message)


def test_space_never_says_whose_turn_it_is() -> None:
    """Who passes with it once too often changes nothing."""
    for desk in (a_desk(3), at_light(3)):
        assert by_dial(desk.model)
        assert not is_mark(keys(desk.model).get("space", Enter(INVOKE)))


def test_one_button_reaches_it_too() -> None:
    desk = a_desk(3)
    desk.model = replace(desk.model, preferences=Preferences(scan_seconds=1.0))
    assert any(is_mark(offer.message) for offer in places(desk.model))


def test_a_light_table_of_which_nobody_told_whose_turn_it_is_begins_with_the_first() -> None:
    desk = a_desk(3)
    desk.take(Enter(SetLevel(Level.LIGHT, is_unknown=True)))
    assert isinstance(desk.page(), PartialTable)
    assert active(desk) is None
    assert set(marks(desk.model)) == {0, 1, 2}
    desk.press("dial")
    assert active(desk) == 0


def test_guests_of_a_cafe_may_put_it_right() -> None:
    desk = a_desk(3)
    desk.model = replace(desk.model, preferences=Preferences(kiosk=True))
    desk.press("dial")
    assert len(desk.entries) == 1


def test_play_goes_on_from_there() -> None:
    desk = a_desk(4)
    desk.press("dial")
    whose = desk.game.active
    desk.take(Enter(DRAWS[Tile.NILE]))
    assert desk.game.active == (whose + 1) % 4
