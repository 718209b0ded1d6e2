"""What 1.0.0 left on an owner's disk: ``version_1``.

That program wrote all of it but the sheet, and told of it what is in ``said``.
"""

import shutil
from pathlib import Path

import pytest

from companion.core.model import TextSize
from companion.journal.index import NAME
from companion.settings import reading
from companion.storage.box_csv import load_box
from companion.storage.boxes import box_file
from companion.storage.pin import StaffPin
from tests.app.inside import inside
from tests.cli.running import Run

LEFT = Path(__file__).with_name("version_1")

SAID = LEFT / "said"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the folder of the games."""
    return Path(shutil.copytree(LEFT / "data", tmp_path / "data"))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("games.txt", ["games"]),
        ("games.json", ["games", "--json"]),
        ("1.jsonl", ["export", "1"]),
        ("1-everything.jsonl", ["export", "1", "--with-undone"]),
        ("2.jsonl", ["export", "2"]),
        ("2-everything.jsonl", ["export", "2", "--with-undone"]),
        ("1.json", ["export", "1", "--format", "json"]),
    ],
)
def test_games_are_listed_and_exported_as_they_were(
    run: Run, data: Path, said: str, words: list[str]
) -> None:
    assert run(*words, "--data", data).out == (SAID / said).read_text("utf-8")


def test_a_table_for_a_spreadsheet_has_a_heading_renamed_and_three_columns_more(
    run: Run, data: Path
) -> None:
    now = run("export", "1", "--format", "csv", "--data", data).out
    before = (
        (SAID / "1.csv")
        .read_text("utf-8-sig")
        .replace("Equal monuments", "Identical monuments")
        .replace("Civilisations", "Civilizations")
    )
    rows = [line.split(",") for line in now.removeprefix("\ufeff").splitlines()]
    assert [",".join(row[:-3]) for row in rows] == before.splitlines()
    assert rows[0][-3:] == ["Points at the start", "Not below 0", "Fixed by hand"]


def test_a_score_sheet_comes_to_the_same_points(run: Run) -> None:
    now = run("score", "--json", LEFT / "sheet.json").out
    assert now.splitlines() == (SAID / "score.json").read_text("utf-8").splitlines()


def test_a_game_that_was_not_over_goes_on(run: Run, data: Path) -> None:
    before = (SAID / "2-everything.jsonl").read_text("utf-8")
    with inside(data) as opened:
        opened.press("p1")
    now = run("export", "2", "--with-undone", "--data", data).out
    assert now == before + '{"draw":"pharaoh"}\n'


def test_the_index_is_made_anew_where_it_has_another_form(run: Run, data: Path) -> None:
    assert (data / NAME).is_file()
    assert '"seats"' in run("stats", "--json", "--data", data).out


def test_a_backup_is_restored(run: Run, data: Path, tmp_path: Path) -> None:
    done = run("restore", LEFT / "backup", "--yes", "--data", tmp_path / "new")
    assert done.status == 0, done.err
    kept = {path.name: path.read_bytes() for path in (data / "games").iterdir()}
    assert {path.name: path.read_bytes() for path in (tmp_path / "new" / "games").iterdir()} == kept


def test_the_owner_s_settings_say_what_they_said() -> None:
    found, mistakes = reading.read((LEFT / "settings.toml").read_bytes())
    assert all(each.is_gone for each in mistakes)
    table = found.table
    assert (table.language, table.theme) == ("uk", "papyrus")
    assert table.text_size is TextSize.PRINT
    assert (table.sun_commit_seconds, found.panel.dial_deaf_seconds) == (2.5, 0.3)


def test_the_box_of_tags_and_the_staffs_pin_are_those_that_were_chosen(data: Path) -> None:
    box = load_box(box_file(data, "attic"))[0]
    assert box.tags == {"04A23BD2C15C80": "ra", "04A23BD2C15C81": "god"}
    pin = StaffPin(data / "staff-pin.json", lambda: 0.0)
    assert not pin.tried("1357").is_right
    assert pin.tried("2468").is_right
