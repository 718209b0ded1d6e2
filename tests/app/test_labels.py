"""Labels are those of what was used last, and a finger that taps twice means one thing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.display import Display
from companion.app.gestures import Key, TargetTouched
from companion.app.touches import TWICE_SECONDS, Taps
from companion.core.messages import Message, Next, Play, ShowCard, TakeBack
from companion.core.model import Model
from companion.i18n import Words
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.tiles import Tile
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.scene import Scene, Text
from companion.ui.style import Canvas
from tests.app.inside import Glass, Inside, inside
from tests.view.gallery import ASSETS, TYPE

SIZE = (800, 480)


class Pane(Glass):
    """A screen that draws in a window without a screen, and remembers the words on it."""

    window: Window

    def __init__(self, told: list[str], data: Path) -> None:
        super().__init__(told, data)
        self._showing = Display(self.window, Canvas(size=SIZE, type=TYPE, letters=True))
        self.words: set[str] = set()

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw the model."""
        super().show(model, words)
        scene = self._showing.show(model, words)
        self.words = {item.text for item in scene.items if isinstance(item, Text)}
        return scene

    def label(self, *, by_keys: bool, by_panel: bool) -> None:
        """Let labels name keys, the panel's controls, or neither."""
        self._showing.label(by_keys=by_keys, by_panel=by_panel)


@contextmanager
def at_window(folder: Path) -> Iterator[tuple[Inside, Pane]]:
    """Open the program with two people at their seats."""
    with Window(Opening(Mode.HEADLESS, SIZE), ASSETS, TYPE, lambda: 0.0) as window:
        Pane.window = window
        with inside(folder / "data", screen=Pane) as program:
            program.press("p1", "p3")
            pane = program.glass
            assert isinstance(pane, Pane)
            yield program, pane


def test_labels_are_those_of_what_was_used_last(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, pane):
        assert "OK" in pane.words
        assert "Enter" not in pane.words
        pane.waiting.append(Key("right", ""))
        program.loop.turn()
        assert "Enter" in pane.words
        assert "OK" not in pane.words
        pane.waiting.append(TargetTouched(ShowCard()))
        program.loop.turn()
        assert "Enter" not in pane.words
        assert "OK" not in pane.words
        program.press("ra")
        assert "OK" in pane.words


def test_in_their_own_turn_everybody_finds_the_labels_of_what_they_use(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, pane):
        program.press("ra")
        while program.loop.model.session.timeline is None:
            program.press("ok")
        typed, touched = Key("n", "n"), TargetTouched(Play(DRAWS[Tile.NILE]))
        had_keys = []
        for arriving in (typed, touched, typed):
            pane.waiting.append(arriving)
            program.loop.turn()
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
