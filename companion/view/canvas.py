"""What a picture is drawn on and in which words: everything that is not the model."""

import msgspec

from companion.view.type import Type
from companion.words import ENGLISH, Words


class Canvas(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A screen, its type, and the words of its language. Equal only to itself: keep it."""

    size: tuple[int, int]
    """Width and height of the screen in pixels, as it stands before the players."""
    type: Type
    words: Words = ENGLISH
    touch: bool = True
    """Whether fingers or a mouse reach the screen: then every tile has a key on it."""
    letters: bool = False
    """Whether there is a keyboard: then keys show their letters instead of players' emblems."""
    version: str = ""
    """Which version of the program runs, for the page about it."""
