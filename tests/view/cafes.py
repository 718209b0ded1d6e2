"""The pages of a table in a café in typical states, for the gallery."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from companion.app.kiosk.office import demonstration
from companion.core.kiosk import (
    Calling,
    GuestRequest,
    Idle,
    Link,
    Pile,
    Secret,
    StaffList,
    Stick,
    UsbJob,
)
from companion.core.model import Kiosk, Model, Preferences
from companion.core.page import Page
from companion.pages import box_check
from companion.pages.box_check import BoxCheck, LastSeen
from companion.pages.kiosk.idle import Attract, Locked, ResumeQuestion
from companion.pages.kiosk.messages import PinWrong, Sticks
from companion.pages.kiosk.pin import Pin, PinPurpose, PinReply
from companion.pages.kiosk.presence import Help
from companion.pages.kiosk.staff import Fleet, Staff, SwitchingOff, Versions
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update
from companion.rules.components import THINGS
from companion.rules.editions import Edition
from companion.rules.records.timeline import Timeline

_KIOSK = Preferences(kiosk=True)

_TAGS = {f"04{place:06X}": kind for place, kind in enumerate(
    kind for kind, number in THINGS.items() for _ in range(number)
)}  # fmt: skip


@cache
def _show() -> Timeline:
    return demonstration()


def _alone(page: Page | BoxCheck | Welcome | Menu, **kiosk: object) -> Model:
    """Return a café's table with nobody at it."""
    return Model(page=page, preferences=_KIOSK, kiosk=Kiosk(**kiosk))  # type: ignore[arg-type]


_STICK = Stick(
    "/media/ra-companion/sda1",
    "sudo apt install /media/ra-companion/sda1/ra-companion_3.1.0_arm64.deb",
)


def _stick_found() -> Model:
    return update(_alone(Welcome()), Sticks((_STICK,)))[0]


def _waiting() -> Model:
    return update(_alone(Pin()), PinWrong(0, 89.2))[0]


def _counted() -> Model:
    page = BoxCheck(box="Ra", edition=Edition.ALEA_1999, missing={Pile.GOD: 1, Pile.SUN: 2}, row=3)
    return _alone(page, staff_until=60.0)


def _swept(seen: int, names: tuple[str, ...]) -> Model:
    read = tuple(_TAGS)[:seen]
    last = {
        uid: LastSeen(names[place % len(names)] if place % 3 else "", 1 + place % 3)
        for place, uid in enumerate(tuple(_TAGS)[-5:])
    }
    page = box_check.read(BoxCheck(box="Ra", tags=_TAGS, last=last), read)
    return _alone(page, staff_until=60.0)


def _at(game: Model, page: object = None, **kiosk: object) -> Model:
    """Return a game in a café."""
    wanted = replace(game, preferences=_KIOSK, kiosk=Kiosk(**kiosk))  # type: ignore[arg-type]
    return wanted if page is None else replace(wanted, page=page)


_ALONE: Mapping[str, Callable[[], Model]] = {
    "pin": lambda: _alone(Pin(typed=Secret("471"), digit=4)),
    "pin wrong": lambda: _alone(Pin(told=PinReply.WRONG, facts={"tries": 3})),
    "pin waiting": _waiting,
    "pin first": lambda: _alone(Pin(PinPurpose.FIRST, told=PinReply.NOT_THE_SAME)),
    "staff": lambda: _alone(Staff(), staff_until=60.0),
    "staff house": lambda: _alone(Staff(StaffList.GUESTS, row=6), staff_until=60.0),
    "staff machine": lambda: _alone(Staff(StaffList.MACHINE), staff_until=60.0),
    "staff stick": lambda: _alone(Staff(StaffList.STICK), staff_until=60.0, sticks=(_STICK,)),
    "staff without a stick": lambda: _alone(Staff(StaffList.STICK), staff_until=60.0),
    "staff writing": lambda: _alone(
        Staff(StaffList.STICK), staff_until=60.0, sticks=(_STICK,), usb_job=UsbJob.BACKUP
    ),
    "versions": lambda: _alone(Versions(), staff_until=60.0),
    "fleet": lambda: _alone(Fleet(), staff_until=60.0, link=Link.CERTIFICATE, fleet_id="window-3"),
    "fleet without its service": lambda: _alone(
        Fleet(), staff_until=60.0, link=Link.NO_SERVICE, fleet_id="window-3"
    ),
    "versions with an update": lambda: _alone(Versions(), staff_until=60.0, sticks=(_STICK,)),
    "stick": _stick_found,
    "switching off": lambda: _alone(SwitchingOff(0.0, 2), staff_until=60.0),
    "locked": lambda: _alone(Locked(), is_locked=True),
    "help": lambda: _alone(Help()),
    "help with rules": lambda: _alone(Help(is_about_rules=True)),
    "attract": lambda: _alone(Attract(40, 0.0, "en"), show=_show()),
    "attract at night": lambda: _alone(Attract(90, 0.0, "en"), show=_show(), is_night=True),
    "counting the box": _counted,
}


def _of(made: Callable[[], Model]) -> Callable[[Model, tuple[str, ...]], Model]:
    """Return the page whatever is played: nobody is on it."""
    return lambda _game, _names: made()


PAGES: Mapping[str, Callable[[Model, tuple[str, ...]], Model]] = {
    **{name: _of(made) for name, made in _ALONE.items()},
    "sweeping the box": lambda _, names: _swept(190, names),
    "sweeping begins": lambda _, names: _swept(40, names),
    "staff in a game": lambda game, _: _at(
        game, Staff(), staff_until=60.0, call=Calling(GuestRequest.BILL, 0.0)
    ),
    "menu of guests": lambda game, _: _at(game, Menu()),
    "call": lambda game, _: _at(game, call=Calling(GuestRequest.RULES, 0.0)),
    "dim": lambda game, _: _at(game, rest=Idle.DIM),
    "kept": lambda game, _: _at(game, rest=Idle.KEPT),
    "asking": lambda game, _: _at(game, ResumeQuestion()),
}
"""How each page comes about, from a game and the names of its players."""
