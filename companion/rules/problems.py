"""What is wrong with an action, a setup, a table or a file: a sentence, its facts, and where.

The sentence is an English template, which is also what is translated; the facts stay values (names,
tiles, numbers), so that each language can put them in its own words.
"""

from collections.abc import Mapping
from enum import StrEnum, unique

import msgspec

from companion.i18n import Sentences

Fact = str | int
"""A name, a tile (``Tile`` is a string), or a number."""

Place = tuple[str | int, ...]
"""The keys and positions that lead to a value in a file; positions are counted from 0."""


@unique
class Why(Sentences):
    """Every reason for a refusal; the value says it to a player."""

    PLAYER_COUNT = "Ra is for 2 to 5 players, not {players}"
    NAME_TOO_LONG = "the name of player {place} is too long: use at most {most} characters"
    NAME_STEERS = "the name of player {place} contains control characters: delete them"
    NEEDS_VARIANT = (
        "the 1999 edition is for 3 to 5 players: for two, choose a two-player split of the suns"
    )
    RA_LIMIT = "a Ra track of {limit} is impossible: count 1 to {most} spaces on your board"
    SUN_GROUPS = "{players} players need {players} groups of suns, not {groups}"
    SUNS_EACH = "{name} needs {each} suns, not {suns}"
    SUN_TWICE = "sun {sun} appears {times} times ({owners}), but there is only one"
    SUN_NOT_IN_PLAY = "sun {sun} is not dealt to {players} players"

    GAME_OVER = "the game is over"
    AUCTION_RUNNING = "an auction is under way: {name} bids or passes first"
    NO_AUCTION = "no auction is under way: it is the turn of {name}"
    GODS_OPEN = "{name} is using God tiles: take another tile or end the turn first"
    NO_GOD_USED = "{name} has used no God tile this turn, so there is nothing to end"
    MUST_DISCARD = "{name} must first discard tiles to {disaster}"
    NOTHING_TO_DISCARD = "no disaster is waiting for tiles"

    TRACK_FULL = "the auction track is full: {name} must invoke Ra"
    TRACK_FULL_GOD = "the auction track is full: {name} must invoke Ra or use a God tile"
    NONE_LEFT = "all {copies} {tile} tiles are already out of the bag"
    NO_GOD = "{name} has no God tile"
    NO_SUCH_SLOT = "the auction track has spaces 1 to 8, not {slot}"
    EMPTY_SLOT = "there is no tile on space {slot} of the auction track"
    GOD_TAKES_NO_GOD = "a God tile cannot take a God tile"

    NOT_OWN_SUN = "{name} has no face-up sun {sun}"
    TOO_LOW = "{name} must bid higher than {best}, and {sun} is not"
    NO_HIGHER_SUN = "{name} has no sun higher than {best}"
    MUST_BID = "{name} invoked Ra and nobody has bid, so {name} must bid"
    BIDS_ENTERED = "bids are already being entered one by one: continue with {name}"
    NOBODY_HAS_SUN = "no player has sun {sun} face up"

    NOTHING_TO_UNDO = "nothing to undo"
    NOTHING_TO_REDO = "nothing to redo"
    FEWER_TO_UNDO = "no more than {events} can be undone"
    FEWER_TO_REDO = "no more than {events} can be redone"

    SAME_LEVEL = "this game is already recorded at this level"
    COUNTED_BY_ITSELF = "every tile is entered, so the screen scores the epoch itself"
    NOTHING_TO_FIX = "the screen already shows this"
    NO_SUCH_SEAT = "there is no seat {seat}: {players} players have seats from 0 up"
    NO_SUCH_SUN = "there is no sun {sun}: they go from 1 to {highest}"
    FIX_NO_SUNS = "at least one player must have a sun"
    FIX_OVER = "only the end of the third epoch ends the game"
    NO_SUCH_EPOCH = "there is no epoch {epoch}: a game has three"
    FIX_RA = "{number} Ra tiles cannot lie on a track of {limit}"
    FIX_TRACK = "the auction track has {slots} spaces, and no Ra tiles go on it"
    FIX_TOO_MANY = "{name} cannot have more than {most} tiles of a kind"
    NO_SUCH_POINTS = "{name} can have 0 to {most} points"
    NO_SUCH_ENTRY = "there is no entry {seq} to correct"
    NO_LONGER_FITS = "entry {seq} no longer fits after the correction"

    DISCARD_COUNT = "{name} must discard {must} tiles to {disaster}, not {given}"
    DISCARD_FAMILY = "{disaster} does not take {tile}"
    DISCARD_NOT_OWNED = "{name} does not have that many {tile} tiles"

    NOT_AT_LIGHT = "a partial record has only Ra tiles, auctions and epoch ends"
    SCORES_ONLY = "only points are recorded now: choose another level to enter this"
    AUCTION_OPEN = "an auction is under way: first enter who won, or that everybody passed"
    ROOM_ON_TRACK = "the auction track has room, so the player who invoked Ra must bid"
    NO_ROOM = "the auction track is full: no tile can be drawn until some are taken"
    SUN_NOT_FREE = "nobody can have won with sun {sun}"
    TALLY_FIRST = "the epoch is over: first enter what everybody has"
    EPOCH_RUNNING = "first enter that the epoch is over"
    TALLY_ROWS = "each of the {players} players needs exactly one line in the tally"
    STAYS_WITH_NOBODY = "{name} cannot have {tile}: nobody keeps such a tile"
    BEFORE_MISSING = "the points of {name} before epoch {epoch} are missing"
    NO_SUCH_TILE = "{name} has a tile that is not in the box: {tile}"
    NEGATIVE = "{name} cannot have {number} of {tile}: a number cannot be negative"
    TOO_MANY_SUNS = "{name} cannot have {suns} suns: the most is {most}"
    SUNS_MISSING = "the suns of {name} are missing: the third epoch compares them"
    SUNS_UNEQUAL = "all players have the same number of suns, but here: {owners}"
    TOO_MANY_TILES = "the box has {copies} {tile} tiles, but the sheet has {number} ({owners})"

    EPOCH_UNKNOWN = "first enter which epoch this is"
    SUNS_UNKNOWN = "first say which suns {name} has"
    TILES_UNKNOWN = "first say which tiles {name} has"
    SCORE_UNKNOWN = "first say how many points {name} has"
    CENTRE_UNKNOWN = "first say which sun is in the centre"
    RA_COUNT_UNKNOWN = "first say how many Ra tiles are on the Ra track"
    TURN_UNKNOWN = "first say whose turn it is"
    TRACK_UNKNOWN = "first say which tiles are on the auction track"


OFF_THE_TABLE = frozenset(
    {
        *(Why.PLAYER_COUNT, Why.NAME_TOO_LONG, Why.NAME_STEERS, Why.RA_LIMIT),
        *(Why.SUN_GROUPS, Why.NO_SUCH_SLOT, Why.FEWER_TO_UNDO, Why.FEWER_TO_REDO),
        *(Why.COUNTED_BY_ITSELF, Why.NO_SUCH_SEAT, Why.NO_SUCH_SUN, Why.NO_SUCH_EPOCH),
        *(Why.FIX_RA, Why.FIX_TRACK, Why.NO_SUCH_ENTRY, Why.TALLY_ROWS, Why.STAYS_WITH_NOBODY),
        *(Why.BEFORE_MISSING, Why.NO_SUCH_TILE, Why.NEGATIVE, Why.TOO_MANY_SUNS),
        *(Why.SUNS_MISSING, Why.SUNS_UNEQUAL),
        *(Why.SUNS_UNKNOWN, Why.TILES_UNKNOWN, Why.SCORE_UNKNOWN, Why.CENTRE_UNKNOWN),
        *(Why.RA_COUNT_UNKNOWN, Why.TURN_UNKNOWN, Why.TRACK_UNKNOWN),
    }
)
"""What only a file or a program can ask for, since no page offers it: these stay in English."""


@unique
class Unreadable(StrEnum):
    """Why a text is no record or score sheet: said where files are named, in English."""

    NEWER = "record version {version} is not supported, only {known}: use a newer Ra Companion"
    NO_HEADER = "not the first line of a game record: {reason}"
    NO_EVENT = "not an event of a game record: {reason}"
    NOT_ONE = "one event per line, not {events}: {known}"
    TWICE = "the same line is corrected twice"
    NO_ACTION = "a line can only be replaced by something a player or the bag did"
    TRACK = '"lane" lists what is on the track when the level becomes "full"'
    ALL_KNOWN = 'nothing can be "unknown" at the level "full"'
    AUCTION = '"ra_player" and "reason" belong in the phase "auction", and only there'
    EMPTY = "the file is empty: the first line of a game record is its header"
    BLANK = "a game record has no blank lines: delete this one"
    LONG_LINE = "a line of a game record has at most {most} bytes: is this the right file?"
    IS_SHEET = "this is a score sheet, not a game record: use `ra-companion score`"
    IS_RECORD = "this is a game record, not a score sheet: use `ra-companion replay`"
    LONG_SHEET = "a score sheet has at most {most} bytes: is this the right file?"
    NO_SHEET = "not a score sheet: {reason}"


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, its facts apart from its words."""

    sentence: Sentences | StrEnum
    facts: Mapping[str, Fact] = {}
    place: Place = ()
    """Where in a file, if it is one with places."""

    def __hash__(self) -> int:
        return hash((self.sentence, frozenset(self.facts.items()), self.place))

    def __str__(self) -> str:
        return self.sentence.value.format_map(
            {key: getattr(fact, "english", fact) for key, fact in self.facts.items()}
        )


class Refused(ValueError):
    """Something is refused; ``str()`` gives every reason in English."""

    def __init__(self, *problems: Problem, said: str = "") -> None:
        super().__init__(said or "; ".join(map(str, problems)))
        self.problems = problems
        """Every reason, with its facts apart from its words."""

    @property
    def problem(self) -> Problem:
        """The first reason."""
        return self.problems[0]


class IllegalAction(Refused):
    """The rules do not allow this action now; ``str()`` says who, what and why not."""


class BadSetup(Refused):
    """A game cannot begin with this setup; ``str()`` gives every reason."""


class BadLine(Refused):
    """A line does not belong to a game record."""


class BadSheet(Refused):
    """A text is no score sheet; ``str()`` says why."""


class IllegalSheet(Refused):
    """A score sheet says what is impossible on a table; ``str()`` gives every reason."""
