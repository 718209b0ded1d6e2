"""The tags of the box on this table, and what is to be said about them."""

from collections.abc import Mapping
from pathlib import Path

from companion import box_files
from companion.box_table import located
from companion.core.notices import Notes, Notice
from companion.words import Words

Tagged = tuple[Mapping[str, str], tuple[Notice, ...]]
"""What each tag is on, and what is wrong."""


def tags_of_box(data: Path, wanted: str, words: Words) -> Tagged:
    """Return the tags of a box, as far as it is right.

    Args:
        data: The data folder.
        wanted: The name of the box; empty: the only one there is.
        words: In which the first mistake is said.
    """
    names = box_files.names(data)
    if not wanted and len(names) != 1:
        return {}, (Notice(Notes.WHICH_BOX),) if names else ()
    name = wanted or names[0]
    if name not in names:
        return {}, (Notice(Notes.NO_BOX, {"box": name}),)
    box, mistakes = box_files.load(box_files.box_file(data, name))
    if not mistakes:
        return box.tags, ()
    facts = {"box": name, "mistake": located(mistakes[0], words)}
    return box.tags, (Notice(Notes.BOX_MISTAKES, facts),)
