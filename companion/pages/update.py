"""One message, one new model, and what the loop must do about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf
from types import UnionType
from typing import Any

from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.effects import (
    CloseBook,
    Cue,
    Dispatch,
    Do,
    Exit,
    LoadLanguage,
    Order,
    ReadAloud,
    Sound,
    Update,
    refused,
    saying,
)
from companion.core.messages import (
    AtTheTable,
    BeforeAGame,
    CallPass,
    CheckBox,
    ChooseLoss,
    GoTo,
    Healed,
    Leave,
    Mention,
    Message,
    Next,
    NextLanguage,
    NotWritten,
    Open,
    OpenFixPanel,
    OpenGroup,
    PushDial,
    Quit,
    ReadTable,
    Refused,
    Route,
    SetClock,
    SetLanguage,
    SetLoudness,
    SetSpoken,
    SetTextSize,
    SetTheme,
    ShowCard,
    StepSun,
    StepTogether,
    StepUp,
    TakePointed,
    TakeSun,
    Tick,
    Trouble,
    TurnDial,
    TypeDigits,
    UseGods,
)
from companion.core.model import Model, is_guarded, is_partial, without_game
from companion.core.notices import Notes, Notice, about
from companion.core.screen import DIGITS_SECONDS, SAID_SECONDS
from companion.pages import keyboard, navigation, playing_time, registry, switch_scanning
from companion.pages.archive import look_back
from companion.pages.archive import messages as archive
from companion.pages.bindings import controls, dismiss_card, show_card
from companion.pages.box_check.box_check import check_box
from companion.pages.corrections.fix_panel import open_fix_panel
from companion.pages.hardware import hardware
from companion.pages.kiosk import idle, kiosk
from companion.pages.kiosk import messages as kiosk_messages
from companion.pages.new_game import new_game, options
from companion.pages.partial import joining, partial_table
from companion.pages.partial.partial_table import PartialTable, Stepped
from companion.pages.phones import deeds
from companion.pages.phones import messages as phone_messages
from companion.pages.reference import lessons
from companion.pages.score_sheet import kept as score_sheet_kept
from companion.pages.score_sheet.kept import Recount
from companion.pages.table import auction, peek, playing, seat
from companion.rules.model import Phase


def update(model: Model, message: Message) -> Update:
    """Return what becomes of the model, and what must be done for it to be true.

    A model that comes with a ``WriteEntry`` or an ``OpenBook`` may only be shown once that is done.
    """
    model = dismiss_card(model, message)  # any action closes the rules card
    model = keyboard.without_digits(model, message)
    if model.session.timeline is None and isinstance(message, _OF_A_GAME):
        return refused(model, Notice(Notes.NOT_NOW))
    # what guests may not do is refused; a press may only wake the table
    after, effects = kiosk.authorise(model, message) or dispatch(model, message)
    after = _without_old_words(model, after)
    after = switch_scanning.restart_scan(model, after)  # with what is possible now
    after = navigation.keep_drafts(after)  # whatever page is opened
    after, acts = kiosk.record_activity(model, message, after)  # also for the staff log
    after = navigation.remember_reveal(model, after)  # pages opened over a reveal lead back into it
    after = playing_time.keep_time(model, message, after)  # every entry ends somebody's time
    after = _tell_rules(model, after)
    return after, (*effects, *acts, *_orders(model, after))


def _without_old_words(before: Model, after: Model) -> Model:
    """Return the model without what the previous page said: no sentence outlives its page."""
    screen = after.screen
    is_old = screen.said is before.screen.said and screen.said_at == before.screen.said_at
    is_left = type(after.page) is not type(before.page)
    return after.with_screen(said=None) if is_old and is_left and screen.said else after


def _tell_rules(before: Model, after: Model) -> Model:
    """Return the model that explains, in a first game, the rule of what was played.

    The first auction of all is explained while it runs.
    """
    timeline = after.session.timeline
    if timeline is None or not after.session.is_first:
        return after
    now = auction.heard(after)
    is_first = now is not None and now.game.epoch == 1
    if now is not None and is_first and not any(each.down for each in now.game.players):
        leads, asked = now.leader is not None, bool(now.asked)
        return after.with_session(lesson=lessons.at_first_auction(leads=leads, asked=asked).value)
    if timeline is before.session.timeline:
        return after
    return after.with_session(lesson=lessons.telling(timeline))


def _orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return what the machines must do for the page that is now open."""
    if before.page is after.page and before.session.timeline is after.session.timeline:
        return ()
    hands_on = hardware.orders(before.page, after.page)
    looked_for = (*archive.orders(before, after), *look_back.orders(before, after))
    return (*hands_on, *looked_for, *seat.orders(before, after))


_OF_A_GAME = OpenGroup | StepSun | StepTogether | TakeSun | CallPass | UseGods | ChooseLoss
"""Messages that mean nothing without a game."""


def dispatch(model: Model, message: Message) -> Update:
    """Return what a message means: first to the page that is open, then wherever one is."""
    if isinstance(message, Do):
        done = message.on(model.page)
        return (model, ()) if done is None else done(model)
    own = model.page.update(model, message)
    if own is None and is_partial(model):
        own = partial_table.update(model, message)
    if own is None and isinstance(message, Tick):  # asked first, as it needs no room
        return _tick(model, message)
    return _in_rooms(model, message) if own is None else own


def _in_rooms(model: Model, message: Message) -> Update:
    """Return what a message means whatever page is open."""
    for kinds, updated in _rooms():
        if isinstance(message, kinds):
            return updated(model, message)
    return _anywhere(model, message)


@cache
def _rooms() -> tuple[tuple[UnionType, Callable[[Model, Any], Update]], ...]:
    """Return which room answers for which messages, wherever they come from."""
    return (
        (AtTheTable, playing.update),
        (BeforeAGame, new_game.update),
        (archive.Messages, archive.update),
        (look_back.Messages, look_back.update),
        (seat.Messages, seat.update),
        (hardware.Messages, hardware.update),
        (kiosk_messages.Messages, kiosk.update),
        (phone_messages.Messages, deeds.update),
    )


def _anywhere(model: Model, message: Message) -> Update:  # noqa: C901, PLR0911, PLR0912 - a line each
    """Return what a message means that no room owns; one of another page means nothing here."""
    match message:
        case Tick():
            return _tick(model, message)
        case TurnDial(steps):
            return model.page.turn(model, steps) if steps else (model, ())
        case TypeDigits(digits):
            return model.with_screen(digits=digits, digits_at=model.now), ()
        case PushDial():
            return _push(model)
        case GoTo():
            return _go_to(model, message)
        case Open(route, given):
            opened = registry.found(route, model, *given) or navigation.home(model)
            return replace(model, page=opened), ()
        case StepUp():
            return joining.step_up(model)
        case Next():
            return _next(model)
        case Leave():
            return _leave(model)
        case NextLanguage(steps):
            return model, (LoadLanguage(idle.following(model, steps)),)
        case SetLanguage():
            return _set_language(model, message)
        case SetTheme(theme):
            return model.with_preferences(theme=theme), ()
        case SetTextSize(text_size):
            return model.with_preferences(text_size=text_size), ()
        case Recount():
            return score_sheet_kept.recounted(model, message)
        case TakePointed():
            return switch_scanning.take_pointed(model)
        case SetLoudness(loudness):
            return model.with_preferences(loudness=loudness), ()
        case SetClock(is_shown):
            return model.with_preferences(has_clock=is_shown), ()
        case SetSpoken(is_spoken):
            return model.with_preferences(is_spoken=is_spoken), ()
        case ReadTable():
            return model, (ReadAloud(),)
        case Quit():
            return model, (Exit(),)
        case ShowCard():
            return show_card(model, message)
        case Refused():
            return refused(model, Notice(Notes.NOT_NOW))
        case Mention(notice):
            return saying(model, notice), ()
        case Trouble(notice):
            return _trouble(model, notice), ()
        case Healed(notice):
            return model.with_screen(troubles=_without(model, notice)), ()
        case NotWritten(notice):
            return _not_written(model, notice)
        case OpenFixPanel():
            return open_fix_panel(model, message)
        case CheckBox():
            return check_box(model)
        case _:
            return model, ()


def next_deadline(model: Model) -> float | None:
    """Return when time alone will change something, in seconds of the monotonic clock."""
    is_said = model.screen.said is not None and model.now < model.screen.said_at + SAID_SECONDS
    due = (
        model.screen.said_at + SAID_SECONDS if is_said else None,
        model.page.deadline(model),
        model.screen.digits_at + DIGITS_SECONDS if model.screen.digits else None,
        switch_scanning.deadline(model),
        None if model.session.peek is None else peek.deadline(model),
        kiosk.deadline(model),
        playing_time.deadline(model),
    )
    return min((each for each in due if each is not None), default=None)


def _tick(model: Model, message: Tick) -> Update:
    model = playing_time.at_now(replace(model, now=message.at))
    if model.session.peek is not None:
        model = peek.over(model)
    model, effects = kiosk.passed(model)
    if effects:
        return model, effects
    if model.screen.said is not None and message.at >= model.screen.said_at + SAID_SECONDS:
        model = model.with_screen(said=None)
    return keyboard.digits_over(model) or model.page.waited(model) or (model, ())


def _go_to(model: Model, message: GoTo) -> Update:
    page = message.page
    if isinstance(page, options.OptionsPage) and not page.guests:
        return refused(model, Notice(Notes.NEEDS_TWO))
    return replace(model, page=navigation.opened(model, page)), ()


def _push(model: Model) -> Update:
    own, dial = model.page.push(model), controls(model).taps.get(Control.DIAL)
    if own is not None:
        return own
    return (model, ()) if dial is None else (model, (Dispatch(dial.message),))


def _next(model: Model) -> Update:
    own = model.page.next_page(model)
    return (replace(model, page=navigation.home(model)), ()) if own is None else own


def _leave(model: Model) -> Update:
    if model.session.timeline is None:
        return replace(model, page=registry.page(Route.WELCOME, model)), ()
    unfinished = model.game.stage is not Phase.OVER
    kept = unfinished or model.session.kept
    left = without_game(model).with_session(kept=kept).with_screen(said=None)
    return replace(left, page=registry.page(Route.WELCOME, model)), (CloseBook(),)


def _set_language(model: Model, message: SetLanguage) -> Update:
    if not is_guarded(model):  # then it is what the house speaks
        house = replace(model.kiosk.choices, language=message.language)
        model = model.with_kiosk(choices=house)
    return model.with_preferences(
        language=message.language,
        colour_names=message.colour_names,
        tile_keys=message.tile_keys,
        machine_names=message.machine_names,
    ), ()


def _trouble(model: Model, notice: Notice) -> Model:
    return model.with_screen(troubles=(*_without(model, notice), notice))


def _without(model: Model, notice: Notice) -> tuple[Notice, ...]:
    """Return the troubles without the one about the same thing."""
    return tuple(old for old in model.screen.troubles if about(old) != about(notice))


def _not_written(model: Model, notice: Notice) -> Update:
    """Say what is wrong. What time alone would have done waits for OK: it is not tried again."""
    model = auction.paused(_trouble(model, notice))
    match model.page:
        case PartialTable(Stepped() as sun):
            model = replace(model, page=PartialTable(replace(sun, since=inf)))
        case _:
            pass
    return model, (Sound(Cue.REFUSED),)
