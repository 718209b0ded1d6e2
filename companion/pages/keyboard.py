"""What the keys of a keyboard do now: one key for every kind of tile and every sun."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.commands import Bindings, keys_of
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Dispatch, Update
from companion.core.messages import (
    AskStaff,
    BringBack,
    Enter,
    MachineMessage,
    Message,
    Next,
    Open,
    ReadTable,
    Refused,
    RepeatSpeech,
    Route,
    ShowCard,
    TurnDial,
    TypeDigits,
)
from companion.core.model import DIGITS_SECONDS, Model
from companion.pages.bindings import controls, remembered

CARD_KEY = "?"

READING_KEY = "f2"

REPEATING_KEY = f"shift {READING_KEY}"
"""Reads the table aloud; none that types a letter is free."""

AGAIN_KEY = "r"
"""Before and after a game: the same people again."""

TROUBLES_KEY = "f4"
"""Shows everything that is wrong now."""

REDO_KEY = "f11"
"""At the table: brings back what was taken back, whatever OK says."""

AWAY_KEY = "home"
"""Leaves a page at once, whatever Escape closes first."""

SCORE_KEY = "s"
"""On the first page: a table is scored that played without us."""

HELP_KEY = "f1"
"""Asks for help: in a café it comes from people, elsewhere from the rules card."""

STAFF_KEY = "f12"

_CONTROLS = {
    "return": Control.OK,
    "enter": Control.OK,
    "backspace": Control.UNDO,
    "z": Control.UNDO,
}
_TURNS = {"left": -1, "up": -1, "right": 1, "down": 1}


@remembered
def keys(model: Model) -> Mapping[str, Message]:
    """Return what each key does now, by the name the key has in pygame or by what it types."""
    own = model.page.keys(model)
    if own is None:
        own = of_commands(model)
    return {
        CARD_KEY: ShowCard(),
        HELP_KEY: Open(Route.HELP) if model.preferences.kiosk else ShowCard(),
        STAFF_KEY: AskStaff(),
        **own,
        **_back(model, own),
        **_held(model),
        **({TROUBLES_KEY: Open(Route.TROUBLES)} if model.screen.troubles else {}),
    }


def of_digit(model: Model, digit: str) -> Message | None:
    """Return what a digit means after those typed before it; None: no number goes on with it."""
    offered, typed = keys(model), model.screen.digits + digit
    if any(name.isdigit() and name.startswith(typed) and name != typed for name in offered):
        return TypeDigits(typed)
    return offered.get(typed)


def without_digits(model: Model, message: Message) -> Model:
    """Return the model in which no digit is waited for any more, if somebody does anything."""
    if not model.screen.digits or isinstance(message, MachineMessage | TypeDigits):
        return model
    return model.with_screen(digits="")


def digits_over(model: Model) -> Update | None:
    """Return what the typed digits mean once no other has followed; None while one may."""
    screen = model.screen
    if not screen.digits or model.now < screen.digits_at + DIGITS_SECONDS:
        return None
    meant = keys(model).get(screen.digits, Refused())
    return model.with_screen(digits=""), (Dispatch(meant, "key"),)


_LEADS_BACK = frozenset(("Back", "Close"))
"""What stands beside Undo where it closes something; elsewhere it takes back what was entered."""


def _back(model: Model, own: Mapping[str, Message]) -> dict[str, Message]:
    """Return what Escape closes: the same as Undo, wherever Undo says that it leads back.

    Where the page's own Escape leads further at once, another key does that.
    """
    undo = controls(model).taps.get(Control.UNDO)
    if undo is None or undo.label not in _LEADS_BACK:
        return {}
    further = own.get("escape")
    closing: object = undo.message
    away = {} if further is None or further == closing else {AWAY_KEY: further}
    return {"escape": undo.message, **away}


def way_back(model: Model) -> Message | None:
    """Return what Undo and Escape both mean where they close the page; None where they do not.

    While points are being revealed both skip ahead, until Undo says that it leads back.
    """
    undo = controls(model).taps.get(Control.UNDO)
    if undo is None or not undo.is_lit or (model.page.is_reveal and undo.label not in _LEADS_BACK):
        return None
    closing: object = keys(model).get("escape")
    return undo.message if closing == undo.message else None


def _held(model: Model) -> dict[str, Message]:
    """Return the keys that do at once what a button does that is held."""
    if model.page.is_reveal:
        named = {"tab": Control.OK, "end": Control.RA}
    else:
        return {}
    holds = controls(model).holds
    return {key: holds[control].message for key, control in named.items() if control in holds}


def of_commands(model: Model) -> dict[str, Message]:
    """Return what follows from the controls, and the keys that commands name themselves."""
    return of_controls(model) | keys_of(model.page.commands(model))


def of_controls(model: Model) -> dict[str, Message]:
    """Return what follows from the controls; Escape opens the menu where nothing can be closed.

    What is part of a name follows from nothing where a name is typed.
    """
    now = controls(model).taps
    found = common(model) | {"escape": _escape(model)}
    if model.page.is_table:  # digits are suns there, and letters tiles
        return found
    found |= players(model)
    if Control.RA in now:
        found[AGAIN_KEY] = now[Control.RA].message
    if model.page.is_reveal:
        found |= {"escape": Open(Route.MENU)}
        found |= {"space": now[Control.OK].message} if Control.OK in now else {}
    if not model.page.is_naming:
        return found
    return {key: each for key, each in found.items() if key not in _OF_NAMES}


_OF_NAMES = ("space", "backspace", "z", AGAIN_KEY)


def _escape(model: Model) -> Message:
    """Return what leads back, else the menu."""
    undo = model.page.bindings(model).taps.get(Control.UNDO)  # whatever lies on top of the page
    return undo.message if undo and undo.label in _LEADS_BACK else Open(Route.MENU)


def common(model: Model) -> dict[str, Message]:
    """Return what is the same on nearly all pages: arrows, OK, Undo, the dial, reading aloud."""
    now = controls(model)
    found = turns() if now.dial else {}
    found |= {READING_KEY: ReadTable(), REPEATING_KEY: RepeatSpeech()}
    found |= {
        key: meant
        for key, control in _CONTROLS.items()
        if control in now.taps and not isinstance(meant := tap(now, control), BringBack)
    }  # Enter confirms, and would bring back what Undo has just taken away
    if Control.DIAL in now.taps and not is_mark(tap(now, Control.DIAL)):
        found["space"] = tap(now, Control.DIAL)
    return found


def turns() -> dict[str, Message]:
    """Return the arrows: they do what the dial does."""
    return {key: TurnDial(steps) for key, steps in _TURNS.items()}


def tap(now: Bindings, control: Control) -> Message:
    """Return what pressing a control means; going on where it means nothing."""
    binding = now.taps.get(control)
    return Next() if binding is None else binding.message


def players(model: Model) -> dict[str, Message]:
    """Return the digits, and the keys of players as at an auction: they are their buttons."""
    taps = controls(model).taps
    return {
        key: taps[control].message
        for number, control in enumerate(PLAYER_CONTROLS)
        if control in taps
        for key in (str(number + 1), PLAYER_KEYS[number])
    }


PLAYER_KEYS = ("f5", "f6", "f7", "f8", "f9")
"""Each opens a player's page: digits count, and letters are suns."""


FIX_KEY = "tab"
"""Opens the fix panel, and closes it again."""


def is_mark(message: Message) -> bool:
    """Whether this says no more than whose turn it is."""
    if not isinstance(message, Enter):
        return False
    from companion.rules.corrections.fixing import Fix  # noqa: PLC0415 - only a game needs rules

    entry = message.entry
    return isinstance(entry, Fix) and entry == Fix(active=entry.active)
