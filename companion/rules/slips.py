"""What cannot be about a score sheet: every mistake, with its facts apart from its words."""

from collections.abc import Iterator, Mapping
from enum import unique

import msgspec

from companion.rules.editions import LONGEST_NAME, SUN_GROUPS
from companion.rules.model import LAST_EPOCH
from companion.rules.refusal import Fact
from companion.rules.tally import Row, Tally, label
from companion.rules.tiles import DISASTERS, KINDS, Tile
from companion.words import Sentences

HIGHEST_SUN = 16
MOST_SUNS = 4
"""Nobody has more than in the game of two or three (R-SET-5)."""

MOST_BEFORE = 999
"""Points before an epoch; no game comes near it."""

_LONGEST_WORD = 40
_STAYS_WITH_NOBODY = DISASTERS | Tile.RA.mask
_BY_ID: Mapping[str, Tile] = {kind.value: kind for kind in KINDS}

Place = tuple[str | int, ...]
"""The keys and positions that lead to a value of the sheet, the outermost first."""


@unique
class Slip(Sentences):
    """Every reason to refuse a score sheet; the value says it to a player."""

    PLAYER_COUNT = "Ra is played by 2 to 5 players, not by {players}"
    NO_SUCH_EPOCH = "a game has the epochs 1, 2 and 3, not {epoch}"
    NAME_TOO_LONG = "the name of {name} is too long: use at most {most} characters"

    BEFORE_MISSING = "the points of {name} before epoch {epoch} are missing"
    BEFORE_NEGATIVE = "{name} cannot have {points} points before the epoch: nobody has debts"
    BEFORE_TOO_MANY = "{name} cannot have {points} points before the epoch: use at most {most}"

    NO_SUCH_TILE = "{name} has a tile that is not in the box: {tile}"
    STAYS_WITH_NOBODY = "{name} cannot have {tile}: such a tile stays with nobody"
    NEGATIVE = "{name} cannot have {number} of {tile}: count from 0"
    TOO_MANY = "the box has {copies} tiles of {tile}, and the sheet has {number} ({owners})"

    NO_SUCH_SUN = "{name} cannot have sun {sun}: the suns are numbered 1 to {highest}"
    SUN_TWICE = "sun {sun} is on the sheet {times} times ({owners}), but each number exists once"
    TOO_MANY_SUNS = "{name} cannot have {suns} suns: nobody has more than {most}"
    SUNS_MISSING = "the suns of {name} are missing: the third epoch compares them"
    SUNS_UNEQUAL = "all players have the same number of suns, but here: {owners}"


class Mistake(msgspec.Struct, frozen=True):
    """One thing that cannot be, with its facts apart from its words."""

    slip: Slip
    facts: Mapping[str, Fact]
    """What fills the sentence: names, tiles, numbers."""
    place: Place
    """Where it stands in the sheet."""

    def __str__(self) -> str:
        return self.slip.value.format_map(
            {key: getattr(fact, "english", fact) for key, fact in self.facts.items()}
        )


def mistakes(tally: Tally) -> tuple[Mistake, ...]:
    """Return everything about a sheet that cannot be, in the order of the sheet."""
    return (*_about_the_whole(tally), *mistakes_of_players(tally))


def mistakes_of_players(tally: Tally) -> tuple[Mistake, ...]:
    """Return what cannot be about the players of a sheet that may still lack some of them."""
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
        kind = _BY_ID.get(id_)
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
    """Nobody can have what others have already: the box holds only so many of a kind (R-SET-2)."""
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
