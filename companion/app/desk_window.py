"""A window with the table above and, below it, the desk of a table without a Pi."""

from collections.abc import Callable

from companion.app.desk_hands import DeskHands
from companion.catalogues import words
from companion.core.desk import HIDE_KEY, Desk, Detent, Hand
from companion.core.model import Preferences
from companion.paths import asset
from companion.screen import (
    KeyPressed,
    Mode,
    Opening,
    Released,
    Resized,
    Touched,
    Window,
    WindowEvent,
)
from companion.screen.desktop import Wheel, desktop_size
from companion.view.canvas import Canvas
from companion.view.desk import desk, desk_height
from companion.view.look import look
from companion.view.scene import Message, Rect, Scene
from companion.view.type import Type

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

    def __init__(
        self,
        opening: Opening,
        measures: Type,
        now: Callable[[], float],
        preferences: Callable[[], Preferences],
    ) -> None:
        """Open the window, upright.

        Args:
            opening: Where and how large, see ``window_size``.
            measures: The measures of the fonts.
            now: The monotonic clock, in seconds.
            preferences: In which language and how the table is drawn now.

        Raises:
            NoScreen: Nobody would see the window.
        """
        self._preferences = preferences
        self._measures = measures
        self._hands: DeskHands | None = None
        self._is_hidden: bool | None = None
        self._drawn: tuple[object, ...] = ()
        self._desk: Scene[Hand] = Scene((0, 0), ())
        self._whole: Scene[Hand] = Scene((0, 0), ())
        super().__init__(opening, asset(), measures, now)
        self._wheel = Wheel()

    def attach(self, hands: DeskHands) -> None:
        """Let the mouse reach the simulated hardware, which is opened after the first picture."""
        self._hands = hands

    @property
    def size(self) -> tuple[int, int]:
        """Size of the table, in pixels; it only changes in ``events``."""
        width, height = super().size
        return width, height - self._desk_height()

    def events(self) -> tuple[WindowEvent, ...]:
        """Return what people did to the table, in order; never waits."""
        before = self.size
        turned, at = self._wheel.turned()
        if turned and at[1] >= self.size[1]:
            self._do(Detent(turned))
        events = super().events()
        heard = [event for event in events if not self._is_for_desk(event)]
        if self.size != before:
            heard = [event for event in heard if not isinstance(event, Resized)]
            heard.append(Resized(*self.size, events[-1].at))
        return tuple(heard)

    def _is_for_desk(self, event: WindowEvent) -> bool:
        """Whether something was done at the desk; if so, it has an effect there."""
        match event:
            case KeyPressed(name) if name == HIDE_KEY:
                self._is_hidden = self._desk_height() > 0
                return True
            case Touched(x, y) if y >= self.size[1]:
                hand = self._desk.target_at(x, y)
                if hand is not None:
                    self._do(hand)
                return True
            case Released() if self._hands is not None:
                self._hands.let_go()
        return False

    def _do(self, hand: Hand) -> None:
        if self._hands is not None:
            self._hands.do(hand)

    def show(self, scene: Scene[Message]) -> bool:
        """Bring the window up to date: the table as it is given, the desk as its pins say."""
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
            said = words(preferences.language)
            canvas = Canvas(size=(width, high), type=self._measures, words=said)
            rect = Rect(0, height - high, width, high)
            self._desk = desk(look(canvas, preferences), seen, rect)
        items = (*table.items, *self._desk.items)
        self._whole = Scene((width, height), items)

    def _desk_height(self) -> int:
        width, height = super().size
        high = desk_height(width)
        least = _GOOD_TABLE if self._is_hidden is None else _LEAST_TABLE
        return 0 if self._is_hidden or height - high < least else high


def _same(now: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """Whether nothing that is drawn has changed; a scene that was not built anew is the same."""
    return len(now) == len(before) and all(
        one is other or (not isinstance(one, Scene) and one == other)
        for one, other in zip(now, before, strict=True)
    )
