"""Readings that were refused: bounded, and read back from the journal as they were; tags.story."""

import pytest

from companion.core.messages import TagSeen
from companion.core.model import Agreement
from companion.journal import game_lines
from companion.journal.game_lines import read
from companion.journal.lines import Event, Head, Line, Stamp, line_at
from companion.pages.table.tags import MOST
from companion.rules.actions import DRAWS, Action
from companion.rules.records.timeline import begin
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk

NILE = DRAWS[Tile.NILE]


@pytest.fixture
def desk() -> Desk:
    return a_desk(3)


def test_no_storm_of_readings_fills_the_disk(desk: Desk) -> None:
    for number in range(2 * MOST):
        desk.take(TagSeen(f"C{number}", desk.model.now + number))
    assert len(desk.model.session.rejected) == MOST


def lines(desk: Desk, *events: Event) -> list[Line]:
    """Return a journal with these events after its header."""
    assert desk.model.session.timeline is not None
    header = game_lines.header(begin(desk.game.setup), desk.model.session.last_guests, Agreement())
    stamp = Stamp(0, 0, "", "reader")
    said = enumerate((header, *events))
    return [line_at(Head(number, 0, ""), event, stamp) for number, event in said]


def entered(action: Action) -> Event:
    return game_lines.line(action)


@pytest.mark.parametrize(
    "said", [{"uid": "A1", "why": "FROM_A_NEWER_VERSION"}, 7, {"uid": 1}, None]
)
def test_a_refused_reading_that_is_not_understood_does_not_end_the_game(
    desk: Desk, said: object
) -> None:
    kept = read(lines(desk, entered(NILE), {"rejected": said}, entered(NILE)))
    assert kept is not None
    assert (kept.rejected, kept.understood, len(kept.entries)) == ((), 4, 2)


def test_a_game_ends_at_a_line_that_says_nothing_this_version_knows(desk: Desk) -> None:
    kept = read(lines(desk, entered(NILE), {"weather": "fine"}, entered(NILE)))
    assert kept is not None
    assert (kept.entries, kept.understood) == ((NILE,), 2)
