"""Games played by the whole program while its system calls are recorded."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion.rules.editions import setup
from companion.rules.legal import choices
from companion.rules.model import Game
from companion.rules.records import record
from companion.rules.records.entries import Entry, Redo, Undo
from companion.rules.records.timeline import begin, enter
from tests.crash.alice import Step, Tree, laid_out
from tests.proof.surroundings import environment, folder
from tests.proof.trace import STRACE, steps
from tests.rules.games import some_action
from tests.rules.table import NAMES

_PATIENCE_SECONDS = 300


class Evening:
    """A game that will be played, and the table after each of its entries."""

    def __init__(self, players: int, seed: int, entries: int) -> None:
        dice = Random(seed)  # noqa: S311 - a proof's dice
        self._timelines = [begin(setup(NAMES[:players]))]
        self._entries: list[Entry] = []
        while len(self._entries) < entries and (said := self._next(dice)) is not None:
            self._timelines.append(enter(self._timelines[-1], said))
            self._entries.append(said)

    def _next(self, dice: Random) -> Entry | None:
        """Now and then something is taken back and comes again."""
        if self._entries and isinstance(last := self._entries[-1], Undo):
            return Redo(last.events)
        now = self._timelines[-1]
        if len(now.steps) > 1 and dice.random() < 1 / 12:
            return Undo(dice.choice([1, 2]))
        if not _goes_on(now.game):
            return None
        return some_action(now.game, dice, 0.8)

    def __len__(self) -> int:
        return len(self._entries)

    def game(self, entries: int) -> Game:
        """Return the table after this many entries."""
        return self._timelines[entries].game

    def script(self, after: int = 0) -> str:
        """Return the input for a table that holds this many of the entries."""
        return "".join(f"play {record_line(each)}\n" for each in self._entries[after:])

    def start(self) -> bytes:
        """Return the record of the game that nobody has played yet."""
        return record.write(self._timelines[0].start.setup, ())


def _goes_on(game: Game) -> bool:
    return bool(choices(game))


def record_line(entry: Entry) -> str:
    """Return the line of an entry."""
    return json.dumps(record.entry(entry))


def recorded(  # noqa: PLR0913 - what one evening is
    evening: Evening, root: Path, tree: Tree = (), *, has: int = -1,
    program: Sequence[str] = ("-m", "companion"), inject: Sequence[str] = (),
) -> list[Step]:  # fmt: skip
    """Play an evening with the whole program and return what it did to the folder.

    Args:
        evening: What is played.
        root: A folder, which is emptied.
        tree: What lies in it before.
        has: How many of the entries are there already; -1: not even the game.
        program: What Python is told to run.
        inject: What ``strace`` changes about the calls.

    Raises:
        RuntimeError: The program did not come to its end.
    """
    laid_out(tree, root)
    with folder() as beside:
        start, script = Path(beside, "start.jsonl"), Path(beside, "script.txt")
        log = Path(beside, "calls")
        start.write_bytes(evening.start())
        script.write_text(evening.script(max(0, has)))
        begin_it = ["--start", str(start)] if has < 0 else []
        words = [*STRACE, *(word for each in inject for word in ("-e", each)), "-o", str(log),
                 sys.executable, *program, "run", "--headless", "--simulate",
                 "--data", str(root / "data"), *begin_it, "--script", str(script)]  # fmt: skip
        run = subprocess.run(
            words, env=environment(), capture_output=True, check=False, timeout=_PATIENCE_SECONDS
        )
        if run.returncode:
            raise RuntimeError(run.stderr.decode(errors="replace")[-2000:])
        with log.open() as lines:
            return list(steps(lines, root))
