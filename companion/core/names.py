"""Names as people type them, and made different where they look the same."""

from collections.abc import Sequence
from unicodedata import category

LONGEST_NAME = 24
"""Characters that can be typed."""

BACKSPACE = "\b"

_UNSEEN = {"Cc", "Cf", "Mn", "Me"}
"""Kinds of characters that only steer others, or stand on them: alone they cannot be seen."""


def visible(name: str) -> str:
    """Return a name, or "", as if there were none, if nothing of it can be seen."""
    is_seen = any(not each.isspace() and category(each) not in _UNSEEN for each in name)
    return name if is_seen else ""


def stand_in(place: int) -> str:
    """Return what stands in a record for a player without a name, given the place from 1."""
    return f"#{place}"


def stands_in(name: str) -> bool:
    """Return whether this is nobody's name, but what stands for one."""
    return name.startswith("#")


def after_typing(name: str, text: str) -> str:
    """Return a name after something more was typed; a backspace takes the last character away."""
    longer = name[:-1] if text == BACKSPACE else (name + text)[:LONGEST_NAME]
    return longer.lstrip()


def apart(wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the names, whoever has one that is taken with a number behind it.

    Names that differ in spaces only look equal.
    """
    asked = [" ".join(name.split()) for name in wanted]
    names: list[str] = []
    for name in asked:
        distinct, number = name, 1
        while distinct in names or (number > 1 and distinct in asked):
            number += 1
            distinct = f"{name} {number}"
        names.append(distinct)
    return tuple(names)
