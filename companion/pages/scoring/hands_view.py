"""What hands do between two epochs: what goes to the box, suns, Ra tiles, tokens, who begins."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.model import Model
from companion.core.session import Secrecy
from companion.pages.points import heads, last_epoch
from companion.pages.scoring import epoch
from companion.rules.editions import RaDisplay, ra_display
from companion.rules.events import Cause, EpochEnded
from companion.rules.scoring.tokens import VALUES, Exchange
from companion.rules.tiles import DISASTERS, KEPT, KINDS, Tile
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    left_part,
    rows,
    shares,
    square,
    stacked,
)
from companion.ui.pieces import (
    SUN_DOWN,
    boat,
    emblem,
    paragraph,
    signed,
    sun,
    tile,
)
from companion.ui.scene import Align, Box, Item, Rect, Weight
from companion.ui.score_table import ColumnHead
from companion.ui.speech import short_name
from companion.ui.style import (
    CENTRED,
    NUMBER,
    PLAIN,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
)
from companion.ui.theme import ON_BUTTON, SUN_NUMBER

DISCARDED = tuple(kind for kind in KINDS if not (KEPT | DISASTERS | Tile.RA.mask) & kind.mask)
"""What everybody puts back into the box after an epoch (R-EPE-3)."""


def hands_now(ui: Ui, area: Rect, model: Model) -> Iterator[Piece]:
    """Yield what everybody does; below it everybody's points and tokens, and who begins."""
    gap = ui.px(14, 6)
    last, above = cut_foot(area, ui.share(14), gap)
    upper, lower = stacked(above, (1.25, 1) if ui.shape is Shape.TALL else (1, 1), gap)
    yield from _together(ui, upper, model, gap)
    yield from _everybody(ui, lower, model, gap)
    yield from _starter(ui, last, model)


def _together(ui: Ui, rect: Rect, model: Model, gap: int) -> Iterator[Piece]:
    """Yield the three pictures of what everybody does."""
    if ui.shape is Shape.TALL:
        first, rest = stacked(rect, (1, 1), gap)
        places = (first, *columns(rest, 2, gap))
    else:
        places = shares(rect, (1.8, 1, 1), gap)
    is_boat = ra_display(model.game.setup.edition) is RaDisplay.BOAT
    captions = (
        ui.say("Discard these and the auction track, keep the rest")
        if _loses_track(model)
        else ui.say("Discard these, keep the rest"),
        ui.say("Turn all suns face up"),
        ui.say("Boat back to the start") if is_boat else ui.say("Take the Ra tiles off"),
    )
    for place, (card, caption) in enumerate(zip(places, captions, strict=True)):
        yield Box(card, ui.theme.panel, border=ui.theme.line, border_px=max(1, ui.px(2)),
                  radius=ui.px(16, 10))  # fmt: skip
        inner = card.inset(ui.px(12, 6))
        is_short = ui.is_full and ui.width(caption, Size.LABEL) <= inner.w
        high = ui.line_height(Size.LABEL) * (1 if place == 0 and is_short else 2)
        words, area = cut_foot(inner, high)
        if place == 0:
            yield from _discarded(ui, area)
        elif place == 1:
            yield from _turned(ui, area, model)
        elif is_boat:
            side = min(area.h, area.w // 2)
            yield from boat(ui, square(area, side))
        else:
            yield from _ra_tiles(area)
        yield from _caption(ui, words, caption)


def _loses_track(model: Model) -> bool:
    """Whether tiles of the auction track are lost with the epoch (R-EPE-2)."""
    timeline = model.session.timeline
    ended = None if timeline is None else last_epoch(timeline)
    if ended is None or not isinstance(ended.event, EpochEnded):
        return False
    return ended.event.cause is Cause.RA_TRACK


def _caption(ui: Ui, area: Rect, text: str) -> Iterator[Item]:
    """Yield what a picture says, in letters as large as they fit in one line or two."""
    measures, language = ui.canvas.type, ui.canvas.words.language
    px = SMALLEST_PX
    lines: tuple[str, ...] = (text,)
    for px in range(ui.share(20), SMALLEST_PX - 1, -1):
        lines = measures.wrap(text, area.w, px, Weight.BOLD, language)
        if len(lines) * px * 1.1 <= area.h or px == SMALLEST_PX:
            break
    lines = measures.even(text, area.w, px, Weight.BOLD, language)
    for row, line in zip(rows(area, len(lines), 0), lines, strict=True):
        yield ui.text(row, line, px, ui.theme.ink, CENTRED)


def _discarded(ui: Ui, area: Rect) -> Iterator[Item]:
    """Yield the kinds that go to the box, in two rows."""
    half = (len(DISCARDED) + 1) // 2
    gap = ui.px(10, 5)
    side = min((area.h - gap) // 2, (area.w - gap * (half - 1)) // half)
    for row, kinds in zip(rows(area, 2, gap), (DISCARDED[:half], DISCARDED[half:]), strict=True):
        wide = len(kinds) * side + (len(kinds) - 1) * gap
        left = row.x + (row.w - wide) // 2
        for kind in kinds:
            yield tile(Rect(left, row.y + (row.h - side) // 2, side, side), kind)
            left += side + gap


def _turned(ui: Ui, area: Rect, model: Model) -> Iterator[Item]:
    """Yield a sun face down, and the same face up."""
    number = max((max(player.suns) for player in model.game.players if player.suns), default=None)
    if number is None:
        return
    left, between, right = shares(area, (1, 0.5, 1), ui.px(4))
    side = min(area.h, left.w)
    yield from sun(ui, square(left, side * 4 // 5), number, SUN_DOWN)
    yield ui.text(between, "\N{RIGHTWARDS ARROW}", ui.share(12), ui.theme.gold, NUMBER)
    yield from sun(ui, square(right, side), number)


def _ra_tiles(area: Rect) -> Iterator[Item]:
    side = min(area.h, area.w // 2)
    first = square(area, side)
    for step in (-1, 0, 1):
        yield tile(first._replace(x=first.x + step * (side // 2)), Tile.RA)


def _everybody(ui: Ui, rect: Rect, model: Model, gap: int) -> Iterator[Piece]:
    """Yield everybody's points of the epoch, and the tokens they take and give back."""
    timeline = model.session.timeline
    ended = None if timeline is None else last_epoch(timeline)
    is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
    done = epoch.last_exchange(model)
    if done is not None and done.is_short:
        words, rect = cut_foot(rect, ui.line_height(Size.LABEL))
        yield ui.line(words, ui.say("Make change from the box"), Size.LABEL, style=CENTRED)
    cards = columns(rect, len(model.game.players), gap)
    for seat, (head, card) in enumerate(zip(heads(model), cards, strict=True)):
        score = None if ended is None or is_sealed else ended.scores[seat]
        colour = ui.theme.buttons[head.button]
        yield Box(card, ui.theme.panel, border=colour, border_px=ui.px(4, 2),
                  radius=ui.px(16, 10))  # fmt: skip
        top, below = _parts(ui, card)
        yield Box(top, colour, radius=ui.px(14, 9))
        yield from _named(ui, top, head, None if score is None else signed(score.net))
        if done is not None:
            yield from _tokens(ui, below.inset(ui.px(10, 4)), done, seat)


def _parts(ui: Ui, card: Rect) -> tuple[Rect, Rect]:
    is_narrow = card.w < ui.share(3)
    high = min(card.h // 2, ui.share(10.6) * (2 if is_narrow else 1))
    return cut_top(card, high)


_WIDEST = "+00"
"""As wide as the points of an epoch usually are: beside each other everybody has an emblem."""


def _named(ui: Ui, rect: Rect, head: ColumnHead, gained: str | None) -> Iterator[Piece]:
    """Yield a name with the points of the epoch: beside each other, or one below the other.

    The emblem gives way to the name: the colour says whose they are, too.
    """
    pad = ui.px(12, 5)
    said = "?" if gained is None else gained
    px, measures = ui.share(13.6), ui.canvas.type
    has_emblem = True
    if rect.w < ui.share(3):
        name, number = stacked(rect.inset(2), (1, 1), 0)
        side = min(number.h * 8 // 10, number.w // 4)
        spot, area, points = Rect(number.x + pad, number.y, side, number.h), name, number
    else:
        most = shares(rect, (2, 1.1), 0)[1].w
        wide = min(most, round(measures.width(said, px, Weight.EXTRA)) + 2 * pad)
        points, name = cut_right(rect, wide)
        side, inner = min(name.h // 2, name.w // 5), name.inset(pad, 0)
        spot, area = cut_left(inner, side, pad)
        has_emblem = measures.width(head.name, SMALLEST_PX, PLAIN.weight) <= area.w
        area = area if has_emblem else inner
    is_below = area is name
    if is_below:
        has_emblem = measures.width(_WIDEST, px, Weight.EXTRA) + spot.w + 2 * pad <= points.w
    if has_emblem:
        yield emblem(spot, head.button)
    yield ui.text(area, head.name, ui.share(16), ON_BUTTON, CENTRED if is_below else PLAIN)
    points = left_part(points, points.w - pad)
    is_right = has_emblem or not is_below
    style = TextStyle(Weight.EXTRA, Align.RIGHT if is_right else Align.CENTRE)
    yield ui.text(points, said, px, ON_BUTTON, style)


def _tokens(ui: Ui, area: Rect, done: Exchange, seat: int) -> Iterator[Piece]:
    """Yield the tokens that are given back, then those that are taken."""
    moves = [(number, value) for value, number in zip(VALUES, done.moves[seat], strict=True)]
    given = [(-number, value) for number, value in reversed(moves) if number < 0]
    taken = [(number, value) for number, value in reversed(moves) if number > 0]
    is_narrow = area.w < ui.share(3)
    given, taken = _laid_out(given, is_narrow=is_narrow), _laid_out(taken, is_narrow=is_narrow)
    line = ui.line_height(Size.SMALL)
    groups = [
        (tokens, sign, word, colour)
        for tokens, sign, word, colour in (
            (given, "\N{MINUS SIGN}", ui.say("gives"), ui.theme.bad),
            (taken, "+", ui.say("takes"), ui.theme.good),
        )
        if tokens
    ]
    if not groups:
        said, quiet = ui.say("no tokens"), ui.theme.ink_second
        yield from paragraph(ui, area, said, Size.LABEL, CENTRED, colour=quiet)
        return
    widths = tuple(float(len(tokens)) for tokens, *_ in groups)
    is_stacked = is_narrow and area.h // len(groups) >= 2 * line
    parts = stacked(area, (1,) * len(groups), 2) if is_stacked else shares(area, widths, ui.px(6))
    for part, (tokens, sign, word, colour) in zip(parts, groups, strict=True):
        words, picture = cut_foot(part, line)
        for (number, value), spot in zip(tokens, _spots(ui, picture, len(tokens)), strict=True):
            yield from _stele(ui, spot, number, value)
        caption = f"{sign} {word}"
        if ui.canvas.type.width(caption, SMALLEST_PX, Weight.BOLD) > part.w:
            caption = sign
        yield ui.line(words, caption, Size.LABEL, colour, CENTRED)


def _spots(ui: Ui, area: Rect, number: int) -> Iterator[Rect]:
    """Yield where this many tokens lie: beside each other, or below each other in a narrow room."""
    gap = ui.px(6)
    is_row = area.w >= area.h or number == 1
    across, down = (number, 1) if is_row else (1, number)
    wide = min((area.w - gap * (across - 1)) // across, ui.share(6))
    high = min((area.h - gap * (down - 1)) // down, round(wide * 1.15), ui.share(7))
    left = area.x + (area.w - wide * across - gap * (across - 1)) // 2
    top = area.y + (area.h - high * down - gap * (down - 1)) // 2
    for place in range(number):
        step = place * (gap + (wide if is_row else high))
        yield Rect(left + step, top, wide, high) if is_row else Rect(left, top + step, wide, high)


_MOST_LAID_OUT = 3


def _laid_out(tokens: list[tuple[int, int]], *, is_narrow: bool) -> list[tuple[int, int]]:
    """Return each token by itself, where there is room for that."""
    if is_narrow or sum(number for number, _ in tokens) > _MOST_LAID_OUT:
        return tokens
    return [(1, value) for number, value in tokens for _ in range(number)]


def _stele(ui: Ui, rect: Rect, number: int, value: int) -> Iterator[Item]:
    """Yield a token with its value, or this many of them."""
    yield Box(rect, (232, 198, 150), border=SUN_NUMBER, border_px=max(1, ui.px(2)),
              radius=min(rect.w, rect.h) // 4)  # fmt: skip
    said = str(value) if number == 1 else f"{number}\N{MULTIPLICATION SIGN}{value}"
    px = min(ui.share(13.5), rect.h)
    yield ui.text(rect.inset(2), said, px, SUN_NUMBER, NUMBER)


def _starter(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield who begins the next epoch and by which sun, where that is known (R-EPE-5)."""
    timeline, game = model.session.timeline, model.game
    if timeline is None or timeline.partial_game is not None or not game.players[game.active].suns:
        return
    name = short_name(ui, game.setup.players[game.active])
    words = ui.say("{name} starts, with sun", name=name)
    number = max(game.players[game.active].suns)
    px = ui.share(20)
    gap = ui.px(14, 8)
    wide = round(ui.canvas.type.width(words, px, Weight.BOLD)) + 1
    wide = min(wide, rect.w - 2 * rect.h - 2 * gap)
    left = rect.x + (rect.w - wide - 2 * rect.h - 2 * gap) // 2
    colour = ui.theme.buttons[model.session.buttons[game.active]]
    spot = square(Rect(left, rect.y, rect.h, rect.h), rect.h * 2 // 3)
    yield emblem(spot, model.session.buttons[game.active], colour)
    yield ui.text(Rect(left + rect.h + gap, rect.y, wide, rect.h), words, px, ui.theme.ink)
    disc = Rect(left + rect.h + 2 * gap + wide, rect.y, rect.h, rect.h)
    yield from sun(ui, disc, number)
