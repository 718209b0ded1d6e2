"""The parser of a command line: its help, shared options, and types of arguments."""

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from gettext import gettext
from itertools import islice
from pathlib import Path
from typing import Any

from companion.cli.terminal import load, output
from companion.cli.terminal.options import is_option
from companion.i18n import LANGUAGES, Words, mark
from companion.rules.editions import Edition

STATUSES = mark("""\
exit status:
  0    success
  1    it failed; the message says why
  2    unreadable or wrong kind of file, or wrong usage
  130  stopped with Ctrl-C
""")

STATUSES_OF_GAMES = mark("""\
exit status:
  0    success
  1    the rules of Ra refuse what a file says, or an internal error
  2    unreadable or wrong kind of file, or wrong usage
  130  stopped with Ctrl-C
""")
"""Of commands that read a game or a score sheet."""

WRONG_USAGE = 2

Read = Callable[[Words, str], object]
"""Understands the value of an argument, and refuses in these words."""


class CommandParser(argparse.ArgumentParser):
    """A parser whose help is said in one language, and begins with what the command does."""

    def __init__(self, prog: str, said: Words, **more: Any) -> None:  # noqa: ANN401 - argparse's own
        self.said = said
        layout = argparse.RawDescriptionHelpFormatter
        if sys.version_info >= (3, 14):
            more["color"] = False  # what a terminal would obey is never printed
        super().__init__(prog, formatter_class=layout, allow_abbrev=False, **more)
        self.register("type", int, partial(_whole, said))

    def describe(self, about: str, *end: str) -> None:
        """Say what stands before and after the list of arguments: the exit statuses, or else."""
        self.description = self.said.say(about)
        self.epilog = "\n".join(map(self.said.say, end or (STATUSES,)))

    def add(self, *names: str, help: str, read: Read | None = None, **how: Any) -> None:  # noqa: A002, ANN401 - as in argparse
        """Add an argument; `read` understands its value."""
        if read is not None:
            how["type"] = partial(read, self.said)
        self.add_argument(*names, help=self.said.say(help), **how)

    def add_flag(self, *names: str, help: str) -> None:  # noqa: A002 - as in argparse
        """Add an option without a value."""
        self.add(*names, action="store_true", help=help)

    def add_path(self, name: str, metavar: str, help: str, **how: Any) -> None:  # noqa: A002, ANN401 - as in argparse
        """Add a file or folder."""
        self.add(name, type=Path, metavar=metavar, help=help, **how)

    def add_shared(self, *names: str) -> None:
        """Add some of the options that several commands have, in this order."""
        for name in names:
            self.add(name, **_SHARED[name])

    def add_one_of(self, **flags: str) -> None:
        """Add mutually exclusive flags, each with its help."""
        group = self.add_mutually_exclusive_group()
        for name, told in flags.items():
            group.add_argument(f"--{name}", action="store_true", help=self.said.say(told))

    def add_language(self) -> None:
        """Add the options of every command."""
        self.add("--language", **_SHARED["--language"], default=self.said.language)
        self.add_loudness()

    def add_loudness(self) -> None:
        """Add how much is said besides results and errors."""
        loudness = self.add_mutually_exclusive_group()
        quiet, verbose = mark("print only results and errors"), mark("print details for debugging")
        for short, name, told in (("-q", "--quiet", quiet), ("-v", "--verbose", verbose)):
            loudness.add_argument(short, name, action="store_true", help=self.said.say(told))

    def add_data(self) -> None:
        """Add the data folder."""
        self.add_path("--data", "DIR", mark("data folder"))

    def add_places(self) -> None:
        """Add the folders that the table would use, and the options of every command."""
        self.add_data()
        self.add_path("--settings", "FILE", mark("settings file"))
        self.add_language()

    def add_edition(self, **how: Any) -> None:  # noqa: ANN401 - as in argparse
        """Add the choice of an edition."""
        editions = tuple(edition.value for edition in Edition)
        self.add("--edition", choices=editions, metavar="NAME", **how)

    def format_help(self) -> str:
        """Return the help; first of all it says what the command does."""
        formatter = self._get_formatter()
        formatter.add_text(self.description)
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)  # noqa: SLF001 - argparse offers no other way
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - argparse's own
        """Print help; if it cannot be printed, report that like any other output error."""
        if file is None or file is output.standard_error():
            output.complain(message.splitlines())
        else:
            output.say(message.splitlines())

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        """Parse, in any order, and suggest what an unknown option was probably meant to be."""
        words = self._options_first(sys.argv[1:] if args is None else args)
        given, unknown = super().parse_known_args(words, namespace)
        if unknown:
            wrong = gettext("unrecognized arguments: %s") % " ".join(unknown)
            asked = next((each.partition("=")[0] for each in unknown if each[:1] == "-"), "")
            self.error(self._with_a_guess(wrong, asked, self._option_string_actions))
        return given, unknown

    def _options_first(self, asked: Sequence[str]) -> Sequence[str]:
        """Return the same words in the order that argparse understands best: options first.

        It takes an argument that may be left out for left out where an option stands before it.
        The options of an action, such as of `tags show`, belong after it.
        """
        if self._subparsers is not None:
            return asked
        options, others, words_left = list[str](), list[str](), iter(asked)
        for word in words_left:
            if word == "--":
                return [*options, *others, word, *words_left]
            if word == "-" or not is_option(word):
                others.append(word)
                continue
            options.append(word)
            known = self._option_string_actions.get(word)
            if known is not None and known.nargs is None:
                options += islice(words_left, 1)
        return [*options, *others]

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - argparse's own
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as why:
            guess = self._with_a_guess(why.message, str(value), map(str, action.choices or ()))
            raise argparse.ArgumentError(action, guess) from None

    def _with_a_guess(self, wrong: str, asked: str, known: Any) -> str:  # noqa: ANN401 - any words
        near = load("difflib").get_close_matches(asked, list(known), n=1)
        guess = mark("{wrong}. Did you mean {near}?")
        return self.said.say(guess, wrong=wrong, near=near[0]) if near else wrong

    def error(self, message: str) -> Any:  # noqa: ANN401 - as in argparse, which never returns
        """Say what is wrong with the command line, and leave."""
        if not output.is_for_programs():
            output.complain(self.format_usage().splitlines())
        told = gettext("%(prog)s: error: %(message)s\n") % {"prog": self.prog, "message": message}
        output.complain([told.rstrip("\n")])
        raise SystemExit(WRONG_USAGE)


def _whole(said: Words, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(said.say("not a number: {text}", text=text)) from None


def game_count(said: Words, text: str) -> int:
    """Return how many games are meant."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(said.say("play at least one game"))
    return int(text)


def most(said: Words, text: str) -> int:
    """Return how many are listed at most."""
    if not text.isdecimal() or not int(text):
        wrong = said.say("write a whole number from 1, not {text}", text=text)
        raise argparse.ArgumentTypeError(wrong)
    return int(text)


def day(said: Words, text: str) -> date:
    """Return the day that is meant."""
    try:
        return date.fromisoformat(text)
    except ValueError as why:
        wrong = said.say("write a date such as 2026-01-31, not {day}", day=text)
        raise argparse.ArgumentTypeError(wrong) from why


def size(said: Words, text: str) -> tuple[int, int]:
    """Return width and height in pixels."""
    found = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            said.say("write width and height such as 800x480, not {size}", size=text)
        )
    return int(found[1]), int(found[2])


_SHARED: Mapping[str, Mapping[str, Any]] = {
    "--headless": {
        "action": "store_true",
        "help": mark("run without a window; everything else works as usual, screenshots included"),
    },
    "--json": {"action": "store_true", "help": mark("print one JSON object")},
    "--language": {
        "choices": LANGUAGES,
        "metavar": "xx",
        "help": mark("language, such as uk"),
    },
    "--settings": {
        "type": Path,
        "metavar": "FILE",
        "help": mark("settings file other than the usual one"),
    },
    "--size": {
        "read": size,
        "metavar": "WxH",
        "help": mark("window size, such as 800x480"),
    },
    "--windowed": {
        "action": "store_true",
        "help": mark("run in a window instead of full screen"),
    },
}
"""Options that several commands have."""
