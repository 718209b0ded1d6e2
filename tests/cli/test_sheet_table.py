"""One table, counted on the screen, on a terminal, and in files: the same points everywhere."""

import csv
import io
import json
import os
from pathlib import Path

import pytest

from companion.cli.score import ask_for_next, ask_for_tally, scored_sheet
from companion.i18n import ENGLISH
from companion.pages.score_sheet import (
    LaySun,
    Points,
    Scope,
    SetNumber,
    SheetResult,
    TurnPage,
    tally_of,
)
from companion.rules.editions import Sun
from companion.rules.partial.tallying import scores
from companion.rules.records.positions import breakdown
from companion.rules.scoring.sheet import (
    LONGEST_SHEET,
    BadSheet,
    Scored,
    Tally,
    read_sheet,
    scored,
)
from companion.rules.tiles import KINDS
from companion.storage import score_sheets
from companion.storage.score_sheets import points_table, read_table
from tests.cli.test_asking import Terminal
from tests.core.test_counting import BEFORE, FIRST, SUNS, after, begun
from tests.journal.disks import HASTY, Counted
from tests.view.gallery import NAMES


def in_json() -> bytes:
    players = [
        {
            "name": NAMES[seat],
            "before": BEFORE[seat],
            "suns": SUNS[seat],
            "tiles": {kind.value: many for kind, many in held.items()},
        }
        for seat, held in enumerate(FIRST)
    ]
    return json.dumps({"epoch": 3, "players": players}).encode()


def in_csv() -> bytes:
    kinds = [kind for kind in KINDS if any(kind in held for held in FIRST)]
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["name", "epoch", "before", "suns", *(kind.value for kind in kinds)])
    for seat, held in enumerate(FIRST):
        many = [held.get(kind, "") for kind in kinds]
        table.writerow([NAMES[seat], 3, BEFORE[seat], " ".join(map(str, SUNS[seat])), *many])
    return written.getvalue().encode()


def on_a_terminal() -> Tally | None:
    lines = [
        f"{NAMES[seat]}: {' '.join(f'{many} {kind.value}' for kind, many in held.items())}"
        f" s{','.join(map(str, SUNS[seat]))} b{BEFORE[seat]}"
        for seat, held in enumerate(FIRST)
    ]
    return Terminal("3", *lines).ask()


def on_the_screen() -> SheetResult:
    model = begun(Scope.THIRD)
    for seat, held in enumerate(FIRST):
        model = after(model, SetNumber(Points.BEFORE, BEFORE[seat]))
        model = after(model, *[SetNumber(kind, many) for kind, many in held.items()])
        model = after(model, *[LaySun(Sun(sun)) for sun in SUNS[seat]], TurnPage(1))
    assert isinstance(model.page, SheetResult)
    return model.page


def points(sheet: Scored) -> list[object]:
    return [breakdown("", score, sheet.tally.epoch) for score in sheet.scores]


def test_a_final_tally_has_the_same_points_from_everywhere() -> None:
    asked = on_a_terminal()
    assert asked is not None
    expected = points(scored(read_sheet(in_json())))
    assert points(scored_sheet(io.BytesIO(in_csv()))) == expected
    assert points(scored_sheet(io.BytesIO(in_json()))) == expected
    assert points(scored(asked)) == expected
    page = on_the_screen().counting
    on_screen = scores(page.ledger, tally_of(page))
    assert [breakdown("", score, 3) for score in on_screen if score is not None] == expected


def test_points_for_a_spreadsheet_add_up_and_have_their_place() -> None:
    sheet = scored(read_sheet(in_json()))
    lines = list(csv.DictReader(io.StringIO(b"".join(points_table(sheet)).decode())))
    assert [line["name"] for line in lines] == list(NAMES)
    assert [int(line["before"]) + int(line["net"]) for line in lines] == [
        int(line["after"]) for line in lines
    ]
    assert sorted(int(line["place"]) for line in lines) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "text",
    [
        b"name,epoch,nile\nAnna,1,2\nBen,2,1\n",
        b"name,nile\nAnna,two\n",
        b"name,nile\nAnna,2,3\n",
        b'name,nile\n"Anna,2\n',
        b"\xff,\n",
    ],
)
def test_a_table_that_is_no_sheet_is_refused(text: bytes) -> None:
    with pytest.raises(BadSheet):
        read_table(text)


def test_the_next_epoch_goes_on_with_the_same_people_and_their_points() -> None:
    first = Terminal("1", "Anna: 3p 2 nile 1f", "Ben: 2 gods", "", "")
    tally_of_first = ask_for_tally(first.hear, first.told.append, ENGLISH)
    assert tally_of_first is not None
    sheet = scored(tally_of_first)
    second = Terminal("y", "1p", "4 gods")
    following = ask_for_next(sheet, second.hear, second.told.append, ENGLISH)
    assert following is not None
    assert following.epoch == 2
    assert [row.name for row in following.players] == ["Anna", "Ben"]
    assert [row.before for row in following.players] == [score.after for score in sheet.scores]
    nothing_more = Terminal("")
    assert ask_for_next(scored(following), nothing_more.hear, print, ENGLISH) is None


def test_a_sheet_without_a_name_that_is_forgotten_is_not_written_again(tmp_path: Path) -> None:
    path = score_sheets.keep(tmp_path, read_sheet(in_json()), 1_767_384_930_000, HASTY)
    before = path.stat()
    score_sheets.forget(tmp_path, "Nobody here", HASTY)
    assert path.stat() == before
    score_sheets.forget(tmp_path, NAMES[0], HASTY)
    assert read_sheet(path.read_bytes()).players[0].name is None


NOW_MS = 1_767_384_930_000


def test_a_sheet_is_called_by_its_moment_and_its_epoch(tmp_path: Path) -> None:
    path = score_sheets.keep(tmp_path, read_sheet(in_json()), NOW_MS, HASTY)
    assert path.name == "2026-01-02-201530-epoch-3.json"


@pytest.mark.parametrize(
    ("age_ms", "stays"),
    [(0, True), (1, True), (86_399_999, True), (86_400_000, False), (-1, False)],
)
def test_sheets_older_than_a_day_go_and_those_from_the_future(
    tmp_path: Path, age_ms: int, *, stays: bool
) -> None:
    path = score_sheets.keep(tmp_path, read_sheet(in_json()), NOW_MS, HASTY)
    written_ns = (NOW_MS - age_ms) * 1_000_000
    os.utime(path, ns=(written_ns, written_ns))
    seen = Counted()
    score_sheets.forget_older(tmp_path, 86_400_000, NOW_MS, seen.disk())
    assert path.exists() is stays
    assert ("fsync" in seen.names) is not stays


def test_names_and_epochs_are_read_as_they_were_written() -> None:
    tally = read_table(b"name,epoch,nile\n'=1+1,,2\nBen,2,1\n,2,1\n'n,,\n")
    assert tally.epoch == 2
    assert [row.name for row in tally.players] == ["=1+1", "Ben", None, "n"]
    assert read_table(b"name,nile\nAnna,2\nBen,1\n").epoch == 1


def test_a_table_may_be_just_as_long_as_a_sheet() -> None:
    table = b"name,nile\nAnna,2\nBen," + b"1" * 9
    table = table.replace(b"Anna", b"A" * (LONGEST_SHEET - len(table) + 4))
    assert len(table) == LONGEST_SHEET
    assert len(read_table(table).players) == 2
    with pytest.raises(BadSheet, match="at most"):
        read_table(table.replace(b"Ben", b"Benn"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"name,nile\nAnna,two\nBen,1\n", 2),
        (b"name,nile\nAnna,2\nBen,1,1\n", 3),
        (b"name,nile,nile\nAnna,2,2\n", 1),
    ],
)
def test_a_mistake_is_on_the_line_of_its_player(text: bytes, line: int) -> None:
    with pytest.raises(BadSheet) as caught:
        read_table(text)
    assert caught.value.fault.told is not None
    assert score_sheets.line_of_row(caught.value.fault.told.place) == line
