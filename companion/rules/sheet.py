"""A score sheet checked against the box, and what it is worth."""

import msgspec

from companion.rules.editions import STARTING_SCORE, Sun
from companion.rules.model import LAST_EPOCH
from companion.rules.positions import breakdown
from companion.rules.scoring import EpochScore, Ranking, Sheet, ranking, score
from companion.rules.slips import Mistake, mistakes
from companion.rules.tally import Row, Tally, label
from companion.rules.tiles import KINDS, bundle_of


class IllegalSheet(ValueError):
    """What the sheet says cannot lie on a table."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("; ".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes
        """Every reason, not only the first."""


class Scored(msgspec.Struct, frozen=True):
    """A sheet that can be, and what it is worth; made by ``scored`` alone."""

    tally: Tally
    """The sheet as it was written."""
    sheets: tuple[Sheet, ...]
    """What was scored, for each player."""
    scores: tuple[EpochScore, ...]
    """The points, for each player."""
    ranking: Ranking | None
    """Who has won; None before the third epoch."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called; who was given no name is called by their place."""
        return tuple(label(self.tally, seat) for seat in range(len(self.sheets)))


def scored(tally: Tally) -> Scored:
    """Return what a sheet is worth (rules section 1.9, R-END-1 … R-END-3).

    Raises:
        IllegalSheet: It cannot lie on a table; every reason is named.
    """
    found = mistakes(tally)
    if found:
        raise IllegalSheet(found)
    sheets = tuple(_sheet(row) for row in tally.players)
    scores = score(sheets, tally.epoch, tally.options.two_player_no_penalty)
    final = tally.epoch == LAST_EPOCH
    after = [points.after for points in scores]
    ranked = ranking(after, [sheet.suns for sheet in sheets]) if final else None
    return Scored(tally=tally, sheets=sheets, scores=scores, ranking=ranked)


def result(sheet: Scored) -> dict[str, object]:
    """Return the points of a sheet, as ``score --json`` prints them."""
    tally = sheet.tally
    players = [
        breakdown(row.name or "", points, tally.epoch)
        for row, points in zip(tally.players, sheet.scores, strict=True)
    ]
    if sheet.ranking is None:
        return {"players": players}
    return {"players": players, "ranking": list(sheet.ranking.seats)}


def _sheet(row: Row) -> Sheet:
    return Sheet(
        tiles=bundle_of({kind: row.tiles.get(kind.value, 0) for kind in KINDS}),
        suns=tuple(sorted(Sun(sun) for sun in row.suns or ())),
        before=STARTING_SCORE if row.before is None else row.before,
    )
