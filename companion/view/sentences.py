"""Sentences one below the other, set as large as their room allows."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.guide import Line
from companion.view.look import SMALLEST_PX, Look, Piece, Size, Style, kept
from companion.view.scene import Disc, Rect, Weight
from companion.view.speech import said


class Spoken(NamedTuple):
    """One sentence in the language of the table."""

    text: str
    is_choice: bool = False
    """Whether it says what a choice will cost: then it stands out."""


class _Spacing(NamedTuple):
    """How far things stand from each other, in ems."""

    line: float
    sentence: float


_USUAL = _Spacing(1.22, 0.3)
_TIGHT = _Spacing(1.12, 0.08)
"""Where that lets larger letters fit."""

_MARK = 0.9
"""How much room the mark before a sentence takes, in ems."""


def spoken(look: Look, lines: tuple[Line, ...]) -> tuple[Spoken, ...]:
    """Return sentences in the language of the table."""
    return tuple(Spoken(said(look, line.sentence, line.facts), line.is_choice) for line in lines)


def fits(look: Look, rect: Rect, sentences: tuple[Spoken, ...], size: Size) -> bool:
    """Whether the sentences fit the rectangle at this size."""
    px = look.em(size)
    return _height(_broken(look, rect, sentences, px), px, _TIGHT) <= rect.h


@kept
def paragraphs(
    look: Look, rect: Rect, sentences: tuple[Spoken, ...], largest: Size
) -> Iterator[Piece]:
    """Yield the sentences, at this size or as large as they fit, in the middle of the height."""
    px, spacing = _fitting(look, rect, sentences, look.em(largest))
    broken = _broken(look, rect, sentences, px)
    high = round(px * spacing.line)
    left = rect.x + round(px * _MARK)
    top = rect.y + max(0, rect.h - _height(broken, px, spacing)) // 2
    for sentence, lines in zip(sentences, broken, strict=True):
        colour = look.theme.gold if sentence.is_choice else look.theme.ink_third
        ink = look.theme.ink if sentence.is_choice else look.theme.ink_second
        side = max(6, px * 3 // 10)
        yield Disc(Rect(rect.x, top + (high - side) // 2, side, side), colour)
        for line in lines:
            row = Rect(left, top, rect.x + rect.w - left, high)
            yield look.text(row, line, px, ink, Style(_weight(sentence)))
            top += high
        top += round(px * spacing.sentence)


def _weight(sentence: Spoken) -> Weight:
    return Weight.BOLD if sentence.is_choice else Weight.MEDIUM


def _fitting(
    look: Look, rect: Rect, sentences: tuple[Spoken, ...], largest: int
) -> tuple[int, _Spacing]:
    """Return the height of the em and the spacing: large, but with no lonely end of a sentence."""
    fitting = [
        (px, spacing, broken)
        for px in range(max(largest, SMALLEST_PX), SMALLEST_PX - 1, -1)
        for broken in (_broken(look, rect, sentences, px),)
        for spacing in (_USUAL, _TIGHT)
        if _height(broken, px, spacing) <= rect.h
    ]
    for px, spacing, broken in fitting:
        if px * _GIVE >= fitting[0][0] and not any(map(_has_lonely_end, broken)):
            return px, spacing
    return fitting[0][:2] if fitting else (SMALLEST_PX, _TIGHT)


def _has_lonely_end(lines: tuple[str, ...]) -> bool:
    return len(lines) > 1 and len(lines[-1]) < _LONELY


_LONELY = 4
"""Fewer characters than these look lost on a line of their own."""
_GIVE = 1.2
"""How much smaller letters may be for that."""


def _broken(
    look: Look, rect: Rect, sentences: tuple[Spoken, ...], px: int
) -> tuple[tuple[str, ...], ...]:
    """Return the lines of every sentence."""
    room, language = rect.w - round(px * _MARK), look.canvas.words.language
    return tuple(
        look.canvas.type.wrap(sentence.text, room, px, _weight(sentence), language)
        for sentence in sentences
    )


def _height(broken: tuple[tuple[str, ...], ...], px: int, spacing: _Spacing) -> int:
    lines = sum(map(len, broken))
    return lines * round(px * spacing.line) + (len(broken) - 1) * round(px * spacing.sentence)
