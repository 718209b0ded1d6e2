"""Pages of sentences for staff: which version runs, and whether the table is part of a fleet."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from companion.core.commands import Prompt
from companion.core.effects import Update
from companion.core.kiosk import Link
from companion.core.model import Model
from companion.core.page import Audience
from companion.i18n import mark
from companion.pages import navigation
from companion.pages.kiosk.usb import update
from companion.pages.page_view import TITLE, ReadPage
from companion.ui.layout import stacked
from companion.ui.pieces import least_height, paragraph
from companion.ui.scene import Rect
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Ui


class NoticeLine(NamedTuple):
    """A sentence."""

    text: str
    is_golden: bool = False


class StaffNotice(ReadPage, frozen=True):
    """Sentences for staff, the first in the largest type."""

    audience: ClassVar[Audience] = Audience.STAFF

    @abstractmethod
    def lines(self, ui: Ui, model: Model) -> Sequence[NoticeLine]:
        """Return what is said, at least one sentence."""

    def next_page(self, model: Model) -> Update | None:
        return navigation.left(model), ()

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        lines, gap = self.lines(ui, model), ui.px(8)
        inner = area.inset(gap)
        high = tuple(max(TOUCH_PX, least_height(ui, line.text, inner.w)) for line in lines)
        for number, (spot, line) in enumerate(zip(stacked(inner, high, gap), lines, strict=True)):
            colour = ui.theme.gold if line.is_golden else None
            style = CENTRED if number else TITLE
            yield from paragraph(ui, spot, line.text, Size.NAME, style, colour=colour)


class Versions(StaffNotice, frozen=True):
    """Which version runs, and how to install another."""

    asks: ClassVar[str] = mark("Version and updates")

    def lines(self, ui: Ui, model: Model) -> Sequence[NoticeLine]:
        """Return what runs, and what to type for another version; the table may not install it."""
        found = update(model)
        runs = ui.say("This is version {version}", version=ui.canvas.version)
        told = ui.say("An update is one .deb file; on a USB stick it is found automatically")
        if found is not None:
            told = ui.say(
                "An update is on the USB stick. If it is signed, staff install it from the "
                "stick's menu. If not, somebody with sudo rights types:"
            )
        typed = () if found is None else (NoticeLine(found.install, is_golden=True),)
        last = ui.say("A new version plays a test game first; if it fails, this one stays in use")
        return (NoticeLine(runs, is_golden=True), NoticeLine(told), *typed, NoticeLine(last))


LINKS: Mapping[Link, str] = {
    Link.OFF: mark("Fleet: off"),
    Link.NO_SERVICE: mark("Fleet: not attached"),
    Link.CONNECTED: mark("Fleet: connected"),
    Link.NO_BROKER: mark("Fleet: no broker"),
    Link.REFUSED: mark("Fleet: refused"),
    Link.CERTIFICATE: mark("Fleet: certificate problem"),
}
"""A line of the staff's menu."""

REMEDIES: Mapping[Link, str] = {
    Link.OFF: mark("The settings say that this table is not part of a fleet (fleet.enabled)"),
    Link.NO_SERVICE: mark(
        "The fleet service is not running: sudo systemctl enable --now ra-companion-fleet"
    ),
    Link.CONNECTED: mark("Staff can see this table"),
    Link.NO_BROKER: mark(
        "The broker does not answer: check that it is running, fleet.host and fleet.port"
    ),
    Link.REFUSED: mark(
        "The broker refuses this table: check fleet.username and the password file, which needs "
        "mode 600"
    ),
    Link.CERTIFICATE: mark(
        "The broker's certificate is not trusted: check fleet.tls_ca, fleet.host, its dates and "
        "the clock of this computer"
    ),
}
"""What it means, and what to do."""


class Fleet(StaffNotice, frozen=True):
    """Whether this table is connected to the broker, and why not."""

    def prompt(self, model: Model) -> Prompt:
        return Prompt(LINKS[model.kiosk.link])

    def lines(self, ui: Ui, model: Model) -> Sequence[NoticeLine]:
        """Return the state of the connection, and the table's name."""
        lines = [NoticeLine(ui.say(REMEDIES[model.kiosk.link]))]
        if model.kiosk.fleet_id:
            lines.append(NoticeLine(ui.say("This table is called {id}", id=model.kiosk.fleet_id)))
        return lines
