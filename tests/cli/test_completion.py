"""Shells complete our command lines, and the man pages say what the help says."""

import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import completion, manual
from companion.cli.commands import COMMANDS
from tests.cli.running import Run

NAME = "ra-companion"

TYPED = {
    "ga": ["games"],
    "": [*COMMANDS, "-h", "--help", "-V", "--version"],
    "games --js": ["--json"],
    "games --sort ": ["newest", "oldest", "longest", "points"],
    "games --sort=lo": ["longest"],
    "games --edition w": ["windrider2016"],
    "export last --format c": ["csv"],
    "run --theme n": ["night"],
    "--theme n": ["night"],
    "tags te": ["teach"],
    "tags import --rep": ["--replace"],
    "completion b": ["bash"],
    "rules --language c": ["cs"],
    "replay eve": ["evening.jsonl"],
    "backup sti": ["stick"],
    "games --data sti": ["stick"],
}
"""What is typed after the program's name, and what the shell offers."""


def _completed(script: Path, typed: str, folder: Path) -> list[str]:
    """Let bash complete, with its own way of breaking words at an equals sign."""
    words = [NAME, *typed.replace("=", " = ").split()]
    if not typed or typed.endswith(" "):
        words.append("")
    listed = " ".join(f"'{word}'" for word in words)
    code = f"""
        source {script}
        eval "$(complete -p {NAME} | sed 's/complete -F \\([^ ]*\\).*/function=\\1/')"
        COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}
        $function {NAME}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    bash = ["bash", "--norc", "-c", code]
    ran = subprocess.run(bash, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "evening.jsonl").touch()
    (tmp_path / "stick").mkdir()
    (tmp_path / "stickers.txt").touch()
    (tmp_path / "script").write_bytes(completion.script("bash"))
    return tmp_path


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(("typed", "offered"), TYPED.items())
def test_bash_completes(typed: str, offered: list[str], folder: Path) -> None:
    assert _completed(folder / "script", typed, folder) == offered


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_a_shell_understands_its_script(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "script"
    script.write_bytes(completion.script(shell))
    ran = subprocess.run([shell, "-n", script], capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_command_and_every_option_is_in_the_script(shell: str, run: Run) -> None:
    ran = run("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    for line in completion.lines():
        assert line.words[-1] in ran.out
        for option in line.options:
            assert all(name.lstrip("-") in ran.out for name in option.names)


def test_the_scripts_and_pages_are_the_same_in_every_language(run: Run) -> None:
    english = completion.script("zsh"), manual.man_pages()
    run("games", "--help", "--language", "cs")
    assert (completion.script("zsh"), manual.man_pages()) == english


def test_all_is_written_where_an_installer_looks_for_it(run: Run, tmp_path: Path) -> None:
    ran = run("manual", tmp_path / "build")
    assert (ran.status, ran.err) == (0, "")
    written = {path.relative_to(tmp_path / "build").as_posix()
               for path in (tmp_path / "build").rglob("*") if path.is_file()}  # fmt: skip
    pages = {f"man/{NAME}.1", *(f"man/{NAME}-{command}.1" for command in COMMANDS)}
    assert written == pages | {f"completion/{file}" for file in completion.FILES.values()}


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
@pytest.mark.parametrize("name", [NAME, *(f"{NAME}-{command}" for command in COMMANDS)])
def test_man_reads_a_page_without_a_warning(name: str, tmp_path: Path) -> None:
    page = tmp_path / f"{name}.1"
    page.write_bytes(manual.man_pages()[name])
    ran = subprocess.run(
        [str(shutil.which("man")), "--warnings", "--encoding=UTF-8", "--local-file", page],
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100"},
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, b"")
    shown = ran.stdout.decode()
    for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"):
        assert heading in shown


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="there is no mandoc here")
def test_mandoc_finds_no_mistake_in_the_pages(tmp_path: Path) -> None:
    for name, page in manual.man_pages().items():
        (tmp_path / f"{name}.1").write_bytes(page)
    pages = sorted(tmp_path.iterdir())
    lint = ["mandoc", "-T", "lint", "-W", "warning", *map(str, pages)]
    ran = subprocess.run(lint, capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, b"")
