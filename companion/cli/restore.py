"""``ra-companion restore``: restores games from a backup, without losing any that is here.

The archive is read to its end, and every game in it is verified, before anything is written. A game
is restored if none of its name is here, or if the one here is its own beginning; everything else
stays. Names forgotten since the backup stay forgotten. A game that cannot be verified at all is
named and left out; the others are restored.
"""

import re
import sys
import tarfile
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from tarfile import TarInfo

import msgspec

from companion.app.forgetting import erasures
from companion.cli.backup import FOLDER, OTHER, Generation, generations
from companion.cli.terminal.options import NAME, GamesOptions
from companion.cli.terminal.output import ask, complain, complain_of, remark, say
from companion.cli.terminal.parser import CommandParser
from companion.cli.terminal.progress import Advance, progress
from companion.i18n import Words, mark
from companion.journal.claim import Claim, claim, games_folder
from companion.journal.disk import open_file, replace_whole
from companion.journal.erasing import cleaned
from companion.journal.filesystem import AlreadyClaimed, JournalBroken
from companion.journal.games_dir import SUFFIX
from companion.journal.lines import GameId, fold
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

_MEMBER = re.compile(
    rf"(?:{OTHER}\d+/)?(\d{{6,}}-\d{{8}}T\d{{6}}){re.escape(SUFFIX)}(\.unproved-\d+)?"
)

_LARGEST_GAME = 64 << 20
"""Bytes; a game of a whole evening is a thousandth of it."""

_LARGEST_BACKUP = 4 << 30
"""Bytes of all games together."""


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


class HostileError(ValueError):
    """An archive is none of ours; the text says why, and nothing of it is used."""

    def __init__(self, sentence: str, member: str = "") -> None:
        super().__init__(sentence, member)
        self.sentence, self.member = sentence, member


class Fate(Enum):
    """What becomes of a game of a backup."""

    NEW = "new"
    """None of its name is here."""
    LONGER = "longer"
    """What is here is its beginning."""
    SAME = "same"
    KEPT = "kept"
    """The game here is newer, or another one; it stays."""
    DAMAGED = "damaged"
    """Not even its first line can be proved."""


class BackupGame(msgspec.Struct, frozen=True):
    """A game in a backup."""

    member: str
    """What it is called there."""
    game: GameId
    fate: Fate


def run(options: Options) -> int:
    """Bring games back and return the exit status."""
    data, said = options.data_folder, options.said
    generation = _meant(options.source)
    if generation is None:
        nothing = mark("{place}: there is no backup here: name a stick, a folder or a .tar file")
        complain([said.say(nothing, place=options.source)])
        return Status.UNREADABLE
    try:
        found = read(generation, data)
        complain(_damage(found, generation, said))
        is_whole = all(each.fate is not Fate.DAMAGED for each in found)
        done = Status.DONE if is_whole else Status.UNREADABLE
        status = _planned(found, generation, options, said)
        if status is not None:
            return done if status is Status.DONE else status
        with claim(data) as ours, progress(said) as advance:
            restored = _put_back(ours, generation, found, advance)
    except HostileError as why:
        complain([f"{generation.path}: {said.say(why.sentence, member=why.member)}"])
        return Status.UNREADABLE
    except AlreadyClaimed:
        complain([said.say("the table is open: close it first, or let staff do it there")])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain_of(why, data, said)
        return Status.UNREADABLE
    say([said.tell("{number} game restored.", "{number} games restored.", restored)])
    return done


_WRITTEN = (Fate.NEW, Fate.LONGER)


def _meant(source: Path) -> Generation | None:
    """Return the backup that is meant: the file itself, or the newest in a folder."""
    if source.is_dir():
        found = generations(source.parent if source.name == FOLDER else source)
        return found[-1] if found else None
    if not source.exists():
        return None
    named = [each for each in generations(source.parent.parent) if each.path.name == source.name]
    return named[0] if named else Generation(0, 0, source)


def _damage(found: tuple[BackupGame, ...], generation: Generation, said: Words) -> Iterator[str]:
    """Yield a line for each game that is left out."""
    for each in found:
        if each.fate is Fate.DAMAGED:
            sentence = said.say("{member} is not a game, or is damaged", member=each.member)
            yield f"{generation.path}: {sentence}"


def _planned(
    found: tuple[BackupGame, ...], generation: Generation, options: Options, said: Words
) -> int | None:
    """Say what would be done, and ask; None if it shall be done."""
    say(_plan(found, generation, said))
    if options.dry_run or not any(each.fate in _WRITTEN for each in found):
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


def read(generation: Generation, data: Path) -> tuple[BackupGame, ...]:
    """Read a backup to its end, prove every game in it, and say what becomes of each.

    Raises:
        HostileError: It is not whole, or holds what no backup of ours does.
        OSError: It cannot be read.
    """
    found: list[BackupGame] = []
    names: set[GameId] = set()
    for member, game, raw in _games(generation, data):
        if raw is None:
            found.append(BackupGame(member, game, Fate.DAMAGED))
            continue
        fate = Fate.KEPT if game in names else _fate(data, game, raw)
        names.add(game)
        found.append(BackupGame(member, game, fate))
    return tuple(found)


def _games(generation: Generation, data: Path) -> Iterator[tuple[str, GameId, bytes | None]]:
    """Yield every game of a backup, proved, and without names if somebody was forgotten since.

    Of a game whose first line cannot be proved there is nothing to yield but its name.
    """
    is_old = generation.erasures < erasures(data)
    for member, raw in _members(generation.path):
        game = GameId(member.rpartition("/")[2].removesuffix(SUFFIX))
        if not fold([raw], game).lines:
            yield member, game, None
        else:
            yield member, game, cleaned(game, raw) if is_old else raw


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of everything in an archive, which is only ever read.

    Raises:
        HostileError: It holds what no backup of ours does.
        OSError: It cannot be read.
    """
    with open_file(path) as file:
        size = 0
        try:
            with tarfile.open(fileobj=file, mode="r:") as archive:
                for member in archive:
                    _see(member)
                    size += member.size
                    if size > _LARGEST_BACKUP:
                        raise HostileError(mark("the backup is too large"))
                    content = archive.extractfile(member)
                    raw = b"" if content is None else content.read(member.size)
                    if len(raw) != member.size:
                        raise HostileError(_NOT_WHOLE)
                    if member.name.endswith(SUFFIX):  # else it was set aside as damaged
                        yield member.name, raw
                file.seek(archive.offset)
                if file.read(len(_END)) != _END:
                    raise HostileError(_NOT_WHOLE)
        except (tarfile.TarError, EOFError, ValueError, OverflowError) as why:
            if isinstance(why, HostileError):
                raise
            raise HostileError(_NOT_WHOLE) from why


_END = tarfile.NUL * (2 * tarfile.BLOCKSIZE)

_NOT_WHOLE = mark("the backup is damaged or incomplete")


def _see(member: TarInfo) -> None:
    """See that a member is what a backup holds: a game, a plain file, of a game's size.

    Raises:
        HostileError: It is a link, a device, a folder, lies elsewhere, or is too large.
    """
    if not member.isreg() or member.issparse() or _MEMBER.fullmatch(member.name) is None:
        raise HostileError(mark("{member} does not belong in a backup"), member.name)
    if member.size > _LARGEST_GAME:
        raise HostileError(mark("{member} is too large for a game"), member.name)


def _fate(data: Path, game: GameId, raw: bytes) -> Fate:
    here = games_folder(data) / f"{game}{SUFFIX}"
    if not here.exists() and not here.is_symlink():
        return Fate.NEW
    with open_file(here) as file:
        now = file.read()
    if now == raw:
        return Fate.SAME
    return Fate.LONGER if raw.startswith(now) else Fate.KEPT


def _put_back(
    ours: Claim, generation: Generation, planned: tuple[BackupGame, ...], advance: Advance
) -> int:
    """Write the games that shall be written, and return how many they were.

    What becomes of each is asked again: now nobody else writes here.
    """
    wanted = {each.member for each in planned if each.fate in _WRITTEN}
    done = 0
    for member, game, raw in _games(generation, ours.data):
        if raw is not None and member in wanted and _fate(ours.data, game, raw) in _WRITTEN:
            replace_whole(ours.disk, ours.games / f"{game}{SUFFIX}", raw)
            done += 1
            advance(done, len(wanted))
    return done
