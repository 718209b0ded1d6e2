"""What people did at the screen: keys, fingers, the mouse, and the window itself."""

import msgspec


class KeyPressed(msgspec.Struct, frozen=True):
    """A key went down, or an input method handed over a text."""

    name: str
    """The key's name on this keyboard, lower case ("a", "й", "return"); "" for an input method."""

    text: str
    """What it types, "" for keys that type nothing."""

    at: float
    """When it was noticed, in seconds of the monotonic clock."""

    place: str = ""
    """The name of the key in the same place of a US keyboard; "" if it is not a letter or digit."""


class KeyReleased(msgspec.Struct, frozen=True):
    """A key went up."""

    name: str
    """The key's name on this keyboard, as when it was pressed."""

    at: float
    """When it was noticed, in seconds of the monotonic clock."""


class Touched(msgspec.Struct, frozen=True):
    """A finger or the first button of the mouse went down."""

    x: float
    """Pixels of the scene from its left side, however the screen is turned."""

    y: float
    """Pixels of the scene from its top."""

    at: float
    """When it was noticed, in seconds of the monotonic clock."""


class Released(msgspec.Struct, frozen=True):
    """The finger or the button went up."""

    x: float
    """Pixels of the scene from its left side, however the screen is turned."""

    y: float
    """Pixels of the scene from its top."""

    at: float
    """When it was noticed, in seconds of the monotonic clock."""


class CloseAsked(msgspec.Struct, frozen=True):
    """Someone closed the window, or the system asks the program to end."""

    at: float
    """When it was noticed, in seconds of the monotonic clock."""


class Resized(msgspec.Struct, frozen=True):
    """The window has another size now."""

    width: int
    """Of the scene, in pixels, however the screen is turned."""

    height: int
    """Of the scene, in pixels."""

    at: float
    """When it was noticed, in seconds of the monotonic clock."""


WindowEvent = KeyPressed | KeyReleased | Touched | Released | CloseAsked | Resized
