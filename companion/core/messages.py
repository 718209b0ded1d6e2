"""Everything that can happen to the program, whatever it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

import msgspec

from companion.core.clock import PlayingTime
from companion.core.notices import Notice
from companion.rules.editions import Seat, Setup, Sun, Suns
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.core.commands import TileGroup
    from companion.core.model import Agreement, Guest, Loudness, OpenAuction, Rejected, TextSize
    from companion.core.page import Page
    from companion.rules.actions import Action
    from companion.rules.events import FixedPart
    from companion.rules.records.entries import Entry
    from companion.rules.records.timeline import Timeline


class Message(msgspec.Struct, frozen=True):
    """Something that happens to the program; in a café, guests may send it."""

    log: ClassVar[str] = ""
    """What the staff log calls it when staff do it; empty: nothing is written."""
    opens_door: ClassVar[bool] = False
    """Whether it may be sent at a table that is locked, to let staff in."""
    needs_light: ClassVar[bool] = True
    """Whether it is meant for what the screen shows: sent to a dark one, it only wakes it."""
    is_quick: ClassVar[bool] = False
    """Whether a finger may send it twice within a fifth of a second and mean it twice."""


class StaffMessage(Message, frozen=True):
    """What takes the staff's PIN at a table in a café."""


class MachineMessage(Message, frozen=True):
    """What no person sends: it comes from a device, a file or the clock."""


class GameMessage(Message, frozen=True):
    """What means nothing without a game."""


class Tick(MachineMessage, frozen=True):
    """Time has passed."""

    at: float


class Play(Message, frozen=True):
    """Somebody did something that the rules know."""

    action: Action


class Enter(Message, frozen=True):
    """Exactly this entry is made, as a record has it: nothing follows from it by itself."""

    entry: Entry


class TagSeen(Message, frozen=True):
    """The bag reader has seen a tag that was not there before."""

    needs_light: ClassVar[bool] = False

    uid: str
    at: float
    """When, in seconds of the monotonic clock."""


class Rejecting(MachineMessage, frozen=True):
    """A reading was refused and said to be; it is kept beside the entries."""

    rejected: Rejected


class TakeBack(Message, frozen=True):
    """The last this many actions are taken back; a half-made choice is given up first."""

    actions: int = 1


class BringBack(Message, frozen=True):
    """The last so many actions that were taken back stand again."""

    actions: int = 1


class OpenGroup(GameMessage, frozen=True):
    """The drawn tile is one of this group."""

    group: TileGroup


class TypeDigits(Message, frozen=True):
    """These digits were typed, and one more can follow."""

    is_quick: ClassVar[bool] = True

    digits: str


class TypeApart(Message, frozen=True):
    """Two numbers were typed one after the other: together they are nothing that can be done."""

    first: Message
    second: Message


class TurnDial(Message, frozen=True):
    """The dial was turned by this many detents; negative is left."""

    opens_door: ClassVar[bool] = True
    is_quick: ClassVar[bool] = True

    steps: int


class PushDial(Message, frozen=True):
    """What the dial points at is chosen."""

    opens_door: ClassVar[bool] = True


class StepSun(GameMessage, frozen=True):
    """A player's next higher sun leads; at the partial table it is only stepped to."""

    seat: Seat


class StepTogether(GameMessage, frozen=True):
    """Two players have stepped to a sun at the same time: the order of bidding decides."""

    seats: tuple[Seat, Seat]
    """In the order in which they pressed; the first has stepped already."""


class TakeSun(GameMessage, frozen=True):
    """This sun leads, whoever holds it; at the partial table it has won."""

    sun: Sun
    settles: bool = True
    """Whether it settles an auction in which nobody can bid any more."""


class CallPass(GameMessage, frozen=True):
    """A player passes aloud; entering it is optional."""

    seat: Seat


class AuctionStillOpen(Message, frozen=True):
    """Somebody goes on although the auction is still open."""


class DismissResult(Message, frozen=True):
    """Who won the lot has been seen: the game goes on."""


class SettleAuction(Message, frozen=True):
    """Nobody bids any more: the auction is settled."""


class UseGods(GameMessage, frozen=True):
    """The player in turn will use a god."""


class ChooseLoss(GameMessage, frozen=True):
    """One tile of this kind is given up to the disaster."""

    tile: Tile
    is_kept: bool = False
    """Whether it was chosen already, and stays after all."""


class Join(Message, frozen=True):
    """The owner of this button sits down; who sits already gives a name, or has given it."""

    button: int


class LeaveSeat(Message, frozen=True):
    """The owner of this button does not play after all."""

    button: int


BACKSPACE = "\b"
"""Takes the last character away, whatever is typed."""


class TypeName(Message, frozen=True):
    """A character was typed into a name; a backspace takes the last one away."""

    is_quick: ClassVar[bool] = True

    text: str


class TakeLetter(Message, frozen=True):
    """A letter on the screen was taken into a name; a mark changes the letter before it."""

    is_quick: ClassVar[bool] = True

    letter: str


class TakeName(Message, frozen=True):
    """Whoever is being named has this name, which was used before."""

    name: str


class NextAlphabet(Message, frozen=True):
    """The letters on the screen are those of another language."""


class Agree(Message, frozen=True):
    """The options are these."""

    agreement: Agreement


class SetGroup(Message, frozen=True):
    """A guest has the next group of suns of the rulebook's table that nobody has."""

    place: int


class LayOutSun(Message, frozen=True):
    """This sun, and so its whole group, lies before the guest who is asked."""

    sun: Sun


class DealByHand(Message, frozen=True):
    """People have dealt the suns themselves, or the screen has after all."""

    is_by_hand: bool


class Begin(Message, frozen=True):
    """The game begins with those who have joined."""


class Rematch(Message, frozen=True):
    """The same people play again, with the same options."""


class TakeSuns(MachineMessage, frozen=True):
    """The suns have been dealt by the screen: everybody takes theirs."""

    guests: tuple[Guest, ...]
    suns: tuple[Suns, ...]
    """For each guest their suns, ascending."""


class Dealt(MachineMessage, frozen=True):
    """Everybody has their suns and the game is agreed."""

    setup: Setup
    guests: tuple[Guest, ...]
    agreement: Agreement


class Resumed(MachineMessage, frozen=True):
    """A kept game is on the table again."""

    timeline: Timeline
    guests: tuple[Guest, ...]
    agreement: Agreement
    notices: tuple[Notice, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    clock: PlayingTime = PlayingTime()
    auction: OpenAuction | None = None
    """What was called in the auction that runs."""


class GoOn(Message, frozen=True):
    """The game that was left last goes on; where there are several, one of them is chosen."""


class SavedGame(msgspec.Struct, frozen=True):
    """A game that was left unfinished."""

    game: str
    """Its id."""
    left: str
    """When the last was entered, as ``2026-01-02 20:15``, by the clock on the wall."""
    setup: Setup
    guests: tuple[Guest, ...]
    epoch: int


class SavedGamesFound(MachineMessage, frozen=True):
    """Several games can go on; the newest comes first."""

    games: tuple[SavedGame, ...]


class Remembered(MachineMessage, frozen=True):
    """What earlier evenings left behind."""

    known_names: tuple[str, ...] = ()
    """Names used before, the latest first."""
    last_guests: tuple[Guest, ...] = ()
    kept: bool = False
    """Whether a game was left unfinished and can go on."""


class GoTo(Message, frozen=True):
    """Another page is asked for."""

    page: Page


class Route(Enum):
    """A page that others lead to. Pages name it, and never import one another."""

    DEALING = "dealing"
    END_EARLY = "end early"
    EPOCH = "epoch"
    FINALE = "finale"
    FIX = "fix panel"
    FIX_ENTRY = "fix entry"
    HELP = "help"
    HISTORY = "history"
    JOINING = "joining"
    MENU = "menu"
    PARTIAL_TABLE = "partial table"
    PHONES = "phones"
    RULES = "rules"
    SEATING = "seating"
    SEATS = "seats"
    SHEET = "score sheet"
    STAFF = "staff"
    TABLE = "table"
    TALLY = "tally"
    TROUBLES = "troubles"
    WELCOME = "welcome"
    WORTH = "what scores now"


class Open(Message, frozen=True):
    """Open a page as it is when nothing has happened on it yet."""

    route: Route
    given: tuple[object, ...] = ()
    """What the page is about, if it must be told."""


class AskStaff(Message, frozen=True):
    """The sign of the staff: Ra and the dial together, the four corners, or a key."""

    needs_light: ClassVar[bool] = False
    opens_door: ClassVar[bool] = True


class Next(Message, frozen=True):
    """Go on: the next category, the next place, back to the table."""

    opens_door: ClassVar[bool] = True


class Leave(Message, frozen=True):
    """The game is kept and the start page shown."""


class NextLanguage(Message, frozen=True):
    """The table will speak another of the languages, this many steps on."""

    steps: int


class SetLanguage(MachineMessage, frozen=True):
    """The table speaks this language from now on; its fields are those of ``Preferences``."""

    language: str
    colour_names: tuple[str, ...]
    tile_keys: Mapping[Tile, str]
    machine_names: tuple[str, ...]


class TakePointed(Message, frozen=True):
    """The one button: take what is pointed at."""


class SetPreference(Message, frozen=True):
    """People prefer this from now on."""

    log: ClassVar[str] = "set how it looks or sounds"

    name: str
    """The field of ``Preferences``."""
    value: str | bool | TextSize | Loudness


class ReadTable(Message, frozen=True):
    """Somebody who cannot see the table wants it read aloud."""


class RepeatSpeech(Message, frozen=True):
    """Somebody missed what was spoken last."""


class Quit(StaffMessage, frozen=True):
    """The program is asked to leave."""

    log: ClassVar[str] = "ended the program"


class ShowCard(Message, frozen=True):
    """The rules card is asked for, or put away again."""


class Peek(Message, frozen=True):
    """A player looks at their own points, until the button is let go."""

    is_quick: ClassVar[bool] = True

    seat: Seat


class EndPeek(Message, frozen=True):
    """The player's button is let go."""


class Refused(Message, frozen=True):
    """A control was used that does nothing now."""


class Mention(MachineMessage, frozen=True):
    """This is worth saying once; it goes away by itself."""

    notice: Notice


class Trouble(MachineMessage, frozen=True):
    """Something is wrong, or was said to be."""

    notice: Notice


class TroubleOver(MachineMessage, frozen=True):
    """A trouble of this kind is over."""

    notice: Notice


class NotWritten(MachineMessage, frozen=True):
    """The event could not be saved, so it did not happen."""

    notice: Notice


class Search(msgspec.Struct, frozen=True):
    """The search for games; empty fields do not matter."""

    player: str = ""
    edition: str = ""
    month: str = ""
    """As ``2026-01``."""
    skip: int = 0
    """How many of the newest matches are skipped."""


class FindGames(StaffMessage, frozen=True):
    """A message: these games are asked for."""

    search: Search = Search()


class OpenPast(StaffMessage, frozen=True):
    """A message: somebody wants to look at this game."""

    log: ClassVar[str] = "looked at other games"

    game: str


class GoOnWith(StaffMessage, frozen=True):
    """A message: resume this game, which was left."""

    log: ClassVar[str] = "let a kept game go on"

    game: str


class ShowStatistics(StaffMessage, frozen=True):
    """A message: the figures of somebody are asked for, or of the table."""

    log: ClassVar[str] = "looked at other games"

    who: str = ""
    """Whose; empty: the figures of the table."""


class OpenReview(Message, frozen=True):
    """A message: somebody wants to look back at the game that they see, or have just played."""


class ShareLink(MachineMessage, frozen=True):
    """A message: the game on the table has been written down to its end, and can be taken home."""

    link: str
    """For the app BG Stats."""
    seq: int
    """How many entries it had."""


class CheckBox(StaffMessage, frozen=True):
    """The box is to be counted."""


class BoxDone(StaffMessage, frozen=True):
    """This is what the box holds."""

    log: ClassVar[str] = "counted the box"


class OpenFixPanel(Message, frozen=True):
    """Something that was touched lies otherwise: the fix panel is asked for, open at that thing."""

    part: FixedPart
    """A space of the auction track, or what a player has."""
    whose: int
    """Which space, or whose."""


class BeginUnderWay(Message, frozen=True):
    """People who are already playing: their game comes to the table as far as it is known."""


class Restart(Message, frozen=True):
    """The same people start over; the game is kept."""


class StepUp(Message, frozen=True):
    """Every tile is entered from now on; what is missing for that is asked."""
