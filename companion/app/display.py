"""The window as the loop sees it: a model goes in; keys and touches come out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.app.gestures import Input, Key, TargetTouched
from companion.app.keyboard import Keyboard, is_read
from companion.app.touches import ALL, SWALLOWED, Corners, Taps
from companion.core.messages import AskStaff, EndPeek, Message, Quit
from companion.core.model import SAVING_SECONDS, Model
from companion.i18n import Words
from companion.pages.controls import PLAYER_KEYS, is_scanning, pointed, prompt
from companion.pages.kiosk import presence
from companion.pages.render import at, at_rest, moving, seen
from companion.screen.events import (
    CloseAsked,
    Dragged,
    KeyPressed,
    KeyReleased,
    Released,
    Resized,
    Touched,
    WindowEvent,
)
from companion.screen.window import Window
from companion.ui.animation import RenderedPage, next_frame
from companion.ui.scene import Rect, Scene, Slider
from companion.ui.small_screen import drawn_size, is_too_small, scaled, too_small
from companion.ui.style import Canvas, ui_on

if TYPE_CHECKING:
    from companion.core.commands import Binding


ASLEEP_SECONDS = 0.125
"""How soon a key or a touch wakes a table that nobody looks at, where nothing wakes the loop."""


class Display:
    """Draws what the model says, and knows what is where on the picture."""

    def __init__(self, window: Window, canvas: Canvas, sides: tuple[int, ...] = ()) -> None:
        """Draw in a window.

        Args:
            window: Where.
            canvas: In which words, and so on; its size follows the window's.
            sides: For each button from which side its player looks, in degrees; empty: the picture
                never turns.
        """
        self._window, self._sides = window, sides
        self._canvas = _resized(canvas, window.size)
        self._scene: Scene[Message] | None = None  # at rest: what a touch means does not move
        self._seen: RenderedPage | None = None
        self._looked: tuple[Model | None, Canvas, Binding | None] = (None, self._canvas, None)
        self._fitted: tuple[Scene[Message], Scene[Message]] | None = None
        self._now = 0.0
        self._keyboard, self._is_read = Keyboard(), False
        self._corners, self._taps = Corners(), Taps()
        self._rail: Rect | None = None  # along which a finger slides, as long as it is down

    def inputs(self) -> tuple[Input, ...]:
        """Return keys and touches since the last call; what a touch means is what was seen."""
        inputs: list[Input] = []
        slid: Dragged | None = None
        for event in self._window.events():
            if isinstance(event, Dragged):
                slid = event  # only where the finger has come counts, not its way
                continue
            inputs += self._slid(slid)
            slid = None
            if isinstance(event, KeyPressed):
                key = Key(event.name, event.text, event.place, event.is_shifted)
                inputs += self._keyboard.typed(key, event.at, event.since, is_read=self._is_read)
            elif isinstance(event, KeyReleased) and event.name in PLAYER_KEYS:
                inputs.append(EndPeek())
            elif (other := self._input_of(event)) is not None:
                inputs.append(other)
        inputs += self._slid(slid)
        inputs += self._keyboard.waited(self._window.looked_at)
        return tuple(inputs)

    def _input_of(self, event: WindowEvent) -> Input | None:
        match event:
            case Touched(x, y):
                x, y = self._drawn_at(x), self._drawn_at(y)
                corners = self._corners.touched((x, y), self._canvas.size, event.at)
                if corners == ALL:
                    return TargetTouched(AskStaff())
                if corners >= SWALLOWED:
                    return None
                if self._scene is None or self._seen is None:
                    return None
                page = type(self._seen.model.page)
                rail, message = self._scene.rail_at(x, y), self._scene.target_at(x, y)
                self._rail = None if rail is None else rail.rect
                size = self._canvas.size
                if message is None or self._taps.is_same(message, (x, y), size, event.at, page):
                    return None
                return TargetTouched(message)
            case CloseAsked():
                return Quit()
            case Resized(width, height):
                self._canvas = _resized(self._canvas, (width, height))
                return None
            case Released():
                self._rail = None
                return TargetTouched(EndPeek())
            case KeyPressed() | KeyReleased() | Dragged():
                return None

    def _slid(self, event: Dragged | None) -> tuple[Input, ...]:
        """Return what it means that a finger has come here; nothing if it slides along nothing."""
        if event is None or self._rail is None or self._scene is None:
            return ()
        rails = (each for each in self._scene.targets if isinstance(each, Slider))
        rail, y = next((each for each in rails if each.rect == self._rail), None), event.y
        y = self._drawn_at(y)
        return () if rail is None or rail.is_here(y) else (TargetTouched(rail.at(y)),)

    def _drawn_at(self, px: float) -> float:
        """Return where in the picture something is that lies so far from an edge of the window."""
        return px * self._canvas.size[0] / self._window.size[0]

    def label(self, *, by_keys: bool, by_panel: bool) -> None:
        """Let labels from now on name a keyboard's keys, the panel's controls, or neither."""
        if (by_keys, by_panel) != (self._canvas.letters, self._canvas.panel):
            self._canvas = self._canvas.changed(letters=by_keys, panel=by_panel)

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw what differs from the picture before, and return the one to which all comes."""
        self._now = model.now
        self._is_read = is_read(model)
        if self._sides:
            self._turn_to(model)
        if words is not self._canvas.words:
            self._canvas = self._canvas.changed(words=words)
        if is_too_small(self._window.size):
            ui = ui_on(replace(self._canvas, size=self._window.size), model.preferences)
            self._seen, self._scene = None, too_small(ui)
            self._window.show(self._scene)
            return self._scene
        if self._scene is None or self._seen is None or not self._is_seen(model):
            before, self._seen = self._seen, seen(model, self._canvas)
            self._scene = at_rest(self._seen, self._canvas)
            if before is not None:
                self._seen = moving(before, self._seen, self._canvas)
        self._window.show(self._fit(at(self._seen, model.now, self._scene)))
        return self._scene

    def _fit(self, scene: Scene[Message]) -> Scene[Message]:
        """Return the picture as large as the window is."""
        if scene.size == self._window.size:
            return scene
        if self._fitted is None or self._fitted[0] is not scene:
            self._fitted = scene, scaled(scene, self._window.size, self._canvas.type)
        return self._fitted[1]

    def _turn_to(self, model: Model) -> None:
        """Turn the picture to the player who is asked; when all are asked, it stays as it is."""
        seat = prompt(model).seat
        if seat is None:
            return
        self._window.turn_to(self._sides[model.session.buttons[seat]])
        self._canvas = _resized(self._canvas, self._window.size)

    def _is_seen(self, model: Model) -> bool:
        """Whether the picture says all of this model already; the time alone moves what moves."""
        since = model.screen.saving_since
        is_slow = since is not None and model.now - since >= SAVING_SECONDS
        now = replace(model.with_screen(saving_since=since if is_slow else None), now=0.0)
        at = pointed(model) if is_scanning(model) else None
        before, self._looked = self._looked, (now, self._canvas, at)
        if before[1] is not self._canvas:
            self._seen = None
        return before[0] == now and before[1] is self._canvas and before[2] == at

    @property
    def wake_descriptor(self) -> int | None:
        """What tells that there are keys and touches to ask for; None if nothing does."""
        return self._window.wake_descriptor

    def poll_seconds(self) -> float | None:
        """Return how soon to turn for keys, touches and what moves; None if something wakes us."""
        poll = self._window.poll_seconds
        if poll is not None and self._seen is not None and presence.is_asleep(self._seen.model):
            poll = max(poll, ASLEEP_SECONDS)
        frame = None if self._seen is None else next_frame(self._seen.moves, self._now)
        waits = [] if poll is None else [poll]
        waits += [
            due - self._now for due in (frame, self._keyboard.next_deadline()) if due is not None
        ]
        return min(waits, default=None)

    def save(self, path: Path) -> None:
        """Write the picture to a PNG file, everything on it come to rest.

        Raises:
            OSError: The file cannot be written.
        """
        if self._seen is not None and self._scene is not None:
            self._seen = replace(self._seen, moves=())
            self._window.show(self._fit(self._scene))
        self._window.save(path)


def _resized(canvas: Canvas, window: tuple[int, int]) -> Canvas:
    """Return the canvas for a window of this size, in pixels."""
    return canvas.changed(size=drawn_size(window))
