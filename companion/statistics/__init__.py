"""What finished games add up to: averages, bests, what suns bought. Pure."""

from collections.abc import Iterator, Mapping

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
        """How many games took so many minutes, the shortest first."""
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


def middle(spread: Mapping[int, int]) -> int | None:
    """Return the value below and above which lie equally many; None if there are none."""
    half = (sum(spread.values()) + 1) // 2
    for value, times in sorted(spread.items()):
        half -= times
        if half <= 0:
            return value
    return None
