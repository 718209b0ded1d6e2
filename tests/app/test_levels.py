"""Games that go up and down between the levels, by fits and starts: the journal is the table."""

import shutil
from pathlib import Path
from random import Random

import pytest

from companion.core.effects import do
from companion.core.messages import Dealt, Enter, Message, StepUp
from companion.core.model import Agreement, Guest
from companion.pages.corrections.ways import cells_of
from companion.pages.partial.joining import Joining, ways
from companion.pages.partial.partial_table import PartialTable
from companion.pages.table.table import Table
from companion.rules.actions import Level
from companion.rules.editions import setup
from companion.rules.legal import legal_actions
from companion.rules.partial import PartialGame, TallyEpoch, legal_entries
from companion.rules.records.entries import Redo, SetLevel, Undo
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import NO_TILES
from tests.app.inside import Inside, inside
from tests.core.desk import dice
from tests.rules.games import can_tally, some_action
from tests.rules.table import NAMES
from tests.together import some

ENTRIES = 120

LEVELS = (Level.FULL, Level.LIGHT, Level.SCORE_ONLY)


def table(opened: Inside) -> Timeline:
    """Return the game on the table."""
    found = opened.model.session.timeline
    assert found is not None
    return found


def played(timeline: Timeline, chance: Random) -> Message | None:
    """Return something that happens in the game, at the level at which it is entered."""
    partial_game = timeline.partial_game
    if partial_game is None:
        legal = legal_actions(timeline.game)
        return Enter(some_action(timeline.game, chance, 0.5)) if legal else None
    if can_tally(partial_game) and chance.random() < 0.5:
        return Enter(tally(partial_game, chance))
    entries = legal_entries(partial_game)
    return Enter(chance.choice(entries)) if entries else None


def tally(partial_game: PartialGame, chance: Random) -> TallyEpoch:
    """Return a count in which somebody may be left out."""
    rows = [
        None if chance.random() < 0.1 else hand.tiles or NO_TILES for hand in partial_game.hands
    ]
    return TallyEpoch(tuple(rows))


def mended(timeline: Timeline, chance: Random) -> Message:
    """Return a thing that is corrected on the fix panel."""
    cell = chance.choice(cells_of(timeline))
    fixes = [way.fix for way in cell.ways if way.fix is not None]
    return Enter(chance.choice(fixes) if fixes else Undo(1))


def answered(opened: Inside, chance: Random) -> Message:
    """Return an answer to the question that is asked, or a part of it."""
    page, partial_game = opened.model.page, table(opened).partial_game
    assert isinstance(page, Joining)
    assert partial_game is not None
    found = ways(partial_game, page)
    if not found or chance.random() < 0.3:
        return do(chance.choice((Joining.skip, Joining.finish)))
    return do(Joining.answer, chance.choice(found))


def something(opened: Inside, chance: Random) -> Message:
    """Return whatever people do next."""
    timeline, roll = table(opened), chance.random()
    if isinstance(opened.model.page, Joining):
        return answered(opened, chance)
    if roll < 0.1:
        return Enter(SetLevel(chance.choice(LEVELS)))
    if roll < 0.15:
        return StepUp()
    if roll < 0.25:
        return mended(timeline, chance)
    if roll < 0.35:
        return Enter(chance.choice((Undo(chance.randint(1, 3)), Redo(1))))
    return played(timeline, chance) or Enter(Undo(1))


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_a_game_that_is_killed_at_any_level_goes_on_as_it_was(seed: int, tmp_path: Path) -> None:
    chance, players = dice(seed), 2 + seed % 4
    data, levels = tmp_path / "data", set()
    guests = tuple(map(Guest, range(players), NAMES))
    agreement = Agreement(level=LEVELS[seed % 3])
    with inside(data) as opened:
        opened.loop.post(Dealt(setup(NAMES[:players]), guests, agreement), "test")
        opened.settle()
        for number in range(ENTRIES):
            opened.loop.post(something(opened, chance), "test")
            opened.settle()
            partial_game = table(opened).partial_game
            levels.add(Level.FULL if partial_game is None else partial_game.level)
            if number % 20 == 0:
                killed = Path(shutil.copytree(data, tmp_path / f"killed {number}"))
                with inside(killed) as again:
                    assert table(again) == table(opened)
        last = table(opened)
    with inside(data) as again:
        assert table(again) == last
        assert type(again.model.page) is not PartialTable or last.partial_game is not None
        assert not isinstance(again.model.page, Table) or last.partial_game is None
    assert last.seq > ENTRIES // 3
    assert len(levels) > 1
