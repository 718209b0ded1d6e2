"""The two commands, as processes: they open, and leave when they are asked to."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.fleet.mosquitto import Ears, Mosquitto, free_port, needs_mosquitto, until
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


@needs_mosquitto
def test_the_board_command_listens_and_leaves_when_it_is_ended(
    broker: Mosquitto, stack: ExitStack, tmp_path: Path
) -> None:
    log = Path(broker.folder / "mosquitto.log")
    file = tmp_path / "settings.toml"
    file.write_text(f'[fleet]\nhost = "127.0.0.1"\nport = {broker.port}\n')
    words = (*PROGRAM, "board", "--headless", "--size", "800x480", "--language", "ja")
    places = ("--settings", str(file), "--data", str(tmp_path / "data"))
    with subprocess.Popen([*words, *places], env=dict(os.environ)) as program:
        stack.callback(program.kill)
        until(lambda: "ra-companion-board-" in log.read_text(), 60)
        program.send_signal(signal.SIGTERM)
        assert program.wait(20) == 0


def test_a_board_without_a_broker_opens_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'[fleet]\nhost = "127.0.0.1"\nport = {free_port()}\n')
    words = (*PROGRAM, "board", "--headless", "--settings", str(file), "--data", str(tmp_path))
    with subprocess.Popen(words, stderr=subprocess.PIPE) as program:
        with ExitStack() as stack:
            stack.callback(program.kill)
            try:
                program.wait(4)
            except subprocess.TimeoutExpired:
                program.send_signal(signal.SIGTERM)
            assert program.wait(20) == 0
        assert program.stderr is not None
        assert b"Traceback" not in program.stderr.read()
