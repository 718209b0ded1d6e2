"""Kills a piece of work at every call it makes, or lets each call fail, and checks what is left.

``strace`` does it to the real calls of a real process; only calls on the subject's own files count.
"""

import errno
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path

import msgspec

from tests.crash import test_faults
from tests.journal.disks import FOR_GOOD, Fault
from tests.proof.measure import Found, Piece
from tests.proof.subjects import SAID_SO, SUBJECTS
from tests.proof.surroundings import environment, folder

CALLS = (
    "openat", "read", "pread64", "write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync",
    "fcntl", "flock", "newfstatat", "mkdir", "rename", "unlink", "getdents64",
)  # fmt: skip
"""Everything that a piece of work asks of its files."""

ERRORS = ("EIO", "ENOSPC", "EROFS", "EACCES", "EINTR")
"""What the system may answer instead."""

KILL = "SIGKILL"

_SAID = re.compile(rb"confirmed (\d+)\n")
_PATIENCE_SECONDS = 60
_LOOKED_AT = frozenset({"newfstatat", "lseek", "fcntl"})
"""Calls that fail in no such way, or that Python itself makes everywhere: they are only killed."""

_INTERRUPTIONS = 3
"""Python asks again after them, so that they must end some time."""


class Ended:
    """How a piece of work ended."""

    def __init__(self, status: int, root: Path) -> None:
        self.status = status
        self.words = root.with_suffix(".words").read_text(errors="replace")
        said = _SAID.findall(root.with_suffix(".said").read_bytes())
        self.confirmed = int(said[-1]) if said else 0
        log = root.with_suffix(".calls").read_bytes()
        self.was_hit = b"INJECTED" in log or b"killed by SIGKILL" in log


class Worker:
    """A program that does a piece of work as often as asked; see ``subjects.obey``."""

    def __init__(self, name: str, mother: "subprocess.Popen[bytes]") -> None:
        self._name, self._mother = name, mother
        assert mother.stdin is not None
        assert mother.stdout is not None
        self._says, self._hears = mother.stdin, mother.stdout

    def works(self, root: Path, inject: str | None = None) -> Ended:
        """Let a new process do it while ``strace`` listens, or does something to it."""
        child = self._born(root)
        paths = [word for path in SUBJECTS[self._name].paths for word in ("-P", str(root / path))]
        change = ["-e", inject] if inject else []
        words = ["strace", "-f", "-o", str(root.with_suffix(".calls")), *paths, *change,
                 "-p", str(child)]  # fmt: skip
        with subprocess.Popen(words, stderr=subprocess.PIPE) as listener:
            assert listener.stderr is not None
            for line in listener.stderr:
                if b"attached" in line:
                    break
            status = self._done()
            listener.communicate(timeout=_PATIENCE_SECONDS)
        return Ended(status, root)

    def heals(self, root: Path) -> Ended:
        """Let a new process do it, and nobody listens."""
        self._born(root)
        root.with_suffix(".calls").write_bytes(b"")
        return Ended(self._done(), root)

    def _born(self, root: Path) -> int:
        """Return the number of a new process, which waits."""
        self._say(msgspec.json.encode((self._name, str(root))) + b"\n")
        return int(self._hears.readline())

    def _done(self) -> int:
        """Let it work and return how it ended."""
        self._say(b"\n")
        return int(self._hears.readline())

    def _say(self, data: bytes) -> None:
        self._says.write(data)
        self._says.flush()


@contextmanager
def worker(name: str) -> Iterator[Worker]:
    """Start a program that can do a piece of work, and end it."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.proof.subjects"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
    ) as mother:  # fmt: skip
        try:
            yield Worker(name, mother)
        finally:
            assert mother.stdin is not None
            mother.stdin.close()


@contextmanager
def laid_out(name: str) -> Iterator[Path]:
    """Return a folder as the work finds it."""
    with folder() as where:
        root = Path(where) / "root"
        root.mkdir()
        SUBJECTS[name].begin(root)
        yield root


def points(name: str, hand: Worker) -> list[tuple[str, int]]:
    """Return each call of a piece of work on its files, with its number."""
    with laid_out(name) as root:
        ended = hand.works(root)
        if ended.status:
            raise RuntimeError(ended.words)
        calls = re.findall(r"^\d+ +(\w+)\(", root.with_suffix(".calls").read_text(), re.MULTILINE)
    made = Counter(call for call in calls if call in CALLS)
    return [(call, n) for call, most in sorted(made.items()) for n in range(1, most + 1)]


def blows(call: str, number: int, blow: str) -> tuple[str, ...]:
    """Return what ``strace`` does to a call: it kills, or lets it fail once, and for good."""
    if blow == KILL:
        return (f"inject={call}:signal={KILL}:when={number}",)
    if call in _LOOKED_AT:
        return ()
    for_good = f"..{number + _INTERRUPTIONS}" if blow == "EINTR" else "+"
    return tuple(f"inject={call}:error={blow}:when={number}{more}" for more in ("", for_good))


def struck(name: str, blow: str, part: int, of: int) -> Found:
    """Kill at every call, or let it fail, see that nothing is lost, and let it be done to its end.

    Args:
        name: The piece of work.
        blow: ``KILL``, or the error.
        part: Which call is the first.
        of: One of so many calls.
    """
    found = Found()
    with worker(name) as hand:
        for call, number in points(name, hand)[part::of]:
            for inject in blows(call, number, blow):
                with laid_out(name) as root, found.at(f"{name}, {inject}"):
                    ended = hand.works(root, inject)
                    found.counts["kills" if blow == KILL else "faults"] += ended.was_hit
                    if blow != KILL:
                        _has_said(ended)
                    _heals(name, hand, root, ended.confirmed)
    return found


def _has_said(ended: Ended) -> None:
    assert ended.status in (0, SAID_SO), f"it ended with {ended.status}: {ended.words[-300:]}"
    is_said = bool(ended.words.strip()) and "Traceback" not in ended.words
    assert ended.status == 0 or is_said, f"nothing was said in words: {ended.words[-300:]}"


def _heals(name: str, hand: Worker, root: Path, confirmed: int) -> None:
    """See that what was confirmed holds, and that the same work is then done to its end."""
    SUBJECTS[name].holds(root, confirmed)
    again = hand.heals(root)
    assert again.status == 0, f"it does not heal: {again.words[-300:]}"
    SUBJECTS[name].holds(root, max(confirmed, again.confirmed))


def seam_faults(number: int) -> Found:
    """Let every call of the journal's disk fail, before and after it did its work, and fall short.

    The last of these is the short write, of which ``strace`` can only pretend that it wrote.
    """
    found = Found()
    error = getattr(errno, ERRORS[number]) if number < len(ERRORS) else None
    with folder() as where:
        calls = test_faults.number_of_calls(Path(where) / "healthy")
    for is_late, length, at in product((False, True), (1, 2, 3, FOR_GOOD), range(1, calls + 1)):
        fault = Fault(at, error, is_late=is_late, length=length)
        with folder() as where, found.at(f"{error} at call {at}, {length} long"):
            confirmed, _ = test_faults.evening(Path(where) / "data", fault.disk())
            test_faults.survives(Path(where) / "data", confirmed)
        found.counts["faults"] += fault.hits > 0
    return found


_PARTS = 8


def pieces_of_kills(*, is_full: bool) -> Iterator[Piece]:
    """Yield the kills: at every call, or at one of so many."""
    if is_full:
        parts = product(SUBJECTS, range(_PARTS))
        yield from (partial(struck, name, KILL, part, _PARTS) for name, part in parts)
    else:
        every = {"journal": 9, "index": 40, "settings": 7, "box": 9, "export": 6}
        yield from (partial(struck, name, KILL, 1, of) for name, of in every.items())


def pieces_of_faults(*, is_full: bool) -> Iterator[Piece]:
    """Yield the faults, and those that only the disk's own seam can make."""
    seam = range(len(ERRORS) + 1)
    if is_full:
        parts = product(SUBJECTS, ERRORS, range(_PARTS))
        yield from (partial(struck, name, error, part, _PARTS) for name, error, part in parts)
    else:
        some = (("journal", "ENOSPC", 24), ("index", "EIO", 60), ("settings", "EROFS", 12))
        yield from (partial(struck, name, error, 1, of) for name, error, of in some)
    yield from (partial(seam_faults, number) for number in (seam if is_full else seam[-1:]))
