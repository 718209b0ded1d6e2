"""What antennas under the board can say, and what the program makes of it."""

import msgspec

from companion.core.stories import Story


class ZoneSeen(msgspec.Struct, frozen=True):
    """These tags lie in a place now, and no others."""

    zone: str
    uids: tuple[str, ...]
    at: float
    """When, in seconds of the monotonic clock."""


class ZoneLost(msgspec.Struct, frozen=True):
    """A place cannot be read now."""

    zone: str
    code: str
    """What the reader calls the trouble; empty: its cable was pulled, which is said anyway."""


class LookAtZones(msgspec.Struct, frozen=True):
    """The places have been still for long enough to tell what happened."""


class Happened(msgspec.Struct, frozen=True):
    """This story is true, if nothing has been entered since it was told."""

    story: Story
    seq: int
    """How many entries there were."""


Message = ZoneSeen | ZoneLost | LookAtZones | Happened


class Doubt(msgspec.Struct, frozen=True):
    """Several things may have happened; the screen asks which, and nobody has to answer there."""

    stories: tuple[Story, ...]
    seq: int
    """How many entries there were: with the next one the question is over."""
