"""Input from keys, touch, the mouse and the window, as the program's own events."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from enum import IntEnum
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pygame
from pygame import Rect, Surface
from pygame.event import Event
from pygame.transform import rotate

if TYPE_CHECKING:
    from logging import Logger


def log() -> Logger:
    """Return the log, loaded now: hardly ever is there anything to say before the first picture."""
    import logging  # noqa: PLC0415

    return logging.getLogger(__package__)


_LOOK_AGAIN_SECONDS = 2.0


class InputDevices:
    """All devices in a folder like ``/dev/input`` that may be read, with those that come later."""

    def __init__(self, folder: Path, now: float) -> None:
        self._folder = folder
        self._epoll = select.epoll()
        self._open: dict[int, str] = {}
        self._is_timed: dict[int, bool] = {}
        if self._look(now) and not self._open:
            log().warning("No input device in %s may be read (group input?)", folder)

    @property
    def descriptor(self) -> int:
        """A descriptor that is readable when any device has something to say."""
        return self._epoll.fileno()

    @property
    def count(self) -> int:
        """How many devices are open."""
        return len(self._open)

    def drain(self, now: float) -> list[float]:
        """Take what has arrived, and look for new devices every two seconds.

        Returns:
            When keys went down, as the kernel says, in seconds of the monotonic clock.
        """
        stamps = [at for descriptor, _ in self._epoll.poll(0) for at in self._drain(descriptor)]
        if now >= self._look_again:
            self._look(now)
        return sorted(stamps)

    def close(self) -> None:
        """Close everything; a second time does no harm."""
        for descriptor in tuple(self._open):
            self._forget(descriptor)
        self._epoll.close()

    def _look(self, now: float) -> bool:
        """Open what is new, and return whether there is any device at all."""
        self._look_again = now + _LOOK_AGAIN_SECONDS
        found = sorted(self._folder.glob("event*"))
        for path in found:
            if path.name not in self._open.values():
                with suppress(OSError):
                    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                    self._open[descriptor] = path.name
                    self._epoll.register(descriptor, select.EPOLLIN)
                    self._is_timed[descriptor] = _tells_monotonic(descriptor)
        return bool(found)

    def _drain(self, descriptor: int) -> Iterator[float]:
        """Yield when keys went down on a device, if it tells the time."""
        try:
            while data := os.read(descriptor, _EVENT.size * 64):
                if self._is_timed[descriptor]:
                    yield from _presses(data)
        except BlockingIOError:
            return
        except OSError as why:
            log().info("Input device %s is gone: %s", self._open[descriptor], why)
        self._forget(descriptor)

    def _forget(self, descriptor: int) -> None:
        del self._open[descriptor], self._is_timed[descriptor]
        os.close(descriptor)


_EVENT = struct.Struct("@llHHi")
"""The kernel's ``struct input_event``: seconds, microseconds, type, code, value."""

_KEY, _PRESSED, _FIRST_BUTTON = 1, 1, 0x100
"""A key's type of event, its value when it goes down, and the first code that is no key's."""

_SET_CLOCK = 0x400445A0
"""``EVIOCSCLOCKID``."""


def _tells_monotonic(descriptor: int) -> bool:
    """Let a device stamp its events by the monotonic clock; return whether it does."""
    with suppress(OSError):
        fcntl.ioctl(descriptor, _SET_CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))
        return True
    return False


def _presses(data: bytes) -> Iterator[float]:
    """Yield when each key went down of which the kernel tells."""
    for seconds, microseconds, kind, code, value in _EVENT.iter_unpack(data):
        if kind == _KEY and value == _PRESSED and code < _FIRST_BUTTON:
            yield seconds + microseconds / 1e6


class KeyPressed(msgspec.Struct, frozen=True):
    """A key went down, or an input method handed over a text."""

    name: str
    """The key's name on this keyboard, lower case ("a", "й", "return"); "" for an input method."""
    text: str
    """What it types, "" for keys that type nothing."""
    at: float
    place: str = ""
    """The name of the key in the same place of a US keyboard; "" if it is not a letter or digit."""
    is_shifted: bool = False
    since: float | None = None
    """When it went down, at the earliest; None: at that very time, as the kernel says."""


class KeyReleased(msgspec.Struct, frozen=True):
    """A key went up."""

    name: str
    """The key's name on this keyboard, as when it was pressed."""
    at: float


class _AtAPoint(msgspec.Struct, frozen=True):
    """Something at a point of the scene, in its pixels, however the screen is turned."""

    x: float
    y: float
    at: float


class Touched(_AtAPoint, frozen=True):
    """A finger or the first button of the mouse went down."""


class Dragged(_AtAPoint, frozen=True):
    """A finger that is down, or the mouse with its first button down, has moved."""


class Released(_AtAPoint, frozen=True):
    """The finger or the button went up."""


class CloseAsked(msgspec.Struct, frozen=True):
    """Someone closed the window, or the system asks the program to end."""

    at: float


class Resized(msgspec.Struct, frozen=True):
    """The scene has another size in pixels now, however the screen is turned."""

    width: int
    height: int
    at: float


WindowEvent = KeyPressed | KeyReleased | Touched | Dragged | Released | CloseAsked | Resized
"""What happened ``at`` a time: when it was noticed, in seconds of the monotonic clock."""


def press_key(name: str) -> None:
    """Let a key go down and up, by the name that pygame has for it, or with Shift: "shift 1".

    A single character that is no such name is typed as an input method would.

    Raises:
        ValueError: pygame knows no key of that name.
    """
    held, _, single = name.rpartition("shift ")
    is_shifted, name = name != single and not held, single if not held else name
    try:
        code = pygame.key.key_code(name)
    except ValueError:
        if len(name) != 1:
            raise
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=name))
        return
    typed = name if len(name) == 1 else {"space": " "}.get(name, "")
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pressed = pygame.event.Event(
            kind,
            key=code,
            unicode=typed,
            scancode=0,
            mod=pygame.KMOD_SHIFT if is_shifted else pygame.KMOD_NONE,
        )
        pygame.event.post(pressed)


def touch(x: float, y: float) -> None:
    """Let a finger go down and up at these shares (0 to 1) of the panel's width and height."""
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        finger = pygame.event.Event(kind, x=x, y=y, touch_id=0, finger_id=0, dx=0.0, dy=0.0)
        pygame.event.post(finger)


UNHEARD = (
    pygame.MOUSEWHEEL,
    pygame.MULTIGESTURE,
    pygame.TEXTEDITING,
    pygame.JOYAXISMOTION,
    pygame.JOYBALLMOTION,
    pygame.JOYHATMOTION,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.AUDIODEVICEADDED,
    pygame.AUDIODEVICEREMOVED,
)
"""What comes often and means nothing: SDL need not report it."""

_LETTERS = {
    pygame.KSCAN_A + index: letter for index, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}

_DIGITS = {pygame.KSCAN_1 + index: digit for index, digit in enumerate("1234567890")}

_PLACES = _LETTERS | _DIGITS


class Rotation(IntEnum):
    """How far the picture is turned clockwise on the panel, in degrees."""

    NONE = 0
    RIGHT = 90
    UPSIDE_DOWN = 180
    LEFT = 270


SAME_TOUCH_SECONDS = 0.5
"""A mouse that does something so soon after a finger is that finger, told once more by its driver;
and so is a finger after a mouse."""


class Translation:
    """Remembers what is reported twice: the last key by its text, a finger by the mouse."""

    def __init__(self, turn: Rotation) -> None:
        self.turn = turn
        self._typed = ""
        self._touched: tuple[bool, float] = (False, -inf)  # by a finger, and when

    def event(
        self, event: Event, panel: tuple[int, int], at: float, since: float | None = None
    ) -> WindowEvent | None:
        """Return what an event of SDL means on a panel of this size, if anything.

        It happened at the time ``at`` (monotonic seconds), or between ``since`` and then.
        """
        match event.type:
            case pygame.QUIT:
                return CloseAsked(at)
            case pygame.KEYDOWN:
                return self._pressed(event, at, since)
            case pygame.KEYUP:
                return KeyReleased(_name(event), at)
            case pygame.TEXTINPUT:
                return self._handed_over(event.text, at)
            case _:
                return self._touch(event, panel, at)

    def _pressed(self, event: Event, at: float, since: float | None) -> KeyPressed:
        self._typed = event.unicode if event.unicode.isprintable() else ""
        place = _PLACES.get(event.scancode, "")
        is_shifted = bool(event.mod & pygame.KMOD_SHIFT)
        return KeyPressed(_name(event), self._typed, at, place, is_shifted, since)

    def _handed_over(self, text: str, at: float) -> KeyPressed | None:
        """Return a text that no key has typed, as input methods for Japanese hand it over."""
        typed, self._typed = self._typed, ""
        return KeyPressed("", text, at) if text and text != typed else None

    def _touch(self, event: Event, panel: tuple[int, int], at: float) -> WindowEvent | None:
        if event.type in _BY_FINGER:
            x, y = event.x * panel[0], event.y * panel[1]
        elif event.type == pygame.MOUSEMOTION:
            if not getattr(event, "buttons", (0,))[0] or getattr(event, "touch", False):
                return None
            x, y = event.pos
        elif event.type in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}:
            if event.button != pygame.BUTTON_LEFT or getattr(event, "touch", False):
                return None
            x, y = event.pos
        else:
            return None
        by_finger = event.type in _BY_FINGER
        if by_finger is not self._touched[0] and at - self._touched[1] < SAME_TOUCH_SECONDS:
            return None
        self._touched = by_finger, at
        return _TOUCHES[event.type](*in_scene(self.turn, x, y, scene_size(self.turn, panel)), at)


_BY_FINGER = {pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION}

_TOUCHES: dict[int, type[Touched | Dragged | Released]] = {
    pygame.FINGERDOWN: Touched,
    pygame.MOUSEBUTTONDOWN: Touched,
    pygame.FINGERMOTION: Dragged,
    pygame.MOUSEMOTION: Dragged,
    pygame.FINGERUP: Released,
    pygame.MOUSEBUTTONUP: Released,
}


def _name(event: Event) -> str:
    """Return the key's name; SDL has none for letters that are not Latin, but their numbers."""
    is_letter = 0 < event.key <= sys.maxunicode
    return (pygame.key.name(event.key) or (chr(event.key) if is_letter else "")).lower()


def scene_size(turn: Rotation, panel: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the scene that fills a panel of this size."""
    width, height = panel
    return (height, width) if turn in {Rotation.RIGHT, Rotation.LEFT} else panel


def on_panel(turn: Rotation, area: Rect, scene: tuple[int, int]) -> Rect:
    """Return where an area of a scene of this size is on the panel."""
    match turn:
        case Rotation.NONE:
            return area
        case Rotation.RIGHT:
            return Rect(scene[1] - area.bottom, area.x, area.h, area.w)
        case Rotation.UPSIDE_DOWN:
            return Rect(scene[0] - area.right, scene[1] - area.bottom, area.w, area.h)
        case Rotation.LEFT:
            return Rect(area.y, scene[0] - area.right, area.h, area.w)


def in_scene(turn: Rotation, x: float, y: float, scene: tuple[int, int]) -> tuple[float, float]:
    """Return which point of a scene of this size lies at this point of the panel."""
    match turn:
        case Rotation.NONE:
            return x, y
        case Rotation.RIGHT:
            return y, scene[1] - x
        case Rotation.UPSIDE_DOWN:
            return scene[0] - x, scene[1] - y
        case Rotation.LEFT:
            return scene[0] - y, x


def turned(turn: Rotation, surface: Surface) -> Surface:
    """Return the pixels as they must be on the panel."""
    return rotate(surface, -turn.value)
