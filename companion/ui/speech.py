"""Sentences for the screen: with names short enough to leave room for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.commands import Prompt
from companion.core.model import Entered, Model, Said, TakenBack
from companion.core.notices import Notice
from companion.rules.editions import Setup
from companion.rules.problems import Fact, Problem
from companion.rules.tiles import NO_TILES
from companion.ui.style import Size, Ui

if TYPE_CHECKING:
    from companion.rules.events import Event

_NAME_EMS = 9
"""How long a name may be inside a sentence, in ems."""

_NAMES = ("name", "player")
"""The facts of a sentence that are names."""


def short_name(ui: Ui, name: str, size: Size = Size.PROMPT) -> str:
    """Return a name that leaves room for the sentence around it."""
    return ui.short(name, _NAME_EMS * ui.em(size), size)


@lru_cache(maxsize=32)
def short_setup(ui: Ui, setup: Setup) -> Setup:
    """Return the same game with names that leave room for the sentences around them."""
    return replace(setup, players=tuple(short_name(ui, name) for name in setup.players))


def said(ui: Ui, sentence: str, facts: Mapping[str, Fact]) -> str:
    """Return a sentence with its facts in the language of the table."""
    return ui.say(sentence, **{key: _fact(ui, key, fact) for key, fact in facts.items()})


def _fact(ui: Ui, key: str, fact: Fact) -> object:
    from companion import narration  # noqa: PLC0415 - the first picture tells nothing

    return _shortened(ui, key, narration.fact_name(key, fact, ui.canvas.words))


def _shortened(ui: Ui, key: str, fact: Fact) -> Fact:
    return short_name(ui, str(fact)) if key in _NAMES else fact


def question(ui: Ui, asked: Prompt) -> str:
    """Return what is asked."""
    by_keys = ui.canvas.letters and asked.by_keys
    return said(ui, by_keys or asked.sentence, asked.facts)


@cache
def _weightiest() -> tuple[type[Event], ...]:
    """Return which of the events of one action is told first."""
    from companion.rules import events  # noqa: PLC0415 - the first picture tells nothing

    return (
        events.EpochEnded,
        events.LotWon,
        events.NobodyBid,
        events.DisasterStruck,
        events.GodUsed,
        events.AuctionBegan,
        events.EpochBegan,
    )


@cache
def _winners() -> tuple[type[Event], ...]:
    """Return the events that name who has won."""
    from companion.rules import events  # noqa: PLC0415 - the first picture tells nothing

    return events.GameDecided, events.GameEnded


def weightiest(events: Sequence[Event]) -> Event | None:
    """Return the event of an action that says most; None if nothing happened.

    Who has won is no such event: only the reveal tells it (R-INF-2).
    """
    told = [event for event in events if not isinstance(event, _winners())]
    for kind in _weightiest():
        for event in told:
            if isinstance(event, kind):
                return event
    kept = [event for event in told if not _takes_away(event)] or told
    return kept[-1] if kept else None


def _takes_away(event: Event) -> bool:
    """Whether a correction says that an entry never was: of several it is the least."""
    from companion.rules.events import PastCorrected  # noqa: PLC0415 - the first picture tells nothing

    return isinstance(event, PastCorrected) and not event.meant


@lru_cache(maxsize=64)
def event_texts(ui: Ui, event: Event, setup: Setup) -> tuple[str, ...]:
    """Return what happened, in one sentence and, if that can be said shorter, another."""
    from companion import narration  # noqa: PLC0415 - the first picture tells nothing
    from companion.rules.events import LotWon  # noqa: PLC0415 - as above

    words, short = ui.canvas.words, short_setup(ui, setup)
    full = narration.event_text(event, short, words)
    if isinstance(event, LotWon) and event.lot:
        return full, narration.event_text(replace(event, lot=NO_TILES), short, words)
    return (full,)


def notice(ui: Ui, said_now: Said, model: Model) -> str:
    """Return something that needs saying."""
    from companion import narration  # noqa: PLC0415 - the first picture tells nothing

    words = ui.canvas.words
    match said_now:
        case Problem(why, facts):
            short = {key: _shortened(ui, key, fact) for key, fact in facts.items()}
            return narration.refusal(Problem(why, short), words)
        case Notice(note, facts):
            return said(ui, note.value, facts)
        case Entered(entered):
            return event_texts(ui, entered, model.game.setup)[0]
        case TakenBack(events, again):
            what = narration.joint_passes(events, short_setup(ui, model.game.setup), words)
            if what is None:
                event = weightiest(events)
                what = "" if event is None else event_texts(ui, event, model.game.setup)[0]
            if again:
                return ui.say("Redone: {what}", what=what)
            return ui.say("Undone: {what}", what=what)
