"""A player's row of a score sheet as people type it: ``Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20``."""

import re
from collections.abc import Iterator, Mapping
from enum import unique

import msgspec

from companion.i18n import Sentences, Words
from companion.narration import tile_name
from companion.rules.scoring.sheet import Row
from companion.rules.tiles import DISASTERS, KINDS, Tile

_WORD = r"[^\W\d]+(?:['-][^\W\d]+)*"


_ITEM = re.compile(
    rf"""(?:suns?|s) \s*[:=]?\s* (?P<suns> \d+ (?:[\s,;/+]+ \d+ (?!\w))*)
      | (?P<many> \d+) \s*[x*]?\s* (?P<kind> {_WORD})
      | (?P<alone> {_WORD}) (?:\s*[x*=:]?\s* (?P<number> \d+) (?![^\W\d]))?
      | (?P<unknown> \d+ | \S)""",
    re.VERBOSE,
)


_FIRST = re.compile(rf"\s*({_WORD})(?!\w)[,\s]*")


_BETWEEN = re.compile(r"[\s,;.]*")


_LONGEST_NUMBER = 9
"""Digits; anything longer is as impossible."""


_USUAL = {"p": Tile.PHARAOH, "f": Tile.FLOOD, "n": Tile.NILE}
"""Letters that begin several names and are always meant for one."""


_SUNS = ("s", "sun", "suns")


_BEFORE = ("b", "before", "had", "points", "pts")


@unique
class Misread(Sentences):
    """Why shorthand cannot be read; the value says it to a player."""

    UNKNOWN = "what is {word}? Write, for example: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20"
    AMBIGUOUS = "{word} can be {kinds}: type more of it"
    LONE_NUMBER = "{word} of what?"
    NO_POINTS = "how many points before?"


class Puzzle(msgspec.Struct, frozen=True):
    """One word of shorthand that cannot be read, with its facts apart from its sentence."""

    misread: Misread
    """What is wrong with it."""
    word: str
    """The word as it was written."""
    kinds: tuple[Tile, ...] = ()
    """What it could be, if that is too much."""


class Unread(ValueError):
    """A line of shorthand cannot be read."""

    def __init__(self, puzzles: tuple[Puzzle, ...]) -> None:
        super().__init__(puzzles)
        self.puzzles = puzzles
        """Every word that cannot be read."""


def read_row(text: str, words: Words) -> Row:
    """Return what a line of shorthand says; nothing is checked against the box.

    Args:
        text: The line.
        words: The language in which tiles may be called, besides English.

    Raises:
        Unread: Some of its words cannot be understood; all of them are named.
    """
    name, rest = _split(_joined(text, words), words)
    reading = _LineReading(words)
    for item in _items(rest):
        reading.take(item)
    if reading.puzzles:
        raise Unread(tuple(reading.puzzles))
    tiles = {kind.value: number for kind, number in reading.tiles.items()}
    return Row(name=name, before=reading.before, suns=tuple(reading.suns), tiles=tiles)


def puzzle(unread: Puzzle, words: Words) -> str:
    """Return what cannot be understood, as a question to the player."""
    kinds = words.list(tile_name(kind, words) for kind in unread.kinds)
    said = words.say(unread.misread.value, word=unread.word, kinds=kinds)
    return said[:1].upper() + said[1:]


def in_words(row: Row, label: str, words: Words) -> str:
    """Return what was understood, so that it can be compared with the table.

    Args:
        row: What was read.
        label: What the player is called.
        words: The language.
    """
    parts = [
        words.say("{number} {tile}", number=row.tiles[kind.value], tile=tile_name(kind, words))
        for kind in KINDS
        if row.tiles.get(kind.value)
    ] or [words.say("no tiles")]
    if row.suns:
        parts.append(words.say("suns {suns}", suns=" ".join(map(str, row.suns))))
    if row.before is not None:
        parts.append(words.say("points before: {points}", points=row.before))
    return words.state(label, words.list(parts))


class _LineReading:
    """What has been understood of a line so far."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.tiles: dict[Tile, int] = {}
        self.suns: list[int] = []
        self.before: int | None = None
        self.puzzles: list[Puzzle] = []

    def take(self, item: Mapping[str, str | None]) -> None:
        """Understand one item of the line, or add it to the puzzles."""
        if suns := item["suns"]:
            self.suns += map(_number, re.findall(r"\d+", suns))
        elif unknown := item["unknown"]:
            misread = Misread.LONE_NUMBER if unknown.isdecimal() else Misread.UNKNOWN
            self.puzzles.append(Puzzle(misread, unknown))
        else:
            word = item["kind"] or item["alone"] or ""
            self._take_word(word, item["many"] or item["number"])

    def _take_word(self, word: str, number: str | None) -> None:
        if word.casefold() in _BEFORE:
            if number is not None:
                self.before = _number(number)
            elif self.before is None:
                self.puzzles.append(Puzzle(Misread.NO_POINTS, word))
            return
        kinds = _kinds(word.casefold(), self.words)
        if len(kinds) == 1:
            self.tiles[kinds[0]] = self.tiles.get(kinds[0], 0) + _number(number or "1")
        elif kinds:
            self.puzzles.append(Puzzle(Misread.AMBIGUOUS, word, kinds))
        else:
            self.puzzles.append(Puzzle(Misread.UNKNOWN, word))


def _split(text: str, words: Words) -> tuple[str, str]:
    """Return the player's name and the rest of a line."""
    name, colon, rest = text.partition(":")
    if colon:
        return name.strip(), rest
    end = 0
    while (word := _FIRST.match(text, end)) and _is_name(word[1].casefold(), words):
        end = word.end()
    return " ".join(text[:end].replace(",", " ").split()), text[end:]


def _is_name(word: str, words: Words) -> bool:
    return word not in (*_BEFORE, *_SUNS) and not _kinds(word, words)


def _items(text: str) -> Iterator[Mapping[str, str | None]]:
    place = _end(_BETWEEN.match(text))
    while item := _ITEM.match(text, place):
        yield item.groupdict()
        place = _end(_BETWEEN.match(text, item.end()))


def _end(match: re.Match[str] | None) -> int:
    return match.end() if match else 0


def _number(digits: str) -> int:
    return int(digits[:_LONGEST_NUMBER])


def _joined(text: str, words: Words) -> str:
    """Return the text with names of several words made one, such as ``step_pyramid``."""
    for kind in KINDS:
        for name in _names(kind, words):
            if "_" in name:
                spaced = re.escape(name).replace("_", r"\s+")
                text = re.sub(spaced, name, text, flags=re.IGNORECASE)
    return text


def _names(kind: Tile, words: Words) -> set[str]:
    said = (kind.english, tile_name(kind, words), kind.value)
    return {name.casefold().replace(" ", "_") for name in said}


def _kinds(word: str, words: Words) -> tuple[Tile, ...]:
    """Return the kinds that a word can mean: the one it names, else all that begin like it."""
    if word in _USUAL:
        return (_USUAL[word],)
    for kind in KINDS:
        if any(word in (name, name + "s", name + "es") for name in _names(kind, words)):
            return (kind,)
    return tuple(
        kind
        for kind in KINDS
        if kind is not Tile.RA
        and not kind.mask & DISASTERS
        and any(name.startswith(word) for name in _names(kind, words))
    )
