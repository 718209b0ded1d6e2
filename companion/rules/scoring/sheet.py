"""A score sheet as written, what is impossible about it, and what it scores."""

from collections.abc import Iterator, Mapping
from enum import StrEnum, unique
from typing import Annotated

import msgspec

from companion.rules.editions import LONGEST_NAME, STARTING_SCORE, SUN_GROUPS, NoPenalty, Split, Sun
from companion.rules.model import LAST_EPOCH
from companion.rules.names import steers, told_apart
from companion.rules.records.confusing import is_record
from companion.rules.records.json_text import BadJson, Place, read_json
from companion.rules.records.positions import breakdown
from companion.rules.records.shapes import BadText, Malformed
from companion.rules.refusal import Fact
from companion.rules.scoring.scoring import EpochScore, Ranking, Sheet, ranking, score
from companion.rules.tiles import BY_ID, DISASTERS, KINDS, Tile, bundle_of


@unique
class Slip(StrEnum):
    """Every reason to refuse a score sheet; the value says it to a player."""

    PLAYER_COUNT = "Ra is for 2 to 5 players, not {players}"
    NO_SUCH_EPOCH = "a game has epochs 1, 2 and 3, not {epoch}"
    NAME_TOO_LONG = "the name of {name} is too long: use at most {most} characters"
    NAME_STEERS = "the name of {name} contains control characters: delete them"

    BEFORE_MISSING = "the points of {name} before epoch {epoch} are missing"
    BEFORE_NEGATIVE = (
        "{name} cannot have {points} points before the epoch: points are never negative"
    )
    BEFORE_TOO_MANY = "{name} cannot have {points} points before the epoch: the most is {most}"

    NO_SUCH_TILE = "{name} has a tile that is not in the box: {tile}"
    STAYS_WITH_NOBODY = "{name} cannot have {tile}: nobody keeps such a tile"
    NEGATIVE = "{name} cannot have {number} of {tile}: a number cannot be negative"
    TOO_MANY = "the box has {copies} tiles of {tile}, and the sheet has {number} ({owners})"

    NO_SUCH_SUN = "{name} cannot have sun {sun}: the suns are numbered 1 to {highest}"
    SUN_TWICE = "sun {sun} is on the sheet {times} times ({owners}), but each number exists once"
    TOO_MANY_SUNS = "{name} cannot have {suns} suns: the most is {most}"
    SUNS_MISSING = "the suns of {name} are missing: the third epoch compares them"
    SUNS_UNEQUAL = "all players have the same number of suns, but here: {owners}"


class Mistake(msgspec.Struct, frozen=True):
    """One impossible thing, with its facts apart from its words."""

    slip: Slip
    facts: Mapping[str, Fact]
    """What fills the sentence: names, tiles, numbers."""
    place: Place
    """Where it is in the sheet."""

    def __str__(self) -> str:
        return self.slip.value.format_map(
            {key: getattr(fact, "english", fact) for key, fact in self.facts.items()}
        )


class IllegalSheet(ValueError):
    """The sheet says what is impossible on a table."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("; ".join(str(mistake) for mistake in mistakes))
        self.mistakes = mistakes
        """Keep every reason, not only the first."""


_Whole = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's part of a sheet, as written; nothing is checked yet."""

    name: str | None = None
    """The player's name, if any."""
    before: _Whole | None = None
    """Points before the epoch; in the first everybody has the same (R-SET-3)."""
    suns: tuple[_Whole, ...] | None = None
    """All own discs, face up and face down, without the centre; needed in the third epoch only."""
    tiles: Mapping[str, _Whole] = {}
    """How many tiles of each kind, by their ids in records."""


class TwoPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two players may have agreed on (rules section 1.14); no effect with more."""

    two_player_split: Split | None = None
    """Has no effect on scoring, but is part of the game."""
    two_player_no_penalty: NoPenalty = NoPenalty.OFF
    """When nobody loses points for being last (D-04)."""


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sheet, as written; nothing is checked yet."""

    epoch: _Whole
    """Which of the three is scored, counted from 1."""
    players: tuple[Row, ...]
    """In the order of the sheet; seats are counted from 0."""
    options: TwoPlayers = TwoPlayers()


class Scored(msgspec.Struct, frozen=True):
    """A possible sheet and what it scores; made by ``scored`` only."""

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
        """The players' names; those without one are called by their place."""
        return labels(self.tally)


def scored(tally: Tally) -> Scored:
    """Return what a sheet scores (rules section 1.9, R-END-1 … R-END-3).

    Raises:
        IllegalSheet: It is impossible on a table; all reasons are given.
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
        breakdown(name, points, tally.epoch)
        for name, points in zip(sheet.names, sheet.scores, strict=True)
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


HIGHEST_SUN = 16

MOST_SUNS = 4
"""Nobody has more than in a game of two or three (R-SET-5)."""

MOST_BEFORE = 999
"""Points before an epoch; no game comes near."""

_LONGEST_WORD = 40

_STAYS_WITH_NOBODY = DISASTERS | Tile.RA.mask


def mistakes(tally: Tally) -> tuple[Mistake, ...]:
    """Return everything impossible about a sheet, in the order of the sheet."""
    return (*_about_the_whole(tally), *mistakes_of_players(tally))


def mistakes_of_players(tally: Tally) -> tuple[Mistake, ...]:
    """Return what is impossible about a sheet's players; some may still be missing."""
    found: list[Mistake] = []
    for seat, row in enumerate(tally.players):
        place: Place = ("players", seat)
        name = label(tally, seat)
        found += _about_points(row, name, tally.epoch, place)
        found += _about_tiles(row, name, (*place, "tiles"))
        found += _about_suns(row, name, tally.epoch, (*place, "suns"))
    return (*found, *_about_shared_tiles(tally), *_about_shared_suns(tally))


def _about_the_whole(tally: Tally) -> Iterator[Mistake]:
    if not 1 <= tally.epoch <= LAST_EPOCH:
        yield Mistake(Slip.NO_SUCH_EPOCH, {"epoch": tally.epoch}, ("epoch",))
    number = len(tally.players)
    if number not in SUN_GROUPS:
        yield Mistake(Slip.PLAYER_COUNT, {"players": number}, ("players",))


def _about_points(row: Row, name: str, epoch: int, place: Place) -> Iterator[Mistake]:
    if row.name and len(row.name) > LONGEST_NAME:
        yield Mistake(Slip.NAME_TOO_LONG, {"name": name, "most": LONGEST_NAME}, (*place, "name"))
    if steers(row.name or ""):
        yield Mistake(Slip.NAME_STEERS, {"name": name}, (*place, "name"))
    before = (*place, "before")
    if row.before is None:
        if epoch != 1:
            yield Mistake(Slip.BEFORE_MISSING, {"name": name, "epoch": epoch}, place)
    elif row.before < 0:
        yield Mistake(Slip.BEFORE_NEGATIVE, {"name": name, "points": row.before}, before)
    elif row.before > MOST_BEFORE:
        facts: dict[str, Fact] = {"name": name, "points": row.before, "most": MOST_BEFORE}
        yield Mistake(Slip.BEFORE_TOO_MANY, facts, before)


def _about_tiles(row: Row, name: str, place: Place) -> Iterator[Mistake]:
    for id_, number in row.tiles.items():
        kind = BY_ID.get(id_)
        if kind is None:
            facts: dict[str, Fact] = {"name": name, "tile": id_[:_LONGEST_WORD]}
            yield Mistake(Slip.NO_SUCH_TILE, facts, (*place, id_))
        elif number < 0:
            facts = {"name": name, "tile": kind, "number": number}
            yield Mistake(Slip.NEGATIVE, facts, (*place, id_))
        elif number and kind.mask & _STAYS_WITH_NOBODY:
            facts = {"name": name, "tile": kind}
            yield Mistake(Slip.STAYS_WITH_NOBODY, facts, (*place, id_))


def _about_suns(row: Row, name: str, epoch: int, place: Place) -> Iterator[Mistake]:
    suns = row.suns or ()
    if epoch == LAST_EPOCH and not suns:
        yield Mistake(Slip.SUNS_MISSING, {"name": name}, place[:-1])
    if len(suns) > MOST_SUNS:
        facts: dict[str, Fact] = {"name": name, "suns": len(suns), "most": MOST_SUNS}
        yield Mistake(Slip.TOO_MANY_SUNS, facts, place)
    for position, sun in enumerate(suns):
        if not 1 <= sun <= HIGHEST_SUN:
            facts = {"name": name, "sun": sun, "highest": HIGHEST_SUN}
            yield Mistake(Slip.NO_SUCH_SUN, facts, (*place, position))


def _about_shared_tiles(tally: Tally) -> Iterator[Mistake]:
    """Nobody can have what others already have: the box holds only so many of a kind (R-SET-2)."""
    for kind in KINDS:
        if kind.mask & _STAYS_WITH_NOBODY:
            continue
        owners = {
            seat: number
            for seat, row in enumerate(tally.players)
            if (number := row.tiles.get(kind.value, 0)) > 0
        }
        total = sum(owners.values())
        if total > kind.copies:
            shares = ", ".join(f"{label(tally, seat)} {owners[seat]}" for seat in owners)
            facts: dict[str, Fact] = {
                "tile": kind,
                "copies": kind.copies,
                "number": total,
                "owners": shares,
            }
            yield Mistake(Slip.TOO_MANY, facts, ("players", max(owners), "tiles", kind.value))


def _about_shared_suns(tally: Tally) -> Iterator[Mistake]:
    """Each number exists once, and all players have the same number of discs (R-INV-2, R-INV-3)."""
    lying = [
        (sun, seat, position)
        for seat, row in enumerate(tally.players)
        for position, sun in enumerate(row.suns or ())
    ]
    for number in range(1, HIGHEST_SUN + 1):
        found = [(seat, position) for sun, seat, position in lying if sun == number]
        if len(found) > 1:
            owners = ", ".join(label(tally, seat) for seat, _ in found)
            facts: dict[str, Fact] = {"sun": number, "times": len(found), "owners": owners}
            seat, position = found[-1]
            yield Mistake(Slip.SUN_TWICE, facts, ("players", seat, "suns", position))
    each = [len(row.suns or ()) for row in tally.players]
    if tally.epoch == LAST_EPOCH and all(each) and len(set(each)) > 1:
        shares = ", ".join(f"{label(tally, seat)} {number}" for seat, number in enumerate(each))
        yield Mistake(Slip.SUNS_UNEQUAL, {"owners": shares}, ("players",))


LONGEST_SHEET = 65_536
"""In bytes; no score sheet comes near."""


class BadSheet(BadText):
    """Not a score sheet at all; the text says what is wrong and what to do."""


_decoder = msgspec.json.Decoder(Tally)


def read_sheet(text: bytes) -> Tally:
    """Return what a sheet says, unchecked.

    Raises:
        BadSheet: It is not JSON, has unknown keys or values of the wrong kind, or is a record.
    """
    if is_record(text):
        raise BadSheet(Malformed.IS_RECORD)
    if len(text) > LONGEST_SHEET:
        raise BadSheet(Malformed.LONG_SHEET, most=LONGEST_SHEET)
    try:
        return read_json(text, _decoder)
    except BadJson as why:
        raise BadSheet(Malformed.NO_SHEET if why.is_json else Malformed.NO_JSON, why.told) from why
    except RecursionError as why:
        raise BadSheet(Malformed.DEEP_SHEET) from why


def write_sheet(tally: Tally) -> bytes:
    """Return a sheet as a file that ``read_sheet`` can read; what was not given is left out."""
    said = msgspec.to_builtins(tally)
    rows = [{key: value for key, value in row.items() if value is not None}
            for row in said["players"]]  # fmt: skip
    options = {key: value for key, value in said["options"].items() if value is not None}
    whole = {"epoch": said["epoch"], "options": options, "players": rows}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def labels(tally: Tally) -> tuple[str, ...]:
    """Return what the players are called in sentences and tables, no two of them alike.

    A player whose name is invisible or refused is called by the seat: ``#2`` in seat 1.
    """
    names = [row.name or "" for row in tally.players]
    return told_apart(["" if len(name) > LONGEST_NAME or steers(name) else name for name in names])


def label(tally: Tally, seat: int) -> str:
    """Return what one of them is called."""
    return labels(tally)[seat]
