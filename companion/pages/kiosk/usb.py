"""USB sticks: staff save games and other files to them, or install an update."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core.commands import Entry, Prompt
from companion.core.effects import Dispatch, Update, refused, saying
from companion.core.kiosk import Kiosk, Stick, UsbJob
from companion.core.messages import Trouble, TroubleOver
from companion.core.model import Model
from companion.core.notices import NOT_INSTALLED, Notes, Notice
from companion.i18n import mark
from companion.pages.kiosk.messages import (
    CopyToUsb,
    Install,
    InstallUpdate,
    LogStaffAction,
    StaffAct,
    WriteOn,
)

_DONE: Mapping[UsbJob, Notes] = {
    UsbJob.BACKUP: Notes.STICK_BACKED_UP,
    UsbJob.GAMES: Notes.STICK_HAS_GAMES,
    UsbJob.DIAGNOSTICS: Notes.STICK_HAS_DIAGNOSTICS,
}


def entries(model: Model) -> tuple[Entry, ...]:
    """Return what can be written now: nothing without a stick, or while it is written already."""
    if not model.kiosk.sticks or model.kiosk.usb_job is not None:
        return ()
    return (
        Entry("Back up all games", CopyToUsb(UsbJob.BACKUP)),
        Entry("Export games as files for other programs", CopyToUsb(UsbJob.GAMES)),
        Entry("Write a support file, without names", CopyToUsb(UsbJob.DIAGNOSTICS)),
        *(
            (Entry("Install the update on the USB stick", InstallUpdate()),)
            if update(model)
            else ()
        ),
    )


def prompt(state: Kiosk) -> Prompt:
    """Return what the list of the stick asks for."""
    if state.usb_job is not None:
        return Prompt("Leave the USB stick in: writing…")
    return Prompt(mark("Save to a USB stick") if state.sticks else mark("Plug in a USB stick"))


def sticks_changed(model: Model, sticks: tuple[Stick, ...]) -> Update:
    """Take the sticks that are plugged in; say what a new one can be used for."""
    is_new = len(sticks) > len(model.kiosk.sticks)
    known = model.with_kiosk(sticks=sticks)
    return (saying(known, Notice(Notes.STICK_FOUND)) if is_new else known), ()


def carry(model: Model, cargo: UsbJob) -> Update:
    """Write to the stick that was plugged in last."""
    state = model.kiosk
    if not state.sticks or state.usb_job is not None:
        return refused(model, Notice(Notes.NOT_NOW))
    over = Dispatch(TroubleOver(Notice(Notes.STICK_NOT_WRITTEN)))
    acted = () if state.staff_until is None else (LogStaffAction(StaffAct.STICK, cargo.value),)
    writing = replace(model, kiosk=replace(state, usb_job=cargo))
    return writing, (over, *acted, WriteOn(cargo, state.sticks[-1].place))


def carried(model: Model, cargo: UsbJob, why: str) -> Update:
    """Say that the stick may be pulled out, or why nothing could be written."""
    done = model.with_kiosk(usb_job=None)
    if why:
        return done, (Dispatch(Trouble(Notice(Notes.STICK_NOT_WRITTEN, {"why": why}))),)
    return saying(done, Notice(_DONE[cargo])), ()


def install(model: Model) -> Update:
    """Start installing the update on the stick."""
    if update(model) is None or model.kiosk.usb_job is not None:
        return refused(model, Notice(Notes.NOT_NOW))
    over = tuple(Dispatch(TroubleOver(Notice(note))) for note in NOT_INSTALLED)
    acted = () if model.kiosk.staff_until is None else (LogStaffAction(StaffAct.UPDATE),)
    return saying(model, Notice(Notes.UPDATE_BEGUN)), (*over, *acted, Install())


def not_installed(model: Model, why: Notes) -> Update:
    """Say why the update was not installed, until staff have read it."""
    return model, (Dispatch(Trouble(Notice(why))),)


def update(model: Model) -> Stick | None:
    """Return the stick with an update on it."""
    return next((each for each in reversed(model.kiosk.sticks) if each.install), None)
