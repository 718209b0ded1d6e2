"""A whole game as it was entered: every position, what led to it, and what was taken back.

Taking back is not a rule: the position after any number of actions is kept, so going back or
forward by one, or by four hundred, costs the same.
"""

from collections.abc import Mapping
from typing import NewType

import msgspec
from msgspec.structs import replace

from companion.rules.actions import Action, Level
from companion.rules.corrections.fixing import Fix, fixed
from companion.rules.editions import CENTRE_SUN, Seat, Setup
from companion.rules.events import Event, LevelSet, PastCorrected
from companion.rules.model import Game, Phase, Player, new_game
from companion.rules.partial.ledger import EndEpoch, Ledger, TallyEpoch, Wait, fixed_ledger, unknown
from companion.rules.partial.levels import at_level, from_game, to_game
from companion.rules.partial.playing import play_ledger
from companion.rules.play import play
from companion.rules.records.shapes import Correct, Entry, Redo, SetLevel, Undo
from companion.rules.refusal import IllegalAction, Refusal, Why

Seq = NewType("Seq", int)
"""How many entries have been made."""

HEADER = Seq(0)
"""Before the first entry there is only the header."""

Deed = Action | Fix | Correct | SetLevel | EndEpoch | TallyEpoch
"""What can stand in a game, and be taken back."""

UNCORRECTABLE = (Fix, Correct, SetLevel, EndEpoch, TallyEpoch)
"""What is no doing of a player or of the bag, and is put right by saying it anew."""


class Moment(msgspec.Struct, frozen=True):
    """One action that stands, and the table after it."""

    action: Deed
    events: tuple[Event, ...]
    game: Game
    """The table; where not everything is told, as much of it as is known, the rest empty."""
    tag: str = ""
    """Of a drawn tile: the tag it was read by, if it was."""
    seq: Seq = HEADER
    """Which entry said it, so that it can be corrected."""
    instead: tuple["Moment", ...] | None = None
    """Of a correction: the actions before it as they stand when it does not, or, of one that was
    taken back, as they stand when it does."""
    ledger: Ledger | None = None
    """What is known of the table; None where everything is."""


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
    seq: Seq = HEADER
    """How many entries were made, takings back included."""

    @property
    def game(self) -> Game:
        """The table now."""
        return self.moments[-1].game if self.moments else self.start

    @property
    def ledger(self) -> Ledger | None:
        """What is known now where not everything is told; None if everything is."""
        return self.moments[-1].ledger if self.moments else None

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
        case deed:
            after = _said(timeline.game, timeline.ledger, deed)
    moments = (*timeline.moments, replace(after, tag=tag, seq=seq))
    return Timeline(timeline.start, moments, (), seq)


def _said(game: Game, ledger: Ledger | None, deed: Deed) -> Moment:
    """Return what becomes of a table when this is said, at whatever level.

    Raises:
        IllegalAction: The rules refuse it.
    """
    if isinstance(deed, Correct):
        raise TypeError("a correction is played with all that it changes")
    if isinstance(deed, SetLevel):
        return _at_level(game, ledger, deed)
    if ledger is not None:
        if isinstance(deed, Fix):
            known, changes = fixed_ledger(ledger, deed)
            return Moment(deed, changes, picture(known), ledger=known)
        known, news = play_ledger(ledger, deed)
        return Moment(deed, news, picture(known), ledger=known)
    if isinstance(deed, EndEpoch | TallyEpoch):
        raise IllegalAction(Refusal(Why.COUNTED_BY_ITSELF, {}))
    table, happened = fixed(game, deed) if isinstance(deed, Fix) else play(game, deed)
    return Moment(deed, happened, table)


def _at_level(game: Game, ledger: Ledger | None, said: SetLevel) -> Moment:
    """Return the table at another level: down loses nothing that is known.

    Raises:
        IllegalAction: It is at this level already, or the full level needs what is not known.
    """
    now = Level.FULL if ledger is None else ledger.level
    if said.level is now and not said.is_unknown:
        raise IllegalAction(Refusal(Why.SAME_LEVEL, {}))
    if said.is_unknown and said.level is Level.FULL:
        raise IllegalAction(Refusal(Why.TRACK_UNKNOWN, {}))
    if said.is_unknown:
        known = replace(unknown(game.setup), level=said.level)
    elif ledger is None:
        known = from_game(game, said.level)
    elif said.level is Level.FULL:
        return Moment(said, (LevelSet(said.level),), to_game(ledger, said.lane))
    else:
        known = at_level(ledger, said.level)
    return Moment(said, (LevelSet(said.level),), picture(known), ledger=known)


def picture(ledger: Ledger) -> Game:
    """Return as much of a table as is known, the rest empty: to be looked at, not to be played."""
    players = tuple(
        Player(hand.up or (), hand.down or (), hand.tiles, hand.score or 0) for hand in ledger.hands
    )
    return Game(
        setup=ledger.setup,
        players=players,
        active=ledger.active or Seat(0),
        centre=ledger.centre or CENTRE_SUN,
        bag=ledger.bag,
        stage=Phase.OVER if ledger.stage is Wait.OVER else Phase.TURN,
        epoch=ledger.epoch or 1,
        ra_count=ledger.ra_count or 0,
    )


def _undo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.moments):
        why = Why.FEWER_TO_UNDO if timeline.moments else Why.NOTHING_TO_UNDO
        raise IllegalAction(Refusal(why, {"events": len(timeline.moments)}))
    standing, undone = timeline.moments, timeline.undone
    for _ in range(events):
        standing, last = standing[:-1], standing[-1]
        standing, last = _swapped(standing, last)
        undone = (*undone, last)
    return Timeline(timeline.start, standing, undone, seq)


def _redo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.undone):
        why = Why.FEWER_TO_REDO if timeline.undone else Why.NOTHING_TO_REDO
        raise IllegalAction(Refusal(why, {"events": len(timeline.undone)}))
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
        if moment.seq in changes and not isinstance(moment.action, UNCORRECTABLE):
            said.setdefault(moment.seq, []).append(moment.action)
    for missing in changes.keys() - said.keys():
        raise IllegalAction(Refusal(Why.NO_SUCH_ENTRY, {"seq": missing}))
    moments = played_again(timeline.start, before, changes, entry.until)
    events = tuple(
        PastCorrected(change, tuple(said[change]), meant) for change, meant in changes.items()
    )
    game, ledger = (moments[-1].game, moments[-1].ledger) if moments else (timeline.start, None)
    corrected = Moment(entry, events, game, "", seq, instead=before, ledger=ledger)
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
        changed = moment.seq in changes and not isinstance(moment.action, UNCORRECTABLE)
        if changed and moment.seq in done:
            continue
        done.add(moment.seq)
        for deed in changes[moment.seq] if changed else (moment.action,):
            table, ledger = (again[-1].game, again[-1].ledger) if again else (start, None)
            said = _said_again(table, ledger, deed, moment)
            tag = "" if changed else moment.tag
            again.append(replace(said, tag=tag, seq=moment.seq, instead=moment.instead))
    return tuple(again)


def _said_again(table: Game, ledger: Ledger | None, deed: Deed, moment: Moment) -> Moment:
    """Return what becomes of this table when what was said once is said to it."""
    if isinstance(deed, Correct):
        return replace(moment, game=table, ledger=ledger)
    try:
        return _said(table, ledger, deed)
    except IllegalAction as why:
        if why.refusal.why in (Why.NOTHING_TO_FIX, Why.SAME_LEVEL):
            return Moment(deed, (), table, ledger=ledger)
        raise Misfit(moment.seq, why.refusal) from why
