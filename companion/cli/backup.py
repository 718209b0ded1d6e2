"""``ra-companion backup``: copies all games to a stick or a folder, a generation at a time.

A generation is one file, a tar archive of every journal, named by its number. It is written under
another name, flushed, read back and compared byte by byte before it gets its own name; only then
may an old generation go. If the stick is pulled out in the middle, the old ones are still there.
"""

import errno
import os
import re
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from companion.app.forgetting import erasures
from companion.cli.terminal.options import GamesOptions
from companion.cli.terminal.output import complain, complain_of, say
from companion.cli.terminal.parser import CommandParser
from companion.cli.terminal.progress import Advance, in_silence, progress
from companion.i18n import mark
from companion.journal import games_dir
from companion.journal.disk import (
    DISK,
    NEW,
    Disk,
    give_name,
    open_file,
    sync_folder,
    write_whole,
)
from companion.journal.erasing import cleaned
from companion.journal.filesystem import JournalBroken, broken
from companion.journal.games_dir import SUFFIX
from companion.journal.lines import GameId, Stamp, glance
from companion.storage import Status

GENERATIONS = 5
"""How many generations are kept."""

FOLDER = "ra-companion"
"""What they lie in on the stick."""

_NAME = re.compile(r"games-(\d{6,})-(\d+)\.tar")

OTHER = "other-"

_LOST = ".unproved-0"
"""How the name of a game ends if nothing in it can be read: it is not restored."""

_CHUNK_BYTES = 1 << 20


class Generation(msgspec.Struct, frozen=True):
    """One backup."""

    number: int
    erasures: int
    """How often somebody had been forgotten when it was written."""
    path: Path


class Saved(msgspec.Struct, frozen=True):
    """What a backup came to."""

    generation: Generation
    games: int
    size: int
    """Bytes."""
    gone: tuple[Path, ...]
    """Old generations that were taken away, or knew somebody who is forgotten."""
    unread: tuple[OSError, ...] = ()
    """Why games could not be read; an older backup's copy of them is carried over."""


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


def save(data: Path, target: Path, disk: Disk = DISK, advance: Advance = in_silence) -> Saved:
    """Write a new generation, and return once it was read back and is the same.

    The games may be written meanwhile: of a running one its beginning is in the backup, up to a
    whole line or not, as after a pulled plug. One that cannot be read does not keep the others out.

    Raises:
        JournalBroken: It could not be written or does not read back; the old ones are all there.
    """
    folder = target / FOLDER
    try:
        if not target.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target))
        if not folder.is_dir():
            disk.mkdir(folder, 0o755)
            sync_folder(disk, target)
        _clear(disk, folder)
        old = generations(target)
        number = 1 + max((each.number for each in old), default=0)
        count = max(erasures(data), *(each.erasures for each in old), 0)
        path = folder / f"games-{number:06d}-{count}.tar"
        unread: list[OSError] = []
        games, size = _written(disk, path, _all_games(data, old, count, advance, unread))
        made = Generation(number, count, path)
        return Saved(made, games, size, _thinned(disk, folder, (*old, made)), tuple(unread))
    except OSError as why:
        raise broken(why, folder) from why


def generations(target: Path) -> tuple[Generation, ...]:
    """Return the backups in a folder or on a stick, the oldest first."""
    found = []
    for path in (target / FOLDER).glob("games-*.tar"):
        name = _NAME.fullmatch(path.name)
        if name:
            found.append(Generation(int(name[1]), int(name[2]), path))
    return tuple(sorted(found, key=lambda each: each.number))


def games_in(generation: Generation) -> Iterator[tuple[str, bytes]]:
    """Yield every game's file name and its bytes.

    Raises:
        OSError: It cannot be read, or is not whole.
    """
    try:
        with tarfile.open(generation.path, "r:") as archive:
            for member in archive:
                file = archive.extractfile(member)
                if file is not None:
                    yield member.name, file.read()
    except tarfile.TarError as why:
        raise OSError(str(why)) from why


def _all_games(
    data: Path,
    old: tuple[Generation, ...],
    count: int,
    advance: Advance,
    unread: list[OSError],
) -> Iterator[tuple[str, bytes]]:
    """Yield every game here, and those that only an earlier backup has: none is ever lost.

    Files that were set aside as damaged are included, too.

    What comes from a backup that knows somebody who is forgotten comes without any names. Why games
    here could not be read is added to `unread`.
    """
    here: dict[str, Stamp | None] = {}
    paths = (*(volume.path for volume in games_dir.volumes(data)), *games_dir.set_aside(data))
    for number, path in enumerate(paths, start=1):
        try:
            with open_file(path) as file:
                raw = file.read()
        except OSError as why:
            unread.append(OSError(why.errno, why.strerror or str(why), str(path)))
            continue
        begun = _begun(raw)
        name = path.name if begun or not path.name.endswith(SUFFIX) else f"{path.name}{_LOST}"
        here[path.name] = begun
        yield name, raw
        advance(number, len(paths))
    for generation in reversed(old):
        with suppress(OSError):  # what cannot be read any more says nothing; the one before may
            for name, raw in games_in(generation):
                if not name.endswith(SUFFIX):
                    continue  # what was set aside is kept only as long as it lies here
                kept_as = name
                if here.get(name, _begun(raw)) != _begun(raw):  # another game of the same name
                    kept_as = f"{OTHER}{generation.number}/{name}"
                if kept_as not in here:
                    here[kept_as] = _begun(raw)
                    game = GameId(name.rpartition("/")[2].removesuffix(SUFFIX))
                    is_old = generation.erasures < count
                    yield kept_as, cleaned(game, raw) if is_old else raw
            return


def _begun(raw: bytes) -> Stamp | None:
    """Return when and where a game was begun, which no erasure changes."""
    header = glance(raw[: raw.find(b"\n") + 1])
    return None if header is None else header.stamp


def _written(disk: Disk, path: Path, games: Iterator[tuple[str, bytes]]) -> tuple[int, int]:
    """Write a generation beside its place, compare, and let it take its place."""
    aside = path.with_name(path.name + NEW)
    fd = disk.open(aside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        sums, size = _poured(disk, games, fd)
        disk.fsync(fd)
        _compare(disk, fd, aside, sums, size)
        give_name(disk, fd, aside, path)
    except OSError:
        with suppress(OSError):
            disk.unlink(aside)
        raise
    finally:
        disk.close(fd)
    return sum(name.endswith(SUFFIX) for name in sums), size


def _poured(disk: Disk, games: Iterator[tuple[str, bytes]], fd: int) -> tuple[dict[str, str], int]:
    """Write games as an archive, and return their sums and its size."""
    sums, size = {}, 0
    for name, raw in games:
        sums[name] = sha256(raw).hexdigest()
        for piece in _member(name, raw):
            write_whole(disk, fd, piece)
            size += len(piece)
    end = tarfile.NUL * (2 * tarfile.BLOCKSIZE)
    write_whole(disk, fd, end)
    return sums, size + len(end)


def _member(name: str, raw: bytes) -> Iterator[bytes]:
    """Yield a file as it stands in an archive, in pieces."""
    about = tarfile.TarInfo(name)
    about.size = len(raw)
    about.mode = 0o644
    yield about.tobuf(tarfile.USTAR_FORMAT)
    yield from (raw[at : at + _CHUNK_BYTES] for at in range(0, len(raw), _CHUNK_BYTES))
    if rest := len(raw) % tarfile.BLOCKSIZE:
        yield tarfile.NUL * (tarfile.BLOCKSIZE - rest)


def _compare(disk: Disk, fd: int, path: Path, sums: dict[str, str], size: int) -> None:
    """Read an archive back from the disk and see that it holds these games.

    Raises:
        OSError: It does not.
    """
    with suppress(OSError, AttributeError):
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)  # from the stick, not from memory
    found = {}
    try:
        with tarfile.open(path, "r:") as archive:
            for member in archive:
                file = archive.extractfile(member)
                found[member.name] = sha256(file.read() if file else b"").hexdigest()
    except tarfile.TarError as why:
        raise OSError(errno.EIO, str(why), str(path)) from why
    if disk.fstat(fd).st_size != size or found != sums:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))


def _clear(disk: Disk, folder: Path) -> None:
    """Take away what a stick that was pulled out has left half written."""
    for path in folder.glob(f"games-*.tar{NEW}"):
        disk.unlink(path)


def _thinned(disk: Disk, folder: Path, all_of_them: tuple[Generation, ...]) -> tuple[Path, ...]:
    """Take away the oldest, and all that know somebody who is forgotten."""
    newest = all_of_them[-1]
    kept = [each for each in all_of_them if each.erasures == newest.erasures][-GENERATIONS:]
    gone = tuple(each.path for each in all_of_them if each not in kept)
    for path in gone:
        disk.unlink(path)
    if gone:
        sync_folder(disk, folder)
    return gone
