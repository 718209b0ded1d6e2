"""The same proofs with a promise broken on purpose: each must be caught, or it proves nothing."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.crash import nursery, test_alice, test_storm
from tests.crash.alice import Confirmed, Recorder, Step
from tests.proof import crash_states, rot
from tests.proof.evenings import Evening, recorded
from tests.proof.measure import Found, Portion, Strength
from tests.proof.surroundings import environment, folder

_ENTRIES = 12
_TRIES = 5
_HASTY = ("-m", "tests.proof.hasty")


def no_flush(evening: Evening, root: Path) -> list[Step]:
    """Pretend to flush files: the system never hears of it."""
    return recorded(evening, root, inject=("inject=fdatasync:retval=0",))


def no_folder_flush(evening: Evening, root: Path) -> list[Step]:
    """Pretend to flush folders."""
    return recorded(evening, root, inject=("inject=fsync:retval=0",))


def shown_first(evening: Evening, root: Path) -> list[Step]:
    """Show first, save then."""
    return recorded(evening, root, program=_HASTY)


TRACES: Mapping[str, Callable[[Evening, Path], list[Step]]] = {
    "the flush is left out": no_flush,
    "the folder's flush is left out": no_folder_flush,
    "shown before it is saved": shown_first,
}
"""What is broken, while the program is listened to."""


def broken_trace(name: str, seed: int) -> Found:
    """Look at the crash states of a program that breaks its word."""
    evening = Evening(3, seed, _ENTRIES)
    with folder() as where:
        root = Path(where)
        trace = TRACES[name](evening, root)
        if not any(isinstance(step, Confirmed) for step in trace):
            return Found({"controls": 1}, (f"{name}: nothing was confirmed",))
        chance = Random(seed)  # noqa: S311 - a proof's dice
        states = crash_states.honest(trace, (), chance, lambda _: True)
        found = crash_states.looked_at(states, evening, root)
    return _caught(name, found.failures)


def _caught(name: str, failures: Sequence[str]) -> Found:
    if any("lost" in failure for failure in failures):
        return Found({"controls": 1, "caught": 1})
    return Found({"controls": 1}, (f"{name}: it was not noticed, so the proof proves nothing",))


def broken_seam(forgotten: str) -> Found:
    """Forget to flush one thing of the journal, which the imagined disk must notice."""
    chance = Random(1)  # noqa: S311 - a proof's dice
    name = f"no flush of {forgotten}"
    with TemporaryDirectory(prefix="ra-proof-") as where:
        recorder = Recorder(Path(where), frozenset({forgotten}))
        try:
            test_alice.is_noticed(recorder, Path(where), chance)
        except BaseException as why:  # noqa: BLE001 - pytest's own exception if nothing was raised
            return Found({"controls": 1}, (f"{name}: {why}",))
    return Found({"controls": 1, "caught": 1})


def broken_writer(kind: str) -> Found:
    """Kill a writer that confirms too early; see ``tests/crash/nursery.py``.

    What it leaves may be so broken that its next life ends by itself, before it is killed; then it
    is begun anew.
    """
    for _ in range(_TRIES):
        with suppress(ProcessLookupError):
            return _caught(kind, _stormed(kind))
    return Found({"controls": 1}, (f"{kind}: it always died by itself",))


def _stormed(kind: str) -> tuple[str, ...]:
    """Return what was noticed of a writer of this kind."""
    with folder() as where, subprocess.Popen(
        [sys.executable, str(Path(nursery.__file__)), str(Path(where) / "data")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
    ) as program:  # fmt: skip
        try:
            nursery_of = test_storm.Nursery(program=program, data=Path(where) / "data")
            test_storm.storm(nursery_of, kind, lives=60)
        except AssertionError as why:
            return (str(why),)
        finally:
            assert program.stdin is not None
            program.stdin.close()
    return ()


def blind_checksum() -> Found:
    """Let every checksum be right: then rot must be shown as true, and noticed."""
    found = rot.with_blind_checksums()
    if found.failures:
        return Found({"controls": 1, "caught": 1})
    return Found({"controls": 1}, ("rot with blind checksums was not noticed",))


def _all(seed: int) -> Iterator[Portion]:
    yield from (Portion(broken_trace, (name, seed)) for name in TRACES)
    yield from (
        Portion(broken_seam, (path,)) for path in (test_alice.BOOK, "data/games", "data", ".")
    )
    yield from (Portion(broken_writer, (kind,)) for kind in ("late", "buffered"))
    yield Portion(blind_checksum)


def portions(_strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return every control, at any strength."""
    return tuple(_all(seed))
