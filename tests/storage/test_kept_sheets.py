"""One table, counted on the screen and in a file: the same points."""

import io
import json
import os
from pathlib import Path

import pytest

from companion.cli.score import scored_sheet
from companion.core.effects import do
from companion.pages.score_sheet.counts import Points
from companion.pages.score_sheet.result import SheetResult
from companion.pages.score_sheet.setup import Scope
from companion.pages.score_sheet.tally import SheetTally, tally_of
from companion.rules.editions import Sun
from companion.rules.partial import scores
from companion.rules.records.positions import breakdown
from companion.rules.scoring.sheet import Scored, read_sheet, scored
from companion.storage import score_sheets
from tests.core.desk import after
from tests.journal.disks import HASTY, Counted
from tests.pages.score_sheet.counted import BEFORE, FIRST, SUNS, begun
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


def on_the_screen() -> SheetResult:
    model = begun(Scope.THIRD)
    for seat, held in enumerate(FIRST):
        model = after(model, do(SheetTally.set_number, Points.BEFORE, BEFORE[seat]))
        model = after(
            model, *[do(SheetTally.set_number, kind, many) for kind, many in held.items()]
        )
        model = after(
            model,
            *[do(SheetTally.toggle_sun, Sun(sun)) for sun in SUNS[seat]],
            do(SheetTally.go_on),
        )
    assert isinstance(model.page, SheetResult)
    return model.page


def points(sheet: Scored) -> list[object]:
    return [breakdown("", score, sheet.tally.epoch) for score in sheet.scores]


def test_a_final_tally_has_the_same_points_from_everywhere() -> None:
    expected = points(scored(read_sheet(in_json())))
    assert points(scored_sheet(io.BytesIO(in_json()))) == expected
    page = on_the_screen().counting
    on_screen = scores(page.partial_game, tally_of(page))
    assert [breakdown("", score, 3) for score in on_screen if score is not None] == expected


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
