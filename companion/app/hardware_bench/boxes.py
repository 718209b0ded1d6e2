"""Loads and saves boxes of tags for the table and for the page that teaches them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.core.messages import Message, Trouble, TroubleOver
from companion.core.notices import Notes, Notice
from companion.i18n import Words
from companion.journal.disk import DISK
from companion.pages.hardware.tag_teaching import (
    Boxes,
    FindBox,
    Known,
    NotKept,
    TagTeaching,
    TeachingKept,
    TeachingSentence,
)
from companion.storage import boxes
from companion.storage.box_csv import load_box, located, save_box
from companion.tags.box import TagBox

_NOTES = (Notes.WHICH_BOX, Notes.NO_BOX, Notes.BOX_MISTAKES)


def found(data: Path, wanted: str, order: FindBox, words: Words) -> Boxes:
    """Return the box that is asked for, or a new one if there is none.

    Args:
        data: The data folder.
        wanted: The name of the box on this table; empty: the first there is.
        order: Which one.
        words: In which a new box is named.
    """
    names = boxes.names(data)
    name = order.name or (wanted if boxes.is_name(wanted) else "") or next(iter(names), "")
    if order.is_new or not name:
        name = _free(names, words)
    if name not in names:
        return Boxes(names, name, TagBox())
    box, mistakes = load_box(boxes.box_file(data, name))
    return Boxes(names, name, box, located(mistakes[0]) if mistakes else "")


def _free(names: tuple[str, ...], words: Words) -> str:
    """Return a name that no box has."""
    proposed = (words.say("Box {number}", number=number) for number in range(1, len(names) + 2))
    return next(name for name in proposed if name not in names)


def kept(data: Path, page: TagTeaching) -> TeachingKept | NotKept:
    """Save the box of a page; a new one never takes the place of another.

    One without a tag goes: the table would only ask which of its boxes is used.
    """
    if not boxes.is_name(page.name):
        return NotKept(TeachingSentence.NO_NAME)
    if page.is_new and page.name in boxes.names(data):
        return NotKept(TeachingSentence.NAME_TAKEN)
    file = boxes.box_file(data, page.name)
    try:
        if page.box.tags:
            save_box(file, page.box)
        else:
            DISK.unlink(file)
    except OSError as why:
        return NotKept(TeachingSentence.NOT_KEPT, why.strerror or str(why))
    return TeachingKept(page)


def known(data: Path, wanted: str, *, is_simulated: bool) -> Iterator[Message]:
    """Yield the tags of the box on this table, and what is wrong with it now."""
    tags, unsure = boxes.tags_of_box(data, wanted, is_simulated=is_simulated)
    yield Known(tags)
    for note in _NOTES:
        yield TroubleOver(Notice(note))
    for notice in unsure:
        yield Trouble(notice)
