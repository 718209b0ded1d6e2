"""What is drawn as a key is the key: pressed, it does what a finger on it does."""

from collections.abc import Iterator
from itertools import pairwise, product

from companion.app.gestures import typed
from companion.core.messages import Message, TypeDigits
from companion.core.model import Model, TextSize
from companion.i18n.catalogues import words
from companion.pages.controls import keys
from companion.pages.render import scene
from companion.ui.pieces import KEYCAPS
from companion.ui.scene import Box, Rect, Scene, Target, Text
from companion.ui.style import Canvas, Ui, ui_on
from tests.together import some
from tests.view.gallery import NAMES, PAGES, TYPE

SIZES = ((800, 480), (480, 800), (1280, 720), (1920, 1080))

NAMED = {cap: name for name, cap in KEYCAPS.items()}

WAYS = tuple(product(SIZES, TextSize, ("en", "uk"), (2, 5)))


def _around(rect: Rect, spot: Rect) -> bool:
    x, y = spot.x + spot.w // 2, spot.y + spot.h // 2
    return rect.x <= x < rect.x + rect.w and rect.y <= y < rect.y + rect.h


def caps(ui: Ui, picture: Scene[Message]) -> Iterator[tuple[str, Target[Message]]]:
    """Yield what is written on every drawn key, with what a finger there means, if anything."""
    items = picture.items
    for before, text in pairwise(items):
        is_cap = (
            isinstance(before, Box)
            and isinstance(text, Text)
            and before.rect == text.rect
            and (before.fill, text.colour) == (ui.theme.ink, ui.theme.panel)
            and before.radius == before.rect.h // 5
        )
        if not is_cap or not isinstance(text, Text):
            continue
        said = text.text
        if said not in NAMED and len(said) > 1 and not said.isdigit():
            continue  # letters of a whole group, or two arrows
        around = [
            target
            for target in picture.targets
            if _around(target.rect, text.rect) and target.rect.h < picture.size[1] * 0.6
        ]  # what lies over a whole page is closed by a finger anywhere
        if around:
            yield said, around[-1]


def pressed(cap: str, model: Model) -> Message | None:
    """Return what this key means: a number once no digit has followed."""
    name = NAMED.get(cap, cap.lower())
    meant = typed(name, name if len(name) == 1 else "", "", model)
    number: Message | None = keys(model).get(cap) if isinstance(meant, TypeDigits) else meant
    return number


def flaws(page: str, way: tuple[tuple[int, int], TextSize, str, int]) -> Iterator[str]:
    size, text_size, language, players = way
    said = words(language)
    model = PAGES[page](players, NAMES).with_preferences(text_size=text_size, language=language)
    canvas = Canvas(size=size, type=TYPE, words=said, letters=True)
    for cap, target in caps(ui_on(canvas, model.preferences), scene(model, canvas)):
        meant = pressed(cap, model)
        if meant != target.message:
            yield f"{page} {way}: {cap} is {meant}, a finger is {target.message}"


def test_every_key_that_is_drawn_does_what_a_finger_on_it_does() -> None:
    found = [
        flaw
        for place, page in enumerate(PAGES)
        for way in some(WAYS, len(WAYS), 29 * place)
        for flaw in flaws(page, way)
    ]
    assert not found, "\n".join(found)
