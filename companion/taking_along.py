"""All kept games as files in a folder, for other programs and for people to take home."""

import errno
import os
from pathlib import Path

from companion.catalogues import words
from companion.exports.formats import FORMATS, NEEDS_AN_END
from companion.exports.plays import Play, play_of
from companion.files import Status
from companion.journal import shelf
from companion.journal.disk import DISK, replace_whole
from companion.journal.trouble import JournalBroken
from companion.printing import complain, say
from companion.words import Words

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
    folder.mkdir(parents=True, exist_ok=True)
    try:
        volumes = shelf.volumes(data)
    except JournalBroken as why:
        complain([f"{data}: {said.repeat(why.strerror or why)}"])
        return Status.UNREADABLE
    written = sum(_take(volume, folder, said) for volume in volumes)
    done = said.tell(
        "{number} game in {folder}", "{number} games in {folder}", written, folder=folder
    )
    say([done])
    return Status.DONE


def _take(volume: shelf.Volume, folder: Path, said: Words) -> bool:
    """Write a game, and say whether it is there; one that cannot be read is for the doctor."""
    try:
        play = play_of(volume.game, shelf.read(volume).lines)
    except JournalBroken:
        return False
    if play is None:
        return False
    record = FORMATS["record"](play, said)
    if _lies_there(_file(folder, play, "record"), record):
        return True
    for form in _FORMS:
        if play.is_over or form not in NEEDS_AN_END:
            replace_whole(DISK, _file(folder, play, form), FORMATS[form](play, said))
    return True


def _file(folder: Path, play: Play, form: str) -> Path:
    return folder / f"{play.game}.{_ENDINGS.get(form, form)}"


def _lies_there(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:
        return False
