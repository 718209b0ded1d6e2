"""A turn: a tile is drawn, a God tile is used, or Ra is invoked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import narration
from companion.core.commands import (
    BUTTONS,
    CHOOSERS,
    DIAL,
    GOD_KEY,
    GROUP_TILES,
    INVOKE_KEY,
    OK,
    PLAYER_CONTROLS,
    RA,
    SUN_KEYS,
    Command,
    Control,
    Prompt,
    TileGroup,
    choice,
    hold,
    key,
    named_tiles,
    player_control,
    tap,
    turning,
)
from companion.core.effects import Update, do, refused
from companion.core.messages import BringBack, Enter, OpenGroup, Play, TakeBack, TakeSun, UseGods
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n import Words, mark
from companion.narration.aloud import asked
from companion.pages.controls import PLAYER_KEYS
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import (
    Card,
    Cost,
    card_of,
    choice_line,
    disasters,
    stake_line,
)
from companion.pages.table import peek, playing, settled, table
from companion.pages.table import seat as table_seat
from companion.pages.table.situation import (
    DialCommand,
    Pick,
    PickCommand,
    PickGod,
    PickTile,
    Pointed,
    Situation,
    can_use_god,
)
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE, Level, UseGod
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, Suns
from companion.rules.legal import can_draw, god_targets, has_god, why_not
from companion.rules.model import Game, Phase
from companion.rules.partial import PartialPhase
from companion.rules.problems import Problem, Why
from companion.rules.tiles import Tile, count

_BUTTONS: tuple[Tile | TileGroup, ...] = (
    Tile.PHARAOH,
    Tile.NILE,
    TileGroup.CIVILISATION,
    TileGroup.MONUMENT,
    TileGroup.OTHER,
)
"""What the players' buttons reach at a turn."""

_GROUP_LABELS = {
    TileGroup.CIVILISATION: mark("Civilization"),
    TileGroup.MONUMENT: mark("Monument"),
    TileGroup.OTHER: mark("Other"),
}

ASKED = {
    (True, False): mark("{name}: draw a tile or invoke Ra"),
    (True, True): mark("{name}: draw a tile, use a God tile or invoke Ra"),
    (False, False): mark("{name}: the auction track is full. Invoke Ra"),
    (False, True): mark("{name}: the auction track is full. Use a God tile or invoke Ra"),
}
"""What is asked, by whether a tile can be drawn and whether a God tile can be used."""

_ASKED_BACK = {
    DialCommand.CALL_RA: mark("{name}: invoke Ra?"),
    DialCommand.USE_GOD: mark("{name}: use a God tile?"),
}
"""What is asked when the dial points at something else than a tile."""


def _can_lay(model: Model, tile: Tile) -> bool:
    """Whether a tile can be drawn, or is laid if it is entered once more."""
    is_left = bool(model.game.bag & tile.mask)
    return can_draw(model.game) and (is_left or playing.is_said(model, tile))


def open_group(model: Model, group: TileGroup) -> Update:
    """Show the kinds of a group of tiles, if one of them can be drawn, or entered once more."""
    game, tiles = model.game, GROUP_TILES[group]
    if game.stage is Phase.TURN and any(_can_lay(model, tile) for tile in tiles):
        return table.picking(model, PickTile(group))
    return refused(model, why_not(game, DRAWS[tiles[0]]))


class Turn(Situation, frozen=True):
    """A player's turn, with a group of tiles open or something pointed at."""

    pick: PickTile | PickCommand | None = None

    @property
    def group(self) -> TileGroup:
        """The kinds of tiles that the buttons reach."""
        return self.pick.group if isinstance(self.pick, PickTile) else TileGroup.ALL

    def commands(self) -> Iterator[Command]:
        model = self.model
        has_result = settled.has_result(model)
        if not has_result:
            yield from peek.holds(model)
        if self.group is TileGroup.ALL:
            yield from self._every_kind()
        else:
            for control, tile in zip(CHOOSERS, GROUP_TILES[self.group], strict=False):
                yield self._drawn(tile, control)
        yield turning("Choose")
        yield from self.choosing()
        for name, tile in named_tiles(model.preferences.tile_keys).items():
            yield key(name, Play(DRAWS[tile]))
        for name, sun in SUN_KEYS.items():  # a late bid
            yield key(name, TakeSun(sun))
        if not has_result:
            yield from by_keys(model)
        yield key(INVOKE_KEY, Play(INVOKE))
        yield key(GOD_KEY, UseGods())

    def _every_kind(self) -> Iterator[Command]:
        model, game = self.model, self.model.game
        for control, reached in zip(PLAYER_CONTROLS, _BUTTONS, strict=True):
            if isinstance(reached, Tile):
                yield self._drawn(reached, control)
            else:
                lit = any(_can_lay(model, tile) for tile in GROUP_TILES[reached])
                yield tap(_GROUP_LABELS[reached], OpenGroup(reached), control, lit=lit)
        if can_draw(game):
            yield self._drawn(Tile.RA, RA)
        else:
            yield tap("Invoke Ra", Play(INVOKE), RA)
        yield tap("Redo", BringBack(), OK, lit=model.can_bring_back)
        yield hold("Invoke Ra", Play(INVOKE), RA)
        if can_use_god(game):
            yield hold("God tile", UseGods(), player_control(model, game.active))

    def _drawn(self, tile: Tile, control: Control) -> Command:
        return tap("", Play(DRAWS[tile]), control, tile=tile, lit=_can_lay(self.model, tile))

    def prompt(self) -> Prompt:
        game = self.model.game
        if isinstance(self.pick, PickCommand):
            return Prompt(_ASKED_BACK[self.pick.command], seat=game.active)
        is_drawn = self.pick is None and table_seat.draws(self.model)
        if is_drawn or self.group is not TileGroup.ALL:
            return Prompt("{name}: which tile was drawn?", seat=game.active)
        return Prompt(ASKED[can_draw(game), can_use_god(game)], seat=game.active)

    def ring(self) -> tuple[Pick, ...]:
        """Return the kinds of tiles of a group; before the last of all what else can be done."""
        game = self.model.game
        tiles = tuple(
            PickTile(self.group, place)
            for place, tile in enumerate(GROUP_TILES[self.group])
            if can_draw(game) and game.bag & tile.mask
        )
        if self.group is not TileGroup.ALL:
            return tiles
        gods = (PickCommand(DialCommand.USE_GOD),) if can_use_god(game) else ()
        return (*tiles[:-1], *gods, PickCommand(DialCommand.CALL_RA), *tiles[-1:])

    def pointed(self) -> Pointed | None:
        match self.pick:
            case PickTile(group, focus) if focus is not None:
                return Pointed(mark("Place"), Play(DRAWS[GROUP_TILES[group][focus]]))
            case PickCommand(DialCommand.USE_GOD):
                return Pointed(mark("God tile"), UseGods())
            case PickCommand():
                return Pointed(mark("Invoke Ra"), Play(INVOKE))
            case _:
                return None

    def aloud(self, words: Words) -> Iterator[str]:
        match self.pick:
            case PickTile(group, focus) if focus is not None:
                yield narration.tile_name(GROUP_TILES[group][focus], words)
            case PickTile(group) if group is not TileGroup.ALL:
                yield asked(self.model.page.prompt(self.model), words)
                left = (tile for tile in GROUP_TILES[group] if self.model.game.bag & tile.mask)
                yield words.list(narration.tile_name(tile, words) for tile in left)
            case _:
                yield from super().aloud(words)

    def card(self) -> Card:
        """Return what drawing, a god and invoking Ra bring (R-TRN-2, R-TRN-4, R-DRW-2)."""
        game = self.model.game
        room, able = can_draw(game), can_use_god(game)
        alone = sum(bool(player.suns) for player in game.players) == 1
        calling = Cost.CALL_ALONE if alone else Cost.CALL
        gods = count(game.players[game.active].tiles, Tile.GOD)
        return card_of(
            Rule.ONE_ACTION if room else Rule.FULL_TRACK,
            *(_drawing(game) if room else ()),
            *((choice_line(Cost.USE_GOD, number=gods - 1),) if able else ()),
            choice_line(calling if room else Cost.CALL_FULL),
            stake_line(game),
            Cost.WHOSE_TURN,
            tiles=(Tile.RA, *((Tile.GOD,) if able else ()), *disasters(game)),
        )


def _drawing(game: Game) -> Iterator[GuideLine]:
    tiles = sum(tile is not None for tile in game.track)
    if game.ra_count + 1 == game.ra_limit:
        yield choice_line(Cost.DRAW_LAST_RA, number=tiles)
    else:
        yield choice_line(Cost.DRAW, ra=game.ra_count, limit=game.ra_limit)
    if tiles + 1 == len(game.track):
        yield choice_line(Cost.DRAW_EIGHTH)


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
        if not settled.has_result(model):
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


def marks(model: Model) -> Mapping[Seat, Enter]:
    """Return for each player whose turn it may be and is not on the screen what says so.

    Nothing while the table waits for anything else: bids and disasters tell whose they are.
    """
    game, partial_game = model.game, model.partial_game
    suns: list[Suns | None] = [each.suns for each in game.players]
    is_turn = game.stage is Phase.TURN
    if partial_game is not None:
        is_light = partial_game.level is Level.LIGHT
        is_turn = is_light and partial_game.stage is PartialPhase.TURN
        suns = [each.suns for each in partial_game.hands]
    active = (partial_game or game).active
    able = (seat for seat in game.setup.seats if suns[seat] != ())  # R-TRN-1
    return {seat: Enter(Fix(active=seat)) for seat in able if seat != active} if is_turn else {}


def by_dial(model: Model) -> Iterator[Command]:
    """Yield what a push of the dial does while it points at nothing: the next player's turn."""
    able = marks(model)
    if able:
        active = (model.partial_game or model.game).active
        later = [seat for seat in able if active is not None and seat > active]
        yield tap("Next player", able[min(later or able)], DIAL)


def by_keys(model: Model) -> Iterator[Command]:
    """Yield what the keys of players do."""
    for seat, message in marks(model).items():
        yield key(PLAYER_KEYS[model.session.buttons[seat]], message)
