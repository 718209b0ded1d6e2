"""In a first game, arrows at the controls of which the explained rule speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.messages import Message, Play, SettleAuction, TakeSun
from companion.core.model import Model
from companion.pages.reference.lessons import Short
from companion.pages.status_bar import told
from companion.pages.table import auction
from companion.rules.actions import DRAWS, INVOKE
from companion.ui.scene import Align, Box, Disc, Item, Picture, Polygon, Rect, Text
from companion.ui.style import Part, Ui

_DRAWN = tuple(Play(draw) for draw in DRAWS.values())

_INVOKED = (Play(INVOKE),)

_SETTLED = (SettleAuction(),)

_MEANT: dict[str, tuple[tuple[Message, ...], ...]] = {
    Short.TELL.value: (_DRAWN,),
    Short.CALL.value: (_INVOKED,),
    Short.HIGHER.value: (_SETTLED,),
    Short.SETTLE.value: (_SETTLED,),
}
"""What is done as a sentence says, in groups of controls that stand together."""


def arrows(ui: Ui, model: Model, page: Part) -> Iterator[Item]:
    """Yield a frame and an arrow at each place to touch that does what the explained rule says."""
    for group in _meant(model):
        places = [target.rect for target in page.targets if target.message in group]
        if places:
            yield from _arrow(ui, _around(places), page.items)


def _meant(model: Model) -> Sequence[Sequence[Message]]:
    lesson, now = told(model), auction.auction_now(model)
    if lesson == Short.IN_TURN.value and now is not None and now.asked:
        return ([TakeSun(sun) for sun, _ in now.every_higher],)
    if lesson == Short.FULL.value and None not in model.game.track:
        return (_INVOKED,)  # while there is room, a tile may be drawn as well
    return _MEANT.get(lesson, ())


def _around(places: Sequence[Rect]) -> Rect:
    left, top = min(each.x for each in places), min(each.y for each in places)
    right = max(each.x + each.w for each in places)
    return Rect(left, top, right - left, max(each.y + each.h for each in places) - top)


_ABOVE = ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))
_LEFT = ((0.0, 0.0), (1.0, 0.5), (0.0, 1.0))
_RIGHT = ((1.0, 0.0), (1.0, 1.0), (0.0, 0.5))
_BELOW = ((0.0, 1.0), (0.5, 0.0), (1.0, 1.0))

_ALONG = tuple(0.5 + way * step / 20 for step in range(10) for way in (-1, 1))
"""Where along a side an arrow may stand, the best first."""


def _arrow(ui: Ui, rect: Rect, items: Sequence[Item]) -> Iterator[Item]:
    """Yield a frame, and an arrow at that side of it where it hides nothing that is read."""
    theme, rim = ui.theme, max(3, ui.px(4))
    wide, high = ui.canvas.size
    yield Box(_outside(rect, rim, wide, high), border=theme.gold, border_px=rim,
              radius=ui.px(12, 9))  # fmt: skip
    sides = ui.px(32, 22), ui.px(22, 16)
    for spot, corners in (each for side in sides for each in _spots(rect, side)):
        is_inside = spot.x >= 0 and spot.x + spot.w <= wide and spot.y + spot.h <= high
        if is_inside and not any(spot.overlaps(_read(ui, each)) for each in items):
            yield Polygon(spot, corners, theme.gold, theme.panel, max(2, ui.px(2)))
            return


def _outside(rect: Rect, rim: int, wide: int, high: int) -> Rect:
    """Return a frame around it that covers nothing of it, as far as the screen reaches."""
    x, y = max(0, rect.x - rim), max(0, rect.y - rim)
    right, foot = min(wide, rect.x + rect.w + rim), min(high, rect.y + rect.h + rim)
    return Rect(x, y, right - x, foot - y)


def _spots(rect: Rect, side: int) -> Iterator[tuple[Rect, tuple[tuple[float, float], ...]]]:
    for part in _ALONG:
        x = rect.x + round(rect.w * part) - side // 2
        yield Rect(x, rect.y - side + side // 4, side, side), _ABOVE
    for part in _ALONG:
        y = rect.y + round(rect.h * part) - side // 2
        yield Rect(rect.x - side + side // 4, y, side, side), _LEFT
        yield Rect(rect.x + rect.w - side // 4, y, side, side), _RIGHT
    for part in _ALONG:
        x = rect.x + round(rect.w * part) - side // 2
        yield Rect(x, rect.y + rect.h - side // 4, side, side), _BELOW


_NOTHING = Rect(0, 0, 0, 0)


def _read(ui: Ui, item: Item) -> Rect:
    """Return what of an item must stay visible: letters, pictures and suns, but no ground."""
    if isinstance(item, Text):
        wide = min(item.rect.w, ui.width_at(item.text, item.px, item.weight))
        left = {Align.LEFT: 0, Align.CENTRE: (item.rect.w - wide) // 2}.get(
            item.align, item.rect.w - wide
        )
        high = min(item.rect.h, item.px)
        return Rect(item.rect.x + left, item.rect.y + (item.rect.h - high) // 2, wide, high)
    return item.rect if isinstance(item, Picture | Disc) else _NOTHING
