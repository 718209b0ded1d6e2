"""The packed rules as they are written and, where there is a C compiler, compiled.

What is compiled is kept in ``.proof`` under the digest of its source, so that it is never stale.
"""

import fcntl
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import pytest

from companion.rules.packed import kernel
from release.kernels import CannotCompile, for_this_python, joined, loaded
from release.lock import ROOT

_KEPT = ROOT / ".proof"

SOURCE_ALONE = "as written"

COMPILED = "compiled"


@cache
def compiled_file() -> Path:
    """Return the compiled kernel's file.

    Raises:
        CannotCompile: There is no compiler, or no header of Python's.
    """
    digest = sha256(joined().encode()).hexdigest()[:16]
    folder = _KEPT / f"kernel-{digest}-{sys.implementation.cache_tag}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return next(folder.glob("*.so"), None) or for_this_python(folder)


@cache
def compiled() -> ModuleType:
    """Return the compiled kernel.

    Raises:
        CannotCompile: There is no compiler, or no header of Python's.
    """
    return loaded(compiled_file())


def rules_of(name: str) -> ModuleType:
    """Return the packed rules, compiled or not; a test that cannot have them is skipped."""
    if name == SOURCE_ALONE:
        return kernel
    try:
        return compiled()
    except CannotCompile as why:
        pytest.skip(str(why))
