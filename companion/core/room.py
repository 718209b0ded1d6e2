"""What rooms do besides showing pages. The frame asks all of them alike, and names none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.core.effects import Update
from companion.core.messages import Message
from companion.core.model import Model

Handler = Callable[[Model, Any], Update]


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A folder of pages, and what it answers for whatever page is open."""

    messages: Mapping[type[Message], Handler] = {}
    """What messages mean, by their kind; where two rooms know one, the first that has it now."""
    has_them: Callable[[Model], bool] = lambda _: True
    """Whether the messages mean this now."""
    refuse: Callable[[Model, Message], Update | None] = lambda _model, _message: None
    """What becomes of a message that gets no further; None where it does."""
    follow: Callable[[Model, Message, Model], Update] = lambda _before, _message, after: (after, ())
    """What any message also brings: given the model before it, the message, and the model after."""
    pass_time: Callable[[Model], Update] = lambda model: (model, ())
    """What time alone does; where it has effects, nothing else happens with that tick."""
    deadline: Callable[[Model], float | None] = lambda _: None
    """When time alone changes something, in seconds of the monotonic clock; None: never."""
