"""Which language the command line answers in.

The one that is asked for; else the table's, as the owner has set it; else the system's.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from companion.paths import owners_places
from companion.words import ENGLISH, LANGUAGES

_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says the language of the system, the first that is set (POSIX, 8.2)."""


def language_of(argv: Sequence[str]) -> str:
    """Return the language in which a command line is answered; nothing is ever raised.

    A language that is asked for and not ours is English: so nobody has to guess at a complaint.
    """
    asked = _after("--language", argv)
    if asked is not None:
        return asked if asked in LANGUAGES else ENGLISH.language
    for wanted in (_owners(_after("--settings", argv)), _systems()):
        if wanted in LANGUAGES:
            return wanted
    return ENGLISH.language


def _after(option: str, argv: Sequence[str]) -> str | None:
    """Return what stands after an option, however it is written."""
    for place, word in enumerate(argv):
        name, sign, value = word.partition("=")
        if name == option:
            return value if sign else "".join(argv[place + 1 : place + 2])
    return None


def _owners(named: str | None) -> str:
    """Return what the owner's file says; nothing if there is none, or none that can be read."""
    places = owners_places() if named is None else (Path(named),)
    file = next((place for place in places if place.exists()), None)
    if file is None:
        return ""
    import tomllib  # noqa: PLC0415 - only an owner's file needs it

    try:
        with file.open("rb") as stream:
            table = tomllib.load(stream).get("table", {})
    except (OSError, ValueError, RecursionError):
        return ""
    return str(table.get("language", "")) if isinstance(table, dict) else ""


def _systems() -> str:
    """Return the language of the system, such as ``uk`` of ``uk_UA.UTF-8``."""
    locale = next((os.environ[each] for each in _LOCALES if os.environ.get(each)), "")
    return locale.partition(".")[0].partition("_")[0]
