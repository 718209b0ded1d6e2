"""A full table of five players as a display list: what the painter is measured with."""

from collections.abc import Iterator
from math import pi, sin
from typing import NamedTuple

from companion.view.scene import (
    Align,
    Box,
    Colour,
    Disc,
    Item,
    Picture,
    Rect,
    Scene,
    Sky,
    Text,
    Weight,
)

REFERENCE = (1280, 720)
INK: Colour = (0xF6, 0xEB, 0xD0)
INK2: Colour = (0xCD, 0xBF, 0x9B)
ZERO: Colour = (0x6B, 0x77, 0xAD)
GOLD: Colour = (0xFF, 0xC9, 0x4D)
RA: Colour = (0xCF, 0x45, 0x26)
LINE: Colour = (0x3A, 0x46, 0x78)
FAINT: Colour = (0x26, 0x30, 0x5C)
PANEL: Colour = (0x15, 0x1C, 0x3D)
ACTIVE: Colour = (0x1E, 0x27, 0x50)
LANE: Colour = (0x0C, 0x12, 0x30)
SLOT: Colour = (0x10, 0x17, 0x39)
DARK: Colour = (0x0A, 0x0D, 0x1C)
WHITE: Colour = (255, 255, 255)
GREEN: Colour = (0x41, 0xC3, 0x9B)
SAND: Colour = (0xE8, 0xC4, 0x8A)
SUN_INK: Colour = (0x3A, 0x20, 0x03)
USED_INK: Colour = (0x8E, 0x93, 0xB8)
STATION: Colour = (0x14, 0x1A, 0x3C)
NIGHT: tuple[Colour, ...] = (
    (0x07, 0x0B, 0x1C),
    (0x0B, 0x10, 0x27),
    (0x0F, 0x15, 0x31),
    (0x13, 0x1A, 0x3C),
    (0x1F, 0x1E, 0x46),
    (0x2B, 0x22, 0x50),
    (0x7A, 0x3B, 0x3A),
)


class Player(NamedTuple):
    """What one panel shows."""

    name: str
    colour: Colour
    suns: tuple[int, int, int]
    used: int
    """How many of the suns, from the right, lie face down."""
    counts: tuple[int, ...]
    cultures: int
    monuments: int


PLAYERS = (
    Player("Anna", (0x56, 0xB4, 0xE9), (13, 5, 9), 1, (1, 0, 3, 4, 1), 4, 6),
    Player("Marek", (0x00, 0x9E, 0x73), (16, 8, 2), 0, (0, 2, 2, 2, 0), 1, 3),
    Player("Yuki", (0xF0, 0xE4, 0x42), (14, 10, 4), 1, (2, 1, 5, 6, 2), 5, 7),
    Player("Zsófi", (0xD5, 0x5E, 0x00), (15, 6, 1), 1, (1, 1, 0, 3, 1), 3, 2),
    Player("Олена", (0xCC, 0x79, 0xA7), (12, 11, 3), 2, (0, 0, 4, 1, 0), 5, 9),
)
COUNTED = ("tile_god", "tile_gold", "tile_pharaoh", "tile_nile", "tile_flood")
BOAT_AT, TRACK_END = 5, 9
"""Stations of the Ra track: where the boat is, and the last one."""
ACTIVE_SEAT = 2
LOT = ("tile_nile", "tile_pharaoh", "tile_sphinx", "tile_gold", "tile_astro", "tile_quake")


class Board:
    """Places of the reference size, brought to another size."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._unit = min(size[0] / REFERENCE[0], size[1] / REFERENCE[1])

    def px(self, length: float) -> int:
        """Return a length of the reference in pixels."""
        return round(length * self._unit)

    def at(self, x: float, y: float, w: float, h: float) -> Rect:
        """Return a rectangle of the reference in pixels."""
        left, top = self.px(x), self.px(y)
        return Rect(left, top, self.px(x + w) - left, self.px(y + h) - top)

    def text(self, place: tuple[float, float, float, float], text: str, px: int) -> Text:
        """Return a centred text in the colour of ink."""
        rect = self.at(*place)
        return Text(rect, text, self.px(px), INK, weight=Weight.EXTRA, align=Align.CENTRE)

    def box(self, place: tuple[float, float, float, float], fill: Colour, radius: int = 0) -> Box:
        """Return a box without a border."""
        return Box(self.at(*place), fill=fill, radius=self.px(radius))


def table(size: tuple[int, int], *, lot: int = 6, bag: int = 87) -> Scene[str]:
    """Return the table during Yuki's turn, this many tiles on the auction track."""
    board = Board(size)
    items: list[Item] = [
        Sky(
            Rect(0, 0, *size),
            bands=NIGHT,
            hills=(0x2A, 0x1B, 0x38),
            stars=True,
            ground=(0x0A, 0x0E, 0x22),
            horizon=board.px(171),
        ),
        *_top(board, bag),
        *_lane(board, lot),
        *_prompt(board),
        *(item for seat, one in enumerate(PLAYERS) for item in _panel(board, seat, one)),
        *_hints(board),
    ]
    return Scene(size, tuple(items))


def _top(board: Board, bag: int) -> Iterator[Item]:
    yield Picture(board.at(22, 18, 28, 28), "ui_bag", tint=INK2)
    yield Text(board.at(57, 16, 100, 32), str(bag), board.px(29), INK, Weight.EXTRA)
    stations = [
        (64 + 128 * step, 124 - 80 * sin(pi * step / TRACK_END)) for step in range(TRACK_END + 1)
    ]
    for step in range(TRACK_END):
        (x, y), (to_x, to_y) = stations[step : step + 2]
        for part in range(10):
            way = (part + 0.5) / 10
            dot_x, dot_y = x + (to_x - x) * way, y + (to_y - y) * way
            side = 7 if step < BOAT_AT else 4
            place = board.at(dot_x - side / 2, dot_y - side / 2, side, side)
            yield Disc(place, fill=GOLD if step < BOAT_AT else LINE)
    for step, (x, y) in enumerate(stations):
        yield from _station(board, step, x, y)
    title = Text(
        board.at(424, 104, 200, 36), "EPOCH II", board.px(32), INK, Weight.EXTRA, Align.RIGHT
    )
    yield title
    yield board.box((639, 109, 2, 26), LINE)
    yield Text(board.at(656, 104, 200, 36), "RA 6/10", board.px(32), GOLD, Weight.EXTRA)


def _station(board: Board, step: int, x: float, y: float) -> Iterator[Item]:
    if step < BOAT_AT:
        yield Picture(board.at(x - 24, y - 24, 48, 48), "tile_ra")
    elif step == BOAT_AT:
        yield Picture(board.at(x - 57, y - 37, 114, 71), "boat")
    elif step < TRACK_END:
        place = board.at(x - 26, y - 26, 52, 52)
        yield Disc(place, fill=STATION, border=LINE, border_px=board.px(3))
        yield Text(place, str(TRACK_END - step), board.px(24), ZERO, align=Align.CENTRE)
    else:
        yield Disc(board.at(x - 26, y - 26, 52, 52), border=RA, border_px=board.px(4))
        inner = board.at(x - 19, y - 19, 38, 38)
        yield Disc(inner, fill=(0x3A, 0x15, 0x30), border=RA, border_px=board.px(3))
        for left in (-7, 2):
            yield board.box((x + left, y - 9, 5, 18), (0xFF, 0x9A, 0x7A))


def _lane(board: Board, lot: int) -> Iterator[Item]:
    yield Box(
        board.at(16, 176, 1248, 148), fill=LANE, border=FAINT, border_px=2, radius=board.px(14)
    )
    yield Picture(board.at(48, 186, 104, 104), "sun_up")
    sun = board.text((48, 186, 104, 104), "7", 60)
    yield Text(sun.rect, "7", sun.px, SUN_INK, weight=Weight.EXTRA, align=Align.CENTRE)
    yield Text(board.at(20, 292, 160, 26), "to win", board.px(20), GOLD, align=Align.CENTRE)
    for slot in range(8):
        x = 184 + 135 * slot
        if slot < lot:
            yield Picture(board.at(x, 189, 122, 122), LOT[slot % len(LOT)])
        else:
            yield Box(board.at(x - 1, 187, 126, 126), fill=SLOT, border=FAINT, radius=board.px(14))
            number = board.at(x - 1, 187, 126, 126)
            yield Text(number, str(slot + 1), board.px(40), LINE, align=Align.CENTRE)
    x = 184 + 135 * lot
    yield Box(
        board.at(x - 2, 187, 126, 126),
        fill=SLOT,
        border=WHITE,
        border_px=board.px(4),
        radius=board.px(14),
        glow=WHITE,
        glow_px=board.px(6),
    )
    yield Picture(board.at(x + 10, 199, 102, 102), "tile_agri")
    yield Disc(board.at(x + 97, 286, 38, 38), fill=WHITE)
    yield Picture(board.at(x + 102, 291, 28, 28), "ui_dial", tint=DARK)


def _prompt(board: Board) -> Iterator[Item]:
    yield board.box((16, 334, 1248, 54), PLAYERS[ACTIVE_SEAT].colour, 27)
    yield Picture(board.at(36, 347, 28, 28), "emblem_2", tint=DARK)
    sentence = "Yuki: draw a tile, play a god or call Ra"
    yield Text(board.at(77, 334, 1100, 54), sentence, board.px(27), DARK, Weight.EXTRA)


def _panel(board: Board, seat: int, player: Player) -> Iterator[Item]:
    x = 16 + 252 * seat
    is_active = seat == ACTIVE_SEAT
    frame = board.at(x, 402, 240, 260)
    ground = ACTIVE if is_active else PANEL
    if is_active:
        yield Box(
            frame.inset(-board.px(2)),
            fill=ground,
            border=player.colour,
            border_px=board.px(5),
            radius=board.px(16),
            glow=player.colour,
            glow_px=board.px(6),
        )
    else:
        yield Box(frame, fill=ground, border=LINE, radius=board.px(14))
    edge = 3 if is_active else 2
    yield board.box((x, 402, 240, 46 + 14), player.colour, 14)
    yield board.box((x, 448, 240, 14), player.colour if is_active else LINE)
    yield board.box((x + edge, 448, 240 - 2 * edge, 14), ground)
    yield Picture(board.at(x + 12, 413, 24, 24), f"emblem_{seat}", tint=DARK)
    yield Text(board.at(x + 46, 402, 180, 46), player.name, board.px(26), DARK, Weight.EXTRA)
    yield from _suns(board, x, player)
    yield board.box((x + 10, 531, 220, 2), LINE)
    yield from _counts(board, x, player)


def _suns(board: Board, x: int, player: Player) -> Iterator[Item]:
    for place, sun in enumerate(player.suns):
        is_used = place >= 3 - player.used
        rect = board.at(x + 10 + 78 * place, 459, 66, 66)
        yield Picture(rect, "sun_down" if is_used else "sun_up")
        colour = USED_INK if is_used else SUN_INK
        px = board.px(36 if len(str(sun)) == 1 else 33)
        yield Text(rect, str(sun), px, colour, weight=Weight.EXTRA, align=Align.CENTRE)


def _counts(board: Board, x: int, player: Player) -> Iterator[Item]:
    for column, (icon, count) in enumerate(zip(COUNTED, player.counts, strict=True)):
        left = x + 9 + 46.5 * column
        yield Picture(board.at(left, 536, 36, 36), icon, opacity=1.0 if count else 0.25)
        number = board.text((left - 2, 572, 40, 32), str(count), 34)
        yield (
            number
            if count
            else Text(number.rect, "0", number.px, ZERO, weight=Weight.EXTRA, align=Align.CENTRE)
        )
    yield Picture(board.at(x + 30, 604, 36, 36), "tile_art")
    yield board.text((x + 64, 606, 40, 32), str(player.cultures), 34)
    yield Picture(board.at(x + 144, 604, 36, 36), "tile_pyramid")
    yield board.text((x + 178, 606, 40, 32), str(player.monuments), 34)
    for pip in range(5):
        fill = GREEN if pip < player.cultures else LINE
        yield board.box((x + 12 + 20.7 * pip, 644, 18, 9), fill, 4)
    for pip in range(8):
        fill = SAND if pip < player.monuments else LINE
        yield board.box((x + 126 + 13 * pip, 644, 11, 9), fill, 4)


def _hints(board: Board) -> Iterator[Item]:
    for x, key, icon, label in (
        (240, "", "ui_dial", "Choose tile"),
        (503, "OK", "", "Place"),
        (705, "RA", "", "Call Ra"),
        (924, "", "ui_undo", "Undo"),
    ):
        is_ra = key == "RA"
        place = board.at(x, 675, 52, 36)
        edge = (0xFF, 0xE2, 0x9A)
        fill = RA if is_ra else GOLD
        yield Box(place, fill=fill, border=edge, radius=board.px(18))
        if icon:
            yield Picture(board.at(x + 13, 680, 26, 26), icon, tint=DARK)
        else:
            ink = INK if is_ra else DARK
            yield Text(place, key, board.px(23), ink, weight=Weight.EXTRA, align=Align.CENTRE)
        yield Text(board.at(x + 63, 675, 180, 36), label, board.px(21), INK)
