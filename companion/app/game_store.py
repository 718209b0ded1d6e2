"""Saves the current game: holds the claim on the folder, the open journal, and its writer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import msgspec

from companion.app.calls import AuctionCalls
from companion.app.pending_writes import PendingWrites
from companion.core.messages import Remembered, Resumed, SavedGame
from companion.core.model import Agreement, Guest
from companion.core.notices import Notes, Notice
from companion.journal import game_lines, games_dir
from companion.journal.claim import FolderLock, claim, games_folder
from companion.journal.disk import DISK, Disk, move_aside, read_file, replace_whole
from companion.journal.filesystem import (
    AlreadyClaimed,
    FolderTrouble,
    Ground,
    JournalBroken,
    broken,
    where_it_lies,
)
from companion.journal.game_lines import Kept
from companion.journal.lines import Event, Flaw, GameId, Line, stamp
from companion.rules.model import Phase

if TYPE_CHECKING:
    from companion.app.chosen import Chosen
    from companion.app.counts import Counts
    from companion.core.model import Model
    from companion.journal.book import GameWriter
    from companion.journal.writer import Writer
    from companion.rules.records.timeline import Timeline

MOST_LOOKED_AT = 20
"""How many of the newest games are searched for one that was left."""

MOST_OFFERED = 5
"""So many of them are offered when people want to go on."""

ROOM_BYTES = 1_000_000
"""The free space from which a full disk counts as mended."""

_RESUMED = "resumed"
"""The file that says which game was taken up again."""

_MOST_BYTES = 200

_NOTES = {
    FolderTrouble.FULL: Notes.NOT_SAVED_FULL,
    FolderTrouble.READ_ONLY: Notes.NOT_SAVED_READ_ONLY,
    FolderTrouble.DENIED: Notes.NOT_SAVED_DENIED,
    FolderTrouble.GONE: Notes.NOT_SAVED_GONE,
}


def _saved(file: games_dir.GameFile, kept: Kept) -> SavedGame:
    timeline, last = kept.timeline, kept.lines[-1].wall_ms / 1000
    partial = timeline.partial_game
    return SavedGame(
        file.game,
        f"{datetime.fromtimestamp(last, UTC).astimezone():%Y-%m-%d %H:%M}",
        timeline.start.setup,
        kept.guests,
        timeline.game.epoch if partial is None else partial.epoch or 1,
    )


class _TakenUp(msgspec.Struct, frozen=True):
    """A game that was taken up again."""

    game: str
    newest: str
    """The newest game then: another that is begun later is on the table."""
    size: int = 0
    """Its bytes then: if it is longer, it may have been left again."""

    @property
    def line(self) -> bytes:
        return f"{self.game} {self.newest} {self.size}\n".encode()

    @classmethod
    def read(cls, line: bytes) -> _TakenUp:
        """Return what the file says; before version 3 without the size.

        Raises:
            ValueError: It says nothing.
        """
        game, newest, *size = line.decode("ascii").split()
        return cls(game, newest, int(size[0]) if size else 0)


class Done(msgspec.Struct, frozen=True):
    """What was handed over last is kept; ``on_disk`` unless nothing can be kept at all."""

    on_disk: bool
    trouble: Notice | None = None
    """Why what people set at the screen will be gone after a restart."""


class Failed(msgspec.Struct, frozen=True):
    """What was handed over last is not kept, and did not happen."""

    notice: Notice


class GameStore:
    """Hands entries to the journal and says when they are safe.

    One thing at a time: after ``begin``, ``enter`` or ``leave`` wait for the answer. While the data
    folder cannot be used at all, games go on in memory, and ``troubles`` says so; as soon as it can
    be, everything that was played meanwhile is written down, each game from its beginning.
    """

    def __init__(
        self, data: Path, wake: Callable[[], None], *, allow_memory: bool = False, disk: Disk = DISK
    ) -> None:
        """Claim the data folder.

        Args:
            data: Where games are kept.
            wake: Called from the writer's thread when there is an answer.
            allow_memory: Whether a data folder in memory is nothing to speak of (tests).
            disk: What is written with.

        Raises:
            AlreadyClaimed: Another program keeps its games there.
        """
        self._data, self._wake, self._disk = data, wake, disk
        self._pending = PendingWrites()
        self._was_unusable = False  # until it is said that this is over
        self._claim: FolderLock | None = None
        self._writer: Writer | None = None
        self._before: Writer | None = None  # of the game before, until the new one is kept
        self._last: Done | Failed | None = None
        self._saving: Thread | None = None
        self.counts: Counts | None = None
        """What is being counted; None: it is not saved."""
        self._calls = AuctionCalls(data, disk)
        self.chosen: Chosen | None = None
        """What people set at the screen; None: it lasts as long as the program."""
        self._flushed = 0
        self.troubles: list[Notice] = []
        """What is wrong with the place where games are kept."""
        try:
            self._claim = claim(data, disk)
        except AlreadyClaimed:
            raise
        except JournalBroken as why:
            self._was_unusable = True
            self.troubles += [_notice(why), Notice(Notes.NOT_KEPT)]
        place = where_it_lies(data)
        if place.ground in (Ground.MEMORY, Ground.OVERLAY) and not allow_memory:
            self.troubles.append(Notice(Notes.NOT_ON_DISK, {"kind": place.file_system}))

    @property
    def flushes(self) -> int:
        """How often the disk was made to keep something since the start."""
        return self._flushed + (self._writer.flushes if self._writer else 0)

    @property
    def ours(self) -> FolderLock | None:
        """The claim on the data folder; None if it cannot be used."""
        return self._claim

    @property
    def game(self) -> GameId | None:
        """Which game is written, or was until it was left; None if none is, or in memory only."""
        return None if self._writer is None or self._pending else self._writer.game

    def newest(self) -> Resumed | None:
        """Open the newest game if nobody has left it, and say what could not be proved."""
        if self._claim is None:
            return None
        try:
            on_table = self._on_table()
            if on_table is not None:
                return self._reopen(on_table)
            for file in games_dir.newest_first(self._data):
                ends = games_dir.glimpse(file)
                if isinstance(ends.first, Flaw):
                    if ends.was_begun:
                        self.troubles.append(self._lost(file))
                    continue
                left = ends.last is not None and ends.last.event == game_lines.LEFT
                return None if left else self._reopen(file)
        except JournalBroken as why:
            self.troubles.append(_notice(why))
        return None

    def remembered(self) -> Remembered:
        """Return who played last, and whether a game was left that can go on."""
        if self._claim is None:
            return Remembered()
        try:
            for file in islice(games_dir.newest_first(self._data), MOST_LOOKED_AT):
                kept = game_lines.read(games_dir.read(file).lines)
                if kept is not None:
                    unfinished = kept.timeline.game.stage is not Phase.OVER
                    guests = self._as_handed_over(file, kept)
                    return Remembered((), guests, kept.was_left and unfinished)
        except JournalBroken as why:
            self.troubles.append(_notice(why))
        return Remembered()

    def unfinished(self) -> tuple[SavedGame, ...]:
        """Return the games that are not over, the newest first, as many as one page shows."""
        if self._claim is None or self._pending:
            return ()
        found: list[SavedGame] = []
        try:
            found.extend(_saved(*each) for each in islice(self._left(), MOST_OFFERED))
        except JournalBroken as why:
            self.troubles.append(_notice(why))
        return tuple(found)

    def fetch(self, game: str = "") -> Resumed | None:
        """Open the game that is named, else the newest that is not over, left or not."""
        if self._claim is None or self._pending:
            return None
        self._put_away(self._writer)
        self._writer = None
        try:
            named = games_dir.find(self._data, game) if game else None
            file = named or next((file for file, _ in self._left()), None)
            return None if file is None else self._take_up(file)
        except JournalBroken as why:
            self.troubles.append(_notice(why))
        return None

    def _left(self) -> Iterator[tuple[games_dir.GameFile, Kept]]:
        """Yield those of the newest games that are not over, the newest first.

        Raises:
            JournalBroken: One cannot be read.
        """
        for file in islice(games_dir.newest_first(self._data), MOST_LOOKED_AT):
            kept = game_lines.read(games_dir.read(file).lines)
            if kept is not None and kept.timeline.game.stage is not Phase.OVER:
                yield file, kept

    def _take_up(self, file: games_dir.GameFile) -> Resumed | None:
        resumed = self._reopen(file)
        if resumed is not None:
            try:
                self._remember_on_table(file)
            except JournalBroken as why:
                self.troubles.append(_notice(why))
        return resumed

    def _remember_on_table(self, file: games_dir.GameFile) -> None:
        """Remember that a game was taken up again, so that it is on the table after a power cut.

        Raises:
            JournalBroken: It cannot be written.
        """
        try:
            newest = next(games_dir.newest_first(self._data))
            taken_up = _TakenUp(file.game, newest.game, file.path.stat().st_size)
            replace_whole(self._disk, self._data / _RESUMED, taken_up.line)
        except OSError as why:
            raise broken(why, self._data / _RESUMED) from why

    def _on_table(self) -> games_dir.GameFile | None:
        """Return the game that was taken up again last, if nobody left it or began another."""
        try:
            taken_up = _TakenUp.read(read_file(self._data / _RESUMED, _MOST_BYTES))
        except (OSError, ValueError):
            return None
        newest = next(games_dir.newest_first(self._data), None)
        found = games_dir.find(self._data, taken_up.game)
        if found is None or newest is None or newest.game != taken_up.newest:
            return None
        ends = games_dir.glimpse(found)
        if isinstance(ends.first, Flaw):
            return None
        was_left = ends.last is not None and ends.last.event == game_lines.LEFT
        return None if was_left and found.path.stat().st_size != taken_up.size else found

    def _reopen(self, file: games_dir.GameFile) -> Resumed | None:
        from companion.journal.book import GameWriter  # noqa: PLC0415 - as in _writing

        assert self._claim is not None  # noqa: S101 - newest() asked
        reopened = GameWriter.reopen(self._claim, file.game)
        kept = game_lines.read(reopened.lines, is_timed=True)
        if kept is None:
            reopened.book.close()
            self.troubles.append(Notice(Notes.OTHER_VERSION, {"game": file.game}))
            return None
        notices, actions = [], len(kept.timeline.steps)
        if kept.understood < len(reopened.lines):
            reopened.book.close()
            self._copy(reopened.lines[: kept.understood])
            notices.append(Notice(Notes.NOT_UNDERSTOOD, {"actions": actions, "game": file.game}))
        else:
            self._writer = self._writing(reopened.book)
        if reopened.cut is not None:
            cut = reopened.cut.kept.name
            notices.append(Notice(Notes.UNPROVED, {"actions": actions, "file": cut}))
        if not notices and actions:
            notices.append(Notice(Notes.RESUMED, {"actions": actions}))
        guests = self._as_handed_over(file, kept)
        return Resumed(
            kept.timeline,
            guests,
            kept.agreement,
            tuple(notices),
            kept.rejected,
            kept.clock,
            self._calls.of(file.game),
        )

    def _as_handed_over(self, file: games_dir.GameFile, kept: Kept) -> tuple[Guest, ...]:
        """Return who played each seat last: the header knows only who began."""
        from companion.app import opponent  # noqa: PLC0415 - a new table has no game that goes on

        return opponent.as_kept(self._data, file.game, kept.guests)

    def _lost(self, file: games_dir.GameFile) -> Notice:
        """Set aside a game that cannot be verified at all; if that fails, say where it is."""
        try:
            place = move_aside(self._disk, file.path)
        except OSError:
            return Notice(Notes.LOST, {"game": file.game})
        return Notice(Notes.LOST_ASIDE, {"game": file.game, "file": place.name})

    def _copy(self, lines: tuple[Line, ...]) -> None:
        """Go on in a new book that holds what was understood; the old file stays as it is.

        Raises:
            JournalBroken: It cannot be written.
        """
        book = self._new_book()
        for line in lines:
            book.append(line.event, line.stamp)
        self._writer = self._writing(book)

    def begin(
        self, timeline: Timeline, guests: tuple[Guest, ...], agreement: Agreement, source: str
    ) -> None:
        """Begin a new game's journal with its header; the one before stays until that is kept."""
        header = game_lines.header(timeline, guests, agreement)
        if not self._is_usable():
            self._pending.begin(header, stamp(source))
            self._answer_from_memory()
            return
        self._before, self._writer = self._writer, None
        try:
            self._writer = self._new_writer()
        except JournalBroken as why:
            self._writer, self._before = self._before, None
            self._last = Failed(_notice(why))
            return
        self._submit(header, source)

    def enter(self, event: Event, source: str) -> None:
        """Write one line to the game's journal."""
        self._submit(event, source)

    def leave(self, source: str) -> None:
        """Write down that the group has left its game."""
        self._submit(game_lines.LEFT, source)

    def withdraw(self) -> None:
        """Erase the journal of the game on the table, in which nothing has happened yet.

        Its header is all there is of it, so nothing that was recorded goes. Should its name come
        back with a power cut, the game is on the table again, and can be taken back again.
        """
        if self._pending or self._writer is None:
            self._pending.withdraw()
            self._answer_from_memory()
            return
        path = games_folder(self._data) / f"{self._writer.game}{games_dir.SUFFIX}"
        try:
            self._disk.unlink(path)
        except OSError as why:
            self._last = Failed(_notice(broken(why, path)))
            return
        self._put_away(self._writer)
        self._writer = None
        self._last = Done(on_disk=True)
        self._wake()

    def save_choices(self, before: Model, after: Model) -> bool:
        """Save what people set and count; return whether there is an answer to wait for."""
        files = [each for each in (self.chosen, self.counts, self._calls) if each is not None]
        due = [each for each in files if each.note(before, after, self.game)]
        if self._claim is None or not due:
            return False
        self._saving = Thread(target=self._save, args=(due,), name="choices", daemon=True)
        self._saving.start()
        return True

    def _save(self, files: Sequence[Chosen | Counts | AuctionCalls]) -> None:
        try:
            for each in files:
                each.save()
            self._last = Done(on_disk=True)
        except OSError as why:
            self._last = Done(on_disk=True, trouble=_notice(broken(why, self._data)))
        self._wake()

    def answer(self) -> Done | Failed | None:
        """Return what became of what was handed over last; None while the disk owes it."""
        if self._last is not None:
            answer, self._last = self._last, None
            return answer
        if self._writer is None or self._pending:
            return None
        from companion.journal.writer import WriteFailed, Written  # noqa: PLC0415 - as in _writing

        for answered in self._writer.answers():
            match answered:
                case Written():
                    self._put_away(self._before)
                    self._before = None
                    return Done(on_disk=True)
                case WriteFailed(why):
                    self._writer.drop()
                    if self._before is not None:
                        self._put_away(self._writer)
                        self._writer, self._before = self._before, None
                    return Failed(_notice(why))
        return None

    def has_healed(self, notice: Notice) -> bool:
        """Whether writing may succeed again after this trouble: a look that never blocks long.

        A folder that could not be used from the start is tried again; it is mended when all that
        was played meanwhile is on the disk. Of a failure that nobody can look at, only the next
        entry shows that it is over.
        """
        if not self._is_usable():
            return False
        if notice.note is Notes.NOT_KEPT:
            self._was_unusable = False
            return True
        if self._was_unusable or notice.note is Notes.NOT_SAVED:
            return self._was_unusable
        try:
            if notice.note is Notes.NOT_SAVED_FULL:
                room = os.statvfs(self._data)
                return room.f_bavail * room.f_frsize > ROOM_BYTES
            return os.access(games_folder(self._data), os.W_OK)
        except OSError:
            return False

    def close(self) -> None:
        """Write what waits and let go of the folder. Closing twice is harmless."""
        if self._pending and not self._is_usable() and self._claim is not None:
            self._pending.close(self._new_writer)
        self._put_away(self._before)
        self._before = None
        self._put_away(self._writer)
        self._writer = None
        if self._saving is not None:
            self._saving.join()
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def _is_usable(self) -> bool:
        """Whether everything can be kept and is: if not, try once more to make it so."""
        if self._claim is None:
            try:
                self._claim = claim(self._data, self._disk)
            except JournalBroken:
                return False
        if self._pending:
            written = self._pending.write(self._new_writer)
            if written is not None:
                self._writer = written
        return not self._pending

    def _new_writer(self) -> Writer:
        return self._writing(self._new_book())

    def _writing(self, book: GameWriter) -> Writer:
        """Return what writes a book; loaded now, as a table without a game writes nothing."""
        from companion.journal.writer import Writer  # noqa: PLC0415

        return Writer(book, self._wake)

    def _answer_from_memory(self) -> None:
        self._last = Done(on_disk=False)
        self._wake()

    def _new_book(self) -> GameWriter:
        from companion.journal.book import GameWriter  # noqa: PLC0415 - as in _writing

        assert self._claim is not None  # noqa: S101 - who calls has asked
        return GameWriter(self._claim, games_dir.new_game(self._data, stamp("").wall_ms))

    def _put_away(self, writer: Writer | None) -> None:
        if writer is not None:
            writer.close()
            self._flushed += writer.flushes

    def _submit(self, event: Event, source: str) -> None:
        if self._pending or self._writer is None:
            self._pending.enter(event, stamp(source))
            self._answer_from_memory()
        else:
            self._writer.submit(event, stamp(source))


def _notice(why: JournalBroken) -> Notice:
    note = _NOTES.get(why.kind)
    if note is not None:
        return Notice(note)
    return Notice(Notes.NOT_SAVED, {"why": why.strerror or why.kind.value})
