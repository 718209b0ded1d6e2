"""Backups of all games on a stick or in a folder, a generation at a time, and games out of them.

A generation is one file, a tar archive of every journal that ends with the SHA-256 of each; without
those it is no backup, unless an earlier version wrote it. It is written under another name,
flushed, read back and compared before it gets its own name. Only then may an old generation go, and
only one of which the new one holds everything. If the stick is pulled out in the middle, the old
ones are still there.
"""

import errno
import os
import re
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from pathlib import Path
from tarfile import BLOCKSIZE, NUL, RECORDSIZE, TarInfo
from typing import BinaryIO

import msgspec

from companion.journal import games_dir
from companion.journal.claim import FolderLock, games_folder
from companion.journal.disk import (
    DISK,
    NEW,
    Disk,
    give_name,
    gone_if_it_fails,
    open_file,
    read_file,
    replace_whole,
    sync_folder,
    write_whole,
)
from companion.journal.erasing import DifferentGame, cleaned, erasures
from companion.journal.filesystem import broken
from companion.journal.games_dir import LARGEST_BYTES, SUFFIX
from companion.journal.lines import FlawKind, GameId, Line, read_unchained, verify

GENERATIONS = 5
"""How many generations are kept."""

FOLDER = "ra-companion"
"""What they lie in on the stick."""

LARGEST_BACKUP = 4 << 30
"""Bytes of all games together."""

_MOST_GAMES = 200_000

_NAME = re.compile(r"games-(\d{6,9})-(\d{1,9})\.tar")

_OTHER = "other-"
"""The folder, with a number, of a game that has the name of another, or goes on differently."""

_MEMBER = re.compile(
    rf"(?:{_OTHER}\d{{1,9}}/)?(\d{{6,}}-\d{{8}}T\d{{6}}){re.escape(SUFFIX)}(\.unproved-\d+)?"
)

_LOST = ".unproved-0"
"""How the name of a game ends if nothing in it can be read: it is not restored."""

_SUMS = "SHA256SUMS"
"""The last member: the sum and the name of each, as ``sha256sum`` writes them."""

_CHUNK_BYTES = 1 << 20

_UNREAD = "cannot be read"

_END = NUL * (2 * BLOCKSIZE)

Advance = Callable[[int, int], None]
"""Is told how many are done, and of how many."""


def _in_silence(_done: int, _of: int) -> None:
    """Tell nobody."""


class BadBackup(ValueError):
    """An archive is no backup, or not a whole one; nothing of it is restored."""

    def __init__(self, sentence: str, member: str = "") -> None:
        super().__init__(sentence, member)
        self.sentence, self.member = sentence, member


NOT_WHOLE = "the backup is damaged or incomplete"


class Generation(msgspec.Struct, frozen=True):
    """One backup."""

    number: int
    erasures: int
    """How often somebody had been forgotten when it was written."""
    path: Path


def generations(target: Path) -> tuple[Generation, ...]:
    """Return the backups in a folder or on a stick, the oldest first; they may be damaged."""
    found = []
    for path in (target / FOLDER).glob("games-*.tar"):
        name = _NAME.fullmatch(path.name)
        if name:
            found.append(Generation(int(name[1]), int(name[2]), path))
    return tuple(sorted(found, key=lambda each: each.number))


def _game_of(name: str) -> GameId:
    return GameId(name.rpartition("/")[2].partition(SUFFIX)[0])


class Member(msgspec.Struct, frozen=True):
    """A file in an archive."""

    name: str
    raw: bytes
    is_sound: bool
    """Whether it is as it was written, as far as can be known."""

    @property
    def game(self) -> GameId:
        """The game that it is, or is a damaged copy of."""
        return _game_of(self.name)

    @property
    def is_game(self) -> bool:
        """Whether it is a game; else it had been set aside as damaged."""
        return self.name.endswith(SUFFIX)


def members(path: Path, known: Mapping[str, object] | None = None) -> Iterator[Member]:
    """Yield every file in an archive.

    Args:
        path: The archive, which is only ever read.
        known: The sums of files that are passed over.

    Raises:
        BadBackup: It is no backup, or not a whole one. What was yielded before can still be used.
        OSError: It cannot be read.
    """
    with open_file(path) as file:
        entries, flaw = _entries(file)
        sums = None
        if entries and entries[-1].name == _SUMS:
            sums = _sums(file, entries.pop())
        is_all = bool(entries) if sums is None else sums.keys() == {each.name for each in entries}
        for each in entries:
            if known is not None and sums is not None and sums.get(each.name) in known:
                continue
            raw = _bytes_of(file, each)
            if len(raw) != each.size:
                raise BadBackup(NOT_WHOLE)
            yield Member(each.name, raw, flaw is None and _is_sound(each.name, raw, sums))
        if flaw is not None or not is_all:
            raise flaw or BadBackup(NOT_WHOLE)


class _Entry(msgspec.Struct, frozen=True):
    """Where a file lies in an archive."""

    name: str
    start: int
    size: int


def _entries(file: BinaryIO) -> tuple[list[_Entry], BadBackup | None]:
    """Return what is in an archive by its headers, and why that is not all or not ours."""
    found: list[_Entry] = []
    whole = 0
    while True:
        block = file.read(BLOCKSIZE)
        if block == NUL * BLOCKSIZE:
            return found, None if _has_ended(file) else BadBackup(NOT_WHOLE)
        try:
            header = TarInfo.frombuf(block, "utf-8", "strict")
        except (tarfile.HeaderError, ValueError):
            return found, BadBackup(NOT_WHOLE)
        name = header.name
        if header.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or (
            name != _SUMS and _MEMBER.fullmatch(name) is None
        ):
            return found, BadBackup("{member} does not belong in a backup", name)
        if not 0 <= header.size <= LARGEST_BYTES:
            return found, BadBackup("{member} is too large for a game", name)
        found.append(_Entry(name, file.tell(), header.size))
        whole += header.size
        if whole > LARGEST_BACKUP or len(found) > _MOST_GAMES:
            return found, BadBackup("the backup is too large")
        file.seek(_padded(header.size), os.SEEK_CUR)


def _has_ended(file: BinaryIO) -> bool:
    """Whether an archive ends here, after the first of its two empty blocks.

    Other programs fill the last record; no more empty blocks, as zeros can stand for lost games.
    """
    end = file.tell()
    rest = file.read(RECORDSIZE + 1)
    is_record = (end + len(rest)) % RECORDSIZE == 0
    return not rest.strip(NUL) and (len(rest) == BLOCKSIZE or (bool(rest) and is_record))


def _padded(size: int) -> int:
    return -(-size // BLOCKSIZE) * BLOCKSIZE


def _bytes_of(file: BinaryIO, entry: _Entry) -> bytes:
    file.seek(entry.start)
    return file.read(entry.size)


def _sums(file: BinaryIO, entry: _Entry) -> dict[str, str]:
    """Return the sum of each file in an archive by its name."""
    lines = _bytes_of(file, entry).decode(errors="replace").splitlines()
    return {name: digits for digits, _, name in (line.partition("  ") for line in lines)}


def _sum(raw: bytes) -> str:
    return sha256(raw).hexdigest()


def _is_sound(name: str, raw: bytes, sums: Mapping[str, str] | None) -> bool:
    """Whether a file is as it was written; without sums, whether only a torn last line is wrong."""
    if sums is not None:
        return sums.get(name) == _sum(raw)
    flaw = verify([raw], _game_of(name)).flaw if name.endswith(SUFFIX) else None
    return flaw is None or (flaw.kind is FlawKind.TORN and NUL not in raw[flaw.offset :])


class Saved(msgspec.Struct, frozen=True):
    """What a backup came to."""

    generation: Generation
    games: int
    size: int
    """Bytes."""
    gone: tuple[Path, ...]
    """Old generations that were deleted."""
    unread: tuple[OSError, ...] = ()
    """Why games could not be read; an older backup's copy of them is carried over."""


def save(data: Path, target: Path, disk: Disk = DISK, advance: Advance = _in_silence) -> Saved:
    """Write a new generation, and return once it was read back and is the same.

    The games may be written meanwhile: of a running one its beginning is in the backup, up to a
    whole line or not, as after a pulled plug. One that cannot be read does not keep the others out.
    Whatever only an older generation has is carried over, without names if that knows somebody who
    is forgotten.

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
        for half in folder.glob(f"games-*.tar{NEW}"):  # of a stick that was pulled out
            disk.unlink(half)
        old = generations(target)
        number = 1 + max((each.number for each in old), default=0)
        count = max(erasures(data), *(each.erasures for each in old), 0)
        made = Generation(number, count, folder / f"games-{number:06d}-{count}.tar")
        aside = made.path.with_name(made.path.name + NEW)
        fd = disk.open(aside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            with gone_if_it_fails(disk, aside):
                archive = _Archive(disk, fd)
                unread = _add_games(archive, data, advance)
                read = _carry_over(archive, old, count, unread)
                archive.end()
                disk.fsync(fd)
                _compare(archive, disk, fd, aside)
                give_name(disk, fd, aside, made.path)
        finally:
            disk.close(fd)
        gone = _superseded(made, old, read)
        for path in gone:
            disk.unlink(path)
        if gone:
            sync_folder(disk, folder)
    except OSError as why:
        raise broken(why, folder) from why
    games = sum(name.endswith(SUFFIX) for name in archive.sums)
    return Saved(made, games, archive.size, gone, tuple(unread))


class _Archive:
    """An archive that is being written."""

    def __init__(self, disk: Disk, fd: int) -> None:
        self._disk, self._fd = disk, fd
        self.size = 0
        self.sums: dict[str, str] = {}
        """The sum of each file by its name."""
        self.known: dict[str, str] = {}
        """The name of each file by its sum."""
        self._versions: dict[GameId, list[_Entry]] = {}

    def add(self, name: str, raw: bytes) -> None:
        """Write a file, in pieces."""
        about = TarInfo(name)
        about.size, about.mode = len(raw), 0o644
        self._write(about.tobuf(tarfile.USTAR_FORMAT))
        if name.endswith(SUFFIX):
            entry = _Entry(name, self.size, len(raw))
            self._versions.setdefault(_game_of(name), []).append(entry)
        for at in range(0, len(raw), _CHUNK_BYTES):
            self._write(raw[at : at + _CHUNK_BYTES])
        self._write(NUL * (_padded(len(raw)) - len(raw)))
        self.sums[name] = _sum(raw)
        self.known[self.sums[name]] = name

    def end(self) -> None:
        """Write the sums and the end of the archive."""
        sums = dict(self.sums)
        self.add(_SUMS, "".join(f"{each}  {name}\n" for name, each in sums.items()).encode())
        self.sums = sums
        self._write(_END)

    def versions(self, game: GameId) -> Iterator[bytes]:
        """Yield what was written of a game: once, unless it went on differently."""
        for entry in self._versions.get(game, ()):
            yield self._disk.pread(self._fd, entry.size, entry.start)

    def _write(self, piece: bytes) -> None:
        if piece:
            write_whole(self._disk, self._fd, piece)
            self.size += len(piece)


def _add_games(archive: _Archive, data: Path, advance: Advance) -> list[OSError]:
    """Add every game, and what was set aside as damaged; return why some could not be read."""
    unread: list[OSError] = []
    paths = (*(file.path for file in games_dir.game_files(data)), *games_dir.set_aside(data))
    for number, path in enumerate(paths, start=1):
        try:
            raw = read_file(path, LARGEST_BYTES)
        except OSError as why:
            unread.append(OSError(why.errno, why.strerror or str(why), str(path)))
            continue
        is_lost = path.name.endswith(SUFFIX) and read_unchained(raw[: raw.find(b"\n") + 1]) is None
        archive.add(f"{path.name}{_LOST}" if is_lost else path.name, raw)
        advance(number, len(paths))
    return unread


class _Read(msgspec.Struct):
    """How old generations were read."""

    damaged: list[Generation] = []
    """No backups: what can be read of them was carried over."""
    unread: list[Generation] = []
    """They may hold what could not be carried over."""


def _carry_over(
    archive: _Archive, old: Sequence[Generation], count: int, unread: list[OSError]
) -> _Read:
    """Add everything that only older generations have: sound files first, the newest first."""
    found = _Read()
    for is_sound in (True, False):
        for generation in reversed(old):
            try:
                for member in members(generation.path, archive.known):
                    if member.is_sound is is_sound:
                        _carry(archive, generation, member, is_old=generation.erasures < count)
            except BadBackup:
                found.damaged.append(generation)
            except (OSError, DifferentGame) as why:
                if is_sound:
                    unread.append(OSError(errno.EIO, str(why) or _UNREAD, str(generation.path)))
                found.unread.append(generation)
    return found


def _carry(archive: _Archive, generation: Generation, member: Member, *, is_old: bool) -> None:
    raw = cleaned(member.game, member.raw) if is_old else member.raw
    if _sum(raw) in archive.known:
        return
    if member.is_game and any(
        _goes_on(member.game, raw, each) for each in archive.versions(member.game)
    ):
        return
    name, number = member.name, generation.number
    while name in archive.sums:
        name, number = f"{_OTHER}{number}/{member.name.rpartition('/')[2]}", number + 1
    archive.add(name, raw)


def _goes_on(game: GameId, old: bytes, new: bytes) -> bool:
    """Whether everything that can be proved of a game is also in another copy, but for names."""
    was, now = (
        [(line.stamp, _beyond_names(line)) for line in verify([raw], game).lines]
        for raw in (old, new)
    )
    return was == now[: len(was)] if was else new.startswith(old)


def _beyond_names(line: Line) -> bytes:
    event = bytes(line.event_json)
    return b"" if not line.number or event.startswith(b'{"rejected"') else event


def _compare(archive: _Archive, disk: Disk, fd: int, path: Path) -> None:
    """Read an archive back from the disk and see that it holds these files.

    Raises:
        OSError: It does not.
    """
    with suppress(OSError, AttributeError):
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)  # from the stick, not from memory
    try:
        found = {each.name: _sum(each.raw) for each in members(path)}
    except BadBackup as why:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path)) from why
    if disk.fstat(fd).st_size != archive.size or found != archive.sums:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))


def _superseded(made: Generation, old: Sequence[Generation], read: _Read) -> tuple[Path, ...]:
    """Return what may go: the oldest, and all that know somebody who is forgotten."""
    whole = [*(each for each in old if each not in (*read.damaged, *read.unread)), made]
    kept = [each for each in whole if each.erasures == made.erasures][-GENERATIONS:]
    return tuple(
        each.path
        for each in old
        if each not in (*kept, *read.unread)
        and (each.erasures < made.erasures or each.number < kept[0].number)
    )


class Action(Enum):
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


WRITTEN = (Action.NEW, Action.LONGER)


class BackupGame(msgspec.Struct, frozen=True):
    """A game in a backup."""

    member: str
    """What it is called there."""
    game: GameId
    action: Action
    is_sound: bool
    """Whether all of it is as it was written; else its beginning is."""


def meant(source: Path) -> tuple[Generation, ...]:
    """Return the backups that can be meant: the file, or those in a folder, the newest first."""
    if source.is_dir():
        return generations(source.parent if source.name == FOLDER else source)[::-1]
    if not source.exists():
        return ()
    named = [each for each in generations(source.parent.parent) if each.path.name == source.name]
    return (named[0] if named else Generation(0, 0, source),)


def read(generation: Generation, data: Path) -> tuple[BackupGame, ...]:
    """Read a backup to its end, prove every game in it, and say what becomes of each.

    Raises:
        BadBackup: It is no backup, is not whole, or holds what no backup of ours does.
        OSError: It cannot be read.
    """
    found: dict[str, BackupGame] = {}
    before: dict[GameId, tuple[str, int, str]] = {}
    for member, raw in _games(generation, data):
        action = Action.DAMAGED if raw is None else _action(data, member.game, raw)
        if raw is not None and member.game in before:
            name, size, digits = before[member.game]
            if len(raw) > size and _sum(raw[:size]) == digits:
                found[name] = msgspec.structs.replace(found[name], action=Action.KEPT)
            else:
                action = Action.KEPT
        if raw is not None and action is not Action.KEPT:
            before[member.game] = (member.name, len(raw), _sum(raw))
        found[member.name] = BackupGame(member.name, member.game, action, member.is_sound)
    return tuple(found.values())


def restore(
    ours: FolderLock, generation: Generation, planned: Sequence[BackupGame], advance: Advance
) -> int:
    """Write the games that shall be written, and return how many they were.

    What becomes of each is asked again: now nobody else writes here.

    Raises:
        BadBackup, OSError: As for `read`; or a game could not be written.
    """
    wanted = {each.member for each in planned if each.action in WRITTEN}
    done = 0
    for member, raw in _games(generation, ours.data):
        if raw is None or member.name not in wanted:
            continue
        if _action(ours.data, member.game, raw) in WRITTEN:
            replace_whole(ours.disk, ours.games / f"{member.game}{SUFFIX}", raw)
            done += 1
            advance(done, len(wanted))
    return done


def _games(generation: Generation, data: Path) -> Iterator[tuple[Member, bytes | None]]:
    """Yield every game of a backup with its bytes, without names if somebody was forgotten since.

    Of a game whose first line cannot be proved there are none.
    """
    is_old = generation.erasures < erasures(data)
    for member in members(generation.path):
        if not member.is_game:
            continue
        raw = member.raw if verify([member.raw], member.game).lines else None
        if raw is not None and is_old:
            try:
                raw = cleaned(member.game, raw)
            except DifferentGame:
                raw = None
        yield member, raw


def _action(data: Path, game: GameId, raw: bytes) -> Action:
    here = games_folder(data) / f"{game}{SUFFIX}"
    if not here.exists() and not here.is_symlink():
        return Action.NEW
    try:
        now = read_file(here, LARGEST_BYTES)
    except OSError:
        return Action.KEPT
    if now == raw:
        return Action.SAME
    return Action.LONGER if raw.startswith(now) else Action.KEPT
