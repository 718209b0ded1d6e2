"""What `ra-companion tags` does, one function for each of its words."""

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion import box_files
from companion.box_table import MOST_BYTES, Mistake, described, read, write
from companion.catalogues import words
from companion.core.box import (
    RA_FIGURE,
    SUN,
    THINGS,
    TILES,
    Box,
    canonical,
    counted,
    missing,
    tagged_tiles,
    without,
)
from companion.files import STANDARD_INPUT, Refused, Status, opened
from companion.objecting import complaints
from companion.paths import data_folder
from companion.printing import complain, say
from companion.printing import write as put_out
from companion.rules.tiles import Tile
from companion.scoring_table import aligned
from companion.settings import Settings, load, owners_file
from companion.telling import thing_name
from companion.words import Words, mark


def do(arguments: Namespace) -> int:
    """Do what the command line says of boxes of tags, and return the exit status."""
    said = words(arguments.language)
    settings, _ = load(owners_file(arguments.settings))
    data = _data(arguments, settings)
    if arguments.action == "list":
        return _list(data, said)
    if not box_files.is_name(arguments.name):
        no_name = mark("a box cannot be called {name}: use letters, digits and blanks")
        complain([said.say(no_name, name=f"{arguments.name!r}")])
        return Status.UNREADABLE
    file = box_files.box_file(data, arguments.name)
    if arguments.action == "teach":
        return _teach(file, arguments, settings)
    if arguments.action != "import" and not file.exists():
        no_box = mark(
            "{folder}: there is no box called {name}: `ra-companion tags list` lists them"
        )
        complain([said.say(no_box, folder=data, name=arguments.name)])
        return Status.UNREADABLE
    return _ACTIONS[arguments.action](file, arguments, said)


def _data(arguments: Namespace, settings: Settings) -> Path:
    """Return the folder in which the table would look for its box."""
    named = settings.data.folder
    return arguments.data or (Path(named) if named else data_folder())


def _list(data: Path, said: Words) -> int:
    """Print the name of every box and how far it is complete."""
    rows = [_row(data, name, said) for name in box_files.names(data)]
    if rows:
        say(aligned(rows, left=range(3)))
    else:
        nothing = mark(
            "There is no box of tags in {folder}: `ra-companion tags teach NAME` begins one"
        )
        say([said.say(nothing, folder=data)])
    return Status.DONE


def _row(data: Path, name: str, said: Words) -> tuple[str, str, str]:
    box, mistakes = box_files.load(box_files.box_file(data, name))
    wrong = said.tell("{number} mistake", "{number} mistakes", len(mistakes))
    return name, _total(box, said), wrong if mistakes else ""


def _total(box: Box, said: Words) -> str:
    here = tagged_tiles(box)
    return said.say("{number} of {all} tiles have a tag", number=here, all=TILES)


def _show(file: Path, _: Namespace, said: Words) -> int:
    """Print how many tags of each kind there are, and what is missing."""
    box, mistakes = box_files.load(file)
    here = counted(box)
    suns = [thing for thing in THINGS if thing.startswith(SUN)]
    table = [(tile.value, thing_name(tile, said), here[tile], tile.copies) for tile in Tile]
    table.append((f"{SUN}…", said.say("Suns"), sum(here[sun] for sun in suns), len(suns)))
    table.append((RA_FIGURE, thing_name(RA_FIGURE, said), here[RA_FIGURE], 1))
    rows = [(kind, name, str(number), str(most)) for kind, name, number, most in table]
    heading = ("", "", said.say("tags"), said.say("in the box"))
    say([*aligned([heading, *rows], left=(0, 1)), "", *_summary(box, said)])
    return _complained(file, mistakes, said)


def _summary(box: Box, said: Words) -> list[str]:
    """Return a line for every kind that has too few tags, and one for the whole box."""
    lines = [
        said.tell(
            "{number} {kind} tile has no tag yet",
            "{number} {kind} tiles have no tag yet",
            gap,
            kind=thing_name(tile, said),
        )
        for tile, gap in missing(box).items()
    ]
    return [*lines, _total(box, said)]


def _complained(file: Path | str, mistakes: tuple[Mistake, ...], said: Words) -> Status:
    """Print every mistake with its place, and return what they mean for the exit status."""
    complain(f"{file}:{each.line or 1}: {described(each, said)}" for each in mistakes)
    return Status.UNREADABLE if mistakes else Status.DONE


def _import(file: Path, arguments: Namespace, said: Words) -> int:
    """Make a box of a file that has no mistakes."""
    if file.exists() and not arguments.replace:
        there_is = mark("there is a box called {name} already: with --replace it is given up")
        complain([said.say(there_is, name=arguments.name)])
        return Status.UNREADABLE
    try:
        with opened(arguments.file) as stream:
            box, mistakes = read(stream.read(MOST_BYTES + 1))
    except Refused as why:
        complain(complaints(arguments.file, why, said))
        return why.status
    status = _complained(arguments.file, mistakes, said)
    if status is Status.DONE:
        box_files.save(file, box)
        say(_summary(box, said))
    return status


def _export(file: Path, arguments: Namespace, said: Words) -> int:
    """Write a box as CSV, as far as it is right."""
    box, mistakes = box_files.load(file)
    if arguments.output == STANDARD_INPUT:
        put_out([write(box)])
    else:
        Path(arguments.output).write_bytes(write(box))
    return _complained(file, mistakes, said)


def _forget(file: Path, arguments: Namespace, said: Words) -> int:
    """Take one tag out of a box."""
    box, mistakes = box_files.load(file)
    if mistakes:  # to save it would throw away what is wrong in it, before anybody mends it
        return _complained(file, mistakes, said)
    uid = canonical(arguments.uid)
    if uid not in box.tags:
        complain([said.say("{file}: there is no tag {uid} in this box", file=file, uid=uid)])
        return Status.IMPOSSIBLE
    box_files.save(file, without(box, uid))
    kind = thing_name(box.tags[uid], said)
    say([said.say("Tag {uid} is not on {kind} any more", uid=uid, kind=kind)])
    return Status.DONE


def _teach(file: Path, arguments: Namespace, settings: Settings) -> int:
    """Take tag after tag from the reader."""
    from companion.connections import port  # noqa: PLC0415 - the others need no reader
    from companion.tags.lesson import Lesson, teach  # noqa: PLC0415

    said = words(arguments.language)
    box, mistakes = box_files.load(file) if file.exists() else (Box(), ())
    if mistakes:
        return _complained(file, mistakes, said)
    if sys.stdin is None:
        complain([said.say("there is nothing on standard input")])
        return Status.UNREADABLE
    url = arguments.url or settings.bag_reader.url or "auto"
    reader = msgspec.structs.replace(settings.bag_reader, url=url)
    lesson = Lesson(file, box, said)
    teach(
        lesson,
        port(msgspec.structs.replace(settings, bag_reader=reader)),
        sys.stdin.fileno(),
    )
    say(["", said.say("{file} is saved", file=file), _total(lesson.box, said)])
    return Status.DONE


_ACTIONS: Mapping[str, Callable[[Path, Namespace, Words], int]] = {
    "show": _show,
    "import": _import,
    "export": _export,
    "forget": _forget,
}
