"""One table, counted on the screen, on a terminal, and in files: the same points everywhere."""

import csv
import io
import json
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
from companion.rules.scoring.sheet import BadSheet, Scored, Tally, read_sheet, scored
from companion.rules.tiles import KINDS
from companion.storage import score_sheets
from companion.storage.score_sheets import points_table, read_table
from tests.cli.test_asking import Terminal
from tests.core.test_counting import BEFORE, FIRST, SUNS, after, begun
from tests.journal.disks import HASTY
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
