"""The menu at every size: nothing of it is missing, whatever the language."""

from companion.i18n import LANGUAGES
from companion.i18n.catalogues import words as in_language
from companion.pages.menu import Menu
from companion.pages.render import scene
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE


@for_each(language=LANGUAGES, size=SIZES, players=(2, 5))
def test_every_line_of_the_menu_can_be_touched(
    language: str, size: tuple[int, int], players: int
) -> None:
    model = PAGES["menu"](players, NAMES)
    assert isinstance(model.page, Menu)
    drawn = scene(model, Canvas(size=size, type=TYPE, words=in_language(language)))
    wanted = [entry.message for group in model.page.groups(model) for entry in group.entries]
    assert wanted
    found = {drawn.target_at(*middle) for middle in (
        (each.rect.x + each.rect.w / 2, each.rect.y + each.rect.h / 2) for each in drawn.targets
    )}  # fmt: skip
    assert [message for message in wanted if message not in found] == []
    assert all(each.rect.y + each.rect.h <= size[1] for each in drawn.targets)
