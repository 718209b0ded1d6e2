"""Two tables that differ in one hidden total: nothing that leaves the program may reveal it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from types import ModuleType
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from companion.core.model import Secrecy
from companion.pages.corrections import ways
from companion.pages.corrections.ways import Cell
from companion.pages.scoring import epoch
from companion.rules.editions import Seat
from tests.proof.measure import Found, Piece, control
from tests.security.walking import LIVELY, POINTS, secret, walked

_EVERY = 9
"""In ten minutes: one of this many pages, agreements and seats."""


class Leak(NamedTuple):
    """A mistake in the program, and where it shows."""

    module: ModuleType
    name: str
    instead: Callable[..., object]
    page: str
    secrecy: Secrecy


def _no_less_than_none(seat: Seat, score: int) -> Cell:
    """Offer only differences that leave no fewer points than none, as version 1.0.0 did."""
    cell = _POINTS_OF(seat, score)
    ways = tuple(way for way in cell.ways if way.number is None or score + way.number >= 0)
    return replace(cell, ways=ways)


_POINTS_OF = ways.points_of

LEAKS: Mapping[str, Leak] = {
    "tokens move by totals that were told": Leak(
        epoch, "_were_points_told", lambda _: False, "scoring", Secrecy.EPOCH_GAINS
    ),
    "what cannot be taken away is not offered": Leak(
        ways, "points_of", _no_less_than_none, "mending", Secrecy.OWN_PEEK
    ),
}


def compared(page: str, secrecy: str, seat: int) -> Found:
    """Compare two tables on a page and after all that is offered there, from some a step more."""
    walk = walked(page, Secrecy(secrecy), 2 if page in LIVELY else 1, Seat(seat))
    return Found(Counter(pairs=walk.compared), walk.found)


def with_a_leak(leak: str) -> Found:
    """Make a mistake in the program, which must be noticed."""
    made = LEAKS[leak]
    ways.cells.cache_clear()
    with patch.object(made.module, made.name, made.instead):
        is_noticed = bool(walked(made.page, made.secrecy, 2).found)
    ways.cells.cache_clear()
    return control(leak, is_noticed=is_noticed)


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield pages, agreements and seats, and the mistakes."""
    every = [*product(secret(), (secrecy.value for secrecy in POINTS), range(3))]
    yield from (partial(compared, *each) for each in every[:: 1 if is_full else _EVERY])
    yield from (partial(with_a_leak, leak) for leak in LEAKS)
