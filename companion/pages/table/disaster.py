"""A disaster asks for tiles: which of them are given up."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import Command, Prompt, key, tap, turning
from companion.core.controls import CHOOSERS, SUN_KEYS, named_tiles
from companion.core.effects import Update, refused
from companion.core.messages import ChooseLoss, TakeSun
from companion.core.model import Model
from companion.i18n import mark
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Card, Cost, card_of, choice_line
from companion.pages.table import playing, table
from companion.pages.table.situation import Pick, PickDiscard, Pointed, Situation
from companion.rules.actions import Discard
from companion.rules.legal import remaining_losses, tiles_to_give_up, why_not
from companion.rules.model import Discarding
from companion.rules.problems import Fact, Problem, Why
from companion.rules.tiles import Family, Tile


class Disaster(Situation, frozen=True):
    """Tiles are given up to a disaster, one after the other."""

    disaster: Discarding
    pick: PickDiscard | None = None

    @property
    def chosen(self) -> tuple[Tile, ...]:
        """The tiles that are chosen already."""
        return () if self.pick is None else self.pick.chosen

    def _left(self) -> tuple[tuple[Tile, int], ...]:
        """Return the kinds that can be given up, and how many of each are left."""
        return remaining_losses(self.model.game, self.disaster, self.chosen)

    def _number(self) -> int:
        """Return how many more tiles must go."""
        owned = sum(number for _, number in self._left()) + len(self.chosen)
        return min(tiles_to_give_up(self.disaster), owned) - len(self.chosen)

    def commands(self) -> Iterator[Command]:
        for control, (tile, number) in zip(CHOOSERS, self._left(), strict=False):
            yield tap("", ChooseLoss(tile), control, tile=tile, lit=number > 0)
        yield turning("Choose")
        yield from self.choosing()
        for name, tile in named_tiles(self.model.preferences.tile_keys).items():
            yield key(name, ChooseLoss(tile))
        for name, sun in SUN_KEYS.items():  # a late bid
            yield key(name, TakeSun(sun))

    def prompt(self) -> Prompt:
        more = mark("{name}: {disaster}! Discard {number} more")
        asked = more if self.chosen else mark("{name}: {disaster}! Discard {number}")
        facts: dict[str, Fact] = {"disaster": self.disaster.tile, "number": self._number()}
        return Prompt(asked, facts, self.model.game.active)

    def ring(self) -> tuple[Pick, ...]:
        left = enumerate(self._left())
        return tuple(PickDiscard(self.chosen, place) for place, (_, number) in left if number)

    def pointed(self) -> Pointed | None:
        if self.pick is None or self.pick.focus is None:
            return None
        tile, _ = remaining_losses(self.model.game, self.disaster, ())[self.pick.focus]
        return Pointed(mark("Discard"), ChooseLoss(tile))

    def card(self) -> Card:
        """Return what must go and what it was worth (R-DIS-1)."""
        left = self._left()
        unrest = self.disaster.family is Family.CIVILISATION
        monuments = Rule.DIFFERENT_MONUMENTS, Rule.EQUAL_MONUMENTS
        return card_of(
            Rule.UNREST if unrest else Rule.EARTHQUAKE,
            Rule.LOST_LEAVE,
            choice_line(Cost.GIVE_UP, number=self._number()),
            choice_line(Cost.KINDS_LEFT, number=sum(number > 0 for _, number in left)),
            *((Rule.CIVILISATIONS,) if unrest else monuments),
            tiles=(self.disaster.tile, *(tile for tile, number in left if number)),
        )


def choose_loss(model: Model, tile: Tile) -> Update:
    """Give up one more tile to the disaster; the last one makes it so."""
    game = model.game
    if not isinstance(game.stage, Discarding):
        return refused(model, why_not(game, Discard((tile,))))
    pick = table.half_made(model)
    chosen = pick.chosen if isinstance(pick, PickDiscard) else ()
    left = dict(remaining_losses(game, game.stage, chosen))
    if not left.get(tile):
        refusal = Problem(
            Why.DISCARD_NOT_OWNED, {"name": game.name, "disaster": game.stage.tile, "tile": tile}
        )
        return refused(model, refusal)
    chosen = (*chosen, tile)
    if len(chosen) == tiles_to_give_up(game.stage):
        return playing.play(model, Discard(tuple(sorted(chosen, key=lambda each: each.place))))
    return table.picking(model, PickDiscard(chosen))


def keep(model: Model, tile: Tile) -> Update:
    """Let a tile stay that was chosen for the disaster."""
    pick = table.half_made(model)
    chosen = list(pick.chosen) if isinstance(pick, PickDiscard) else []
    if tile not in chosen:
        return model, ()
    chosen.remove(tile)
    return table.picking(model, PickDiscard(tuple(chosen)) if chosen else None)
