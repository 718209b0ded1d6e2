"""God tiles: which tile of the auction track is taken, and the end of such a turn."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.commands import OK, Command, Prompt, choice, key, tap, turning
from companion.core.controls import BUTTONS, CHOOSERS, GOD_KEY, named_tiles
from companion.core.effects import Update, do, refused
from companion.core.messages import Play, TakeBack, UseGods
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n import Words, mark
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Card, Cost, card_of, choice_line, disasters
from companion.pages.table import auction, peek, table
from companion.pages.table.situation import Pick, PickGod, Pointed, Situation, can_use_god
from companion.rules.actions import END_GODS, GODS, UseGod
from companion.rules.legal import god_targets, has_god, why_not
from companion.rules.model import Phase
from companion.rules.problems import Problem, Why
from companion.rules.tiles import Tile, count


class Gods(Situation, frozen=True):
    """A God tile is used, the first of a turn or one more."""

    pick: PickGod | None = None

    @property
    def is_first(self) -> bool:
        """Whether none was used yet in this turn, so that something else can be done."""
        return self.model.game.stage is not Phase.GODS

    def _targets(self) -> tuple[UseGod, ...]:
        game = self.model.game
        return god_targets(game.track) if has_god(game.players[game.active]) else ()

    def commands(self) -> Iterator[Command]:
        model, track = self.model, self.model.game.track
        able = [god.slot for god in self._targets()]
        if not auction.has_result(model):
            yield from peek.holds(model)
        for space in able:  # buttons reach only six of them
            yield choice(Play(GODS[space]), tile=track[space])
        for space, control in enumerate(CHOOSERS[: BUTTONS + 1]):
            tile = track[space]
            if tile is not None:
                yield tap("", Play(GODS[space]), control, tile=tile, lit=space in able)
        if not self.is_first:
            yield tap("Done", Play(END_GODS), OK)
        if able:
            yield turning("Choose")
        yield from self.choosing()
        for name, tile in named_tiles(model.preferences.tile_keys).items():
            is_there = tile in track  # equal tiles are worth the same
            missing = do(table.Table.is_not_there, tile)
            yield key(name, Play(GODS[track.index(tile)]) if is_there else missing)
        for space, god in enumerate(GODS, start=1):
            yield key(str(space), Play(god))
        yield key(GOD_KEY, TakeBack() if self.is_first else UseGods())

    def prompt(self) -> Prompt:
        game = self.model.game
        if self.is_first:
            return Prompt("{name}: which tile for the God tile?", seat=game.active)
        if not can_use_god(game):  # the last one was taken back, and the turn with it
            return Prompt("{name}: end the turn", seat=game.active)
        asked = mark("{name}: take another tile with a God tile, or end the turn")
        return Prompt(asked, seat=game.active)

    def ring(self) -> tuple[Pick, ...]:
        return tuple(PickGod(god.slot) for god in self._targets())

    def pointed(self) -> Pointed | None:
        focus = None if self.pick is None else self.pick.focus
        return None if focus is None else Pointed(mark("Take"), Play(GODS[focus]))

    def aloud(self, words: Words) -> Iterator[str]:
        focus = None if self.pick is None else self.pick.focus
        tile = None if focus is None else self.model.game.track[focus]
        if tile is None:
            yield from super().aloud(words)
        else:
            yield narration.tile_name(tile, words)

    def card(self) -> Card:
        """Return what a god brings, and what it costs to use it (R-GOD-1 … R-GOD-6)."""
        game = self.model.game
        gods = count(game.players[game.active].tiles, Tile.GOD)
        return card_of(
            Rule.GOD_BUYS,
            Rule.GOD_AND_DISASTER if disasters(game) else Rule.GOD_LEAVES_GAP,
            Rule.GODS_IN_A_ROW,
            choice_line(Cost.GODS_LEFT, number=gods),
            choice_line(Cost.NO_GOD if self.is_first else Cost.END_GODS),
            tiles=(Tile.GOD, *disasters(game)),
        )


def use_gods(model: Model) -> Update:
    """Ask which tile the god shall take, if one may be used."""
    game = model.game
    at_turn = game.stage is Phase.TURN or game.stage is Phase.GODS
    if at_turn and has_god(game.players[game.active]):
        if god_targets(game.track):
            return table.picking(model, PickGod())
        return refused(model, Notice(Notes.NO_GOD_TARGET))
    refusal = why_not(game, GODS[0]) if not at_turn else Problem(Why.NO_GOD, {"name": game.name})
    return refused(model, refusal)
