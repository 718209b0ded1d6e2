"""What a thing of the table is: its name, what it scores, who has how many, and what can be done.

A touch on the table only opens this card; what acts is a key with words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from companion import narration
from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, finger, tap
from companion.core.messages import Next, Open, OpenFixPanel, Play, Route
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages.page_view import PlainPage, frame
from companion.pages.reference.guide import Rule
from companion.pages.table import turn
from companion.rules.actions import GODS, INVOKE
from companion.rules.editions import Seat
from companion.rules.events import FixedPart
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Game, Phase
from companion.rules.partial import legal_entries
from companion.rules.tiles import Family, Tile, count, size, tiles
from companion.ui.kit import Kit, Widget
from companion.ui.layout import middle
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON
from companion.ui.scene import Rect
from companion.ui.speech import short_name
from companion.ui.style import PLAIN, Piece, Size, Ui
from companion.ui.widgets import NameTag, Spoken, corner, name_tag, paragraphs, tag_width


class ThingCard(PlainPage, frozen=True):
    """What was touched: the centre, the Ra track, a space of the auction track, or a player."""

    part: FixedPart
    whose: int = 0
    """Which space, or which seat."""

    def commands(self, model: Model) -> Iterator[Command]:
        game, partial_game = model.game, model.partial_game
        is_turn = partial_game is None and game.stage is Phase.TURN
        can_invoke = is_turn if partial_game is None else INVOKE in legal_entries(partial_game)
        if self.part is FixedPart.CENTRE and can_invoke:
            yield finger("Invoke Ra", Play(INVOKE))
        god = GODS[self.whose] if self.part is FixedPart.SPACE else None
        can_take = has_god(game.players[game.active]) and god in god_targets(game.track)
        if god is not None and is_turn and can_take:
            yield finger("God tile", Play(god))
        theirs = turn.marks(model).get(Seat(self.whose))
        if self.part is FixedPart.TILES and theirs is not None:
            yield finger("Their turn", theirs)
        if self.part is FixedPart.RA_TRACK:
            yield finger("History", Open(Route.HISTORY))
        there = OpenFixPanel(self.part, self.whose)
        yield finger("Fix", there if partial_game is None else Open(Route.FIX))
        yield finger("Rules", Open(Route.RULES))
        yield tap("Back", Next(), OK, UNDO, RA, DIAL)

    def prompt(self, model: Model) -> Prompt:
        match self.part:
            case FixedPart.CENTRE:
                return Prompt(mark("The sun in the centre"))
            case FixedPart.RA_TRACK:
                return Prompt(mark("Ra track"))
            case FixedPart.TILES:
                return Prompt(mark("What a player has"))
            case _:
                return Prompt("Space {number}", {"number": self.whose + 1})

    def title(self, ui: Ui, model: Model) -> str:
        kind = self._kind(model.game)
        if self.part is FixedPart.TILES:
            return ""  # the name stands there on its colour
        words = ui.canvas.words
        said = super().title(ui, model) if kind is None else narration.tile_name(kind, words)
        return said[:1].upper() + said[1:]  # what stands within sentences elsewhere

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        yield from super().view(ui, model)
        if self.part is FixedPart.TILES:
            yield from _whose(ui, frame(ui, model).title, model, Seat(self.whose))

    def widget(self, kit: Kit, model: Model) -> Widget:
        game, kind = model.game, self._kind(model.game)
        rules: tuple[Rule, ...] = ()
        picture: Widget | None = None
        lower: Widget | None = None
        match self.part:
            case FixedPart.TILES:
                lower = _owned(kit, model, Seat(self.whose))
            case FixedPart.CENTRE:
                centre = (model.partial_game or game).centre
                picture = None if centre is None else kit.sun(centre, SUN_WON)
                rules = Rule.WINNER_TAKES_SUN, Rule.SUN_TO_CENTRE
            case FixedPart.RA_TRACK:
                rules = Rule.RA_ENDS_EPOCH, Rule.TRACK_IS_LOST, Rule.SUNS_END_EPOCH
                bag = kit.say("Left in the bag: {number}", number=size(game.bag))
                ra = kit.say("{number} of {all}", number=game.ra_count, all=game.ra_limit)
                words = f"{kit.say('Ra')} {ra}", bag
                lower = kit.turned(*(kit.text(each, Size.SCORE) for each in words))
            case _ if kind is None:
                rules = (Rule.DRAWN_TO_TRACK,)
            case _:
                picture, rules = kit.tile(kind), _about(kind)
                lower = _owners(kit, model, kind)
        parts = []
        if rules:
            lines = tuple(Spoken(kit.say(rule.value)) for rule in rules)
            text = Widget(lambda area: (paragraphs(kit.ui, area, lines, Size.SCORE),))
            upper = (text,) if picture is None else (picture.share(0.3), text)
            parts.append(kit.row(*upper, gap=kit.px(24, 10)).share(1.4))
        inner = kit.column(*parts, *((lower,) if lower else ()), gap=kit.px(12, 6))
        return kit.panel(kit.pad(inner, kit.px(24, 8), kit.px(14, 6)))

    def validated(self, model: Model) -> Page | None:
        if model.session.timeline is None:
            return None
        return None if model.partial_game is None and model.game.stage is Phase.OVER else self

    def _kind(self, game: Game) -> Tile | None:
        return game.track[self.whose] if self.part is FixedPart.SPACE else None


def _whose(ui: Ui, area: Rect, model: Model, seat: Seat) -> Iterator[Piece]:
    """Yield a player's name on their colour where the title stands."""
    name = short_name(ui, model.game.setup.players[seat])
    tag, high = NameTag(name, model.session.buttons[seat]), area.h * 7 // 10
    aside, px = area.x + area.w - corner(ui, 0).x, min(ui.em(Size.TITLE), high * 3 // 4)
    wide = min(area.w - 2 * aside, tag_width(ui, tag, px) + high)
    yield from name_tag(ui, middle(area, wide, high), tag, px)


def _owners(kit: Kit, model: Model, kind: Tile) -> Widget | None:
    """Return who has how many of a kind, and how many are left; None where nobody keeps it."""
    if kind.family in (Family.RA, Family.DISASTER):
        return None
    game = model.game
    have = []
    for player, button, held in zip(
        game.setup.players, model.session.buttons, game.players, strict=True
    ):
        line = kit.line(f"{player}  {count(held.tiles, kind)}", Size.SCORE, PLAIN)
        have.append(kit.row(kit.emblem(button).share(0.25), line, gap=kit.px(8, 4)))
    left = kit.note(kit.say("Left in the bag: {number}", number=count(game.bag, kind)))
    return kit.column(kit.grid(have, 2 if kit.is_tall else 3, kit.px(8, 4)), left.share(0.5))


def _owned(kit: Kit, model: Model, seat: Seat) -> Widget:
    """Return somebody's suns and tiles, or what of their suns is known."""
    player, partial_game = model.game.players[seat], model.partial_game
    hand = player if partial_game is None else partial_game.hands[seat]
    discs = [kit.sun(each, SUN_UP) for each in hand.suns or ()]
    discs += [kit.sun(each, SUN_DOWN) for each in hand.spent or ()]
    suns = kit.row(*discs, gap=kit.px(10, 5))
    if partial_game is not None:
        return suns if discs else kit.note("?")
    kinds = sorted(set(tiles(player.tiles)), key=lambda kind: kind.place)
    words = kit.ui.canvas.words
    names = [
        words.say(
            "{number} {tile}",
            number=count(player.tiles, kind),
            tile=words.tell(kind.english, kind.english_many, count(player.tiles, kind)),
        )
        for kind in kinds
    ]
    most = 6 if kit.is_tall else 3  # lines, which leave room for letters larger than usual
    large = (Size.SCORE, Size.COUNT, Size.PROMPT)
    few = (each for each in large if -(-len(names) // _beside(kit, names, each)) <= most)
    letters = next(few, Size.NAME)
    rows = [
        kit.row(kit.tile(kind).share(_PICTURE), kit.line(name, letters, PLAIN), gap=kit.px(10, 4))
        for kind, name in zip(kinds, names, strict=True)
    ]
    none = kit.note(kit.say("No tiles"))
    held = kit.grid(rows, _beside(kit, names, letters), kit.px(8, 3)) if rows else none
    return kit.column(suns.share(0.8), held.share(1.6))


_PICTURE = 0.4
"""How wide the picture of a tile is beside its name."""


def _beside(kit: Kit, names: Sequence[str], letters: Size) -> int:
    """Return how many names stand beside each other, so that all of them are whole."""
    most = 2 if kit.is_tall else 4
    widest = max((kit.ui.width(name, letters) for name in names), default=0)
    room = (kit.ui.canvas.size[0] - 2 * kit.px(48, 20)) / (1 + _PICTURE)
    return next((each for each in range(most, 1, -1) if widest <= room / each - kit.px(18, 8)), 1)


@cache
def _about(kind: Tile) -> tuple[Rule, ...]:
    """Return what a tile scores, or what a disaster costs whoever wins it."""
    strikes = {
        Tile.FUNERAL: Rule.FUNERAL,
        Tile.DROUGHT: Rule.DROUGHT,
        Tile.UNREST: Rule.UNREST,
        Tile.EARTHQUAKE: Rule.EARTHQUAKE,
    }
    if kind in strikes:
        return strikes[kind], Rule.NEW_TILES_TOO
    return {
        Family.RA: (Rule.RA_ENDS_EPOCH,),
        Family.GOD: (Rule.GOD_BUYS, Rule.GODS_AND_GOLD, Rule.GOD_IS_SPENT),
        Family.PHARAOH: (Rule.PHARAOHS, Rule.KEPT),
        Family.RIVER: (Rule.RIVER, Rule.KEPT),
        Family.GOLD: (Rule.GODS_AND_GOLD,),
        Family.CIVILISATION: (Rule.CIVILISATIONS,),
        Family.MONUMENT: (
            Rule.DIFFERENT_MONUMENTS,
            Rule.EQUAL_MONUMENTS,
            Rule.MONUMENTS_COUNT_TWICE,
        ),
    }[kind.family]
