"""Where the one button points can always be seen, on every page."""

from msgspec.structs import replace

from companion.core.model import Model
from companion.pages.controls import places, pointed
from companion.pages.page_view import ListPage
from companion.ui.scene import Box
from companion.ui.theme import NIGHT
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, shown

PACE = 1.0


def scanned(model: Model, steps: int) -> Model:
    """Return the program for people with one button, so many steps on."""
    preferences = replace(model.preferences, scan_seconds=PACE)
    since = model.now - steps * PACE
    return replace(model.with_screen(scanned_from=since), preferences=preferences)


def rings(model: Model, *, touch: bool = True) -> list[Box]:
    """Return the rings around what has the focus."""
    boxes = [item for item in shown(model, touch=touch).items if isinstance(item, Box)]
    return [box for box in boxes if box.border == box.glow == NIGHT.focus]


@for_each(page=some(PAGES, 2))
def test_whatever_is_pointed_at_has_a_ring_and_in_a_list_nothing_else(page: str) -> None:
    model = PAGES[page](3, NAMES)
    touch = len(page) % 2 == 0  # about half of the pages with a touch screen, half without
    before = len(rings(model, touch=touch))
    for step in some(range(len(places(scanned(model, 0)))), 11, len(page)):
        now = scanned(model, step)
        assert pointed(now) == places(now)[step]
        found = len(rings(now, touch=touch))
        assert found == 1 if isinstance(now.page, ListPage) else found > before
