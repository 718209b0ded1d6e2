"""The three pages for the one who builds the table: wizard, test page, and teaching a box.

What happens on each is decided in modules of their own; here they meet the rest of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.effects import (
    Bench,
    Cue,
    Effect,
    LayOut,
    Order,
    Sound,
    Tool,
    Visit,
    refused,
    saying,
)
from companion.core.messages import Message, Next, TagSeen, TurnDial
from companion.core.model import Model, is_guarded
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import dial
from companion.pages.hardware import hardware_test, pin_wizard, tag_teaching, tags
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.hardware.pin_wizard import PinWizard
from companion.pages.hardware.tag_teaching import FindBox, TagTeaching
from companion.pages.navigation import home

Update = tuple[Model, tuple[Effect, ...]]


Kind = TypeVar("Kind", PinWizard, HardwareTest, TagTeaching)


_PAGES: Mapping[Bench, Page] = {
    Bench.WIZARD: PinWizard(),
    Bench.TEST: HardwareTest(),
    Bench.LESSON: TagTeaching(),
}


BENCH = (PinWizard, HardwareTest, TagTeaching)
"""The pages of this module."""


def orders(before: Page, after: Page) -> tuple[Order, ...]:
    """Return what the machines must do when one page takes the place of another."""
    if isinstance(after, PinWizard):
        return _orders_of_wizard(before, after)
    if type(before) is type(after):
        return ()
    match after:
        case HardwareTest():
            return (LayOut(Tool.EARS),)
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


def tag_seen(model: Model, message: TagSeen) -> Update:
    """Take a tag as the page wants it: only at the table it draws a tile."""
    match model.page:
        case HardwareTest() | PinWizard():
            return model, ()
        case TagTeaching() as page:
            return _ordered(model, *tag_teaching.seen(page, message.uid))
        case _:
            return tags.tag_seen(model, message)


def turn(model: Model, message: TurnDial) -> Update:
    """Turn the dial on whatever page is open."""
    match model.page:
        case HardwareTest() as page:
            return replace(model, page=hardware_test.turned(page, message.steps)), ()
        case TagTeaching() as page:
            return replace(model, page=tag_teaching.stepped(page, message.steps)), ()
        case _:
            return dial.turn(model, message)


def _on(kind: type[Kind], change: Callable[[Kind, Any], Kind]) -> Callable[[Model, Any], Update]:
    """Return the update that changes such a page, and does nothing on any other."""

    def changed(model: Model, message: Message) -> Update:
        if not isinstance(model.page, kind):
            return model, ()
        return replace(model, page=change(model.page, message)), ()

    return changed


def _ordered(model: Model, page: TagTeaching, order: Order | None) -> Update:
    """Return the page with what must be done before it shows more; a refusal is also heard."""
    model = replace(model, page=page)
    return model, ((Sound(Cue.REFUSED),) if order is None else (order,))


def _moved(model: Model, message: pin_wizard.PinMoved) -> Update:
    if not isinstance(model.page, PinWizard):
        return model, ()
    page = pin_wizard.moved(model.page, message)
    return _keep(model, pin_wizard.Keep()) if page is None else (replace(model, page=page), ())


def _keep(model: Model, _: pin_wizard.Keep) -> Update:
    """Keep what was found; if nothing was, leave everything as it is."""
    page = model.page
    if not isinstance(page, PinWizard) or page.step != pin_wizard.FOUND:
        return model, ()
    if not page.contacts:
        return replace(model, page=home(model)), ()
    return model, (pin_wizard.KeepWiring(page.contacts, page.lamps),)


def _wiring_kept(model: Model, message: pin_wizard.WiringKept) -> Update:
    note = Notes.WIRING_KEPT
    if message.why:
        note = Notes.WIRING_NOT_KEPT
    elif not message.file:
        note = Notes.WIRING_SIMULATED
    said = Notice(note, {"file": message.file, "why": message.why})
    return saying(replace(model, page=home(model)), said), ()


def _no_pins(model: Model, message: pin_wizard.NoPins) -> Update:
    if not isinstance(model.page, PinWizard):
        return model, ()
    return replace(model, page=replace(model.page, trouble=message.why)), ()


def _untag(model: Model, _: tag_teaching.Untag) -> Update:
    if not isinstance(model.page, TagTeaching):
        return model, ()
    order = tag_teaching.untagged(model.page)
    return refused(model, Notice(Notes.NOT_NOW)) if order is None else (model, (order,))


def _next_box(model: Model, _: tag_teaching.NextBox) -> Update:
    if not isinstance(model.page, TagTeaching):
        return model, ()
    return model, (tag_teaching.next_box(model.page),)


def _known(model: Model, message: tag_teaching.Known) -> Update:
    return replace(model, tags=message.tags), ()


def _visit(model: Model, message: Visit) -> Update:
    return replace(model, page=_PAGES[message.bench]), ()


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    TagSeen: tag_seen,
    TurnDial: turn,
    Visit: _visit,
    pin_wizard.PinsFree: _on(PinWizard, pin_wizard.watched),
    pin_wizard.NoPins: _no_pins,
    pin_wizard.PinMoved: _moved,
    pin_wizard.Skip: _on(PinWizard, lambda page, _: pin_wizard.skipped(page)),
    pin_wizard.StepBack: _on(PinWizard, lambda page, _: pin_wizard.back(page)),
    pin_wizard.Keep: _keep,
    pin_wizard.WiringKept: _wiring_kept,
    hardware_test.Tried: _on(
        HardwareTest, lambda page, message: hardware_test.tried(page, message.control)
    ),
    hardware_test.Overheard: _on(HardwareTest, hardware_test.overheard),
    tag_teaching.Boxes: _on(TagTeaching, tag_teaching.found),
    tag_teaching.Kept: _on(TagTeaching, tag_teaching.kept),
    tag_teaching.NotKept: _on(TagTeaching, tag_teaching.not_kept),
    tag_teaching.ChooseKind: _on(
        TagTeaching, lambda page, message: tag_teaching.chosen(page, message.kind)
    ),
    tag_teaching.TypeBox: _on(
        TagTeaching, lambda page, message: tag_teaching.typed(page, message.text)
    ),
    tag_teaching.Untag: _untag,
    tag_teaching.NextBox: _next_box,
    tag_teaching.Known: _known,
}


def _wizard_controls(_model: Model, _page: PinWizard) -> Bindings:
    """Return nothing: while pins are looked for, no button has a meaning of its own."""
    return Bindings()


def _trying_controls(model: Model, _: HardwareTest) -> Bindings:
    taps = {
        control: Binding(hardware_test.Tried(control), "Test") for control in hardware_test.CONTROLS
    }
    holds = {"undo": Binding(Next(), "Leave")}
    if not is_guarded(model):
        holds["ok"] = Binding(Visit(Bench.WIZARD), "Find buttons")
        holds["ra"] = Binding(Visit(Bench.LESSON), "Teach a box")
    return Bindings(taps, holds)


def _teaching_controls(_: Model, page: TagTeaching) -> Bindings:
    taps = {
        "p1": Binding(TurnDial(-1), "Kind before"),
        "p2": Binding(TurnDial(1), "Next kind"),
        "ra": Binding(tag_teaching.NextBox(), "Another box"),
        "ok": Binding(Next(), "Done"),
        "undo": Binding(tag_teaching.Untag(), "Take back", is_lit=bool(page.taught)),
    }
    return Bindings(taps, {}, mark("Choose kind"))


CONTROLS: Mapping[type, Callable[[Model, Any], Bindings]] = {
    PinWizard: _wizard_controls,
    HardwareTest: _trying_controls,
    TagTeaching: _teaching_controls,
}


def _wizard_keys(page: PinWizard) -> dict[str, Message]:
    leave: dict[str, Message] = {"escape": Next()}
    if page.free is None:
        return leave
    onward: Message = pin_wizard.Keep() if page.step == pin_wizard.FOUND else pin_wizard.Skip()
    return {**leave, "return": onward, "backspace": pin_wizard.StepBack()}


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what each key does on these pages; None on any other."""
    match model.page:
        case PinWizard() as page:
            return _wizard_keys(page)
        case HardwareTest():
            wanted: dict[str, Message] = {"w": Visit(Bench.WIZARD), "t": Visit(Bench.LESSON)}
            wanted = {} if is_guarded(model) else wanted
            return {"escape": Next(), "left": TurnDial(-1), "right": TurnDial(1), **wanted}
        case TagTeaching() as page:
            turns: dict[str, Message] = {
                "left": TurnDial(-1),
                "up": TurnDial(-1),
                "right": TurnDial(1),
            }
            back = (
                tag_teaching.TypeBox(tag_teaching.BACKSPACE)
                if page.is_new
                else tag_teaching.Untag()
            )
            more: dict[str, Message] = {
                "escape": Next(),
                "return": Next(),
                "tab": tag_teaching.NextBox(),
            }
            return {**turns, "down": TurnDial(1), **more, "backspace": back}
        case _:
            return None


_QUESTIONS = {
    0: mark("Press the button of the player at the top"),
    1: mark("Press the button of the next player, clockwise"),
    5: mark("Press the Ra button"),
    6: mark("Press the OK button"),
    7: mark("Press the Undo button"),
    8: mark("Push the dial down"),
    pin_wizard.RIGHT: mark("Turn the dial to the right, click by click"),
    pin_wizard.LEFT: mark("Now turn the dial to the left"),
    pin_wizard.ALL_LAMPS: mark("Do lamps shine now? Press a button that shines"),
    pin_wizard.ONE_LAMP: mark("Press the button that shines now"),
    pin_wizard.FOUND: mark("Is this right? Press any button to keep it"),
}


def _wizard_prompt(_: Model, page: PinWizard) -> Prompt:
    if page.trouble:
        return Prompt("The buttons cannot be looked for")
    return Prompt(_QUESTIONS.get(page.step, _QUESTIONS[1]))


PROMPTS: Mapping[type, Callable[[Model, Any], Prompt]] = {
    PinWizard: _wizard_prompt,
    HardwareTest: lambda _, __: Prompt("Test buttons and reader"),
    TagTeaching: lambda _, page: Prompt("Box of tags: {box}", {"box": page.name}),
}
