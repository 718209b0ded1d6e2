"""The three pages for building the table: pin wizard, hardware test, and teaching a box.

Each decides in a module of its own what happens on it; this one joins them to the program.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import (
    BuilderPage,
    DeviceMode,
    OpenBuilderPage,
    Order,
    SwitchDevices,
    Update,
)
from companion.core.messages import Message
from companion.core.model import Model
from companion.core.page import Page, Room
from companion.pages.hardware import pin_wizard, tag_teaching
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.hardware.pin_wizard import PinWizard
from companion.pages.hardware.tag_teaching import FindBox, TagTeaching

BENCH = (PinWizard, HardwareTest, TagTeaching)
"""The three pages."""


def orders(before: Page, after: Page) -> tuple[Order, ...]:
    """Return what the machines must do when one page takes the place of another."""
    if isinstance(after, PinWizard):
        return _orders_of_wizard(before, after)
    if type(before) is type(after):
        return ()
    match after:
        case HardwareTest():
            return (SwitchDevices(DeviceMode.MONITOR),)
        case TagTeaching():
            return (SwitchDevices(DeviceMode.NOTHING), FindBox())
        case _:
            return (SwitchDevices(DeviceMode.NOTHING),) if isinstance(before, BENCH) else ()


def _orders_of_wizard(before: Page, after: PinWizard) -> tuple[Order, ...]:
    if after.free is None:
        is_waiting = isinstance(before, PinWizard) and before.free is None
        return () if is_waiting else (SwitchDevices(DeviceMode.PINS),)
    lit = before.lit if isinstance(before, PinWizard) else ()
    return () if lit == after.lit else (pin_wizard.LightPins(after.lit),)


def _follow(before: Model, message: Message, after: Model) -> Update:
    """Remember how far the wizard was when it is left, until what it found is kept."""
    if isinstance(before.page, PinWizard) and not isinstance(after.page, PinWizard):
        is_kept = isinstance(message, pin_wizard.WiringKept) and not message.why
        after = after.with_hardware(wiring=None if is_kept else pin_wizard.paused(before.page))
    return after, orders(before.page, after.page)


def _open(model: Model, message: OpenBuilderPage) -> Update:
    pages = {BuilderPage.TEST: HardwareTest(), BuilderPage.LESSON: TagTeaching()}
    wizard = model.hardware.wiring or PinWizard()
    return replace(model, page=pages.get(message.bench, wizard)), ()


ROOM = Room(
    messages={
        OpenBuilderPage: _open,
        pin_wizard.WiringKept: pin_wizard.wiring_kept,
        tag_teaching.Known: lambda model, message: (model.with_hardware(tags=message.tags), ()),
    },
    follow=_follow,
)
