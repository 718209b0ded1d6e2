"""Whatever stands in the files beside the games, the table opens, counts and bids."""

from pathlib import Path

import pytest

from companion.core.messages import CallPass, Dealt, Enter, Open, Route
from companion.core.model import Agreement, Guest
from companion.pages.new_game.welcome import Welcome
from companion.pages.score_sheet.setup import SheetSetup
from companion.pages.table.auction import auction_now
from companion.rules.actions import DRAWS
from companion.rules.editions import Seat, setup
from companion.rules.tiles import Tile
from tests.app.inside import inside


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
        table.loop.post(Open(Route.SHEET), "test")
        table.settle()
        assert isinstance(table.model.page, SheetSetup)


@pytest.mark.parametrize(
    "calls",
    [b"", b"{", b"null", b"[]", b"[" * 9_000,
     b'{"game": "GAME", "began": BEGAN, "calls": [{"seat": 9}]}',
     b'{"game": "GAME", "began": BEGAN, "calls": [{"seat": 0, "sun": 99}]}',
     b'{"game": "GAME", "began": BEGAN, "calls": [{"seat": -1, "sun": 2}]}',
     b'{"game": "GAME", "began": -7, "calls": [{"seat": 0}]}'],
)  # fmt: skip
def test_whatever_was_called_the_auction_goes_on(calls: bytes, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with inside(data) as table:
        guests = tuple(Guest(button, name) for button, name in enumerate("AB"))
        table.loop.post(Dealt(setup(("A", "B")), guests, Agreement()), "test")
        table.loop.post(Enter(DRAWS[Tile.RA]), "test")
        table.settle()
        game, now = table.store.game, auction_now(table.model)
    assert game is not None
    assert now is not None
    said = calls.replace(b"GAME", game.encode()).replace(b"BEGAN", b"%d" % now.began)
    (data / "calls.json").write_bytes(said)
    with inside(data) as table:
        now = auction_now(table.model)
        assert now is not None
        assert now.calls == ()
        table.loop.post(CallPass(Seat(1)), "test")
        table.settle()
        now = auction_now(table.model)
        assert now is not None
        assert now.passed == {1}
