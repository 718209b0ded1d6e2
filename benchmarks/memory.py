"""What the program's memory is made of while it plays the demonstration.

``python -m benchmarks.memory``; under X (``DISPLAY``) also with a picture on the screen. There SDL
draws through Mesa if it may, whose compiler and drivers are no part of the program, nor is what
they set aside on its heap. So the program is played twice, once with SDL drawing by itself: the
difference is Mesa's.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

SIZE = "1280x720"

MOST_MEGABYTES = 100
"""So much of a Pi's memory the program may take at this size, without the drivers of the screen."""

LOOK_SECONDS = 0.05

_KINDS = (
    ("Mesa and its compiler", r"libLLVM|_dri\.so|libgallium|libGLX|libEGL|libGL|libgbm|libglapi"),
    ("Mesa and its compiler", r"libdrm|libz3|libedit|libsensors|libelf|mesa_shader_cache"),
    ("SDL and what it draws with", r"pygame_ce\.libs|libSDL|libfreetype|libharfbuzz"),
    ("X and sound", r"libX|libxcb|libwayland|libasound|libpulse|libpipewire|/SYSV|memfd:"),
    ("pygame", r"/pygame/"),
    ("Python", r"/python3|libpython|lib-dynload"),
    ("other libraries in the environment", r"site-packages"),
    ("the system's libraries", r"\.so"),
    ("heap, stacks and surfaces", r"^\[|^$"),
)
"""What a mapping belongs to, by its name; the first that fits."""

_HEAD = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$")

_RSS = re.compile(r"^Rss: +(\d+) kB$")


class Sizes(NamedTuple):
    """Resident memory in kilobytes, by what it belongs to."""

    kinds: Mapping[str, int]

    @property
    def whole(self) -> int:
        """All of it."""
        return sum(self.kinds.values())


def mappings(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the name of every mapping in ``/proc/…/smaps``, and its resident kilobytes."""
    name = ""
    for line in lines:
        if head := _HEAD.match(line):
            name = head[1]
        elif size := _RSS.match(line):
            yield name, int(size[1])


def sizes(lines: Iterable[str]) -> Sizes:
    """Return what these mappings belong to."""
    found: Counter[str] = Counter()
    for name, kilobytes in mappings(lines):
        kind = next((kind for kind, pattern in _KINDS if re.search(pattern, name)), "other")
        found[kind] += kilobytes
    return Sizes(found)


def largest(words: list[str], environment: Mapping[str, str]) -> Sizes:
    """Return what the memory of a program was made of when it was largest.

    Raises:
        subprocess.CalledProcessError: The program failed.
    """
    most = Sizes({})
    with subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            try:
                now = sizes(Path(f"/proc/{process.pid}/smaps").read_text().splitlines())
            except OSError:  # it has just ended
                break
            most = max(most, now, key=lambda each: each.whole)
            time.sleep(LOOK_SECONDS)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return most


def played(size: str, *, on_screen: bool, through_mesa: bool = True) -> Sizes:
    """Return the memory of the program that plays the demonstration."""
    with TemporaryDirectory(prefix="ra-memory-") as folder:
        words = [sys.executable, "-m", "companion", "run", "--simulate", f"--size={size}"]
        words += ["--windowed" if on_screen else "--headless", f"--demo={folder}/demo"]
        environment = {**os.environ, "SDL_FRAMEBUFFER_ACCELERATION": str(int(through_mesa))}
        environment.pop("SDL_VIDEODRIVER", None)
        return largest(words, environment)


def _print(title: str, found: Sizes) -> None:
    print(f"{SIZE}, {title}: resident when largest, in MB")
    for kind, kilobytes in sorted(found.kinds.items(), key=lambda each: -each[1]):
        print(f"  {kilobytes / 1024:6.1f}  {kind}")
    print(f"  {found.whole / 1024:6.1f}  altogether")


def main() -> int:
    """Print what the memory is made of; return 1 if the program's own part is too large."""
    ours = played(SIZE, on_screen=False)
    _print("without a screen", ours)
    if os.environ.get("DISPLAY"):
        ours = played(SIZE, on_screen=True, through_mesa=False)
        _print("on the screen, drawn by SDL itself", ours)
        both = played(SIZE, on_screen=True)
        _print("on the screen, drawn through Mesa", both)
        print(f"Mesa's part: {(both.whole - ours.whole) / 1024:.1f} MB")
    print(f"the program's part: {ours.whole / 1024:.1f} MB, of at most {MOST_MEGABYTES}")
    return int(ours.whole > MOST_MEGABYTES * 1024)


if __name__ == "__main__":
    sys.exit(main())
