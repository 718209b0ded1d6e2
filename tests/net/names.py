"""The names that the program writes into files, read from the program itself."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

import msgspec

from companion.core.kiosk import VOLUMES, GuestRequest, MissingPiece, Pile, UsbJob
from companion.core.model import Guest, Loudness, Secrecy
from companion.core.notices import Notes
from companion.exports import FORMATS
from companion.exports.bg_stats import play_of
from companion.i18n import ENGLISH
from companion.i18n.languages import LANGUAGES
from companion.journal import game_lines
from companion.journal.lines import GameId
from companion.opponent.strength import Strength
from companion.pages.kiosk.messages import StaffAct
from companion.pages.score_sheet.setup import Scope
from companion.paths import asset
from companion.rules.actions import Level
from companion.rules.editions import Edition, NoPenalty, Split
from companion.rules.model import AuctionCause
from companion.rules.problems import Why
from companion.rules.records import record
from companion.rules.scoring import sheet
from companion.rules.scoring.scoring import Category, EpochScore
from companion.rules.tiles import Tile
from companion.settings import reading
from companion.settings.gone import GONE
from companion.storage import pin
from companion.storage.boxes import Check
from companion.storage.staff_log import NAME, SOURCE, staff_file
from tests.net.evenings import JOURNALS, lines_of


def _members(kind: type[Enum]) -> list[str]:
    return [member.name for member in kind]


def _values(kind: type[Enum]) -> list[str]:
    return [str(member.value) for member in kind]


def _keys(kind: type[msgspec.Struct]) -> list[str]:
    return list(kind.__struct_encode_fields__)


def _keys_in(value: object, above: str = "") -> set[str]:
    """Return every key of a JSON document, after those it stands under."""
    if isinstance(value, Mapping):
        own = {f"{above}{key}" for key in value}
        return own.union(*(_keys_in(each, f"{above}{key}.") for key, each in value.items()))
    if isinstance(value, list):
        return set().union(*(_keys_in(each, above) for each in value))
    return set()


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(set(names))


def _of_journals() -> dict[str, list[str]]:
    """Return the keys of lines that a whole game has."""
    events: set[str] = set()
    frames: set[str] = set()
    for path in sorted(JOURNALS.glob("*/*.jsonl")):
        for raw in path.read_bytes().splitlines():
            frames |= set(json.loads(raw.partition(b" ")[2]))
        for line in lines_of(path.read_bytes(), path.stem):
            events |= {re.sub(r"\.tiles\..*", ".tiles.*", key) for key in _keys_in(line.event)}
    left = next(iter(game_lines.LEFT))
    return {"a line of a journal": _sorted(frames), "the event of a line": _sorted({*events, left})}


def _of_exports() -> dict[str, list[str]]:
    path = next(JOURNALS.glob("*/*-five.jsonl"))
    play = play_of(GameId(path.stem), lines_of(path.read_bytes(), path.stem))
    assert play is not None
    found = {"the forms of a game": list(FORMATS)}
    keys = _keys_in(json.loads(FORMATS["json"](play, ENGLISH)))
    found["a game as json"] = _sorted(key for key in keys if ".record." not in f".{key}.")
    first = FORMATS["csv"](play, ENGLISH).decode("utf-8-sig").splitlines()[0]
    found["the columns of a game as csv"] = first.split(",")
    return found


def _of_settings() -> list[str]:
    """Return every key that an owner's file can have: those that are shipped, and those gone."""
    shipped = asset("settings.toml").read_bytes()
    _, mistakes = reading.read(shipped)
    assert not mistakes
    once = {each.setting for each in GONE if each.value is None or each.moved}
    return _sorted({*_keys_in(tomllib.loads(shipped.decode())), *once})


def written_now() -> dict[str, list[str]]:
    """Return every name that is written, by where it stands."""
    return {
        "the reasons of rejected readings: the rules": _members(Why),
        "the reasons of rejected readings: the program": _members(Notes),
        "the piles of a counted box": _members(Pile),
        "tiles": _values(Tile),
        "editions": _values(Edition),
        "who may see points": _values(Secrecy),
        "levels": _values(Level),
        "loudness": _values(Loudness),
        "volumes of guests": [" ".join(each) for each in VOLUMES],
        "languages": list(LANGUAGES),
        "splits of two players": _values(Split),
        "penalties of two players": _values(NoPenalty),
        "reasons of auctions": _values(AuctionCause),
        "categories": _values(Category),
        "what is counted": _values(Scope),
        "calls": _values(GuestRequest),
        "cargo": _values(UsbJob),
        "acts of staff": _values(StaffAct),
        "the staff's journal": [str(NAME), SOURCE, staff_file(Path()).name],
        "the staff's PIN": _keys(pin.PinFile),
        "the header of a record": _keys(record.HeaderShape),
        "the options of a record": _keys(record.OptionsShape),
        "a line of a record": _sorted(
            [*record.EVENTS, *_keys(record.CorrectShape), *_keys(record.LevelShape)]
        ),
        "a fix of a record": _keys(record.FixShape),
        "a hand of a record": _keys(record.HandShape),
        "a count of a record": _keys(record.CountedShape),
        **_of_journals(),
        "a guest of a journal": _keys(Guest),
        "how well the table plays a seat": _values(Strength),
        "a score sheet": _keys(sheet.Tally),
        "a row of a score sheet": _keys(sheet.Row),
        "the options of a score sheet": _keys(sheet.TwoPlayers),
        "the points of an epoch": _keys(EpochScore),
        "a counted box": _keys(Check),
        "what a counted box lacks": _keys(MissingPiece),
        "settings": _of_settings(),
        **_of_exports(),
    }
