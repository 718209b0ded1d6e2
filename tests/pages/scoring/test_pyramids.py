"""Sums on pictures: what is written on courses and in pits adds up to what stands below them."""

import random
from collections.abc import Sequence
from itertools import combinations

from companion.core.model import Preferences
from companion.pages.scoring import pyramids
from companion.rules.scoring.scoring import Category, categories
from companion.ui.scene import Animated, Item, Key, Polygon, Rect, Text
from companion.ui.score_table import ColumnHead
from companion.ui.style import Canvas, assembled, ui_on
from tests.together import EVERY, for_each
from tests.view.gallery import NAMES, TYPE

SIZES = [(800, 480), (480, 800), (640, 480), (480, 320), (1280, 720), (1920, 1080), (3840, 2160)]

EPOCHS = 10_000 // (len(SIZES) * 4 * 2) if EVERY else 10

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
        pyramids.Stack(ColumnHead(NAMES[seat], seat), tuple(each))
        for seat, each in enumerate(points)
    ]
    field = Rect(8, size[1] // 8, size[0] - 16, size[1] - size[1] // 8 - size[1] // 9)
    return assembled(pyramids.pyramids(ui, field, every, stacks, points)).items


def of(items: Sequence[Item], thing: Animated, seat: int) -> list[Item]:
    each = len(pyramids.COLOURS) if thing is Animated.SEGMENT else 1
    return [one for one in items if one.key and one.key[0] is thing and one.key[1] // each == seat]


@for_each(size=SIZES, players=[2, 3, 4, 5], epoch=[1, 3])
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


@for_each(size=SIZES, players=[2, 5])
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


@for_each(size=SIZES)
def test_nothing_moves_while_courses_are_laid(size: tuple[int, int]) -> None:
    every, own = categories(1), [4, 3, -2, 7, -5]
    ui = ui_on(Canvas(size=size, type=TYPE), Preferences())
    before: dict[Key | None, Rect] = {}
    for laid in range(1, 6):
        stacks = [pyramids.Stack(ColumnHead("Anna", 0), tuple(own[:laid]))]
        field = Rect(8, 60, size[0] - 16, size[1] - 120)
        items = assembled(pyramids.pyramids(ui, field, every, stacks, [own])).items
        now = {each.key: each.rect for each in items if isinstance(each, Polygon)}
        assert {key: now[key] for key in before} == before
        before = now
