"""What everything that can be pressed means now: controls, keys, and one button for all of it.

All of it follows from the commands of the page that is open, and from what lies on top of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TypeVar

from msgspec.structs import replace

from companion.core.commands import (
    CHOOSERS,
    PLAYER_CONTROLS,
    Binding,
    Bindings,
    Command,
    Control,
    Prompt,
    bindings_of,
    keys_of,
)
from companion.core.effects import Dispatch, Do, Update, refused
from companion.core.messages import (
    AskStaff,
    BringBack,
    EndPeek,
    Enter,
    GoTo,
    MachineMessage,
    Message,
    Open,
    Peek,
    ReadTable,
    Remembered,
    RepeatSpeech,
    Route,
    SetLanguage,
    SetPreference,
    ShowCard,
    StaffMessage,
    StepSun,
    TakePointed,
    TakeSun,
    Tick,
    Trouble,
    TroubleOver,
    TurnDial,
    TypeApart,
    TypeDigits,
)
from companion.core.model import DIGITS_SECONDS, Loudness, Model, is_guarded
from companion.core.notices import Notes, Notice
from companion.core.page import Audience
from companion.pages import registry

Subject = TypeVar("Subject")

Answer = TypeVar("Answer")


def cached(ask: Callable[[Subject], Answer]) -> Callable[[Subject], Answer]:
    """Return the function with its last two answers cached.

    One press asks about two models and two pictures, and several times about each.
    """
    given: deque[tuple[Subject, Answer]] = deque(maxlen=2)

    @wraps(ask)
    def answered(subject: Subject) -> Answer:
        for asked, answer in given:
            if asked is subject:
                return answer
        answer = ask(subject)
        given.append((subject, answer))
        return answer

    return answered


@cached
def commands(model: Model) -> tuple[Command, ...]:
    """Return what can be done on the page that is open."""
    return tuple(model.page.commands(model))


@cached
def controls(model: Model) -> Bindings:
    """Return what every control does now."""
    offered = _by_hand(model)
    return _by_one_button(offered) if is_scanning(model) else offered


@cached
def _by_hand(model: Model) -> Bindings:
    """Return the same for people who use all buttons."""
    offered, top = _with_card(model, bindings_of(commands(model))), _on_top(model)
    if top is not None:  # Undo closes what lies on top of the page, and nothing else
        offered = replace(offered, taps={**offered.taps, Control.UNDO: top})
    return offered


def prompt(model: Model) -> Prompt:
    """Return the question, and whom it is for."""
    return model.page.prompt(model)


def _on_top(model: Model) -> Binding | None:
    """Return what closes the topmost thing on the page: a peek, the card, a digit, reasons."""
    if model.session.peek is not None:
        return Binding(EndPeek(), "Close")
    if model.screen.is_card_shown:
        return Binding(ShowCard(), "Close")
    if model.screen.digits:
        return Binding(TypeDigits(""), "Back")
    below = model.page.parent()
    return None if below is None else Binding(GoTo(below), "Back")


def _by_one_button(offered: Bindings) -> Bindings:
    """Return the same with the Ra button for all of it: it takes what is pointed at."""
    holds: dict[Control, Binding] = {
        control: offer for control, offer in offered.holds.items() if control != Control.RA
    }
    taps = {**offered.taps, Control.RA: Binding(TakePointed(), "Confirm")}
    return Bindings(taps, holds, offered.dial)


# The rules card.

_IN_PASSING = (
    ShowCard | TakePointed | EndPeek | Tick | Trouble | TroubleOver | Remembered | SetLanguage
)
"""What happens by itself or puts the card away, and so leaves it where it lies."""


def dismiss_card(model: Model, message: Message) -> Model:
    """Return the model without the card once somebody does anything; what was done still counts."""
    if not model.screen.is_card_shown or isinstance(message, _IN_PASSING):
        return model
    return model.with_screen(is_card_shown=False)


def has_card(model: Model) -> bool:
    """Whether there is a decision here that a card explains."""
    return model.page.is_welcome or model.page.help(model) is not None  # there it always has one


def can_ask(model: Model) -> bool:
    """Whether rules can be shown: on a card, or as the overview."""
    return has_card(model) or model.page.is_beside_the_game


def show_card(model: Model, _: ShowCard) -> Update:
    """Lay the card over the table, or put it away; beside the game open the overview."""
    if model.page.is_beside_the_game:
        return replace(model, page=registry.page(Route.RULES, model)), ()
    if not has_card(model):
        return refused(model, Notice(Notes.NOT_NOW))
    return model.with_screen(is_card_shown=not model.screen.is_card_shown), ()


def _with_card(model: Model, now: Bindings) -> Bindings:
    """Return the controls with a way to the card where holding the dial means nothing else.

    So the dial can be held nearly everywhere, and held with OK it asks for the card. Who looks
    back through the game has no room for one more sign, and asks by key or touch.
    """
    if Control.DIAL in now.holds or not has_card(model) or not model.page.has_card_sign:
        return now
    is_open = model.screen.is_card_shown  # then what closes it says so
    card = Binding(ShowCard(), "Rules", is_silent=is_open)
    return replace(now, holds={**now.holds, Control.DIAL: card})


# Keys.

CARD_KEY = "?"

READING_KEY = "f2"
"""Reads the table aloud; none that types a letter is free."""

REPEATING_KEY = f"shift {READING_KEY}"
"""Says again what was spoken last."""

AGAIN_KEY = "r"
"""Before and after a game: the same people again."""

TROUBLES_KEY = "f4"
"""Shows everything that is wrong now."""

REDO_KEY = "f11"
"""At the table: brings back what was taken back, whatever OK says."""

AWAY_KEY = "home"
"""Leaves a page at once, whatever Escape closes first."""

HELP_KEY = "f1"
"""Asks for help: in a café it comes from people, elsewhere from the rules card."""

STAFF_KEY = "f12"

FIX_KEY = "tab"
"""Opens the fix panel, and closes it again."""

PLAYER_KEYS = ("f5", "f6", "f7", "f8", "f9")
"""Each opens a player's page: digits count, and letters are suns."""

_ENTERS = ("return", "enter")
"""With one button they take what is pointed at, on every page."""

_CONTROL_KEYS = {
    "return": Control.OK,
    "enter": Control.OK,
    "backspace": Control.UNDO,
    "z": Control.UNDO,
}

_TURN_KEYS = {key: TurnDial(steps) for key, steps in
              (("left", -1), ("up", -1), ("right", 1), ("down", 1))}  # fmt: skip

_OF_NAMES = ("space", "backspace", "z", AGAIN_KEY)
"""What is part of a name, and means nothing else where a name is typed."""

_LEADS_BACK = frozenset(("Back", "Close"))
"""What stands beside Undo where it closes something; elsewhere it takes back what was entered."""


@cached
def keys(model: Model) -> Mapping[str, Message]:
    """Return what each key does now, by the name the key has in pygame or by what it types."""
    page = model.page
    own = keys_of(commands(model))
    if page.has_usual_keys:
        left_out = (*page.without_keys, *(_OF_NAMES if page.is_naming else ()))
        usual = _usual_keys(model)
        own = {key: meant for key, meant in usual.items() if key not in left_out} | own
    return {
        CARD_KEY: ShowCard(),
        HELP_KEY: Open(Route.HELP) if model.preferences.kiosk else ShowCard(),
        STAFF_KEY: AskStaff(),
        **own,
        **_back(model, own),
        **(dict.fromkeys(_ENTERS, TakePointed()) if is_scanning(model) and places(model) else {}),
        **({TROUBLES_KEY: Open(Route.TROUBLES)} if model.screen.troubles else {}),
    }


def _usual_keys(model: Model) -> dict[str, Message]:
    """Return what follows from the controls; Escape opens the menu where nothing can be closed."""
    now, found = _by_hand(model), _closing_key(model)  # Return is all that one button adds
    found |= {READING_KEY: ReadTable(), REPEATING_KEY: RepeatSpeech()}
    if now.dial:
        found |= _TURN_KEYS
    for name, control in _CONTROL_KEYS.items():  # Enter confirms, and brings nothing back
        if control in now.taps and not isinstance(now.taps[control].message, BringBack):
            found[name] = now.taps[control].message
    if Control.DIAL in now.taps and not is_mark(now.taps[Control.DIAL].message):
        found["space"] = now.taps[Control.DIAL].message
    if model.page.is_reveal and Control.OK in now.taps:
        found["space"] = now.taps[Control.OK].message
    if model.page.is_table:  # digits are suns there, and letters tiles
        return found
    for number, control in enumerate(PLAYER_CONTROLS):
        if control in now.taps:
            meant = now.taps[control].message
            found |= {str(number + 1): meant, PLAYER_KEYS[number]: meant}
    if Control.RA in now.taps:
        found[AGAIN_KEY] = now.taps[Control.RA].message
    return found


def _closing_key(model: Model) -> dict[str, Message]:
    """Return what Escape does: closes whatever lies on top of the page, else opens the menu."""
    undo = bindings_of(commands(model)).taps.get(Control.UNDO)
    leads_back = undo is not None and undo.label in _LEADS_BACK and not model.page.is_reveal
    return {"escape": undo.message if undo is not None and leads_back else Open(Route.MENU)}


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


def is_mark(message: Message) -> bool:
    """Whether this only says whose turn it is."""
    if not isinstance(message, Enter):
        return False
    from companion.rules.corrections.fixing import Fix  # noqa: PLC0415 - only a game needs rules

    entry = message.entry
    return isinstance(entry, Fix) and entry == Fix(active=entry.active)


# Numbers of several digits.


def of_digit(model: Model, digit: str) -> Message | None:
    """Return what a digit means after those typed before it; None: no number goes on with it."""
    offered, typed = keys(model), model.screen.digits + digit
    if any(name.isdigit() and name.startswith(typed) and name != typed for name in offered):
        return TypeDigits(typed)
    return _apart(model, digit) or offered.get(typed)


def _apart(model: Model, digit: str) -> TypeApart | None:
    """Return the number before this digit and the digit by itself, where they mean no number."""
    typed = model.screen.digits
    if not typed:
        return None
    lit = {name: each.binding for each in commands(model) for name in each.keys}
    whole, first, second = (lit.get(each) for each in (typed + digit, typed, digit))
    if whole is None or first is None or second is None:
        return None
    if whole.is_lit or not first.is_lit or not second.is_lit or first.message == second.message:
        return None
    return TypeApart(_unsettled(first.message), second.message)


def _unsettled(message: Message) -> Message:
    """Return the same, but a sun that settles nothing: who typed it may have meant more."""
    return replace(message, settles=False) if isinstance(message, TakeSun) else message


def without_digits(model: Model, message: Message) -> Model:
    """Return the model that no longer waits for a digit, once somebody does anything else."""
    if not model.screen.digits or isinstance(message, MachineMessage | TypeDigits):
        return model
    return model.with_screen(digits="")


def digits_due(model: Model) -> float | None:
    """Return when no other digit is waited for, in monotonic seconds; None: nothing is typed.

    No clock ends the wait where those typed are nothing that can be done: more must follow.
    """
    typed = model.screen.digits
    meant = [each for each in commands(model) if typed in each.keys] if typed else []
    if not meant or not meant[-1].binding.is_lit:  # of several the last counts
        return None
    return model.screen.digits_at + DIGITS_SECONDS


def digits_over(model: Model) -> Update | None:
    """Return what the typed digits mean once no other has followed; None while one may.

    No clock settles an auction: whoever types slowly may have meant more.
    """
    due = digits_due(model)
    if due is None or model.now < due:
        return None
    meant = _unsettled(keys(model)[model.screen.digits])
    return model.with_screen(digits=""), (Dispatch(meant, "key"),)


# One button: what is possible is pointed at in turn, and the Ra button takes it.

_ASIDE = (Control.OK, Control.UNDO, Control.DIAL)
"""The controls whose holds lead away from the game."""

QUICKEST_SECONDS = 0.1
"""Nobody sees what is pointed at for less, whatever the settings say."""

_NEARLY = 1e-6
"""A step that is due is made, whatever floating point makes of it."""


def is_scanning(model: Model) -> bool:
    """Whether the Ra button alone does everything."""
    return model.preferences.scan_seconds > 0


@cached
def places(model: Model) -> tuple[Binding, ...]:
    """Return everything that is possible now, each once, in the order of being pointed at."""
    found: dict[Message, Binding] = {}
    for offer in _possible(model):
        if offer.is_lit:
            found.setdefault(offer.message, offer)
    return tuple(found.values())


def _possible(model: Model) -> Iterator[Binding]:
    """Yield what the game needs, then what leads away from it, and at last what takes back."""
    top = _on_top(model)
    if model.screen.is_card_shown and top is not None:  # nobody takes what it hides
        yield top
        return
    offered, scanned = _by_hand(model), [each for each in commands(model) if each.is_scanned]
    yield from (each.binding for each in scanned if not each.dial and not each.is_late)
    redo = list[Binding]()
    for offer in (offered.taps[control] for control in CHOOSERS if control in offered.taps):
        if isinstance(offer.message, BringBack):
            redo.append(offer)
        elif not isinstance(offer.message, StepSun):
            yield offer
    yield from (each.binding for each in scanned if each.dial or each.is_late)
    if offered.dial and not scanned and not model.page.is_table:  # only the dial goes along a list
        yield Binding(TurnDial(1), "Next")
    holds = offered.holds.items()
    yield from (offer for control, offer in sorted(holds, key=_when_held))
    yield from redo
    if Control.UNDO in offered.taps:
        yield offered.taps[Control.UNDO]


def _when_held(held: tuple[Control, Binding]) -> tuple[bool, bool]:
    """Return what to sort by: what the game needs, then what only looks, then what leads away."""
    control, offer = held
    return control in _ASIDE, isinstance(offer.message, Peek)


def pointed(model: Model) -> Binding | None:
    """Return what the Ra button takes now; None where nothing is possible."""
    offered = places(model)
    return offered[_steps(model) % len(offered)] if offered else None


def _steps(model: Model) -> int:
    """Return how often another place has been pointed at."""
    return int((model.now - model.screen.scanned_from) / _pace(model) + _NEARLY)


def _pace(model: Model) -> float:
    return max(QUICKEST_SECONDS, model.preferences.scan_seconds)


def next_step(model: Model) -> float | None:
    """Return when the next place is pointed at, in monotonic seconds; None if nothing moves."""
    if not is_scanning(model) or len(places(model)) < 2:  # noqa: PLR2004 - nowhere else to point
        return None
    return model.screen.scanned_from + (_steps(model) + 1) * _pace(model)


def take_pointed(model: Model) -> Update:
    """Take what is pointed at."""
    offer = pointed(model) if is_scanning(model) else None
    return model, () if offer is None else (Dispatch(offer.message),)


def restart_scan(before: Model, after: Model) -> Model:
    """Return the model after a message: where other things are possible, the first is pointed at.

    While a page stays open and begins as before, such as the seats, it goes on from where it was.
    """
    if not is_scanning(after):
        return after
    was, now = places(before), places(after)
    if before.session.timeline is not after.session.timeline or not (was and now):
        return after.with_screen(scanned_from=after.now)
    if was == now:
        return after
    is_open = type(before.page) is type(after.page) and was[0].message == now[0].message
    place = min(_steps(before) % len(was), len(now) - 1) if is_open else 0
    return after.with_screen(scanned_from=after.now - place * _pace(after))


def is_allowed(model: Model, message: object) -> bool:
    """Whether people at the table may do this now.

    What guests may not do is refused, wherever it comes from: a button, a finger, a keyboard, or a
    place on an old picture. Messages of machines are not checked; no control offers them.
    """
    if not is_guarded(model) or isinstance(message, MachineMessage):
        return True
    if model.kiosk.is_locked:
        return isinstance(message, Message) and message.opens_door
    match message:
        case GoTo(page):
            return page.audience is Audience.GUESTS
        case Open(route):
            return registry.kind(route).audience is Audience.GUESTS
        case Do():
            return model.page.audience is not Audience.STAFF
        case SetPreference("loudness", Loudness() as loudness):
            return loudness.value in model.kiosk.volumes
        case SetPreference("has_clock", is_shown):
            return not is_shown
        case SetPreference("is_spoken"):
            return False
        case _:
            return not isinstance(message, StaffMessage)
