"""What moves on a real window: how often it is painted, that nobody waits for it, and its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.display import Display
from companion.core.messages import Message
from companion.core.model import Model, Preferences
from companion.i18n import Words
from companion.pages.motion import PULSE_SECONDS
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.motion import BOAT_SECONDS, TILE_SECONDS
from companion.rules.editions import setup
from companion.rules.records import record
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.animation import FRAME_SECONDS
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from tests.app.inside import Glass, Inside, inside
from tests.app.outside import Starts
from tests.view.gallery import ASSETS, NAMES, TYPE

SIZE = (800, 480)

LOOKS_A_SECOND = 5
"""The panel looks four times whether an edge was missed."""


class Pane(Glass):
    """A screen that remembers what it showed, and shows it in a window without a screen."""

    def __init__(self, told: list[str], data: Path, window: Window) -> None:
        super().__init__(told, data)
        self._showing = Display(window, Canvas(size=SIZE, type=TYPE))

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw the model."""
        super().show(model, words)
        return self._showing.show(model, words)

    def poll_seconds(self) -> float | None:
        """Return how soon something moves."""
        return self._showing.poll_seconds()

    def saved(self, path: Path) -> bytes:
        """Return the picture on the screen."""
        self._showing.save(path)
        return path.read_bytes()


@contextmanager
def at_window(folder: Path, model: Model | None = None) -> Iterator[tuple[Inside, Window, Pane]]:
    """Open the program with a window, three people at their table and everything at rest."""
    panes: list[Pane] = []

    def screen(told: list[str], data: Path) -> Glass:
        panes.append(Pane(told, data, window))
        return panes[-1]

    opening = Opening(Mode.HEADLESS, SIZE)
    with (
        Window(opening, ASSETS, TYPE, lambda: 0.0) as window,
        inside(folder / "data", screen=screen, model=model) as program,
    ):
        program.press("p1", "p3", "p5", "ra", "ok")
        program.pass_time(PULSE_SECONDS + 1)
        yield program, window, panes[0]


def test_a_drawn_tile_is_painted_thirty_times_a_second_while_it_comes(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window, _):
        program.tap("p2")
        program.settle()
        before = window.flips
        program.pass_time(TILE_SECONDS + FRAME_SECONDS)
        assert 3 <= window.flips - before <= TILE_SECONDS / FRAME_SECONDS + 2


def test_an_idle_table_is_not_painted_and_hardly_wakes(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window, _):
        program.press("p2")
        program.pass_time(PULSE_SECONDS + 1)
        before = window.flips, window.paints
        woken = program.pass_time(60.0)
        assert (window.flips, window.paints) == before
        assert woken <= 60 * LOOKS_A_SECOND


def test_who_is_waited_for_costs_two_small_paintings_a_second_and_only_for_a_while(
    tmp_path: Path,
) -> None:
    with at_window(tmp_path) as (program, window, _):
        program.press("p2")
        program.pass_time(1.0)
        before = window.flips
        program.pass_time(10.0)
        assert 19 <= window.flips - before <= 21
        program.pass_time(PULSE_SECONDS)
        before = window.flips
        program.pass_time(10.0)
        assert window.flips == before


def test_presses_in_the_middle_of_a_motion_are_taken_at_once(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, _, _pane):
        for count, button in enumerate(["p1", "p2", "p1", "p2"], start=1):
            program.tap(button)
            program.settle()
            assert program.seq == count, "no time has passed for anything to move"
        assert len(program.journal()) == 4


def test_a_motion_goes_on_while_the_disk_is_slow_and_shows_nothing_of_what_waits(
    tmp_path: Path,
) -> None:
    with at_window(tmp_path) as (program, window, _):
        program.tap("p2")
        program.settle()
        program.room.is_free.clear()
        program.tap("p1")
        program.loop.turn()
        before = window.flips
        for _ in range(4):  # where the motion stands already is the disk's business
            program.clock.advance(2 * FRAME_SECONDS)
            program.loop.turn()
        assert window.flips > before
        assert program.seq == 1
        program.room.is_free.set()
        program.settle()
        assert program.seq == 2


def test_a_picture_that_is_saved_in_the_middle_of_a_motion_is_the_one_at_its_end(
    tmp_path: Path,
) -> None:
    with at_window(tmp_path) as (program, _, pane):
        program.tap("p2")
        program.settle()
        early = pane.saved(tmp_path / "early.png")
        program.pass_time(PULSE_SECONDS + 1)
        assert pane.saved(tmp_path / "late.png") == early


def test_with_reduced_motion_a_press_is_painted_once(tmp_path: Path) -> None:
    calm = Model(page=Welcome(), preferences=Preferences(reduce_motion=True))
    with at_window(tmp_path, calm) as (program, window, _):
        before = window.flips
        program.tap("p2")
        program.settle()
        program.pass_time(PULSE_SECONDS)
        assert window.flips == before + 1


def test_only_the_tile_on_its_way_is_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_window(tmp_path) as (program, _, _pane):
        program.tap("p2")
        program.settle()
        painted: list[int] = []

        def update(areas: list[tuple[int, int, int, int]]) -> None:
            painted.append(sum(area[2] * area[3] for area in areas))

        monkeypatch.setattr("pygame.display.update", update)
        program.pass_time(TILE_SECONDS + FRAME_SECONDS)
        assert painted
        assert max(painted) < SIZE[0] * SIZE[1] / 20


def test_a_script_that_waits_in_the_middle_of_a_motion_saves_the_same_pictures(
    starts: Starts,
) -> None:
    header = starts.folder / "header.jsonl"
    header.write_bytes(record.write(setup(NAMES[:3]), ()))
    shots = []
    for wait in ("wait 0", f"wait {BOAT_SECONDS / 2}", "wait 5"):
        starts.data = starts.folder / wait
        path = starts.folder / "picture.png"
        said = ('play {"draw": "ra"}', wait, f"shot {path}")
        assert starts.run(*said, options=("--start", str(header))).status == 0
        shots.append(path.read_bytes())
    assert shots[0] == shots[1] == shots[2]
