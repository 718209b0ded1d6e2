"""Every command is a module that says what it can be told; none waits for another."""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

import pytest

from companion import cli
from companion.cli.commands import COMMANDS, parser_of
from companion.cli.terminal.parser import CommandParser
from companion.exports import FORMATS
from companion.rules.editions import Edition
from companion.ui.theme import THEMES

REQUIRED = {
    "replay": ["a.jsonl"],
    "review": ["a.jsonl"],
    "export": ["last"],
    "forget": ["Anna"],
    "backup": ["stick"],
    "restore": ["stick"],
    "diagnostics": ["stick"],
    "tags": ["list"],
}
"""What must be said besides a command."""


@pytest.mark.parametrize("name", COMMANDS)
def test_one_parser_knows_every_command_with_its_options(name: str) -> None:
    words = REQUIRED.get(name, [])
    alone = vars(parser_of(name).parse_args(words))
    assert vars(cli.parser().parse_args([name, *words])) == {"command": name} | alone


def parsers(name: str) -> Iterator[CommandParser]:
    """Yield what understands a command's line; of a command with actions, each action's."""
    whole = parser_of(name)
    within = [each.choices for each in whole._actions if each.nargs == argparse.PARSER]  # noqa: SLF001
    yield from (within[0].values() if within else (whole,))  # type: ignore[union-attr]


def filled(parser: CommandParser, action: argparse.Action) -> list[str]:
    """Return a value that this argument takes."""
    for value in (
        *map(str, action.choices or ()),
        "12",
        "3",
        "90",
        "800x480",
        "2026-01-31",
        "quick",
    ):
        with suppress(argparse.ArgumentError):
            parser._get_values(action, [value])  # noqa: SLF001
            return [value]
    raise AssertionError(action)


@pytest.mark.parametrize("name", COMMANDS)
def test_options_and_arguments_of_every_command_may_stand_in_any_order(name: str) -> None:
    for parser in parsers(name):
        actions = parser._actions  # noqa: SLF001
        words, options = list[str](), list[list[str]]()
        for action in actions:
            if not action.option_strings:
                words += filled(parser, action) * (2 if action.nargs == "+" else 1)
            elif action.nargs is None:
                options.append([action.option_strings[-1], *filled(parser, action)])
        options.append(["-q"])
        for option in options:
            wanted = parser.parse_args([*words, *option])
            for place in range(len(words)):
                said = [*words[:place], *option, *words[place:]]
                assert parser.parse_args(said) == wanted, said
        for two, other in combinations(options, 2):
            wanted = parser.parse_args([*two, *other, *words])
            said = [*words[:1], *two, *words[1:], *other]
            assert parser.parse_args(said) == wanted, said


def test_after_two_dashes_nothing_is_an_option() -> None:
    parser = parser_of("export")
    given = parser.parse_args(["12", "--format", "csv", "--", "--with-undone"])
    assert (given.game, given.output, given.with_undone) == ("12", "--with-undone", False)


def test_what_can_be_chosen_is_read_where_it_is_defined() -> None:
    def choices(name: str, option: str) -> list[str]:
        (found,) = (each for each in parser_of(name)._actions  # noqa: SLF001
                    if option in each.option_strings)  # fmt: skip
        return list(found.choices or ())

    assert choices("run", "--theme") == list(THEMES)
    assert choices("export", "--format") == list(FORMATS)
    for name in ("games", "rules"):
        assert choices(name, "--edition") == [edition.value for edition in Edition]


@pytest.mark.parametrize(
    "argv", [("--help",), ("--version",), ("games", "--help"), ("run", "--help")]
)
def test_help_loads_no_other_command_and_no_screen(argv: tuple[str, ...]) -> None:
    code = (
        "import sys; from companion.cli.commands import main\n"
        f"main({list(argv)!r}); print(); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(ran.stdout.splitlines()[-1].split())
    others = {f"companion.cli.{name}" for name in COMMANDS} - {f"companion.cli.{argv[0]}"}
    assert not loaded & {
        "pygame",
        "gpiozero",
        "serial",
        "companion.app.program",
        *(others - {"companion.cli.score"}),
    }
