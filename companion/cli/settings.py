"""``ra-companion settings``: the settings in use, and every mistake in the owner's file."""

from pathlib import Path

from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import complain, say
from companion.cli.terminal.parser import CommandParser
from companion.fleet import account
from companion.i18n import Words, mark
from companion.settings import Settings, hardware, load, owners_file
from companion.settings.file import shown
from companion.settings.hardware import pins
from companion.storage import Status
from companion.storage.files import place
from hardware.panel import pins as panel_pins

ABOUT = mark("""\
Show the settings in use, or with --check every error in the owner's file, one per line.

examples:
  ra-companion settings
  ra-companion settings --check
  ra-companion settings --check mine.toml
""")


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Which settings file, and whether to print only its mistakes."""

    file: Path | None = None
    check: bool = False


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_flag("--check", help=mark("only list errors"))
    parser.add_path("file", "FILE", mark("a settings file other than the usual one"), nargs="?")
    parser.add_language()


def run(options: Options) -> int:
    """Print the settings that hold, or only every mistake, and return the exit status."""
    file, said = owners_file(options.file), options.said
    settings, found = load(file)
    complain(f"{place(file or '', each.line)}: {each.text}" for each in found)
    beyond = [*_wrong_wires(settings, said), *_wrong_account(settings, said)]
    complain(f"{file}: {mistake}" for mistake in beyond)
    is_wrong = bool(beyond) or any(not each.is_gone for each in found)
    if not options.check:
        say(shown(settings).splitlines())
    elif file is None:
        say([said.say("No settings file: defaults apply")])
    elif not found and not beyond:
        say([said.say("{file}: no errors", file=file)])
    return Status.UNREADABLE if options.check and is_wrong else Status.DONE


def _wrong_wires(settings: Settings, said: Words) -> list[str]:
    """Return what is wrong in the table of pins as a whole, such as a pin with two uses."""
    if settings.panel.factory == "none":
        return []
    wrong = panel_pins.mistakes(pins(settings))
    return [hardware.said(hardware.mistaken(each), said) for each in wrong]


def _wrong_account(settings: Settings, said: Words) -> list[str]:
    """Return what is wrong with the files and the account for the fleet."""
    found = account.mistakes(settings.fleet)
    return [said.say(each.fault.value, file=each.file, why=each.why) for each in found]
