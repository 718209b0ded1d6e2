"""What was entered last, as keys: a touch corrects the one that was wrong."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.model import Model
from companion.pages.table import looking_back
from companion.rules.actions import Draw, EndGods, Pass, Unsold
from companion.rules.records.timeline import Step
from companion.ui.layout import columns, cut_left, cut_right, square
from companion.ui.pieces import key_ground, shining
from companion.ui.scene import Picture, Rect, Target
from companion.ui.style import Piece, Size, Ui

_SHOWN = 3


def last_entries(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield a key for each of the last entries that can be corrected, the latest at the right."""
    timeline = model.session.timeline
    number = 0 if timeline is None else len(timeline.steps)
    places = range(max(1, number - _SHOWN + 1), number + 1)
    spots = columns(rect, _SHOWN, ui.px(4))
    for at, spot in zip(reversed(places), reversed(spots), strict=False):
        found, fix = looking_back.step(model, at), looking_back.correcting_at(model, at)
        if found is not None and fix is not None:
            yield key_ground(ui, spot)
            yield from _entry(ui, spot.inset(ui.px(8), ui.px(4)), model, found)
            yield Target(spot, fix)


def _entry(ui: Ui, rect: Rect, model: Model, found: Step) -> Iterator[Piece]:
    """Yield who did it, a picture or a few words of it, a tile's name if it fits, and a pencil."""
    gap, side = ui.px(6), rect.h
    seat = getattr(found.events[0], "seat", None) if found.events else None
    if seat is not None:
        spot, rect = cut_left(rect, side * 2 // 3, gap)
        yield from shining(ui, spot, model.session.buttons[seat])
    pencil, rest = cut_right(rect, side // 2, gap)
    yield Picture(square(pencil, side // 2), "ui_pencil", tint=ui.theme.ink_third)
    action, said = found.action, ""
    if isinstance(action, Draw | _WITHOUT_PICTURE):
        said = narration.action_text(action, ui.canvas.words)
    if not isinstance(action, _WITHOUT_PICTURE):
        spot, rest = cut_left(rest, side, gap)
        yield from looking_back.entry_sign(ui, square(spot, side), found, 1.0)
        said = said if ui.width(said, Size.SMALL) <= rest.w else ""
    if said:
        yield ui.line(rest, said, Size.SMALL, ui.theme.ink_second)


_WITHOUT_PICTURE = Pass | Unsold | EndGods
