"""The pause menu: everything that can be done besides playing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from companion.core.bindings import Binding, Bindings, Entry, Prompt
from companion.core.controls import Control, stepped
from companion.core.effects import BuilderPage, Visit
from companion.core.messages import (
    Door,
    GoTo,
    Leave,
    Message,
    Next,
    NextLanguage,
    Open,
    PushDial,
    Quit,
    ReadTable,
    SetClock,
    SetLoudness,
    SetSpoken,
    SetTextSize,
    SetTheme,
)
from companion.core.model import Model, is_guarded
from companion.core.preferences import Loudness, TextSize
from companion.i18n import Words, mark
from companion.pages import (
    archive,
    box_check,
    corrections,
    history,
    keyboard,
    kiosk,
    opponent,
    partial,
    phones,
    reference,
    scoring,
    table,
)
from companion.pages.list_page import ListPage
from companion.pages.menu import menu_view
from companion.pages.menu.about import About
from companion.rules.model import Phase
from companion.ui.scene import Rect
from companion.ui.style import Piece, Style


class Group(msgspec.Struct, frozen=True):
    """Lines of the menu that belong together."""

    title: str
    """English words, which are also what is translated."""
    entries: tuple[Entry, ...]


class Menu(ListPage, frozen=True):
    """The menu: what else can be done."""

    def groups(self, model: Model) -> tuple[Group, ...]:
        """Return the lines that may be used here, in groups; the last of them leads away."""
        parts = (
            (mark("This game"), _of_the_game(model)),
            (mark("The table"), (*_seeing(model), *_hearing(model))),
            (mark("More"), _of_the_evening(model)),
            ("", _leaving(model)),
        )
        allowed = (
            Group(title, tuple(line for line in lines if kiosk.may(model, line.message)))
            for title, lines in parts
        )
        return tuple(group for group in allowed if group.entries)

    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return the lines that may be used here."""
        return tuple(line for group in self.groups(model) for line in group.entries)

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield the groups side by side, and which line the dial points at."""
        return menu_view.shown(look, room, model, self)

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        push = Binding(PushDial(), self.pointed_at(model).label)
        back = Binding(Next(), "Back")
        return Bindings(
            {Control.OK: push, Control.DIAL: push, Control.UNDO: back, Control.RA: back},
            {},
            mark("Choose"),
        )

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt(mark("Menu") if model.session.timeline is None else mark("Pause"))

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Yield the line that the dial points at."""
        yield words.say(self.pointed_at(model).label)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)


THEMES = {
    "night": mark("Colours: night"),
    "papyrus": mark("Colours: papyrus"),
    "contrast": mark("Colours: high contrast"),
}

_SIZES = {
    TextSize.NORMAL: mark("Text size: normal"),
    TextSize.LARGE: mark("Text size: large"),
    TextSize.LARGER: mark("Text size: larger"),
    TextSize.PRINT: mark("Text size: large print"),
}

_SOUNDS = {
    Loudness.NORMAL: mark("Sound: on"),
    Loudness.NIGHT: mark("Sound: quiet, for the night"),
    Loudness.OFF: mark("Sound: off"),
}

_CLOCKS = {True: mark("Playing time: on"), False: mark("Playing time: off")}

_VOICES = {True: mark("Spoken announcements: on"), False: mark("Spoken announcements: off")}


def _of_the_game(model: Model) -> Iterator[Entry]:
    """Yield the lines about the game on the table, if there is one."""
    if model.session.timeline is None:
        return
    yield Entry("History", GoTo(history.going_to(model)), "ui_list")
    if model.game.stage is Phase.OVER:
        yield Entry("Result", GoTo(scoring.Finale(len(model.game.players))), "ui_crown")
    if reference.can_look_at_worth(model):
        yield Entry("If the epoch ended now", GoTo(reference.ProjectedScore()), "ui_star")
    yield Entry("Fix the table on screen", GoTo(corrections.FixPanel()), "ui_wrench")
    if model.game.stage is not Phase.OVER:
        yield Entry("People and computer players", GoTo(opponent.Seats()), "ui_seat")
    for offer in partial.level_lines(model):
        yield Entry(offer.label, offer.message, "ui_less")
    if model.preferences.kiosk:
        yield Entry("Start over; this game is saved", kiosk.Restart(), "ui_again")
    if model.game.stage is not Phase.OVER:
        yield Entry("End the game early", GoTo(table.EndEarly()), "ui_flag")


def _of_the_evening(model: Model) -> Iterator[Entry]:
    """Yield the lines about what is around the table."""
    if model.preferences.kiosk:
        yield Entry("Ask for help", GoTo(kiosk.Help()), "ui_hand")
    is_idle = model.session.timeline is None
    if is_idle:
        yield Entry("Score sheet", Open(Door.SHEET), "ui_sheet")
        yield Entry("Games played", archive.FindGames(), "ui_clock")
        yield Entry("Statistics", archive.ShowStatistics(), "ui_chart")
    yield Entry("Rules", GoTo(reference.Rules()), "ui_book")
    if model.phones.link:
        yield Entry("Phones", GoTo(phones.Join()), "ui_phone")
    yield Entry("Hardware test", Visit(BuilderPage.TEST), "ui_knobs")
    if is_idle:
        yield Entry("Count the pieces", box_check.CheckBox(), "ui_box")
    if model.kiosk.sticks:
        yield Entry("Save to a USB stick", GoTo(kiosk.Staff(kiosk.StaffList.STICK)), "ui_stick")
    if not is_guarded(model):
        yield Entry("About", GoTo(About()), "ui_info")


def _leaving(model: Model) -> Iterator[Entry]:
    """Yield the one way to leave: the game first, and where there is none, the program.

    Below it stands what is wrong, if anything is.
    """
    if model.session.timeline is not None:
        yield Entry("Leave; game is saved", Leave(), "ui_leave")
    else:
        yield Entry("Quit", Quit(), "ui_leave")
    if model.screen.troubles:  # last: no other line moves away from under a finger
        yield Entry("Problems", Open(Door.TROUBLES), "ui_warning")


def _seeing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be seen, each saying how it is now."""
    wanted = model.preferences
    size = wanted.text_size
    return (
        Entry("Language", NextLanguage(1), "ui_globe"),
        Entry(THEMES[wanted.theme], SetTheme(stepped(tuple(THEMES), wanted.theme)), "ui_moon"),
        Entry(_SIZES[size], SetTextSize(stepped(tuple(_SIZES), size)), "ui_letters"),
        Entry(_CLOCKS[wanted.has_clock], SetClock(not wanted.has_clock), "ui_clock"),
    )


def _hearing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be heard, each saying how it is now."""
    loudness, spoken = model.preferences.loudness, model.preferences.is_spoken
    levels = (each for each in _SOUNDS if each is loudness or kiosk.may(model, SetLoudness(each)))
    lines = (
        Entry(_SOUNDS[loudness], SetLoudness(stepped(tuple(levels), loudness)), "ui_sound"),
        Entry(_VOICES[spoken], SetSpoken(not spoken), "ui_voice"),
    )
    if model.session.timeline is None:
        return lines
    return (*lines, Entry("Read the table aloud", ReadTable(), "ui_ear"))
