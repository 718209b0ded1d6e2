"""One message, one new model, and what the loop must do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import inf
from typing import Any

from msgspec.structs import replace

from companion.core import effects as core_effects
from companion.core import preferences as core_preferences
from companion.core.effects import CloseBook, Cue, Dispatch, Effect, Exit, LoadLanguage, Sound
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
    PushDial,
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
from companion.core.model import Model, without_questions
from companion.core.notices import Notes, Notice, about
from companion.pages import (
    archive,
    corrections,
    dial,
    hardware,
    kiosk,
    navigation,
    new_game,
    partial,
    reference,
    score_sheet,
    scoring,
    switch_scanning,
    table,
)
from companion.rules.model import Phase

Update = tuple[Model, tuple[Effect, ...]]
"""The model after a message, and the orders that go with it."""


SAID_SECONDS = 6.0
"""How long something said stays on the screen."""


def update(model: Model, message: Message) -> Update:
    """Return what becomes of the model, and what must be done for it to be true.

    A model that comes with a ``Record`` or an ``OpenBook`` may only be shown once that is done.
    """
    model = reference.reading.dismiss_card(model, message)
    if model.timeline is None and isinstance(message, _OF_A_GAME):
        return core_effects.refused(model, Notice(Notes.NOT_NOW))
    after, effects = kiosk.kiosk.authorise(model, message) or _updates(model)[type(message)](
        model, message
    )
    after = score_sheet.score_sheet.keep_drafts(switch_scanning.restart_scan(model, after))
    after, acts = kiosk.kiosk.record_activity(model, message, after)
    after = navigation.remember_reveal(model, after)
    wanted = (
        *hardware.hardware.orders(model.page, after.page),
        *archive.archive.orders(model, after),
    )
    return after, (*effects, *acts, *wanted)


def _updates(model: Model) -> Mapping[type, Callable[[Model, Any], Update]]:
    """Return what messages mean at the level at which the game is entered."""
    return _at_light() if partial.partial_table.is_at_light(model) else _everywhere()


_OF_A_GAME = OpenGroup | StepSun | StepTogether | TakeSun | WinSun | UseGods | ChooseLoss
"""What means nothing while no game is on the table."""


def next_deadline(model: Model) -> float | None:
    """Return when time alone will change something, in seconds of the monotonic clock."""
    deadlines = []
    if model.said is not None and model.now < model.said_at + SAID_SECONDS:
        deadlines.append(model.said_at + SAID_SECONDS)
    seconds = model.preferences.sun_commit_seconds
    pick = model.page.pick if isinstance(model.page, table.Table) else None
    if isinstance(pick, table.PickSun) and seconds and pick.since < inf:
        deadlines.append(pick.since + seconds)
    if (due := switch_scanning.deadline(model)) is not None:
        deadlines.append(due)
    if (due := hardware.zones.deadline(model)) is not None:
        deadlines.append(due)
    if (due := table.peek.deadline(model)) is not None:
        deadlines.append(due)
    if (due := partial.partial_table.deadline(model)) is not None:
        deadlines.append(due)
    if (due := kiosk.kiosk.deadline(model)) is not None:
        deadlines.append(due)
    return min(deadlines, default=None)


def _tick(model: Model, message: Tick) -> Update:
    model = replace(model, now=message.at)
    model, effects = kiosk.kiosk.passed(table.peek.over(model))
    if effects:
        return model, effects
    if model.said is not None and message.at >= model.said_at + SAID_SECONDS:
        model = replace(model, said=None)
    seconds = model.preferences.sun_commit_seconds
    pick = model.page.pick if isinstance(model.page, table.Table) else None
    if isinstance(pick, table.PickSun) and seconds and message.at >= pick.since + seconds:
        return model, (Dispatch(TakeSun(pick.sun)),)
    stood = partial.partial_table.deadline(model)
    if stood is not None and message.at >= stood:
        return model, (Dispatch(PushDial()),)
    due = hardware.zones.deadline(model)
    return (
        hardware.zones.begin_to_look(model)
        if due is not None and message.at >= due
        else (model, ())
    )


def _go_to(model: Model, message: GoTo) -> Update:
    page = message.page
    if isinstance(page, new_game.OptionsPage) and len(page.guests) < navigation.FEWEST_PLAYERS:
        return core_effects.refused(model, Notice(Notes.NEEDS_TWO))
    return replace(model, page=navigation.opened(model, page)), ()


def _next(model: Model, _: Next) -> Update:
    page = model.page
    if isinstance(page, scoring.EpochScores) and page.hidden:
        return replace(model, page=scoring.EpochScores(hidden=page.hidden - 1)), (
            Sound(Cue.REVEAL),
        )
    if isinstance(page, scoring.EpochScores) and model.game.stage is Phase.OVER:
        return replace(model, page=scoring.Finale()), ()
    if isinstance(page, scoring.Finale) and page.revealed < len(model.game.players):
        after = scoring.reveal.following(page)
        cue = Cue.WIN if after.revealed == len(model.game.players) else Cue.REVEAL
        return replace(model, page=after), (Sound(cue),)
    return replace(model, page=navigation.home(model)), ()


def _leave(model: Model, _: Leave) -> Update:
    if model.timeline is None:
        return replace(model, page=new_game.Welcome()), ()
    unfinished = model.game.stage is not Phase.OVER
    kept = unfinished or model.kept
    cleared = replace(without_questions(model), said=None)
    left = replace(cleared, page=new_game.Welcome(), timeline=None, buttons=(), kept=kept)
    return left, (CloseBook(),)


def _next_language(model: Model, message: NextLanguage) -> Update:
    return model, (LoadLanguage(kiosk.idle.following(model, message.steps)),)


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
    return core_effects.refused(model, Notice(Notes.NOT_NOW))


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
    model, _ = _trouble(partial.partial_table.waiting(model), Trouble(message.notice))
    if isinstance(model.page, table.Table) and isinstance(model.page.pick, table.PickSun):
        model = replace(model, page=table.Table(replace(model.page.pick, since=inf)))
    return model, (Sound(Cue.REFUSED),)


@cache
def _everywhere() -> dict[type, Callable[[Model, Any], Update]]:
    return {
        Tick: _tick,
        Play: corrections.tile_conflict.play_action,
        Rejecting: hardware.tags.rejecting,
        Enter: table.playing.enter_exactly,
        TakeBack: table.playing.take_back,
        BringBack: table.playing.bring_back,
        RestPass: table.playing.rest_pass,
        OpenGroup: table.choices.open_group,
        StepSun: table.choices.step_sun,
        StepTogether: table.choices.step_together,
        TakeSun: table.choices.take_sun,
        WinSun: table.choices.win_sun,
        UseGods: table.choices.use_gods,
        ChooseLoss: table.choices.choose_loss,
        PushDial: dial.push,
        Join: new_game.seating.join,
        TypeName: new_game.seating.type_name,
        NextName: new_game.seating.next_name,
        Agree: new_game.seating.agree,
        SetGroup: new_game.seating.set_group,
        Begin: new_game.seating.begin_game,
        Rematch: new_game.seating.rematch,
        Dealt: new_game.seating.dealt,
        Resumed: new_game.seating.resumed,
        GoOn: new_game.seating.go_on,
        Remembered: new_game.seating.remembered,
        GoTo: _go_to,
        Next: _next,
        Leave: _leave,
        NextLanguage: _next_language,
        SetLanguage: _set_language,
        SetTheme: core_preferences.set_theme,
        SetTextScale: core_preferences.set_text_scale,
        SetBig: core_preferences.set_big,
        TakePointed: switch_scanning.take_pointed,
        SetLoudness: core_preferences.set_loudness,
        SetSpoken: core_preferences.set_spoken,
        ReadTable: core_preferences.read_table,
        Quit: _quit,
        Refused: _refused,
        ShowCard: reference.reading.show_card,
        Mention: core_preferences.mention,
        Trouble: _trouble,
        Healed: _healed,
        NotWritten: _not_written,
        **hardware.hardware.UPDATES,
        **kiosk.kiosk.UPDATES,
        **archive.archive.UPDATES,
        **corrections.corrections.UPDATES,
        **score_sheet.score_sheet.UPDATES,
        **table.peek.UPDATES,
        **partial.joining_page.UPDATES,
        **corrections.tile_conflict.UPDATES,
        **hardware.zones.UPDATES,
    }


@cache
def _at_light() -> Mapping[type, Callable[[Model, Any], Update]]:
    return {
        **_everywhere(),
        **partial.partial_table.UPDATES,
        TakeBack: partial.joining_page.take_back,
    }
