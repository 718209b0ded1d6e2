"""What moves on a real window: how often it is painted, that nobody waits for it, and its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.model import Model, Preferences
from companion.pages.motion import PULSE_SECONDS
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.motion import BOAT_SECONDS, TILE_SECONDS
from companion.screen.window import Window
from companion.ui.animation import FRAME_SECONDS
from tests.app.inside import CANVAS, Inside, Pane, at_window
from tests.app.outside import Starts

LOOKS_A_SECOND = 5
"""The panel looks four times whether an edge was missed."""


@contextmanager
def at_rest(folder: Path, model: Model | None = None) -> Iterator[tuple[Inside, Window, Pane]]:
    """Three people are at their table, and nothing moves any more."""
    with at_window(folder, model) as (program, window, pane):
        program.press("p1", "p3", "p5", "ra", "ok")
        program.pass_time(PULSE_SECONDS + 1)
        yield program, window, pane


def test_a_drawn_tile_is_painted_thirty_times_a_second_while_it_comes(tmp_path: Path) -> None:
    with at_rest(tmp_path) as (program, window, _):
        program.press("p2")
        before = window.flips
        program.pass_time(TILE_SECONDS + FRAME_SECONDS)
        assert 3 <= window.flips - before <= TILE_SECONDS / FRAME_SECONDS + 2


def test_an_idle_table_is_not_painted_and_hardly_wakes(tmp_path: Path) -> None:
    with at_rest(tmp_path) as (program, window, _):
        program.press("p2")
        program.pass_time(PULSE_SECONDS + 1)
        before = window.flips, window.paints
        woken = program.pass_time(60.0)
        assert (window.flips, window.paints) == before
        assert woken <= 60 * LOOKS_A_SECOND


def test_who_is_waited_for_costs_two_small_paintings_a_second_and_only_for_a_while(
    tmp_path: Path,
) -> None:
    with at_rest(tmp_path) as (program, window, _):
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
    with at_rest(tmp_path) as (program, _, _pane):
        for count, button in enumerate(["p1", "p2", "p1", "p2"], start=1):
            program.press(button)
            assert program.seq == count, "no time has passed for anything to move"
        assert len(program.journal()) == 4


def test_a_motion_goes_on_while_the_disk_is_slow_and_shows_nothing_of_what_waits(
    tmp_path: Path,
) -> None:
    with at_rest(tmp_path) as (program, window, _):
        program.press("p2")
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
    with at_rest(tmp_path) as (program, _, pane):
        program.press("p2")
        early = pane.saved(tmp_path / "early.png")
        program.pass_time(PULSE_SECONDS + 1)
        assert pane.saved(tmp_path / "late.png") == early


def test_with_reduced_motion_a_press_is_painted_once(tmp_path: Path) -> None:
    calm = Model(page=Welcome(), preferences=Preferences(reduce_motion=True))
    with at_rest(tmp_path, calm) as (program, window, _):
        before = window.flips
        program.press("p2")
        program.pass_time(PULSE_SECONDS)
        assert window.flips == before + 1


def test_only_the_tile_on_its_way_is_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_rest(tmp_path) as (program, _, _pane):
        program.press("p2")
        painted: list[int] = []

        def update(areas: list[tuple[int, int, int, int]]) -> None:
            painted.append(sum(area[2] * area[3] for area in areas))

        monkeypatch.setattr("pygame.display.update", update)
        program.pass_time(TILE_SECONDS + FRAME_SECONDS)
        assert painted
        assert max(painted) < CANVAS.size[0] * CANVAS.size[1] / 20


def test_a_script_that_waits_in_the_middle_of_a_motion_saves_the_same_pictures(
    starts: Starts,
) -> None:
    shots = []
    for wait in ("wait 0", f"wait {BOAT_SECONDS / 2}", "wait 5"):
        starts.data = starts.folder / wait
        starts.play('play {"draw": "ra"}', wait, "shot picture.png", options=starts.record())
        shots.append((starts.folder / "picture.png").read_bytes())
    assert shots[0] == shots[1] == shots[2]
