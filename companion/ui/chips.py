"""What the controls do, as chips in rows, and what is left out so that they fit."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.commands import GROUP_TILES, PLAYER_CONTROLS, Binding, Bindings, Control
from companion.core.messages import Message, Open, OpenGroup, Play, Route, StepSun, TurnDial
from companion.rules.actions import DRAWS
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui.layout import middle, rows, square
from companion.ui.pieces import (
    KEYCAPS,
    Keycaps,
    Sign,
    badge,
    badge_width,
    hold_mark,
    is_bare_undo,
    is_named,
    key_ground,
    sun,
    tile,
    undo_arrow,
)
from companion.ui.scene import Rect, Target
from companion.ui.style import (
    PLAIN,
    QUIET,
    SMALLER,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    at_scale,
    cached,
    unscaled,
)
from companion.ui.text_metrics import ELLIPSIS


class Chip(msgspec.Struct, frozen=True):
    """One thing that can be done, by one control or by several."""

    signs: tuple[Sign, ...]
    messages: tuple[Message, ...]
    """What each of the controls means; a touch beside the signs means the first."""
    label: str = ""
    """Words in the language of the table."""
    tiles: tuple[Tile, ...] = ()
    sun: Sun | None = None
    is_lit: bool = True
    is_hold: bool = False
    """Whether the control must be held; a key that does the same need not be."""
    says_hold: bool = True
    """Whether it says so in words, beside the mark under its sign."""

    @property
    def has_hold_mark(self) -> bool:
        """Whether a mark tells that it must be held."""
        return self.is_hold and not self.signs[0].key


@cached
def chip_rows(ui: Ui, rect: Rect, lines: tuple[tuple[Chip, ...], ...]) -> Iterator[Piece]:
    """Yield the chips, a row for each line of them."""
    lines = tuple(line for line in lines if line)
    if not lines:
        return
    gap = ui.px(4)
    asked = lines
    if ui.shape is Shape.TALL:
        lines = broken(ui, rect, asked)
    for scale in SMALLER:
        if ui.text_scale > scale and not _has_words(ui, _used(ui, rect, len(lines)), lines):
            ui = at_scale(ui, scale)
            lines = broken(ui, rect, asked) if ui.shape is Shape.TALL else asked
    area = _used(ui, rect, len(lines))
    for row, line in zip(rows(area, len(lines), gap), lines, strict=True):
        yield from _row(ui, row, line)


def _used(ui: Ui, rect: Rect, lines: int) -> Rect:
    """Return the middle of the rectangle: so much of it this number of rows takes."""
    high = min(rect.h // lines, max(TOUCH_PX + 2, ui.px(64, 50)))
    least = TOUCH_PX * lines + ui.px(4) * (lines - 1)
    return middle(rect, rect.w, min(rect.h, max(high * lines, least)))


def _row(ui: Ui, row: Rect, line: Sequence[Chip]) -> Iterator[Piece]:
    fitting = fitted(ui, row, line)
    bare = [not _signs(ui, chip) for chip in fitting]
    widths = [chip_width(ui, row.h, chip) for chip in fitting]
    more = min(ui.px(16, 10), max(0, row.w - sum(widths)) // (2 * max(1, sum(bare))))
    widths = [width + more * each for width, each in zip(widths, bare, strict=True)]
    room = row.w - sum(widths)
    gap = min(ui.px(56, 26), room // max(1, len(fitting) - 1))
    left = row.x + max(0, room - gap * (len(fitting) - 1)) // 2
    for chip, width in zip(fitting, widths, strict=True):
        yield from _drawn(ui, ui.sided(Rect(left, row.y, width, row.h), row), chip)
        left += width + gap


def _drawn(ui: Ui, rect: Rect, chip: Chip) -> Iterator[Piece]:
    if ui.canvas.touch:
        yield key_ground(ui, rect, is_lit=chip.is_lit)
    yield Target(rect, chip.messages[0])
    left = rect.x + ui.px(8, 4)
    if not _signs(ui, chip):
        left += (rect.w - chip_width(ui, rect.h, chip) + ui.px(4)) // 2
    for wide, draw in _parts(ui, rect.h, chip):
        yield from draw(Rect(left, rect.y, wide, rect.h))
        left += wide + ui.px(10, 6)


def chip_width(ui: Ui, row_height: int, chip: Chip) -> int:
    """Return how wide a chip is in a row of this height, in pixels."""
    gap = ui.px(10, 6)
    width = sum(wide + gap for wide, _ in _parts(ui, row_height, chip)) - gap
    if not _signs(ui, chip):
        width += ui.px(4)
    return max(TOUCH_PX, width + ui.px(16, 8))


def _parts(
    ui: Ui, row_height: int, chip: Chip
) -> Iterator[tuple[int, Callable[[Rect], Iterable[Piece]]]]:
    """Yield what stands on a chip, from left to right: how wide it is, and how it is drawn."""
    high = min(round(row_height * 0.8), ui.px(46, 38))
    opacity = 1.0 if chip.is_lit else ui.faint(_UNLIT)
    if signs := _signs(ui, chip):
        cells = sum(_cell_width(ui, high, sign) + ui.px(4) for sign in signs) - ui.px(4)
        yield cells, lambda area: _drawn_signs(ui, area, chip, high, opacity)
        if chip.has_hold_mark and chip.says_hold:
            hold, ink = ui.say("hold"), ui.theme.ink_third
            width = ui.width(hold, Size.SMALL)
            yield width, lambda area: (ui.line(area, hold, Size.SMALL, ink, QUIET),)
    if chip.tiles:
        step = high * 6 // 10
        yield (
            high + (len(chip.tiles) - 1) * step,
            lambda area: (
                tile(square(Rect(area.x + place * step, area.y, high, area.h), high), kind, opacity)
                for place, kind in enumerate(chip.tiles)
            ),
        )
    if (disc := chip.sun) is not None:
        yield high, lambda area: sun(ui, square(area, high), disc, opacity=opacity)
    if chip.label:
        lines = chip.label.split("\n")
        is_low = len(lines) * ui.line_height(Size.LABEL) > row_height
        own = unscaled(ui) if is_low else ui  # letters stay off the border
        widest = max(own.width(line, Size.LABEL) for line in lines)
        yield widest, lambda area: _drawn_words(own, area, lines, opacity)
    elif is_bare_undo(chip.signs[0]):
        yield high, lambda area: (undo_arrow(ui, square(area, high), opacity),)


def _drawn_signs(ui: Ui, area: Rect, chip: Chip, high: int, opacity: float) -> Iterator[Piece]:
    signs, left = _signs(ui, chip), area.x
    for sign, message in zip(chip.signs, chip.messages, strict=True):
        if sign not in signs:
            continue
        cell = Rect(left, area.y, _cell_width(ui, high, sign), area.h)
        spot = middle(cell, badge_width(ui, high, sign.key), high)
        yield from badge(ui, spot, sign, opacity)
        if chip.has_hold_mark:
            yield hold_mark(ui, spot)
        if len(signs) > 1:
            yield Target(cell, message)
        left += cell.w + ui.px(4)


def _cell_width(ui: Ui, high: int, sign: Sign) -> int:
    """Return how much room a sign takes: a finger's width if several stand together."""
    return max(badge_width(ui, high, sign.key), TOUCH_PX)


def _drawn_words(ui: Ui, area: Rect, lines: Sequence[str], opacity: float) -> Iterator[Piece]:
    high = min(area.h, len(lines) * ui.line_height(Size.LABEL)) if lines[1:] else area.h
    for row, line in zip(rows(middle(area, area.w, high), len(lines), 0), lines, strict=True):
        yield ui.line(row, line, Size.LABEL, style=PLAIN.faded(opacity))


_UNLIT = 0.35
"""How much is seen of what is not allowed now."""


def broken(ui: Ui, rect: Rect, lines: tuple[tuple[Chip, ...], ...]) -> tuple[tuple[Chip, ...], ...]:
    """Return the chips in as many lines as there is room for, the least needed left out."""
    gap = ui.px(4)
    most = (rect.h + gap) // (TOUCH_PX + gap)
    row = Rect(rect.x, rect.y, rect.w, min(rect.h // most, ui.px(50)))
    chips = [chip for line in lines for chip in line]
    broken = _lines(ui, row, chips)
    for leave_out in _LEAVING_OUT:
        if len(broken) > most:
            chips = [left for chip in chips for left in leave_out(chip)]
            broken = _lines(ui, row, chips)
    if len(broken) > most:
        broken = _lines(ui, row, [_folded(chip) for chip in chips])
    return broken if len(broken) <= most else lines


def has_room(ui: Ui, rect: Rect, lines: tuple[tuple[Chip, ...], ...]) -> bool:
    """Whether these rows of chips need not be shortened, whatever else is left out of them."""
    if len(lines) * TOUCH_PX > rect.h:
        return False
    row = Rect(rect.x, rect.y, rect.w, rect.h // len(lines))
    return all(_needed(ui, row, _reduced(ui, row, line)) <= row.w for line in lines)


def _has_words(ui: Ui, rect: Rect, lines: tuple[tuple[Chip, ...], ...]) -> bool:
    """Whether these rows have room and, in large print, each chip keeps its words."""
    if not has_room(ui, rect, lines):
        return False
    row = Rect(rect.x, rect.y, rect.w, rect.h // len(lines))
    for line in lines if ui.is_big else ():
        words = {chip.messages: chip.label for chip in _reduced(ui, row, line)}
        if not all(words.get(chip.messages, chip.signs[0].key) for chip in line if chip.label):
            return False  # none is missing but for keys
    return True


def _lines(ui: Ui, row: Rect, chips: Sequence[Chip]) -> tuple[tuple[Chip, ...], ...]:
    """Return the chips in lines, each as full as it can be."""
    lines: list[tuple[Chip, ...]] = [()]
    for chip in chips:
        if lines[-1] and _needed(ui, row, (*lines[-1], chip)) > row.w:
            lines.append(())
        lines[-1] = (*lines[-1], chip)
    return tuple(lines)


def fitted(ui: Ui, row: Rect, line: Sequence[Chip]) -> list[Chip]:
    """Return the chips with as much left out as must be for all to fit, the least needed first."""
    fitting = _reduced(ui, row, line)
    return fitting if _needed(ui, row, fitting) <= row.w else _shortened(ui, row, fitting)


def _reduced(ui: Ui, row: Rect, line: Sequence[Chip]) -> list[Chip]:
    """Return the chips with as much left out as must be, or all that can be."""
    fitting = list(line)
    for leave_out in _LEAVING_OUT:
        if _needed(ui, row, fitting) <= row.w:
            break
        fitting = [left for chip in fitting for left in leave_out(chip)]
    if _needed(ui, row, fitting) <= row.w or row.h < 2 * ui.em(Size.LABEL):
        return fitting
    folded = [_folded(chip) for chip in fitting]
    for gone in (_fix_gone, _paging_gone):
        if _needed(ui, row, folded) > row.w:
            fitting = [left for chip in fitting for left in gone(chip)]
            folded = [left for chip in folded for left in gone(chip)]
    return folded if _needed(ui, row, folded) <= row.w else fitting


def _folded(chip: Chip) -> Chip:
    """Return the chip with its words in two lines."""
    return replace(chip, label=_in_two_lines(chip.label))


def _in_two_lines(label: str) -> str:
    """Return the words in two lines, as near to equal as they can be."""
    spaces = [place for place, character in enumerate(label) if character == " "]
    if not spaces:
        return label
    middle = min(spaces, key=lambda place: abs(2 * place - len(label)))
    return f"{label[:middle]}\n{label[middle + 1 :]}"


def _needed(ui: Ui, row: Rect, chips: Sequence[Chip]) -> int:
    """Return how wide a row must be for these chips."""
    gaps = ui.px(12, 4) * (len(chips) - 1)
    return gaps + sum(chip_width(ui, row.h, chip) for chip in chips)


def _is_of(chip: Chip, control: Control, *, is_hold: bool) -> bool:
    return chip.signs[0].control == control and chip.is_hold == is_hold


def _undo_wordless(chip: Chip) -> tuple[Chip, ...]:
    is_plain = len(chip.signs[0].key) <= 1  # its arrow, or one letter; not the name of a key
    return _going_back_wordless(chip) if is_plain else (chip,)


def _going_back_wordless(chip: Chip) -> tuple[Chip, ...]:
    """Return the chip without its words, which its arrow says; not where it opens something."""
    leads_on = isinstance(chip.messages[0], Open) and chip.messages[0].route is not Route.WELCOME
    is_back = _is_of(chip, Control.UNDO, is_hold=False) and not leads_on
    return (replace(chip, label=""),) if is_back else (chip,)


def _dial_wordless(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, label=""),) if _is_of(chip, Control.DIAL, is_hold=False) else (chip,)


def _hold_gone(control: Control) -> Callable[[Chip], tuple[Chip, ...]]:
    return lambda chip: () if _is_of(chip, control, is_hold=True) else (chip,)


_menu_gone, _history_gone, _fix_gone = map(_hold_gone, (Control.DIAL, Control.UNDO, Control.OK))


def _paging_gone(chip: Chip) -> tuple[Chip, ...]:
    return () if chip.signs[0].key == KEYCAPS["page up"] else (chip,)


def _hold_unsaid(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, says_hold=False),)


def _fewer_tiles(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, tiles=chip.tiles[:1]),)


def _undrawable_gone(chip: Chip) -> tuple[Chip, ...]:
    return () if chip.tiles and not chip.is_lit else (chip,)


def _turning_gone(chip: Chip) -> tuple[Chip, ...]:
    turns = _is_of(chip, Control.DIAL, is_hold=False) and isinstance(chip.messages[0], TurnDial)
    return () if turns else (chip,)


def _arrow_keys_gone(chip: Chip) -> tuple[Chip, ...]:
    return _turning_gone(chip) if chip.signs[0].key else (chip,)


_LEAVING_OUT = (
    _arrow_keys_gone,
    _undo_wordless,
    _menu_gone,
    _history_gone,
    _hold_unsaid,
    _dial_wordless,
    _turning_gone,
    _going_back_wordless,
    _fewer_tiles,
    _undrawable_gone,
)
"""What is left out, step by step; a menu key and the Ra track lead to menu and history anyway,
and arrow keys are pressed without being told so."""


def _shortened(ui: Ui, row: Rect, chips: list[Chip]) -> list[Chip]:
    """Return the chips with the longest words shortened until all fit."""
    widths = sorted(ui.width(chip.label, Size.LABEL) for chip in chips if chip.label)
    room = row.w - _needed(ui, row, chips) + sum(widths)
    most = 0
    for place, width in enumerate(widths):
        most = room // (len(widths) - place)
        if width > most:
            break
        room -= width
    return [replace(chip, label=_short(ui, chip.label, most)) for chip in chips]


def _short(ui: Ui, label: str, most: int) -> str:
    """Return as much of a label as has room; nothing instead of a lonely ellipsis."""
    short = ui.short(label, most, Size.LABEL) if label else ""
    return "" if short == ELLIPSIS else short


def _signs(ui: Ui, chip: Chip) -> tuple[Sign, ...]:
    """Return what is pressed for it, where people need to be told, or nothing else says it.

    Fingers need no button; but where several players' buttons do the same, each says whose it is,
    and a key for suns does where only one of them can bid.
    """
    is_bare = not (chip.label or chip.tiles or chip.sun)
    says_whose = len([sign for sign in chip.signs if sign.control in PLAYER_CONTROLS]) > 1
    says_whose = says_whose or isinstance(chip.messages[0], StepSun)
    if is_bare or says_whose:
        return tuple(sign for sign in chip.signs if sign.key or sign.control is not None)
    return tuple(sign for sign in chip.signs if is_named(ui, sign))


ORDER = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.DIAL, Control.UNDO)

_MOST_TILES = 3
"""This many tiles stand for a group of them."""


def chips(ui: Ui, offered: Bindings, caps: Keycaps) -> tuple[tuple[Chip, ...], tuple[Chip, ...]]:
    """Return what the choosing controls offer, and everything else."""
    taps = _merged(
        _chip(ui, control, offered.taps[control], caps)
        for control in ORDER
        if control in offered.taps and _says_something(offered.taps[control])
    )
    is_keyed = caps and any(offer.message == TurnDial(1) for offer in offered.taps.values())
    if offered.dial and not is_keyed:  # a key that is named does the same
        arrows = caps.get(TurnDial(-1), ""), caps.get(TurnDial(1), "")
        sign = Sign(Control.DIAL, "".join(arrows) if all(arrows) else "")
        taps.append(Chip((sign,), (TurnDial(1),), ui.say(offered.dial)))
    holds = [
        replace(_chip(ui, control, offered.holds[control], caps), is_hold=True)
        for control in ORDER
        if control in offered.holds and _is_news(offered, control)
    ]
    first = tuple(chip for chip in taps if _chooses(chip))
    return first, tuple(chip for chip in (*taps, *holds) if chip not in first)


def _is_news(offered: Bindings, control: Control) -> bool:
    """Whether holding a control is allowed and does something else than tapping it."""
    hold, tap = offered.holds[control], offered.taps.get(control)
    held: object = hold.message
    return hold.is_lit and not hold.is_silent and (tap is None or tap.message != held)


def _chooses(chip: Chip) -> bool:
    return chip.signs[0].control in (*PLAYER_CONTROLS, Control.RA) or bool(chip.tiles)


def _says_something(offer: Binding) -> bool:
    return bool(offer.label) or offer.tile is not None or isinstance(offer.message, OpenGroup)


def _chip(ui: Ui, control: Control, offer: Binding, caps: Keycaps) -> Chip:
    sign = Sign(control, caps.get(offer.message, ""))
    tiles: tuple[Tile, ...] = () if offer.tile is None else (offer.tile,)
    label = ui.say(offer.label) if offer.label else ""
    if isinstance(offer.message, OpenGroup):
        group = GROUP_TILES[offer.message.group]
        tiles, label = group[:_MOST_TILES], ""
        if caps:  # no key opens a group: the letter of each tile draws it
            sign = Sign(control, "".join(caps.get(Play(DRAWS[each]), "") for each in group))
    return Chip((sign,), (offer.message,), label, tiles, offer.sun, offer.is_lit)


def _merged(single: Iterator[Chip]) -> list[Chip]:
    """Return the chips with those that say the same made one."""
    merged: list[Chip] = []
    for chip in single:
        for place, other in enumerate(merged):
            if chip.label and replace(chip, signs=other.signs, messages=other.messages) == other:
                merged[place] = _both(other, chip)
                break
        else:
            merged.append(chip)
    return merged


def _both(one: Chip, other: Chip) -> Chip:
    """Return one chip for two that say the same; a key that does both is shown once."""
    if other.signs[0].key and other.signs[0] in [replace(sign, control=other.signs[0].control)
                                                  for sign in one.signs]:  # fmt: skip
        return one
    return replace(one, signs=(*one.signs, *other.signs), messages=(*one.messages, *other.messages))
