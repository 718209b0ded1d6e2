"""How long a game takes: counted from what the journal has, seen only where somebody wants it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.clock import (
    LONGEST_PAUSE_MS,
    MINUTE_MS,
    At,
    PlayingTime,
    later,
    minutes,
    passed_ms,
)
from companion.core.messages import Enter, Resumed, SetPreference
from companion.core.model import Agreement
from companion.journal import game_lines
from companion.journal.lines import Event, Head, Stamp, line_at
from companion.pages.update import next_deadline
from companion.rules.actions import DRAWS
from companion.rules.editions import Seat
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk, dice
from tests.rules.games import some_action

NILE = Enter(DRAWS[Tile.NILE])


def seen(players: int) -> Desk:
    """Begin a game whose clock is seen."""
    desk = a_desk(players)
    desk.take(SetPreference("has_clock", value=True))
    return desk


def stamped(desk: Desk, stamps: list[Stamp]) -> game_lines.Kept:
    """Return the game as it is read from a journal whose lines were written then."""
    timeline = desk.model.session.timeline
    assert timeline is not None
    guests = desk.model.session.last_guests
    said: list[Event] = [game_lines.header(timeline, guests, Agreement())]
    said += [game_lines.line(entry) for entry in desk.entries]
    lines = [
        line_at(Head(n, 0, ""), event, stamp)
        for n, (event, stamp) in enumerate(zip(said, stamps, strict=True))
    ]
    kept, plain = game_lines.read(lines, is_timed=True), game_lines.read(lines)
    assert kept is not None
    assert plain is not None
    assert plain.clock == PlayingTime()  # it is only counted where it is asked for
    return kept


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_goes_on_has_the_times_of_its_journal(seed: int) -> None:
    desk, chance = a_desk(4), dice(seed)
    at = [desk.model.now]
    for _ in range(60):
        action = some_action(desk.game, chance, 0.8)
        desk.pass_time(chance.choice((2.0, 40.0, 301.0, 700.0)))
        entries = len(desk.entries)
        desk.take(Enter(action))
        at += [desk.model.now] * (len(desk.entries) - entries)
        desk.go_back()
    stamps = [Stamp(0, round(each * 1000), "one", "key") for each in at]
    kept = stamped(desk, stamps)
    live = desk.model.session.clock
    assert kept.clock.shares == live.shares
    assert kept.clock.played == live.played
    desk.take(Resumed(kept.timeline, kept.guests, kept.agreement, clock=kept.clock))
    assert desk.model.session.clock.shares == live.shares


def of(*times: tuple[str, int, int]) -> PlayingTime:
    """Return the clock of a game of Nile tiles whose lines were written then."""
    desk = a_desk(2)
    for _ in times[1:]:
        desk.take(NILE)
    return stamped(desk, [Stamp(wall, boot, start, "key") for start, boot, wall in times]).clock


def test_while_the_machine_was_off_nobody_thought_and_a_clock_on_the_wall_may_jump() -> None:
    clock = of(("a", 0, 0), ("a", 1000, 1000), ("b", 500, 61_000), ("b", 2500, 63_000))
    assert clock.played == 1000 + 60_000 + 2000
    assert sum(clock.shares) == 2000
    steady = of(("a", 0, 0), ("a", 1000, 1000), ("a", 5000, 5000))
    assert steady == of(("a", 0, 0), ("a", 1000, 9_999_999_999), ("a", 5000, -77))


@given(st.lists(st.tuples(st.sampled_from(["a", "b", ""]), st.integers(), st.integers()),
                min_size=1, max_size=12))  # fmt: skip
def test_whatever_clocks_say_no_time_is_negative(times: list[tuple[str, int, int]]) -> None:
    clock = PlayingTime()
    for before, now in pairwise(At(*each) for each in times):
        clock = later(clock, passed_ms(before, now), Seat(1), 2)
        assert min(clock.shares) >= 0
        assert sum(clock.shares) <= clock.played
    assert round(clock.played / MINUTE_MS) <= minutes(At(*each) for each in times) + 1


def test_long_pauses_and_clocks_that_were_set_back_do_not_make_a_game_longer() -> None:
    assert minutes([At("a", 0, 0), At("a", 120_000, 9_999_999)]) == 2
    assert minutes([At("a", 0, 0), At("b", 5, 60_000)]) == 1
    assert minutes([At("a", 0, 500_000), At("b", 5, 0)]) == 0
    assert minutes([At("a", 0, 0), At("a", 99 * LONGEST_PAUSE_MS, 0)]) == 10
    assert minutes([]) == 0


def wake_ups(desk: Desk, seconds: float) -> int:
    """Return how often time alone changes something within this many seconds."""
    model, end, number = desk.model, desk.model.now + seconds, 0
    while (due := next_deadline(model)) is not None and due <= end:
        number += 1
        desk.pass_time(due - desk.model.now)
        assert desk.model is not model
        model = desk.model
    return number


def test_a_clock_that_is_seen_wakes_the_table_once_a_minute_and_never_after_ten() -> None:
    still, desk = a_desk(3), seen(3)
    for each in (still, desk):
        each.take(NILE)
        each.pass_time(20)
    assert wake_ups(still, 3600) == 0
    assert wake_ups(desk, 299) == 5
    assert wake_ups(desk, 3600) == 5
    assert wake_ups(desk, 3600) == 0
