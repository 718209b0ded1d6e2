"""Checks whether a Raspberry Pi has enough power and is cool enough, as its firmware reports.

The doctor looks once, the open table again and again.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from enum import IntFlag
from pathlib import Path

from companion.core.messages import Trouble, TroubleOver
from companion.core.notices import Notes, Notice
from companion.doctor.machine import Computer, Finding, attention, well, wrong

FILES = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""Where the kernel has the firmware's report; a Pi 5 names its ``soc`` by an address."""

_HEAT = "sys/class/thermal/thermal_zone0/temp"


class Throttled(IntFlag):
    """What the firmware reports, now and since the start."""

    UNDER_VOLTAGE = 1
    CAPPED = 2
    THROTTLED = 4
    HOT = 8
    WAS_UNDER_VOLTAGE = 1 << 16
    WAS_CAPPED = 2 << 16
    WAS_THROTTLED = 4 << 16
    WAS_HOT = 8 << 16


SLOW = Throttled.CAPPED | Throttled.THROTTLED | Throttled.HOT

_WAS_SLOW = Throttled.WAS_CAPPED | Throttled.WAS_THROTTLED | Throttled.WAS_HOT


def throttled(text: str) -> Throttled | None:
    """Return what the firmware reports in hexadecimal digits; None if that is not understood."""
    with suppress(ValueError):
        return Throttled(int(text.strip(), 16) & 0xF000F)
    return None


def look_at_power(case: Computer) -> Iterator[Finding]:
    """Yield one finding about power, and one about heat."""
    if not case.machine.is_pi:
        yield well("power", "Only a Raspberry Pi reports its power supply")
        return
    bits = _bits(case)
    if bits is None:
        yield attention(
            "power",
            "This Pi does not report its power supply",
            "Install vcgencmd, and add this user to the group video",
        )
        return
    yield _power(bits)
    yield _heat(case, bits)


def _bits(case: Computer) -> Throttled | None:
    """Return what the firmware reports, from the kernel or else from its own tool."""
    machine = case.machine
    files = machine.found(FILES)
    text = machine.text(str(files[0].relative_to(machine.root))) if files else ""
    if not text:
        text = machine.answer(("vcgencmd", "get_throttled")).partition("=")[2]
    return throttled(text)


def _power(bits: Throttled) -> Finding:
    remedy = "Use the Pi's own power supply and a short cable, and fewer USB devices"
    if bits & Throttled.UNDER_VOLTAGE:
        return wrong("power", "The Pi is underpowered right now and may stop at any moment", remedy)
    if bits & Throttled.WAS_UNDER_VOLTAGE:
        return attention(
            "power", "The Pi has been underpowered at times since it was started", remedy
        )
    return well("power", "The power supply is good")


def _heat(case: Computer, bits: Throttled) -> Finding:
    heat = case.machine.text(_HEAT)
    degrees = f"{int(heat) // 1000} °C" if heat.isdecimal() else "? °C"
    remedy = "Improve the airflow, or fit a heat sink"
    if bits & SLOW:
        return attention("heat", f"The Pi is throttled right now ({degrees})", remedy)
    if bits & _WAS_SLOW:
        was = f"The Pi has been throttled at times since it was started ({degrees} now)"
        return attention("heat", was, remedy)
    return well("heat", degrees)


EVERY_SECONDS = 30.0
"""How often the firmware is asked."""

_LOW = Throttled.UNDER_VOLTAGE | Throttled.WAS_UNDER_VOLTAGE


def notes(bits: Throttled) -> frozenset[Notes]:
    """Return what to say about these bits.

    Too little power is reported until the Pi is restarted: it comes in moments nobody sees, and its
    cause stays. A Pi that is slow for lack of power is not called hot.
    """
    if bits & _LOW:
        return frozenset({Notes.LOW_POWER})
    return frozenset({Notes.SLOWED_DOWN}) if bits & SLOW else frozenset()


def news(before: frozenset[Notes], now: frozenset[Notes]) -> Iterator[Trouble | TroubleOver]:
    """Yield what has begun and what is over."""
    for note in sorted(now - before, key=lambda each: each.name):
        yield Trouble(Notice(note))
    for note in sorted(before - now, key=lambda each: each.name):
        yield TroubleOver(Notice(note))


def asked(file: Path) -> Throttled:
    """Return what the firmware reports; no bits if it cannot be read or understood."""
    with suppress(OSError, ValueError):
        return throttled(file.read_text(encoding="ascii")) or Throttled(0)
    return Throttled(0)


def watch(
    post: Callable[[Trouble | TroubleOver, str], None],
    stack: ExitStack,
    root: Path = Path("/"),
    every_seconds: float = EVERY_SECONDS,
) -> None:
    """Ask regularly, on a thread of its own, and post what is new; ends with the stack."""
    file = next(iter(root.glob(FILES)), None)
    if file is None:
        return
    is_over = threading.Event()

    def look() -> None:
        known: frozenset[Notes] = frozenset()
        while True:
            now = notes(asked(file))
            for message in news(known, now):
                post(message, "power")
            known = now
            if is_over.wait(every_seconds):
                return

    threading.Thread(target=look, name="power", daemon=True).start()
    stack.callback(is_over.set)
