"""Names as people type them."""

LONGEST_NAME = 24
"""Characters that can be typed."""

BACKSPACE = "\b"
"""Takes the last character away, whatever is typed."""


def after_typing(name: str, text: str) -> str:
    """Return a name after something more was typed; a backspace takes the last character away."""
    longer = name[:-1] if text == BACKSPACE else (name + text)[:LONGEST_NAME]
    return longer.lstrip()
