"""``ra-companion games`` and ``export``: kept games, searched, listed, written out."""

import errno
import os
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec

from companion.cli.output import complain, say, write
from companion.cli.score import aligned
from companion.exports import FORMATS, NEEDS_AN_END, as_everything
from companion.exports.bg_stats import Play, play_of
from companion.exports.kept_game import describe, no_index
from companion.i18n import Words, mark
from companion.i18n.catalogues import words
from companion.journal import games_dir
from companion.journal.disk import DISK, NEW, make_folder, replace_whole
from companion.journal.filesystem import JournalBroken
from companion.journal.index import index, indexing
from companion.journal.index.rows import Entry, Wanted
from companion.journal.lines import Flaw, GameId
from companion.storage.files import Status

LONGEST_LIST = 100_000

_DAY_MS = 86_400_000

_FOR_ALL = 0o644
"""What was exported is meant for other programs and people."""


def asked_for(
    player: str | None, edition: str | None, since: date | None, until: date | None
) -> Wanted:
    """Return what is wanted in the terms of the index; days are whole days in UTC."""
    return Wanted(
        player=player,
        edition=edition,
        since_ms=None if since is None else _midnight_ms(since),
        until_ms=None if until is None else _midnight_ms(until) + _DAY_MS,
        limit=LONGEST_LIST,
    )


def _midnight_ms(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def list_games(data: Path, language: str, wanted: Wanted, *, as_json: bool, rebuild: bool) -> int:
    """Print the games that one asks for, the newest first, and return the exit status."""
    said = words(language)
    if not games_dir.volumes(data) and not as_json:
        complain(_unread(data, (), said))
        say([said.say("No saved games in {folder}", folder=str(data))])
        return Status.DONE
    if rebuild:
        indexing.rebuild(data, describe)
    found, listing = indexing.asked(data, describe, lambda: index.games(data, wanted))
    trouble = found.trouble or listing.trouble
    if trouble is not None:
        complain([no_index(trouble, said)])
        return Status.UNREADABLE
    complain(_unread(data, found.unread, said))
    if as_json:
        write(msgspec.json.encode(_facts(entry)) + b"\n" for entry in listing.entries)
    else:
        say(aligned([_row(entry, said) for entry in listing.entries], left=range(4)))
    return Status.DONE


def _unread(data: Path, games: Iterable[GameId], said: Words) -> Iterator[str]:
    """Yield which games cannot be read and why, and what was set aside of others."""
    for game in games:
        volume = games_dir.find(data, game)
        try:
            is_lost = volume is not None and isinstance(games_dir.glimpse(volume).first, Flaw)
        except JournalBroken as why:
            reason = said.repeat(why.strerror or why)
            yield said.say("Game {game} cannot be read: {why}", game=game, why=reason)
            continue
        if is_lost:
            lost = mark("Nothing of game {game} can be read: its file is empty or damaged")
            yield said.say(lost, game=game)
        else:
            yield said.say("This version cannot read game {game}", game=game)
    for path in games_dir.lost(data):
        yield said.say("Nothing of a game could be read; its file is {file}", file=path)


def _facts(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.game,
        "begun": _date(entry.begun_ms),
        "players": [msgspec.to_builtins(sitter) for sitter in entry.row.players],
        "edition": entry.row.edition,
        "minutes": entry.row.minutes,
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
    names = said.list(
        sitter.name if sitter.score is None else f"{sitter.name} {sitter.score}"
        for sitter in sorted(entry.row.players, key=lambda sitter: sitter.place or 0)
    )
    state = said.say("finished") if entry.row.is_over else said.say("unfinished")
    number = entry.game.partition("-")[0]
    return number, _date(entry.begun_ms), state, names


def export_game(  # noqa: PLR0913 - what is wanted, in which form, and where to
    data: Path, wanted: str, output: str, language: str, *, form: str, everything: bool
) -> int:
    """Write a kept game and return the exit status.

    Args:
        data: The data folder.
        wanted: The game's id or number, or ``last``.
        output: A file's name; ``-`` is standard output.
        language: In which it is said, complaints included.
        form: One of `FORMATS`.
        everything: Whether a record also says what was taken back.
    """
    said = words(language)
    try:
        play = _read(data, wanted)
    except JournalBroken as why:
        complain([f"{data}: {said.repeat(why.strerror or why)}"])
        return Status.UNREADABLE
    if play is None:
        lacking = mark("{folder}: there is no game {game}; see `ra-companion games`")
        complain([said.say(lacking, folder=data, game=wanted)])
        return Status.UNREADABLE
    if form in NEEDS_AN_END and not play.is_over:
        hidden = mark("game {game} is not over, and points stay face down until it is")
        complain([said.say(hidden, game=play.game)])
        return Status.IMPOSSIBLE
    write_it = as_everything if everything and form == "record" else FORMATS[form]
    content = write_it(play, said)
    if output == "-":
        write([content])
    else:
        Path(output).write_bytes(content)
    return Status.DONE


def _read(data: Path, wanted: str) -> Play | None:
    volumes = games_dir.volumes(data)
    volume = volumes[-1] if wanted == "last" and volumes else games_dir.find(data, wanted)
    return None if volume is None else play_of(volume.game, games_dir.read(volume).lines)


ALL = "all"
"""What the command line calls all games."""

FOLDER = Path("ra-companion", "games")
"""Where they lie in the folder or on the stick."""

_ENDINGS = {"record": "jsonl"}
"""Of a form that is not its file's ending."""

_FORMS = (*(form for form in FORMATS if form != "record"), "record")
"""The record last: where it lies as it is now, everything else does, too."""


def take_along(data: Path, output: str, language: str) -> int:
    """Write every kept game into a folder, in every form there is, and return the exit status.

    What lies there as it is already is not written again; who was forgotten since is there no more.

    Raises:
        OSError: The folder is not there, or cannot be written.
    """
    said, place = words(language), Path(output)
    if not place.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), output)
    folder = place / FOLDER
    make_folder(DISK, folder)
    for half in folder.glob(f"*{NEW}"):  # of a stick that was pulled out
        DISK.unlink(half)
    try:
        volumes = games_dir.volumes(data)
    except JournalBroken as why:
        complain([f"{data}: {said.repeat(why.strerror or why)}"])
        return Status.UNREADABLE
    written = sum(_take(volume, folder, said) for volume in volumes)
    done = said.tell(
        "{number} game in {folder}", "{number} games in {folder}", written, folder=folder
    )
    say([done])
    return Status.DONE


def _take(volume: games_dir.Volume, folder: Path, said: Words) -> bool:
    """Write a game, and say whether it is there; one that cannot be read is for the doctor."""
    try:
        play = play_of(volume.game, games_dir.read(volume).lines)
    except JournalBroken:
        return False
    if play is None:
        return False
    record = FORMATS["record"](play, said)
    if _lies_there(_file(folder, play, "record"), record):
        return True
    for form in _FORMS:
        if play.is_over or form not in NEEDS_AN_END:
            replace_whole(DISK, _file(folder, play, form), FORMATS[form](play, said), _FOR_ALL)
    return True


def _file(folder: Path, play: Play, form: str) -> Path:
    return folder / f"{play.game}.{_ENDINGS.get(form, form)}"


def _lies_there(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:
        return False
