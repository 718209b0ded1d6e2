"""Gods: a full turn, as many as one likes, one tile each."""

import pytest

from companion.rules.actions import END_GODS, UseGod
from companion.rules.events import DisasterStruck, GodsEnded, GodUsed
from companion.rules.legal import choices, legal_actions
from companion.rules.model import Auction, Phase
from companion.rules.records.notation import position
from companion.rules.refusal import Why
from companion.rules.tiles import NO_TILES, Tile
from tests.rules.table import ANN, after, played, points, refused, table, told


def uses(written: str) -> list[int]:
    """Return the slots that the player to decide could take with a god."""
    return [act.slot for act in legal_actions(position(written)) if isinstance(act, UseGod)]


def test_a_god_buys_any_one_tile_of_the_auction_track() -> None:
    assert played("track gold nile flood | *Ann: god | Ben", "god 1") == table(
        "gods | track gold . flood | removed god | *Ann: nile | Ben"
    )


def test_using_gods_is_the_whole_turn() -> None:
    assert refused("track 2 nile | *Ann: god | Ben", "god 1", "draw nile").why is Why.GODS_OPEN
    assert refused("track 2 nile | *Ann: god | Ben", "god 1", "invoke").why is Why.GODS_OPEN
    assert played("track 2 nile | *Ann: god | Ben", "god 1", "done") == table(
        "track nile | removed god | Ann: nile | *Ben"
    )


def test_any_number_of_gods_may_be_used_in_one_turn() -> None:
    assert played(
        "track gold nile flood mon_temple | *Ann: 4 god | Ben", "god 3", "god 0", "god 1", "done"
    ) == table("track . . flood | removed 3 god | Ann: god, nile, gold, mon_temple | *Ben")


def test_who_has_used_all_gods_still_ends_the_turn() -> None:
    game = after("track 2 nile | *Ann: god | Ben", "god 0")
    assert legal_actions(game) == (END_GODS,)


def test_e12_without_a_tile_to_take_no_god_can_be_used() -> None:
    assert uses("*Ann: god | Ben") == []
    assert uses("track 3 god | *Ann: god | Ben") == []
    assert refused("*Ann: god | Ben", "god 0").why is Why.EMPTY_SLOT


def test_e12_on_a_full_track_an_owner_of_a_god_always_has_something_to_take() -> None:
    assert uses("track 7 god nile | *Ann: god | Ben") == [7]
    assert uses("track nile 6 god nile | *Ann: 2 god | Ben") == [0, 7]


def test_e13_a_god_takes_no_god() -> None:
    refusal = refused("track god nile | *Ann: god | Ben", "god 0")
    assert refusal.why is Why.GOD_TAKES_NO_GOD
    assert uses("track god nile god gold | *Ann: god | Ben") == [1, 3]


def test_e13_a_god_takes_no_ra_tile_as_none_lies_on_the_auction_track() -> None:
    assert uses("ra 3 | *Ann: god | Ben") == []
    assert refused("ra 3 | *Ann: god | Ben", "god 0").why is Why.EMPTY_SLOT


@pytest.mark.parametrize("slot", [-1, 8, 100])
def test_e13_a_god_reaches_only_the_eight_slots_of_the_auction_track(slot: int) -> None:
    assert refused("track 8 nile | *Ann: god | Ben", f"god {slot}").why is Why.NO_SUCH_SLOT


def test_e14_three_gods_find_no_third_tile_among_two() -> None:
    before = "track god nile gold | *Ann: 3 god | Ben"
    assert legal_actions(after(before, "god 1", "god 2")) == (END_GODS,)
    for slot in range(8):
        last = refused(before, "god 1", "god 2", f"god {slot}")
        assert last.why in {Why.EMPTY_SLOT, Why.GOD_TAKES_NO_GOD}


def test_one_god_does_not_buy_two_tiles() -> None:
    assert refused("track 2 nile | *Ann: god | Ben", "god 0", "god 1").why is Why.NO_GOD


def test_e15_a_drought_taken_before_a_flood_costs_two_niles() -> None:
    assert played(
        "track dis_drought flood | *Ann: 2 god, 2 nile | Ben", "god 0", "god 1", "done"
    ) == table("removed 2 god, 2 nile, dis_drought | Ann: flood | *Ben")


def test_e15_a_drought_taken_after_a_flood_costs_the_flood_and_one_nile() -> None:
    assert played(
        "track dis_drought flood | *Ann: 2 god, 2 nile | Ben", "god 1", "god 0", "done"
    ) == table("removed 2 god, nile, flood, dis_drought | Ann: nile | *Ben")


def test_e16_who_takes_an_earthquake_with_a_god_chooses_two_monuments_at_once() -> None:
    before = "track dis_earthquake nile | *Ann: 2 god, 2 mon_temple, mon_sphinx | Ben"
    assert played(before, "god 0") == table(
        "track . nile | disaster dis_earthquake | removed god |"
        "*Ann: god, 2 mon_temple, mon_sphinx | Ben"
    )
    assert played(before, "god 0", "discard mon_sphinx mon_temple") == table(
        "track . nile | gods | removed god, dis_earthquake, mon_sphinx, mon_temple |"
        "*Ann: god, mon_temple | Ben"
    )
    assert played(before, "god 0", "discard mon_temple mon_temple", "done") == table(
        "track . nile | removed god, dis_earthquake, 2 mon_temple |Ann: god, mon_sphinx | *Ben"
    )


def test_e16_the_next_god_waits_until_the_disaster_is_carried_out() -> None:
    before = "track dis_earthquake nile | *Ann: 2 god, 2 mon_temple, mon_sphinx | Ben"
    assert refused(before, "god 0", "god 1").why is Why.MUST_DISCARD
    assert refused(before, "god 0", "done").why is Why.MUST_DISCARD


def test_e17_a_funeral_taken_by_a_player_without_pharaohs_costs_nothing() -> None:
    before = "track dis_funeral gold | *Ann: god, nile | Ben"
    assert told(before, "god 0") == (
        GodUsed(ANN, Tile.FUNERAL),
        DisasterStruck(ANN, Tile.FUNERAL, 1, NO_TILES),
    )
    assert played(before, "god 0", "done") == table(
        "track . gold | removed god, dis_funeral | Ann: nile | *Ben"
    )


def test_e18_who_has_no_face_up_sun_cannot_use_gods() -> None:
    before = "track nile | Ann (13 8 5 2): 2 god | Ben | *Cleo"
    assert after(before, "draw gold").name == "Ben"


def test_e18_gods_that_were_not_used_bring_two_points_each() -> None:
    assert points("ra 7 | track nile | Ann (13 8 5 2): 3 god | Ben: god | *Cleo", "gods") == [
        6,
        2,
        0,
    ]


def test_e19_no_god_is_used_during_an_auction() -> None:
    before = "track nile | auction A3 by Ann | Ann: god | *Ben: god | Cleo"
    refusal = refused(before, "god 0")
    assert refusal.why is Why.AUCTION_RUNNING
    assert str(refusal) == "an auction is under way: Ben bids or passes first"


def test_e19_a_god_is_of_no_use_out_of_turn() -> None:
    assert refused("track nile | *Ann | Ben: god | Cleo", "god 0").why is Why.NO_GOD


def test_e20_a_god_bought_in_an_auction_serves_in_the_owners_next_turn() -> None:
    before = "track god | auction A3 by Ann | Ann | *Ben | Cleo"
    bought = ["won 12", "draw nile", "draw gold"]
    assert after(before, *bought).name == "Ann"
    assert played(before, *bought, "draw flood", "god 1") == table(
        "track nile . flood | gods | centre 12 | removed god |"
        "Ann 13 8 5 2 | *Ben 9 6 3 (1): gold | Cleo"
    )


def test_e20_a_god_bought_with_the_last_sun_comes_too_late() -> None:
    before = "track god | auction A3 by Ann | Ann | *Ben 12 (9 6 3) | Cleo"
    assert after(before, "won 12", "draw nile").name == "Ann"


def test_e21_a_spent_god_leaves_the_game() -> None:
    game = after("track nile gold | *Ann: 2 god | Ben", "god 0")
    assert game.removed == Tile.GOD.one
    assert Tile.GOD not in game.lane


def test_e21_a_spent_god_brings_no_points() -> None:
    spent = "ra 5 | track nile | *Ann: 2 god | Ben"
    before_last_ra = played(spent, "god 0", "done")
    assert points(before_last_ra, "gods") == [2, 0]


def test_the_account_of_a_god_turn_names_every_tile_and_its_end() -> None:
    before = "track nile gold | *Ann: 2 god | Ben"
    assert told(before, "god 1") == (GodUsed(ANN, Tile.GOLD),)
    assert told(before, "god 1", "done") == (GodsEnded(ANN),)


def test_after_gods_the_turn_passes_to_the_next_player_with_a_face_up_sun() -> None:
    before = "track nile | *Ann: god | Ben (12 9 6 3) | Cleo"
    assert after(before, "god 0", "done").name == "Cleo"


def test_a_player_may_stop_or_go_on_after_each_god() -> None:
    game = after("track nile gold | *Ann: 2 god | Ben", "god 0")
    assert game.stage is Phase.GODS
    assert choices(game) == (END_GODS, UseGod(1))


def test_gods_do_not_begin_an_auction() -> None:
    game = after("track 8 nile | *Ann: god | Ben", "god 0", "done")
    assert not isinstance(game.stage, Auction)
