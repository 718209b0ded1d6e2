"""How wide a text is, and how to make it fit: by the font's measures alone, without drawing it."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from operator import add

import msgspec

from companion.i18n import Writing, languages
from companion.i18n.languages import has_spaces
from companion.ui.scene import Weight

ELLIPSIS = "…"

_EM = 1000

_NUMBER = r"\d+(?:[.,:/]\d+)*"

_UNITS = rf"(?s:{_NUMBER}|.)"

_LAST_NUMBER = rf"\s*[(\[]?[+−-]?{_NUMBER}[)\]%.]?$"  # noqa: RUF001 (a true minus)

_JOINER = "\N{ZERO WIDTH JOINER}"

_NO_BREAK_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{FIGURE SPACE}"

_NEVER_FIRST = frozenset(
    "、。，．・：；？！ー゛゜ヽヾゝゞ々〉》」』】〕）］｝〜％…‥’”›»!?,.:;)]}%"  # noqa: RUF001 (Japanese)
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)

_PHRASE_ENDS = frozenset("、。：；？！」』】）")  # noqa: RUF001 (Japanese)

_NEVER_LAST = frozenset("「『【〈《〔（［｛‘“‹«([{")  # noqa: RUF001 (Japanese)

_WITH_WHAT_IS_BEFORE = frozenset("–—×")  # noqa: RUF001 (a dash, and how many there are)


class Type(msgspec.Struct, frozen=True, eq=False):
    """The measures of the one family, in three weights.

    Lengths inside are thousandths of the em. Two values are equal only if they are the same one.
    """

    cap_height: int
    """From the baseline to the top of a capital."""
    stand_in: str
    """What is shown for a character that the fonts do not have."""
    advances: Mapping[Weight, Mapping[str, int]]
    """How far each character moves the pen."""
    kerning: Mapping[str, int]
    """How far the second character of a pair is moved; alike in all weights."""

    def shown(self, text: str) -> str:
        """Return the text as it can be drawn: composed, on one line, with stand-ins.

        Marks that only steer the direction or the joining of letters are left out.
        """
        return _shown(self, text)

    def width(self, text: str, px: int, weight: Weight) -> float:
        """Return how many pixels wide the text is at this height of the em."""
        return _width(self, text, px, weight)

    def fitting_px(
        self, text: str, room: float, largest: int, smallest: int, weight: Weight
    ) -> int:
        """Return the largest height of the em at which the text fits, at worst the smallest."""
        sizes = range(smallest, largest + 1)
        fitting = bisect_right(sizes, room, key=lambda px: self.width(text, px, weight))
        return sizes[max(0, fitting - 1)]

    def shorten(self, text: str, room: float, px: int, weight: Weight) -> str:
        """Return the text with as much of its middle replaced by "…" as must be.

        A number is kept or left out whole, and one at the end is always kept: then the result may
        be wider than the room.
        """
        text = self.shown(text)
        if self.width(text, px, weight) <= room:
            return text
        last = re.search(_LAST_NUMBER, text)
        ending = last[0] if last else ""
        units = re.findall(_UNITS, text.removesuffix(ending))
        sizes = range(len(units))
        fitting = bisect_right(
            sizes,
            room,
            key=lambda kept: self.width(_without_middle(units, kept, ending), px, weight),
        )
        if fitting:
            return _without_middle(units, fitting - 1, ending)
        return ending.strip() or ELLIPSIS

    def wrap(
        self, text: str, room: float, px: int, weight: Weight, language: str
    ) -> tuple[str, ...]:
        """Return the text in lines that fit the room; a line break in it stays one.

        A language without spaces (Japanese) may break between any two characters but where its
        rules forbid it, and breaks between phrases where that takes no more lines.
        A number stays with a short word beside it ("7 Ra"). A word that is wider than the room is
        broken where it must be.
        """
        lines: list[str] = []
        for paragraph in text.splitlines():
            units = [*_unbroken(self.shown(paragraph), language)]
            broken = self._lines(units, room, px, weight)
            if not has_spaces(language) and len(broken) > 1:
                phrases = [*_phrases(units)]
                if all(self.width(phrase.rstrip(), px, weight) <= room for phrase in phrases):
                    gentle = self._lines(phrases, room, px, weight)
                    broken = gentle if len(gentle) == len(broken) else broken
            lines += broken
        return tuple(lines)

    def even(  # noqa: PLR0913, PLR0917 - a text in a box
        self, text: str, room: float, px: int, weight: Weight, language: str, most: int = 0
    ) -> tuple[str, ...]:
        """Return the text in as few lines as it needs, these as even as words let them be.

        It may have more lines, up to the most, rather than that a word is broken.
        """
        ends = self._word_ends(text, language)
        least = self.wrap(text, room, px, weight, language)
        tries = (self.wrap(text, room * part / 20, px, weight, language) for part in range(10, 20))
        if _breaks_no_word(least, ends):
            alike = (lines for lines in tries if len(lines) == len(least))
            return next((lines for lines in alike if _breaks_no_word(lines, ends)), least)
        whole = [lines for lines in tries if _breaks_no_word(lines, ends)]
        as_few = (lines for lines in whole if len(lines) == len(least))
        more = (lines for lines in reversed(whole) if len(lines) <= most)
        return next(chain(as_few, more), least)

    def is_whole(self, text: str, lines: Sequence[str], language: str) -> bool:
        """Whether no word of the text is broken in these lines; in Japanese, no phrase."""
        return _breaks_no_word(lines, self._word_ends(text, language))

    def _word_ends(self, text: str, language: str) -> set[int]:
        """Return how many characters, spaces not counted, stand before the end of each word."""
        shown = self.shown(text)
        words = (
            shown.split() if has_spaces(language) else [*_phrases([*_unbroken(shown, language)])]
        )
        return set(_ends(words))

    def _lines(self, units: list[str], room: float, px: int, weight: Weight) -> list[str]:
        """Return the parts in lines, each as full as it can be."""
        lines: list[str] = []
        line = ""
        for unit in units:
            if line and self.width((line + unit).rstrip(), px, weight) > room:
                lines.append(line.rstrip())
                line = ""
            line += unit
            while self.width(line.rstrip(), px, weight) > room and len(line.rstrip()) > 1:
                beginning = self._beginning(line, room, px, weight)
                lines.append(beginning)
                line = line.removeprefix(beginning)
        return [*lines, line.rstrip()]

    def _beginning(self, word: str, room: float, px: int, weight: Weight) -> str:
        """Return as many characters as fit the room, at least one."""
        ends = range(1, len(word))
        fitting = bisect_right(ends, room, key=lambda end: self.width(word[:end], px, weight))
        return word[: max(1, fitting)]


class _Measures(msgspec.Struct, forbid_unknown_fields=True):
    """``assets/fonts/advances.json`` as it is written."""

    cap_height: int
    stand_in: str
    wide: str
    widths: dict[int, dict[int, str]]
    kerning: dict[int, str]


def type_from(data: bytes) -> Type:
    """Return the measures written in ``assets/fonts/advances.json``.

    Raises:
        msgspec.DecodeError: The bytes are not such a file.
    """
    measures = msgspec.json.decode(data, type=_Measures)
    wide = dict.fromkeys(measures.wide, _EM)
    return Type(
        cap_height=measures.cap_height,
        stand_in=measures.stand_in,
        advances={weight: _widths(wide, measures.widths[weight.value]) for weight in Weight},
        kerning={
            pair: by
            for by, text in measures.kerning.items()
            for pair in map(add, text[::2], text[1::2])
        },
    )


def _widths(wide: dict[str, int], texts: Mapping[int, str]) -> dict[str, int]:
    """Return the width of each character: those that are wide, and the characters of each width."""
    found = wide.copy()
    for width, text in texts.items():
        for character in text:
            found[character] = width
    return found


@lru_cache(maxsize=4096)
def _shown(measures: Type, text: str) -> str:
    known = measures.advances[Weight.BOLD]
    if text.isascii() and text.isprintable():
        return text
    drawn = []
    joined = False
    for character in unicodedata.normalize("NFC", text):
        if character in known:
            drawn.append(character)
        elif character.isspace():
            drawn.append("\N{NO-BREAK SPACE}" if character in _NO_BREAK_SPACES else " ")
        elif unicodedata.category(character) not in {"Cf", "Cc", "Mn", "Me"} and not joined:
            drawn.append(measures.stand_in)
        joined = character == _JOINER
    return "".join(drawn)


@lru_cache(maxsize=8192)
def _width(measures: Type, text: str, px: int, weight: Weight) -> float:
    """Return the width as FreeType has it: every advance in whole pixels, kerning in fractions."""
    text = _shown(measures, text)
    advances = measures.advances[weight]
    kerning = measures.kerning
    pen = sum(_whole_pixels(advances[character] * px) for character in text)
    return pen + sum(kerning.get(a + b, 0) for a, b in pairwise(text)) * px / _EM


def _whole_pixels(thousandths: int) -> int:
    """Return a length as FreeType rounds it: first to 64ths of a pixel, then to pixels."""
    return ((thousandths * 64 + _EM // 2) // _EM + 32) // 64


def _without_middle(units: list[str], kept: int, ending: str) -> str:
    """Return the text with this many units kept at its two ends, and the ending."""
    head = "".join(units[: (kept + 1) // 2]).rstrip()
    tail = "".join(units[len(units) - kept // 2 :]).lstrip()
    return f"{head}{ELLIPSIS}{tail}{ending}"


def _unbroken(text: str, language: str) -> Iterator[str]:
    """Yield the parts between which a line may end, each with the space after it."""
    start, writing = 0, languages.language(language).writing
    for at in range(1, len(text)):
        if _may_break(text, at, writing):
            yield text[start:at]
            start = at
    yield text[start:]


def _phrases(units: list[str]) -> Iterator[str]:
    """Yield the parts of a Japanese sentence as phrases.

    A phrase ends with hiragana, and the next begins with anything else; or it ends with punctuation
    or を. Words in other letters are phrases too, and a number with a space after it.
    """
    phrase = ""
    for unit in units:
        if phrase and _is_phrase(phrase, unit):
            yield phrase
            phrase = ""
        phrase += unit
    yield phrase


def _is_phrase(text: str, after: str) -> bool:
    last = text.rstrip()[-1:]
    if last in _PHRASE_ENDS or last == "を":
        return True
    if _is_hiragana(after[0]):
        return False
    if text.endswith(" ") and (last.isdigit() or not (_is_wide(last) or _is_wide(after))):
        return True
    polite = last in "おご"  # they belong to the word that follows
    return _is_hiragana(last) and not polite


def _may_break(text: str, at: int, writing: Writing) -> bool:
    """Whether a line may end before this place in the text."""
    before, after = text[at - 1], text[at]
    if after in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    if before in " \N{IDEOGRAPHIC SPACE}":
        return not after.isspace() and not _belongs_together(text[: at - 1], text[at:], writing)
    if writing.has_spaces or after.isspace() or before.isdigit():
        return False
    return _is_wide(before) or _is_wide(after)


def _belongs_together(left: str, right: str, writing: Writing) -> bool:
    """Whether the last word on the left and the first on the right stand on one line."""
    last = left.rsplit(" ", 1)[-1].strip("(„“\"'")
    first = right.split(" ", 1)[0].rstrip(".,;:!?)")
    if first[:1] in _WITH_WHAT_IS_BEFORE:
        return True
    if right.rstrip(".,;:!?)").isdigit():  # a number does not stand on the last line alone
        return True
    if last[-1:].isdigit():
        return first.isalpha() and len(first) <= len("Ra")
    if first[:1].isdigit():
        return last.isalpha() and len(last) <= len("Ra")
    return writing.keeps_short_words and len(last) == 1 and last.isalpha()


def _breaks_no_word(lines: Sequence[str], ends: set[int]) -> bool:
    """Whether each line ends where a word does."""
    return ends.issuperset(_ends(lines))


def _ends(parts: Sequence[str]) -> Iterator[int]:
    return accumulate(len("".join(part.split())) for part in parts)


def _is_hiragana(character: str) -> bool:
    return "ぁ" <= character <= "ゖ"


def _is_wide(character: str) -> bool:
    """Whether the character is kana, kanji or their punctuation."""
    return character >= "\N{CJK RADICAL REPEAT}"
