"""The loudest moments stand in the sky, as large as the table needs them."""

import pytest

from companion.core.effects import Cue, Sound
from companion.core.messages import CallPass, Play, StepSun, TakeBack
from companion.core.model import Model
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Seat
from companion.rules.tiles import Tile
from companion.ui.scene import Animated, Sky, Text
from companion.ui.theme import NIGHT
from tests.core.desk import a_desk
from tests.view.gallery import at_table, shown

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080)]

READ_ACROSS_THE_TABLE = 14
"""Letters of this many to the height of the screen."""


def said(model: Model, size: tuple[int, int] = (800, 480)) -> tuple[str, ...]:
    """Return the lines of the headline."""
    items = shown(model, size).items
    return tuple(
        each.text
        for each in items
        if isinstance(each, Text) and each.key is not None and each.key[0] is Animated.HEADLINE
    )


def test_who_calls_ra_is_said_until_a_sun_is_called() -> None:
    desk = a_desk(3)
    desk.take(Play(DRAWS[Tile.NILE]))
    desk.take(Play(INVOKE))
    assert said(desk.model) == ("Ben invokes Ra!",)
    desk.take(StepSun(Seat(2)))
    assert said(desk.model) == ()
    desk.take(TakeBack())
    assert said(desk.model) == ("Ben invokes Ra!",)
    desk.take(CallPass(Seat(2)))
    assert said(desk.model) == ()


def test_who_draws_ra_is_said() -> None:
    desk = a_desk(3)
    desk.take(Play(DRAWS[Tile.RA]))
    assert said(desk.model) == ("Ann draws Ra!",)


@pytest.mark.parametrize("left", [1, 2])
def test_the_sky_is_red_and_says_so_while_the_next_ra_ends_the_epoch(left: int) -> None:
    model = at_table(4, f"limit {3 + left}")
    assert said(model) == (("The next Ra ends the epoch",) if left == 1 else ())
    [sky] = [item for item in shown(model).items if isinstance(item, Sky)]
    assert sky.bands == (NIGHT.red_sky if left == 1 else NIGHT.sky)


@pytest.mark.parametrize("size", SIZES)
def test_headlines_are_read_from_across_the_table(size: tuple[int, int]) -> None:
    desk = a_desk(5)
    desk.take(Play(DRAWS[Tile.RA]))
    for model in (desk.model, at_table(5, "limit 4")):
        lines = [
            each
            for each in shown(model, size).items
            if isinstance(each, Text) and each.key is not None and each.key[0] is Animated.HEADLINE
        ]
        assert lines
        assert all(each.px * READ_ACROSS_THE_TABLE >= size[1] for each in lines), lines


def test_on_a_narrow_screen_the_sentence_is_whole_in_two_lines() -> None:
    assert said(at_table(5, "limit 4"), (480, 800)) == ("The next Ra", "ends the epoch")


def test_the_last_ra_but_one_has_a_cue_of_its_own() -> None:
    for limit, is_last in ((5, True), (6, False)):
        _, effects = update(at_table(3, f"limit {limit}"), Play(DRAWS[Tile.RA]))
        assert Sound(Cue.RA) in effects
        assert (Sound(Cue.LAST_RA) in effects) is is_last
