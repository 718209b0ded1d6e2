"""A tile's letter means that tile wherever tiles are named: for a God tile, and on the fix page."""

from msgspec.structs import replace

from companion.core.notices import Notes, Notice
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.table.table import Table
from companion.rules.problems import Problem, Why
from companion.rules.tiles import Tile, count
from tests.core.desk import Desk, a_desk
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES


def desk(page: str) -> Desk:
    return Desk(PAGES[page](3, NAMES))


def test_a_letter_takes_its_tile_with_a_god_tile() -> None:
    table = desk("god")
    seat, track = table.game.active, table.game.track
    before = count(table.game.players[seat].tiles, Tile.PHARAOH)
    assert Tile.PHARAOH in track
    table.key("p")
    assert table.game.track[track.index(Tile.PHARAOH)] is None
    assert count(table.game.players[seat].tiles, Tile.PHARAOH) == before + 1


def test_the_letter_of_a_tile_that_does_not_lie_there_says_so() -> None:
    table = desk("god")
    assert Tile.FLOOD not in table.game.track
    table.key("f")
    assert table.model.screen.said == Notice(Notes.NOT_ON_TRACK, {"tile": Tile.FLOOD})


def test_a_forgotten_tile_is_two_keys_away() -> None:
    table = desk("turn")
    place = table.game.track.index(None)
    table.key("tab")
    table.key("f")
    assert table.game.track[place] is Tile.FLOOD
    assert isinstance(table.page(), Table)


def test_a_digit_opens_a_space_and_a_letter_says_what_lies_there() -> None:
    table = desk("turn")
    table.key("tab")
    table.key("2")
    assert isinstance(table.page(), FixPanel)
    table.key("f")
    assert table.game.track[1] is Tile.FLOOD


def test_of_a_players_tiles_a_letter_gives_one_more() -> None:
    table = desk("mending tiles")
    page = table.page()
    assert isinstance(page, FixPanel)
    table.model = replace(table.model, page=replace(page, way=None))
    before = [count(player.tiles, Tile.GOLD) for player in table.game.players]
    table.key("o")
    after = [count(player.tiles, Tile.GOLD) for player in table.game.players]
    assert sum(after) == sum(before) + 1


def test_a_sun_that_is_dealt_to_nobody_says_so() -> None:
    table = Desk(PAGES["dealt by hand"](4, NAMES))
    page = table.page()
    table.key("1")
    table.key("6")  # with four, 14 to 16 stay in the box
    said = table.model.screen.said
    assert isinstance(said, Problem)
    assert said.sentence is Why.SUN_NOT_IN_PLAY
    assert table.page() == page


@for_each(page=["dealing", "turn", "god", "auction"])
def test_a_letter_that_means_nothing_says_so(page: str) -> None:
    table = desk(page)
    before = table.model.session.timeline
    table.key("ß")
    assert table.model.screen.said == Notice(Notes.NOT_NOW)
    assert table.model.session.timeline is before


def test_who_passes_a_moment_after_the_lot_was_won_changes_nothing() -> None:
    table = a_desk(3)
    table.key("i")
    for digit in str(max(sun for player in table.game.players for sun in player.suns)):
        table.key(digit)  # nobody can go higher: the lot is won
    won = table.model.session.timeline
    for key in ("f5", "f6", "f7"):
        table.key(key)
        assert table.model.session.timeline is won
        said = table.model.screen.said
        assert isinstance(said, Notice)
        assert said.note is Notes.SETTLED
