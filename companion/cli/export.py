"""``ra-companion export``: writes one saved game, or all of them, for other programs."""

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from msgspec.structs import replace

from companion.cli.games import why_unread
from companion.cli.terminal import load
from companion.cli.terminal.options import NAME, GamesOptions
from companion.cli.terminal.output import complain, remark, say, write
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import counted
from companion.exports import FORMATS, NEEDS_AN_END, as_everything
from companion.exports.bg_stats import BgPlay, play_of
from companion.exports.kept_game import kept_review
from companion.i18n import Words
from companion.journal import games_dir, index
from companion.journal.disk import (
    DISK,
    NEW,
    make_folder,
    read_file,
    replace_whole,
    sync_folder,
    write_file,
)
from companion.journal.filesystem import JournalBroken
from companion.journal.lines import GameId
from companion.options import Argument, Option
from companion.storage import Status

ABOUT = """\
Export a saved game: as a record without anything undone, or in a format other programs read.
"""

EXAMPLES = """\
Examples:
  ra-companion export last                          the newest game, to the terminal
  ra-companion export 12 evening.jsonl              game number 12, into a file
  ra-companion export last table.png --format png   a picture of the final table
  ra-companion export all /media/stick              records, CSV and JSON of all games, onto a stick
"""

_FOR_ALL = 0o644
"""What was exported is meant for other programs and people."""

ALL = "all"
"""What the command line calls all games."""

LAST = "last"
"""What it calls the newest one."""

RECORD = "record"

FOLDER = Path("ra-companion", "games")
"""Where all games lie in the folder or on the stick."""

_ENDINGS = {RECORD: "jsonl"}
"""File endings of the formats that are not called like them."""

_LOOK_BACK = "review.png"
"""How the name of its picture ends."""

_TABLES = ("csv", "json")
"""What is written of all games beside their records; a picture of each would take minutes."""

_AT_A_TIME = 200
"""Games whose files are flushed together: each by itself would take longer than all else."""

_LATER = replace(DISK, fsync=lambda _descriptor: None)
"""Writes like the real one; somebody else flushes."""


class Options(GamesOptions, frozen=True, kw_only=True):
    """Which game, in which form, and where to."""

    game: Annotated[str, Argument("the game's number or id, or: last, all", "ID")]
    output: Annotated[
        str, Argument("output file (default: -, standard output); for all: a folder", "FILE")
    ] = "-"
    format: Annotated[str, Option("format", "FORM", tuple(FORMATS))] = RECORD
    with_undone: Annotated[bool, Option("also export actions that were undone")] = False


def run(options: Options) -> int:
    """Write a kept game in one of its forms, or all of them in all, and return the exit status.

    Raises:
        OSError: A file cannot be written.
    """
    data, words = options.data_folder, options.words
    if options.game == ALL and options.output == "-":
        complain([f"all games need a folder, as in: {NAME} export {ALL} /media/stick"])
        return Status.UNREADABLE
    try:
        if options.game == ALL:
            return _take_along(data, options.output, words)
        play = _read(data, options.game)
    except JournalBroken as why:
        complain([f"{data}: {why.strerror or why}"])
        return Status.UNREADABLE
    if play is None:
        complain([_lacking(data, options.game)])
        return Status.UNREADABLE
    form = options.format
    if form in NEEDS_AN_END and not play.is_over:
        complain([f"game {play.game} is not over, and points stay face down until it is"])
        return Status.IMPOSSIBLE
    write_it = as_everything if options.with_undone and form == RECORD else FORMATS[form]
    content = write_it(play, words)
    if options.output == "-":
        write([content])
    else:
        write_file(Path(options.output), content)
    return Status.DONE


def _lacking(data: Path, wanted: str) -> str:
    if wanted == LAST:
        return f"{data}: there is no game yet that can be read"
    return f"{data}: there is no game {wanted}; see `{NAME} games`"


def _read(data: Path, wanted: str) -> BgPlay | None:
    """Return the game that is wanted; of all the newest one that can be read.

    Raises:
        JournalBroken: The folder, or the one game that is meant, cannot be read.
    """
    if wanted != LAST:
        file = games_dir.find(data, wanted)
        return None if file is None else play_of(file.game, games_dir.read(file).lines)
    for file in games_dir.newest_first(data):
        play = _play(file)
        if play is not None:
            return play
        remark([why_unread(file)])
    return None


def _play(file: games_dir.GameFile) -> BgPlay | None:
    """Return a game; None if it cannot be read, which is for the doctor to say more about."""
    try:
        return play_of(file.game, games_dir.read(file).lines)
    except JournalBroken:
        return None


def _take_along(data: Path, output: str, words: Words) -> int:
    """Write every kept game into a folder, in every form there is, and return the exit status.

    What lies there as it is already is not written again; who was forgotten since is there no more.

    Raises:
        OSError: The folder is not there, or cannot be written.
    """
    place = Path(output)
    if not place.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), output)
    folder = place / FOLDER
    make_folder(DISK, folder)
    for half in folder.glob(f"*{NEW}"):  # of a stick that was pulled out
        DISK.unlink(half)
    games, looked_at = games_dir.game_files(data), _looked_at(data)
    written = 0
    with progress() as advance:
        for first in range(0, len(games), _AT_A_TIME):
            records = []
            for number, game in enumerate(games[first : first + _AT_A_TIME], start=first + 1):
                play = _play(game)
                if play is None:
                    remark([why_unread(game)])
                else:
                    if game.game in looked_at:
                        _take_look_back(play, data, folder, words)
                    records += _take(play, folder, words)
                    written += 1
                advance(number, len(games))
            _flush(path for file, _ in records for path in _beside(file))
            for file, record in records:  # last: where it lies as it is, everything else does, too
                replace_whole(_LATER, file, record, _FOR_ALL)
            _flush(file for file, _ in records)
    say([f"{counted(written, 'game')} in {folder}"])
    return Status.DONE


def _looked_at(data: Path) -> frozenset[GameId]:
    """Return the games whose look back was kept; none if the index cannot be read."""
    if not (data / index.NAME).exists():
        return frozenset()
    try:
        with index.opened(data) as known:
            return known.reviewed()
    except index.TROUBLES:
        return frozenset()


def _take(play: BgPlay, folder: Path, words: Words) -> list[tuple[Path, bytes]]:
    """Write the tables of a game, and return where its record goes, and the record.

    Nothing, where it lies there already.

    Raises:
        OSError: They cannot be written.
    """
    record, file = FORMATS[RECORD](play, words), _file(folder, play, RECORD)
    if _lies_there(file, record):
        return []
    for form in _TABLES:
        if play.is_over or form not in NEEDS_AN_END:
            content = FORMATS[form](play, words)
            replace_whole(_LATER, _file(folder, play, form), content, _FOR_ALL)
    return [(file, record)]


def _beside(record: Path) -> Iterator[Path]:
    """Return what was written beside a record."""
    files = (record.with_suffix(f".{form}") for form in _TABLES)
    return (file for file in files if file.exists())


def _flush(files: Iterable[Path]) -> None:
    """Return when files will outlive a pulled plug: all at once, then each says whether it will.

    Raises:
        OSError: The stick did not take one of them.
    """
    os.sync()
    folders = set()
    for file in files:
        descriptor = DISK.open(file, os.O_RDONLY, 0)
        try:
            DISK.fsync(descriptor)
        finally:
            DISK.close(descriptor)
        folders.add(file.parent)
    for folder in folders:
        sync_folder(DISK, folder)


def _take_look_back(play: BgPlay, data: Path, folder: Path, words: Words) -> None:
    """Write the picture of the look back, if there was one at the table."""
    found = kept_review(data, GameId(play.game), play.kept.timeline)
    if found is not None:
        pictures = load("companion.exports.pictures")
        shown = pictures.png(pictures.of_kept(found, play.kept, words.language))
        replace_whole(DISK, _file(folder, play, _LOOK_BACK), shown, _FOR_ALL)


def _file(folder: Path, play: BgPlay, form: str) -> Path:
    return folder / f"{play.game}.{_ENDINGS.get(form, form)}"


def _lies_there(file: Path, content: bytes) -> bool:
    try:
        return read_file(file, len(content)) == content
    except OSError:
        return False
