"""At a terminal without a file one is asked for a sheet, epoch after epoch, and sees its points."""

import io
import json
import os
import time
from pathlib import Path
from threading import Thread, Timer

import pytest

from companion.cli.commands import main
from companion.cli.score import Options, run, scored_sheet
from companion.i18n import ENGLISH
from companion.rules.records.shapes import Fault, Malformed
from companion.rules.scoring.sheet import LONGEST_SHEET
from companion.storage import FileRefused, Status
from companion.storage.files import STANDARD_INPUT, complaints, opened


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


def test_a_table_longer_than_a_sheet_may_be_is_refused() -> None:
    table = b"name,nile\nAnna,2\nBen,1\n" + b"," * LONGEST_SHEET
    with pytest.raises(FileRefused) as caught:
        scored_sheet(io.BytesIO(table))
    assert [each.line for each in caught.value.objections] == [1]


@pytest.mark.parametrize(
    ("text", "line"),
    [(b"name,nile,nile\nAnna,2,2\nBen,1,1\n", 1), (b"name,nile\nAnna,2\nBen,many\n", 3)],
)
def test_what_is_wrong_with_a_table_is_named_with_its_line(text: bytes, line: int) -> None:
    with pytest.raises(FileRefused) as caught:
        scored_sheet(io.BytesIO(text))
    assert [each.line for each in caught.value.objections] == [line]


def test_a_record_is_no_sheet() -> None:
    record = b'{"ra_record": 1}\n'
    with pytest.raises(FileRefused) as caught:
        scored_sheet(io.BytesIO(record))
    (objection,) = caught.value.objections
    assert isinstance(objection.reason, Fault)
    assert objection.reason.malformed is Malformed.IS_RECORD


def test_a_program_without_standard_input_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(FileRefused), opened(STANDARD_INPUT):
        pytest.fail("there is nothing to read")


def test_a_sheet_comes_through_a_pipe_that_a_shell_has_made(tmp_path: Path) -> None:
    pipe = tmp_path / "sheet"
    os.mkfifo(pipe)
    writing = Thread(target=pipe.write_bytes, args=(b'{"epoch": 1}',), daemon=True)
    writing.start()
    with opened(str(pipe)) as stream:
        assert stream.read() == b'{"epoch": 1}'
    writing.join()


def test_a_pipe_is_waited_for_until_it_is_closed(tmp_path: Path) -> None:
    pipe = tmp_path / "sheet"
    os.mkfifo(pipe)

    def write() -> None:
        time.sleep(0.2)
        with pipe.open("wb", buffering=0) as stream:
            stream.write(b'{"epoch"')
            time.sleep(0.1)
            stream.write(b": 1}")

    writing = Thread(target=write, daemon=True)
    writing.start()
    with opened(str(pipe)) as stream:
        assert stream.read() == b'{"epoch": 1}'
    writing.join()


def test_a_pipe_that_nobody_writes_to_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.files._PIPE_SECONDS", 0.05)
    pipe = tmp_path / "sheet"
    os.mkfifo(pipe)
    late = Timer(5.0, lambda: os.close(os.open(pipe, os.O_WRONLY)))
    late.daemon = True
    late.start()
    with opened(str(pipe)) as stream:
        assert stream.read() == b""
    assert late.is_alive(), "it has waited for somebody"
    late.cancel()


def test_a_folder_is_no_file_and_nothing_stays_open(tmp_path: Path) -> None:
    before = len([*Path("/proc/self/fd").iterdir()])
    with pytest.raises(FileRefused), opened(str(tmp_path)):
        pytest.fail("a folder was read")
    assert len([*Path("/proc/self/fd").iterdir()]) == before


@pytest.mark.parametrize(
    ("sheet", "line", "said"),
    [
        (b'{"epoch": 1,\n"players": [],\n oops}', 3, "from character 30 on"),
        (b'{"epoch": 1,\n"players": [\n\n', 2, ""),
        (b'{"epoch": 1 x\n}', 1, "from character 13 on"),
        (b'{"epoch": 1,\noops}', 2, "from character 14 on"),
        (
            b'{"epoch": 1, "players":\n[{"tiles": {}},\n{"tiles": 3}]}',
            3,
            '("players" → 2 → "tiles")',
        ),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_with_its_place(
    sheet: bytes, line: int, said: str
) -> None:
    with pytest.raises(FileRefused) as caught:
        scored_sheet(io.BytesIO(sheet))
    (sentence,) = complaints("sheet.json", caught.value, ENGLISH)
    assert sentence.startswith(f"sheet.json:{line}: ")
    assert sentence.endswith(said)


def test_a_long_name_is_cut_above_its_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = "A" * 16, "B" * 17
    typed = "".join(f"{name}: 2 nile\n" for name in names)
    monkeypatch.setattr("sys.stdin", Terminal(f"1\n{typed}\n\n"))
    assert run(Options()) is Status.DONE
    heading = capsys.readouterr().out.splitlines()[0]
    assert "A" * 16 in heading
    assert "B" * 15 + "…" in heading
    assert "B" * 16 not in heading


def test_its_help_says_what_it_does_and_what_its_statuses_mean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["score", "--help"]) == 0
    said = capsys.readouterr().out
    assert "Score an epoch" in said
    assert "not possible" in said or "impossible" in said.lower()


def test_it_answers_in_another_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_bytes(b'{"epoch": 1, "players": [{"tiles": {"god": 1}}, {"tiles": {}}]}')
    assert main(["score", str(sheet), "--language", "uk"]) == 0
    ukrainian = capsys.readouterr().out
    assert main(["score", str(sheet), "--language", "en"]) == 0
    assert capsys.readouterr().out != ukrainian
