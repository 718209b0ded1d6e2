"""The program's state: the game, the page on the screen, what needs saying."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

import msgspec
from msgspec.structs import replace

from companion.core.drafts import Drafts
from companion.core.hardware import Hardware
from companion.core.kiosk import Kiosk
from companion.core.page import Page
from companion.core.phones import Phones
from companion.core.preferences import Preferences
from companion.core.screen import Screen
from companion.core.session import Guest, Session
from companion.opponent.strength import Strength
from companion.rules.editions import Seat
from companion.rules.model import Game
from companion.rules.names import visible

_Fields = ParamSpec("_Fields")


def _with(
    part: str, _: Callable[_Fields, msgspec.Struct]
) -> Callable[Concatenate[Model, _Fields], Model]:
    """Return the method that changes fields of a part, which are typed as the part itself is."""

    def changed(model: Model, /, *_: _Fields.args, **fields: _Fields.kwargs) -> Model:
        return replace(model, **{part: replace(getattr(model, part), **fields)})

    return changed


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the program knows. Replaced whole with every message; nothing else remembers.

    ``model.with_session(timeline=after)`` is the model with another timeline; so it is with every
    part. A page comes with ``replace(model, page=page)``.
    """

    page: Page
    now: float = 0.0
    """Seconds of the monotonic clock at the last message."""
    session: Session = Session()
    screen: Screen = Screen()
    drafts: Drafts = Drafts()
    hardware: Hardware = Hardware()
    preferences: Preferences = Preferences()
    kiosk: Kiosk = Kiosk()
    """What a table in a café knows beside its game."""
    phones: Phones = Phones()

    with_session = _with("session", Session)
    with_screen = _with("screen", Screen)
    with_drafts = _with("drafts", Drafts)
    with_hardware = _with("hardware", Hardware)
    with_preferences = _with("preferences", Preferences)
    with_kiosk = _with("kiosk", Kiosk)
    with_phones = _with("phones", Phones)

    @property
    def game(self) -> Game:
        """The table now.

        Raises:
            LookupError: No game is on the table; pages that need one are never open then.
        """
        if self.session.timeline is None:
            raise LookupError("no game is on the table")
        return self.session.timeline.game

    @property
    def can_bring_back(self) -> bool:
        """Whether something was taken back that can come again."""
        return self.session.timeline is not None and bool(self.session.timeline.undone)


def is_guarded(model: Model) -> bool:
    """Whether guests are alone at a table in a café."""
    return model.preferences.kiosk and model.kiosk.staff_until is None


def without_game(model: Model) -> Model:
    """Return it with no game on the table, and nothing begun, asked or remembered of one.

    What stays is what the next game begins with: who plays here, and what is agreed on. Also what
    is being counted, which knows itself whether it belongs to a game.
    """
    known = model.session
    session = Session(
        agreement=known.agreement,
        last_guests=known.last_guests,
        known_names=known.known_names,
        kept=known.kept,
    )
    return replace(model, session=session, drafts=Drafts(counting=model.drafts.counting))


def called(guest: Guest, model: Model) -> str:
    """Return what a guest is called: their name, or the colour of their button."""
    return visible(guest.name) or model.preferences.colour_names[guest.button]


def is_partial(model: Model) -> bool:
    """Whether the game on the table is recorded partially."""
    return model.session.timeline is not None and model.session.timeline.ledger is not None


def as_owned(model: Model) -> Model:
    """Return the model as the house has it, but for the language, whose words must be loaded."""
    house = msgspec.structs.asdict(model.kiosk.choices)
    return model.with_preferences(**{**house, "language": model.preferences.language})


def seat_guests(model: Model) -> tuple[Guest, ...]:
    """Return who plays each seat; nobody if no game is on the table."""
    found = model.session.last_guests
    timeline = model.session.timeline
    if timeline is None or len(found) != len(timeline.start.players):
        return ()
    return found


def machine_strength(model: Model, seat: Seat) -> Strength | None:
    """Return how well the table plays a seat; None if a person does."""
    here = seat_guests(model)
    return here[seat].strength if here else None
