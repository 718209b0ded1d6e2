"""What is left out of rows of chips so that they fit, the least needed first."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.messages import Turn
from companion.view.badges import Sign, badge_width
from companion.view.look import TOUCH_PX, Look, Size
from companion.view.offering import Chip
from companion.view.scene import Rect
from companion.view.type import ELLIPSIS


def broken(
    look: Look, rect: Rect, lines: tuple[tuple[Chip, ...], ...]
) -> tuple[tuple[Chip, ...], ...]:
    """Return the chips in as many lines as there is room for, the least needed left out."""
    gap = look.px(4)
    most = (rect.h + gap) // (TOUCH_PX + gap)
    row = Rect(rect.x, rect.y, rect.w, min(rect.h // most, look.px(50)))
    chips = [chip for line in lines for chip in line]
    broken = _lines(look, row, chips)
    for leave_out in _LEAVING_OUT:
        if len(broken) > most:
            chips = [left for chip in chips for left in leave_out(chip)]
            broken = _lines(look, row, chips)
    if len(broken) > most:
        broken = _lines(look, row, [_folded(chip) for chip in chips])
    return broken if len(broken) <= most else lines


def has_room(look: Look, rect: Rect, lines: tuple[tuple[Chip, ...], ...]) -> bool:
    """Whether these rows of chips need not be shortened, whatever else is left out of them."""
    if len(lines) * TOUCH_PX > rect.h:
        return False
    row = Rect(rect.x, rect.y, rect.w, rect.h // len(lines))
    return all(_needed(look, row, _reduced(look, row, line)) <= row.w for line in lines)


def _lines(look: Look, row: Rect, chips: Sequence[Chip]) -> tuple[tuple[Chip, ...], ...]:
    """Return the chips in lines, each as full as it can be."""
    lines: list[tuple[Chip, ...]] = [()]
    for chip in chips:
        if lines[-1] and _needed(look, row, (*lines[-1], chip)) > row.w:
            lines.append(())
        lines[-1] = (*lines[-1], chip)
    return tuple(lines)


def fitted(look: Look, row: Rect, line: Sequence[Chip]) -> list[Chip]:
    """Return the chips with as much left out as must be for all to fit, the least needed first."""
    fitting = _reduced(look, row, line)
    return fitting if _needed(look, row, fitting) <= row.w else _shortened(look, row, fitting)


def _reduced(look: Look, row: Rect, line: Sequence[Chip]) -> list[Chip]:
    """Return the chips with as much left out as must be, or all that can be."""
    fitting = list(line)
    for leave_out in _LEAVING_OUT:
        if _needed(look, row, fitting) <= row.w:
            break
        fitting = [left for chip in fitting for left in leave_out(chip)]
    if _needed(look, row, fitting) <= row.w or row.h < 2 * look.em(Size.LABEL):
        return fitting
    folded = [_folded(chip) for chip in fitting]
    if _needed(look, row, folded) > row.w:
        fitting = [left for chip in fitting for left in _fix_gone(chip)]
        folded = [left for chip in folded for left in _fix_gone(chip)]
    return folded if _needed(look, row, folded) <= row.w else fitting


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


def _needed(look: Look, row: Rect, chips: Sequence[Chip]) -> int:
    """Return how wide a row must be for these chips."""
    gaps = look.either(12, 4) * (len(chips) - 1)
    return gaps + sum(chip_width(look, row.h, chip) for chip in chips)


def _is_of(chip: Chip, control: str, *, is_hold: bool) -> bool:
    return chip.signs[0].control == control and chip.is_hold == is_hold


def _undo_wordless(chip: Chip) -> tuple[Chip, ...]:
    is_plain = len(chip.signs[0].key) <= 1  # its arrow, or one letter; not the name of a key
    return _going_back_wordless(chip) if is_plain else (chip,)


def _going_back_wordless(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, label=""),) if _is_of(chip, "undo", is_hold=False) else (chip,)


def _dial_wordless(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, label=""),) if _is_of(chip, "dial", is_hold=False) else (chip,)


def _menu_gone(chip: Chip) -> tuple[Chip, ...]:
    return () if _is_of(chip, "dial", is_hold=True) else (chip,)


def _history_gone(chip: Chip) -> tuple[Chip, ...]:
    return () if _is_of(chip, "undo", is_hold=True) else (chip,)


def _fix_gone(chip: Chip) -> tuple[Chip, ...]:
    return () if _is_of(chip, "ok", is_hold=True) else (chip,)


def _hold_unsaid(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, says_hold=False),)


def _fewer_tiles(chip: Chip) -> tuple[Chip, ...]:
    return (replace(chip, tiles=chip.tiles[:1]),)


def _turning_gone(chip: Chip) -> tuple[Chip, ...]:
    turns = _is_of(chip, "dial", is_hold=False) and isinstance(chip.messages[0], Turn)
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
)
"""What is left out, step by step; a menu key and the Ra track lead to menu and history anyway,
and arrow keys are pressed without being told so."""


def _shortened(look: Look, row: Rect, chips: list[Chip]) -> list[Chip]:
    """Return the chips with the longest words shortened until all fit."""
    widths = sorted(look.width(chip.label, Size.LABEL) for chip in chips if chip.label)
    room = row.w - _needed(look, row, chips) + sum(widths)
    most = 0
    for place, width in enumerate(widths):
        most = room // (len(widths) - place)
        if width > most:
            break
        room -= width
    return [replace(chip, label=_short(look, chip.label, most)) for chip in chips]


def _short(look: Look, label: str, most: int) -> str:
    """Return as much of a label as has room; nothing instead of a lonely ellipsis."""
    short = look.short(label, most, Size.LABEL) if label else ""
    return "" if short == ELLIPSIS else short


def sign_height(look: Look, row_height: int) -> int:
    """Return how high the signs are in a row of this height, in pixels."""
    return min(round(row_height * 0.8), look.either(46, 38))


NO_SIGN = Sign()


def cell_width(look: Look, high: int, sign: Sign) -> int:
    """Return how much room a sign takes: a finger's width if several stand together."""
    if sign == NO_SIGN:
        return 0
    return max(badge_width(look, high, sign.key), TOUCH_PX)


def chip_width(look: Look, row_height: int, chip: Chip) -> int:
    """Return how wide a chip is in a row of this height, in pixels."""
    high = sign_height(look, row_height)
    gap = look.either(10, 6)
    width = sum(cell_width(look, high, sign) + look.px(4) for sign in chip.signs) - look.px(4)
    if chip.signs == (NO_SIGN,):
        width = look.px(4) - gap
    if chip.has_hold_mark and chip.says_hold:
        width += gap + look.width(hold_word(look), Size.SMALL)
    if chip.tiles:
        width += gap + high + (len(chip.tiles) - 1) * (high * 6 // 10)
    if chip.sun is not None:
        width += gap + high
    if chip.label:
        width += gap + label_width(look, chip)
    return max(TOUCH_PX, width + look.either(16, 8))


def label_width(look: Look, chip: Chip) -> int:
    """Return how wide the words of a chip are, in pixels: of two lines the wider."""
    return max(look.width(line, Size.LABEL) for line in chip.label.split("\n"))


def hold_word(look: Look) -> str:
    """Return the word for a press that lasts."""
    return look.say("hold")
