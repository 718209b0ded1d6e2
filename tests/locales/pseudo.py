"""A pseudo-language whose sentences are two fifths longer and whose letters are not Latin.

What stands on a screen or a line in plain letters has then not come from the catalogue; and what
has room in this language has room in one that nobody has written yet.
"""

import re

from companion.i18n import Words
from companion.ui.text_metrics import ELLIPSIS
from tests.locales.catalogues import sentences

_CYRILLIC = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "абцдефгхийклмнопярстувшжыз" + "абцдефгхийклмнопярстувшжыз".upper(),
)


def wide(sentence: str) -> str:
    """Return a sentence with its letters wide, but for the places of its facts."""
    letters = re.sub(
        r"(\{[^}]*\})|([A-Za-z])",
        lambda found: found[1] or chr(ord(found[2]) + ord("Ａ") - ord("A")),  # noqa: RUF001 - it is meant
        sentence,
    )
    return f"⟦{letters}⟧"


def longer(sentence: str) -> str:
    """Return a sentence with every word two fifths longer, in other letters, and in brackets.

    Single words, which stand inside of other sentences, have no brackets.
    """
    said = re.sub(r"\{[^}]*\}|[A-Za-z]+", lambda found: _longer(found[0]), sentence)
    if sentence.isalpha():
        return said
    return f"[{said.removesuffix(ELLIPSIS)}]{ELLIPSIS if said.endswith(ELLIPSIS) else ''}"


def _longer(word: str) -> str:
    if word.startswith("{"):
        return word
    return (word + word[: -(-len(word) * 2 // 5)].lower()).translate(_CYRILLIC)


class Longer:
    """A catalogue with every sentence of the template."""

    def gettext(self, message: str, /) -> str:
        """Return the longer sentence, or it as it is if the template lacks it."""
        return longer(message) if message in sentences() else message

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return one of the two sentences likewise."""
        return self.gettext(one if number == 1 else many)


LONGER = Words("en", Longer())
