"""Bytes to tags: one file per wire format, all pure. Imports nothing of ports and threads."""

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
