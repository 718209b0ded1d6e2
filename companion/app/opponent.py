"""Decides for the seats that the table plays, and keeps who plays each seat.

It decides on a thread of its own, within a second.

The header of a game's journal says which seats the table plays at the start; older versions ignore
that. Handing a seat over later would take a line of its own, and older versions stop reading a game
at a line they do not know. It changes nothing on the table either. So it is kept beside the
journals, in a file whose loss harms no game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import get_args
from zlib import crc32

import msgspec
from msgspec.structs import replace

from companion.app.handlers import Handler
from companion.core.model import Guest
from companion.journal.disk import DISK, Disk, read_json, replace_whole
from companion.opponent.strength import Strength
from companion.pages.table.seat import Decided, Orders, Think
from companion.rules import thawing
from companion.rules.actions import Choice

PATIENCE_SECONDS = 0.9
"""After this time the best choice so far is taken, however slow the machine."""


_MOST_DECIDED = 100
"""Decisions that are remembered: more than anybody takes back at a table."""


class Opponent(Handler):
    """Thinks about one position at a time, the latest; one that nobody waits for is given up.

    What was decided stands: whoever takes something back meets the same decision again, also where
    a slow machine had no time to try everything out.
    """

    orders = get_args(Orders)

    def __init__(
        self, data: Path, on_table: Callable[[], str | None], post: Callable[[Decided], None]
    ) -> None:
        """Think for the seats of a table.

        Args:
            data: The data folder.
            on_table: Which game is on the table.
            post: Tells the loop, from any thread.
        """
        self._data, self._on_table, self._post = data, on_table, post
        self._lock = threading.Condition()
        self._todo: list[Callable[[], None]] = []
        self._latest: Think | None = None
        self._decided: dict[Think, Choice] = {}
        self._is_working = False

    def obey(self, order: Orders) -> tuple[()]:
        """Do this on another thread."""
        if isinstance(order, Think):
            self._latest = order
            self._do(lambda: self._think(order))
        else:
            game = self._on_table()
            if game is not None:
                self._do(lambda: self._keep(game, order.strengths))
        return ()

    def _do(self, work: Callable[[], None]) -> None:
        with self._lock:
            self._todo.append(work)
            if not self._is_working:
                self._is_working = True
                threading.Thread(target=self._work, name="opponent", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._todo:
                    self._is_working = False
                    return
                work = self._todo.pop(0)
            work()

    def _keep(self, game: str, strengths: Strengths) -> None:
        with suppress(OSError):  # the journal says when nothing can be saved
            keep(self._data, game, strengths)

    def _think(self, order: Think) -> None:
        if order is not self._latest:
            return
        if order not in self._decided:
            choice = decided(order, lambda: order is not self._latest)
            if order is not self._latest:
                return
            self._decided[order] = choice
            if len(self._decided) > _MOST_DECIDED:
                del self._decided[next(iter(self._decided))]
        self._post(Decided(order.game, self._decided[order]))


def decided(order: Think, is_over: Callable[[], bool] = lambda: False) -> Choice:
    """Return what is decided.

    The position itself shuffles the bags that are tried out, so the same position has the same
    decision, whatever was entered and taken back before.

    Args:
        order: The table, and how well it is played.
        is_over: Whether nobody waits for it any more.
    """
    from companion.opponent import deciding  # noqa: PLC0415 - no table that people play needs it

    until = monotonic() + PATIENCE_SECONDS

    def enough() -> bool:
        sleep(0)  # other threads that wait for the interpreter, such as a press's, come first
        return is_over() or monotonic() >= until

    seed = crc32(repr(order.game).encode())
    table = thawing.thawed(order.game)
    return thawing.choice_of(deciding.decide(table, seed, order.strength, enough=enough))


SEATS_FILE = "seats.json"

_MOST_BYTES = 100_000

_MOST_GAMES = 20
"""Games for which this is kept: only the newest are continued."""

Strengths = tuple[Strength | None, ...]
"""How well the table plays each seat; None: a person plays it."""


def kept(data: Path) -> dict[str, Strengths]:
    """Return who plays each seat, by the names of games; nothing of a file that cannot be read."""
    return read_json(data / SEATS_FILE, _MOST_BYTES, dict[str, Strengths]) or {}


def keep(data: Path, game: str, strengths: Strengths, disk: Disk = DISK) -> None:
    """Keep who plays each seat of a game from now on.

    Raises:
        OSError: It cannot be written.
    """
    known = kept(data)
    known.pop(game, None)
    newest = [*known.items(), (game, strengths)][-_MOST_GAMES:]
    replace_whole(disk, data / SEATS_FILE, msgspec.json.encode(dict(newest)) + b"\n")


def as_kept(data: Path, game: str, guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return who plays each seat of a game that goes on."""
    strengths = kept(data).get(game, ())
    if len(strengths) != len(guests):
        return guests
    return tuple(
        replace(guest, strength=strength) for guest, strength in zip(guests, strengths, strict=True)
    )
