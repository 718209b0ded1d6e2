"""Where the children of a proof work: a folder of their own, and the variables they need."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MEMORY = Path("/dev/shm")  # noqa: S108 - folders are made in it with a name of their own


def folder() -> "TemporaryDirectory[str]":
    """Return a folder for a while, in memory where there is any: no real plug is pulled here."""
    return TemporaryDirectory(
        prefix="ra-proof-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None
    )


def environment() -> dict[str, str]:
    """Return what a child needs to import what we import, without a screen or a sound."""
    path = os.pathsep.join(each or str(Path.cwd()) for each in sys.path)
    return {
        **os.environ,
        "PYTHONPATH": path,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONWARNINGS": "error",
    }
