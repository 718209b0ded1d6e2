"""Settings of earlier versions that are gone: a file that still has one opens the table."""

from collections.abc import Sequence
from typing import NamedTuple


class Gone(NamedTuple):
    """A setting that is gone, or a value that one can no longer have."""

    setting: str
    """Its full name, such as ``panel.brightness``; a table such as ``zones`` goes as a whole."""
    instead: str
    """What holds now, as the end of a sentence: ``gpiod is used``."""
    value: object = None
    """The value that is gone; None: the setting itself."""
    now: object = None
    """The value that counts in its place; None: the default."""
    moved: str = ""
    """The setting of the same table that has this value now; empty: the same one.

    What the owner wrote there counts more, and of several that moved, the one that stands last in
    the table below.
    """


_SIZES = "text_size is normal, large, larger or large_print"

GONE: Sequence[Gone] = (
    Gone(
        "table.level",
        "Ra tiles and auctions are entered, and the score sheet counts points",
        "score_only",
        "light",
    ),
    Gone("table.text_scale", _SIZES, 1.0),
    Gone("table.text_scale", _SIZES, 1.15, "large", "text_size"),
    Gone("table.text_scale", _SIZES, None, "larger", "text_size"),
    Gone("table.big", _SIZES, value=False),
    Gone("table.big", _SIZES, True, "large_print", "text_size"),  # noqa: FBT003 - what was written
    Gone("panel.factory", "gpiod is used", "lgpio", "gpiod"),
    Gone("panel.factory", "gpiod is used", "pigpio", "gpiod"),
    Gone("panel.brightness", "a lamp is on or off"),
    Gone("bag_reader.format", "auto is used", "parallax", "auto"),
    Gone(
        "bag_reader.format",
        "lines is used, for numbers of tags; a scanner of printed codes can act as a keyboard",
        "scanner",
        "lines",
    ),
)
