"""What another language costs: at the start, when it is switched to, and in memory.

Japanese has the most characters and the largest face; what it costs, others cost less.
"""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from pygame import Surface

from benchmarks.figures import Figure
from companion.app.scripts.hands import demo_game
from companion.core.messages import Dealt, Enter, Message
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.i18n.catalogues import words
from companion.pages.new_game import Seating
from companion.pages.render import scene
from companion.pages.update import update
from companion.paths import asset
from companion.screen.drawings import Fonts
from companion.screen.painter import Painter
from companion.screen.surfaces import Pictures
from companion.ui.scene import Box, Rect, Scene
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


ENGLISH, JAPANESE = "en", "ja"


STARTS = 9


SWITCHES = 15


ACTIONS = 40


SIZE = (1280, 720)


PATIENCE_SECONDS = 30.0


_MEGABYTE = 1024


SLOWEST_START, MOST_REDRAWS, MOST_MEGABYTES = 1.2, 3.0, 10.0
"""The aims: of the start in English, of a full redraw, and beyond what English takes."""


def started(language: str, folder: Path) -> tuple[float, float]:
    """Return the seconds until the first picture, and the megabytes of memory by then."""
    script, address = folder / "nothing.txt", folder / "notify"
    script.write_text("", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
    command += ["--data", str(folder / "games"), "--script", "-", "--language", language]
    environment = {**os.environ, "NOTIFY_SOCKET": str(address)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(address))
        channel.settimeout(PATIENCE_SECONDS)
        began = time.perf_counter()
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        channel.recv(100)
        taken = time.perf_counter() - began
        megabytes = _resident(process.pid)
        process.communicate(b"")
    address.unlink()
    return taken, megabytes


def _resident(process: int) -> float:
    """Return the memory that a process holds now, in megabytes (Linux)."""
    for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
        key, _, value = line.partition(":")
        if key == "VmRSS":
            return int(value.split()[0]) / _MEGABYTE
    return 0.0


def starts() -> tuple[float, float]:
    """Return a start in Japanese relative to one in English, and its additional megabytes."""
    seconds: dict[str, list[float]] = {ENGLISH: [], JAPANESE: []}
    megabytes: dict[str, list[float]] = {ENGLISH: [], JAPANESE: []}
    with TemporaryDirectory(dir=sys.prefix) as folder:
        started(JAPANESE, Path(folder))  # once, so that everything is compiled
        for _ in range(STARTS):
            for language, found in seconds.items():
                taken, held = started(language, Path(folder))
                found.append(taken)
                megabytes[language].append(held)
    more = median(megabytes[JAPANESE]) - median(megabytes[ENGLISH])
    return median(seconds[JAPANESE]) / median(seconds[ENGLISH]), more


def switches() -> tuple[float, float]:
    """Return a switch to Japanese relative to a full redraw, with cached glyphs and without."""
    known: list[float] = []
    first: list[float] = []
    measures = type_from(asset("fonts", "advances.json").read_bytes())
    model = _table()
    japanese = model.with_preferences(language=JAPANESE)
    for _ in range(SWITCHES):
        fonts, pictures = Fonts(asset("fonts"), measures), Pictures(asset("icons"))
        painter = Painter(Surface(SIZE, 0, 32), fonts, pictures)
        english = scene(model, Canvas(size=SIZE, type=measures, words=words(ENGLISH)))
        painter.paint(english)
        redraw = _seconds_of_a_redraw(painter, english)
        for found in (first, known):
            canvas = Canvas(size=SIZE, type=measures, words=words(JAPANESE))
            began = time.perf_counter()
            painter.paint(scene(japanese, canvas))
            found.append((time.perf_counter() - began) / redraw)
            painter.paint(english)
    return median(known), median(first)


def _table() -> Model:
    """Return the program in the middle of the demonstration game."""
    setup, actions = demo_game()
    guests = tuple(Guest(button, name) for button, name in enumerate(setup.players))
    model, _ = update(Model(page=Seating(guests)), Dealt(setup, guests, Agreement()))
    for action in actions[:ACTIONS]:
        model, _ = update(model, Enter(action))
    return model


def _seconds_of_a_redraw(painter: Painter, shown: Scene[Message]) -> float:
    """Return how long a full redraw takes when everything in it is cached."""
    painter.paint(Scene(SIZE, (Box(Rect(0, 0, *SIZE), fill=(0, 0, 0)),)))
    began = time.perf_counter()
    painter.paint(shown)
    return time.perf_counter() - began


def figures() -> list[Figure]:
    """Measure and return what was found."""
    start, more = starts()
    known, first = switches()
    return [
        Figure(
            "start in Japanese to the first picture",
            f"{start:.2f} × the start in English",
            f"≤ {SLOWEST_START}",
            start <= SLOWEST_START,
        ),
        Figure(
            "switching to Japanese, its glyphs drawn before",
            f"{known:.2f} full redraws",
            f"≤ {MOST_REDRAWS:.0f}",
            known <= MOST_REDRAWS,
        ),
        Figure("the same for the first time, with the new glyphs", f"{first:.2f} full redraws"),
        Figure(
            "memory with Japanese",
            f"{more:+.1f} MB beyond English",
            f"≤ {MOST_MEGABYTES:.0f} MB",
            more <= MOST_MEGABYTES,
        ),
    ]


if __name__ == "__main__":
    for figure in figures():
        print(*figure[:3], sep="  ")
