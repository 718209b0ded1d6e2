"""Sentences as a synthetic voice must be given them, to say names and numbers right."""

import re
from collections.abc import Mapping, Sequence
from html import escape

_ENDS = (".", "!", "?", "\u2026", "\u3002", "\uff01", "\uff1f")
"""What may end a sentence; the last three in Japanese."""

_SCRIPTS: Mapping[str, str] = {
    "latin": r"[A-Za-zÀ-ɏ]",
    "cyrillic": r"[Ѐ-ӿ]",
    "kana": r"[\u3040-\u30ffー]",
}
_RUNS = re.compile("|".join(f"(?P<{name}>{one}+)" for name, one in _SCRIPTS.items()))
_READS: Mapping[str, tuple[str, ...]] = {
    "uk": ("cyrillic", "latin"),
    "ru": ("cyrillic", "latin"),
    "ja": ("kana",),
}
"""The scripts that the voice of a language can read; Latin alone if it is not named here."""

_TIMES = "×"
"""Stands between a tile and its number; said aloud, the number alone is clearer."""

_MINUS: Mapping[str, str] = {
    "en": "minus",
    "uk": "мінус",
    "ru": "минус",
    "cs": "minus",
    "hu": "mínusz",
    "ja": "マイナス",
}
"""What stands before a loss, in words: most voices leave the sign out, or say it in English."""

_BELOW_ZERO = re.compile(r"(?<!\w)[-\N{MINUS SIGN}](?=\d)")

_ONE: Mapping[str, tuple[str, str]] = {"uk": ("очко", "одне"), "ru": ("очко", "одно")}
"""The noun before which a voice would say the wrong one of its words for 1, and the right one."""

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
    known = _READS.get(language, ("latin",))

    def spoken(run: re.Match[str]) -> str:
        script = str(run.lastgroup)
        if script in known:
            return run[0]
        voice = "uk" if _UKRAINIAN.search(run[0]) else _VOICES[script]
        return f'<voice name="{voice}">{run[0]}</voice>'

    said = as_read(numbered(text.replace(_TIMES, " "), language), readings)
    return _RUNS.sub(spoken, escape(said, quote=False))


def numbered(text: str, language: str) -> str:
    """Return a text with its numbers as the language says them, where a voice would not."""
    text = _BELOW_ZERO.sub(f"{_MINUS.get(language, _MINUS['en'])} ", text)
    if language not in _ONE:
        return text
    noun, one = _ONE[language]

    def said(found: re.Match[str]) -> str:
        return f"{found[1]}0 {one}" if found[1] else one

    return re.sub(rf"\b(\d*)1(?= {noun}\b)", said, text)


def as_read(text: str, readings: Mapping[str, str]) -> str:
    """Return a text with every word of the table as it is read, the longest words first."""
    if not readings:
        return text
    words = sorted(readings, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, words)), lambda found: readings[found[0]], text)


def read_table(text: str) -> dict[str, str]:
    """Return the readings of a table: a word and how it is read on each line; # begins a remark."""
    rows = (line.partition("#")[0].split() for line in text.splitlines())
    return {row[0]: row[1] for row in rows if len(row) > 1}
