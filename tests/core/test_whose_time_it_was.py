"""What the table shows of the time: how long it was, whose it was, and for whom sand runs."""

import pytest
from msgspec.structs import replace

from companion.core.clock import LONGEST_PAUSE_MS, MINUTE_MS, PlayingTime
from companion.core.messages import Enter, GoTo, Open, Resumed, Route
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.opponent.strength import Strength
from companion.pages import playing_time
from companion.pages.playing_time import Timing
from companion.pages.scoring.finale import Finale
from companion.rules.actions import DRAWS
from companion.rules.editions import Options, Seat, setup
from companion.rules.tiles import Tile
from tests.core.desk import Desk, desk_of

NAMES = ("Anna", "Ben", "Cleo")

NILE = Enter(DRAWS[Tile.NILE])


def seen(clock: PlayingTime, machine: int | None = None) -> Model:
    """Return a table of three whose clock is seen; it may play a seat itself."""
    guests = tuple(
        Guest(seat, name, Strength.STEADY if seat == machine else None)
        for seat, name in enumerate(NAMES)
    )
    model = desk_of(setup(NAMES)).model.with_preferences(has_clock=True)
    return model.with_session(clock=replace(clock, since=model.now), last_guests=guests)


def asked() -> Desk:
    """Return a desk at which somebody has just been asked, and everybody sees the clock."""
    desk = desk_of(setup(NAMES))
    desk.model = desk.model.with_preferences(has_clock=True)
    desk.take(NILE)
    return desk


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "0:00"), (5, "0:05"), (59, "0:59"), (60, "1:00"), (65, "1:05"), (135, "2:15")],
)
def test_a_time_is_told_in_hours_and_minutes(minutes: int, said: str) -> None:
    assert playing_time.hours(minutes) == said
    assert playing_time.timing(seen(PlayingTime(minutes * MINUTE_MS))).played == said


def test_where_nobody_was_asked_alone_nobody_has_a_share() -> None:
    nothing = playing_time.timing(seen(PlayingTime(shares=(0, 0, 0))))
    assert nothing.shares == ()
    assert [each.share(Seat(2)) for each in (Timing(), nothing)] == [0.0, 0.0]


def test_shares_of_the_time_are_everybody_s_parts_of_the_whole() -> None:
    now = playing_time.timing(seen(PlayingTime(8000, (1000, 5000, 2000))))
    assert now.shares == (0.125, 0.625, 0.25)
    assert [now.share(Seat(seat)) for seat in range(3)] == [0.125, 0.625, 0.25]


def test_a_seat_that_the_table_plays_has_no_share_and_people_s_make_the_whole() -> None:
    now = playing_time.timing(seen(PlayingTime(8000, (1000, 5000, 3000)), machine=1))
    assert now.shares == (0.25, 0.0, 0.75)
    only = playing_time.timing(seen(PlayingTime(8000, (0, 5000, 0)), machine=1))
    assert only.shares == ()


@pytest.mark.parametrize("machine", [None, *range(3)])
def test_the_sand_runs_for_people_only(machine: int | None) -> None:
    desk = asked()
    desk.model = desk.model.with_session(
        last_guests=seen(PlayingTime(), machine).session.last_guests
    )
    desk.pass_time(2 * 60)
    is_machine_s = machine == desk.game.active
    assert playing_time.timing(desk.model).sand == (None if is_machine_s else 0.5)


def test_a_minute_is_over_at_its_end_and_not_before() -> None:
    desk = asked()
    desk.pass_time(59.9)
    assert playing_time.timing(desk.model) == Timing("0:00")
    desk.pass_time(0.1)
    assert playing_time.timing(desk.model) == Timing("0:01", (), 0.25)


def test_who_is_asked_for_five_minutes_is_away_and_has_no_sand() -> None:
    desk = asked()
    desk.pass_time(240)
    assert playing_time.timing(desk.model).sand == 1.0
    desk.pass_time(60)
    assert playing_time.timing(desk.model) == Timing("0:05")


def test_no_sand_runs_where_no_time_is_seen_any_more() -> None:
    desk = asked()
    desk.pass_time(130)
    assert playing_time.sand(desk.model) == 0.5
    desk.take(Open(Route.MENU))
    assert playing_time.sand(desk.model) is None


def test_time_that_passes_unseen_is_seen_when_people_come_back() -> None:
    desk = asked()
    desk.take(Open(Route.MENU))
    assert playing_time.timing(desk.model) == Timing()
    assert playing_time.deadline(desk.model) is None
    assert playing_time.sand(desk.model) is None
    desk.pass_time(185)
    assert desk.model.session.clock.minutes == 0
    desk.take(GoTo(desk_of(setup(NAMES)).page()))
    desk.pass_time(0)
    assert playing_time.timing(desk.model) == Timing("0:03", (), 0.75)


def test_the_clock_stands_after_ten_minutes_without_an_entry() -> None:
    desk = asked()
    desk.pass_time(LONGEST_PAUSE_MS / 1000 - 1)
    assert playing_time.timing(desk.model).played == "0:09"
    assert playing_time.deadline(desk.model) == desk.model.session.clock.since + 600
    desk.pass_time(5000)
    assert playing_time.timing(desk.model).played == "0:10"
    assert playing_time.deadline(desk.model) is None
    desk.take(NILE)
    assert playing_time.timing(desk.model).played == "0:10"


def test_a_new_game_begins_at_nothing_and_one_that_goes_on_where_it_was() -> None:
    desk = asked()
    desk.pass_time(7)
    desk.take(NILE)
    desk.pass_time(13)
    desk.take(NILE)
    now = desk.model.session
    assert now.timeline is not None
    assert (sum(now.clock.shares), now.clock.played, now.clock.since) == (
        20_000,
        20_000,
        desk.model.now,
    )
    other = desk_of(setup(("Dora", "Emil")), (1, 2)).model.session
    assert other.clock == PlayingTime(shares=(0, 0))
    resumed, kept = Desk(), PlayingTime(90_000, (1, 2, 3), since=1.0)
    resumed.pass_time(30)
    resumed.take(Resumed(now.timeline, now.last_guests, Agreement(), clock=kept))
    assert resumed.model.session.clock == replace(kept, since=30.0)


def test_a_game_that_is_over_or_not_there_shows_no_time() -> None:
    desk = desk_of(setup(NAMES, Options(ra_limit=1)))
    desk.model = desk.model.with_preferences(has_clock=True)
    for _ in range(3):
        desk.go_back()
        assert playing_time.is_seen(desk.model)
        desk.take(Enter(DRAWS[Tile.RA]))
    desk.take(GoTo(Finale(3)))
    over = desk.model
    nobody = Model(page=asked().page()).with_preferences(has_clock=True)
    unwanted = asked().model.with_preferences(has_clock=False)
    for model in (over, nobody, unwanted):
        assert not playing_time.is_seen(model)
        assert playing_time.timing(model) == Timing()
        assert playing_time.sand(model) is None
        assert playing_time.deadline(model) is None
        assert playing_time.at_now(model) is model
