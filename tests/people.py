"""Simulated people: they press what is offered, slip now and then, and undo it.

Every tile is drawn uniformly from the bag.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from companion.app.scripts.gestures import Detents, Gesture, Press, gestures
from companion.core.commands import BUTTONS, PLAYER_CONTROLS, Binding, Control
from companion.core.messages import (
    BringBack,
    CallPass,
    ChooseLoss,
    DismissResult,
    GoTo,
    Message,
    OpenGroup,
    Play,
    PushDial,
    SettleAuction,
    StepSun,
    TakeBack,
    TakeSun,
    UseGods,
)
from companion.core.model import Model
from companion.pages.controls import controls
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import LAMPS
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.table.situation import PickGod, PickTile
from companion.pages.table.table import Table
from companion.pages.table.tags import bag
from companion.rules.actions import DRAWS, Draw, EndGods, Invoke, UseGod
from companion.rules.tiles import tiles

SLIP = 0.04
"""How often a finger lands on the wrong button."""

BY_HAND = 0.1
"""How often a drawn tile is entered with the buttons instead of being laid on the reader."""

TWO_AT_ONCE = 0.02
"""How often two tiles stick together when they come out of the bag."""


class Reach(msgspec.Struct, frozen=True):
    """A hand reaches into the bag and lays on the reader what it has got."""

    tiles: int = 1


class Pause(msgspec.Struct, frozen=True):
    """Nothing can be pressed: they wait for what changes by itself."""


Deed = Gesture | Reach | Pause
"""What somebody does next."""

_WEIGHTS: Mapping[type, float] = {
    Draw: 12,
    Invoke: 1,
    UseGods: 2,
    UseGod: 3,
    EndGods: 2,
    StepSun: 2,
    TakeSun: 2,
    DismissResult: 0.5,
    SettleAuction: 1,
    CallPass: 2,
    ChooseLoss: 3,
    TakeBack: 0.15,
    GoTo: 0.05,
}
"""How much people like what a control offers at the table; what is not here they leave alone."""


class People:
    """Everybody around one table: asked for one deed after the other."""

    def __init__(
        self, players: int, dice: Random, *, by_hand: float = BY_HAND, slip: float = SLIP
    ) -> None:
        """Let this many people sit down at buttons of their choice.

        Args:
            players: How many, 2 to 5.
            dice: Decide wherever more than one thing is offered.
            by_hand: How often a drawn tile is entered with the buttons, 0 to 1.
            slip: How often a finger lands on the wrong button at the table, 0 to 1.
        """
        self._dice, self._by_hand, self._slip = dice, by_hand, slip
        self._buttons = dice.sample(range(BUTTONS), players)
        self._plan: deque[Deed] = deque()
        self._before_slip: Model | None = None
        self.slips = 0
        """How often a finger landed on the wrong button."""

    def next(self, model: Model) -> Deed | None:
        """Return what is done next; None when the game is over and its points were read."""
        before, self._before_slip = self._before_slip, None
        if before is not None and (back := _way_back(before, model)) is not None:
            return back
        if self._plan:
            return self._plan.popleft()
        page = model.page
        if isinstance(page, Finale) and page.revealed > len(model.game.players):
            return None
        deed = self._wish(model)
        if isinstance(deed, Press) and isinstance(page, Table) and self._dice.random() < self._slip:
            self.slips += 1
            self._before_slip = model
            others = [control for control in LAMPS if control != deed.control]
            return Press(self._dice.choice(others))
        return deed

    def _wish(self, model: Model) -> Deed:
        """Return what somebody would like to do on this page."""
        match model.page:
            case Welcome() | Seating():
                return self._join(model)
            case Table():
                return self._play(model)
            case EpochScores():
                return self._read_points(model)
            case Dealing() | Finale() | HandsNow() | LastLot():
                return Press(Control.OK)
            case _:
                return self._back(model)

    def _join(self, model: Model) -> Deed:
        """Press the buttons of those who have not joined yet, then Ra."""
        page = model.page
        here = {guest.button for guest in page.guests} if isinstance(page, Seating) else set()
        away = [button for button in self._buttons if button not in here]
        too_many = [button for button in here if button not in self._buttons]
        wrong = (*too_many, *away)
        return Press(PLAYER_CONTROLS[wrong[0]]) if wrong else Press(Control.RA)

    def _play(self, model: Model) -> Deed:
        """Do one of the things that are offered at the table."""
        if isinstance(model.page, Table) and isinstance(model.page.pick, PickTile):
            return Press(Control.UNDO)  # somebody has opened a group of tiles by a slip
        liked = list(_liked(model))
        if not liked:
            return self._turn_to_tile(model)
        deeds, weights = zip(*liked, strict=True)
        deed: Deed = self._dice.choices(deeds, weights)[0]
        return self._drawn(model) if isinstance(deed, Reach) else deed

    def _drawn(self, model: Model) -> Deed:
        """Draw a tile: by its tag, with a second one sticking to it, or by hand."""
        chance = self._dice.random()
        if chance < self._by_hand or not any(bag(model).values()):
            tile = self._dice.choice(tiles(model.game.bag))
            self._plan.extend(gestures(model, DRAWS[tile]))
            return self._plan.popleft()
        return Reach(2 if chance > 1 - TWO_AT_ONCE else 1)

    def _turn_to_tile(self, model: Model) -> Deed:
        """Point the dial at a tile for the god: only the dial reaches the last of the track."""
        page, now = model.page, controls(model)
        is_picking = isinstance(page, Table) and isinstance(page.pick, PickGod)
        dial = now.taps.get(Control.DIAL)
        if is_picking and dial is not None and isinstance(dial.message, PushDial):
            return Press(Control.DIAL)
        return Detents(1) if now.dial else self._back(model)

    def _read_points(self, model: Model) -> Deed:
        """Ask why, or go on."""
        taps = controls(model).taps
        choice = self._dice.choice(
            (Control.OK, Control.OK, Control.RA, Control.RA, *PLAYER_CONTROLS)
        )
        return Press(choice if choice in taps else Control.OK)

    def _back(self, model: Model) -> Deed:
        """Leave a page that nobody wanted."""
        taps = controls(model).taps
        return next(
            (
                Press(control)
                for control in (Control.RA, Control.UNDO, Control.OK)
                if control in taps
            ),
            Pause(),
        )


def _liked(model: Model) -> Iterator[tuple[Deed, float]]:
    """Yield what is offered, each with how much people like it; a tile can be drawn once."""
    now = controls(model)
    deeds: dict[Deed, float] = {}
    for is_held, offers in ((False, now.taps), (True, now.holds)):
        for control, offer in offers.items():
            weight = _WEIGHTS.get(_kind(offer.message), 0.0) if offer.is_lit else 0.0
            if weight:
                deed = Reach() if _is_draw(offer) else Press(control, is_held=is_held)
                deeds[deed] = weight
    yield from deeds.items()


def _kind(message: Message) -> type[Any]:
    """Return what a message is about: of an action that is played, the action."""
    if isinstance(message, OpenGroup):
        return Draw
    return type(message.action) if isinstance(message, Play) else type(message)


def _is_draw(offer: Binding) -> bool:
    return _kind(offer.message) is Draw


def _way_back(before: Model, now: Model) -> Deed | None:
    """Return how a slip is taken back, as far as it did anything."""
    if before.session.timeline is None or now.session.timeline is None:
        return None
    undo = controls(now).taps.get(Control.UNDO)
    ok = controls(now).taps.get(Control.OK)
    was, has = len(before.session.timeline.steps), len(now.session.timeline.steps)
    if has > was and undo is not None and isinstance(undo.message, TakeBack):
        return Press(Control.UNDO)
    if has < was and ok is not None and isinstance(ok.message, BringBack):
        return Press(Control.OK)
    return None
