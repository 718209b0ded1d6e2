"""A row of PROOF.md is true as long as nothing changes that its proof depends on."""

import subprocess
from pathlib import Path

from tests.proof.measure import Goal, Proof
from tests.proof.rows import Row, rows

PROOFS = [
    Proof(name, "It holds.", lambda _, __: (), (Goal("states", 1, 1),), 1.0, of)
    for name, of in (("rules", ("rules",)), ("whole", ("rules", "app.py")))
]


def git(root: Path, *words: str) -> str:
    who = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org"]
    command = ["git", "-C", str(root), *who, *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def committed(root: Path) -> str:
    git(root, "add", "-A")
    git(root, "commit", "--quiet", "--message", "one")
    return git(root, "rev-parse", "HEAD")[:12]


def test_a_row_is_true_until_a_file_changes_that_its_proof_depends_on(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.py").write_text("draw\n")
    (tmp_path / "app.py").write_text("loop\n")
    first = committed(tmp_path)
    page = "".join(
        f"| {name} | full | 1 states | ≥ 1 states; 0 failures | met | 0.1 | {first} |\n"
        for name in ("rules", "whole", "unknown")
    )
    assert [*rows(page, PROOFS, tmp_path)] == [Row("rules", first, ()), Row("whole", first, ())]
    (tmp_path / "app.py").write_text("another loop\n")
    (tmp_path / "README").write_text("changed\n")
    committed(tmp_path)
    rules, whole = rows(page, PROOFS, tmp_path)
    assert rules.is_true
    assert str(rules) == f"rules: still true, nothing changed since {first}"
    assert not whole.is_true
    assert str(whole) == f"whole: tried at {first}; since then app.py"


def test_a_row_stays_true_when_a_survivor_is_given_its_reason(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "rules").mkdir()
    reasons = tmp_path / "rules" / "survivors.toml"
    reasons.write_text("")
    first = committed(tmp_path)
    page = f"| rules | full | 1 states | ≥ 1 states; 0 failures | met | 0.1 | {first} |\n"
    reasons.write_text('["play"]\n"1 → 2" = "a free choice"\n')
    committed(tmp_path)
    assert [*rows(page, PROOFS, tmp_path)] == [Row("rules", first, ())]


def test_of_a_version_that_is_not_there_nothing_is_said(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    page = "| rules | full | 1 states | ≥ 1; 0 failures | met | 0.1 | 0123456789ab |\n"
    (row,) = rows(page, PROOFS, tmp_path)
    assert not row.is_true
    assert str(row) == "rules: 0123456789ab is not in this clone"


def test_a_row_of_sources_that_were_never_committed_is_named_and_not_true(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "app.py").write_text("loop\n")
    version = f"{committed(tmp_path)}+"
    page = f"| rules | full | 1 states | ≥ 1; 0 failures | met | 0.1 | {version} |\n"
    assert [*rows(page, PROOFS, tmp_path)] == [Row("rules", version, None)]
