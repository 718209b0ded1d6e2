"""What is on the screen besides the page: what was said last, what is wrong, and since when."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import msgspec

from companion.core.notices import Notice
from companion.core.page import Page
from companion.rules.problems import Problem

if TYPE_CHECKING:
    from companion.rules.events import Event


SAID_SECONDS = 6.0
"""How long something said stays."""

SAVING_SECONDS = 0.15
"""How long the disk may take before that is worth saying."""


DIGITS_SECONDS = 1.0
"""How long another digit is waited for, where one can follow."""


class TakenBack(msgspec.Struct, frozen=True):
    """Somebody took this back, or brought it back again."""

    events: tuple[Event, ...]
    again: bool


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """What lies over and around the page; nothing of it is kept in a journal.

    Times are seconds of the monotonic clock.
    """

    is_card_shown: bool = False
    """Whether the rules card lies over the page; anything that is done puts it away."""
    revealing: Page | None = None
    """Where a scoring or the reveal stood when a page was opened over it: that leads back there,
    and gives nothing away."""
    seats: Page | None = None
    """Who had sat down when a page was opened over the seats: that leads back to them."""
    said: Problem | Notice | TakenBack | None = None
    """The last thing that needed saying; it goes away by itself."""
    said_at: float = 0.0
    troubles: tuple[Notice, ...] = ()
    """What is wrong now and stays on the edge of the screen until it is not."""
    acted_at: float = -inf
    """When the table last changed, for motion; never, if the game was only opened."""
    scanned_from: float = 0.0
    """When switch scanning began to point at what is possible, for the one button."""
    digits: str = ""
    """The digits of a number that were typed, while one more can follow."""
    digits_at: float = 0.0
    """When the last of them was typed."""
    saving_since: float | None = None
    """When an event began to wait for the disk; None when nothing waits."""
