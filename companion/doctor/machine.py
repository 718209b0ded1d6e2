"""The computer as the doctor sees it, what a check is given, and what it finds."""

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from ctypes.util import find_library
from enum import StrEnum
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.settings import Settings
from companion.settings.reading import Mistake

if TYPE_CHECKING:
    from hardware.panel.pins import PinFactory
    from hardware.panel.wires import Wires
    from hardware.reader.usb_ports import UsbPort


def _answer(command: Sequence[str]) -> str:
    """Return what a command prints; nothing if there is none, or if it does not answer."""
    with suppress(OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return subprocess.run(  # noqa: S603 - the doctor's own few words
            command, check=True, capture_output=True, text=True, timeout=_PATIENCE_SECONDS
        ).stdout
    return ""


def _free_bytes(folder: Path) -> int:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def _may_use(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def _open_pins(factory: "PinFactory") -> "Wires":
    from hardware.panel.factories import open_factory  # noqa: PLC0415 - gpiozero may be missing
    from hardware.panel.wires import Wires  # noqa: PLC0415 - the same

    return Wires(factory, open_factory(factory))


def _ports() -> "Sequence[UsbPort]":
    from hardware.reader.usb_ports import plugged_ports  # noqa: PLC0415 - pyserial may be missing

    return plugged_ports()


def _version(package: str) -> str:
    """Return which version of a package is installed; nothing if none is."""
    with suppress(PackageNotFoundError):
        return version_of(package)
    return ""


class Machine(msgspec.Struct, frozen=True):
    """A computer as the doctor sees it. Only ``OSError`` is raised, unless a method says more."""

    root: Path = Path("/")
    """Where its files begin."""
    environment: Mapping[str, str] = os.environ
    """The environment of this process."""
    user: int = os.geteuid()
    """The number of this user; 0 may do everything."""
    groups: frozenset[int] = frozenset({os.getegid(), *os.getgroups()})
    """The numbers of this user's groups."""
    library: Callable[[str], str | None] = find_library
    """The file of a shared library by its short name; None if it is not installed."""
    version: Callable[[str], str] = _version
    """Which version of a Python package is installed; empty if none is."""
    ports: "Callable[[], Sequence[UsbPort]]" = _ports
    """The serial ports that are plugged in. Raises ``ImportError`` without pyserial."""
    open_pins: "Callable[[PinFactory], Wires]" = _open_pins
    """Open the pins. Raises ``NoPins``, and ``ImportError`` without gpiozero."""
    may_use: Callable[[Path], bool] = _may_use
    """Whether this user may read and write a device."""
    answer: Callable[[Sequence[str]], str] = _answer
    """What a command prints; empty if there is none."""
    free_bytes: Callable[[Path], int] = _free_bytes
    """How much room is left for this user where a folder lies."""
    wall: Callable[[], float] = time.time
    """Seconds since 1970, as far as the clock knows."""
    ticks: Callable[[], float] = time.perf_counter
    """Seconds of a clock that only goes on."""

    def text(self, path: str) -> str:
        """Return what a small file says, without the null bytes of device trees; "": none there."""
        try:
            with (self.root / path).open("rb") as file:
                return file.read(_MOST_BYTES).decode(errors="replace").replace("\0", " ").strip()
        except OSError:
            return ""

    def found(self, pattern: str) -> tuple[Path, ...]:
        """Return every path of this pattern, in order."""
        with suppress(OSError):
            return tuple(sorted(self.root.glob(pattern)))
        return ()

    def shown(self, path: Path) -> str:
        """Return a path as people know it, whatever the root is."""
        return f"/{path.relative_to(self.root)}" if path.is_relative_to(self.root) else str(path)

    @property
    def model(self) -> str:
        """What the board calls itself; empty if it does not."""
        return self.text("proc/device-tree/model")[:_LONGEST]

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "raspberry pi" in self.model.lower()


class Computer(msgspec.Struct, frozen=True):
    """Everything that a look may need; looks change nothing."""

    machine: Machine
    """The computer."""
    settings: Settings
    """What holds: the owner's file over the defaults."""
    mistakes: tuple[Mistake, ...]
    """What is wrong in the owner's file."""
    settings_file: Path | None
    """The owner's file; None if there is none."""
    data: Path
    """Where the table would keep its games."""
    is_open: bool = False
    """Whether the table is open, and has what only one can have."""


class Severity(StrEnum):
    """How bad it is."""

    OK = "ok"
    ATTENTION = "attention"
    """The table can be played, but somebody should know."""
    WRONG = "wrong"
    """Something that was asked for will not work."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, and what to do about it."""

    name: str
    """What was looked at."""
    state: Severity
    """How bad it is."""
    sentence: str
    """What was found."""
    remedy: str = ""
    """What to do; empty if there is nothing to do."""


def well(name: str, sentence: str) -> Finding:
    """Return that all is well with something."""
    return Finding(name, Severity.OK, sentence)


def attention(name: str, sentence: str, remedy: str = "") -> Finding:
    """Return what somebody should know about something, and perhaps do."""
    return Finding(name, Severity.ATTENTION, sentence, remedy)


def wrong(name: str, sentence: str, remedy: str) -> Finding:
    """Return what is wrong with something, and how to mend it."""
    return Finding(name, Severity.WRONG, sentence, remedy)


def worst(findings: tuple[Finding, ...]) -> Severity:
    """Return how bad it is altogether."""
    states = {finding.state for finding in findings}
    return next(
        (state for state in (Severity.WRONG, Severity.ATTENTION) if state in states), Severity.OK
    )


_MOST_BYTES = 65_536

_PATIENCE_SECONDS = 5

_LONGEST = 200
