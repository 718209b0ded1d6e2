"""The back office of a table in a café: the PIN, the staff's journal, the bell, the switch."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion import box_checks, staff_book
from companion.app.bell import Bell
from companion.app.bench import Bench
from companion.app.carrier import Carrier
from companion.core.box_check import KeepCheck
from companion.core.house import Secret
from companion.core.messages import Message
from companion.core.orders import Order
from companion.core.piles import Short
from companion.core.service import (
    Acted,
    BoxState,
    Carried,
    FindPin,
    FindShow,
    KeepPin,
    Night,
    NotDone,
    PinKept,
    PinRight,
    PinState,
    PinWrong,
    PowerOff,
    Ring,
    Setting,
    ShowFound,
    TryPin,
    WriteOn,
)
from companion.rules.timeline import Timeline
from companion.settings_file import CannotEdit, Values
from companion.staff_pin import StaffPin

NIGHT_SECONDS = 300.0
"""How often the clock on the wall is looked at."""


class Fittings(msgspec.Struct, frozen=True):
    """What the office is fitted out with."""

    pin: StaffPin
    bell: Bell
    carrier: Carrier
    data: Path
    keep: Callable[[Values], Path] | None
    """Writes the owner's settings; None: nothing is written here."""
    show: Callable[[], Timeline]
    power_off: Callable[[], None]
    """Raises ``OSError``."""
    is_night: Callable[[], bool] | None
    """What the clock on the wall says; None: it does not matter here."""


class Office:
    """Does what is ordered around the table; what is meant for the workbench goes there."""

    def __init__(self, fittings: Fittings, bench: Bench, told: deque[NotDone | Carried]) -> None:
        """Begin by day.

        Args:
            fittings: What it works with.
            bench: Who does everything else.
            told: What other threads have to say; they wake the loop by themselves.
        """
        self._with, self._bench, self._told = fittings, bench, told
        self._is_night = False
        self._look_at = 0.0

    def obey(self, order: Order) -> Iterator[Message]:
        """Do this and yield the answer."""
        fitted = self._with
        match order:
            case FindPin():
                yield PinState(fitted.pin.is_set, fitted.pin.wait_seconds())
            case TryPin(secret):
                yield self._tried(secret)
            case KeepPin(secret):
                yield self._kept(secret)
            case Setting(table, key, value):
                yield from self._set({table: {key: value}})
            case Acted(act, detail):
                yield from self._noted(
                    {"staff": act.value, **({"detail": detail} if detail else {})}
                )
            case Ring() | WriteOn():
                self._begin(order)
            case PowerOff():
                yield from self._off()
            case FindShow():
                yield ShowFound(fitted.show())
            case KeepCheck(box, short):
                yield from self._counted(box, short)
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
                yield Night(self._is_night)

    def next_deadline(self) -> float | None:
        """Return when something is due, in monotonic seconds."""
        night = None if self._with.is_night is None else self._look_at
        due = (self._bench.next_deadline(), self._with.pin.next_deadline(), night)
        return min((each for each in due if each is not None), default=None)

    def _tried(self, secret: Secret) -> Message:
        try:
            tried = self._with.pin.tried(secret.digits)
        except OSError as why:
            return PinWrong(0, 0.0, why.strerror or str(why))
        return PinRight() if tried.is_right else PinWrong(tried.tries_left, tried.wait_seconds)

    def _kept(self, secret: Secret) -> Message:
        try:
            self._with.pin.choose(secret.digits)
        except OSError as why:
            return PinKept(why.strerror or str(why))
        return PinKept()

    def _begin(self, order: Ring | WriteOn) -> None:
        """Let somebody else do it, who tells later what came of it."""
        match order:
            case Ring(call):
                self._with.bell.ring(call)
            case WriteOn(cargo, place):
                self._with.carrier.carry(cargo, place)

    def _set(self, values: Values) -> Iterator[Message]:
        if self._with.keep is None:
            return
        try:
            self._with.keep(values)
        except (OSError, CannotEdit) as why:
            yield NotDone("settings.toml", str(getattr(why, "strerror", None) or why))

    def _noted(self, event: dict[str, object]) -> Iterator[Message]:
        try:
            staff_book.note(self._with.data, event)
        except OSError as why:
            yield NotDone(staff_book.staff_file(self._with.data).name, why.strerror or str(why))

    def _off(self) -> Iterator[Message]:
        try:
            self._with.power_off()
        except OSError as why:
            yield NotDone("systemctl", why.strerror or str(why))

    def _counted(self, box: str, short: tuple[Short, ...]) -> Iterator[Message]:
        yield BoxState(box, short)
        try:
            box_checks.save(self._with.data, box, short)
        except OSError as why:
            yield NotDone(box_checks.checks_file(self._with.data).name, why.strerror or str(why))
