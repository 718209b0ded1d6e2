"""The back office of a table in a café: settings, PIN, staff log, staff calls, power switch."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import get_args

from companion.app.handlers import Handler
from companion.app.hardware_bench.bench import writer
from companion.app.kiosk.usb import UsbWriter, install, watch
from companion.app.parts import Parts
from companion.app.scripts.hands import demo_game
from companion.core.kiosk import GuestRequest
from companion.core.messages import AskStaff, Message, Trouble
from companion.journal.lines import Event
from companion.pages.box_check import KeepCheck
from companion.pages.kiosk.messages import (
    BoxState,
    FindPin,
    FindShow,
    Install,
    KeepPin,
    LogStaffAction,
    Night,
    NotDone,
    Orders,
    PinKept,
    PinRight,
    PinState,
    PinWrong,
    PowerOff,
    Setting,
    ShowFound,
    SignalCall,
    TryPin,
    WriteOn,
)
from companion.rules.records.timeline import Timeline, begin, enter
from companion.settings import KioskSettings
from companion.settings.file import CannotEdit, Values
from companion.settings.hardware import library, no_pins
from companion.storage import boxes, staff_call, staff_log
from companion.storage.pin import StaffPin
from hardware.panel.factories import no_pins_for, open_factory
from hardware.panel.pins import NoPins
from hardware.panel.wires import Wires

_OFF_SECONDS = 10.0
"""How long systemd may take to say that it switches off."""

ANSWERED = "answered"
"""What the owner's program is told when staff have come."""

_SIMULATED = NotDone("systemctl", "simulation")


class StaffCallCommand:
    """Tells the owner's program and relay about calls; reports to the loop what does not work."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        relay: Callable[[float], None] | None,
        tell: Callable[[NotDone], None],
    ) -> None:
        """Be silent.

        Args:
            command: The program and its arguments; never a line for a shell. Empty: none.
            seconds: How long it may take; then it is ended.
            relay: Lets a pin be on (1.0) or off; may raise ``OSError``.
            tell: Called from any thread with what did not work.
        """
        self._command, self._seconds, self._relay = tuple(command), seconds, relay
        self._tell = tell

    def ring(self, call: GuestRequest | None) -> None:
        """Let it be known that somebody calls, or that staff were there. Never blocks."""
        if self._relay is not None:
            try:
                self._relay(0.0 if call is None else 1.0)
            except OSError as why:
                self._tell(NotDone("relay", str(why)))
        if self._command:
            event = ANSWERED if call is None else call.value
            Thread(target=self._run, args=(event,), name="staff call", daemon=True).start()

    def _run(self, event: str) -> None:
        command = (*self._command, event)
        try:
            subprocess.run(  # noqa: S603 - the owner's own program, without a shell
                command,
                timeout=self._seconds,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            self._tell(NotDone(self._command[0], f"> {self._seconds:g} s"))
        except subprocess.CalledProcessError as why:
            self._tell(NotDone(self._command[0], f"exit {why.returncode}"))
        except OSError as why:
            self._tell(NotDone(self._command[0], why.strerror or str(why)))


_Orders = Orders | KeepCheck


class Office(Handler):
    """Does what a table in a café orders."""

    orders = get_args(_Orders)

    def __init__(  # noqa: PLR0913 - what the pages reach through it
        self,
        data: Path,
        pin: StaffPin,
        call_command: StaffCallCommand,
        usb_writer: UsbWriter,
        *,
        keep: Callable[[Values], object],
        power_off: Callable[[], None],
        install: Callable[[], None],
        is_night: Callable[[], bool] | None,
    ) -> None:
        """Begin by day.

        Args:
            data: The data folder.
            pin: The staff's.
            call_command: Tells the owner's program and relay about calls.
            usb_writer: Writes to sticks.
            keep: Writes the owner's settings.
            power_off: Raises ``OSError``.
            install: Begins to install the update on the stick; its outcome is posted later.
            is_night: Whether it is night by the wall clock; None: it does not matter here.
        """
        self._data, self._pin = data, pin
        self._call_command, self._usb_writer = call_command, usb_writer
        self._write, self._power_off, self._install = keep, power_off, install
        self._wall_clock = is_night
        self._is_night = False
        self._look_at = 0.0

    def obey(self, order: _Orders) -> Iterator[Message]:
        """Do this and yield the answer."""
        match order:
            case FindPin() | TryPin() | KeepPin():
                yield self._of_pin(order)
            case Setting(table, key, value):
                yield from _done("settings.toml", partial(self._write, {table: {key: value}}))
            case LogStaffAction(act, detail):
                event: Event = {"staff": act.value}
                event |= {"detail": detail} if detail else {}
                file = staff_log.staff_file(self._data).name
                yield from _done(file, partial(staff_log.note, self._data, event))
            case SignalCall(call):  # it is kept first
                file = staff_call.call_file(self._data).name
                yield from _done(file, partial(staff_call.save_call, self._data, call))
                self._call_command.ring(call)
            case WriteOn(cargo, place):
                self._usb_writer.carry(cargo, place)
            case Install():
                self._install()
            case PowerOff():
                yield from _done("systemctl", self._power_off)
            case FindShow():
                yield ShowFound(demonstration())
            case KeepCheck(box, short):
                yield BoxState(box, short)
                file = boxes.checks_file(self._data).name
                yield from _done(file, partial(boxes.save_check, self._data, box, short))

    def read(self, now: float) -> Iterator[Message]:
        """Yield that night has come, or the day."""
        self._pin.keep_wait()
        if self._wall_clock is not None and now >= self._look_at:
            self._look_at = now + NIGHT_SECONDS
            before, self._is_night = self._is_night, self._wall_clock()
            if before != self._is_night:
                yield Night(self._is_night)

    def next_deadline(self) -> float | None:
        """Return when something is due, in monotonic seconds."""
        night = None if self._wall_clock is None else self._look_at
        due = (self._pin.next_deadline(), night)
        return min((each for each in due if each is not None), default=None)

    def _of_pin(self, order: FindPin | TryPin | KeepPin) -> Message:
        match order:
            case FindPin():
                return PinState(self._pin.is_set, self._pin.wait_seconds())
            case TryPin(secret):
                try:
                    tried = self._pin.tried(secret.digits)
                except OSError as why:
                    return PinWrong(0, 0.0, why.strerror or str(why))
                if tried.is_right:
                    return PinRight()
                return PinWrong(tried.tries_left, tried.wait_seconds)
            case KeepPin(secret):
                try:
                    self._pin.choose(secret.digits)
                except OSError as why:
                    return PinKept(why.strerror or str(why))
                return PinKept()


def _done(what: str, do: Callable[[], object]) -> Iterator[Message]:
    """Do something to a file or a program, and yield why it could not be done, if so."""
    try:
        do()
    except (OSError, CannotEdit) as why:
        yield NotDone(what, str(getattr(why, "strerror", None) or why))


def open_office(parts: Parts) -> Office:
    """Return the office of this program; a café's table without a PIN begins with choosing one.

    Closed with the stack: the relay, and the look for sticks.
    """
    options, settings, loop = parts.options, parts.settings, parts.loop
    kiosk, is_cafe, is_simulated = settings.kiosk, settings.table.kiosk, options.simulate
    pin = StaffPin(
        parts.data / "staff-pin.json", parts.clock.now, reset_file=Path(kiosk.reset_file)
    )

    def post(message: Message) -> None:
        loop.post(message, "staff")

    relay = None if is_simulated else _relay(parts)
    call_command = StaffCallCommand(kiosk.call_command, kiosk.call_seconds, relay, post)
    if not is_simulated:
        watch(parts.data, loop.post, parts.stack)
    if is_cafe and not pin.is_set:
        loop.post(AskStaff(), "start")
    call = staff_call.load_call(parts.data)
    if call is not None:  # nobody came before the power was cut, and the relay fell off with it
        call_command.ring(call)
    return Office(
        parts.data,
        pin,
        call_command,
        UsbWriter(parts.data, options.settings, lambda: loop.model.preferences.language, post),
        keep=writer(options) or (lambda _: None),
        power_off=_only_simulated if is_simulated else power_off,
        install=partial(post, _SIMULATED) if is_simulated else partial(install, post),
        is_night=(lambda: is_night(kiosk, datetime.now().astimezone().hour)) if is_cafe else None,
    )


def _relay(parts: Parts) -> Callable[[float], None] | None:
    """Return what switches the relay; say why, if it cannot be had."""
    settings = parts.settings
    if not settings.kiosk.relay:
        return None
    kind, pin = library(settings), settings.kiosk.relay
    try:
        pins = Wires(kind, open_factory(kind))
        parts.stack.callback(pins.close)
        relay = pins.lamp(pin)
    except NoPins as why:
        parts.loop.post(Trouble(no_pins(why)), "start")
        return None

    def switch(level: float) -> None:
        with no_pins_for(kind, pin):
            relay.value = bool(level)

    return switch


def is_night(kiosk: KioskSettings, hour: int) -> bool:
    """Whether this hour of the day lies in the night of the settings."""
    begin_, end = kiosk.night_from, kiosk.night_to
    return begin_ <= hour < end if begin_ <= end else hour >= begin_ or hour < end


def demonstration() -> Timeline:
    """Return the game that ships with the program, as it was played."""
    setup, actions = demo_game()
    timeline = begin(setup)
    for action in actions:
        timeline = enter(timeline, action)
    return timeline


def power_off() -> None:
    """Ask systemd to switch the computer off.

    Raises:
        OSError: It does not.
    """
    try:
        subprocess.run(
            ("systemctl", "--no-ask-password", "poweroff"),  # noqa: S607 - the system's own path
            check=True,
            timeout=_OFF_SECONDS,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
    except subprocess.CalledProcessError as why:
        message = why.stderr.decode(errors="replace").strip()
        raise OSError(0, message or f"exit {why.returncode}") from why
    except subprocess.TimeoutExpired as why:
        raise OSError(0, f"> {_OFF_SECONDS:g} s") from why


def _only_simulated() -> None:
    raise OSError(0, "simulation")


NIGHT_SECONDS = 300.0
"""How often the wall clock is read."""
