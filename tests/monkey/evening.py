"""Evenings of a monkey: lives at one table, some of them killed; what goes wrong is a script."""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from companion.journal import game_lines, games_dir
from tests.monkey import surroundings
from tests.monkey.life import Life
from tests.proof.surroundings import environment, folder

LIVES, DEEDS = 4, 240
"""At most in an evening, and in a life."""

_DIES = 1 / 2
_ALARM = -signal.SIGALRM


class Past(NamedTuple):
    """A life that was lived."""

    words: list[str]
    """What stood on the command line."""
    script: list[str]
    """What was done."""
    dies_after: int | None


class Evening(msgspec.Struct):
    """What happened at a table."""

    settings: str
    lives: list[Past] = []
    trouble: str = ""
    """What went wrong; empty: nothing."""
    counts: Counter[str] = msgspec.field(default_factory=Counter)

    def __str__(self) -> str:
        """Return it as text, from which it can be lived again; see ``read``."""
        parts = [f"settings.toml\n{self.settings}"]
        for words, script, dies_after in self.lives:
            end = "" if dies_after is None else f", killed in deed {dies_after}"
            parts.append("\n".join((f"run {' '.join(words)}{end}", *script)) + "\n")
        return _BETWEEN.join(parts)


_BETWEEN = "-----\n"


def read(text: str) -> tuple[str, list[Past]]:
    """Return the settings and the lives of an evening that was written down."""
    first, *others = text.split(_BETWEEN)
    lives = []
    for each in others:
        head, *script = each.splitlines()
        words, _, end = head.removeprefix("run ").partition(", killed in deed ")
        lives.append(Past(words.split(), script, int(end) if end else None))
    return first.removeprefix("settings.toml\n"), lives


class Mother:
    """A program that lives as often as it is asked to; see ``life.obey``."""

    def __init__(self, program: "subprocess.Popen[bytes]") -> None:
        self._program = program

    def lives(self, life: Life) -> int:
        """Return how a life ended."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(msgspec.json.encode(life) + b"\n")
        self._program.stdin.flush()
        return int(self._program.stdout.readline())


@contextmanager
def mother() -> Iterator[Mother]:
    """Start it, and end it."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.monkey.life"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(),
    ) as program:  # fmt: skip
        try:
            yield Mother(program)
        finally:
            assert program.stdin is not None
            program.stdin.close()


def evening(seed: int, of: Mother, most: int = DEEDS) -> Evening:
    """Let a monkey sit at a table for some lives, until something goes wrong.

    Args:
        seed: Which evening.
        of: Where the lives come from.
        most: The deeds of a life, at most.
    """
    dice = Random(f"monkey {seed}")  # noqa: S311 - a monkey's dice
    found = Evening(surroundings.settings(dice))
    with folder() as where:
        home = Path(where)
        (home / "settings.toml").write_text(found.settings, encoding="utf-8")
        for _ in range(dice.randint(1, LIVES)):
            deeds = dice.randint(1, most)
            life = Life(
                str(home), surroundings.options(dice), str(home / "log"),
                seed=dice.randrange(1 << 30), deeds=deeds,
                dies_after=dice.randrange(deeds) if dice.random() < _DIES else None,
            )  # fmt: skip
            _lived(life, of, found)
            if found.trouble:
                break
    return found


def again(settings: str, lives: Sequence[Past], of: Mother) -> Evening:
    """Live an evening once more, as it was written down."""
    found = Evening(settings)
    with folder() as where:
        home = Path(where)
        (home / "settings.toml").write_text(settings, encoding="utf-8")
        for words, script, dies_after in lives:
            life = Life(
                str(home), words, str(home / "log"), script=script or ["wait 0"],
                dies_after=dies_after,
            )  # fmt: skip
            _lived(life, of, found)
            if found.trouble:
                break
    return found


def _lived(life: Life, of: Mother, found: Evening) -> None:
    status, home = of.lives(life), Path(life.folder)
    script = (home / "log").read_text(encoding="utf-8").splitlines()
    found.lives.append(Past(life.words, script, life.dies_after))
    is_killed = life.dies_after is not None and status in (_ALARM, -signal.SIGKILL)
    found.counts.update(lives=1, deeds=len(script), kills=int(is_killed))
    if status and not is_killed:
        errors = (home / "errors").read_text(encoding="utf-8", errors="replace")
        end = "it hangs" if status == _ALARM else f"it ended with {status}"
        found.trouble = f"{end}: {script[-1] if script else 'at once'}\n{errors[-3000:]}"
    else:
        found.trouble = "\n".join(_flaws(home))
    found.counts.update(games=len(games_dir.game_files(home / "data")))


def _flaws(home: Path) -> Iterator[str]:
    """Yield what is wrong with what a life has left."""
    for game_file in games_dir.game_files(home / "data"):
        verified = games_dir.read(game_file)
        kept = game_lines.read(verified.lines)
        if kept is None:
            yield f"{game_file.game}: the game is not understood"
        elif kept.understood != len(verified.lines):
            all_lines = len(verified.lines)
            yield f"{game_file.game}: {kept.understood} of {all_lines} lines are understood"


def shorter(settings: str, lives: Sequence[Past], of: Mother) -> Evening:
    """Leave out whatever is not needed for the same trouble."""
    found = again(settings, lives, of)
    kind = _kind(found.trouble)
    for number in range(len(lives)):
        size = max(1, len(found.lives[number].script) // 2) if number < len(found.lives) else 0
        while size:
            place = 0
            while number < len(found.lives) and place < len(found.lives[number].script):
                past = found.lives[number]
                script = [*past.script[:place], *past.script[place + size :]]
                less = [*found.lives]
                less[number] = past._replace(script=script)
                tried = again(settings, less, of)
                if kind and _kind(tried.trouble) == kind:
                    found = tried
                else:
                    place += size
            size //= 2
    return found


def _kind(trouble: str) -> str:
    """Return what makes a trouble the same as another: its last line, and where it was raised."""
    lines = [line for line in trouble.splitlines() if line.strip()]
    places = [line.strip() for line in lines if line.strip().startswith("File ")]
    return f"{lines[-1]} {places[-1]}" if places else "".join(lines[-1:])
