"""Disasters: what they take, who chooses, and when."""

from itertools import permutations

import pytest

from companion.rules.actions import Discard
from companion.rules.events import Cause, DisasterStruck, EpochEnded, LotWon
from companion.rules.legal import legal_actions, remaining_losses
from companion.rules.model import Disaster
from companion.rules.records.notation import position
from companion.rules.refusal import Why
from companion.rules.tiles import FAMILIES, KINDS, Family, Tile, bundle, bundle_of, counts
from tests.rules.table import ANN, after, played, points, refused, table, told


def left_of(held: str, lot: str) -> dict[str, int]:
    """Return what Ann keeps who had these tiles and wins this lot, with nothing to choose."""
    game = after(f"track {lot} | auction A3 by Ann | Ann: {held} | *Ben | Cleo", "won 13")
    assert not isinstance(game.stage, Disaster)
    return {kind.value: number for kind, number in counts(game.players[ANN].tiles).items()}


def struck(held: str, lot: str) -> str:
    """Return the text of the table on which Ann, who had these tiles, wins this lot."""
    return played(f"track {lot} | auction A3 by Ann | Ann: {held} | *Ben | Cleo", "won 13")


def discards(written: str) -> list[Discard]:
    """Return all ways to give up tiles in this position."""
    return [act for act in legal_actions(position(written)) if isinstance(act, Discard)]


@pytest.mark.parametrize(
    ("held", "left"),
    [("3 pharaoh", {"pharaoh": 1}), ("2 pharaoh", {}), ("1 pharaoh", {}), ("", {})],
)
def test_e43_a_funeral_takes_two_pharaohs_or_as_many_as_there_are(
    held: str, left: dict[str, int]
) -> None:
    assert left_of(held, "dis_funeral") == left


def test_e44_pharaohs_of_the_same_lot_are_exposed_to_its_funeral() -> None:
    assert left_of("", "pharaoh dis_funeral pharaoh") == {}


def test_e45_a_drought_takes_the_flood_first_then_a_nile() -> None:
    assert left_of("flood, 3 nile", "dis_drought") == {"nile": 2}


def test_e46_a_drought_leaves_the_niles_if_there_are_two_floods() -> None:
    assert left_of("3 flood, 2 nile", "dis_drought") == {"flood": 1, "nile": 2}


def test_e47_two_droughts_take_three_floods_and_one_nile() -> None:
    assert left_of("3 flood, 2 nile", "2 dis_drought") == {"nile": 1}


def test_e48_a_drought_takes_the_only_nile() -> None:
    assert left_of("nile", "dis_drought") == {}


def test_e49_the_owner_chooses_which_civilisation_tiles_unrest_takes() -> None:
    held = "2 civ_art, civ_writing, civ_religion"
    waits = struck(held, "dis_unrest")
    assert waits == table(
        f"centre 13 | disaster dis_unrest by Ann | *Ann 8 5 2 (1): {held} | Ben | Cleo"
    )
    given = {frozenset(counts(bundle(act.tiles)).items()) for act in discards(waits)}
    assert given == {
        frozenset({(Tile.ART, 2)}),
        frozenset({(Tile.ART, 1), (Tile.WRITING, 1)}),
        frozenset({(Tile.ART, 1), (Tile.RELIGION, 1)}),
        frozenset({(Tile.WRITING, 1), (Tile.RELIGION, 1)}),
    }


def test_e49_one_or_two_kinds_are_left_as_the_owner_likes() -> None:
    waits = struck("2 civ_art, civ_writing, civ_religion", "dis_unrest")
    assert played(waits, "discard civ_writing civ_religion") == table(
        "centre 13 | removed dis_unrest, civ_writing, civ_religion |"
        "Ann 8 5 2 (1): 2 civ_art | *Ben | Cleo"
    )
    assert played(waits, "discard civ_art civ_art") == table(
        "centre 13 | removed dis_unrest, 2 civ_art |"
        "Ann 8 5 2 (1): civ_writing, civ_religion | *Ben | Cleo"
    )


def test_e50_two_unrests_take_three_civilisation_tiles_without_a_question() -> None:
    assert left_of("2 civ_art, civ_writing", "2 dis_unrest") == {}


def test_e51_monuments_of_earlier_epochs_are_exposed_and_the_owner_chooses() -> None:
    before = "epoch 2 | track dis_earthquake | auction A3 by Ann | Ann: 2 mon_temple, mon_sphinx"
    assert played(f"{before} | *Ben | Cleo", "won 13", "discard mon_temple mon_sphinx") == table(
        "epoch 2 | centre 13 | removed dis_earthquake, mon_temple, mon_sphinx |"
        "Ann 8 5 2 (1): mon_temple | *Ben | Cleo"
    )


def test_e52_two_monuments_won_with_an_earthquake_are_lost_again() -> None:
    assert left_of("", "mon_temple dis_earthquake mon_palace") == {}


def test_e53_four_kinds_of_disaster_in_one_lot_are_all_carried_out() -> None:
    assert left_of(
        "3 pharaoh, flood, 2 nile, 3 civ_art, 3 mon_temple, god, gold",
        "dis_funeral dis_drought dis_unrest dis_earthquake",
    ) == {"pharaoh": 1, "nile": 1, "civ_art": 1, "mon_temple": 1, "god": 1, "gold": 1}


def test_e53_who_must_choose_twice_chooses_for_unrest_first() -> None:
    held = "2 civ_art, civ_writing, 2 mon_temple, mon_sphinx"
    waits = struck(held, "dis_earthquake dis_unrest")
    assert "disaster dis_unrest, dis_earthquake by Ann" in waits
    assert refused(waits, "discard mon_temple mon_sphinx").why is Why.DISCARD_FAMILY
    assert played(waits, "discard civ_art civ_writing", "discard mon_temple mon_temple") == table(
        "centre 13 | removed dis_unrest, dis_earthquake, civ_art, civ_writing, 2 mon_temple |"
        "Ann 8 5 2 (1): civ_art, mon_sphinx | *Ben | Cleo"
    )


def test_e53_a_choice_for_one_family_does_not_delay_the_loss_of_another() -> None:
    assert struck("3 civ_art, 2 mon_temple, mon_sphinx", "dis_unrest dis_earthquake") == table(
        "centre 13 | disaster dis_earthquake by Ann | removed dis_unrest, 2 civ_art |"
        "*Ann 8 5 2 (1): civ_art, 2 mon_temple, mon_sphinx | Ben | Cleo"
    )


def test_e53_an_earthquake_without_a_choice_follows_the_choice_for_unrest() -> None:
    waits = struck("2 civ_art, civ_writing, 3 mon_temple", "dis_unrest dis_earthquake")
    assert "disaster dis_unrest, dis_earthquake by Ann" in waits
    assert told(waits, "discard civ_art civ_art") == (
        DisasterStruck(ANN, Tile.UNREST, 1, 2 * Tile.ART.one),
        DisasterStruck(ANN, Tile.EARTHQUAKE, 1, 2 * Tile.TEMPLE.one),
    )


def test_e53_two_earthquakes_behind_unrest_still_take_four_monuments() -> None:
    held = "2 civ_art, civ_writing, 3 mon_temple, 2 mon_sphinx"
    waits = struck(held, "dis_unrest 2 dis_earthquake")
    assert "disaster 2 dis_earthquake by Ann" in played(waits, "discard civ_art civ_art")
    four = "discard mon_temple mon_temple mon_sphinx mon_sphinx"
    assert played(waits, "discard civ_art civ_art", four) == table(
        "centre 13 | removed dis_unrest, 2 dis_earthquake, 2 civ_art, 2 mon_temple, 2 mon_sphinx |"
        "Ann 8 5 2 (1): civ_writing, mon_temple | *Ben | Cleo"
    )


UNREST = "disaster dis_unrest by Ben | *Ann 8 5 2 (1): 2 civ_art, civ_writing, mon_temple | Ben 12 \
9 6 3 | Cleo"


@pytest.mark.parametrize(
    ("act", "why", "sentence"),
    [
        ("discard", Why.DISCARD_COUNT, "Ann must discard 2 tiles to Unrest, not 0"),
        ("discard civ_art", Why.DISCARD_COUNT, "Ann must discard 2 tiles to Unrest, not 1"),
        (
            "discard civ_art civ_art civ_writing",
            Why.DISCARD_COUNT,
            "Ann must discard 2 tiles to Unrest, not 3",
        ),
        ("discard civ_art mon_temple", Why.DISCARD_FAMILY, "Unrest does not take Temple"),
        (
            "discard civ_writing civ_writing",
            Why.DISCARD_NOT_OWNED,
            "Ann does not have that many tiles of Writing",
        ),
        (
            "discard civ_religion civ_art",
            Why.DISCARD_NOT_OWNED,
            "Ann does not have that many tiles of Religion",
        ),
        ("draw nile", Why.MUST_DISCARD, "Ann must first discard tiles to Unrest"),
        ("pass", Why.MUST_DISCARD, "Ann must first discard tiles to Unrest"),
        ("done", Why.MUST_DISCARD, "Ann must first discard tiles to Unrest"),
        ("god 0", Why.MUST_DISCARD, "Ann must first discard tiles to Unrest"),
    ],
)
def test_e54_the_disaster_waits_until_the_right_tiles_are_given_up(
    act: str, why: Why, sentence: str
) -> None:
    refusal = refused(UNREST, act)
    assert (refusal.why, str(refusal)) == (why, sentence)


def test_e55_who_loses_all_civilisation_tiles_loses_5_points_when_the_epoch_ends() -> None:
    before = "ra 7 | track dis_unrest | auction A3 by Ann | Ann: 2 civ_art | *Ben | Cleo: civ_art"
    assert points(played(before, "won 13"), "civilisations") == [-5, -5, 0]


@pytest.mark.parametrize("disaster", FAMILIES[Family.DISASTER])
def test_e56_no_disaster_touches_gods_gold_suns_or_points(disaster: Tile) -> None:
    held = "god, gold, 2 pharaoh, 2 nile, 2 civ_art, 2 mon_temple"
    before = f"track {disaster} | auction A3 by Ann | Ann 7 points: {held} | *Ben | Cleo"
    winner = after(before, "won 13").players[ANN]
    assert counts(winner.tiles)[Tile.GOD] == 1
    assert counts(winner.tiles)[Tile.GOLD] == 1
    assert (winner.up, winner.down, winner.score) == ((2, 5, 8), (1,), 7)


@pytest.mark.parametrize("disaster", FAMILIES[Family.DISASTER])
def test_every_disaster_takes_only_its_own_family(disaster: Tile) -> None:
    everything = {kind: 2 for kind in KINDS if kind.family is not Family.DISASTER}
    del everything[Tile.RA]
    held = ", ".join(f"{number} {kind}" for kind, number in everything.items())
    before = f"track {disaster} | auction A3 by Ann | Ann: {held} | *Ben | Cleo"
    game = after(before, "won 13")
    if isinstance(game.stage, Disaster):
        first, second, *_ = FAMILIES[game.stage.family]
        game = after(before, "won 13", f"discard {first} {second}")
    lost = bundle_of(everything) - game.players[ANN].tiles
    assert sum(counts(lost).values()) == 2
    assert {kind.family for kind in counts(lost)} == {
        {
            Tile.FUNERAL: Family.PHARAOH,
            Tile.DROUGHT: Family.RIVER,
            Tile.UNREST: Family.CIVILISATION,
            Tile.EARTHQUAKE: Family.MONUMENT,
        }[disaster]
    }


LAST_SUN = "Ben (12 9 6 3) | Cleo (11 10 7 4)"


def test_e57_a_disaster_in_the_last_lot_of_an_epoch_is_carried_out_before_scoring() -> None:
    before = f"track dis_funeral | auction A3 by Ann | *Ann 13 (8 5 2): 2 pharaoh | {LAST_SUN}"
    _, lot_won, funeral, ended, *_ = told(before, "bid 13")
    assert isinstance(lot_won, LotWon)
    assert funeral == DisasterStruck(ANN, Tile.FUNERAL, 1, 2 * Tile.PHARAOH.one)
    assert isinstance(ended, EpochEnded)
    assert ended.cause is Cause.SUNS
    assert [score.pharaohs for score in ended.scores] == [0, 0, 0]


def test_e57_the_epoch_waits_for_the_choice_of_its_last_winner() -> None:
    held = "2 civ_art, civ_writing"
    before = f"track dis_unrest | auction A3 by Ann | *Ann 13 (8 5 2): {held} | {LAST_SUN}"
    waits = after(before, "bid 13")
    assert isinstance(waits.stage, Disaster)
    unrest, ended, *_ = told(before, "bid 13", "discard civ_art civ_writing")
    assert unrest == DisasterStruck(ANN, Tile.UNREST, 1, Tile.ART.one + Tile.WRITING.one)
    assert isinstance(ended, EpochEnded)
    assert ended.scores[ANN].civilisations == 0


@pytest.mark.parametrize("kind", KINDS)
def test_e54_giving_up_more_tiles_than_a_bundle_counts_is_refused_like_any_other(
    kind: Tile,
) -> None:
    given = " ".join([kind] * 256)
    assert refused(UNREST, f"discard {given}").why in {Why.DISCARD_FAMILY, Why.DISCARD_NOT_OWNED}


def test_the_order_in_which_tiles_are_given_up_says_nothing() -> None:
    results = {
        played(UNREST, f"discard {' '.join(given)}")
        for given in permutations(["civ_art", "civ_writing"])
    }
    assert len(results) == 1


def test_after_a_choice_the_turn_goes_on_left_of_the_ra_player() -> None:
    assert after(UNREST, "discard civ_art civ_art").name == "Cleo"


def test_two_unrests_are_one_choice_of_four_tiles() -> None:
    waits = struck("3 civ_art, 2 civ_writing", "2 dis_unrest")
    assert {len(act.tiles) for act in discards(waits)} == {4}
    assert played(waits, "discard civ_art civ_art civ_writing civ_writing") == table(
        "centre 13 | removed 2 dis_unrest, 2 civ_art, 2 civ_writing |"
        "Ann 8 5 2 (1): civ_art | *Ben | Cleo"
    )


def test_there_is_nothing_to_give_up_without_a_disaster() -> None:
    assert refused("*Ann: 2 civ_art | Ben", "discard civ_art").why is Why.NOTHING_TO_DISCARD
    before = "auction A3 by Ann | Ann: civ_art | *Ben"
    assert refused(before, "discard civ_art").why is Why.NOTHING_TO_DISCARD


def test_what_was_chosen_for_a_disaster_cannot_be_chosen_again() -> None:
    waits = position(UNREST)
    assert isinstance(waits.stage, Disaster)
    art, writing = Tile.ART, Tile.WRITING
    assert remaining_losses(waits, waits.stage, ()) == ((art, 2), (writing, 1))
    assert remaining_losses(waits, waits.stage, (art,)) == ((art, 1), (writing, 1))
    assert remaining_losses(waits, waits.stage, (art, writing)) == ((art, 1), (writing, 0))


def test_tiles_of_one_kind_are_given_up_without_a_question() -> None:
    assert left_of("5 civ_art", "dis_unrest") == {"civ_art": 3}
    assert left_of("5 mon_temple", "2 dis_earthquake") == {"mon_temple": 1}
