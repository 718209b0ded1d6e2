"""The command, as a process: it leaves when it is asked to."""

import signal
import subprocess
import sys
from contextlib import ExitStack

from tests.fleet.mosquitto import Ears, Mosquitto, needs_mosquitto, until
from tests.fleet.tables import LightTable, settings

PROGRAM = (sys.executable, "-m", "companion")


@needs_mosquitto
def test_the_fleet_command_leaves_the_table_offline_when_it_is_ended(
    broker: Mosquitto, ears: Ears, stack: ExitStack
) -> None:
    table = LightTable("window-3", settings(broker.port))
    stack.callback(table.die)
    with subprocess.Popen([*PROGRAM, "fleet", "-v", "--socket", str(table.file)]) as program:
        until(lambda: ears.on("ra-companion/window-3/availability") == [b"online"])
        program.send_signal(signal.SIGTERM)
        assert program.wait(20) == 0
    until(lambda: ears.on("ra-companion/window-3/availability")[-1] == b"offline")
