"""A real window on a virtual display: real keys and clicks, and pixels on the screen."""

import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

XVFB, XDOTOOL = shutil.which("Xvfb"), shutil.which("xdotool")
SCREEN = (800, 600)
RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)
PATIENCE_SECONDS = 20.0

pytestmark = pytest.mark.skipif(
    not (XVFB and XDOTOOL), reason="a real window is tested only where Xvfb and xdotool are"
)


class Display:
    """A virtual display: its name, and what is on it."""

    def __init__(self, name: str, picture: Path) -> None:
        self.name = name
        self._picture = picture

    def do(self, *words: str) -> None:
        """Do with xdotool what a person would do."""
        environment = {**os.environ, "DISPLAY": self.name}
        subprocess.run([str(XDOTOOL), *words], env=environment, check=True)

    def colour_at(self, x: int, y: int) -> tuple[int, int, int]:
        """Return the colour of a point of the screen, read from the server's XWD file."""
        data = self._picture.read_bytes()
        number = [int.from_bytes(data[at : at + 4], "big") for at in range(0, 100, 4)]
        start, row_bytes, colours = number[0], number[12], number[19]
        at = start + 12 * colours + y * row_bytes + 4 * x
        blue, green, red = data[at : at + 3]
        return red, green, blue


class Program:
    """The running program, and the lines it prints."""

    def __init__(self, display: Display, mode: str, degrees: int) -> None:
        program = Path(__file__).with_name("real_window.py")
        environment = {
            **os.environ,
            "DISPLAY": display.name,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        del environment["SDL_VIDEODRIVER"]
        self.process = subprocess.Popen(
            [sys.executable, str(program), mode, str(degrees)],
            env=environment,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        self._output: IO[bytes] = self.process.stdout
        self._seen = b""

    def line(self, beginning: str) -> str:
        """Return the next line that begins like this; fail if none comes."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            *lines, rest = self._seen.split(b"\n")
            for number, line in enumerate(lines):
                if line.decode().startswith(beginning):
                    self._seen = b"\n".join([*lines[number + 1 :], rest])
                    return line.decode()
            if select.select([self._output], [], [], deadline - time.monotonic())[0]:
                self._seen += os.read(self._output.fileno(), 4096)
        pytest.fail(f"no line begins with {beginning!r} in {self._seen.decode()!r}")


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    reading, writing = os.pipe()
    screen = ["-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-fbdir", str(tmp_path)]
    server = subprocess.Popen(
        [str(XVFB), "-displayfd", str(writing), *screen, "-noreset", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as announced:
        number = announced.readline().strip()
    yield Display(f":{number}", tmp_path / "Xvfb_screen0")
    server.terminate()
    server.wait(PATIENCE_SECONDS)


def run(display: Display, mode: str, degrees: int = 0) -> Iterator[Program]:
    program = Program(display, mode, degrees)
    yield program
    program.process.terminate()
    program.process.wait(PATIENCE_SECONDS)
    assert program.process.stdout is not None
    program.process.stdout.close()


@pytest.fixture
def full_screen(display: Display) -> Iterator[Program]:
    yield from run(display, "FULL_SCREEN")


@pytest.fixture
def turned(display: Display) -> Iterator[Program]:
    yield from run(display, "FULL_SCREEN", 90)


@pytest.fixture
def windowed(display: Display) -> Iterator[Program]:
    yield from run(display, "WINDOWED")


def seen(display: Display, x: int, y: int, wanted: tuple[int, int, int]) -> bool:
    """Whether a point of the screen gets this colour before patience is over."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while display.colour_at(x, y) != wanted:
        if time.monotonic() > deadline:
            return False
    return True


def test_a_full_screen_takes_keys_and_clicks_and_shows_its_picture(
    display: Display, full_screen: Program
) -> None:
    assert full_screen.line("open").startswith("open (800, 600)")
    assert seen(display, 50, 25, BLUE)
    assert seen(display, 700, 500, RED)
    display.do("key", "a")
    assert "name='a', text='a'" in full_screen.line("KeyPressed")
    assert "name='a'" in full_screen.line("KeyReleased")
    display.do("mousemove", "30", "40", "click", "1")
    assert "x=30, y=40" in full_screen.line("Touched")
    assert "x=30, y=40" in full_screen.line("Released")


def test_the_mouse_pointer_is_hidden_in_full_screen_only(
    full_screen: Program, windowed: Program
) -> None:
    assert full_screen.line("open").endswith("False")
    assert windowed.line("open").endswith("True")


def test_a_turned_screen_shows_its_picture_turned_and_turns_clicks_back(
    display: Display, turned: Program
) -> None:
    assert turned.line("open").startswith("open (600, 800)")
    assert seen(display, 780, 50, BLUE)
    assert seen(display, 50, 25, RED)
    display.do("mousemove", "790", "5", "click", "1")
    assert "x=5, y=10" in turned.line("Touched")


def test_a_window_made_smaller_says_so_and_fills_its_new_size(
    display: Display, windowed: Program
) -> None:
    number = windowed.line("open").split()[3]
    display.do("windowmove", number, "0", "0")
    display.do("windowsize", number, "400", "300")
    assert "width=400, height=300" in windowed.line("Resized")
    assert seen(display, 50, 25, BLUE)
    assert seen(display, 390, 290, RED)
    assert seen(display, 420, 320, BLACK)
