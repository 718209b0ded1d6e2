"""A whole game as entered: every position, what led to it, and what was taken back.

Undo is not a rule: the position after every action is kept, so going back or forward by one, or
by four hundred, costs the same.
"""

from collections.abc import Mapping
from typing import NewType

import msgspec
from msgspec.structs import replace

from companion.rules.actions import Action, Level
from companion.rules.corrections.fixing import Fix, fixed
from companion.rules.editions import CENTRE_SUN, Seat, Setup, Suns
from companion.rules.events import Event, LevelSet, PastCorrected
from companion.rules.model import Game, Phase, Player, new_game
from companion.rules.partial.ledger import (
    EndEpoch,
    PartialGame,
    TallyEpoch,
    Wait,
    decided,
    fixed_partial,
    unknown,
)
from companion.rules.partial.levels import at_level, from_game, to_game
from companion.rules.partial.playing import play_partial
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.records.entries import Correct, Entry, Redo, SetLevel, Undo
from companion.rules.scoring.reasons import TieBreak, tie_breaks
from companion.rules.scoring.scoring import Ranking, ranking

Seq = NewType("Seq", int)
"""How many entries have been made."""

HEADER = Seq(0)
"""Before the first entry there is only the header."""

Deed = Action | Fix | Correct | SetLevel | EndEpoch | TallyEpoch
"""What can be entered in a game, and taken back."""

UNCORRECTABLE = (Fix, Correct, SetLevel, EndEpoch, TallyEpoch)
"""What is neither a player's action nor the bag's; it is fixed by entering it again."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """One effective action, and the table after it."""

    action: Deed
    events: tuple[Event, ...]
    game: Game
    """The table; in a partially recorded game, as much as is known, the rest empty."""
    tag: str = ""
    """For a drawn tile: its tag, if it was read."""
    seq: Seq = HEADER
    """Which entry it was, so that it can be corrected."""
    instead: tuple["Moment", ...] | None = None
    """For a correction: the actions before it as they are without it; if it was taken back, as they
    are with it."""
    ledger: PartialGame | None = None
    """What is known of the table; None if everything is."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended, as far as it is known."""

    points: tuple[int | None, ...]
    """For each seat; None where too little was entered to know them."""
    suns: tuple[Suns, ...]
    """Everybody's own suns; none at all where they are not known."""
    ranking: Ranking | None
    """None if somebody's points, or the suns that break a tie, are unknown."""

    @property
    def places(self) -> tuple[int | None, ...]:
        """Everybody's place, counted from 1."""
        if self.ranking is None:
            return (None,) * len(self.points)
        return tuple(self.ranking.seats.index(Seat(at)) + 1 for at in range(len(self.points)))

    @property
    def ties(self) -> tuple[TieBreak, ...]:
        """Every tie in the ranking, and how the highest sun broke it."""
        if self.ranking is None:
            return ()
        return tie_breaks(self.ranking, [points or 0 for points in self.points], self.suns)


class Misfit(IllegalAction):
    """An entry is impossible once an earlier one is corrected."""

    def __init__(self, seq: Seq, why: Problem) -> None:
        super().__init__(Problem(Why.NO_LONGER_FITS, {"seq": seq}))
        self.seq = seq
        """The first impossible entry."""
        self.why = why
        """Why the rules forbid it."""


class Timeline(msgspec.Struct, frozen=True, gc=False):
    """Everything that was entered in one game, in order."""

    start: Game
    """The table before the first action."""
    moments: tuple[Moment, ...] = ()
    """The effective actions, oldest first."""
    undone: tuple[Moment, ...] = ()
    """What was taken back and can be restored, latest last; emptied by a new action."""
    seq: Seq = HEADER
    """How many entries were made, including undo."""

    @property
    def game(self) -> Game:
        """The table now."""
        return self.moments[-1].game if self.moments else self.start

    @property
    def ledger(self) -> PartialGame | None:
        """What is known now in a partially recorded game; None if everything is."""
        return self.moments[-1].ledger if self.moments else None

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last effective action did."""
        return self.moments[-1].events if self.moments else ()

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs (R-END-1 … R-END-3)."""
        game, ledger = self.game, self.ledger
        if game.stage is not Phase.OVER:
            return None
        if ledger is not None:
            points = tuple(hand.score for hand in ledger.hands)
            return Result(
                points, tuple(hand.all_suns or () for hand in ledger.hands), decided(ledger)
            )
        scores = tuple(player.score for player in game.players)
        suns = tuple((*player.suns, *player.spent) for player in game.players)
        return Result(scores, suns, ranking(scores, suns))

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the action did from which the table stands as it does.

        A correction itself moves nothing: what it left standing does, up to the last action.
        """
        for moment in reversed(self.moments):
            if moment.events and not isinstance(moment.action, Correct):
                return moment.events
        return ()

    def game_after(self, actions: int) -> Game:
        """Return the table after this many effective actions."""
        return self.moments[actions - 1].game if actions else self.start


def begin(setup: Setup) -> Timeline:
    """Return the timeline of a game in which nothing has happened."""
    return Timeline(start=new_game(setup))


def effective_entries(timeline: Timeline) -> tuple[Deed, ...]:
    """Return the timeline of a record of effective actions: corrections are already applied."""
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
        tag: For a drawn tile: its tag.

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


def _said(game: Game, ledger: PartialGame | None, deed: Deed) -> Moment:
    """Return the table after this entry, at any level.

    Raises:
        IllegalAction: The rules refuse it.
    """
    if isinstance(deed, Correct):
        raise TypeError("a correction is played with all that it changes")
    if isinstance(deed, SetLevel):
        return _at_level(game, ledger, deed)
    if ledger is not None:
        if isinstance(deed, Fix):
            known, changes = fixed_partial(ledger, deed)
            return Moment(deed, changes, picture(known), ledger=known)
        known, news = play_partial(ledger, deed)
        return Moment(deed, news, picture(known), ledger=known)
    if isinstance(deed, EndEpoch | TallyEpoch):
        raise IllegalAction(Problem(Why.COUNTED_BY_ITSELF))
    table, happened = fixed(game, deed) if isinstance(deed, Fix) else play(game, deed)
    return Moment(deed, happened, table)


def _at_level(game: Game, ledger: PartialGame | None, said: SetLevel) -> Moment:
    """Return the table at another level; going down loses nothing that is known.

    Raises:
        IllegalAction: It is at this level already, or the full level needs something unknown.
    """
    now = Level.FULL if ledger is None else ledger.level
    if said.level is now and not said.is_unknown:
        raise IllegalAction(Problem(Why.SAME_LEVEL))
    if said.is_unknown and said.level is Level.FULL:
        raise IllegalAction(Problem(Why.TRACK_UNKNOWN))
    if said.is_unknown:
        known = replace(unknown(game.setup), level=said.level)
    elif ledger is None:
        known = from_game(game, said.level)
    elif said.level is Level.FULL:
        return Moment(said, (LevelSet(said.level),), to_game(ledger, said.track))
    else:
        known = at_level(ledger, said.level)
    return Moment(said, (LevelSet(said.level),), picture(known), ledger=known)


def picture(ledger: PartialGame) -> Game:
    """Return as much of a table as is known, the rest empty: to be shown, not played."""
    players = tuple(
        Player(hand.suns or (), hand.spent or (), hand.tiles, hand.score or 0)
        for hand in ledger.hands
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
        raise IllegalAction(Problem(why, {"events": len(timeline.moments)}))
    standing, undone = timeline.moments, timeline.undone
    for _ in range(events):
        standing, last = standing[:-1], standing[-1]
        standing, last = _swapped(standing, last)
        undone = (*undone, last)
    return Timeline(timeline.start, standing, undone, seq)


def _redo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.undone):
        why = Why.FEWER_TO_REDO if timeline.undone else Why.NOTHING_TO_REDO
        raise IllegalAction(Problem(why, {"events": len(timeline.undone)}))
    standing, undone = timeline.moments, timeline.undone
    for _ in range(events):
        undone, last = undone[:-1], undone[-1]
        standing, last = _swapped(standing, last)
        standing = (*standing, last)
    return Timeline(timeline.start, standing, undone, seq)


def _swapped(standing: tuple[Moment, ...], last: Moment) -> tuple[tuple[Moment, ...], Moment]:
    """Making or undoing a correction changes the actions before it."""
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
        raise IllegalAction(Problem(Why.NO_SUCH_ENTRY, {"seq": missing}))
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
    """Return the actions with some of them changed, and everything after them replayed.

    Args:
        start: The table before the first action.
        moments: The effective actions.
        changes: By number of entry, what it should have been; nothing if it never happened.
        until: The entry from which on nothing is replayed; None: everything is.

    Raises:
        Misfit: A later entry becomes impossible; it names the first one.
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


def _said_again(table: Game, ledger: PartialGame | None, deed: Deed, moment: Moment) -> Moment:
    """Return what becomes of this table when what was said once is said to it."""
    if isinstance(deed, Correct):
        return replace(moment, game=table, ledger=ledger)
    try:
        return _said(table, ledger, deed)
    except IllegalAction as why:
        if why.problem.sentence in (Why.NOTHING_TO_FIX, Why.SAME_LEVEL):
            return Moment(deed, (), table, ledger=ledger)
        raise Misfit(moment.seq, why.problem) from why
