"""What a table in a café does whatever page is open: who may do what, what time alone changes.

Each decision is made in a module of its own.
"""

from __future__ import annotations

from msgspec.structs import asdict, replace

from companion.core.effects import (
    Cue,
    Dispatch,
    Effect,
    LoadLanguage,
    Sound,
    Update,
    refused,
    saying,
)
from companion.core.messages import (
    AskStaff,
    MachineMessage,
    Message,
    NextLanguage,
    Restart,
    Tick,
    Trouble,
    TroubleOver,
)
from companion.core.model import Model, choices, is_guarded
from companion.core.notices import Notes, Notice
from companion.core.page import Page, Room
from companion.pages import controls
from companion.pages.kiosk import idle, messages, pin, presence, staff
from companion.pages.kiosk.idle import Locked
from companion.pages.kiosk.pin import Pin
from companion.pages.table.playing import is_untouched

BENCH_SECONDS = 600.0
"""How long staff may do nothing on a hardware page: looking for wires takes longer."""


def authorise(model: Model, message: Message) -> Update | None:
    """Return what becomes of a message that gets no further; None if it does.

    Guests do what guests may. A press that wakes a game does nothing else.
    """
    if not presence.is_active(model) or isinstance(message, MachineMessage):
        return None
    if idle.is_asleep(model):
        awake, effects, counts = idle.woken(model, message)
        return awake, (*effects, Dispatch(message)) if counts else effects
    if idle.is_waking(model, message):
        return idle.turned(model), ()
    if not controls.is_allowed(model, message):
        return refused(model, Notice(Notes.STAFF_ONLY))
    return None


def record_activity(
    before: Model, message: Message, after: Model
) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model that notes the activity, and what is written to the log."""
    if isinstance(message, Tick) and not presence.is_active(after):
        return after, ()
    if isinstance(message, MachineMessage):
        return _closed(after), ()
    state = after.kiosk
    if after.preferences.kiosk:
        state = replace(state, active_at=after.now)
    if not is_guarded(before):
        was, now = choices(before.preferences), choices(after.preferences)
        changed = dict(asdict(now).items() - asdict(was).items())
        state = replace(state, choices=replace(state.choices, **changed))
    is_logged = before.kiosk.staff_until is not None and bool(message.log)
    acts = (messages.LogStaffAction(messages.StaffAct(message.log)),) if is_logged else ()
    if state.staff_until is not None:
        seconds = BENCH_SECONDS if after.page.takes_long else pin.STAFF_SECONDS
        state = replace(state, staff_until=after.now + seconds)
        if _is_for_guests(after.page):  # whoever touches it next may be anybody
            state = replace(state, staff_until=None)
            acts = (*acts, messages.LogStaffAction(messages.StaffAct.WENT))
    left = before.session.timeline
    if after.session.timeline is None and left is not None and not is_untouched(left):
        state = replace(state, played=left)
    after = replace(after, kiosk=state)
    if before.page.is_welcome and after.page.is_seating:
        after = staff.warned(after)
    return _closed(after), acts


def follow(before: Model, message: Message, after: Model) -> Update:
    """Return what any message also brings: activity is noted, and staff have their language."""
    after, acts = record_activity(before, message, after)
    after, spoken = _spoken(before, after)
    return after, (*acts, *spoken)


def _spoken(before: Model, after: Model) -> Update:
    """Let staff read the language of the house; guests have theirs back when they are gone."""
    house, now = after.kiosk.choices.language, after.preferences.language
    theirs = after.kiosk.guests_language
    if not _is_for_staff(after):
        back = (LoadLanguage(theirs),) if theirs and is_guarded(after) else ()
        return after.with_kiosk(guests_language="") if theirs else after, back
    has_come = is_guarded(before) and not _is_for_staff(before)
    if not has_come or now == house:
        return after, ()
    return after.with_kiosk(guests_language=now), (LoadLanguage(house),)


def _is_for_staff(model: Model) -> bool:
    """Whether staff are here, or type their PIN."""
    return model.kiosk.staff_until is not None or isinstance(model.page, Pin)


def _is_for_guests(page: Page) -> bool:
    """Whether people sit down or play here."""
    return page.is_welcome or page.is_seating or page.is_table or page.is_reveal


def _closed(model: Model) -> Model:
    """Return the model that shows only the closed table where it is locked."""
    if not model.kiosk.is_locked or not is_guarded(model) or isinstance(model.page, Locked | Pin):
        return model
    return replace(model, page=Locked())


def deadline(model: Model) -> float | None:
    """Return when something changes here by itself, in monotonic seconds."""
    if not presence.is_active(model):
        return None
    due = (presence.deadline(model), idle.deadline(model), model.kiosk.staff_until)
    return min((each for each in due if each is not None), default=None)


def passed(model: Model) -> Update:
    """Do what is due by time alone."""
    if not presence.is_active(model):
        return model, ()
    model = presence.blinked(model)
    until = model.kiosk.staff_until
    if until is not None and model.now >= until:
        went = messages.LogStaffAction(messages.StaffAct.WENT)
        return staff.gone(model), (went,)
    return idle.passed(model)


def _linked(model: Model, message: messages.Linked) -> Update:
    """Take the state of the fleet process; two tables with one id are a problem for both."""
    known = model.with_kiosk(link=message.link, fleet_id=message.fleet_id)
    notice = Notice(Notes.SAME_ID, {"id": message.fleet_id})
    is_said = notice in model.screen.troubles
    if message.same_id == is_said:
        return known, ()
    return known, (Dispatch(Trouble(notice) if message.same_id else TroubleOver(notice), "fleet"),)


def _answered(model: Model, _: messages.CallAnswered) -> Update:
    """End the call; the staff log says that it was answered elsewhere."""
    if model.kiosk.call is None:
        return model, ()
    after, effects = presence.end_call(model)
    return after, (*effects, messages.LogStaffAction(messages.StaffAct.CALL, "bar"))


def _lacked(model: Model, message: messages.NotDone) -> Update:
    return saying(model, Notice(Notes.NOT_DONE, {"what": message.what, "why": message.why})), ()


def _box_known(model: Model, message: messages.BoxState) -> Update:
    return model.with_kiosk(box=message.box, short=message.short), ()


def _not_installed(model: Model, message: messages.NotInstalled) -> Update:
    """Say why, until staff have read it."""
    return model, (Dispatch(Trouble(Notice(message.why))),)


def _next_language(model: Model, message: NextLanguage) -> Update:
    return model, (LoadLanguage(idle.following(model, message.steps)),)


ROOM = Room(
    messages={
        NextLanguage: _next_language,
        AskStaff: pin.ask_staff,
        messages.CallStaff: presence.call_staff,
        Restart: staff.restart,
        messages.HoldToSwitchOff: staff.hold_to_switch_off,
        messages.PinRight: pin.right,
        messages.PinKept: pin.kept,
        messages.PinDone: lambda model, _: (model, (Sound(Cue.REFUSED),)),  # no PIN is typed
        messages.ShowFound: lambda model, message: (model.with_kiosk(show=message.show), ()),
        messages.Night: lambda model, message: (model.with_kiosk(is_night=message.is_night), ()),
        messages.NotDone: _lacked,
        messages.BoxState: _box_known,
        messages.Sticks: staff.sticks_changed,
        messages.CopyFinished: staff.copied,
        messages.NotInstalled: _not_installed,
        messages.Linked: _linked,
        messages.CallAnswered: _answered,
    },
    refuse=authorise,
    follow=follow,
    pass_time=passed,
    deadline=deadline,
)
