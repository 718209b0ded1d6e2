"""The entries of a game in order, those taken back last, and what is done with the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from companion.core.controls import Control
from companion.core.messages import Message
from companion.core.model import Model
from companion.rules.actions import Draw, Invoke, UseGod
from companion.rules.editions import Seat
from companion.rules.events import Event
from companion.rules.model import Game, Phase
from companion.rules.records.timeline import Moment, Timeline


def length(model: Model) -> int:
    """Return how many actions can be looked at, taken-back ones included."""
    timeline = model.session.timeline
    return 0 if timeline is None else len(timeline.moments) + len(timeline.undone)


def moment(model: Model, at: int) -> Moment | None:
    """Return the action that leads to this place; None at the start of the game."""
    timeline = model.session.timeline
    if timeline is None or not 1 <= at <= length(model):
        return None
    standing = len(timeline.moments)
    if at <= standing:
        return timeline.moments[at - 1]
    return timeline.undone[len(timeline.undone) - (at - standing)]


def game_at(model: Model, at: int) -> Game:
    """Return the table as it was after this many actions."""
    found = moment(model, at)
    if found is not None:
        return found.game
    return model.game if model.session.timeline is None else model.session.timeline.start


def events_at(model: Model, at: int) -> tuple[Event, ...]:
    """Return what happened in the action that leads to this place."""
    found = moment(model, at)
    return () if found is None else found.events


class Turn(NamedTuple):
    """A turn that begins with an entry."""

    seat: Seat
    number: int | None
    """Counted from the start of the game; None where not everything is entered."""


class EntryLine(NamedTuple):
    """An entry in the list; the first is the start of the game."""

    moment: Moment | None
    """None: the start of the game."""
    epoch: int | None
    """The epoch in which it was made, 1 to 3; None if it is unknown."""
    turn: Turn | None
    """Whose turn begins with it."""
    number: int
    """Which entry it is, counted as everywhere that people see; 0 for the start of the game."""
    is_undone: bool


def lines(timeline: Timeline) -> tuple[EntryLine, ...]:
    """Return the list of a game, the start of it first."""
    found = [EntryLine(None, timeline.start.epoch, None, 0, is_undone=False)]
    before, turns = timeline.start, 0
    epoch: int | None = timeline.start.epoch
    for number, each in enumerate((*timeline.moments, *reversed(timeline.undone)), start=1):
        turn = None
        if isinstance(each.action, Draw | Invoke | UseGod):
            if each.ledger is not None:
                seat = getattr(each.events[0], "seat", None) if each.events else None
                turn = None if seat is None else Turn(seat, None)
            elif before.stage is Phase.TURN:
                turns += 1
                turn = Turn(before.active, turns)
        found.append(EntryLine(each, epoch, turn, number, is_undone=number > len(timeline.moments)))
        before = each.game
        epoch = each.game.epoch if each.ledger is None else each.ledger.epoch
    return tuple(found)


class Act(msgspec.Struct, frozen=True):
    """What can be done with the chosen sentence."""

    label: str
    """English words, which are also what is translated."""
    icon: str
    message: Message
    is_main: bool = False
    """Whether it is what is looked back for: it is golden."""
    control: Control | None = None
    """What does it at once, if any."""


class Looking(NamedTuple):
    """What is looked at, and what is being done with it."""

    at: int
    """After how many actions."""
    ways: tuple[Act, ...] = ()
    focus: int | None = None
    """Which of the ways is pointed at; None: the list is walked through."""
    question: str = ""
    """What is asked before going on from there, in the language of the table."""


Going = Callable[[int], Message]
"""What leads to the table after this many actions."""
