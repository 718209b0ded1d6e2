"""A table in a café meets the rest of the program: who may do what, and what time alone does.

What there is to decide is decided in modules of their own.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core import preferences
from companion.core.bindings import Binding, Bindings, Entry
from companion.core.effects import Dispatch, Effect, Update, refused
from companion.core.messages import GoTo, Message, Next, TurnDial
from companion.core.model import Model, is_guarded
from companion.core.notices import Notes, Notice
from companion.i18n import mark
from companion.pages import box_check, hardware, kiosk, new_game
from companion.pages.kiosk import idle, messages, pin, staff, staff_call, usb
from companion.pages.kiosk.idle import Asking, Locked
from companion.pages.kiosk.pin import Pin
from companion.pages.kiosk.staff import Leaf, Staff, SwitchingOff
from companion.pages.kiosk.staff_call import Help
from companion.pages.navigation import home

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
    if not kiosk.is_of_people(message):
        return None
    if idle.is_asleep(model):
        return _woken(model, message)
    if not kiosk.may(model, message):
        return refused(model, Notice(Notes.STAFF_ONLY))
    return None


def _woken(model: Model, message: Message) -> Update:
    awake, effects, counts = idle.woken(model)
    return awake, (*effects, Dispatch(message)) if counts else effects


def record_activity(
    before: Model, message: Message, after: Model
) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model that knows that somebody did something, and what is written of it."""
    if not kiosk.is_of_people(message):
        return _closed(after), ()
    state = after.kiosk
    if after.preferences.kiosk:
        state = replace(state, active_at=after.now)
    if not is_guarded(before):
        state = replace(state, sight=preferences.sight(after))
    if state.staff_until is not None:
        seconds = BENCH_SECONDS if isinstance(after.page, hardware.BENCH) else pin.STAFF_SECONDS
        state = replace(state, staff_until=after.now + seconds)
    acts = () if before.kiosk.staff_until is None else staff.acted(message)
    if after.timeline is None and before.timeline is not None:
        state = replace(state, played=before.timeline)
    after = replace(after, kiosk=state)
    if isinstance(before.page, new_game.Welcome) and isinstance(after.page, new_game.Seating):
        after = staff.warned(after)
    return _closed(after), acts


def _closed(model: Model) -> Model:
    """Return the model with nothing but a closed door where the table is locked."""
    if not model.kiosk.is_locked or not is_guarded(model) or isinstance(model.page, Locked | Pin):
        return model
    return replace(model, page=Locked())


def deadline(model: Model) -> float | None:
    """Return when time alone changes something here, in monotonic seconds."""
    due = (staff_call.deadline(model), idle.deadline(model), model.kiosk.staff_until)
    return min((each for each in due if each is not None), default=None)


def passed(model: Model) -> Update:
    """Do what time alone does."""
    model = staff_call.beaten(model)
    until = model.kiosk.staff_until
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


def turned(model: Model, page: Listed, steps: int) -> Update:
    """Point at another line."""
    row = (page.row + steps) % len(entries(model, page))
    return replace(model, page=replace(page, row=row)), ()


def pushed(model: Model, page: Listed) -> Update:
    """Do what the line says that the dial points at."""
    lines = entries(model, page)
    return model, (Dispatch(lines[page.row % len(lines)].message),)


def left(model: Model) -> Update:
    """Leave a page of staff for their menu; any other for the one that guests see."""
    if model.kiosk.staff_until is not None:
        return replace(model, page=Staff()), ()
    if isinstance(model.page, Pin) and model.kiosk.is_locked:
        return replace(model, page=Locked()), ()
    return replace(model, page=home(model)), ()


def back_to_staff(model: Model) -> Update | None:
    """Leave the games of other days for the menu of the staff, if it was they who looked."""
    if model.kiosk.staff_until is None:
        return None
    return replace(model, page=Staff(Leaf.MACHINE)), ()


def update(model: Model, message: messages.Message) -> Update:  # noqa: C901, PLR0911, PLR0912 - a line each
    """Return what becomes of what guests ask for, staff do, and machines answer."""
    match message:
        case messages.AskStaff():
            return pin.ask_staff(model, message)
        case messages.TypeDigit():
            return pin.type_digit(model, message)
        case messages.PinDone():
            return pin.done(model, message)
        case messages.PinState():
            return pin.state(model, message)
        case messages.PinRight():
            return pin.right(model, message)
        case messages.PinWrong():
            return pin.wrong(model, message)
        case messages.PinKept():
            return pin.kept(model, message)
        case messages.ChangePin():
            return pin.change(model, message)
        case messages.CallStaff():
            return staff_call.call_staff(model, message)
        case messages.EndCall():
            return staff_call.end_call(model, message)
        case messages.Restart():
            return staff.restart(model, message)
        case messages.LetGo():
            return staff.let_go(model, message)
        case messages.EndGame():
            return staff.end_game(model, message)
        case messages.ResetTable():
            return staff.reset_table(model, message)
        case messages.LockTable():
            return staff.lock_table(model, message)
        case messages.OfferLanguage():
            return staff.offer_language(model, message)
        case messages.SetVolumes():
            return staff.set_volumes(model, message)
        case messages.SetDefault():
            return staff.set_default(model, message)
        case messages.HoldToSwitchOff():
            return staff.hold_to_switch_off(model, message)
        case messages.LeaveKiosk():
            return staff.leave_kiosk(model, message)
        case messages.StaffDone():
            return staff.staff_done(model, message)
        case messages.ShowFound():
            return idle.show_found(model, message)
        case messages.Night():
            return idle.night(model, message)
        case messages.NotDone():
            return staff.not_done(model, message)
        case messages.BoxState():
            return box_check.box_check.box_state(model, message)
        case messages.Sticks():
            return usb.sticks(model, message)
        case messages.Carry():
            return usb.carry(model, message)
        case messages.Carried():
            return usb.carried(model, message)


def listed(model: Model, page: Listed) -> Bindings:
    """Return what every control does on a page that is a list."""
    lines = entries(model, page)
    chosen = lines[page.row % len(lines)]
    push = Binding(chosen.message, chosen.label)
    last = Binding(lines[-1].message, lines[-1].label)
    back = replace(last, message=Next(), label=lines[0].label)
    back = back if isinstance(page, Asking) else last
    return Bindings({"ok": push, "dial": push, "undo": back, "ra": last}, {}, mark("Choose"))


def switching_off() -> Bindings:
    """Return what every control does: it stops the countdown."""
    stop = Binding(messages.LetGo(), "Stop")
    return Bindings(dict.fromkeys(("ok", "undo", "ra", "dial"), stop))


def attracting(offered: Bindings) -> Bindings:
    """Return the controls of the start page, with all others leading to it."""
    start = Binding(GoTo(new_game.Welcome()), "Start")
    return replace(offered, taps={"ra": start, "ok": start, **offered.taps})


def listed_keys(model: Model, page: Listed) -> dict[str, Message]:
    """Return what each key does on a page that is a list."""
    offered = listed(model, page).taps
    turns: dict[str, Message] = {"up": TurnDial(-1), "left": TurnDial(-1), "down": TurnDial(1)}
    chosen, back, last = (offered[name].message for name in ("ok", "undo", "ra"))
    return {**turns, "right": TurnDial(1), "return": chosen, "escape": back, "r": last}
