"""A sixth tile of five: the screen asks which entry was wrong, and never stops the game."""

import pytest
from msgspec.structs import replace

from companion.core.effects import Cue, Sound
from companion.core.messages import Dealt, Enter, GoTo, Leave, Play, Resumed
from companion.core.mnemonics import TILE_KEYS
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.pages.corrections import FixEntry, Remedy, TileConflict, remedies
from companion.pages.corrections.fix_entry import Cure
from companion.pages.table import Table
from companion.rules.actions import DRAWS, INVOKE, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.model import Auction, Reason
from companion.rules.records.shapes import Correct
from companion.rules.records.timeline import Seq
from companion.rules.tiles import NO_TILES, Tile
from companion.ui.scene import Text
from tests.core.desk import Desk, a_desk
from tests.view.gallery import SIZES, shown

ART, RELIGION, NILE = DRAWS[Tile.ART], DRAWS[Tile.RELIGION], DRAWS[Tile.NILE]


def texts(model: Model) -> list[str]:
    """Return all words on the screen."""
    return [item.text for item in shown(model, SIZES[0]).items if isinstance(item, Text)]


def five_arts() -> Desk:
    """Return a desk on which all five tiles of Art were entered, one of them by mistake."""
    desk = a_desk(3)
    for action in (ART, RELIGION, ART, ART, ART, ART):
        desk.take(Enter(action))
    return desk


def test_a_sixth_of_five_asks_which_entry_of_that_tile_was_wrong_newest_first() -> None:
    desk = five_arts()
    effects = desk.take(Play(ART))
    assert desk.page() == TileConflict(Tile.ART)
    assert Sound(Cue.REFUSED) in effects
    assert len(desk.entries) == 6
    read = [text.split() for text in texts(desk.model) if "Art" in text and "drew" in text]
    assert len(read) == 5
    numbers = [text for text in texts(desk.model) if text.isdecimal()]
    assert numbers == ["6", "5", "4", "3", "1"]


def test_saying_it_twice_lays_the_tile_as_it_lies_on_the_table() -> None:
    desk = five_arts()
    active = desk.game.active
    desk.take(Play(ART))
    desk.take(Play(ART))
    assert isinstance(desk.entries[-1], Fix)
    assert desk.game.lane[6] is Tile.ART
    assert desk.game.surplus == Tile.ART.one
    assert desk.game.active != active
    assert desk.page() == Table()


def test_an_entry_is_corrected_in_place_by_the_dial_alone() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    desk.turn(2)
    desk.press("ok")
    assert desk.page() == FixEntry(Seq(4))
    found = remedies(desk.model.session.timeline, FixEntry(Seq(4)))
    desk.turn(found.index(Cure(Remedy.INSTEAD, DRAWS[Tile.GOLD])))
    desk.press("ok")
    correct = desk.entries[-1]
    assert isinstance(correct, Correct)
    assert correct.changes[0].seq == 4
    assert desk.game.bag & Tile.ART.mask
    desk.take(Play(ART))
    assert desk.game.surplus == NO_TILES


def test_one_detent_to_the_left_it_really_lies_there() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    desk.turn(-1)
    desk.press("ok")
    assert isinstance(desk.entries[-1], Fix)
    assert desk.game.lane[6] is Tile.ART


def test_every_entry_can_be_touched_and_of_many_those_around_the_one_pointed_at() -> None:
    desk = a_desk(3)
    for _ in range(3):
        for _ in range(8):
            desk.take(Enter(NILE))
        desk.take(Enter(INVOKE))
        desk.take(Enter(Won(desk.game.players[desk.game.active].up[-1])))
    desk.take(Enter(NILE))
    desk.take(Play(NILE))
    assert desk.page() == TileConflict(Tile.NILE)
    seen = set()
    for _ in range(26):
        there = {target.message for target in shown(desk.model, SIZES[0]).targets}
        seen |= {message for message in there if isinstance(message, GoTo)
                 and isinstance(message.page, FixEntry)}  # fmt: skip
        desk.turn(1)
    assert len(seen) == 25


def test_back_leads_to_the_table_and_takes_nothing_back() -> None:
    for is_key in (False, True):
        desk = five_arts()
        desk.take(Play(ART))
        desk.key("escape") if is_key else desk.press("undo")
        assert len(desk.entries) == 6
        assert desk.page() == Table()


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
    assert desk.page() == TileConflict(Tile.ART)
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
    assert (desk.game.lane[6], desk.game.surplus) == (None, NO_TILES)
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
    assert stage.reason is Reason.RA_DRAWN
    assert desk.game.surplus in (NO_TILES, Tile.RA.one)


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
