"""The page of options: one row for everything that may be agreed before a game (section 1.14)."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from companion.core.model import Agreement, Secrecy
from companion.core.ring import stepped
from companion.rules.actions import Level
from companion.rules.editions import (
    LONGEST_RA_TRACK,
    RA_LIMITS,
    Edition,
    NoPenalty,
    Options,
    Split,
)
from companion.words import mark

Value = TypeVar("Value")


class Row(msgspec.Struct, frozen=True):
    """One thing to agree on."""

    title: str
    """The English words, which are also what is translated."""
    value: str
    """What is agreed now, in English words."""
    facts: dict[str, int]
    """Numbers in ``value``."""
    following: Callable[[int], Agreement]
    """The agreement after so many steps along the row's values."""


EDITIONS = {
    Edition.C25: mark("25th Century Games (2022)"),
    Edition.WINDRIDER_2016: mark("Windrider (2016)"),
    Edition.RGG_2009: mark("Rio Grande (2009)"),
    Edition.ALEA_1999: mark("Alea (1999)"),
}
SPLITS = {
    Split.RAZZIA: mark("9-6-5-2 and 8-7-4-3"),
    Split.BAUMER: mark("9-6-4-2 and 8-7-5-3"),
    Split.BGG: mark("9-6-4-3 and 8-7-5-2"),
}
PENALTIES = {
    NoPenalty.OFF: mark("as in the rulebook"),
    NoPenalty.FINAL_ONLY: mark("none at the end of the game"),
    NoPenalty.EVERY_EPOCH: mark("none in any epoch"),
}
SECRECIES = {
    Secrecy.OWN_PEEK: mark("hidden; each may peek at their own"),
    Secrecy.SEALED: mark("sealed to the end"),
    Secrecy.EPOCH_GAINS: mark("an epoch's points are open, totals hidden"),
    Secrecy.OPEN: mark("open"),
}
LEVELS = {
    Level.FULL: mark("every tile"),
    Level.LIGHT: mark("Ra tiles and auctions"),
    Level.SCORE_ONLY: mark("only points"),
}
DEALS = {False: mark("dealt by the screen"), True: mark("we dealt ourselves")}


def rows(agreement: Agreement, players: int) -> tuple[Row, ...]:
    """Return the rows of the page for so many players."""
    options = agreement.options
    pages = [
        _row(
            mark("Edition"),
            EDITIONS,
            options.edition,
            lambda value: _with(agreement, edition=value),
        ),
        _ra_limit(agreement, players),
        _row(
            mark("Suns"),
            DEALS,
            agreement.dealt_by_hand,
            lambda value: replace(agreement, dealt_by_hand=value),
        ),
        _row(
            mark("Entered"), LEVELS, agreement.level, lambda value: replace(agreement, level=value)
        ),
        _row(
            mark("Points"),
            SECRECIES,
            agreement.secrecy,
            lambda value: replace(agreement, secrecy=value),
        ),
    ]
    if players == min(RA_LIMITS):
        pages += [
            _row(
                mark("Two players' suns"),
                SPLITS,
                options.two_player_split or Split.RAZZIA,
                lambda value: _with(agreement, two_player_split=value),
            ),
            _row(
                mark("Penalty for the last"),
                PENALTIES,
                options.two_player_no_penalty,
                lambda value: _with(agreement, two_player_no_penalty=value),
            ),
        ]
    return tuple(pages)


def fitting(agreement: Agreement, players: int) -> Agreement:
    """Return the agreement without what does not fit so many players (D-01, R-SCO-5)."""
    options = agreement.options
    if players != min(RA_LIMITS):
        options = replace(options, two_player_split=None, two_player_no_penalty=NoPenalty.OFF)
    elif options.edition is Edition.ALEA_1999 and options.two_player_split is None:
        options = replace(options, two_player_split=Split.RAZZIA)
    return replace(agreement, options=options)


def _with(agreement: Agreement, **changes: object) -> Agreement:
    options: Options = replace(agreement.options, **changes)
    return replace(agreement, options=options)


def _row(
    title: str, values: dict[Value, str], now: Value, agree: Callable[[Value], Agreement]
) -> Row:
    order = tuple(values)
    return Row(title, values[now], {}, lambda steps: agree(stepped(order, now, steps)))


def _ra_limit(agreement: Agreement, players: int) -> Row:
    now = agreement.options.ra_limit or RA_LIMITS.get(players, LONGEST_RA_TRACK)

    def following(steps: int) -> Agreement:
        limit = (now - 1 + steps) % LONGEST_RA_TRACK + 1
        return _with(agreement, ra_limit=None if limit == RA_LIMITS.get(players) else limit)

    return Row(mark("Spaces of the Ra track on your board"), "{spaces}", {"spaces": now}, following)
