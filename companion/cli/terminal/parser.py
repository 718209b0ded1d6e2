"""The parser of a command line, made from the options of a command."""

import argparse
import inspect
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import groupby, islice
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin

import msgspec

from companion.cli.terminal import output
from companion.options import Argument, Common, Option

WRONG_USAGE = 2

STATUSES = """\
Exit status:
  0    success
  1    it failed; the message says why
  2    unreadable or wrong kind of file, or wrong usage
  130  stopped with Ctrl-C
"""

STATUSES_OF_GAMES = STATUSES.replace(
    "it failed; the message says why",
    "the rules of Ra refuse what a file says, or an internal error",
)
"""Of commands that read a game or a score sheet."""

_SHARED = "Global options"


_WIDEST = 100
"""Columns: longer lines are hard to read."""


class _Layout(argparse.HelpFormatter):
    """Breaks lines between words only: a path is copied as a whole; indented lines stay."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(shutil.get_terminal_size().columns - 2, _WIDEST))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002 - argparse's own
        lines: list[str] = []
        for flows, group in groupby(text.splitlines(), lambda line: line[:1].strip() != ""):
            block = list(group)
            lines += self._split_lines(" ".join(block), width) if flows else block
        return "\n".join(lines)


class CommandParser(argparse.ArgumentParser):
    """A parser with a short help and a long one, whose errors begin with ``error:``."""

    def __init__(self, prog: str, **more: Any) -> None:  # noqa: ANN401 - argparse's own
        self.commands = ""
        """What stands before the options in the help, such as a list of commands."""
        if sys.version_info >= (3, 14):
            more["color"] = False
        super().__init__(prog, formatter_class=_Layout, allow_abbrev=False, add_help=False, **more)
        self._positionals.title, self._optionals.title = "Arguments", "Options"
        self.shared = self.add_argument_group(_SHARED)
        self.shared.add_argument(
            "-h",
            "--help",
            action=_Help,
            nargs=0,
            dest=argparse.SUPPRESS,
            default=argparse.SUPPRESS,
            help="print help: short with -h, else with examples",
        )

    def describe(self, about: str, examples: str = "") -> None:
        """Set what stands before and after the options.

        Args:
            about: What the command does; the short help has its first paragraph.
            examples: Examples, and exit statuses where they are the command's own.
        """
        self.description, self.epilog = about.strip("\n"), examples.strip("\n")

    def add_options(self, options: type[Common]) -> None:
        """Add what the fields of a struct declare, those of its own class first."""
        exclusive: dict[str, Any] = {}
        for field in _own_first(options):
            option, kind = _declared(field.type)
            where: Any = self.shared if field.name in Common.__struct_fields__ else self
            names, how = _names(field, option), _how(field, option, kind)
            partners = [each.instead_of for each in _options(options) if each.instead_of]
            if option.instead_of or field.name in partners:
                group = option.instead_of or field.name
                where = exclusive.get(group) or where.add_mutually_exclusive_group()
                exclusive[group] = where
            where.add_argument(*names, **how)

    def format_help(self) -> str:
        """Return the long help, beginning with the usage."""
        return self._help(self.description or "", self.epilog or "")

    def format_short_help(self) -> str:
        """Return the usage, what the command does in a sentence, and the options."""
        return self._help((self.description or "").split("\n\n")[0], "")

    def _help(self, about: str, end: str) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(about)
        formatter.add_text(self.commands)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_arguments(self._listed(group))
            formatter.end_section()
        formatter.add_text(end)
        return formatter.format_help()

    def _listed(self, group: Any) -> Iterable[argparse.Action]:  # noqa: ANN401 - argparse's own
        """Return what stands in a section of the help: all but commands that are listed already."""
        actions: Iterable[argparse.Action] = group._group_actions  # noqa: SLF001 - argparse offers no other way
        return [each for each in actions if not (self.commands and each.nargs == argparse.PARSER)]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        """Parse, in any order, and suggest what an unknown option was probably meant to be."""
        words = self._options_first(sys.argv[1:] if args is None else args)
        given, unknown = super().parse_known_args(words, namespace)
        if unknown:
            asked = next((each.partition("=")[0] for each in unknown if each[:1] == "-"), "")
            meant = guess(asked, self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")
        return given, unknown

    def _options_first(self, words: Sequence[str]) -> Sequence[str]:
        """Return the same words in the order that argparse understands best: options first.

        It takes an argument that may be left out for left out where an option stands before it.
        The options of an action, such as of `tags show`, belong after it.
        """
        if self._subparsers is not None:
            return words
        options, others, left = list[str](), list[str](), iter(words)
        for word in left:
            if word == "--":
                return [*options, *others, word, *left]
            if word == "-" or not word.startswith("-"):
                others.append(word)
                continue
            options.append(word)
            known = self._option_string_actions.get(word)
            if known is not None and known.nargs is None:
                options += islice(left, 1)
        return [*options, *others]

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - argparse's own
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as why:
            meant = guess(str(value), map(str, action.choices or ()))
            raise argparse.ArgumentError(action, f"{why.message}{meant}") from None

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401, ARG002 - argparse's own
        """Print what was asked for; if that fails, it is reported like any other output error."""
        output.say(message.rstrip("\n").splitlines())

    def error(self, message: str) -> Any:  # noqa: ANN401 - as in argparse, which never returns
        """Say what is wrong with the command line, and leave."""
        output.complain([message])
        if not output.is_for_programs():
            usage = self.format_usage().rstrip("\n")
            output.prompt([*usage.splitlines(), f"For more, see: {self.prog} --help"])
        raise SystemExit(WRONG_USAGE)


class _Help(argparse.Action):
    """Prints the long help, or with ``-h`` the short one, and leaves."""

    def __call__(self, parser: Any, _: Any, __: Any, option: str | None = None) -> None:  # noqa: ANN401 - argparse's own
        text = parser.format_short_help() if option == "-h" else parser.format_help()
        output.say(text.rstrip("\n").splitlines())
        parser.exit()


def _own_first(options: type[Common]) -> Sequence[msgspec.structs.FieldInfo]:
    """Return the arguments of a struct in their order, then its options, its own ones first."""
    fields = msgspec.structs.fields(options)
    order = [name for kind in options.__mro__ for name in inspect.get_annotations(kind)]

    def place(field: msgspec.structs.FieldInfo) -> int:
        is_argument = isinstance(_declared(field.type)[0], Argument)
        return -1 if is_argument else order.index(field.name)

    return sorted(fields, key=place)


def _options(options: type[Common]) -> Sequence[Option]:
    return [_declared(field.type)[0] for field in msgspec.structs.fields(options)]


def _declared(annotation: Any) -> tuple[Option, Any]:  # noqa: ANN401 - any type
    """Return what an annotated type declares, and the type of a value that is given."""
    kind, option = annotation.__origin__, annotation.__metadata__[0]
    kinds = [each for each in get_args(kind) if each is not NoneType]
    return option, kinds[0] if len(kinds) == 1 and get_origin(kind) is not tuple else kind


def _names(field: msgspec.structs.FieldInfo, option: Option) -> list[str]:
    if isinstance(option, Argument):
        return [field.name]
    short = [f"-{option.short}"] if option.short else []
    return [*short, f"--{field.name.replace('_', '-')}"]


def _how(field: msgspec.structs.FieldInfo, option: Option, kind: Any) -> dict[str, Any]:  # noqa: ANN401 - any type
    """Return how argparse reads a field."""
    if kind is bool:
        return {"action": "store_true", "help": option.help}
    choices = option.choices
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = tuple(each.value for each in kind)
    read = option.read or _READ.get(kind, str)
    how: dict[str, Any] = {"metavar": option.metavar, "type": _reader(read)}
    if choices:
        how["choices"] = choices
    default = None if field.default is msgspec.NODEFAULT else field.default
    if not isinstance(option, Argument) or default is not None:
        how["default"] = default
    if get_origin(kind) is tuple and isinstance(option, Argument):
        how["nargs"] = "+"
    elif isinstance(option, Argument) and field.default is not msgspec.NODEFAULT:
        how["nargs"] = "?"
    how["help"] = _help(option.help, choices, default)
    return how


def _help(text: str, choices: Sequence[str], default: object) -> str:
    """Return a help text with the values there are, and the default."""
    if choices:
        *others, last = choices
        listed = f"{', '.join(others)} or {last}"
        head, bracket, tail = text.partition(" (")
        text = f"{head}: {listed}{bracket}{tail}"
    shown = default.value if isinstance(default, Enum) else default
    usual = "" if shown in (None, "", ()) or "(default:" in text else f" (default: {shown})"
    return f"{text}{usual}".replace("%", "%%")


def _reader(read: Callable[[str], object]) -> Callable[[str], object]:
    """Return what argparse asks for a value, which repeats our own words about a wrong one."""

    def value(text: str) -> object:
        try:
            return read(text)
        except ValueError as why:
            raise argparse.ArgumentTypeError(str(why)) from why

    return value


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError as why:
        raise ValueError(f"not a number: {text}") from why


_READ: Mapping[Any, Callable[[str], object]] = {int: _whole, Path: Path}


def guess(asked: str, known: Iterable[str]) -> str:
    """Return which known word was probably meant, as a question; nothing if none is near."""
    import difflib  # noqa: PLC0415 - only for mistakes

    near = difflib.get_close_matches(asked, list(known), n=1)
    return f". Did you mean {near[0]}?" if near else ""
