"""One message, one new model, and what the loop must do about it."""

from collections.abc import Callable, Mapping
from functools import cache
from math import inf
from typing import Any

from msgspec.structs import replace

from companion.core import (
    adding_up,
    at_joining,
    at_light,
    cafe,
    contradicting,
    hearing,
    idling,
    looking_back,
    pages,
    peeking,
    picking,
    playing,
    putting_right,
    reading,
    rejecting,
    revealing,
    scanning,
    seating,
    seeing,
    turning,
    workshop,
    zones,
)
from companion.core.effects import Again, CloseBook, Cue, Effect, Exit, Sound, Speak
from companion.core.messages import (
    Agree,
    Begin,
    BringBack,
    ChooseLoss,
    Dealt,
    Enter,
    GoOn,
    GoTo,
    Healed,
    Join,
    Leave,
    Mention,
    Message,
    Next,
    NextLanguage,
    NextName,
    NotWritten,
    OpenGroup,
    Play,
    Push,
    Quit,
    ReadTable,
    Refused,
    Rejecting,
    Rematch,
    Remembered,
    RestPass,
    Resumed,
    SetBig,
    SetGroup,
    SetLanguage,
    SetLoudness,
    SetSpoken,
    SetTextScale,
    SetTheme,
    ShowCard,
    StepSun,
    StepTogether,
    TakeBack,
    TakePointed,
    TakeSun,
    Tick,
    Trouble,
    TypeName,
    UseGods,
    WinSun,
)
from companion.core.model import Agreeing, AtTable, Finale, Model, Scoring, Welcome, unasked
from companion.core.notices import Notes, Notice, about
from companion.core.picks import PickSun
from companion.rules.model import Phase

Update = tuple[Model, tuple[Effect, ...]]
"""The model after a message, and the orders that go with it."""

SAID_SECONDS = 6.0
"""How long something said stays on the screen."""


def update(model: Model, message: Message) -> Update:
    """Return what becomes of the model, and what must be done for it to be true.

    A model that comes with a ``Record`` or an ``OpenBook`` may only be shown once that is done.
    """
    model = reading.put_away(model, message)
    if model.timeline is None and isinstance(message, _OF_A_GAME):
        return playing.refused(model, Notice(Notes.NOT_NOW))
    after, effects = cafe.at_the_door(model, message) or _updates(model)[type(message)](
        model, message
    )
    after = adding_up.kept(scanning.begun_again(model, after))
    after, acts = cafe.noted(model, message, after)
    after = pages.stood(model, after)
    wanted = (*workshop.orders(model.page, after.page), *looking_back.orders(model, after))
    return after, (*effects, *acts, *wanted)


def _updates(model: Model) -> Mapping[type, Callable[[Model, Any], Update]]:
    """Return what messages mean at the level at which the game is entered."""
    return _at_light() if at_light.is_at_light(model) else _everywhere()


_OF_A_GAME = OpenGroup | StepSun | StepTogether | TakeSun | WinSun | UseGods | ChooseLoss
"""What means nothing while no game is on the table."""


def next_deadline(model: Model) -> float | None:
    """Return when time alone will change something, in seconds of the monotonic clock."""
    deadlines = []
    if model.said is not None and model.now < model.said_at + SAID_SECONDS:
        deadlines.append(model.said_at + SAID_SECONDS)
    seconds = model.preferences.sun_commit_seconds
    pick = model.page.pick if isinstance(model.page, AtTable) else None
    if isinstance(pick, PickSun) and seconds and pick.since < inf:
        deadlines.append(pick.since + seconds)
    if (due := scanning.deadline(model)) is not None:
        deadlines.append(due)
    if (due := zones.deadline(model)) is not None:
        deadlines.append(due)
    if (due := peeking.deadline(model)) is not None:
        deadlines.append(due)
    if (due := at_light.deadline(model)) is not None:
        deadlines.append(due)
    if (due := cafe.deadline(model)) is not None:
        deadlines.append(due)
    return min(deadlines, default=None)


def _tick(model: Model, message: Tick) -> Update:
    model = replace(model, now=message.at)
    model, effects = cafe.passed(peeking.over(model))
    if effects:
        return model, effects
    if model.said is not None and message.at >= model.said_at + SAID_SECONDS:
        model = replace(model, said=None)
    seconds = model.preferences.sun_commit_seconds
    pick = model.page.pick if isinstance(model.page, AtTable) else None
    if isinstance(pick, PickSun) and seconds and message.at >= pick.since + seconds:
        return model, (Again(TakeSun(pick.sun)),)
    stood = at_light.deadline(model)
    if stood is not None and message.at >= stood:
        return model, (Again(Push()),)
    due = zones.deadline(model)
    return zones.begin_to_look(model) if due is not None and message.at >= due else (model, ())


def _go_to(model: Model, message: GoTo) -> Update:
    page = message.page
    if isinstance(page, Agreeing) and len(page.guests) < pages.FEWEST_PLAYERS:
        return playing.refused(model, Notice(Notes.NEEDS_TWO))
    return replace(model, page=pages.opened(model, page)), ()


def _next(model: Model, _: Next) -> Update:
    page = model.page
    if isinstance(page, Scoring) and page.hidden:
        return replace(model, page=Scoring(hidden=page.hidden - 1)), (Sound(Cue.REVEAL),)
    if isinstance(page, Scoring) and model.game.stage is Phase.OVER:
        return replace(model, page=Finale()), ()
    if isinstance(page, Finale) and page.revealed < len(model.game.players):
        after = revealing.following(page)
        cue = Cue.WIN if after.revealed == len(model.game.players) else Cue.REVEAL
        return replace(model, page=after), (Sound(cue),)
    return replace(model, page=pages.home(model)), ()


def _leave(model: Model, _: Leave) -> Update:
    if model.timeline is None:
        return replace(model, page=Welcome()), ()
    unfinished = model.game.stage is not Phase.OVER
    kept = unfinished or model.kept
    cleared = replace(unasked(model), said=None)
    left = replace(cleared, page=Welcome(), timeline=None, buttons=(), kept=kept)
    return left, (CloseBook(),)


def _next_language(model: Model, message: NextLanguage) -> Update:
    return model, (Speak(idling.following(model, message.steps)),)


def _set_language(model: Model, message: SetLanguage) -> Update:
    preferences = replace(model.preferences, language=message.language)
    return replace(
        model,
        preferences=preferences,
        colour_names=message.colour_names,
        tile_keys=message.tile_keys,
    ), ()


def _quit(model: Model, _: Quit) -> Update:
    return model, (Exit(),)


def _refused(model: Model, _: Refused) -> Update:
    return playing.refused(model, Notice(Notes.NOT_NOW))


def _trouble(model: Model, message: Trouble) -> Update:
    troubles = (*_without(model, message.notice), message.notice)
    return replace(model, troubles=troubles), ()


def _healed(model: Model, message: Healed) -> Update:
    return replace(model, troubles=_without(model, message.notice)), ()


def _without(model: Model, notice: Notice) -> tuple[Notice, ...]:
    """Return the troubles but the one about the same thing."""
    return tuple(old for old in model.troubles if about(old) != about(notice))


def _not_written(model: Model, message: NotWritten) -> Update:
    """Say what is wrong. A sun that was stepped to waits for OK: time alone does not try again."""
    model, _ = _trouble(at_light.waiting(model), Trouble(message.notice))
    if isinstance(model.page, AtTable) and isinstance(model.page.pick, PickSun):
        model = replace(model, page=AtTable(replace(model.page.pick, since=inf)))
    return model, (Sound(Cue.REFUSED),)


@cache
def _everywhere() -> dict[type, Callable[[Model, Any], Update]]:
    return {
        Tick: _tick,
        Play: contradicting.play_action,
        Rejecting: rejecting.rejecting,
        Enter: playing.enter_exactly,
        TakeBack: playing.take_back,
        BringBack: playing.bring_back,
        RestPass: playing.rest_pass,
        OpenGroup: picking.open_group,
        StepSun: picking.step_sun,
        StepTogether: picking.step_together,
        TakeSun: picking.take_sun,
        WinSun: picking.win_sun,
        UseGods: picking.use_gods,
        ChooseLoss: picking.choose_loss,
        Push: turning.push,
        Join: seating.join,
        TypeName: seating.type_name,
        NextName: seating.next_name,
        Agree: seating.agree,
        SetGroup: seating.set_group,
        Begin: seating.begin_game,
        Rematch: seating.rematch,
        Dealt: seating.dealt,
        Resumed: seating.resumed,
        GoOn: seating.go_on,
        Remembered: seating.remembered,
        GoTo: _go_to,
        Next: _next,
        Leave: _leave,
        NextLanguage: _next_language,
        SetLanguage: _set_language,
        SetTheme: seeing.set_theme,
        SetTextScale: seeing.set_text_scale,
        SetBig: seeing.set_big,
        TakePointed: scanning.take_pointed,
        SetLoudness: hearing.set_loudness,
        SetSpoken: hearing.set_spoken,
        ReadTable: hearing.read_table,
        Quit: _quit,
        Refused: _refused,
        ShowCard: reading.show_card,
        Mention: hearing.mention,
        Trouble: _trouble,
        Healed: _healed,
        NotWritten: _not_written,
        **workshop.UPDATES,
        **cafe.UPDATES,
        **looking_back.UPDATES,
        **putting_right.UPDATES,
        **adding_up.UPDATES,
        **peeking.UPDATES,
        **at_joining.UPDATES,
        **contradicting.UPDATES,
        **zones.UPDATES,
    }


@cache
def _at_light() -> Mapping[type, Callable[[Model, Any], Update]]:
    return {
        **_everywhere(),
        **at_light.UPDATES,
        TakeBack: at_joining.take_back,
    }
