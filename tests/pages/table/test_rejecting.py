"""Readings that were refused: bounded, and read back from the journal as they were; tags.story."""

import pytest

from companion.core.messages import TagSeen
from companion.core.model import Agreement, Rejected
from companion.core.notices import Notes, Notice
from companion.journal import game_lines
from companion.journal.game_lines import read, rejected_line
from companion.journal.lines import Event, Head, Line, Stamp, line_at
from companion.pages.table.tags import MOST
from companion.rules.actions import DRAWS, Action, Level
from companion.rules.editions import Seat
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Entry, SetLevel
from companion.rules.records.timeline import begin, enter
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
    "why",
    [
        Problem(Why.NONE_LEFT, {"copies": 25, "tile": Tile.NILE}),
        Notice(Notes.DRAWN_TO_TRACK, {"tile": Tile.NILE, "action": 3}),
    ],
)
def test_a_refused_reading_is_read_back_as_it_was(desk: Desk, why: Problem | Notice) -> None:
    rejected = Rejected("A1", why, 1)
    kept = read(lines(desk, entered(NILE), rejected_line(rejected), entered(NILE)))
    assert kept is not None
    assert (kept.rejected, kept.understood) == ((rejected,), 4)
    assert kept.entries == (NILE, NILE)
    assert isinstance(next(iter(kept.rejected[0].why.facts.values())), Tile | int)


@pytest.mark.parametrize(
    "said", [{"uid": "A1", "why": "FROM_A_NEWER_VERSION"}, 7, {"uid": 1}, None]
)
def test_a_refused_reading_that_is_not_understood_does_not_end_the_game(
    desk: Desk, said: object
) -> None:
    kept = read(lines(desk, entered(NILE), {"rejected": said}, entered(NILE)))
    assert kept is not None
    assert (kept.rejected, kept.understood, len(kept.entries)) == ((), 4, 2)


def test_without_a_line_there_is_no_game() -> None:
    assert read([]) is None


@pytest.mark.parametrize("is_timed", [False, True])
def test_a_tile_that_was_read_by_its_tag_is_told_with_it(desk: Desk, *, is_timed: bool) -> None:
    header, *drawn = lines(desk, *[entered(NILE)] * 3)
    sources = (f"{game_lines.READER} 04A2", game_lines.READER, "key")
    told = [
        line_at(Head(line.number, 0, ""), line.event, Stamp(0, 0, "", source))
        for line, source in zip(drawn, sources, strict=True)
    ]
    kept = read([header, *told], is_timed=is_timed)
    assert kept is not None
    assert [step.tag for step in kept.timeline.steps] == ["04A2", "", ""]


def test_a_game_ends_at_a_line_that_says_nothing_this_version_knows(desk: Desk) -> None:
    kept = read(lines(desk, entered(NILE), {"weather": "fine"}, entered(NILE)))
    assert kept is not None
    assert (kept.entries, kept.understood) == ((NILE,), 2)


def test_a_game_was_left_until_something_is_entered_again(desk: Desk) -> None:
    left = read(lines(desk, entered(NILE), game_lines.LEFT))
    resumed = read(lines(desk, entered(NILE), game_lines.LEFT, entered(NILE)))
    assert left is not None
    assert resumed is not None
    assert (left.was_left, left.entries, left.understood) == (True, (NILE,), 3)
    assert (resumed.was_left, resumed.entries) == (False, (NILE, NILE))


def test_somebodys_peek_is_understood_and_tells_nothing(desk: Desk) -> None:
    kept = read(lines(desk, entered(NILE), game_lines.peeked_line(Seat(1)), entered(NILE)))
    assert kept is not None
    assert (kept.entries, kept.understood, kept.was_left) == ((NILE, NILE), 4, False)


def test_what_is_drawn_at_a_light_table_is_read_back_at_its_level(desk: Desk) -> None:
    said: tuple[Entry, ...] = (SetLevel(Level.LIGHT), DRAWS[Tile.RA])
    kept = read(lines(desk, *map(game_lines.line, said)))
    timeline = begin(desk.game.setup)
    for entry in said:
        timeline = enter(timeline, entry)
    assert kept is not None
    assert kept.entries == said
    assert kept.timeline.partial_game is not None
    assert kept.timeline.partial_game == timeline.partial_game
