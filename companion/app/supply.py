"""What a Pi says of its power and its heat while the table is open; elsewhere nothing is asked."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.core.messages import Healed, Trouble
from companion.core.notices import Notes, Notice
from companion.doctor.power import Throttled

EVERY_SECONDS = 30.0
"""How often it is asked."""

_PATTERN = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
_LOW = Throttled.UNDER_VOLTAGE | Throttled.WAS_UNDER_VOLTAGE
_SLOW = Throttled.CAPPED | Throttled.THROTTLED | Throttled.HOT


def notes(bits: Throttled) -> frozenset[Notes]:
    """Return what is to be said of these bits.

    Too little power is said until the Pi is started anew: it comes in moments that nobody sees, and
    its cause stays. A Pi that is slow for want of power is not told to be hot.
    """
    if bits & _LOW:
        return frozenset({Notes.LOW_POWER})
    return frozenset({Notes.SLOWED_DOWN}) if bits & _SLOW else frozenset()


def news(before: frozenset[Notes], now: frozenset[Notes]) -> Iterator[Trouble | Healed]:
    """Yield what has begun and what is over."""
    for note in sorted(now - before, key=lambda each: each.name):
        yield Trouble(Notice(note))
    for note in sorted(before - now, key=lambda each: each.name):
        yield Healed(Notice(note))


def asked(file: Path) -> Throttled:
    """Return what the firmware says; nothing if it cannot be understood."""
    with suppress(OSError, ValueError):
        return Throttled(int(file.read_text(encoding="ascii").strip(), 16) & 0xF000F)
    return Throttled(0)


def watch(
    post: Callable[[Trouble | Healed, str], None],
    stack: ExitStack,
    root: Path = Path("/"),
    every_seconds: float = EVERY_SECONDS,
) -> None:
    """Ask again and again, on a thread of its own, and post what is new; ends with the stack."""
    file = next(iter(root.glob(_PATTERN)), None)
    if file is None:
        return
    is_over = threading.Event()

    def look() -> None:
        said: frozenset[Notes] = frozenset()
        while True:
            now = notes(asked(file))
            for message in news(said, now):
                post(message, "power")
            said = now
            if is_over.wait(every_seconds):
                return

    threading.Thread(target=look, name="power", daemon=True).start()
    stack.callback(is_over.set)
