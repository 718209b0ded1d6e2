"""What the hands-on pages ask of the machines; the answers come back as messages."""

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from companion.core.all_messages import Order as Order
else:
    Order = msgspec.Struct


class Bench(Enum):
    """The pages for the one who builds the table."""

    WIZARD = "wizard"
    TEST = "test"
    LESSON = "lesson"


class Visit(msgspec.Struct, frozen=True):
    """A message: one of these pages is asked for."""

    bench: Bench


class Tool(Enum):
    """What the machines are needed for beside the game."""

    NOTHING = "nothing"
    PINS = "pins"
    """All free pins are watched; the panel is away meanwhile."""
    EARS = "ears"
    """Raw edges and bytes are told, each once."""


class LayOut(msgspec.Struct, frozen=True):
    """Put this tool in the place of the one before."""

    tool: Tool
