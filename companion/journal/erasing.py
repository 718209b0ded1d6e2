"""Removes names from a game's journal; everything else in it stays, and can still be verified.

The seals of a journal prove that no line is missing, torn or in another game's place; they keep no
secret, so whoever may write it can seal it anew. Names are replaced where the format has names and
nowhere else: a player may be called ``nile``. What was rewritten is replayed, and must be the same
game. It is written beside the game, flushed, read back, and takes its name in one moment: however
the plug is pulled, there is the old game or the new one, and never none.
"""

import errno
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from companion.journal import game_lines
from companion.journal.claim import FolderLock
from companion.journal.disk import read_file, replace_whole
from companion.journal.filesystem import FolderTrouble, JournalBroken, broken
from companion.journal.games_dir import LARGEST_BYTES, SUFFIX, GameFile
from companion.journal.lines import (
    Event,
    GameId,
    Verified,
    after,
    beginning,
    read_unchained,
    verify,
)
from companion.rules.names import is_placeholder, stand_in

NUMBER_BEHIND = "( [0-9]+)?"
"""As a regular expression: a number behind a name only told two people apart."""

_NAMES_IN_FACTS = ("name", "other")
"""The facts of a refused reading that are names of players."""

_FRAME_BYTES = 9

Parts = dict[str, Raw]
"""The JSON of a line by its keys, also those that only a newer version knows."""

Change = Callable[[Parts], Parts]


_ERASURES = "erasures"
"""The file in the data folder that counts how often somebody was forgotten."""

_MOST_DIGITS = 9


class DifferentGame(ValueError):
    """Without the names it would be another game, so it stays as it is."""


def erased(claim: FolderLock, file: GameFile, names: Sequence[str] | None = None) -> bool:
    """Rewrite a game without these names, or without any; return whether it had one.

    Nobody may have the game's book open to write in it.

    Raises:
        JournalBroken: It could not be read or written; it is as it was.
    """
    try:
        raw = read_file(file.path, LARGEST_BYTES)
        clean = cleaned(file.game, raw, names)
        if clean == raw:
            return False
        replace_whole(claim.disk, file.path, clean)
    except DifferentGame as why:
        said = "without the name it would read as another game, so it stays as it is"
        raise JournalBroken(FolderTrouble.UNPROVED, file.path, errno.EBADMSG, said=said) from why
    except OSError as why:
        raise broken(why, file.path) from why
    return True


def cleaned(game: GameId, raw: bytes, names: Sequence[str] | None = None) -> bytes:
    """Return a game's file without these names, or without any; itself if none is in it.

    Raises:
        DifferentGame: It cannot be rewritten as the same game.
    """
    verified = verify([raw], game)
    proved, rest = _lines(raw[: verified.head.size]), _lines(raw[verified.head.size :])
    header = read_unchained(raw[: raw.find(b"\n") + 1])
    players, typed = ({}, {}) if header is None else _names(header.event)
    aliases = _aliases(players, typed, names)
    facts = {players[seat]: alias for seat, alias in aliases.items() if seat in players}
    searched = [*players.values(), *typed.values()] if names is None else names

    def change(parts: Parts) -> Parts:
        return {**parts, "e": _renamed(parts["e"], aliases, facts)}

    clean = b"".join(_cleaned_line(line, change, searched) for line in rest)
    if not aliases:
        return raw[: verified.head.size] + clean
    written = sealed(game, proved, change)
    if not _is_same(verified, verify([written], game)):
        raise DifferentGame
    return written + clean


def names_in(raw: bytes) -> frozenset[str]:
    """Return the names in a game's header, also as they were typed, by the first bytes of a file.

    A seat that nobody named has none.
    """
    header = read_unchained(raw[: raw.find(b"\n") + 1])
    if header is None:
        return frozenset()
    players, typed = _names(header.event)
    return frozenset(name for name in (*players.values(), *typed.values()) if _is_name(name))


def leftovers(games: Path) -> tuple[GameFile, ...]:
    """Return the copies of games that could not be proved, which may hold names as well."""
    return tuple(
        GameFile(GameId(path.name.partition(SUFFIX)[0]), path)
        for path in sorted(games.glob(f"*{SUFFIX}.unproved-*"))
    )


def sealed(game: GameId, raws: Sequence[bytes], change: Change) -> bytes:
    """Return the lines of a game changed, each with the seal of the one before."""
    head, written = beginning(game), []
    for raw in raws:
        line = _framed({**change(_parts(raw)), "p": Raw(msgspec.json.encode(head.seal))})
        written.append(line)
        head = after(head, line)
    return b"".join(written)


def _lines(raw: bytes) -> list[bytes]:
    """Return lines with their line feeds; a torn last one has none."""
    *whole, torn = raw.split(b"\n")
    return [*(line + b"\n" for line in whole), *([torn] if torn else [])]


def _parts(raw: bytes) -> Parts:
    return msgspec.json.decode(raw[_FRAME_BYTES:-1], type=Parts)


def _framed(parts: Parts) -> bytes:
    json = msgspec.json.encode(parts)
    return b"%08x %s\n" % (crc32(json), json)


def _cleaned_line(raw: bytes, change: Change, names: Sequence[str]) -> bytes:
    """Return a line that is not proved to follow the others without these names.

    If its checksum is right, it is known where they stand; else they are searched for.
    """
    if read_unchained(raw) is None:
        return _searched(raw, names)
    parts = _parts(raw)
    changed = change(parts)
    return raw if changed == parts else _framed(changed)


def _searched(raw: bytes, names: Sequence[str]) -> bytes:
    """Return bytes that nobody can read, without these names as JSON writes them."""
    for name in filter(_is_name, names):
        opened = re.escape(msgspec.json.encode(name)[:-1])
        raw = re.sub(opened + NUMBER_BEHIND.encode() + b'"', b'"#"', raw)
    return raw


def _names(header: Event) -> tuple[dict[int, str], dict[int, str]]:
    """Return the players of a header by seat, and what they typed, whatever else it says."""
    players = {seat: name for seat, name in enumerate(_players(header)) if isinstance(name, str)}
    typed = {
        seat: " ".join(guest["name"].split())
        for seat, guest in enumerate(_guests(header))
        if isinstance(guest, dict) and isinstance(guest.get("name"), str)
    }
    return players, typed


def _players(header: Event) -> list[object]:
    match header:
        case {"game": {"players": list(players)}}:
            return players
        case _:
            return []


def _guests(header: Event) -> list[object]:
    match header:
        case {"table": {"guests": list(guests)}}:
            return guests
        case _:
            return []


def _aliases(
    players: Mapping[int, str], typed: Mapping[int, str], names: Sequence[str] | None
) -> dict[int, str]:
    """Return what stands for a player's name by seat, where it is one of these, or any if None.

    A second player of the same name got a number added to it; both are meant, as nobody can tell
    any more which of the two asks.
    """
    aliases = {}
    for seat in sorted({*players, *typed}):
        called = {*filter(_is_name, (players.get(seat, ""), typed.get(seat, "")))}
        if called and (names is None or not called.isdisjoint(names)):
            alias = stand_in(seat + 1)
            while alias in players.values():
                alias = f"#{alias}"
            aliases[seat] = alias
    return aliases


def _is_name(name: str) -> bool:
    return bool(name) and not is_placeholder(name)


def _renamed(event: Raw, aliases: Mapping[int, str], facts: Mapping[str, str]) -> Raw:
    """Return an event with other names where it has names; any other event as it is.

    Args:
        event: The JSON of the event.
        aliases: The new names by seat.
        facts: The same by the old names.
    """
    said = msgspec.json.decode(event, type=Event)
    match said:
        case {"rejected": {"facts": dict(known)}}:
            for key in known.keys() & _NAMES_IN_FACTS:
                if isinstance(known[key], str):
                    known[key] = facts.get(known[key], known[key])
        case {"game": _} | {"table": _}:
            players, guests = _players(said), _guests(said)
            for seat in aliases.keys() & range(len(players)):
                players[seat] = aliases[seat]
            for seat in aliases.keys() & range(len(guests)):
                guests[seat] = _unnamed(guests[seat])
        case _:
            return event
    return Raw(msgspec.json.encode(said))


def _unnamed(guest: object) -> object:
    return {**guest, "name": ""} if isinstance(guest, dict) and "name" in guest else guest


def _is_same(was: Verified, now: Verified) -> bool:
    """Whether two files tell the same game but for names; both are replayed."""
    if now.flaw is not None or [line.stamp for line in was.lines] != [
        line.stamp for line in now.lines
    ]:
        return False
    old, new = game_lines.read(was.lines), game_lines.read(now.lines)
    if old is None:
        return True  # perhaps only for a name; every line but those with names is as it was
    if new is None:
        return False
    setup, table = old.timeline.game.setup, new.timeline.game
    return (
        (new.entries, new.understood) == (old.entries, old.understood)
        and replace(table, setup=replace(table.setup, players=setup.players)) == old.timeline.game
        and (new.agreement, new.was_left) == (old.agreement, old.was_left)
        and [each.uid for each in new.rejected] == [each.uid for each in old.rejected]
    )


def erasures(data: Path) -> int:
    """Return how often somebody was forgotten here."""
    try:
        digits = read_file(data / _ERASURES, _MOST_DIGITS + 1).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return 0
    return int(digits) if digits.isdecimal() else 0


def mark_erasure(ours: FolderLock) -> None:
    """Remember that backups from before know somebody who shall be forgotten.

    Raises:
        JournalBroken: It could not be written.
    """
    path = ours.data / _ERASURES
    try:
        replace_whole(ours.disk, path, b"%d\n" % (erasures(ours.data) + 1))
    except OSError as why:
        raise broken(why, path) from why
