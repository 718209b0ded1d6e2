"""``ra-companion diagnostics``: writes a support file with nobody's name in it."""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from companion import __version__
from companion.cli.doctor import Places, as_json, as_lines, case_of, examination
from companion.cli.terminal.output import complain, say
from companion.cli.terminal.parser import CommandParser
from companion.core.mnemonics import TileGroup
from companion.core.notices import Notes
from companion.core.session import Secrecy
from companion.doctor.machine import Computer
from companion.i18n import mark
from companion.journal import game_lines, games_dir
from companion.journal.disk import DISK, give_name
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import Volume
from companion.journal.index import index
from companion.journal.lines import Event, Folded, Line
from companion.pages import table as table_pages
from companion.rules.actions import Level
from companion.rules.editions import Edition, NoPenalty, Split
from companion.rules.model import Phase, Reason
from companion.rules.refusal import Why
from companion.rules.tiles import Tile
from companion.settings import Settings
from companion.statistics.game import is_over
from companion.storage import Status
from companion.storage.boxes import names as box_names

GAMES = 5
"""How many of the newest games are included."""

EVENTS = 200
"""How many of the last lines of each."""

_LOG = ("journalctl", "--unit=ra-companion", "--no-pager", "--no-hostname", "--lines=2000")

_LONGEST_LOG = 400_000

_READ_ME = """\
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


def gathered(case: Computer) -> Files:
    """Return all parts; what cannot be had is missing, and that it is said is the doctor's part."""
    volumes = _newest(case.data)
    read = [(volume, _read(volume)) for volume in volumes]
    veil = _veil(case, [folded for _, folded in read if folded is not None])
    found = examination(case)
    log = case.machine.answer(_LOG)[-_LONGEST_LOG:]
    texts = {
        "about.txt": _READ_ME.format(version=__version__),
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
        return games_dir.volumes(data)[-GAMES:]
    except JournalBroken:
        return ()


def _read(volume: Volume) -> Folded | None:
    try:
        return games_dir.read(volume)
    except JournalBroken:
        return None


class Veil:
    """Remembers which name has become which number. What it has hidden once it hides everywhere."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """Begin with names that are known already; those of no letters hide nothing."""
        self._numbers: dict[str, str] = {}
        self._written: set[str] = set()
        for name in known:
            self.name(name)

    def name(self, name: str) -> str:
        """Return what replaces a name."""
        folded = _folded(name)
        if not folded:
            return name
        self._written.add(_composed(name).strip())
        return self._numbers.setdefault(folded, f"name-{len(self._numbers) + 1}")

    def event(self, said: object, key: str = "") -> object:
        """Return plain JSON without anybody's name."""
        match said:
            case str():
                return said if self._is_harmless(said, key) else self.name(said)
            case Mapping():
                return {self._key(str(each)): self.event(said[each], str(each)) for each in said}
            case list() | tuple():
                return [self.event(each, key) for each in said]
            case _:
                return said

    def source(self, source: str) -> str:
        """Return from where a line came, or that it is not known."""
        return source if _SOURCE.fullmatch(source) else "?"

    def text(self, text: str) -> str:
        """Return a text in which no name that was ever met stands, in whatever case."""
        longest_first = sorted(self._written, key=len, reverse=True)
        pattern = "|".join(map(_pattern, longest_first))
        if not pattern:
            return text
        return re.sub(pattern, lambda hit: self.name(hit[0]), _composed(text), flags=re.IGNORECASE)

    def _is_harmless(self, said: str, key: str) -> bool:
        if key in _NAMING:
            return not said
        return said in _WORDS or not said or (key == "uid" and _TAG.fullmatch(said) is not None)

    def _key(self, key: str) -> str:
        is_name = _folded(key) in self._numbers and key not in _WORDS
        return key if _KEY.fullmatch(key) and not is_name else self.name(key)


def _veil(case: Computer, games: list[Folded]) -> Veil:
    """Return a veil over everybody who ever played, over the boxes, and over who is logged in."""
    home = case.machine.environment.get("HOME", "")
    login = Path(home).name if home.startswith("/home/") else ""
    known = (*index.names(case.data), *box_names(case.data), *_own_words(case.settings))
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
    kept = game_lines.read(folded.lines)
    is_secret = kept is None or not is_over(kept.timeline)
    for line in (*head, *rest):
        shown = line.with_event(_without_points(line.event)) if is_secret else line
        yield msgspec.json.encode(_plain(shown, veil))
    if folded.flaw is not None:
        flaw = folded.flaw
        wrong = {"kind": flaw.kind.value, "number": flaw.number, "offset": flaw.offset}
        yield msgspec.json.encode({"flaw": wrong})


def _without_points(event: Event) -> Event:
    """Return what was entered without points that people told: they lie face down (R-INF-2)."""
    match event:
        case {"fix": {"players": [*players], **rest}}:
            told = [{**each, "score": None} if "score" in each else each for each in players]
            return {**event, "fix": {**rest, "players": told}}
        case _:
            return event


def _plain(line: Line, veil: Veil) -> dict[str, object]:
    return {
        "number": line.number,
        "wall_ms": line.wall_ms,
        "boot_ms": line.boot_ms,
        "source": veil.source(line.source),
        "event": veil.event(line.event),
    }


def setting_lines(settings: Settings) -> Iterator[str]:
    """Yield every setting; of a free text only whether there is one.

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


_ENUMS: tuple[type[Enum], ...] = (
    *(table_pages.Deed, Edition, Level, NoPenalty, Phase, Reason, Secrecy, Split, Tile, TileGroup),
)

_WORDS = frozenset(
    {each.value for kind in _ENUMS for each in kind if isinstance(each.value, str)}
    | {each.name for kind in (Notes, Why) for each in kind}
    | {"gods", "turn", "auction"}
)
"""What an event may say aloud."""

_NAMING = frozenset({"players", "guests", "name", "names", "who", "nickname"})
"""Under these keys stands a name, even if it is also a word of the game."""

_KEY = re.compile(r"[a-z][a-z_]{0,29}")

_TAG = re.compile(r"[0-9A-F]{4,32}")

_SOURCE = re.compile(r"[a-z]{1,20}( [0-9A-F]{4,32})?")

_LETTER = r"[A-Za-z\u00c0-\u024f\u0370-\u052f]"
"""Letters of the scripts that separate words: Latin, Greek and Cyrillic."""


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _folded(name: str) -> str:
    return _composed(name).casefold().strip()


def _pattern(name: str) -> str:
    """Return what finds a name: as a word, where words are set apart at all."""
    escaped = re.escape(name)
    before = f"(?<!{_LETTER})" if re.match(_LETTER, name[0]) else ""
    after = f"(?!{_LETTER})" if re.match(_LETTER, name[-1]) else ""
    return before + escaped + after


NAME = "ra-companion-diagnostics"

ENDING = ".zip"


ABOUT = mark("""\
Write a support file: what the doctor found, the settings, the service log, and the ends of the
newest games. It contains no names and no PIN.

PLACE is a folder, such as a USB stick, or a file that ends with .zip.

examples:
  ra-companion diagnostics /media/stick
  sudo ra-companion diagnostics . --data /var/lib/ra-companion
""")


class Options(Places, frozen=True, kw_only=True):
    """What the support file is about, and where it goes."""

    place: Path


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_path("place", "PLACE", mark("a folder, or a file that ends with .zip"))
    parser.add_places()


def run(options: Options) -> int:
    """Write the file, say where it is, and return the exit status.

    Raises:
        OSError: It cannot be written there.
    """
    said = options.said
    file = place(options.place)
    if file is None:
        sentence = mark("{place}: name an existing folder, or a file that ends with .zip")
        complain([said.say(sentence, place=options.place)])
        return Status.UNREADABLE
    for half in file.parent.glob(f".{NAME}*.new"):  # of a stick that was pulled out
        half.unlink()
    save(file, gathered(case_of(options)))
    say([said.say("{file} saved. Look through it before you share it", file=file)])
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
