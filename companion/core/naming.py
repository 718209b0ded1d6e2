"""Names as people type them, and what they are called in a game: no two by the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.messages import BACKSPACE
from companion.core.model import Model, called
from companion.core.session import Guest
from companion.rules.editions import Setup
from companion.rules.names import is_placeholder, unique, visible

if TYPE_CHECKING:
    from companion.rules.records.timeline import Step, Timeline

LONGEST_NAME = 24
"""Characters that can be typed."""


def after_typing(name: str, text: str) -> str:
    """Return a name after something more was typed; a backspace takes the last character away."""
    longer = name[:-1] if text == BACKSPACE else (name + text)[:LONGEST_NAME]
    return longer.lstrip()


def names_apart(guests: Sequence[Guest], model: Model) -> tuple[str, ...]:
    """Return what everybody is called; who has a name that is taken gets a number behind it.

    Sentences name people without the colour of their button, so equal names would tell nothing.
    Names that differ in spaces only look equal.
    """
    return unique([called(guest, model) for guest in guests])


def choosable(names: Sequence[str], model: Model) -> tuple[str, ...]:
    """Return those of the names used before that are somebody's: no colours, nothing unseen."""
    theirs = (name for name in names if visible(name) and not is_placeholder(name))
    return tuple(name for name in theirs if name not in model.preferences.colour_names)


def all_called(timeline: Timeline, buttons: Sequence[int], model: Model) -> Timeline:
    """Return the same game with everybody called by a name, or else by the colour of a button.

    A record can come from elsewhere, with players who have no name there.
    """
    setup = timeline.start.setup
    own = ["" if is_placeholder(name) else visible(name) for name in setup.players]
    if all(own) or len(buttons) != len(own):
        return timeline
    guests = [Guest(*each) for each in zip(buttons, own, strict=True)]
    named = replace(setup, players=names_apart(guests, model))
    return replace(
        timeline,
        start=replace(timeline.start, setup=named),
        steps=_renamed(timeline.steps, named),
        undone=_renamed(timeline.undone, named),
    )


def _renamed(steps: Sequence[Step], setup: Setup) -> tuple[Step, ...]:
    return tuple(
        replace(
            step,
            game=replace(step.game, setup=setup),
            partial_game=step.partial_game and replace(step.partial_game, setup=setup),
            before_correction=step.before_correction and _renamed(step.before_correction, setup),
        )
        for step in steps
    )
