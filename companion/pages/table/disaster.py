"""A disaster asks for tiles: which of them are given up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion import narration
from companion.core.commands import (
    BUTTONS,
    CHOOSERS,
    SUN_KEYS,
    Command,
    Prompt,
    choice,
    key,
    named_tiles,
    tap,
    turning,
)
from companion.core.effects import Update, refused
from companion.core.messages import ChooseLoss, OpenFixPanel, TakeSun
from companion.core.model import Model
from companion.i18n import Words, mark
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Card, Cost, card_of, choice_line
from companion.pages.table import playing, settled, table, tracks
from companion.pages.table.situation import Pick, PickDiscard, Pointed, ShownTable, Situation
from companion.rules.actions import Discard
from companion.rules.events import FixedPart
from companion.rules.legal import remaining_losses, tiles_to_give_up, why_not
from companion.rules.model import Discarding
from companion.rules.problems import Fact, Problem, Why
from companion.rules.scoring.scoring import CIVILISATION_POINTS, DIVERSITY_POINTS, equal_monuments
from companion.rules.tiles import Family, Tile, Tiles, bundle, kinds, tiles
from companion.ui.layout import (
    Bands,
    cut_foot,
    cut_left,
    largest_cells,
    left_part,
    middle,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    is_named,
    signed,
    sky,
    tile,
)
from companion.ui.scene import Box, Disc, Picture, Rect, Target, Weight, loud
from companion.ui.style import CENTRED, SMALLEST_PX, STRONG, TOUCH_PX, Piece, Shape, Size, Ui
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import as_large_as_fits, card_key


class Disaster(Situation, frozen=True):
    """Tiles are given up to a disaster, one after the other."""

    disaster: Discarding
    pick: PickDiscard | None = None

    @property
    def chosen(self) -> tuple[Tile, ...]:
        """The tiles that are chosen already."""
        return () if self.pick is None else self.pick.chosen

    def _left(self) -> tuple[tuple[Tile, int], ...]:
        return remaining_losses(self.model.game, self.disaster, self.chosen)

    def _number(self) -> int:
        owned = sum(number for _, number in self._left()) + len(self.chosen)
        return min(tiles_to_give_up(self.disaster), owned) - len(self.chosen)

    def commands(self) -> Iterator[Command]:
        meant = {kind: ChooseLoss(kind, is_kept=not number) for kind, number in self._left()}
        for kind, chosen in meant.items():  # buttons reach six: OK settled the auction
            yield choice(chosen, tile=kind)
        for control, kind in zip(CHOOSERS[: BUTTONS + 1], meant, strict=False):
            yield tap("", meant[kind], control, tile=kind)
        yield turning("Choose")
        yield from self.choosing()
        for name, kind in named_tiles(self.model.preferences.tile_keys).items():
            yield key(name, meant.get(kind, ChooseLoss(kind)))
        for name, number in SUN_KEYS.items():  # a late bid
            yield key(name, TakeSun(number))

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
        kind, _ = remaining_losses(self.model.game, self.disaster, ())[self.pick.focus]
        return Pointed(mark("Discard"), ChooseLoss(kind))

    def aloud(self, words: Words) -> Iterator[str]:
        """Yield the tile pointed at; else what was chosen last, the question, and what is left."""
        found = self.pointed()
        if found is not None and isinstance(found.message, ChooseLoss):
            yield narration.tile_name(found.message.tile, words)
            return
        yield from (narration.tile_name(kind, words) for kind in self.chosen[-1:])
        yield from super().aloud(words)
        left = (kind for kind, number in self._left() for _ in range(number))
        yield narration.bundle_names(bundle(left), words)

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
            tiles=(self.disaster.tile, *(kind for kind, number in left if number)),
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


class _Rooms(NamedTuple):
    won: Rect | None
    """Who won the lot; None if none was won just now."""
    asked: Rect
    track: Rect
    kept: Rect
    hands: Rect | None
    """What hands do after the lot; None if no lot was won just now."""


def losing(ui: Ui, where: Bands, shown: ShownTable, model: Model, question: str) -> Iterator[Piece]:
    """Yield who loses what, the tiles to choose from, and what is kept."""
    stage = shown.game.stage
    if not isinstance(stage, Discarding):
        return
    rooms = _rooms(ui, where, has_result=_has_result(model))
    above = where.ra_track if rooms.won is None else rooms.won
    yield sky(ui, above.y + above.h)
    if rooms.won is not None:
        yield from settled.winner(ui, rooms.won, shown)
    yield from _asked(ui, rooms.asked, shown, stage, question)
    track = rooms.track
    if model.screen.is_card_shown:  # it lies where players are, and the tiles above it
        track = Rect(track.x, track.y, track.w, min(track.h, where.panels.y - ui.px(4) - track.y))
    yield from _track(ui, track, shown, stage)
    yield from _kept(ui, rooms.kept, shown, stage)
    if rooms.hands is not None:
        yield from settled.for_hands(ui, rooms.hands, shown, model, takes=True)


def _has_result(model: Model) -> bool:
    """Whether the lot shows beside: until the last tile is chosen, so that none of them moves."""
    return settled.last_result(model) is not None


def notice_area(ui: Ui, where: Bands, model: Model) -> Rect:
    """Return where a notice hides neither who loses what nor the tiles: over what is kept.

    Beside the tiles it also takes the foot of what hands do.
    """
    rooms = _rooms(ui, where, has_result=_has_result(model))
    kept, hands = rooms.kept, rooms.hands
    if hands is None or hands.x != kept.x or ui.shape is Shape.TALL:
        return kept
    foot = hands.y + hands.h * 4 // 5
    return Rect(kept.x, foot, kept.w, kept.y + kept.h - foot)


def _rooms(ui: Ui, where: Bands, *, has_result: bool) -> _Rooms:
    gap, wide = ui.px(10, 5), where.auction_track
    low = where.dock.y - gap
    top, high = where.ra_track.y + ui.px(4), ui.px(112, 84)
    if ui.shape is Shape.TALL:
        high = ui.px(116)
    won = None
    if has_result:
        track = where.ra_track
        won = Rect(track.x, track.y, track.w, min(track.h, ui.px(110, 60)))
        top, high = won.y + won.h, ui.px(84, 54)
    asked = Rect(wide.x, top, wide.w, high)
    body = Rect(wide.x, top + high + gap, wide.w, low - top - high - gap)
    kept_px = ui.px(72, 48)
    if not has_result:
        kept, track = cut_foot(body, kept_px, gap)
        return _Rooms(won, asked, track, kept, None)
    if ui.shape is Shape.TALL:
        body, hands = stacked(body, (1, 1), gap)
        kept, track = cut_foot(body, kept_px, gap)
        return _Rooms(won, asked, track, kept, hands)
    body, beside = shares(body, _BESIDE, gap)
    kept, hands = cut_foot(beside, kept_px, gap)
    return _Rooms(won, asked, body, kept, hands)


_BESIDE = (6, 5)
"""How the width is shared by the tiles, and what hands do after the lot."""


def _asked(
    ui: Ui, rect: Rect, shown: ShownTable, stage: Discarding, question: str
) -> Iterator[Piece]:
    side = min(rect.h, ui.px(112, 72))
    yield tile(square(left_part(rect, side), side), stage.tile)
    key = max(SMALLEST_PX, min(rect.h, ui.px(56, 36)))
    corner = Rect(rect.x + rect.w - key, rect.y, key, rect.h)
    yield from card_key(ui, square(corner, key))
    gap = ui.px(6)
    said = Rect(rect.x + side + gap, rect.y, rect.w - side - key - 2 * gap, rect.h)
    button = shown.buttons[shown.game.active]
    yield Box(said, ui.theme.buttons[button], radius=min(said.h, ui.px(112, 84)) // 2)
    sign = min(said.h, ui.px(100, 72)) * 6 // 10
    left = said.x + sign * 6 // 10
    yield emblem(Rect(left, said.y, sign, said.h), button)
    area = Rect(left + sign + gap, said.y, said.x + said.w - left - sign * 3 // 2 - gap, said.h)
    px = round(min(said.h, ui.px(112, 84)) * 0.68)
    yield from map(loud, as_large_as_fits(ui, area, question, px, CENTRED, colour=ON_BUTTON))


def _chosen(shown: ShownTable) -> PickDiscard:
    return shown.pick if isinstance(shown.pick, PickDiscard) else PickDiscard(())


def _track(ui: Ui, rect: Rect, shown: ShownTable, stage: Discarding) -> Iterator[Piece]:
    """Yield every tile that can go; those that do have sunk, with a red frame and a tick."""
    pick = _chosen(shown)
    yield tracks.track_ground(ui, rect, ui.theme.buttons[shown.buttons[shown.game.active]])
    owned = remaining_losses(shown.game, stage, ())
    pointed = None if pick.focus is None else owned[pick.focus][0]
    reached = {offer.message: control for control, offer in shown.offered.taps.items()}
    number, gap = sum(number for _, number in owned), ui.px(14, 7)
    inner = rect.inset(gap, ui.px(6))
    most = min(inner.h, ui.px(230, 150))
    near = middle(inner, min(inner.w, number * (most + 3 * gap)), inner.h)
    cells = largest_cells(near, number, 0)
    side = max(TOUCH_PX, min(cells[0].w - gap, cells[0].h - gap, most))
    spots = (square(cell, side) for cell in cells)
    for kind, number in owned:
        gone = pick.chosen.count(kind)
        for copy in range(number):
            spot = next(spots)
            if copy < gone:
                yield from _sunk(ui, spot, kind)
                if copy == number - 1:  # no other is left: what chose it lets it stay
                    kept = ChooseLoss(kind, is_kept=True)
                    yield from _sign(ui, spot, Sign(reached.get(kept), shown.caps.get(kept, "")))
                continue
            yield tile(spot, kind)
            message = ChooseLoss(kind)
            yield Target(spot, message)
            if copy == gone and kind is pointed:
                yield focus_ring(ui, spot.inset(-ui.px(2)), ui.px(20, 14))
            elif copy == gone:
                sign = Sign(reached.get(message), shown.caps.get(message, ""))
                yield from _sign(ui, spot, sign)


def _sunk(ui: Ui, spot: Rect, kind: Tile) -> Iterator[Piece]:
    theme = ui.theme
    low = Rect(spot.x, spot.y + spot.h // 20, spot.w, spot.h)
    yield tile(low, kind, max(theme.veil, 0.4))
    rim = max(3, ui.px(4))
    yield Box(low, border=theme.ra, border_px=rim, radius=ui.px(20, 14))
    side = max(SMALLEST_PX, spot.w // 3)
    tick = Rect(low.x + low.w - side * 2 // 3, low.y - side // 3, side, side)
    yield Disc(tick, theme.ra)
    yield Picture(tick.inset(side // 6), "ui_check", tint=theme.on_ra)
    yield Target(low, ChooseLoss(kind, is_kept=True))


def _sign(ui: Ui, spot: Rect, sign: Sign) -> Iterator[Piece]:
    if is_named(ui, sign):
        high = ui.px(40, 30)
        low = Rect(spot.x, spot.y + spot.h - high * 3 // 4, spot.w, high)
        yield from badge(ui, middle(low, badge_width(ui, high, sign.key), high), sign)


def worth(kind: Tile, kept: Tiles) -> int:
    """Return what these civilizations or monuments score; monuments do after the last epoch."""
    if kind is Tile.UNREST:
        return CIVILISATION_POINTS[kinds(kept)]
    return DIVERSITY_POINTS[kinds(kept)] + equal_monuments(kept)


def _kept(ui: Ui, rect: Rect, shown: ShownTable, stage: Discarding) -> Iterator[Piece]:
    """Yield what is left if what is chosen goes, and the tile pointed at, and what that scores."""
    theme, pick = ui.theme, _chosen(shown)
    owned = remaining_losses(shown.game, stage, ())
    gone = pick.chosen if pick.focus is None else (*pick.chosen, owned[pick.focus][0])
    kept = bundle(kind for kind, number in owned for _ in range(number - gone.count(kind)))
    seat = shown.game.active
    yield Box(rect, theme.panel, border=theme.line, radius=ui.px(14, 10))
    fix = OpenFixPanel(FixedPart.TILES, seat)
    yield Target(rect, fix)
    inner = rect.inset(ui.px(12, 6))
    words = ui.canvas.words
    said = words.tell("{number} kind", "{number} kinds", kinds(kept))
    points = worth(stage.tile, kept)
    scores = words.tell("{number} point", "{number} points", abs(points))
    scores = scores.replace(str(abs(points)), signed(points) if points < 0 else str(points), 1)
    when = ui.say("if it ended now") if stage.tile is Tile.UNREST else ui.say("at the end")
    sign = min(inner.h, ui.px(44, 28))
    yield emblem(left_part(inner, sign), shown.buttons[seat], theme.buttons[shown.buttons[seat]])
    row = without_left(inner, sign + ui.px(6))
    keeps = [(ui.say("keeps"), Size.LABEL, theme.ink_second)] if gone else []
    large = [(said, Size.TITLE, theme.ink), ("\N{RIGHTWARDS ARROW}", Size.TITLE, theme.ink_second),
             (scores, Size.TITLE, theme.gold), (when, Size.LABEL, theme.ink_second)]  # fmt: skip
    small = [(text, Size.LABEL, colour) for text, _, colour in large]
    gap = ui.px(18, 9)
    widths, used = tuple[int, ...](), 0
    # How many kinds is seen; when it scores is worth more than large letters.
    for texts in ([*keeps, *large], large, small, small[-2:], small[-2:-1]):
        widths = tuple(ui.width(text, size, Weight.EXTRA) for text, size, _ in texts)
        used = sum(widths) + gap * (len(texts) - 1)
        if used <= row.w:
            break
    pictures, side = tiles(kept), min(inner.h, ui.px(56, 34))
    step = side + ui.px(3)
    if used + gap + len(pictures) * step <= row.w:
        for kind in pictures:
            spot, row = cut_left(row, step)
            yield tile(square(spot, side), kind)
        row = without_left(row, gap if pictures else 0)
    cells = shares(left_part(row, used), widths, gap)
    for cell, (text, size, colour) in zip(cells, texts, strict=True):
        yield ui.line(cell, text, size, colour, STRONG)
