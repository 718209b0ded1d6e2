"""Hears what a program says on its standard output, line by line and with patience."""

import os
import subprocess
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from time import monotonic


@dataclass(kw_only=True)
class Listener:
    """A program, and what it has said."""

    program: subprocess.Popen[bytes]

    patience_seconds: float = 30.0
    """How long a line is waited for."""

    heard: bytes = b""
    """What was said, and not yet understood."""

    def until(self, *words: bytes) -> bytes:
        """Return everything up to and including a line that begins with one of these."""
        deadline = monotonic() + self.patience_seconds
        while True:
            lines = self.heard.splitlines(keepends=True)
            for index, line in enumerate(lines):
                if line.startswith(words) and line.endswith(b"\n"):
                    self.heard = b"".join(lines[index + 1 :])
                    return b"".join(lines[: index + 1])
            assert monotonic() < deadline
            self.listen(deadline - monotonic())

    def listen(self, seconds: float) -> None:
        """Hear what is said within that time, or nothing."""
        assert self.program.stdout is not None
        with DefaultSelector() as selector:
            selector.register(self.program.stdout, EVENT_READ)
            if selector.select(seconds):
                self.heard += os.read(self.program.stdout.fileno(), 1 << 16)
