"""The table of commands, and what every exit status means."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from companion import __version__
from companion.cli import NO_MEMORY
from companion.cli.terminal import keep_log, load, log_mistake, output
from companion.cli.terminal.options import NAME, Action
from companion.cli.terminal.output import NotPrintedError, complain, finish, forget_output
from companion.cli.terminal.parser import STATUSES, CommandParser, guess
from companion.options import Common
from companion.storage import has_spare_memory

GROUPS: Mapping[str, Mapping[str, str]] = {
    "At the table": {
        "run": "open the table (default)",
        "play": "play against machines in the terminal",
        "rules": "print the rules",
    },
    "Games": {
        "games": "list saved games",
        "export": "export a saved game as a record, table or picture",
        "stats": "show statistics over all games",
        "review": "look back at a finished game",
        "replay": "replay game records",
        "score": "score an epoch or the end of a game",
        "forget": "remove a name from every game",
        "backup": "back up all games to a stick",
        "restore": "restore games from a backup",
    },
    "Machine": {
        "settings": "show or check the settings",
        "doctor": "check this computer and its wiring for problems",
        "diagnostics": "write a support file, without names",
        "tags": "manage boxes of tagged tiles",
        "phones": "let phones be everybody's panel",
        "fleet": "connect this table to an MQTT broker",
    },
    "Developers": {"simulate": "play random games without a screen, and time them"},
}
"""Every command and what it does. Its module has its name, and is loaded when it is used."""

COMMANDS: Mapping[str, str] = {
    name: about for group in GROUPS.values() for name, about in group.items()
}

ABOUT = """\
A companion to the board game Ra: a table on a screen, with buttons, a dial and a tag reader; and
games and scores as text for other programs.

Without a command, open the table, like `ra-companion run`.
"""


class Command(Protocol):
    """What the module of a command has.

    A command of several actions has `ACTIONS` by their names instead of options.
    """

    ABOUT: str
    Options: type[Common]

    def run(self, options: Common) -> int:
        """Do it, and return the exit status.

        Raises:
            OSError: Something cannot be read, written or printed.
        """


def command(name: str) -> Command:
    """Return a command, loaded now."""
    module: Command = load(f"companion.cli.{name}")
    return module


def parser_of(name: str) -> CommandParser:
    """Return the parser of a command."""
    parser = CommandParser(f"{NAME} {name}")
    _declare(parser, name)
    return parser


def _declare(parser: CommandParser, name: str) -> None:
    """Add the help and the options of a command, which is loaded for it."""
    module = command(name)
    parser.describe(module.ABOUT, getattr(module, "EXAMPLES", ""))
    actions: Mapping[str, Action] | None = getattr(module, "ACTIONS", None)
    if actions is None:
        parser.add_options(module.Options)
        return
    below = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for word, action in actions.items():
        each: CommandParser = below.add_parser(word, help=action.about)
        each.describe(f"{action.about[:1].upper()}{action.about[1:]}.")
        each.add_options(action.options)


def parser_of_all(*, with_options: bool = False) -> CommandParser:
    """Return the parser of the program as a whole.

    Args:
        with_options: Whether it also knows the options of each command, which are loaded for it:
            completion and the man page need them.
    """
    parser = CommandParser(NAME, usage=f"{NAME} [-q | -v] [COMMAND] ...")
    parser.describe(ABOUT, STATUSES)
    parser.commands = "\n\n".join(
        "\n".join([f"{title}:", *(f"  {name:12} {about}" for name, about in group.items())])
        for title, group in GROUPS.items()
    )
    parser.shared.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"{NAME} {__version__}",
        help="print the version",
    )
    commands = parser.add_subparsers(prog=NAME, dest="command", required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        added = commands.add_parser(name, help=about)
        if with_options:
            _declare(added, name)
    parser.add_options(Common)
    return parser


_GLOBAL = ("-q", "--quiet", "-v", "--verbose")
"""Options that may also stand before the command, or between it and its action."""


def command_line(words: Sequence[str]) -> list[str]:
    """Return a command line with the command in front; without one, the table is opened.

    ``help games`` is ``games --help``.
    """
    moved, rest = list[str](), list(words)
    while rest and rest[0] in _GLOBAL:
        moved.append(rest.pop(0))
    if rest[:1] == ["help"]:
        return [*rest[1:], "--help"]
    if not rest or (rest[0].startswith("-") and rest[0] not in ("-h", "--help", "-V", "--version")):
        return ["run", *moved, *rest]
    while len(rest) > 1 and rest[1] in _GLOBAL:
        moved.append(rest.pop(1))
    end = rest.index("--") if "--" in rest else len(rest)
    return [*rest[:end], *moved, *rest[end:]]


_FAILED = 1

_TROUBLE = 2

_INTERRUPTED = 130

_NOBODY_READS = 141
"""Exit status after SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status, as `companion.cli.main` does."""
    words = command_line(sys.argv[1:] if argv is None else argv)
    try:
        output.make_ready()
        output.begin(for_programs="--json" in words)
        status = _ended(words)
        output.tell_programs(status)
    except KeyboardInterrupt:  # a second time, or in the very first moment
        return _INTERRUPTED
    finally:
        output.begin()  # whatever comes after speaks to people, unless it says otherwise
    return status


def _ended(words: Sequence[str]) -> int:
    """Do what the command line says, and say why if it cannot be done."""
    try:
        status = _done(words)
        finish()
    except KeyboardInterrupt:
        forget_output()
        return _INTERRUPTED
    except BrokenPipeError:
        forget_output()
        return _NOBODY_READS
    except OSError as trouble:
        forget_output()
        complain([_refusal(trouble)])
        return _TROUBLE
    except Exception as mistake:  # noqa: BLE001 - the last line of defence
        forget_output()
        lacking = _lacking(mistake)
        if lacking:
            complain([lacking])
            return _TROUBLE
        log_mistake(mistake)
        complain([f"internal error, please report it: {mistake!r}"])
        return _FAILED
    return status


_NO_ROOM = (
    "out of memory",
    "cannot allocate memory",
    "failed to map segment",
    "can't start new thread",
)
"""How libraries say that the system has no memory for them, in small letters."""


def _lacking(mistake: Exception) -> str:
    """Return what this computer lacks, of which the exception came; empty if it came of a fault."""
    if isinstance(mistake, MemoryError) or any(each in str(mistake).lower() for each in _NO_ROOM):
        return f"{NO_MEMORY} ({mistake})" if str(mistake) else NO_MEMORY
    if not has_spare_memory():
        return f"{NO_MEMORY} ({mistake})"
    try:
        time.time()
    except OverflowError:  # then not even the log can be loaded
        return "the clock is past the year 2262, which Python cannot count: set it"
    return ""


def _refusal(trouble: OSError) -> str:
    """Return what the system refused: a file by its name, anything else by where it was asked."""
    why = trouble.strerror or trouble
    if isinstance(trouble, NotPrintedError):
        return f"output: {why}"
    if trouble.filename is not None:
        return f"{trouble.filename}: {why}"
    *_, last = traceback.extract_tb(trouble.__traceback__)
    return f"a system call failed: {why} ({Path(last.filename).name}:{last.lineno})"


def _done(words: Sequence[str]) -> int:
    try:
        run, options = parsed(words)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else _TROUBLE
    output.begin(for_programs="--json" in words, quiet=options.quiet)
    if options.verbose:
        keep_log("DEBUG")
    return run(options)


def parsed(words: Sequence[str]) -> tuple[Callable[[Common], int], Common]:
    """Return what a command line asks for: what does it, and its options.

    Raises:
        SystemExit: It is wrong, or only asked for help; what there was to say has been printed.
    """
    name, *rest = command_line(words)
    if name not in COMMANDS:
        whole = parser_of_all()
        if not name.startswith("-"):
            whole.error(f"there is no command {name}{guess(name, COMMANDS)}")
        whole.parse_args([name, *rest])
    given = vars(parser_of(name).parse_args(rest))
    actions: Mapping[str, Action] | None = getattr(command(name), "ACTIONS", None)
    if actions is None:
        return command(name).run, msgspec.convert(given, command(name).Options)
    action = actions[given.pop("action")]
    return action.run, msgspec.convert(given, action.options)
