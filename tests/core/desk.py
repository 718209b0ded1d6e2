"""A table without a loop: gestures become messages, and their effects happen at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from companion.app.gestures import HOLD_SECONDS, Fingers, typed
from companion.app.scripts.gestures import Gesture, Press
from companion.core.commands import TILE_KEYS
from companion.core.effects import (
    CloseBook,
    Cue,
    Deal,
    Dispatch,
    Effect,
    Exit,
    LoadLanguage,
    OpenBook,
    ResumeGame,
    Sound,
    WithdrawBook,
    WriteEntry,
)
from companion.core.messages import (
    Dealt,
    Enter,
    Message,
    Next,
    Resumed,
    SetLanguage,
    TakeSuns,
    Tick,
    TurnDial,
)
from companion.core.model import COLOURS, MACHINES, Agreement, Guest, Model, Secrecy
from companion.core.page import Page
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import DEAF_SECONDS, EpochScores, LastLot
from companion.pages.table.table import Table
from companion.pages.update import next_deadline, update
from companion.rules.actions import DRAWS, Action
from companion.rules.editions import Options, Setup, setup, sun_groups
from companion.rules.legal import legal_actions
from companion.rules.model import Game
from companion.rules.records.entries import Entry
from companion.rules.tiles import Tile
from hardware.events import ButtonDown, ButtonUp, Control
from tests.rules.games import some_action
from tests.rules.table import NAMES

TAP_SECONDS = 0.06

REST_SECONDS = 5.7
"""An auction settles itself meanwhile, and its keys mean the next turn again."""

MOST_AGAIN = 12
"""This many messages follow from one at most: every player passes, and then some."""

Write = WriteEntry | OpenBook | CloseBook | WithdrawBook


def dice(seed: int) -> Random:
    """The same chance for the same seed."""
    return Random(seed)  # noqa: S311 - no secret


@dataclass
class Desk:
    """The program as far as it is pure, with hands on its buttons and its keys."""

    model: Model = field(default_factory=lambda: Model(page=Welcome()))
    written: list[Write] = field(default_factory=list)
    """What would be in the journal."""
    hands: Fingers = field(default_factory=Fingers)
    chance: Random = field(default_factory=lambda: dice(1))
    left: Resumed | None = None
    """The game that was left last."""
    has_left: bool = False
    ordered: list[Effect] = field(default_factory=list)
    """Every effect; who looks at those of one gesture empties it before."""
    before: Model = field(default_factory=lambda: Model(page=Welcome()))
    """The program before the line of a story that is done now."""
    gestures: int = 0
    """How often a button was pressed, a key, or the dial turned by one."""

    @property
    def game(self) -> Game:
        """The table now."""
        return self.model.game

    def close(self) -> None:
        """Leave nothing: this table has no files."""

    def page(self) -> Page:
        """Return the page on the screen."""
        return self.model.page

    @property
    def entries(self) -> list[Entry]:
        """The lines of the journal after its header."""
        return [each.entry for each in self.written if isinstance(each, WriteEntry)]

    def take(self, message: Message, depth: int = 0) -> tuple[Effect, ...]:
        """Take a message with all that follows; return every effect in order."""
        assert depth <= MOST_AGAIN
        before = self.model
        self.model, effects = update(before, message)
        self.ordered += effects
        writes = [each for each in effects if isinstance(each, Write)]
        assert len(writes) <= 1
        self.written += writes
        if CloseBook() in writes and before.session.timeline is not None:
            self.left = Resumed(
                before.session.timeline, before.session.last_guests, before.session.agreement
            )
        done = list(effects)
        for effect in effects:
            done += self._follow(effect, depth + 1)
        return tuple(done)

    def _follow(self, effect: Effect, depth: int) -> tuple[Effect, ...]:
        match effect:
            case Dispatch(message):
                return self.take(message, depth)
            case Deal(guests):
                groups = list(sun_groups(len(guests)))
                self.chance.shuffle(groups)
                return self.take(TakeSuns(guests, tuple(groups)), depth)
            case ResumeGame() if self.left is not None:
                return self.take(self.left, depth)
            case LoadLanguage(language):
                return self.take(SetLanguage(language, COLOURS, TILE_KEYS, MACHINES), depth)
            case Exit():
                self.has_left = True
            case _:
                pass
        return ()

    def pass_time(self, seconds: float) -> None:
        """Let time pass, stopping wherever something is due."""
        end = self.model.now + seconds
        while True:
            due = [next_deadline(self.model), self.hands.next_deadline(), end]
            now = max(self.model.now, min(each for each in due if each is not None))
            self.take(Tick(now))
            for message in self.hands.held(now, self.model):
                self.take(message)
            if now >= end:
                return

    def press(self, control: str, *, is_held: bool = False) -> None:
        """Press a button of the panel and let it go."""
        self.gestures += 1
        button = Control(control)
        for message in self.hands.pressed(ButtonDown(button, self.model.now), self.model):
            self.take(message)
        self.pass_time(HOLD_SECONDS + 0.1 if is_held else TAP_SECONDS)
        for message in self.hands.released(ButtonUp(button, self.model.now), self.model):
            self.take(message)
        self.pass_time(TAP_SECONDS)

    def turn(self, steps: int) -> None:
        """Turn the dial, detent by detent."""
        self.gestures += abs(steps)
        for _ in range(abs(steps)):
            self.take(TurnDial(1 if steps > 0 else -1))

    def type_sun(self, number: int) -> None:
        """Type the number of a sun, and say so where another digit could follow."""
        for digit in str(number):
            self.key(digit)
        if self.model.screen.digits:
            self.key("return")

    def key(self, name: str) -> None:
        """Press a key that types its name."""
        self.gestures += 1
        message = typed(name, name if len(name) == 1 else "", "", self.model)
        if message is not None:
            self.take(message)

    def do(self, gestures: tuple[Gesture, ...]) -> None:
        """Make these gestures."""
        for gesture in gestures:
            if isinstance(gesture, Press):
                self.press(gesture.control, is_held=gesture.is_held)
            else:
                self.turn(gesture.steps)

    def go_back(self) -> None:
        """Go on from whatever page follows an epoch until the table is there again."""
        for _ in range(14):
            if isinstance(self.model.page, Table):
                return
            self.pass_time(DEAF_SECONDS)
            self.take(Next())

    def finish(self) -> None:
        """Lay all courses of an epoch, and let what moves by itself come to its end."""
        if isinstance(self.model.page, LastLot):
            self.take(Next())
        while isinstance(self.model.page, EpochScores) and self.model.page.hidden:
            self.pass_time(DEAF_SECONDS)
            self.take(Next())
        while (due := self.model.page.deadline(self.model)) is not None:
            self.take(Tick(max(due, self.model.now)))


def sourced(
    model: Model, message: Message, source: str = "button"
) -> tuple[Model, tuple[tuple[str, Effect], ...]]:
    """Return the program after a message and what follows from it, every effect and its source."""
    model, effects = update(model, message)
    done: list[tuple[str, Effect]] = []
    for effect in effects:
        done.append((source, effect))
        if isinstance(effect, Dispatch):
            model, more = sourced(model, effect.message, effect.source or source)
            done += more
    return model, tuple(done)


def follow(model: Model, message: Message) -> tuple[Model, tuple[Effect, ...]]:
    """Return the program after a message and what follows from it, and every effect in order."""
    model, done = sourced(model, message)
    return model, tuple(effect for _, effect in done)


def after(model: Model, *messages: Message) -> Model:
    """Return the program after these, and after what follows from each."""
    for message in messages:
        model, _ = follow(model, message)
    return model


def is_refusal(effects: Sequence[Effect]) -> bool:
    """Whether something was answered with the sound of a refusal."""
    return Sound(Cue.REFUSED) in effects


def desk_of(agreed: Setup, buttons: tuple[int, ...] | None = None) -> Desk:
    """Seat people and begin their game."""
    order = tuple(range(len(agreed.players))) if buttons is None else buttons
    guests = tuple(Guest(button, name) for button, name in zip(order, agreed.players, strict=True))
    desk = Desk(Model(page=Seating(guests)))
    desk.take(Dealt(agreed, guests, Agreement(options=agreed.options)))
    return desk


def ended(players: int = 3, epochs: int = 1, secrecy: Secrecy = Secrecy.OPEN) -> Desk:
    """Return a desk just after this epoch: the only place of its Ra track is filled."""
    desk = desk_of(setup(NAMES[:players], Options(ra_limit=1)))
    agreement = replace(desk.model.session.agreement, secrecy=secrecy)
    desk.model = desk.model.with_session(agreement=agreement)
    for _ in range(epochs):
        desk.go_back()
        desk.take(Enter(DRAWS[Tile.RA]))
    return desk


def a_desk(players: int) -> Desk:
    """Begin a game of this many, seated with buttons between them where there are any."""
    buttons = {2: (1, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4)}
    return desk_of(setup(NAMES[:players]), buttons[players])


def states(players: int, seed: int, eagerness: float = 0.8) -> Iterator[tuple[Desk, Action]]:
    """Play a random game; yield the desk before every action, and the action."""
    chance = dice(seed)
    desk = a_desk(players)
    while legal_actions(desk.game):
        action = some_action(desk.game, chance, eagerness)
        yield desk, action
        desk.take(Enter(action))


@lru_cache(maxsize=32)
def models(players: int, seed: int) -> tuple[Model, ...]:
    """Return the program before every action of a random game, and after the last."""
    seen, desk = [], Desk()
    for desk, _ in states(players, seed):
        seen.append(desk.model)
    return (*seen, desk.model)
