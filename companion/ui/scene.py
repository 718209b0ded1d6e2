"""A picture as plain data: what is drawn where, back to front, and what a touch there means."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

Message = TypeVar("Message")


class Rect(NamedTuple):
    """A rectangle in whole pixels of the screen, origin top left."""

    x: int
    y: int
    w: int
    h: int

    def contains(self, x: float, y: float) -> bool:
        """Whether a point in pixels lies inside."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def overlaps(self, other: "Rect") -> bool:
        """Whether two rectangles have a pixel in common."""
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h

    def inset(self, by: int, down: int | None = None) -> "Rect":
        """Return the rectangle with every side so many pixels further in."""
        down = by if down is None else down
        return Rect(self.x + by, self.y + down, max(0, self.w - 2 * by), max(0, self.h - 2 * down))


Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


class Align(Enum):
    """Where a text stands in its box; it is always centred vertically by the height of capitals."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Weight(Enum):
    """The three weights of the one family the program is set in."""

    MEDIUM = 500
    BOLD = 700
    EXTRA = 800


class Animated(Enum):
    """What can be elsewhere in the next picture, and goes there before people's eyes."""

    TILE = "tile"
    """On the auction track, by its place."""
    RA_TILE = "ra_tile"
    """On the Ra track, by its place from 1."""
    BOAT = "boat"
    SUN = "sun"
    """In the centre or before a player, by its number (no number is there twice, R-SET-5)."""
    BAR = "bar"
    """A player's pyramid at the end, as high as their points, by the seat."""
    SEGMENT = "segment"
    """What a category brought, in a player's bar."""
    SUM = "sum"
    """The number above a player's bar, by the seat."""
    REASON = "reason"
    """Why a category brought nothing, above a player's bar."""
    CROWN = "crown"
    """The sun that rises behind whoever has won."""
    PLINTH = "plinth"
    """The ground before pyramids, with the names."""
    COLUMN = "column"
    """A bar of a plot and what stands on it, by the height (pixels) of the line it grows from."""
    STRIPE = "stripe"
    """A bar that lies, and what stands at its end, by where (pixels) the line is it grows from."""
    HEADLINE = "headline"
    """What the sky says: 1 that Ra is called, 0 that the next Ra ends the epoch."""
    BEAD = "bead"
    """A point of a ring that shrinks, by its place clockwise."""
    HANDS = "hands"
    """What hands carry: 1 where it lay, 0 where it comes to."""
    ASKED = "asked"
    """The emblem of who is asked."""


Key = tuple[Animated, int]


class _Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a picture."""

    key: Key | None = None
    """What it belongs to, in every picture the same; None if it never moves."""


class Box(_Drawn, frozen=True):
    """A filled rectangle with rounded corners, a border, or both."""

    rect: Rect
    fill: Colour | None = None
    bottom: Colour | None = None
    """If given, the fill runs as a vertical gradient from ``fill`` to this colour."""
    border: Colour | None = None
    border_px: int = 2
    radius: int = 0
    opacity: float = 1.0
    glow: Colour | None = None
    """If given, a soft light of this colour lies around the box, ``glow_px`` wide."""
    glow_px: int = 0


class Disc(_Drawn, frozen=True):
    """A filled circle inside a square, with or without a border."""

    rect: Rect
    fill: Colour | None = None
    border: Colour | None = None
    border_px: int = 2
    opacity: float = 1.0


class Polygon(_Drawn, frozen=True):
    """A filled shape with straight edges."""

    rect: Rect
    corners: tuple[tuple[float, float], ...]
    """Where they are, as shares of the rectangle's width and height."""
    fill: Colour | None = None
    border: Colour | None = None
    border_px: int = 2
    opacity: float = 1.0
    hatch: Colour | None = None
    """If given, slanting lines of this colour lie over the fill."""


class Picture(_Drawn, frozen=True):
    """One of ``assets/icons`` without its ending, drawn at exactly this size."""

    rect: Rect
    name: str
    opacity: float = 1.0
    tint: Colour | None = None
    """If given, every visible point of the picture takes this colour (emblems, symbols)."""


class Text(_Drawn, frozen=True):
    """One line of text, already shortened to fit its box."""

    rect: Rect
    text: str
    px: int
    """Height of the em in pixels."""
    colour: Colour
    weight: Weight = Weight.BOLD
    align: Align = Align.LEFT
    opacity: float = 1.0
    is_private: bool = False
    """Whether it is for one player's eyes: it is drawn, but told nowhere else."""
    is_loud: bool = False
    """Whether it must be read from across the table: then a test asks for a 14th of the height."""


class Rays(msgspec.Struct, frozen=True):
    """Light that falls across a sky."""

    x: int
    y: int
    """Where it comes from, in pixels of the sky."""
    colour: Colour
    turn: float = 0.0
    """How far it has turned, as a share of the way from one ray to the next."""


class Sky(_Drawn, frozen=True):
    """The night (or papyrus) sky: bands of colour, stars, and hills at the horizon."""

    rect: Rect
    bands: tuple[Colour, ...]
    """Colours from the top to the horizon, at equal distances."""
    hills: Colour
    stars: bool
    ground: Colour
    """The colour below the horizon line."""
    horizon: int
    """Height of the horizon below the top of the rectangle, in pixels."""
    rays: Rays | None = None
    """Light before the hills; none in most skies."""
    day: tuple[tuple[Colour, ...], ...] = ()
    """If given, the bands of a whole day, from dawn at the left to night at the right."""


Item = Box | Disc | Polygon | Picture | Text | Sky


def loud(text: Text) -> Text:
    """Return the same text as one that must be read from across the table."""
    return replace(text, is_loud=True)


def keyed(thing: Animated, number: int, items: Iterable[Item]) -> Iterator[Item]:
    """Yield the same items, known as parts of this thing."""
    for item in items:
        yield replace(item, key=(thing, number))


class Target(msgspec.Struct, Generic[Message], frozen=True):
    """A place that answers to a finger or the mouse."""

    rect: Rect
    message: Message


class Slider(Target[Message], Generic[Message], frozen=True):
    """A place along which a finger slides down: what it means depends on how far it has come."""

    steps: tuple[Message, ...] = ()
    """What the equal parts of its height mean, the uppermost first."""
    here: int = 0
    """Which of them is so already."""

    def at(self, y: float) -> Message:
        """Return what a finger at this height (pixels) means; above and below, the ends."""
        return self.steps[self._part(y)]

    def is_here(self, y: float) -> bool:
        """Whether a finger at this height (pixels) means what is so already."""
        return self._part(y) == self.here

    def _part(self, y: float) -> int:
        part = int((y - self.rect.y) * len(self.steps) / max(1, self.rect.h))
        return min(max(0, part), len(self.steps) - 1)


class Scene(msgspec.Struct, Generic[Message], frozen=True):
    """Everything on the screen: items back to front, and targets, the last one on top."""

    size: tuple[int, int]
    items: tuple[Item, ...]
    targets: tuple[Target[Message], ...] = ()

    def target_at(self, x: float, y: float) -> Message | None:
        """Return what a touch at this point (pixels) means, or None where nothing answers."""
        for target in reversed(self.targets):
            if target.rect.contains(x, y):
                return target.at(y) if isinstance(target, Slider) else target.message
        return None

    def rail_at(self, x: float, y: float) -> Slider[Message] | None:
        """Return the rail on which a touch at this point (pixels) begins; None if on none."""
        touched = (each for each in reversed(self.targets) if each.rect.contains(x, y))
        found = next(touched, None)
        return found if isinstance(found, Slider) else None


def words(scene: Scene[Message]) -> tuple[str, ...]:
    """Return every text on the screen, top to bottom and left to right."""
    texts = [
        item for item in scene.items if isinstance(item, Text) and item.text and not item.is_private
    ]
    return tuple(text.text for text in sorted(texts, key=lambda text: (text.rect.y, text.rect.x)))
