"""A sixth tile of five: the screen says so once, and never stops the game."""

import pytest
from msgspec.structs import replace

from companion.core.bindings import Binding
from companion.core.effects import Cue, Sound
from companion.core.messages import Dealt, Enter, Leave, Play, Resumed
from companion.core.mnemonics import TILE_KEYS, TileGroup
from companion.core.model import SAID_SECONDS, Model
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest
from companion.pages.bindings import controls
from companion.pages.table.choices import PickTile
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.corrections.fixing import Fix
from companion.rules.model import Auction, AuctionCause
from companion.rules.tiles import NO_TILES, Tile
from tests.core.desk import Desk, a_desk

ART, RELIGION, NILE = DRAWS[Tile.ART], DRAWS[Tile.RELIGION], DRAWS[Tile.NILE]


def five_arts() -> Desk:
    """Return a desk on which all five tiles of Art were entered, one of them by mistake."""
    desk = a_desk(3)
    for action in (ART, RELIGION, ART, ART, ART, ART):
        desk.take(Enter(action))
    return desk


def is_said(desk: Desk, tile: Tile) -> bool:
    """Whether the screen says that all of these tiles are out."""
    return desk.model.screen.said == Notice(Notes.ALL_OUT, {"copies": tile.copies, "tile": tile})


def test_a_sixth_of_five_is_refused_once_and_the_table_stays_open() -> None:
    desk = five_arts()
    effects = desk.take(Play(ART))
    assert is_said(desk, Tile.ART)
    assert Sound(Cue.REFUSED) in effects
    assert len(desk.entries) == 6
    assert desk.page() == Table()


def test_saying_it_twice_lays_the_tile_as_it_lies_on_the_table() -> None:
    desk = five_arts()
    active = desk.game.active
    desk.take(Play(ART))
    desk.take(Play(ART))
    assert isinstance(desk.entries[-1], Fix)
    assert desk.game.lane[6] is Tile.ART
    assert desk.game.excess_tiles == Tile.ART.one
    assert desk.game.active != active
    assert desk.page() == Table()


def test_what_is_said_no_longer_confirms_nothing() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    desk.pass_time(SAID_SECONDS + 0.1)
    desk.take(Play(ART))
    assert len(desk.entries) == 6
    assert is_said(desk, Tile.ART)


def test_another_tile_of_which_all_are_out_is_asked_about_by_itself() -> None:
    desk = five_arts()
    bag = desk.game.bag & ~Tile.GOLD.mask
    desk.model = _with_bag(desk, bag)
    desk.take(Play(ART))
    desk.take(Play(DRAWS[Tile.GOLD]))
    assert is_said(desk, Tile.GOLD)
    assert len(desk.entries) == 6


def test_other_tiles_are_entered_as_ever_while_it_is_asked() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    key = TILE_KEYS[Tile.RELIGION]
    desk.key(key)
    assert desk.page() == Table()
    assert desk.game.lane[6] is Tile.RELIGION


def test_the_key_of_the_tile_says_that_it_really_lies_there() -> None:
    desk = five_arts()
    desk.key(TILE_KEYS[Tile.ART])
    assert is_said(desk, Tile.ART)
    desk.key(TILE_KEYS[Tile.ART])
    assert desk.game.lane[6] is Tile.ART


@pytest.mark.parametrize("is_new", [True, False])
def test_it_is_not_asked_about_another_game(*, is_new: bool) -> None:
    desk = five_arts()
    timeline = desk.model.session.timeline
    assert timeline is not None
    desk.take(Play(ART))
    guests = tuple(Guest(button) for button in range(3))
    desk.take(Leave())
    if is_new:
        desk.take(Dealt(timeline.start.setup, guests, Agreement()))
    else:
        desk.take(Resumed(timeline, guests, Agreement()))
    assert desk.page() == Table()


def test_undo_takes_back_a_tile_that_the_box_does_not_hold() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    desk.take(Play(ART))
    desk.press("undo")
    assert (desk.game.lane[6], desk.game.excess_tiles) == (None, NO_TILES)
    assert desk.page() == Table()


def test_a_thirty_first_ra_tile_begins_its_auction_all_the_same() -> None:
    desk = a_desk(5)
    while desk.game.bag & Tile.RA.mask and desk.game.epoch < 4:
        desk.take(Enter(DRAWS[Tile.RA]))
        if isinstance(desk.game.stage, Auction):
            desk.press("ok")
        desk.go_back()
        if desk.game.epoch == 3 and desk.game.ra_count == 8:
            break
    # nobody comes to 31 Ra tiles by the rules; the bag is emptied of them by a fix
    bag = desk.game.bag - desk.game.bag // Tile.RA.one % 256 * Tile.RA.one
    desk.model = _with_bag(desk, bag)
    desk.take(Play(DRAWS[Tile.RA]))
    desk.take(Play(DRAWS[Tile.RA]))
    stage = desk.game.stage
    assert isinstance(stage, Auction)
    assert stage.reason is AuctionCause.RA_DRAWN
    assert desk.game.excess_tiles in (NO_TILES, Tile.RA.one)


def _with_bag(desk: Desk, bag: int) -> Model:
    """Return the program with another bag."""
    timeline = desk.model.session.timeline
    assert timeline is not None
    last = timeline.moments[-1]
    moments = (*timeline.moments[:-1], replace(last, game=replace(last.game, bag=bag)))
    return desk.model.with_session(timeline=replace(timeline, moments=moments))


@pytest.mark.parametrize("players", [2, 5])
def test_a_kind_that_the_bag_still_holds_is_just_drawn(players: int) -> None:
    desk = a_desk(players)
    desk.take(Play(ART))
    assert desk.entries == [ART]


def test_the_key_is_lit_as_long_as_entering_it_again_lays_the_tile() -> None:
    desk = five_arts()
    assert not art(desk).is_lit
    desk.take(Play(ART))
    assert art(desk).is_lit
    desk.pass_time(SAID_SECONDS + 0.1)
    assert not art(desk).is_lit


def art(desk: Desk) -> Binding:
    """Return what the key of Art does once its group is open."""
    now = replace(desk.model, page=Table(PickTile(TileGroup.CIVILISATION)))
    return next(each for each in controls(now).taps.values() if each.tile is Tile.ART)
