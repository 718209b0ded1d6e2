"""Partially recorded tables: models for the tests of the view."""

from collections.abc import Callable, Mapping
from math import inf

from msgspec.structs import replace

from companion.core.model import Model, Preferences, Session, TextSize
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.history.history import History
from companion.pages.partial.joining import Ask, Joining, SunPlace
from companion.pages.partial.partial_table import PartialTable, Pointing, Stepped, Telling
from companion.pages.scoring.points_now import EndEarly
from companion.pages.table.thing_card import ThingCard
from companion.rules.actions import DRAWS, INVOKE, Level, Won
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import SUN_GROUPS, Seat, Sun, setup
from companion.rules.events import FixedPart
from companion.rules.records.entries import Entry, SetLevel
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import Tile

Names = tuple[str, ...]

LIGHT, UNTOLD = SetLevel(Level.LIGHT), SetLevel(Level.LIGHT, is_unknown=True)

RA_TILE = DRAWS[Tile.RA]

_TILES = (Tile.NILE, Tile.NILE, Tile.FLOOD, Tile.PYRAMID, Tile.GOD)


def lighter(players: int, names: Names, *said: Entry, page: object = None) -> Model:
    """Return the program after these entries of a new game."""
    timeline = begin(setup(names[:players]))
    for entry in said:
        timeline = enter(timeline, entry)
    shown = PartialTable() if page is None else page
    return Model(page=shown, session=Session(timeline=timeline, buttons=tuple(range(players))))  # type: ignore[arg-type]


def _told(*said: Entry, page: object = None) -> Callable[[int, Names], Model]:
    """Return what makes the same for any number of players."""
    return lambda players, names: lighter(players, names, *said, page=page)


def _highest(players: int) -> Sun:
    return max(sun for group in SUN_GROUPS[players] for sun in group)


def _half_known(players: int) -> tuple[Entry, ...]:
    """Return some answers about a game that began without the screen."""
    suns, spent = SUN_GROUPS[players][0][1:], (Sun(1),)
    hands = (HandFix(Seat(0), suns=suns, spent=spent, score=14),)
    return UNTOLD, Fix(epoch=2, hands=hands), Fix(centre=SUN_GROUPS[players][0][0])


PAGES: Mapping[str, Callable[[int, Names], Model]] = {
    "light": lambda n, names: lighter(n, names, LIGHT, RA_TILE, Won(_highest(n))),
    "light counted": _told(LIGHT, *[DRAWS[Tile.NILE]] * 3, DRAWS[Tile.GOLD]),
    "light auction": _told(LIGHT, RA_TILE),
    "light sun touched": _told(LIGHT, *[DRAWS[Tile.NILE]] * 3, page=ThingCard(FixedPart.CENTRE)),
    "light name touched": _told(LIGHT, page=ThingCard(FixedPart.TILES, 1)),
    "light stepping": lambda n, names: lighter(
        n, names, LIGHT, RA_TILE, page=PartialTable(Stepped(SUN_GROUPS[n][0][1], inf, Seat(0)))
    ),
    "light ending": _told(LIGHT, page=PartialTable(Pointing(Telling.EPOCH_OVER))),
    "nothing known": _told(UNTOLD),
    "half known": lambda n, names: lighter(n, names, *_half_known(n), INVOKE),
    "points only": _told(SetLevel(Level.SCORE_ONLY)),
    "light from afar": lambda n, names: replace(
        lighter(n, names, LIGHT, RA_TILE), preferences=Preferences(text_size=TextSize.PRINT)
    ),
    "joining": _told(UNTOLD, page=Joining(Ask.EPOCH, row=1)),
    "joining with Ra tiles": _told(UNTOLD, Fix(epoch=2), page=Joining(Ask.RA_TRACK)),
    "joining with suns": _told(
        UNTOLD, page=Joining(Ask.SUNS, places=(SunPlace(), SunPlace(Seat(0))), row=1)
    ),
    "joining with points": _told(UNTOLD, page=Joining(Ask.POINTS, seat=Seat(1), points=23)),
    "joining with a turn": _told(UNTOLD, page=Joining(Ask.TURN)),
    "joining with tiles": _told(UNTOLD, page=Joining(Ask.TILES, seat=Seat(0), tiles=_TILES, row=3)),
    "joining with a track": _told(UNTOLD, page=Joining(Ask.TRACK, Level.FULL)),
    "stopping": _told(DRAWS[Tile.NILE], page=EndEarly()),
    "stopped": _told(LIGHT, page=EndEarly(is_shown=True)),
    "mending what is known": lambda n, names: lighter(n, names, *_half_known(n), page=FixPanel(3)),
    "mending a track": _told(LIGHT, page=FixPanel(4, 3)),
    "light looked back at": lambda n, names: lighter(
        n, names, LIGHT, RA_TILE, Won(_highest(n)), page=History(3)
    ),
}
"""How each page comes about, for so many players of these names."""
