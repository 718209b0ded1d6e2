"""The boxes on the disk, as the page that teaches them asks for them."""

from collections.abc import Iterator
from pathlib import Path

from companion import box_files
from companion.app.tagged import tags_of_box
from companion.box_table import located
from companion.core.box import Box
from companion.core.messages import Healed, Message, Trouble
from companion.core.notices import Notes, Notice
from companion.core.teaching import Boxes, FindBox, Kept, Known, NotKept, Teaching, Told
from companion.words import Words

_NOTES = (Notes.WHICH_BOX, Notes.NO_BOX, Notes.BOX_MISTAKES)


def found(data: Path, wanted: str, order: FindBox, words: Words) -> Boxes:
    """Return the box that is asked for, or a new one if there is none.

    Args:
        data: The data folder.
        wanted: The name of the box on this table; empty: the first there is.
        order: Which one.
        words: In which a new box is named and a mistake said.
    """
    names = box_files.names(data)
    name = order.name or (wanted if box_files.is_name(wanted) else "") or next(iter(names), "")
    if order.is_new or not name:
        name = _free(names, words)
    if name not in names:
        return Boxes(names, name, Box())
    box, mistakes = box_files.load(box_files.box_file(data, name))
    return Boxes(names, name, box, located(mistakes[0], words) if mistakes else "")


def _free(names: tuple[str, ...], words: Words) -> str:
    """Return a name that no box has."""
    proposed = (words.say("Box {number}", number=number) for number in range(1, len(names) + 2))
    return next(name for name in proposed if name not in names)


def kept(data: Path, page: Teaching) -> Kept | NotKept:
    """Save the box of a page; a new one never takes the place of another."""
    if not box_files.is_name(page.name):
        return NotKept(Told.NO_NAME)
    if page.is_new and page.name in box_files.names(data):
        return NotKept(Told.NAME_TAKEN)
    try:
        box_files.save(box_files.box_file(data, page.name), page.box)
    except OSError as why:
        return NotKept(Told.NOT_KEPT, why.strerror or str(why))
    return Kept(page)


def known(data: Path, wanted: str, words: Words) -> Iterator[Message]:
    """Yield the tags of the box on this table, and what is wrong with it now."""
    tags, unsure = tags_of_box(data, wanted, words)
    yield Known(tags)
    for note in _NOTES:
        yield Healed(Notice(note))
    for notice in unsure:
        yield Trouble(notice)
