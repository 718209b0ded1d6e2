"""``ra-companion diagnostics``: writes a support file with nobody's name in it."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from msgspec.structs import replace

from companion import __version__
from companion.cli.doctor import as_json, as_lines, computer, examination
from companion.cli.terminal.options import Places
from companion.cli.terminal.output import complain, say
from companion.doctor.machine import Computer
from companion.journal import game_lines, games_dir, index
from companion.journal.disk import DISK, give_name, open_file
from companion.journal.erasing import DifferentGame, cleaned
from companion.journal.filesystem import JournalBroken
from companion.journal.game_reader import NOT_UNDERSTOOD, head
from companion.journal.games_dir import GameFile
from companion.journal.lines import Event, Line, verify
from companion.options import Argument
from companion.rules.records.record import header
from companion.settings import LanguageCode
from companion.statistics.game import is_over
from companion.storage import Status
from companion.storage.boxes import names as box_names

GAMES = 5
"""How many of the newest games are included."""

EVENTS = 200
"""How many of the last lines of each."""

_LOG = ("journalctl", "--unit=ra-companion", "--no-pager", "--no-hostname", "--lines=2000")

_LONGEST_LOG = 400_000

_READ_ME = f"""\
Ra Companion {__version__}: what may help to find out what is wrong.

doctor.txt, doctor.json   what the doctor found on this computer
settings.txt              which settings hold; of texts only whether there is one
log.txt                   what the service said last
games/*.jsonl             the last events of the newest games, and what they say is wrong

The names of players, boxes and users have been taken out. Neither the PIN nor anything else of
the data folder is in here. Please look into the files all the same before you hand them on.
"""

Files = Mapping[str, bytes]
"""The parts by the names of their files."""


def gathered(case: Computer) -> Files:
    """Return all parts; what cannot be had is missing, and that it is said is the doctor's part."""
    names = _names(case)
    found = tuple(
        replace(each, sentence=masked(each.sentence, names), remedy=masked(each.remedy, names))
        for each in examination(case)
    )
    log = case.machine.answer(_LOG)[-_LONGEST_LOG:]
    texts = {
        "about.txt": _READ_ME,
        "doctor.txt": "\n".join(as_lines(found)) + "\n",
        "doctor.json": as_json(found).decode(),
        "settings.txt": "\n".join(setting_lines(case.settings)) + "\n",
        "log.txt": masked(log, names),
    }
    games = {
        f"games/{file.game}.jsonl": b"".join(line + b"\n" for line in _lines(file))
        for file in _newest(case.data)
    }
    return {name: text.encode() for name, text in texts.items()} | games


def _names(case: Computer) -> frozenset[str]:
    """Return every name that the doctor or the log may have: of players, of boxes, of this user."""
    home = case.machine.environment.get("HOME", "")
    login = Path(home).name if home.startswith("/home/") else ""
    return frozenset(
        (login, *_indexed_names(case.data), *box_names(case.data), *_own_words(case.settings))
    )


def _indexed_names(data: Path) -> tuple[str, ...]:
    """Return the names that the index knows; nobody if it cannot be read."""
    if not (data / index.NAME).exists():
        return ()
    try:
        with index.opened(data) as known:
            return known.names()
    except index.TROUBLES:
        return ()


def masked(text: str, names: Iterable[str]) -> str:
    """Return a text in which none of these names stands as a word."""
    longest_first = sorted(filter(str.strip, names), key=len, reverse=True)
    return re.sub("|".join(map(_pattern, longest_first)) or "(?!)", "(name)", text)


_LETTER = r"[A-Za-z\u00c0-\u024f\u0370-\u052f]"
"""Letters of the scripts that separate words: Latin, Greek and Cyrillic."""


def _pattern(name: str) -> str:
    """Return what finds a name: as a word, where words are set apart at all."""
    before = f"(?<!{_LETTER})" if re.match(_LETTER, name[0]) else ""
    after = f"(?!{_LETTER})" if re.match(_LETTER, name[-1]) else ""
    return before + re.escape(name) + after


def _newest(data: Path) -> tuple[GameFile, ...]:
    try:
        return games_dir.game_files(data)[-GAMES:]
    except JournalBroken:
        return ()


def _lines(file: GameFile) -> Iterator[bytes]:
    """Yield the header and the last lines of a game, and what is wrong with its end."""
    try:
        with open_file(file.path) as opened:
            verified = verify([cleaned(file.game, opened.read())], file.game)
    except (OSError, DifferentGame):
        yield b'{"unreadable": true}'
        return
    kept = game_lines.read(verified.lines)
    is_secret = kept is None or not is_over(kept.timeline)
    for line in (*verified.lines[:1], *verified.lines[1:][-EVENTS:]):
        if line is verified.lines[0]:
            event = _header(line)
        else:
            event = _without_points(line.event) if is_secret else line.event
        facts = {"number": line.number, "wall_ms": line.wall_ms, "boot_ms": line.boot_ms}
        yield msgspec.json.encode({**facts, "source": line.source, "event": event})
    if verified.flaw is not None:
        flaw = verified.flaw
        wrong = {"kind": flaw.kind.value, "number": flaw.number, "offset": flaw.offset}
        yield msgspec.json.encode({"flaw": wrong})


def _header(line: Line) -> Event:
    """Return how a game began, as far as it is understood: what else is there may name anybody."""
    try:
        setup, table = head(line)
    except NOT_UNDERSTOOD:
        return {"unreadable": True}
    return {"game": header(setup), "table": msgspec.to_builtins(table)}


def _without_points(event: Event) -> Event:
    """Return what was entered without points that people told: they lie face down (R-INF-2)."""
    match event:
        case {"fix": {"players": [*players], **rest}}:
            hidden = [{**each, "score": None} if "score" in each else each for each in players]
            return {**event, "fix": {**rest, "players": hidden}}
        case _:
            return event


def setting_lines(values: msgspec.Struct, within: str = "") -> Iterator[str]:
    """Yield every setting; of a free text only whether there is one.

    An address may bear a password, a command a key, and a box somebody's name. The place of a
    device is shown.
    """
    for field in msgspec.structs.fields(values):
        value = getattr(values, field.name)
        if isinstance(value, msgspec.Struct):
            yield from setting_lines(value, f"{within}{field.name}.")
        else:
            yield f"{within}{field.name} = {_shown(value, field.type)}"


def _shown(value: object, kind: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return f'"{value.value}"'
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str) and (_is_named(kind) or _is_device(value)):
        return f'"{value}"'
    return "(set)" if value else "(not set)"


def _is_named(kind: object) -> bool:
    """Whether a text of this type is one of those that the settings offer."""
    if kind == LanguageCode:
        return True
    return get_origin(kind) is Literal and all(isinstance(each, str) for each in get_args(kind))


def _is_device(value: str) -> bool:
    return value.startswith("/dev/") and value.isprintable() and " " not in value


def _own_words(values: msgspec.Struct) -> Iterator[str]:
    """Yield what the owner wrote in words of their own; the doctor and the log may quote it."""
    for field in msgspec.structs.fields(values):
        value = getattr(values, field.name)
        if isinstance(value, msgspec.Struct):
            yield from _own_words(value)
            continue
        for each in value if isinstance(value, tuple | list) else (value,):
            is_free = (
                isinstance(each, str) and not isinstance(each, Enum) and not _is_named(field.type)
            )
            if is_free and not each.startswith("/"):
                yield each


NAME = "ra-companion-diagnostics"

ENDING = ".zip"


ABOUT = """\
Write a support file, without names and without the PIN.

It holds what the doctor found, the settings, the service log, and the ends of the newest games.
PLACE is a folder, such as a USB stick, or a file that ends with .zip.
"""

EXAMPLES = """\
Examples:
  ra-companion diagnostics /media/stick
  sudo ra-companion diagnostics . --data /var/lib/ra-companion
"""


class Options(Places, frozen=True, kw_only=True):
    """What the support file is about, and where it goes."""

    place: Annotated[Path, Argument("a folder, or a file that ends with .zip", "PLACE")]


def run(options: Options) -> int:
    """Write the file, say where it is, and return the exit status.

    Raises:
        OSError: It cannot be written there.
    """
    file = place(options.place)
    if file is None:
        complain([f"{options.place}: name an existing folder, or a file that ends with .zip"])
        return Status.UNREADABLE
    for half in file.parent.glob(f".{NAME}*.new"):  # of a stick that was pulled out
        half.unlink()
    save(file, gathered(computer(options)))
    say([f"{file} saved. Look through it before you share it"])
    return Status.DONE


def place(wanted: Path) -> Path | None:
    """Return which file is meant; None if it is neither a folder that is there nor such a file.

    In a folder nothing is written over.
    """
    if wanted.is_dir():
        numbers = ("", *(f"-{number}" for number in range(2, 1000)))
        files = (wanted / f"{NAME}{number}{ENDING}" for number in numbers)
        return next((file for file in files if not file.exists()), None)
    return wanted if wanted.suffix.lower() == ENDING and wanted.parent.is_dir() else None


def save(file: Path, parts: Files) -> None:
    """Write the file; on return it is whole on the disk or the stick, which may be pulled out.

    Raises:
        OSError: It cannot be written; what was there before stands.
    """
    new = file.with_name(f".{file.name}.new")
    try:
        with new.open("wb") as stream:
            with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
                for name, content in parts.items():
                    archive.writestr(name, content)
            stream.flush()
            os.fsync(stream.fileno())
            give_name(DISK, stream.fileno(), new, file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
