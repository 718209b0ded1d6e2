"""The owner's settings on the command line: what holds, and what is wrong."""

from pathlib import Path

import msgspec

from companion.catalogues import words
from companion.files import Status
from companion.printing import complain, say
from companion.settings import described, load, owners_file


def show_settings(named: Path | None, language: str, *, only_check: bool) -> int:
    """Print the settings that hold, or only every mistake, and return the exit status."""
    file, said = owners_file(named), words(language)
    settings, mistakes = load(file)
    if mistakes:
        complain(f"{file}: {described(mistake, said)}" for mistake in mistakes)
    if only_check:
        if not mistakes and file is None:
            say([said.say("There is no settings file: defaults hold")])
        elif not mistakes:
            say([said.say("{file}: all is well", file=file)])
        return Status.UNREADABLE if mistakes else Status.DONE
    for table, values in msgspec.to_builtins(settings).items():
        say([f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in values.items()), ""])
    return Status.DONE


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
