"""The pause menu: one entry a line."""

import msgspec

from companion.core.history import going_to
from companion.core.messages import (
    GoTo,
    Leave,
    Message,
    Next,
    NextLanguage,
    Quit,
    ReadTable,
    SetLoudness,
    SetSpoken,
    SetTheme,
)
from companion.core.model import About, Finale, Loudness, Model
from companion.core.orders import Bench, Visit
from companion.rules.model import Phase

THEMES = ("night", "papyrus")

_SOUNDS = {
    Loudness.NORMAL: "Sound: on",
    Loudness.NIGHT: "Sound: quiet, for the night",
    Loudness.OFF: "Sound: off",
}
_VOICES = {True: "Spoken announcements: on", False: "Spoken announcements: off"}


class Entry(msgspec.Struct, frozen=True):
    """One line of the menu."""

    label: str
    """English words, which are also what is translated."""
    message: Message


def entries(model: Model) -> tuple[Entry, ...]:
    """Return the lines of the menu, the first one leading back."""
    lines = [Entry("Back to the table" if model.timeline else "Back", Next())]
    if model.timeline is not None:
        lines.append(Entry("History", GoTo(going_to(model))))
        if model.game.stage is Phase.OVER:
            lines.append(Entry("The result", GoTo(Finale(len(model.game.players)))))
        lines.append(Entry("Leave; the game is kept", Leave()))
    after = THEMES[(THEMES.index(model.preferences.theme) + 1) % len(THEMES)]
    lines.append(Entry("Bright or dark", SetTheme(after)))
    lines.append(Entry("Language", NextLanguage(1)))
    lines += _hearing(model)
    lines.append(Entry("Test buttons and reader", Visit(Bench.TEST)))
    lines.append(Entry("About", GoTo(About())))
    if not model.preferences.kiosk:
        lines.append(Entry("Quit; the game is kept", Quit()))
    return tuple(lines)


def _hearing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be heard, each saying how it is now."""
    loudness, spoken = model.preferences.loudness, model.preferences.is_spoken
    order = tuple(_SOUNDS)
    following = order[(order.index(loudness) + 1) % len(order)]
    lines = (
        Entry(_SOUNDS[loudness], SetLoudness(following)),
        Entry(_VOICES[spoken], SetSpoken(not spoken)),
    )
    return (*lines, Entry("Read the table aloud", ReadTable())) if model.timeline else lines
