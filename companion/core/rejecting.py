"""Readings that were refused: kept beside the entries, so that people can see what the pad saw."""

from msgspec.structs import replace

from companion.core.effects import Effect, RecordRejected
from companion.core.messages import Rejecting
from companion.core.model import Model, Rejected
from companion.core.notices import Notice
from companion.rules.refusal import Refusal

MOST = 200
"""So many refused readings of a game are kept; a pad that reads nonsense fills no disk."""


def rejected(model: Model, uid: str, why: Refusal | Notice) -> Rejecting | None:
    """Return the order to keep a refused reading; None if it is kept already, or too much."""
    after = len(model.timeline.moments) if model.timeline else 0
    reading = Rejected(uid, why, after)
    return None if reading in model.rejected or len(model.rejected) >= MOST else Rejecting(reading)


def rejecting(model: Model, message: Rejecting) -> tuple[Model, tuple[Effect, ...]]:
    """Keep a refused reading; the table stays as it is."""
    if model.timeline is None:
        return model, ()
    kept = (*model.rejected, message.rejected)
    return replace(model, rejected=kept), (RecordRejected(message.rejected),)


def rejected_at(model: Model, at: int) -> tuple[Rejected, ...]:
    """Return the readings that were refused when so many actions stood."""
    return tuple(each for each in model.rejected if each.after == at)
