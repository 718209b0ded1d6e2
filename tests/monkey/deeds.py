"""What a monkey does next, as a line of a script: mostly what is offered, often anything at all."""

from collections.abc import Callable, Mapping
from random import Random

from companion.core.messages import Message
from companion.core.model import Model
from companion.pages.controls import controls, keys
from companion.rules.tiles import BY_ID
from companion.ui.scene import Scene

BUTTONS = ("p1", "p2", "p3", "p4", "p5", "ra", "ok", "undo", "dial")

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789?",
    *(f"f{number}" for number in range(1, 13)),
    *("escape", "return", "backspace", "tab", "space", "home", "end", "delete"),
    *("left", "right", "up", "down", "page up", "page down", "left shift"),
)

UIDS = ("04A1", "04A23BD2C15C80", "010063E9AE", "FFFF", "00")

LINES = (
    *(f"TAG {uid}\\n" for uid in UIDS),
    *("ERR antenna\\n", "HELLO pad\\n", "\\x00\\xff\\x00", "SCAN\\tuid=\\n"),
    *(
        "BTN\\tid=3\\tstate=1\\n",
        "ENC\\td=-2\\n",
        "\\x0210063E9AE7C\\r\\n\\x03",
        "x" * 3000,
        "TAG\\n",
        "\\n\\n\\n",
    ),
)

WAITS = (0.05, 0.3, 1.5, 4.5, 12, 31, 65, 300)


def deed(model: Model, scene: Scene[Message], dice: Random) -> str:
    """Return what is done next."""
    kinds, weights = zip(*_DEEDS.items(), strict=True)
    [kind] = dice.choices(kinds, weights)
    line: str = kind(model, scene, dice)
    return line


def _press_offered(model: Model, _scene: Scene[Message], dice: Random) -> str:
    offered = sorted(control for control, each in controls(model).taps.items() if each.is_lit)
    return f"press {dice.choice(offered or BUTTONS)}"


def _press(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"press {dice.choice(BUTTONS)}"


def _hold(model: Model, _scene: Scene[Message], dice: Random) -> str:
    offered = sorted(controls(model).holds) if dice.random() < 1 / 2 else ()
    return f"hold {dice.choice(offered or BUTTONS)} {dice.choice((0.3, 0.7, 0.7, 3.2, 11))}"


def _turn(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"turn {dice.choice((-40, -3, -1, -1, 1, 1, 2, 7, 60))}"


def _key_offered(model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"key {dice.choice(sorted(keys(model)) or KEYS)}"


def _key(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"key {dice.choice(KEYS)}"


def _touch_offered(_model: Model, scene: Scene[Message], dice: Random) -> str:
    if not scene.targets:
        return _touch(_model, scene, dice)
    rect, (width, height) = dice.choice(scene.targets).rect, scene.size
    x, y = 100 * (rect.x + rect.w / 2) / width, 100 * (rect.y + rect.h / 2) / height
    return f"tap {x:.2f} {y:.2f}"


def _touch(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"tap {dice.uniform(0, 100):.1f} {dice.uniform(0, 100):.1f}"


def _draw(model: Model, _scene: Scene[Message], dice: Random) -> str:
    kinds = sorted(BY_ID)
    if model.session.timeline is not None and dice.random() < 1 / 4:
        kinds = [kind for kind in kinds if kind.startswith("dis_")]
    return f"draw {dice.choice(kinds)}"


def _scan(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"scan {dice.choice(UIDS)}"


def _serial(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"serial {dice.choice(LINES)}"


def _cable(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return dice.choice(("unplug reader", "plug reader", "plug stick .", "unplug stick"))


def _wait(_model: Model, _scene: Scene[Message], dice: Random) -> str:
    return f"wait {dice.choice(WAITS)}"


_DEEDS: Mapping[Callable[[Model, Scene[Message], Random], str], float] = {
    _press_offered: 10,
    _press: 6,
    _hold: 4,
    _turn: 4,
    _key_offered: 10,
    _key: 4,
    _touch_offered: 12,
    _touch: 3,
    _draw: 6,
    _scan: 1,
    _serial: 1,
    _cable: 1,
    _wait: 5,
}
"""How often of what."""
