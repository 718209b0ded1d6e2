"""One message, one new model, and what the loop must do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import asdict, replace

from companion.core import messages
from companion.core.commands import Control
from companion.core.effects import CloseBook, Dispatch, Do, Exit, ReadAloud, Update, refused, saying
from companion.core.model import (
    NOTICE_SECONDS,
    Model,
    all_called,
    is_guarded,
    seat_guests,
    without_game,
)
from companion.core.notices import Notes, Notice, about
from companion.core.page import Audience
from companion.pages import controls, registry, status_bar
from companion.rules.model import Phase

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally


def update(model: Model, message: messages.Message) -> Update:
    """Return what becomes of the model, and what must be done for it to be true.

    A model that comes with a ``WriteEntry`` or an ``OpenBook`` may only be shown once that is done.
    """
    model = controls.dismiss_card(model, message)  # any action closes the rules card
    model = controls.without_digits(model, message)
    if model.session.timeline is None and isinstance(message, messages.GameMessage):
        return refused(model, Notice(Notes.NOT_NOW))
    # what guests may not do is refused; a press may only wake the table
    answers = (room.refuse(model, message) for room in registry.rooms())
    refusal = next((each for each in answers if each is not None), None)
    after, effects = refusal or dispatch(model, message)
    after = _without_old_words(model, after)
    after = controls.restart_scan(model, after)  # with what is possible now
    after = keep_count(after)  # whatever page is opened
    for room in registry.rooms():
        after, more = room.follow(model, message, after)
        effects = (*effects, *more)
    after = _remember_reveal(model, after)  # pages opened over a reveal lead back into it
    return status_bar.keep_time(model, message, after), effects


def _without_old_words(before: Model, after: Model) -> Model:
    """Return the model without what the previous page said: no sentence outlives its page."""
    screen = after.screen
    is_old = screen.notice is before.screen.notice and screen.notice_at == before.screen.notice_at
    is_left = type(after.page) is not type(before.page)
    return after.with_screen(notice=None) if is_old and is_left and screen.notice else after


def dispatch(model: Model, message: messages.Message) -> Update:
    """Return what a message means: first to the page that is open, then wherever one is."""
    if isinstance(message, Do):
        done = message.on(model.page)
        return (model, ()) if done is None else done(model)
    own = model.page.update(model, message)
    if own is not None:
        return own
    for room, handler in registry.handlers().get(type(message), ()):
        if room.has_them(model):
            return handler(model, message)
    return _anywhere(model, message)


def _anywhere(model: Model, message: messages.Message) -> Update:  # noqa: C901, PLR0911, PLR0912 - a line each
    """Return what a message means that no room owns; one of another page means nothing here."""
    match message:
        case messages.Tick(at):
            return _tick(model, at)
        case messages.TurnDial(steps):
            return model.page.turn(model, steps) if steps else (model, ())
        case messages.TypeDigits(digits):
            return model.with_screen(digits=digits, digits_at=model.now), ()
        case messages.TypeApart(first, second):
            return model, (Dispatch(first, "key"), Dispatch(second, "key"))
        case messages.PushDial():
            return _push(model)
        case messages.GoTo(page):
            why = page.refusal(model)
            if why is not None:
                return refused(model, why)
            # what was touched may have been on a picture that is gone meanwhile
            return replace(model, page=page.validated(model) or registry.home(model)), ()
        case messages.Open(route, given):
            opened = registry.found(route, model, *given) or registry.home(model)
            return replace(model, page=opened), ()
        case messages.Next():
            return _next(model)
        case messages.Leave():
            return _leave(model)
        case messages.SetLanguage():
            return _set_language(model, message)
        case messages.SetPreference(name, value):
            return replace(model, preferences=replace(model.preferences, **{name: value})), ()
        case messages.TakePointed():
            return controls.take_pointed(model)
        case messages.ReadTable():
            return model, (ReadAloud(),)
        case messages.RepeatSpeech():
            return model, (ReadAloud(is_repeated=True),)
        case messages.Quit():
            return model, (Exit(),)
        case messages.ShowCard():
            return controls.show_card(model, message)
        case messages.Refused():
            return refused(model, Notice(Notes.NOT_NOW))
        case messages.Mention(notice):
            return saying(model, notice), ()
        case messages.Trouble(notice):
            return _trouble(model, notice), ()
        case messages.TroubleOver(notice):
            return model.with_screen(troubles=_without(model, notice)), ()
        case messages.NotWritten(notice):
            # at the edge it may stand already: each press is answered
            return refused(_trouble(model, notice), notice)
        case _:
            return model, ()


def next_deadline(model: Model) -> float | None:
    """Return when time alone will change something, in seconds of the monotonic clock."""
    is_said = (
        model.screen.notice is not None and model.now < model.screen.notice_at + NOTICE_SECONDS
    )
    due = (
        model.screen.notice_at + NOTICE_SECONDS if is_said else None,
        model.page.deadline(model),
        controls.digits_due(model),
        controls.next_step(model),
        status_bar.deadline(model),
        *(room.deadline(model) for room in registry.rooms()),
    )
    return min((each for each in due if each is not None), default=None)


def _tick(model: Model, at: float) -> Update:
    model = status_bar.at_now(replace(model, now=at))
    for room in registry.rooms():
        model, effects = room.pass_time(model)
        if effects:
            return model, effects
    if model.screen.notice is not None and at >= model.screen.notice_at + NOTICE_SECONDS:
        model = model.with_screen(notice=None)
    return controls.digits_over(model) or model.page.on_tick(model) or (model, ())


def _push(model: Model) -> Update:
    own, dial = model.page.push(model), controls.controls(model).taps.get(Control.DIAL)
    if own is not None:
        return own
    return (model, ()) if dial is None else (model, (Dispatch(dial.message),))


def _next(model: Model) -> Update:
    own = model.page.next_page(model)
    return (registry.left(model), ()) if own is None else own


def _leave(model: Model) -> Update:
    if model.session.timeline is None:
        return replace(model, page=registry.page(messages.Route.WELCOME, model)), ()
    unfinished = model.game.stage is not Phase.OVER
    kept = unfinished or model.session.kept
    left = without_game(model).with_session(kept=kept).with_screen(notice=None)
    return replace(left, page=registry.page(messages.Route.WELCOME, model)), (CloseBook(),)


def _set_language(model: Model, message: messages.SetLanguage) -> Update:
    if not is_guarded(model):  # then it is what the house speaks
        house = replace(model.kiosk.choices, language=message.language)
        model = model.with_kiosk(choices=house)
    after = model.with_preferences(**asdict(message))
    timeline = after.session.timeline
    if timeline is None:
        return after, ()
    return after.with_session(timeline=all_called(timeline, seat_guests(after), after)), ()


def _trouble(model: Model, notice: Notice) -> Model:
    return model.with_screen(troubles=(*_without(model, notice), notice))


def _without(model: Model, notice: Notice) -> tuple[Notice, ...]:
    """Return the troubles without the one about the same thing."""
    return tuple(old for old in model.screen.troubles if about(old) != about(notice))


def _remember_reveal(before: Model, after: Model) -> Model:
    """Return the model that knows where a scoring or the reveal stood when a page hid it.

    It is forgotten when the game goes on, or something of it is taken back. So it is with those who
    have sat down, until nobody is at the table any more.
    """
    after = _remember_seats(before, after)
    if after.session.timeline is not before.session.timeline or after.page.is_table:
        return after if after.screen.revealing is None else after.with_screen(revealing=None)
    if before.page.is_reveal and not after.page.is_reveal:
        return after.with_screen(revealing=before.page)
    return after


def _remember_seats(before: Model, after: Model) -> Model:
    """Return the model that knows who had sat down, or which sheet was open, when a page hid it."""
    page = after.page
    is_idle = page.is_welcome or page.audience is Audience.NOBODY
    if page.is_seating or page.is_sheet or is_idle or after.session.timeline is not None:
        return after if after.screen.seats is None else after.with_screen(seats=None)
    is_hidden = before.page.is_seating or before.page.is_sheet
    return after.with_screen(seats=before.page) if is_hidden else after


def keep_count(after: Model) -> Model:
    """Return the model with the count in progress saved, whatever page is opened next."""
    if not after.page.is_draft or after.page is after.pending.counting:
        return after
    return after.with_pending(counting=cast("SheetTally", after.page))
