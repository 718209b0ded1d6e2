"""What the program is in the middle of: the game, the page on the screen, what needs saying."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import inf
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from companion.core.kiosk import Kiosk
from companion.core.mnemonics import TILE_KEYS
from companion.core.notices import Notice
from companion.core.page import Page
from companion.core.zones import Inventories
from companion.i18n import mark
from companion.rules.actions import Level
from companion.rules.corrections.conservation import Contradiction
from companion.rules.corrections.suspects import Suspect
from companion.rules.editions import Options, Seat
from companion.rules.events import Event
from companion.rules.model import Game
from companion.rules.names import visible
from companion.rules.records.timeline import Timeline
from companion.rules.refusal import Refusal
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.pages import archive, hardware, score_sheet, scoring


class Secrecy(Enum):
    """Who may see points while the game runs (R-INF-2)."""

    OPEN = "open"
    EPOCH_GAINS = "epoch_gains"
    OWN_PEEK = "own_peek"
    SEALED = "sealed"


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """What a group agrees on before a game, beyond who plays."""

    options: Options = Options()
    secrecy: Secrecy = Secrecy.OWN_PEEK
    dealt_by_hand: bool = False
    """Whether people dealt the suns themselves and will say who has which group."""
    level: Level = Level.FULL
    """How much is entered from the beginning."""


COLOURS = (mark("Blue"), mark("Green"), mark("Yellow"), mark("Orange"), mark("Pink"))
"""What the player buttons are called, in English words."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody who has pressed a button to play."""

    button: int
    """Which of the five player buttons is theirs, 0 to 4."""
    name: str = ""
    """Empty: called by the button's colour."""


class Peeking(msgspec.Struct, frozen=True):
    """A player looks at their own points."""

    seat: Seat
    since: float
    """When they began, in seconds of the monotonic clock."""


class Loudness(Enum):
    """How loud the table is."""

    OFF = "off"
    NIGHT = "night"
    NORMAL = "normal"


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What the owner's settings and this evening's people prefer."""

    language: str = "en"
    theme: str = "night"
    text_scale: float = 1.0
    sun_commit_seconds: float = 1.2
    """How long a stepped-to sun must stand before it counts; 0: only OK counts."""
    is_big: bool = False
    """The table shows less, and that so large that it can be read from afar."""
    left_handed: bool = False
    """Keys for fingers stand where the left hand finds them."""
    scan_seconds: float = 0.0
    """One button does everything: how long each place is pointed at; 0: all buttons are used."""
    kiosk: bool = False
    """Guests may play, but not leave the program."""
    reduce_motion: bool = False
    """Everything is at its end at once: nothing slides, grows or pulses."""
    loudness: Loudness = Loudness.NORMAL
    is_spoken: bool = False
    """Whether everything that happens is also said aloud."""


class Rejected(msgspec.Struct, frozen=True):
    """A tag was read and not taken: what the screen said of it."""

    uid: str
    why: Refusal | Notice
    after: int
    """How many actions stood."""


class TileConflict(msgspec.Struct, frozen=True):
    """Something contradicts the box; one of the entries before was likely wrong."""

    clash: Contradiction
    tile: Tile
    """What was to be laid and cannot exist."""
    suspects: tuple[Suspect, ...]
    """The entries that may have been wrong, the likeliest first."""
    seq: int
    """How many entries there were: with the next one it is over."""


class TakenBack(msgspec.Struct, frozen=True):
    """Somebody took this back, or brought it back again."""

    events: tuple[Event, ...]
    again: bool


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the program knows. Replaced whole with every message; nothing else remembers."""

    page: Page
    is_card_shown: bool = False
    """Whether the rules card lies over the page; anything that is done puts it away."""
    timeline: Timeline | None = None
    """The game on the table."""
    revealing: scoring.EpochScores | scoring.Finale | None = None
    """Where a scoring or the reveal stood when a page was opened over it: that leads back there,
    and gives nothing away."""
    buttons: tuple[int, ...] = ()
    """For each seat its player button, 0 to 4."""
    agreement: Agreement = Agreement()
    """Of this game, or proposed for the next."""
    last_guests: tuple[Guest, ...] = ()
    """Who plays here, or played last, for "the same people again"."""
    kept: bool = False
    """Whether a game was left unfinished that can go on."""
    known_names: tuple[str, ...] = ()
    """Names used before, the latest first."""
    tile_keys: Mapping[Tile, str] = TILE_KEYS
    """The key of each kind of tile, by the language of the table."""
    colour_names: tuple[str, ...] = COLOURS
    """What players without a name are called, by button, in the language of the table."""
    tags: Mapping[str, str] = {}
    """What each tag of the box is on: the id of a kind of tile, ``sun-1`` … or ``ra_figure``."""
    last_tag: tuple[str, float] | None = None
    """The tag that was seen last, and when (monotonic seconds)."""
    rejected: tuple[Rejected, ...] = ()
    """The readings of this game that were refused, the latest last."""
    counting: score_sheet.SheetTally | None = None
    """What is being counted at the end of an epoch, also while another page is open."""
    zones: Inventories = Inventories()
    """What lies in the places of the board that antennas read."""
    doubt: hardware.Doubt | None = None
    """What may have happened, where the antennas alone cannot tell."""
    slip: TileConflict | None = None
    """What contradicts the box, until it is put right, left, or something else is entered."""
    souvenir: archive.Souvenir | None = None
    """What the game that ended last is taken home with, once its journal has been read."""
    peek: Peeking | None = None
    """Who looks at their own points now."""
    preferences: Preferences = Preferences()
    kiosk: Kiosk = Kiosk()
    """What a table in a café knows beside its game."""
    now: float = 0.0
    """Seconds of the monotonic clock at the last message."""
    said: Refusal | Notice | TakenBack | None = None
    """The last thing that needed saying; it goes away by itself."""
    said_at: float = 0.0
    acted_at: float = -inf
    """When the table last changed, for motion; never, if the game was only opened."""
    scanned_from: float = 0.0
    """Since when what is possible has been gone through for the one button, in seconds."""
    troubles: tuple[Notice, ...] = ()
    """What is wrong now and stays on the edge of the screen until it is not."""
    saving_since: float | None = None
    """Since when an event has been waiting for the disk; None when nothing waits."""

    @property
    def game(self) -> Game:
        """The table now.

        Raises:
            LookupError: No game is on the table; pages that need one are never open then.
        """
        if self.timeline is None:
            raise LookupError("no game is on the table")
        return self.timeline.game

    @property
    def can_bring_back(self) -> bool:
        """Whether something was taken back that can come again."""
        return self.timeline is not None and bool(self.timeline.undone)


def is_guarded(model: Model) -> bool:
    """Whether guests are alone at a table in a café."""
    return model.preferences.kiosk and model.kiosk.staff_until is None


BUTTONS = 5
"""Player buttons on the panel, each with its colour and emblem; 0 is the first."""


def without_questions(model: Model) -> Model:
    """Return it without what is asked about the game on the table, as another one comes there."""
    return replace(model, doubt=None, slip=None)


def called(guest: Guest, model: Model) -> str:
    """Return what a guest is called: their name, or the colour of their button."""
    return visible(guest.name) or model.colour_names[guest.button]


def is_at_light(model: Model) -> bool:
    """Whether the game on the table is recorded partially."""
    return model.timeline is not None and model.timeline.ledger is not None
