"""What the program answers, as text that does not depend on where code is.

Names of classes and of members stand in it as plain words, so that a script that renames them in
the program renames them here as well; numbers that stand for something large are made of nothing
but values.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any
from zlib import crc32

import msgspec

from companion.core.commands import Control
from companion.core.effects import Effect
from companion.core.messages import Message
from companion.core.model import Model
from companion.pages.update import update
from companion.rules.model import Game
from companion.rules.partial import PartialGame
from companion.rules.records.notation import text as noted
from companion.rules.records.positions import known_state
from companion.rules.records.timeline import Step, Timeline

MOST, LONGEST = 12, 160
"""This many values, and so long ones, are said one by one; of more there is only a number."""

_OF_MODEL = (
    *("page", "is_card_shown", "timeline", "revealing", "buttons", "agreement", "last_guests"),
    *("kept", "known_names", "tile_keys", "colour_names", "tags", "last_tag", "rejected"),
    *("counting", "slip", "share_link", "peek", "preferences", "kiosk", "now"),
    *("notice", "notice_at", "acted_at", "scanned_from", "troubles", "saving_since"),
)
"""In what order the texts tell of a model; what is new comes last."""

_OWN_WORD = ("preferences", "kiosk")
"""The parts of a model whose name stands before that of each field in the texts."""

_WITHOUT_IT = ("tile_keys", "colour_names")
"""The fields of such a part before which it does not."""


def _spread(model: Model) -> Iterator[tuple[str, object]]:
    """Yield every field of a model by its name in the texts, whatever part it belongs to."""
    for name in model.__struct_fields__:
        part = getattr(model, name)
        if name in ("page", "now"):
            yield name, part
            continue
        for field in part.__struct_fields__:
            is_bare = name not in _OWN_WORD or field in _WITHOUT_IT
            yield field if is_bare else f"{name}.{field}", getattr(part, field)


def _place(path: str) -> int:
    first = path.partition(".")[0]
    return _OF_MODEL.index(first) if first in _OF_MODEL else len(_OF_MODEL)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a struct with their defaults."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    missing = (msgspec.NODEFAULT,) * (len(names) - len(defaults))
    made = (getattr(each, "factory", lambda each=each: each)() for each in (*missing, *defaults))
    return tuple(zip(names, made, strict=True))


def _entries(mapping: Mapping[Any, Any]) -> list[tuple[str, object]]:
    """Return what is in a mapping, by its keys as text."""
    return sorted((plain(key), value) for key, value in mapping.items())


def plain(value: object) -> str:
    """Return a value without any name that a programmer gave it."""
    match value:
        case Control():
            return repr(value.value)
        case Enum():
            said = str(value.value)
            return value.name if " " in said else said  # a sentence may be said better
        case Timeline():
            return f"{value.seq} {position_number(value)}"
        case Game():
            return noted(value)
        case msgspec.Struct():
            return _joined(plain(getattr(value, name)) for name, _ in _fields(type(value)))
        case Mapping():
            return _joined(f"{key}:{plain(each)}" for key, each in _entries(value))
        case set() | frozenset():
            return _joined(sorted(map(plain, value)))
        case tuple() | list():
            return _joined(map(plain, value))
        case _:
            return repr(value)


def _joined(parts: Iterable[str]) -> str:
    return f"({', '.join(parts)})"


def number(value: object) -> str:
    """Return a short number for something large."""
    return f"{crc32(plain(value).encode()):08x}"


def position_number(timeline: Timeline) -> str:
    """Return a short number for everything that is known of the table."""
    if timeline.partial_game is not None:
        return number(known_state(timeline.partial_game, timeline.seq))
    return number(timeline.game)


def text(value: object) -> str:
    """Return a value as text; whatever is as it is by default is left out."""
    match value:
        case Control():
            return repr(value.value)
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case FunctionType():
            return value.__qualname__
        case Timeline():
            return f"Timeline{_joined(f'{name}={said}' for name, said in _timeline(value))}"
        case Step():
            return f"Moment(seq={value.seq}, action={text(value.action)})"
        case Game():
            return f"Game({number(value)})"
        case PartialGame():
            return f"PartialGame({number(known_state(value, 0))})"
        case msgspec.Struct():
            return f"{type(value).__name__}{_joined(_set_fields(value))}"
        case Mapping() | set() | frozenset() | tuple() | list():
            return _many(value)
        case _:
            return repr(value)


def _set_fields(value: msgspec.Struct) -> Iterator[str]:
    """Yield what is not as it is by default."""
    for name, default in _fields(type(value)):
        if (now := getattr(value, name)) != default:
            yield f"{name}={text(now)}"


def _many(values: Collection[Any]) -> str:
    """Return several values as text, or only their number if there are too many."""
    if len(values) > MOST or len(plain(values)) > LONGEST:
        return f"({len(values)} of them {number(values)})"
    match values:
        case Mapping():
            return "{" + ", ".join(f"{key}: {text(each)}" for key, each in _entries(values)) + "}"
        case set() | frozenset():
            return "{" + ", ".join(map(text, sorted(values, key=plain))) + "}"
        case _:
            return _joined(map(text, values))


def _timeline(timeline: Timeline) -> Iterator[tuple[str, str]]:
    yield "seq", str(timeline.seq)
    yield "moments", str(len(timeline.steps))
    yield "undone", str(len(timeline.undone))
    if timeline.steps:
        last = timeline.steps[-1]
        yield "last", text(last.action)
        yield "events", text(last.events)
        if last.tag:
            yield "tag", last.tag
    yield "table", position_number(timeline)


def differences(before: object, after: object, path: str = "") -> Iterator[str]:
    """Yield what is another now, as a dotted path and what stands there."""
    if before is after or before == after:
        return
    match before, after:
        case Timeline(), Timeline():
            was = dict(_timeline(before))
            said = [f"{name}={now}" for name, now in _timeline(after) if was.get(name) != now]
            if before.start is not after.start:
                said.insert(0, "another game")
            yield f"{path}: {' '.join(said)}"
        case Model(), Model():
            others = [
                (name, then, now)
                for (name, then), (_, now) in zip(_spread(before), _spread(after), strict=True)
                if then is not now
            ]
            for name, then, now in sorted(others, key=lambda each: _place(each[0])):
                yield from differences(then, now, name)
        case msgspec.Struct(), msgspec.Struct() if type(before) is type(after):
            for name, _ in _fields(type(after)):
                deeper = f"{path}.{name}" if path else name
                yield from differences(getattr(before, name), getattr(after, name), deeper)
        case tuple(), tuple() if 0 < len(before) == len(after) and _are_structs(after):
            for place, (was_there, now) in enumerate(zip(before, after, strict=True)):
                yield from differences(was_there, now, f"{path}[{place}]")
        case _:
            yield f"{path}={text(after)}"


def _are_structs(values: Sequence[object]) -> bool:
    return all(isinstance(each, msgspec.Struct) for each in values)


def outcome(model: Model, message: Message) -> str:
    """Return what a message does to a model, and what must be done for it."""
    try:
        after, effects = update(model, message)
    except Exception as why:  # noqa: BLE001 - whatever is wrong is written down as well
        return f"raises {type(why).__name__}: {why}"
    return told(model, after, effects)


def told(before: Model, after: Model, effects: Sequence[Effect]) -> str:
    """Return what is another in a model, and what must be done for it."""
    said = [*differences(before, after), *(f"! {text(effect)}" for effect in effects)]
    return "; ".join(said) or "nothing"
