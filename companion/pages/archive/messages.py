"""What is asked of the journals and their index, and their answers, whatever page is open."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import KeepSheet, Order, ResumeGame, Update, refused
from companion.core.messages import (
    FindGames,
    GoOnWith,
    MachineMessage,
    OpenPast,
    Search,
    ShowStatistics,
    Souvenir,
)
from companion.core.model import Model
from companion.core.naming import choosable
from companion.core.notices import Notes, Notice
from companion.pages.archive.games import Games, GamesFound, PastOpened, opened
from companion.pages.archive.statistics import Statistics, Summed


class GamesRead(MachineMessage, frozen=True):
    """A message: so many of the saved games have been read, before anything can be looked up."""

    done: int
    of: int


class AllGamesRead(MachineMessage, frozen=True):
    """A message: whoever waits for the index can ask again."""


class TidyUp(MachineMessage, frozen=True):
    """A message: it is time to see who is to be forgotten."""


class Forgot(MachineMessage, frozen=True):
    """A message: these are the names that are still known."""

    known_names: tuple[str, ...]
    """The latest to play comes first."""


Staff = FindGames | OpenPast | GoOnWith | ShowStatistics
"""What other people played is nobody's business but the owner's."""

Machines = GamesFound | PastOpened | Summed | GamesRead | AllGamesRead | Souvenir | TidyUp | Forgot
"""What the journals answer."""

Messages = Staff | Machines


class LookUp(Order, frozen=True):
    """An order: find these games in the index."""

    search: Search


class ReadPast(Order, frozen=True):
    """An order: read this game's journal."""

    game: str


class SumUp(Order, frozen=True):
    """An order: add up what somebody played."""

    who: str


class Wrap(Order, frozen=True):
    """An order: make of the game on the table, which is over, what one takes home."""

    seq: int


class Tidy(Order, frozen=True):
    """An order: forget whom the owner wants to be forgotten by now."""

    is_idle: bool
    """Whether no game is on the table."""


Orders = LookUp | ReadPast | SumUp | Wrap | Tidy | KeepSheet
"""What is asked of the journals and their index."""


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to wrap up a game whose end has come, or to tidy up after one."""
    if after.page.is_result and not before.page.is_result:
        return (Wrap(after.session.timeline.seq),) if after.session.timeline is not None else ()
    is_left = before.session.timeline is not None and after.session.timeline is None
    return (Tidy(is_idle=True),) if is_left else ()


def update(model: Model, message: Messages) -> Update:
    """Return what becomes of the model, and what is asked of the journals."""
    if model.session.timeline is not None and isinstance(message, _NOT_DURING_A_GAME):
        return model, ()
    match message:
        case FindGames(search):
            return model, (LookUp(search),)
        case OpenPast(game) if not game:
            return refused(model, Notice(Notes.NOT_NOW))
        case OpenPast(game):
            return model, (ReadPast(game),)
        case ShowStatistics(who):
            return model, (SumUp(who),)
        case GoOnWith(game):
            return model, (ResumeGame(game),)
        case _:
            return _answered(model, message)


_NOT_DURING_A_GAME = GamesFound | PastOpened | Summed | GoOnWith
"""Nothing of another game is shown while points lie face down (R-INF-2)."""


def _answered(model: Model, message: Machines) -> Update:
    match message:
        case GamesFound(page) | Summed(page):
            return replace(model, page=page), ()
        case PastOpened():
            return replace(model, page=opened(model, message)), ()
        case GamesRead(done, of):
            return _advanced(model, done, of), ()
        case AllGamesRead():
            return model, _asked_again(model)
        case Souvenir():
            return model.with_session(souvenir=message), ()
        case TidyUp():
            return model, (Tidy(is_idle=model.session.timeline is None),)
        case Forgot(names):
            return _forgot(model, names), ()


def _advanced(model: Model, done: int, of: int) -> Model:
    """Show how many games have been read, to somebody who waits for it."""
    page = model.page
    if not isinstance(page, Games | Statistics) or not page.is_reading:
        return model
    return replace(model, page=replace(page, read=(done, of)))


def _asked_again(model: Model) -> tuple[Order, ...]:
    """Return what the page that is open has waited for."""
    page = model.page
    if isinstance(page, Games) and page.is_reading:
        return (LookUp(page.search),)
    if isinstance(page, Statistics) and page.is_reading:
        return (SumUp(page.who),)
    return ()


def _forgot(model: Model, names: tuple[str, ...]) -> Model:
    """Know only who is still known; who sits at the table is not forgotten for it."""
    known = choosable(names, model)
    guests = model.session.last_guests
    is_known = all(guest.name in ("", *known) for guest in guests)
    is_kept = model.session.timeline is not None or is_known
    return model.with_session(known_names=known, last_guests=guests if is_kept else ())
