"""Time to the first picture: compared with a bare window, by stages, and as data grows.

A start is a whole process, from its beginning to the moment at which it tells the service manager
that its picture stands.
"""

import json
import os
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.bare import WINDOW
from benchmarks.figures import Figure, milliseconds
from companion.app.scripts.hands import demo_game
from companion.core.session import Agreement, Guest
from companion.journal import game_lines
from companion.journal.lines import GameId, Stamp, after, beginning, write_line
from companion.paths import asset
from companion.rules.records.timeline import begin

TURNS = 15


MOST = 1.6
"""Times as long as a bare start: the aim."""


KEPT = (10, 1000, 10_000)
"""Games in the folder."""


MOST_GROWTH = 1.1


PATIENCE_SECONDS = 60.0


_COMMAND = str(Path(sysconfig.get_path("scripts"), "ra-companion"))
"""What people start, as it was installed."""


_AS_INSTALLED = Path(__file__).with_name("as_installed")


_STAMP = Stamp(1_767_384_930_000, 0, "", "key")


PARTS = """
import json, os, sys, time
os.environ["SDL_VIDEODRIVER"] = "dummy"
seconds, before = {{}}, time.perf_counter()
def over(part):
    global before
    seconds[part] = time.perf_counter() - before
    before = time.perf_counter()
import companion.cli.commands, companion.app.program
over("what is imported")
from pathlib import Path
from companion.app.game_store import GameStore
keeper = GameStore(Path({data!r}), lambda: None)
resumed = keeper.newest()
over("the folder claimed, its newest game proved")
from companion.paths import asset
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.text_metrics import type_from
measures = type_from(asset("fonts", "advances.json").read_bytes())
window = Window(Opening(Mode.HEADLESS, (1280, 720)), asset(), measures, time.monotonic)
over("window and fonts")
from companion.core.model import Model
from companion.pages.new_game import Welcome
from companion.ui.style import Canvas
from companion.pages.render import scene
first = scene(Model(page=Welcome()), Canvas(size=(1280, 720), type=measures))
over("what is on the first picture")
window.show(first)
over("the first picture drawn")
print(json.dumps(seconds), flush=True)
os._exit(0)
"""
"""A start in pieces, each with its own time."""


def started(data: Path, *more: str) -> float:
    """Return the seconds until the first picture of a program that then exits."""
    with TemporaryDirectory() as folder:
        address, script = Path(folder, "notify"), Path(folder, "nothing.txt")
        script.write_text("", encoding="utf-8")
        command = [_COMMAND, "run", "--headless", "--simulate"]
        command += ["--data", str(data), "--script", str(script), *more]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.bind(str(address))
            channel.settimeout(PATIENCE_SECONDS)
            began = time.perf_counter()
            process = subprocess.Popen(
                command, env=_environment(str(address)), stdout=subprocess.DEVNULL
            )
            channel.recv(100)
            taken = time.perf_counter() - began
            process.wait()
    return taken


def bare() -> float:
    """Return the seconds of a process that opens a window and a font, and shows a word."""
    font = str(asset("fonts", "mplus1p-700.ttf"))
    command = [sys.executable, "-c", WINDOW.format(font=font)]
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=_environment())
    return time.perf_counter() - began


def _environment(notify: str = "") -> dict[str, str]:
    """Return the environment of a player: compiled files are kept, and no tools are installed."""
    kept = {**os.environ, "NOTIFY_SOCKET": notify, "PYTHONPATH": str(_AS_INSTALLED)}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


def kept(data: Path, games: int) -> None:
    """Fill a data folder with games that were begun and left: the smallest that can be verified."""
    setup, _ = demo_game()
    guests = tuple(Guest(button, name) for button, name in enumerate(setup.players))
    header = game_lines.header(begin(setup), guests, Agreement())
    folder = data / "games"
    folder.mkdir(parents=True)
    for number in range(1, games + 1):
        game = GameId(f"{number:06d}-20260102T201530")
        head = beginning(game)
        first = write_line(header, _STAMP, head)
        last = write_line(game_lines.LEFT, _STAMP, after(head, first))
        (folder / f"{game}.jsonl").write_bytes(first + last)


def figures() -> list[Figure]:
    """Measure everything and return the figures."""
    with TemporaryDirectory(dir=sys.prefix) as folder:
        data = Path(folder, "new")
        started(data)  # once, so that everything is compiled
        pairs = [(started(data), bare()) for _ in range(TURNS)]
        ours, theirs = [one for one, _ in pairs], [other for _, other in pairs]
        ratio = median(ours) / median(theirs)
        said = f"{ratio:.2f} × bare: {milliseconds(ours, 0)} against {milliseconds(theirs, 0)}"
        owners = Path(folder, "settings.toml")
        owners.write_text('[table]\ntheme = "papyrus"\n', encoding="utf-8")
        with_file = [started(data, "--settings", str(owners)) for _ in range(TURNS)]
        return [
            Figure("process start to first picture", said, f"{MOST} ×", ratio <= MOST),
            Figure(
                "the same with a settings file of the owner's",
                f"{median(with_file) / median(theirs):.2f} × bare: {milliseconds(with_file, 0)}",
            ),
            *_parts(data),
            *_growing(Path(folder)),
        ]


def _parts(data: Path) -> list[Figure]:
    found: dict[str, list[float]] = {}
    for _ in range(TURNS):
        program = PARTS.format(data=str(data))
        ran = subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, env=_environment()
        )
        for part, seconds in json.loads(ran.stdout.splitlines()[-1]).items():
            found.setdefault(part, []).append(seconds)
    return [Figure(f"of this: {part}", milliseconds(taken, 0)) for part, taken in found.items()]


def _growing(folder: Path) -> list[Figure]:
    """Return how the time of a start grows with the number of saved games."""
    folders = {games: folder / str(games) for games in KEPT}
    for games, data in folders.items():
        kept(data, games)
    seconds: dict[int, list[float]] = {games: [] for games in KEPT}
    for _ in range(TURNS):
        for games, data in folders.items():
            seconds[games].append(started(data))
    few = median(seconds[KEPT[0]])
    return [
        Figure(
            f"start with {games} games kept instead of {KEPT[0]}",
            f"{median(seconds[games]) / few:.2f} × as long",
            f"{MOST_GROWTH} ×",
            median(seconds[games]) <= MOST_GROWTH * few,
        )
        for games in KEPT[1:]
    ]


if __name__ == "__main__":
    for figure in figures():
        print(figure)
