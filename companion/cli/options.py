"""What can be said on the command line, and the help that explains it."""

import argparse
import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli import help as cli_help
from companion.cli.output import language_of, say
from companion.i18n import LANGUAGES, Words, mark
from companion.i18n.catalogues import speak, words

NAME = "ra-companion"

COMMANDS = (
    *("run", "replay", "score", "simulate", "games", "export", "settings"),
    *("stats", "forget", "backup"),
    *("doctor", "diagnostics", "tags", "rules"),
)


def parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Return what the command line says; ``command`` is one of ``COMMANDS``.

    Help, and what is wrong with the command line, is said in the language that it asks for.

    Raises:
        SystemExit: It is wrong, or only asked for help; what there was to say has been printed.
    """
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version")):
        argv = ("run", *argv)
    language = language_of(argv)
    speak(language)
    return _parser(words(language), argv[0]).parse_args(argv)


class _Parser(argparse.ArgumentParser):
    """A parser whose help is said in one language."""

    def __init__(self, prog: str, said: Words, **more: Any) -> None:  # noqa: ANN401 - argparse's own
        self.said = said
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(prog, formatter_class=layout, allow_abbrev=False, **more)
        self.register("type", int, partial(_whole, said))

    def describe(self, about: str, *end: str) -> None:
        """Say what stands before and after the list of arguments."""
        self.description = self.said.say(about)
        self.epilog = "\n".join(map(self.said.say, end))

    def add(self, *names: str, help: str, **how: Any) -> None:  # noqa: A002, ANN401 - as in argparse
        """Add an argument."""
        self.add_argument(*names, help=self.said.say(help), **how)


def _parser(said: Words, asked: str) -> _Parser:
    """Return what understands the command that is asked for; or all of them, for whoever errs."""
    parser = _Parser(NAME, said)
    parser.describe(cli_help.ABOUT, cli_help.STATUSES)
    parser.add("--version", action=_Version, nargs=0, help=mark("print the version"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, fill: Callable[[_Parser], None], help: str) -> None:  # noqa: A002 - as in argparse
        if asked == name or asked not in COMMANDS:
            fill(commands.add_parser(name, help=said.say(help), said=said))

    command("run", _run, help=mark("open the table (default)"))
    command("replay", _replay, help=mark("replay game records"))
    command("score", _score, help=mark("score an epoch or the end of a game"))
    command("simulate", _simulate, help=mark("play random games without a screen"))
    command("games", _games, help=mark("list saved games"))
    command("export", _export, help=mark("export a saved game as a record, table or picture"))
    command("stats", _stats, help=mark("show statistics over all games"))
    command("forget", _forget, help=mark("remove a name from every game"))
    command("backup", _backup, help=mark("back up all games to a stick"))
    command("settings", _settings, help=mark("show or check the settings"))
    command("doctor", _doctor, help=mark("check this computer and its wiring for problems"))
    command("diagnostics", _diagnostics, help=mark("write a support file, without names"))
    command("tags", _tags, help=mark("manage boxes of tagged tiles"))
    command("rules", _rules, help=mark("read or print the rules"))
    return parser


_THEMES = ("night", "papyrus", "contrast")
"""Said here once more, as what knows them is loaded only when the table is opened."""


def _run(parser: _Parser) -> None:
    parser.describe(cli_help.RUN, cli_help.STATUSES)
    add = parser.add
    add(
        "--simulate",
        action="store_true",
        help=mark("simulate the panel and reader below the real drivers"),
    )
    add(
        "--headless",
        action="store_true",
        help=mark("run without a window; everything else works as usual, screenshots included"),
    )
    add("--data", type=Path, metavar="DIR", help=mark("data folder"))
    add(
        "--size",
        type=partial(_size, parser.said),
        metavar="WxH",
        help=mark("window size, such as 800x480"),
    )
    add("--language", choices=LANGUAGES, metavar="xx", help=mark("language, such as uk"))
    add("--theme", choices=_THEMES, metavar="NAME", help=mark("colour theme for this run"))
    add(
        "--start",
        metavar="FILE",
        help=mark("start from this record; requires that no game is unfinished"),
    )
    add(
        "--script",
        metavar="FILE",
        help=mark("run the commands in this file, then quit (- for standard input)"),
    )
    add(
        "--settings",
        type=Path,
        metavar="FILE",
        help=mark("settings file other than the usual one"),
    )
    add(
        "--speech-log",
        type=Path,
        metavar="FILE",
        help=mark("log everything heard and said aloud"),
    )
    add("--demo", type=Path, metavar="DIR", help=mark("play the demo game; screenshots into DIR"))
    add(
        "--or-demo",
        type=Path,
        metavar="DIR",
        help=mark("like --demo, but only where there is no screen"),
    )
    add("--windowed", action="store_true", help=mark("run in a window instead of full screen"))
    add(
        "--rotate",
        type=int,
        choices=(0, 90, 180, 270),
        default=0,
        help=mark("rotate the picture"),
    )
    parser.set_defaults(fair=None)  # people who are simulated come in by another command


def _replay(parser: _Parser) -> None:
    parser.describe(cli_help.REPLAY, cli_help.REPLAY_END, cli_help.STATUSES)
    parser.add("files", nargs="+", metavar="FILE", help=mark("a record (- for standard input)"))
    parser.add("--json", action="store_true", help=mark("print states as JSON, one per line"))
    _language(parser)


def _score(parser: _Parser) -> None:
    parser.describe(cli_help.SCORE, cli_help.SCORE_END, cli_help.STATUSES)
    parser.add("file", nargs="?", metavar="FILE", help=mark("a score sheet (- for standard input)"))
    form, said = parser.add_mutually_exclusive_group(), parser.said
    form.add_argument(
        "--json", action="store_true", help=said.say("print points as one JSON object")
    )
    form.add_argument("--csv", action="store_true", help=said.say("print CSV for a spreadsheet"))
    _language(parser)


def _data(parser: _Parser) -> None:
    parser.add("--data", type=Path, metavar="DIR", help=mark("data folder"))


def _games(parser: _Parser) -> None:
    parser.describe(cli_help.GAMES, cli_help.STATUSES)
    parser.add("--json", action="store_true", help=mark("print one JSON object per line"))
    parser.add("--rebuild", action="store_true", help=mark("rebuild the index first"))
    parser.add("--player", metavar="NAME", help=mark("only games of this player"))
    parser.add(
        "--edition", choices=_EDITIONS, metavar="NAME", help=mark("only games of this edition")
    )
    day = partial(_day, parser.said)
    parser.add(
        "--since",
        type=day,
        metavar="DAY",
        help=mark("started on this day or later, such as 2026-01-31"),
    )
    parser.add("--until", type=day, metavar="DAY", help=mark("started on this day or earlier"))
    _data(parser)
    _language(parser)


def _export(parser: _Parser) -> None:
    parser.describe(cli_help.EXPORT, cli_help.STATUSES)
    parser.add("game", metavar="ID", help=mark("the game's number or id, or: last, all"))
    parser.add(
        "output",
        nargs="?",
        default="-",
        metavar="FILE",
        help=mark("output file (default: -); for all: a folder"),
    )
    parser.add(
        "--format",
        choices=_FORMATS,
        default="record",
        metavar="FORM",
        help=mark("record (default), csv, json, bgsplay or png"),
    )
    parser.add("--everything", action="store_true", help=mark("include what was undone"))
    _data(parser)
    _language(parser)


def _forget(parser: _Parser) -> None:
    parser.describe(cli_help.FORGET, cli_help.STATUSES)
    parser.add("name", metavar="NAME", help=mark("the name as it appears in the games"))
    _data(parser)
    _language(parser)


def _backup(parser: _Parser) -> None:
    parser.describe(cli_help.BACKUP, cli_help.STATUSES)
    parser.add("folder", type=Path, metavar="DIR", help=mark("an existing stick or folder"))
    _data(parser)
    _language(parser)


def _stats(parser: _Parser) -> None:
    parser.describe(cli_help.STATS, cli_help.STATUSES)
    parser.add(
        "player",
        nargs="?",
        default="",
        metavar="PLAYER",
        help=mark("a player's name (default: all)"),
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=parser.said.say("print one JSON object"))
    form.add_argument(
        "--csv", action="store_true", help=parser.said.say("print CSV for a spreadsheet")
    )
    parser.add(
        "--png", type=Path, metavar="DIR", help=mark("also write charts as PNG into this folder")
    )
    parser.add("--svg", type=Path, metavar="DIR", help=mark("the same as SVG"))
    _data(parser)
    _language(parser)


_FORMATS = ("record", "csv", "json", "bgsplay", "png")
"""Said here once more, as the themes are."""


def _settings(parser: _Parser) -> None:
    parser.describe(cli_help.SETTINGS, cli_help.STATUSES)
    parser.add("--check", action="store_true", help=mark("only list errors"))
    parser.add(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help=mark("a settings file other than the usual one"),
    )
    _language(parser)


def _doctor(parser: _Parser) -> None:
    parser.describe(cli_help.DOCTOR, cli_help.DOCTOR_STATUSES)
    parser.add("--json", action="store_true", help=mark("print one JSON object"))
    _places(parser)


def _diagnostics(parser: _Parser) -> None:
    parser.describe(cli_help.DIAGNOSTICS, cli_help.STATUSES)
    parser.add(
        "place", type=Path, metavar="PLACE", help=mark("a folder, or a file that ends with .zip")
    )
    _places(parser)


def _places(parser: _Parser) -> None:
    """Add the places that the table would use, and the language."""
    _data(parser)
    parser.add("--settings", type=Path, metavar="FILE", help=mark("settings file"))
    _language(parser)


def _tags(parser: _Parser) -> None:
    parser.describe(cli_help.TAGS, cli_help.STATUSES)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def command(name: str, help: str) -> _Parser:  # noqa: A002 - as in argparse
        action: _Parser = actions.add_parser(name, help=parser.said.say(help), said=parser.said)
        if name != "list":
            action.add("name", metavar="NAME", help=mark("name of the box"))
        _places(action)
        return action

    command("list", help=mark("list all boxes"))
    command("show", help=mark("show how many tags of each kind a box has, and what is missing"))
    carried = command("import", help=mark("create a box from a CSV file"))
    carried.add("file", metavar="FILE", help=mark("the file (- for standard input)"))
    carried.add(
        "--replace", action="store_true", help=mark("replace the existing box of that name")
    )
    out = command("export", help=mark("export a box as CSV"))
    out.add("output", nargs="?", default="-", metavar="FILE", help=mark("output file (default: -)"))
    taught = command("teach", help=mark("read tags one by one from the reader"))
    taught.add(
        "--url",
        metavar="URL",
        help=mark("address of the reader, instead of the one in the settings"),
    )
    command("forget", help=mark("remove one tag from a box")).add(
        "uid", metavar="UID", help=mark("number of the tag")
    )


_EDITIONS = ("alea1999", "rgg2009", "windrider2016", "c25")
"""Said here once more, as the themes are."""


def _rules(parser: _Parser) -> None:
    parser.describe(cli_help.RULES, cli_help.STATUSES)
    parser.add(
        "--pdf", type=Path, metavar="FILE", help=mark("write a printable sheet to this file")
    )
    parser.add(
        "--edition",
        choices=_EDITIONS,
        default="c25",
        metavar="NAME",
        help=mark("edition: alea1999, rgg2009, windrider2016 or c25 (default)"),
    )
    _language(parser)


def _language(parser: _Parser) -> None:
    parser.add(
        "--language",
        choices=LANGUAGES,
        default=parser.said.language,
        metavar="xx",
        help=mark("language, such as uk"),
    )


def _simulate(parser: _Parser) -> None:
    parser.describe(cli_help.SIMULATE, cli_help.STATUSES)
    add = parser.add
    add(
        "--players",
        type=int,
        choices=(2, 3, 4, 5),
        default=4,
        help=mark("number of players (default: 4)"),
    )
    add(
        "--games",
        type=partial(_positive, parser.said),
        metavar="G",
        help=mark("number of games (default: 100; with --table: 1)"),
    )
    add("--seed", type=int, default=1, metavar="S", help=mark("random seed (default: 1)"))
    add("--json", action="store_true", help=mark("print one JSON object"))
    add(
        "--records",
        type=Path,
        metavar="DIR",
        help=mark("also save every game as a record in this folder"),
    )
    add(
        "--table",
        action="store_true",
        help=mark("let simulated people play through the whole program"),
    )
    add(
        "--speed",
        type=partial(_speed, parser.said),
        default=1.0,
        metavar="N",
        help=mark(
            "with --table: 1 is human speed, 10 ten times as fast, 0 without a window or pauses"
        ),
    )
    add("--headless", action="store_true", help=mark("with --table: no window"))
    add(
        "--data",
        type=Path,
        metavar="DIR",
        help=mark("with --table: keep the games in this folder"),
    )
    _language(parser)


def _whole(said: Words, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(said.say("not a number: {text}", text=text)) from None


def _positive(said: Words, text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(said.say("play at least one game"))
    return int(text)


def _speed(said: Words, text: str) -> float:
    if re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text) is None:
        raise argparse.ArgumentTypeError(said.say("the speed is a number from 0 to 999"))
    return float(text)


def _day(said: Words, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as why:
        wrong = said.say("write a date such as 2026-01-31, not {day}", day=text)
        raise argparse.ArgumentTypeError(wrong) from why


def _size(said: Words, text: str) -> tuple[int, int]:
    """Return width and height in pixels."""
    size = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    if size is None:
        raise argparse.ArgumentTypeError(
            said.say("write width and height such as 800x480, not {size}", size=text)
        )
    return int(size[1]), int(size[2])


class _Version(argparse.Action):
    """Say the version; it is looked up only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow, rare

        try:
            said = f"{NAME} {version(NAME)}"
        except PackageNotFoundError:
            said = f"{NAME}, run from its source without being installed"
        say([said])
        parser.exit()
