"""What can be heard: how loud the table is, and whether it speaks."""

from msgspec.structs import replace

from companion.core.effects import Effect, Recite
from companion.core.messages import Mention, ReadTable, SetLoudness, SetSpoken
from companion.core.model import Model
from companion.core.playing import saying

Update = tuple[Model, tuple[Effect, ...]]


def set_loudness(model: Model, message: SetLoudness) -> Update:
    """Let the table be so loud from now on."""
    return _preferring(model, loudness=message.loudness), ()


def set_spoken(model: Model, message: SetSpoken) -> Update:
    """Let the table say everything aloud from now on, or no longer."""
    return _preferring(model, is_spoken=message.is_spoken), ()


def _preferring(model: Model, **preferred: object) -> Model:
    return replace(model, preferences=replace(model.preferences, **preferred))


def read_table(model: Model, _: ReadTable) -> Update:
    """Read the whole table aloud."""
    return model, (Recite(),)


def mention(model: Model, message: Mention) -> Update:
    """Say something once."""
    return saying(model, message.notice), ()
