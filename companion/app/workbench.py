"""The machines behind the hands-on pages: pins that are found, wires overheard, boxes kept."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.app import boxes
from companion.app.overhearing import Ears
from companion.connections import pins as pins_of
from companion.core.messages import Healed, Message
from companion.core.notices import Notes, Notice
from companion.core.orders import LayOut, Order, Tool
from companion.core.teaching import FindBox, KeepBox
from companion.core.wizard import (
    LAMPS,
    PRESSED,
    KeepWiring,
    PinMoved,
    PinsFree,
    Shine,
    WiringKept,
)
from companion.core.wizard import NoPins as NoPinsHere
from companion.device_notes import no_pins, said
from companion.settings import Settings
from companion.settings_file import CannotEdit, Values
from companion.words import Words
from hardware.bag_reader import BagReader
from hardware.events import Control
from hardware.no_pins import NoPins
from hardware.panel import Panel
from hardware.pin_finder import PinFinder
from hardware.pin_mistakes import BadPins
from hardware.pins import PanelPins

CONTACTS = (*PRESSED, "dial_a", "dial_b")
"""Every contact, as the settings call it."""


class Machines(msgspec.Struct):
    """What the workbench needs of the rest of the program."""

    panel: Panel | None
    reader: BagReader | None
    find: Callable[[Settings], PinFinder]
    """Opens the finder; the panel has lent its pins already. Raises ``NoPins``."""
    connect: Callable[[PanelPins], Panel]
    """Opens a panel where there was none. Raises ``NoPins``, ``BadPins``."""
    keep: Callable[[Values], Path] | None
    """Writes the owner's settings; None: nothing is written here."""


class Workbench:
    """Does what the hands-on pages order. Belongs to the loop's thread; see ``app.bench.Bench``."""

    def __init__(
        self, machines: Machines, settings: Settings, data: Path, words: Callable[[], Words]
    ) -> None:
        self._machines, self._settings = machines, settings
        self._data, self._words = data, words
        self._finder: PinFinder | None = None
        self._lit: frozenset[int] = frozenset()
        self._ears: Ears | None = None
        self._has_opened_boxes = False

    def obey(self, order: Order) -> Iterator[Message]:
        """Do this and yield the answer; what others do is left to them."""
        match order:
            case LayOut(tool):
                yield from self._lay_out(tool)
            case Shine(pins):
                yield from self._shine(frozenset(pins))
            case KeepWiring(contacts, lamps):
                yield self._keep(contacts, lamps)
            case FindBox():
                self._has_opened_boxes = True
                yield boxes.found(self._data, self._settings.bag_reader.box, order, self._words())
            case KeepBox(page):
                yield boxes.kept(self._data, page)
            case _:
                pass

    def read(self, now: float) -> Iterator[Message]:
        """Yield what has happened since the last reading."""
        if self._finder is not None:
            for move in self._finder.read(now):
                yield PinMoved(move.pin, move.is_low, move.at)
        if self._ears is not None:
            yield from self._ears.news()

    def next_deadline(self) -> float | None:
        """Return when a wire is to be looked at again."""
        return None if self._finder is None else self._finder.next_deadline()

    def close(self) -> None:
        """Give pins that are being looked for back. Closing twice is harmless."""
        finder, self._finder = self._finder, None
        if finder is not None:
            finder.close()

    def _lay_out(self, tool: Tool) -> Iterator[Message]:
        machines = self._machines
        is_away = self._finder is not None
        self.close()
        self._ears = None
        if tool is Tool.PINS:
            yield from self._find()
            return
        if is_away and machines.panel is not None:
            machines.panel.take_back()
        if tool is Tool.EARS:
            self._ears = Ears(machines.panel, machines.reader)
            yield from self._ears.news()
        elif self._has_opened_boxes:
            self._has_opened_boxes = False
            yield from boxes.known(self._data, self._settings.bag_reader.box, self._words())

    def _find(self) -> Iterator[Message]:
        """Look for wires on all pins that can be had."""
        panel, self._lit = self._machines.panel, frozenset()
        if panel is not None:
            panel.lend()
            for control in Control:
                yield Healed(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        try:
            self._finder = self._machines.find(self._settings)
        except NoPins as why:
            if panel is not None:
                panel.take_back()
            yield NoPinsHere(said(no_pins(why), self._words()))
            return
        planned = msgspec.structs.asdict(self._settings.lamps)
        lamps = tuple(planned[name] for name in LAMPS if planned[name])
        yield PinsFree(self._finder.pins(), lamps)

    def _shine(self, pins: frozenset[int]) -> Iterator[Message]:
        """Light exactly these pins."""
        if self._finder is None:
            return
        before, self._lit = self._lit, pins
        try:
            for pin in before - pins:
                self._finder.light(pin, 0.0)
            for pin in pins - before:
                self._finder.light(pin, 1.0)
        except NoPins as why:
            yield NoPinsHere(said(no_pins(why), self._words()))

    def _keep(self, contacts: Mapping[str, int], lamps: Mapping[str, int]) -> WiringKept:
        """Use what was found from now on, and write it down."""
        values = _values(self._settings, contacts, lamps)
        self._settings = _with(self._settings, values)
        table = pins_of(self._settings)
        self.close()
        try:
            if self._machines.panel is None:
                self._machines.panel = self._machines.connect(table)
            else:
                self._machines.panel.take_back(table)
        except (NoPins, BadPins) as why:
            if self._machines.panel is not None:
                self._machines.panel.take_back()
            return WiringKept("settings.toml", said(no_pins(why), self._words()))
        if self._machines.keep is None:
            return WiringKept("")
        try:
            return WiringKept(str(self._machines.keep(values)))
        except OSError as error:
            return WiringKept(str(error.filename or "settings.toml"), str(error.strerror or error))
        except CannotEdit as error:
            return WiringKept("settings.toml", str(error))


def _values(
    settings: Settings, contacts: Mapping[str, int], lamps: Mapping[str, int]
) -> Mapping[str, Mapping[str, int | str]]:
    """Return what the owner's file must say; 0 is a control that is not there."""
    factory = settings.panel.factory
    return {
        "panel": {"factory": "auto" if factory == "none" else factory},
        "panel.buttons": {name: contacts.get(name, 0) for name in CONTACTS},
        "panel.lamps": {name: lamps.get(name, 0) for name in LAMPS},
    }


def _with(settings: Settings, values: Values) -> Settings:
    return replace(
        settings,
        panel=replace(settings.panel, **values["panel"]),
        buttons=replace(settings.buttons, **values["panel.buttons"]),
        lamps=replace(settings.lamps, **values["panel.lamps"]),
    )
