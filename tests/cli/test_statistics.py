"""``stats``, ``games`` and ``export``: what is said of the games in a data folder."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.claim import FolderLock
from tests.cli.running import Run
from tests.statistics.evenings import claimed, keep

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[FolderLock]:
    with claimed(tmp_path / "data") as ours:
        yield ours


def test_statistics_for_programs_add_up(run: Run, ours: FolderLock) -> None:
    for seed in range(5):
        keep(ours, players=4, seed=seed)
    facts = json.loads(run("stats", "--json", "--data", ours.data).out)
    assert facts["games"] == 5
    assert sum(facts["epochs"].values()) == 15
    assert sum(each["wins"] for each in facts["players"]) == 5
    assert {each["games"] for each in facts["players"]} == {5}
    assert [each["seat"] for each in facts["seats"]] == [1, 2, 3, 4]
    assert {each["games"] for each in facts["seats"]} == {5}
    assert sum(each["wins"] for each in facts["seats"]) == 5
    anna = json.loads(run("stats", "Anna", "--json", "--data", ours.data).out)
    assert anna["points"] == next(
        each["points"] for each in facts["players"] if each["name"] == "Anna"
    )


def test_pictures_are_written_where_one_wants_them(
    run: Run, ours: FolderLock, tmp_path: Path
) -> None:
    keep(ours, players=5, seed=3)
    ran = run("stats", "--data", ours.data, "--png", tmp_path / "p")
    assert ran.status == 0
    assert {path.name for path in (tmp_path / "p").iterdir()} == {
        "categories.png",
        "lengths.png",
        "race.png",
        "seats.png",
        "suns.png",
    }
    assert all(path.read_bytes().startswith(PNG) for path in (tmp_path / "p").iterdir())


def test_statistics_as_a_sheet_have_a_line_for_everybody(run: Run, ours: FolderLock) -> None:
    keep(ours, players=2, names=("=cmd()", "Ben"))
    ran = run("stats", "--csv", "--data", ours.data)
    rows = list(csv.reader(io.StringIO(ran.out.removeprefix("\ufeff"))))
    assert [row[0] for row in rows] == ["Player", "'=cmd()", "Ben"]


def test_a_game_is_written_in_every_form(run: Run, ours: FolderLock, tmp_path: Path) -> None:
    keep(ours, players=3, seed=4)
    out = {}
    for form in ("record", "csv", "json", "png"):
        out[form] = tmp_path / form
        assert run("export", "1", out[form], "--format", form, "--data", ours.data).status == 0
    assert json.loads(out["record"].read_bytes().splitlines()[0])["ra_record"] == 1
    facts = json.loads(out["json"].read_bytes())
    assert [each["name"] for each in facts["players"]] == ["Anna", "Ben", "Cleo"]
    assert len(facts["record"]) == len(out["record"].read_bytes().splitlines())
    rows = list(csv.reader(io.StringIO(out["csv"].read_bytes().decode("utf-8-sig"))))
    assert [int(row[5]) for row in rows[1:]] == [each["points"] for each in facts["players"]]
    assert out["png"].read_bytes().startswith(PNG)


def test_what_a_running_game_says_for_programs_has_no_points(run: Run, ours: FolderLock) -> None:
    keep(ours, less=1)
    facts = json.loads(run("export", "last", "--format", "json", "--data", ours.data).out)
    assert {each["points"] for each in facts["players"]} == {None}
    assert all(each["epochs"] == [] for each in facts["players"])
