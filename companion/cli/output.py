"""What goes out: lines for people in their language, bytes for programs, and complaints."""

import io
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.i18n import ENGLISH, LANGUAGES
from companion.paths import owners_places

_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says the language of the system, the first that is set (POSIX, 8.2)."""


def language_of(argv: Sequence[str]) -> str:
    """Return the language in which a command line is answered; nothing is ever raised.

    A language that is asked for and not ours is English: so nobody has to guess at a complaint.
    """
    asked = _after("--language", argv)
    if asked is not None:
        return asked if asked in LANGUAGES else ENGLISH.language
    for wanted in (_owners(_after("--settings", argv)), _systems()):
        if wanted in LANGUAGES:
            return wanted
    return ENGLISH.language


def _after(option: str, argv: Sequence[str]) -> str | None:
    """Return what stands after an option, however it is written."""
    for place, word in enumerate(argv):
        name, sign, value = word.partition("=")
        if name == option:
            return value if sign else "".join(argv[place + 1 : place + 2])
    return None


def _owners(named: str | None) -> str:
    """Return what the owner's file says; nothing if there is none, or none that can be read."""
    places = owners_places() if named is None else (Path(named),)
    file = next((place for place in places if place.exists()), None)
    if file is None:
        return ""
    import tomllib  # noqa: PLC0415 - only an owner's file needs it

    try:
        with file.open("rb") as stream:
            table = tomllib.load(stream).get("table", {})
    except (OSError, ValueError, RecursionError):
        return ""
    return str(table.get("language", "")) if isinstance(table, dict) else ""


def _systems() -> str:
    """Return the language of the system, such as ``uk`` of ``uk_UA.UTF-8``."""
    locale = next((os.environ[each] for each in _LOCALES if os.environ.get(each)), "")
    return locale.partition(".")[0].partition("_")[0]


_ENOUGH = 65_536
"""Bytes that are worth the way to the system, which is far even if Python keeps nothing back."""

_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
"""Between a number and its noun; Python does not count it among what can be printed."""


def make_ready() -> None:
    """See to it that there is something to print to, and that no letter can stop the program.

    What the terminal does not know becomes a question mark; who wants no output gets none.
    """
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until we leave
    if sys.stderr is None:
        sys.stderr = sys.stdout
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def say(lines: Iterable[str]) -> None:
    """Print lines for people.

    Raises:
        OSError: Nobody reads them, or the disk they go to is full.
    """
    sys.stdout.writelines(shown(line) + "\n" for line in lines)


def write(lines: Iterable[bytes], *, at_once: bool = False) -> None:
    """Print lines for programs; those that came before an error are printed, too.

    Args:
        lines: Each with its line feed.
        at_once: Somebody may be waiting for each of them.

    Raises:
        OSError: Nobody reads them, or the disk they go to is full.
    """
    output = sys.stdout.buffer
    waiting = bytearray()
    try:
        for line in lines:
            waiting += line
            if at_once or len(waiting) >= _ENOUGH:
                output.write(waiting)
                output.flush()
                waiting.clear()
    finally:
        output.write(waiting)


def complain(lines: Iterable[str]) -> None:
    """Print lines to standard error, after all that was printed before, and never fail."""
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError):
        sys.stderr.writelines(shown(line) + "\n" for line in lines)


def ask(question: str) -> str | None:
    """Ask on the terminal and return the line that was typed; None when there are no more.

    The question goes where it does not mix with results.
    """
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline() or None


def finish() -> None:
    """Print what has not been printed yet.

    Raises:
        OSError: Nobody reads it, or the disk it goes to is full.
    """
    sys.stdout.flush()


def is_stuck() -> bool:
    """Whether what was printed cannot go where it should."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        return True
    return False


def forget_output() -> None:
    """Throw away what could not be printed, so that Python does not try again when it leaves."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def shown(line: str) -> str:
    """Return a line without anything that a terminal would obey."""
    return "".join(
        letter if letter.isprintable() or letter == _NO_BREAK_SPACE else "\N{REPLACEMENT CHARACTER}"
        for letter in line
    )
