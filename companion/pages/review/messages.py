"""Asking for a look back, the machines' answers, and when they stop."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.core.effects import Update, refused
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.opponent.review import NotReviewableError, Review, refuse
from companion.pages import archive
from companion.pages.review.look_back import LookBack
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline


class OpenReview(msgspec.Struct, frozen=True):
    """A message: somebody wants to look back at the game that they see, or have just played."""


class Advanced(msgspec.Struct, frozen=True):
    """A message: this many entries have been looked at."""

    done: int
    of: int


class Reviewed(msgspec.Struct, frozen=True):
    """A message: here is the look back."""

    found: Review


Machines = Advanced | Reviewed

Message = OpenReview | Machines


class StartReview(msgspec.Struct, frozen=True):
    """An order: look back at this game, unless that was done before."""

    timeline: Timeline
    game: str
    """Its id; empty: the one on the table."""


class StopReview(msgspec.Struct, frozen=True):
    """An order: nobody waits for it any more."""


Order = StartReview | StopReview


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to stop, if nobody looks any more."""
    was, now = before.page, after.page
    is_waiting = isinstance(was, LookBack) and was.found is None
    return (StopReview(),) if is_waiting and not isinstance(now, LookBack) else ()


def update(model: Model, message: Message) -> Update:
    """Open the page, or show on it what the machines have found."""
    page = model.page
    match message:
        case OpenReview():
            return _opened(model)
        case Advanced(done, of) if isinstance(page, LookBack) and page.found is None:
            return replace(model, page=replace(page, done=done, of=of)), ()
        case Reviewed(found) if isinstance(page, LookBack) and _is_of(page, found):
            return replace(model, page=replace(page, found=found)), ()
        case _:
            return model, ()


def _is_of(page: LookBack, found: Review) -> bool:
    return len(found.moments) == len(page.timeline.moments)


def _opened(model: Model) -> Update:
    """Open the page; while a game is played there is nothing to look back at."""
    page, own = model.page, model.session.timeline
    if own is not None and model.game.stage is not Phase.OVER:
        return refused(model, Notice(Notes.NOT_NOW))
    if isinstance(page, archive.Replay):
        timeline, buttons, game = page.timeline, page.buttons, page.game
    elif own is not None:
        timeline, buttons, game = own, model.session.buttons, ""
    else:
        return refused(model, Notice(Notes.NOT_NOW))
    opened = LookBack(timeline, buttons, page)
    try:
        refuse(timeline)
    except NotReviewableError as why:
        return replace(model, page=replace(opened, because=why.because)), ()
    return replace(model, page=opened), (StartReview(timeline, game),)
