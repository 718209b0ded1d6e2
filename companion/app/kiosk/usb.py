"""USB sticks: noticed when they are mounted, written by separate processes, and updated from."""

from __future__ import annotations

import os
import platform
import re
import select
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread

from companion.backups import save
from companion.core.kiosk import Stick, UsbJob
from companion.core.notices import Notes
from companion.journal.filesystem import plain
from companion.pages.kiosk.messages import CopyFinished, NotDone, NotInstalled, Sticks

MOST_SECONDS = 3600.0
"""How long writing may take before it is stopped."""

_COMMANDS: Mapping[UsbJob, tuple[str, ...]] = {
    UsbJob.GAMES: ("export", "all"),
    UsbJob.DIAGNOSTICS: ("diagnostics",),
}


class UsbWriter:
    """Writes to sticks beside the table, and reports each outcome."""

    def __init__(
        self,
        data: Path,
        settings: Path | None,
        language: Callable[[], str],
        tell: Callable[[CopyFinished], None],
    ) -> None:
        """Write nothing yet.

        Args:
            data: Where the games are.
            settings: The owner's file, if one was named.
            language: What the table speaks.
            tell: Called from any thread.
        """
        self._data, self._settings = data, settings
        self._language, self._tell = language, tell

    def carry(self, cargo: UsbJob, place: str) -> None:
        """Begin to write this to the stick mounted there. Never blocks."""
        if cargo is UsbJob.BACKUP:
            Thread(target=self._back_up, args=(place,), name="USB writer", daemon=True).start()
            return
        options: tuple[str, ...] = ()
        if cargo is UsbJob.DIAGNOSTICS and self._settings:
            options = ("--settings", str(self._settings))
        if cargo is UsbJob.GAMES:
            options = ("--language", self._language())
        command = (*_COMMANDS[cargo], place, "--data", str(self._data), *options)
        Thread(target=self._run, args=(cargo, command), name="USB writer", daemon=True).start()

    def _back_up(self, place: str) -> None:
        try:
            unread = save(self._data, Path(place)).unread
        except OSError as why:
            unread = (why,)
        why_not = ", ".join(each.strerror or str(each) for each in unread[:1])
        self._tell(CopyFinished(UsbJob.BACKUP, why_not))

    def _run(self, cargo: UsbJob, command: tuple[str, ...]) -> None:
        self._tell(CopyFinished(cargo, _why_not(command)))


def _why_not(command: tuple[str, ...]) -> str:
    """Run one of our commands and return why it did not do what it should; empty if it did."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            (sys.executable, "-P", "-m", "companion", *command),
            timeout=MOST_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
    except subprocess.TimeoutExpired:
        return f"> {MOST_SECONDS:g} s"
    except OSError as why:
        return why.strerror or str(why)
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    last = (lines or [f"exit {done.returncode}"])[-1]
    return "" if not done.returncode else last.removeprefix("error: ")


PLACES = tuple(Path(place) for place in ("/media", "/run/media", "/mnt"))
"""Where sticks are mounted: by our own unit, by a desktop, by hand."""

_MOUNTS = Path("/proc/self/mountinfo")

_DEBS = {"aarch64": "arm64", "x86_64": "amd64"}
_DEB = re.compile(rf"ra-companion_(\d+(?:\.\d+)*)[\w.~]*_{_DEBS.get(platform.machine(), '-')}\.deb")


def mounted(table: str, data: Path) -> tuple[Path, ...]:
    """Return where sticks are mounted, by the text of ``/proc/self/mountinfo``, the latest last.

    Args:
        table: A line for each mount.
        data: The data folder; what holds it is no stick.
    """
    places = []
    for line in table.splitlines():
        front, _, back = line.partition(" - ")
        where, device = front.split(" ")[4:5], back.split(" ")[1:2]
        if not where or not device or not device[0].startswith("/dev/"):
            continue
        place = Path(plain(where[0]))
        if any(each in place.parents for each in PLACES) and not data.is_relative_to(place):
            places.append(place)
    return tuple(dict.fromkeys(places))


def stick_at(place: Path) -> Stick | None:
    """Return the stick mounted there; None if it cannot be written to."""
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        return None
    updates = sorted(_updates(place))
    if not updates or not str(place).isprintable():
        return Stick(str(place))
    return Stick(str(place), f"sudo apt install {shlex.quote(str(place / updates[-1][1]))}")


def _updates(place: Path) -> Iterator[tuple[tuple[int, ...], str]]:
    with suppress(OSError):  # a stick that is pulled out meanwhile
        for file in place.iterdir():
            update = _DEB.fullmatch(file.name)
            if update:
                yield tuple(map(int, update[1].split("."))), file.name


def found(data: Path, mounts: Path = _MOUNTS) -> Sticks:
    """Return the sticks that are plugged in now."""
    try:
        table = mounts.read_text(errors="surrogateescape")
    except OSError:
        return Sticks(())
    there = (stick_at(place) for place in mounted(table, data))
    return Sticks(tuple(stick for stick in there if stick is not None))


def watch(data: Path, post: Callable[[Sticks, str], None], stack: ExitStack) -> None:
    """Tell which sticks there are whenever that changes, from a thread that ends with the stack."""
    try:
        mounts = os.open(_MOUNTS, os.O_RDONLY)
    except OSError:
        return
    over, end = os.pipe()
    data = Path(os.path.realpath(data))

    def look() -> None:
        waiting = select.poll()
        waiting.register(mounts, select.POLLPRI)
        waiting.register(over, select.POLLIN)
        before = Sticks(())
        while True:
            now = found(data)
            if now != before:
                post(now, "stick")
            before = now
            if any(descriptor == over for descriptor, _ in waiting.poll()):
                break
        for descriptor in (mounts, over):
            os.close(descriptor)

    threading.Thread(target=look, name="sticks", daemon=True).start()
    stack.callback(os.close, end)


UNIT = "ra-companion-update.service"
"""The unit that polkit lets the table start."""

OUTCOME = Path("/run/ra-companion-update")
"""The outcome, in one word; only root can write it."""

FAULTS: Mapping[str, Notes] = {
    "no-update": Notes.UPDATE_MISSING,
    "no-signers": Notes.UPDATE_NO_SIGNERS,
    "unsigned": Notes.UPDATE_UNSIGNED,
    "damaged": Notes.UPDATE_DAMAGED,
    "not-newer": Notes.UPDATE_NOT_NEWER,
    "failed": Notes.UPDATE_FAILED,
}
"""What each word of ``systemd/update`` means."""

_MOST_SECONDS = 1900.0
"""Somewhat longer than the unit may take."""

Told = NotInstalled | NotDone


def install(tell: Callable[[Told], None]) -> None:
    """Begin to install what is on the stick. Never blocks, and never raises.

    Args:
        tell: Called from another thread, only if nothing was installed: otherwise the new version
            replaces this program.
    """
    Thread(target=_run, args=(tell,), name="update", daemon=True).start()


def _run(tell: Callable[[Told], None]) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - our own unit
            ("systemctl", "--no-ask-password", "start", UNIT),  # noqa: S607 - the system's own path
            timeout=_MOST_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        if done.returncode == 0:
            return
        message = done.stderr.decode(errors="replace").strip()
        tell(_fault() or NotDone("systemctl", message or f"exit {done.returncode}"))
    except (OSError, subprocess.TimeoutExpired) as why:
        tell(NotDone("systemctl", str(why)))


def _fault() -> NotInstalled | None:
    """Return why nothing was installed; None where the unit did not even begin."""
    try:
        word = OUTCOME.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
    note = FAULTS.get(word)
    return None if note is None else NotInstalled(note)
