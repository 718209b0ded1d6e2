"""The reason of every number says what brought it, and its facts lead to the same points."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules import engine
from companion.rules.editions import NoPenalty, Seat, Sun
from companion.rules.scoring.reasons import Because, ScoreReason, TieBreak, reasons, tie_breaks
from companion.rules.scoring.scoring import (
    CIVILISATION_POINTS,
    DIVERSITY_POINTS,
    Category,
    Sheet,
    categories,
    ranking,
    score,
)
from companion.rules.tiles import DISASTERS, KINDS, Tile, bundle_of, counts, tiles

OWNED = [kind for kind in KINDS if not kind.mask & (DISASTERS | Tile.RA.mask)]

holdings = st.dictionaries(st.sampled_from(OWNED), st.integers(0, 7)).map(bundle_of)
"""What somebody has; a fix can say more of a kind than the box has."""

players = st.lists(
    st.builds(
        Sheet,
        tiles=holdings,
        suns=st.lists(st.integers(1, 16), min_size=1, max_size=4).map(
            lambda suns: tuple(Sun(sun) for sun in suns)
        ),
        before=st.integers(0, 60),
    ),
    min_size=2,
    max_size=5,
)


def points_by_facts(reason: ScoreReason) -> int:
    """What the facts of a reason are worth by the tables of scoring."""
    facts = reason.facts
    match reason.because:
        case Because.EACH:
            return facts["number"] * facts["each"]
        case Because.MOST_PHARAOHS | Because.HIGHEST_SUNS:
            return 5
        case Because.FEWEST_PHARAOHS:
            return -2
        case Because.LOWEST_SUNS:
            return -5
        case Because.RIVER:
            return facts["floods"] + facts["niles"]
        case Because.CIVILISATIONS:
            return CIVILISATION_POINTS[facts["kinds"]]
        case Because.NO_CIVILISATION:
            return CIVILISATION_POINTS[0]
        case Because.DIFFERENT_MONUMENTS:
            return DIVERSITY_POINTS[facts["kinds"]]
        case Because.EQUAL_MONUMENTS:
            return sum(engine.QUANTITY_POINTS[copies] for copies in counts(reason.tiles).values())
        case _:
            return 0


@given(players, st.integers(1, 3), st.sampled_from(NoPenalty))
def test_the_facts_of_every_reason_are_worth_its_points(
    sheets: list[Sheet], epoch: int, no_penalty: NoPenalty
) -> None:
    scores = score(sheets, epoch, no_penalty)
    for given_, points in zip(reasons(sheets, scores, epoch), scores, strict=True):
        assert [reason.category for reason in given_] == list(categories(epoch))
        for reason in given_:
            assert reason.points == points.points(reason.category) == points_by_facts(reason)


@given(players, st.integers(1, 3))
def test_every_reason_can_be_said(sheets: list[Sheet], epoch: int) -> None:
    for given_ in reasons(sheets, score(sheets, epoch), epoch):
        for reason in given_:
            said = reason.because.value.format_map({"tiles": reason.tiles, **reason.facts})
            assert "{" not in said


def because(sheets: list[Sheet], epoch: int = 3, no_penalty: NoPenalty = NoPenalty.OFF) -> set[str]:
    given_ = reasons(sheets, score(sheets, epoch, no_penalty), epoch)
    return {reason.because.name for of_player in given_ for reason in of_player}


def sheet(*suns: int, **numbers: int) -> Sheet:
    return Sheet(
        bundle_of({Tile[kind]: number for kind, number in numbers.items()}),
        tuple(Sun(sun) for sun in suns),
        10,
    )


def test_a_spared_player_is_told_so() -> None:
    sheets = [sheet(9, PHARAOH=2), sheet(8)]
    assert {"SPARED_PHARAOHS", "SPARED_SUNS"} <= because(sheets, no_penalty=NoPenalty.FINAL_ONLY)
    assert {"FEWEST_PHARAOHS", "LOWEST_SUNS"} <= because(sheets)
    assert "FEWEST_PHARAOHS" in because(sheets, 1, NoPenalty.FINAL_ONLY)


def test_equal_players_are_told_so() -> None:
    assert {"EQUAL_PHARAOHS", "EQUAL_SUNS"} <= because([sheet(9), sheet(4, 5)])


def test_who_is_in_the_middle_sees_between_whom() -> None:
    sheets = [sheet(9, PHARAOH=4), sheet(8, PHARAOH=2), sheet(7, PHARAOH=1)]
    middle = reasons(sheets, score(sheets, 1), 1)[1][2]
    assert middle == ScoreReason(
        middle.category, 0, Because.BETWEEN_PHARAOHS, {"number": 2, "fewest": 1, "most": 4}
    )


def test_only_the_monuments_that_come_three_times_are_shown() -> None:
    sheets = [sheet(9, PYRAMID=4, TEMPLE=3, FORTRESS=2), sheet(8)]
    quantity = reasons(sheets, score(sheets, 3), 3)[0][6]
    assert quantity.points == 15
    assert tiles(quantity.tiles) == (Tile.PYRAMID,) * 4 + (Tile.TEMPLE,) * 3


def test_a_tie_names_the_suns_that_broke_it() -> None:
    suns = [(Sun(2), Sun(9)), (Sun(13), Sun(1)), (Sun(12), Sun(3))]
    totals = [30, 30, 41]
    assert tie_breaks(ranking(totals, suns), totals, suns) == (
        TieBreak(30, ((Seat(1), Sun(13)), (Seat(0), Sun(9)))),
    )


def test_without_equal_points_there_is_no_tie() -> None:
    suns = [(Sun(2),), (Sun(13),)]
    assert tie_breaks(ranking([1, 2], suns), [1, 2], suns) == ()


def test_a_reason_is_a_sentence_with_its_facts_and_tiles() -> None:
    tiles_of = bundle_of({Tile.ART: 2, Tile.WRITING: 1})
    why = ScoreReason(Category.CIVILISATIONS, 0, Because.CIVILISATIONS, {"kinds": 2}, tiles_of)
    assert str(why) == "kinds: 2 (2 Art, Writing)"
