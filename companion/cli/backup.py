"""``ra-companion backup``: copies all games to a stick or a folder, a generation at a time."""

from pathlib import Path

from companion.backups import save
from companion.cli.terminal.options import GamesOptions
from companion.cli.terminal.output import complain, complain_of, say
from companion.cli.terminal.parser import CommandParser
from companion.cli.terminal.progress import progress
from companion.i18n import mark
from companion.journal.filesystem import JournalBroken
from companion.storage import Status

ABOUT = mark("""\
Back up all games to a stick or a folder. A new backup is written, read back and compared before an
old one is deleted. Five are kept. A game that only an older backup has is carried over to every
new one.

example:
  ra-companion backup /media/stick
""")


class Options(GamesOptions, frozen=True, kw_only=True):
    """Whose games, and where to."""

    folder: Path
    data: Path | None = None


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_path("folder", "DIR", mark("an existing stick or folder"))
    parser.add_data()
    parser.add_language()


def run(options: Options) -> int:
    """Write a generation into a folder and return the exit status."""
    said = options.said
    if not options.folder.is_dir():
        lacking = mark("{folder} is not a folder: is the stick plugged in and mounted?")
        complain([said.say(lacking, folder=options.folder)])
        return Status.UNREADABLE
    try:
        with progress(said) as advance:
            saved = save(options.data_folder, options.folder, advance=advance)
    except JournalBroken as why:
        complain_of(why, options.folder, said)
        return Status.UNREADABLE
    done = said.tell(
        "{number} game saved to {file} and verified.",
        "{number} games saved to {file} and verified.",
        saved.games,
        file=saved.generation.path,
    )
    say([done])
    for unread in saved.unread:
        complain_of(unread, options.folder, said)
    return Status.UNREADABLE if saved.unread else Status.DONE
