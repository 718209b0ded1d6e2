"""How long a call takes from the table to the picture behind the bar: fifty tables, one broker.

A real Mosquitto on the loopback; every table is a socket that says what a table says, with a fleet
process's own code on a thread. The board is the real program without a window, woken as it is woken
behind the bar: by what it hears.
"""

import shutil
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.figures import Figure, milliseconds, p95
from companion.board.program import BoardOptions, Program
from companion.settings import Settings
from tests.fleet.mosquitto import PROGRAM, Mosquitto, until
from tests.fleet.tables import Attendant, LightTable, settings

TABLES, CALLS = 50, 200

MOST_SECONDS = 1.0


def figures(tables: int = TABLES, calls: int = CALLS) -> list[Figure]:
    """Measure each call by itself, one table after another."""
    if PROGRAM is None or shutil.which(PROGRAM) is None:
        return [Figure("a call at the board", "not measured: mosquitto is not installed")]
    with TemporaryDirectory() as folder, ExitStack() as stack:
        broker = Mosquitto(Path(folder)).start()
        stack.callback(broker.stop)
        wanted = replace(Settings(), fleet=settings(broker.port))
        data = Path(folder) / "board"
        options = BoardOptions(settings=wanted, data=data, headless=True, size=(800, 480))
        board = Program(options, stack)
        all_tables = [LightTable(f"table-{number}", wanted.fleet) for number in range(tables)]
        for number, table in enumerate(all_tables):
            stack.callback(table.die)
            stack.callback(Attendant(table.file, seed=number).close)
        until(lambda: _online(board) == tables, 120)
        dice = Random(1)
        taken = [_called(board, dice.choice(all_tables)) for _ in range(calls)]
    return [
        Figure(
            f"from a call at one of {tables} tables to the board's picture, p95",
            milliseconds(taken),
            f"{MOST_SECONDS:g} s",
            p95(taken) <= MOST_SECONDS,
        )
    ]


def _online(board: Program) -> int:
    board.turn()
    return sum(table.is_online for table in board.board.tables.values())


def _called(board: Program, table: LightTable) -> float:
    """Return how many seconds the call took, and let it end."""
    began = time.perf_counter()
    table.show(call="pay")
    while not any(call.table == table.id for call in board.board.calls):
        board.wait(1.0)
        board.turn()
    taken = time.perf_counter() - began
    table.show(call="none")
    while board.board.calls:
        board.wait(1.0)
        board.turn()
    return taken


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}, aim {figure.aim}")
