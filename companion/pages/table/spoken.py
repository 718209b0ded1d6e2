"""What is said aloud at the table: what the dial points at, else the question and the choices."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model
from companion.i18n import Words
from companion.narration.aloud import asked, suns
from companion.pages import opponent
from companion.pages.bindings import prompt
from companion.pages.table import auction
from companion.pages.table.choices import Pick, PickGod, PickTile
from companion.rules.model import Auction


def sentences(model: Model, pick: Pick | None, words: Words) -> Iterator[str]:
    """Yield what the dial points at; else the question, with what can be chosen."""
    match pick:
        case None if opponent.is_shown(model):
            yield from opponent.seat.sentences(model, words)
        case None if isinstance(model.game.stage, Auction):
            yield from _auction(model, words)
        case PickTile(group, focus) if focus is not None:
            yield narration.tile_name(GROUP_TILES[group][focus], words)
        case PickTile(group) if group is not TileGroup.ALL:
            yield asked(prompt(model), words)
            left = (tile for tile in GROUP_TILES[group] if model.game.bag & tile.mask)
            yield words.list(narration.tile_name(tile, words) for tile in left)
        case PickGod(focus) if focus is not None:
            tile = model.game.lane[focus]
            yield asked(prompt(model), words) if tile is None else narration.tile_name(tile, words)
        case _:
            yield asked(prompt(model), words)


def _auction(model: Model, words: Words) -> Iterator[str]:
    """Yield who leads, else the question, and the suns that would lead now."""
    now = auction.heard(model)
    lead = None if now is None else now.leader
    if lead is None or lead.sun is None:
        yield asked(prompt(model), words)
    else:
        name = model.game.setup.players[lead.seat]
        yield words.say("{name} leads with {sun}", name=name, sun=lead.sun)
    possible = auction.could_lead(model)
    if possible:
        yield words.say("Possible: {suns}", suns=suns(possible))
