"""The window of a table without a Pi: the table, and panel and bag below it for the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random

from msgspec.structs import replace

from companion.app.simulation.panel import HIDE_KEY, Cable, Desk, Detent, Finger, Holding, TakeTile
from companion.app.simulation.panel_view import desk, desk_height
from companion.core.commands import Control
from companion.core.model import Model, Preferences
from companion.i18n.catalogues import words as words_of
from companion.pages.table import tags as table_tags
from companion.pages.table.tags import Bag
from companion.paths import asset
from companion.rules.tiles import BY_ID, Tile
from companion.screen.events import KeyPressed, Released, Resized, Touched, WindowEvent
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Wheel, Window, desktop_size
from companion.ui.scene import Message, Rect, Scene
from companion.ui.style import Canvas, ui_on
from companion.ui.text_metrics import Type
from hardware import events
from hardware.simulated import SimulatedPanel, SimulatedReader


def any_tile(bag: Mapping[Tile, Sequence[str]], dice: Random) -> tuple[Tile, str] | None:
    """Return a tile of a bag and its tag, each as likely as any other; None if it is empty."""
    inside = [(tile, tag) for tile, tags in bag.items() for tag in tags]
    return dice.choice(inside) if inside else None


class BagHand:
    """Draws tiles that are still in the bag, and lays them on the reader."""

    def __init__(self, reader: SimulatedReader, model: Callable[[], Model], dice: Random) -> None:
        self._reader, self._model, self._dice = reader, model, dice

    def left(self) -> Bag:
        """Return the tags in the bag; none at all if the reader cannot be told of any."""
        return table_tags.bag(self._model()) if self._reader.can_read_tags else {}

    def draw(self, kind: Tile | None = None) -> Tile | None:
        """Take a tile out and lay it down, of a kind or by chance; None if there is none."""
        left = self.left()
        drawn = any_tile(left if kind is None else {kind: left.get(kind, ())}, self._dice)
        if drawn is None:
            return None
        tile, uid = drawn
        self._reader.lay(uid)
        return tile

    def laid(self) -> Tile | None:
        """Return the tile that was laid on the reader last; None if its tag is on no tile."""
        return BY_ID.get(self._model().hardware.tags.get(self._reader.laid, ""))


CLICK_SECONDS = 0.06
"""A finger stays on a button at least so long after a click, however short that was: a contact
must be still for a moment to be believed, and a touchpad clicks within none."""


class DeskHands:
    """Does what the mouse does at the desk, and sees how everything there stands."""

    def __init__(self, panel: SimulatedPanel, reader: SimulatedReader, bag: BagHand) -> None:
        self._panel, self._reader, self._bag = panel, reader, bag
        self._fingers: dict[events.Control, float] = {}  # and until when they stay

    def do(self, hand: Holding) -> None:
        """Press, turn, draw or pull."""
        match hand:
            case Finger(control):
                finger = events.Control(control)
                self._fingers[finger] = inf
                self._panel.press(finger)
            case Detent(steps):
                self._panel.turn(steps)
            case TakeTile(kind):
                self._bag.draw(kind)
            case Cable():
                if self._reader.is_plugged:
                    self._reader.unplug()
                else:
                    self._reader.plug()

    def let_go(self, at: float) -> None:
        """Take every finger of the mouse away, not before a click's time is over."""
        self._fingers = {each: min(t, at + CLICK_SECONDS) for each, t in self._fingers.items()}

    def pass_time(self, now: float) -> None:
        """Take away the fingers whose time is over, by the monotonic clock in seconds."""
        for finger in [each for each, until in self._fingers.items() if until <= now]:
            del self._fingers[finger]
            self._panel.release(finger)

    def seen(self) -> Desk:
        """Return how everything stands, as the pins and the line say."""
        return Desk(
            lamps={Control(name): level for name, level in self._panel.lamps().items()},
            held=frozenset(map(Control, self._panel.held())),
            detents=self._panel.detents,
            bag=self._bag.left(),
            on_reader=self._bag.laid(),
            is_plugged=self._reader.is_plugged,
        )


TABLE_SIZE = (1280, 720)
"""How large the table in a window is where there is room, in pixels."""

_AROUND = (24, 96)
"""What a desktop keeps for itself: frames, a title and a bar."""

_LEAST_TABLE = 240
"""A table is at least so high, in pixels; where that leaves no room for the desk it is hidden."""

_GOOD_TABLE = 400
"""Where the desk leaves less, in pixels, it is shown only when it is asked for."""


def window_size(mode: Mode, table: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return the size of a window for a table of this size and its desk; None: the whole screen.

    A window that would be higher than the desktop is as high as that, or as the table if somebody
    asked for more: the desk then takes its part of it, or is hidden.

    Args:
        mode: Where it is shown.
        table: How large the table shall be, if anybody said so.
    """
    if mode is Mode.FULL_SCREEN:
        return table
    wide, high = table or TABLE_SIZE
    whole = high + desk_height(wide)
    room = desktop_size(mode)
    if room is None:
        return wide, whole
    if table is not None:
        return wide, max(high, min(whole, room[1]))
    return min(wide, room[0] - _AROUND[0]), min(whole, room[1] - _AROUND[1])


class DeskWindow(Window):
    """Gives the table its part of the window, and keeps the clicks on the rest for the desk."""

    def __init__(self, opening: Opening, measures: Type, now: Callable[[], float]) -> None:
        """Open the window, upright; the desk is drawn when it has its hands.

        Args:
            opening: Where, and how large the table in it is.
            measures: The measures of the fonts.
            now: The monotonic clock, in seconds.

        Raises:
            NoScreen: Nobody would see the window.
        """
        self._preferences: Callable[[], Preferences] = Preferences
        self._measures = measures
        self._hands: DeskHands | None = None
        self._is_hidden: bool | None = None
        self._drawn: tuple[object, ...] = ()
        self._is_at_desk = False  # where the mouse went down last
        self._desk: Scene[Holding] = Scene((0, 0), ())
        self._whole: Scene[Holding] = Scene((0, 0), ())
        opening = replace(opening, size=window_size(opening.mode, opening.size))
        super().__init__(opening, asset(), measures, now)
        self._wheel = Wheel()

    def attach(self, hands: DeskHands, preferences: Callable[[], Preferences]) -> None:
        """Let the mouse reach the simulated hardware, which is opened after the first picture.

        Args:
            hands: What the mouse moves.
            preferences: In which language and how the table is drawn now.
        """
        self._hands, self._preferences = hands, preferences

    @property
    def size(self) -> tuple[int, int]:
        """Size of the table, in pixels; it only changes in ``events``."""
        width, height = super().size
        return width, height - self._desk_height()

    def events(self) -> tuple[WindowEvent, ...]:
        """Return what people did to the table, in order; never waits."""
        before = self.size
        if self._hands is not None:
            self._hands.pass_time(self.now())
        turned, at = self._wheel.turned()
        if turned and at[1] >= self.size[1]:
            self._do(Detent(turned))
        events = super().events()
        ours = [event for event in events if not self._is_for_desk(event)]
        if self.size != before:
            ours = [event for event in ours if not isinstance(event, Resized)]
            ours.append(Resized(*self.size, events[-1].at))
        return tuple(ours)

    def _is_for_desk(self, event: WindowEvent) -> bool:
        """Whether something was done at the desk; if so, it has an effect there."""
        match event:
            case KeyPressed(name) if name == HIDE_KEY:
                self._is_hidden = self._desk_height() > 0
                return True
            case Touched(x, y):
                self._is_at_desk = y >= self.size[1]
                hand = self._desk.target_at(x, y) if self._is_at_desk else None
                if hand is not None:
                    self._do(hand)
                return self._is_at_desk
            case Released():
                if self._hands is not None:
                    self._hands.let_go(self.now())
                return self._is_at_desk
            case _:
                return False

    def _do(self, hand: Holding) -> None:
        if self._hands is not None:
            self._hands.do(hand)

    def show(self, scene: Scene[Message]) -> bool:
        """Bring table and desk up to date, and return whether that took a flip.

        The table is as it is given, the desk as its pins say.
        """
        seen = Desk() if self._hands is None else self._hands.seen()
        drawn = (scene, self._preferences(), seen, super().size, self._desk_height())
        if not _same(drawn, self._drawn):
            self._drawn = drawn
            self._draw(scene, seen)
        return super().show(self._whole)

    def _draw(self, table: Scene[Message], seen: Desk) -> None:
        width, height = super().size
        high = self._desk_height()
        self._desk = Scene((width, height), ())
        if high:
            preferences = self._preferences()
            words = words_of(preferences.language)
            canvas = Canvas(size=(width, high), type=self._measures, words=words)
            rect = Rect(0, height - high, width, high)
            self._desk = desk(ui_on(canvas, preferences), seen, rect)
        items = (*table.items, *self._desk.items)
        self._whole = Scene((width, height), items)

    def _desk_height(self) -> int:
        width, height = super().size
        high = desk_height(width)
        least = _GOOD_TABLE if self._is_hidden is None else _LEAST_TABLE
        return 0 if self._is_hidden or height - high < least else high


def _same(now: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """Whether nothing that is drawn has changed; a scene that was not rebuilt is the same."""
    return len(now) == len(before) and all(
        one is other or (not isinstance(one, Scene) and one == other)
        for one, other in zip(now, before, strict=True)
    )
