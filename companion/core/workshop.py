"""The three pages for the one who builds the table: wizard, test page, and teaching a box.

What happens on each is decided in modules of their own; here they meet the rest of the program.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.core import tagging, teaching, trying, turning, wizard
from companion.core.asked import Prompt
from companion.core.effects import Cue, Effect, Sound
from companion.core.guests import is_guarded
from companion.core.messages import Message, Next, TagSeen, Turn
from companion.core.model import Model, Page
from companion.core.notices import Notes, Notice
from companion.core.offers import Controls, Offer
from companion.core.orders import Bench, LayOut, Order, Tool, Visit
from companion.core.pages import home
from companion.core.playing import refused, saying
from companion.core.teaching import FindBox, Teaching
from companion.core.trying import Trying
from companion.core.wizard import Wizard
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]
Kind = TypeVar("Kind", Wizard, Trying, Teaching)

_PAGES: Mapping[Bench, Page] = {
    Bench.WIZARD: Wizard(),
    Bench.TEST: Trying(),
    Bench.LESSON: Teaching(),
}

BENCH = (Wizard, Trying, Teaching)
"""The pages of this module."""


def orders(before: Page, after: Page) -> tuple[Order, ...]:
    """Return what the machines must do when one page takes the place of another."""
    if isinstance(after, Wizard):
        return _orders_of_wizard(before, after)
    if type(before) is type(after):
        return ()
    match after:
        case Trying():
            return (LayOut(Tool.EARS),)
        case Teaching():
            return (LayOut(Tool.NOTHING), FindBox())
        case _:
            return (LayOut(Tool.NOTHING),) if isinstance(before, BENCH) else ()


def _orders_of_wizard(before: Page, after: Wizard) -> tuple[Order, ...]:
    if after.free is None:
        is_waiting = isinstance(before, Wizard) and before.free is None
        return () if is_waiting else (LayOut(Tool.PINS),)
    lit = before.lit if isinstance(before, Wizard) else ()
    return () if lit == after.lit else (wizard.Shine(after.lit),)


def tag_seen(model: Model, message: TagSeen) -> Update:
    """Take a tag as the page wants it: only at the table it draws a tile."""
    match model.page:
        case Trying() | Wizard():
            return model, ()
        case Teaching() as page:
            return _ordered(model, *teaching.seen(page, message.uid))
        case _:
            return tagging.tag_seen(model, message)


def turn(model: Model, message: Turn) -> Update:
    """Turn the dial on whatever page is open."""
    match model.page:
        case Trying() as page:
            return replace(model, page=trying.turned(page, message.steps)), ()
        case Teaching() as page:
            return replace(model, page=teaching.stepped(page, message.steps)), ()
        case _:
            return turning.turn(model, message)


def _on(kind: type[Kind], change: Callable[[Kind, Any], Kind]) -> Callable[[Model, Any], Update]:
    """Return the update that changes such a page, and does nothing on any other."""

    def changed(model: Model, message: Message) -> Update:
        if not isinstance(model.page, kind):
            return model, ()
        return replace(model, page=change(model.page, message)), ()

    return changed


def _ordered(model: Model, page: Teaching, order: Order | None) -> Update:
    """Return the page with what must be done before it shows more; a refusal is also heard."""
    model = replace(model, page=page)
    return model, ((Sound(Cue.REFUSED),) if order is None else (order,))


def _moved(model: Model, message: wizard.PinMoved) -> Update:
    if not isinstance(model.page, Wizard):
        return model, ()
    page = wizard.moved(model.page, message)
    return _keep(model, wizard.Keep()) if page is None else (replace(model, page=page), ())


def _keep(model: Model, _: wizard.Keep) -> Update:
    """Keep what was found; if nothing was, leave everything as it is."""
    page = model.page
    if not isinstance(page, Wizard) or page.step != wizard.FOUND:
        return model, ()
    if not page.contacts:
        return replace(model, page=home(model)), ()
    return model, (wizard.KeepWiring(page.contacts, page.lamps),)


def _wiring_kept(model: Model, message: wizard.WiringKept) -> Update:
    note = Notes.WIRING_KEPT
    if message.why:
        note = Notes.WIRING_NOT_KEPT
    elif not message.file:
        note = Notes.WIRING_SIMULATED
    said = Notice(note, {"file": message.file, "why": message.why})
    return saying(replace(model, page=home(model)), said), ()


def _no_pins(model: Model, message: wizard.NoPins) -> Update:
    if not isinstance(model.page, Wizard):
        return model, ()
    return replace(model, page=replace(model.page, trouble=message.why)), ()


def _untag(model: Model, _: teaching.Untag) -> Update:
    if not isinstance(model.page, Teaching):
        return model, ()
    order = teaching.untagged(model.page)
    return refused(model, Notice(Notes.NOT_NOW)) if order is None else (model, (order,))


def _next_box(model: Model, _: teaching.NextBox) -> Update:
    if not isinstance(model.page, Teaching):
        return model, ()
    return model, (teaching.next_box(model.page),)


def _known(model: Model, message: teaching.Known) -> Update:
    return replace(model, tags=message.tags), ()


def _visit(model: Model, message: Visit) -> Update:
    return replace(model, page=_PAGES[message.bench]), ()


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    TagSeen: tag_seen,
    Turn: turn,
    Visit: _visit,
    wizard.PinsFree: _on(Wizard, wizard.watched),
    wizard.NoPins: _no_pins,
    wizard.PinMoved: _moved,
    wizard.Skip: _on(Wizard, lambda page, _: wizard.skipped(page)),
    wizard.StepBack: _on(Wizard, lambda page, _: wizard.back(page)),
    wizard.Keep: _keep,
    wizard.WiringKept: _wiring_kept,
    trying.Tried: _on(Trying, lambda page, message: trying.tried(page, message.control)),
    trying.Overheard: _on(Trying, trying.overheard),
    teaching.Boxes: _on(Teaching, teaching.found),
    teaching.Kept: _on(Teaching, teaching.kept),
    teaching.NotKept: _on(Teaching, teaching.not_kept),
    teaching.ChooseKind: _on(Teaching, lambda page, message: teaching.chosen(page, message.kind)),
    teaching.TypeBox: _on(Teaching, lambda page, message: teaching.typed(page, message.text)),
    teaching.Untag: _untag,
    teaching.NextBox: _next_box,
    teaching.Known: _known,
}


def _wizard_controls(_model: Model, _page: Wizard) -> Controls:
    """Return nothing: while pins are looked for, no button has a meaning of its own."""
    return Controls()


def _trying_controls(model: Model, _: Trying) -> Controls:
    taps = {control: Offer(trying.Tried(control), "Test") for control in trying.CONTROLS}
    holds = {"undo": Offer(Next(), "Leave")}
    if not is_guarded(model):
        holds["ok"] = Offer(Visit(Bench.WIZARD), "Find buttons")
        holds["ra"] = Offer(Visit(Bench.LESSON), "Teach a box")
    return Controls(taps, holds)


def _teaching_controls(_: Model, page: Teaching) -> Controls:
    taps = {
        "p1": Offer(Turn(-1), "Kind before"),
        "p2": Offer(Turn(1), "Next kind"),
        "ra": Offer(teaching.NextBox(), "Another box"),
        "ok": Offer(Next(), "Done"),
        "undo": Offer(teaching.Untag(), "Take back", is_lit=bool(page.taught)),
    }
    return Controls(taps, {}, mark("Choose kind"))


CONTROLS: Mapping[type, Callable[[Model, Any], Controls]] = {
    Wizard: _wizard_controls,
    Trying: _trying_controls,
    Teaching: _teaching_controls,
}


def _wizard_keys(page: Wizard) -> dict[str, Message]:
    leave: dict[str, Message] = {"escape": Next()}
    if page.free is None:
        return leave
    onward: Message = wizard.Keep() if page.step == wizard.FOUND else wizard.Skip()
    return {**leave, "return": onward, "backspace": wizard.StepBack()}


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what each key does on these pages; None on any other."""
    match model.page:
        case Wizard() as page:
            return _wizard_keys(page)
        case Trying():
            wanted: dict[str, Message] = {"w": Visit(Bench.WIZARD), "t": Visit(Bench.LESSON)}
            wanted = {} if is_guarded(model) else wanted
            return {"escape": Next(), "left": Turn(-1), "right": Turn(1), **wanted}
        case Teaching() as page:
            turns: dict[str, Message] = {"left": Turn(-1), "up": Turn(-1), "right": Turn(1)}
            back = teaching.TypeBox(teaching.BACKSPACE) if page.is_new else teaching.Untag()
            more: dict[str, Message] = {
                "escape": Next(),
                "return": Next(),
                "tab": teaching.NextBox(),
            }
            return {**turns, "down": Turn(1), **more, "backspace": back}
        case _:
            return None


_QUESTIONS = {
    0: mark("Press the button of the player at the top"),
    1: mark("Press the button of the next player, clockwise"),
    5: mark("Press the Ra button"),
    6: mark("Press the OK button"),
    7: mark("Press the Undo button"),
    8: mark("Push the dial down"),
    wizard.RIGHT: mark("Turn the dial to the right, click by click"),
    wizard.LEFT: mark("Now turn the dial to the left"),
    wizard.ALL_LAMPS: mark("Do lamps shine now? Press a button that shines"),
    wizard.ONE_LAMP: mark("Press the button that shines now"),
    wizard.FOUND: mark("Is this right? Press any button to keep it"),
}


def _wizard_prompt(_: Model, page: Wizard) -> Prompt:
    if page.trouble:
        return Prompt("The buttons cannot be looked for")
    return Prompt(_QUESTIONS.get(page.step, _QUESTIONS[1]))


PROMPTS: Mapping[type, Callable[[Model, Any], Prompt]] = {
    Wizard: _wizard_prompt,
    Trying: lambda _, __: Prompt("Test buttons and reader"),
    Teaching: lambda _, page: Prompt("Box of tags: {box}", {"box": page.name}),
}
