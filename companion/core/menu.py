"""The pause menu: one entry a line."""

from collections.abc import Iterator

import msgspec

from companion.core import adding_up
from companion.core.box_check import CheckBox
from companion.core.guests import is_guarded, may
from companion.core.history import going_to
from companion.core.house import Help, Leaf, Staff
from companion.core.levels_offered import level_lines
from companion.core.mending import Mending
from companion.core.messages import (
    GoTo,
    Leave,
    Message,
    Next,
    NextLanguage,
    Quit,
    ReadTable,
    SetBig,
    SetLoudness,
    SetSpoken,
    SetTextScale,
    SetTheme,
)
from companion.core.model import About, Finale, Loudness, Model, Rules, Stopping, Worth
from companion.core.orders import Bench, Visit
from companion.core.past import FindGames, ShowStatistics
from companion.core.reading import can_look_at_worth
from companion.core.rebuilt import Rebuilding
from companion.core.ring import stepped
from companion.core.service import Restart
from companion.rules.model import Phase
from companion.words import mark

THEMES = {
    "night": mark("Colours: night"),
    "papyrus": mark("Colours: papyrus"),
    "contrast": mark("Colours: high contrast"),
}
_SCALES = {
    1.0: mark("Letters: as usual"),
    1.15: mark("Letters: larger"),
    1.3: mark("Letters: largest"),
}
_BIG = {True: mark("Readable from afar: on"), False: mark("Readable from afar: off")}
_SOUNDS = {
    Loudness.NORMAL: mark("Sound: on"),
    Loudness.NIGHT: mark("Sound: quiet, for the night"),
    Loudness.OFF: mark("Sound: off"),
}
_VOICES = {True: mark("Spoken announcements: on"), False: mark("Spoken announcements: off")}


class Entry(msgspec.Struct, frozen=True):
    """One line of the menu."""

    label: str
    """English words, which are also what is translated."""
    message: Message


def entries(model: Model) -> tuple[Entry, ...]:
    """Return the lines of the menu, the first one leading back: those that may be used here."""
    lines = [Entry(mark("Back to the table") if model.timeline else mark("Back"), Next())]
    if model.preferences.kiosk:
        lines.append(Entry("Ask for help", GoTo(Help())))
    if model.timeline is not None:
        lines.append(Entry("History", GoTo(going_to(model))))
        if model.game.stage is Phase.OVER:
            lines.append(Entry("The result", GoTo(Finale(len(model.game.players)))))
        if can_look_at_worth(model):
            lines.append(Entry("What scores now?", GoTo(Worth())))
        lines.append(Entry("Fix what the screen says", GoTo(Mending())))
        if model.timeline.ledger is None:
            lines.append(Entry("Rebuild the table", GoTo(Rebuilding())))
        lines += (Entry(offer.label, offer.message) for offer in level_lines(model))
        if model.preferences.kiosk:
            lines.append(Entry("Begin anew; this game is kept", Restart()))
        if model.game.stage is not Phase.OVER:
            lines.append(Entry("We stop here", GoTo(Stopping())))
        lines.append(Entry("Leave; the game is kept", Leave()))
    else:
        lines.append(Entry("Score a table", adding_up.score_a_table(model).message))
        lines.append(Entry("Games played", FindGames()))
        lines.append(Entry("Statistics", ShowStatistics()))
    lines.append(Entry("The rules", GoTo(Rules())))
    lines += _seeing(model)
    lines.append(Entry("Language", NextLanguage(1)))
    lines += _hearing(model)
    lines += _keeping(model)
    return tuple(line for line in lines if may(model, line.message))


def _keeping(model: Model) -> Iterator[Entry]:
    """Yield the lines about what is around the table."""
    yield Entry("Test buttons and reader", Visit(Bench.TEST))
    if model.timeline is None:
        yield Entry("Count the box", CheckBox())
    if model.house.sticks:
        yield Entry("Save on a USB stick", GoTo(Staff(Leaf.STICK)))
    if not is_guarded(model):
        yield Entry("About", GoTo(About()))
    yield Entry("Quit; the game is kept", Quit())


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
    levels = (each for each in _SOUNDS if each is loudness or may(model, SetLoudness(each)))
    lines = (
        Entry(_SOUNDS[loudness], SetLoudness(stepped(tuple(levels), loudness))),
        Entry(_VOICES[spoken], SetSpoken(not spoken)),
    )
    return (*lines, Entry("Read the table aloud", ReadTable())) if model.timeline else lines
