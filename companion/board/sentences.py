"""What the board says about calls, phases and problems, in full and in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.fleet.shapes import TablePhase
from companion.i18n import mark

CALLS: Mapping[str, tuple[str, str]] = {
    "rules": (mark("Rules question"), mark("Rules")),
    "order": (mark("They want to order"), mark("Order")),
    "pay": (mark("They want to pay"), mark("Bill")),
}
"""What a table calls for, in many words and in few."""


PHASES: Mapping[TablePhase, str] = {
    TablePhase.IDLE: mark("Free"),
    TablePhase.ATTRACT: mark("Free"),
    TablePhase.SEATING: mark("Seating"),
    TablePhase.PLAYING: mark("Playing"),
    TablePhase.AUCTION: mark("Auction"),
    TablePhase.SCORING: mark("Scoring"),
    TablePhase.OVER: mark("Over"),
    TablePhase.LOCKED: mark("Closed"),
}


_SETTINGS = (mark("Mistake in the settings"), mark("Settings"))


_BUTTONS = (mark("Buttons do not respond"), mark("Buttons"))


TROUBLES: Sequence[tuple[str, tuple[str, str]]] = (
    ("not_", (mark("Games are not saved"), mark("Disk"))),
    ("same_id", (mark("Same id as another table"), mark("Same id"))),
    ("reader_", (mark("Bag reader does not respond"), mark("Reader"))),
    ("panel_", _BUTTONS),
    ("pin", _BUTTONS),
    ("button_", _BUTTONS),
    ("low_power", (mark("Not enough power"), mark("Power"))),
    ("slowed_down", (mark("The computer is too hot"), mark("Heat"))),
    ("rolled_back", (mark("The update failed"), mark("Update"))),
    ("settings", _SETTINGS),
    ("box_", _SETTINGS),
    ("no_box", _SETTINGS),
    ("which_box", _SETTINGS),
)
"""What to say about a problem, in full and in short, by the beginning of its name."""


_OTHER_TROUBLE = (mark("The table has trouble"), mark("Trouble"))


def trouble(kind: str) -> tuple[str, str]:
    """Return what to say about a problem, in English, in full and in short."""
    return next((said for begin, said in TROUBLES if kind.startswith(begin)), _OTHER_TROUBLE)
