"""The program as users start it: arguments in; status, output, errors and files out."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.cli.commands import main
from companion.journal import games_dir
from companion.journal.lines import Event
from companion.rules.editions import Options, setup
from companion.rules.records import record
from companion.rules.records.entries import Entry
from tests.rules.table import NAMES


class Outcome(NamedTuple):
    """What a start of the program left behind."""

    status: int
    out: str
    err: str

    @property
    def confirmed(self) -> list[int]:
        """The numbers that it confirmed."""
        lines = self.out.splitlines()
        return [int(line.split()[1]) for line in lines if line.startswith("confirmed ")]


class Starts:
    """Starts the program in this process, without its window, in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._capsys = capsys

    def run(self, *lines: str, options: tuple[str, ...] = ()) -> Outcome:
        """Do these lines of a script."""
        script = self.folder / "script.txt"
        script.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return self.start("--script", str(script), *options)

    def play(self, *lines: str, options: tuple[str, ...] = ()) -> Outcome:
        """Do these lines, all of which can be done; ``words`` is on the screen then."""
        done = self.run(*lines, f"words {self.folder}/words.txt", options=options)
        assert done.status == 0, done.err
        return done

    def refused(self, *lines: str, options: tuple[str, ...] = ()) -> str:
        """Do lines that cannot all be done; return why, without a traceback."""
        done = self.run(*lines, options=options)
        assert done.status == 1
        assert "Traceback" not in done.err
        return done.err

    def words(self, name: str = "words.txt") -> str:
        """Return everything that was on the screen then, as one line."""
        return " ".join((self.folder / name).read_text(encoding="utf-8").split())

    def said(self, name: str) -> Any:  # noqa: ANN401 - JSON
        """Return what a script has written of its state or its lamps."""
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def settings(self, text: str) -> tuple[str, str]:
        """Write the owner's settings, and return the options that name them."""
        file = self.folder / "settings.toml"
        file.write_text(text, encoding="utf-8")
        return "--settings", str(file)

    def record(
        self, *entries: Entry, players: int = 3, agreed: Options | None = None
    ) -> tuple[str, str]:
        """Write the record of a game so far, and return the options that begin with it."""
        file = self.folder / "start.jsonl"
        table = setup(NAMES[:players], agreed or Options())
        file.write_bytes(record.write(table, entries))
        return "--start", str(file)

    def start(self, *options: str) -> Outcome:
        """Start the program."""
        self._capsys.readouterr()
        status = main(["run", "--headless", "--simulate", "--data", str(self.data), *options])
        said = self._capsys.readouterr()
        return Outcome(status, said.out, said.err)

    def journal(self, number: int = -1) -> list[Event]:
        """Return the events of a game, without its header."""
        game_file = games_dir.game_files(self.data)[number]
        return [line.event for line in games_dir.read(game_file).lines[1:]]


def apart(*arguments: str, said: str = "", no_screen: bool = False) -> Outcome:
    """Start the program in a process of its own, perhaps where there is no screen at all."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    if no_screen:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
            environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=environment,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
