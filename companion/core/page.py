"""What every page can be asked."""

import msgspec


class Page(msgspec.Struct, frozen=True):
    """One thing that people do at the screen, and what it is in the middle of."""
