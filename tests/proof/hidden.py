"""Two tables that differ in one hidden total: nothing that leaves the program may reveal it."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from companion.core.model import Secrecy
from companion.pages.corrections import ways
from companion.pages.corrections.ways import Cell
from companion.pages.scoring import epoch
from companion.rules.editions import Seat
from tests.proof.measure import Found, Portion, Strength
from tests.security.walking import LIVELY, POINTS, secret, walked

_EVERY = 9
"""At quick strength: one of this many pages, agreements and seats."""


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
    return Found({"pairs": walk.compared}, tuple(walk.found))


def control(leak: str) -> Found:
    """Make a mistake in the program, which must be noticed."""
    made = LEAKS[leak]
    ways.cells.cache_clear()
    with patch.object(made.module, made.name, made.instead):
        is_noticed = bool(walked(made.page, made.secrecy, 2).found)
    ways.cells.cache_clear()
    failures = () if is_noticed else (f"nobody noticed: {leak}",)
    return Found({"controls": 1, "caught": int(is_noticed)}, failures)


def portions(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return pages, agreements and seats, and the mistakes."""
    whole = [
        Portion(compared, (page, secrecy.value, seat))
        for page in secret()
        for secrecy in POINTS
        for seat in range(3)
    ]
    some = whole[::_EVERY] if strength is Strength.QUICK else whole
    return (*some, *(Portion(control, (leak,)) for leak in LEAKS))
