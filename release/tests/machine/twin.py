"""A twin of the table, without a screen: people play at it first, the machine's pins play after it.

What is pressed and which lamps are lit then is known beforehand, so that a machine that is far away
can be played at without looking into it, and be compared with what it should show.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import msgspec

from companion.app.parts import Parts
from companion.app.scripts.gestures import Detents, Press
from companion.pages.update import next_deadline
from tests import fair
from tests.fair import Plan
from tests.people import Deed, Pause, People, Reach

THINKING = dict.fromkeys(fair.THINKING, (0.25, 0.4))
"""People in a hurry."""


RESTLESS_SECONDS = 15.0
"""What changes by itself within this time is waited for, the card after an epoch too: no lamp of a
passing second is noted."""


SLOWNESS_SECONDS = 2.0
"""So much later than the twin an emulated machine may begin to wait."""


class Done(msgspec.Struct, frozen=True):
    """One deed of somebody, and what the table shows after it."""

    control: str
    """The button; empty: the dial, or nothing but waiting."""
    seconds: float
    """How long the button is held."""
    steps: int
    """Of the dial."""
    pause: float
    """Seconds before it."""
    lit: tuple[str, ...]
    """The lamps that are lit after it."""
    entries: int
    """How many entries of the game are confirmed after it; -1: there is no game."""
    passing: list[tuple[str, ...]]
    """What was lit on the way there, where one deed writes several entries."""


class _Enough(Exception):
    """This many deeds were wanted."""


class Twin(fair.Fair):
    """Notes what is done."""

    def __init__(self, parts: Parts, plan: Plan, most: int) -> None:
        super().__init__(parts, plan)
        self._people = People(plan.players, self._dice, by_hand=1.0, slip=0.0)
        self._most, self._paused = most, 0.0
        self.noted: list[Done] = []
        self._seen: list[tuple[str, ...]] = []
        self._loop.subscribe(lambda _: self._seen.append(self._lit()))

    def _lit(self) -> tuple[str, ...]:
        return tuple(name for name, level in self._panel.lamps().items() if level)

    def play(self) -> bool:
        """Note what the lamps are before anything is done: then a machine is ready for it.

        However slow this computer is, a tap stays a tap, and two evenings end alike.
        """
        with self._clock.standing_still():
            self._loop.finish()
            self._note("", 0.0, 0)
            return super().play()

    def _note(self, control: str, seconds: float, steps: int) -> None:
        """Note a deed, once nothing changes by itself any more: that pause is the next deed's."""
        pause, self._paused = self._paused - seconds, 0.0
        self._come_to_rest()
        timeline = self._loop.model.session.timeline
        entries, lit = -1 if timeline is None else timeline.seq, self._lit()
        passing, self._seen = sorted({*self._seen} - {lit}), []
        self.noted.append(Done(control, seconds, steps, pause, lit, entries, passing))

    def _come_to_rest(self) -> None:
        """Wait until the seconds after an auction are over, or the card after an epoch has come."""
        while (due := next_deadline(self._loop.model)) is not None:
            left = due - self._clock.now()
            if left > RESTLESS_SECONDS:
                break
            self._pass_time(max(left, 0.0) + 0.01)
        if self._paused:
            self._paused += SLOWNESS_SECONDS

    def _pass_time(self, seconds: float) -> None:
        self._paused += seconds
        super()._pass_time(seconds)

    def _do(self, deed: Deed) -> None:
        if len(self.noted) > self._most:
            raise _Enough
        super()._do(deed)
        match deed:
            case Press(button, is_held):
                held = fair.HELD_SECONDS if is_held else fair.TAPPED_SECONDS
                self._note(button.value, held, 0)
            case Detents(steps):
                self._note("", 0.0, steps)
            case Pause() | Reach():
                self._note("", 0.0, 0)


def noted(data: Path, settings: Path, players: int, seed: int, most: int) -> list[Done]:
    """Play at a twin that goes on with the games in a folder, and return what was done there."""
    twins: list[Twin] = []

    def seated(parts: Parts, plan: Plan) -> Twin:
        twins.append(Twin(parts, plan, most))
        return twins[-1]

    with patch.object(fair, "THINKING", THINKING), suppress(_Enough):
        fair.play(Plan(players, 1, seed), data, settings, seated)
    return twins[0].noted


def main() -> None:
    """Print what was done: DATA SETTINGS PLAYERS SEED MOST."""
    data, settings, players, seed, most = sys.argv[1:]
    out = os.dup(1)
    os.dup2(2, 1)
    found = noted(Path(data), Path(settings), int(players), int(seed), int(most))
    os.write(out, msgspec.json.encode(found))


if __name__ == "__main__":
    main()
