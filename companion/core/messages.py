"""Everything that can happen to the program, whatever it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from companion.core.clock import PlayingTime
from companion.core.mnemonics import TILE_KEYS, TileGroup
from companion.core.notices import Notice
from companion.core.preferences import MACHINES, Loudness
from companion.core.session import Agreement, Guest, Rejected
from companion.rules.editions import Seat, Setup, Sun, Suns
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.core.page import Page
    from companion.pages.messages import Message as Message  # noqa: PLC0414 - handed on
    from companion.rules.actions import Action
    from companion.rules.records.shapes import Entry
    from companion.rules.records.timeline import Timeline
else:
    Message = msgspec.Struct


class Tick(msgspec.Struct, frozen=True):
    """Time has passed."""

    at: float


class Play(msgspec.Struct, frozen=True):
    """Somebody did something that the rules know."""

    action: Action


class Enter(msgspec.Struct, frozen=True):
    """Exactly this entry is made, as a record has it: nothing follows from it by itself."""

    entry: Entry


class TagSeen(msgspec.Struct, frozen=True):
    """The bag reader has seen a tag that was not there before."""

    uid: str
    at: float
    """When, in seconds of the monotonic clock."""


class Rejecting(msgspec.Struct, frozen=True):
    """A reading was refused and said to be; it is kept beside the entries."""

    rejected: Rejected


class TakeBack(msgspec.Struct, frozen=True):
    """The last this many actions are taken back; a half-made choice is given up first."""

    actions: int = 1


class BringBack(msgspec.Struct, frozen=True):
    """The last so many actions that were taken back stand again."""

    actions: int = 1


class OpenGroup(msgspec.Struct, frozen=True):
    """The drawn tile is one of this group."""

    group: TileGroup


class TurnDial(msgspec.Struct, frozen=True):
    """The dial was turned by this many detents; negative is left."""

    steps: int


class PushDial(msgspec.Struct, frozen=True):
    """What the dial points at is chosen."""


class StepSun(msgspec.Struct, frozen=True):
    """A player's next higher sun leads; at the partial table it is only stepped to."""

    seat: Seat


class StepTogether(msgspec.Struct, frozen=True):
    """Two players have stepped to a sun at the same time: the order of bidding decides."""

    seats: tuple[Seat, Seat]
    """In the order in which they pressed; the first has stepped already."""


class TakeSun(msgspec.Struct, frozen=True):
    """This sun leads, whoever holds it; at the partial table it has won."""

    sun: Sun


class CallPass(msgspec.Struct, frozen=True):
    """A player passes aloud; entering it is optional."""

    seat: Seat


class AuctionFirst(msgspec.Struct, frozen=True):
    """Somebody goes on although the auction is still open."""


class SeeOn(msgspec.Struct, frozen=True):
    """Who won the lot has been seen: the game goes on."""


class RestPass(msgspec.Struct, frozen=True):
    """Nobody bids any more: the auction is settled."""


class UseGods(msgspec.Struct, frozen=True):
    """The player in turn will use a god."""

    slot: int | None = None
    """Which tile it may take, 0 to 7, if one was touched: it is pointed at, and not taken yet."""


class ChooseLoss(msgspec.Struct, frozen=True):
    """One tile of this kind is given up to the disaster."""

    tile: Tile
    is_kept: bool = False
    """Whether it was chosen already, and stays after all."""


class Join(msgspec.Struct, frozen=True):
    """The owner of this button sits down; who sits already gives a name, or has given it."""

    button: int


class LeaveSeat(msgspec.Struct, frozen=True):
    """The owner of this button does not play after all."""

    button: int


BACKSPACE = "\b"
"""Takes the last character away, whatever is typed."""


class TypeName(msgspec.Struct, frozen=True):
    """A character was typed into a name; a backspace takes the last one away."""

    text: str


class TakeLetter(msgspec.Struct, frozen=True):
    """A letter on the screen was taken into a name; a mark changes the letter before it."""

    letter: str


class TakeName(msgspec.Struct, frozen=True):
    """Whoever is being named has this name, which was used before."""

    name: str


class NextAlphabet(msgspec.Struct, frozen=True):
    """The letters on the screen are those of another language."""


class Agree(msgspec.Struct, frozen=True):
    """The options are these."""

    agreement: Agreement


class SetGroup(msgspec.Struct, frozen=True):
    """A guest has the next group of suns of the rulebook's table that nobody has."""

    place: int


class LayOutSun(msgspec.Struct, frozen=True):
    """This sun, and so its whole group, lies before the guest who is asked."""

    sun: Sun


class DealByHand(msgspec.Struct, frozen=True):
    """People have dealt the suns themselves, or the screen has after all."""

    is_by_hand: bool


class Begin(msgspec.Struct, frozen=True):
    """The game begins with those who have joined."""


class Rematch(msgspec.Struct, frozen=True):
    """The same people play again, with the same options."""


class TakeSuns(msgspec.Struct, frozen=True):
    """The suns have been dealt by the screen: everybody takes theirs."""

    guests: tuple[Guest, ...]
    suns: tuple[Suns, ...]
    """For each guest their suns, ascending."""


class Dealt(msgspec.Struct, frozen=True):
    """Everybody has their suns and the game is agreed."""

    setup: Setup
    guests: tuple[Guest, ...]
    agreement: Agreement


class Resumed(msgspec.Struct, frozen=True):
    """A kept game is on the table again."""

    timeline: Timeline
    guests: tuple[Guest, ...]
    agreement: Agreement
    notices: tuple[Notice, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    """The readings that were refused in it."""
    clock: PlayingTime = PlayingTime()
    """How long it was played."""


class GoOn(msgspec.Struct, frozen=True):
    """The game that was left last goes on."""


class Remembered(msgspec.Struct, frozen=True):
    """What earlier evenings left behind."""

    known_names: tuple[str, ...] = ()
    """Names used before, the latest first."""
    last_guests: tuple[Guest, ...] = ()
    """Who played last."""
    kept: bool = False
    """Whether a game was left unfinished and can go on."""


class GoTo(msgspec.Struct, frozen=True):
    """Another page is asked for."""

    page: Page


class Door(Enum):
    """A page that can be offered before it is loaded."""

    MENU = "menu"
    RULES = "rules"
    SHEET = "score sheet"
    HELP = "help"
    TROUBLES = "troubles"


class Open(msgspec.Struct, frozen=True):
    """Open a page at its beginning; guests may open each of them."""

    door: Door


class AskStaff(msgspec.Struct, frozen=True):
    """The sign of the staff: Ra and the dial together, the four corners, or a key."""


class Next(msgspec.Struct, frozen=True):
    """Go on: the next category, the next place, back to the table."""


class Leave(msgspec.Struct, frozen=True):
    """The game is kept and the start page shown."""


class NextLanguage(msgspec.Struct, frozen=True):
    """The table will speak another of the languages, this many steps on."""

    steps: int


class SetLanguage(msgspec.Struct, frozen=True):
    """The table speaks this language from now on."""

    language: str
    colour_names: tuple[str, ...]
    tile_keys: Mapping[Tile, str] = TILE_KEYS
    machine_names: tuple[str, ...] = MACHINES


class SetTheme(msgspec.Struct, frozen=True):
    """The screen looks like this from now on."""

    theme: str


class SetTextScale(msgspec.Struct, frozen=True):
    """Letters are so much larger from now on."""

    scale: float


class SetBig(msgspec.Struct, frozen=True):
    """The table is shown for people who sit far away from now on, or no longer."""

    is_big: bool


class TakePointed(msgspec.Struct, frozen=True):
    """The one button: take what is pointed at."""


class SetLoudness(msgspec.Struct, frozen=True):
    """Sounds are so loud from now on."""

    loudness: Loudness


class SetClock(msgspec.Struct, frozen=True):
    """The time that was played is seen from now on, or no longer."""

    is_shown: bool


class SetSpoken(msgspec.Struct, frozen=True):
    """Everything that happens is said aloud from now on, or no longer."""

    is_spoken: bool


class ReadTable(msgspec.Struct, frozen=True):
    """Somebody who cannot see the table wants it read aloud."""


class Quit(msgspec.Struct, frozen=True):
    """The program is asked to leave."""


class ShowCard(msgspec.Struct, frozen=True):
    """The rules card is asked for, or put away again."""


class Peek(msgspec.Struct, frozen=True):
    """A player looks at their own points, until the button is let go."""

    seat: Seat


class EndPeek(msgspec.Struct, frozen=True):
    """The player's button is let go."""


class LeaveTileConflict(msgspec.Struct, frozen=True):
    """What contradicts the box is left as it is."""


class Refused(msgspec.Struct, frozen=True):
    """A control was used that does nothing now."""


class Mention(msgspec.Struct, frozen=True):
    """This is worth saying once; it goes away by itself."""

    notice: Notice


class Trouble(msgspec.Struct, frozen=True):
    """Something is wrong, or was said to be."""

    notice: Notice


class Healed(msgspec.Struct, frozen=True):
    """A trouble of this kind is over."""

    notice: Notice


class NotWritten(msgspec.Struct, frozen=True):
    """The event could not be saved, so it did not happen."""

    notice: Notice


AtTheTable = (
    Play
    | Enter
    | TagSeen
    | Rejecting
    | TakeBack
    | BringBack
    | OpenGroup
    | StepSun
    | StepTogether
    | TakeSun
    | CallPass
    | RestPass
    | SeeOn
    | AuctionFirst
    | UseGods
    | ChooseLoss
    | Peek
    | EndPeek
    | LeaveTileConflict
)
"""What people and readers say of a game, whatever page is open."""

BeforeAGame = Agree | Rematch | TakeSuns | Dealt | Resumed | GoOn | Remembered
"""What brings a game to the table, whatever page is open."""

OnOnePage = (
    Join
    | LeaveSeat
    | TypeName
    | TakeLetter
    | TakeName
    | NextAlphabet
    | SetGroup
    | LayOutSun
    | DealByHand
    | Begin
)
"""What only the page that is open can mean; elsewhere it means nothing."""

Anywhere = (
    Tick
    | TurnDial
    | PushDial
    | GoTo
    | Open
    | Next
    | Leave
    | NextLanguage
    | SetLanguage
    | SetTheme
    | SetTextScale
    | SetBig
    | TakePointed
    | SetLoudness
    | SetClock
    | SetSpoken
    | ReadTable
    | Quit
    | ShowCard
    | Refused
    | Mention
    | Trouble
    | Healed
    | NotWritten
)
"""What no room owns."""
