"""Output: lines for people, bytes for programs, and errors."""

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import TextIO

import msgspec

from companion.cli.terminal import load
from companion.i18n import printable
from companion.i18n.languages import LANGUAGES
from companion.journal.disk import read_file
from companion.paths import owners_places
from companion.storage import FileRefused

_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says the language of the system, the first that is set (POSIX, 8.2)."""


def usual_language() -> str:
    """Return the language of results if none is asked for: the owner's, else the system's."""
    return next((each for each in (_owners(), _systems()) if each in LANGUAGES), "en")


def _owners() -> str:
    """Return what the owner's file says; nothing if there is none, or none that can be read."""
    file = next((place for place in owners_places() if place.exists()), None)
    if file is None:
        return ""
    try:
        raw = read_file(file, _MOST_BYTES)
        table = load("tomllib").loads(raw.decode("utf-8-sig")).get("table", {})
    except (OSError, ValueError, RecursionError):
        return ""
    return str(table.get("language", "")) if isinstance(table, dict) else ""


def _systems() -> str:
    """Return the language of the system, such as ``uk`` of ``uk_UA.UTF-8``."""
    locale = next((os.environ[each] for each in _LOCALES if os.environ.get(each)), "")
    return locale.partition(".")[0].partition("_")[0]


_MOST_BYTES = 1_000_000
"""A settings file is a page of text."""

_ENOUGH = 65_536
"""Bytes that are worth a system call, even if Python buffers nothing."""


class NotPrintedError(OSError):
    """What was said did not get to where it should: the disk is full, or the device has gone."""


class _Style:
    """How this command speaks: to people or programs, and whether it keeps quiet."""

    def __init__(self, *, for_programs: bool = False, quiet: bool = False) -> None:
        self.for_programs = for_programs
        self.quiet = quiet
        self.messages: list[str] = []
        """What programs are told at the end."""


_style = _Style()


def begin(*, for_programs: bool = False, quiet: bool = False) -> None:
    """Say how this command speaks from now on."""
    global _style  # noqa: PLW0603 - there is one standard error
    _style = _Style(for_programs=for_programs, quiet=quiet)


def is_for_programs() -> bool:
    """Whether errors are told to a program, as JSON."""
    return _style.for_programs


def is_quiet() -> bool:
    """Whether nothing but results and errors is wanted."""
    return _style.quiet


def standard_error() -> TextIO:
    """Return where errors go."""
    return sys.stderr


def make_ready() -> None:
    """Make sure that standard input and output exist, however the program was started.

    What the terminal cannot show becomes a question mark. A descriptor that was closed is opened on
    the null device: otherwise the next file would take its number, and what is printed would go
    into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until we leave
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until we leave
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class Hue(Enum):
    """A colour; the value is its code (ECMA-48, 8.3.117). What it says is also said in words."""

    RED = 31
    GREEN = 32
    YELLOW = 33


def coloured(line: str, part: str, hue: Hue | None) -> str:
    """Return a line with the first occurrence of a part coloured, if the terminal has colours."""
    if hue is None or not _sees_colours():
        return line
    return line.replace(part, f"\x1b[{hue.value}m{part}\x1b[0m", 1)


def _sees_colours() -> bool:
    """Whether output goes to a terminal that knows colours, and nobody objects (no-color.org)."""
    no = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not no and sys.stdout.isatty()


def say(lines: Iterable[str], part: str = "", hue: Hue | None = None) -> None:
    """Print lines for people.

    Args:
        lines: What is printed.
        part: What of each line is coloured, where it stands for the first time.
        hue: Its colour.

    Raises:
        BrokenPipeError: Nobody reads them.
        NotPrintedError: The disk they go to is full, or the like.
    """
    for line in lines:
        _put(coloured(printable(line), part, hue) + "\n")


def _put(text: str) -> None:
    with _printing():
        sys.stdout.write(text)


@contextmanager
def _printing() -> Iterator[None]:
    """Distinguish errors of standard output from errors of the files read or written for it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as why:
        raise NotPrintedError(why.errno, why.strerror) from why


def write(lines: Iterable[bytes], *, at_once: bool = False) -> None:
    """Print lines for programs; those that came before an error are printed, too.

    Args:
        lines: Each with its line feed.
        at_once: Somebody may be waiting for each of them.

    Raises:
        BrokenPipeError: Nobody reads them.
        NotPrintedError: The disk they go to is full, or the like.
    """
    output = sys.stdout.buffer
    waiting = bytearray()
    try:
        for line in lines:
            waiting += line
            if at_once or len(waiting) >= _ENOUGH:
                with _printing():
                    output.write(waiting)
                    output.flush()
                waiting.clear()
    finally:
        with _printing():
            output.write(waiting)


def complain(lines: Iterable[str]) -> None:
    """Say what is wrong, after all that was printed before, and never fail."""
    if _style.for_programs:
        _style.messages += map(printable, lines)
    else:
        _err(f"error: {line}" for line in lines)


def complain_of(why: OSError, place: object) -> None:
    """Say what the system refuses, and of which file; of this one if it does not tell."""
    complain([f"{why.filename or place}: {why.strerror or why}"])


def refuse(file: str, refused: FileRefused) -> None:
    """Say why a file is refused, see `report`."""
    report(load("companion.storage.files").complaints(file, refused))


def report(mistakes: Iterable[str]) -> None:
    """Say what is wrong in files, a line for each mistake, as ``FILE:LINE: reason``.

    What is wrong with a file as a whole has no line. So it is also said with ``--json``: RECORD.md
    promises it, and programs read it as well.
    """
    _err(mistakes)


def remark(lines: Iterable[str]) -> None:
    """Say something on the way that is neither a result nor an error; not if quiet is wanted."""
    if _style.quiet:
        return
    if _style.for_programs:
        _err(msgspec.json.encode({"notice": printable(line)}).decode() for line in lines)
    else:
        _err(lines)


def tell_programs(status: int) -> None:
    """Say all that was wrong as one JSON object, if errors are told to a program."""
    messages, _style.messages = _style.messages, []
    if messages:
        error = {"status": int(status), "messages": messages}
        _err([msgspec.json.encode({"error": error}).decode()])


def _err(lines: Iterable[str]) -> None:
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        stream = standard_error()
        stream.writelines(printable(line) + "\n" for line in lines)
        stream.flush()


def prompt(lines: Iterable[str]) -> None:
    """Say something to the person who is asked, where it does not mix with results."""
    _err(lines)


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
        BrokenPipeError: Nobody reads it.
        NotPrintedError: The disk it goes to is full, or the like.
    """
    with _printing():
        sys.stdout.flush()


def forget_output() -> None:
    """Throw away what could not be printed, so that Python does not try again when it leaves."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
