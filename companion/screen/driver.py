"""Which of SDL's drivers shows the picture, and what it must be told before it starts."""

from collections.abc import Mapping
from enum import Enum

KMSDRM = "kmsdrm"
KMSDRM_PACKAGES = ("libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri")
"""Debian packages that drawing without a desktop needs; SDL looks for them while it runs."""

_BLIND = ("dummy", "offscreen")
"""Drivers that draw where nobody sees it. SDL takes them without a word if nothing else works."""


class Mode(Enum):
    """Where the picture is shown."""

    FULL_SCREEN = "full screen"
    WINDOWED = "windowed"
    HEADLESS = "headless"
    """Nowhere: for tests and pictures in files."""


class NoScreen(RuntimeError):
    """There is no screen on which people would see anything."""

    def __init__(self, driver: str, reason: str, packages: tuple[str, ...] = ()) -> None:
        super().__init__(f"no screen ({driver}): {reason}")
        self.driver = driver
        """SDL's name of what was tried, or taken instead."""
        self.reason = reason
        """What SDL says, in English."""
        self.packages = packages
        """Debian packages that may be missing, empty if they do not matter here."""


def variables(mode: Mode, environment: Mapping[str, str], platform: str) -> dict[str, str]:
    """Return what to put into the environment before SDL starts; what the owner set is kept.

    The flip waits for the panel, as a Pi 5 shows garbage without. Fingers and the mouse are kept
    apart, or every tap would count twice. Signals stay the program's own affair.
    """
    wanted = {
        "SDL_RENDER_VSYNC": "1",
        "SDL_TOUCH_MOUSE_EVENTS": "0",
        "SDL_MOUSE_TOUCH_EVENTS": "0",
        "SDL_NO_SIGNAL_HANDLERS": "1",
        "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
    }
    if mode is Mode.HEADLESS:
        return {**wanted, "SDL_VIDEODRIVER": "dummy"}
    has_desktop = "DISPLAY" in environment or "WAYLAND_DISPLAY" in environment
    if platform == "linux" and not has_desktop:
        wanted["SDL_VIDEODRIVER"] = KMSDRM
    driver = environment.get("SDL_VIDEODRIVER") or wanted.get("SDL_VIDEODRIVER", "")
    if driver.lower() == KMSDRM:
        wanted["SDL_RENDER_DRIVER"] = "opengles2"
    return {name: value for name, value in wanted.items() if not environment.get(name)}


def is_blind(driver: str) -> bool:
    """Whether nobody sees what this driver draws."""
    return driver.lower() in _BLIND
