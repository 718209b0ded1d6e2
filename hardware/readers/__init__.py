"""Bytes to tags: one file per wire format, all pure. Imports nothing of ports and threads."""

from hardware.readers.auto import Auto, Format, parser
from hardware.readers.frames import (
    Alive,
    Frame,
    Parser,
    Pressed,
    Stepped,
    Tag,
    Trouble,
    ZoneTags,
    ZoneTrouble,
)

__all__ = [
    "Alive",
    "Auto",
    "Format",
    "Frame",
    "Parser",
    "Pressed",
    "Stepped",
    "Tag",
    "Trouble",
    "ZoneTags",
    "ZoneTrouble",
    "parser",
]
