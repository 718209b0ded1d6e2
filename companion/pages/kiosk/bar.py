"""Staff behind the bar: whether they can see this table, and what they may order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.core.bindings import Prompt
from companion.core.effects import Dispatch, Update, saying
from companion.core.kiosk import Link
from companion.core.messages import Healed, SetLoudness, Trouble
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n import mark
from companion.pages import kiosk, preferences
from companion.pages.kiosk import staff_call
from companion.pages.kiosk.messages import (
    Acted,
    Announce,
    EndCall,
    InstallUpdate,
    Linked,
    LockTable,
    StaffAct,
)
from companion.pages.kiosk.staff_notice import NoticeLine, StaffNotice
from companion.ui.style import Style

LINKS: Mapping[Link, str] = {
    Link.OFF: mark("Fleet: off"),
    Link.NO_SERVICE: mark("Fleet: not attached"),
    Link.CONNECTING: mark("Fleet: connecting"),
    Link.CONNECTED: mark("Fleet: connected"),
    Link.NO_BROKER: mark("Fleet: no broker"),
    Link.NO_SUCH_HOST: mark("Fleet: no broker"),
    Link.WRONG_PASSWORD: mark("Fleet: wrong password"),
    Link.PASSWORD_FILE: mark("Fleet: no password"),
    Link.NO_CA: mark("Fleet: certificate problem"),
    Link.WRONG_CA: mark("Fleet: certificate problem"),
    Link.WRONG_HOST: mark("Fleet: certificate problem"),
    Link.EXPIRED: mark("Fleet: certificate problem"),
    Link.CLOCK: mark("Fleet: wrong clock"),
    Link.REFUSED: mark("Fleet: no broker"),
}
"""A line of the staff's menu."""

REMEDIES: Mapping[Link, str] = {
    Link.OFF: mark("The settings say that this table is not part of a fleet (fleet.enabled)"),
    Link.NO_SERVICE: mark(
        "The fleet service is not running: sudo systemctl enable --now ra-companion-fleet"
    ),
    Link.CONNECTING: mark("The fleet service is connecting to the broker"),
    Link.CONNECTED: mark("Staff behind the bar can see this table"),
    Link.NO_BROKER: mark("The broker does not answer: check that it is running and can be reached"),
    Link.NO_SUCH_HOST: mark("No computer has the broker's name: check fleet.host"),
    Link.WRONG_PASSWORD: mark(
        "The broker refuses the account: check fleet.username and the password"
    ),
    Link.PASSWORD_FILE: mark(
        "The password file cannot be read, or others can read it: it needs mode 600"
    ),
    Link.NO_CA: mark("The CA file cannot be read: check fleet.tls_ca"),
    Link.WRONG_CA: mark("The broker's certificate is not signed by the CA in fleet.tls_ca"),
    Link.WRONG_HOST: mark("The broker's certificate is for another name than fleet.host"),
    Link.EXPIRED: mark("The broker's certificate has expired: sign a new one"),
    Link.CLOCK: mark(
        "The broker's certificate is not valid yet, so the clock of this computer must be wrong"
    ),
    Link.REFUSED: mark("The broker refuses the connection: its log says why"),
}
"""What it means, and what to do."""


class Fleet(StaffNotice, frozen=True):
    """Whether this table can be seen from behind the bar, and why not."""

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt(LINKS[model.kiosk.link])

    def lines(self, look: Style, model: Model) -> Sequence[NoticeLine]:
        """Return what the link is like, and what the table is called."""
        lines = [NoticeLine(look.say(REMEDIES[model.kiosk.link]))]
        if model.kiosk.fleet_id:
            lines.append(NoticeLine(look.say("This table is called {id}", id=model.kiosk.fleet_id)))
        return lines


def linked(model: Model, message: Linked) -> Update:
    """Take the state of the fleet process; two tables with one id are a problem for both."""
    known = model.with_kiosk(link=message.link, fleet_id=message.fleet_id)
    notice = Notice(Notes.SAME_ID, {"id": message.fleet_id})
    is_said = notice in model.screen.troubles
    if message.same_id == is_said:
        return known, ()
    return known, (Dispatch(Trouble(notice) if message.same_id else Healed(notice), "fleet"),)


def acted(
    model: Model, act: EndCall | LockTable | SetLoudness | Announce | InstallUpdate
) -> Update:
    """Do what staff behind the bar order; the staff log says that it came from there."""
    match act:
        case EndCall():
            after, effects = staff_call.end_call(model)
            return after, (*effects, Acted(StaffAct.CALL, BAR))
        case LockTable(is_locked):
            after, effects = kiosk.staff.lock_table(model, act)
            if not is_locked:
                after = replace(after, page=kiosk.kiosk.opened(after))
            return after, (*effects, Acted(StaffAct.LOCK if is_locked else StaffAct.UNLOCK, BAR))
        case SetLoudness():
            return preferences.set_loudness(model, act)
        case InstallUpdate():
            return kiosk.usb.install(model, BAR)
        case Announce(sentence):
            return saying(model, Notice(Notes.FROM_STAFF, {"sentence": sentence})), ()


BAR = "bar"
"""What the staff's journal says of what was done from there."""
