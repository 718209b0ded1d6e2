"""``ra-companion backup``: copies all games to a stick or a folder, a generation at a time."""

from pathlib import Path
from typing import Annotated

from companion.backups import save
from companion.cli.terminal.options import FolderOptions
from companion.cli.terminal.output import complain, complain_of, say
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import counted
from companion.journal.filesystem import JournalBroken
from companion.options import Argument
from companion.storage import Status

ABOUT = """\
Back up all games to a stick or a folder.

A new backup is written, read back and compared before an old one is deleted. Five are kept. A game
that only an older backup has is carried over to every new one.
"""

EXAMPLES = """\
Examples:
  ra-companion backup /media/stick
"""


class Options(FolderOptions, frozen=True, kw_only=True):
    """Whose games, and where to."""

    folder: Annotated[Path, Argument("an existing stick or folder", "DIR")]


def run(options: Options) -> int:
    """Write a generation into a folder and return the exit status."""
    if not options.folder.is_dir():
        complain([f"{options.folder} is not a folder: is the stick plugged in and mounted?"])
        return Status.UNREADABLE
    try:
        with progress() as advance:
            saved = save(options.data_folder, options.folder, advance=advance)
    except JournalBroken as why:
        complain_of(why, options.folder)
        return Status.UNREADABLE
    say([f"{counted(saved.games, 'game')} saved to {saved.generation.path} and verified."])
    for unread in saved.unread:
        complain_of(unread, options.folder)
    return Status.UNREADABLE if saved.unread else Status.DONE
