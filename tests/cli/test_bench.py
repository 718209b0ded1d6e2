"""A computer is measured on the command line; whether it is fast is not asked here."""

from pathlib import Path
from unittest.mock import patch

from companion.cli import bench
from tests.cli.running import Run


def test_a_program_that_cannot_be_run_is_said_with_what_to_do(run: Run, tmp_path: Path) -> None:
    with patch.object(bench, "_run", return_value=-1.0):
        told = run("bench", "--data", tmp_path)
    assert told.status == 1
    assert "The program cannot be run here" in told.out
    assert "ra-companion doctor" in told.out


def test_the_program_itself_is_measured(run: Run, tmp_path: Path) -> None:
    told = run("bench", "--data", tmp_path)
    assert (told.status, told.err) == (0, "")
    assert "The demo game takes" in told.out
    assert list(tmp_path.iterdir()) == []
