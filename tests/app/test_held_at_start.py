"""A button that is down when the program starts, leant on or stuck, does nothing by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.model import Model, Preferences
from companion.core.notices import Notes
from companion.pages.kiosk.pin import Pin
from companion.pages.new_game.welcome import Welcome
from hardware.panel.chip import ChipFactory
from hardware.panel.panel import Panel
from hardware.panel.pins import DEFAULT_PINS
from tests.app.inside import PATIENCE_SECONDS, Inside, inside
from tests.hardware.kernel import Chip

PINS = {str(control): pin for control, pin in DEFAULT_PINS.buttons.items()}


class Fingers:
    """Fingers on buttons of the kernel's chip, some of them before the program starts."""

    def __init__(self, program: Inside, chip: Chip, panel: Panel) -> None:
        self.program, self._chip, self._panel = program, chip, panel

    def move(self, control: str, *, down: bool) -> None:
        """Press or let go, and let the program take it."""
        self._panel.take_edges()
        self._chip.move(PINS[control], is_high=not down, at=self.program.clock.now())
        for _ in range(int(PATIENCE_SECONDS * 100)):
            self.program.loop.turn()
            if self._panel.take_edges():
                break
            self.program.wakeup.sleep(0.01)
        self.program.settle()
        self.program.pass_time(0.1)

    def tap(self, control: str) -> None:
        """Press and let go."""
        self.move(control, down=True)
        self.move(control, down=False)


@contextmanager
def held(folder: Path, *controls: str, is_cafe: bool = False) -> Iterator[Fingers]:
    """Start the program with fingers on these buttons."""
    chip = Chip()
    chip.levels |= {PINS[control]: False for control in controls}
    table = Model(page=Welcome(), preferences=Preferences(kiosk=is_cafe))
    with inside(folder, model=table, has_hardware=False) as program:
        panel = Panel(
            DEFAULT_PINS,
            program.wakeup,
            clock=program.clock.now,
            factory=lambda: ChipFactory(chip.as_chip()),
        )
        with panel:
            program.loop.attach((panel,))
            program.settle()
            yield Fingers(program, chip, panel)


@pytest.mark.parametrize("control", PINS)
def test_it_does_nothing_however_long_and_is_told(control: str, tmp_path: Path) -> None:
    with held(tmp_path, control) as fingers:
        program = fingers.program
        before = program.model.page
        program.pass_time(60.0)
        assert program.model.page == before
        assert program.notes == [Notes.BUTTON_MASKED]


def test_the_others_work_and_it_does_so_too_once_it_was_let_go(tmp_path: Path) -> None:
    with held(tmp_path, "p1") as fingers:
        fingers.tap("p2")
        page = fingers.program.model.page
        assert [guest.button for guest in getattr(page, "guests", ())] == [1]
        fingers.move("p1", down=False)
        assert fingers.program.model.page == page
        fingers.program.pass_time(1.0)
        assert fingers.program.notes == []
        fingers.tap("p1")
        page = fingers.program.model.page
        assert sorted(guest.button for guest in getattr(page, "guests", ())) == [0, 1]


def test_buttons_that_together_call_for_staff_do_not_if_they_were_down_at_the_start(
    tmp_path: Path,
) -> None:
    with held(tmp_path, "ra", "ok", "undo", "dial", is_cafe=True) as fingers:
        fingers.program.pass_time(30.0)
        assert not isinstance(fingers.program.model.page, Pin)
