"""The drawn panel and bag: everything can be pressed, lit as the pins say, in every language."""

from itertools import combinations

import pytest

from companion.app.simulation.panel import Cable, Desk, Detent, Finger, Holding, TakeTile
from companion.app.simulation.panel_view import desk, desk_height
from companion.core.commands import Control
from companion.core.model import Hardware, Model, Preferences
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import LAMPS
from companion.pages.table.tags import bag
from companion.paths import asset
from companion.rules.tiles import KINDS, Tile
from companion.tags.box import SIMULATED_BOX
from companion.ui.scene import Box, Picture, Rect, Scene, Text
from companion.ui.scene import words as texts
from companion.ui.style import Canvas, ui_on
from companion.ui.text_metrics import ELLIPSIS, type_from
from tests.together import for_each

MEASURES = type_from(asset("fonts", "advances.json").read_bytes())

FULL = bag(Model(page=Welcome(), hardware=Hardware(tags=SIMULATED_BOX)))

WHOLE = Desk(bag=FULL)

WIDTHS = (480, 640, 800, 1024, 1280, 1920)


def drawn(
    shown: Desk = WHOLE, width: int = 1280, language: str = "en", top: int = 0
) -> Scene[Holding]:
    """Return the desk at the bottom of a window."""
    high = desk_height(width)
    canvas = Canvas(size=(width, high), type=MEASURES, words=words(language))
    return desk(ui_on(canvas, Preferences()), shown, Rect(0, top, width, high))


def hands(scene: Scene[Holding]) -> set[Holding]:
    """Return what a click in the middle of any place means."""
    middles = ((each.rect.x + each.rect.w / 2, each.rect.y + each.rect.h / 2)
               for each in scene.targets)  # fmt: skip
    return {hand for x, y in middles if (hand := scene.target_at(x, y)) is not None}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_control_kind_and_place_can_be_clicked(width: int) -> None:
    found = hands(drawn(width=width))
    assert {Finger(control) for control in Control} <= found
    assert {Detent(-1), Detent(1), Cable(), TakeTile()} <= found
    assert {TakeTile(kind) for kind in KINDS} <= found


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_of_the_desk_and_no_two_places_overlap(width: int) -> None:
    scene = drawn(width=width, top=300)
    whole = Rect(0, 300, width, desk_height(width))
    places = [each.rect for each in scene.targets if each.message != Finger(Control.DIAL)]
    places = [rect for rect in places if rect not in _dial_sides(scene)]
    for rect in places:
        assert whole.contains(rect.x, rect.y)
        assert whole.contains(rect.x + rect.w - 1, rect.y + rect.h - 1)
    for one, other in combinations(places, 2):
        apart = (
            one.x + one.w <= other.x
            or other.x + other.w <= one.x
            or one.y + one.h <= other.y
            or other.y + other.h <= one.y
        )
        assert apart, (one, other)


def _dial_sides(scene: Scene[Holding]) -> list[Rect]:
    """Where the dial is turned: its middle lies on top of both."""
    return [each.rect for each in scene.targets if isinstance(each.message, Detent)]


@pytest.mark.parametrize("control", LAMPS)
def test_a_cap_shines_as_its_lamp_does(control: Control) -> None:
    glowing = [
        {box.glow_px for box in drawn(Desk(lamps={control: lamp})).items if isinstance(box, Box)}
        for lamp in (0.0, 0.15, 1.0)
    ]
    assert [max(each) for each in glowing] == sorted(max(each) for each in glowing)
    assert max(glowing[0]) == 0
    assert max(glowing[2]) > max(glowing[1]) > 0


def test_a_kind_that_is_not_in_the_bag_is_pale_and_cannot_be_taken() -> None:
    scene = drawn(Desk(bag={**FULL, Tile.GOLD: ()}))
    assert TakeTile(Tile.GOLD) not in hands(scene)
    (gold,) = (
        each for each in scene.items if isinstance(each, Picture) and each.name == "tile_gold"
    )
    assert gold.opacity < 0.5
    assert "175" in texts(scene)


@for_each(7, language=LANGUAGES, width=WIDTHS, is_plugged=[True, False])
def test_no_word_of_the_desk_is_cut_off(language: str, width: int, is_plugged: bool) -> None:  # noqa: FBT001 - a case
    scene = drawn(WHOLE._replace(is_plugged=is_plugged), width, language)
    for text in (each for each in scene.items if isinstance(each, Text)):
        assert ELLIPSIS not in text.text
        assert MEASURES.width(text.text, text.px, text.weight) <= text.rect.w + 1, text.text
