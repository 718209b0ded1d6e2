"""Where there is room, what people read is as large as it, and lines are as even as words allow."""

from itertools import pairwise

import pytest

from companion.core.messages import TakeSun
from companion.ui.scene import Picture, Text, Weight
from companion.ui.style import CENTRED
from tests.core.desk import Desk
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, TYPE, at_table, shown


def texts(page: str, players: int, size: tuple[int, int]) -> list[Text]:
    """Return everything that is written on a page."""
    seen = shown(PAGES[page](players, NAMES), size)
    return [item for item in seen.items if isinstance(item, Text)]


@for_each(size=[(1280, 720), (1920, 1080)])
def test_what_hands_do_after_a_lot_is_told_in_large_letters(size: tuple[int, int]) -> None:
    desk = Desk(at_table(5, f'auction A1 by "{NAMES[1]}"', "track nile flood", names=NAMES))
    desk.take(TakeSun(max(desk.game.players[0].suns)))
    seen = shown(desk.model, size)
    [told] = [item for item in seen.items if isinstance(item, Text) and "face down" in item.text]
    assert told.px * 24 >= size[1]


@for_each(size=[(800, 480), (1280, 720), (1920, 1080)])
def test_both_halves_of_laying_out_the_box_are_told_in_one_size(size: tuple[int, int]) -> None:
    every = texts("laying out", 2, size)
    told = [item for item in every if item.weight is Weight.MEDIUM and item.text != "hold"]
    assert len({item.px for item in told}) == 1
    assert told[0].px * 28 >= size[1]


def test_on_a_high_screen_a_question_alone_has_both_lines() -> None:
    tall = (480, 800)
    desk = Desk(at_table(2, names=NAMES, active=1))
    desk.key("i")
    asked = [
        item
        for item in shown(desk.model, tall).items
        if isinstance(item, Text) and ("Who wins" in item.text or "which sun" in item.text)
    ]
    assert len(asked) == 2
    assert all(item.px * 28 > tall[1] for item in asked)


def test_the_other_suns_of_whoever_leads_are_as_large_as_they_have_room() -> None:
    size = (1280, 720)
    desk = Desk(at_table(2, f'auction A1 by "{NAMES[1]}"', names=NAMES))
    up = desk.game.players[1].suns
    desk.take(TakeSun(min(up)))
    numbers = [str(sun) for sun in up if sun != min(up)]
    items = shown(desk.model, size).items
    discs = [
        one.rect
        for one, other in pairwise(items)
        if isinstance(one, Picture) and isinstance(other, Text) and other.text in numbers
        if one.rect.y > size[1] // 2
    ]
    assert len(discs) >= len(numbers)
    discs = sorted(discs, key=lambda disc: disc.h)[-len(numbers) :]
    assert min(disc.h for disc in discs) * 11 > size[1]


@pytest.mark.parametrize(
    ("text", "language"),
    [("Anna: Unrest! Discard 1 more", "en"), ("Відверніться, будь ласка", "uk")],
)
def test_even_lines_are_as_few_and_break_no_word(text: str, language: str) -> None:
    px, weight = 40, CENTRED.weight
    for room in range(100, 700, 30):
        greedy = TYPE.wrap(text, room, px, weight, language)
        even = TYPE.even(text, room, px, weight, language)
        assert len(even) == len(greedy)
        assert " ".join(even).split() == " ".join(greedy).split()
        widest = max(TYPE.width(line, px, weight) for line in even)
        assert widest <= max(TYPE.width(line, px, weight) for line in greedy)
    assert TYPE.even("one two three four", 300, px, weight, "en") == ("one two", "three four")
