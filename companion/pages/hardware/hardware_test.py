"""The hardware test: shows whatever is pressed, turned, lit or read, and does nothing else.

It also joins the three pages for building the table to the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import OK, RA, UNDO, Command, Control, hold, key, tap
from companion.core.effects import (
    BuilderPage,
    DeviceMode,
    OpenBuilderPage,
    Order,
    SwitchDevices,
    Update,
    do,
)
from companion.core.messages import MachineMessage, Message, Next, TagSeen, TurnDial
from companion.core.model import Model, is_guarded
from companion.core.page import Audience, Page, Room
from companion.i18n import mark
from companion.pages.controls import controls
from companion.pages.hardware import pin_wizard, tag_teaching
from companion.pages.hardware.pin_wizard import PinWizard
from companion.pages.hardware.tag_teaching import FindBox, TagTeaching
from companion.pages.page_view import asked, frame, heading, keycaps
from companion.ui.chips import Chip, chip_rows, chips
from companion.ui.kit import Kit, Widget
from companion.ui.layout import cut_left, cut_top
from companion.ui.pieces import Sign, signed
from companion.ui.scene import Rect
from companion.ui.style import PLAIN, QUIET, Piece, Size, Ui

CONTROLS = tuple(Control)

MOST_EDGES, MOST_CHUNKS = 8, 6


class Edge(msgspec.Struct, frozen=True):
    """A wire changed its level, bounces included."""

    control: str
    """Whose wire, as the settings call it: ``p1``, ``dial_a`` …"""
    pin: int
    """The GPIO."""
    is_closed: bool
    at: float
    """When, in seconds of the monotonic clock."""


class Chunk(msgspec.Struct, frozen=True):
    """Bytes that came from the reader, and what they were understood to be."""

    data: bytes
    frames: tuple[str, ...]
    """In the words of the protocol's page."""
    at: float
    """When, in seconds of the monotonic clock."""


class Overheard(MachineMessage, frozen=True):
    """The wire events since the last time."""

    edges: tuple[Edge, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    panel: bool = False
    port: str | None = None
    """The reader's port; None if none is open."""
    spoken: str = ""
    """The format that the reader speaks, once that is known."""


class HardwareTest(Page, frozen=True):
    """What has been seen since the page was opened."""

    takes_long: ClassVar[bool] = True

    has_usual_keys: ClassVar[bool] = False

    audience: ClassVar[Audience] = Audience.STAFF

    presses: Mapping[Control, int] = {}
    lit: frozenset[Control] = frozenset()
    """The lamps that shine: a press lights one, the next press darkens it."""
    steps: int = 0
    """How far the dial has been turned, to the right less to the left."""
    heard: Overheard = Overheard()
    """With the latest edges and chunks, oldest first."""

    asks: ClassVar[str] = mark("Hardware test")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield every control, which only shows that it works, and what holding them leads to."""
        yield key("left", TurnDial(-1))
        yield key("right", TurnDial(1))
        for control in CONTROLS:
            yield tap("Test", do(HardwareTest.press, control), control)
        yield hold("Leave", Next(), UNDO, keys="escape")
        if not is_guarded(model):
            yield hold("Button set-up", OpenBuilderPage(BuilderPage.WIZARD), OK, keys="w")
            yield hold("Register tagged tiles", OpenBuilderPage(BuilderPage.LESSON), RA, keys="t")

    def press(self, model: Model, control: Control) -> Update:
        """Count a press, and light the lamp or darken it."""
        presses = {**self.presses, control: self.presses.get(control, 0) + 1}
        return replace(model, page=replace(self, presses=presses, lit=self.lit ^ {control})), ()

    def update(self, model: Model, message: Message) -> Update | None:
        """Show wire events; a tag is no tile here."""
        match message:
            case TagSeen():
                return model, ()
            case Overheard():
                return replace(model, page=overheard(self, message)), ()
            case _:
                return None

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        yield from heading(ui, where, asked(ui, model), model)
        kit = Kit(ui)
        keys = kit.grid([self._control(kit, control) for control in CONTROLS], 3, kit.px(10, 5))
        heard = Widget(lambda area: _lines(ui, area, self.heard))
        beside = 1.0 if kit.is_tall else 1.5
        yield from kit.turned(keys, heard.share(beside), gap=kit.px(16, 8)).draw(where.body)
        yield chip_rows(ui, where.dock, (_chips(ui, model),))

    def _control(self, kit: Kit, control: Control) -> Widget:
        """Return a control with how often it was pressed; bright while its lamp is lit."""
        theme, is_lit = kit.theme, control in self.lit
        said = f"{self.presses.get(control, 0)}\N{MULTIPLICATION SIGN}"
        if control is Control.DIAL and self.steps:
            said = f"{said}  {signed(self.steps)}"
        words = kit.column(kit.badge(Sign(control), kit.px(46, 34)), kit.line(said))
        box = kit.box(
            kit.pad(words, kit.px(3)),
            fill=theme.panel_active if is_lit else theme.panel,
            border=theme.gold if is_lit else theme.line,
            px=max(2, kit.px(2 if is_lit else 1)),
        )
        return kit.touch(box, do(HardwareTest.press, control))

    def turn(self, model: Model, steps: int) -> Update:
        return replace(model, page=replace(self, steps=self.steps + steps)), ()

    def lamp_levels(self, model: Model, lit: dict[Control, float]) -> dict[Control, float]:
        """Return how bright every lamp is: here it does not matter what may be used."""
        return {control: float(control in self.lit) for control in CONTROLS[:-1]}


def overheard(page: HardwareTest, heard: Overheard) -> HardwareTest:
    """Return the page with the latest wire events."""
    edges = (*page.heard.edges, *heard.edges)[-MOST_EDGES:]
    chunks = (*page.heard.chunks, *heard.chunks)[-MOST_CHUNKS:]
    return replace(page, heard=replace(heard, edges=edges, chunks=chunks))


_MOST_BYTES = 24
"""How many of the latest bytes of a chunk are shown."""

_BLANK = " "
"""On the left of a line that goes on with the one above."""


def _chips(ui: Ui, model: Model) -> tuple[Chip, ...]:
    """Return the way out, which is shown even where room is short, and the other pages."""
    caps, offered = keycaps(ui, model), controls(model)
    key = caps.get(Next(), "")
    ways = {control: offer for control, offer in offered.holds.items() if control != Control.UNDO}
    first, rest = chips(ui, replace(offered, taps={}, holds=ways), caps)
    label = ui.say("Leave") if key else ui.say("Hold Undo to leave")
    return (Chip((Sign(None, key),), (Next(),), label), *first, *rest)


_Line = tuple[str, str]
"""What stands on the left, and what it is about; a heading has nothing on the left."""


def _edge(ui: Ui, edge: Edge) -> _Line:
    closed, opened = mark("{control}, GPIO {pin}: closed"), mark("{control}, GPIO {pin}: open")
    what = closed if edge.is_closed else opened
    return _seconds(edge.at), ui.say(what, control=edge.control, pin=edge.pin)


def _chunk(ui: Ui, chunk: Chunk, wide: int) -> Iterator[_Line]:
    data = chunk.data[-_MOST_BYTES:].hex(" ").upper()
    first, *more = ui.wrapped(data, wide, Size.SMALL)
    yield _seconds(chunk.at), first
    for line in more:
        yield _BLANK, line
    meant = ", ".join(chunk.frames)
    if meant:
        for line in ui.wrapped(f"\N{RIGHTWARDS ARROW} {meant}", wide, Size.SMALL):
            yield _BLANK, line


def _seconds(at: float) -> str:
    """Return a time as it is compared with others: seconds within a minute, to the millisecond."""
    return f"{at % 60:06.3f}"


def _lines(ui: Ui, rect: Rect, heard: Overheard) -> Iterator[Piece]:
    """Yield what is heard of the wires, and then of the reader; the latest if there is too much."""
    high, left = ui.line_height(Size.SMALL), ui.width("00.000 ", Size.SMALL) + ui.px(8)
    room = max(2, rect.h // high - 2)  # under the two headings
    wires = [_edge(ui, edge) for edge in heard.edges]
    reader = [line for chunk in heard.chunks for line in _chunk(ui, chunk, rect.w - left)]
    reader = reader[-(room - min(len(wires), room // 2)) :]
    wires = wires[max(0, len(wires) + len(reader) - room) :]
    no_panel = mark("No buttons are connected")
    panel = mark("Each press switches the lamp on or off")
    port = ui.say("Bag reader: no reply")
    if heard.port is not None:
        spoken = heard.spoken or ui.say("format not known yet")
        port = ui.say("Bag reader at {port}: {format}", port=heard.port, format=spoken)
    for at, text in (("", ui.say(panel if heard.panel else no_panel)), *wires, ("", port), *reader):
        row, rect = cut_top(rect, high)
        if not at:
            yield ui.line(row, text, Size.SMALL, ui.theme.gold, PLAIN)
            continue
        time, rest = cut_left(row, left)
        yield ui.line(time, at, Size.SMALL, ui.theme.ink_second, QUIET)
        yield ui.line(rest, text, Size.SMALL)


BENCH = (PinWizard, HardwareTest, TagTeaching)


def orders(before: Page, after: Page) -> tuple[Order, ...]:
    """Return what the machines must do when one page takes the place of another."""
    if isinstance(after, PinWizard):
        return _orders_of_wizard(before, after)
    if type(before) is type(after):
        return ()
    match after:
        case HardwareTest():
            return (SwitchDevices(DeviceMode.MONITOR),)
        case TagTeaching():
            return (SwitchDevices(DeviceMode.NOTHING), FindBox())
        case _:
            return (SwitchDevices(DeviceMode.NOTHING),) if isinstance(before, BENCH) else ()


def _orders_of_wizard(before: Page, after: PinWizard) -> tuple[Order, ...]:
    if after.free is None:
        is_waiting = isinstance(before, PinWizard) and before.free is None
        return () if is_waiting else (SwitchDevices(DeviceMode.PINS),)
    lit = before.lit if isinstance(before, PinWizard) else ()
    return () if lit == after.lit else (pin_wizard.LightPins(after.lit),)


def _follow(before: Model, message: Message, after: Model) -> Update:
    """Remember how far the wizard was when it is left, until what it found is kept."""
    if isinstance(before.page, PinWizard) and not isinstance(after.page, PinWizard):
        is_kept = isinstance(message, pin_wizard.WiringKept) and not message.why
        after = after.with_hardware(wiring=None if is_kept else pin_wizard.paused(before.page))
    return after, orders(before.page, after.page)


def _open(model: Model, message: OpenBuilderPage) -> Update:
    pages = {BuilderPage.TEST: HardwareTest(), BuilderPage.LESSON: TagTeaching()}
    wizard = model.hardware.wiring or PinWizard()
    return replace(model, page=pages.get(message.bench, wizard)), ()


ROOM = Room(
    messages={
        OpenBuilderPage: _open,
        pin_wizard.WiringKept: pin_wizard.wiring_kept,
        tag_teaching.Known: lambda model, message: (model.with_hardware(tags=message.tags), ()),
    },
    follow=_follow,
)
