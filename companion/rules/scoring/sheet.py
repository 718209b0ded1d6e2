"""A score sheet as written, what is impossible about it, and what it scores."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec

from companion.rules import checks
from companion.rules.checks import LAST_EPOCH
from companion.rules.editions import LONGEST_NAME, STARTING_SCORE, SUN_GROUPS, NoPenalty, Split, Sun
from companion.rules.names import steers, unique_names
from companion.rules.problems import BadSheet, Fact, IllegalSheet, Problem, Unreadable, Why
from companion.rules.records.json_text import BadJson, is_record, read_json
from companion.rules.records.positions import breakdown
from companion.rules.scoring.scoring import EpochScore, Ranking, Sheet, ranking, score
from companion.rules.tiles import BY_ID, KINDS, bundle_of

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
        raise IllegalSheet(*found)
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


MOST_SUNS = 4
"""Nobody has more than in a game of two or three (R-SET-5)."""

_LONGEST_WORD = 40


def mistakes(tally: Tally) -> tuple[Problem, ...]:
    """Return everything impossible about a sheet, in the order of the sheet."""
    return tuple(_mistakes(tally))


def _mistakes(tally: Tally) -> Iterator[Problem]:
    yield from checks.epoch(tally.epoch)
    yield from checks.number_of_players(len(tally.players), SUN_GROUPS)
    names = labels(tally)
    held = [
        {BY_ID[id_]: number for id_, number in row.tiles.items() if id_ in BY_ID}
        for row in tally.players
    ]
    for seat, row in enumerate(tally.players):
        yield from _about_name(row, seat)
        yield from _about_points(row, names[seat], tally.epoch, seat)
        yield from _about_tiles(row, names[seat], seat)
        yield from checks.kept(seat, names[seat], held[seat])
        yield from _about_suns(row, names[seat], tally.epoch, seat)
    allowed = [
        {kind: number for kind, number in row.items() if not kind.mask & checks.KEPT_BY_NOBODY}
        for row in held
    ]
    yield from checks.in_box(names, allowed)
    yield from checks.once(names, [row.suns or () for row in tally.players])
    each = [len(row.suns or ()) for row in tally.players]
    if tally.epoch == LAST_EPOCH and all(each) and len(set(each)) > 1:
        owners = ", ".join(f"{name} {number}" for name, number in zip(names, each, strict=True))
        yield Problem(Why.SUNS_UNEQUAL, {"owners": owners}, ("players",))


def _about_name(row: Row, seat: int) -> Iterator[Problem]:
    name, place = row.name or "", checks.row_place(seat, "name")
    if len(name) > LONGEST_NAME:
        yield Problem(Why.NAME_TOO_LONG, {"place": seat + 1, "most": LONGEST_NAME}, place)
    if steers(name):
        yield Problem(Why.NAME_STEERS, {"place": seat + 1}, place)


def _about_points(row: Row, name: str, epoch: int, seat: int) -> Iterator[Problem]:
    if row.before is not None:
        yield from checks.points(seat, name, row.before)
    elif epoch != 1:
        yield Problem(Why.BEFORE_MISSING, {"name": name, "epoch": epoch}, checks.row_place(seat))


def _about_tiles(row: Row, name: str, seat: int) -> Iterator[Problem]:
    for id_, number in row.tiles.items():
        place = checks.row_place(seat, "tiles", id_)
        kind = BY_ID.get(id_)
        if kind is None:
            yield Problem(Why.NO_SUCH_TILE, {"name": name, "tile": id_[:_LONGEST_WORD]}, place)
        elif number < 0:
            yield Problem(Why.NEGATIVE, {"name": name, "tile": kind, "number": number}, place)


def _about_suns(row: Row, name: str, epoch: int, seat: int) -> Iterator[Problem]:
    suns = row.suns or ()
    if epoch == LAST_EPOCH and not suns:
        yield Problem(Why.SUNS_MISSING, {"name": name}, checks.row_place(seat))
    if len(suns) > MOST_SUNS:
        facts: dict[str, Fact] = {"name": name, "suns": len(suns), "most": MOST_SUNS}
        yield Problem(Why.TOO_MANY_SUNS, facts, checks.row_place(seat, "suns"))
    yield from checks.exist(seat, suns)


LONGEST_SHEET = 65_536
"""In bytes; no score sheet comes near."""


_decoder = msgspec.json.Decoder(Tally)


def read_sheet(text: bytes) -> Tally:
    """Return what a sheet says, unchecked.

    Raises:
        BadSheet: It is not JSON, has unknown keys or values of the wrong kind, or is a record.
    """
    if is_record(text):
        raise BadSheet(Problem(Unreadable.IS_RECORD))
    if len(text) > LONGEST_SHEET:
        raise BadSheet(Problem(Unreadable.LONG_SHEET, {"most": LONGEST_SHEET}))
    try:
        return read_json(text, _decoder)
    except BadJson as why:
        raise BadSheet(Problem(Unreadable.NO_SHEET, {"reason": str(why)})) from why


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
    return unique_names(
        ["" if len(name) > LONGEST_NAME or steers(name) else name for name in names]
    )


def label(tally: Tally, seat: int) -> str:
    """Return what one of them is called."""
    return labels(tally)[seat]
