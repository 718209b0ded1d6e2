"""What people are called in a game: nobody as somebody else is."""

from collections.abc import Sequence

from companion.core.model import Guest, Model, called
from companion.core.names import apart


def names_apart(guests: Sequence[Guest], model: Model) -> tuple[str, ...]:
    """Return what everybody is called; who has a name that is taken gets a number behind it.

    Sentences name people without the colour of their button, so equal names would tell nothing.
    Names that differ in spaces only look equal.
    """
    return apart([called(guest, model) for guest in guests])
