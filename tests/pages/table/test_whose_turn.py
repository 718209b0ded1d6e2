"""A wrong turn marker is corrected by a push of the dial, a key, or two touches."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.messages import Enter, GoTo, Message
from companion.core.preferences import Preferences, TextSize
from companion.pages.controls import is_mark, places
from companion.pages.partial.partial_table import PartialCard, PartialTable
from companion.pages.render import scene
from companion.pages.table.table import Table
from companion.pages.table.thing_card import ThingCard
from companion.pages.table.turn import marks
from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat
from companion.rules.events import FixedPart
from companion.rules.model import Phase
from companion.rules.records.entries import SetLevel
from companion.ui.style import Canvas
from tests.core.desk import Desk, a_desk, models
from tests.view.gallery import SIZES, TYPE

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
    return timeline.game.active if timeline.partial_game is None else timeline.partial_game.active


def touched(desk: Desk, message: Message, size: tuple[int, int]) -> Message | None:
    """Return what a touch in the middle of where this is shown means."""
    shown = scene(desk.model, Canvas(type=TYPE, size=size, touch=True))
    rects = [each.rect for each in shown.targets if each.message == message]
    meant = {shown.target_at(rect.x + rect.w / 2, rect.y + rect.h / 2) for rect in rects}
    return meant.pop() if len(meant) == 1 else None


def give_turn(desk: Desk, seat: Seat, size: tuple[int, int]) -> None:
    """Touch a player's name; that opens their card, where a key says it."""
    timeline = desk.model.session.timeline
    is_full = timeline is not None and timeline.partial_game is None
    card = GoTo(ThingCard(FixedPart.TILES, seat) if is_full else PartialCard(seat))
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
        desk.key(f"f{5 + desk.model.session.buttons[seat]}")
        assert desk.gestures == 1
        assert desk.game.active == seat


def test_who_has_no_sun_face_up_is_left_out() -> None:
    seen = 0
    for model in models(3, 1):
        for seat, player in enumerate(model.game.players):
            if model.game.stage is Phase.TURN and not player.suns:
                assert Seat(seat) not in marks(model)
                seen += 1
    assert seen > 0


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
