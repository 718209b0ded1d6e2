"""A table in a café meets the rest of the program: who may do what, and what time alone does.

What there is to decide is decided in modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import preferences
from companion.core.bindings import Binding, Bindings, Entry, Prompt
from companion.core.effects import Dispatch, Effect, refused
from companion.core.messages import EndPeek, GoTo, Message, Next, PushDial, TagSeen, TurnDial
from companion.core.model import Model, is_guarded
from companion.core.notices import Notes, Notice
from companion.i18n import mark
from companion.pages import archive, box_check, hardware, kiosk, new_game
from companion.pages.kiosk import idle, messages, pin, staff, staff_call, usb
from companion.pages.kiosk.idle import Asking, Attract, Locked
from companion.pages.kiosk.pin import Pin
from companion.pages.kiosk.staff import Leaf, Staff, SwitchingOff
from companion.pages.kiosk.staff_call import Help
from companion.pages.kiosk.usb import Versions
from companion.pages.navigation import home

Update = tuple[Model, tuple[Effect, ...]]


BENCH_SECONDS = 600.0
"""Who looks for wires does nothing at the table for longer than who chooses from a list."""


KEYS: Mapping[str, Message] = {"f1": GoTo(Help()), "f12": messages.AskStaff()}
"""What asks for help and for staff, wherever one is."""


Listed = Staff | Help | Asking
"""Pages that are lists, of which the dial points at one line."""


def authorise(model: Model, message: Message) -> Update | None:
    """Return what becomes of a message that does not get any further; None if it does.

    Guests do what guests may. Whoever wakes the table has done that; what they pressed counts
    where they saw what they pressed.
    """
    here = _ON_PAGES.get((type(model.page), type(message)))
    if not kiosk.is_of_people(message):
        return None if here is None else here(model, message)
    if idle.is_asleep(model):
        return _woken(model, message)
    if not kiosk.may(model, message):
        return refused(model, Notice(Notes.STAFF_ONLY))
    return None if here is None else here(model, message)


def _woken(model: Model, message: Message) -> Update:
    awake, effects, counts = idle.woken(model)
    return awake, (*effects, Dispatch(message)) if counts else effects


def record_activity(
    before: Model, message: Message, after: Model
) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model that knows that somebody did something, and what is written of it."""
    if not kiosk.is_of_people(message):
        return _closed(after), ()
    house = after.house
    if after.preferences.kiosk:
        house = replace(house, active_at=after.now)
    if not is_guarded(before):
        house = replace(house, sight=preferences.sight(after))
    if house.staff_until is not None:
        seconds = BENCH_SECONDS if isinstance(after.page, hardware.BENCH) else pin.STAFF_SECONDS
        house = replace(house, staff_until=after.now + seconds)
    acts = () if before.house.staff_until is None else staff.acted(message)
    if after.timeline is None and before.timeline is not None:
        house = replace(house, played=before.timeline)
    after = replace(after, house=house)
    if isinstance(before.page, new_game.Welcome) and isinstance(after.page, new_game.Seating):
        after = staff.warned(after)
    return _closed(after), acts


def _closed(model: Model) -> Model:
    """Return the model with nothing but a closed door where the table is locked."""
    if not model.house.is_locked or not is_guarded(model) or isinstance(model.page, Locked | Pin):
        return model
    return replace(model, page=Locked())


def deadline(model: Model) -> float | None:
    """Return when time alone changes something here, in monotonic seconds."""
    due = [staff_call.deadline(model), idle.deadline(model), model.house.staff_until]
    if isinstance(model.page, Pin):
        due.append(pin.deadline(model, model.page))
    if isinstance(model.page, SwitchingOff):
        due.append(model.page.since + staff.OFF_SECONDS - model.page.left + 1)
    return min((each for each in due if each is not None), default=None)


def passed(model: Model) -> Update:
    """Do what time alone does."""
    model = staff_call.beaten(model)
    until = model.house.staff_until
    if until is not None and model.now >= until:
        return staff.left_alone(model)
    match model.page:
        case SwitchingOff() as page:
            return staff.counted_down(model, page)
        case Pin() as page:
            model, _ = pin.passed(model, page)
        case _:
            pass
    return idle.passed(model)


def entries(model: Model, page: Listed) -> tuple[Entry, ...]:
    """Return the lines of a page that is a list."""
    match page:
        case Staff():
            return staff.entries(model, page)
        case Help():
            return staff_call.entries(model, page)
        case Asking():
            return idle.entries(model, page)


def _turned(model: Model, message: TurnDial) -> Update:
    page = model.page
    if not isinstance(page, Listed):
        return model, ()
    row = (page.row + message.steps) % len(entries(model, page))
    return replace(model, page=replace(page, row=row)), ()


def _pushed(model: Model, _: PushDial) -> Update:
    page = model.page
    if not isinstance(page, Listed):
        return model, ()
    lines = entries(model, page)
    return model, (Dispatch(lines[page.row % len(lines)].message),)


def _left(model: Model, _: Next) -> Update:
    """Leave a page of staff for their menu; any other for the one that guests see."""
    if model.house.staff_until is not None and not isinstance(model.page, Staff):
        return replace(model, page=Staff()), ()
    if isinstance(model.page, Pin) and model.house.is_locked:
        return replace(model, page=Locked()), ()
    return replace(model, page=home(model)), ()


def _back_to_staff(model: Model, _: Next) -> Update | None:
    """Leave the games of other days for the menu of the staff, if it was they who looked."""
    if model.house.staff_until is None:
        return None
    return replace(model, page=Staff(Leaf.MACHINE)), ()


def _let_go(model: Model, _: EndPeek) -> Update:
    return staff.let_go(model, messages.LetGo())


_ON_PAGES: Mapping[tuple[type, type], Callable[[Model, Any], Update | None]] = {
    **{(page, TurnDial): _turned for page in (Staff, Help, Asking)},
    **{(page, PushDial): _pushed for page in (Staff, Help, Asking)},
    **{(page, Next): _left for page in (*hardware.BENCH, Pin, box_check.BoxCheck, Versions)},
    **{(page, Next): _back_to_staff for page in (archive.Games, archive.Statistics)},
    (Pin, TurnDial): pin.turn,
    (Pin, PushDial): pin.push,
    (box_check.BoxCheck, TurnDial): box_check.box_check.turn,
    (box_check.BoxCheck, PushDial): box_check.box_check.push,
    (box_check.BoxCheck, TagSeen): box_check.box_check.tag_seen,
    (box_check.BoxCheck, hardware.ZoneSeen): box_check.box_check.zone_seen,
    (SwitchingOff, EndPeek): _let_go,
    (SwitchingOff, Next): staff.let_go,
}
"""What messages mean on the pages of this module that mean something else on others."""


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    messages.AskStaff: pin.ask_staff,
    messages.TypeDigit: pin.type_digit,
    messages.PinDone: pin.done,
    messages.PinState: pin.state,
    messages.PinRight: pin.right,
    messages.PinWrong: pin.wrong,
    messages.PinKept: pin.kept,
    messages.ChangePin: pin.change,
    messages.CallStaff: staff_call.call_staff,
    messages.EndCall: staff_call.end_call,
    messages.Restart: staff.restart,
    messages.LetGo: staff.let_go,
    messages.EndGame: staff.end_game,
    messages.ResetTable: staff.reset_table,
    messages.LockTable: staff.lock_table,
    messages.OfferLanguage: staff.offer_language,
    messages.SetVolumes: staff.set_volumes,
    messages.SetDefault: staff.set_default,
    messages.HoldToSwitchOff: staff.hold_to_switch_off,
    messages.LeaveKiosk: staff.leave_kiosk,
    messages.StaffDone: staff.staff_done,
    messages.ShowFound: idle.show_found,
    messages.Night: idle.night,
    messages.NotDone: staff.not_done,
    messages.BoxState: box_check.box_check.box_state,
    messages.Sticks: usb.sticks,
    messages.Carry: usb.carry,
    messages.Carried: usb.carried,
    box_check.CheckBox: box_check.box_check.check_box,
    box_check.CountByHand: box_check.box_check.count_by_hand,
    box_check.PointAt: box_check.box_check.point_at,
    box_check.BoxDone: box_check.box_check.box_done,
}


def _listed(model: Model, page: Listed) -> Bindings:
    lines = entries(model, page)
    chosen = lines[page.row % len(lines)]
    push = Binding(chosen.message, chosen.label)
    last = Binding(lines[-1].message, lines[-1].label)
    back = replace(last, message=Next(), label=lines[0].label)
    back = back if isinstance(page, Asking) else last
    return Bindings({"ok": push, "dial": push, "undo": back, "ra": last}, {}, mark("Choose"))


def _switching_off(_: Model, __: SwitchingOff) -> Bindings:
    stop = Binding(messages.LetGo(), "Stop")
    return Bindings(dict.fromkeys(("ok", "undo", "ra", "dial"), stop))


def attracting(offered: Bindings) -> Bindings:
    """Return the controls of the start page, with all others leading to it."""
    start = Binding(GoTo(new_game.Welcome()), "Start")
    return replace(offered, taps={"ra": start, "ok": start, **offered.taps})


CONTROLS: Mapping[type, Callable[[Model, Any], Bindings]] = {
    Pin: pin.controls,
    Staff: _listed,
    Help: _listed,
    Asking: _listed,
    SwitchingOff: _switching_off,
    Versions: usb.controls,
    Locked: lambda _, __: Bindings(),
    box_check.BoxCheck: box_check.box_check.controls,
}


PROMPTS: Mapping[type, Callable[[Model, Any], Prompt]] = {
    Pin: pin.prompt,
    Staff: lambda model, page: (
        usb.prompt(model.house) if page.leaf is Leaf.STICK else Prompt(page.leaf.value)
    ),
    Versions: lambda _, __: Prompt("Version and updates"),
    Help: lambda _, __: Prompt("What do you need?"),
    Asking: lambda _, __: Prompt("This game was kept. Do you go on?"),
    SwitchingOff: lambda _, page: Prompt("Switching off: {number}", {"number": page.left}),
    Locked: lambda _, __: Prompt("This table is closed. Please ask the staff"),
    Attract: lambda _, __: Prompt("Press Ra to start"),
    box_check.BoxCheck: box_check.box_check.prompt,
}


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what each key does on these pages; None on any other."""
    match model.page:
        case Pin() as page:
            return pin.keys(model, page)
        case box_check.BoxCheck() as page:
            return box_check.box_check.keys(model, page)
        case Staff() | Help() | Asking() as page:
            offered = _listed(model, page).taps
            turns: dict[str, Message] = {
                "up": TurnDial(-1),
                "left": TurnDial(-1),
                "down": TurnDial(1),
            }
            chosen, back, last = (offered[name].message for name in ("ok", "undo", "ra"))
            return {**turns, "right": TurnDial(1), "return": chosen, "escape": back, "r": last}
        case SwitchingOff():
            return dict.fromkeys(("escape", "return", "space", "backspace"), messages.LetGo())
        case Versions():
            return dict.fromkeys(("escape", "return", "space", "backspace"), Next())
        case Locked():
            return {}
        case _:
            return None
