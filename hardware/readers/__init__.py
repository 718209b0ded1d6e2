"""The wire formats of readers: parsers from bytes to tags. Pure: no ports, no threads."""

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
