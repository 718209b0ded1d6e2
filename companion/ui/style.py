"""How big things are on this screen, what it is drawn on, and how a text is put into a box."""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from math import ceil
from typing import Any, ParamSpec, cast

import msgspec
from msgspec.structs import asdict, replace

from companion.core.messages import Message
from companion.core.model import Preferences, TextSize
from companion.i18n import ENGLISH, Words
from companion.ui.scene import Align, Colour, Item, Rect, Target, Text, Weight
from companion.ui.text_metrics import Type
from companion.ui.theme import Theme, theme


class Canvas(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A screen, its type, and the words of its language. Equal only to itself: keep it."""

    size: tuple[int, int]
    """Width and height of the screen in pixels, as it stands before the players."""
    type: Type
    words: Words = ENGLISH
    touch: bool = True
    """Whether fingers or a mouse reach the screen: then every tile has a key on it."""
    letters: bool = False
    """Whether there is a keyboard: then keys show their letters instead of players' emblems."""
    panel: bool = True
    """Whether labels name the buttons and the dial of a panel, where they name no keys: a finger
    touches the words themselves."""
    version: str = ""
    """Which version of the program runs, for the page about it."""

    def changed(self, **fields: object) -> "Canvas":
        """Return it with other values: the one of last time, for which pictures are built already.

        Labels change whenever another hand plays by keys, and so does a screen that turns.
        """
        return _canvas(**{**asdict(self), **fields})

    @property
    def by_finger(self) -> bool:
        """Whether labels name neither keys nor buttons: a finger touches what is meant."""
        return not self.letters and not self.panel


@lru_cache(maxsize=8)
def _canvas(**fields: Any) -> Canvas:  # noqa: ANN401 - whatever a canvas has
    return Canvas(**fields)


SMALLEST_PX = 20
"""Nothing that must be read is set smaller: see the table of viewing distances in the design."""

_LEAST = 30
"""This many lines of the smallest text are as high as the screen."""

_LOUD = 14
"""The same of what must be read from across the table."""

TOUCH_PX = 44
"""No place for a finger is narrower."""


class Part(msgspec.Struct, frozen=True):
    """A component as it was built: what is drawn, back to front, and where it is touched."""

    items: tuple[Item, ...]
    targets: tuple[Target[Message], ...]


Piece = Item | Target[Message] | Part
"""What a component yields: something to draw, a place to touch, or a smaller component."""

Parameters = ParamSpec("Parameters")


class TextStyle(msgspec.Struct, frozen=True):
    """How a text is set, beyond its size and colour."""

    weight: Weight = Weight.BOLD
    align: Align = Align.LEFT
    opacity: float = 1.0

    def faded(self, opacity: float) -> "TextStyle":
        """Return the same with less of it to be seen."""
        return replace(self, opacity=opacity)


PLAIN = TextStyle()

QUIET = TextStyle(Weight.MEDIUM)

CENTRED = TextStyle(align=Align.CENTRE)

STRONG = TextStyle(Weight.EXTRA)

NUMBER = TextStyle(Weight.EXTRA, Align.CENTRE)

RIGHT = TextStyle(align=Align.RIGHT)

RIGHT_NUMBER = TextStyle(Weight.EXTRA, Align.RIGHT)


class Shape(Enum):
    """The three arrangements; the value is the size in units for which each is designed."""

    FULL = (1280, 720)
    COMPACT = (800, 480)
    TALL = (480, 800)


class Size(Enum):
    """Heights of the em in units: on a full screen, and on a compact or tall one."""

    DISPLAY = (84, 60)
    SUM = (52, 38)
    TITLE = (46, 32)
    SCORE = (38, 30)
    COUNT = (33, 28)
    PROMPT = (27, 23)
    NAME = (26, 20)
    LABEL = (25, 20)
    SMALL = (24, 20)


class Ui(msgspec.Struct, frozen=True, eq=False):
    """What every picture is drawn with: screen, theme, sizes, words. Equal only to itself."""

    canvas: Canvas
    theme: Theme
    shape: Shape
    is_full: bool
    """Whether there is room for what is merely beautiful."""
    unit: float
    """Pixels of one unit of the design."""
    text_scale: float = 1.0
    is_big: bool = False
    """Whether the table is shown for people who sit far away."""
    left_handed: bool = False

    @property
    def least_px(self) -> int:
        """The smallest em of what must be read: a thirtieth of the height that is designed for."""
        return max(SMALLEST_PX, round(min(self.shape.value) * self.unit / _LEAST))

    @property
    def loud_px(self) -> int:
        """The smallest em of what must be read from across the table."""
        return -int(-min(self.shape.value) * self.unit // _LOUD)

    def px(self, full: float, compact: float | None = None) -> int:
        """Return a length in pixels, given in units for a full screen and for the others."""
        units = full if compact is None or self.is_full else compact
        return round(units * self.unit)

    def share(self, part: float) -> int:
        """Return this part of the screen's height, or of its width where that is less, in pixels.

        It is what is read from across the table: whatever the screen, as large as it allows.
        """
        return max(SMALLEST_PX, round(min(self.canvas.size) / part))

    def em(self, size: Size) -> int:
        """Return the height of the em in pixels, never too small to be read."""
        full, compact = size.value
        units = full if self.is_full else compact
        return max(self.least_px, round(units * self.unit * self.text_scale))

    def sided(self, rect: Rect, whole: Rect) -> Rect:
        """Return where something stands in the whole: for left hands as in a mirror."""
        if not self.left_handed:
            return rect
        return Rect(2 * whole.x + whole.w - rect.x - rect.w, rect.y, rect.w, rect.h)

    def say(self, sentence: str, /, **facts: object) -> str:
        """Return the sentence in the language of the table."""
        return self.canvas.words.say(sentence, **facts)

    def faint(self, opacity: float) -> float:
        """Return how much is seen of what cannot be done now, by the theme."""
        return max(opacity, self.theme.faintest)

    def width(self, text: str, size: Size, weight: Weight = Weight.BOLD) -> int:
        """Return how many pixels wide the text is at full size, rounded up."""
        return self.width_at(text, self.em(size), weight)

    def width_at(self, text: str, px: int, weight: Weight) -> int:
        """Return the width of a text so high, in whole pixels."""
        return ceil(self.canvas.type.width(text, px, weight))

    def text(
        self, rect: Rect, text: str, px: int, colour: Colour, style: TextStyle = PLAIN
    ) -> Text:
        """Return the text as large as it fits, and shortened if even small letters do not."""
        measures, weight = self.canvas.type, style.weight
        if measures.width(text, px, weight) > rect.w:
            smallest = min(px, SMALLEST_PX)
            px = measures.fitting_px(text, rect.w, px, smallest, weight)
            text = measures.shorten(text, rect.w, px, weight)
        return Text(rect, text, px, colour, weight, style.align, style.opacity)

    def line(
        self,
        rect: Rect,
        text: str,
        size: Size,
        colour: Colour | None = None,
        style: TextStyle = PLAIN,
    ) -> Text:
        """Return the text at one of the sizes, in the ink of the theme if no colour is given."""
        ink = self.theme.ink if colour is None else colour
        return self.text(rect, text, self.em(size), ink, style)

    def line_height(self, size: Size) -> int:
        """Return how far one line of a text stands below the other, in pixels."""
        return round(self.em(size) * 1.25)

    def short(self, name: str, room: float, size: Size) -> str:
        """Return a name that leaves room for the sentence around it."""
        return self.canvas.type.shorten(name, room, self.em(size), Weight.BOLD)

    def wrapped(
        self, text: str, room: float, size: Size, weight: Weight = Weight.BOLD
    ) -> tuple[str, ...]:
        """Return the text in lines that fit the room."""
        language = self.canvas.words.language
        return self.canvas.type.wrap(text, room, self.em(size), weight, language)


_LOWEST_FULL = 560

_NARROWEST_FULL = 1000

_SCALES = {TextSize.NORMAL: 1.0, TextSize.LARGE: 1.15, TextSize.LARGER: 1.3, TextSize.PRINT: 1.3}
"""How much larger letters are, where there is room."""

SMALLER = 1.15, 1.0
"""How large they are, step by step, where they have no room."""


def ui_on(canvas: Canvas, preferences: Preferences) -> Ui:
    """Return what pictures on this canvas are drawn with."""
    return _ui(
        canvas,
        preferences.theme,
        text_scale=_SCALES[preferences.text_size],
        is_big=preferences.text_size is TextSize.PRINT,
        left_handed=preferences.left_handed,
    )


@lru_cache(maxsize=16)
def _ui(canvas: Canvas, colours: str, *, text_scale: float, is_big: bool, left_handed: bool) -> Ui:
    width, height = canvas.size
    is_roomy = height >= _LOWEST_FULL and width >= _NARROWEST_FULL
    shape = Shape.FULL if is_roomy else Shape.COMPACT
    if width < height:
        shape = Shape.TALL
    wide, high = shape.value
    unit = min(width / wide, height / high)
    return Ui(
        canvas=canvas,
        theme=theme(colours),
        shape=shape,
        is_full=shape is Shape.FULL,
        unit=unit,
        text_scale=text_scale,
        is_big=is_big,
        left_handed=left_handed,
    )


@lru_cache(maxsize=32)
def at_scale(ui: Ui, scale: float) -> Ui:
    """Return the same with letters so much larger than usual, but no larger than they are."""
    return ui if ui.text_scale <= scale else replace(ui, text_scale=scale)


def unscaled(ui: Ui) -> Ui:
    """Return the same with letters of their usual size, for where larger ones have no room."""
    return at_scale(ui, 1.0)


@lru_cache(maxsize=16)
def without_large_print(ui: Ui) -> Ui:
    """Return the same without large print, for people who stand beside the screen."""
    return replace(ui, is_big=False) if ui.is_big else ui


@lru_cache(maxsize=4)
def untouched(ui: Ui) -> Ui:
    """Return the same for a screen that is not touched, such as a demonstration."""
    canvas = ui.canvas
    return replace(ui, canvas=replace(canvas, touch=False)) if canvas.touch else ui


def assembled(pieces: Iterable[Piece]) -> Part:
    """Return everything that is drawn and everything that is touched, each in its order."""
    items: list[Item] = []
    targets: list[Target[Message]] = []
    for piece in pieces:
        if isinstance(piece, Part):
            items += piece.items
            targets += piece.targets
        elif isinstance(piece, Target):
            targets.append(piece)
        else:
            items.append(piece)
    return Part(tuple(items), tuple(targets))


def cached(component: Callable[Parameters, Iterable[Piece]]) -> Callable[Parameters, Part]:
    """Return the component with its latest results kept: what is as it was is not built again."""

    @lru_cache(maxsize=128)
    def built(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Part:
        return assembled(component(*args, **kwargs))

    return cast("Callable[Parameters, Part]", built)
