"""Bytes to tags: one module per wire format, all pure: no ports, no threads."""

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
