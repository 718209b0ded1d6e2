"""Switch scanning: what is possible is pointed at in turn, and the Ra button chooses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.commands import Binding
from companion.core.controls import CHOOSERS, Control
from companion.core.effects import Dispatch, Update
from companion.core.messages import (
    Message,
    OpenGroup,
    Play,
    StepSun,
)
from companion.core.mnemonics import GROUP_TILES
from companion.core.model import Model
from companion.pages.bindings import controls
from companion.rules.actions import DRAWS
from companion.ui.layout import middle, square
from companion.ui.pieces import focus_ring, sun, tile
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, Piece, Size, Style

_ASIDE = (Control.OK, Control.UNDO, Control.DIAL)
"""The controls whose holds lead away from the game."""


def is_scanning(model: Model) -> bool:
    """Whether the Ra button alone does everything."""
    return model.preferences.scan_seconds > 0


def places(model: Model) -> tuple[Binding, ...]:
    """Return everything that is possible now, each once, in the order of being pointed at."""
    found: dict[Message, Binding] = {}
    by_hand = model.with_preferences(scan_seconds=0.0)  # as for people who use all buttons
    for offer in _possible(by_hand):
        if offer.is_lit:
            found.setdefault(offer.message, offer)
    return tuple(found.values())


def _possible(model: Model) -> Iterator[Binding]:
    whole = model.page.scanned(model)
    if whole is not None:
        yield from whole
        return
    offered = controls(model)
    yield from model.page.in_turn(model)
    for control in CHOOSERS:  # what takes back comes last
        if control in offered.taps and not isinstance(offered.taps[control].message, StepSun):
            yield offered.taps[control]
    if model.page.instead_of_dial is not None:
        yield model.page.instead_of_dial
    for control in sorted(offered.holds, key=lambda control: control in _ASIDE):
        if not offered.holds[control].follows_tap:
            yield offered.holds[control]
    if Control.UNDO in offered.taps:
        yield offered.taps[Control.UNDO]


def pointed(model: Model) -> Binding | None:
    """Return what the Ra button takes now; None where nothing is possible."""
    offered = places(model)
    if not offered:
        return None
    return offered[_steps(model) % len(offered)]


def _steps(model: Model) -> int:
    """Return how often another place has been pointed at."""
    return int((model.now - model.screen.scanned_from) / _pace(model) + _NEARLY)


def _pace(model: Model) -> float:
    return max(QUICKEST_SECONDS, model.preferences.scan_seconds)


QUICKEST_SECONDS = 0.1
"""Nobody sees what is pointed at for less, whatever the settings say."""

_NEARLY = 1e-6
"""A step that is due is made, whatever floating point makes of it."""


def deadline(model: Model) -> float | None:
    """Return when the next place is pointed at, in monotonic seconds; None if nothing moves."""
    if not is_scanning(model) or len(places(model)) < 2:  # noqa: PLR2004 - nowhere else to point
        return None
    return model.screen.scanned_from + (_steps(model) + 1) * _pace(model)


def take_pointed(model: Model) -> Update:
    """Take what is pointed at."""
    offer = pointed(model) if is_scanning(model) else None
    return model, () if offer is None else (Dispatch(offer.message),)


def restart_scan(before: Model, after: Model) -> Model:
    """Return the model after a message: after an entry all choices are scanned from the first."""
    is_same = before.session.timeline is after.session.timeline
    if not is_scanning(after) or (is_same and places(before) == places(after)):
        return after
    return after.with_screen(scanned_from=after.now)


def pointing(look: Style, model: Model, targets: Sequence[Target[Message]]) -> Iterator[Piece]:
    """Yield what says where the one button points, among these places to touch."""
    offer = pointed(model) if is_scanning(model) else None
    if offer is None:
        return
    meant = _meant(offer)
    found = [target.rect for target in targets if target.message in meant]
    if not found:
        yield from _named(look, offer)
    for rect in found if len(meant) > 1 else found[-1:]:
        yield focus_ring(look, rect, min(look.either(12, 9), rect.h // 2))


def _meant(offer: Binding) -> tuple[object, ...]:
    """Return which places to touch show an offer: for a group of tiles all of its kinds."""
    if isinstance(offer.message, OpenGroup):
        kinds = GROUP_TILES[offer.message.group]
        return (offer.message, *(Play(DRAWS[kind]) for kind in kinds))
    return (offer.message,)


def _named(look: Style, offer: Binding) -> Iterator[Piece]:
    """Yield a box in the middle of the screen with what would be taken."""
    label = look.say(offer.label) if offer.label else ""
    high = look.either(88, 64)
    picture = 0 if offer.tile is None and offer.sun is None else high
    wide = min(look.canvas.size[0], look.width(label, Size.PROMPT) + picture + look.either(64, 40))
    box = middle(Rect(0, 0, *look.canvas.size), wide, high)
    yield Box(box, look.theme.panel_active, radius=look.either(14, 10))
    if offer.tile is not None:
        yield tile(square(box, high * 8 // 10), offer.tile)
    elif offer.sun is not None:
        yield from sun(look, square(box, high * 8 // 10), offer.sun)
    yield look.line(box.inset(look.px(8)), label, Size.PROMPT, style=CENTRED)
    yield focus_ring(look, box, look.either(14, 10))
