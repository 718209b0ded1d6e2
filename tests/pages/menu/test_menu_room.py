"""The menu at every size: nothing of it is missing, whatever the language."""

from companion.core.messages import Open, Route
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.render import scene
from companion.ui.scene import words
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, shown


@for_each(7, language=LANGUAGES, size=SIZES, letters=[False, True])
def test_a_finger_finds_the_menu_on_the_first_page(
    language: str, size: tuple[int, int], *, letters: bool
) -> None:
    """Also where the same people may play again, and the dial is named after the language."""
    model = PAGES["welcome"](4, NAMES).with_preferences(language=language)
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), letters=letters)
    assert Open(Route.MENU) in [target.message for target in scene(model, canvas).targets]


def test_the_menu_says_that_a_game_pauses_only_if_there_is_one() -> None:
    model = PAGES["menu"](3, NAMES)
    assert "Pause" in words(shown(model))
    nobody = words(shown(model.with_session(timeline=None)))
    assert "Pause" not in nobody
    assert "Menu" in nobody
