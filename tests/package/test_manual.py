"""The man page and the completion of shells, as they come with the package."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.cli.commands import COMMANDS

pytest.importorskip("shtab", reason="only after: make .venv/.tests")

from release import manual

NAME = "ra-companion"

TYPED = {
    "ga": {"games"},
    "": {*COMMANDS},
    "games --js": {"--json"},
    "games --sort ": {"newest", "oldest", "longest", "points"},
    "tags te": {"teach"},
    "replay eve": {"evening.jsonl"},
    "games --data sti": {"stick"},
}
"""What is typed after the program's name, and what the shell offers."""


@pytest.fixture(scope="module")
def files() -> Mapping[str, str]:
    """All of them."""
    return manual.files(stamp=1_767_225_600)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(("typed", "offered"), TYPED.items())
def test_bash_completes(
    files: Mapping[str, str], typed: str, offered: set[str], tmp_path: Path
) -> None:
    (tmp_path / "evening.jsonl").touch()
    (tmp_path / "stick").mkdir()
    (tmp_path / "script").write_text(files[manual.COMPLETIONS["bash"]])
    words = [NAME, *typed.split()]
    if not typed or typed.endswith(" "):
        words.append("")
    listed = " ".join(f"'{word}'" for word in words)
    code = f"""
        source ./script
        function=$(complete -p {NAME} | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}
        $function {NAME} "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", code],  # noqa: S607 - wherever it is
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert offered <= set(done.stdout.split()), done.stderr


@pytest.mark.parametrize("shell", manual.COMPLETIONS)
def test_a_shell_understands_its_script(
    files: Mapping[str, str], shell: str, tmp_path: Path
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "script"
    script.write_text(files[manual.COMPLETIONS[shell]])
    done = subprocess.run([shell, "-n", script], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_every_command_is_in_the_page_and_in_every_script(files: Mapping[str, str]) -> None:
    for text in files.values():
        assert [name for name in COMMANDS if name not in text] == []


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
def test_man_reads_the_page_without_a_warning(files: Mapping[str, str], tmp_path: Path) -> None:
    page = tmp_path / f"{NAME}.1"
    page.write_text(files[manual.PAGE], encoding="utf-8")
    done = subprocess.run(
        [str(shutil.which("man")), "--warnings", "--encoding=UTF-8", "--local-file", page],
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100"},
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode()
    assert "2026-01-01" in shown
    for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"):
        assert heading in shown
