"""A panel lends its pins to the finder and takes them back, perhaps by another table."""

from collections.abc import Iterator

import pytest

from hardware.events import ButtonDown, ButtonUp, Control, DeviceFound, Turned
from hardware.panel.pin_finder import PinChange
from hardware.panel.pins import BadPins, PanelPins
from hardware.simulated import SimulatedPanel
from tests.hardware.conftest import Woken

CROSSED = PanelPins(
    buttons={Control.P1: 6, Control.P2: 5}, lamps={Control.P1: 16, Control.P2: 12}, dial=(27, 17)
)
"""Two buttons and the dial as the wiring plan has them, but the other way round."""


class Table:
    """A panel with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 10.0
        self.panel = SimulatedPanel(Woken(), clock=lambda: self.now)

    def heard(self) -> list[object]:
        """Return what the panel tells half a second later."""
        self.now += 0.5
        return [event for event in self.panel.read(self.now) if not isinstance(event, DeviceFound)]


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    with table.panel:
        table.heard()
        yield table


def test_a_panel_that_has_lent_its_pins_says_nothing_and_waits_for_nothing(table: Table) -> None:
    finder = table.panel.find()
    table.panel.press(Control.P1)
    assert table.heard() == []
    assert table.panel.next_deadline() is None
    assert [move.pin for move in finder.read(table.now)] == [5]
    finder.close()


def test_pins_taken_back_by_another_table_mean_what_that_table_says(table: Table) -> None:
    table.panel.find().close()
    table.panel.take_back(CROSSED)
    table.heard()
    table.panel.press(Control.P1)
    (down,) = table.heard()
    assert isinstance(down, ButtonDown)
    assert down.control is Control.P2
    table.panel.release(Control.P1)
    assert isinstance(table.heard()[0], ButtonUp)
    table.panel.turn(1)
    (turned,) = table.heard()
    assert isinstance(turned, Turned)
    assert turned.steps == -1
    table.panel.press(Control.RA)  # on a pin that the table leaves out
    assert table.heard() == []


def test_while_a_finder_has_the_pins_the_lamps_are_its_own_and_as_before_when_they_are_back(
    table: Table,
) -> None:
    def lit() -> set[str]:
        return {name for name, is_lit in table.panel.lamps().items() if is_lit}

    table.panel.show({"p1": 1.0})
    finder = table.panel.find()
    finder.light(16, is_lit=True)
    assert lit() == {"p2"}
    finder.close()
    table.panel.take_back()
    assert lit() == {"p1"}


def test_a_table_with_mistakes_is_refused_and_the_pins_stay_lent(table: Table) -> None:
    finder = table.panel.find()
    twice = PanelPins({Control.P1: 5, Control.P2: 5})
    with pytest.raises(BadPins):
        table.panel.take_back(twice)
    table.panel.press(Control.P1)
    table.now += 0.02
    assert finder.read(table.now) == (PinChange(5, is_low=True, at=table.now),)
    finder.close()
