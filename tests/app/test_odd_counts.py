"""Whatever stands in the file of what is being counted, the table opens and counts."""

from pathlib import Path

import pytest

from companion.core.messages import Open, Route
from companion.pages.new_game.welcome import Welcome
from companion.pages.score_sheet.setup import SheetSetup
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
