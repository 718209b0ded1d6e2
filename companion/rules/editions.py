"""Editions, options, groups of suns, the length of the Ra track (rules sections 1.1 and 1.14)."""

from enum import Enum
from types import MappingProxyType
from typing import NewType

import msgspec

from companion.rules import checks
from companion.rules.names import steers
from companion.rules.problems import BadSetup, Problem, Why

Sun = int
"""The number on a sun disc, 1 to 16."""

Seat = NewType("Seat", int)
"""A player's place, counted clockwise from 0."""

CENTRE_SUN = Sun(1)
"""The disc that is on the board when the game begins (R-SET-4)."""

STARTING_SCORE = 10
"""Two scoring tokens of 5 points each (R-SET-3, D-08)."""

LONGEST_NAME = 500
"""In characters; anything longer is not a name."""


class Edition(Enum):
    """Which box is on the table: its rulebook's words and its presets."""

    ALEA_1999 = "alea1999"
    RGG_2009 = "rgg2009"
    WINDRIDER_2016 = "windrider2016"
    C25 = "c25"


class Split(Enum):
    """How the nine discs of two players are divided (D-02)."""

    RAZZIA = "razzia"
    BAUMER = "baumer"
    BGG = "bgg"


class NoPenalty(Enum):
    """When two players do not pay the penalties for being last (D-04, R-SCO-5)."""

    OFF = "off"
    FINAL_ONLY = "final_only"
    EVERY_EPOCH = "every_epoch"


class RaDisplay(Enum):
    """How the Ra track counts: a boat that moves, or tiles laid down (D-05)."""

    BOAT = "boat"
    TILES = "tiles"


class EpochNames(Enum):
    """What the three epochs are called (D-40)."""

    NUMBERS = "numbers"
    KINGDOMS = "kingdoms"


Suns = tuple[Sun, ...]


def _groups(text: str) -> tuple[Suns, ...]:
    return tuple(
        tuple(sorted(Sun(int(number)) for number in group.split("-"))) for group in text.split()
    )


TWO_PLAYER_GROUPS = MappingProxyType(
    {
        Split.RAZZIA: _groups("9-6-5-2 8-7-4-3"),
        Split.BAUMER: _groups("9-6-4-2 8-7-5-3"),
        Split.BGG: _groups("9-6-4-3 8-7-5-2"),
    }
)

SUN_GROUPS = MappingProxyType(
    {
        2: TWO_PLAYER_GROUPS[Split.RAZZIA],
        3: _groups("13-8-5-2 12-9-6-3 11-10-7-4"),
        4: _groups("13-6-2 12-7-3 11-8-4 10-9-5"),
        5: _groups("16-7-2 15-8-3 14-9-4 13-10-5 12-11-6"),
    }
)
"""The fixed groups by number of players, in the order of the rulebook's table (R-SET-5)."""

RA_LIMITS = MappingProxyType({2: 6, 3: 8, 4: 9, 5: 10})
"""How many Ra tiles end an epoch (R-SET-8, D-03)."""

LONGEST_RA_TRACK = 10
"""With three times this many Ra tiles drawn the bag still cannot run empty (R-SET-8)."""


def ra_display(edition: Edition) -> RaDisplay:
    """Return how this edition's Ra track counts (D-05)."""
    return RaDisplay.BOAT if edition is Edition.C25 else RaDisplay.TILES


def epoch_names(edition: Edition) -> EpochNames:
    """Return what this edition calls its epochs (D-40)."""
    return EpochNames.NUMBERS if edition is Edition.C25 else EpochNames.KINGDOMS


def sun_groups(players: int, split: Split = Split.RAZZIA) -> tuple[Suns, ...]:
    """Return the groups of suns that are dealt to this many players (R-SET-5)."""
    return TWO_PLAYER_GROUPS[split] if players == min(SUN_GROUPS) else SUN_GROUPS[players]


def suns_in_play(players: int) -> Suns:
    """Return all discs that this many players use, including the one in the centre (R-SET-7)."""
    return (CENTRE_SUN, *sorted(sun for group in SUN_GROUPS[players] for sun in group))


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What people may choose before a game; None follows the rulebook."""

    edition: Edition = Edition.C25
    suns: tuple[tuple[int, ...], ...] | None = None
    """Each seat's discs, if they were dealt by hand."""
    ra_limit: int | None = None
    """The steps of the owner's own board, if counted."""
    two_player_split: Split | None = None
    two_player_no_penalty: NoPenalty = NoPenalty.OFF


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is agreed before the first turn."""

    players: tuple[str, ...]
    """Names in clockwise order; seats are counted from 0."""
    suns: tuple[Suns, ...]
    """Each seat's discs, ascending."""
    ra_limit: int
    """How many Ra tiles end an epoch."""
    options: Options
    """What was chosen, from which the rest follows."""

    @property
    def edition(self) -> Edition:
        """Which box is on the table."""
        return self.options.edition

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(Seat(seat) for seat in range(len(self.players)))


DEFAULTS = Options()


def setup(players: tuple[str, ...], options: Options = DEFAULTS) -> Setup:
    """Return the setup for these players, with the rulebook's defaults for what was not chosen.

    Raises:
        BadSetup: Something does not fit; all reasons are given at once (E-04, R-SET-1 … 8).
    """
    mistakes = tuple(_mistakes(players, options))
    if mistakes:
        raise BadSetup(*mistakes)
    number = len(players)
    groups = sun_groups(number, options.two_player_split or Split.RAZZIA)
    chosen = groups if options.suns is None else options.suns
    return Setup(
        players=players,
        suns=tuple(tuple(sorted(Sun(sun) for sun in group)) for group in chosen),
        ra_limit=RA_LIMITS[number] if options.ra_limit is None else options.ra_limit,
        options=options,
    )


def _mistakes(players: tuple[str, ...], options: Options) -> list[Problem]:
    if len(players) not in SUN_GROUPS:
        return [Problem(Why.PLAYER_COUNT, {"players": len(players)})]
    steering = [place for place, name in enumerate(players, start=1) if steers(name)]
    if steering:  # no other sentence may repeat such a name
        return [Problem(Why.NAME_STEERS, {"place": place}) for place in steering]
    return [
        *(
            Problem(Why.NAME_TOO_LONG, {"place": place, "most": LONGEST_NAME})
            for place, name in enumerate(players, start=1)
            if len(name) > LONGEST_NAME
        ),
        *_two_player_mistakes(len(players), options),
        *_limit_mistakes(options.ra_limit),
        *_sun_mistakes(players, options.suns),
    ]


def _two_player_mistakes(players: int, options: Options) -> list[Problem]:
    """Two players need a variant in the 1999 edition (D-01); with more, options have no effect."""
    variant = (
        options.two_player_split is not None
        or options.ra_limit is not None
        or options.two_player_no_penalty is not NoPenalty.OFF
    )
    if players == min(SUN_GROUPS) and options.edition is Edition.ALEA_1999 and not variant:
        return [Problem(Why.NEEDS_VARIANT)]
    return []


def _limit_mistakes(ra_limit: int | None) -> list[Problem]:
    if ra_limit is None or 1 <= ra_limit <= LONGEST_RA_TRACK:
        return []
    return [Problem(Why.RA_LIMIT, {"limit": ra_limit, "most": LONGEST_RA_TRACK})]


def _sun_mistakes(
    players: tuple[str, ...], suns: tuple[tuple[int, ...], ...] | None
) -> list[Problem]:
    if suns is None:
        return []
    number = len(players)
    if len(suns) != number:
        return [Problem(Why.SUN_GROUPS, {"players": number, "groups": len(suns)})]
    return [
        *checks.suns_each(players, suns, len(SUN_GROUPS[number][0])),
        *checks.once(players, suns, suns_in_play(number)[1:]),
    ]
