"""What is said for a moment, or that the disk is slow: in which words, and where."""

from typing import NamedTuple

from companion.core.light_table import LightTable
from companion.core.model import AtTable, History, Model, TakenBack
from companion.core.notices import CALM, Notice
from companion.view.look import Look
from companion.view.scene import Colour
from companion.view.speech import notice

SAID_SECONDS = 6.0
"""How long something said stays."""
SAVING_SECONDS = 0.15
"""How long the disk may take before that is worth saying."""


class Passing(NamedTuple):
    """What is said now."""

    sentence: str
    colour: Colour
    """Of its rim: how serious it is."""


def passing(look: Look, model: Model) -> Passing | None:
    """Return what is said now; None if nothing is."""
    if model.saving_since is not None and model.now - model.saving_since >= SAVING_SECONDS:
        return Passing(look.say("Saving …"), look.theme.gold)
    if model.said is None or model.now - model.said_at >= SAID_SECONDS:
        return None
    colour = look.theme.gold if _is_calm(model) else look.theme.bad
    return Passing(notice(look, model.said, model), colour)


def _is_calm(model: Model) -> bool:
    said = model.said
    return isinstance(said, TakenBack) or (isinstance(said, Notice) and said.note in CALM)


def lies_over_the_track(model: Model) -> bool:
    """Whether the page has a Ra track, which may be covered for a moment; a title may not."""
    return isinstance(model.page, AtTable | LightTable | History)
