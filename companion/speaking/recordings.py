"""Which recordings say a sentence: each file is named by the words it says."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

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
