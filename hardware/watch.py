"""What each wire said last, and which of them changed without a word: so that lost edges heal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hardware.pins import Use

LOOK_SECONDS = 0.25
"""How often all wires are read."""

DOUBT_SECONDS = 0.05
"""How long an edge may be on its way before a wire that changed silently is believed."""

WATCHFUL_SECONDS = 30.0
"""How long wires are read every ``DOUBT_SECONDS`` after an edge got lost."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known of the wires."""

    levels: Mapping[Use, bool] = field(default_factory=dict)
    """Whether each contact was closed, as last heard or read."""

    doubts: Mapping[Use, float] = field(default_factory=dict)
    """Wires that read otherwise than was heard, and since when, in monotonic seconds."""

    watchful_until: float = 0.0
    """Until when the wires are read more often, in monotonic seconds."""


class Compared(NamedTuple):
    """What came of reading all wires."""

    watch: Watch
    """What is known now."""

    missed: tuple[tuple[Use, bool], ...]
    """Wires whose edge got lost, and whether their contact is closed."""


def heard(watch: Watch, use: Use, *, is_closed: bool) -> Watch:
    """Return what is known after a wire's edge came."""
    doubts = {other: since for other, since in watch.doubts.items() if other != use}
    return replace(watch, levels={**watch.levels, use: is_closed}, doubts=doubts)


def compared(watch: Watch, read: Mapping[Use, bool], now: float) -> Compared:
    """Return what is known after all wires were read, and what had not been heard."""
    differing = [use for use, is_closed in read.items() if is_closed != watch.levels[use]]
    doubts = {use: watch.doubts.get(use, now) for use in differing}
    missed = tuple((u, read[u]) for u, since in doubts.items() if now >= since + DOUBT_SECONDS)
    until = now + WATCHFUL_SECONDS if missed else watch.watchful_until
    watch = replace(watch, doubts=doubts, watchful_until=until)
    for use, is_closed in missed:
        watch = heard(watch, use, is_closed=is_closed)
    return Compared(watch, missed)


def look_again(watch: Watch, now: float) -> float:
    """Return when all wires should be read again, in monotonic seconds."""
    is_watchful = watch.doubts or now < watch.watchful_until
    return now + (DOUBT_SECONDS if is_watchful else LOOK_SECONDS)
