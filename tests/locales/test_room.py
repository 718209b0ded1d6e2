"""Every page has room for what is said on it, in every language."""

import pytest
from msgspec.structs import replace

from companion.catalogues import words
from companion.core.model import COLOURS, Model
from companion.view.canvas import Canvas
from companion.view.render import scene
from tests.locales.catalogues import LANGUAGES
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import cut, lonely, looked_at, misplaced, overlapping, shortened, small
from tests.view.test_fit import TOASTS

SCREENS = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800))
FOR_TWO = ("agreeing", "full track")
"""Pages that say more, or have less room, with two players."""

HANDS = ((True, False), (True, True), (False, False))
"""Whether fingers reach the screen, and whether there is a keyboard."""


def _spoken(model: Model, language: str) -> Model:
    said = words(language)
    preferences = replace(model.preferences, language=language)
    colours = tuple(said.say(colour) for colour in COLOURS)
    return replace(model, preferences=preferences, colour_names=colours)


def _wrong(page: str, model: Model, canvas: Canvas) -> list[str]:
    """Return what is cut, shortened, too small, or lies over something else."""
    look = looked_at(scene(model, canvas))
    found = [*shortened(look), *misplaced(look), *overlapping(look), *small(look), *lonely(look)]
    return found if page in TOASTS else [*found, *cut(look)]


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_room_for_everything(language: str, size: tuple[int, int]) -> None:
    found = []
    for touch, letters in HANDS:
        canvas = Canvas(size=size, type=TYPE, words=words(language), touch=touch, letters=letters)
        for page, made in PAGES.items():
            for players in (2, 5) if page in FOR_TWO else (5,):
                model = _spoken(made(players, NAMES), language)
                found += [f"{page}: {text}" for text in _wrong(page, model, canvas)]
    assert found == []
