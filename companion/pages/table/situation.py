"""What the table waits for: a turn, a God tile, an auction, a disaster, or hands for a machine.

A module for each says what can be done then, what is asked, what the dial points at, what is read
aloud, and what the rules card says. ``table.situation`` says which one it is.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from companion.core.commands import (
    DIAL,
    GROUP_TILES,
    OK,
    Binding,
    Bindings,
    Command,
    Control,
    Prompt,
    TileGroup,
    tap,
)
from companion.core.messages import Message, PushDial
from companion.core.model import Model
from companion.core.page import Abstract
from companion.i18n import Words
from companion.narration.aloud import asked
from companion.pages.reference.rules_card import Card
from companion.pages.status_bar import Timing
from companion.rules.editions import Seat, Sun
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Game
from companion.rules.records.timeline import Step
from companion.rules.tiles import Tile
from companion.ui.pieces import NO_KEYCAPS, Keycaps, Sign
from companion.ui.style import Ui
from companion.ui.widgets import Action


class DialCommand(Enum):
    """What the dial can point at that is neither a tile nor a sun."""

    CALL_RA = "invoke Ra"
    USE_GOD = "use a god"
    SETTLE = "settle"


class PickCommand(msgspec.Struct, frozen=True):
    """The dial points at something to do."""

    command: DialCommand


class PickDiscard(msgspec.Struct, frozen=True):
    """Tiles are being chosen for a disaster."""

    chosen: tuple[Tile, ...]
    focus: int | None = None
    """Which of the kinds owned the dial points at."""


class PickGod(msgspec.Struct, frozen=True):
    """The player in turn will use a god: which tile?"""

    focus: int | None = None
    """The space that the dial points at, 0 to 7."""


class PickSun(msgspec.Struct, frozen=True):
    """The dial points at a sun that would lead."""

    seat: Seat
    sun: Sun


class PickTile(msgspec.Struct, frozen=True):
    """A drawn tile is being entered: a group is open, or the dial points at a kind."""

    group: TileGroup
    focus: int | None = None
    """Which of the group's kinds the dial points at."""


Pick = PickTile | PickCommand | PickGod | PickSun | PickDiscard


def can_use_god(game: Game) -> bool:
    """Whether the player in turn has a god, and there is a tile that it can take."""
    return has_god(game.players[game.active]) and bool(god_targets(game.track))


class Pointed(msgspec.Struct, frozen=True):
    """What the dial points at."""

    label: str
    """What choosing it does, in English words."""
    message: Message


class Situation(msgspec.Struct, metaclass=Abstract, frozen=True):
    """What the table waits for."""

    model: Model

    @abstractmethod
    def commands(self) -> Iterator[Command]:
        """Yield what can be done, but for what can be done at every table."""

    @abstractmethod
    def prompt(self) -> Prompt:
        """Return what is asked, and of whom."""

    @abstractmethod
    def card(self) -> Card:
        """Return what the rules say about it."""

    @abstractmethod
    def ring(self) -> tuple[Pick, ...]:
        """Return everything that the dial can point at, in order."""

    def pointed(self) -> Pointed | None:
        """Return what the dial points at; None while it points at nothing."""
        return None

    def aloud(self, words: Words) -> Iterator[str]:
        """Yield what is said: the question, or what the dial points at."""
        yield asked(self.model.page.prompt(self.model), words)

    def choosing(self) -> Iterator[Command]:
        """Yield what dial and OK do once the dial points at something."""
        found = self.pointed()
        if found is not None:
            yield tap(found.label, PushDial(), DIAL, OK)


class Over(Situation, frozen=True):
    """A situation that lies over another one, of which the rest still holds."""

    under: Situation

    def commands(self) -> Iterator[Command]:
        yield from self.under.commands()

    def prompt(self) -> Prompt:
        return self.under.prompt()

    def card(self) -> Card:
        return self.under.card()

    def ring(self) -> tuple[Pick, ...]:
        return self.under.ring()

    def pointed(self) -> Pointed | None:
        return self.under.pointed()

    def aloud(self, words: Words) -> Iterator[str]:
        return self.under.aloud(words)


class ShownTable(NamedTuple):
    """A table as people play on it."""

    game: Game
    buttons: tuple[int, ...]
    steps: Sequence[Step]
    """The actions that led here."""
    offered: Bindings
    caps: Keycaps = NO_KEYCAPS
    pick: Pick | None = None
    may_peek: bool = False
    """Whether players may look at their own points."""
    timing: Timing = Timing()
    """What is seen of the time that the game takes."""
    typed: str = ""
    """The digits of a number that were typed, while one more can follow."""

    @property
    def group(self) -> TileGroup:
        """Which kinds of tiles the buttons reach."""
        return self.pick.group if isinstance(self.pick, PickTile) else TileGroup.ALL

    @property
    def pointed(self) -> Tile | None:
        """The tile that the dial points at."""
        pick = self.pick
        if not isinstance(pick, PickTile) or pick.focus is None:
            return None
        return GROUP_TILES[pick.group][pick.focus]

    def sign(self, control: Control, offer: Binding) -> Sign:
        """Return what is pressed for something that a control offers."""
        return Sign(control, self.caps.get(offer.message, ""))

    def key(self, ui: Ui, control: Control) -> Action:
        """Return the key that does the same as a press of this control."""
        offer = self.offered.taps[control]
        sign = self.sign(control, offer)
        return Action(sign, ui.say(offer.label), offer.message, offer.is_lit)
