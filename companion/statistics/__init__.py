"""Statistics over finished games: averages, records, what suns bought. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import ceil

import msgspec

from companion.rules.events import Cause
from companion.rules.scoring.scoring import Category
from companion.statistics.game import Counts


class SunValue(msgspec.Struct, frozen=True):
    """What one sun bought in all games."""

    sun: int
    auctions: int
    """How many it won."""
    lots: int
    """Of how many of them it is known what they brought."""
    tiles: int
    points: int
    """What the tiles were worth at once, see `game.buys`."""

    @property
    def points_each(self) -> float:
        """What it bought on average."""
        return self.points / self.lots if self.lots else 0.0

    @property
    def tiles_each(self) -> float:
        """How many tiles it bought on average."""
        return self.tiles / self.lots if self.lots else 0.0


class SeatWins(msgspec.Struct, frozen=True):
    """How often who sat in one seat won."""

    seat: int
    """1 for who began the game, then clockwise."""
    games: int
    """In how many games somebody sat there."""
    wins: int


class Figures(msgspec.Struct, frozen=True):
    """The statistics of the table, or of one player."""

    counts: Counts

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.counts.get("games", 0)

    @property
    def wins(self) -> int:
        """How many of them a player won."""
        return self.counts.get("wins", 0)

    @property
    def win_share(self) -> float:
        """Return how many of the games a player won, 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def scores(self) -> Mapping[int, int]:
        """How often each sum of points was reached, the lowest first."""
        return self._spread("score")

    @property
    def lengths(self) -> Mapping[int, int]:
        """How many games took this many minutes, the shortest first."""
        return self._spread("minutes")

    @property
    def places(self) -> Mapping[int, int]:
        """How often a player had each place."""
        return self._spread("place")

    def _spread(self, what: str) -> Mapping[int, int]:
        found = (key.partition(".") for key in self.counts)
        values = sorted(int(value) for kind, _, value in found if kind == what)
        return {value: self.counts[f"{what}.{value}"] for value in values}

    @property
    def categories(self) -> Mapping[Category, float]:
        """What each category brought on average in a game; nothing if no game told it."""
        scored = self.counts.get("scored", 0)
        if not scored:
            return {}
        return {each: self.counts.get(each.value, 0) / scored for each in Category}

    @property
    def seats(self) -> tuple[SeatWins, ...]:
        """What each seat won that was ever taken in a game whose winner is known, by turn order."""
        keys = (key.split(".") for key in self.counts if key.startswith("seat."))
        return tuple(
            SeatWins(
                seat,
                self.counts.get(f"seat.{seat}.games", 0),
                self.counts.get(f"seat.{seat}.wins", 0),
            )
            for seat in sorted({int(key[1]) for key in keys})
        )

    @property
    def epochs(self) -> Mapping[Cause, int]:
        """How many epochs ended in each way; of the table only."""
        return {cause: self.counts.get(f"epochs.{cause.value}", 0) for cause in Cause}

    @property
    def suns(self) -> tuple[SunValue, ...]:
        """What each sun bought that ever won an auction, the lowest first."""
        return tuple(self._suns())

    def _suns(self) -> Iterator[SunValue]:
        keys = (key.split(".") for key in self.counts if key.startswith("sun."))
        for sun in sorted({int(key[1]) for key in keys}):
            auctions, lots, tiles, points = (
                self.counts.get(f"sun.{sun}.{what}", 0)
                for what in ("auctions", "lots", "tiles", "points")
            )
            yield SunValue(sun, auctions, lots, tiles, points)


def average(spread: Mapping[int, int]) -> float | None:
    """Return the mean of values that were counted; None if there are none."""
    number = sum(spread.values())
    return sum(value * times for value, times in spread.items()) / number if number else None


def median(spread: Mapping[int, int]) -> int | None:
    """Return the value below and above which lie equally many; None if there are none."""
    half = (sum(spread.values()) + 1) // 2
    for value, times in sorted(spread.items()):
        half -= times
        if half <= 0:
            return value
    return None


class Length(msgspec.Struct, frozen=True):
    """Games that took about as long."""

    minutes: int
    """About how many: the nearest step."""
    games: int
    is_rest: bool = False
    """Whether all that are shorter still, or longer, are among them."""


def lengths(spread: Mapping[int, int], most: int) -> tuple[Length, ...]:
    """Return how many games took about how long, the shortest first, without a gap.

    The step is the smallest round one with which nearly all games find room; the few that took far
    less or far more are counted with the first and with the last.

    Args:
        spread: How many games took so many minutes.
        most: How many lengths there may be, 2 or more.
    """
    if not spread:
        return ()
    few = sum(spread.values()) // _FEW
    low, high = _beyond(sorted(spread), spread, few), _beyond(sorted(spread)[::-1], spread, few)
    step = next((each for each in _STEPS if _nearest(high, each) - _nearest(low, each) < most), 0)
    step = step or _STEPS[-1] * ceil((high - low) / (_STEPS[-1] * (most - 1)))
    first, last = _nearest(low, step), _nearest(high, step)
    found = Counter[int]()
    for minutes, games in spread.items():
        found[min(last, max(first, _nearest(minutes, step)))] += games
    rest = {first} if _nearest(min(spread), step) < first else set()
    rest |= {last} if _nearest(max(spread), step) > last else set()
    return tuple(Length(at * step, found[at], is_rest=at in rest) for at in range(first, last + 1))


_STEPS = (5, 10, 15, 20, 30, 60, 120, 240)
"""Minutes between two lengths."""

_FEW = 50
"""One game in this many may be far off."""


def _nearest(minutes: int, step: int) -> int:
    return (2 * minutes + step) // (2 * step)


def _beyond(minutes: Iterable[int], spread: Mapping[int, int], few: int) -> int:
    """Return the first length that is not one of the few, from one end."""
    for each in minutes:
        few -= spread[each]
        if few < 0:
            return each
    raise ValueError(few)
