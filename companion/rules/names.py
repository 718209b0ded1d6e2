"""What players are called: names that can be seen, and that tell two players apart."""

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category

_UNSEEN = {"Cc", "Cf", "Mn", "Me"}
"""Kinds of characters that only steer others, or stand on them: alone they cannot be seen."""


_STEERING = {"Cc", "Cs", "Zl", "Zp"}
"""Kinds of characters that steer a terminal, end a line, or are half of one."""

_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows: a name with them may look like another's."""


@lru_cache(maxsize=1024)
def steers(name: str) -> bool:
    """Whether a name has characters that steer whatever shows it. Nobody can type such a name."""
    return any(each in _DIRECTIONS or category(each) in _STEERING for each in name)


@lru_cache(maxsize=1024)
def visible(name: str) -> str:
    """Return a name, or "", as if there were none, if nothing of it can be seen."""
    is_seen = any(not each.isspace() and category(each) not in _UNSEEN for each in name)
    return name if is_seen else ""


def stand_in(place: int) -> str:
    """Return what stands in a record for a player without a name, given the place from 1."""
    return f"#{place}"


def is_placeholder(name: str) -> bool:
    """Return whether this is nobody's name, but what stands for one."""
    return name.startswith("#")


def unique(wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with a number added to one that is already taken.

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


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a record or a sheet as the table would have them: seen, and different.

    A player without a name is called by their place; other names stay as they are.
    """
    seen = [visible(name) or stand_in(place) for place, name in enumerate(names, start=1)]
    return tuple(
        name if " ".join(name.split()) == distinct else distinct
        for name, distinct in zip(seen, unique(seen), strict=True)
    )
