"""What guests of a café can reach, and what they cannot, whatever they do."""

import time
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.app.gestures import Fingers, typed
from companion.core.effects import CloseBook, Deal, Dispatch, Effect, Exit, OpenBook, ResumeGame
from companion.core.kiosk import Stick
from companion.core.messages import (
    AskStaff,
    Message,
    Quit,
    Resumed,
    TagSeen,
    TakeSuns,
    Tick,
    TurnDial,
)
from companion.core.model import Choices, Model, Preferences
from companion.pages.controls import keys
from companion.pages.kiosk import messages
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import scene
from companion.pages.update import next_deadline, update
from companion.rules.editions import sun_groups
from companion.storage.pin import StaffPin
from companion.ui.style import Canvas
from hardware.events import ButtonDown, ButtonMasked, ButtonUp, Control
from tests.together import EVERY
from tests.view.gallery import TYPE

STEPS = 10_000 if EVERY else 3_000

FORBIDDEN_PAGES = (
    "PinWizard", "HardwareTest", "TagTeaching", "Staff", "Versions", "SwitchingOff", "BoxCheck",
    "Fleet", "Games", "Replay", "Statistics",
)  # fmt: skip

HARMLESS = (
    "Sound", "ReadAloud", "WriteEntry", "RecordRejected", "RecordPeek", "OpenBook", "CloseBook",
    "WithdrawBook", "Deal",
    "ResumeGame", "LoadLanguage", "FindPin", "TryPin", "FindShow", "SignalCall", "MakeShareLink",
    "DeleteExpired", "Think", "KeepSeats", "LookAhead",
)  # fmt: skip
"""What guests may cause; a ring only because somebody is called.

A seat is thought for and kept in a file of at most so many games, and what has been played is
weighed for the look back: nothing of the owner's.
"""

CANVASES = (
    Canvas(size=(800, 480), type=TYPE, letters=True),
    Canvas(size=(480, 800), type=TYPE, letters=True),
)

NAMES = ("escape", "return", "backspace", "tab", "space", "delete", "left", "right", "up", "down",
         "home", "end", "insert", "pause", "print screen", "menu", "left meta", "left alt",
         *(f"f{number}" for number in range(1, 13)))  # fmt: skip

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789?!/\\'\"$`;|&<>(){}[]\x03\x04\x1aяжőřね"


class Attacker:
    """Somebody who does anything at all, with two hands, ten fingers and any keyboard."""

    def __init__(self, seed: int, pin: StaffPin) -> None:
        self.chance = Random(seed)  # noqa: S311 - no secret
        self.hands, self.pin = Fingers(), pin
        self.model = Model(preferences=Preferences(kiosk=True), page=Welcome())
        self.left: Resumed | None = None
        self.ordered: list[Effect] = []
        self.pages: set[str] = set()
        self.refused = 0

    def step(self) -> None:
        """Do one thing, and let some time pass."""
        for message in tuple(self._meant()):
            self.take(message)
        self.take(Tick(self.model.now + self._pause()))
        due = next_deadline(self.model)
        if due is not None and self.chance.random() < 0.3:
            self.take(Tick(max(due, self.model.now)))
        for message in tuple(self.hands.held(self.model.now, self.model)):
            self.take(message)

    def _pause(self) -> float:
        rarely = self.chance.random()
        return 3000.0 if rarely < 0.002 else 130.0 if rarely < 0.01 else self.chance.random()

    def _meant(self) -> Iterator[Message]:
        """Yield what some press, tap, turn or key means."""
        chance, now = self.chance, self.model.now
        control = chance.choice(tuple(Control))
        match chance.randrange(7):
            case 0 | 1:
                yield from self.hands.pressed(ButtonDown(control, now), self.model)
            case 2:
                yield from self.hands.released(ButtonUp(control, now), self.model)
                if chance.random() < 0.1:
                    self.hands.masked(ButtonMasked(control, now))
            case 3:
                yield TurnDial(chance.choice((-7, -2, -1, 1, 2, 5)))
            case 4:
                picture = scene(self.model, chance.choice(CANVASES))
                wide, high = picture.size
                meant = picture.target_at(chance.randrange(wide), chance.randrange(high))
                if meant is not None:
                    yield meant
            case 5:
                offered = tuple(keys(self.model))
                name = chance.choice((*NAMES, *LETTERS, *offered))
                text = name if len(name) == 1 else ""
                meant = typed(name, text, chance.choice(LETTERS[:36]), self.model)
                if meant is not None:
                    yield meant
            case _:
                stick = messages.Sticks((Stick("/media/stick"),) * chance.randrange(2))
                tag = TagSeen(f"04{chance.randrange(99)}", now)
                yield chance.choice((Quit(), AskStaff(), tag, stick))

    def take(self, message: Message) -> None:
        """Take a message, and answer what is ordered as the program would."""
        self.model, effects = update(self.model, message)
        self.pages.add(type(self.model.page).__name__)
        for effect in effects:
            self.ordered.append(effect)
            self._answer(effect)

    def _answer(self, effect: Effect) -> None:
        match effect:
            case Dispatch(message):
                self.take(message)
            case Deal(guests):
                self.take(TakeSuns(guests, tuple(sun_groups(len(guests)))))
            case OpenBook(timeline, guests, agreement):
                self.left = Resumed(timeline, guests, agreement)
            case ResumeGame() if self.left is not None:
                self.take(self.left)
            case messages.FindPin():
                self.take(messages.PinState(self.pin.is_set, self.pin.wait_seconds()))
            case messages.TryPin(secret):
                tried = self.pin.tried(secret.digits)
                answer = messages.PinWrong(tried.tries_left, tried.wait_seconds)
                self.take(messages.PinRight() if tried.is_right else answer)
            case _:
                pass


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory) -> Attacker:
    """Somebody who has tried everything, thousands of times."""
    pin = StaffPin(tmp_path_factory.mktemp("attack") / "pin", time.monotonic)
    pin.choose("86420975")
    attacker = Attacker(12, pin)
    for _ in range(STEPS):
        attacker.step()
    return attacker


def test_thousands_of_presses_reach_nothing_that_is_for_staff(attack: Attacker) -> None:
    caused = {type(each).__name__ for each in attack.ordered} - {"Dispatch"}
    assert caused <= set(HARMLESS)
    assert not attack.pages & set(FORBIDDEN_PAGES)
    assert messages.SignalCall(None) not in attack.ordered
    assert attack.model.kiosk.staff_until is None
    assert attack.model.preferences.kiosk


def test_thousands_of_presses_never_end_the_program(attack: Attacker) -> None:
    assert Exit() not in attack.ordered


def test_thousands_of_presses_leave_what_the_owner_prefers_alone(attack: Attacker) -> None:
    """What guests need for their own eyes and ears, they may set."""
    wanted = Preferences(kiosk=True)
    now = replace(
        attack.model.preferences,
        **{name: getattr(wanted, name) for name in (
            "language", "loudness", "theme", "text_size")},
    )  # fmt: skip
    assert now == wanted
    assert attack.model.kiosk.choices == Choices()


def test_the_attack_has_been_everywhere_that_guests_can_be(attack: Attacker) -> None:
    """Otherwise the tests above would say nothing."""
    assert {
        "Welcome", "Seating", "OptionsPage", "Table", "History", "Menu", "Rules", "FixPanel",
        "Pin", "Help", "Attract", "ResumeQuestion",
    } <= attack.pages  # fmt: skip
    kinds = {type(each) for each in attack.ordered}
    assert {messages.TryPin, messages.SignalCall, CloseBook, OpenBook} <= kinds
