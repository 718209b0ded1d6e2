"""``ra-companion diagnostics``: everything in one file, in a folder or on a stick."""

import os
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from companion.catalogues import words
from companion.diagnostics.contents import Files, gathered
from companion.doctor.report import case_of
from companion.files import Status
from companion.printing import complain, say
from companion.words import mark

NAME = "ra-companion-diagnostics"
ENDING = ".zip"


def hand_out(arguments: Namespace) -> int:
    """Write the file, say where it is, and return the exit status.

    Raises:
        OSError: It cannot be written there.
    """
    said = words(arguments.language)
    file = place(arguments.place)
    if file is None:
        sentence = mark("{place}: name a folder that is there, or a file that ends with .zip")
        complain([said.say(sentence, place=arguments.place)])
        return Status.UNREADABLE
    save(file, gathered(case_of(arguments)))
    say([said.say("{file} is written. Look into it before you hand it on", file=file)])
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
    """Return when the file is whole on the disk or the stick, which may be pulled out then.

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
        new.replace(file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # not every stick can
            os.fsync(folder)
    finally:
        os.close(folder)
