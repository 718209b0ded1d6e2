"""How long a game takes: counted from what the journal has, seen only where somebody wants it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.clock import (
    LONGEST_PAUSE_MS,
    LONGEST_THOUGHT_MS,
    MINUTE_MS,
    At,
    PlayingTime,
    later,
    minutes,
    passed_ms,
)
from companion.core.messages import (
    BringBack,
    Enter,
    Message,
    Open,
    Resumed,
    Route,
    SetPreference,
    SettleAuction,
    TakeBack,
    TakeSun,
)
from companion.core.model import Model
from companion.core.preferences import Preferences
from companion.core.session import Agreement
from companion.journal import game_lines
from companion.journal.lines import Event, Head, Stamp, line_at
from companion.pages import playing_time
from companion.pages.menu.menu import Menu
from companion.pages.permissions import is_allowed
from companion.pages.update import next_deadline
from companion.rules.actions import DRAWS, INVOKE, Level
from companion.rules.editions import Seat, Sun
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk, dice, states
from tests.rules.games import some_action

NILE = Enter(DRAWS[Tile.NILE])


def seen(players: int) -> Desk:
    """Begin a game whose clock is seen."""
    desk = a_desk(players)
    desk.take(SetPreference("has_clock", value=True))
    return desk


def shares(desk: Desk) -> tuple[int, ...]:
    """Return everybody's seconds."""
    return tuple(round(share / 1000) for share in desk.model.session.clock.shares)


def after(desk: Desk, seconds: float, message: Message) -> None:
    """Let so much time pass, then let this happen."""
    desk.pass_time(seconds)
    desk.take(message)


def test_a_turn_is_the_time_of_whoever_was_asked() -> None:
    desk = a_desk(3)
    first = desk.game.active
    after(desk, 50, NILE)  # until then the game was laid out
    assert shares(desk) == (0, 0, 0)
    after(desk, 20, NILE)
    after(desk, 30, NILE)
    expected = [0, 0, 0]
    expected[(first + 1) % 3], expected[(first + 2) % 3] = 20, 30
    assert shares(desk) == tuple(expected)
    assert desk.model.session.clock.played == 100_000


def test_an_auction_is_everybody_s_time() -> None:
    desk = a_desk(3)
    desk.take(NILE)
    after(desk, 10, Enter(INVOKE))
    before = shares(desk)
    assert sum(before) == 10
    desk.pass_time(30)
    sun = desk.game.players[desk.game.active].suns[-1]
    desk.take(TakeSun(Sun(sun)))
    desk.take(SettleAuction())
    assert shares(desk) == before
    assert desk.model.session.clock.played == 40_000


def test_what_is_taken_back_has_taken_its_time() -> None:
    desk = a_desk(3)
    desk.take(NILE)
    after(desk, 20, NILE)
    after(desk, 5, TakeBack())
    after(desk, 5, BringBack())
    assert sum(shares(desk)) == 30
    assert desk.model.session.clock.played == 30_000


def test_who_is_asked_for_longer_than_five_minutes_is_away() -> None:
    desk = a_desk(2)
    desk.take(NILE)
    after(desk, LONGEST_THOUGHT_MS / 1000 + 1, NILE)
    assert shares(desk) == (0, 0)
    after(desk, 99 * LONGEST_PAUSE_MS / 1000, NILE)
    assert shares(desk) == (0, 0)
    most = LONGEST_THOUGHT_MS + 1000 + LONGEST_PAUSE_MS
    assert desk.model.session.clock.played == most


def test_nobody_has_a_share_where_nobody_knows_who_is_asked() -> None:
    desk = a_desk(3)
    desk.take(Enter(SetLevel(Level.LIGHT)))
    after(desk, 20, Enter(DRAWS[Tile.RA]))
    assert shares(desk) == (0, 0, 0)
    assert desk.model.session.clock.played == 20_000


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


def test_while_the_machine_was_off_nobody_thought() -> None:
    clock = of(("a", 0, 0), ("a", 1000, 1000), ("b", 500, 61_000), ("b", 2500, 63_000))
    assert clock.played == 1000 + 60_000 + 2000
    assert sum(clock.shares) == 2000


def test_a_clock_on_the_wall_that_jumps_changes_no_share() -> None:
    steady = of(("a", 0, 0), ("a", 1000, 1000), ("a", 5000, 5000))
    jumping = of(("a", 0, 0), ("a", 1000, 9_999_999_999), ("a", 5000, -77))
    assert steady == jumping


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


def test_a_clock_that_nobody_sees_changes_no_picture() -> None:
    desk = a_desk(3)
    desk.take(NILE)
    before = desk.model
    desk.pass_time(600)
    assert replace(desk.model, now=before.now) == before


def test_the_sand_runs_for_whoever_has_long_been_asked_and_presses_nothing() -> None:
    desk = seen(3)
    desk.take(NILE)
    entries, sand = len(desk.entries), []
    for _ in range(6):
        sand.append(playing_time.timing(desk.model).sand)
        desk.pass_time(60)
    assert sand == [None, 0.25, 0.5, 0.75, 1.0, None]
    assert len(desk.entries) == entries


def test_no_sand_runs_at_an_auction() -> None:
    desk = seen(3)
    desk.take(Enter(DRAWS[Tile.RA]))
    desk.pass_time(120)
    assert playing_time.timing(desk.model).sand is None


def test_what_is_seen_of_the_time_does_not_change_with_what_lies_face_down() -> None:
    desk = next(desk for desk, _ in states(3, 4) if len(desk.entries) > 40)
    shown = desk.model.with_preferences(has_clock=True)
    timeline = shown.session.timeline
    assert timeline is not None
    *before, last = timeline.steps
    richer = tuple(replace(each, score=each.score + 50) for each in last.game.players)
    other = replace(last, game=replace(last.game, players=richer))
    hidden = shown.with_session(timeline=replace(timeline, steps=(*before, other)))
    assert playing_time.timing(shown).played
    assert playing_time.timing(shown) == playing_time.timing(hidden)


def test_without_a_wish_no_time_is_seen() -> None:
    desk = a_desk(3)
    after(desk, 100, NILE)
    assert playing_time.timing(desk.model) == playing_time.Timing()


def test_in_a_cafe_guests_can_hide_the_time_and_never_show_it() -> None:
    guests = Model(page=Menu(), preferences=Preferences(kiosk=True))
    assert not is_allowed(guests, SetPreference("has_clock", value=True))
    assert is_allowed(guests, SetPreference("has_clock", value=False))
    desk = a_desk(2)
    desk.take(Open(Route.MENU))
    assert is_allowed(desk.model, SetPreference("has_clock", value=True))
