"""A first game on the screen: the explained rule has room, and hides nothing."""

from itertools import product

from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.reference.lessons import LESSONS
from companion.pages.render import scene
from companion.pages.status_bar import edge_px
from companion.ui.layout import bands
from companion.ui.scene import Text
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
