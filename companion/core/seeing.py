"""What can be seen, and how well: colours, letters, and how much of the table at once.

Guests of a café choose it for their own eyes; when they are gone it is as the owner wants it.
"""

from msgspec.structs import replace

from companion.core.effects import Effect
from companion.core.house import Sight
from companion.core.messages import SetBig, SetTextScale, SetTheme
from companion.core.model import Model

Update = tuple[Model, tuple[Effect, ...]]


def set_theme(model: Model, message: SetTheme) -> Update:
    """Let the screen have these colours from now on."""
    return _preferring(model, theme=message.theme), ()


def set_text_scale(model: Model, message: SetTextScale) -> Update:
    """Let letters be so large from now on, wherever there is room."""
    return _preferring(model, text_scale=message.scale), ()


def set_big(model: Model, message: SetBig) -> Update:
    """Show the table for people who sit far away from now on, or no longer."""
    return _preferring(model, is_big=message.is_big), ()


def sight(model: Model) -> Sight:
    """Return how the table looks now."""
    now = model.preferences
    return Sight(now.theme, now.text_scale, now.is_big)


def as_owned(model: Model) -> Model:
    """Return the model that looks as the owner wants it."""
    wanted = model.house.sight
    if sight(model) == wanted:
        return model
    theme, text_scale, is_big = wanted.theme, wanted.text_scale, wanted.is_big
    return _preferring(model, theme=theme, text_scale=text_scale, is_big=is_big)


def _preferring(model: Model, **preferred: object) -> Model:
    return replace(model, preferences=replace(model.preferences, **preferred))
