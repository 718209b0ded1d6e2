"""Boards behind a bar in typical states, for pictures and tests."""

from functools import cache

from msgspec.structs import replace

from companion.board.tables import Board, BoardTable, GuestCall
from companion.core.kiosk import Link
from companion.core.preferences import Preferences
from companion.fleet.shapes import TablePhase
from companion.i18n.catalogues import words
from companion.paths import asset
from companion.ui.style import Canvas, Style, style
from companion.ui.text_metrics import Type, type_from
from tests.fleet.tables import STATE

NOW = 50_000.0


@cache
def measures() -> Type:
    """Return the measures of the fonts."""
    return type_from(asset("fonts", "advances.json").read_bytes())


@cache
def look(size: tuple[int, int], language: str = "en", theme: str = "night") -> Style:
    """Return how things look on such a screen."""
    canvas = Canvas(size=size, type=measures(), words=words(language), letters=True)
    return style(canvas, Preferences(language=language, theme=theme))


def table(number: int) -> BoardTable:
    """Return a table of a busy evening."""
    phases = tuple(TablePhase)
    phase = phases[number % len(phases)]
    is_played = phase in (TablePhase.PLAYING, TablePhase.AUCTION, TablePhase.SCORING)
    state = replace(
        STATE,
        phase=phase,
        players=2 + number % 4 if is_played else 0,
        epoch=1 + number % 3 if is_played else 0,
        ra=number % 9 if is_played else 0,
        ra_limit=10 if is_played else 0,
        minutes=number if is_played else 0,
        trouble=("reader_lost",) if number % 11 == 5 else (),
        call=("none", "none", "none", "none", "none", "none", "pay")[number % 7],
    )
    return BoardTable(
        id=f"table-{number}", state=state, is_online=number % 13 != 7, since=NOW - 700
    )


def board(number: int, *, calls: int = 3, link: Link = Link.CONNECTED) -> Board:
    """Return the board with this many tables and calls."""
    tables = {each.id: each for each in map(table, range(1, number + 1))}
    kinds = ("rules", "order", "pay")
    calling = tuple(
        GuestCall(f"table-{at + 1}", kinds[at % 3], NOW - 60 * at, is_answered=at == 1)
        for at in range(calls)
    )
    counts = {"games": 12, "players": 41, "minutes.44": 12, "epochs.suns": 20, "scored": 41}
    counts |= {"epochs.ra_track": 16, "gods": 90, "gold": 120, "river": 300}
    return Board(
        tables=tables, calls=calling, link=link, link_since=NOW - 300, now=NOW,
        today=counts, ever=counts,
    )  # fmt: skip
