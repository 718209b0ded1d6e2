"""One walk over all pages: each is drawn at every size, and everything is asked of each picture.

What else differs changes from one picture to the next, so that every two choices meet somewhere:
language, how many play, how large letters are, theme, hands. ``make test-every`` draws all.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple
from zlib import crc32

import pytest
from msgspec.structs import replace

from companion.core.model import COLOURS, Model, TextSize
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.pages.registry import load_all
from companion.pages.render import scene
from companion.ui.scene import Box, Picture
from companion.ui.style import SMALLEST_PX, Canvas
from companion.ui.theme import THEMES
from tests.locales.catalogues import LANGUAGES
from tests.locales.pseudo import LONGER
from tests.together import EVERY, some
from tests.view.gallery import ASSETS, LONG_NAMES, NAMES, PAGES, SIZES, TYPE, page_types
from tests.view.ink import (
    Looked,
    cut,
    lonely,
    looked_at,
    misplaced,
    overlapping,
    shortened,
    small,
    untouchable,
)
from tests.view.test_reading_distance import EXCEPTIONS, READ, faint, height, is_sign, not_loud

PSEUDO = "longer"

SPOKEN = ("en", *LANGUAGES, PSEUDO)

PLAYERS = (2, 3, 4, 5)

TEXT_SIZES = tuple(TextSize)

HANDS = ((True, False), (True, True), (False, False))
"""Whether fingers reach the screen, and whether there is a keyboard."""

COVERED = {
    "refusal",
    "unproved",
    "all out",
    "taken back",
    "saving",
    "peek after an epoch",
    "kept",
    "attract at night",
    "card for a disaster",
}
"""Pages where something lies over what is there for a moment, and may hide a part of it."""

DENSE = (
    "agreeing",
    "saved games",
    "hands now",
    "breakdown",
    "full track",
    "gods",
    "laid tiles",
    "end",
    "history",
    "lesson",
    "light ending",
    "light looked back at",
    "race",
    "reckoned",
    "trying",
    "mending",
    "correcting",
    "no longer fits",
    "games",
    "menu",
)
"""How pages begin that have so many cells that the longer language may be shortened on them; the
six real ones may not."""

FULL = {"laying out", "thousands of games", "unproved"}
"""So full that a language two fifths longer has no room on every screen; the six real ones have."""


ICONS = {path.stem for path in (ASSETS / "icons").glob("*.svg")}

SMALL = 600
"""Where the shorter side has so few pixels that most of what has no room is found there."""


class Way(NamedTuple):
    """One way to look at a page."""

    size: tuple[int, int]
    language: str = "en"
    players: int = 5
    text_size: TextSize = TextSize.NORMAL
    theme: str = "night"
    is_left: bool = False
    """Whether keys are mirrored for left hands."""
    hands: tuple[bool, bool] = (True, False)
    names: tuple[str, ...] = NAMES


TIGHT = {
    "seating": Way((480, 800), hands=(True, True), names=LONG_NAMES),
    "agreeing": Way((800, 533), players=2),
    "naming": Way((800, 480), PSEUDO),
    "laying out": Way((800, 480), "de", 4),
    "history": Way((800, 480), "hu", 3, hands=(True, True)),
    "menu": Way((800, 480), PSEUDO),
    "saving": Way((480, 800), "ru", text_size=TextSize.PRINT),
    "last place": Way((800, 480), "ru", text_size=TextSize.LARGER),
    "auction": Way((1280, 720), PSEUDO, text_size=TextSize.LARGER),
    "card of the Ra track": Way((480, 800), "ru"),
    "suns": Way((480, 800), text_size=TextSize.PRINT),
    "many games": Way((800, 480), "cs"),
    "mending what is known": Way((800, 480), "de"),
}
"""Where the whole walk found no room once: it is looked at each time."""


def every() -> Iterator[Way]:
    """Yield all ways to look at a page; its colours and the side of its keys take turns.

    They change no room: each meets every other choice, and the walk has an end.
    """
    themes = [*THEMES]
    all_ways = product(SIZES, SPOKEN, PLAYERS, TEXT_SIZES, HANDS)
    for place, (size, language, players, text_size, hands) in enumerate(all_ways):
        turn = place + place // 12
        yield Way(size, language, players, text_size, themes[turn % 3], bool(turn // 3 % 2), hands)
    for size, players, hands in product(SIZES, PLAYERS, HANDS):
        yield Way(size, players=players, hands=hands, names=LONG_NAMES)


def few(page: str) -> Iterator[Way]:
    """Yield some for small sizes and some for larger ones, for another page others; long names."""
    themes, turn = [*THEMES], crc32(page.encode())
    small_ones, large_ones = (
        [size for size in SIZES if (min(size) > SMALL) == is_large] for is_large in (False, True)
    )
    looked = {*some(small_ones, 2, turn), *some(large_ones, 3, turn)}
    for place, size in enumerate(SIZES):
        if size not in looked:
            continue
        at = turn * len(SIZES) + place + turn // len(SPOKEN)
        yield Way(
            size,
            SPOKEN[at % len(SPOKEN)],
            PLAYERS[at // len(SPOKEN) % len(PLAYERS)],
            TEXT_SIZES[(at + turn // 4) % len(TEXT_SIZES)],
            themes[(at // 2 + turn) % len(themes)],
            bool(at // 5 % 2),
            HANDS[(at // 3 + turn // 9) % len(HANDS)],
        )
    yield Way(SIZES[turn % len(SIZES)], players=2 + turn % 4, names=LONG_NAMES)
    if page in TIGHT:
        yield TIGHT[page]


def spoken(language: str) -> Words:
    """Return the sentences of a language."""
    return LONGER if language == PSEUDO else words(language)


def drawn(page: str, way: Way) -> Looked:
    """Return the picture."""
    said, model = spoken(way.language), PAGES[page](way.players, way.names)
    preferences = replace(
        model.preferences,
        language=said.language,
        text_size=way.text_size,
        theme=way.theme,
        left_handed=way.is_left,
        colour_names=COLOURS if said is LONGER else tuple(map(said.say, COLOURS)),
    )
    touch, letters = way.hands
    canvas = Canvas(size=way.size, type=TYPE, words=said, touch=touch, letters=letters)
    return looked_at(scene(replace(model, preferences=preferences), canvas))


def is_too_much(way: Way) -> bool:
    """Whether more is asked of a screen than people meet, if the language is two fifths longer."""
    return way.text_size is TextSize.PRINT and min(way.size) == min(map(min, SIZES))


def wrong(page: str, way: Way) -> Iterator[str]:
    """Yield what is wrong with a page: every question is asked of the same picture."""
    if way.language == PSEUDO and (page in FULL or is_too_much(way)):
        return
    look = drawn(page, way)
    yield from misplaced(look)
    yield from overlapping(look)
    yield from small(look)
    yield from lonely(look)
    yield from untouchable(look)
    if page not in COVERED:
        yield from cut(look)
    is_dense = way.language == PSEUDO and page.startswith(DENSE)
    if way.names is NAMES and not is_dense:
        yield from shortened(look)
    pictures = {item.name for item in look.scene.items if isinstance(item, Picture)}
    yield from (f"there is no picture {name}" for name in pictures - ICONS)
    if look.scene.size != way.size or look.scene.items[0].rect != (0, 0, *way.size):
        yield "it does not cover the screen"
    rings = [
        item
        for item in look.scene.items
        if isinstance(item, Box) and item.border == item.glow == THEMES[way.theme].focus
    ]
    if len(rings) > 1:
        yield f"{len(rings)} things have the focus"
    yield from unreadable(page, way, look)


def unreadable(page: str, way: Way, look: Looked) -> Iterator[str]:
    """Yield what cannot be read from where people sit, or does not stand out."""
    texts = [text for text, _ in look.texts]
    if way.language != PSEUDO and way.names is NAMES:
        least = SMALLEST_PX if page in EXCEPTIONS else int(height(way.size) / READ)
        for text in texts:
            if text.px < least and not is_sign(text) and not (way.hands[1] and text.text.isupper()):
                yield f"{text.text} has {text.px} px, and {least} are read"
        if way.size[0] > way.size[1] and way.text_size is not TextSize.PRINT:  # still open there
            yield from not_loud(texts, way.size)
    if way.theme == "contrast":
        yield from faint(look.scene)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole_and_can_be_read(page: str) -> None:
    ways = every() if EVERY else few(page)
    flaws = [f"{way}: {text}" for way in ways for text in wrong(page, way)]
    assert not flaws, "\n".join(flaws)


def test_a_model_of_the_gallery_is_made_for_every_page() -> None:
    load_all()
    found = {type(made(3, NAMES).page) for made in PAGES.values()}
    missing = {page.__name__ for page in page_types() if page not in found}
    assert isinstance(next(iter(PAGES.values()))(3, NAMES), Model)
    assert not missing
