"""What libraries written in C say on the terminal is caught while they are at work."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_STDERR = 2
_OF_ALSA = b"ALSA lib "

_log = logging.getLogger(__name__)


@contextmanager
def without_alsa() -> Iterator[None]:
    """Keep off the terminal what ALSA says of a card it cannot open; a notice says it in words.

    ALSA writes to the terminal itself and has no setting against it. Meanwhile all that goes there
    is kept, from any thread, and what is not ALSA's is written afterwards: nothing else is lost.
    """
    try:
        terminal = os.dup(_STDERR)
    except OSError:  # there is none
        yield
        return
    kept = os.memfd_create("stderr")
    os.dup2(kept, _STDERR)
    try:
        yield
    finally:
        os.dup2(terminal, _STDERR)
        _pass_on(kept)
        os.close(kept)
        os.close(terminal)


def _pass_on(kept: int) -> None:
    written = os.pread(kept, os.fstat(kept).st_size, 0)
    lines = written.splitlines(keepends=True)
    others = b"".join(line for line in lines if not line.startswith(_OF_ALSA))
    with suppress(OSError):  # a terminal that has gone away
        os.write(_STDERR, others)
    for line in lines:
        if line.startswith(_OF_ALSA):
            _log.debug("%s", line.decode(errors="replace").rstrip())
