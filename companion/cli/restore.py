"""``ra-companion restore``: restores games from a backup, without losing any that is here.

The archive is read to its end, and every game in it is verified, before anything is written. A game
is restored if none of its name is here, or if the one here is its own beginning; everything else
stays. Names forgotten since the backup stay forgotten. A game that cannot be verified at all is
named and left out; the others are restored.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from companion.backups import (
    WRITTEN,
    Action,
    BackupGame,
    BadBackup,
    Generation,
    meant,
    read,
    restore,
)
from companion.cli.terminal.options import FolderOptions
from companion.cli.terminal.output import ask, complain, complain_of, remark, report, say
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import counted
from companion.journal.claim import claim
from companion.journal.filesystem import AlreadyClaimed, JournalBroken
from companion.options import Argument, Option
from companion.storage import Status

ABOUT = """\
Restore games from a backup, which is read and verified as a whole first.

A game that is here is replaced only by its own continuation, never by an older or a different one;
names that were forgotten since stay forgotten.
"""

EXAMPLES = """\
Examples:
  ra-companion restore /media/stick              the newest backup on the stick; asks first
  ra-companion restore /media/stick --dry-run    only say what would be done
  ra-companion restore games-000007-0.tar --yes  this backup, without asking
"""


class Options(FolderOptions, frozen=True, kw_only=True):
    """Which backup, where to, and whether anybody is asked."""

    source: Annotated[Path, Argument("a stick or folder with backups, or a .tar", "PLACE")]
    dry_run: Annotated[bool, Option("only say what would be done")] = False
    yes: Annotated[bool, Option("do not ask")] = False


def run(options: Options) -> int:
    """Bring games back and return the exit status."""
    data = options.data_folder
    status = Status.DONE
    for generation in meant(options.source):
        try:
            found = read(generation, data)
        except (BadBackup, OSError) as why:
            _refuse(generation, why)
            status = Status.UNREADABLE
        else:
            return max(status, _restored(generation, found, options))
    if status is Status.DONE:
        nothing = "there is no backup here: name a stick, a folder or a .tar file"
        complain([f"{options.source}: {nothing}"])
    return Status.UNREADABLE


def _refuse(generation: Generation, why: BadBackup | OSError) -> None:
    """Say why a backup cannot be used; on a stick the one before it is tried."""
    if isinstance(why, BadBackup):
        report([f"{generation.path}: {why.sentence.format(member=why.member)}"])
    else:
        complain_of(why, generation.path)


def _restored(generation: Generation, found: tuple[BackupGame, ...], options: Options) -> Status:
    """Say what would be done, ask, and do it."""
    report(_damage(found, generation))
    done = Status.DONE if all(map(_is_whole, found)) else Status.UNREADABLE
    status = _planned(found, generation, options)
    if status is not None:
        return max(done, status)
    try:
        with claim(options.data_folder) as ours, progress() as advance:
            restored = restore(ours, generation, found, advance)
    except AlreadyClaimed:
        complain(["the table is open: close it first, or let staff do it there"])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain_of(why, options.data_folder)
        return Status.UNREADABLE
    except (BadBackup, OSError) as why:
        _refuse(generation, why)
        return Status.UNREADABLE
    say([f"{counted(restored, 'game')} restored."])
    return done


def _is_whole(game: BackupGame) -> bool:
    return game.is_sound and game.action is not Action.DAMAGED


def _damage(found: tuple[BackupGame, ...], generation: Generation) -> Iterator[str]:
    """Yield a line for each game that is left out, or of which only the beginning is there."""
    for each in found:
        if each.action is Action.DAMAGED:
            yield f"{generation.path}: {each.member} is not a game, or is damaged"
        elif not each.is_sound:
            beginning = f"{each.member} is damaged: only its beginning can be read"
            yield f"{generation.path}: {beginning}"


def _planned(
    found: tuple[BackupGame, ...], generation: Generation, options: Options
) -> Status | None:
    """Say what would be done, and ask; None if it shall be done."""
    say(_plan(found, generation))
    if options.dry_run or not any(each.action in WRITTEN for each in found):
        return Status.DONE
    if options.yes:
        return None
    if sys.stdin is None or not sys.stdin.isatty():
        complain(["add --yes to restore without being asked"])
        return Status.UNREADABLE
    answer = (ask("Restore, yes or no? [no] ") or "").strip().casefold()
    if answer and "yes".startswith(answer):
        return None
    remark(["Nothing was changed"])
    return Status.DONE


def _plan(found: tuple[BackupGame, ...], generation: Generation) -> Iterator[str]:
    """Yield what would be done, a line for each action that occurs."""
    yield f"{generation.path}:"
    for action, text in _PLANNED.items():
        number = sum(each.action is action for each in found)
        if number or not found:
            yield f"  {counted(number, 'game')} {text}"


_PLANNED = {
    Action.NEW: "to restore",
    Action.LONGER: "to continue",
    Action.SAME: "already here",
    Action.KEPT: "kept: newer or different here",
    Action.DAMAGED: "left out: damaged in the backup",
}
