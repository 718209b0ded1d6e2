"""The protocols of pages and rooms.

A page is the state of one thing that people do at the screen. A room is a folder of pages, and what
it does whatever page is open: the frame asks all rooms alike, and names none.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import msgspec

from companion.core.commands import Command, Prompt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.commands import Control
    from companion.core.effects import Update
    from companion.core.messages import Message
    from companion.core.model import Model
    from companion.core.notices import Notice
    from companion.i18n import Words
    from companion.pages.reference.rules_card import Card
    from companion.ui.animation import Move, RenderedPage
    from companion.ui.layout import Bands
    from companion.ui.scene import Rect
    from companion.ui.style import Piece, Ui


class Audience(Enum):
    """Who may ask for a page at a table in a café."""

    GUESTS = "guests"
    STAFF = "staff"
    NOBODY = "nobody"
    """It comes by itself, when it is time."""


class Abstract(msgspec.StructMeta, ABCMeta):
    """Lets a frozen Struct have methods that every kind of it must define."""


class Page(msgspec.Struct, metaclass=Abstract, frozen=True):
    """One thing that people do at the screen, and what it is in the middle of.

    What can be done, what is asked and how it looks is said by every page; all other questions
    have an answer already.
    """

    audience: ClassVar[Audience] = Audience.GUESTS
    is_table: ClassVar[bool] = False
    """Whether a game is entered here, so that everything that happens at the table shows here."""
    has_track: ClassVar[bool] = False
    """Whether the Ra track is seen, which may be covered for a moment."""
    pulses: ClassVar[bool] = False
    """Whether the emblem of whoever is asked moves for a while."""
    is_draft: ClassVar[bool] = False
    """Whether what is half counted here is kept, whatever page is opened."""
    is_seating: ClassVar[bool] = False
    """Whether people sit down for a game here; pages opened over it lead back, and nobody has to
    sit down again."""
    is_sheet: ClassVar[bool] = False
    """Whether a table is scored here that played without us; pages opened over it lead back."""
    is_reveal: ClassVar[bool] = False
    """Whether points are revealed here one after the other; pages opened over it lead back."""

    is_welcome: ClassVar[bool] = False
    """Whether this is the first page, where nobody has sat down."""
    is_result: ClassVar[bool] = False
    """Whether the end of a game is shown."""
    takes_long: ClassVar[bool] = False
    """Whether staff work beside the screen here, and nothing may be pressed for minutes."""
    reads_tags: ClassVar[bool] = False
    """Whether numbers that a keyboard types in one go are tags here, though none is known yet."""
    is_beside_the_game: ClassVar[bool] = False
    """Whether nothing is decided here and nothing half done is lost by reading the rules."""
    has_lines: ClassVar[bool] = False
    """Whether the dial points at something here that is said aloud, and then the question is said
    only when it is another one."""
    has_card_sign: ClassVar[bool] = True
    """Whether there is room to say beside the dial that it shows the rules card."""

    has_usual_keys: ClassVar[bool] = True
    """Whether Return means OK, and so on: whether keys stand for controls."""
    without_keys: ClassVar[Collection[str]] = ()
    """The usual keys that mean nothing here."""

    asks: ClassVar[str] = ""
    """What is asked where it is always the same, in English words."""

    def commands(self, model: Model) -> Iterable[Command]:
        """Return what can be done: presses, holds, keys and their labels, a line each."""
        return ()

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked, and of whom."""
        return Prompt(self.asks)

    @classmethod
    def from_route(cls, model: Model, *given: object) -> Page | None:
        """Return the page as a route opens it; None where there is nothing to open."""
        needed = len(cls.__struct_fields__) - len(cls.__struct_defaults__)
        return cls(*given) if len(given) >= needed else None

    @abstractmethod
    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield what is on the page, back to front."""

    def notice_area(self, ui: Ui, model: Model, where: Bands) -> Rect | None:
        """Return where a notice lies while something large stands over the Ra track, else None."""
        return None

    def card_space(self, ui: Ui, model: Model) -> Rect | None:
        """Return where the rules card lies; None: over what the page is about."""
        return None

    def ring(self, model: Model) -> tuple[float, float] | None:
        """Return the time that a ring counts down: since when (monotonic seconds), and how long."""
        return None

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        """Return what moves from the picture before to the one after, which shows this page."""
        return ()

    @property
    def is_naming(self) -> bool:
        """Whether letters are typed into a name."""
        return False

    def on_text(self, text: str) -> Message | None:
        """Return what typing this means where it is no key of the page; None: nothing."""
        return None

    @property
    def is_still(self) -> bool:
        """Whether points are shown and nothing moves: what moved a moment ago is at its end."""
        return False

    def said_aloud(self, model: Model, words: Words) -> Iterable[str] | None:
        """Return what is said aloud: asked, pointed at or shown. None: what is asked."""
        return None

    def update(self, model: Model, message: Message) -> Update | None:
        """Return what a message means here and nowhere else; None if it is not the page's."""
        return None

    def turn(self, model: Model, steps: int) -> Update:
        """Return what turning the dial by this many detents does."""
        return model, ()

    def push(self, model: Model) -> Update | None:
        """Return what pushing the dial does; None: what the commands say."""
        return None

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does; None: it leads back to the table, or to the first page."""
        return None

    def refusal(self, model: Model) -> Notice | None:
        """Return why nobody can come here now; None where they can."""
        return None

    def validated(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more.

        What comes before a game has none once a game is on the table.
        """
        is_before_a_game = self.is_welcome or self.is_seating or self.is_sheet
        return None if is_before_a_game and model.session.timeline is not None else self

    def parent(self) -> Page | None:
        """Return the page without what was opened on it, such as somebody's reasons; None: nothing.

        One press of back leads there first.
        """
        return None

    def lamp_levels(self, model: Model, lit: dict[Control, float]) -> dict[Control, float]:
        """Return how bright every lamp is, 0 to 1; ``lit`` are those that may be used."""
        return lit

    def deadline(self, model: Model) -> float | None:
        """Return when time alone changes something here, in seconds of the monotonic clock."""
        return None

    def on_tick(self, model: Model) -> Update | None:
        """Return what the passing of time does here, asked with every tick; None: nothing."""
        return None

    def help(self, model: Model) -> Card | None:
        """Return the rules card of the moment; None where nothing is decided."""
        return None


Handler: TypeAlias = "Callable[[Model, Any], Update]"


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
