"""The page on which a table is rebuilt: which step is shown."""

from companion.core.page import Page


class Rebuilding(Page, frozen=True):
    """The screen says, one after the other, how everything lies."""

    step: int = 0
