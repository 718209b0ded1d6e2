"""Updates from a USB stick: starts the unit that installs as root, and waits for the outcome."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread

from companion.core.notices import Notes
from companion.pages import kiosk

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

Told = kiosk.NotInstalled | kiosk.NotDone


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
        said = done.stderr.decode(errors="replace").strip()
        tell(_fault() or kiosk.NotDone("systemctl", said or f"exit {done.returncode}"))
    except (OSError, subprocess.TimeoutExpired) as why:
        tell(kiosk.NotDone("systemctl", str(why)))


def _fault() -> kiosk.NotInstalled | None:
    """Return why nothing was installed; None where the unit did not even begin."""
    try:
        word = OUTCOME.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
    note = FAULTS.get(word)
    return None if note is None else kiosk.NotInstalled(note)
