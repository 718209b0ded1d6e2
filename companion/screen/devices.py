"""The kernel's input devices, only to be woken by them: SDL reads the same ones for itself.

Without a desktop nothing else tells the loop that a key or a finger has something to say.
"""

import logging
import os
import select
from contextlib import suppress
from pathlib import Path

_log = logging.getLogger(__name__)

_LOOK_AGAIN_SECONDS = 2.0
_READ_BYTES = 4096


class InputDevices:
    """All devices in a folder like ``/dev/input`` that may be read, with those that come later."""

    def __init__(self, folder: Path, now: float) -> None:
        self._folder = folder
        self._epoll = select.epoll()
        self._open: dict[int, str] = {}
        self._look(now)
        if not self._open:
            _log.warning("No input device in %s may be read (group input?)", folder)

    @property
    def descriptor(self) -> int:
        """A descriptor that is readable when any device has something to say."""
        return self._epoll.fileno()

    @property
    def count(self) -> int:
        """How many devices are open."""
        return len(self._open)

    def drain(self, now: float) -> None:
        """Throw away what has arrived, and look for new devices every two seconds."""
        for descriptor, _ in self._epoll.poll(0):
            self._drain(descriptor)
        if now >= self._look_again:
            self._look(now)

    def close(self) -> None:
        """Close everything; a second time does no harm."""
        for descriptor in tuple(self._open):
            self._forget(descriptor)
        self._epoll.close()

    def _look(self, now: float) -> None:
        self._look_again = now + _LOOK_AGAIN_SECONDS
        for path in sorted(self._folder.glob("event*")):
            if path.name not in self._open.values():
                with suppress(OSError):
                    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                    self._open[descriptor] = path.name
                    self._epoll.register(descriptor, select.EPOLLIN)

    def _drain(self, descriptor: int) -> None:
        try:
            while os.read(descriptor, _READ_BYTES):
                pass
        except BlockingIOError:
            return
        except OSError as why:
            _log.info("Input device %s is gone: %s", self._open[descriptor], why)
        self._forget(descriptor)

    def _forget(self, descriptor: int) -> None:
        del self._open[descriptor]
        os.close(descriptor)
