"""What the screen shows for a seat that the table plays: large, moving thrice, then at rest."""

import pytest
from msgspec.structs import replace

from companion.core.messages import Join, Message
from companion.core.model import MACHINES, Agreement, Model, Preferences
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.opponent.strength import Strength
from companion.pages.motion import CARRY_SECONDS, ROUND_SECONDS, ROUNDS
from companion.pages.page_view import STRENGTHS, who_plays
from companion.pages.render import scene
from companion.ui.animation import next_frame
from companion.ui.scene import Animated, Rect, Scene, Text
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, shown
from tests.view.machine_seats import seated
from tests.view.test_motion import BEGUN, going, picture

SAID = ["table draws", "table bids", "table invokes Ra", "table passes"]


def thinking(model: Model) -> Model:
    """Return the same a moment before it was decided."""
    return replace(seated(model.with_pending(thought=None)), now=BEGUN)


def carried(scene: Scene[Message]) -> list[Rect]:
    """Return where what hands carry is now."""
    return [item.rect for item in scene.items if item.key == (Animated.HANDS, 0)]


@pytest.mark.parametrize("page", ["table draws", "table bids", "table uses a God tile"])
def test_what_hands_carry_goes_three_times_and_rests(page: str) -> None:
    model = replace(PAGES[page](4, NAMES), now=BEGUN)
    moving = going(thinking(model), model)
    [rest, *_] = carried(picture(moving, 100.0))
    for turn in range(ROUNDS):
        begins = turn * ROUND_SECONDS
        assert carried(picture(moving, begins + 0.05))[0] != rest
        assert carried(picture(moving, begins + CARRY_SECONDS + 0.1))[0] == rest
    assert next_frame(moving.moves, BEGUN + ROUNDS * ROUND_SECONDS + 0.1) is None


def test_with_reduced_motion_the_pictures_stand_still() -> None:
    calm = Preferences(reduce_motion=True)
    model = replace(PAGES["table bids"](4, NAMES), now=BEGUN, preferences=calm)
    assert going(thinking(model), model).moves == ()


@pytest.mark.parametrize("page", SAID)
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_what_the_seat_does_is_read_from_across_the_table(
    page: str, players: int, size: tuple[int, int]
) -> None:
    scene = shown(PAGES[page](players, NAMES), size)
    large = sorted((item.px for item in scene.items if isinstance(item, Text)), reverse=True)
    assert large[0] >= size[1] / 8
    assert large[1] >= size[1] / 14


@for_each(7, size=SIZES, language=LANGUAGES, strength=[*STRENGTHS])
def test_who_sits_down_sees_which_seats_the_table_plays(
    size: tuple[int, int], language: str, strength: Strength
) -> None:
    said, model = words(language), PAGES["seating with the table"](3, NAMES)
    model = model.with_session(agreement=Agreement(machines=2, strength=strength))
    names = tuple(map(said.say, MACHINES))
    model = model.with_preferences(language=language, machine_names=names)
    cards = scene(model, Canvas(size=size, type=TYPE, words=said))
    for button, name in zip((0, 3), names, strict=False):
        card = next(each.rect for each in cards.targets if each.message == Join(button))
        texts = [each.text for each in cards.items
                 if isinstance(each, Text) and card.contains(each.rect.x, each.rect.y)]  # fmt: skip
        told = who_plays(strength, said)
        assert texts[0] == name
        assert "".join(texts[1:]).replace(" ", "") == told.replace(" ", "")
