"""Killing a piece of work at every call it makes, or letting every call fail, and looking after it.

``strace`` does it to the real calls of a real process; only calls on the subject's own files count.
"""

import errno
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.crash import test_faults
from tests.journal.disks import FOR_GOOD, Fault
from tests.proof.evenings import environment, folder
from tests.proof.measure import Found, Portion, Strength
from tests.proof.subjects import SAID_SO, SUBJECTS

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

    def __init__(self, run: "subprocess.CompletedProcess[bytes]", log: bytes) -> None:
        self.status = run.returncode
        self.words = run.stderr.decode(errors="replace")
        said = _SAID.findall(run.stdout)
        self.confirmed = int(said[-1]) if said else 0
        self.was_hit = b"INJECTED" in log or b"killed by SIGKILL" in log


def begun(name: str, root: Path) -> None:
    """Make a folder as the work finds it."""
    SUBJECTS[name].begin(root)


def worked(name: str, root: Path, inject: str | None = None) -> Ended:
    """Let a process do a piece of work while ``strace`` listens, or does something to it."""
    subject = SUBJECTS[name]
    log = root.with_suffix(".calls")
    paths = [word for path in subject.paths for word in ("-P", str(root / path))]
    change = ["-e", inject] if inject else []
    words = ["strace", "-f", "-qq", "-o", str(log), *paths, *change,
             sys.executable, "-m", "tests.proof.subjects", name, str(root)]  # fmt: skip
    run = subprocess.run(
        words, env=environment(), capture_output=True, check=False, timeout=_PATIENCE_SECONDS
    )
    return Ended(run, log.read_bytes())


def number_of_calls(name: str) -> Counter[str]:
    """Return how often a piece of work makes each call on its files."""
    with folder() as where:
        root = Path(where) / "root"
        root.mkdir()
        begun(name, root)
        ended = worked(name, root)
        if ended.status:
            raise RuntimeError(ended.words)
        calls = re.findall(r"^\d+ +(\w+)\(", root.with_suffix(".calls").read_text(), re.MULTILINE)
        return Counter(call for call in calls if call in CALLS)


def points(name: str, every: int, first: int) -> Iterator[tuple[str, int]]:
    """Yield each call with its number, or one of so many."""
    all_of_them = [
        (call, number)
        for call, most in sorted(number_of_calls(name).items())
        for number in range(1, most + 1)
    ]
    yield from all_of_them[first::every]


def killed(name: str, part: int, of: int, step: int) -> Found:
    """Kill at every call, see that what was confirmed is there, and let it be done to its end."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for call, number in points(name, of * step, part):
        with folder() as where:
            root = Path(where) / "root"
            root.mkdir()
            begun(name, root)
            ended = worked(name, root, f"inject={call}:{KILL}:when={number}")
            counts["points"] += 1
            counts["kills"] += ended.status in _KILLED
            failures += _looked_after(name, root, ended, f"{name} killed at {call} {number}")
    return Found({**counts}, tuple(failures))


def failing(name: str, error: str, part: int, of: int, step: int) -> Found:
    """Let every call fail, once and for good: nothing is lost, it is said, and it heals."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for call, number in points(name, of * step, part):
        if call in _LOOKED_AT:
            continue
        for more in _LENGTHS.get(error, ("", "+")):
            with folder() as where:
                root = Path(where) / "root"
                root.mkdir()
                begun(name, root)
                when = f"{number}{more.format(number + _INTERRUPTIONS)}"
                ended = worked(name, root, f"inject={call}:error={error}:when={when}")
                counts["points"] += 1
                counts["faults"] += ended.was_hit
                counts["said"] += ended.status == SAID_SO
                at = f"{name}: {error} at {call} {when}"
                failures += _said(ended, at)
                failures += _looked_after(name, root, ended, at)
    return Found({**counts}, tuple(failures))


def _said(ended: Ended, at: str) -> list[str]:
    if ended.status not in (0, SAID_SO):
        return [f"{at}: it ended with {ended.status}: {ended.words[-300:]}"]
    if ended.status == SAID_SO and (not ended.words.strip() or "Traceback" in ended.words):
        return [f"{at}: nothing was said in words: {ended.words[-300:]}"]
    return []


def _looked_after(name: str, root: Path, ended: Ended, at: str) -> list[str]:
    """See that what was confirmed holds, and that the same work is then done to its end."""
    subject = SUBJECTS[name]
    try:
        subject.holds(root, ended.confirmed)
    except Exception as why:  # noqa: BLE001 - whatever it is, it did not hold
        return [f"{at}: {type(why).__name__}: {why}"]
    again = worked(name, root)
    if again.status:
        return [f"{at}: it does not heal: {again.words[-300:]}"]
    try:
        subject.holds(root, max(ended.confirmed, again.confirmed))
    except Exception as why:  # noqa: BLE001 - the same
        return [f"{at}, after healing: {type(why).__name__}: {why}"]
    return []


_PARTS = 8
_QUICK = {"journal": 9, "index": 40, "settings": 7, "box": 9, "export": 6}
"""At quick strength one of so many calls."""


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
