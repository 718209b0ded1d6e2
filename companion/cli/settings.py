"""The owner's settings on the command line: what holds, and what is wrong."""

from pathlib import Path

import msgspec

from companion.cli.output import complain, say
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.settings import Settings, hardware, load, owners_file
from companion.settings.errors import described
from companion.settings.hardware import pins
from companion.storage.files import Status
from hardware.panel import pins as panel_pins


def show_settings(named: Path | None, language: str, *, only_check: bool) -> int:
    """Print the settings that hold, or only every mistake, and return the exit status."""
    file, said = owners_file(named), words(language)
    settings, found = load(file)
    mistakes = [described(mistake, said) for mistake in found] + _wrong_wires(settings, said)
    if mistakes:
        complain(f"{file}: {mistake}" for mistake in mistakes)
    if only_check:
        if not mistakes and file is None:
            say([said.say("No settings file: defaults apply")])
        elif not mistakes:
            say([said.say("{file}: no errors", file=file)])
        return Status.UNREADABLE if mistakes else Status.DONE
    for table, values in msgspec.to_builtins(settings).items():
        say([f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in values.items()), ""])
    return Status.DONE


def _wrong_wires(settings: Settings, said: Words) -> list[str]:
    """Return what is wrong in the table of pins as a whole, such as a pin with two uses."""
    if settings.panel.factory == "none":
        return []
    wrong = panel_pins.mistakes(pins(settings))
    return [hardware.said(hardware.mistaken(each), said) for each in wrong]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
