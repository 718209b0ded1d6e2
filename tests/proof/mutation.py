"""One small mistake at a time in the source: the tests must notice nearly all of them.

Which tests are asked about which module is a table here; a mistake that cannot make a difference
is named, with the reason, in ``survivors.toml``.
"""

import ast
import fcntl
import hashlib
import importlib.util
import math
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from tests.proof.done import digest
from tests.proof.measure import ROOT, Found, Portion, Strength
from tests.proof.mutants import mutants
from tests.proof.mutated import NO_MISTAKE, NOT_ALIVE
from tests.proof.noticed import Noticed
from tests.proof.surroundings import environment
from tests.proof.witnesses import Witnesses, file_of, name_of

EXCUSED = Path(__file__).with_name("survivors.toml")
"""For each module the mistakes that make no difference, and why."""


_SEEN = ROOT / ".proof"
"""Where is kept who saw what, and who noticed what."""


BEFORE = "noticed before"
"""Of the mistakes that were noticed, those that were not made again; see `noticed.py`."""


_MOST_SECONDS = 12.0
"""Of tests that are asked about one mistake, as long as they take without one."""


_PATIENCE = 3
"""A mistake with which the tests take this many times longer has been noticed."""


_SPARE_SECONDS = 15


_PASSED = 0


_EACH = 200
"""Mistakes in a portion: before the first one, tests that are asked must pass without any."""


_QUICK_EACH = 5


QUICK = ("hardware.panel.button", "companion.journal.lines", "hardware.readers.em4100")


_RULES = ("tests/rules", "tests/core/test_light_table.py", "tests/core/test_counting.py",
          "tests/core/test_contradicting.py", "tests/core/test_evening_of_slips.py",
          "tests/core/test_putting_right.py", "tests/core/test_joining.py",
          "tests/core/test_rebuilding.py", "tests/core/test_undo.py",
          "tests/core/test_slips_at_auctions.py", "tests/cli/test_asked_sheets.py",
          "tests/cli/test_sheet.py", "tests/cli/test_score.py", "tests/cli/test_states.py",
          "tests/cli/test_reasons.py", "tests/cli/test_records.py",
          "tests/cli/test_replay.py")  # fmt: skip


_PACKED = ("tests/packed", "tests/cli/test_simulate.py")


_JOURNAL = ("tests/journal", "tests/forgetting", "tests/crash/test_faults.py",
            "tests/crash/test_alice.py", "tests/core/test_rejecting.py",
            "tests/core/test_playing_time.py", "tests/exports/test_kept_games.py",
            "tests/net/test_written_files.py", "tests/app/test_agreements.py",
            "tests/app/test_fair.py", "tests/cli/test_review.py",
            "tests/diagnostics/test_veil.py")  # fmt: skip


_SETTINGS = ("tests/cli/test_settings.py", "tests/cli/test_settings_file.py")


_TABLES = ("tests/cli/test_boxes.py", "tests/cli/test_tags.py", "tests/cli/test_records.py",
           "tests/cli/test_replay.py", "tests/cli/test_sheet.py", "tests/cli/test_sheet_table.py",
           "tests/cli/test_asking.py", "tests/cli/test_asked_sheets.py", "tests/cli/test_score.py",
           "tests/cli/test_shorthand.py", "tests/app/test_sheets.py")  # fmt: skip


_LIBRARY = ("tests/library",)


_TEXTS = ("tests/cli/test_troubles.py", "tests/cli/test_records.py", "tests/cli/test_places.py",
          "tests/cli/test_replay.py", "tests/cli/test_sheet.py",
          "tests/rules/test_what_a_file_is.py")  # fmt: skip


_READERS = ("tests/hardware/test_readers.py", "tests/hardware/test_pn532.py",
            "tests/hardware/test_text_lines.py", "tests/hardware/test_tag_bytes.py")  # fmt: skip


_PAGES = ("tests/core", "tests/net/test_updates.py", "tests/net/test_offers.py",
          "tests/forgetting", "tests/opponent", "tests/staff", "tests/view",
          "tests/app/test_levels.py", "tests/app/test_looking_back.py", "tests/app/test_sheets.py",
          "tests/app/test_supply.py", "tests/app/test_workbench.py")  # fmt: skip


_FLEET = ("tests/fleet",)


_PANEL = ("tests/hardware/test_contact.py", "tests/hardware/test_button.py",
          "tests/hardware/test_encoder.py")  # fmt: skip


_DECIDES = re.compile(r"def (update|dial|deadline|dispatch)\(")
"""What a module of a page has that says what a message, the dial or the time changes."""


def _of(
    folder: str, tests: tuple[str, ...], having: re.Pattern[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """Return every module below a folder in which a mistake can be made, and which has this."""
    sources = {
        file: file.read_text("utf-8")
        for file in sorted(ROOT.joinpath(*folder.split(".")).rglob("[!_]*.py"))
    }
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): tests
        for file, source in sources.items()
        if (having is None or having.search(source)) and any(mutants(source))
    }


@cache
def names(module: str) -> tuple[str, ...]:
    """Return every mistake that can be made in a module, with its line."""
    source = file_of(module).read_text(encoding="utf-8")
    return tuple(f"{each.line}: {each.name}" for each in mutants(source))


@cache
def decided(module: str) -> tuple[int, ...]:
    """Return the numbers of the mistakes outside of what draws, at which pictures are looked at."""
    source = file_of(module).read_text(encoding="utf-8")
    drawn = {line for function in _drawing(source) for line in _lines(function)}
    lines = (int(name.partition(":")[0]) for name in names(module))
    return tuple(number for number, line in enumerate(lines) if line not in drawn)


def _drawing(source: str) -> Iterator[ast.FunctionDef]:
    """Yield the functions that are given how things look."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            types = (each.annotation for each in node.args.args)
            if any(isinstance(each, ast.Name) and each.id == "Style" for each in types):
                yield node


def _lines(function: ast.FunctionDef) -> range:
    return range(function.lineno, (function.end_lineno or function.lineno) + 1)


SUBJECTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "rules": {
        **_of("companion.rules", _RULES),
        **_of("companion.rules.packed", _PACKED),
        **_of("companion.rules.library", _LIBRARY),
        **dict.fromkeys(
            (
                "companion.rules.records.json_text",
                "companion.rules.records.confusing",
                "companion.rules.records.reading",
            ),
            _TEXTS,
        ),
    },
    "journal": _of("companion.journal", _JOURNAL),
    "parsers": {
        **dict.fromkeys(
            ("companion.settings.errors", "companion.settings.reading", "companion.settings.file"),
            _SETTINGS,
        ),
        **dict.fromkeys(
            (
                "companion.tags.box",
                "companion.storage.box_csv",
                "companion.storage.files",
                "companion.cli.score",
                "companion.storage.score_sheets",
                "companion.storage.shorthand",
            ),
            _TABLES,
        ),
        **_of("hardware.readers", _READERS),
        "hardware.panel.button": _PANEL,
    },
    "pages": _of("companion.pages", _PAGES, _DECIDES),
    "fleet": {**_of("companion.fleet", _FLEET), **_of("companion.app.fleet", _FLEET)},
}
"""For each proof all that is made wrong, and who must notice."""


WALKED = (*SUBJECTS["rules"], *SUBJECTS["journal"], *SUBJECTS["parsers"])
"""What is walked over branch by branch, too."""


MODULES = {module: asked for modules in SUBJECTS.values() for module, asked in modules.items()}
"""All that is made wrong, and who must notice."""


def of(subject: str) -> tuple[str, ...]:
    """Return what a proof depends on: the program, who is asked, and how."""
    return _depends(tuple(sorted({test for asked in SUBJECTS[subject].values() for test in asked})))


def _depends(asked: tuple[str, ...]) -> tuple[str, ...]:
    own = (
        "children", "done", "mutants", "mutated", "mutation", "noticed", "surroundings",
        "witnesses",
    )  # fmt: skip
    return ("companion", "hardware", *asked, *(f"tests/proof/{name}.py" for name in own))


@cache
def excused(module: str) -> Mapping[str, str]:
    """Return the mistakes of a module that make no difference, and why."""
    table: dict[str, dict[str, str]] = tomllib.loads(EXCUSED.read_text(encoding="utf-8"))
    return table.get(module, {})


def reason(note: str) -> str:
    """Return why nobody notices a mistake, given what is noted of it; "" if nobody knows."""
    _, place, mistake = note.split(": ", 2)
    known = excused(place.split()[0])
    return next((known[key] for key in known if f"{mistake} in ".startswith(f"{key} in ")), "")


@cache
def witnesses(asked: tuple[str, ...]) -> Witnesses:
    """Return which of these tests run which lines of the modules; cached until sources change.

    Raises:
        RuntimeError: A test fails although nothing was made wrong.
    """
    modules = [module for module, tests in MODULES.items() if tests == asked]
    sources = digest(ROOT, _depends(asked))[:16]
    file = _SEEN / f"witnesses-{sources}-{hash_of(asked)}.json"
    _SEEN.mkdir(exist_ok=True)
    with file.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # each group of tests is looked at once
        if not file.exists():
            new = file.with_suffix(".new")
            run = subprocess.run(
                [sys.executable, "-m", "tests.proof.witnesses", str(new), ",".join(modules),
                 ",".join(asked)],
                env=_surroundings(), cwd=ROOT, capture_output=True, text=True, check=False,
            )  # fmt: skip
            if run.returncode:
                raise RuntimeError(f"the tests fail: {run.stdout[-800:]}{run.stderr[-800:]}")
            new.rename(file)
    return msgspec.json.decode(file.read_bytes(), type=Witnesses)


def hash_of(asked: tuple[str, ...]) -> str:
    """Return a short name for tests that are asked."""
    return hashlib.sha256("\n".join(asked).encode()).hexdigest()[:8]


def _surroundings() -> dict[str, str]:
    """Return what a child needs; Python may keep what it compiled, which saves most of the time."""
    found = {**environment(), "PYTHONWARNINGS": "default", "HYPOTHESIS_PROFILE": "mutated"}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def tried(module: str, numbers: tuple[int, ...]) -> Found:
    """Make these mistakes, one after the other, and ask the tests."""
    if importlib.util.find_spec("coverage") is None:
        return Found(failures=("coverage is not installed here",))
    return judged(module, numbers, witnesses(MODULES[module]), _SEEN / "noticed.jsonl")


def judged(module: str, numbers: tuple[int, ...], seen: Witnesses, ledger: Path) -> Found:
    """Ask who saw the lines; what the ledger says they noticed before is not made again."""
    file = file_of(module)
    noticed = Noticed(ledger, ROOT, str(file.relative_to(ROOT)), seen.seconds)
    counts: Counter[str] = Counter()
    notes = []
    todo = []
    lines = file.read_text(encoding="utf-8").splitlines()
    for number in numbers:
        line, _, name = names(module)[number].partition(": ")
        mistake = f"{module} {line}: {name} in {lines[int(line) - 1].strip()}"
        if reason(f"excused: {mistake}"):
            counts["excused"] += 1
            notes.append(f"excused: {mistake}")
            continue
        counts["mutants"] += 1
        if name_of(noticed.by(number, name)) in seen.every(module, int(line)):
            counts["killed"] += 1
            counts[BEFORE] += 1
        else:
            todo.append((number, int(line), name, mistake))
    if not todo:
        return Found({**counts}, notes=tuple(notes))
    worth = noticed.each()
    with Jury(module, seen, worth) as jury:
        if jury.verdict(NO_MISTAKE).is_fault:
            return Found(failures=(f"{module}: its tests fail without any mistake",))
        for number, line_number, name, mistake in todo:
            verdict = jury.verdict(number, line_number)
            if verdict.is_fault:
                counts["killed"] += 1
            else:
                notes.append(f"survived: {mistake}")
            if verdict.who:
                worth[name_of(verdict.who)] += 1
                noticed.add(number, name, verdict.who)
    return Found({**counts}, notes=tuple(notes))


class Verdict(NamedTuple):
    """What came of tests that were asked about a mistake."""

    status: int
    who: str
    """The test that failed; "" if none did, or nobody in particular: time ran out, perhaps."""

    @property
    def is_fault(self) -> bool:
        """Whether they noticed."""
        return self.status != _PASSED


class Jury(ExitStack):
    """The tests of a module, ready to be asked about one mistake after the other."""

    def __init__(self, module: str, seen: Witnesses, noticed: Mapping[str, int]) -> None:
        """Begin with who has noticed how many mistakes; more may be added in the meantime."""
        super().__init__()
        self._module, self._seen, self._noticed = module, seen, noticed
        files = sorted({test.partition("::")[0] for test in seen.of(module, 0, math.inf)})
        self._collected = self._started(*files)
        self._before: subprocess.Popen[bytes] | None = None

    def _started(self, *tests: str) -> "subprocess.Popen[bytes]":
        jury = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.mutated", self._module, *tests],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_surroundings(), cwd=ROOT,
        )  # fmt: skip
        self.enter_context(jury)
        return jury

    def verdict(self, number: int, line: int = 0) -> Verdict:
        """Return whether a test fails, or does not end in time, with a mistake in this line."""
        asked = self._seen.of(self._module, line, _MOST_SECONDS, self._noticed)
        if number == NO_MISTAKE or not self._seen.runs_first(self._module, line):
            verdict = self._said(self._collected, number, asked)
            if verdict.status != NOT_ALIVE:
                return verdict
        if self._before is None:
            self._before = self._started()
            self._said(self._before, NO_MISTAKE, asked)
        verdict = self._said(self._before, number, asked)
        if verdict.is_fault:
            return verdict
        others = self._seen.others(self._module, line, _MOST_SECONDS)
        return self._said(self._before, number, others)

    def _said(
        self, jury: "subprocess.Popen[bytes]", number: int, asked: tuple[str, ...]
    ) -> Verdict:
        """Return what tests say with a mistake; nobody asked, nobody notices."""
        if not asked:
            return Verdict(_PASSED, "")
        assert jury.stdin is not None
        assert jury.stdout is not None
        seconds = _SPARE_SECONDS + _PATIENCE * sum(self._seen.seconds[test] for test in asked)
        jury.stdin.write(msgspec.json.encode((number, seconds, asked)) + b"\n")
        jury.stdin.flush()
        return Verdict(*msgspec.json.decode(jury.stdout.readline(), type=tuple[int, str]))


def portions(subject: str, strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the mistakes in a subject: all of them, or a few in what is quickly asked."""
    modules = SUBJECTS[subject]
    if strength is Strength.QUICK:
        return tuple(
            Portion(tried, (module, _some(module, _QUICK_EACH, seed)))
            for module in QUICK
            if module in modules
        )
    parts = [
        (at, module, tuple(sorted(every[at : at + _EACH])))
        for module in modules
        for every in (_some(module, len(decided(module)), seed),)
        for at in range(0, len(every), _EACH)
    ]
    parts.sort(key=lambda part: part[0])  # every module in turn: what is done is a fair sample
    return tuple(Portion(tried, (module, numbers)) for _, module, numbers in parts)


def _some(module: str, number: int, seed: int) -> tuple[int, ...]:
    dice = Random(f"{module} {seed}")  # noqa: S311 - a proof's dice
    return tuple(dice.sample(decided(module), number))
