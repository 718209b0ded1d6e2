"""What readers report: which tag is on which piece, and which was seen last."""

from collections.abc import Mapping

import msgspec


class Hardware(msgspec.Struct, frozen=True, kw_only=True):
    """What readers have told; it outlives the game on the table."""

    tags: Mapping[str, str] = {}
    """What each tag of the box is on: the id of a kind of tile, ``sun-1`` … or ``ra_figure``."""
    last_tag: tuple[str, float] | None = None
    """The tag that was seen last, and when (monotonic seconds)."""
