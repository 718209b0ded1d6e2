"""USB sticks: the kernel says when one is mounted or gone, so nobody looks for them."""

import os
import re
import select
import shlex
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.core.house import Stick
from companion.core.service import Sticks
from companion.journal.ground import plain

PLACES = tuple(Path(place) for place in ("/media", "/run/media", "/mnt"))
"""Below these sticks are mounted: by our own unit, by a desktop, by hand."""

INSTALLER = "/opt/ra-companion/install.sh"

_MOUNTS = Path("/proc/self/mountinfo")
_BUNDLE = re.compile(r"ra-companion-(\d+(?:\.\d+)*)[\w.]*\.bundle\.zip")


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
    """Return the stick that lies there; None if nothing can be written on it."""
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        return None
    bundles = sorted(_bundles(place))
    if not bundles or not str(place).isprintable():
        return Stick(str(place))
    file = shlex.quote(str(place / bundles[-1][1]))
    return Stick(str(place), f"sudo {INSTALLER} --bundle {file}")


def _bundles(place: Path) -> Iterator[tuple[tuple[int, ...], str]]:
    with suppress(OSError):  # a stick that is pulled out meanwhile
        for file in place.iterdir():
            bundle = _BUNDLE.fullmatch(file.name)
            if bundle:
                yield tuple(map(int, bundle[1].split("."))), file.name


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
    data = data.resolve()

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
