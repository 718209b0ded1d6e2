"""One small mistake at a time in the source: the tests must notice nearly all of them.

Which tests are asked about which module is a table here; a mistake that cannot make a difference
is named, with the reason, in ``survivors.toml``.
"""

import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

from tests.proof.evenings import environment
from tests.proof.measure import Found, Portion, Strength
from tests.proof.mutants import mutants

ROOT = Path(__file__).parents[2]
EXCUSED = Path(__file__).with_name("survivors.toml")
"""For each module the mistakes that make no difference, and why."""

NO_MISTAKE = -1
"""Instead of a number: the module as it is, with which the tests must pass."""

_PATIENCE_SECONDS = 600
_PATIENCE = 3
"""A mistake with which the tests take so much longer than without has been noticed."""
_SPARE_SECONDS = 10
_PASSED = 0
_EACH = 25
_QUICK_EACH = 5
_QUICK = ("hardware.contact", "companion.journal.lines", "hardware.readers.em4100")

_RULES = ("tests/rules", "tests/oracle")
_JOURNAL = ("tests/journal", "tests/crash/test_faults.py", "tests/crash/test_alice.py")
_READERS = ("tests/hardware/test_readers.py", "tests/hardware/test_pn532.py",
            "tests/hardware/test_text_lines.py")  # fmt: skip

MODULES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "companion.rules.tiles", "companion.rules.editions", "companion.rules.play",
            "companion.rules.legal", "companion.rules.disasters", "companion.rules.record",
            "companion.rules.positions",
            "companion.rules.timeline", "companion.rules.conservation", "companion.rules.notation",
            "companion.rules.fixing", "companion.rules.tokens", "companion.rules.ledger",
            "companion.rules.light", "companion.rules.levels", "companion.rules.ledger_fixes",
            "companion.rules.tally", "companion.rules.tallying", "companion.rules.scoring",
            "companion.rules.sheet", "companion.rules.slips",
        ),
        _RULES,
    ),
    **dict.fromkeys(
        (
            "companion.journal.lines", "companion.journal.book", "companion.journal.claim",
            "companion.journal.shelf", "companion.journal.writer", "companion.journal.disk",
            "companion.journal.entries", "companion.journal.history", "companion.journal.indexing",
            "companion.journal.trouble",
        ),
        _JOURNAL,
    ),
    "companion.settings": ("tests/cli/test_settings_file.py", "tests/cli"),
    "companion.settings_file": ("tests/cli/test_settings_file.py", "tests/core"),
    "companion.box_table": ("tests/cli/test_boxes.py",),
    "companion.records": ("tests/cli/test_records.py", "tests/cli/test_replay.py"),
    "companion.sheets": ("tests/cli/test_sheet.py", "tests/cli/test_score.py"),
    "companion.shorthand": ("tests/cli/test_shorthand.py",),
    "hardware.contact": ("tests/hardware/test_contact.py", "tests/hardware/test_button.py"),
    "hardware.encoder": ("tests/hardware/test_encoder.py",),
    **dict.fromkeys(
        (
            "hardware.readers.auto", "hardware.readers.em4100", "hardware.readers.lines",
            "hardware.readers.parallax", "hardware.readers.pn532", "hardware.readers.pn532_frames",
            "hardware.readers.scanner", "hardware.readers.text",
        ),
        _READERS,
    ),
}  # fmt: skip
"""What is made wrong, and who must notice."""


@cache
def names(module: str) -> tuple[str, ...]:
    """Return every mistake that can be made in a module, with its line."""
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return tuple(f"{each.line}: {each.name}" for each in mutants(file.read_text(encoding="utf-8")))


def excused(module: str) -> Mapping[str, str]:
    """Return the mistakes of a module that make no difference, and why."""
    table: dict[str, dict[str, str]] = tomllib.loads(EXCUSED.read_text(encoding="utf-8"))
    return table.get(module, {})


def tried(module: str, numbers: tuple[int, ...]) -> Found:
    """Make these mistakes, one after the other, and ask the tests."""
    began = time.monotonic()
    if is_noticed(module, NO_MISTAKE):
        return Found(failures=(f"{module}: its tests fail without any mistake",))
    patience = _SPARE_SECONDS + _PATIENCE * (time.monotonic() - began)
    counts: Counter[str] = Counter()
    survivors = []
    reasons = excused(module)
    for number in numbers:
        name = names(module)[number]
        bare = name.partition(": ")[2]
        if bare in reasons:
            counts["excused"] += 1
            continue
        counts["mutants"] += 1
        if is_noticed(module, number, patience):
            counts["killed"] += 1
        else:
            survivors.append(f"survived: {module} {name}")
    return Found({**counts}, notes=tuple(survivors))


def asked(module: str) -> tuple[str, ...]:
    """Return the tests that are asked, those of the same name first."""
    own = f"test_{module.rpartition('.')[2]}.py"
    first = [
        str(file.relative_to(ROOT))
        for place in MODULES[module]
        for file in ROOT.glob(f"{place}/{own}")
    ]
    return (*first, *MODULES[module])


def is_noticed(module: str, number: int, patience: float = _PATIENCE_SECONDS) -> bool:
    """Whether a test fails, or does not end within so many seconds, with this mistake."""
    words = [sys.executable, "-m", "tests.proof.mutated", module, str(number), *asked(module)]
    surroundings = {**environment(), "PYTHONWARNINGS": "default", "HYPOTHESIS_PROFILE": "mutated"}
    try:
        run = subprocess.run(
            words, env=surroundings, cwd=ROOT, capture_output=True, check=False,
            timeout=patience,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != _PASSED


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the mistakes: all of them, or a few of each module."""
    if strength is Strength.QUICK:
        return tuple(
            Portion(tried, (module, _some(module, _QUICK_EACH, seed))) for module in _QUICK
        )
    found = []
    for module in MODULES:
        every = _some(module, len(names(module)), seed)
        parts = [tuple(sorted(every[at : at + _EACH])) for at in range(0, len(every), _EACH)]
        found += [Portion(tried, (module, part)) for part in parts]
    return tuple(found)


def _some(module: str, number: int, seed: int) -> tuple[int, ...]:
    dice = Random(f"{module} {seed}")  # noqa: S311 - a proof's dice
    return tuple(dice.sample(range(len(names(module))), number))
