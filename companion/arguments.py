"""What can be said on the command line, and the help that explains it."""

import argparse
import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from companion.catalogues import speak, words
from companion.language import language_of
from companion.printing import say
from companion.words import LANGUAGES, Words

NAME = "ra-companion"
COMMANDS = (
    *("run", "replay", "score", "simulate", "games", "export", "settings"),
    *("stats", "forget", "backup"),
    *("doctor", "diagnostics", "tags", "rules"),
)

_ABOUT = """\
Beside the board game Ra: a table on a screen, with buttons, a dial and a bag reader; and
games and scores as text for other programs.

Without a command the table is opened, as by `ra-companion run`.
"""
_STATUSES = """\
exit status:
  0    all is well
  1    the rules of Ra refuse what a file says; or the program had to stop
  2    a file cannot be read or is of another kind; or the command line is wrong
  130  stopped with Ctrl-C
"""
_RUN = """\
Open the table: the whole game on a screen, entered with buttons, keys or touch, kept on the
disk before it is shown.

example:
  ra-companion run --simulate                         try it on any computer
  ra-companion run --headless --script evening.txt    play a script, no window
"""
_REPLAY = """\
Play records of games again by the rules and tell what happened. A record is a text file with
one line of JSON for the game and one for every event.

example:
  ra-companion replay evening.jsonl            an account in sentences
  ra-companion replay evening.jsonl --json     the whole table after every event
  tail -n +1 a.jsonl | ra-companion replay -   from standard input
"""
_REPLAY_END = """\
An event that the rules refuse ends its file: the states before it are printed, and a line
FILE:LINE: reason goes to standard error. Other files are still played.
"""
_SCORE = """\
Score an epoch, or the end of a game, from what lies before the players.

FILE is a score sheet in JSON. Without FILE, on a terminal, you are asked: one line for each
player, such as  Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20  for three pharaohs, a flood, four Niles,
two Art, three pyramids, the suns 13, 5 and 2, and 20 points before.

example:
  ra-companion score
  ra-companion score sheet.json
  echo '{"epoch": 1, "players": [{"tiles": {"god": 2}}, {"tiles": {"gold": 1}}]}' |
      ra-companion score - --json
"""
_SCORE_END = """\
A sheet that cannot lie on a table is refused with every reason, one a line, as
FILE:LINE: reason on standard error.
"""
_SIMULATE = """\
Play whole games by the rules, every choice and every tile at random, and say how fast that was.
The same seed plays the same games. An action is one choice of a player; seconds are those the
processor spent playing.

With --table simulated people play at a table with simulated hardware: they press, slip, take back
and draw tile by tile, and every game's journal is proved to tell the game on the table.

example:
  ra-companion simulate --players 4 --games 5000 --seed 7
  ra-companion simulate --players 2 --games 10 --seed 1 --json --records games/
  ra-companion simulate --table --speed 3     to watch, as at a fair
"""


_GAMES = """\
List the games that are kept, the newest first: number, when it was begun (UTC), and who played.

example:
  ra-companion games
  ra-companion games --player Anna --edition c25 --since 2026-01-01
  ra-companion games --json | head -1
  ra-companion games --rebuild      make the index anew from the games themselves
"""
_EXPORT = """\
Write a kept game: as a record of what stands at the end, or in a form that others read.

example:
  ra-companion export last                             the newest game, to the terminal
  ra-companion export 12 evening.jsonl                 game number 12, into a file
  ra-companion export last ra.bgsplay --format bgsplay for BG Stats
  ra-companion export last table.png --format png      a picture of the final table
  ra-companion export all /media/stick                 every game in every form, onto a stick
"""
_FORGET = """\
Forget somebody: the name is taken out of every game, and is gone from the data folder to the last
byte. Points and games stay. Backups forget when the next one is written.

example:
  ra-companion forget Anna
"""
_BACKUP = """\
Copy all games to a stick or a folder: as a new generation that is written, read back and compared
before an old one goes. Five are kept. A game that only an earlier backup has stays in every one.

example:
  ra-companion backup /media/stick
"""
_STATS = """\
Say what all finished games add up to: of the table, or of one player.

example:
  ra-companion stats
  ra-companion stats Anna
  ra-companion stats --json
  ra-companion stats --png pictures/     also draw what there is to see
"""
_SETTINGS = """\
Say which settings hold, or with --check name every mistake in the owner's file, a line each.

example:
  ra-companion settings
  ra-companion settings --check
  ra-companion settings --check mine.toml
"""

_DOCTOR = """\
Look at this computer and say of everything that the table needs whether it is there: a line
each, with the remedy. Say it as the user who opens the table, with no table open.

example:
  ra-companion doctor
  sudo -u ra-companion ra-companion doctor    as the service sees it
  ra-companion doctor --json
"""
_DOCTOR_STATUSES = """\
exit status:
  0    nothing is wrong
  1    something is wrong
  2    the command line is wrong
"""
_DIAGNOSTICS = """\
Write one file for whoever helps: what the doctor found, the settings, what the service said, and
the ends of the newest games. Nobody's name is in it, and no PIN.

PLACE is a folder, such as a USB stick, or a file that ends with .zip.

example:
  ra-companion diagnostics /media/stick
  sudo ra-companion diagnostics . --data /var/lib/ra-companion
"""
_TAGS = """\
Boxes of tagged tiles: which tag is on which tile. The table uses the box that the settings name
as bag_reader.box, or the only one there is.

A box is a table of CSV with the columns uid and kind. A kind is one of
  ra god pharaoh nile flood gold
  civ_art civ_agriculture civ_religion civ_astronomy civ_writing
  mon_fortress mon_obelisk mon_palace mon_pyramid mon_sphinx mon_statues
  mon_step_pyramid mon_temple
  dis_funeral dis_drought dis_unrest dis_earthquake
  sun-1 to sun-16 and ra_figure

example:
  ra-companion tags teach attic         lay the tiles on the reader, kind by kind
  ra-companion tags show attic          how many there are, and what is missing
  ra-companion tags export attic attic.csv
  ra-companion tags import ours attic.csv
  ra-companion tags forget attic 04A23BD2C15C80
"""


_RULES = """\
Say the rules of Ra in our own words: ten pages, as they can also be read at the table.

example:
  ra-companion rules --language cs
  ra-companion rules --edition alea1999 --pdf rules.pdf    a sheet of paper to print
"""


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
    parser.describe(_ABOUT, _STATUSES)
    parser.add("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, fill: Callable[[_Parser], None], help: str) -> None:  # noqa: A002 - as in argparse
        if asked == name or asked not in COMMANDS:
            fill(commands.add_parser(name, help=said.say(help), said=said))

    command("run", _run, help="open the table (also without a command)")
    command("replay", _replay, help="play records of games again")
    command("score", _score, help="score an epoch or the end of a game")
    command("simulate", _simulate, help="play random games, without a screen")
    command("games", _games, help="list the games that are kept")
    command("export", _export, help="write a kept game as a record, table or picture")
    command("stats", _stats, help="say what all games add up to")
    command("forget", _forget, help="take a name out of every game")
    command("backup", _backup, help="copy all games to a stick")
    command("settings", _settings, help="look at the owner's settings")
    command("doctor", _doctor, help="find out what is wrong with this computer or its wires")
    command("diagnostics", _diagnostics, help="write one file for whoever helps, without names")
    command("tags", _tags, help="teach and look at boxes of tagged tiles")
    command("rules", _rules, help="read the rules, or have them printed")
    return parser


_THEMES = ("night", "papyrus", "contrast")
"""Said here once more, as what knows them is loaded only when the table is opened."""


def _run(parser: _Parser) -> None:
    parser.describe(_RUN, _STATUSES)
    add = parser.add
    add("--simulate", action="store_true", help="simulated panel and reader under the real drivers")
    add("--headless", action="store_true", help="no window; all else is real, pictures included")
    add("--data", type=Path, metavar="DIR", help="where games are kept")
    add(
        "--size",
        type=partial(_size, parser.said),
        metavar="WxH",
        help="of the window, such as 800x480",
    )
    add("--language", choices=LANGUAGES, metavar="xx", help="language, such as uk")
    add("--theme", choices=_THEMES, metavar="NAME", help="colours, for this run")
    add("--start", metavar="FILE", help="begin with this record; no game may be unfinished")
    add("--script", metavar="FILE", help="do these commands, then leave (-: standard input)")
    add("--settings", type=Path, metavar="FILE", help="the owner's settings, instead of the usual")
    add("--speech-log", type=Path, metavar="FILE", help="write down what is heard and said aloud")
    add("--demo", type=Path, metavar="DIR", help="play the game that ships; pictures into DIR")
    add("--or-demo", type=Path, metavar="DIR", help="the same, but only where there is no screen")
    add("--windowed", action="store_true", help="a window instead of the whole screen")
    add("--rotate", type=int, choices=(0, 90, 180, 270), default=0, help="turn the picture")
    parser.set_defaults(fair=None)  # people who are simulated come in by another command


def _replay(parser: _Parser) -> None:
    parser.describe(_REPLAY, _REPLAY_END, _STATUSES)
    parser.add("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    parser.add("--json", action="store_true", help="states as JSON, one a line")
    _language(parser)


def _score(parser: _Parser) -> None:
    parser.describe(_SCORE, _SCORE_END, _STATUSES)
    parser.add("file", nargs="?", metavar="FILE", help="a sheet; - is standard input")
    form, said = parser.add_mutually_exclusive_group(), parser.said
    form.add_argument("--json", action="store_true", help=said.say("points as one JSON object"))
    form.add_argument("--csv", action="store_true", help=said.say("for a spreadsheet"))
    _language(parser)


def _data(parser: _Parser) -> None:
    parser.add("--data", type=Path, metavar="DIR", help="where games are kept")


def _games(parser: _Parser) -> None:
    parser.describe(_GAMES, _STATUSES)
    parser.add("--json", action="store_true", help="a JSON object a line")
    parser.add("--rebuild", action="store_true", help="make the index anew first")
    parser.add("--player", metavar="NAME", help="only games of this player")
    parser.add("--edition", choices=_EDITIONS, metavar="NAME", help="only games of this edition")
    day = partial(_day, parser.said)
    parser.add("--since", type=day, metavar="DAY", help="begun on this day or later: 2026-01-31")
    parser.add("--until", type=day, metavar="DAY", help="begun on this day or earlier")
    _data(parser)
    _language(parser)


def _export(parser: _Parser) -> None:
    parser.describe(_EXPORT, _STATUSES)
    parser.add("game", metavar="ID", help="the game's number or id, or: last, all")
    parser.add("output", nargs="?", default="-", metavar="FILE", help="default: -; of all: DIR")
    parser.add(
        "--format",
        choices=_FORMATS,
        default="record",
        metavar="FORM",
        help="record (default), csv, json, bgsplay or png",
    )
    parser.add("--everything", action="store_true", help="with what was taken back")
    _data(parser)
    _language(parser)


def _forget(parser: _Parser) -> None:
    parser.describe(_FORGET, _STATUSES)
    parser.add("name", metavar="NAME", help="as it stands in the games")
    _data(parser)
    _language(parser)


def _backup(parser: _Parser) -> None:
    parser.describe(_BACKUP, _STATUSES)
    parser.add("folder", type=Path, metavar="DIR", help="a stick or a folder; it must be there")
    _data(parser)
    _language(parser)


def _stats(parser: _Parser) -> None:
    parser.describe(_STATS, _STATUSES)
    parser.add("player", nargs="?", default="", metavar="PLAYER", help="a name; default: all")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=parser.said.say("print one JSON object"))
    form.add_argument("--csv", action="store_true", help=parser.said.say("for a spreadsheet"))
    parser.add("--png", type=Path, metavar="DIR", help="also draw pictures into this folder")
    parser.add("--svg", type=Path, metavar="DIR", help="the same as drawings of any size")
    _data(parser)
    _language(parser)


_FORMATS = ("record", "csv", "json", "bgsplay", "png")
"""Said here once more, as the themes are."""


def _settings(parser: _Parser) -> None:
    parser.describe(_SETTINGS, _STATUSES)
    parser.add("--check", action="store_true", help="only name the mistakes")
    parser.add("file", nargs="?", type=Path, metavar="FILE", help="instead of the usual")
    _language(parser)


def _doctor(parser: _Parser) -> None:
    parser.describe(_DOCTOR, _DOCTOR_STATUSES)
    parser.add("--json", action="store_true", help="print one JSON object")
    _places(parser)


def _diagnostics(parser: _Parser) -> None:
    parser.describe(_DIAGNOSTICS, _STATUSES)
    parser.add("place", type=Path, metavar="PLACE", help="a folder, or a file that ends with .zip")
    _places(parser)


def _places(parser: _Parser) -> None:
    """Add the places that the table would use, and the language."""
    _data(parser)
    parser.add("--settings", type=Path, metavar="FILE", help="the owner's settings")
    _language(parser)


def _tags(parser: _Parser) -> None:
    parser.describe(_TAGS, _STATUSES)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def command(name: str, help: str) -> _Parser:  # noqa: A002 - as in argparse
        action: _Parser = actions.add_parser(name, help=parser.said.say(help), said=parser.said)
        if name != "list":
            action.add("name", metavar="NAME", help="of the box")
        _places(action)
        return action

    command("list", help="name all boxes")
    command("show", help="count the tags of a box by kind, and say what is missing")
    carried = command("import", help="make a box of a CSV file")
    carried.add("file", metavar="FILE", help="the file; - is standard input")
    carried.add("--replace", action="store_true", help="give up the box of that name")
    out = command("export", help="write a box as CSV")
    out.add("output", nargs="?", default="-", metavar="FILE", help="default: -")
    taught = command("teach", help="take tag after tag from the reader")
    taught.add("--url", metavar="URL", help="of the reader, instead of the one in the settings")
    command("forget", help="take one tag out of a box").add("uid", metavar="UID", help="the tag")


_EDITIONS = ("alea1999", "rgg2009", "windrider2016", "c25")
"""Said here once more, as the themes are."""


def _rules(parser: _Parser) -> None:
    parser.describe(_RULES, _STATUSES)
    parser.add("--pdf", type=Path, metavar="FILE", help="write a sheet to print into this file")
    parser.add(
        "--edition",
        choices=_EDITIONS,
        default="c25",
        metavar="NAME",
        help="whose rules: alea1999, rgg2009, windrider2016 or c25 (default)",
    )
    _language(parser)


def _language(parser: _Parser) -> None:
    parser.add(
        "--language",
        choices=LANGUAGES,
        default=parser.said.language,
        metavar="xx",
        help="language, such as uk",
    )


def _simulate(parser: _Parser) -> None:
    parser.describe(_SIMULATE, _STATUSES)
    add = parser.add
    add("--players", type=int, choices=(2, 3, 4, 5), default=4, help="how many (default: 4)")
    add(
        "--games",
        type=partial(_positive, parser.said),
        metavar="G",
        help="how many (default: 100; with --table: 1)",
    )
    add("--seed", type=int, default=1, metavar="S", help="a number (default: 1)")
    add("--json", action="store_true", help="print one JSON object")
    add("--records", type=Path, metavar="DIR", help="also write every game there as a record")
    add("--table", action="store_true", help="simulated people play through the whole program")
    add(
        "--speed",
        type=partial(_speed, parser.said),
        default=1.0,
        metavar="N",
        help="with --table: 1 as people play, 10 ten times as fast, 0 without a window or a pause",
    )
    add("--headless", action="store_true", help="with --table: no window")
    add("--data", type=Path, metavar="DIR", help="with --table: where the games are kept for good")
    _language(parser)


def _whole(said: Words, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            said.say("this is not a number: {text}", text=text)
        ) from None


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
        wrong = said.say("write a day such as 2026-01-31, not {day}", day=text)
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
