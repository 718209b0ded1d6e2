"""The three pages for building the table: pin wizard, hardware test, and teaching a box.

Each decides in a module of its own what happens on it; this one joins them to the program.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import (
    BuilderPage,
    LayOut,
    Order,
    Tool,
    Update,
    Visit,
)
from companion.core.model import Model
from companion.core.page import Page
from companion.pages.hardware import hardware_test, pin_wizard, tag_teaching
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
            return (LayOut(Tool.MONITOR),)
        case TagTeaching():
            return (LayOut(Tool.NOTHING), FindBox())
        case _:
            return (LayOut(Tool.NOTHING),) if isinstance(before, BENCH) else ()


def _orders_of_wizard(before: Page, after: PinWizard) -> tuple[Order, ...]:
    if after.free is None:
        is_waiting = isinstance(before, PinWizard) and before.free is None
        return () if is_waiting else (LayOut(Tool.PINS),)
    lit = before.lit if isinstance(before, PinWizard) else ()
    return () if lit == after.lit else (pin_wizard.Shine(after.lit),)


Messages = Visit | pin_wizard.Messages | hardware_test.Messages | tag_teaching.Messages


def update(model: Model, message: Messages) -> Update:
    """Return what a message of the hardware means; what is for a page that is gone does nothing."""
    match message:
        case Visit(bench):
            return replace(model, page=_page(bench)), ()
        case pin_wizard.WiringKept():
            return pin_wizard.wiring_kept(model, message)
        case tag_teaching.Known(tags):
            return model.with_hardware(tags=tags), ()
        case _:
            return model, ()


def _page(bench: BuilderPage) -> Page:
    match bench:
        case BuilderPage.WIZARD:
            return PinWizard()
        case BuilderPage.TEST:
            return HardwareTest()
        case BuilderPage.LESSON:
            return TagTeaching()
