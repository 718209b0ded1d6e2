"""A table in a café meets the rest of the program: who may do what, and what time alone does.

What there is to decide is decided in modules of their own.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import calling, idling, packing, pin, seeing, service, staff, stick
from companion.core.antennas import ZoneSeen
from companion.core.asked import Prompt
from companion.core.box_check import BoxCheck, BoxDone, CheckBox, CountByHand, PointAt
from companion.core.effects import Again, Effect
from companion.core.guests import is_guarded, is_of_people, may
from companion.core.house import (
    Asking,
    Attract,
    Help,
    Leaf,
    Locked,
    Pin,
    Staff,
    SwitchingOff,
    Versions,
)
from companion.core.menu import Entry
from companion.core.messages import EndPeek, GoTo, Message, Next, Push, TagSeen, Turn
from companion.core.model import Model, Seating, Welcome
from companion.core.notices import Notes, Notice
from companion.core.offers import Controls, Offer
from companion.core.pages import home
from companion.core.past import Games, Statistics
from companion.core.playing import refused
from companion.core.workshop import BENCH
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

BENCH_SECONDS = 600.0
"""Who looks for wires does nothing at the table for longer than who chooses from a list."""

KEYS: Mapping[str, Message] = {"f1": GoTo(Help()), "f12": service.AskStaff()}
"""What asks for help and for staff, wherever one is."""

Listed = Staff | Help | Asking
"""Pages that are lists, of which the dial points at one line."""


def at_the_door(model: Model, message: Message) -> Update | None:
    """Return what becomes of a message that does not get any further; None if it does.

    Guests do what guests may. Whoever wakes the table has done that; what they pressed counts
    where they saw what they pressed.
    """
    here = _ON_PAGES.get((type(model.page), type(message)))
    if not is_of_people(message):
        return None if here is None else here(model, message)
    if idling.is_asleep(model):
        return _woken(model, message)
    if not may(model, message):
        return refused(model, Notice(Notes.STAFF_ONLY))
    return None if here is None else here(model, message)


def _woken(model: Model, message: Message) -> Update:
    awake, effects, counts = idling.woken(model)
    return awake, (*effects, Again(message)) if counts else effects


def noted(before: Model, message: Message, after: Model) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model that knows that somebody did something, and what is written of it."""
    if not is_of_people(message):
        return _closed(after), ()
    house = after.house
    if after.preferences.kiosk:
        house = replace(house, active_at=after.now)
    if not is_guarded(before):
        house = replace(house, sight=seeing.sight(after))
    if house.staff_until is not None:
        seconds = BENCH_SECONDS if isinstance(after.page, BENCH) else pin.STAFF_SECONDS
        house = replace(house, staff_until=after.now + seconds)
    acts = () if before.house.staff_until is None else staff.acted(message)
    if after.timeline is None and before.timeline is not None:
        house = replace(house, played=before.timeline)
    after = replace(after, house=house)
    if isinstance(before.page, Welcome) and isinstance(after.page, Seating):
        after = staff.warned(after)
    return _closed(after), acts


def _closed(model: Model) -> Model:
    """Return the model with nothing but a closed door where the table is locked."""
    if not model.house.is_locked or not is_guarded(model) or isinstance(model.page, Locked | Pin):
        return model
    return replace(model, page=Locked())


def deadline(model: Model) -> float | None:
    """Return when time alone changes something here, in monotonic seconds."""
    due = [calling.deadline(model), idling.deadline(model), model.house.staff_until]
    if isinstance(model.page, Pin):
        due.append(pin.deadline(model, model.page))
    if isinstance(model.page, SwitchingOff):
        due.append(model.page.since + staff.OFF_SECONDS - model.page.left + 1)
    return min((each for each in due if each is not None), default=None)


def passed(model: Model) -> Update:
    """Do what time alone does."""
    model = calling.beaten(model)
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
    return idling.passed(model)


def entries(model: Model, page: Listed) -> tuple[Entry, ...]:
    """Return the lines of a page that is a list."""
    match page:
        case Staff():
            return staff.entries(model, page)
        case Help():
            return calling.entries(model, page)
        case Asking():
            return idling.entries(model, page)


def _turned(model: Model, message: Turn) -> Update:
    page = model.page
    if not isinstance(page, Listed):
        return model, ()
    row = (page.row + message.steps) % len(entries(model, page))
    return replace(model, page=replace(page, row=row)), ()


def _pushed(model: Model, _: Push) -> Update:
    page = model.page
    if not isinstance(page, Listed):
        return model, ()
    lines = entries(model, page)
    return model, (Again(lines[page.row % len(lines)].message),)


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
    return staff.let_go(model, service.LetGo())


_ON_PAGES: Mapping[tuple[type, type], Callable[[Model, Any], Update | None]] = {
    **{(page, Turn): _turned for page in (Staff, Help, Asking)},
    **{(page, Push): _pushed for page in (Staff, Help, Asking)},
    **{(page, Next): _left for page in (*BENCH, Pin, BoxCheck, Versions)},
    **{(page, Next): _back_to_staff for page in (Games, Statistics)},
    (Pin, Turn): pin.turn,
    (Pin, Push): pin.push,
    (BoxCheck, Turn): packing.turn,
    (BoxCheck, Push): packing.push,
    (BoxCheck, TagSeen): packing.tag_seen,
    (BoxCheck, ZoneSeen): packing.zone_seen,
    (SwitchingOff, EndPeek): _let_go,
    (SwitchingOff, Next): staff.let_go,
}
"""What messages mean on the pages of this module that mean something else on others."""


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    service.AskStaff: pin.ask_staff,
    service.TypeDigit: pin.type_digit,
    service.PinDone: pin.done,
    service.PinState: pin.state,
    service.PinRight: pin.right,
    service.PinWrong: pin.wrong,
    service.PinKept: pin.kept,
    service.ChangePin: pin.change,
    service.CallStaff: calling.call_staff,
    service.EndCall: calling.end_call,
    service.Restart: staff.restart,
    service.LetGo: staff.let_go,
    service.EndGame: staff.end_game,
    service.ResetTable: staff.reset_table,
    service.LockTable: staff.lock_table,
    service.OfferLanguage: staff.offer_language,
    service.SetVolumes: staff.set_volumes,
    service.SetDefault: staff.set_default,
    service.HoldToSwitchOff: staff.hold_to_switch_off,
    service.LeaveKiosk: staff.leave_kiosk,
    service.StaffDone: staff.staff_done,
    service.ShowFound: idling.show_found,
    service.Night: idling.night,
    service.NotDone: staff.not_done,
    service.BoxState: packing.box_state,
    service.Sticks: stick.sticks,
    service.Carry: stick.carry,
    service.Carried: stick.carried,
    CheckBox: packing.check_box,
    CountByHand: packing.count_by_hand,
    PointAt: packing.point_at,
    BoxDone: packing.box_done,
}


def _listed(model: Model, page: Listed) -> Controls:
    lines = entries(model, page)
    chosen = lines[page.row % len(lines)]
    push = Offer(chosen.message, chosen.label)
    last = Offer(lines[-1].message, lines[-1].label)
    back = replace(last, message=Next(), label=lines[0].label)
    back = back if isinstance(page, Asking) else last
    return Controls({"ok": push, "dial": push, "undo": back, "ra": last}, {}, mark("Choose"))


def _switching_off(_: Model, __: SwitchingOff) -> Controls:
    stop = Offer(service.LetGo(), "Stop")
    return Controls(dict.fromkeys(("ok", "undo", "ra", "dial"), stop))


def attracting(offered: Controls) -> Controls:
    """Return the controls of the start page, with all others leading to it."""
    start = Offer(GoTo(Welcome()), "Start")
    return replace(offered, taps={"ra": start, "ok": start, **offered.taps})


CONTROLS: Mapping[type, Callable[[Model, Any], Controls]] = {
    Pin: pin.controls,
    Staff: _listed,
    Help: _listed,
    Asking: _listed,
    SwitchingOff: _switching_off,
    Versions: stick.controls,
    Locked: lambda _, __: Controls(),
    BoxCheck: packing.controls,
}

PROMPTS: Mapping[type, Callable[[Model, Any], Prompt]] = {
    Pin: pin.prompt,
    Staff: lambda model, page: (
        stick.prompt(model.house) if page.leaf is Leaf.STICK else Prompt(page.leaf.value)
    ),
    Versions: lambda _, __: Prompt("Version and updates"),
    Help: lambda _, __: Prompt("What do you need?"),
    Asking: lambda _, __: Prompt("This game was kept. Do you go on?"),
    SwitchingOff: lambda _, page: Prompt("Switching off: {number}", {"number": page.left}),
    Locked: lambda _, __: Prompt("This table is closed. Please ask the staff"),
    Attract: lambda _, __: Prompt("Press Ra to start"),
    BoxCheck: packing.prompt,
}


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what each key does on these pages; None on any other."""
    match model.page:
        case Pin() as page:
            return pin.keys(model, page)
        case BoxCheck() as page:
            return packing.keys(model, page)
        case Staff() | Help() | Asking() as page:
            offered = _listed(model, page).taps
            turns: dict[str, Message] = {"up": Turn(-1), "left": Turn(-1), "down": Turn(1)}
            chosen, back, last = (offered[name].message for name in ("ok", "undo", "ra"))
            return {**turns, "right": Turn(1), "return": chosen, "escape": back, "r": last}
        case SwitchingOff():
            return dict.fromkeys(("escape", "return", "space", "backspace"), service.LetGo())
        case Versions():
            return dict.fromkeys(("escape", "return", "space", "backspace"), Next())
        case Locked():
            return {}
        case _:
            return None
