"""At a terminal without a file one is asked for a sheet, epoch after epoch, and sees its points."""

import io
import json

import pytest

from companion.cli.score import Options, run, scored_sheet
from companion.rules.scoring.sheet import LONGEST_SHEET
from companion.storage import FileRefused
from companion.storage.files import Status


class Terminal(io.StringIO):
    """Somebody types."""

    def isatty(self) -> bool:
        """As every terminal."""
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("1\nAnna: 3p\nBen\n\nyes\n2p\n1p\n\n"))


@pytest.mark.usefixtures("typed")
def test_epochs_are_asked_for_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Options()) is Status.DONE
    said = capsys.readouterr()
    assert said.out.count("Anna") >= 2
    assert "Score the next epoch too" in said.err


@pytest.mark.usefixtures("typed")
def test_what_was_understood_is_said_beside_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    run(Options())
    said = capsys.readouterr()
    assert "One line per player" in said.err
    assert "Anna: 3 Pharaoh" in said.err
    assert "Anna: 3 Pharaoh" not in said.out


@pytest.mark.usefixtures("typed")
def test_one_object_is_printed_and_nothing_more_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(Options(json=True)) is Status.DONE
    said = capsys.readouterr()
    assert "Anna" in str(json.loads(said.out))
    assert "Score the next epoch too" not in said.err


@pytest.mark.usefixtures("typed")
def test_lines_for_a_spreadsheet_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Options(csv=True)) is Status.DONE
    assert "Anna" in capsys.readouterr().out


def test_somebody_who_says_nothing_gets_no_points(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(""))
    assert run(Options()) is Status.IMPOSSIBLE
    assert "No scores: a sheet needs" in capsys.readouterr().err


def test_a_sheet_may_be_just_as_long_as_is_allowed() -> None:
    sheet = b'{"epoch": 1, "players": [{"tiles": {}}, {"tiles": {}}]}'
    sheet += b" " * (LONGEST_SHEET - len(sheet) - 1) + b"\n"
    assert scored_sheet(io.BytesIO(sheet)).tally.epoch == 1
    with pytest.raises(FileRefused):
        scored_sheet(io.BytesIO(b" " + sheet))
