"""``ra-companion manual``: writes the help as man pages, and the completion of every shell."""

import argparse
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.cli import completion
from companion.cli.commands import COMMANDS, parser_of, parser_of_all
from companion.cli.terminal.options import NAME, SpokenOptions
from companion.cli.terminal.output import say
from companion.cli.terminal.parser import CommandParser
from companion.i18n import ENGLISH, mark
from companion.i18n.catalogues import speak

ABOUT = mark("""\
Write the man pages and the shell completion into a folder, for installers: man/*.1 and
completion/*.

example:
  ra-companion manual build
""")


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Where to."""

    folder: Path


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_path("folder", "DIR", mark("a folder, created if it is missing"))
    parser.add_language()


def run(options: Options) -> int:
    """Write all of them, and return the exit status.

    Raises:
        OSError: A file cannot be written.
    """
    pages = {f"man/{name}.1": text for name, text in man_pages().items()}
    scripts = {
        f"completion/{file}": completion.script(shell) for shell, file in completion.FILES.items()
    }
    for name, content in (pages | scripts).items():
        path = options.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        say([str(path)])
    return 0


def man_pages() -> dict[str, bytes]:
    """Return every page as man(7) reads it, by its name: one for all, and one for each command."""
    speak(ENGLISH.language)
    others = [f"{NAME}-{name}" for name in COMMANDS]
    pages = {NAME: _page(NAME, "companion to the board game Ra", parser_of_all(ENGLISH), others)}
    for name, about in COMMANDS.items():
        pages[f"{NAME}-{name}"] = _page(f"{NAME}-{name}", about, parser_of(name, ENGLISH), [NAME])
    return pages


def _page(name: str, about: str, parser: CommandParser, others: list[str]) -> bytes:
    lines = [
        f'.TH {_roff(name.upper())} 1 "{_day()}" "Ra Companion {__version__}" "User Commands"',
        ".SH NAME",
        f"{_roff(name)} \\- {_roff(about)}",
        ".SH SYNOPSIS",
        *_example(parser.format_usage().removeprefix("usage: ").splitlines()),
        ".SH DESCRIPTION",
        *_without_gap(_text(parser.description or "")),
        *_arguments(parser),
        *_text(parser.epilog or ""),
        ".SH SEE ALSO",
        ",\n".join(f".BR {_roff(other)} (1)" for other in others).replace(",\n", " ,\n"),
    ]
    return ("\n".join(lines) + "\n").encode()


def _day() -> str:
    """Return the day of the pages: of the build, if that shall be the same every time."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"


def _without_gap(lines: Iterator[str]) -> Iterator[str]:
    """Yield paragraphs that follow a heading, which has a gap of its own."""
    return (line for place, line in enumerate(lines) if place or line != ".PP")


def _text(told: str) -> Iterator[str]:
    """Yield paragraphs; what is set off or indented stays as it is laid out."""
    for paragraph in filter(None, told.strip("\n").split("\n\n")):
        head, *rest = paragraph.split("\n")
        if head.endswith(":") and head.islower():
            yield f".SH {_roff(head.rstrip(':').upper())}"
        else:
            rest = [head, *rest]
            yield ".PP"
        if any(line.startswith("  ") for line in rest):
            yield from _example(rest)
        else:
            yield from map(_roff, rest)


def _example(lines: list[str]) -> Iterator[str]:
    yield ".nf"
    yield from map(_roff, lines)
    yield ".fi"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield what can stand on the command line, one after the other."""
    actions = parser._actions  # noqa: SLF001 - argparse offers no other way
    plain = [each for each in actions if not each.option_strings]
    if plain:
        yield ".SH ARGUMENTS"
    for each in plain:
        below = getattr(each, "_choices_actions", None)
        if below is None:
            yield from _item(f"\\fI{_roff(str(each.metavar))}\\fR", each.help or "")
        for choice in below or ():
            yield from _item(f"\\fB{_roff(choice.dest)}\\fR", choice.help or "")
    yield ".SH OPTIONS"
    for option in completion.options_of(parser):
        value = f" \\fI{_roff(option.value)}\\fR" if option.value else ""
        names = ", ".join(f"\\fB{_roff(name)}\\fR{value}" for name in option.names)
        yield from _item(names, option.help)


def _item(name: str, told: str) -> Iterator[str]:
    yield ".TP"
    yield name
    yield _roff(told)


def _roff(line: str) -> str:
    r"""Return a line as roff reads it: ``-`` is a minus, and nothing at its beginning a request."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
