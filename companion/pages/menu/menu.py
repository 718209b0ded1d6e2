"""The pause: what else can be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.bindings import Binding, Bindings, Entry, Prompt
from companion.core.controls import Control
from companion.core.dial import stepped
from companion.core.effects import Bench, Visit
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
    SetBig,
    SetLoudness,
    SetSpoken,
    SetTextScale,
    SetTheme,
)
from companion.core.model import Model, is_guarded
from companion.core.preferences import Loudness
from companion.i18n import mark
from companion.pages import (
    archive,
    box_check,
    corrections,
    keyboard,
    kiosk,
    opponent,
    partial,
    reference,
    scoring,
    table,
)
from companion.pages.list_page import ListPage
from companion.pages.menu.about import About
from companion.rules.model import Phase


class Menu(ListPage, frozen=True):
    """The pause: what else can be done."""

    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return the lines that may be used here, the first one leading back."""
        lines = [
            Entry(mark("Back to the table") if model.session.timeline else mark("Back"), Next())
        ]
        if model.preferences.kiosk:
            lines.append(Entry("Ask for help", GoTo(kiosk.Help())))
        if model.session.timeline is not None:
            lines.append(Entry("History", GoTo(table.going_to(model))))
            if model.game.stage is Phase.OVER:
                lines.append(Entry("Result", GoTo(scoring.Finale(len(model.game.players)))))
            if reference.can_look_at_worth(model):
                lines.append(Entry("What scores now?", GoTo(reference.ProjectedScore())))
            lines.append(Entry("Fix the table on screen", GoTo(corrections.FixPanel())))
            if model.game.stage is not Phase.OVER:
                lines.append(Entry("Who plays which seat?", GoTo(opponent.Seats())))
            if model.session.timeline.ledger is None:
                lines.append(Entry("Rebuild the table", GoTo(corrections.Rebuild())))
            lines += (Entry(offer.label, offer.message) for offer in partial.level_lines(model))
            if model.preferences.kiosk:
                lines.append(Entry("Start over; this game is saved", kiosk.Restart()))
            if model.game.stage is not Phase.OVER:
                lines.append(Entry("End the game early", GoTo(table.EndEarly())))
            lines.append(Entry("Leave; game is saved", Leave()))
        else:
            lines.append(Entry("Score sheet", Open(Door.SHEET)))
            lines.append(Entry("Games played", archive.FindGames()))
            lines.append(Entry("Statistics", archive.ShowStatistics()))
        lines.append(Entry("Rules", GoTo(reference.Rules())))
        lines += _seeing(model)
        lines.append(Entry("Language", NextLanguage(1)))
        lines += _hearing(model)
        lines += _keeping(model)
        if model.screen.troubles:  # last: no other line moves away from under a finger
            lines.append(Entry("What is wrong", Open(Door.TROUBLES)))
        return tuple(line for line in lines if kiosk.may(model, line.message))

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
        return Prompt("Pause")

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)


THEMES = {
    "night": mark("Colours: night"),
    "papyrus": mark("Colours: papyrus"),
    "contrast": mark("Colours: high contrast"),
}

_SCALES = {
    1.0: mark("Text size: normal"),
    1.15: mark("Text size: large"),
    1.3: mark("Text size: largest"),
}

_BIG = {True: mark("Large print: on"), False: mark("Large print: off")}

_SOUNDS = {
    Loudness.NORMAL: mark("Sound: on"),
    Loudness.NIGHT: mark("Sound: quiet, for the night"),
    Loudness.OFF: mark("Sound: off"),
}

_VOICES = {True: mark("Spoken announcements: on"), False: mark("Spoken announcements: off")}


def _keeping(model: Model) -> Iterator[Entry]:
    """Yield the lines about what is around the table."""
    yield Entry("Hardware test", Visit(Bench.TEST))
    if model.session.timeline is None:
        yield Entry("Count the pieces", box_check.CheckBox())
    if model.kiosk.sticks:
        yield Entry("Save to a USB stick", GoTo(kiosk.Staff(kiosk.Leaf.STICK)))
    if not is_guarded(model):
        yield Entry("About", GoTo(About()))
    yield Entry("Quit; the game is saved", Quit())


def _seeing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be seen, each saying how it is now."""
    wanted = model.preferences
    scale = min(_SCALES, key=lambda each: abs(each - wanted.text_scale))
    lines = (
        Entry(THEMES[wanted.theme], SetTheme(stepped(tuple(THEMES), wanted.theme))),
        Entry(_SCALES[scale], SetTextScale(stepped(tuple(_SCALES), scale))),
    )
    return (*lines, Entry(_BIG[wanted.is_big], SetBig(not wanted.is_big)))


def _hearing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be heard, each saying how it is now."""
    loudness, spoken = model.preferences.loudness, model.preferences.is_spoken
    levels = (each for each in _SOUNDS if each is loudness or kiosk.may(model, SetLoudness(each)))
    lines = (
        Entry(_SOUNDS[loudness], SetLoudness(stepped(tuple(levels), loudness))),
        Entry(_VOICES[spoken], SetSpoken(not spoken)),
    )
    return (*lines, Entry("Read the table aloud", ReadTable())) if model.session.timeline else lines
