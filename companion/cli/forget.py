"""``ra-companion forget``: removes a name from everything in the data folder."""

from pathlib import Path

from companion.app.forgetting import forget, is_known
from companion.cli.terminal.options import NAME, GamesOptions
from companion.cli.terminal.output import complain, complain_of, say
from companion.cli.terminal.parser import CommandParser
from companion.cli.terminal.progress import progress
from companion.exports.kept_game import no_index
from companion.i18n import mark
from companion.journal.claim import claim
from companion.journal.filesystem import AlreadyClaimed, JournalBroken
from companion.storage import Status

ABOUT = mark("""\
Forget a player: remove the name from every game and erase every trace of it in the data folder.
Points and games stay. Backups forget it when the next one is written.

example:
  ra-companion forget Anna
""")

STATUSES = mark("""\
exit status:
  0    success
  1    nobody of that name, or an internal error
  2    unreadable or wrong kind of file, or wrong usage
  130  stopped with Ctrl-C
""")


class Options(GamesOptions, frozen=True, kw_only=True):
    """The name to forget."""

    name: str
    data: Path | None = None


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, STATUSES)
    parser.add("name", metavar="NAME", help=mark("the name as it appears in the games"))
    parser.add_data()
    parser.add_language()


def run(options: Options) -> int:
    """Forget somebody everywhere in a data folder, and return the exit status."""
    data, said = options.data_folder, options.said
    try:
        if not is_known(data, options.name):
            nobody = mark("{folder}: nobody is called {name}; see `ra-companion stats`")
            complain([f"{NAME}: {said.say(nobody, folder=data, name=options.name)}"])
            return Status.IMPOSSIBLE
        with claim(data) as ours, progress(said) as advance:
            done = forget(ours, options.name, advance=advance)
    except AlreadyClaimed:
        complain([said.say("the table is open: close it first, or let staff do it there")])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain_of(why, data, said)
        return Status.UNREADABLE
    if done.trouble is not None:
        complain([no_index(done.trouble, said)])
        return Status.UNREADABLE
    forgotten = said.tell(
        "Removed from {number} game.", "Removed from {number} games.", len(done.games)
    )
    say([forgotten])
    if done.games:
        say([said.say("Backups forget it when the next one is written.")])
    return Status.DONE
