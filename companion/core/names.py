"""Names as people type them, and made different where they look the same."""

from collections.abc import Sequence

LONGEST_NAME = 24
"""Characters that can be typed."""

BACKSPACE = "\b"


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
