"""Everything that whoever serves phones may know: what all see, and what each seat sees (pure)."""

from __future__ import annotations

from companion.core.model import Model, Secrecy
from companion.core.notices import Notice
from companion.pages.phones import join
from companion.phones import own, public, shapes
from companion.phones.public import said
from companion.phones.shapes import Answered, Said
from companion.rules.problems import Problem
from companion.settings import PhonesSettings


def line(model: Model, round_: str, settings: PhonesSettings) -> shapes.TableLine:
    """Return everything that the process may know now.

    Args:
        model: What is shown.
        round_: Which game is on the table.
        settings: Where phones find the table, and whether they are sent points.
    """
    kept = join.beneath(join.present(model))
    state = kept.phones
    seen = public.shown(kept)
    everyone = {str(button): own.own(kept, button) for button in state.seated}
    if settings.points == "never" or kept.session.agreement.secrecy is Secrecy.SEALED:
        seen = public.without_points(seen)
        everyone = {button: own.without_points(each) for button, each in everyone.items()}
    return shapes.TableLine(
        round=round_,
        settings=settings,
        shown=seen,
        own=everyone,
        seated={str(button): phone for button, phone in state.seated.items()},
        asking=tuple(each.phone for each in state.asking),
        answers=tuple(
            Answered(each.phone, each.number, why_not(each.why_not)) for each in state.answers
        ),
    )


def why_not(told: Problem | Notice | None) -> Said | None:
    """Return why something was not done."""
    match told:
        case None:
            return None
        case Problem(why, facts):
            return said(why.value, facts)
        case Notice(note, facts):
            return said(note.value, facts)
