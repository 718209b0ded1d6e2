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
from companion.rules.corrections.partial_fixing import fixed_partial
from companion.rules.editions import CENTRE_SUN, Seat, Setup, Suns
from companion.rules.events import Event, LevelSet, PastCorrected
from companion.rules.levels import at_level, from_game, to_game
from companion.rules.model import Game, Phase, Player, new_game
from companion.rules.partial import (
    EndEpoch,
    PartialGame,
    PartialPhase,
    TallyEpoch,
    decided,
    play_partial,
    unknown,
)
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Problem, Unreadable, Why
from companion.rules.records.entries import Correct, Entry, Redo, SetLevel, Undo
from companion.rules.scoring.reasons import TieBreak, tie_breaks
from companion.rules.scoring.scoring import Ranking, ranking

Seq = NewType("Seq", int)
"""How many entries have been made."""

HEADER = Seq(0)
"""Before the first entry there is only the header."""

Undoable = Action | Fix | Correct | SetLevel | EndEpoch | TallyEpoch
"""What can be entered in a game, and taken back."""

UNCORRECTABLE = (Fix, Correct, SetLevel, EndEpoch, TallyEpoch)
"""What is neither a player's action nor the bag's; it is fixed by entering it again."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One effective action, and the table after it."""

    action: Undoable
    events: tuple[Event, ...]
    game: Game
    """The table; in a partially recorded game, as much as is known, the rest empty."""
    tag: str = ""
    """For a drawn tile: its tag, if it was read."""
    seq: Seq = HEADER
    """Which entry it was, so that it can be corrected."""
    before_correction: tuple["Step", ...] | None = None
    """For a correction: the actions before it as they are without it; if it was taken back, as they
    are with it."""
    partial_game: PartialGame | None = None
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
    steps: tuple[Step, ...] = ()
    """The effective actions, oldest first."""
    undone: tuple[Step, ...] = ()
    """What was taken back and can be restored, latest last; emptied by a new action."""
    seq: Seq = HEADER
    """How many entries were made, including undo."""

    @property
    def game(self) -> Game:
        """The table now."""
        return self.steps[-1].game if self.steps else self.start

    @property
    def partial_game(self) -> PartialGame | None:
        """What is known now in a partially recorded game; None if everything is."""
        return self.steps[-1].partial_game if self.steps else None

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last effective action did."""
        return self.steps[-1].events if self.steps else ()

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it runs (R-END-1 … R-END-3)."""
        game, partial_game = self.game, self.partial_game
        if game.stage is not Phase.OVER:
            return None
        if partial_game is not None:
            points = tuple(hand.score for hand in partial_game.hands)
            return Result(
                points,
                tuple(hand.all_suns or () for hand in partial_game.hands),
                decided(partial_game),
            )
        scores = tuple(player.score for player in game.players)
        suns = tuple((*player.suns, *player.spent) for player in game.players)
        return Result(scores, suns, ranking(scores, suns))

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the action did from which the table stands as it does.

        A correction itself moves nothing: what it left standing does, up to the last action.
        """
        for step in reversed(self.steps):
            if step.events and not isinstance(step.action, Correct):
                return step.events
        return ()

    def game_after(self, actions: int) -> Game:
        """Return the table after this many effective actions."""
        return self.steps[actions - 1].game if actions else self.start


def begin(setup: Setup) -> Timeline:
    """Return the timeline of a game in which nothing has happened."""
    return Timeline(start=new_game(setup))


def effective_entries(timeline: Timeline) -> tuple[Undoable, ...]:
    """Return the timeline of a record of effective actions: corrections are already applied."""
    return tuple(
        step.action
        for step in timeline.steps
        if step.events and not isinstance(step.action, Correct)
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
        case entry:
            after = _entered(timeline.game, timeline.partial_game, entry)
    steps = (*timeline.steps, replace(after, tag=tag, seq=seq))
    return Timeline(timeline.start, steps, (), seq)


def _entered(game: Game, partial_game: PartialGame | None, entry: Undoable) -> Step:
    """Return the table after this entry, at any level.

    Raises:
        IllegalAction: The rules refuse it.
    """
    if isinstance(entry, Correct):
        raise TypeError("a correction is played with all that it changes")
    if isinstance(entry, SetLevel):
        return _at_level(game, partial_game, entry)
    if partial_game is not None:
        if isinstance(entry, Fix):
            known, changes = fixed_partial(partial_game, entry)
            return Step(entry, changes, picture(known), partial_game=known)
        known, news = play_partial(partial_game, entry)
        return Step(entry, news, picture(known), partial_game=known)
    if isinstance(entry, EndEpoch | TallyEpoch):
        raise IllegalAction(Problem(Why.COUNTED_BY_ITSELF))
    table, happened = fixed(game, entry) if isinstance(entry, Fix) else play(game, entry)
    return Step(entry, happened, table)


def _at_level(game: Game, partial_game: PartialGame | None, said: SetLevel) -> Step:
    """Return the table at another level; going down loses nothing that is known.

    Raises:
        IllegalAction: It is at this level already, or the full level needs something unknown.
    """
    now = Level.FULL if partial_game is None else partial_game.level
    if said.level is now and not said.is_unknown:
        raise IllegalAction(Problem(Why.SAME_LEVEL))
    if said.is_unknown and said.level is Level.FULL:
        raise IllegalAction(Problem(Why.TRACK_UNKNOWN))
    if said.is_unknown:
        known = replace(unknown(game.setup), level=said.level)
    elif partial_game is None:
        known = from_game(game, said.level)
    elif said.level is Level.FULL:
        return Step(said, (LevelSet(said.level),), to_game(partial_game, said.track))
    else:
        known = at_level(partial_game, said.level)
    return Step(said, (LevelSet(said.level),), picture(known), partial_game=known)


def picture(partial_game: PartialGame) -> Game:
    """Return as much of a table as is known, the rest empty: to be shown, not played."""
    players = tuple(
        Player(hand.suns or (), hand.spent or (), hand.tiles, hand.score or 0)
        for hand in partial_game.hands
    )
    return Game(
        setup=partial_game.setup,
        players=players,
        active=partial_game.active or Seat(0),
        centre=partial_game.centre or CENTRE_SUN,
        bag=partial_game.bag,
        stage=Phase.OVER if partial_game.stage is PartialPhase.OVER else Phase.TURN,
        epoch=partial_game.epoch or 1,
        ra_count=partial_game.ra_count or 0,
    )


def _undo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.steps):
        why = Why.FEWER_TO_UNDO if timeline.steps else Why.NOTHING_TO_UNDO
        raise IllegalAction(Problem(why, {"events": len(timeline.steps)}))
    steps, undone = timeline.steps, timeline.undone
    for done in range(events):
        if not steps:  # before a correction there were fewer
            raise IllegalAction(Problem(Why.FEWER_TO_UNDO, {"events": done}))
        steps, last = steps[:-1], steps[-1]
        steps, last = _swapped(steps, last)
        undone = (*undone, last)
    return Timeline(timeline.start, steps, undone, seq)


def undos_back_to(timeline: Timeline, standing: int) -> int:
    """Return after how many undos at most this many entries stand.

    A correction that is undone brings back what was there before it: more entries, or fewer.
    """
    steps, number = timeline.steps, 0
    while len(steps) > standing:
        before = steps[-1].before_correction
        steps, number = steps[:-1] if before is None else before, number + 1
    return number


def _redo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    if not 1 <= events <= len(timeline.undone):
        why = Why.FEWER_TO_REDO if timeline.undone else Why.NOTHING_TO_REDO
        raise IllegalAction(Problem(why, {"events": len(timeline.undone)}))
    steps, undone = timeline.steps, timeline.undone
    for _ in range(events):
        undone, last = undone[:-1], undone[-1]
        steps, last = _swapped(steps, last)
        steps = (*steps, last)
    return Timeline(timeline.start, steps, undone, seq)


def _swapped(steps: tuple[Step, ...], last: Step) -> tuple[tuple[Step, ...], Step]:
    """Making or undoing a correction changes the actions before it."""
    if last.before_correction is None:
        return steps, last
    return last.before_correction, replace(last, before_correction=steps)


def _correct(timeline: Timeline, entry: Correct, seq: Seq) -> Timeline:
    changes = {Seq(change.seq): change.to for change in entry.changes}
    if len(changes) < len(entry.changes):  # the record could not be read again
        raise IllegalAction(Problem(Unreadable.TWICE))
    before = timeline.steps
    said: dict[Seq, list[Action]] = {}
    for step in before:
        if step.seq in changes and not isinstance(step.action, UNCORRECTABLE):
            said.setdefault(step.seq, []).append(step.action)
    for missing in changes.keys() - said.keys():
        raise IllegalAction(Problem(Why.NO_SUCH_ENTRY, {"seq": missing}))
    steps = played_again(timeline.start, before, changes, entry.until)
    events = tuple(
        PastCorrected(change, tuple(said[change]), meant) for change, meant in changes.items()
    )
    game, partial_game = (
        (steps[-1].game, steps[-1].partial_game) if steps else (timeline.start, None)
    )
    corrected = Step(
        entry, events, game, "", seq, before_correction=before, partial_game=partial_game
    )
    return Timeline(timeline.start, (*steps, corrected), (), seq)


def played_again(
    start: Game,
    steps: tuple[Step, ...],
    changes: Mapping[Seq, tuple[Action, ...]],
    until: int | None = None,
) -> tuple[Step, ...]:
    """Return the actions with some of them changed, and everything after them replayed.

    Args:
        start: The table before the first action.
        steps: The effective actions.
        changes: By number of entry, what it should have been; nothing if it never happened.
        until: The entry from which on nothing is replayed; None: everything is.

    Raises:
        Misfit: A later entry becomes impossible; it names the first one.
    """
    first = next((at for at, step in enumerate(steps) if step.seq in changes), len(steps))
    again = [each for each in steps[:first] if until is None or each.seq < until]
    done: set[Seq] = set()
    for step in steps[first:]:
        if until is not None and step.seq >= until:
            break
        changed = step.seq in changes and not isinstance(step.action, UNCORRECTABLE)
        if changed and step.seq in done:
            continue
        done.add(step.seq)
        for entry in changes[step.seq] if changed else (step.action,):
            table, partial_game = (
                (again[-1].game, again[-1].partial_game) if again else (start, None)
            )
            said = _entered_again(table, partial_game, entry, step)
            tag = "" if changed else step.tag
            again.append(
                replace(said, tag=tag, seq=step.seq, before_correction=step.before_correction)
            )
    return tuple(again)


def _entered_again(
    table: Game, partial_game: PartialGame | None, entry: Undoable, step: Step
) -> Step:
    """Return what becomes of this table when what was said once is said to it."""
    if isinstance(entry, Correct):
        return replace(step, game=table, partial_game=partial_game)
    try:
        return _entered(table, partial_game, entry)
    except IllegalAction as why:
        if why.problem.sentence in (Why.NOTHING_TO_FIX, Why.SAME_LEVEL):
            return Step(entry, (), table, partial_game=partial_game)
        raise Misfit(step.seq, why.problem) from why
