"""What is asked of the journals and their index, and their answers, whatever page is open."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import Dispatch, KeepSheet, Order, ResumeGame, Update, refused
from companion.core.messages import (
    FindGames,
    GoOnWith,
    MachineMessage,
    Message,
    OpenPast,
    Search,
    ShareLink,
    ShowStatistics,
)
from companion.core.model import Model, choosable
from companion.core.notices import Notes, Notice
from companion.core.page import Handler, Room
from companion.pages.archive import look_back
from companion.pages.archive.games import IndexAnswered, IndexPage, PastOpened, opened


class GamesRead(MachineMessage, frozen=True):
    """A message: how many saved games have been read; nothing can be looked up before."""

    done: int
    of: int


class AllGamesRead(MachineMessage, frozen=True):
    """A message: the index is ready; ask again."""


class RetentionDue(MachineMessage, frozen=True):
    """A message: it is time to look for names to forget."""


class NamesKept(MachineMessage, frozen=True):
    """A message: these are the names that are still known."""

    known_names: tuple[str, ...]
    """The latest to play comes first."""


class LookUp(Order, frozen=True):
    """An order: find these games in the index."""

    search: Search


class ReadPast(Order, frozen=True):
    """An order: read this game's journal."""

    game: str


class SumUp(Order, frozen=True):
    """An order: add up what somebody played."""

    who: str


class MakeShareLink(Order, frozen=True):
    """An order: make the link to share of the finished game on the table."""

    seq: int


class DeleteExpired(Order, frozen=True):
    """An order: forget the names whose time, as the owner set it, is over."""

    is_idle: bool
    """Whether no game is on the table."""


Orders = LookUp | ReadPast | SumUp | MakeShareLink | DeleteExpired | KeepSheet
"""What is asked of the journals and their index."""


def _follow(before: Model, _: Message, after: Model) -> Update:
    """Wrap up a game whose end has come, or tidy up after one; nobody waits for a review then."""
    return after, (*_at_an_end(before, after), *look_back.orders(before, after))


def _at_an_end(before: Model, after: Model) -> tuple[Order, ...]:
    if after.page.is_result and not before.page.is_result:
        timeline = after.session.timeline
        return () if timeline is None else (MakeShareLink(timeline.seq),)
    is_left = before.session.timeline is not None and after.session.timeline is None
    return (DeleteExpired(is_idle=True),) if is_left else ()


def _open_past(model: Model, message: OpenPast) -> Update:
    if not message.game:
        return refused(model, Notice(Notes.NOT_NOW))
    return model, (ReadPast(message.game),)


def _without_a_game(handler: Handler) -> Handler:
    """Return the same, but nothing of another game while points lie face down (R-INF-2)."""
    return lambda model, message: (
        (model, ()) if model.session.timeline is not None else handler(model, message)
    )


def _advanced(model: Model, message: GamesRead) -> Update:
    page = model.page
    if not isinstance(page, IndexPage) or not page.is_reading:
        return model, ()
    return replace(model, page=replace(page, read=(message.done, message.of))), ()


def _ask_again(model: Model, _: AllGamesRead) -> Update:
    """Ask for what the page that is open has waited for."""
    page = model.page
    if isinstance(page, IndexPage) and page.is_reading:
        return model, (Dispatch(page.question),)
    return model, ()


def _forgot(model: Model, message: NamesKept) -> Update:
    """Keep only the names that are still known, and those of people at the table."""
    known = choosable(message.known_names, model)
    if model.preferences.kiosk:  # the game of others may still be there
        known = tuple(name for name in known if name in model.session.known_names)
    guests = model.session.last_guests
    is_known = all(guest.name in ("", *known) for guest in guests)
    is_kept = model.session.timeline is not None or is_known
    return model.with_session(known_names=known, last_guests=guests if is_kept else ()), ()


ROOM = Room(
    messages={
        FindGames: lambda model, message: (model, (LookUp(message.search),)),
        OpenPast: _open_past,
        ShowStatistics: lambda model, message: (model, (SumUp(message.who),)),
        GoOnWith: _without_a_game(lambda model, message: (model, (ResumeGame(message.game),))),
        IndexAnswered: _without_a_game(
            lambda model, message: (replace(model, page=message.page), ())
        ),
        PastOpened: _without_a_game(
            lambda model, message: (replace(model, page=opened(model, message)), ())
        ),
        GamesRead: _advanced,
        AllGamesRead: _ask_again,
        ShareLink: lambda model, message: (model.with_session(share_link=message), ()),
        RetentionDue: lambda model, _: (
            model,
            (DeleteExpired(is_idle=model.session.timeline is None),),
        ),
        NamesKept: _forgot,
        **look_back.MESSAGES,
    },
    follow=_follow,
)
