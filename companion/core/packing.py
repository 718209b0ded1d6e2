"""Packing up: the page that counts the box meets the rest of the program."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core import box_check
from companion.core.antennas import ZoneSeen
from companion.core.asked import Prompt
from companion.core.box_check import (
    BoxCheck,
    BoxDone,
    CheckBox,
    CountByHand,
    KeepCheck,
    PointAt,
    is_swept,
)
from companion.core.effects import Effect
from companion.core.house import Staff
from companion.core.last_seen import last_seen
from companion.core.messages import Message, Next, Push, TagSeen, Turn
from companion.core.model import Model
from companion.core.offers import Controls, Offer
from companion.core.pages import home
from companion.core.service import BoxState
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]


def check_box(model: Model, _: CheckBox) -> Update:
    """Open the page: with the tags of the box, and where they were seen in the last game."""
    page = BoxCheck(
        box=model.house.box,
        edition=model.agreement.options.edition,
        tags=model.tags,
        last=last_seen(model.timeline or model.house.played),
    )
    return replace(model, page=page), ()


def _changed(model: Model, page: BoxCheck) -> Update:
    return replace(model, page=page), ()


def count_by_hand(model: Model, _: CountByHand) -> Update:
    """Count heaps although there are tags, or read tags after all."""
    page = model.page
    if not isinstance(page, BoxCheck) or not page.tags:
        return model, ()
    return _changed(model, replace(page, is_by_hand=not page.is_by_hand))


def point_at(model: Model, message: PointAt) -> Update:
    """Count another heap."""
    page = model.page
    return (
        _changed(model, box_check.pointing(page, message.row))
        if isinstance(page, BoxCheck)
        else (model, ())
    )


def turn(model: Model, message: Turn) -> Update:
    """Count one more or one less."""
    page = model.page
    if not isinstance(page, BoxCheck) or is_swept(page):
        return model, ()
    return _changed(model, box_check.counted(page, message.steps))


def push(model: Model, _: Push) -> Update:
    """Go on to the next heap."""
    page = model.page
    return (
        _changed(model, box_check.pointing(page, page.row + 1))
        if isinstance(page, BoxCheck)
        else (model, ())
    )


def tag_seen(model: Model, message: TagSeen) -> Update:
    """Take a tag off the list of what is missing."""
    page = model.page
    return (
        _changed(model, box_check.read(page, (message.uid,)))
        if isinstance(page, BoxCheck)
        else (model, ())
    )


def zone_seen(model: Model, message: ZoneSeen) -> Update:
    """Take everything that an antenna sees off the list."""
    page = model.page
    return (
        _changed(model, box_check.read(page, message.uids))
        if isinstance(page, BoxCheck)
        else (model, ())
    )


def box_done(model: Model, _: BoxDone) -> Update:
    """Keep what was found."""
    page = model.page
    if not isinstance(page, BoxCheck):
        return model, ()
    page_after = home(model) if model.house.staff_until is None else Staff()
    return replace(model, page=page_after), (KeepCheck(page.box, box_check.short(page)),)


def box_state(model: Model, message: BoxState) -> Update:
    """Know what is missing in the box."""
    return replace(model, house=replace(model.house, box=message.box, short=message.short)), ()


def controls(_: Model, page: BoxCheck) -> Controls:
    """Return what every control does."""
    taps = {
        "ra": Offer(BoxDone(), "Done"),
        "undo": Offer(Next(), "Back"),
    }
    if page.tags:
        label = mark("Count by hand") if is_swept(page) else mark("Read the tags")
        taps["p5"] = Offer(CountByHand(), label)
    if is_swept(page):
        return Controls(taps)
    onward = Offer(Push(), "Next heap")
    taps |= {"ok": onward, "dial": onward, "p1": Offer(Turn(-1), "One less"),
             "p2": Offer(Turn(1), "One more")}  # fmt: skip
    return Controls(taps, {}, mark("How many are there?"))


def keys(_: Model, page: BoxCheck) -> Mapping[str, Message]:
    """Return what each key does."""
    ways: dict[str, Message] = {"escape": Next(), "r": BoxDone()}
    if page.tags:
        ways["tab"] = CountByHand()
    if is_swept(page):
        return ways
    return {**ways, "left": Turn(-1), "right": Turn(1), "down": Push(), "return": Push(),
            "up": PointAt(page.row - 1)}  # fmt: skip


def prompt(_: Model, page: BoxCheck) -> Prompt:
    """Return what is asked."""
    if is_swept(page):
        return Prompt("Move everything over the reader")
    return Prompt("Count the heaps; change only what is short")
