"""``ra-companion forget``: nothing here tells of somebody any more."""

from pathlib import Path

from companion.app.forgetting import forget
from companion.cli.output import complain, say
from companion.exports.kept_game import no_index
from companion.i18n.catalogues import words
from companion.journal.claim import claim
from companion.journal.filesystem import AlreadyClaimed, JournalBroken
from companion.storage.files import Status


def forget_name(data: Path, name: str, language: str) -> int:
    """Forget somebody everywhere in a data folder, and return the exit status."""
    said = words(language)
    try:
        with claim(data) as ours:
            done = forget(ours, name)
    except AlreadyClaimed:
        complain([said.say("the table is open: close it first, or let staff do it there")])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain([f"{why.filename or data}: {said.repeat(why.strerror or why)}"])
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
