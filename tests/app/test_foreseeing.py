"""A picture is prepared while the finger is down or people think, and is what is built without."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.app.display import Display
from companion.app.loop import THINKING_SECONDS
from companion.core.messages import Message
from companion.core.mnemonics import TILE_KEYS
from companion.core.model import Model
from companion.i18n import Words
from companion.pages.bindings import controls
from companion.pages.history import length
from companion.pages.render import scene
from companion.rules.model import Auction
from companion.rules.tiles import Tile
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.scene import Message as Meant
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from tests.app.inside import Glass, Inside, inside
from tests.view.gallery import ASSETS, TYPE

CANVAS = Canvas(size=(800, 480), type=TYPE)


PRESSES = 120


class Ahead(Window):
    """A window that remembers what it was to prepare."""

    def __init__(self) -> None:
        super().__init__(Opening(Mode.HEADLESS, CANVAS.size), ASSETS, TYPE, lambda: 0.0)
        self.prepared: list[object] = []

    def prerender(self, scene: Scene[Meant]) -> None:
        """Prepare it."""
        super().prerender(scene)
        self.prepared.append(scene)


@contextmanager
def at_window(folder: Path) -> Iterator[tuple[Inside, Ahead]]:
    """Open the program with such a window, three people at their table."""
    with Ahead() as window:
        showing = Display(window, CANVAS)

        class Pane(Glass):
            def show(self, model: Model, words: Words) -> Scene[Message]:
                super().show(model, words)
                return showing.show(model, words)

            def prerender(self, model: Model) -> None:
                showing.prerender(model)

        with inside(folder / "data", screen=Pane) as program:
            program.press("p1", "p3", "p5", "ra", "ok")
            window.prepared.clear()
            yield program, window


def test_a_picture_is_prepared_while_the_finger_is_down_and_shown_when_it_is_on_the_disk(
    tmp_path: Path,
) -> None:
    with at_window(tmp_path) as (program, window):
        told, flips = list(program.told), window.flips
        program.down("p1")
        program.settle()
        (ahead,) = window.prepared
        assert ahead != program.loop.scene
        assert (program.told, window.flips) == (told, flips), "nothing has happened yet"
        program.up("p1")
        program.settle()
        assert program.seq == 1
        assert program.loop.scene is ahead


def test_what_was_taken_back_is_foreseen_with_what_is_said_of_it(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window):
        program.press("p1", "undo")
        assert program.model.screen.said is not None
        assert program.loop.scene is window.prepared[-1]


def test_a_button_that_is_held_shows_what_holding_it_means(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window):
        program.press("p1")
        program.down("undo")
        program.pass_time(1.0)
        assert len(window.prepared) == 2
        assert program.seq == 1
        assert length(program.model) == 1
        assert program.loop.scene == scene(program.model, CANVAS)


def test_a_button_that_answers_at_once_leaves_nothing_to_foresee(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window):
        holds, taps = controls(program.model).holds, controls(program.model).taps
        at_once = sorted(taps.keys() - holds.keys())
        assert at_once
        program.press(*at_once[:1])
        assert window.prepared == []


def test_while_people_think_the_picture_is_prepared_that_may_well_come_next(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window):
        program.key(TILE_KEYS[Tile.PHARAOH])
        program.settle()
        told, here = list(program.told), program.loop.scene
        program.pass_time(THINKING_SECONDS)
        (ahead,) = window.prepared
        assert (program.told, program.loop.scene) == (told, here), "nothing has happened yet"
        program.key(TILE_KEYS[Tile.NILE])
        program.settle()
        assert program.seq == 2
        assert program.loop.scene is ahead


def test_it_is_prepared_once_and_wakes_nobody_again(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window):
        program.pass_time(THINKING_SECONDS)
        woken = program.pass_time(60.0)
        assert len(window.prepared) == 1
        program.key(TILE_KEYS[Tile.PHARAOH])
        program.settle()
        program.key("z")
        program.settle()
        program.pass_time(THINKING_SECONDS)
        assert len(window.prepared) == 2, "once for every change"
        assert program.pass_time(60.0) <= woken


def test_nobody_knows_what_comes_next_in_an_auction(tmp_path: Path) -> None:
    with at_window(tmp_path) as (program, window):
        program.press("ra")
        assert isinstance(program.model.game.stage, Auction)
        window.prepared.clear()
        program.pass_time(60.0)
        assert window.prepared == []


@pytest.mark.parametrize("seed", range(3))
def test_every_picture_is_as_if_none_had_been_foreseen(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)  # noqa: S311 - a test's noise
    with at_window(tmp_path) as (program, window):
        for _ in range(PRESSES):
            taps = {key: tap for key, tap in controls(program.model).taps.items() if tap.is_lit}
            press = dice.choice(sorted(taps.keys() | {"p1", "p2", "p3", "ok", "dial"}))
            program.press(press)
            program.pass_time(dice.choice([0.0, 0.4, 7.0]))
            if not program.loop.is_running:
                break
            assert program.loop.scene == scene(program.model, CANVAS), press
        assert window.prepared
