"""Caches what takes seconds to find, once for all processes of a test run."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

FOLDER = "RA_TESTS_FOLDER"
"""Where a run of the tests keeps it: a variable of the environment, which its processes share."""


Found = TypeVar("Found", bound=msgspec.Struct)


def once(name: str, kind: type[Found], find: Callable[[], Found]) -> Found:
    """Return what was found under this name before in this run; else find and keep it.

    Args:
        name: What it is; within a run there is one thing under it.
        kind: Its type.
        find: How it is found. Two processes that begin at the same moment both do.
    """
    if not (folder := os.environ.get(FOLDER)):
        return find()
    kept = Path(folder) / f"{name}.msgpack"
    if kept.exists():
        return msgspec.msgpack.decode(kept.read_bytes(), type=kind)
    found = find()
    partly = kept.with_suffix(f".{os.getpid()}")
    partly.write_bytes(msgspec.msgpack.encode(found))
    partly.replace(kept)
    return found
