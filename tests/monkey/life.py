"""One life of a table with a monkey at it: a process that is forked, and that may be killed.

``python -m tests.monkey.life`` reads a line of JSON for each life and says how it ended.
"""

import gc
import os
import signal
import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

import companion.app.program  # noqa: F401 - loaded for the children
from companion.app.scripts.script import CannotDo, Script
from companion.cli.commands import main
from companion.core.messages import DealByHand, Leave, Message
from companion.core.model import Model
from companion.pages.kiosk.idle import Locked
from companion.pages.new_game.dealing import Dealing, LayingOut
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.registry import load_all
from companion.pages.scoring.epoch import EpochScores
from companion.ui.scene import Scene
from companion.ui.scene import words as words_of
from tests.monkey.deeds import BUTTONS, deed

PATIENCE_SECONDS = 60.0
"""A deed hangs if no picture comes for so long: a busy machine may take as long for many."""

MOST_PICTURES = 20_000
"""A deed hangs as well that shows more of them. To wait for five minutes takes two thousand."""

MOST_BACK, MOST_ONWARD = 24, 24
"""Presses of Back that lead home from anywhere, and of Return that lead to a game from there."""

MOST_SEATED = 2
"""People who sit down for that game, if nobody has."""


class Life(msgspec.Struct, frozen=True):
    """What happens in a life."""

    folder: str
    """Where it is lived; ``data`` is in it, and ``settings.toml``."""
    words: list[str]
    """What stands on the command line after ``run --headless --simulate``."""
    log: str
    """The file to which each deed is written before it is done: a script."""
    seed: int = 0
    deeds: int = 0
    """How many; none where there is a script."""
    script: list[str] = []
    """What is done instead of what comes to mind."""
    dies_after: int | None = None
    """In the middle of which deed it is killed; None: it ends by itself."""


class Stuck(Exception):
    """There is no way home, or no game to be begun there."""


class Monkey:
    """Takes the place of whoever reads the script."""

    def __init__(self, life: Life, log: int) -> None:
        self._life, self._log = life, log
        self._dice = Random(life.seed)  # noqa: S311 - a monkey's dice
        self._is_patient = False
        self._pictures = 0

    def run(self, script: Script) -> None:
        """Do one deed after the other, then see that people would find their way."""
        loop = script._loop  # noqa: SLF001 - a script is its fingers
        loop.subscribe(self.sees)
        loop.finish()
        number = 0
        while loop.is_running and (line := self._next(number, loop.model, loop.scene)):
            if number == self._life.dies_after:
                self._is_patient = False
                signal.setitimer(signal.ITIMER_REAL, self._dice.uniform(0.0001, 0.02))
            else:
                self.begins()
            self._do(script, line)
            number += 1
        self._is_patient = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._life.dies_after is not None:
            os.kill(os.getpid(), signal.SIGKILL)
        if loop.is_running:
            self._goes_home(script)

    def begins(self) -> None:
        """Begin a deed."""
        self._is_patient, self._pictures = True, 0
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_SECONDS)

    def sees(self, _: Model) -> None:
        """See a picture: patience begins anew, but not for ever."""
        if not self._is_patient:
            return
        self._pictures += 1
        if self._pictures > MOST_PICTURES:
            signal.raise_signal(signal.SIGALRM)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_SECONDS)

    def _next(self, number: int, model: Model, scene: Scene[Message] | None) -> str | None:
        if self._life.script:
            return self._life.script[number] if number < len(self._life.script) else None
        if number >= self._life.deeds or scene is None:
            return None
        return deed(model, scene, self._dice)

    def _do(self, script: Script, line: str) -> None:
        """Do what a line says; what cannot be done is left out of the log."""
        before = os.lseek(self._log, 0, os.SEEK_CUR)
        os.write(self._log, line.encode() + b"\n")
        try:
            script._do(line)  # noqa: SLF001 - the same
        except CannotDo:
            os.ftruncate(self._log, before)
            os.lseek(self._log, before, os.SEEK_SET)

    def _goes_home(self, script: Script) -> None:
        loop = script._loop  # noqa: SLF001 - the same
        for _ in range(MOST_BACK):
            if _is_home(loop.model):
                break
            self._do(script, "key escape")
        else:
            raise Stuck(f"{MOST_BACK} times Escape: {_seen(loop.model, loop.scene)}")
        if isinstance(loop.model.page, Locked):
            return
        if not isinstance(loop.model.page, Welcome):
            loop.post(Leave(), "monkey")
            loop.finish()
        for button in BUTTONS[:5]:
            if _seated(loop.model) < MOST_SEATED:
                self._do(script, f"press {button}")
        for number in range(MOST_ONWARD):
            if loop.model.page.is_table or loop.model.preferences.scan_seconds:
                return  # or else one button goes round, and what it means is a matter of time
            if isinstance(loop.model.page, Dealing | LayingOut):
                loop.post(DealByHand(is_by_hand=False), "monkey")
            self._do(script, ("key return", "press ra")[number % 2])  # Ra ends a name
        raise Stuck(f"no game can be begun: {_seen(loop.model, loop.scene)}")


def _seated(model: Model) -> int:
    return len(model.page.guests) if isinstance(model.page, Seating) else 0


def _seen(model: Model, scene: Scene[Message] | None) -> str:
    words = () if scene is None else words_of(scene)
    return f"{type(model.page).__name__}: {' | '.join(words)}"


def _is_home(model: Model) -> bool:
    """Whether Back leads no further: from a running game it opens the menu."""
    return model.page.is_table or isinstance(model.page, Welcome | Locked | EpochScores)


def live(life: Life) -> int:
    """Live it; return the exit status."""
    os.chdir(life.folder)
    os.environ["PATH"] = life.folder  # nothing that a monkey starts is found
    log = os.open(life.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    monkey = Monkey(life, log)
    words = ["run", "--headless", "--simulate", "--data", "data", "--settings", "settings.toml"]

    def run(script: Script, *_: object) -> None:
        monkey.run(script)

    with patch.object(Script, "run", run):
        return main([*words, *life.words, "--script", os.devnull])


def obey() -> None:
    """Live as often as asked, each life in a process of its own."""
    load_all()
    gc.collect()
    gc.freeze()
    for line in sys.stdin.buffer:
        life = msgspec.json.decode(line, type=Life)
        if not (child := os.fork()):
            for descriptor, name in ((1, "said"), (2, "errors")):
                flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                os.dup2(os.open(Path(life.folder) / name, flags, 0o644), descriptor)
            status = 1
            try:
                status = live(life)
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                if sys.exc_info()[0] is None:
                    os._exit(status)
        _, ended = os.waitpid(child, 0)
        os.write(1, b"%d\n" % os.waitstatus_to_exitcode(ended))


if __name__ == "__main__":
    obey()
