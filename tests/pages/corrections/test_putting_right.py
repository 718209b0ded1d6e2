"""When screen and table disagree: any one thing is corrected with five gestures at most."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.messages import Enter
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import Cell, Value, cells
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, Action, Won
from companion.rules.corrections.fixing import fixed
from companion.rules.editions import Sun
from companion.rules.events import FixedPart, PastCorrected
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from companion.ui.scene import Box, Picture, words
from companion.ui.theme import BUTTON_COLOURS
from tests.core.desk import Desk, a_desk, dice, models
from tests.rules.games import some_action
from tests.together import some
from tests.view.gallery import shown

MOST_GESTURES = 5

MOST_DETENTS = 30
"""Eight detents a second, forwards or backwards: a turn of the dial takes four seconds at most."""


def shortest(places: int, start: int, end: int) -> int:
    """Return the detents from one place of a ring to another, the shorter way round."""
    steps = (end - start) % places
    return steps if steps <= places // 2 else steps - places


def mend_by_dial(desk: Desk, cell: int, way: int) -> tuple[int, int]:
    """Put one thing right with OK and the dial; return gestures and the most detents of a turn."""
    gestures, most = 1, 0
    desk.press("ok", is_held=True)
    for wanted in (cell, way):
        page = desk.page()
        assert isinstance(page, FixPanel)
        now, places = (
            (page.cell, len(cells(desk.game)))
            if page.way is None
            else (page.way, len(cells(desk.game)[page.cell].ways))
        )
        steps = shortest(places, now, wanted)
        desk.turn(steps)
        desk.press("dial")
        gestures += 1 + bool(steps)
        most = max(most, abs(steps))
    return gestures, most


def disagreements(desk: Desk) -> Iterator[tuple[int, int, Cell, Value]]:
    """Yield every way in which anything can lie otherwise."""
    for place, cell in enumerate(cells(desk.game)):
        for number, way in enumerate(cell.ways):
            if way.fix is not None:
                yield place, number, cell, way


@pytest.mark.parametrize("players", some([2, 3, 4, 5], 2))
def test_any_one_thing_is_put_right_with_five_gestures_of_the_dial(players: int) -> None:
    tried = set()
    for at, model in enumerate(models(players, 1)[::40]):
        if not isinstance(model.page, Table) or model.game.stage is Phase.OVER:
            continue
        for cell, number, thing, way in some(disagreements(Desk(model)), 11, 5 * at):
            desk = Desk(model)
            gestures, detents = mend_by_dial(desk, cell, number)
            assert way.fix is not None
            wanted, _ = fixed(model.game, way.fix)
            assert desk.game == wanted, way
            assert gestures <= MOST_GESTURES, way
            assert detents <= MOST_DETENTS, way
            desk.press("undo")
            assert isinstance(desk.page(), Table | EpochScores)
            tried.add(thing.part)
    assert tried == set(FixedPart) - {FixedPart.SPENT, FixedPart.TRACK}  # told by their neighbours


def history_of(*actions: Action, players: int = 3) -> Desk:
    """Return a desk with these entries made."""
    desk = a_desk(players)
    for action in actions:
        desk.take(Enter(action))
        desk.go_back()
    return desk


NILE, FLOOD, PHARAOH, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.FLOOD, Tile.PHARAOH, Tile.RA))


@pytest.mark.parametrize("players", [2, 5])
def test_any_entry_of_a_whole_game_can_be_corrected_and_the_account_says_so(players: int) -> None:
    chance = dice(players)
    desk = a_desk(players)
    while legal_actions(desk.game):
        desk.take(Enter(some_action(desk.game, chance, 0.8)))
    model = desk.model
    assert model.session.timeline is not None
    done = 0
    for step in model.session.timeline.steps[::9]:
        again = Desk(model)
        again.model = replace(again.model, page=FixEntry(step.seq))
        for _ in range(6):
            page = again.page()
            if not isinstance(page, FixEntry) or again.model.session.timeline is None:
                break
            found = remedies(again.model.session.timeline, page)
            stops = [at for at, option in enumerate(found) if option.kind is OptionKind.STOP]
            again.turn(stops[0] - page.way if stops else 1)
            again.press("dial")
        if again.entries:
            done += 1
            events = again.model.session.timeline.events if again.model.session.timeline else ()
            assert any(isinstance(event, PastCorrected) for event in events)
    assert done > 10


def test_what_won_and_what_was_only_bid_are_told_apart_in_words_and_owners_colours() -> None:
    desk = history_of(RA, Won(Sun(13)), NILE)
    steps = desk.model.session.timeline.steps  # type: ignore[union-attr]
    picture = shown(replace(desk.model, page=FixEntry(steps[1].seq)))
    said = words(picture)
    assert said.count("won with") > said.count("only bid") > 0
    rims = {item.border for item in picture.items if isinstance(item, Box)}
    buttons = desk.model.session.buttons
    assert {BUTTON_COLOURS[button] for button in buttons} <= rims
    emblems = {item.name for item in picture.items if isinstance(item, Picture)}
    assert {f"emblem_{button}" for button in buttons} <= emblems
