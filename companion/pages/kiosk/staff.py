"""What staff can do at a table in a café, list by list; every action is logged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Entry, Prompt, stepped, tap
from companion.core.effects import (
    BuilderPage,
    CloseBook,
    Dispatch,
    LoadLanguage,
    OpenBuilderPage,
    Update,
    do,
    refused,
    saying,
)
from companion.core.kiosk import VOLUMES, Link, StaffList, UsbJob
from companion.core.messages import (
    CheckBox,
    EndPeek,
    FindGames,
    GoTo,
    Leave,
    Message,
    Next,
    Open,
    Rematch,
    Restart,
    Route,
    ShowStatistics,
    Trouble,
    TroubleOver,
)
from companion.core.model import Model, Secrecy, for_new_guests, without_game
from companion.core.notices import NOT_INSTALLED, Notes, Notice
from companion.core.page import Audience
from companion.i18n import mark
from companion.i18n.languages import LANGUAGES, own_name
from companion.pages import page_view, registry
from companion.pages.kiosk import idle, pin, presence
from companion.pages.kiosk.messages import (
    CopyFinished,
    HoldToSwitchOff,
    Install,
    LogStaffAction,
    PowerOff,
    Setting,
    SignalCall,
    StaffAct,
    Sticks,
    WriteOn,
)
from companion.pages.page_view import (
    EDITIONS,
    PHONES,
    SECRECIES,
    TITLE,
    ListPage,
    PlainPage,
    ReadPage,
)
from companion.pages.registry import home
from companion.rules.actions import Level
from companion.rules.editions import Edition
from companion.rules.model import Phase
from companion.ui.kit import Kit, Widget
from companion.ui.style import Size


class Staff(ListPage, frozen=True):
    """What staff can do."""

    audience: ClassVar[Audience] = Audience.STAFF

    tab: StaffList = StaffList.MAIN

    def entries(self, model: Model) -> tuple[Entry, ...]:
        return _LINES[self.tab](model)

    def prompt(self, model: Model) -> Prompt:
        if self.tab is StaffList.STICK and model.kiosk.usb_job is not None:
            return Prompt("Leave the USB stick in: writing…")
        if self.tab is StaffList.STICK and not model.kiosk.sticks:
            return Prompt("Plug in a USB stick")
        return Prompt(self.tab.value)

    def end_call(self, model: Model) -> Update:
        """End the call, and select the way out, so that one more press ends no game."""
        after, effects = presence.end_call(model)
        page = self.pointing_at(after, do(Staff.leave))
        return replace(after, page=page), (*effects, *_logged(model, StaffAct.CALL))

    def end_game(self, model: Model) -> Update:
        """End the guests' game; it is kept like every other."""
        if model.session.timeline is None:
            return refused(model, Notice(Notes.NOT_NOW))
        return model, (Dispatch(Leave(), "staff"), *_logged(model, StaffAct.GAME))

    def reset(self, model: Model) -> Update:
        """Forget who sat here, and what was counted for them; the game is kept."""
        logged, counting = _logged(model, StaffAct.RESET), model.pending.counting
        if counting is not None and counting.is_assistant:
            model = model.with_pending(counting=None)
        clean = for_new_guests(model).with_kiosk(guests_language="")
        clean = replace(clean, page=registry.page(Route.WELCOME, model))
        language = LoadLanguage(model.kiosk.choices.language)
        if model.session.timeline is None:
            return gone(clean), (language, *logged)
        kept = model.session.kept or model.game.stage is not Phase.OVER
        left = without_game(clean).with_session(kept=kept)
        return gone(left), (CloseBook(), language, *logged)

    def lock(self, model: Model, is_locked: bool) -> Update:  # noqa: FBT001 - of a message
        """Close the table to guests, or open it; this survives a power cut."""
        after = model.with_kiosk(is_locked=is_locked)
        logged = _logged(model, StaffAct.LOCK if is_locked else StaffAct.UNLOCK)
        order = Setting("kiosk", "locked", is_locked)
        return gone(after) if is_locked else after, (order, *logged)

    def offer(self, model: Model, language: str) -> Update:
        """Offer a language or stop offering it; one always remains."""
        offered = set(model.kiosk.languages) ^ {language}
        if not offered:
            return refused(model, Notice(Notes.NOT_NOW))
        languages = tuple(each for each in LANGUAGES if each in offered)
        order = Setting("kiosk.languages", language, language in offered)
        logged = _logged(model, StaffAct.LANGUAGE, language)
        return model.with_kiosk(languages=languages), (order, *logged)

    def set_volumes(self, model: Model, volumes: tuple[str, ...]) -> Update:
        """Let guests choose these volumes only."""
        said = " ".join(volumes)
        order = Setting("kiosk", "volumes", said)
        logged = _logged(model, StaffAct.VOLUMES, said)
        return model.with_kiosk(volumes=volumes), (order, *logged)

    def set_default(self, model: Model, key: str, value: str) -> Update:
        """Set ``level``, ``secrecy`` or ``edition`` for new games, as the settings call them."""
        now, state = model.session.agreement, model.kiosk
        if model.session.timeline is not None:  # it keeps its agreement
            return refused(model, Notice(Notes.NOT_NOW))
        match key:
            case "level":
                state = replace(state, level=value)
                now = replace(now, level=state.auto_level if value == "auto" else Level(value))
            case "secrecy":
                now = replace(now, secrecy=Secrecy(value))
            case _:
                now = replace(now, options=replace(now.options, edition=Edition(value)))
        order = Setting("table", key, value)
        logged = _logged(model, StaffAct.DEFAULT, f"{key} {value}")
        return replace(model.with_session(agreement=now), kiosk=state), (order, *logged)

    def change_pin(self, model: Model) -> Update:
        """Choose another PIN."""
        return replace(model, page=pin.Pin(pin.PinPurpose.FIRST)), ()

    def leave_kiosk(self, model: Model) -> Update:
        """Allow everything to everybody until the next start."""
        free = model.with_preferences(kiosk=False)
        state = replace(free.kiosk, staff_until=None, is_locked=False)
        return replace(free, kiosk=state, page=home(model)), _logged(model, StaffAct.KIOSK)

    def copy_to_usb(self, model: Model, cargo: UsbJob) -> Update:
        """Write to the stick that was plugged in last."""
        state = model.kiosk
        if not state.sticks or state.usb_job is not None:
            return refused(model, Notice(Notes.NOT_NOW))
        over = Dispatch(TroubleOver(Notice(Notes.STICK_NOT_WRITTEN)))
        logged = _logged(model, StaffAct.STICK, cargo.value)
        order = WriteOn(cargo, state.sticks[-1].place)
        return model.with_kiosk(usb_job=cargo), (over, *logged, order)

    def install(self, model: Model) -> Update:
        """Start installing the update on the stick."""
        if model.kiosk.update is None or model.kiosk.usb_job is not None:
            return refused(model, Notice(Notes.NOT_NOW))
        over = tuple(Dispatch(TroubleOver(Notice(note))) for note in NOT_INSTALLED)
        logged = _logged(model, StaffAct.UPDATE)
        return saying(model, Notice(Notes.UPDATE_BEGUN)), (*over, *logged, Install())

    def leave(self, model: Model) -> Update:
        """Let guests be alone again."""
        return gone(model), _logged(model, StaffAct.WENT)


def _logged(model: Model, act: StaffAct, detail: str = "") -> tuple[LogStaffAction, ...]:
    """Return what the staff log says; nothing where no PIN tells staff from guests."""
    return () if model.kiosk.staff_until is None else (LogStaffAction(act, detail),)


LEVELS = {
    "auto": mark("what suits the hardware"),
    "full": page_view.LEVELS[Level.FULL],
    "light": page_view.LEVELS[Level.LIGHT],
}


_BACK = Entry("Back", GoTo(Staff()))


def _main(model: Model) -> tuple[Entry, ...]:
    state, lines = model.kiosk, []
    if state.call is not None:
        lines.append(Entry("Mark call as answered", do(Staff.end_call)))
    if model.session.timeline is not None:
        lines.append(Entry("End this game; it is saved", do(Staff.end_game)))
    lines.append(Entry("Reset the table for new guests", do(Staff.reset)))
    if model.preferences.kiosk:
        lock = mark("Open the table") if state.is_locked else mark("Close the table to guests")
        lines.append(Entry(lock, do(Staff.lock, not state.is_locked)))
    lines += [
        Entry("Count the pieces", CheckBox()),
        Entry("Save to a USB stick", GoTo(Staff(StaffList.STICK))),
        Entry("Guests and new games", GoTo(Staff(StaffList.GUESTS))),
        Entry("This table", GoTo(Staff(StaffList.MACHINE))),
        Entry("Menu", Open(Route.MENU)),
        Entry("Done", do(Staff.leave)),
    ]
    return tuple(lines)


_OFFERED, _NOT_OFFERED = "\N{CHECK MARK}", "\N{EN DASH}"
"""Signs, as languages stand here by their own names."""


def _guests_may(model: Model) -> tuple[Entry, ...]:
    state, proposed = model.kiosk, model.session.agreement
    level = state.level if state.level in LEVELS else "auto"
    lines = [
        Entry(f"{_OFFERED if each in state.languages else _NOT_OFFERED} {own_name(each)}",
              do(Staff.offer, each))
        for each in LANGUAGES
    ]  # fmt: skip
    volumes = state.volumes if state.volumes in VOLUMES else next(iter(VOLUMES))
    secrecy = stepped(tuple(SECRECIES), proposed.secrecy)
    edition = stepped(tuple(EDITIONS), proposed.options.edition)
    new_games = (
        Entry(
            "Entered",
            do(Staff.set_default, "level", stepped(tuple(LEVELS), level)),
            value=LEVELS[level],
        ),
        Entry(
            "Points",
            do(Staff.set_default, "secrecy", secrecy.value),
            value=SECRECIES[proposed.secrecy],
        ),
        Entry(
            "Edition",
            do(Staff.set_default, "edition", edition.value),
            value=EDITIONS[proposed.options.edition],
        ),
    )
    return (
        *lines,
        Entry(VOLUMES[volumes], do(Staff.set_volumes, stepped(tuple(VOLUMES), volumes))),
        *(() if model.session.timeline else new_games),  # the game has an agreement of its own
        _BACK,
    )


def _machine(model: Model) -> tuple[Entry, ...]:
    lines = [
        Entry("Hardware test", OpenBuilderPage(BuilderPage.TEST)),
        Entry("Button set-up", OpenBuilderPage(BuilderPage.WIZARD)),
        Entry("Change the PIN", do(Staff.change_pin)),
        Entry("Version and updates", GoTo(Versions())),
        Entry(LINKS[model.kiosk.link], GoTo(Fleet())),
        Entry(PHONES[bool(model.phones.link)], Open(Route.PHONES)),
    ]
    if model.session.timeline is None:
        lines += [Entry("Games played", FindGames()), Entry("Statistics", ShowStatistics())]
    if model.preferences.kiosk:
        lines.append(Entry("Leave kiosk mode until the next start", do(Staff.leave_kiosk)))
    lines += [Entry("Hold to switch the table off", HoldToSwitchOff()), _BACK]
    return tuple(lines)


def _of_the_stick(model: Model) -> tuple[Entry, ...]:
    """Return what can be written now: nothing without a stick, or while it is written already."""
    if not model.kiosk.sticks or model.kiosk.usb_job is not None:
        return (_BACK,)
    lines = [
        Entry("Back up all games", do(Staff.copy_to_usb, UsbJob.BACKUP)),
        Entry("Export games as files for other programs", do(Staff.copy_to_usb, UsbJob.GAMES)),
        Entry("Write a support file, without names", do(Staff.copy_to_usb, UsbJob.DIAGNOSTICS)),
    ]
    if model.kiosk.update:
        lines.append(Entry("Install the update on the USB stick", do(Staff.install)))
    return (*lines, _BACK)


_LINES: Mapping[StaffList, Callable[[Model], tuple[Entry, ...]]] = {
    StaffList.MAIN: _main,
    StaffList.GUESTS: _guests_may,
    StaffList.MACHINE: _machine,
    StaffList.STICK: _of_the_stick,
}


_DONE: Mapping[UsbJob, Notes] = {
    UsbJob.BACKUP: Notes.STICK_BACKED_UP,
    UsbJob.GAMES: Notes.STICK_HAS_GAMES,
    UsbJob.DIAGNOSTICS: Notes.STICK_HAS_DIAGNOSTICS,
}


def sticks_changed(model: Model, message: Sticks) -> Update:
    """Take the sticks that are plugged in; say what a new one can be used for."""
    is_new = len(message.sticks) > len(model.kiosk.sticks)
    known = model.with_kiosk(sticks=message.sticks)
    return (saying(known, Notice(Notes.STICK_FOUND)) if is_new else known), ()


def copied(model: Model, message: CopyFinished) -> Update:
    """Say that the stick may be pulled out, or why nothing could be written."""
    done = model.with_kiosk(usb_job=None)
    if message.why:
        trouble = Notice(Notes.STICK_NOT_WRITTEN, {"why": message.why})
        return done, (Dispatch(Trouble(trouble)),)
    return saying(done, Notice(_DONE[message.cargo])), ()


def restart(model: Model, _: Restart) -> Update:
    """Start over with the same people; the previous game is kept."""
    if model.session.timeline is None:
        return refused(model, Notice(Notes.NOT_NOW))
    return model, (Dispatch(Leave()), Dispatch(Rematch()))


def gone(model: Model) -> Model:
    """Return the model for guests, with the page they see."""
    left = model.with_kiosk(staff_until=None, active_at=model.now)
    is_closed = left.kiosk.is_locked and left.preferences.kiosk
    return replace(left, page=idle.Locked() if is_closed else home(left))


OFF_SECONDS = 3
"""How long it is held before the table is switched off."""


class SwitchingOff(PlainPage, frozen=True):
    """The countdown while somebody holds the control that switches the table off."""

    audience: ClassVar[Audience] = Audience.STAFF

    since: float
    """When it was first held, in seconds of the monotonic clock."""
    left: int
    """How many seconds more."""

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Stop", Next(), OK, UNDO, RA, DIAL, keys="escape")

    def prompt(self, model: Model) -> Prompt:
        return Prompt("Switching off: {number}", {"number": self.left})

    def update(self, model: Model, message: Message) -> Update | None:
        """Stop the countdown when what was held is let go."""
        return self.next_page(model) if isinstance(message, EndPeek) else None

    def next_page(self, model: Model) -> Update:
        return replace(model, page=Staff(StaffList.MACHINE)), ()

    def deadline(self, model: Model) -> float:
        return self.since + (OFF_SECONDS - self.left + 1)

    def on_tick(self, model: Model) -> Update:
        """Count down, then switch the computer off; the game is safe on the disk."""
        seconds = range(1, OFF_SECONDS + 1)  # compared as they are due: differences are rounded
        left = OFF_SECONDS - sum(model.now >= self.since + each for each in seconds)
        if left > 0:
            return replace(model, page=replace(self, left=left)), ()
        after, _ = self.next_page(model)
        if after.kiosk.call is None:
            return after, (LogStaffAction(StaffAct.OFF), PowerOff())
        answered = after.with_kiosk(call=None)  # whoever switches the table off has come
        return answered, (LogStaffAction(StaffAct.OFF), SignalCall(None), PowerOff())

    def widget(self, kit: Kit, model: Model) -> Widget:
        return kit.touch(kit.line(str(self.left), Size.DISPLAY, TITLE, kit.theme.gold), Next())


def hold_to_switch_off(model: Model, _: HoldToSwitchOff) -> Update:
    """Begin to count down."""
    return replace(model, page=SwitchingOff(model.now, OFF_SECONDS)), ()


def warned(model: Model) -> Model:
    """Return the model saying what the box lacks, as it is said before a game."""
    missing = sum(each.missing for each in model.kiosk.short)
    if not missing:
        return model
    return saying(model, Notice(Notes.BOX_SHORT, {"box": model.kiosk.box, "number": missing}))


class Versions(ReadPage, frozen=True):
    """Which version runs, and what to type for another; the table may not install it."""

    audience: ClassVar[Audience] = Audience.STAFF
    asks: ClassVar[str] = mark("Version and updates")

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

    def prompt(self, model: Model) -> Prompt:
        return Prompt(LINKS[model.kiosk.link])

    def widget(self, kit: Kit, model: Model) -> Widget:
        lines = [kit.text(kit.say(REMEDIES[model.kiosk.link]), Size.NAME, TITLE)]
        if model.kiosk.fleet_id:
            called = kit.say("This table is called {id}", id=model.kiosk.fleet_id)
            lines.append(kit.text(called, Size.NAME))
        return kit.pad(kit.column(*lines, gap=kit.px(8)), kit.px(8))
