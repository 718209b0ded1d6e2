"""What the board knows of every table, since when, and its words for that.

Pure: each message makes a new board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet import shapes
from companion.fleet.shapes import OFFLINE, ONLINE, GameEvent, State, TablePhase
from companion.i18n import mark
from companion.statistics.game import Counts

MOST_TABLES = 200
"""Further ids are ignored: anybody who may publish could invent any number of them."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


class BoardTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table."""

    id: str
    state: State | None = None
    """Its newest; None if none was heard yet."""
    is_online: bool = False
    since: float = 0.0
    """When it went online or offline, in seconds of the monotonic clock; 0 if never heard."""


class GuestCall(msgspec.Struct, frozen=True):
    """Guests call."""

    table: str
    kind: str
    """``rules``, ``order`` or ``pay``."""
    since: float
    """When the board heard of it first, in seconds of the monotonic clock."""
    is_answered: bool = False
    """Whether somebody behind the bar has answered, and the table has not said so yet."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the board knows."""

    tables: Mapping[str, BoardTable] = {}
    calls: tuple[GuestCall, ...] = ()
    """In the order in which they came."""
    link: Link = Link.CONNECTING
    link_since: float = 0.0
    """When the link last changed, in seconds of the monotonic clock."""
    today: Counts = {}
    """What today's games add up to."""
    ever: Counts = {}
    """What all games add up to."""
    shows_figures: bool = False
    """Whether the statistics lie over the tables."""
    first: int = 0
    """How many tables were gone through, where not all have room."""
    now: float = 0.0


class TableHeard(msgspec.Struct, frozen=True):
    """Something of a table was heard."""

    table: str
    part: str
    """The last part of its topic."""
    payload: bytes


def part_of(base: str, topic: str) -> tuple[str, str] | None:
    """Return the table and the part that a topic names; None if it names no table."""
    if not topic.startswith(f"{base}/"):
        return None
    table, _, part = topic[len(base) + 1 :].partition("/")
    return (table, part) if _ID.fullmatch(table) else None


def hear(board: Board, heard: TableHeard) -> Board:
    """Return the board that has heard this; what makes no sense is not heard."""
    table = board.tables.get(heard.table, BoardTable(id=heard.table))
    if heard.table not in board.tables and len(board.tables) >= MOST_TABLES:
        return board
    match heard.part:
        case "availability" if heard.payload in (ONLINE.encode(), OFFLINE.encode()):
            is_online = heard.payload == ONLINE.encode()
            if is_online != table.is_online or not table.since:
                table = replace(table, is_online=is_online, since=board.now)
        case "state":
            state = shapes.heard(heard.payload, State)
            if state is None:
                return board
            table = replace(table, state=state)
        case _:
            return board
    return _with_calls(replace(board, tables={**board.tables, table.id: table}), table)


def _with_calls(board: Board, table: BoardTable) -> Board:
    """Return the board with the table's call, which keeps its place for as long as it lasts."""
    kind = "none" if table.state is None or not table.is_online else table.state.call
    known = next((each for each in board.calls if each.table == table.id), None)
    if known is not None and known.kind == kind:
        return board
    others = tuple(each for each in board.calls if each.table != table.id)
    if kind == "none":
        return replace(board, calls=others)
    if known is not None:  # for something else, but they have waited all the same
        calls = tuple(replace(each, kind=kind, is_answered=False) if each is known else each
                      for each in board.calls)  # fmt: skip
        return replace(board, calls=calls)
    return replace(board, calls=(*others, GuestCall(table.id, kind, board.now)))


def answered(board: Board, table: str) -> Board:
    """Return the board on which somebody has answered a table's call."""
    calls = tuple(
        replace(each, is_answered=True) if each.table == table else each for each in board.calls
    )
    return replace(board, calls=calls)


def linked(board: Board, link: Link) -> Board:
    """Return the board whose broker is like this."""
    if link is board.link:
        return board
    stands = Link.CONNECTED in (link, board.link)
    since = board.now if stands or not board.link_since else board.link_since
    return replace(board, link=link, link_since=since)


def counts_of(game: GameEvent) -> Counts:
    """Return what a game adds to the statistics of all tables; nothing if it was left."""
    if not game.over:
        return {}
    counts = {"games": 1, "players": game.players, f"edition.{game.edition[:20]}": 1}
    if game.minutes:
        counts[f"minutes.{game.minutes}"] = 1
    for cause in game.epochs:
        counts[f"epochs.{cause[:20]}"] = counts.get(f"epochs.{cause[:20]}", 0) + 1
    if game.points is not None:
        counts |= {str(category)[:30]: points for category, points in game.points.items()}
        counts["scored"] = game.players
    return counts


CALLS: Mapping[str, tuple[str, str]] = {
    "rules": (mark("Rules question"), mark("Rules")),
    "order": (mark("They want to order"), mark("Order")),
    "pay": (mark("They want to pay"), mark("Bill")),
}
"""What a table calls for, in many words and in few."""


PHASES: Mapping[TablePhase, str] = {
    TablePhase.IDLE: mark("Free"),
    TablePhase.ATTRACT: mark("Free"),
    TablePhase.SEATING: mark("Seating"),
    TablePhase.PLAYING: mark("Playing"),
    TablePhase.AUCTION: mark("Auction"),
    TablePhase.SCORING: mark("Scoring"),
    TablePhase.OVER: mark("Over"),
    TablePhase.LOCKED: mark("Closed"),
}


_SETTINGS = (mark("Mistake in the settings"), mark("Settings"))


_BUTTONS = (mark("Buttons do not respond"), mark("Buttons"))


TROUBLES: Sequence[tuple[str, tuple[str, str]]] = (
    ("not_", (mark("Games are not saved"), mark("Disk"))),
    ("same_id", (mark("Same id as another table"), mark("Same id"))),
    ("reader_", (mark("Bag reader does not respond"), mark("Reader"))),
    ("panel_", _BUTTONS),
    ("pin", _BUTTONS),
    ("button_", _BUTTONS),
    ("low_power", (mark("Not enough power"), mark("Power"))),
    ("slowed_down", (mark("The computer is too hot"), mark("Heat"))),
    ("rolled_back", (mark("The update failed"), mark("Update"))),
    ("settings", _SETTINGS),
    ("box_", _SETTINGS),
    ("no_box", _SETTINGS),
    ("which_box", _SETTINGS),
)
"""What to say about a problem, in full and in short, by the beginning of its name."""


_OTHER_TROUBLE = (mark("The table has trouble"), mark("Trouble"))


def trouble(kind: str) -> tuple[str, str]:
    """Return what to say about a problem, in English, in full and in short."""
    return next((said for begin, said in TROUBLES if kind.startswith(begin)), _OTHER_TROUBLE)
