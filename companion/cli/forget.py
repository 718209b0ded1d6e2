"""``ra-companion forget``: removes a name from everything in the data folder."""

from typing import Annotated

from companion.app.forgetting import forget, is_known
from companion.cli.terminal.options import NAME, FolderOptions, called
from companion.cli.terminal.output import complain, complain_of, say
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import counted
from companion.exports.kept_game import no_index
from companion.journal.claim import claim
from companion.journal.filesystem import AlreadyClaimed, JournalBroken
from companion.options import Argument
from companion.storage import Status

ABOUT = """\
Forget a player: remove the name from every game, and every trace of it in the data folder.

Points and games stay. The next backup removes it from the old ones, too.
"""

EXAMPLES = """\
Examples:
  ra-companion forget Anna

Exit status:
  0    success
  1    nobody of that name, or an internal error
  2    unreadable or wrong kind of file, or wrong usage
  130  stopped with Ctrl-C
"""


_OLD_BACKUPS = ("The next backup removes it from the old backups, too.",)


class Options(FolderOptions, frozen=True, kw_only=True):
    """The name to forget."""

    name: Annotated[str, Argument("the name as it appears in the games", "NAME", read=called)]


def run(options: Options) -> int:
    """Forget somebody everywhere in a data folder, and return the exit status."""
    data = options.data_folder
    try:
        if not is_known(data, options.name):
            complain([f"{data}: nobody is called {options.name}; see `{NAME} stats`"])
            return Status.IMPOSSIBLE
        with claim(data) as ours, progress() as advance:
            done = forget(ours, options.name, advance=advance)
    except AlreadyClaimed:
        complain(["the table is open: close it first, or let staff do it there"])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain_of(why, data)
        return Status.UNREADABLE
    if done.trouble:
        complain([no_index(done.trouble)])
        return Status.UNREADABLE
    say([f"Removed from {counted(len(done.games), 'game')}."])
    if done.games:
        say(_OLD_BACKUPS)
    return Status.DONE
