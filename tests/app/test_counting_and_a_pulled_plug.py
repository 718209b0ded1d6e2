"""What is being counted is on the disk before it is shown, and there again after a power cut."""

import shutil
from pathlib import Path

import pytest

from companion.core import effects
from companion.core.messages import Dealt, Enter, Message, Open, Route, TakeBack
from companion.core.session import Agreement, Guest
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.partial_table import PartialTable
from companion.pages.score_sheet.result import SheetResult
from companion.pages.score_sheet.tally import SheetTally
from companion.rules.actions import Level
from companion.rules.editions import setup
from companion.rules.partial import END_EPOCH
from companion.rules.tiles import Tile, count
from tests.app.inside import Inside, inside
from tests.rules.table import NAMES


def do(table: Inside, *said: Message) -> None:
    """Say these, each when the one before is done."""
    for message in said:
        table.loop.post(message, "test")
        table.settle()


def counted(table: Inside, tile: Tile) -> list[int]:
    """Return how many were counted for everybody."""
    page = table.model.page
    assert isinstance(page, SheetTally)
    return [count(each.tiles, tile) for each in page.counts]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A data folder of a game whose epoch was being counted when the power went."""
    with inside(tmp_path / "data") as table:
        guests = tuple(Guest(button) for button in range(3))
        do(table, Dealt(setup(NAMES[:3]), guests, Agreement(level=Level.LIGHT)), Enter(END_EPOCH))
        do(
            table,
            effects.do(SheetTally.set_number, Tile.NILE, 4),
            effects.do(SheetTally.go_on),
            effects.do(SheetTally.set_number, Tile.NILE, 2),
        )
        assert counted(table, Tile.NILE) == [4, 2, 0]
        return Path(shutil.copytree(tmp_path / "data", tmp_path / "cut"))


def test_a_count_in_a_game_goes_on_where_it_was(game: Path) -> None:
    with inside(game) as table:
        assert counted(table, Tile.NILE) == [4, 2, 0]
        page = table.model.page
        assert isinstance(page, SheetTally)
        assert page.seat == 1
        do(table, effects.do(SheetTally.go_on), effects.do(SheetTally.go_on))
        assert not isinstance(table.model.page, SheetTally)


def test_a_count_of_a_table_that_has_gone_on_is_not_taken_for_this_one(game: Path) -> None:
    with inside(game) as table:
        do(table, TakeBack())
        assert isinstance(table.model.page, PartialTable)
    with inside(game) as table:
        assert isinstance(table.model.page, PartialTable)


def test_a_score_sheet_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with inside(data) as table:
        do(table, Open(Route.SHEET))
        table.press("ra")
        do(table, effects.do(SheetTally.set_number, Tile.GOD, 2))
        while not isinstance(table.model.page, SheetResult):
            do(table, effects.do(SheetTally.go_on))
        do(
            table,
            effects.do(SheetResult.go_on),
            effects.do(SheetTally.set_number, Tile.PHARAOH, 3),
        )
        cut = Path(shutil.copytree(data, tmp_path / "cut"))
    with inside(cut) as table:
        assert isinstance(table.model.page, Welcome)
        do(table, Open(Route.SHEET))
        assert counted(table, Tile.PHARAOH)[0] == 3
        page = table.model.page
        assert isinstance(page, SheetTally)
        assert page.epoch == 2
        assert count(page.earlier[0].counts[0].tiles, Tile.GOD) == 2


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"null", b"[]", b'{"epochs": []}', b'{"epochs": [[{}, {}]], "epoch": 9}',
     b'{"epochs": [[{"tiles": {"nile": 99}}, {}], [{}, {}]], "is_whole": true}',
     b'{"epochs": [[{}, {}]], "game": "another"}', b"[" * 90_000],
)  # fmt: skip
def test_whatever_the_file_says_the_table_opens(text: bytes, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "counting.json").write_bytes(text)
    with inside(data) as table:
        assert isinstance(table.model.page, Welcome)
        do(table, Open(Route.SHEET))
