"""PROOF.md: one dated table of what was tried and what came of it."""

from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from tests.proof.measure import Proof, Result, Strength, shortfalls

MOST_NAMED = 60
"""How many failures of a proof are listed; the others are only counted."""


class Circumstances(msgspec.Struct, frozen=True):
    """Where and when."""

    day: date
    commit: str
    machine: str
    """In general terms, without paths or names."""
    seed: int


def page(circumstances: Circumstances, results: Iterable[tuple[Proof, Result]]) -> str:
    """Return the whole page."""
    found = list(results)
    return "\n".join([*_head(circumstances), *_table(found), "", *_details(found)])


_ABOUT = (
    "Written by `make proof`; do not edit. Each row counts attempts to make the program break its"
    " word. A goal is met when at least so much was tried and nothing was found. Rows of quick"
    " strength tried less than a release requires. The last column names the version of the source"
    " that was tried; a row holds as long as nothing changes that its proof depends on, and"
    " `make proof ROWS=1` says of each whether it does. What was seen on whole machines is in"
    " [docs/tried.md](docs/tried.md)."
)


_STOPPED = (
    "Rows that name portions were stopped before they were complete: what was done is counted,"
    " and the same command goes on with the rest."
)


def _head(at: Circumstances) -> list[str]:
    return [
        "# What was tried to show that the promise is false",
        "",
        _ABOUT,
        "",
        f"{at.day:%Y-%m-%d} · written at {at.commit} · {at.machine} · seed {at.seed}",
        "",
    ]


def _table(found: Sequence[tuple[Proof, Result]]) -> list[str]:
    rows = [
        "| proof | strength | figures | goal | result | minutes | version |",
        "|---|---|---|---|---|---|---|",
    ]
    for proof, result in found:
        figures = ", ".join(f"{count:,} {key}" for key, count in sorted(result.counts.items()))
        goals = "; ".join(goal.said(result.strength) for goal in proof.goals)
        portion = "" if result.is_whole else f", {result.done} of {result.wanted} portions"
        rows.append(
            f"| {proof.name} | {result.strength}{portion} | {figures} | {goals}; 0 failures |"
            f" {_verdict(proof, result)} | {result.seconds / 60:.1f} | {result.commit} |"
        )
    return rows


def _verdict(proof: Proof, result: Result) -> str:
    if result.failures:
        return f"**missed: {len(result.failures)} failures**"
    return "met" if not shortfalls(proof, result) else "**not reached**"


def _details(found: Sequence[tuple[Proof, Result]]) -> list[str]:
    lines: list[str] = []
    for proof, result in found:
        lines += [f"## {proof.name}", "", proof.claim, ""]
        if short := shortfalls(proof, result):
            lines += ["Not met:", "", *_listed(short[:MOST_NAMED])]
            more = len(short) - MOST_NAMED
            lines += [*([f"- … and {more} more"] if more > 0 else ()), ""]
        if not result.is_whole:
            lines += [_why_stopped(proof, result), ""]
        if result.notes:
            lines += ["Noted:", "", *_listed(_explained(proof, note) for note in result.notes), ""]
    if any(not result.is_whole for _, result in found):
        lines += [_STOPPED, ""]
    if any(result.strength is Strength.QUICK for _, result in found):
        lines += ["Rows of quick strength are repeated at full strength with `make proof`.", ""]
    return lines


def _why_stopped(proof: Proof, result: Result) -> str:
    """Return how long the whole would take, and what was tried to shorten that."""
    said = (
        f"What is done took {result.seconds / 60:,.1f} minutes of one core; at this rate the whole"
        f" takes about {result.hours:,.1f} hours of one core."
    )
    return f"{said} {proof.tried}".strip()


def _explained(proof: Proof, note: str) -> str:
    """Return a note with its reason, if it needs one."""
    return f"{note}: {proof.reason(note) or 'no reason yet'}" if proof.reason else note


def _listed(sentences: Iterable[str]) -> list[str]:
    return [f"- {' '.join(each.split())}" for each in sentences]
