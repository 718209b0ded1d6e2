"""Finds the branches that no test takes, in the modules that ``mutation.py`` mutates."""

import ast
import tomllib
from pathlib import Path

from tests.proof.measure import Found, Portion, Strength
from tests.proof.mutation import MODULES, QUICK, WALKED, witnesses
from tests.proof.witnesses import file_of

NEVER = Path(__file__).with_name("never_taken.toml")
"""For each module the lines from which no test can take a branch, and why."""


def last_cases(source: str) -> dict[int, int]:
    """Return the lines of the last cases, and of what they do: mypy proves that some case fits."""
    return {
        node.cases[-1].pattern.lineno: node.cases[-1].body[0].lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Match)
    }


def walked(module: str) -> Found:
    """Return how many branches of a module its tests take, and name the ones they do not."""
    found = witnesses(MODULES[module]).branches[module]
    source = file_of(module).read_text(encoding="utf-8")
    lines, last = source.splitlines(), last_cases(source)
    reasons = tomllib.loads(NEVER.read_text(encoding="utf-8")).get(module, {})
    notes, proved, excused, missing = [], 0, 0, 0
    for begin, end in found.not_taken:
        place = f"{module}, {begin} to {'the end' if end < 0 else end}"
        if begin in last and end != last[begin]:
            proved += 1
        elif reason := reasons.get(lines[begin - 1].strip()):
            excused += 1
            notes.append(f"cannot be taken: {place}: {reason}")
        else:
            missing += 1
            notes.append(f"never taken: {place}")
    counts = {
        "branches": found.number - proved - excused,
        "taken": found.number - proved - excused - missing,
        "excused": excused,
        "proved by mypy": proved,
    }
    return Found({key: count for key, count in counts.items() if count}, notes=tuple(notes))


def portions(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return the modules."""
    modules = QUICK if strength is Strength.QUICK else WALKED
    return tuple(Portion(walked, (module,)) for module in modules)
