"""A whole game as it was entered: every position, what led to it, and what was taken back.

Taking back is not a rule: the position after any number of actions is kept, so going back or
forward by one, or by four hundred, costs the same.
"""

from collections.abc import Mapping
from typing import NewType

import msgspec
from msgspec.structs import replace

from companion.rules.actions import Action
from companion.rules.editions import Setup
from companion.rules.events import Event, PastCorrected
from companion.rules.fixing import Fix, fixed
from companion.rules.model import Game, new_game
from companion.rules.play import play
from companion.rules.record import Correct, Entry, Redo, Undo
from companion.rules.refusal import IllegalAction, Refusal, Why

Seq = NewType("Seq", int)
"""How many entries have been made; the header is 0."""

Deed = Action | Fix | Correct
"""What can stand in a game, and be taken back."""


class Moment(msgspec.Struct, frozen=True):
    """One action that stands, and the table after it."""

    action: Deed
    events: tuple[Event, ...]
    game: Game
    tag: str = ""
    """Of a drawn tile: the tag it was read by, if it was."""
    seq: Seq = Seq(0)
    """Which entry said it, so that it can be corrected."""
    instead: tuple["Moment", ...] | None = None
    """Of a correction: the actions before it as they stand when it does not, or, of one that was
    taken back, as they stand when it does."""


class Misfit(IllegalAction):
    """An entry does not fit any more once an earlier one is corrected."""

    def __init__(self, seq: Seq, why: Refusal) -> None:
        super().__init__(Refusal(Why.NO_LONGER_FITS, {"seq": seq}))
        self.seq = seq
        """The first entry that does not fit."""
        self.why = why
        """What the rules say against it."""


class Timeline(msgspec.Struct, frozen=True):
    """Everything that was entered in one game, in order."""

    start: Game
    """The table before the first action."""
    moments: tuple[Moment, ...] = ()
    """The actions that stand, oldest first."""
    undone: tuple[Moment, ...] = ()
    """What was taken back and can come again, the latest last; emptied by a new action."""
    seq: Seq = Seq(0)
    """How many entries were made, takings back included."""

    @property
    def game(self) -> Game:
        """The table now."""
        return self.moments[-1].game if self.moments else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action that stands did."""
        return self.moments[-1].events if self.moments else ()

    def game_after(self, actions: int) -> Game:
        """Return the table after so many of the actions that stand."""
        return self.moments[actions - 1].game if actions else self.start


def begin(setup: Setup) -> Timeline:
    """Return the timeline of a game in which nothing has happened."""
    return Timeline(start=new_game(setup))


def standing(timeline: Timeline) -> tuple[Deed, ...]:
    """Return what a record says that knows only what stands: corrections are made in it already."""
    return tuple(
        moment.action
        for moment in timeline.moments
        if moment.events and not isinstance(moment.action, Correct)
    )


def enter(timeline: Timeline, entry: Entry, tag: str = "") -> Timeline:
    """Return the timeline with one more entry.

    Args:
        timeline: The game so far.
        entry: What is entered.
        tag: Of a drawn tile: the tag it was read by.

    Raises:
        IllegalAction: The rules refuse the action, or there is nothing to take back or to redo.
    """
    seq = Seq(timeline.seq + 1)
    match entry:
        case Undo(number):
            return _undo(timeline, number, seq)
        case Redo(number):
            return _redo(timeline, number, seq)
        case Correct():
            return _correct(timeline, entry, seq)
        case Fix():
            game, events = fixed(timeline.game, entry)
        case action:
            game, events = play(timeline.game, action)
    moments = (*timeline.moments, Moment(entry, events, game, tag, seq))
    return Timeline(timeline.start, moments, (), seq)


def _undo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.moments):
        raise IllegalAction(Refusal(Why.NOTHING_TO_UNDO, {"events": len(timeline.moments)}))
    standing, undone = timeline.moments, timeline.undone
    for _ in range(events):
        standing, last = standing[:-1], standing[-1]
        standing, last = _swapped(standing, last)
        undone = (*undone, last)
    return Timeline(timeline.start, standing, undone, seq)


def _redo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.undone):
        raise IllegalAction(Refusal(Why.NOTHING_TO_REDO, {"events": len(timeline.undone)}))
    standing, undone = timeline.moments, timeline.undone
    for _ in range(events):
        undone, last = undone[:-1], undone[-1]
        standing, last = _swapped(standing, last)
        standing = (*standing, last)
    return Timeline(timeline.start, standing, undone, seq)


def _swapped(standing: tuple[Moment, ...], last: Moment) -> tuple[tuple[Moment, ...], Moment]:
    """A correction that comes or goes changes what stood before it."""
    if last.instead is None:
        return standing, last
    return last.instead, replace(last, instead=standing)


def _correct(timeline: Timeline, entry: Correct, seq: Seq) -> Timeline:
    changes = {Seq(change.seq): change.to for change in entry.changes}
    before = timeline.moments
    said: dict[Seq, list[Action]] = {}
    for moment in before:
        if moment.seq in changes and not isinstance(moment.action, Fix | Correct):
            said.setdefault(moment.seq, []).append(moment.action)
    for missing in changes.keys() - said.keys():
        raise IllegalAction(Refusal(Why.NO_SUCH_ENTRY, {"seq": missing}))
    moments = played_again(timeline.start, before, changes, entry.until)
    events = tuple(
        PastCorrected(change, tuple(said[change]), meant) for change, meant in changes.items()
    )
    game = moments[-1].game if moments else timeline.start
    corrected = Moment(entry, events, game, "", seq, instead=before)
    return Timeline(timeline.start, (*moments, corrected), (), seq)


def played_again(
    start: Game,
    moments: tuple[Moment, ...],
    changes: Mapping[Seq, tuple[Action, ...]],
    until: int | None = None,
) -> tuple[Moment, ...]:
    """Return the actions with some of them changed, everything after them played again.

    Args:
        start: The table before the first action.
        moments: What stands.
        changes: For the number of an entry what it should have said; nothing if it never happened.
        until: The entry from which on nothing is played again; None: everything is.

    Raises:
        Misfit: A later entry does not fit any more; it names the first one.
    """
    first = next((at for at, moment in enumerate(moments) if moment.seq in changes), len(moments))
    again = [each for each in moments[:first] if until is None or each.seq < until]
    done: set[Seq] = set()
    for moment in moments[first:]:
        if until is not None and moment.seq >= until:
            break
        changed = moment.seq in changes and not isinstance(moment.action, Fix | Correct)
        if changed and moment.seq in done:
            continue
        done.add(moment.seq)
        for deed in changes[moment.seq] if changed else (moment.action,):
            table = again[-1].game if again else start
            game, events = _played(table, deed, moment)
            tag = "" if changed else moment.tag
            again.append(Moment(deed, events, game, tag, moment.seq, moment.instead))
    return tuple(again)


def _played(table: Game, deed: Deed, moment: Moment) -> tuple[Game, tuple[Event, ...]]:
    """Return the table after what was said once, said to this table."""
    try:
        match deed:
            case Correct():
                return table, moment.events
            case Fix():
                return fixed(table, deed)
            case action:
                return play(table, action)
    except IllegalAction as why:
        if why.refusal.why is Why.NOTHING_TO_FIX:
            return table, ()
        raise Misfit(moment.seq, why.refusal) from why
