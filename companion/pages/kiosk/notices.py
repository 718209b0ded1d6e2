"""Pages of sentences for staff: which version runs, and whether the table is part of a fleet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.core.commands import Prompt
from companion.core.effects import Update
from companion.core.kiosk import Link
from companion.core.model import Model
from companion.core.page import Audience
from companion.i18n import mark
from companion.pages import navigation
from companion.pages.page_view import TITLE, ReadPage
from companion.ui.kit import Kit, Widget
from companion.ui.style import Size


class Versions(ReadPage, frozen=True):
    """Which version runs, and what to type for another; the table may not install it."""

    audience: ClassVar[Audience] = Audience.STAFF
    asks: ClassVar[str] = mark("Version and updates")

    def next_page(self, model: Model) -> Update | None:
        return navigation.left(model), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        found, gold = model.kiosk.update, kit.theme.gold
        runs = kit.say("This is version {version}", version=kit.ui.canvas.version)
        told = kit.say("An update is one .deb file; on a USB stick it is found automatically")
        if found is not None:
            told = kit.say(
                "An update is on the USB stick. If it is signed, staff install it from the "
                "stick's menu. If not, somebody with sudo rights types:"
            )
        last = kit.say("A new version plays a test game first; if it fails, this one stays in use")
        lines = [kit.text(runs, Size.NAME, TITLE, gold), kit.text(told, Size.NAME)]
        if found is not None:
            lines.append(kit.text(found.install, Size.NAME, colour=gold))
        lines.append(kit.text(last, Size.NAME))
        return kit.pad(kit.column(*lines, gap=kit.px(8)), kit.px(8))


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


class Fleet(ReadPage, frozen=True):
    """Whether this table is connected to the broker, and why not; and the table's name."""

    audience: ClassVar[Audience] = Audience.STAFF

    def next_page(self, model: Model) -> Update | None:
        return navigation.left(model), ()

    def prompt(self, model: Model) -> Prompt:
        return Prompt(LINKS[model.kiosk.link])

    def widget(self, kit: Kit, model: Model) -> Widget:
        lines = [kit.text(kit.say(REMEDIES[model.kiosk.link]), Size.NAME, TITLE)]
        if model.kiosk.fleet_id:
            called = kit.say("This table is called {id}", id=model.kiosk.fleet_id)
            lines.append(kit.text(called, Size.NAME))
        return kit.pad(kit.column(*lines, gap=kit.px(8)), kit.px(8))
