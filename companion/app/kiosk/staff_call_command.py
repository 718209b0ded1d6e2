"""The owner's staff-call command and relay, and a Pi's reports of its power and heat."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread

from companion.core.kiosk import GuestRequest
from companion.core.messages import Healed, Trouble
from companion.core.notices import Notes, Notice
from companion.doctor.power import FILES, SLOW, Throttled, throttled
from companion.pages import kiosk

ANSWERED = "answered"
"""What the program is told when staff have come."""


class StaffCallCommand:
    """Tells the owner's program and relay about calls; reports to the loop what does not work."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        relay: Callable[[float], None] | None,
        tell: Callable[[kiosk.NotDone], None],
    ) -> None:
        """Be silent.

        Args:
            command: The program and its arguments; never a line for a shell. Empty: none.
            seconds: How long it may take; then it is ended.
            relay: Lets a pin be on (1.0) or off; may raise ``OSError``.
            tell: Called from any thread with what did not work.
        """
        self._command, self._seconds, self._relay = tuple(command), seconds, relay
        self._tell = tell

    def ring(self, call: GuestRequest | None) -> None:
        """Let it be known that somebody calls, or that staff were there. Never blocks."""
        if self._relay is not None:
            try:
                self._relay(0.0 if call is None else 1.0)
            except OSError as why:
                self._tell(kiosk.NotDone("relay", str(why)))
        if self._command:
            said = ANSWERED if call is None else call.value
            Thread(target=self._run, args=(said,), name="bell", daemon=True).start()

    def _run(self, said: str) -> None:
        command = (*self._command, said)
        try:
            subprocess.run(  # noqa: S603 - the owner's own program, without a shell
                command,
                timeout=self._seconds,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            self._tell(kiosk.NotDone(self._command[0], f"> {self._seconds:g} s"))
        except subprocess.CalledProcessError as why:
            self._tell(kiosk.NotDone(self._command[0], f"exit {why.returncode}"))
        except OSError as why:
            self._tell(kiosk.NotDone(self._command[0], why.strerror or str(why)))


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


def news(before: frozenset[Notes], now: frozenset[Notes]) -> Iterator[Trouble | Healed]:
    """Yield what has begun and what is over."""
    for note in sorted(now - before, key=lambda each: each.name):
        yield Trouble(Notice(note))
    for note in sorted(before - now, key=lambda each: each.name):
        yield Healed(Notice(note))


def asked(file: Path) -> Throttled:
    """Return what the firmware reports; no bits if it cannot be read or understood."""
    with suppress(OSError, ValueError):
        return throttled(file.read_text(encoding="ascii")) or Throttled(0)
    return Throttled(0)


def watch(
    post: Callable[[Trouble | Healed, str], None],
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
