"""What people are called in a game: nobody as somebody else is."""

from collections.abc import Sequence

from companion.core.model import Guest, Model, called


def names_apart(guests: Sequence[Guest], model: Model) -> tuple[str, ...]:
    """Return what everybody is called; who has a name that is taken gets a number behind it.

    Sentences name people without the colour of their button, so equal names would tell nothing.
    Names that differ in spaces only look equal.
    """
    asked = [" ".join(called(guest, model).split()) for guest in guests]
    names: list[str] = []
    for name in asked:
        apart, number = name, 1
        while apart in names or (number > 1 and apart in asked):
            number += 1
            apart = f"{name} {number}"
        names.append(apart)
    return tuple(names)
