"""Every parser of foreign bytes, how it may refuse them, and a few inputs to start from."""

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

import msgspec

from companion import settings
from companion.cli import score
from companion.journal import game_lines, lines
from companion.journal.lines import GameId
from companion.paths import asset
from companion.rules.problems import BadSetup
from companion.rules.records.notation import BadNotation, position
from companion.settings import file as settings_file
from companion.settings import reading
from companion.storage import FileRefused, box_csv, files
from companion.storage.pin import StaffPin
from hardware.readers.auto import Format, parser
from hardware.readers.frames import Frame
from tests.proof.golden import JOURNALS, versions
from tests.proof.surroundings import folder

_GAME = GameId("000001-20260102T201530")

_VALUES: settings_file.Values = {"table": {"language": "uk"}, "panel.buttons": {"ra": 5}}


class Target(msgspec.Struct, frozen=True):
    """A parser."""

    parse: Callable[[bytes], object]
    """Takes any bytes."""
    seeds: Callable[[], tuple[bytes, ...]]
    """What it understands."""
    answers: tuple[type[Exception], ...] = ()
    """How it may refuse."""


def _exhausted(steps: Iterable[object]) -> None:
    for _ in steps:
        pass


def _settings(data: bytes) -> None:
    found, mistakes = reading.read(data)
    assert isinstance(found, settings.Settings)
    assert all(map(str, mistakes))


def _journal(data: bytes) -> None:
    verified = lines.verify([data[at : at + 4096] for at in range(0, len(data), 4096)], _GAME)
    game_lines.read(verified.lines)
    lines.read_unchained(data)


def _journal_events(data: bytes) -> None:
    """A journal whose checksums are all right, and whose events are whatever comes."""
    stamp = lines.Stamp(0, 0, "", "reader 04A2")
    found = []
    for number, raw in enumerate(data.splitlines()):
        try:
            event = msgspec.json.decode(raw, type=lines.Event)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return
        found.append(lines.line_at(lines.Head(number, 0, ""), event, stamp))
    game_lines.read(found)


def _box(data: bytes) -> None:
    _, mistakes = box_csv.read(data)
    for mistake in mistakes:
        box_csv.described(mistake)


def _reader(kind: Format, data: bytes) -> None:
    """Feed it whole and in pieces, between which it is asked what to say."""
    whole, pieces = parser(kind), parser(kind)
    size = 1 + len(data) % 7
    frames, now = whole.feed(data), 0.0
    found: list[Frame] = []
    for at in range(0, len(data), size):
        found += pieces.feed(data[at : at + size])
    assert kind is Format.PN532 or tuple(found) == frames, "it depends on the pieces"
    for _ in range(3):
        whole.say(now)
        whole.is_silent(now)
        now += 0.6


def _pin(data: bytes) -> None:
    with folder() as where:
        file = Path(where) / "pin"
        file.write_bytes(data)
        pin = StaffPin(file, time.monotonic)
        assert pin.wait_seconds() >= 0.0, "time that was waited before it began"
        assert pin.is_set is not None


def _pins() -> tuple[bytes, ...]:
    with folder() as where:
        file = Path(where) / "pin"
        StaffPin(file, time.monotonic).choose("274911")
        return (file.read_bytes(),)


def _asset(*parts: str) -> tuple[bytes, ...]:
    return (Path(str(asset(*parts))).read_bytes(),)


def _games() -> list[Path]:
    """Return the oldest golden journals."""
    return sorted((JOURNALS / versions()[0]).glob("*.jsonl"))


def _events() -> tuple[bytes, ...]:
    """The events of the golden journals, a line each."""
    found = []
    for file in _games():
        verified = lines.verify([file.read_bytes()], GameId(file.stem))
        found.append(b"\n".join(msgspec.json.encode(line.event) for line in verified.lines[:60]))
    return tuple(found)


def _records() -> tuple[bytes, ...]:
    found = []
    for events in _events():
        header, *rest = events.splitlines()
        game = msgspec.json.encode(msgspec.json.decode(header)["game"])
        found.append(b"\n".join([game, *rest]))
    return tuple(found)


_POSITIONS = b"Ann | Ben | Cleo", b"ra 3/8 | track gold nile | Ann: 2 nile | *Ben"

_FRAMES: Mapping[Format, tuple[bytes, ...]] = {
    Format.EM4100: (
        bytes.fromhex("0230313030363345394145323503"),
        bytes.fromhex("02304330303036323141353845 0D0A03"),
    ),
    Format.PN532: (
        bytes.fromhex("0000FF00FF00 0000FF0CF4D54B010100040804FB0EE20BD800"),
        bytes.fromhex("0000FF0FF1D54B01010044000704A23BD2C15C804300 0000FF03FDD54B00E000"),
    ),
    Format.LINES: (
        b"TAG 04A23BD2C15C80*5C\nHELLO ra-bag 1\nPING\nPONG\nERR antenna\n",
        b"BTN\tid=3\tstate=1\nENC\td=+1\nSCAN\tuid=04a1b2c3\ttext=x\n",
    ),
}  # fmt: skip

_EVERY = tuple(frame for frames in _FRAMES.values() for frame in frames)


def _reader_target(kind: Format) -> Target:
    return Target(partial(_reader, kind), lambda: _FRAMES.get(kind, _EVERY))


TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        "record": Target(
            lambda data: _exhausted(files.played(BytesIO(data))), _records, (FileRefused,)
        ),
        "score sheet": Target(
            lambda data: score.scored_sheet(BytesIO(data)),
            partial(_asset, "demo", "sheet.json"),
            (FileRefused,),
        ),
        "settings": Target(_settings, partial(_asset, "settings.toml")),
        "settings file": Target(
            lambda data: settings_file.edited(data.decode("utf-8-sig", "replace"), _VALUES),
            partial(_asset, "settings.toml"),
            (settings_file.CannotEdit,),
        ),
        "journal": Target(_journal, lambda: tuple(file.read_bytes()[:8192] for file in _games())),
        "journal events": Target(_journal_events, _events),
        "tags": Target(_box, lambda: (b"uid,kind\n04A23BD2C15C80,gold\n'=1,nile\n",)),
        "PIN store": Target(_pin, _pins),
        "notation": Target(
            lambda data: position(data.decode(errors="replace")),
            lambda: _POSITIONS,
            (BadNotation, BadSetup),
        ),
        **{f"reader {kind.value}": _reader_target(kind) for kind in Format},
    }
)
"""All of them."""
