"""Everything that whoever serves phones may know: what all see, and what each seat sees (pure)."""

from __future__ import annotations

from companion.core.model import Model
from companion.core.notices import Notice
from companion.pages.phones import join
from companion.phones import shapes
from companion.phones.own import own
from companion.phones.public import said, shown
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
    may_send_points = settings.points == "table"
    kept = join.beneath(join.present(model))
    state = kept.phones
    seen = shown(kept)
    return shapes.TableLine(
        round=round_,
        settings=settings,
        shown=seen,
        own={
            str(button): own(kept, button, may_send_points=may_send_points)
            for button in state.seated
        },
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
