"""Where one size is meant, there is one: names with or without emblems, tokens, sentences."""

from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.render import scene
from companion.ui.scene import Picture, Text, Weight
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE


@for_each(players=(2, 3, 4, 5), size=SIZES)
def test_before_an_epoch_everybody_has_an_emblem_or_nobody(
    players: int, size: tuple[int, int]
) -> None:
    drawn = scene(PAGES["hands now"](players, NAMES), Canvas(size=size, type=TYPE))
    gained = [each for each in drawn.items if isinstance(each, Text) and each.text[0] == "+"
              and each.text[1:].isdecimal()]  # fmt: skip
    assert len(gained) == players
    row = max(each.rect.y + each.rect.h for each in gained)
    top = min(each.rect.y for each in drawn.items
              if isinstance(each, Text) and each.text in NAMES)  # fmt: skip
    signs = [
        each
        for each in drawn.items
        if isinstance(each, Picture)
        and each.name.startswith("emblem_")
        and top - 2 <= each.rect.y + each.rect.h // 2 < row
    ]
    assert len(signs) in {0, players}


@for_each(7, language=LANGUAGES, players=(2, 5))
def test_on_a_high_screen_sentences_of_the_history_have_one_size(
    language: str, players: int
) -> None:
    canvas = Canvas(size=(480, 800), type=TYPE, words=in_language(language))
    drawn = scene(PAGES["history"](players, NAMES), canvas)
    sentences = [
        each
        for each in drawn.items
        if isinstance(each, Text) and each.weight is Weight.MEDIUM and not each.text.isdecimal()
    ]
    assert len({each.px for each in sentences}) == 1
