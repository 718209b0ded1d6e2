"""A look back inside the whole program: computed aside, shown, kept, and given up if not needed."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from threading import enumerate as threads

import pytest

from companion.app import archive
from companion.core.messages import GoTo, Leave, OpenPast, OpenReview, TurnDial
from companion.exports.kept_game import kept_review
from companion.journal.index import NAME
from companion.journal.lines import GameId
from companion.opponent import reviewing
from companion.opponent.review import NoReview, Review
from companion.opponent.reviewing import Advance, Judge
from companion.opponent.searching import Search
from companion.pages.archive.games import Replay
from companion.pages.archive.look_back import (
    Advanced,
    LookAhead,
    LookBack,
    Reviewed,
    StartReview,
    StopReview,
)
from companion.rules.editions import Options
from companion.rules.engine import Table
from companion.rules.records.timeline import Timeline
from tests.app.inside import PATIENCE_SECONDS, Inside, inside
from tests.app.test_looking_back import after, games, page, with_library
from tests.statistics.evenings import claimed, keep

SHORT = Options(ra_limit=1)
"""A look back at a short game takes an eighth of the time."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """A finished game and one that was left, in a program in which every choice is tried once."""
    monkeypatch.setattr(reviewing, "TRIES", 1)
    with claimed(tmp_path) as ours:
        keep(ours, players=2, seed=1, options=SHORT)
        keep(ours, players=2, seed=2, less=5)
    with inside(tmp_path) as table:
        while table.model.session.timeline is not None:
            table.loop.post(Leave(), "key")
            table.settle()
        yield with_library(table)


def opened(table: Inside, number: int) -> Replay:
    """Open one of the games in the list, the newest is 0."""
    return page(Replay, table, OpenPast(games(table)[number]))


def looked_back(table: Inside) -> LookBack:
    """Wait until the look back is there."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        now = page(LookBack, table)
        if now.found is not None:
            return now
        time.sleep(0.01)
    raise AssertionError("nobody looked back")


def wait_for_the_reviewer() -> None:
    """Let its thread end: what it found is kept then."""
    until = time.monotonic() + PATIENCE_SECONDS
    while any(thread.name == "review" for thread in threads()):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_kept_game_is_looked_back_at_once_unless_what_is_kept_of_it_is_damaged(
    table: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = opened(table, 1)
    page(LookBack, table, OpenReview())
    first = looked_back(table).found
    assert first is not None
    assert first.entries == tuple(step.seq for step in replay.timeline.steps)
    now = page(LookBack, table, TurnDial(1))
    assert now.leaf == 1
    assert after(table, GoTo(now.back)).page == replay
    wait_for_the_reviewer()
    with sqlite3.connect(table.data / NAME) as index:
        [(kept,)] = index.execute("SELECT found FROM reviews").fetchall()
    assert not any(name.encode() in kept for name in replay.timeline.game.setup.players)
    with monkeypatch.context() as patched:
        patched.setattr(reviewing, "review", lambda *_, **__: pytest.fail("computed again"))
        after(table, OpenReview())
        assert looked_back(table).found == first
    with index:
        assert index.execute("UPDATE reviews SET found = x'00'").rowcount == 1
    index.close()
    after(table, GoTo(replay), OpenReview())
    assert looked_back(table).found == first


def test_a_game_that_was_left_has_no_look_back_and_says_why(table: Inside) -> None:
    opened(table, 0)
    assert page(LookBack, table, OpenReview()).because is NoReview.RUNNING
    assert not any(thread.name == "review" for thread in threads())


def test_whoever_leaves_the_page_ends_the_work(table: Inside) -> None:
    replay = opened(table, 1)
    after(table, OpenReview(), GoTo(replay))
    wait_for_the_reviewer()
    table.settle()
    assert table.model.page == replay


def test_whoever_comes_back_finds_done_what_was_weighed_before(
    table: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline, searches = opened(table, 1).timeline, list[Table]()

    def search(table: Table, seed: int, share: float, among: list[int] | None) -> Search:
        searches.append(table)
        return Search(table, seed, share, among)

    monkeypatch.setattr(reviewing, "Search", search)
    monkeypatch.setattr(archive, "_UNKNOWN_SECONDS", 0.0)

    def posted(message: Advanced | Reviewed) -> None:
        if isinstance(message, Reviewed):
            found.append(message.found)
        elif leaves and message.percent > 33:
            reviewer.obey(leaves.pop())

    counts, found = list[int](), list[Review]()
    for leaves in ([], [StopReview()]):
        searches.clear()
        reviewer = archive.Reviewer(table.data, lambda: None, posted)
        for _ in range(1 + len(leaves)):
            reviewer.obey(StartReview(timeline, ""))
            wait_for_the_reviewer()
        counts.append(len(searches))
    at_once, in_two = counts
    assert len(found) == len(counts)  # the first of two visits ended without one
    assert found[0] == found[1]
    assert at_once <= in_two <= at_once + 1  # the one that was cut off


def test_a_game_is_weighed_while_it_is_played_and_its_look_back_is_kept_unasked(
    table: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is told to the screen, and nothing is weighed where that would take long."""
    replay = opened(table, 1)
    game, posted = GameId(replay.game), list[Advanced | Reviewed]()
    reviewer = archive.Reviewer(table.data, lambda: game, posted.append)
    for is_compiled in (False, True):
        monkeypatch.setattr(archive, "IS_COMPILED", is_compiled)
        reviewer.obey(LookAhead(replay.timeline))
        wait_for_the_reviewer()
        assert (kept_review(table.data, game, replay.timeline) is not None) is is_compiled
    assert posted == []


def test_how_far_it_is_and_how_many_minutes_are_left_is_told_until_it_is_there(
    table: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten minutes pass from each word to the next; in the first seconds nobody can tell."""
    whole = reviewing.review

    def review(played: Timeline, judge: Judge, advance: Advance) -> Review:
        for done in (0, 1, 1, 2, 3, 3, 4):
            advance(done, 4)
        return whole(played, judge)

    monkeypatch.setattr(reviewing, "review", review)
    monkeypatch.setattr(archive, "monotonic", iter((0, 0, 5, *range(600, 6000, 600))).__next__)
    timeline, posted = opened(table, 1).timeline, list[Advanced | Reviewed]()
    archive.Reviewer(table.data, lambda: None, posted.append).obey(StartReview(timeline, ""))
    wait_for_the_reviewer()
    *told, _ = posted
    assert [(each.percent, each.minutes) for each in told if isinstance(each, Advanced)] == [
        (25, 30), (50, 20), (75, 10), (75, 14), (100, 1),
    ]  # fmt: skip
