"""A USB stick is plugged in: staff save the games on it, and take other things along."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core.asked import Prompt
from companion.core.effects import Effect
from companion.core.guests import is_guarded
from companion.core.house import Cargo, House, Stick, Versions
from companion.core.menu import Entry
from companion.core.messages import Next
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.offers import Controls, Offer
from companion.core.playing import refused, saying
from companion.core.service import Act, Acted, Carried, Carry, Sticks, WriteOn
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

_DONE: Mapping[Cargo, Notes] = {
    Cargo.BACKUP: Notes.STICK_BACKED_UP,
    Cargo.GAMES: Notes.STICK_HAS_GAMES,
    Cargo.DIAGNOSTICS: Notes.STICK_HAS_DIAGNOSTICS,
}


def entries(model: Model) -> tuple[Entry, ...]:
    """Return what can be written now: nothing without a stick, or while it is written already."""
    if not model.house.sticks or model.house.carries is not None:
        return ()
    return (
        Entry("A backup of all games", Carry(Cargo.BACKUP)),
        Entry("The games as files for other programs", Carry(Cargo.GAMES)),
        Entry("A file for whoever helps, without names", Carry(Cargo.DIAGNOSTICS)),
    )


def prompt(house: House) -> Prompt:
    """Return what the list of the stick asks for."""
    if house.carries is not None:
        return Prompt("Leave the stick in: it is being written")
    return Prompt(mark("Save on a USB stick") if house.sticks else mark("Plug in a USB stick"))


def sticks(model: Model, message: Sticks) -> Update:
    """Know which sticks there are; of a new one it is said what it is good for."""
    is_new = len(message.sticks) > len(model.house.sticks)
    known = replace(model, house=replace(model.house, sticks=message.sticks))
    note = Notes.STICK_FOR_STAFF if is_guarded(model) else Notes.STICK_FOUND
    return (saying(known, Notice(note)) if is_new else known), ()


def carry(model: Model, message: Carry) -> Update:
    """Let it be written on the stick that was plugged in last."""
    house = model.house
    if not house.sticks or house.carries is not None:
        return refused(model, Notice(Notes.NOT_NOW))
    acted = () if house.staff_until is None else (Acted(Act.STICK, message.cargo.value),)
    writing = replace(model, house=replace(house, carries=message.cargo))
    return writing, (*acted, WriteOn(message.cargo, house.sticks[-1].place))


def carried(model: Model, message: Carried) -> Update:
    """Say that the stick may be pulled out, or why nothing could be written."""
    done = replace(model, house=replace(model.house, carries=None))
    if message.why:
        return saying(done, Notice(Notes.STICK_NOT_WRITTEN, {"why": message.why})), ()
    return saying(done, Notice(_DONE[message.cargo])), ()


def bundle(model: Model) -> Stick | None:
    """Return the stick with a version on it that could be installed."""
    return next((each for each in reversed(model.house.sticks) if each.install), None)


def controls(_: Model, __: Versions) -> Controls:
    """Return what leads away from the page about versions."""
    back = Offer(Next(), "Back")
    return Controls(dict.fromkeys(("ok", "undo", "ra", "dial"), back))
