"""What cannot lie on a table, said once: for setups, fixes, tallies, score sheets and positions.

Rows are in the order of seats; the place of a problem is where a score sheet would say it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from companion.rules.problems import Fact, Place, Problem, Why
from companion.rules.tiles import DISASTERS, KINDS, Tile

TRACK_SPACES = 8

LAST_EPOCH = 3

HIGHEST_SUN = 16

MOST_POINTS = 999
"""No game comes near."""

KEPT_BY_NOBODY = DISASTERS | Tile.RA.mask


def row_place(seat: int, *more: str | int) -> Place:
    """Return where a score sheet says something about a player."""
    return ("players", seat, *more)


def kept(seat: int, name: str, held: Mapping[Tile, int]) -> Iterator[Problem]:
    """Yield the Ra tiles and disasters of a player: nobody keeps them (R-INV-4)."""
    for tile, number in held.items():
        if number and tile.mask & KEPT_BY_NOBODY:
            facts: dict[str, Fact] = {"name": name, "tile": tile}
            yield Problem(Why.STAYS_WITH_NOBODY, facts, row_place(seat, "tiles", tile.value))


def in_box(names: Sequence[str], rows: Sequence[Mapping[Tile, int]]) -> Iterator[Problem]:
    """Yield the kinds of which players have more than the box (R-SET-2, R-INV-1)."""
    for tile in KINDS:
        owned = {seat: number for seat, row in enumerate(rows) if (number := row.get(tile, 0)) > 0}
        total = sum(owned.values())
        if total > tile.copies:
            owners = ", ".join(f"{names[seat]} {number}" for seat, number in owned.items())
            facts: dict[str, Fact] = {"tile": tile, "copies": tile.copies}
            facts |= {"number": total, "owners": owners}
            place = row_place(max(owned), "tiles", tile.value)
            yield Problem(Why.TOO_MANY_TILES, facts, place)


def exist(seat: int, suns: Iterable[int]) -> Iterator[Problem]:
    """Yield the suns that are in no box."""
    for position, sun in enumerate(suns):
        if not 1 <= sun <= HIGHEST_SUN:
            facts = {"sun": sun, "highest": HIGHEST_SUN}
            yield Problem(Why.NO_SUCH_SUN, facts, row_place(seat, "suns", position))


def once(
    names: Sequence[str],
    rows: Sequence[Iterable[int]],
    in_play: Collection[int] = (),
    players: int | None = None,
) -> Iterator[Problem]:
    """Yield the suns that are not in play, and those that lie in two places (R-INV-2).

    Args:
        names: Whose suns these are.
        rows: Everybody's suns.
        in_play: Those that so many players use; empty if any can be there.
        players: How many play, if there are not as many rows.
    """
    lying: dict[int, list[tuple[int, int]]] = {}
    for seat, row in enumerate(rows):
        for position, sun in enumerate(row):
            lying.setdefault(sun, []).append((seat, position))
    for sun, places in sorted(lying.items()):
        seat, position = places[-1]
        place = row_place(seat, "suns", position)
        if in_play and sun not in in_play:
            facts: dict[str, Fact] = {"sun": sun, "players": players or len(rows)}
            yield Problem(Why.SUN_NOT_IN_PLAY, facts, place)
        elif len(places) > 1 and 1 <= sun <= HIGHEST_SUN:
            owners = ", ".join(names[seat] for seat, _ in places)
            facts = {"sun": sun, "times": len(places), "owners": owners}
            yield Problem(Why.SUN_TWICE, facts, place)


def suns_each(
    names: Sequence[str], rows: Sequence[Collection[int] | None], each: int
) -> Iterator[Problem]:
    """Yield who has not as many suns as all have (R-INV-3)."""
    for seat, (name, suns) in enumerate(zip(names, rows, strict=True)):
        if suns is not None and len(suns) != each:
            facts: dict[str, Fact] = {"name": name, "suns": len(suns), "each": each}
            yield Problem(Why.SUNS_EACH, facts, row_place(seat, "suns"))


def points(seat: int, name: str, number: int) -> Iterator[Problem]:
    """Yield points that nobody has: debts are impossible (R-SCO-2)."""
    if not 0 <= number <= MOST_POINTS:
        facts: dict[str, Fact] = {"name": name, "points": number, "most": MOST_POINTS}
        yield Problem(Why.NO_SUCH_POINTS, facts, row_place(seat, "before"))


def epoch(number: int) -> Iterator[Problem]:
    """Yield an epoch that a game does not have."""
    if not 1 <= number <= LAST_EPOCH:
        yield Problem(Why.NO_SUCH_EPOCH, {"epoch": number}, ("epoch",))


def ra_track(number: int, limit: int) -> Iterator[Problem]:
    """Yield Ra tiles that do not lie on a track of this length (R-EPE-2)."""
    if not 0 <= number <= limit:
        yield Problem(Why.FIX_RA, {"number": number, "limit": limit})


def auction_track(spaces: Sequence[Tile | None] | int) -> Iterator[Problem]:
    """Yield an auction track of another length, or with Ra tiles on it (R-TRN-4).

    Args:
        spaces: Every space, or how many tiles are on it where their kinds are not known.
    """
    if isinstance(spaces, int):
        is_right = 0 <= spaces <= TRACK_SPACES
    else:
        is_right = len(spaces) == TRACK_SPACES and Tile.RA not in spaces
    if not is_right:
        yield Problem(Why.FIX_TRACK, {"slots": TRACK_SPACES})


def number_of_players(number: int, possible: Collection[int]) -> Iterator[Problem]:
    """Yield a number of players for whom there is no game."""
    if number not in possible:
        yield Problem(Why.PLAYER_COUNT, {"players": number}, ("players",))
