"""Switching the table off: a countdown while somebody holds what switches it off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, all_do
from companion.core.effects import Update
from companion.core.messages import EndPeek, Message
from companion.core.model import Model
from companion.core.page import Audience, Page
from companion.pages import kiosk
from companion.pages.kiosk.messages import Acted, LetGo, PowerOff, StaffAct
from companion.pages.page_view import TITLE, asked, frame, heading, what_can_be_done
from companion.ui.scene import Target
from companion.ui.style import Piece, Size, Style


class SwitchingOff(Page, frozen=True):
    """Somebody holds what switches the table off."""

    audience: ClassVar[Audience] = Audience.STAFF

    since: float
    """When it was first held, in seconds of the monotonic clock."""
    left: int
    """How many seconds more."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does: it stops the countdown."""
        return all_do(Binding(LetGo(), "Stop"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Switching off: {number}", {"number": self.left})

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return dict.fromkeys(("escape", "return", "space", "backspace"), LetGo())

    def update(self, model: Model, message: Message) -> Update | None:
        """Stop the countdown when what was held is let go."""
        match message:
            case LetGo() | EndPeek():
                return self.next_page(model)
            case _:
                return None

    def next_page(self, model: Model) -> Update:
        """Stop the countdown."""
        return replace(model, page=kiosk.Staff(kiosk.StaffList.MACHINE)), ()

    def deadline(self, model: Model) -> float:
        """Return when one second less is left, in monotonic seconds."""
        return self.since + OFF_SECONDS - self.left + 1

    def waited(self, model: Model) -> Update:
        """Count down, then switch the computer off; the game is safe on the disk."""
        left = OFF_SECONDS - int(model.now - self.since)
        if left > 0:
            return replace(model, page=replace(self, left=left)), ()
        return replace(model, page=kiosk.Staff(kiosk.StaffList.MACHINE)), (
            Acted(StaffAct.OFF),
            PowerOff(),
        )

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield how many seconds are left."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model), model)
        yield look.line(where.body, str(self.left), Size.DISPLAY, look.theme.gold, TITLE)
        yield Target(where.body, LetGo())
        yield from what_can_be_done(look, where.dock, model)


OFF_SECONDS = 3
"""How long it is held before the table is switched off."""


def hold_to_switch_off(model: Model) -> Update:
    """Begin to count down."""
    return replace(model, page=SwitchingOff(model.now, OFF_SECONDS)), ()
