"""What people prefer to see and hear: colours, size of text, large print, volume, voice."""

from companion.core.effects import ReadAloud, Update, saying
from companion.core.kiosk import Appearance
from companion.core.messages import (
    Mention,
    ReadTable,
    SetBig,
    SetClock,
    SetLoudness,
    SetSpoken,
    SetTextScale,
    SetTheme,
)
from companion.core.model import Model


def set_loudness(model: Model, message: SetLoudness) -> Update:
    """Let the table be so loud from now on."""
    return model.with_preferences(loudness=message.loudness), ()


def set_clock(model: Model, message: SetClock) -> Update:
    """Show the time that was played from now on, or no longer."""
    return model.with_preferences(has_clock=message.is_shown), ()


def set_spoken(model: Model, message: SetSpoken) -> Update:
    """Let the table say everything aloud from now on, or no longer."""
    return model.with_preferences(is_spoken=message.is_spoken), ()


def read_table(model: Model, _: ReadTable) -> Update:
    """Read the whole table aloud."""
    return model, (ReadAloud(),)


def mention(model: Model, message: Mention) -> Update:
    """Say something once."""
    return saying(model, message.notice), ()


def set_theme(model: Model, message: SetTheme) -> Update:
    """Let the screen have these colours from now on."""
    return model.with_preferences(theme=message.theme), ()


def set_text_scale(model: Model, message: SetTextScale) -> Update:
    """Let letters be so large from now on, wherever there is room."""
    return model.with_preferences(text_scale=message.scale), ()


def set_big(model: Model, message: SetBig) -> Update:
    """Show the table for people who sit far away from now on, or no longer."""
    return model.with_preferences(is_big=message.is_big), ()


def appearance(model: Model) -> Appearance:
    """Return how the table looks now."""
    now = model.preferences
    return Appearance(now.theme, now.text_scale, now.is_big)


def as_owned(model: Model) -> Model:
    """Return the model that looks as the owner wants it."""
    wanted = model.kiosk.appearance
    if appearance(model) == wanted:
        return model
    theme, text_scale, is_big = wanted.theme, wanted.text_scale, wanted.is_big
    return model.with_preferences(theme=theme, text_scale=text_scale, is_big=is_big)
