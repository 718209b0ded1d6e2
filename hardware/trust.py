"""Whether a button behaves as if fingers moved it: not held at start, not stuck, not chattering."""

from dataclasses import dataclass, replace

from hardware.events import Distrust

STUCK_SECONDS = 10.0
"""Longer than this no finger means it."""

CHATTER_SECONDS = 2.0
"""How long chatter is watched before it is called so."""

CHATTER_EDGES = 40
"""More believed changes than this in that time, 20 a second, are no finger."""

CALM_SECONDS = {
    Distrust.HELD_AT_START: 0.5,
    Distrust.STUCK: 0.5,
    Distrust.CHATTERING: 2.0,
    Distrust.DEVICE_LOST: 0.5,
}
"""How long a masked button must stay up and still to be trusted again."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What one button has done lately, and what we think of it."""

    why: Distrust | None = None
    """Why it is masked; ``None`` if it is trusted."""

    is_down: bool = False
    """Whether it is down now, believed."""

    since: float = 0.0
    """When it last changed, in seconds of the monotonic clock."""

    recent: tuple[float, ...] = ()
    """Times of the latest believed changes, oldest first, never more than are needed."""


def begun(*, is_down: bool, at: float) -> Trust:
    """Return what to think of a button when the panel is opened."""
    return Trust(Distrust.HELD_AT_START if is_down else None, is_down=is_down, since=at)


def moved(trust: Trust, *, is_down: bool, at: float) -> Trust:
    """Return what to think after a believed change."""
    recent = (*trust.recent[-CHATTER_EDGES:], at)
    is_wild = len(recent) > CHATTER_EDGES and at - recent[0] < CHATTER_SECONDS
    why = Distrust.CHATTERING if is_wild and trust.why is None else trust.why
    return Trust(why, is_down=is_down, since=at, recent=recent)


def judged(trust: Trust, now: float) -> Trust:
    """Return what to think now that some time has passed without a change."""
    due = judgement_due(trust)
    if due is None or now < due:
        return trust
    if trust.why is None:
        return replace(trust, why=Distrust.STUCK)
    return replace(trust, why=None, recent=())


def judgement_due(trust: Trust) -> float | None:
    """Return when the opinion will change if nothing moves; ``None``: never."""
    if trust.is_down:
        return None if trust.why else trust.since + STUCK_SECONDS
    return trust.since + CALM_SECONDS[trust.why] if trust.why else None
