"""Past games: answers the screen's questions about them, and computes looks back at them.

Answers come from the index and the journals; a look back is computed on a thread of its own, and
kept with the index.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, get_args

import msgspec

from companion.app.forgetting import FOR_EVER, forget_old
from companion.app.handlers import Handler
from companion.core.effects import KeepSheet
from companion.core.messages import MachineMessage, Mention, Message, Remembered, Search, ShareLink
from companion.core.notices import Notes, Notice
from companion.exports.bg_stats import link, play_of, utc
from companion.exports.kept_game import describe, keep_review, kept_review, why
from companion.journal import game_lines, games_dir, index
from companion.journal.claim import FolderLock
from companion.journal.filesystem import JournalBroken
from companion.journal.index import GameQuery, Index, IndexedGame
from companion.journal.lines import GameId, stamp
from companion.opponent.review import Review
from companion.pages.archive import look_back
from companion.pages.archive.games import ROWS, Choices, Games, IndexAnswered, PastGame, PastOpened
from companion.pages.archive.look_back import Advanced, LookAhead, Reviewed, StartReview
from companion.pages.archive.messages import (
    AllGamesRead,
    DeleteExpired,
    GamesRead,
    LookUp,
    MakeShareLink,
    NamesKept,
    Orders,
    ReadPast,
    RetentionDue,
    SumUp,
)
from companion.pages.archive.statistics import Statistics
from companion.paths import from_home
from companion.rules.model import Game, Phase
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.sheet import Tally
from companion.rules.thawing import IS_COMPILED
from companion.storage import score_sheets

if TYPE_CHECKING:
    from companion.opponent.reviewing import Judge

_FIRST_MONTH, _LAST_MONTH = 1, 12

_MONTHS = 36
"""So many of the latest months can be chosen."""


FEW = 50
"""So many games are read at once when somebody asks; more are read on a thread of their own."""


class Library(Handler):
    """Answers from a data folder, at once; where many games must be read first, it says how far."""

    orders = get_args(Orders)

    def __init__(
        self,
        data: Path,
        on_table: Callable[[], GameId | None],
        post: Callable[[Message], None],
        ours: Callable[[], FolderLock | None] = lambda: None,
        names_days: int = FOR_EVER,
    ) -> None:
        """Answer from a folder.

        Args:
            data: The data folder.
            on_table: Which game is being written, or was last.
            post: Tells the loop, from any thread.
            ours: The claim on the folder, if we have it.
            names_days: How many days names are kept.
        """
        self._data, self._on_table, self._post = data, on_table, post
        self._ours, self._names_days = ours, names_days
        self._is_reading = self._has_read = False
        self._progress = 0, 0

    def read_games(self) -> None:
        """Bring the index up to date on a thread of its own, then tell the names in it.

        Whom the owner wants to be forgotten by now is forgotten after that.
        """
        if not self._is_reading:
            self._is_reading = True
            threading.Thread(target=self._read_games, name="index", daemon=True).start()

    def _read_games(self) -> None:
        def advance(done: int, of: int) -> None:
            self._progress = done, of
            self._post(GamesRead(done, of))

        with suppress(*index.TROUBLES):  # whoever asks is told
            self._post(Remembered(index.ask(self._data, describe, Index.names, advance)))
        self._is_reading, self._has_read = False, True
        self._post(AllGamesRead())
        self._post(RetentionDue())

    def _must_read_first(self) -> bool:
        """Whether the index does not know so many games that reading them takes a while."""
        if self._is_reading or self._has_read:
            return self._is_reading
        try:
            with index.opened(self._data) as known:
                self._progress = 0, len(known.changed())
                return self._progress[1] > FEW
        except index.TROUBLES:
            return False  # whoever asks is told

    def obey(self, order: Orders) -> Iterator[MachineMessage]:
        """Do this and yield the answer, if there is one."""
        match order:
            case LookUp(search):
                yield IndexAnswered(self._games(search))
            case ReadPast(game):
                yield from self._read(game)
            case SumUp(who):
                yield IndexAnswered(self._statistics(who))
            case MakeShareLink(seq):
                yield from self._share_link(seq)
            case DeleteExpired(is_idle):
                yield from self._delete_expired(is_idle=is_idle)
            case KeepSheet(tally):
                yield self._keep(tally)

    def _games(self, search: Search) -> Games:
        if self._must_read_first():
            self.read_games()
            return Games(search=search, is_reading=True, read=self._progress)
        try:
            found, names, months = index.ask(
                self._data,
                describe,
                lambda known: (known.games(_wanted(search)), known.names(), known.months()),
            )
        except index.TROUBLES as trouble:
            return Games(search=search, trouble=why(trouble))
        return Games(
            search=search,
            choices=Choices(names, months[:_MONTHS]),
            found=tuple(_past(entry) for entry in found[:ROWS]),
            is_more=len(found) > ROWS,
        )

    def _read(self, game: str) -> Iterator[MachineMessage]:
        try:
            file = games_dir.find(self._data, game)
            kept = None if file is None else game_lines.read(games_dir.read(file).lines)
        except JournalBroken:
            return
        if kept is not None:
            yield PastOpened(game, kept.timeline, kept.guests, kept.agreement, kept.rejected)

    def _statistics(self, who: str) -> Statistics:
        if self._must_read_first():
            self.read_games()
            return Statistics(who=who, is_reading=True, read=self._progress)
        try:
            counts, players = index.ask(
                self._data, describe, lambda known: (known.totals(who), known.players())
            )
        except index.TROUBLES as trouble:
            return Statistics(who=who, trouble=why(trouble))
        return Statistics(who=who, counts=counts, players=players)

    def _share_link(self, seq: int) -> Iterator[MachineMessage]:
        """Make a link of the game on the table, as its journal tells its end."""
        game = self._on_table()
        try:
            file = None if game is None else games_dir.find(self._data, game)
            lines = () if file is None else games_dir.read(file).lines
        except JournalBroken:
            return
        play = play_of(file.game, lines) if file is not None and lines else None
        address = None if play is None else link(play)
        if address is not None:
            yield ShareLink(address, seq)

    def _keep(self, tally: Tally) -> Mention:
        """Write a score sheet, and say where it is or why it is not."""
        try:
            file = score_sheets.keep(self._data, tally, stamp("").wall_ms)
        except OSError as why:
            return Mention(Notice(Notes.SHEET_NOT_KEPT, {"why": why.strerror or str(why)}))
        return Mention(Notice(Notes.SHEET_KEPT, {"file": from_home(file)}))

    def _delete_expired(self, *, is_idle: bool) -> Iterator[MachineMessage]:
        """Forget whom the owner wants to be forgotten by now; what fails is tried the next time."""
        ours = self._ours()
        if ours is None or self._names_days == FOR_EVER:
            return
        if self._must_read_first():
            self.read_games()  # and then delete
            return
        on_table = None if is_idle else self._on_table()
        with suppress(*index.TROUBLES):
            forget_old(ours, self._names_days, stamp("").wall_ms, on_table)
            yield NamesKept(index.ask(self._data, describe, Index.names))


def _wanted(search: Search) -> GameQuery:
    since, until = _month_ms(search.month)
    return GameQuery(
        player=search.player or None,
        edition=search.edition or None,
        since_ms=since,
        until_ms=until,
        skip=search.skip,
        limit=ROWS + 1,
    )


def _month_ms(month: str) -> tuple[int | None, int | None]:
    """Return when a month such as ``2026-01`` begins and ends, in milliseconds since 1970."""
    if not month:
        return None, None
    year, number = (int(part) for part in month.split("-"))
    following = (year + 1, _FIRST_MONTH) if number == _LAST_MONTH else (year, number + 1)
    return _begins_ms(year, number), _begins_ms(*following)


def _begins_ms(year: int, month: int) -> int:
    return int(datetime(year, month, 1, tzinfo=UTC).timestamp()) * 1000


def _past(entry: IndexedGame) -> PastGame:
    seats = sorted(entry.players, key=lambda sitter: sitter.place or 0)
    return PastGame(
        game=entry.game,
        begun=utc(entry.begun_ms)[:16],
        players=tuple((sitter.name, sitter.score) for sitter in seats),
        is_over=entry.is_over,
        minutes=entry.minutes,
    )


class _Stopped(Exception):
    """Nobody waits for it any more."""


class _Job(msgspec.Struct):
    """A game that is looked back at."""

    timeline: Timeline
    game: GameId
    """Empty: it is not kept."""
    is_awaited: bool
    """Whether somebody looks at the page."""
    is_wanted: bool = True
    is_done: bool = False


class Reviewer(Handler):
    """Computes one look back at a time; one that nobody waits for is given up.

    While a game is played, it weighs what has been played after every lot, so that the look back is
    there when the game ends. What was weighed stays for as long as the game is on the table.
    """

    orders = get_args(look_back.Orders)

    def __init__(
        self,
        data: Path,
        on_table: Callable[[], GameId | None],
        post: Callable[[Advanced | Reviewed], None],
    ) -> None:
        """Look back at games of a folder.

        Args:
            data: The data folder.
            on_table: Which game was played last.
            post: Tells the loop, from any thread.
        """
        self._data, self._on_table, self._post = data, on_table, post
        self._job: _Job | None = None
        self._one_at_a_time = threading.Lock()
        self._judge: tuple[Game, Judge] | None = None

    def obey(self, order: look_back.Orders) -> tuple[()]:
        """Begin, or stop."""
        now = self._job
        if isinstance(order, LookAhead):
            is_busy = now is not None and now.is_awaited and not now.is_done
            if IS_COMPILED and not is_busy:
                self._begin(_Job(order.timeline, GameId(self._on_table() or ""), is_awaited=False))
        elif isinstance(order, StartReview):
            game = order.game or self._on_table() or ""
            self._begin(_Job(order.timeline, GameId(game), is_awaited=True))
        elif now is not None:
            now.is_wanted = False
        return ()

    def _begin(self, job: _Job) -> None:
        """Give up what is under way, and begin with this."""
        if self._job is not None:
            self._job.is_wanted = False
        self._job = job
        threading.Thread(target=self._look, args=(job,), name="review", daemon=True).start()

    def _look(self, job: _Job) -> None:
        """Look back, unless that was done before; tell how far it is, and what was found."""
        with self._one_at_a_time:
            found = kept_review(self._data, job.game, job.timeline) if job.game else None
            try:
                found = found or self._found(job)
            except _Stopped:
                return
            if found is not None and job.game:
                keep_review(self._data, job.game, found)
            job.is_done = True
            if found is not None and job.is_wanted and job.is_awaited:
                self._post(Reviewed(found))

    def _found(self, job: _Job) -> Review | None:
        """Return the look back; None while the game is played."""
        # the engine is loaded here: no table that only plays uncompiled needs it
        from companion.opponent import reviewing  # noqa: PLC0415

        def rest() -> None:
            sleep(0 if job.is_awaited else _PAUSE_SECONDS)
            if not job.is_wanted:
                raise _Stopped

        began, told = monotonic(), Advanced(0, 0)

        def advance(done: int, of: int) -> None:
            nonlocal told
            seconds = monotonic() - began
            if not (job.is_awaited and done) or seconds < _UNKNOWN_SECONDS:
                return
            left = seconds * (of - done) / done
            now = Advanced(100 * done // of, max(1, ceil(left / 60)))
            if now != told:
                told = now
                self._post(now)

        rest()
        if self._judge is None or self._judge[0] != job.timeline.start:
            self._judge = job.timeline.start, reviewing.Judge()
        judge = self._judge[1]
        judge.rest = rest
        if job.timeline.game.stage is Phase.OVER:
            return reviewing.review(job.timeline, judge, advance)
        judge.weigh(job.timeline)
        return None


_UNKNOWN_SECONDS = 10.0
"""So long nobody can tell how long it takes: a game may begin with what is not looked at."""

_PAUSE_SECONDS = 0.002
"""For everybody else at the table, again and again while nobody waits for a look back."""
