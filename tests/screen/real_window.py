"""A program with a real window, for the test beside it: prints what people do, one line each.

Usage: python real_window.py MODE TURN (a name of ``Mode``, degrees)
"""

import sys
import time
from pathlib import Path

import pygame

import companion
from companion.screen.events import CloseAsked, Rotation
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.scene import Box, Rect, Scene
from companion.ui.text_metrics import type_from


def picture(size: tuple[int, int]) -> Scene[None]:
    """Return a red scene with a blue corner at its top left."""
    red = Box(Rect(0, 0, *size), fill=(255, 0, 0))
    return Scene(size, (red, Box(Rect(0, 0, 100, 50), fill=(0, 0, 255))))


def main() -> None:
    """Show the picture until the window is closed."""
    package = Path(companion.__file__).parent
    assets = next(path for path in (package / "assets", package.parent / "assets") if path.is_dir())
    measures = type_from((assets / "fonts" / "advances.json").read_bytes())
    opening = Opening(Mode[sys.argv[1]], turn=Rotation(int(sys.argv[2])))
    with Window(opening, assets, measures, time.monotonic) as window:
        window.show(picture(window.size))
        number = pygame.display.get_wm_info()["window"]
        say(f"open {window.size} {number} {pygame.mouse.get_visible()}")
        is_open = True
        while is_open:
            for event in window.events():
                say(repr(event))
                is_open = is_open and not isinstance(event, CloseAsked)
            window.show(picture(window.size))
            time.sleep(window.poll_seconds or 0)
        say(f"closed after {window.flips > 0}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
