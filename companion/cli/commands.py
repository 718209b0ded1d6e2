"""The table of commands, and what every exit status means."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from companion import __version__
from companion.cli.terminal import keep_log, load, log_mistake, output
from companion.cli.terminal.options import NAME, Common, words_of
from companion.cli.terminal.output import (
    NotPrintedError,
    complain,
    finish,
    forget_output,
    make_ready,
)
from companion.i18n import ENGLISH, Words, mark
from companion.i18n.catalogues import speak, words

if TYPE_CHECKING:
    from argparse import Namespace

    from companion.cli.terminal.parser import CommandParser

COMMANDS: Mapping[str, str] = {
    "run": mark("open the table (default)"),
    "replay": mark("replay game records"),
    "score": mark("score an epoch or the end of a game"),
    "play": mark("play against machines in the terminal"),
    "review": mark("look back at a finished game"),
    "simulate": mark("play random games without a screen"),
    "games": mark("list saved games"),
    "export": mark("export a saved game as a record, table or picture"),
    "fleet": mark("let staff behind the bar see this table, over MQTT"),
    "settings": mark("show or check the settings"),
    "stats": mark("show statistics over all games"),
    "forget": mark("remove a name from every game"),
    "backup": mark("back up all games to a stick"),
    "restore": mark("restore games from a backup"),
    "doctor": mark("check this computer and its wiring for problems"),
    "diagnostics": mark("write a support file, without names"),
    "tags": mark("manage boxes of tagged tiles"),
    "rules": mark("read or print the rules"),
}
"""Every command and what it does. Its module has its name, and is loaded when it is used."""

ABOUT = mark("""\
A companion to the board game Ra: a table on a screen, with buttons, a dial and a bag reader;
and games and scores as text for other programs.

Without a command, open the table, like `ra-companion run`.
""")


class Command(Protocol):
    """What the module of a command has."""

    Options: type[Common]
    """All its options."""

    def declare(self, parser: CommandParser) -> None:
        """Say what can stand on its command line, and what its help says."""

    def run(self, options: Common) -> int:
        """Do it, and return the exit status.

        Raises:
            OSError: Something cannot be read, written or printed.
        """


def command(name: str) -> Command:
    """Return a command, loaded now."""
    module: Command = load(f"companion.cli.{name}")
    return module


def _parser(name: str, said: Words) -> CommandParser:
    """Return a parser, loaded now: the line of a table that is simply opened needs none."""
    parser: CommandParser = load("companion.cli.terminal.parser").CommandParser(name, said)
    return parser


def parser_of(name: str, said: Words) -> CommandParser:
    """Return what understands a command's line."""
    parser = _parser(f"{NAME} {name}", said)
    command(name).declare(parser)
    return parser


def parser_of_all(said: Words, *, with_options: bool = False) -> CommandParser:
    """Return the parser of the program as a whole.

    Args:
        said: The language of its help.
        with_options: Whether it also knows the options of each command, which are loaded for it:
            completion and the man page need them.
    """
    parser = _parser(NAME, said)
    parser.describe(ABOUT)
    version = f"{NAME} {__version__}"
    parser.add("-V", "--version", action="version", version=version, help=mark("print the version"))
    commands = parser.add_subparsers(prog=NAME, dest="command", required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        added = commands.add_parser(name, help=said.say(about), said=said)
        if with_options:
            command(name).declare(added)
    return parser


_FAILED = 1

_TROUBLE = 2

_INTERRUPTED = 130

_NOBODY_READS = 141
"""What a shell says of a program whose reader has gone."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status, as `companion.cli.main` does."""
    asked = words_of(sys.argv[1:] if argv is None else argv)
    try:
        make_ready()
        output.begin(for_programs="--json" in asked)
        status = _ended(asked)
        output.tell_programs(status)
    except KeyboardInterrupt:  # a second time, or in the very first moment
        return _INTERRUPTED
    finally:
        output.begin()  # whatever comes after speaks to people, unless it says otherwise
    return status


def _ended(asked: Sequence[str]) -> int:
    """Do what the command line says, and say why if it cannot be done."""
    try:
        status = _done(asked)
        finish()
    except KeyboardInterrupt:
        forget_output()
        return _INTERRUPTED
    except BrokenPipeError:
        forget_output()
        return _NOBODY_READS
    except OSError as trouble:
        forget_output()
        complain([f"{NAME}: {_refusal(trouble, _words(asked))}"])
        return _TROUBLE
    except Exception as mistake:  # noqa: BLE001 - the last line of defence
        forget_output()
        log_mistake(mistake)
        sentence = mark("internal error, please report it: {mistake}")
        complain([f"{NAME}: {_words(asked).say(sentence, mistake=repr(mistake))}"])
        return _FAILED
    return status


def _refusal(trouble: OSError, said: Words) -> str:
    """Return what the system refused: a file by its name, anything else by where it was asked."""
    why = said.repeat(trouble.strerror or trouble)
    if isinstance(trouble, NotPrintedError):
        where = said.say("output")
        return f"{where}: {why}"
    if trouble.filename is not None:
        return f"{trouble.filename}: {why}"
    *_, last = load("traceback").extract_tb(trouble.__traceback__)
    place = f"{Path(last.filename).name}:{last.lineno}"
    return said.say("a system call failed: {why} ({place})", why=why, place=place)


def _words(asked: Sequence[str]) -> Words:
    """Return the words in which whatever stopped a command is said; English if they are missing."""
    try:
        return words(output.language_of(asked))
    except OSError:
        return ENGLISH


def _done(asked: Sequence[str]) -> int:
    try:
        name, options = parsed(asked)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else _TROUBLE
    if name != "run":  # the table begins to clear up when its first picture stands
        gc.enable()
    output.begin(for_programs="--json" in asked, quiet=options.quiet)
    if options.verbose:
        keep_log("DEBUG")
    return command(name).run(options)


def parsed(argv: Sequence[str]) -> tuple[str, Common]:
    """Return what the command line says: a command, and its options.

    Help, and what is wrong with the command line, is said in the language that it asks for.

    Raises:
        SystemExit: It is wrong, or only asked for help; what there was to say has been printed.
    """
    name, *rest = words_of(argv)
    if name == "run" and (plain := load("companion.cli.run").plainly(rest)):
        return name, plain
    language = output.language_of(argv)
    speak(language)
    said = words(language)
    if name not in COMMANDS:
        parser_of_all(said).parse_args([name, *rest])
    return name, options_of(name, parser_of(name, said).parse_args(rest))


def options_of(name: str, given: Namespace) -> Common:
    """Return a command's options, each value converted to its declared type."""
    return msgspec.convert(vars(given), command(name).Options)
