"""What somebody is asked: one sentence on the screen, and who is to answer it."""

from collections.abc import Mapping

import msgspec

from companion.rules.editions import Seat
from companion.rules.refusal import Fact


class Prompt(msgspec.Struct, frozen=True):
    """What is asked."""

    sentence: str
    """English words, which are also what is translated; ``{name}`` is always the player asked."""
    facts: Mapping[str, Fact] = {}
    seat: Seat | None = None
    """Who is asked; None: everybody."""
