"""``ra-companion settings``: the settings in use, and every mistake in the owner's file."""

from pathlib import Path
from typing import Annotated

from companion.cli.terminal.options import SETTINGS
from companion.cli.terminal.output import report, say
from companion.fleet import account
from companion.options import Argument, Common, Option
from companion.settings import Settings, load, owners_file
from companion.settings.file import shown
from companion.settings.hardware import mistaken, pins
from companion.storage import Status
from companion.storage.files import place
from hardware.panel import pins as panel_pins

ABOUT = """\
Show the settings in use, or with --check every error in the owner's file, one per line.
"""

EXAMPLES = """\
Examples:
  ra-companion settings
  ra-companion settings --check
  ra-companion settings --check mine.toml
"""


_NO_FILE = ("No settings file: defaults apply",)


class Options(Common, frozen=True, kw_only=True):
    """Which settings file, and whether to print only its mistakes."""

    file: Annotated[Path | None, Argument("path of the settings file", "FILE")] = None
    settings: Annotated[Path | None, SETTINGS] = None
    check: Annotated[bool, Option("only list errors")] = False


def run(options: Options) -> int:
    """Print the settings that hold, or only every mistake, and return the exit status."""
    file = owners_file(options.file or options.settings)
    settings, found = load(file)
    report(f"{place(file or '', each.line)}: {each.text}" for each in found)
    beyond = [*_wrong_wires(settings), *account.mistakes(settings.fleet)]
    report(f"{file}: {mistake}" for mistake in beyond)
    is_wrong = bool(beyond) or any(not each.is_gone for each in found)
    if not options.check:
        say(shown(settings).splitlines())
    elif file is None:
        say(_NO_FILE)
    elif not found and not beyond:
        say([f"{file}: no errors"])
    return Status.UNREADABLE if options.check and is_wrong else Status.DONE


def _wrong_wires(settings: Settings) -> list[str]:
    """Return what is wrong in the table of pins as a whole, such as a pin with two uses."""
    return [mistaken(each).in_words() for each in panel_pins.mistakes(pins(settings))]
