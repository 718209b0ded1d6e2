"""A short touch on anything of the table changes nothing of the game: what acts has words on it."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from companion.core.effects import WriteEntry
from companion.core.messages import Message
from companion.core.model import Model
from companion.pages.render import scene
from companion.pages.table.table import Table
from companion.pages.table.touch_keys import places
from companion.rules.model import Auction, Discarding, Phase
from companion.rules.records.timeline import begin, enter
from companion.ui.scene import Rect
from companion.ui.style import Canvas, ui_on
from tests.core.desk import follow
from tests.random_games import random_game
from tests.together import EVERY
from tests.view.gallery import NAMES, PAGES, TYPE

SIZES = ((800, 480), (480, 800), (1280, 720), (1920, 1080), (640, 480))

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


def _around(rect: Rect, x: int, y: int) -> bool:
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
        size = SIZES[dice.randrange(len(SIZES))]
        canvas = Canvas(size=size, type=TYPE)
        ui = ui_on(canvas, model.preferences)
        where, picture = places(ui, model, None), scene(model, canvas)
        for _ in range(20):
            x, y = dice.randrange(size[0]), dice.randrange(size[1])
            if any(_around(band, x, y) for band in (where.dock, where.prompt, where.keys)):
                continue
            looked += 1
            touched = [each for each in picture.targets if _around(each.rect, x, y)]
            if touched and writes(model, touched[-1].message):
                found.append(f"{size} {x},{y} {type(stage)}: {touched[-1].message}")
        if looked >= touches:
            return found
    return found


def test_touches_beside_all_keys_are_never_written() -> None:
    assert wrong(TOUCHES, 1) == []
