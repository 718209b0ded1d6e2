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
from pathlib import Path

import msgspec

from tests.crash import test_faults
from tests.journal.disks import FOR_GOOD, Fault
from tests.proof.measure import Found, Portion, Strength
from tests.proof.subjects import SAID_SO, SUBJECTS
from tests.proof.surroundings import environment, folder

CALLS = (
    "openat", "read", "pread64", "write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync",
    "fcntl", "flock", "newfstatat", "mkdir", "rename", "unlink", "getdents64",
)  # fmt: skip
"""Everything that a piece of work asks of its files."""

ERRORS = ("EIO", "ENOSPC", "EROFS", "EACCES", "EINTR")
"""What the system may answer instead."""

KILL = "signal=KILL"

_SAID = re.compile(rb"confirmed (\d+)\n")
_PATIENCE_SECONDS = 60
_KILLED = (-9, 137)
_LOOKED_AT = frozenset({"newfstatat", "lseek", "fcntl"})
"""Calls that fail in no such way, or that Python itself makes everywhere: they are only killed."""

_LENGTHS = {"EINTR": ("", "..{}")}
"""Once and for good; interruptions are asked again by Python, so that they must end some time."""
_INTERRUPTIONS = 3


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


def number_of_calls(name: str, hand: Worker) -> Counter[str]:
    """Return how often a piece of work makes each call on its files."""
    with laid_out(name) as root:
        ended = hand.works(root)
        if ended.status:
            raise RuntimeError(ended.words)
        calls = re.findall(r"^\d+ +(\w+)\(", root.with_suffix(".calls").read_text(), re.MULTILINE)
        return Counter(call for call in calls if call in CALLS)


def points(name: str, hand: Worker, every: int, first: int) -> Iterator[tuple[str, int]]:
    """Yield each call with its number, or one of this many."""
    all_of_them = [
        (call, number)
        for call, most in sorted(number_of_calls(name, hand).items())
        for number in range(1, most + 1)
    ]
    yield from all_of_them[first::every]


def killed(name: str, part: int, of: int, step: int) -> Found:
    """Kill at every call, see that what was confirmed is there, and let it be done to its end."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    with worker(name) as hand:
        for call, number in points(name, hand, of * step, part):
            with laid_out(name) as root:
                ended = hand.works(root, f"inject={call}:{KILL}:when={number}")
                counts["points"] += 1
                counts["kills"] += ended.status in _KILLED
                at = f"{name} killed at {call} {number}"
                failures += _looked_after(name, hand, root, ended, at)
    return Found({**counts}, tuple(failures))


def failing(name: str, error: str, part: int, of: int, step: int) -> Found:
    """Let every call fail, once and for good: nothing is lost, it is said, and it heals."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    with worker(name) as hand:
        for call, number in points(name, hand, of * step, part):
            if call in _LOOKED_AT:
                continue
            for more in _LENGTHS.get(error, ("", "+")):
                with laid_out(name) as root:
                    when = f"{number}{more.format(number + _INTERRUPTIONS)}"
                    ended = hand.works(root, f"inject={call}:error={error}:when={when}")
                    counts["points"] += 1
                    counts["faults"] += ended.was_hit
                    counts["said"] += ended.status == SAID_SO
                    at = f"{name}: {error} at {call} {when}"
                    failures += _said(ended, at)
                    failures += _looked_after(name, hand, root, ended, at)
    return Found({**counts}, tuple(failures))


def _said(ended: Ended, at: str) -> list[str]:
    if ended.status not in (0, SAID_SO):
        return [f"{at}: it ended with {ended.status}: {ended.words[-300:]}"]
    if ended.status == SAID_SO and (not ended.words.strip() or "Traceback" in ended.words):
        return [f"{at}: nothing was said in words: {ended.words[-300:]}"]
    return []


def _looked_after(name: str, hand: Worker, root: Path, ended: Ended, at: str) -> list[str]:
    """See that what was confirmed holds, and that the same work is then done to its end."""
    subject = SUBJECTS[name]
    try:
        subject.holds(root, ended.confirmed)
    except Exception as why:  # noqa: BLE001 - whatever it is, it did not hold
        return [f"{at}: {type(why).__name__}: {why}"]
    again = hand.heals(root)
    if again.status:
        return [f"{at}: it does not heal: {again.words[-300:]}"]
    try:
        subject.holds(root, max(ended.confirmed, again.confirmed))
    except Exception as why:  # noqa: BLE001 - the same
        return [f"{at}, after healing: {type(why).__name__}: {why}"]
    return []


_PARTS = 8
_QUICK = {"journal": 9, "index": 40, "settings": 7, "box": 9, "export": 6}
"""At quick strength one of this many calls."""


def portions_of_kills(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return the kills."""
    if strength is Strength.QUICK:
        return tuple(Portion(killed, (name, 1, 1, every)) for name, every in _QUICK.items())
    return tuple(
        Portion(killed, (name, part, _PARTS, 1)) for name in SUBJECTS for part in range(_PARTS)
    )


def portions_of_faults(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return the faults, and those that only the disk's own seam can make."""
    seam = tuple(Portion(seam_faults, (number,)) for number in range(len(ERRORS) + 1))
    if strength is Strength.QUICK:
        some = (("journal", "ENOSPC", 24), ("index", "EIO", 60), ("settings", "EROFS", 12))
        return (
            *(Portion(failing, (name, error, 1, 1, every)) for name, error, every in some),
            *seam[-1:],
        )
    calls = (
        Portion(failing, (name, error, part, _PARTS, 1))
        for name in SUBJECTS
        for error in ERRORS
        for part in range(_PARTS)
    )
    return (*calls, *seam)


def seam_faults(number: int) -> Found:
    """Let every call of the journal's disk fail, before and after it did its work, and fall short.

    The last of these is the short write, of which ``strace`` can only pretend that it wrote.
    """
    counts: Counter[str] = Counter()
    failures: list[str] = []
    error = getattr(errno, ERRORS[number]) if number < len(ERRORS) else None
    for is_late in (False, True):
        for length in (1, 2, 3, FOR_GOOD):
            with folder() as where:
                calls = test_faults.number_of_calls(Path(where) / "healthy")
            for at in range(1, calls + 1):
                with folder() as where:
                    fault = Fault(at, error, is_late=is_late, length=length)
                    counts["points"] += 1
                    try:
                        data = Path(where) / "data"
                        confirmed, _ = test_faults.evening(data, fault.disk())
                        test_faults.survives(data, confirmed)
                    except Exception as why:  # noqa: BLE001 - whatever it is, it did not hold
                        failures.append(f"{error} at call {at}, {length} long: {why!r}")
                    counts["faults"] += fault.hits > 0
    return Found({**counts}, tuple(failures))
