"""Which branches no test takes, in what the mutations are made in."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

from tests.proof.evenings import environment, folder
from tests.proof.measure import Found, Portion, Strength
from tests.proof.mutation import MODULES, ROOT

_FOLDERS = ("tests/rules", "tests/oracle", "tests/journal", "tests/hardware", "tests/cli",
            "tests/core", "tests/crash/test_faults.py", "tests/crash/test_alice.py")  # fmt: skip
_QUICK = ("tests/journal", "tests/hardware/test_contact.py", "tests/hardware/test_readers.py",
          "tests/hardware/test_pn532.py", "tests/hardware/test_text_lines.py")  # fmt: skip
_QUICK_MODULES = ("companion.journal", "hardware.readers", "hardware.contact")


def walked(tests: tuple[str, ...], among: tuple[str, ...]) -> Found:
    """Run the tests and return how many branches they take, and name the ones they do not."""
    if importlib.util.find_spec("coverage") is None:
        return Found(failures=("coverage is not installed here",))
    modules = [name for name in MODULES if name.startswith(among)]
    files = [str(ROOT.joinpath(*name.split(".")).with_suffix(".py")) for name in modules]
    with folder() as where:
        data, report = Path(where) / "data", Path(where) / "report.json"
        coverage = [sys.executable, "-m", "coverage"]
        surroundings = {**environment(), "PYTHONWARNINGS": "default", "COVERAGE_FILE": str(data)}
        run = subprocess.run(
            [*coverage, "run", "--branch", f"--include={','.join(files)}", "-m", "pytest", "-q",
             "-p", "no:cacheprovider", *tests],
            cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False,
        )  # fmt: skip
        subprocess.run(
            [*coverage, "json", "-q", "-o", str(report)], cwd=ROOT, env=surroundings, check=True
        )
        found = json.loads(report.read_text())
    failures = (f"the tests fail: {run.stdout[-500:]}",) if run.returncode else ()
    notes = [
        f"never taken: {name}: {_said(each['missing_branches'])}"
        for name, each in sorted(found["files"].items())
        if each["missing_branches"]
    ]
    totals = found["totals"]
    counts = {"branches": totals["num_branches"], "taken": totals["covered_branches"]}
    return Found(counts, failures, tuple(notes))


def _said(missing: list[list[int]]) -> str:
    return ", ".join(f"{begin} to {'the end' if end < 0 else end}" for begin, end in missing)


def portions(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return one run of the tests."""
    if strength is Strength.QUICK:
        return (Portion(walked, (_QUICK, _QUICK_MODULES)),)
    return (Portion(walked, (_FOLDERS, ("companion", "hardware"))),)
