"""The result of a count in numbers."""

from companion.core.effects import do
from companion.core.messages import Message
from companion.pages.score_sheet.counts import Points
from companion.pages.score_sheet.setup import Scope
from companion.pages.score_sheet.tally import SheetTally
from companion.ui.pieces import signed
from companion.ui.scene import words
from tests.pages.score_sheet.counted import begun
from tests.view.counts import said
from tests.view.gallery import shown

SIZE = 1280, 720

ONWARDS: tuple[Message, ...] = (do(SheetTally.go_on),) * 6
"""Past the points and the tiles of three players."""


def test_points_before_are_what_was_said_though_nobody_falls_below_zero() -> None:
    poor = said(begun(Scope.SECOND, 3), do(SheetTally.set_number, Points.BEFORE, 2))
    read = words(shown(said(poor, *ONWARDS), SIZE))
    assert _row("This epoch", read) == [signed(-5)] * 3
    assert _row("Points before", read) == ["2", "10", "10"]
    assert _row("Not below 0", read) == ["+3", "0", "0"]


def test_where_somebody_is_left_out_it_says_who() -> None:
    read = words(shown(said(begun(Scope.FIRST, 3), do(SheetTally.skip_player), *ONWARDS), SIZE))
    assert "Unknown: Anna" in read
    assert _row("Civilizations", read) == ["?", signed(-5), signed(-5)], "nobody else decides it"
    assert _row("Pharaohs", read) == ["?"] * 3
    assert _row("Points before", read) == ["?", "10", "10"]
    assert not [
        each
        for each in words(shown(said(begun(Scope.FIRST, 3), *ONWARDS), SIZE))
        if "Unknown" in each
    ]


def _row(label: str, read: tuple[str, ...]) -> list[str]:
    """Return what three players have in a row."""
    at = read.index(label)
    return list(read[at + 1 : at + 4])
