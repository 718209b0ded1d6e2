"""A sixth tile of five: the screen names what contradicts the box, and never stops the game."""

import pytest
from msgspec.structs import replace

from companion.core.effects import Cue, Sound
from companion.core.messages import (
    BringBack,
    Dealt,
    Enter,
    GoTo,
    Leave,
    LeaveTileConflict,
    Play,
    Resumed,
    TakeBack,
)
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.pages.archive import Games, Replay, replayed
from companion.pages.corrections import FixEntry, correction, slip, standing
from companion.pages.corrections.tile_conflict import SUSPECT_KEYS
from companion.pages.table import Table
from companion.rules.actions import DRAWS, LANE_SLOTS
from companion.rules.corrections.fixing import Fix
from companion.rules.model import Auction, Reason
from companion.rules.records.shapes import Correct
from companion.rules.tiles import NO_TILES, Tile
from companion.ui.scene import Box, Picture, Thing
from companion.ui.style import Canvas, style
from tests.core.desk import Desk, a_desk
from tests.view.gallery import SIZES, TYPE, shown

ART, RELIGION = DRAWS[Tile.ART], DRAWS[Tile.RELIGION]


NILE, PHARAOH = DRAWS[Tile.NILE], DRAWS[Tile.PHARAOH]


def five_arts() -> Desk:
    """Return a desk on which all five tiles of Art were entered, one of them by mistake."""
    desk = a_desk(3)
    for action in (ART, RELIGION, ART, ART, ART, ART):
        desk.take(Enter(action))
    return desk


def test_a_sixth_of_five_is_said_calmly_with_the_entries_that_may_have_been_wrong() -> None:
    desk = five_arts()
    effects = desk.take(Play(ART))
    slip = standing(desk.model)
    assert slip is not None
    assert (slip.tile, slip.clash.facts["number"]) == (Tile.ART, 6)
    assert all(suspect.said is Tile.ART for suspect in slip.suspects)
    assert 1 <= len(slip.suspects) <= 3
    assert Sound(Cue.REFUSED) in effects
    assert len(desk.entries) == 6


def test_saying_it_twice_lays_the_tile_as_it_lies_on_the_table() -> None:
    desk = five_arts()
    active = desk.game.active
    desk.take(Play(ART))
    desk.take(Play(ART))
    assert isinstance(desk.entries[-1], Fix)
    assert desk.game.lane[6] is Tile.ART
    assert desk.game.surplus == Tile.ART.one
    assert desk.game.active != active
    assert standing(desk.model) is None


def test_correcting_the_likeliest_entry_takes_two_gestures_more() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    slip = standing(desk.model)
    assert slip is not None
    desk.take(GoTo(correction(desk.model, slip.suspects[0])))
    page = desk.page()
    assert isinstance(page, FixEntry)
    desk.press("ok")
    assert isinstance(desk.entries[-1], Correct)
    assert desk.game.bag & Tile.ART.mask
    desk.take(Play(ART))
    assert desk.game.surplus == NO_TILES


def test_it_can_be_left_and_goes_away_with_the_next_entry() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    desk.take(LeaveTileConflict())
    assert standing(desk.model) is None
    desk.take(Play(ART))
    assert standing(desk.model) is not None
    desk.take(Play(RELIGION))
    assert standing(desk.model) is None
    assert desk.game.lane[6] is Tile.RELIGION


@pytest.mark.parametrize("is_new", [True, False])
def test_it_is_not_said_of_another_game_that_has_come_as_far(*, is_new: bool) -> None:
    desk, other = five_arts(), a_desk(3)
    desk.take(TakeBack())
    desk.take(BringBack())
    desk.take(Play(ART))
    slip = standing(desk.model)
    assert slip is not None
    for draw in (NILE, PHARAOH) * (LANE_SLOTS // 2):
        other.take(Play(draw))
    full = other.model.session.timeline
    assert full is not None
    assert slip.seq == full.seq
    guests = tuple(Guest(button) for button in range(3))
    desk.take(Leave())
    if is_new:
        desk.take(Dealt(full.start.setup, guests, Agreement()))
        for draw in (NILE, PHARAOH) * (LANE_SLOTS // 2):
            desk.take(Play(draw))
    else:
        desk.take(Resumed(full, guests, Agreement()))
    assert desk.model.session.timeline is not None
    assert desk.model.session.timeline.seq == slip.seq
    assert standing(desk.model) is None


def test_nothing_of_it_is_asked_of_a_game_of_another_day() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    timeline = desk.model.session.timeline
    assert timeline is not None
    model = replace(desk.model, page=Table())
    page = Replay("7", timeline, (0, 1, 2), Agreement(), (), Games(), 0)
    assert standing(model) is not None
    shown = replace(replayed(model, page), page=Table())
    assert standing(shown) is None


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


def test_back_puts_the_question_away_and_takes_nothing_back() -> None:
    for is_key in (False, True):
        desk = five_arts()
        desk.take(Play(ART))
        desk.key("escape") if is_key else desk.press("undo")
        assert standing(desk.model) is None
        assert len(desk.entries) == 6
        assert isinstance(desk.page(), Table)


def test_ok_says_that_the_tile_really_lies_there() -> None:
    for is_key in (False, True):
        desk = five_arts()
        desk.take(Play(ART))
        desk.key("return") if is_key else desk.press("ok")
        assert isinstance(desk.entries[-1], Fix)
        assert desk.game.lane[6] is Tile.ART


def test_keys_correct_what_was_likely_wrong_the_likeliest_first() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    said = standing(desk.model)
    assert said is not None
    for key, suspect in zip(SUSPECT_KEYS, said.suspects, strict=False):
        there = Desk(desk.model)
        there.key(key)
        assert there.page() == correction(desk.model, suspect)


def test_tiles_are_entered_as_ever_while_it_is_said() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    before = standing(desk.model)
    assert before is not None
    desk.press("p2")
    assert standing(desk.model) is None
    assert desk.game.lane[6] is Tile.NILE


def test_both_tracks_stay_visible_under_the_question() -> None:
    desk = five_arts()
    desk.take(Play(ART))
    for size in SIZES:
        picture = shown(desk.model, size)
        lane = [item.rect for item in picture.items
                if isinstance(item, Picture) and item.key is not None
                and item.key[0] is Thing.TILE]  # fmt: skip
        assert len(lane) == 6
        over = slip(style(Canvas(size=size, type=TYPE), desk.model.preferences), desk.model)
        boxes = [item.rect for item in over if isinstance(item, Box) and item.fill is not None]
        assert all(box.y >= max(rect.y + rect.h for rect in lane) for box in boxes)
