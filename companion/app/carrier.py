"""Writing on a stick: by programs of their own, so that a slow or broken one never holds the table.

They are the commands that an owner can type: ``backup``, ``export all`` and ``diagnostics``.
"""

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread

from companion.core.house import Cargo
from companion.core.service import Carried

MOST_SECONDS = 3600.0
"""So long writing may take; then it is ended."""

_COMMANDS: Mapping[Cargo, tuple[str, ...]] = {
    Cargo.BACKUP: ("backup",),
    Cargo.GAMES: ("export", "all"),
    Cargo.DIAGNOSTICS: ("diagnostics",),
}


class Carrier:
    """Writes one thing after the other on sticks, and tells what came of it, later."""

    def __init__(
        self,
        data: Path,
        settings: Path | None,
        language: Callable[[], str],
        tell: Callable[[Carried], None],
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

    def carry(self, cargo: Cargo, place: str) -> None:
        """Begin to write this on the stick that lies there. Never blocks."""
        named = self._settings if cargo is Cargo.DIAGNOSTICS else None
        options = ("--settings", str(named)) if named else ()
        words = (*_COMMANDS[cargo], place, "--data", str(self._data))
        command = (*words, *options, "--language", self._language())
        Thread(target=self._run, args=(cargo, command), name="carrier", daemon=True).start()

    def _run(self, cargo: Cargo, command: tuple[str, ...]) -> None:
        self._tell(Carried(cargo, _why_not(command)))


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
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return "" if not done.returncode else (said or [f"exit {done.returncode}"])[-1]
