"""Messages of a table in a café, and its orders to devices."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import Order
from companion.core.kiosk import GuestRequest, Link, MissingPiece, Secret, Stick, UsbJob
from companion.core.messages import MachineMessage, Message, StaffMessage
from companion.core.notices import Notes

if TYPE_CHECKING:
    from companion.rules.records.timeline import Timeline


class TypeDigit(Message, frozen=True):
    """A digit of a PIN; a backspace takes the last one away."""

    opens_door: ClassVar[bool] = True
    is_quick: ClassVar[bool] = True

    digit: str

    def __repr__(self) -> str:
        """Return a representation without the digit."""
        return "TypeDigit()"


class PinDone(Message, frozen=True):
    """The PIN is typed."""

    opens_door: ClassVar[bool] = True


class CallStaff(Message, frozen=True):
    """Guests call."""

    kind: GuestRequest


class HoldToSwitchOff(StaffMessage, frozen=True):
    """The control that switches the table off is held down."""


class PinState(MachineMessage, frozen=True):
    """Whether there is a PIN, and how long attempts are refused."""

    is_set: bool
    wait_seconds: float = 0.0


class PinRight(MachineMessage, frozen=True):
    """It is the PIN."""


class PinWrong(MachineMessage, frozen=True):
    """It is not the PIN, or it was not checked."""

    tries_left: int
    wait_seconds: float
    why: str = ""
    """Why it could not even be counted."""


class PinKept(MachineMessage, frozen=True):
    """The new PIN is on the disk, unless a reason says why not."""

    why: str = ""


class ShowFound(MachineMessage, frozen=True):
    """The game of the demonstration."""

    show: Timeline


class Night(MachineMessage, frozen=True):
    """It is night now, or no longer."""

    is_night: bool


class NotDone(MachineMessage, frozen=True):
    """Something that staff ordered, or the owner's call command, failed."""

    what: str
    """In the machine's own words."""
    why: str


class BoxState(MachineMessage, frozen=True):
    """What is known of the box at this table."""

    box: str
    short: tuple[MissingPiece, ...] = ()


class Sticks(MachineMessage, frozen=True):
    """The sticks that are plugged in now."""

    sticks: tuple[Stick, ...]


class CopyFinished(MachineMessage, frozen=True):
    """Copying has finished; ``why`` says what failed."""

    cargo: UsbJob
    why: str = ""


class NotInstalled(MachineMessage, frozen=True):
    """The update on the stick was not installed."""

    why: Notes


class Linked(MachineMessage, frozen=True):
    """The state of the fleet process's connection to the broker."""

    link: Link
    fleet_id: str
    same_id: bool = False
    """Whether another table has this one's id."""


class CallAnswered(MachineMessage, frozen=True):
    """Somebody at the broker has answered the call; the broker has checked who they are."""


class FindPin(Order, frozen=True):
    """Answer with ``PinState``."""


class TryPin(Order, frozen=True):
    """Answer with ``PinRight`` or ``PinWrong``."""

    secret: Secret


class KeepPin(Order, frozen=True):
    """Save this PIN, and answer with ``PinKept``."""

    secret: Secret


class Setting(Order, frozen=True):
    """Write this into the owner's settings."""

    table: str
    key: str
    value: bool | str


class StaffAct(Enum):
    """What staff do; the value is written to the staff log."""

    CAME = "came"
    WENT = "went"
    PIN = "chose a PIN"
    CALL = "ended the call"
    GAME = "ended the game"
    RESET = "reset the table"
    LOCK = "locked the table"
    UNLOCK = "opened the table"
    LANGUAGE = "offered a language or not"
    VOLUMES = "set the volumes"
    DEFAULT = "set what is proposed"
    BENCH = "went to a test page"
    LOOK = "set how it looks or sounds"
    BOX = "counted the box"
    STICK = "wrote on a stick"
    PAST = "looked at other games"
    AGAIN = "let a kept game go on"
    WIRING = "kept where the buttons are"
    KIOSK = "left the kiosk mode"
    UPDATE = "installed an update"
    OFF = "switched the table off"
    QUIT = "ended the program"


class LogStaffAction(Order, frozen=True):
    """Write to the staff log what staff did."""

    act: StaffAct
    detail: str = ""


class SignalCall(Order, frozen=True):
    """Tell the owner's relay and command about a call; None: it is over."""

    call: GuestRequest | None


class PowerOff(Order, frozen=True):
    """Switch the computer off."""


class Install(Order, frozen=True):
    """Install the update on the stick, and answer with ``NotInstalled`` if that fails."""


class FindShow(Order, frozen=True):
    """Answer with ``ShowFound``."""


class WriteOn(Order, frozen=True):
    """Write this to a stick, and answer with ``CopyFinished`` when it may be pulled out."""

    cargo: UsbJob
    place: str


Orders = (
    FindPin
    | TryPin
    | KeepPin
    | Setting
    | LogStaffAction
    | SignalCall
    | PowerOff
    | Install
    | FindShow
    | WriteOn
)
