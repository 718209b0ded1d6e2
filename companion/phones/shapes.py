"""What a table and the process that serves its phones tell each other, a JSON line each.

Nothing of a line belongs to a language: the process says it in that of each phone. Whatever hangs
on somebody's hidden points stands in their own part of the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.settings import PhonesSettings

MOST_PHONES = 12

MOST_LINE_BYTES = 65_536
"""No line of the table comes near; a longer one is none."""

Button = Annotated[int, Meta(ge=0, le=4)]

Number = Annotated[int, Meta(ge=0, le=2**53)]


class TileFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact of a sentence that is a tile, or several."""

    tile: str = ""
    tiles: Mapping[str, int] = {}
    """How many of each kind, where it is several."""


Fact = str | int | TileFact


class Said(msgspec.Struct, frozen=True):
    """A sentence: English words, which are also what is translated, and its facts."""

    sentence: str
    facts: Mapping[str, Fact] = {}


class Stage(Enum):
    """What phones show."""

    SEATS = "seats"
    """Who plays: a free seat may be taken."""
    GAME = "game"
    COUNT = "count"
    """An epoch is counted: everybody counts their own."""
    OVER = "over"
    AWAY = "away"
    """The table is closed, or does something that concerns no guest."""


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    button: Button
    name: str
    is_machine: bool = False
    has_phone: bool = False
    is_away: bool = False
    """Whether that phone shows nothing now: then another can ask for the seat."""
    asked: bool = False
    """Whether the question is theirs."""
    up: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    tiles: Mapping[str, int] = {}
    bid: int | None = None
    """Their sun in the auction that runs, overbid or not."""
    passed: bool = False
    done: bool = False
    """Whether they have counted."""
    points: int | None = None
    """Only where points are open, or after the end."""
    place: int | None = None


class Tie(msgspec.Struct, frozen=True):
    """Players with equal points, and what broke the tie."""

    points: int
    order: tuple[tuple[int, int], ...]
    """Each one's place among the seats and their highest sun, the winner first."""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as everybody sees it."""

    stage: Stage
    seen: int
    """The number of the last entry; while a table without a game is counted, the epoch."""
    asked: Said
    seats: tuple[SeatView, ...]
    token: str = ""
    """What is open at the table; it goes with a press."""
    free: tuple[int, ...] = ()
    """Buttons that nobody has taken, where somebody can sit down."""
    returning: tuple[int, ...] = ()
    """Buttons whose phone of the game before may have them again."""
    epoch: int = 0
    ra: int = 0
    ra_limit: int = 0
    centre: int | None = None
    track: tuple[str | None, ...] = ()
    lead: int | None = None
    """The highest sun of the auction that runs."""
    is_auction: bool = False
    card: tuple[Said, ...] = ()
    """The rules of the moment."""
    last: tuple[Said, ...] = ()
    """What was done last, where somebody's next decision hangs on it."""
    waits: Said | None = None
    """What must be answered at the table before anything else, while people sit down."""
    dealt: tuple[tuple[Said, int], ...] = ()
    """While suns are dealt: who begins, and what lies in the centre, each with its sun."""
    ties: tuple[Tie, ...] = ()
    """After the end, where points are shown."""
    home: str = ""
    """After the end: the link for the app BG Stats."""
    language: str = "en"
    nameless: Mapping[str, str] = {}
    """What the table calls those who have no name, and the English word for it."""


class CountView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has been counted for a player so far, and what is still to be counted."""

    tiles: Mapping[str, int]
    suns: tuple[int, ...] = ()
    in_play: tuple[int, ...] = ()
    before: int | None = None
    asks_before: bool = False
    done: bool = False


class Worth(msgspec.Struct, frozen=True):
    """What one category scores now, and why."""

    category: str
    points: int
    why: Said


class Hands(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody does with their things before the next epoch."""

    discard: Mapping[str, int]
    """How many of each kind they put into the box."""
    said: Said
    """That these are discarded, and with the track's tiles or not."""
    ra: Said
    """Where Ra tiles go, and the boat."""
    tokens: tuple[tuple[int, int], ...] | None = None
    """How many of each value they take, or give back if it is below 0; None: nobody may know."""
    starter: Said | None = None
    sun: int = 0
    """The sun with which the starter does."""


class Fixable(msgspec.Struct, frozen=True):
    """A tile that somebody drew, as long as they can say that it was another one."""

    at: int
    """Which entry it was."""
    space: int
    kinds: tuple[str, ...]
    """What it can have been."""


class Mendable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lot that somebody won, or what they discarded, as long as they can say otherwise."""

    at: int
    """Which entry it was."""
    said: Said
    suns: tuple[int, ...] = ()
    """With which it can have been won instead."""
    lose: int = 0
    """How many tiles were to be given up, of these."""
    losable: Mapping[str, int] = {}
    most: Said | None = None
    """Why no more than so many were."""


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs to one seat alone: what its owner can do, and may know."""

    draw: tuple[str, ...] = ()
    invoke: bool = False
    gods: tuple[int, ...] = ()
    end_gods: bool = False
    bids: tuple[int, ...] = ()
    dark: Said | None = None
    """Why no more of their suns can be."""
    may_pass: bool = False
    last: tuple[Said, ...] = ()
    """What their hands do with what they have just won."""
    late: tuple[int, ...] = ()
    """The suns that can be bid late, in an auction that was settled just now."""
    lose: int = 0
    """How many tiles must be given up."""
    losable: Mapping[str, int] = {}
    most: Said | None = None
    """Why no more than so many are."""
    press: Mapping[str, Said] = {}
    turns: bool = False
    """Whether a press turns the page of the table, which everybody reads."""
    undo: Said | None = None
    """What was done last on their phone, and can be taken back."""
    worth: tuple[Worth, ...] = ()
    scored: tuple[Worth, ...] | None = None
    """What the epoch that has just ended scored, until the next one begins."""
    goes_on: bool = False
    """Whether categories of it are still to come."""
    fix: Fixable | None = None
    """What they drew last."""
    mends: tuple[Mendable, ...] = ()
    """What they won last, and discarded since."""
    hands: Hands | None = None
    """Between two epochs, until they do the first thing in the next one."""
    start: int = 0
    """After the end: the points that they began with."""
    past: tuple[tuple[Worth, ...], ...] = ()
    """After the end: what each epoch has scored, the first one first."""
    points: int | None = None
    count: CountView | None = None
    is_asked: bool = False


class Answered(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to what a phone did."""

    phone: str
    number: Number
    why_not: Said | None = None


class TableLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the table: all there is to show, whole, each time something of it changes."""

    round: str
    """Which game, or that none is on the table; with another one the old code is worthless."""
    settings: PhonesSettings
    shown: Shown
    own: Mapping[str, Own] = {}
    """For each button that has a phone, as a digit."""
    seated: Mapping[str, str] = {}
    """The phone of each seat, by button."""
    asking: tuple[str, ...] = ()
    """The phones that wait for a yes at the table."""
    answers: tuple[Answered, ...] = ()


class HelloLine(msgspec.Struct, frozen=True):
    """The first line of the process; a fleet process, on the same socket, does not say this."""

    link: str = "off"
    phones: bool = True


class DeedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was done on a phone."""

    phone: str
    n: Number
    """Its own number: sent twice, it is done once."""
    seen: Number
    do: Mapping[str, msgspec.Raw]
    """One of ``companion.pages.phones.DEEDS``, and what was chosen."""
    seat: Button | None = None


class PhonesLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the process: how it can be reached, or a deed."""

    link: str | None = None
    """What the code says; None: as before."""
    address: str = ""
    watching: int = 0
    away: tuple[int, ...] = ()
    """The seats whose phone shows nothing now."""
    round: str = ""
    """The game for which the phones were seated so."""
    seated: Mapping[str, str] = {}
    """Whose each phone was when the table went away, by button."""
    deed: DeedLine | None = None
