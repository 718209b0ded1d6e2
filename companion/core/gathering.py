"""Who sat at the table that is to be scored, and what of their game."""

from collections.abc import Sequence
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.core.counting import Counting, assistant
from companion.core.names import after_typing, apart, visible
from companion.core.page import Page
from companion.core.ring import stepped
from companion.rules.editions import (
    STARTING_SCORE,
    SUN_GROUPS,
    Edition,
    NoPenalty,
    Options,
    Split,
)
from companion.words import mark


class Scope(Enum):
    """What is counted."""

    WHOLE = "whole"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


SCOPES = {
    Scope.WHOLE: mark("all three epochs"),
    Scope.FIRST: mark("the first epoch"),
    Scope.SECOND: mark("the second epoch"),
    Scope.THIRD: mark("the third epoch, with the winner"),
}
"""What each of them is called, in English words, which are also what is translated."""

_EPOCHS = {Scope.WHOLE: 1, Scope.FIRST: 1, Scope.SECOND: 2, Scope.THIRD: 3}


class Gathering(Page, frozen=True):
    """The page before a table is scored that played without us."""

    names: tuple[str, ...]
    """Empty where nobody said a name: called by the colour of their button."""
    scope: Scope = Scope.WHOLE
    no_penalty: NoPenalty = NoPenalty.OFF
    """When two players are spared the penalties for being last (R-SCO-5)."""
    edition: Edition = Edition.C25
    """It decides how epochs are called."""
    row: int = 0
    """Which row is pointed at: players, what is counted, each name, the edition, and what two
    players agreed."""


class Change(msgspec.Struct, frozen=True):
    """A row of the page takes its next value, or an earlier one."""

    row: int
    steps: int


def gathered(names: Sequence[str] = (), options: Options | None = None) -> Gathering:
    """Return the page for these people, or as many as may play if nobody was here.

    Args:
        names: What they are called.
        options: What was agreed here last.
    """
    agreed = options or Options()
    return Gathering(
        tuple(names) or ("",) * max(SUN_GROUPS),
        no_penalty=agreed.two_player_no_penalty,
        edition=agreed.edition,
    )


def length(page: Gathering) -> int:
    """Return how many rows there are."""
    return 3 + len(page.names) + (len(page.names) == min(SUN_GROUPS))


def named(page: Gathering) -> int | None:
    """Return whose name is pointed at, as a place in ``names``; None if nobody's is."""
    place = page.row - 2
    return place if 0 <= place < len(page.names) else None


def typed(page: Gathering, text: str) -> Gathering:
    """Return the page after something was typed, or a backspace."""
    place = named(page)
    return page if place is None else _called(page, place, after_typing(page.names[place], text))


def changed(page: Gathering, change: Change, known: Sequence[str]) -> Gathering:
    """Return the page with another value in a row, which is pointed at from now on.

    Args:
        page: The page.
        change: Which row, and by how much.
        known: Names that were used before.
    """
    page = replace(page, row=change.row % length(page))
    players = len(page.names)
    match page.row:
        case 0:
            names = (*page.names, *[""] * max(SUN_GROUPS))
            return replace(page, names=names[: stepped(tuple(SUN_GROUPS), players, change.steps)])
        case 1:
            return replace(page, scope=stepped(tuple(SCOPES), page.scope, change.steps))
        case row if row < 2 + players:
            return _renamed(page, row - 2, change.steps, known)
        case row if row == 2 + players:
            return replace(page, edition=stepped(tuple(Edition), page.edition, change.steps))
        case _:
            after = stepped(tuple(NoPenalty), page.no_penalty, change.steps)
            return replace(page, no_penalty=after)


def _renamed(page: Gathering, place: int, steps: int, known: Sequence[str]) -> Gathering:
    now = page.names[place]
    others = {*page.names} - {now}
    free = ("", *(name for name in known if name not in others))
    return _called(page, place, stepped(free if now in free else (now, *free), now, steps))


def _called(page: Gathering, place: int, name: str) -> Gathering:
    return replace(page, names=(*page.names[:place], name, *page.names[place + 1 :]))


def counting(page: Gathering, colours: Sequence[str]) -> Counting:
    """Return the first page to count on.

    Args:
        page: Who played what.
        colours: What players without a name are called.
    """
    names = apart([visible(name) or colours[place] for place, name in enumerate(page.names)])
    two = len(names) == min(SUN_GROUPS)
    options = Options(
        edition=page.edition,
        two_player_split=Split.RAZZIA if two else None,
        two_player_no_penalty=page.no_penalty if two else NoPenalty.OFF,
    )
    before = (STARTING_SCORE,) * len(names)
    whole = page.scope is Scope.WHOLE
    return assistant(names, options, _EPOCHS[page.scope], before, is_whole=whole)
