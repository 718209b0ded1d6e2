"""The same proofs with a promise broken on purpose: each must be caught, or it proves nothing."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.crash import test_alice
from tests.crash.alice import Confirmed, Disaster, Recorder, states
from tests.proof import crash_states, rot
from tests.proof.evenings import Evening, recorded
from tests.proof.measure import SEED, Found, Piece, control
from tests.proof.surroundings import folder

_ENTRIES = 12

TRACES: Mapping[str, Any] = {
    "the flush is left out": {"inject": ("inject=fdatasync:retval=0",)},
    "the folder's flush is left out": {"inject": ("inject=fsync:retval=0",)},
    "shown before it is saved": {"program": ("-m", "tests.proof.hasty")},
}
"""What is broken, while the program is listened to: flushes are only pretended, or come late."""


def broken_trace(name: str) -> Found:
    """Look at the crash states of a program that breaks its word."""
    evening = Evening(3, SEED, _ENTRIES)
    with folder() as where:
        root = Path(where)
        trace = recorded(evening, root, **TRACES[name])
        assert any(isinstance(step, Confirmed) for step in trace), "nothing was confirmed"
        dice = Random(SEED)  # noqa: S311 - a proof's dice
        cut = crash_states.honest(trace, (), dice, crash_states.all_steps)
        seen = crash_states.looked_at(cut, evening, root)
    return control(name, is_noticed=_is_lost(seen))


def broken_seam(forgotten: str) -> Found:
    """Forget to flush one thing of the journal, which the imagined disk must notice."""
    dice, seen = Random(1), Found()  # noqa: S311 - a proof's dice
    with folder() as where, seen.at(forgotten):
        root = Path(where)
        recorder = Recorder(root, frozenset({forgotten}))
        test_alice.evening(root, test_alice.FEW, recorder)
        found = states(recorder.steps, Disaster(), dice, limit=20)
        test_alice.all_survive(found, root)
    return control(f"no flush of {forgotten}", is_noticed=_is_lost(seen))


def _is_lost(seen: Found) -> bool:
    """Whether that was noticed which must be noticed."""
    return any("lost" in each or "cannot be opened" in each for each in seen.failures)


def pieces(*, is_full: bool) -> Iterator[Piece]:  # noqa: ARG001 - they are short
    """Yield every control."""
    yield from (partial(broken_trace, name) for name in TRACES)
    yield from (partial(broken_seam, path) for path in (test_alice.BOOK, "data/games", "data", "."))
    yield rot.with_blind_checksums
