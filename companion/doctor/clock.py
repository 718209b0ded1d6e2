"""Whether the clock can be right, and whether it goes on without power."""

from collections.abc import Iterator
from datetime import UTC, datetime

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State

FIRST_YEAR, LAST_YEAR = 2025, 2100
"""Years in which a game can be played; a clock that was never set says 1970 or its build date."""


def look(case: Case) -> Iterator[Finding]:
    """Yield what the clock says and whether a chip keeps it."""
    words = case.words
    try:
        now = datetime.fromtimestamp(case.machine.wall(), UTC)
    except (OverflowError, ValueError, OSError):
        now = datetime.fromtimestamp(0, UTC)
    has_chip = bool(case.machine.found("sys/class/rtc/rtc*"))
    said = f"{now:%Y-%m-%d %H:%M} UTC"
    facts = {"utc": f"{now:%Y-%m-%dT%H:%M:%SZ}", "has_chip": int(has_chip)}
    if not FIRST_YEAR <= now.year <= LAST_YEAR:
        yield Finding(
            "clock",
            State.ATTENTION,
            words.say("The clock says {time}, which cannot be: games get wrong dates", time=said),
            words.say("Connect a network for a minute, or set it: sudo timedatectl set-time …"),
            facts,
        )
    elif has_chip:
        yield Finding("clock", State.OK, said, facts=facts)
    else:
        chip = words.say("{time}; no clock chip, so without a network it lags after a power cut",
                         time=said)  # fmt: skip
        yield Finding("clock", State.OK, chip, facts=facts)
