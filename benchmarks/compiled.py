"""Measurements with compiled rules, in a process that has loaded no others."""

import atexit
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.figures import Figure
from release.kernels import CannotCompile, for_this_python, loaded


def measured(benchmark: str, *words: str) -> list[Figure]:
    """Run a benchmark's ``measured`` in a process that uses the compiled rules.

    Args:
        benchmark: Its module's name.
        words: What is measured.
    """
    try:
        return in_a_child(_rules(), benchmark, *words)
    except CannotCompile as why:
        return [Figure(benchmark, str(why), is_met=False)]


@cache
def _rules() -> Path:
    """Compile the rules once for every measurement, and leave nothing behind."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    return for_this_python(Path(folder.name))


def in_a_child(rules: Path | None, benchmark: str, *words: str) -> list[Figure]:
    """Return the same in a child process, with rules compiled already, or interpreted."""
    words = (sys.executable, "-c", _CHILD, str(rules or ""), benchmark, *words)
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=list[Figure])


_CHILD = "from benchmarks.compiled import child; child()"


def child() -> None:
    """Load the rules that the first argument names before anything else does, and measure."""
    _, rules, benchmark, *words = sys.argv
    if rules:
        sys.modules["companion.rules.packed.compiled"] = loaded(Path(rules))
    found = import_module(f"benchmarks.{benchmark}").measured(*words)
    sys.stdout.buffer.write(msgspec.json.encode(found))
