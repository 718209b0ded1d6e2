"""Hides who played: in the events of games, and wherever else a name may stand (pure).

In an event only words of the game itself are left as they are; every other text becomes a number,
the same one everywhere. So a name cannot slip through because a later version writes it under a key
that is not known here.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import Enum

from companion.core.model import Secrecy
from companion.core.notices import Notes
from companion.core.picks import Deed, TileGroup
from companion.rules.actions import Level
from companion.rules.editions import Edition, NoPenalty, Split
from companion.rules.model import Phase, Reason
from companion.rules.refusal import Why
from companion.rules.tiles import Tile

_ENUMS: tuple[type[Enum], ...] = (
    *(Deed, Edition, Level, NoPenalty, Phase, Reason, Secrecy, Split, Tile, TileGroup),
)
_WORDS = frozenset(
    {each.value for kind in _ENUMS for each in kind if isinstance(each.value, str)}
    | {each.name for kind in (Notes, Why) for each in kind}
    | {"gods", "turn", "auction"}
)
"""What an event may say aloud."""

_NAMING = frozenset({"players", "guests", "name", "names", "who", "nickname"})
"""Under these keys stands a name, even if it is also a word of the game."""

_KEY = re.compile(r"[a-z][a-z_]{0,29}")
_TAG = re.compile(r"[0-9A-F]{4,32}")
_SOURCE = re.compile(r"[a-z]{1,20}( [0-9A-F]{4,32})?")
_LETTER = r"[A-Za-z\u00c0-\u024f\u0370-\u052f]"
"""Of the scripts that set words apart: Latin, Greek and Cyrillic."""


class Veil:
    """Remembers which name has become which number. What it has hidden once it hides everywhere."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """Begin with names that are known already; those of no letters hide nothing."""
        self._numbers: dict[str, str] = {}
        self._written: set[str] = set()
        for name in known:
            self.name(name)

    def name(self, name: str) -> str:
        """Return what stands in the place of a name."""
        folded = _folded(name)
        if not folded:
            return name
        self._written.add(_composed(name).strip())
        return self._numbers.setdefault(folded, f"name-{len(self._numbers) + 1}")

    def event(self, said: object, key: str = "") -> object:
        """Return plain JSON without anybody's name."""
        match said:
            case str():
                return said if self._is_harmless(said, key) else self.name(said)
            case Mapping():
                return {self._key(str(each)): self.event(said[each], str(each)) for each in said}
            case list() | tuple():
                return [self.event(each, key) for each in said]
            case _:
                return said

    def source(self, source: str) -> str:
        """Return from where a line came, or that it is not known."""
        return source if _SOURCE.fullmatch(source) else "?"

    def text(self, text: str) -> str:
        """Return a text in which no name that was ever met stands, in whatever case."""
        longest_first = sorted(self._written, key=len, reverse=True)
        pattern = "|".join(map(_pattern, longest_first))
        if not pattern:
            return text
        return re.sub(pattern, lambda hit: self.name(hit[0]), _composed(text), flags=re.IGNORECASE)

    def _is_harmless(self, said: str, key: str) -> bool:
        if key in _NAMING:
            return not said
        return said in _WORDS or not said or (key == "uid" and _TAG.fullmatch(said) is not None)

    def _key(self, key: str) -> str:
        is_name = _folded(key) in self._numbers and key not in _WORDS
        return key if _KEY.fullmatch(key) and not is_name else self.name(key)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _folded(name: str) -> str:
    return _composed(name).casefold().strip()


def _pattern(name: str) -> str:
    """Return what finds a name: as a word, where words are set apart at all."""
    escaped = re.escape(name)
    before = f"(?<!{_LETTER})" if re.match(_LETTER, name[0]) else ""
    after = f"(?!{_LETTER})" if re.match(_LETTER, name[-1]) else ""
    return before + escaped + after
