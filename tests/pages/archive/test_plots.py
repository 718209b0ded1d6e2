"""The statistics as plots: what they prove, how one opens them, and that everything has room."""

from companion.core.controls import Control
from companion.core.effects import Dispatch, Do, do
from companion.core.messages import Message, Next, ShowStatistics, TurnDial
from companion.core.model import Model
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.archive.statistics import Statistics, Summed
from companion.pages.controls import controls
from companion.pages.render import scene
from companion.pages.update import update
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


def test_each_plot_stands_under_the_sentence_that_it_proves() -> None:
    said = texts(PAGES["many games"](5, NAMES))
    wanted = {"23 games at this table", "Nile 9.4", "Sun 16 wins 9.4", "1st: 8 wins", "50 minutes"}
    assert wanted <= set(said)


def test_one_game_is_told_in_the_singular() -> None:
    said = texts(PAGES["statistics"](3, NAMES))
    assert "1 game at this table" in said
    assert any(text.endswith(": 1 win") for text in said)


def test_of_thousands_of_games_the_seats_tell_shares_and_the_lengths_are_bars() -> None:
    said = texts(PAGES["thousands of games"](5, NAMES))
    assert "1st: 35%" in said
    suns = [
        item
        for item in shown(PAGES["lengths of thousands of games"](5, NAMES)).items
        if isinstance(item, Picture) and item.name == "sun_up"
    ]
    assert suns == []


def test_few_games_are_a_sun_each() -> None:
    model = PAGES["length of games"](3, NAMES)
    suns = [
        item for item in shown(model).items if isinstance(item, Picture) and item.name == "sun_up"
    ]
    assert len(suns) == 1


def test_what_nobody_told_is_said_and_not_drawn_as_nothing() -> None:
    assert texts(PAGES["statistics that nobody told"](3, NAMES)).count(
        "Nobody has entered this yet"
    ) == len(("categories", "suns", "seats", "lengths"))


def test_no_games_are_said_in_a_sentence() -> None:
    assert "No finished games yet." in texts(PAGES["no statistics"](3, NAMES))


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


def test_the_dial_goes_through_the_players_and_ok_opens_a_plot() -> None:
    model = PAGES["many games"](3, NAMES)
    _, orders = update(model, TurnDial(1))
    assert orders == (Dispatch(ShowStatistics(NAMES[0])),)
    _, orders = update(model, TurnDial(-1))
    assert orders == (Dispatch(ShowStatistics(NAMES[2])),)
    model, _ = update(model, controls(model).taps[Control.OK].message)
    assert tab(model) == 1
    model, _ = update(model, TurnDial(1))
    assert tab(model) == 2
    model, _ = update(model, TurnDial(-2))
    assert tab(model) == 5


def test_back_closes_the_large_plot_first_and_the_page_then() -> None:
    model, _ = update(PAGES["many games"](3, NAMES), do(Statistics.open, 3))
    model, _ = update(model, Next())
    assert tab(model) == 0
    model, _ = update(model, Next())
    assert not isinstance(model.page, Statistics)


def test_another_players_figures_come_on_the_same_plot() -> None:
    model, _ = update(PAGES["many games"](3, NAMES), do(Statistics.open, 2))
    model, _ = update(model, Summed(Statistics("Anna", {"games": 1})))
    assert model.page == Statistics("Anna", {"games": 1}, tab=2)
