"""What cannot be about a table as people say it lies: nothing is ever lost or made (R-INV-1 … 3).

The table is right: a contradiction is told and blocks nothing. ``possible`` says in English what is
wrong with a position in a test; this says it to players, and of what is only half known, too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import unique

import msgspec

from companion.rules.editions import Sun, Suns, suns_in_play
from companion.rules.events import GodUsed, LotWon
from companion.rules.ledger import Ledger, suns_each
from companion.rules.model import Game
from companion.rules.possible import on_the_table
from companion.rules.refusal import Fact
from companion.rules.tiles import KINDS, Tile, Tiles, bundle, count, counts
from companion.rules.timeline import Moment
from companion.words import Sentences


@unique
class Clash(Sentences):
    """Every way in which a table can contradict the box; the value says it to a player."""

    TOO_MANY_TILES = "only {copies} tiles of {tile} exist, not {number}"
    TOO_MANY_RA = "only {limit} Ra tiles fit on the Ra track, not {number}"
    SUN_TWICE = "sun {sun} cannot lie in {places} places"
    SUN_NOWHERE = "sun {sun} lies nowhere"
    SUN_NOT_IN_PLAY = "sun {sun} is not dealt to {players} players"
    SUNS_EACH = "{name} needs {each} suns, not {suns}"
    LOT_TOO_BIG = "{name} got {number} of {tile}, but only {there} lay on the auction track"
    GODS_TWICE = "only {copies} gods exist: {used} were used, and {there} are still there"


class Contradiction(msgspec.Struct, frozen=True):
    """One thing that cannot be, with its facts apart from its words."""

    clash: Clash
    facts: Mapping[str, Fact]

    def __str__(self) -> str:
        return self.clash.value.format_map(
            {key: getattr(fact, "english", fact) for key, fact in self.facts.items()}
        )


def contradictions(
    table: Game | Ledger, moments: Sequence[Moment] = (), start: Game | None = None
) -> tuple[Contradiction, ...]:
    """Return everything that cannot be about a table, and about how it came to be.

    Args:
        table: How things lie.
        moments: What led there, if that is told.
        start: The table before the first of these.
    """
    told = _game_tiles(table) if isinstance(table, Game) else _ledger_tiles(table)
    limit = table.setup.ra_limit
    found = [
        Contradiction(
            Clash.TOO_MANY_TILES, {"tile": tile, "copies": tile.copies, "number": told[tile]}
        )
        for tile in KINDS
        if told[tile] > tile.copies
    ]
    if table.ra_count is not None and table.ra_count > limit:
        facts = {"limit": limit, "number": table.ra_count}
        found.append(Contradiction(Clash.TOO_MANY_RA, facts))
    found += _about_suns(table)
    if start is not None:
        found += _about_lots(start, moments)
    found += _about_gods(table, moments)
    return tuple(found)


def _game_tiles(game: Game) -> Counter[Tile]:
    """Return how many tiles of each kind are seen, or were known to be too many already."""
    seen = on_the_table(game)
    for tile, number in counts(game.surplus).items():
        seen[tile] = max(seen[tile], tile.copies + number)
    return seen


def _ledger_tiles(ledger: Ledger) -> Counter[Tile]:
    """Return how many tiles of each kind are surely out of the bag."""
    told = Counter(counts(ledger.removed))
    for hand in ledger.hands:
        if hand.is_sure:
            told.update(counts(hand.tiles))
    told[Tile.RA] += ledger.ra_count or 0
    return told


def _about_suns(table: Game | Ledger) -> Iterator[Contradiction]:
    names = table.setup.players
    in_play, each = suns_in_play(len(names)), suns_each(table.setup)
    owned = [_suns(table, seat) for seat in range(len(names))]
    lying: Counter[Sun] = Counter(sun for suns in owned for sun in suns or ())
    if table.centre is not None:
        lying[table.centre] += 1
    for sun, places in sorted(lying.items()):
        if sun not in in_play:
            facts: dict[str, Fact] = {"sun": sun, "players": len(names)}
            yield Contradiction(Clash.SUN_NOT_IN_PLAY, facts)
        elif places > 1:
            yield Contradiction(Clash.SUN_TWICE, {"sun": sun, "places": places})
    if None not in owned and table.centre is not None:
        for sun in in_play:
            if sun not in lying:
                yield Contradiction(Clash.SUN_NOWHERE, {"sun": sun})
    for name, suns in zip(names, owned, strict=True):
        if suns is not None and len(suns) != each:
            facts = {"name": name, "suns": len(suns), "each": each}
            yield Contradiction(Clash.SUNS_EACH, facts)


def _suns(table: Game | Ledger, seat: int) -> Suns | None:
    if isinstance(table, Ledger):
        return table.hands[seat].suns
    return table.players[seat].up + table.players[seat].down


def _about_lots(start: Game, moments: Sequence[Moment]) -> Iterator[Contradiction]:
    """Nobody gets more than lay on the track (R-AUC-5)."""
    before = start
    for moment in moments:
        for event in moment.events:
            if isinstance(event, LotWon):
                lay = bundle(tile for tile in before.lane if tile is not None)
                yield from _too_big(start.setup.players[event.seat], event.lot, lay)
        before = moment.game


def _too_big(name: str, lot: Tiles, lay: Tiles) -> Iterator[Contradiction]:
    for tile, number in counts(lot).items():
        if number > count(lay, tile):
            facts: dict[str, Fact] = {"name": name, "tile": tile, "number": number}
            yield Contradiction(Clash.LOT_TOO_BIG, facts | {"there": count(lay, tile)})


def _about_gods(table: Game | Ledger, moments: Sequence[Moment]) -> Iterator[Contradiction]:
    """A god that was used is out of the game (R-GOD-1)."""
    told = _game_tiles(table) if isinstance(table, Game) else _ledger_tiles(table)
    used = sum(isinstance(event, GodUsed) for moment in moments for event in moment.events)
    copies, there = Tile.GOD.copies, told[Tile.GOD]
    if used and there <= copies < used + there:
        facts = {"copies": copies, "used": used, "there": there}
        yield Contradiction(Clash.GODS_TWICE, facts)
