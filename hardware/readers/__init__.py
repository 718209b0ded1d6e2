"""Bytes to tags: the parsers of the wire formats, all pure: no ports, no threads."""

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
