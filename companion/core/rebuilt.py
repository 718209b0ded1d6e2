"""The page on which a table is rebuilt: which step is shown."""

import msgspec


class Rebuilding(msgspec.Struct, frozen=True):
    """The screen says, one after the other, how everything lies."""

    step: int = 0
