"""What was scored, found again in the history of a game, and shown as it is counted."""

from collections.abc import Callable

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.core.messages import Enter, GoTo, Leave, Next, Resumed
from companion.core.model import Agreement, Guest
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.menu.menu import Menu
from companion.pages.points import epochs, last_epoch
from companion.pages.render import scene
from companion.pages.scoring.epoch import EpochScores, counted
from companion.pages.scoring.finale import Finale
from companion.rules.events import EpochEnded
from companion.rules.partial import TallyEpoch
from companion.rules.records.timeline import begin, enter
from companion.rules.scoring.scoring import Category, score
from companion.rules.tiles import NO_TILES, Tile
from companion.ui.scene import Picture, Text
from companion.ui.style import Canvas
from tests import stories
from tests.core.desk import Desk
from tests.rules.games import History, histories
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, shown
from tests.view.ink import ink, overlap


@given(histories())
def test_the_sheets_found_again_bring_the_points_that_were_given(history: History) -> None:
    timeline = begin(history.setup)
    for action in history.actions:
        timeline = enter(timeline, action)
    penalty = history.setup.options.two_player_no_penalty
    found = list(epochs(timeline))
    assert [ended.epoch for ended in found] == [1, 2, 3]
    for ended in found:
        sheets = [sheet for sheet in ended.sheets if sheet is not None]
        assert score(sheets, ended.epoch, penalty) == ended.scores


@given(histories())
def test_the_last_epoch_is_known_only_just_after_it_has_ended(history: History) -> None:
    timeline = begin(history.setup)
    for action in history.actions:
        timeline = enter(timeline, action)
        ended = any(isinstance(event, EpochEnded) for event in timeline.events)
        assert (last_epoch(timeline) is not None) == ended
    assert last_epoch(timeline) == list(epochs(timeline))[-1]


@for_each(7, size=SIZES, language=LANGUAGES)
def test_the_key_of_the_rules_card_hides_nothing_of_what_is_counted(
    size: tuple[int, int], language: str
) -> None:
    revealing = PAGES["revealing the last epoch"](3, NAMES)
    for hidden in range(1, len(Category) + 1):
        model = replace(revealing, page=EpochScores(hidden=hidden, since=0.0))
        drawn = scene(model, Canvas(size=size, type=TYPE, words=in_language(language)))
        texts = [each for each in drawn.items if isinstance(each, Text)]
        seen = [(each.name, each.rect) for each in drawn.items if isinstance(each, Picture)]
        seen += [(each.text, ink(each)) for each in texts if each.text != "?"]
        key = next(each.rect for each in texts if each.text == "?")
        assert [name for name, rect in seen if overlap(rect, key) > 1] == []


@for_each(7, size=SIZES, language=LANGUAGES, panel=(True, False))
def test_a_finger_that_stays_where_it_is_goes_on_step_after_step(
    size: tuple[int, int], language: str, *, panel: bool
) -> None:
    revealing = PAGES["revealing an epoch"](5, NAMES)
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), panel=panel)
    is_upright = size[0] < size[1]  # there the last page has no room for it beside all the rest
    steps = [
        scene(replace(revealing, page=EpochScores(hidden=hidden, since=0.0)), canvas)
        for hidden in reversed(range(is_upright, len(counted(revealing))))
    ]
    [first] = [each.rect for each in steps[0].targets if each.message == Next()]
    place = first.x + first.w // 2, first.y + first.h // 2
    assert {step.target_at(*place) for step in steps} == {Next()}


@for_each(1, size=((800, 480), (1280, 720)), language=LANGUAGES)
def test_tokens_that_are_given_back_and_taken_say_so_in_words(
    size: tuple[int, int], language: str
) -> None:
    words = in_language(language)
    model = PAGES["hands now with losses"](5, NAMES)
    drawn = scene(model, Canvas(size=size, type=TYPE, words=words))
    said = [each.text.split()[-1] for each in drawn.items if isinstance(each, Text) and each.text]
    assert [said.count(words.say(word)) for word in ("gives", "takes")] == [4, 2]


# A game of which something is unknown ends in words, and what is missing is asked for.


NOBODY_KNOWS = "The game is over; the winner is unknown"


def tallied(desk: Desk, *tiles: int | None) -> Desk:
    """Count the last epoch."""
    desk.take(Enter(TallyEpoch(tiles)))
    return desk


def unknown_points() -> Desk:
    """Return two people who have counted everything, but never said how many points they had."""
    return tallied(stories.last_epoch(["-", "-"], []), Tile.PHARAOH.one, NO_TILES)


def unknown_tiles() -> Desk:
    """Return two people of whom one did not count: his suns and earlier points are known."""
    return tallied(stories.last_epoch(["17", "12"], []), Tile.PHARAOH.one, None)


unknown = pytest.mark.parametrize("game", [unknown_points, unknown_tiles])


def words(desk: Desk) -> list[str]:
    """Return everything that can be read, on each screen."""
    return [item.text for size in SIZES for item in shown(desk.model, size).items
            if isinstance(item, Text)]  # fmt: skip


@unknown
def test_an_unknown_end_is_there_again_after_a_power_cut(game: Callable[[], Desk]) -> None:
    desk = game()
    timeline = desk.model.session.timeline
    assert timeline is not None
    desk.take(Leave())
    desk.take(Resumed(timeline, (Guest(0), Guest(1)), Agreement()))
    assert isinstance(desk.page(), Finale)
    assert any(NOBODY_KNOWS in text for text in words(desk))
    for entry in Menu().entries(desk.model):
        there = Desk(desk.model)
        there.take(entry.message)
        words(there)


def test_unknown_points_stand_in_their_own_column() -> None:
    desk = tallied(
        stories.last_epoch(["17", "12"], []), None, Tile.PHARAOH.one * Tile.PHARAOH.copies
    )
    desk.take(GoTo(Finale()))
    scene = shown(desk.model, (1280, 720))
    twelve, _ = (item for item in scene.items if isinstance(item, Text) and item.text == "12")
    [name] = [item for item in scene.items if isinstance(item, Text) and item.text == "Ben"]
    assert twelve.rect.x + twelve.rect.w // 2 > name.rect.x
