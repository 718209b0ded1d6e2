"""Hands at a simulated table: presses, turns and plugs for scripts and the demonstration."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from companion.app.parts import Parts
from companion.app.scripts.gestures import Press, gestures
from companion.app.scripts.script import PRESS_SECONDS, Script
from companion.app.startup import CannotStart
from companion.core.commands import PLAYER_CONTROLS, Control
from companion.core.model import Model
from companion.i18n import printable
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction
from companion.pages.table.table import Table
from companion.paths import asset
from companion.rules.actions import Action, Bid, EndGods, Pass
from companion.rules.editions import Seat, Setup
from companion.rules.events import DisasterStruck, EpochEnded, Event, GodUsed, LotWon
from companion.rules.model import Auction, Discarding, Phase
from companion.rules.play import play
from companion.rules.records import record
from companion.rules.records.timeline import effective_entries
from companion.storage import FileRefused
from companion.storage.files import complaints, opened, played

HELD_SECONDS = 0.6

MOST_PRESSES = 60
"""Enough presses to get from any page that follows an epoch back to the table."""


class Demonstration:
    """Plays a record on the simulated panel and keeps pictures of its turning points."""

    def __init__(self, script: Script, model: Callable[[], Model], folder: Path) -> None:
        self._script, self._model, self._folder = script, model, folder
        self._pictures: list[str] = []
        self._gestures = 0
        self._seen = 0  # how many actions have been looked at for turning points

    def run(self) -> Iterator[str]:
        """Play the whole game and yield a line about every turning point.

        Raises:
            OSError: The record cannot be written.
            CannotDo: A picture cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        setup, actions = demo_game()
        yield from self._seat(setup)
        game = self._model().game
        for action in actions:
            self._back_to_the_table()
            if not isinstance(action, EndGods) or self._model().game.stage is Phase.GODS:
                self._enter(action, game.active)  # a god turn may have ended by itself
            game, _ = play(game, action)
            yield from self._turning_points()
        yield from self._reveal()
        yield self._keep_record()

    def _seat(self, setup: Setup) -> Iterator[str]:
        """Let the players join by name, and take the suns that the record says."""
        yield self._picture("welcome")
        for button, name in enumerate(setup.players):
            self._press(PLAYER_CONTROLS[button])
            for letter in name:
                self._script.key(letter)
                self._script.settle()
        yield self._picture("seating")
        self._script.begin(setup)
        yield self._picture("table")

    def _enter(self, action: Action, seat: Seat) -> None:
        for gesture in gestures(self._model(), action, seat):
            if isinstance(gesture, Press):
                self._press(gesture.control, HELD_SECONDS if gesture.is_held else PRESS_SECONDS)
            else:
                self._script.turn(str(gesture.steps))
                self._gestures += abs(gesture.steps)
        now = auction.auction_now(self._model())
        if isinstance(action, Bid | Pass) and now is not None and not now.asked:
            self._press(Control.OK)

    def _press(self, control: Control, seconds: float = PRESS_SECONDS) -> None:
        self._script.hold(f"{control} {seconds}")
        self._gestures += 1

    def _back_to_the_table(self) -> None:
        for _ in range(MOST_PRESSES):
            if isinstance(self._model().page, Table):
                return
            self._press(Control.OK)

    def _turning_points(self) -> Iterator[str]:
        timeline = self._model().session.timeline
        if timeline is None:
            return
        stage = timeline.game.stage
        names = [name for kind, name in _STAGES.items() if isinstance(stage, kind)]
        news, self._seen = timeline.steps[self._seen :], len(timeline.steps)
        for event in (event for step in news for event in step.events):
            if isinstance(event, EpochEnded):
                names.append(f"epoch-{event.epoch}")
            elif type(event) in _EVENTS:
                names.append(_EVENTS[type(event)])
        for name in names:
            if name not in self._pictures:
                yield self._picture(name)

    def _picture(self, name: str) -> str:
        self._pictures.append(name)
        path = self._folder / f"{len(self._pictures):02d}-{name}.png"
        self._script.shot(str(path))
        timeline = self._model().session.timeline
        actions = 0 if timeline is None else len(timeline.steps)
        return f"actions: {actions:3d}, screenshots: {path}"

    def _reveal(self) -> Iterator[str]:
        """Press on from the last scoring to the crown."""
        players = len(self._model().game.players)
        for _ in range(MOST_PRESSES):
            page = self._model().page
            if isinstance(page, Finale) and page.revealed >= players:
                yield self._picture("result")
                return
            if isinstance(page, Table) and self._model().game.stage is not Phase.OVER:
                return
            self._press(Control.OK)
            after = self._model().page
            if after != page and isinstance(after, Finale) and after.revealed < players:
                yield self._picture("finale")

    def _keep_record(self) -> str:
        timeline = self._model().session.timeline
        if timeline is None:
            return "no game was played"
        path = self._folder / "game.jsonl"
        steps = timeline.steps
        path.write_bytes(record.write(timeline.start.setup, effective_entries(timeline)))
        return f"actions: {len(steps)}, presses and clicks: {self._gestures}, record: {path}"


_STAGES: dict[type, str] = {Auction: "auction", Discarding: "choice"}

_EVENTS: dict[type[Event], str] = {GodUsed: "god", LotWon: "lot", DisasterStruck: "disaster"}


def demo_game() -> tuple[Setup, tuple[Action, ...]]:
    """Return the game that ships with the program.

    Raises:
        FileRefused: The record that was installed is damaged.
        ValueError: It is empty.
    """
    actions: list[Action] = []
    setup: Setup | None = None
    with opened(str(asset("demo", "game.jsonl"))) as stream:
        for each in played(stream):
            if isinstance(each.entry, Setup):
                setup = each.entry
            elif isinstance(each.entry, Action):
                actions.append(each.entry)
    if setup is None:
        raise ValueError("the demonstration game is empty")
    return setup, tuple(actions)


_FAILED = 1


def perform_demo(parts: Parts, folder: Path) -> int:
    """Play the demonstration, print what it does, and return the exit status.

    Its time passes only as its hands need it: the slowest machine plays the same game.
    """
    demonstration = Demonstration(Script(parts), lambda: parts.loop.model, folder)
    with parts.clock.standing_still():
        for line in demonstration.run():
            print(line, flush=True)  # noqa: T201 - the demonstration says what it does
    return 0


def perform_script(parts: Parts, file: str) -> int:
    """Do what a script says and return the exit status.

    Raises:
        CannotStart: The script cannot be read.
    """
    with _lines(file) as (lines, name):
        trouble = Script(parts).run(lines, name)
    if trouble is None:
        return 0
    print(printable(trouble), file=sys.stderr)  # noqa: T201 - scripts are told there
    return _FAILED


@contextmanager
def _lines(script: str) -> Iterator[tuple[Iterator[str], str]]:
    """Open a script; ``-`` is standard input, read as it comes.

    Raises:
        CannotStart: It cannot be read.
    """
    try:
        with opened(script) as file:
            lines = iter(partial(file.readline, _LONGEST_LINE), b"")
            yield (line.decode() for line in lines), script
    except FileRefused as why:
        [line] = complaints(script, why)
        raise CannotStart(f"cannot read the script: {line}") from why
    except (OSError, UnicodeDecodeError) as why:
        raise CannotStart(f"cannot read the script: {why}") from why


_LONGEST_LINE = 65_536
"""Bytes; what is longer is taken for several lines."""
