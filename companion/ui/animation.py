"""Where everything that moves is at a given time: the frames between two pictures at rest.

A motion only leads from one picture that was true to the next one. It ends by itself at the very
picture that would be there without it, and nobody ever waits for it.
"""

from collections.abc import Iterator
from itertools import repeat
from math import ceil, floor

import msgspec
from msgspec.structs import replace

from companion.core.model import Model
from companion.ui.scene import Box, Item, Picture, Rect
from companion.ui.style import Part

FRAME_SECONDS = 1 / 30
"""How long a picture stands at least while something moves: enough for a Pi."""

BEAT_SECONDS = 0.5
"""How long each of the two sizes of a pulse stands: one beat a second flashes nowhere."""

_GROWN = 6
"""A pulse adds a sixth of the height on every side."""

_SIZES = 4
"""In this many steps a tile shrinks on its way to a player: every size must be drawn once."""

_LEFT = 0.45
"""How large it is at the end, as a share of what it was."""


class Slide(msgspec.Struct, frozen=True):
    """Something comes to its place from elsewhere; before it begins, nothing of it is seen."""

    items: tuple[Item, ...]
    """As they stand at the end."""
    by: tuple[int, int]
    """How far from there they begin, in pixels to the right and down."""
    since: float
    """When it begins, in seconds of the monotonic clock."""
    seconds: float


class GoAway(msgspec.Struct, frozen=True):
    """A picture that is no longer there goes away; until it begins, it stands where it was."""

    picture: Picture
    by: tuple[int, int]
    """How far from its place it ends, in pixels to the right and down."""
    since: float
    seconds: float
    items: tuple[Item, ...] = ()
    """Nothing is hidden meanwhile."""


class Appear(msgspec.Struct, frozen=True):
    """Something that is on no page comes, stands for a while, and is gone."""

    items: tuple[Item, ...]
    """As they stand."""
    since: float
    seconds: float
    """Until it is gone."""
    by: tuple[int, int] = (0, 0)
    """How far from where they stand they begin, in pixels to the right and down."""
    coming: float = 0.0
    """How long they take from there, in seconds."""


class Morph(msgspec.Struct, frozen=True):
    """Boxes come to their place and size from others; texts and pictures only to their place."""

    items: tuple[Item, ...]
    """As they stand at the end."""
    starts: tuple[Rect, ...]
    """Where each of them begins."""
    since: float
    seconds: float


class Pulse(msgspec.Struct, frozen=True):
    """What is waited for grows and shrinks, a beat each second, until it has been seen enough."""

    items: tuple[Picture]
    since: float
    seconds: float


class Drain(msgspec.Struct, frozen=True):
    """Points go out one after the other while time runs; it is the time itself that is shown."""

    items: tuple[Item, ...]
    """The first goes out first."""
    since: float
    seconds: float
    steps: int
    """In this many equal steps."""


Move = Slide | GoAway | Appear | Morph | Pulse | Drain


class RenderedPage(msgspec.Struct, frozen=True):
    """A model as people see it: what is there at rest, and what moves until then."""

    model: Model
    page: Part
    over: Part
    """What is said at the edge and over the page."""
    moves: tuple[Move, ...] = ()


def frame(items: tuple[Item, ...], moves: tuple[Move, ...], now: float) -> tuple[Item, ...]:
    """Return what is seen at a time, in seconds of the monotonic clock, back to front.

    It is the same for a whole frame, and at the end the items themselves.
    """
    at = frame_start(now)
    running = [move for move in moves if at < end(move)]
    if not running:
        return items
    hidden = {id(item) for move in running for item in move.items}
    resting = [item for item in items if id(item) not in hidden]
    return (*resting, *(item for move in running for item in _drawn(move, at)))


def frame_start(now: float) -> float:
    """Return when the frame of this time began: all that moves moves at the same moments."""
    return floor(now / FRAME_SECONDS + _HAIR) * FRAME_SECONDS


_HAIR = 1e-4
"""Of a frame: who wakes at the very moment of a frame must not be a frame too early."""


def end(move: Move) -> float:
    """Return when a motion is over."""
    return move.since + move.seconds


def next_frame(moves: tuple[Move, ...], now: float) -> float | None:
    """Return when the picture changes next by itself, None if it never does."""
    at = frame_start(now)
    due = min((_due(move, at) for move in moves if at < end(move)), default=None)
    return None if due is None else ceil(due / FRAME_SECONDS - _HAIR) * FRAME_SECONDS


def _due(move: Move, at: float) -> float:
    """Return when a motion changes after this frame."""
    if at < move.since:
        return move.since
    if isinstance(move, Appear) and at >= move.since + move.coming:
        return end(move)
    if isinstance(move, Pulse):
        return min(end(move), move.since + BEAT_SECONDS * (_beats(move, at) + 1))
    if isinstance(move, Drain):
        return min(end(move), move.since + move.seconds / move.steps * (_gone(move, at) + 1))
    return at + FRAME_SECONDS


def _gone(move: Drain, at: float) -> int:
    """Return how many steps are over."""
    return floor(max(0.0, at - move.since) / move.seconds * move.steps + _HAIR)


def _beats(move: Pulse, at: float) -> int:
    """Return how many whole beats there have been."""
    return floor((at - move.since) / BEAT_SECONDS + _HAIR)


def _drawn(move: Move, at: float) -> Iterator[Item]:
    """Yield what is seen of one motion in the frame of this time, back to front."""
    share = _eased(min(1.0, max(0.0, at - move.since) / move.seconds))
    match move:
        case Slide(items, (x, y)):
            rest = 1.0 - share
            if at >= move.since:
                yield from (_moved(item, round(x * rest), round(y * rest)) for item in items)
        case Appear():
            yield from _appeared(move, at)
        case GoAway(picture, (x, y)):
            yield _shrunk(_moved(picture, round(x * share), round(y * share)), share)
        case Morph(items, starts):
            yield from map(_morphed, items, starts, repeat(share))
        case Drain(items, steps=steps):
            yield from items[len(items) * _gone(move, at) // steps :]
        case Pulse((picture,)):
            rect = picture.rect
            grown = rect.inset(-ceil(rect.h / _GROWN)) if _beats(move, at) % 2 else rect
            yield replace(picture, rect=grown)


def _appeared(move: Appear, at: float) -> Iterator[Item]:
    if at < move.since:
        return
    left = 1.0 - _eased(min(1.0, (at - move.since) / move.coming)) if move.coming else 0.0
    x, y = move.by
    yield from (_moved(item, round(x * left), round(y * left)) for item in move.items)


def _morphed(item: Item, start: Rect, share: float) -> Item:
    place = _on_the_way(start, item.rect, share)
    if not isinstance(item, Box):  # nothing else can be drawn at any size
        place = Rect(place.x, place.y, item.rect.w, item.rect.h)
    return replace(item, rect=place)


def _on_the_way(start: Rect, end: Rect, share: float) -> Rect:
    x, y, w, h = (round(old + (new - old) * share) for old, new in zip(start, end, strict=True))
    return Rect(x, y, w, h)


def _eased(share: float) -> float:
    """Return how much of the way is made: fast at first, then slower and slower."""
    return 1.0 - (1.0 - share) ** 3


def _moved(item: Item, right: int, down: int) -> Item:
    if not right and not down:
        return item
    rect = item.rect
    return replace(item, rect=Rect(rect.x + right, rect.y + down, rect.w, rect.h))


def _shrunk(item: Item, share: float) -> Item:
    """Return the item smaller the further it has come, in few steps."""
    size = 1.0 - (1.0 - _LEFT) * floor(share * _SIZES) / _SIZES
    return replace(
        item, rect=item.rect.inset(round(min(item.rect.w, item.rect.h) * (1 - size) / 2))
    )


def going_on(moves: tuple[Move, ...], items: tuple[Item, ...], now: float) -> tuple[Move, ...]:
    """Return the motions that go on although the page is another one: to what is on it as before.

    A motion is known by the very items that it hides.
    """
    running = [move for move in moves if frame_start(now) < end(move)]
    if not running:
        return ()
    same = {item: item for item in items}
    return tuple(
        move
        if isinstance(move, GoAway | Appear)
        else replace(move, items=tuple(same[i] for i in move.items))
        for move in running
        if isinstance(move, Appear) or all(item in same for item in move.items)
    )
