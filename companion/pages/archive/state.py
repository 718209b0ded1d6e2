"""Pages about games of other days, and what is asked of the index for them (pure data)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from companion.core import messages
from companion.core.bindings import Bindings, Prompt
from companion.core.effects import Update
from companion.core.model import Agreement, Model, Rejected
from companion.core.page import Audience, Page
from companion.pages import archive, kiosk
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.sheet import Tally
from companion.statistics.game import TABLE, Counts
from companion.ui.style import Piece, Style

ROWS = 6
"""So many games stand on one page."""


class Search(msgspec.Struct, frozen=True):
    """Which games are looked for; what is empty does not matter."""

    player: str = ""
    edition: str = ""
    month: str = ""
    """As ``2026-01``."""
    skip: int = 0
    """So many of the newest that fit are left out."""


class PastGame(msgspec.Struct, frozen=True):
    """A game in the list."""

    game: str
    """Its id."""
    begun: str
    """As ``2026-01-02 20:15``, UTC."""
    players: tuple[tuple[str, int | None], ...]
    """Names with points, who won first; no points while it is not over."""
    is_over: bool
    minutes: int


class Choices(msgspec.Struct, frozen=True):
    """By what games can be looked for."""

    players: tuple[str, ...] = ()
    """Who played last comes first."""
    months: tuple[str, ...] = ()
    """The latest first."""


class Games(Page, frozen=True):
    """The list of games, one of them pointed at."""

    audience: ClassVar[Audience] = Audience.STAFF

    search: Search = Search()
    choices: Choices = Choices()
    found: tuple[PastGame, ...] = ()
    is_more: bool = False
    """Whether older games fit as well."""
    trouble: str = ""
    """Why nothing can be looked up."""
    row: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return archive.archive.controls(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return archive.archive.prompt(model, self)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return archive.archive_view.games(look, model, self)

    def keys(self, model: Model) -> Mapping[str, messages.Message]:
        """Return what each key does."""
        return archive.archive.keys(model, self)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return archive.archive.turn(model, self, steps)

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.back_to_staff(model)


class Replay(Page, frozen=True):
    """A game of another day, looked at step by step."""

    audience: ClassVar[Audience] = Audience.STAFF

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...]
    back: Games
    """The list it was chosen from."""
    at: int = 0
    """After how many actions."""
    is_race: bool = False
    """Whether its race is shown instead of its table."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return archive.archive.controls(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return archive.archive.prompt(model, self)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return archive.archive_view.replay(look, model, self)

    def keys(self, model: Model) -> Mapping[str, messages.Message]:
        """Return what each key does."""
        return archive.archive.keys(model, self)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return archive.archive.turn(model, self, steps)


class Statistics(Page, frozen=True):
    """What all finished games add up to."""

    audience: ClassVar[Audience] = Audience.STAFF

    who: str = TABLE
    counts: Counts = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    """Of whom there are figures, who played last first."""
    trouble: str = ""
    leaf: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return archive.archive.controls(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return archive.archive.prompt(model, self)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return archive.archive_view.statistics(look, model, self)

    def keys(self, model: Model) -> Mapping[str, messages.Message]:
        """Return what each key does."""
        return archive.archive.keys(model, self)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return archive.archive.turn(model, self, steps)

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.back_to_staff(model)


class FindGames(msgspec.Struct, frozen=True):
    """A message: these games are asked for."""

    search: Search = Search()


class GamesFound(msgspec.Struct, frozen=True):
    """A message: the index has answered."""

    page: Games


class OpenPast(msgspec.Struct, frozen=True):
    """A message: somebody wants to look at this game."""

    game: str


class PastOpened(msgspec.Struct, frozen=True):
    """A message: here it is, as its journal tells it."""

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...] = ()


class GoOnWith(msgspec.Struct, frozen=True):
    """A message: this game, which was left, goes on."""

    game: str


class ShowStatistics(msgspec.Struct, frozen=True):
    """A message: the figures of somebody are asked for, or of the table."""

    who: str = TABLE


class Summed(msgspec.Struct, frozen=True):
    """A message: the index has added up."""

    page: Statistics


class ShowRace(msgspec.Struct, frozen=True):
    """A message: a game's race is asked for, or its table again."""


class Souvenir(msgspec.Struct, frozen=True):
    """A message: the game on the table has been written down to its end, and can be taken home."""

    link: str
    """For the app BG Stats."""
    seq: int
    """How many entries it had."""


class TidyUp(msgspec.Struct, frozen=True):
    """A message: it is time to see who is to be forgotten."""


class Forgot(msgspec.Struct, frozen=True):
    """A message: these are the names that are still known."""

    known_names: tuple[str, ...]
    """Who played last comes first."""


class SaveSheet(msgspec.Struct, frozen=True):
    """A message: the table that was counted without us is to be kept as a score sheet."""


Guests = ShowRace
"""What guests of a café may ask for."""

Staff = FindGames | OpenPast | GoOnWith | ShowStatistics | SaveSheet
"""What other people played is nobody's business but the owner's."""

Machines = GamesFound | PastOpened | Summed | Souvenir | TidyUp | Forgot
"""What the journals answer."""

Message = Guests | Staff | Machines


class LookUp(msgspec.Struct, frozen=True):
    """An order: find these games in the index."""

    search: Search


class ReadPast(msgspec.Struct, frozen=True):
    """An order: read this game's journal."""

    game: str


class SumUp(msgspec.Struct, frozen=True):
    """An order: add up what somebody played."""

    who: str


class Wrap(msgspec.Struct, frozen=True):
    """An order: make of the game on the table, which is over, what one takes home."""

    seq: int


class Tidy(msgspec.Struct, frozen=True):
    """An order: forget whom the owner wants to be forgotten by now."""

    is_idle: bool
    """Whether no game is on the table."""


class KeepSheet(msgspec.Struct, frozen=True):
    """An order: write this score sheet into a file."""

    tally: Tally


Order = LookUp | ReadPast | SumUp | Wrap | Tidy | KeepSheet
"""What is asked of the journals and their index."""
