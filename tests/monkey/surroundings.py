"""Where a monkey sits: any settings, screen and language."""

from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.inspect import BoolType, EnumType, FloatType, IntType, LiteralType, type_info

from companion.i18n.languages import LANGUAGES
from companion.settings import Settings
from companion.ui.theme import THEMES

SIZES = (
    *((480, 320), (640, 480), (800, 480), (1024, 600), (1280, 720), (1920, 1080), (3840, 2160)),
    *((480, 800), (720, 1280), (1280, 1024)),
)

_OF_ANOTHER_MACHINE = ("data", "panel", "bag_reader", "fleet")
"""What would lead out of the folder, or say nothing where the hardware is simulated."""

_CHANGED = 1 / 4
"""So often a setting is not the default."""


def settings(dice: Random) -> str:
    """Return a settings file with some values, all of them allowed, and a mistake now and then."""
    lines = [*_of(Settings, "", dice)]
    if dice.random() < 1 / 10:
        lines += ["[table.nonsense]", "x = 3"]
    return "\n".join(lines) + "\n"


def _of(kind: type[msgspec.Struct], table: str, dice: Random) -> Iterator[str]:
    inside = []
    if table:
        yield f"[{table}]"
    for field in type_info(kind).fields:  # type: ignore[attr-defined]  # it is a struct
        name = f"{table}.{field.name}" if table else field.name
        if name in _OF_ANOTHER_MACHINE:
            continue
        struct = getattr(field.type, "cls", None)
        if isinstance(struct, type) and issubclass(struct, msgspec.Struct):
            inside.append((struct, name))
        elif dice.random() < _CHANGED and (value := _value(field.type, dice)) is not None:
            yield f"{field.name} = {value}"
    for struct, name in inside:
        yield from _of(struct, name, dice)


def _value(kind: object, dice: Random) -> str | None:
    """Return a value as TOML writes it; None where any text may stand."""
    match kind:
        case BoolType():
            return dice.choice(("true", "false"))
        case IntType(ge=low, le=high) if low is not None and high is not None:
            return str(dice.choice((low, high, dice.randint(low, high))))
        case FloatType(ge=low, le=high) if low is not None and high is not None:
            return f"{dice.choice((low, high, dice.uniform(low, high))):.3f}"
        case LiteralType(values=values):
            return _quoted(dice.choice(values))
        case EnumType(cls=enum):
            return _quoted(dice.choice([each.value for each in enum]))
        case _:
            return None


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def options(dice: Random) -> list[str]:
    """Return what stands on the command line."""
    wide, high = dice.choice((*SIZES, (dice.randint(480, 2560), dice.randint(480, 1600))))
    words = ["--size", f"{wide}x{high}"]
    if dice.random() < 1 / 2:
        words += ["--language", dice.choice(list(LANGUAGES))]
    if dice.random() < 1 / 4:
        words += ["--theme", dice.choice(list(THEMES))]
    if dice.random() < 1 / 8:
        words += ["--rotate", dice.choice(("90", "180", "270"))]
    return words
