"""``ra-companion restore``: restores games from a backup, without losing any that is here.

The archive is read to its end, and every game in it is verified, before anything is written. A game
is restored if none of its name is here, or if the one here is its own beginning; everything else
stays. Names forgotten since the backup stay forgotten. A game that cannot be verified at all is
named and left out; the others are restored.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from companion.backups import WRITTEN, BackupGame, BadBackup, Fate, Generation, meant, read, restore
from companion.cli.terminal.options import NAME, GamesOptions
from companion.cli.terminal.output import ask, complain, complain_of, remark, say
from companion.cli.terminal.parser import CommandParser
from companion.cli.terminal.progress import progress
from companion.i18n import Words, mark
from companion.journal.claim import claim
from companion.journal.filesystem import AlreadyClaimed, JournalBroken
from companion.storage import Status

ABOUT = mark("""\
Restore games from a backup. The whole backup is read and verified first. A game that is here is
replaced only by its own continuation, never by an older or a different one; names that were
forgotten since stay forgotten.

examples:
  ra-companion restore /media/stick              the newest backup on the stick; asks first
  ra-companion restore /media/stick --dry-run    only say what would be done
  ra-companion restore games-000007-0.tar --yes  this backup, without asking
""")


class Options(GamesOptions, frozen=True, kw_only=True):
    """Which backup, where to, and whether anybody is asked."""

    source: Path
    dry_run: bool = False
    yes: bool = False


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_path("source", "PLACE", mark("a stick or folder with backups, or a .tar"))
    parser.add_flag("--dry-run", help=mark("only say what would be done"))
    parser.add_flag("--yes", help=mark("do not ask"))
    parser.add_data()
    parser.add_language()


def run(options: Options) -> int:
    """Bring games back and return the exit status."""
    data, said = options.data_folder, options.said
    status = Status.DONE
    for generation in meant(options.source):
        try:
            found = read(generation, data)
        except (BadBackup, OSError) as why:
            _refuse(generation, why, said)
            status = Status.UNREADABLE
        else:
            return max(status, _restored(generation, found, options, said))
    if status is Status.DONE:
        nothing = mark("{place}: there is no backup here: name a stick, a folder or a .tar file")
        complain([said.say(nothing, place=options.source)])
    return Status.UNREADABLE


def _refuse(generation: Generation, why: BadBackup | OSError, said: Words) -> None:
    """Say why a backup cannot be used; on a stick the one before it is tried."""
    if isinstance(why, BadBackup):
        complain([f"{generation.path}: {said.say(why.sentence, member=why.member)}"])
    else:
        complain_of(why, generation.path, said)


def _restored(
    generation: Generation, found: tuple[BackupGame, ...], options: Options, said: Words
) -> Status:
    """Say what would be done, ask, and do it."""
    complain(_damage(found, generation, said))
    done = Status.DONE if all(map(_is_whole, found)) else Status.UNREADABLE
    status = _planned(found, generation, options, said)
    if status is not None:
        return max(done, status)
    try:
        with claim(options.data_folder) as ours, progress(said) as advance:
            restored = restore(ours, generation, found, advance)
    except AlreadyClaimed:
        complain([said.say("the table is open: close it first, or let staff do it there")])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain_of(why, options.data_folder, said)
        return Status.UNREADABLE
    except (BadBackup, OSError) as why:
        _refuse(generation, why, said)
        return Status.UNREADABLE
    say([said.tell("{number} game restored.", "{number} games restored.", restored)])
    return done


def _is_whole(game: BackupGame) -> bool:
    return game.is_sound and game.fate is not Fate.DAMAGED


def _damage(found: tuple[BackupGame, ...], generation: Generation, said: Words) -> Iterator[str]:
    """Yield a line for each game that is left out, or of which only the beginning is there."""
    for each in found:
        if each.fate is Fate.DAMAGED:
            sentence = said.say("{member} is not a game, or is damaged", member=each.member)
            yield f"{generation.path}: {sentence}"
        elif not each.is_sound:
            beginning = mark("{member} is damaged: only its beginning can be read")
            yield f"{generation.path}: {said.say(beginning, member=each.member)}"


def _planned(
    found: tuple[BackupGame, ...], generation: Generation, options: Options, said: Words
) -> Status | None:
    """Say what would be done, and ask; None if it shall be done."""
    say(_plan(found, generation, said))
    if options.dry_run or not any(each.fate in WRITTEN for each in found):
        return Status.DONE
    if options.yes:
        return None
    if sys.stdin is None or not sys.stdin.isatty():
        unasked = said.say("add --yes to restore without being asked")
        complain([f"{NAME}: {unasked}"])
        return Status.UNREADABLE
    answer = (ask(said.say("Restore, yes or no? [no] ")) or "").strip().casefold()
    if answer and "yes".startswith(answer):
        return None
    remark([said.say("Nothing was changed")])
    return Status.DONE


def _plan(found: tuple[BackupGame, ...], generation: Generation, said: Words) -> Iterator[str]:
    """Yield what would be done, a line for each fate that occurs."""
    new, longer, same, kept, damaged = (sum(each.fate is fate for each in found) for fate in Fate)
    yield f"{generation.path}:"
    lines = (
        (new, said.tell("{number} game to restore", "{number} games to restore", new)),
        (longer, said.tell("{number} game to continue", "{number} games to continue", longer)),
        (same, said.tell("{number} game already here", "{number} games already here", same)),
        (
            kept,
            said.tell(
                "{number} game kept: newer or different here",
                "{number} games kept: newer or different here",
                kept,
            ),
        ),
        (
            damaged,
            said.tell(
                "{number} game left out: damaged in the backup",
                "{number} games left out: damaged in the backup",
                damaged,
            ),
        ),
    )
    yield from (f"  {line}" for number, line in lines if number or not found)
