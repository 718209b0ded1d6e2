"""The program's state: the game, the page on the screen, what people prefer and are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Annotated, Concatenate, ParamSpec

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.core.clock import PlayingTime
from companion.core.commands import BUTTONS, TILE_KEYS
from companion.core.kiosk import Calling, Idle, Link, MissingPiece, Stick, UsbJob
from companion.core.messages import BACKSPACE
from companion.core.notices import Notice
from companion.core.page import Page
from companion.i18n import mark
from companion.i18n.languages import LANGUAGES
from companion.opponent.strength import Strength
from companion.rules.actions import Level
from companion.rules.auction import Calls
from companion.rules.editions import Options, Seat, Setup
from companion.rules.model import Game
from companion.rules.names import is_placeholder, unique, visible
from companion.rules.problems import Problem
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.core.messages import ShareLink
    from companion.pages.score_sheet.tally import SheetTally
    from companion.rules.actions import Choice
    from companion.rules.events import Event
    from companion.rules.partial import PartialGame
    from companion.rules.records.timeline import Step, Timeline


COLOURS = (mark("Blue"), mark("Green"), mark("Yellow"), mark("Orange"), mark("Pink"))
"""What the player buttons are called, in English words."""


MACHINES = (mark("Isis"), mark("Thoth"), mark("Horus"), mark("Ptah"))
"""What the seats are called that the table plays, in English words."""


class Loudness(Enum):
    """How loud the table is."""

    OFF = "off"
    NIGHT = "night"
    NORMAL = "normal"


class TextSize(Enum):
    """How large letters are, the smallest first."""

    NORMAL = "normal"
    LARGE = "large"
    LARGER = "larger"
    PRINT = "large_print"
    """The table shows less, large enough to be read from afar."""


class Choices(msgspec.Struct, frozen=True):
    """What people can set at the screen."""

    language: str = "en"
    theme: str = "night"
    text_size: TextSize = TextSize.NORMAL
    loudness: Loudness = Loudness.NORMAL
    has_clock: bool = False
    is_spoken: bool = False


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What the owner's settings and this evening's people prefer."""

    language: str = "en"
    colour_names: tuple[str, ...] = COLOURS
    """What players without a name are called, by button, in that language."""
    machine_names: tuple[str, ...] = MACHINES
    """What the seats are called that the table plays, in that language."""
    tile_keys: Mapping[Tile, str] = TILE_KEYS
    """The key of each kind of tile, by that language."""
    theme: str = "night"
    text_size: TextSize = TextSize.NORMAL
    sun_commit_seconds: float = 1.2
    """At the partial table: how long a stepped-to sun must stand before it counts; 0: only OK."""
    auction_settle_seconds: float = 0.0
    """How long after its last sun an auction settles itself; 0: only OK does it."""
    left_handed: bool = False
    """Keys for fingers stand where the left hand finds them."""
    scan_seconds: float = 0.0
    """One button does everything: how long each place is pointed at; 0: all buttons are used."""
    kiosk: bool = False
    """Guests may play, but not leave the program."""
    reduce_motion: bool = False
    """Everything is at its end at once: nothing slides, grows or pulses."""
    loudness: Loudness = Loudness.NORMAL
    has_clock: bool = False
    """Whether the time that was played is seen, and each player's share."""
    is_spoken: bool = False
    """Whether everything that happens is also said aloud."""


def choices(preferences: Preferences) -> Choices:
    """Return what people can set at the screen as it is now."""
    return Choices(**{name: getattr(preferences, name) for name in Choices.__struct_fields__})


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
    is_first: bool = False
    """Whether they have never played: rules are told while the game runs."""
    shows_worth: bool = False
    """Whether an auction says what its tiles are worth to each; only where points are open."""
    machines: int = 0
    """How many seats the table plays itself, of those that nobody has taken."""
    strength: Strength = Strength.STEADY


def seats_of_the_table(agreement: Agreement, people: int) -> int:
    """Return how many seats the table plays beside this many people.

    It plays only where every tile is entered: less would not tell it what lies on the table.
    """
    return min(agreement.machines, BUTTONS - people) if agreement.level is Level.FULL else 0


FEWEST_PLAYERS = 2
"""R-SET-1."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody who has pressed a button to play, or a seat that the table plays."""

    button: Annotated[int, Meta(ge=0, le=4)]
    """Which of the five player buttons is theirs, 0 to 4."""
    name: str = ""
    """Empty: called by the button's colour."""
    strength: Strength | None = None
    """How well the table plays this seat; None: a person does."""

    @property
    def is_person(self) -> bool:
        """Whether somebody sits there; else the table plays this seat."""
        return self.strength is None


class Peeking(msgspec.Struct, frozen=True):
    """A player looks at their own points."""

    seat: Seat
    since: float
    """When they began, in seconds of the monotonic clock."""


class Rejected(msgspec.Struct, frozen=True):
    """A tag was read and not taken: what the screen said of it."""

    uid: str
    why: Problem | Notice
    after: int
    """How many actions stood."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """The game on the table; another one comes there with its own."""

    timeline: Timeline | None = None
    agreement: Agreement = Agreement()
    """The agreement of this game, or the one proposed for the next."""
    clock: PlayingTime = PlayingTime()
    buttons: tuple[int, ...] = ()
    """For each seat its player button, 0 to 4."""
    peek: Peeking | None = None
    is_first: bool = False
    """Whether rules are told in the game on the table; the next one is nobody's first."""
    lesson: str = ""
    """The rule that is explained now, as its English sentence; empty if none is."""
    rejected: tuple[Rejected, ...] = ()
    """The readings of this game that were refused, the latest last."""
    last_guests: tuple[Guest, ...] = ()
    """Who plays here, or played last, for "the same people again"."""
    known_names: tuple[str, ...] = ()
    kept: bool = False
    """Whether a game was left unfinished that can go on."""
    share_link: ShareLink | None = None
    """What the game that ended last is taken home with, once its journal has been read."""


class Hardware(msgspec.Struct, frozen=True, kw_only=True):
    """What readers and wires have told; it outlives the game on the table."""

    tags: Mapping[str, str] = {}
    """What each tag of the box is on: the id of a kind of tile, ``sun-1`` … or ``ra_figure``."""
    last_tag: tuple[str, float] | None = None
    """The tag that was seen last, and when (monotonic seconds)."""
    wiring: Page | None = None
    """How far the pin wizard was when it was left before its end."""


class OpenAuction(msgspec.Struct, frozen=True):
    """What was called in the auction that runs, and is not written yet."""

    calls: Calls
    began: int
    """Which entry began the auction: with another auction it is over."""
    since: float = inf
    """When the last sun was called (monotonic seconds); infinite if only OK settles it."""
    written: int = 0
    """How many lines of its settlement are written already."""


class SettledAuction(msgspec.Struct, frozen=True):
    """An auction that was settled just now, and how it is opened again."""

    calls: Calls
    began: int
    lines: int
    """How many lines its settlement has written."""
    seq: int
    """How many entries there were then: with the next one it is past."""
    at: float
    """When, in seconds of the monotonic clock."""
    is_untouched: bool = False
    """Whether a touch means what is there now, and not any more what was there before."""
    is_seen: bool = False
    """Whether somebody has gone on since."""


class MachineMove(msgspec.Struct, frozen=True):
    """What the table has decided for a seat that it plays."""

    game: Game
    """As it is if that seat decides now; on any other table the decision means nothing."""
    choice: Choice | None
    """None: it cannot play on here, so people decide."""
    is_put_away: bool = False
    """Whether the table is shown as always: people draw for the seat, or enter something else."""


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """What people have started and not finished."""

    counting: SheetTally | None = None
    """What is being counted at the end of an epoch, also while another page is open."""
    auction: OpenAuction | SettledAuction | None = None
    """What was called and who leads, or how the last auction was settled."""
    thought: MachineMove | None = None
    """What the table has decided last for a seat that it plays."""
    hands_at: float = -inf
    """When hands were last said to be done for such a seat (monotonic seconds)."""


NOTICE_SECONDS = 6.0

SAVING_SECONDS = 0.15
"""How long the disk may take before that is worth saying."""


DIGITS_SECONDS = 1.0
"""How long another digit is waited for, where one can follow."""


class TakenBack(msgspec.Struct, frozen=True):
    """Somebody took this back, or brought it back again."""

    events: tuple[Event, ...]
    again: bool


class Entered(msgspec.Struct, frozen=True):
    """Somebody entered this on a page that need not show it: points lie face down."""

    event: Event


Said = Problem | Notice | TakenBack | Entered
"""What the screen can say about what was done."""


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """What lies over and around the page; nothing of it is kept in a journal.

    Times are seconds of the monotonic clock.
    """

    is_card_shown: bool = False
    """Whether the rules card lies over the page; anything that is done puts it away."""
    revealing: Page | None = None
    """Where a scoring or the reveal stood when a page was opened over it: that leads back there,
    and gives nothing away."""
    seats: Page | None = None
    """Who had sat down, or the sheet, when a page was opened over it: that leads back there."""
    notice: Said | None = None
    """The last message; it goes away by itself."""
    notice_at: float = 0.0
    troubles: tuple[Notice, ...] = ()
    """What is wrong now and stays on the edge of the screen until it is not."""
    acted_at: float = -inf
    """When the table last changed, for motion; never, if the game was only opened."""
    scanned_from: float = 0.0
    """When switch scanning began to point at what is possible, for the one button."""
    digits: str = ""
    """The digits of a number that were typed, while one more can follow."""
    digits_at: float = 0.0
    """When the last of them was typed."""
    saving_since: float | None = None
    """When an event began to wait for the disk; None when nothing waits."""


MOST_ANSWERS = 24
"""So many answers are remembered: two for each phone that may be there."""


class SeatRequest(msgspec.Struct, frozen=True):
    """A phone wants a seat that somebody has taken at the table: the table has to agree."""

    phone: str
    button: int
    name: str = ""
    """Which its owner typed: theirs if whoever sits there has none."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to what a phone did."""

    phone: str
    number: int
    """The number that the phone gave it."""
    why_not: Problem | Notice | None = None
    """None: it is done."""


class LastDeed(msgspec.Struct, frozen=True):
    """The last entry that a phone made."""

    button: int
    seq: int
    """Which entry it was."""


class Phones(msgspec.Struct, frozen=True, kw_only=True):
    """The phones at this table. Their secrets are known to the process that serves them."""

    link: str = ""
    """What the code on the screen says; empty: no process serves phones."""
    address: str = ""
    """The same for people who type."""
    seated: Mapping[int, str] = {}
    """Whose button each phone is, by button."""
    left: Mapping[int, str] = {}
    """Whose phone gave up a button: it may have it again without a yes."""
    returning: frozenset[int] = frozenset()
    """Before a rematch: the buttons that had a phone; theirs come again without a yes."""
    watching: int = 0
    """How many phones look on and belong to nobody."""
    away: frozenset[int] = frozenset()
    """The buttons whose phone shows nothing now: it sleeps, or has gone."""
    asking: tuple[SeatRequest, ...] = ()
    answers: tuple[Answer, ...] = ()
    """The latest last."""
    last: LastDeed | None = None
    forgotten: int = 0
    """How often the phones were sent away: with each time all of them need the new code."""

    def __repr__(self) -> str:
        """Return something without the secret of the link."""
        return f"Phones(seated={dict(self.seated)}, watching={self.watching})"

    def answer_to(self, phone: str, number: int) -> Answer | None:
        """Return what became of this deed; None if it has not come here yet."""
        every = reversed(self.answers)
        return next((each for each in every if (each.phone, each.number) == (phone, number)), None)

    def answered(self, answer: Answer) -> tuple[Answer, ...]:
        """Return the answers with one more."""
        return (*self.answers, answer)[-MOST_ANSWERS:]


class Kiosk(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a table in a café knows beside its game."""

    languages: tuple[str, ...] = LANGUAGES
    """Those that guests may choose, in the order of ``LANGUAGES``; none: all."""
    volumes: tuple[str, ...] = ("off", "night", "normal")
    """Those that guests may choose; a key of ``VOLUMES``."""
    staff_until: float | None = None
    """Staff are here, and if nothing is done they are gone at this time (monotonic seconds)."""
    is_locked: bool = False
    """Whether guests can do nothing at all."""
    active_at: float = 0.0
    """When somebody did something last, in seconds of the monotonic clock."""
    rest: Idle = Idle.AWAKE
    turning_until: float = 0.0
    """Before this time the dial is still in the turn that ended the demonstration."""
    call: Calling | None = None
    is_night: bool = False
    """Whether these are the hours in which the demonstration is dark."""
    show: Timeline | None = None
    """The game that the program plays with itself."""
    played: Timeline | None = None
    """The game that was left last, since the program was started."""
    box: str = ""
    """What the box that lies here is called."""
    short: tuple[MissingPiece, ...] = ()
    """What was missing in it when it was counted last."""
    sticks: tuple[Stick, ...] = ()
    """Those that are plugged in, the latest last."""
    usb_job: UsbJob | None = None
    choices: Choices = Choices()
    """What holds again when those who set something else at the screen are gone."""
    guests_language: str = ""
    """What guests read, while staff read the language of the house; empty if that is the same."""
    level: str = "auto"
    """How much new games enter, as in the settings."""
    auto_level: Level = Level.FULL
    """How much that is where the owner leaves it to the hardware."""
    link: Link = Link.OFF
    """Whether the table can be seen from behind the bar."""
    fleet_id: str = ""
    """What the table is called there."""

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the languages that can be chosen."""
        return self.languages or LANGUAGES

    @property
    def update(self) -> Stick | None:
        """Return the stick with an update on it, the latest of several; None: there is none."""
        return next((each for each in reversed(self.sticks) if each.install), None)


_Fields = ParamSpec("_Fields")


def _with(
    part: str, _: Callable[_Fields, msgspec.Struct]
) -> Callable[Concatenate[Model, _Fields], Model]:
    """Return the method that changes fields of a part, which are typed as the part itself is."""

    def changed(model: Model, /, *_: _Fields.args, **fields: _Fields.kwargs) -> Model:
        return replace(model, **{part: replace(getattr(model, part), **fields)})

    return changed


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state; each message makes a new one.

    ``model.with_session(timeline=after)`` is the model with another timeline; so it is with every
    part. A page comes with ``replace(model, page=page)``.
    """

    page: Page
    now: float = 0.0
    """Seconds of the monotonic clock at the last message."""
    session: Session = Session()
    screen: Screen = Screen()
    pending: Pending = Pending()
    hardware: Hardware = Hardware()
    preferences: Preferences = Preferences()
    kiosk: Kiosk = Kiosk()
    """What a table in a café knows beside its game."""
    phones: Phones = Phones()

    with_session = _with("session", Session)
    with_screen = _with("screen", Screen)
    with_pending = _with("pending", Pending)
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
    def partial_game(self) -> PartialGame | None:
        """What is known of the table; None where everything is, or no game is on it."""
        return None if self.session.timeline is None else self.session.timeline.partial_game

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
    return replace(model, session=session, pending=Pending(counting=model.pending.counting))


def called(guest: Guest, model: Model) -> str:
    """Return what a guest is called: their name, or the colour of their button."""
    return visible(guest.name) or model.preferences.colour_names[guest.button]


def is_partial(model: Model) -> bool:
    """Whether the game on the table is recorded partially."""
    return model.partial_game is not None


def for_new_guests(model: Model) -> Model:
    """Return the model as the house has it, in which nobody is known who was here before.

    The language stays: its words must be loaded.
    """
    house = msgspec.structs.asdict(model.kiosk.choices)
    owned = model.with_preferences(**{**house, "language": model.preferences.language})
    nobody = owned.with_session(last_guests=(), known_names=())
    return nobody.with_screen(notice=None, seats=None)


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


LONGEST_NAME = 24
"""Characters that can be typed."""


def after_typing(name: str, text: str) -> str:
    """Return a name after something more was typed; a backspace takes the last character away."""
    longer = name[:-1] if text == BACKSPACE else (name + text)[:LONGEST_NAME]
    return longer.lstrip()


def names_apart(guests: Sequence[Guest], model: Model) -> tuple[str, ...]:
    """Return what everybody is called; who has a name that is taken gets a number behind it.

    Sentences name people without the colour of their button, so equal names would tell nothing.
    Names that differ in spaces only look equal.
    """
    return unique([called(guest, model) for guest in guests])


def choosable(names: Sequence[str], model: Model) -> tuple[str, ...]:
    """Return those of the names used before that are somebody's: no colours, nothing unseen."""
    theirs = (name for name in names if visible(name) and not is_placeholder(name))
    return tuple(name for name in theirs if name not in model.preferences.colour_names)


def all_called(timeline: Timeline, guests: Sequence[Guest], model: Model) -> Timeline:
    """Return the same game with everybody called by a name, or else by the colour of a button.

    Those who typed none were recorded with a colour in the language of that table, and in a record
    that comes from elsewhere players may have no name.
    """
    players = timeline.start.setup.players
    if len(guests) != len(players):
        return timeline
    own = [
        "" if not guest.name or is_placeholder(name) else visible(name)
        for guest, name in zip(guests, players, strict=True)
    ]
    if all(own):
        return timeline
    named = [replace(guest, name=name) for guest, name in zip(guests, own, strict=True)]
    return _called(timeline, names_apart(named, model))


def _called(timeline: Timeline, names: tuple[str, ...]) -> Timeline:
    """Return the same game with everybody called so."""
    named = replace(timeline.start.setup, players=names)
    return replace(
        timeline,
        start=replace(timeline.start, setup=named),
        steps=_renamed(timeline.steps, named),
        undone=_renamed(timeline.undone, named),
    )


def _renamed(steps: Sequence[Step], setup: Setup) -> tuple[Step, ...]:
    return tuple(
        replace(
            step,
            game=replace(step.game, setup=setup),
            partial_game=step.partial_game and replace(step.partial_game, setup=setup),
            before_correction=step.before_correction and _renamed(step.before_correction, setup),
        )
        for step in steps
    )
