"""A table in a café for tests: the core alone, with a clock and answers that a test gives."""

from msgspec.structs import replace

from companion.core.commands import TILE_KEYS
from companion.core.effects import Dispatch, Effect
from companion.core.messages import Message, SetLanguage, Tick
from companion.core.model import COLOURS, MACHINES, Kiosk, Model, Preferences
from companion.pages.kiosk.messages import PinRight
from companion.pages.kiosk.pin import STAFF_SECONDS
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import next_deadline
from tests.core.desk import follow


class Cafe:
    """A model, and everything that was ordered of the machines since it was asked last."""

    def __init__(self, model: Model | None = None, **kiosk: object) -> None:
        wanted = model or Model(page=Welcome())
        there = Kiosk(**kiosk)  # type: ignore[arg-type]  # whatever a test sets
        self.model = replace(wanted.with_preferences(kiosk=True), kiosk=there)
        self.ordered: list[Effect] = []

    def do(self, *messages: Message) -> "Cafe":
        """Take messages, and what follows from them at once."""
        for message in messages:
            self.model, effects = follow(self.model, message)
            self.ordered += [each for each in effects if not isinstance(each, Dispatch)]
        return self

    def wait(self, seconds: float) -> "Cafe":
        """Let time pass, waking whenever the core wants to be woken."""
        end = self.model.now + seconds
        while (due := next_deadline(self.model)) is not None and due <= end:
            self.do(Tick(max(due, self.model.now)))
            if next_deadline(self.model) == due:
                raise AssertionError(f"what was due at {due} is due for ever")
        return self.do(Tick(end))

    def let_in(self) -> "Cafe":
        """Let staff in."""
        return self.do(PinRight())

    def orders(self, kind: type) -> list[Effect]:
        """Return what was ordered of this kind."""
        return [each for each in self.ordered if isinstance(each, kind)]

    def speak(self, language: str) -> "Cafe":
        """Let the table speak a language."""
        return self.do(SetLanguage(language, COLOURS, TILE_KEYS, MACHINES))


def kiosk() -> Preferences:
    """Return the preferences of a table in a café."""
    return Preferences(kiosk=True)


__all__ = ["STAFF_SECONDS", "Cafe", "kiosk"]
