"""Labels are those of what was used last, and a finger that taps twice means one thing."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.gestures import Input, Key, TargetTouched
from companion.app.touches import TWICE_SECONDS, Taps
from companion.core.messages import Message, Next, Play, ShowCard, TakeBack
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.tiles import Tile
from tests.app.inside import CANVAS, at_window

SIZE = CANVAS.size

LETTERS = replace(CANVAS, letters=True)


def test_labels_are_those_of_what_was_used_last(tmp_path: Path) -> None:
    with at_window(tmp_path, canvas=LETTERS) as (program, _, pane):
        program.press("p1", "p3")
        used: tuple[tuple[Input | None, set[str]], ...] = (
            (None, {"OK"}), (Key("right", ""), {"Enter"}), (TargetTouched(ShowCard()), set()),
        )  # fmt: skip
        for arriving, labels in used:
            pane.waiting += [arriving] if arriving else []
            program.loop.turn()
            assert {"OK", "Enter"} & pane.words == labels
        program.press("ra")
        assert "OK" in pane.words


def test_in_their_own_turn_everybody_finds_the_labels_of_what_they_use(tmp_path: Path) -> None:
    with at_window(tmp_path, canvas=LETTERS) as (program, _, pane):
        program.press("p1", "p3", "ra")
        while program.loop.model.session.timeline is None:
            program.press("ok")
        typed, touched = Key("n", "n"), TargetTouched(Play(DRAWS[Tile.NILE]))
        had_keys = []
        for arriving in (typed, touched, typed):
            pane.waiting.append(arriving)
            program.settle()
            had_keys.append("Z" in pane.words)
    assert had_keys[1:] == [True, False], "the first player types, the second touches the screen"


@pytest.mark.parametrize(
    ("message", "across", "later", "is_second"),
    [
        (Play(DRAWS[Tile.NILE]), 4, 0.4, True),
        (Play(DRAWS[Tile.NILE]), 4, TWICE_SECONDS + 0.1, False),
        (Play(DRAWS[Tile.NILE]), 200, 0.4, False),
        (TakeBack(), 4, 0.4, False),
    ],
)
def test_who_taps_twice_at_the_table_means_nothing_that_came_under_the_finger(
    message: Message, across: int, later: float, *, is_second: bool
) -> None:
    taps = Taps()
    assert not taps.is_same(TakeBack(), (600, 430), SIZE, 10.0, Table)
    assert taps.is_same(message, (600 + across, 430), SIZE, 10.0 + later, Table) is is_second


@pytest.mark.parametrize(
    ("across", "later", "page", "is_second"),
    [
        (4, 0.2, Table, True),
        (4, 0.3, Dealing, False),
        (200, 0.2, Table, False),
        (4, TWICE_SECONDS + 0.1, Table, False),
    ],
)
def test_who_taps_twice_where_the_table_came_means_no_tile(
    across: int, later: float, page: type[Table | Dealing], *, is_second: bool
) -> None:
    taps = Taps()
    assert not taps.is_same(Next(), (600, 430), SIZE, 10.0, Seating)
    assert not taps.is_same(Next(), (600, 430), SIZE, 20.0, Dealing)
    assert taps.is_same(Next(), (600 + across, 430), SIZE, 20.0 + later, page) is is_second
