"""The game that the table starts with: the unfinished one, or that of a record."""

from __future__ import annotations

from traceback import print_exc
from typing import TYPE_CHECKING

from companion.app.game_store import Failed, GameStore
from companion.app.loop import Loop
from companion.app.wakeup import Wakeup
from companion.core.commands import BUTTONS
from companion.core.messages import Resumed, Trouble
from companion.core.model import Agreement, Guest
from companion.core.notices import Notes, Notice
from companion.journal import game_lines
from companion.rules.actions import Level
from companion.rules.editions import Setup
from companion.rules.model import Phase
from companion.storage import FileRefused, has_spare_memory

if TYPE_CHECKING:
    from companion.rules.records.entries import Entry
    from companion.rules.records.timeline import Timeline

_LOOK_SECONDS = 0.05


class CannotStart(Exception):
    """The table cannot be opened as it was asked for; the lines say why, and what to do."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


def open_table(
    loop: Loop, store: GameStore, wakeup: Wakeup, start: str | None, kept: Resumed | None
) -> None:
    """Bring the kept game to the table, or the game of a record, and show the first picture.

    A kept game that cannot be shown is put aside, whatever the fault is: else it would stop every
    start after this one. Only want of memory is none of the game's.

    Args:
        loop: The loop, before its first turn.
        store: Saves its games.
        wakeup: What the store wakes.
        start: The record to begin with, if one was named.
        kept: The game that was on the table last, if nobody has left it.

    Raises:
        CannotStart: A game is unfinished, the record cannot be read or played, or its game cannot
            be saved.
    """
    empty = loop.model
    _put_on_table(loop, store, wakeup, start, kept)
    try:
        loop.turn()
    except Exception:
        game = store.game
        if game is None or start is not None or not has_spare_memory():
            raise
        print_exc()
        store.leave("start")
        _must_be_kept(store, wakeup)
        loop.model = empty
        loop.post(Trouble(Notice(Notes.NOT_SHOWN, {"game": game})), "start")
        loop.turn()


def _put_on_table(
    loop: Loop, store: GameStore, wakeup: Wakeup, start: str | None, kept: Resumed | None
) -> None:
    if start is None:
        if kept is not None:
            loop.post(kept, "start")
        counted = None if store.counts is None else store.counts.kept
        if counted is not None and counted.game in ("", store.game):
            from companion.pages.score_sheet.kept import Recount  # noqa: PLC0415 - few counts are kept

            loop.post(Recount(counted), "start")
        return
    if kept is not None and kept.timeline.game.stage is not Phase.OVER:
        raise CannotStart(
            "this data folder has an unfinished game: leave it first, or choose "
            "another folder with --data"
        )
    loop.post(_started(store, wakeup, start, loop.model.session.agreement), "start")


def _started(store: GameStore, wakeup: Wakeup, start: str, proposed: Agreement) -> Resumed:
    """Write the record's game down as if it had been entered, and return it.

    It is played as games at this table are; where nothing was entered yet, at its level, too.
    """
    from companion.pages.table.playing import fitting  # noqa: PLC0415 - most evenings begin
    from companion.rules.records.entries import SetLevel  # noqa: PLC0415 - most evenings begin
    from companion.rules.records.timeline import begin, enter  # noqa: PLC0415 - without a record

    timeline, entries = _read(start)
    setup = timeline.start.setup
    agreement = fitting(proposed, len(setup.players), setup.options)
    if not entries and agreement.level is not Level.FULL:
        entries.append(SetLevel(agreement.level))
        timeline = enter(timeline, entries[0])
    names = setup.players
    guests = tuple(Guest(button, name) for button, name in zip(range(BUTTONS), names, strict=False))
    store.begin(begin(setup), guests, agreement, "record")
    _must_be_kept(store, wakeup)
    for entry in entries:
        store.enter(game_lines.line(entry), "record")
        _must_be_kept(store, wakeup)
    return Resumed(timeline, guests, agreement)


def _read(start: str) -> tuple[Timeline, list[Entry]]:
    from companion.storage import files  # noqa: PLC0415 - most evenings begin without a record

    entries: list[Entry] = []
    timeline: Timeline | None = None
    try:
        with files.opened(start) as stream:
            for each in files.played(stream):
                if not isinstance(each.entry, Setup):
                    entries.append(each.entry)
                timeline = each.timeline
    except FileRefused as why:
        raise CannotStart(*files.complaints(start, why)) from why
    if timeline is None:
        raise CannotStart(f"{start}: this record is empty")
    return timeline, entries


def _must_be_kept(store: GameStore, wakeup: Wakeup) -> None:
    while (answer := store.answer()) is None:
        wakeup.sleep(_LOOK_SECONDS)
    if isinstance(answer, Failed):
        raise CannotStart(answer.notice.in_words())
    if not answer.on_disk:
        raise CannotStart("cannot write to the data folder: choose another with --data")
