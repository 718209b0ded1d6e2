"""The table for people who sit far away, and for left hands: larger, mirrored, and nothing lost."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from companion.core.messages import CallPass, Message, Open, Play, Route
from companion.core.model import Model, TextSize
from companion.pages.menu.menu import Menu
from companion.pages.page_view import keycaps
from companion.rules.actions import DRAWS
from companion.rules.tiles import KINDS
from companion.ui.scene import Animated, Picture, Scene, Text
from companion.ui.style import Canvas, ui_on
from tests.together import for_each
from tests.view.gallery import AT_TABLE, NAMES, PAGES, TYPE, at_table, offered, shown
from tests.view.test_touch import NOT_FOR_FINGERS

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800))

DRAWN = {Play(draw) for draw in DRAWS.values()}
"""Tiles are reached through their groups, in two taps."""

WAYS: Mapping[str, Mapping[str, object]] = {
    "large print": {"text_size": TextSize.PRINT},
    "left hands": {"left_handed": True},
}


def preferring(model: Model, *wanted: str) -> Model:
    """Return the program of people who prefer this."""
    for way in wanted:
        model = replace(model, preferences=replace(model.preferences, **WAYS[way]))
    return model


def number_px(drawn: Scene[Message]) -> list[int]:
    """Return the heights of the numbers on the panels, the largest first."""
    low = drawn.size[1] * 2 // 5
    texts = [item for item in drawn.items if isinstance(item, Text) and item.text.isdigit()]
    return sorted((text.px for text in texts if text.rect.y > low), reverse=True)


@pytest.mark.parametrize("players", [3, 5])
def test_numbers_are_much_larger_from_afar(players: int) -> None:
    size = (1920, 1080)
    near, far = (
        number_px(shown(preferring(at_table(players, active=1), *ways), size))
        for ways in ((), ("large print",))
    )
    assert max(far) >= 1.5 * max(near)
    assert max(far) * 0.277 >= 16, "16 minutes of arc at 2 m on 24 inches need about 13 mm of em"


def height_of(drawn: Scene[Message], wanted: str) -> int:
    """Return the height of a text's letters in pixels."""
    return next(item.px for item in drawn.items if isinstance(item, Text) and wanted in item.text)


def ra_px(drawn: Scene[Message], model: Model) -> int:
    """Return the height of the number of Ra tiles in pixels."""
    count, limit = str(model.game.ra_count), f"/{model.game.ra_limit}"
    return max(
        item.px
        for item in drawn.items
        if isinstance(item, Text)
        and item.is_loud
        and (item.text == count or item.text.endswith(count + limit))
    )


@for_each(size=SIZES, players=(2, 3, 4, 5))
def test_suns_the_question_and_the_count_of_ra_are_still_larger_from_afar(
    size: tuple[int, int], players: int
) -> None:
    model = at_table(players, active=1)
    near, far = (shown(preferring(model, *ways), size) for ways in ((), ("large print",)))
    is_wide = size[0] > size[1]
    larger = 1.35 if is_wide else 1.3
    for hand in (each.suns for each in model.game.players):
        for disc in hand:
            assert sun_px(far, disc) >= larger * sun_px(near, disc)
            assert not is_wide or sun_px(far, disc) >= size[1] / 14
    assert ra_px(far, model) >= (1.1 if is_wide else 1) * ra_px(near, model)
    if is_wide:
        assert ra_px(near, model) >= size[1] // 14
        assert height_of(far, "Marek: draw") >= size[1] / 14


def tile_px(drawn: Scene[Message]) -> list[int]:
    """Return how wide the tiles on the auction track are, in pixels."""
    tiles = [each for each in drawn.items if isinstance(each, Picture) and each.key is not None]
    return [each.rect.w for each in tiles if each.key is not None and each.key[0] is Animated.TILE]


@for_each(page=("turn", "auction", "bid", "full track", "god"), size=SIZES, players=(2, 5))
def test_the_tiles_on_the_auction_track_are_larger_from_afar(
    page: str, size: tuple[int, int], players: int
) -> None:
    model = PAGES[page](players, NAMES)
    near, far = tile_px(shown(model, size)), tile_px(shown(preferring(model, "large print"), size))
    assert near
    assert len(near) == len(far)
    assert min(far) >= 1.05 * max(near)


@for_each(text_size=TextSize, size=SIZES, players=(2, 5))
def test_who_passes_is_told_with_the_whole_name_of_a_key(
    text_size: TextSize, size: tuple[int, int], players: int
) -> None:
    model = PAGES["auction"](players, NAMES).with_preferences(text_size=text_size)
    drawn = shown(model, size, letters=True)
    caps = keycaps(ui_on(Canvas(size=size, type=TYPE, letters=True), model.preferences), model)
    for seat in model.game.setup.seats:
        (place,) = [each.rect for each in drawn.targets if each.message == CallPass(seat)]
        written = [
            item.text
            for item in drawn.items
            if isinstance(item, Text) and place.contains(*item.rect[:2]) and item.text
        ]
        assert written == [caps[CallPass(seat)]]


def sun_px(drawn: Scene[Message], disc: int) -> int:
    """Return the height of a sun's number in pixels."""
    return next(
        item.px
        for item in drawn.items
        if isinstance(item, Text) and item.key == (Animated.SUN, disc)
    )


@for_each(page=AT_TABLE)
def test_fingers_can_do_from_the_big_table_all_that_buttons_can(page: str) -> None:
    model = preferring(PAGES[page](5, NAMES), "large print")
    touched = {target.message for target in shown(model, (1280, 720)).targets}
    everything = {each for each in offered(model) if not isinstance(each, NOT_FOR_FINGERS)}
    near = {target.message for target in shown(PAGES[page](5, NAMES), (1280, 720)).targets}
    fixing = Open(Route.FIX)
    assert fixing in {entry.message for entry in Menu().entries(model)}
    assert everything & near - {fixing} - DRAWN <= touched


def test_keys_are_mirrored_for_left_hands_and_mean_the_same() -> None:
    model = at_table(3, active=1)
    right, left = shown(model), shown(preferring(model, "left hands"))
    assert {target.message for target in right.targets} == {each.message for each in left.targets}
    for kind in KINDS:
        message = Play(DRAWS[kind])
        (one,) = [each.rect for each in right.targets if each.message == message]
        (other,) = [each.rect for each in left.targets if each.message == message]
        assert one.x + one.w + other.x == right.size[0]
        assert (one.y, one.w, one.h) == (other.y, other.w, other.h)
