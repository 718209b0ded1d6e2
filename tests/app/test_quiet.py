"""A table at rest lets the processor sleep, counted in wake-ups and not in seconds."""

from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.app.kiosk.office import demonstration
from companion.core.messages import Dealt
from companion.core.model import Agreement, Guest, Kiosk, Model, Preferences
from companion.pages.kiosk.idle import ATTRACT_SECONDS, STEP_SECONDS, Attract
from companion.pages.new_game.welcome import Welcome
from companion.rules.editions import setup
from companion.screen.window import Window
from hardware.reader.port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedReader
from tests.app.inside import PATIENCE_SECONDS, at_window, inside

NAMES = ("Anna", "Ben", "Cleo")

WAKE_UPS_A_SECOND = 12

ASLEEP_WAKE_UPS_A_SECOND = 30

SECONDS = 20


def test_a_table_at_rest_with_panel_and_reader_wakes_twelve_times_a_second_at_most(
    tmp_path: Path,
) -> None:
    with inside(tmp_path) as program:
        port = ReaderPort(format=Format.LINES)
        with SimulatedReader(program.wakeup.wake, port, clock=program.clock.now) as reader:
            program.loop.attach((reader,))
            guests = tuple(Guest(button, name) for button, name in enumerate(NAMES))
            program.loop.post(Dealt(setup(NAMES), guests, Agreement()), "test")
            reader.serial(b"TAG 04A2\n")
            until = monotonic() + PATIENCE_SECONDS
            while not reader.is_settled:
                assert monotonic() < until
                program.settle()
                sleep(0.001)
            program.pass_time(10.0)
            assert program.pass_time(SECONDS) <= WAKE_UPS_A_SECOND * SECONDS


@pytest.mark.parametrize("polled", [None, 1 / 60])
def test_a_cafe_s_table_that_shows_a_demonstration_draws_each_step_once_and_sleeps_between(
    tmp_path: Path, polled: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Window, "poll_seconds", polled)  # by a desktop, or by nothing
    kiosk = Kiosk(show=demonstration())
    table = Model(page=Welcome(), preferences=Preferences(kiosk=True), kiosk=kiosk)
    with at_window(tmp_path, table) as (program, window, _):
        program.clock.advance(ATTRACT_SECONDS)
        program.loop.turn()
        assert isinstance(program.model.page, Attract)
        drawn = window.flips
        assert program.pass_time(SECONDS) <= ASLEEP_WAKE_UPS_A_SECOND * SECONDS
        assert window.flips - drawn <= SECONDS / STEP_SECONDS + 1
