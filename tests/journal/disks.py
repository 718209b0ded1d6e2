"""Disks that count, stall, fail or forget, made of the real one."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import fields

from companion.journal.disk import DISK, Disk


def _nothing(_fd: int) -> None:
    pass


FOR_GOOD = 10**9
"""As many calls as never happen."""

HASTY = Disk(fsync=_nothing, fdatasync=_nothing)
"""The real disk without its flushes: for tests in which nobody pulls the plug."""

Call = Callable[..., Any]
"""One of a disk's calls."""


def wrapped(disk: Disk, around: Callable[[str, Call], Call]) -> Disk:
    """A disk each of whose calls was replaced by what ``around(name, call)`` made of it."""
    return Disk(**{each.name: around(each.name, getattr(disk, each.name)) for each in fields(disk)})


@dataclass
class Counted:
    """Counts what reaches the disk."""

    names: list[str] = field(default_factory=list)
    """The calls so far, in order."""

    def disk(self, disk: Disk = HASTY) -> Disk:
        """The disk that is counted."""
        return wrapped(disk, self._around)

    def _around(self, name: str, call: Call) -> Call:
        def counted(*arguments: Any) -> Any:  # noqa: ANN401 - as the call itself
            self.names.append(name)
            return call(*arguments)

        return counted


@dataclass
class Fault:
    """Makes a call fail, or some, or all from that one on."""

    number: int
    """Which call fails first, counted from 1."""

    error: int | None
    """With which number; None: a write takes only half, every other call is healthy."""

    is_late: bool = False
    """Whether the call does its work before it reports the failure."""

    length: int = 1
    """How many calls in a row fail."""

    calls: int = 0
    """How many there were."""

    hits: int = 0
    """How many failed."""

    def disk(self, disk: Disk = HASTY) -> Disk:
        """The disk that fails."""
        return wrapped(disk, self._around)

    def _around(self, name: str, call: Call) -> Call:
        def faulty(*arguments: Any) -> Any:  # noqa: ANN401 - as the call itself
            self.calls += 1
            if self.number <= self.calls < self.number + self.length:
                return self._fail(name, call, arguments)
            return call(*arguments)

        return faulty

    def _fail(self, name: str, call: Call, arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401
        if self.error is None:
            if name != "write":
                return call(*arguments)
            self.hits += 1
            descriptor, data = arguments
            return call(descriptor, data[: len(data) // 2])
        self.hits += 1
        if name == "close" or (self.is_late and name not in {"open", "lock", "mkdir"}):
            call(*arguments)
        raise OSError(self.error, os.strerror(self.error))


__all__ = ["DISK", "FOR_GOOD", "HASTY", "Call", "Counted", "Fault", "wrapped"]
