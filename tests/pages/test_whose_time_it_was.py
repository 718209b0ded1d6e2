"""What the table shows of the time: how long it was, whose it was, and for whom sand runs."""

from msgspec.structs import replace

from companion.core.clock import PlayingTime
from companion.core.messages import Enter, Open, Route
from companion.core.model import Model
from companion.core.session import Guest
from companion.opponent.strength import Strength
from companion.pages import playing_time
from companion.rules.actions import DRAWS
from companion.rules.editions import Seat, setup
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


def test_shares_of_the_time_are_everybody_s_parts_of_the_whole() -> None:
    now = playing_time.timing(seen(PlayingTime(8000, (1000, 5000, 2000))))
    assert now.shares == (0.125, 0.625, 0.25)
    assert [now.share(Seat(seat)) for seat in range(3)] == [0.125, 0.625, 0.25]


def test_no_sand_runs_where_no_time_is_seen_any_more() -> None:
    desk = asked()
    desk.pass_time(130)
    assert playing_time.sand(desk.model) == 0.5
    desk.take(Open(Route.MENU))
    assert playing_time.sand(desk.model) is None
