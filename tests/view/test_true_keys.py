"""What is drawn as a key is the key: pressed, it does what a finger on it does."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

from msgspec.structs import replace

from companion.app.gestures import typed
from companion.core.effects import WriteEntry
from companion.core.messages import Message, TypeDigits
from companion.core.model import Model, TextSize
from companion.i18n.catalogues import words
from companion.pages.controls import keys, places, pointed
from companion.pages.new_game.dealing import Dealing
from companion.pages.page_view import ListPage
from companion.pages.render import scene
from companion.pages.table.table import Table
from companion.pages.table.touch_keys import places as areas
from companion.rules.model import Auction, Discarding, Phase
from companion.rules.records.timeline import begin, enter
from companion.ui.pieces import KEYCAPS
from companion.ui.scene import Box, Rect, Scene, Target, Text
from companion.ui.style import Canvas, Ui, ui_on
from companion.ui.theme import NIGHT
from tests.core.desk import follow
from tests.random_games import random_game
from tests.together import EVERY, for_each, some
from tests.view.gallery import NAMES, PAGES, TYPE, shown
from tests.view.ink import looked_at

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


# Where the one button points can always be seen, on every page.


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
def test_whatever_is_pointed_at_has_a_ring_and_nothing_else_in_a_list_or_on_suns(page: str) -> None:
    model = PAGES[page](3, NAMES)
    touch = len(page) % 2 == 0  # about half of the pages with a touch screen, half without
    before = len(rings(model, touch=touch))
    for step in some(range(len(places(scanned(model, 0)))), 11, len(page)):
        now = scanned(model, step)
        assert pointed(now) == places(now)[step]
        found = len(rings(now, touch=touch))
        assert found == 1 if isinstance(now.page, ListPage | Dealing) else found > before


@for_each(
    page=["scoring", "hands now", "revealing the last epoch", "winner"],
    players=range(2, 6),
    size=[(800, 480), (480, 800), (1280, 720)],
)
def test_what_is_pointed_at_hides_no_name_beside_points(
    page: str, players: int, size: tuple[int, int]
) -> None:
    model = PAGES[page](players, NAMES)
    for step in range(len(places(scanned(model, 0)))):
        look = looked_at(shown(scanned(model, step), size))
        whole = [text.text for text, place in look.texts if (text, place) not in look.cut]
        assert set(whole) >= set(NAMES[:players])


# A short touch on anything of the table changes nothing of the game: what acts has words on it.


SCREENS = ((800, 480), (480, 800), (1280, 720), (1920, 1080), (640, 480))

TOUCHES = 10_000 if EVERY else 400


def tables(dice: Random) -> Iterator[Model]:
    """Yield tables of random games, each at some entry, for ever."""
    while True:
        players = dice.randrange(2, 6)
        usual = PAGES["turn"](players, NAMES)
        setup = usual.game.setup
        timeline = begin(setup)
        actions = random_game(setup, Random(dice.getrandbits(32)))  # noqa: S311
        stops = sorted(dice.sample(range(len(actions)), 12))
        for place, action in enumerate(actions):
            timeline = enter(timeline, action)
            if place in stops:
                yield replace(usual, page=Table()).with_session(timeline=timeline)


def _is_at(rect: Rect, x: int, y: int) -> bool:
    return rect.x <= x < rect.x + rect.w and rect.y <= y < rect.y + rect.h


def writes(model: Model, message: Message) -> bool:
    """Whether this message, or what follows from it, is written into the game."""
    _, effects = follow(model, message)
    return any(isinstance(effect, WriteEntry) for effect in effects)


def wrong(touches: int, seed: int) -> list[str]:
    """Return every touch outside keys with words, and outside suns to bid, that is written."""
    dice, found, looked = Random(seed), [], 0  # noqa: S311
    for model in tables(dice):
        stage = model.game.stage
        if isinstance(stage, Auction | Discarding) or stage is Phase.OVER:
            continue
        size = SCREENS[dice.randrange(len(SCREENS))]
        canvas = Canvas(size=size, type=TYPE)
        ui = ui_on(canvas, model.preferences)
        where, picture = areas(ui, model, None), scene(model, canvas)
        for _ in range(20):
            x, y = dice.randrange(size[0]), dice.randrange(size[1])
            if any(_is_at(band, x, y) for band in (where.dock, where.prompt, where.keys)):
                continue
            looked += 1
            touched = [each for each in picture.targets if _is_at(each.rect, x, y)]
            if touched and writes(model, touched[-1].message):
                found.append(f"{size} {x},{y} {type(stage)}: {touched[-1].message}")
        if looked >= touches:
            return found
    return found


def test_touches_beside_all_keys_are_never_written() -> None:
    assert wrong(TOUCHES, 1) == []
