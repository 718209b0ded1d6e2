"""``ra-companion tags``: lists, shows, imports, exports and teaches boxes of tags."""

import os
import select
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import msgspec

from companion.app import device_reports
from companion.app.wakeup import Bell
from companion.cli.terminal.options import NAME, Action, Places
from companion.cli.terminal.output import complain, finish, refuse, report, say
from companion.cli.terminal.output import write as put_out
from companion.cli.terminal.table import aligned, counted
from companion.core.messages import Trouble
from companion.i18n import ENGLISH
from companion.journal.disk import write_file
from companion.narration import thing_name
from companion.options import Argument, Option
from companion.rules.components import RA_FIGURE, SUN, THINGS
from companion.rules.tiles import Tile
from companion.settings import data_in_use, hardware, load, owners_file
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
from companion.tags.box import TagBox, missing, tagged_of_all, without
from companion.tags.box import counted as tags_of_kinds
from companion.tags.teaching import Teaching, TeachingStep, question, seen, typed
from hardware.device import Device
from hardware.events import DeviceFound, DeviceLost, DeviceNotice, Event, Loss, TagRead
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import ReaderPort
from hardware.tags import normal

ABOUT = """\
Manage boxes of tagged tiles: which tag is on which tile.

The table uses the box named in the settings as bag_reader.box, or the only one there is. A box is a
CSV table with the columns uid and kind. A kind is one of
  ra god pharaoh nile flood gold
  civ_art civ_agriculture civ_religion civ_astronomy civ_writing
  mon_fortress mon_obelisk mon_palace mon_pyramid mon_sphinx mon_statues
  mon_step_pyramid mon_temple
  dis_funeral dis_drought dis_unrest dis_earthquake
  sun-1 to sun-16 and ra_figure
"""

EXAMPLES = """\
Examples:
  ra-companion tags teach attic         lay the tiles on the reader, kind by kind
  ra-companion tags show attic          how many there are, and what is missing
  ra-companion tags export attic attic.csv
  ra-companion tags import ours attic.csv
  ra-companion tags forget attic 04A23BD2C15C80
"""


class Options(Places, frozen=True, kw_only=True):
    """The options of an action on one box."""

    name: Annotated[str, Argument("name of the box", "NAME")]


class ImportOptions(Options, frozen=True, kw_only=True):
    """What is imported."""

    file: Annotated[str, Argument("the file (- for standard input)", "FILE")]
    replace: Annotated[bool, Option("replace the existing box of that name")] = False


class ExportOptions(Options, frozen=True, kw_only=True):
    """Where a box is exported to."""

    output: Annotated[str, Argument("output file (default: -, standard output)", "FILE")] = "-"


class TeachOptions(Options, frozen=True, kw_only=True):
    """Where the reader is."""

    url: Annotated[
        str | None, Option("address of the reader, instead of the one in the settings", "URL")
    ] = None


class ForgetOptions(Options, frozen=True, kw_only=True):
    """Which tag is forgotten."""

    uid: Annotated[str, Argument("number of the tag", "UID")]


def _data(options: Places) -> Path:
    return data_in_use(options.data, load(owners_file(options.settings))[0])


def _on_box(act: Callable[[Any, Path], int], *, is_new: bool = False) -> Callable[[Options], int]:
    """Return an action on the file of a box, which must be there unless a new one is made."""

    def on_box(options: Options) -> int:
        if not boxes.is_name(options.name):
            complain([f"invalid box name {options.name!r}: use letters, digits and spaces"])
            return Status.UNREADABLE
        data = _data(options)
        file = boxes.box_file(data, options.name)
        if not is_new and not file.exists():
            complain([f"{data}: there is no box called {options.name}; see `{NAME} tags list`"])
            return Status.UNREADABLE
        return act(options, file)

    return on_box


def list_boxes(options: Places) -> int:
    """Print the name of every box and how far it is complete, and return the exit status."""
    data = _data(options)
    rows = [_row(data, name) for name in boxes.names(data)]
    if rows:
        say(aligned(rows, left=range(3)))
    else:
        say([f"There are no tagged boxes in {data}: create one with `{NAME} tags teach NAME`"])
    return Status.DONE


def _row(data: Path, name: str) -> tuple[str, str, str]:
    box, mistakes = load_box(boxes.box_file(data, name))
    return name, tagged_of_all(box), counted(len(mistakes), "error") if mistakes else ""


def show(_: Options, file: Path) -> int:
    """Print how many tags of each kind there are, and what is missing."""
    box, mistakes = load_box(file)
    here = tags_of_kinds(box)
    suns = [thing for thing in THINGS if thing.startswith(SUN)]
    table = [(tile.value, thing_name(tile, ENGLISH), here[tile], tile.copies) for tile in Tile]
    table.append((f"{SUN}…", "Suns", sum(here[sun] for sun in suns), len(suns)))
    table.append((RA_FIGURE, thing_name(RA_FIGURE, ENGLISH), here[RA_FIGURE], 1))
    rows = [(kind, name, str(number), str(most)) for kind, name, number, most in table]
    say([*aligned([("", "", "tags", "in the box"), *rows], left=(0, 1)), "", *_summary(box)])
    return _complained(file, mistakes)


def _summary(box: TagBox) -> list[str]:
    """Return a line for every kind that has too few tags, and one for the whole box."""
    lines = [
        f"{counted(gap, f'{thing_name(tile, ENGLISH)} tile')} not tagged yet"
        for tile, gap in missing(box).items()
    ]
    return [*lines, tagged_of_all(box)]


def _complained(file: Path | str, mistakes: tuple[BoxMistake, ...]) -> Status:
    """Print every mistake with its place, and return what they mean for the exit status."""
    report(f"{place(file, each.line)}: {described(each)}" for each in mistakes)
    return Status.UNREADABLE if mistakes else Status.DONE


def import_box(options: ImportOptions, file: Path) -> int:
    """Make a box of a file that has no mistakes."""
    if file.exists() and not options.replace:
        complain([f"there is already a box called {options.name}: use --replace to replace it"])
        return Status.UNREADABLE
    try:
        with opened(options.file) as stream:
            box, mistakes = read(stream.read(MOST_BYTES + 1))
    except FileRefused as why:
        refuse(options.file, why)
        return why.status
    status = _complained(options.file, mistakes)
    if status is Status.DONE:
        save_box(file, box)
        say(_summary(box))
    return status


def export(options: ExportOptions, file: Path) -> int:
    """Write a box as CSV, as far as it is right."""
    box, mistakes = load_box(file)
    if options.output == STANDARD_INPUT:
        put_out([write(box)])
    else:
        write_file(Path(options.output), write(box))
    return _complained(file, mistakes)


def forget(options: ForgetOptions, file: Path) -> int:
    """Take one tag out of a box."""
    box, mistakes = load_box(file)
    if mistakes:  # saving would discard the mistakes before anybody corrects them
        return _complained(file, mistakes)
    uid = normal(options.uid)
    if uid not in box.tags:
        complain([f"{file}: this box has no tag {uid}"])
        return Status.IMPOSSIBLE
    save_box(file, without(box, uid))
    say([f"Tag {uid} is no longer on {thing_name(box.tags[uid], ENGLISH)}"])
    return Status.DONE


def teach_box(options: TeachOptions, file: Path) -> int:
    """Take tag after tag from the reader."""
    box, mistakes = load_box(file) if file.exists() else (TagBox(), ())
    if mistakes:
        return _complained(file, mistakes)
    if sys.stdin is None:
        complain(["standard input is empty"])
        return Status.UNREADABLE
    settings, _ = load(owners_file(options.settings))
    url = options.url or settings.bag_reader.url or "auto"
    reader = msgspec.structs.replace(settings.bag_reader, url=url)
    lesson = Taught(file, box)
    teach(
        lesson,
        hardware.port(msgspec.structs.replace(settings, bag_reader=reader)),
        sys.stdin.fileno(),
    )
    say(["", f"{file} saved", tagged_of_all(lesson.box)])
    return Status.DONE


ACTIONS: Mapping[str, Action] = {
    "list": Action("list all boxes", Places, list_boxes),
    "show": Action(
        "show how many tags of each kind a box has, and what is missing", Options, _on_box(show)
    ),
    "import": Action(
        "create a box from a CSV file", ImportOptions, _on_box(import_box, is_new=True)
    ),
    "export": Action("export a box as CSV", ExportOptions, _on_box(export)),
    "teach": Action(
        "read tags one by one from the reader", TeachOptions, _on_box(teach_box, is_new=True)
    ),
    "forget": Action("remove one tag from a box", ForgetOptions, _on_box(forget)),
}

_MOST_BYTES = 4096


class Taught:
    """What has been taught so far; what it says to be known is on the disk."""

    def __init__(self, file: Path, box: TagBox) -> None:
        self._file = file
        self._teaching = Teaching(box)

    def begin(self) -> None:
        """Say how it goes, and ask for the first kind."""
        self._tell([_LESSON, question(self._teaching)])

    def hear(self, line: str) -> None:
        """Take a line from the keyboard."""
        self._take(typed(self._teaching, line))

    def happen(self, event: Event) -> None:
        """Take what the reader reports."""
        match event:
            case TagRead(uid):
                self._take(seen(self._teaching, uid))
            case DeviceFound():
                self._tell(["Bag reader connected"])
            case DeviceLost(_, Loss.NOT_OPENED, _, ""):
                pass  # it has not been tried yet; why it fails is told next
            case DeviceLost():
                self._tell([lost(event)])
            case DeviceNotice():
                troubles = (t for t in device_reports.read(event) if isinstance(t, Trouble))
                self._tell(each.notice.in_words() for each in troubles)
            case _:
                pass  # buttons are no part of a lesson

    def _take(self, step: TeachingStep) -> None:
        """Save what is new; only then print it and make it current."""
        if step.teaching.box != self._teaching.box:
            try:
                save_box(self._file, step.teaching.box)
            except OSError as why:
                complain([f"This could not be saved ({why.strerror or why}), so it is discarded"])
                return
        self._teaching = step.teaching
        self._tell(step.lines)

    @property
    def box(self) -> TagBox:
        """What is on the disk."""
        return self._teaching.box

    def _tell(self, lines: Iterable[str]) -> None:
        say(lines)
        finish()  # somebody waits for it with a tile in the hand


_LESSON = (
    "Lay tiles on the reader one by one. Type - to undo the last one, a kind to "
    "continue with that kind, or Ctrl-D to quit; everything is saved at once."
)


def lost(event: DeviceLost) -> str:
    """Return why the reader does not answer, and what to do."""
    match event.why:
        case Loss.IN_USE:
            return "Another program is using the bag reader. Is the table open?"
        case Loss.UNPLUGGED:
            return "The bag reader was unplugged: plug it in again"
        case _:
            return device_reports.lost(event).in_words()


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
            bell.clear()
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
