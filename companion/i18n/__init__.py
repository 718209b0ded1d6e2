"""What the program says, in the words of one language.

Sentences are written in English where they are used; names and numbers go in by keyword, so that a
translator may put them where the language needs them. Names stand alone and are never declined.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Protocol

import msgspec


class Catalogue(Protocol):
    """Sentences of one language by their English ones, as gettext has them."""

    def gettext(self, message: str, /) -> str:
        """Return the sentence, or the English one if there is none."""
        ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return the plural form for the number, or the English one if there is none."""
        ...


class Writing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands between the words of a language."""

    comma: str = ", "
    colon: str = ": "
    full_stop: str = ". "
    decimal: str = "."
    has_spaces: bool = True
    """Whether spaces part its words; without them a line may end after most characters."""
    keeps_short_words: bool = False
    """Whether a word of one letter stands with the next one, never at the end of a line."""


class Words(msgspec.Struct, frozen=True, eq=False):
    """What can be said in one language."""

    language: str
    catalogue: Catalogue
    writing: Writing = Writing()

    def say(self, sentence: str, /, **facts: object) -> str:
        """Return the sentence in this language, with the facts filled in."""
        said = self.catalogue.gettext(sentence)
        return said.format_map(facts) if facts else said

    def tell(self, one: str, many: str, number: int, /, **facts: object) -> str:
        """Return the sentence in the plural form for the number, which is its ``{number}``."""
        return self.catalogue.ngettext(one, many, number).format(number=number, **facts)

    def list(self, things: Iterable[str]) -> str:
        """Return the things one after the other: "Art, Nile"."""
        return self.writing.comma.join(things)

    def state(self, what: str, said: str) -> str:
        """Return what is said about something: "Language: English"."""
        return f"{what}{self.writing.colon}{said}"

    def end(self, sentence: str, following: str = "") -> str:
        """Return the sentence with its full stop, and the one that follows."""
        return f"{sentence}{self.writing.full_stop}{following}".rstrip()


def mark(sentence: str) -> str:
    """Return the sentence as it is: it is written here, and said in some language elsewhere."""
    return sentence


def counted(one: str, many: str) -> tuple[str, str]:
    """Return a noun as it stands alone and behind a number: it is counted elsewhere."""
    return one, many


class Sentences(Enum):
    """A table whose values are sentences, said in some language elsewhere."""

    _value_: str


class _English:
    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return msgid1 if n == 1 else msgid2


ENGLISH = Words("en", _English())


_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
"""Between a number and its noun; Python does not count it among what can be printed."""


def printable(line: str) -> str:
    """Return a line without what a terminal would obey, or what no UTF-8 can say."""
    return "".join(
        letter if letter.isprintable() or letter == _NO_BREAK_SPACE else "\N{REPLACEMENT CHARACTER}"
        for letter in line
    )
