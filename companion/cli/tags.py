"""``ra-companion tags``: lists, shows, imports, exports and teaches boxes of tags."""

import os
import select
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic

import msgspec

from companion.app import device_reports
from companion.app.wakeup import Bell
from companion.cli.doctor import Places
from companion.cli.terminal.output import complain, finish, refuse, say
from companion.cli.terminal.output import write as put_out
from companion.cli.terminal.parser import STATUSES_OF_GAMES, CommandParser
from companion.cli.terminal.table import aligned
from companion.core import notices
from companion.core.notices import Notes
from companion.i18n import Words, mark
from companion.narration import thing_name
from companion.rules.components import RA_FIGURE, SUN, THINGS, TILES
from companion.rules.tiles import Tile
from companion.settings import Settings, data_in_use, hardware, load, owners_file
from companion.storage import FileRefused, Status, boxes
from companion.storage.box_csv import (
    MOST_BYTES,
    BoxMistake,
    described,
    load_box,
    read,
    save_box,
    write,
)
from companion.storage.files import STANDARD_INPUT, opened, place
from companion.tags.box import TagBox, canonical, counted, missing, tagged_tiles, without
from companion.tags.teaching import Teaching, TeachingStep, question, seen, typed
from hardware.device import Device
from hardware.events import (
    DeviceFound,
    DeviceLost,
    DeviceNotice,
    Event,
    LineNoise,
    Loss,
    Noted,
    TagRead,
)
from hardware.reader.bag_reader import BagReader
from hardware.reader.reader_port import ReaderPort

ABOUT = mark("""\
Manage boxes of tagged tiles: which tag is on which tile. The table uses the box named in the
settings as bag_reader.box, or the only one there is.

A box is a CSV table with the columns uid and kind. A kind is one of
  ra god pharaoh nile flood gold
  civ_art civ_agriculture civ_religion civ_astronomy civ_writing
  mon_fortress mon_obelisk mon_palace mon_pyramid mon_sphinx mon_statues
  mon_step_pyramid mon_temple
  dis_funeral dis_drought dis_unrest dis_earthquake
  sun-1 to sun-16 and ra_figure

examples:
  ra-companion tags teach attic         lay the tiles on the reader, kind by kind
  ra-companion tags show attic          how many there are, and what is missing
  ra-companion tags export attic attic.csv
  ra-companion tags import ours attic.csv
  ra-companion tags forget attic 04A23BD2C15C80
""")


class Options(Places, frozen=True, kw_only=True):
    """What is done, and to which box."""

    action: str
    name: str = ""
    """The name of the box; every action but ``list`` has one."""
    file: str = STANDARD_INPUT
    """What is imported."""
    replace: bool = False
    output: str = STANDARD_INPUT
    """Where it is exported to."""
    url: str | None = None
    """Where the reader is."""
    uid: str = ""
    """The number of a tag."""


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, STATUSES_OF_GAMES)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def command(name: str, help: str) -> CommandParser:  # noqa: A002 - as in argparse
        action: CommandParser = actions.add_parser(
            name, help=parser.said.say(help), said=parser.said
        )
        action.description = parser.said.say(help)
        if name != "list":
            action.add("name", metavar="NAME", help=mark("name of the box"))
        action.add_places()
        return action

    command("list", help=mark("list all boxes"))
    command("show", help=mark("show how many tags of each kind a box has, and what is missing"))
    carried = command("import", help=mark("create a box from a CSV file"))
    carried.add("file", metavar="FILE", help=mark("the file (- for standard input)"))
    carried.add_flag("--replace", help=mark("replace the existing box of that name"))
    out = command("export", help=mark("export a box as CSV"))
    out.add("output", nargs="?", default="-", metavar="FILE", help=mark("output file (default: -)"))
    taught = command("teach", help=mark("read tags one by one from the reader"))
    url = mark("address of the reader, instead of the one in the settings")
    taught.add("--url", metavar="URL", help=url)
    forgetting = command("forget", help=mark("remove one tag from a box"))
    forgetting.add("uid", metavar="UID", help=mark("number of the tag"))


def run(options: Options) -> int:
    """Do what the command line says of boxes of tags, and return the exit status."""
    said = options.said
    settings, _ = load(owners_file(options.settings))
    data = data_in_use(options.data, settings)
    if options.action == "list":
        return _list(data, said)
    if not boxes.is_name(options.name):
        no_name = mark("invalid box name {name}: use letters, digits and spaces")
        complain([said.say(no_name, name=f"{options.name!r}")])
        return Status.UNREADABLE
    file = boxes.box_file(data, options.name)
    if options.action == "teach":
        return _teach(file, options, settings)
    if options.action != "import" and not file.exists():
        no_box = mark("{folder}: there is no box called {name}; see `ra-companion tags list`")
        complain([said.say(no_box, folder=data, name=options.name)])
        return Status.UNREADABLE
    return _ACTIONS[options.action](file, options, said)


def _list(data: Path, said: Words) -> int:
    """Print the name of every box and how far it is complete."""
    rows = [_row(data, name, said) for name in boxes.names(data)]
    if rows:
        say(aligned(rows, left=range(3)))
    else:
        nothing = mark(
            "There are no tagged boxes in {folder}: create one with `ra-companion tags teach NAME`"
        )
        say([said.say(nothing, folder=data)])
    return Status.DONE


def _row(data: Path, name: str, said: Words) -> tuple[str, str, str]:
    box, mistakes = load_box(boxes.box_file(data, name))
    wrong = said.tell("{number} error", "{number} errors", len(mistakes))
    return name, _total(box, said), wrong if mistakes else ""


def _total(box: TagBox, said: Words) -> str:
    here = tagged_tiles(box)
    return said.say("{number} of {all} tiles are tagged", number=here, all=TILES)


def _show(file: Path, _: Options, said: Words) -> int:
    """Print how many tags of each kind there are, and what is missing."""
    box, mistakes = load_box(file)
    here = counted(box)
    suns = [thing for thing in THINGS if thing.startswith(SUN)]
    table = [(tile.value, thing_name(tile, said), here[tile], tile.copies) for tile in Tile]
    table.append((f"{SUN}…", said.say("Suns"), sum(here[sun] for sun in suns), len(suns)))
    table.append((RA_FIGURE, thing_name(RA_FIGURE, said), here[RA_FIGURE], 1))
    rows = [(kind, name, str(number), str(most)) for kind, name, number, most in table]
    heading = ("", "", said.say("tags"), said.say("in the box"))
    say([*aligned([heading, *rows], left=(0, 1)), "", *_summary(box, said)])
    return _complained(file, mistakes, said)


def _summary(box: TagBox, said: Words) -> list[str]:
    """Return a line for every kind that has too few tags, and one for the whole box."""
    lines = [
        said.tell(
            "{number} {kind} tile is not tagged yet",
            "{number} {kind} tiles are not tagged yet",
            gap,
            kind=thing_name(tile, said),
        )
        for tile, gap in missing(box).items()
    ]
    return [*lines, _total(box, said)]


def _complained(file: Path | str, mistakes: tuple[BoxMistake, ...], said: Words) -> Status:
    """Print every mistake with its place, and return what they mean for the exit status."""
    complain(f"{place(file, each.line)}: {described(each, said)}" for each in mistakes)
    return Status.UNREADABLE if mistakes else Status.DONE


def _import(file: Path, options: Options, said: Words) -> int:
    """Make a box of a file that has no mistakes."""
    if file.exists() and not options.replace:
        there_is = mark("there is already a box called {name}: use --replace to replace it")
        complain([said.say(there_is, name=options.name)])
        return Status.UNREADABLE
    try:
        with opened(options.file) as stream:
            box, mistakes = read(stream.read(MOST_BYTES + 1))
    except FileRefused as why:
        refuse(options.file, why, said)
        return why.status
    status = _complained(options.file, mistakes, said)
    if status is Status.DONE:
        save_box(file, box)
        say(_summary(box, said))
    return status


def _export(file: Path, options: Options, said: Words) -> int:
    """Write a box as CSV, as far as it is right."""
    box, mistakes = load_box(file)
    if options.output == STANDARD_INPUT:
        put_out([write(box)])
    else:
        Path(options.output).write_bytes(write(box))
    return _complained(file, mistakes, said)


def _forget(file: Path, options: Options, said: Words) -> int:
    """Take one tag out of a box."""
    box, mistakes = load_box(file)
    if mistakes:  # saving would discard the mistakes before anybody corrects them
        return _complained(file, mistakes, said)
    uid = canonical(options.uid)
    if uid not in box.tags:
        complain([said.say("{file}: this box has no tag {uid}", file=file, uid=uid)])
        return Status.IMPOSSIBLE
    save_box(file, without(box, uid))
    kind = thing_name(box.tags[uid], said)
    say([said.say("Tag {uid} is no longer on {kind}", uid=uid, kind=kind)])
    return Status.DONE


def _teach(file: Path, options: Options, settings: Settings) -> int:
    """Take tag after tag from the reader."""
    said = options.said
    box, mistakes = load_box(file) if file.exists() else (TagBox(), ())
    if mistakes:
        return _complained(file, mistakes, said)
    if sys.stdin is None:
        complain([said.say("standard input is empty")])
        return Status.UNREADABLE
    url = options.url or settings.bag_reader.url or "auto"
    reader = msgspec.structs.replace(settings.bag_reader, url=url)
    lesson = Taught(file, box, said)
    teach(
        lesson,
        hardware.port(msgspec.structs.replace(settings, bag_reader=reader)),
        sys.stdin.fileno(),
    )
    say(["", said.say("{file} saved", file=file), _total(lesson.box, said)])
    return Status.DONE


_ACTIONS: Mapping[str, Callable[[Path, Options, Words], int]] = {
    "show": _show,
    "import": _import,
    "export": _export,
    "forget": _forget,
}

_MOST_BYTES = 4096


class Taught:
    """What has been taught so far; what it says to be known is on the disk."""

    def __init__(self, file: Path, box: TagBox, words: Words) -> None:
        self._file, self._words = file, words
        self._teaching = Teaching(box)

    def begin(self) -> None:
        """Say how it goes, and ask for the first kind."""
        self._tell([self._words.say(_ABOUT), question(self._teaching, self._words)])

    def hear(self, line: str) -> None:
        """Take a line from the keyboard."""
        self._take(typed(self._teaching, line, self._words))

    def happen(self, event: Event) -> None:
        """Take what the reader reports."""
        words = self._words
        match event:
            case TagRead(uid):
                self._take(seen(self._teaching, uid, self._words))
            case DeviceFound():
                self._tell([words.say("Bag reader connected")])
            case DeviceLost(_, Loss.NOT_OPENED, _, ""):
                pass  # it has not been tried yet; why it fails is told next
            case DeviceLost():
                self._tell([lost(event, words)])
            case LineNoise():
                self._tell([hardware.said(notices.Notice(Notes.READER_GARBLED), words)])
            case DeviceNotice(_, Noted.SPOKEN_ERROR, detail):
                complaint = notices.Notice(Notes.READER_COMPLAINS, {"detail": detail})
                self._tell([hardware.said(complaint, words)])
            case _:
                pass  # buttons are no part of a lesson

    def _take(self, step: TeachingStep) -> None:
        """Save what is new; only then print it and make it current."""
        if step.teaching.box != self._teaching.box:
            try:
                save_box(self._file, step.teaching.box)
            except OSError as why:
                unsaved = mark("This could not be saved ({why}), so it is discarded")
                complain([self._words.say(unsaved, why=why.strerror or why)])
                return
        self._teaching = step.teaching
        self._tell(step.told)

    @property
    def box(self) -> TagBox:
        """What is on the disk."""
        return self._teaching.box

    def _tell(self, lines: Iterable[str]) -> None:
        say(lines)
        finish()  # somebody waits for it with a tile in the hand


_ABOUT = mark(
    "Lay tiles on the reader one by one. Type - to undo the last one, a kind to "
    "continue with that kind, or Ctrl-D to quit; everything is saved at once."
)


def lost(event: DeviceLost, words: Words) -> str:
    """Return why the reader does not answer, and what to do."""
    match event.why:
        case Loss.IN_USE:
            return words.say("Another program is using the bag reader. Is the table open?")
        case Loss.UNPLUGGED:
            return words.say("The bag reader was unplugged: plug it in again")
        case _:
            return hardware.said(device_reports.lost(event), words)


def teach(lesson: Taught, port: ReaderPort, terminal: int) -> None:
    """Give the lesson until no more lines come.

    Args:
        lesson: What is known so far.
        port: Where the reader is.
        terminal: The descriptor from which lines come.
    """
    with closing(Bell()) as bell, BagReader(port, bell.ring) as reader:
        lesson.begin()
        rest = b""
        while True:
            for event in reader.read(monotonic()):
                lesson.happen(event)
            ready, _, _ = select.select([terminal, bell.fileno()], [], [], _idle_seconds(reader))
            bell.hush()
            if terminal in ready:
                data = _read(terminal)
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    lesson.hear(line.decode(errors="replace"))
                if not data:
                    return


def _read(terminal: int) -> bytes:
    """Return what was typed; nothing when there will be no more."""
    try:
        return os.read(terminal, _MOST_BYTES)
    except OSError:  # a terminal that was closed
        return b""


def _idle_seconds(reader: Device) -> float | None:
    due = reader.next_deadline()
    return None if due is None else max(0.0, due - monotonic())
