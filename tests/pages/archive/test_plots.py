"""The statistics as plots: what they prove, how one opens them, and that everything has room."""

from companion.core.effects import Do
from companion.core.messages import Message
from companion.core.model import Model
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.archive.statistics import Statistics
from companion.pages.render import scene
from companion.ui.scene import Box, Disc, Picture, Rect, Scene, Text
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, shown

PLOTS = ("many games", "thousands of games", "statistics", "statistics that nobody told")


def texts(model: Model, size: tuple[int, int] = (1280, 720)) -> list[str]:
    return [item.text for item in shown(model, size).items if isinstance(item, Text)]


def cards_of(drawn: Scene[Message]) -> list[Rect]:
    """The places of the four plots; the key below them that opens the first is none."""
    plots = [each.rect for each in drawn.targets if isinstance(each.message, Do)]
    cards = plots[:-1]
    assert len(cards) == 4
    return cards


def tab(model: Model) -> int:
    assert isinstance(model.page, Statistics)
    return model.page.tab


def test_of_thousands_of_games_the_seats_tell_shares_and_the_lengths_are_bars() -> None:
    said = texts(PAGES["thousands of games"](5, NAMES))
    assert "1st: 35%" in said
    suns = [
        item
        for item in shown(PAGES["lengths of thousands of games"](5, NAMES)).items
        if isinstance(item, Picture) and item.name == "sun_up"
    ]
    assert suns == []


def test_what_nobody_told_is_said_and_not_drawn_as_nothing() -> None:
    assert texts(PAGES["statistics that nobody told"](3, NAMES)).count(
        "Nobody has entered this yet"
    ) == len(("categories", "suns", "seats", "lengths"))


@for_each(7, page=PLOTS, language=LANGUAGES, size=SIZES)
def test_every_plot_has_room_in_its_card(page: str, language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn = scene(PAGES[page](2 + SIZES.index(size) % 4, NAMES), canvas)
    for item in drawn.items:
        if not isinstance(item, Box | Disc | Picture | Text):
            continue
        left, top, wide, high = item.rect
        for card in cards_of(drawn):
            if card.contains(left + wide // 2, top + high // 2):
                assert card.x <= left
                assert left + wide <= card.x + card.w
                assert card.y <= top
                assert top + high <= card.y + card.h


@for_each(7, language=LANGUAGES, size=SIZES)
def test_no_bar_vanishes_beside_its_caption(language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    model = PAGES["many games"](5, NAMES)
    drawn = scene(model, canvas)
    for card in cards_of(drawn)[:2]:
        bars = [
            item.rect.h
            for item in drawn.items
            if isinstance(item, Box)
            and item.bottom is not None
            and card.contains(item.rect.x, item.rect.y)
        ]
        assert max(bars) >= card.h // 14
