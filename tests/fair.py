"""Simulated people play whole games through the whole program, each proved by its journal."""

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from companion.app import machinery, program
from companion.app.parts import Parts
from companion.app.run_options import RunOptions
from companion.app.scripts.gestures import Detents, Press
from companion.app.scripts.script import Script
from companion.app.simulation.window import BagHand
from companion.core.commands import Control
from companion.core.model import Model
from companion.journal import game_lines, games_dir
from companion.journal.lines import GameId
from companion.rules.records import record
from companion.storage.files import played
from hardware import events
from tests.people import BY_HAND, Deed, Pause, People, Reach

HELD_SECONDS, TAPPED_SECONDS = 0.7, 0.08
"""How long a button is held, and how long it is tapped."""

_FRAME_SECONDS = 1 / 30
"""How often the picture follows while people think."""

_MOST_BOUNCES = 3

_MOST_IN_VAIN = 300
"""More deeds than this without an entry mean that something is wrong."""

THINKING: Mapping[type, tuple[float, float]] = {
    Reach: (1.7, 3.0),
    Press: (0.5, 1.6),
    Detents: (0.3, 0.8),
    Pause: (1.8, 1.8),
}
"""How long people take before each kind of deed, in seconds: at least and at most."""


class Plan(msgspec.Struct, frozen=True):
    """What shall be played, and how."""

    players: int
    """At the table, 2 to 5."""
    games: int
    """How many, one after the other."""
    seed: int
    """The seed of the dice. Time is real here, so two runs may end differently."""
    speed: float = 0.0
    """1: as people play; 10: ten times as fast; 0: as fast as it goes."""


class Figures(msgspec.Struct, frozen=True):
    """What was played."""

    games: int
    """Whole games; each one's journal tells the same game as the table."""
    actions: int
    """What stood in the end, over all games."""
    entries: int
    """All that was entered, what was taken back included."""
    deeds: int
    """Presses, turns and tiles drawn."""
    slips: int
    """Presses of a wrong button."""


def proved(data: Path, game: GameId | None, model: Model) -> bytes:
    """Return the record of the game on the table, as its journal on the disk tells it.

    It need not be the newest: people go on with one that was left.
    """
    assert game is not None
    game_file = games_dir.find(data, game)
    assert game_file is not None
    kept = game_lines.read(games_dir.read(game_file).lines)
    assert kept is not None
    whole = record.write(kept.timeline.start.setup, kept.entries)
    *_, last = played(BytesIO(whole))
    written = kept.timeline.game  # there, who gave no name has that of the language of then
    assert last.timeline.game == written == replace(model.game, setup=written.setup)
    return whole


class Fair:
    """A table with people around it."""

    def __init__(self, parts: Parts, plan: Plan) -> None:
        self._loop, self._clock, self._wakeup = parts.loop, parts.clock, parts.wakeup
        self._script = Script(parts)
        self._speed = plan.speed
        self._dice = Random(plan.seed)  # noqa: S311 - dice, not secrets
        self._panel, self._reader = parts.opened.simulated()
        self._bag = BagHand(self._reader, lambda: self._loop.model, self._dice)
        by_hand = BY_HAND if self._reader.can_read_tags else 1.0
        self._people = People(plan.players, self._dice, by_hand=by_hand)
        self._deeds = self._games = self._actions = self._entries = 0

    def play(self) -> bool:
        """Play one game to the end of its points; return whether nobody closed the window."""
        in_vain, seen = 0, self._state()
        while self._loop.is_running:
            deed = self._people.next(self._loop.model)
            if deed is None:
                return True
            self._do(deed)
            in_vain, seen = (in_vain + 1 if self._state() == seen else 0), self._state()
            if in_vain > _MOST_IN_VAIN:
                raise AssertionError(f"the game is stuck: {self._loop.model.page}")
        return False

    def again(self) -> None:
        """Let the same people play once more."""
        self._do(Press(Control.RA))

    def count(self, entries: bytes) -> None:
        """Count a game that was played."""
        timeline = self._loop.model.session.timeline
        self._games += 1
        self._actions += len(timeline.steps) if timeline else 0
        self._entries += entries.count(b"\n") - 1

    def figures(self) -> Figures:
        """Return what was played."""
        return Figures(self._games, self._actions, self._entries, self._deeds, self._people.slips)

    def _state(self) -> object:
        model = self._loop.model
        return model.page, model.session.timeline.seq if model.session.timeline else None

    def _do(self, deed: Deed) -> None:
        """Think as people do, then do it."""
        self._pass_time(self._dice.uniform(*THINKING[type(deed)]))
        self._deeds += 1
        match deed:
            case Press(control, is_held):
                self._press(events.Control(control), HELD_SECONDS if is_held else TAPPED_SECONDS)
            case Detents(steps):
                self._panel.turn(steps)
            case Reach(tiles):
                for _ in range(tiles):
                    self._bag.draw()
                self._script.let_reader_settle()
            case Pause():
                pass
        self._loop.finish()

    def _press(self, control: events.Control, seconds: float) -> None:
        self._panel.press(control, bounces=self._dice.randint(0, _MOST_BOUNCES))
        self._loop.finish()
        self._pass_time(seconds)
        self._panel.release(control, bounces=self._dice.randint(0, _MOST_BOUNCES))
        self._loop.finish()

    def _pass_time(self, seconds: float) -> None:
        """Let program time pass: at once, or as the speed says, with pictures all the way."""
        end = self._clock.now() + seconds
        while (left := end - self._clock.now()) > 0 and self._loop.is_running:
            idle = self._loop.idle_seconds()
            step = left if idle is None else min(left, max(idle, 0.001))
            if self._speed:
                step = min(left, _FRAME_SECONDS * max(1.0, self._speed))
                before = self._clock.now()
                self._wakeup.sleep(step / self._speed)
                step -= self._clock.now() - before
            self._clock.advance(max(0.0, step))
            self._loop.finish()


def play(
    plan: Plan,
    data: Path,
    settings: Path | None = None,
    seated: Callable[[Parts, Plan], Fair] = Fair,
) -> Figures:
    """Open a table, let simulated people play at it, and return what they played.

    Args:
        plan: What they play.
        data: Where the games are kept.
        settings: The owner's settings.
        seated: Seats the people.
    """
    figures: list[Figures] = []

    def perform(parts: Parts, _: str) -> int:
        fair = seated(parts, plan)
        for number in range(1, plan.games + 1):
            if not fair.play():
                break
            fair.count(proved(data, parts.store.game, parts.loop.model))
            if number < plan.games:
                fair.again()
        figures.append(fair.figures())
        return 0

    options = RunOptions(simulate=True, headless=True, data=data, settings=settings, script="-")
    with (
        patch.object(machinery, "perform_script", perform),
        patch.object(program, "_tell_script", program._tell_nobody),  # noqa: SLF001 - no script does
        patch.object(program, "SystemRandom", lambda: Random(plan.seed)),  # noqa: S311 - no secret
    ):
        assert program.run(options) == 0
    return figures[0]
