"""The games in the data folder: listed, written out as records, and indexed anew."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion import chronicle
from companion.catalogues import words
from companion.chronicle import Kept
from companion.describing import describe
from companion.files import Status
from companion.journal import history, shelf
from companion.journal.rows import Entry, Wanted
from companion.journal.trouble import JournalBroken
from companion.printing import complain, say, write
from companion.rules import record
from companion.rules.timeline import standing
from companion.scoring_table import aligned
from companion.words import Words

_LONGEST_LIST = 100_000


def list_games(data: Path, language: str, *, as_json: bool, rebuild: bool) -> int:
    """Print the games of a data folder, the newest first, and return the exit status."""
    said = words(language)
    if not shelf.volumes(data) and not as_json:
        say([said.say("No game is kept in {folder}", folder=str(data))])
        return Status.DONE
    look = history.rebuild if rebuild else history.reconcile
    found = look(data, describe)
    listing = history.games(data, Wanted(limit=_LONGEST_LIST))
    trouble = found.trouble or listing.trouble
    if trouble is not None:
        why = f"{trouble.fault.value}: {trouble.detail}"
        complain([said.say("The index of the games cannot be used now ({why})", why=why)])
        return Status.UNREADABLE
    for game in found.unread:
        complain([said.say("Game {game} cannot be read by this version", game=game)])
    if as_json:
        write(msgspec.json.encode(_facts(entry)) + b"\n" for entry in listing.entries)
    else:
        say(aligned([_row(entry, said) for entry in listing.entries], left=range(4)))
    return Status.DONE


def _facts(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.game,
        "begun": _date(entry.begun_ms),
        "players": [msgspec.to_builtins(sitter) for sitter in entry.row.players],
        "edition": entry.row.edition,
        "is_over": entry.row.is_over,
        "events": entry.events,
        "is_whole": entry.is_whole,
    }


def _date(wall_ms: int) -> str:
    """Return a time in UTC; a clock that was never set says 1970."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "?"


def _row(entry: Entry, said: Words) -> tuple[str, str, str, str]:
    """Return number, beginning, state and players of a game."""
    names = ", ".join(
        sitter.name if sitter.score is None else f"{sitter.name} {sitter.score}"
        for sitter in sorted(entry.row.players, key=lambda sitter: sitter.place or 0)
    )
    state = said.say("finished") if entry.row.is_over else said.say("unfinished")
    number = entry.game.partition("-")[0]
    return number, _date(entry.begun_ms), state, names


def export_game(data: Path, wanted: str, output: str, language: str, *, everything: bool) -> int:
    """Write a kept game as a record and return the exit status.

    Args:
        data: The data folder.
        wanted: The game's id or number, or ``last``.
        output: A file's name; ``-`` is standard output.
        language: In which a complaint is said.
        everything: Whether what was taken back is written as well.
    """
    try:
        kept = _read(data, wanted)
    except JournalBroken as why:
        complain([f"{data}: {why.strerror or why}"])
        return Status.UNREADABLE
    if kept is None:
        lacking = "{folder}: there is no game {game} here: `ra-companion games` lists them"
        complain([words(language).say(lacking, folder=data, game=wanted)])
        return Status.UNREADABLE
    text = _record(kept, everything=everything)
    if output == "-":
        write([text])
    else:
        Path(output).write_bytes(text)
    return Status.DONE


def _read(data: Path, wanted: str) -> Kept | None:
    volumes = shelf.volumes(data)
    volume = volumes[-1] if wanted == "last" and volumes else shelf.find(data, wanted)
    return None if volume is None else chronicle.read(shelf.read(volume).lines)


def _record(kept: Kept, *, everything: bool) -> bytes:
    """Return the record of a kept game: what stands, or all that was ever entered."""
    said = kept.entries if everything else standing(kept.timeline)
    return record.write(kept.timeline.start.setup, said)
