"""Carries out what the hardware pages order: finds pins, monitors raw input, saves boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import get_args

import msgspec
from msgspec.structs import replace

from companion.app.handlers import Handler
from companion.app.hardware_bench import boxes
from companion.app.parts import Parts
from companion.app.run_options import RunOptions
from companion.core.effects import DeviceMode, SwitchDevices
from companion.core.messages import Message, TroubleOver
from companion.core.notices import Notes, Notice
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.pages.hardware.hardware_test import Chunk, Edge, Overheard
from companion.pages.hardware.pin_wizard import (
    LAMPS,
    PRESSED,
    KeepWiring,
    LightPins,
    NoPinWatched,
    PinMoved,
    PinsFree,
    WiringKept,
)
from companion.pages.hardware.tag_teaching import FindBox, KeepBox
from companion.settings import Settings
from companion.settings.file import CannotEdit, Values, keep
from companion.settings.hardware import library, no_pins
from companion.settings.hardware import pins as pins_of
from hardware.events import Control
from hardware.panel.panel import Panel
from hardware.panel.pin_finder import PinFinder
from hardware.panel.pins import BadPins, NoPins, PanelPins
from hardware.panel.wires import Edge as RawEdge
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import Received
from hardware.readers.frames import Alive, DialTurned, Frame, Pressed, ReaderTrouble, Tag
from hardware.simulated import SimulatedPanel


class RawInputMonitor:
    """Listens to a panel and a reader that others use; what came before does not count."""

    def __init__(self, panel: Panel | None, reader: BagReader | None) -> None:
        self._panel, self._reader = panel, reader
        self._last: Overheard | None = None
        self._take()

    def news(self) -> Iterator[Overheard]:
        """Yield what was not told yet, if there is anything."""
        panel, reader = self._panel, self._reader
        edges, chunks = self._take()
        pins = panel.gpios() if panel else {}
        state = Overheard(
            panel=panel is not None,
            port=reader.port if reader else None,
            spoken=str(reader.format.value) if reader and reader.format else "",
        )
        before, self._last = self._last, state
        if not edges and not chunks and before == state:
            return
        yield replace(
            state,
            edges=tuple(_edge(edge, pins[edge.contact]) for edge in edges if edge.contact in pins),
            chunks=tuple(map(_chunk, chunks)),
        )

    def _take(self) -> tuple[tuple[RawEdge, ...], tuple[Received, ...]]:
        edges = self._panel.take_edges() if self._panel else ()
        return edges, self._reader.take_received() if self._reader else ()


def _edge(edge: RawEdge, pin: int) -> Edge:
    return Edge(edge.contact, pin, edge.is_closed, edge.at)


def _chunk(received: Received) -> Chunk:
    return Chunk(received.data, tuple(map(as_line, received.frames)), received.at)


def as_line(frame: Frame) -> str:
    """Return a frame in the words of the line protocol, whatever format it came in."""
    match frame:
        case Tag(uid):
            return f"TAG {uid}"
        case ReaderTrouble(text):
            return f"ERR {text}"
        case Pressed(name, is_down):
            return f"BTN id={name} state={int(is_down)}"
        case DialTurned(steps):
            return f"ENC d={steps:+d}"
        case Alive(who):
            return f"HELLO {who}".strip()


HEADER_SERIAL = (14, 15)
"""GPIOs of the serial port on the header."""

_HEADER_PORTS = ("serial0", "ttyAMA", "ttyS")


_Orders = SwitchDevices | LightPins | KeepWiring | FindBox | KeepBox


class Workbench(Handler):
    """Does what the hardware pages order: pins, raw input, boxes of tags."""

    orders = get_args(_Orders)

    def __init__(  # noqa: PLR0913 - what the pages reach through it
        self,
        panel: Panel | None,
        reader: BagReader | None,
        settings: Settings,
        data: Path,
        *,
        find: Callable[[Settings], PinFinder],
        connect: Callable[[PanelPins], Panel],
        keep: Callable[[Values], Path] | None,
        words: Callable[[], Words],
        is_simulated: bool = False,
    ) -> None:
        """Work with this hardware.

        Args:
            panel: The buttons, if there are any.
            reader: The bag reader, if there is one.
            settings: The owner's.
            data: The data folder.
            find: Opens the finder; the panel has lent its pins already. Raises ``NoPins``.
            connect: Opens a panel where there was none. Raises ``NoPins``, ``BadPins``.
            keep: Writes the owner's settings; None: nothing is written here.
            words: In which mistakes are said.
            is_simulated: Whether the tiles in the box are simulated, too.
        """
        self.panel, self._reader = panel, reader
        self._settings, self._data, self._words = settings, data, words
        self._open_finder, self._connect, self._write = find, connect, keep
        self._finder: PinFinder | None = None
        self._lit: frozenset[int] = frozenset()
        self._monitor: RawInputMonitor | None = None
        self._has_opened_boxes = False
        self._is_simulated = is_simulated

    def obey(self, order: _Orders) -> Iterator[Message]:
        """Do this and yield the answer."""
        match order:
            case SwitchDevices(tool):
                yield from self._lay_out(tool)
            case LightPins(pins):
                yield from self._light(frozenset(pins))
            case KeepWiring(contacts, lamps):
                yield self._keep(contacts, lamps)
            case FindBox():
                self._has_opened_boxes = True
                yield boxes.found(self._data, self._settings.bag_reader.box, order, self._words())
            case KeepBox(page):
                yield boxes.kept(self._data, page)

    def read(self, now: float) -> Iterator[Message]:
        """Yield what has happened since the last reading."""
        if self._finder is not None:
            try:
                moves = self._finder.read(now)
            except NoPins as why:
                self.close()
                yield NoPinWatched(no_pins(why).in_words(self._words()))
            else:
                yield from (PinMoved(*move) for move in moves)
        if self._monitor is not None:
            yield from self._monitor.news()

    def next_deadline(self) -> float | None:
        """Return when a wire is to be looked at again."""
        return None if self._finder is None else self._finder.next_deadline()

    def close(self) -> None:
        """Give pins that are being looked for back. Closing twice is harmless."""
        finder, self._finder = self._finder, None
        if finder is not None:
            finder.close()

    def _lay_out(self, tool: DeviceMode) -> Iterator[Message]:
        panel = self.panel
        is_away = self._finder is not None
        self.close()
        self._monitor = None
        if panel is not None:
            panel.show_bounces(are_shown=tool is DeviceMode.MONITOR)
        if tool is DeviceMode.PINS:
            yield from self._find()
            return
        if is_away and panel is not None:
            panel.take_back()
        if tool is DeviceMode.MONITOR:
            self._monitor = RawInputMonitor(panel, self._reader)
            yield from self._monitor.news()
        elif self._has_opened_boxes:
            self._has_opened_boxes = False
            wanted, is_simulated = self._settings.bag_reader.box, self._is_simulated
            yield from boxes.known(self._data, wanted, is_simulated=is_simulated)

    def _find(self) -> Iterator[Message]:
        """Look for wires on all pins that can be had."""
        panel, self._lit = self.panel, frozenset()
        if panel is not None:
            panel.lend()
            for control in Control:
                yield TroubleOver(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        try:
            self._finder = self._open_finder(self._settings)
        except NoPins as why:
            if panel is not None:
                panel.take_back()
            yield NoPinWatched(no_pins(why).in_words(self._words()))
            return
        planned = msgspec.structs.asdict(self._settings.panel.lamps)
        lamps = tuple(planned[name] for name in LAMPS if planned[name])
        yield PinsFree(self._finder.pins(), lamps)

    def _light(self, pins: frozenset[int]) -> Iterator[Message]:
        """Light exactly these pins."""
        if self._finder is None:
            return
        before, self._lit = self._lit, pins
        try:
            for pin in before - pins:
                self._finder.light(pin, is_lit=False)
            for pin in pins - before:
                self._finder.light(pin, is_lit=True)
        except NoPins as why:
            yield NoPinWatched(no_pins(why).in_words(self._words()))

    def _keep(self, contacts: Mapping[str, int], lamps: Mapping[str, int]) -> WiringKept:
        """Use what was found from now on, and write it down."""
        values = _values(self._settings, contacts, lamps)
        self._settings = _with(self._settings, values)
        table = pins_of(self._settings)
        self.close()
        try:
            if self.panel is None:
                self.panel = self._connect(table)
            else:
                self.panel.take_back(table)
        except (NoPins, BadPins) as why:
            if self.panel is not None:
                self.panel.take_back()
            return WiringKept("settings.toml", no_pins(why).in_words(self._words()))
        if self._write is None:
            return WiringKept("")
        try:
            return WiringKept(str(self._write(values)))
        except OSError as error:
            return WiringKept(str(error.filename or "settings.toml"), str(error.strerror or error))
        except CannotEdit as error:
            return WiringKept("settings.toml", str(error))


def open_workbench(parts: Parts) -> Workbench:
    """Return the workbench of this program; what it opens is closed with the stack."""
    opened, clock, loop = parts.opened, parts.clock, parts.loop

    def connect(pins: PanelPins) -> Panel:
        connected = parts.stack.enter_context(Panel(pins, parts.wakeup, clock=clock.now))
        if connected.failure:
            connected.close()
            raise connected.failure
        loop.attach((connected,))
        return connected

    def find(settings: Settings) -> PinFinder:
        if isinstance(opened.panel, SimulatedPanel):
            return opened.panel.find()
        skip = taken(settings.bag_reader.url)
        return PinFinder(parts.wakeup, library(settings), skip=skip, clock=clock.now)

    bench = Workbench(
        opened.panel,
        opened.reader,
        parts.settings,
        parts.data,
        find=find,
        connect=connect,
        keep=writer(parts.options),
        words=lambda: words(loop.model.preferences.language),
        is_simulated=parts.options.simulate,
    )
    parts.stack.callback(bench.close)
    return bench


def writer(options: RunOptions) -> Callable[[Values], Path] | None:
    """Return what writes the owner's settings; None: nothing is written here.

    A simulation writes only into a file that was named: it must not tell a real table that its
    buttons are where the imaginary ones are.
    """
    may_write = options.settings is not None or not options.simulate
    return partial(keep, options.settings) if may_write else None


def taken(url: str) -> tuple[int, ...]:
    """Return the GPIOs that a bag reader on this port needs for itself."""
    return HEADER_SERIAL if any(name in url for name in _HEADER_PORTS) else ()


def is_first_start(file: Path | None, model: Path = Path("/proc/device-tree/model")) -> bool:
    """Whether this is a Raspberry Pi whose owner has set nothing yet.

    Args:
        file: The owner's settings, if there are any.
        model: Where a Pi says what it is.
    """
    if file is not None and file.exists():
        return False
    try:
        return model.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


CONTACTS = (*PRESSED, "dial_a", "dial_b")
"""Every contact, as the settings call it."""


def _values(
    settings: Settings, contacts: Mapping[str, int], lamps: Mapping[str, int]
) -> Mapping[str, Mapping[str, int | str]]:
    """Return what the owner's file must say; 0 is a control that is not there."""
    return {
        "panel": {"factory": str(library(settings))},
        "panel.buttons": {name: contacts.get(name, 0) for name in CONTACTS},
        "panel.lamps": {name: lamps.get(name, 0) for name in LAMPS},
    }


def _with(settings: Settings, values: Values) -> Settings:
    return replace(
        settings,
        panel=replace(
            settings.panel,
            **values["panel"],
            buttons=replace(settings.panel.buttons, **values["panel.buttons"]),
            lamps=replace(settings.panel.lamps, **values["panel.lamps"]),
        ),
    )
