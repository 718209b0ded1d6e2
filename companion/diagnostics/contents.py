"""What whoever helps needs to see: each part as a small file, made of a list of harmless things.

Nothing is taken because it lies in the data folder. The PIN, the staff's journal, recorded voices,
backups and boxes of tags are never opened.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec

from companion import __version__
from companion.box_files import names as box_names
from companion.diagnostics.veil import Veil
from companion.doctor.case import Case
from companion.doctor.examination import examination
from companion.doctor.report import as_json, as_lines
from companion.journal import history, shelf
from companion.journal.lines import Folded, Line
from companion.journal.shelf import Volume
from companion.journal.trouble import JournalBroken
from companion.settings import Settings

GAMES = 5
"""Of so many games, the newest, the ends are taken."""

EVENTS = 200
"""So many lines of each."""

_LOG = ("journalctl", "--unit=ra-companion", "--no-pager", "--no-hostname", "--lines=2000")
_LONGEST_LOG = 400_000
_ABOUT = """\
Ra Companion {version}: what may help to find out what is wrong.

doctor.txt, doctor.json   what the doctor found on this computer
settings.txt              which settings hold; of texts only whether there is one
log.txt                   what the service said last
games/*.jsonl             the last events of the newest games, and what they say is wrong

Nobody's name is in here: each has become a number. Neither is the PIN, nor anything else of the
data folder. Please look into the files all the same before you hand them on.
"""

Files = Mapping[str, bytes]
"""The parts by the names of their files."""


def gathered(case: Case) -> Files:
    """Return all parts; what cannot be had is missing, and that it is said is the doctor's part."""
    volumes = _newest(case.data)
    read = [(volume, _read(volume)) for volume in volumes]
    veil = _veil(case, [folded for _, folded in read if folded is not None])
    found = examination(case)
    log = case.machine.answer(_LOG)[-_LONGEST_LOG:]
    texts = {
        "about.txt": _ABOUT.format(version=__version__),
        "doctor.txt": veil.text("\n".join(as_lines(found, case.words)) + "\n"),
        "doctor.json": veil.text(as_json(found).decode()),
        "settings.txt": veil.text("\n".join(setting_lines(case.settings)) + "\n"),
        "log.txt": veil.text(log),
    }
    games = {
        f"games/{volume.game}.jsonl": b"\n".join(_told(folded, veil)) + b"\n"
        for volume, folded in read
    }
    return {name: text.encode() for name, text in texts.items()} | games


def _newest(data: Path) -> tuple[Volume, ...]:
    try:
        return shelf.volumes(data)[-GAMES:]
    except JournalBroken:
        return ()


def _read(volume: Volume) -> Folded | None:
    try:
        return shelf.read(volume)
    except JournalBroken:
        return None


def _veil(case: Case, games: list[Folded]) -> Veil:
    """Return a veil over everybody who ever played, over the boxes, and over who is logged in."""
    home = case.machine.environment.get("HOME", "")
    login = Path(home).name if home.startswith("/home/") else ""
    known = (*history.names(case.data), *box_names(case.data), *_own_words(case.settings))
    veil = Veil((login, *known))
    for folded in games:
        for line in folded.lines:
            veil.event(line.event)
    return veil


def _own_words(settings: Settings) -> Iterator[str]:
    """Yield what the owner wrote in words of their own; the doctor and the log may quote it."""
    for table in msgspec.structs.fields(settings):
        values = getattr(settings, table.name)
        for key, kind in get_type_hints(type(values)).items():
            value = getattr(values, key)
            for each in value if isinstance(value, tuple | list) else (value,):
                if isinstance(each, str) and not each.startswith("/") and not _is_named(each, kind):
                    yield each


def _told(folded: Folded | None, veil: Veil) -> Iterator[bytes]:
    """Yield the header and the last lines of a game, and what is wrong with its end."""
    if folded is None:
        yield b'{"unreadable": true}'
        return
    head, rest = folded.lines[:1], folded.lines[1:][-EVENTS:]
    for line in (*head, *rest):
        yield msgspec.json.encode(_plain(line, veil))
    if folded.flaw is not None:
        flaw = folded.flaw
        wrong = {"kind": flaw.kind.value, "number": flaw.number, "offset": flaw.offset}
        yield msgspec.json.encode({"flaw": wrong})


def _plain(line: Line, veil: Veil) -> dict[str, object]:
    stamp = line.stamp
    return {
        "number": line.number,
        "wall_ms": stamp.wall_ms,
        "boot_ms": stamp.boot_ms,
        "source": veil.source(stamp.source),
        "event": veil.event(line.event),
    }


def setting_lines(settings: Settings) -> Iterator[str]:
    """Yield every setting; a text that the owner is free to write only says whether it is there.

    An address may bear a password, a command a key, and a box somebody's name. The place of a
    device is said.
    """
    for table in msgspec.structs.fields(settings):
        yield f"[{table.name}]"
        values = getattr(settings, table.name)
        kinds = get_type_hints(type(values))
        for key in kinds:
            yield f"{key} = {_shown(getattr(values, key), kinds[key])}"
        yield ""


def _shown(value: object, kind: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return f'"{value.value}"'
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str) and (_is_named(value, kind) or _is_device(value)):
        return f'"{value}"'
    return "(set)" if value else "(not set)"


def _is_named(value: str, kind: object) -> bool:
    """Whether a text is one of those that the settings offer."""
    return isinstance(value, Enum) or (get_origin(kind) is Literal and value in get_args(kind))


def _is_device(value: str) -> bool:
    return value.startswith("/dev/") and value.isprintable() and " " not in value
