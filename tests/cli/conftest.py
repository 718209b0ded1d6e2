"""What the tests of the command line share: a way to run it, and a place for files."""

import io
import sys
from pathlib import Path

import pytest

from companion.cli.commands import main
from companion.cli.terminal import output
from tests.cli.running import Ran, Run, Write


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""

    def ran(*argv: str | Path, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        status = main([str(word) for word in argv])
        return Ran(int(status), *capsys.readouterr())

    return ran


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file and return where it is."""
    numbers = iter(range(1000))

    def written(text: bytes) -> Path:
        file = tmp_path / f"file{next(numbers)}"
        file.write_bytes(text)
        return file

    return written


@pytest.fixture(autouse=True)
def nobody_owns_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither read nor write the settings of the user who runs the tests."""
    for module in ("companion.settings", "companion.settings.file"):
        monkeypatch.setattr(f"{module}.owners_places", lambda: (tmp_path / "owner's.toml",))


@pytest.fixture(autouse=True)
def _as_a_command_that_begins() -> None:
    """Speak to people, whatever the command before spoke to."""
    output.begin()
