"""Goes from page to page of two tables that differ in one hidden total, looking for differences."""

from collections.abc import Mapping
from functools import cache

from companion.core.model import Secrecy
from companion.pages.archive.games import Replay
from companion.rules.editions import Seat
from tests.net.rooms import ROOMS
from tests.security.twin_tables import Pair, Twins, after, is_secret, leaving, offered, twins
from tests.view.gallery import NAMES

SEAT = Seat(1)

POINTS = {Secrecy.OWN_PEEK: (0, 900), Secrecy.EPOCH_GAINS: (3, 500), Secrecy.SEALED: (9, 990)}
"""Totals that one step of the fix panel would take below none, and others: last and first."""


@cache
def secret() -> tuple[str, ...]:
    """Return the pages of a running game; every page is made for it, once."""
    return tuple(
        page
        for page, made in ROOMS.items()
        if is_secret(room := made(3, NAMES))
        and (room.session.timeline is not None or isinstance(room.page, Replay))
    )


LIVELY = (
    *("turn with a god", "bid", "discard", "gods", "scoring", "scoring the last", "menu"),
    *("history", "mending", "light", "half known", "worth", "replay of an unfinished game"),
)
"""Those from which one goes furthest."""


def differences(pair: Twins) -> list[str]:
    """Return what leaves one of the tables otherwise than the other."""
    one, other = (leaving(model) for model in pair)
    return [what for what in one if one[what] != other[what]]


class Walk:
    """From page to page of both tables, with every difference that is found."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.compared = 0
        """Pairs of tables, compared in every byte that leaves them."""
        self._known: set[str] = set()

    def begin(self, pair: Twins, deep: int, way: str) -> None:
        """Compare two tables, and go this many steps on."""
        self.compared += 1
        self.found += [f"{way}: {what}" for what in differences(pair)]
        self.go(pair, offered(pair), deep, way)

    def go(self, pair: Twins, said: Mapping[str, Pair], deep: int, way: str) -> None:
        """Say each of these to both tables, and, so deep, everything that is offered then."""
        for name, both in said.items():
            here = f"{way} > {name}"
            then, (one, other) = after(pair, both)
            self.found += [f"{here}: {what}" for what in one if one[what] != other.get(what)]
            if not all(map(is_secret, then)) or self._is_known(then):
                continue
            self.compared += 1
            self.found += [f"{here}: {what}" for what in differences(then)]
            if deep > 1:
                self.go(then, offered(then), deep - 1, here)

    def _is_known(self, pair: Twins) -> bool:
        model = pair.one
        screen = (model.screen.notice, model.screen.is_card_shown)
        text = repr((model.page, model.session, screen, model.preferences, model.kiosk))
        was_known = text in self._known
        self._known.add(text)
        return was_known


def walked(page: str, secrecy: Secrecy, deep: int, seat: Seat = SEAT) -> Walk:
    """Return what was found on a page, and this many steps on from it.

    Args:
        page: A page of the gallery, of a game of three.
        secrecy: What is hidden.
        deep: How many steps.
        seat: Whose points differ.
    """
    walk = Walk()
    walk.begin(twins(ROOMS[page](3, NAMES), secrecy, seat, POINTS[secrecy]), deep, page)
    return walk
