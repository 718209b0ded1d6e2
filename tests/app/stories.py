"""Stories of the whole program: its disk, its ends and its starts, beside the words of all stories.

What is pressed goes through the loop to a real journal. While the disk is stalled, presses wait.
"""

import errno
import json
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

from msgspec import to_builtins
from msgspec.structs import replace

from companion.app.fleet import state
from companion.app.loop import HEAL_SECONDS
from companion.core.effects import Effect, Sound
from companion.core.messages import Dealt, Message
from companion.core.model import Agreement, Guest, Model
from companion.journal import games_dir
from companion.journal.lines import Event
from companion.pages.scoring.epoch import DEAF_SECONDS
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.rules.editions import setup
from companion.rules.records.entries import Entry
from companion.rules.records.record import read_entry
from hardware.events import Control
from tests.app.inside import Inside, inside
from tests.core.desk import Desk
from tests.journal.disks import HASTY
from tests.stories import PEOPLE, does, given, sees

HOLD_SECONDS = 0.6


class Whole(Desk):
    """The whole program except its window, with hands on its buttons and keys."""

    def __init__(self, *refuses: str) -> None:
        """Start it in a folder of its own; ``mkdir EROFS``: its disk refuses this call so."""
        self.folder = Path(mkdtemp())
        self.data = self.folder / "data"
        self.written, self.gestures = [], 0
        self._running = ExitStack()
        self.disk = HASTY
        if refuses:
            self.disk = replace(HASTY, **{refuses[0]: self._refuse(*refuses)})
        self.error: int | None = getattr(errno, refuses[1]) if refuses else None
        self.start()

    def _refuse(self, call: str, _: str) -> Callable[..., object]:
        works = getattr(HASTY, call)

        def do(*arguments: object) -> object:
            if self.error is not None:
                raise OSError(self.error, os.strerror(self.error))
            return works(*arguments)

        return do

    def start(self, data: Path | None = None) -> None:
        """Start the program on what is in its folder or another, after it has ended."""
        self._running.close()
        self.data = data or self.data
        disk = self.disk if self.error is not None else None
        self.program: Inside = self._running.enter_context(inside(self.data, disk=disk))
        self.told: list[str] = self.program.told

    def close(self) -> None:
        """End the program, and leave nothing of it."""
        self._running.close()
        shutil.rmtree(self.folder)

    @property
    def model(self) -> Model:  # type: ignore[override] # it has no other
        """What the program shows."""
        return self.program.model

    @property
    def ordered(self) -> list[Effect]:  # type: ignore[override] # of a gesture
        """What was heard."""
        return [Sound(cue) for cue in self.program.heard]

    @property
    def entries(self) -> list[Entry]:
        """The entries of the newest journal."""
        return [read_entry(json.dumps(event).encode()) for event in self.events
                if "left" not in event]  # fmt: skip

    @property
    def events(self) -> list[Event]:
        """The lines of the newest journal after its header."""
        return self.program.journal() if games_dir.game_files(self.data) else []

    def begin(self) -> Inside:
        """Forget what was told and heard before a gesture, or before the disk stalled."""
        if self.program.room.is_free.is_set():
            self.program.told.clear()
            self.program.heard.clear()
        return self.program

    def finish_gesture(self) -> tuple[()]:
        """Let the program do it, up to where it waits for a stalled disk."""
        if self.program.room.is_free.is_set():
            self.program.settle()
        else:
            self.program.loop.turn()
            if self.program.loop.is_busy:
                self.program.hear("written")
        return ()

    def take(self, message: Message, depth: int = 0) -> tuple[()]:  # noqa: ARG002 - of a desk
        """Let a message arrive."""
        self.begin().loop.post(message, "test")
        return self.finish_gesture()

    def press(self, control: str, *, is_held: bool = False) -> None:
        """Press a button of the panel and let it go."""
        program = self.begin()
        program.down(control)
        if is_held:
            program.pass_time(HOLD_SECONDS)
        program.up(control)
        self.finish_gesture()

    def turn(self, steps: int) -> None:
        """Turn the dial, detent by detent."""
        program = self.begin()
        for _ in range(abs(steps)):
            program.panel.turn(1 if steps > 0 else -1)
            program.loop.turn()
        self.finish_gesture()

    def key(self, name: str) -> None:
        """Press a key."""
        self.begin().key(name)
        self.finish_gesture()

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.begin().pass_time(seconds)
        self.finish_gesture()

    def finish(self) -> None:
        """Go on from an epoch that has ended to the table, or to the winner."""
        while not isinstance(self.page(), Table | Finale):
            self.pass_time(DEAF_SECONDS)
            self.press("ok")


def whole(at: Desk) -> Whole:
    """Return the whole program: these words are of no other table."""
    assert isinstance(at, Whole), "only the whole program has a disk"
    return at


@given
def program(said: list[str], _: list[str]) -> Desk:
    """The program where nothing was played; ``program 3``: with a new game of so many."""
    at = Whole()
    if said:
        people = int(said[0])
        guests = tuple(Guest(button, name) for button, name in enumerate(PEOPLE[:people]))
        at.take(Dealt(setup(PEOPLE[:people]), guests, Agreement()))
    return at


@given
def sick(said: list[str], _: list[str]) -> Desk:
    """The program on a disk that refuses a call until it is mended: ``sick open ENOSPC``."""
    return Whole(*said)


@given
def no_folder(_: list[str], __: list[str]) -> Desk:
    """The program where a file lies in the way of its folder, so that nothing can be kept."""
    at = Whole()
    at.program.store.close()
    shutil.rmtree(at.data)
    at.data.write_text("not a folder")
    at.start()
    return at


# What is done.


@does("restart")
def restart(at: Desk) -> None:
    """The program ends, and is started again on what is on the disk."""
    whole(at).start()


@does("cut")
def cut_power(at: Desk) -> None:
    """The power goes: the program is started on what was on the disk just then."""
    table = whole(at)
    left = Path(shutil.copytree(table.data, Path(mkdtemp(dir=table.folder)) / "data"))
    table.start(left)


@does(r"disk:(\w+)")
def break_disk(at: Desk, error: str) -> None:
    """``disk:ENOSPC``: from now on every flush fails so; ``disk:well``: none does any more."""
    whole(at).program.room.error = None if error == "well" else getattr(errno, error)


@does("mend")
def mend_folder(at: Desk) -> None:
    """The folder can be used: nothing lies in its way, and nothing is refused any more."""
    table = whole(at)
    table.error = None
    if table.data.is_file():
        table.data.unlink()


@does("stall")
def stall(at: Desk) -> None:
    """From now on every flush waits."""
    whole(at).begin().room.is_free.clear()


@does("flow")
def flow(at: Desk) -> None:
    """The disk does what waits for it."""
    table = whole(at)
    table.program.told.clear()
    table.program.room.is_free.set()
    table.finish_gesture()


@does("look")
def look(at: Desk) -> None:
    """The time passes in which the program looks whether a trouble is over."""
    table = whole(at)
    for _ in range(20):
        table.pass_time(HEAL_SECONDS + 0.1)
        table.program.wakeup.sleep(0.02)
        if not table.program.notes:
            return


@does(r"(p[1-5]|ra|ok|undo|dial)([v^])")
def finger(at: Desk, control: str, way: str) -> None:
    """``rav``: a finger comes down on a button; ``ra^``: it goes, and the loop sees it later."""
    program, button = whole(at).program, Control(control)
    (program.panel.press if way == "v" else program.panel.release)(button)


@does(r"away([\d.]+)")
def stay_away(at: Desk, seconds: str) -> None:
    """``away5``: so many seconds pass before the loop looks again."""
    table = whole(at)
    table.begin().clock.advance(float(seconds))
    table.finish_gesture()


# What is seen.


@sees
def seq(at: Desk, number: str) -> tuple[object, object]:
    """``seq 3``: how many entries the game on the table has."""
    return whole(at).program.seq, int(number)


@sees
def disk(at: Desk, said: str) -> tuple[object, object]:
    """``disk written / flushed / confirmed 1 / shown 1``: what the last gesture did, in order."""
    return " / ".join(whole(at).told), said


@sees
def journal(at: Desk, lines: str) -> tuple[object, object]:
    """``journal draw nile / undo 1``: all lines of the newest journal after its header."""
    found = (next(iter(event.items())) for event in whole(at).events)
    return " / ".join(key if value is True else f"{key} {value}" for key, value in found), lines


@sees
def games(at: Desk, number: str) -> tuple[object, object]:
    """``games 2``: how many games lie in the folder."""
    return len(games_dir.game_files(whole(at).data)), int(number)


@sees
def files(at: Desk, number: str) -> tuple[object, object]:
    """``files 0``: so many journals lie anywhere."""
    return len(list(whole(at).folder.rglob("*.jsonl"))), int(number)


@sees
def troubles(at: Desk, names: str) -> tuple[object, object]:
    """``troubles NOT_SAVED NOT_KEPT``: what is said to be wrong; nothing: all is well."""
    return " ".join(note.name for note in whole(at).program.notes), names


@sees
def tells(at: Desk, said: str) -> tuple[object, object]:
    """``tells phase auction``: what the fleet is told of a table, in the words of its topics."""
    field, _, wanted = said.partition(" ")
    told = to_builtins(state(at.model, 7, 3))[field]
    return str(told), wanted
