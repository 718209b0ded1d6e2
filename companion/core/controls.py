"""The controls of the panel, as the pages know them."""

from enum import StrEnum


class Control(StrEnum):
    """What can be pressed. The values are the names in settings, scripts and the hardware."""

    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"
    P5 = "p5"
    RA = "ra"
    OK = "ok"
    UNDO = "undo"
    DIAL = "dial"


PLAYER_CONTROLS = (Control.P1, Control.P2, Control.P3, Control.P4, Control.P5)
"""The five player buttons."""

BUTTONS = len(PLAYER_CONTROLS)
"""Player buttons on the panel, each with its colour and emblem; 0 is the first."""

CHOOSERS = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.DIAL)
"""The controls that choose one of up to eight things, in their order."""
