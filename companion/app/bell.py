"""The owner's bell: a program of theirs, run with what guests want, and a relay."""

import subprocess
from collections.abc import Callable, Sequence
from threading import Thread

from companion.core.house import Call
from companion.core.service import NotDone

ANSWERED = "answered"
"""What the program is told when staff were there."""


class Bell:
    """Tells the owner's program and relay; what does not work is told the loop, later."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        relay: Callable[[float], None] | None,
        tell: Callable[[NotDone], None],
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

    def ring(self, call: Call | None) -> None:
        """Let it be known that somebody calls, or that staff were there. Never blocks."""
        if self._relay is not None:
            try:
                self._relay(0.0 if call is None else 1.0)
            except OSError as why:
                self._tell(NotDone("relay", str(why)))
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
            self._tell(NotDone(self._command[0], f"> {self._seconds:g} s"))
        except subprocess.CalledProcessError as why:
            self._tell(NotDone(self._command[0], f"exit {why.returncode}"))
        except OSError as why:
            self._tell(NotDone(self._command[0], why.strerror or str(why)))
