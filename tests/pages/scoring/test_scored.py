"""What was scored, found again in the history of a game, and shown as it is counted."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.core.messages import Enter, GoTo, Next
from companion.core.model import Preferences
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.points import epochs, last_epoch
from companion.pages.render import scene
from companion.pages.scoring import pyramids
from companion.pages.scoring.epoch import EpochScores, counted
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.pyramids import PAPYRUS
from companion.rules.events import EpochEnded
from companion.rules.partial import TallyEpoch
from companion.rules.records.timeline import begin, enter
from companion.rules.scoring.scoring import Category, categories, score
from companion.rules.tiles import NO_TILES, Tile
from companion.ui.scene import Animated, Box, Item, Key, Picture, Polygon, Rect, Text
from companion.ui.style import Canvas, assembled, ui_on
from companion.ui.widgets import NameTag
from tests import stories
from tests.core.desk import Desk
from tests.rules.games import History, histories
from tests.together import EVERY, for_each
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


@for_each(size=SIZES, players=(2, 3, 5))
def test_the_winner_s_papyrus_stands_off_the_key_of_the_rules_card(
    size: tuple[int, int], players: int
) -> None:
    drawn = shown(PAGES["winner"](players, NAMES), size).items
    [sheet] = [each.rect for each in drawn if isinstance(each, Box) and each.fill == PAPYRUS]
    key = next(each.rect for each in drawn if isinstance(each, Text) and each.text == "?")
    assert sheet.x + sheet.w + 4 <= key.x


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


def test_unknown_points_stand_in_their_own_column() -> None:
    desk = tallied(
        stories.last_epoch(["17", "12"], []), None, Tile.PHARAOH.one * Tile.PHARAOH.copies
    )
    desk.take(GoTo(Finale()))
    scene = shown(desk.model, (1280, 720))
    twelve, _ = (item for item in scene.items if isinstance(item, Text) and item.text == "12")
    [name] = [item for item in scene.items if isinstance(item, Text) and item.text == "Ben"]
    assert twelve.rect.x + twelve.rect.w // 2 > name.rect.x


# Sums on pictures: what is written on courses and in pits adds up to what stands below them.


SCREENS = [(800, 480), (480, 800), (640, 480), (480, 320), (1280, 720), (1920, 1080), (3840, 2160)]

EPOCHS = 10_000 // (len(SCREENS) * 4 * 2) if EVERY else 10

RANGES = {
    Category.GODS: [0, 2, 4, 6, 8],
    Category.GOLD: [0, 3, 6, 9],
    Category.PHARAOHS: [-2, 0, 5],
    Category.RIVER: [0, 1, 2, 3, 5, 8, 13],
    Category.CIVILISATIONS: [-5, 0, 5, 10, 15],
    Category.MONUMENTS_DIVERSITY: [0, 1, 4, 6, 10, 15],
    Category.MONUMENTS_QUANTITY: [0, 5, 10, 15, 20],
    Category.SUNS: [-5, 0, 5],
}


def number(text: str) -> int:
    return int(text.split(maxsplit=1)[0].replace("\N{MINUS SIGN}", "-"))


def drawn(
    size: tuple[int, int], every: Sequence[Category], points: Sequence[Sequence[int]]
) -> tuple[Item, ...]:
    ui = ui_on(Canvas(size=size, type=TYPE), Preferences())
    stacks = [
        pyramids.Stack(NameTag(NAMES[seat], seat), tuple(each)) for seat, each in enumerate(points)
    ]
    field = Rect(8, size[1] // 8, size[0] - 16, size[1] - size[1] // 8 - size[1] // 9)
    return assembled(pyramids.pyramids(ui, field, every, stacks, points)).items


def of(items: Sequence[Item], thing: Animated, seat: int) -> list[Item]:
    each = len(pyramids.COLOURS) if thing is Animated.SEGMENT else 1
    return [one for one in items if one.key and one.key[0] is thing and one.key[1] // each == seat]


@for_each(size=SCREENS, players=[2, 3, 4, 5], epoch=[1, 3])
def test_courses_and_pits_add_up_to_the_sum_below_them(
    size: tuple[int, int], players: int, epoch: int
) -> None:
    dice = random.Random(f"{size} {players} {epoch}")  # noqa: S311
    every = categories(epoch)
    for _ in range(EPOCHS):
        points = [[dice.choice(RANGES[each]) for each in every] for _ in range(players)]
        items = drawn(size, every, points)
        for seat, own in enumerate(points):
            parts = of(items, Animated.SEGMENT, seat)
            written = [number(each.text) for each in parts if isinstance(each, Text)]
            (result,) = [each for each in of(items, Animated.SUM, seat) if isinstance(each, Text)]
            total = result.text.removeprefix("= ")
            assert sorted(written) == sorted(each for each in own if each)
            assert sum(written) == sum(own) == number(total)


@for_each(size=SCREENS, players=[2, 5])
def test_no_course_covers_another_or_is_lower_than_its_number(
    size: tuple[int, int], players: int
) -> None:
    dice = random.Random(f"{size} {players}")  # noqa: S311
    every = categories(3)
    for _ in range(20):
        points = [[dice.choice(RANGES[each]) for each in every] for _ in range(players)]
        items = drawn(size, every, points)
        for seat in range(players):
            parts = of(items, Animated.SEGMENT, seat)
            stones = {each.key: each.rect for each in parts if isinstance(each, Polygon)}
            for one, other in combinations(set(stones.values()), 2):
                assert one.y + one.h <= other.y or other.y + other.h <= one.y
            for text in parts:
                if isinstance(text, Text):
                    assert text.px <= stones[text.key].h, "letters as high as the course at most"


@for_each(size=[(800, 480), (480, 800), (1920, 1080)], players=[2, 3, 4, 5])
def test_what_a_course_is_for_is_never_said_by_its_colour_alone(
    size: tuple[int, int], players: int
) -> None:
    every = categories(3)
    points = [[2, 3, -2, 4, 10, 4, 15, 5], [0, 0, 5, 0, -5, 1, 5, -5]] * 3
    items = drawn(size, every, points[:players])
    for seat in range(players):
        parts = of(items, Animated.SEGMENT, seat)
        courses = {each.key for each in parts if isinstance(each, Polygon)}
        signs = {
            key: tuple(each.name for each in parts if isinstance(each, Picture) and each.key == key)
            for key in courses
        }
        assert all(signs.values())
        assert len(set(signs.values())) == len(courses), "each category has a sign of its own"


@for_each(size=SCREENS)
def test_nothing_moves_while_courses_are_laid(size: tuple[int, int]) -> None:
    every, own = categories(1), [4, 3, -2, 7, -5]
    ui = ui_on(Canvas(size=size, type=TYPE), Preferences())
    before: dict[Key | None, Rect] = {}
    for laid in range(1, 6):
        stacks = [pyramids.Stack(NameTag("Anna", 0), tuple(own[:laid]))]
        field = Rect(8, 60, size[0] - 16, size[1] - 120)
        items = assembled(pyramids.pyramids(ui, field, every, stacks, [own])).items
        now = {each.key: each.rect for each in items if isinstance(each, Polygon)}
        assert {key: now[key] for key in before} == before
        before = now
