"""Letters from where people sit: what is loud from across the table, all else from beside it.

The display lists of every page are measured. What views mark as loud (``Text.is_loud``) stands at
a 14th of the screen's height, everything else at a 30th. A page that is new is measured by itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType

import pytest

from companion.core.messages import Enter, SettleAuction, TakeSun
from companion.core.model import Model
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.controls import prompt
from companion.pages.render import scene
from companion.rules.actions import DRAWS
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui.scene import Text
from companion.ui.style import Canvas
from tests.core.desk import a_desk
from tests.together import for_each, some
from tests.view.gallery import LONG_NAMES, NAMES, PAGES, SIZES, TYPE
from tests.view.ink import SIGNS, looked_at

LOUD, READ = 14, 30
"""Parts of the height."""

_PICTURE = "the small picture of the table as it was, which nobody has to read"

EXCEPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "history": _PICTURE,
        "light looked back at": _PICTURE,
        "replay": _PICTURE,
        "replay of an unfinished game": _PICTURE,
        "table of a swing": _PICTURE,
    }
)
"""Pages on which something may be smaller than a 30th, and what: it shrinks rather than goes."""

LANDSCAPE = tuple(size for size in SIZES if size[0] > size[1])
"""Screens from 800×480 on; on a high one the headline breaks into two lines."""


def height(size: tuple[int, int]) -> float:
    """Return the height that a screen gives to a picture: of 5:4 to 3:2 as if it were 16:9."""
    low, high = sorted(size)
    return min(low, high * 9 / 16) if high < low * 1.51 else low


def is_sign(text: Text) -> bool:
    """Whether this is the letter of a key or the name of a button, which has a shape, too."""
    return text.text in SIGNS or len(text.text) == 1


def letters(model: Model, size: tuple[int, int], language: str, *, keys: bool) -> Iterator[Text]:
    """Yield every text that can be seen."""
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), letters=keys)
    yield from (text for text, _ in looked_at(scene(model, canvas)).texts)


def quiet(model: Model, size: tuple[int, int], language: str) -> tuple[int, list[str]]:
    """Return how many loud texts there are, and those that are too small."""
    loud = [text for text in letters(model, size, language, keys=False) if text.is_loud]
    return len(loud), not_loud(loud, size)


def not_loud(loud: Iterable[Text], size: tuple[int, int]) -> list[str]:
    """Return those of the loud texts that are too small."""
    least = int(height(size) / LOUD)
    return [f"{text.text} {text.px} px" for text in loud if text.is_loud and text.px < least]


LOUDEST = ("auction", "forced", "last Ra", "discard", "winner")


@for_each(7, page=LOUDEST, language=LANGUAGES, size=LANDSCAPE)
def test_ra_its_end_a_disaster_and_the_winner_are_loud(
    page: str, language: str, size: tuple[int, int]
) -> None:
    assert quiet(PAGES[page](4, NAMES), size, language)[0] > 0


ASKED = ("turn", "turn with a god", "full track", "empty track", "god", "gods", "laid tiles",
         "last place", "lot", "last Ra", "first game", "long asked", "light counted")  # fmt: skip


@pytest.mark.parametrize("names", [NAMES, (*LONG_NAMES[:4], NAMES[4])])
@for_each(case=some(product(ASKED, LANGUAGES, LANDSCAPE), 19))
def test_who_is_asked_and_how_many_ra_tiles_have_come_are_loud(
    case: tuple[str, str, tuple[int, int]], names: tuple[str, ...]
) -> None:
    page, language, size = case
    model = PAGES[page](5, names)
    loud = [text for text in letters(model, size, language, keys=False) if text.is_loud]
    heard = [text.text for text in loud]
    seat = prompt(model).seat
    assert seat is not None
    first = model.game.setup.players[seat].strip()[:3]
    assert any(text.startswith(first) for text in heard), heard
    assert any(str(model.game.ra_count) in text for text in heard), heard
    assert not_loud(loud, size) == []


@for_each(7, language=LANGUAGES, size=LANDSCAPE)
def test_who_won_a_lot_is_loud(language: str, size: tuple[int, int]) -> None:
    desk = a_desk(4)
    desk.take(Enter(DRAWS[Tile.GOLD]))
    desk.take(Enter(DRAWS[Tile.RA]))
    desk.take(TakeSun(Sun(8)))
    desk.take(SettleAuction())
    number, small = quiet(desk.model, size, language)
    assert number > 0
    assert small == []
