"""Actions as text: in a player's words, and as a line of a record."""

import re

import msgspec

from companion.rules.actions import (
    END_GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Bid,
    Discard,
    Draw,
    UseGod,
    Won,
)
from companion.rules.editions import Sun
from companion.rules.problems import BadLine
from companion.rules.records.notation import BadNotation
from companion.rules.records.record import entry, read_entry
from companion.rules.tiles import KINDS, Tile

_PART = "action"

_NOTHING = Discard(())

_SAID: dict[str, Action] = {str(each): each for each in (INVOKE, END_GODS, PASS, UNSOLD, _NOTHING)}

_NUMBERED = re.compile(r"(?:(bid|won with) (\d{1,3})|take space (\d{1,3}) with a god)", re.ASCII)

_TILES = {name.casefold(): kind for kind in KINDS for name in (kind.english, kind.value)}


def action(text: str) -> Action:
    """Return the action of a text: ``str(action)``, or the line that a record has for it.

    Capitals make no difference, and tiles may go by their ids: ``draw Step Pyramid`` is ``draw
    mon_step_pyramid``.

    Raises:
        BadNotation: It is neither.
    """
    if text.lstrip().startswith("{"):
        return _line(text)
    said = " ".join(text.split())
    plain = {words.casefold(): each for words, each in _SAID.items()}.get(said.casefold())
    if plain is not None:
        return plain
    numbered = _NUMBERED.fullmatch(said.casefold())
    if numbered is not None:
        kind, sun, space = numbered.groups()
        if space is not None:
            return UseGod(int(space) - 1)
        return Bid(Sun(int(sun))) if kind == "bid" else Won(Sun(int(sun)))
    verb, _, rest = said.partition(" ")
    if verb.casefold() == "draw":
        return Draw(_tile(rest))
    if verb.casefold() == "discard":
        return Discard(tuple(_tile(name.strip()) for name in rest.split(",")))
    known = "draw Gold, invoke Ra, take space 3 with a god, end the god turn, bid 9, pass, "
    known += "won with 9, unsold, discard Art, Writing"
    raise BadNotation(_PART, f"{text!r} is none; they are written like these: {known}")


def _tile(name: str) -> Tile:
    try:
        return _TILES[name.casefold()]
    except KeyError:
        raise BadNotation(_PART, f"there is no tile called {name!r}") from None


def _line(text: str) -> Action:
    try:
        read = read_entry(text.encode())
    except BadLine as why:
        raise BadNotation(_PART, str(why)) from None
    if isinstance(read, Action):
        return read
    raise BadNotation(_PART, f"{text!r} is no action of a player or the bag")


def record_line(action: Action) -> str:
    """Return the line that a record has for an action, such as ``{"bid":9}``."""
    return msgspec.json.encode(entry(action)).decode()
