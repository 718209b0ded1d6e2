"""A table at rest lets the processor sleep, counted in wake-ups and not in seconds."""

from pathlib import Path
from time import monotonic, sleep

from companion.core.messages import Dealt
from companion.core.session import Agreement, Guest
from companion.rules.editions import setup
from hardware.reader.reader_port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedReader
from tests.app.inside import PATIENCE_SECONDS, inside

NAMES = ("Anna", "Ben", "Cleo")


WAKE_UPS_A_SECOND = 15


SECONDS = 20


def test_a_table_at_rest_with_panel_and_reader_wakes_fewer_than_fifteen_times_a_second(
    tmp_path: Path,
) -> None:
    with inside(tmp_path) as program:
        port = ReaderPort(format=Format.LINES)
        with SimulatedReader(program.wakeup.wake, port, clock=program.clock.now) as reader:
            program.loop.attach((reader,))
            guests = tuple(Guest(button, name) for button, name in enumerate(NAMES))
            program.loop.post(Dealt(setup(NAMES), guests, Agreement()), "test")
            reader.serial(b"INV\tzone=lane\tuids=04A1\nTAG 04A2\n")
            until = monotonic() + PATIENCE_SECONDS
            while not reader.is_settled:
                assert monotonic() < until
                program.settle()
                sleep(0.001)
            program.pass_time(10.0)
            assert program.pass_time(SECONDS) <= WAKE_UPS_A_SECOND * SECONDS
