"""What a view shows of a table: its state, what led to it, and what is being chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.commands import Binding, Bindings
from companion.core.controls import GROUP_TILES, Control, TileGroup
from companion.core.messages import Message
from companion.core.model import Model
from companion.pages.playing_time import Timing
from companion.pages.status_bar import edge_px
from companion.pages.table import situation
from companion.rules.editions import Seat
from companion.rules.model import Game, Phase
from companion.rules.records.timeline import Step
from companion.rules.tiles import Tile
from companion.ui.layout import Bands, bands, with_keys_aside
from companion.ui.pieces import NO_KEYCAPS, Keycaps, Sign
from companion.ui.style import Ui
from companion.ui.widgets import Action

if TYPE_CHECKING:
    from companion.pages.table.situation import Pick


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
    marks: Mapping[Seat, Message] = {}
    """The message that says that it is another player's turn."""
    timing: Timing = Timing()
    """What is seen of the time that the game takes."""
    typed: str = ""
    """The digits of a number that were typed, while one more can follow."""

    @property
    def group(self) -> TileGroup:
        """Which kinds of tiles the buttons reach."""
        return self.pick.group if isinstance(self.pick, situation.PickTile) else TileGroup.ALL

    @property
    def pointed(self) -> Tile | None:
        """The tile that the dial points at."""
        pick = self.pick
        if not isinstance(pick, situation.PickTile) or pick.focus is None:
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


def has_pad(ui: Ui, game: Game, pick: Pick | None) -> bool:
    """Whether there is a key for every kind of tile."""
    drawing = game.stage is Phase.TURN and not isinstance(pick, situation.PickGod)
    return ui.canvas.touch and drawing and not ui.is_big


def places(ui: Ui, model: Model, pick: Pick | None) -> Bands:
    """Return the bands of the table; on a large screen the keys of tiles stand beside them."""
    where = bands(ui, edge_px(ui, model))
    return with_keys_aside(ui, where) if has_pad(ui, model.game, pick) else where
