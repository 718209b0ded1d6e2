"""The back office of a table in a café: settings, PIN, staff log, staff calls, power switch."""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread

import msgspec

from companion.app.hardware_bench.bench import Tools, writer
from companion.app.kiosk.usb import UsbWriter, install, watch
from companion.app.loop import Bench, Loop
from companion.app.scripts.hands import demo_game
from companion.core.effects import Order
from companion.core.kiosk import GuestRequest, Secret
from companion.core.messages import Message, Trouble
from companion.journal.lines import Event
from companion.pages import box_check
from companion.pages import kiosk as kiosk_pages
from companion.rules.records.timeline import Timeline, begin, enter
from companion.settings import KioskSettings, Settings
from companion.settings.file import CannotEdit, Values
from companion.settings.hardware import no_pins
from companion.storage import boxes, staff_call, staff_log
from companion.storage.pin import StaffPin
from hardware.panel.factories import no_pins_for, open_factory
from hardware.panel.pins import NoPins, PinFactory
from hardware.panel.wires import Wires

_OFF_SECONDS = 10.0
"""How long systemd may take to say that it switches off."""

ANSWERED = "answered"
"""What the owner's program is told when staff have come."""

_Told = kiosk_pages.NotDone | kiosk_pages.Carried | kiosk_pages.NotInstalled
"""What other threads report."""

_SIMULATED = kiosk_pages.NotDone("systemctl", "simulation")


class StaffCallCommand:
    """Tells the owner's program and relay about calls; reports to the loop what does not work."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        relay: Callable[[float], None] | None,
        tell: Callable[[kiosk_pages.NotDone], None],
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
                self._tell(kiosk_pages.NotDone("relay", str(why)))
        if self._command:
            said = ANSWERED if call is None else call.value
            Thread(target=self._run, args=(said,), name="staff call", daemon=True).start()

    def _run(self, said: str) -> None:
        command = (*self._command, said)
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
            self._tell(kiosk_pages.NotDone(self._command[0], f"> {self._seconds:g} s"))
        except subprocess.CalledProcessError as why:
            self._tell(kiosk_pages.NotDone(self._command[0], f"exit {why.returncode}"))
        except OSError as why:
            self._tell(kiosk_pages.NotDone(self._command[0], why.strerror or str(why)))


class Fittings(msgspec.Struct, frozen=True):
    """What the office is fitted out with."""

    pin: StaffPin
    call_command: StaffCallCommand
    usb_writer: UsbWriter
    data: Path
    keep: Callable[[Values], Path] | None
    """Writes the owner's settings; None: nothing is written here."""
    show: Callable[[], Timeline]
    power_off: Callable[[], None]
    """Raises ``OSError``."""
    install: Callable[[], None]
    """Begins to install the update on the stick; the outcome is reported later."""
    is_night: Callable[[], bool] | None
    """Whether it is night by the wall clock; None: it does not matter here."""


class Office:
    """Carries out the orders of a table in a café; passes all others to the workbench."""

    def __init__(
        self,
        fittings: Fittings,
        bench: Bench,
        told: deque[_Told],
    ) -> None:
        """Begin by day.

        Args:
            fittings: What it works with.
            bench: Carries out all other orders.
            told: What other threads report; they wake the loop themselves.
        """
        self._with, self._bench, self._told = fittings, bench, told
        self._is_night = False
        self._look_at = 0.0

    def obey(self, order: Order) -> Iterator[Message]:
        """Do this and yield the answer."""
        fitted = self._with
        match order:
            case kiosk_pages.FindPin():
                yield kiosk_pages.PinState(fitted.pin.is_set, fitted.pin.wait_seconds())
            case kiosk_pages.TryPin(secret):
                yield self._tried(secret)
            case kiosk_pages.KeepPin(secret):
                yield self._kept(secret)
            case kiosk_pages.Setting(table, key, value):
                yield from self._set({table: {key: value}})
            case kiosk_pages.Acted(act, detail):
                event: Event = {"staff": act.value}
                event |= {"detail": detail} if detail else {}
                file = staff_log.staff_file(fitted.data).name
                yield from _done(file, partial(staff_log.note, fitted.data, event))
            case kiosk_pages.Ring() | kiosk_pages.WriteOn() | kiosk_pages.Install():
                yield from self._begin(order)
            case kiosk_pages.PowerOff():
                yield from _done("systemctl", fitted.power_off)
            case kiosk_pages.FindShow():
                yield kiosk_pages.ShowFound(fitted.show())
            case box_check.KeepCheck(box, short):
                yield kiosk_pages.BoxState(box, short)
                file = boxes.checks_file(fitted.data).name
                yield from _done(file, partial(boxes.save_check, fitted.data, box, short))
            case work:
                yield from self._bench.obey(work)

    def read(self, now: float) -> Iterator[Message]:
        """Yield what has happened since the last reading."""
        yield from self._bench.read(now)
        while self._told:
            yield self._told.popleft()
        self._with.pin.keep_wait()
        is_night = self._with.is_night
        if is_night is not None and now >= self._look_at:
            self._look_at = now + NIGHT_SECONDS
            before, self._is_night = self._is_night, is_night()
            if before != self._is_night:
                yield kiosk_pages.Night(self._is_night)

    def next_deadline(self) -> float | None:
        """Return when something is due, in monotonic seconds."""
        night = None if self._with.is_night is None else self._look_at
        due = (self._bench.next_deadline(), self._with.pin.next_deadline(), night)
        return min((each for each in due if each is not None), default=None)

    def _tried(self, secret: Secret) -> Message:
        try:
            tried = self._with.pin.tried(secret.digits)
        except OSError as why:
            return kiosk_pages.PinWrong(0, 0.0, why.strerror or str(why))
        return (
            kiosk_pages.PinRight()
            if tried.is_right
            else kiosk_pages.PinWrong(tried.tries_left, tried.wait_seconds)
        )

    def _kept(self, secret: Secret) -> Message:
        try:
            self._with.pin.choose(secret.digits)
        except OSError as why:
            return kiosk_pages.PinKept(why.strerror or str(why))
        return kiosk_pages.PinKept()

    def _begin(
        self, order: kiosk_pages.Ring | kiosk_pages.WriteOn | kiosk_pages.Install
    ) -> Iterator[Message]:
        """Hand over an order whose outcome is reported later; a call is kept first."""
        match order:
            case kiosk_pages.Ring(call):
                file = staff_call.call_file(self._with.data).name
                yield from _done(file, partial(staff_call.save_call, self._with.data, call))
                self._with.call_command.ring(call)
            case kiosk_pages.WriteOn(cargo, place):
                self._with.usb_writer.carry(cargo, place)
            case kiosk_pages.Install():
                self._with.install()

    def _set(self, values: Values) -> Iterator[Message]:
        if self._with.keep is not None:
            yield from _done("settings.toml", partial(self._with.keep, values))


def _done(what: str, do: Callable[[], object]) -> Iterator[Message]:
    """Do something to a file or a program, and yield why it could not be done, if so."""
    try:
        do()
    except (OSError, CannotEdit) as why:
        yield kiosk_pages.NotDone(what, str(getattr(why, "strerror", None) or why))


def office(loop: Loop, tools: Tools, bench: Bench, stack: ExitStack) -> Office:
    """Return the back office; a table in a café without a PIN begins with choosing one.

    Args:
        loop: What is told.
        tools: What of the program it is fitted out with.
        bench: Carries out all other orders.
        stack: Closes the relay, and ends the look for sticks.
    """
    settings, told = tools.settings, deque[_Told]()
    kiosk, is_cafe = settings.kiosk, settings.table.kiosk
    pin = StaffPin(tools.data / "staff-pin.json", tools.now, reset_file=Path(kiosk.reset_file))

    def tell(news: _Told) -> None:
        told.append(news)
        tools.wakeup.wake()

    relay = None if tools.is_simulated else _relay(loop, settings, stack)
    fittings = Fittings(
        pin,
        StaffCallCommand(kiosk.call_command, kiosk.call_seconds, relay, tell),
        UsbWriter(tools.data, tools.named, lambda: loop.model.preferences.language, tell),
        tools.data,
        writer(tools),
        demonstration,
        _only_simulated if tools.is_simulated else power_off,
        (lambda: tell(_SIMULATED)) if tools.is_simulated else (lambda: install(tell)),
        (lambda: is_night(kiosk, datetime.now().astimezone().hour)) if is_cafe else None,
    )
    if not tools.is_simulated:
        watch(tools.data, loop.post, stack)
    if is_cafe and not pin.is_set:
        loop.post(kiosk_pages.AskStaff(), "start")
    call = staff_call.load_call(tools.data)
    if call is not None:  # nobody came before the power was cut, and the relay fell off with it
        fittings.call_command.ring(call)
    return Office(fittings, bench, told)


def _relay(loop: Loop, settings: Settings, stack: ExitStack) -> Callable[[float], None] | None:
    """Return what switches the relay; say why, if it cannot be had."""
    if not settings.kiosk.relay:
        return None
    factory, pin = settings.panel.factory, settings.kiosk.relay
    kind = PinFactory.AUTO if factory == "none" else PinFactory(factory)
    try:
        pins = Wires(kind, open_factory(kind))
        stack.callback(pins.close)
        relay = pins.lamp(pin)
    except NoPins as why:
        loop.post(Trouble(no_pins(why)), "start")
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
        said = why.stderr.decode(errors="replace").strip()
        raise OSError(0, said or f"exit {why.returncode}") from why
    except subprocess.TimeoutExpired as why:
        raise OSError(0, f"> {_OFF_SECONDS:g} s") from why


def _only_simulated() -> None:
    raise OSError(0, "simulation")


NIGHT_SECONDS = 300.0
"""How often the wall clock is read."""
