"""Someone knocked the table over: the screen guides people through laying it again."""

import pytest
from msgspec.structs import replace

from companion.pages.corrections import Portion, Rebuild, steps
from companion.pages.menu import Menu
from companion.pages.table import Table
from companion.rules.model import Phase
from companion.rules.tiles import ALL_TILES, KINDS, NO_TILES, Tile, count
from tests.core.desk import Desk, models


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_tile_and_every_sun_has_its_step(players: int) -> None:
    for model in models(players, 1)[::20]:
        game = model.game
        todo = steps(game)
        for tile in KINDS:
            laid = sum(count(step.tiles, tile) + step.lane.count(tile) for step in todo)
            ra = next(step.number for step in todo if step.part is Portion.RA_TRACK)
            assert laid + (ra if tile is Tile.RA else 0) == count(ALL_TILES, tile)
        suns = sorted(sun for step in todo for sun in step.suns)
        owned = [sun for player in game.players for sun in (*player.up, *player.down)]
        assert suns == sorted([*owned, game.centre])


def test_one_press_for_each_thing_leads_back_to_the_table() -> None:
    model = models(3, 1)[40]
    desk = Desk(replace(model, page=Rebuild()))
    for _ in steps(desk.game):
        assert isinstance(desk.page(), Rebuild)
        desk.press("ok")
    assert isinstance(desk.page(), Table)
    assert desk.entries == []


def test_it_can_be_left_at_any_step_and_gone_through_backwards() -> None:
    desk = Desk(replace(models(3, 1)[40], page=Rebuild()))
    desk.turn(3)
    desk.press("undo")
    assert desk.page() == Rebuild(2)
    desk.turn(-9)
    assert desk.page() == Rebuild(0)
    desk.press("ra")
    assert isinstance(desk.page(), Table)


def test_it_is_a_line_of_the_menu_and_the_keyboard_goes_through_it() -> None:
    desk = Desk(models(3, 1)[40])
    lines = [entry.label for entry in Menu().entries(desk.model)]
    desk.model = replace(desk.model, page=Menu(row=lines.index("Rebuild the table")))
    desk.press("ok")
    assert desk.page() == Rebuild()
    desk.key("right")
    desk.key("return")
    assert desk.page() == Rebuild(2)
    desk.key("escape")
    assert desk.page() == Rebuild(1)
    desk.key("home")
    assert isinstance(desk.page(), Table)


def test_nothing_is_laid_of_what_nobody_has() -> None:
    start = models(4, 1)[0].game
    assert start.stage is Phase.TURN
    assert not any(step.part in (Portion.DOWN, Portion.TILES) for step in steps(start))
    assert next(step.tiles for step in steps(start) if step.part is Portion.REMOVED) == NO_TILES
