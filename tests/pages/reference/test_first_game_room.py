"""A first game on the screen: the explained rule has room, and hides nothing."""

from itertools import pairwise, product

from companion.core.messages import Message, Play, SettleAuction, TakeSun
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.reference.lessons import LESSONS, Short
from companion.pages.render import scene
from companion.pages.status_bar import edge_px
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui.layout import bands
from companion.ui.scene import Box, Picture, Polygon, Rect, Text
from companion.ui.style import Canvas, ui_on
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import cut, looked_at, misplaced, overlapping, small

SIZES = ((800, 480), (480, 800), (1280, 720), (1920, 1080))

PAGES_TO_LEARN = ("turn", "full track")


@for_each(7, language=LANGUAGES, size=SIZES)
def test_a_rule_stands_above_the_table_large_enough_and_over_nothing(
    language: str, size: tuple[int, int]
) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), touch=True)
    turn = LANGUAGES.index(language) + SIZES.index(size)
    for players, page, lesson in some(product((2, 4, 5), PAGES_TO_LEARN, LESSONS), 7, turn):
        sentence = lesson.sentence.value
        model = PAGES[page](players, NAMES).with_session(is_first=True, lesson=sentence)
        drawn = scene(model, canvas)
        looked = looked_at(drawn)
        flaws = [*misplaced(looked), *overlapping(looked), *cut(looked), *small(looked)]
        assert flaws == [], sentence
        high = edge_px(ui_on(canvas, model.preferences), model)
        above = [
            item
            for item in drawn.items
            if isinstance(item, Text) and item.rect.y + item.rect.h <= high
        ]
        said = canvas.words.say(sentence)
        shown = "".join(line.text for line in above)
        assert shown.replace(" ", "") == said.replace(" ", "")
        assert all(line.px * 30 >= size[1] for line in above)
        assert bands(ui_on(canvas, model.preferences), high).ra_track.y == high


TAUGHT = (
    ("empty track", Short.TELL, Play(DRAWS[Tile.NILE])),
    ("turn", Short.CALL, Play(INVOKE)),
    ("full track", Short.FULL, Play(INVOKE)),
    ("auction", Short.IN_TURN, TakeSun(Sun(8))),
    ("bid", Short.HIGHER, SettleAuction()),
)


@for_each(10, taught=TAUGHT, players=(2, 3, 4, 5), size=SIZES)
def test_an_arrow_leads_to_the_control_of_which_the_rule_speaks(
    taught: tuple[str, Short, Message], players: int, size: tuple[int, int]
) -> None:
    page, lesson, message = taught
    canvas = Canvas(size=size, type=TYPE, touch=True)
    model = PAGES[page](players, NAMES).with_session(is_first=True)
    before = scene(model, canvas).items
    drawn = scene(model.with_session(lesson=lesson.value), canvas)
    key = next(target.rect for target in drawn.targets if target.message == message)
    framed = [
        (frame.rect, arrow.rect)
        for frame, arrow in pairwise(drawn.items)
        if isinstance(frame, Box) and isinstance(arrow, Polygon) and arrow not in before
    ]
    frame, arrow = next(each for each in framed if _holds(each[0], key))
    assert arrow.x < frame.x + frame.w
    assert frame.x < arrow.x + arrow.w
    assert arrow.y < frame.y + frame.h
    assert frame.y < arrow.y + arrow.h
    pictures = [item.rect for item in drawn.items if isinstance(item, Picture)]
    assert not any(_holds(each, Rect(arrow.x, arrow.y, 1, 1)) for each in pictures)


def _holds(one: Rect, other: Rect) -> bool:
    return one.contains(other.x, other.y) and one.contains(
        other.x + other.w - 1, other.y + other.h - 1
    )
