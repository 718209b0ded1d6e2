"""Progress of what takes long: on a terminal in one line, elsewhere in a line now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from companion.cli.terminal import output

Advance = Callable[[int, int], None]
"""Is told how many are done, and of how many."""

_PATIENCE_SECONDS = 1.0
"""Whatever is done sooner tells nothing."""

_EVERY_SECONDS = 0.2

_PATIENCE_ELSEWHERE_SECONDS = 10.0
"""The same where nothing can be overwritten, and how long until the next line."""

_ERASED = "\r\x1b[K"


def in_silence(_done: int, _of: int) -> None:
    """Tell nobody."""


class Progress:
    """Shows progress: on one line that is overwritten, or on lines that stay."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._began = self._shown_at = now()
        self._is_shown = False
        self.done, self.of = 0, 0

    def advance(self, done: int, of: int) -> None:
        """Say how far it is, if it is time to."""
        self.done, self.of = done, of
        now = self._now()
        is_terminal = output.standard_error().isatty()
        patience = _PATIENCE_SECONDS if is_terminal else _PATIENCE_ELSEWHERE_SECONDS
        every = _EVERY_SECONDS if is_terminal else _PATIENCE_ELSEWHERE_SECONDS
        if now - self._began < patience or now - self._shown_at < every or output.is_quiet():
            return
        self._shown_at = now
        if not is_terminal:
            output.remark([self._line(now - self._began)])
            return
        self._is_shown = True
        self._put(_ERASED + self._line(now - self._began))

    def _line(self, seconds: float) -> str:
        left = seconds * (self.of - self.done) / max(1, self.done)
        minutes, rest = divmod(round(left), 60)
        return f"{self.done} of {self.of}, {minutes}:{rest:02d} left"

    def end(self) -> None:
        """Leave nothing on the terminal."""
        if self._is_shown:
            self._put(_ERASED)
            self._is_shown = False

    def interrupt(self) -> None:
        """Say what was done until then."""
        self.end()
        if self.of:
            output.remark([f"Stopped: {self.done} of {self.of} done"])

    def _put(self, text: str) -> None:
        with suppress(OSError, ValueError):
            stream = output.standard_error()
            stream.write(text)
            stream.flush()


@contextmanager
def progress() -> Iterator[Advance]:
    """Show how far something is while it is done; Ctrl-C says what was done."""
    shown = Progress()
    try:
        yield shown.advance
    except KeyboardInterrupt:
        shown.interrupt()
        raise
    finally:
        shown.end()
