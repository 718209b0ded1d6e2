"""Every page has room for what is said on it: in every language, on every screen, in large letters.

A few of the many combinations are looked at, so chosen that each two things come together: each
language with each size of letters, each screen with each number of players, and so on.
``RA_TEST_EVERY=1`` looks at all of them, which ``make test-every`` does.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.core.model import Model
from companion.core.preferences import COLOURS, TextSize
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.pages.render import scene
from companion.ui.style import Canvas
from tests.locales.catalogues import LANGUAGES
from tests.locales.pseudo import LONGER
from tests.together import EVERY
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import (
    cut,
    lonely,
    looked_at,
    misplaced,
    overlapping,
    shortened,
    small,
    untouchable,
)
from tests.view.test_fit import TOASTS

PSEUDO = "longer"


SPOKEN = ("en", *LANGUAGES, PSEUDO)


SCREENS = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800))


PLAYERS = (2, 3, 4, 5)


TEXT_SIZES = tuple(TextSize)


DENSE = (
    "history",
    "light looked back at",
    "mending",
    "correcting",
    "no longer fits",
    "games",
    "menu",
)
"""How pages begin that have so many cells that the longer language may be shortened on them; the
six real ones may not."""


FEWER = 5
"""One of so many pairs of language and screen is looked at on a page, others on the next."""


HANDS = ((True, False), (True, True), (False, False))
"""Whether fingers reach the screen, and whether there is a keyboard."""


class Case(NamedTuple):
    """One way to look at a page."""

    language: str
    size: tuple[int, int]
    players: int
    text_size: TextSize
    hands: tuple[bool, bool]


def every() -> Iterator[Case]:
    """Yield all ways to look at a page."""
    for case in product(SPOKEN, SCREENS, PLAYERS, TEXT_SIZES, HANDS):
        yield Case(*case)


def few(turn: int) -> Iterator[Case]:
    """Yield some: a part of all pairs of language and screen, and for the next page others."""
    for one, other in product(range(len(SPOKEN)), range(len(SCREENS))):
        if (one + other + turn) % FEWER:
            continue
        yield Case(
            SPOKEN[one],
            SCREENS[other],
            PLAYERS[((one * len(SCREENS) + other + turn) // FEWER + 1) % len(PLAYERS)],
            TEXT_SIZES[(other + turn // FEWER) % len(TEXT_SIZES)],
            HANDS[(one // 2 + turn // 9) % len(HANDS)],
        )


def cases(turn: int) -> Iterator[Case]:
    """Yield the ways to look at the page that comes at this turn."""
    return every() if EVERY else few(turn)


def _words(language: str) -> Words:
    return LONGER if language == PSEUDO else words(language)


def _spoken(model: Model, case: Case) -> Model:
    said = _words(case.language)
    colours = COLOURS if said is LONGER else tuple(said.say(colour) for colour in COLOURS)
    preferences = replace(
        model.preferences, language=said.language, text_size=case.text_size, colour_names=colours
    )
    return replace(model, preferences=preferences)


def _wrong(page: str, case: Case) -> list[str]:
    """Return what is cut, shortened, too small, or lies over something else."""
    touch, letters = case.hands
    said = _words(case.language)
    canvas = Canvas(size=case.size, type=TYPE, words=said, touch=touch, letters=letters)
    look = looked_at(scene(_spoken(PAGES[page](case.players, NAMES), case), canvas))
    is_dense = case.language == PSEUDO and page.startswith(DENSE)
    found = [
        *(() if is_dense else shortened(look)),
        *misplaced(look),
        *overlapping(look),
        *small(look),
        *lonely(look),
        *untouchable(look),
        *(() if page in TOASTS else cut(look)),
    ]
    return [f"{case}: {text}" for text in found]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_room_for_everything(page: str) -> None:
    turn = list(PAGES).index(page)
    assert [text for case in cases(turn) for text in _wrong(page, case)] == []


def test_the_few_cases_bring_every_two_choices_together() -> None:
    kinds = (SPOKEN, SCREENS, PLAYERS, TEXT_SIZES, HANDS)
    for one, other in combinations(range(len(kinds)), 2):
        met = {(case[one], case[other]) for turn in range(len(PAGES)) for case in few(turn)}
        assert met == set(product(kinds[one], kinds[other]))


def test_the_longer_language_is_two_fifths_longer() -> None:
    said = LONGER.say("Press your button to play")
    assert len(said) >= len("Press your button to play") * 1.4
    assert said.startswith("[")
    assert LONGER.say("Welcome, whatever this is") == "Welcome, whatever this is"
