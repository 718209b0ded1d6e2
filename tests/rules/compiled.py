"""Our own program with compiled rules, in a process of its own.

What is compiled is kept in ``.proof`` under the digest of its source, so that it is never stale.
"""

import fcntl
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from release.kernels import SOURCES, CannotCompile, for_this_python
from release.lock import ROOT


@cache
def folder() -> Path:
    """Return the folder with what is compiled; a test that cannot have it is skipped."""
    sources = (*SOURCES, "release/kernels.py")
    text = "".join((ROOT / source).read_text("utf-8") for source in sources)
    digest = sha256(text.encode()).hexdigest()[:16]
    kept = ROOT / ".proof" / f"compiled-{digest}-{sys.implementation.cache_tag}"
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept / "done").exists():
            try:
                for_this_python(kept)
            except CannotCompile as why:
                pytest.skip(str(why))
            (kept / "done").touch()
    return kept


def ran(script: str) -> str:
    """Return what a script prints if it runs with compiled rules."""
    prelude = f"import pathlib, release.kernels as k; k.prefer(pathlib.Path({str(folder())!r}))\n"
    words = [sys.executable, "-c", prelude + script]
    return subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
