"""Children of a process that has collected the tests: each may break its own copy of the code."""

import math
import os
import resource
import select
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

import pytest

TOO_LONG = -9
"""Instead of a status: it did not end in time."""

QUIETLY = ("-x", "-q", "-s", "--no-header", "-p", "no:cacheprovider", "-W", "default")

PATIENCE = 2
"""A child may wait so many times longer than it may work."""

_MOST_MEMORY = 4 << 30
"""Bytes: a mistake may make a list that never ends."""

Work = Callable[[], tuple[int, bytes]]
"""What a child does: its status, and what it has to say."""


def in_a_child(work: Work, seconds: float) -> tuple[int, bytes]:
    """Let a child work for so many seconds of a processor, and end it when they are over.

    If it only waits, it is ended too: later, because others may be busy.
    """
    said = os.memfd_create("said")
    if not (child := os.fork()):
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
        _work(work, said)
    ended = os.pidfd_open(child)
    is_over, *_ = select.select([ended], [], [], PATIENCE * seconds)
    os.close(ended)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)  # nothing may outlive it
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with os.fdopen(said, "rb") as file:
        file.seek(0)
        return (status if is_over else TOO_LONG), file.read()


def _work(work: Work, said: int) -> NoReturn:
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    status = 1
    with suppress(BaseException):
        status, data = work()
        while data:
            data = data[os.write(said, data) :]
    os._exit(status & 0xFF)


def silenced() -> tuple[int, int]:
    """Let nothing be read or said any more but through what is returned."""
    heard, told = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return heard, told


def collected(tests: Sequence[str], plugin: object) -> int:
    """Collect tests, and let a plugin take over instead of running them; return pytest's status."""
    return int(pytest.main([*QUIETLY, *tests], plugins=[plugin]))
