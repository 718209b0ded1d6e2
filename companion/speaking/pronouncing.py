"""Prepares sentences for a synthetic voice, and finds the recordings that say them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TypeVar

from companion.i18n import languages
from companion.i18n.languages import Counted, Numerals

_ENDS = (".", "!", "?", "\u2026", "\u3002", "\uff01", "\uff1f")
"""What may end a sentence; the last three in Japanese."""

_SCRIPTS: Mapping[str, str] = {
    "latin": r"[A-Za-zÀ-ɏ]",
    "cyrillic": r"[Ѐ-ӿ]",
    "kana": r"[\u3040-\u30ffー]",
}

_RUNS = re.compile("|".join(f"(?P<{name}>{one}+)" for name, one in _SCRIPTS.items()))

_BELOW_ZERO = re.compile(r"(?<!\w)[-\N{MINUS SIGN}](?=\d)")

_VOICES = {"latin": "en", "cyrillic": "ru", "kana": "ja"}

_UKRAINIAN = re.compile("[іїєґ]", re.IGNORECASE)


def joined(sentences: Sequence[str]) -> str:
    """Return sentences as one text, with an end after each so that a voice pauses there."""
    return " ".join(each if each.endswith(_ENDS) else f"{each}." for each in sentences)


def marked(text: str, language: str, readings: Mapping[str, str]) -> str:
    """Return a text in SSML for the voice of a language.

    A name in another script than the language's is left to a voice that can read it; characters
    that have no sound by themselves are written as they are read.

    Args:
        text: What shall be said.
        language: Whose voice says it.
        readings: How words are read that the voice cannot read, in letters it can.
    """
    known = languages.language(language).voice.scripts

    def spoken(run: re.Match[str]) -> str:
        script = str(run.lastgroup)
        if script in known:
            return run[0]
        voice = "uk" if _UKRAINIAN.search(run[0]) else _VOICES[script]
        return f'<voice name="{voice}">{run[0]}</voice>'

    return _RUNS.sub(spoken, escape(plain(text, language, readings), quote=False))


def plain(text: str, language: str, readings: Mapping[str, str]) -> str:
    """Return a text for a voice that reads nothing but text, with the same arguments."""
    return as_read(numbered(text, language), readings)


def numbered(text: str, language: str) -> str:
    """Return a text with its numbers as the language says them, where a voice would not."""
    voice = languages.language(language).voice
    text = _BELOW_ZERO.sub(f"{voice.minus} ", text)
    for each in sorted(voice.counted, key=lambda each: -each.number):
        text = _before_a_noun(text, each)
    if voice.numerals is None:
        return text
    numerals = voice.numerals
    return _NUMBER.sub(lambda found: in_words(int(found[0]), numerals), text)


def _before_a_noun(text: str, counted: Counted) -> str:
    """Return a text in which a number is said as its noun wants it: 22 sphinxes as "20 dvě"."""
    nouns, digits = "|".join(map(re.escape, counted.nouns)), str(counted.number)
    ending = re.compile(
        rf"(?<![\w.,:])(\d*)(?<!1){digits}(?=[ \N{{NO-BREAK SPACE}}](?:{nouns})\b)", re.IGNORECASE
    )
    zeros = "0" * len(digits)
    return ending.sub(
        lambda found: f"{found[1]}{zeros} {counted.said}" if found[1] else counted.said, text
    )


_NUMBER = re.compile(r"(?<![\w.,:])(?:0|[1-9]\d{0,2})(?![\w]|[.,:]\d)")
"""What is said in words: up to 999, no part of a time, a version or a larger number."""


def in_words(number: int, numerals: Numerals) -> str:
    """Return a number from 0 to 999 in words."""
    if number < len(numerals.small):
        return numerals.small[number]
    hundreds, rest = divmod(number, 100)
    words = [numerals.hundreds[hundreds - 1]] if hundreds else []
    if rest >= len(numerals.small):
        tens, rest = divmod(rest, 10)
        words.append(numerals.tens[tens - 2])
    if rest:
        words.append(numerals.small[rest])
    return " ".join(words)


def as_read(text: str, readings: Mapping[str, str]) -> str:
    """Return a text with every word of the table as it is read, the longest words first."""
    if not readings:
        return text
    words = sorted(readings, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, words)), lambda found: readings[found[0]], text)


def read_table(text: str) -> dict[str, str]:
    """Return the readings of a table: a word and its reading on each line; # begins a comment."""
    rows = (line.partition("#")[0].split() for line in text.splitlines())
    return {row[0]: row[1] for row in rows if len(row) > 1}


Recording = TypeVar("Recording")

_WORD = re.compile(r"\d+|[^\W\d_]+(?:['\u2019][^\W\d_]+)*")

_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々ー]")


def key(text: str) -> tuple[str, ...]:
    """Return the words of a text as files are found by them: small, without signs.

    Japanese has no blanks: there every character counts as a word.
    """
    words = _WORD.findall(unicodedata.normalize("NFC", text).casefold())
    return tuple(part for word in words for part in (word if _KANJI.search(word) else (word,)))


def pack(named: Mapping[str, Recording]) -> Mapping[tuple[str, ...], Recording]:
    """Return recordings by the words they say, which are their names."""
    return {key(name): recording for name, recording in named.items() if key(name)}


def spoken(text: str, recorded: Mapping[tuple[str, ...], Recording]) -> Iterator[Recording | str]:
    """Yield the recordings that say a text, the longest first, and as text what none of them says.

    Args:
        text: What shall be said.
        recorded: The recordings, see ``pack``.
    """
    words, missing = key(text), list[str]()
    longest = max(map(len, recorded), default=0)
    place = 0
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            recording = recorded.get(words[place : place + length])
            if recording is not None:
                yield from _together(missing)
                missing = []
                yield recording
                place += length
                break
        else:
            missing.append(words[place])
            place += 1
    yield from _together(missing)


def _together(words: Sequence[str]) -> Iterator[str]:
    if words:
        yield ("".join(words) if all(_KANJI.fullmatch(each) for each in words) else " ".join(words))
