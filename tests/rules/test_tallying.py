"""What an epoch is worth when people count their tiles at its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.editions import NoPenalty, Options, Seat, Sun, Suns, setup
from companion.rules.events import EpochOpened, EpochTallied, GameDecided
from companion.rules.levels import from_game, to_game
from companion.rules.model import new_game
from companion.rules.partial import (
    END_EPOCH,
    Holding,
    PartialGame,
    PartialPhase,
    TallyEpoch,
    decided,
    play_partial,
    tallied,
    unknown,
)
from companion.rules.problems import IllegalAction, Why
from companion.rules.scoring.scoring import Sheet, score
from companion.rules.tiles import ALL_TILES, KEPT, NO_TILES, Tile, Tiles, bundle_of, count
from tests.rules.table import ANN, BEN, NAMES

ART = Tile.ART.one
"""One civilisation tile: worth nothing, and spares the loss of 5 points."""


def ended(players: int = 3, epoch: int = 1, **options: NoPenalty) -> PartialGame:
    """Return a table whose epoch has ended, as the light level knows it."""
    agreed = setup(NAMES[:players], Options(**options))  # type: ignore[arg-type]
    partial_game = replace(from_game(new_game(agreed), Level.LIGHT), epoch=epoch)
    return play_partial(partial_game, END_EPOCH)[0]


def with_points(points: int) -> PartialGame:
    """Return such a table at which everybody has so many."""
    table = ended()
    return replace(table, hands=tuple(replace(hand, score=points) for hand in table.hands))


def suns(*each: tuple[int, ...] | None) -> tuple[Suns | None, ...]:
    """Return everybody's suns."""
    return tuple(None if own is None else tuple(map(Sun, own)) for own in each)


def totals(
    partial_game: PartialGame, *held: Tiles | None, suns: tuple[Suns | None, ...] = ()
) -> list[int | None]:
    """Return everybody's points after this tally."""
    after, _ = play_partial(partial_game, TallyEpoch(held, suns))
    return [hand.score for hand in after.hands]


def refused(partial_game: PartialGame, tally: TallyEpoch) -> object:
    """Return why a tally is refused."""
    with pytest.raises(IllegalAction) as caught:
        play_partial(partial_game, tally)
    assert "{" not in str(caught.value)
    return caught.value.problem.sentence


PHARAOH = Tile.PHARAOH.one

HIDDEN = ended(4, epoch=3)
HIDDEN = replace(
    HIDDEN, centre=None, hands=(*HIDDEN.hands[:3], replace(HIDDEN.hands[3], suns=None))
)
"""Nobody said what suns one player has, nor which is in the centre."""

ONLY_POINTS = replace(unknown(setup(NAMES[:3])), level=Level.SCORE_ONLY, epoch=3)
ONLY_POINTS = replace(ONLY_POINTS, hands=(Holding(score=10),) * 3)

FINAL, EVERY = NoPenalty.FINAL_ONLY, NoPenalty.EVERY_EPOCH

FOUR_AND_ONE = (ART + 4 * PHARAOH, ART + PHARAOH)


@pytest.mark.parametrize(
    ("table", "held", "told", "points"),
    [
        # a total never falls below zero (E-92), and who had no points begins with none
        (with_points(3), (NO_TILES, ART, ART), (), [0, 3, 3]),
        (with_points(0), (ART, ART + Tile.GOLD.one, ART), (), [0, 3, 0]),
        # who was skipped may have more pharaohs, or none at all, unless all were counted
        (ended(), (ART, ART + PHARAOH, None), (), [8, None, None]),
        (ended(), (ART, ART + 25 * PHARAOH, None), (), [8, 15, None]),
        (ended(), (ART + PHARAOH, ART + 13 * PHARAOH, None), (), [None, 15, None]),
        (ended(), (ART + PHARAOH, ART + 24 * PHARAOH, None), (), [10, 15, None]),
        (
            HIDDEN,
            (ART + PHARAOH, ART + 20 * PHARAOH, ART + 4 * PHARAOH, None),
            suns((6, 7, 8), (11, 12, 13), (1, 2, 3), None),
            [10, 20, 5, None],
        ),
        # whose suns are surely the lowest loses though others did not say theirs
        (HIDDEN, (ART,) * 4, suns((1, 2, 3), (11, 12, 13), (5, 6, 7), None), [5, 15, 10, None]),
        (HIDDEN, (ART,) * 4, suns((1, 2, 9), (11, 12, 13), (5, 6, 7), None), [None, 15, 10, None]),
        # where only points are kept, the third epoch asks for the suns
        (ONLY_POINTS, (ART,) * 3, (), [None] * 3),
        (ONLY_POINTS, (ART,) * 3, suns((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)), [5, 10, 15]),
        # two players may be spared the penalties (E-98, E-99)
        (ended(2, 3), FOUR_AND_ONE, (), [15, 8]),
        (ended(2, 1, two_player_no_penalty=FINAL), FOUR_AND_ONE, (), [15, 8]),
        (ended(2, 3, two_player_no_penalty=FINAL), FOUR_AND_ONE, (), [15, 10]),
        (ended(2, 1, two_player_no_penalty=EVERY), FOUR_AND_ONE, (), [15, 10]),
    ],
)
def test_only_points_that_are_sure_are_counted(
    table: PartialGame,
    held: tuple[Tiles | None, ...],
    told: tuple[Suns | None, ...],
    points: list[int | None],
) -> None:
    assert totals(table, *held, suns=told) == points


def test_points_are_carried_and_what_is_perishable_is_discarded() -> None:
    gold, nile = Tile.GOLD.one, Tile.NILE.one
    partial_game, events = play_partial(ended(), TallyEpoch((ART + gold, ART + nile, ART)))
    assert [hand.score for hand in partial_game.hands] == [13, 10, 10]
    assert [hand.tiles for hand in partial_game.hands] == [NO_TILES, nile, NO_TILES]
    assert all(hand.is_sure for hand in partial_game.hands)
    assert partial_game.removed == gold + 3 * ART
    assert count(partial_game.bag, Tile.NILE) == 24
    assert (partial_game.epoch, partial_game.stage, partial_game.ra_count) == (
        2,
        PartialPhase.TURN,
        0,
    )
    assert isinstance(events[0], EpochTallied)
    assert events[1] == EpochOpened(2, ANN)


def test_all_suns_lie_face_up_again_and_the_highest_begins() -> None:
    suns = ((2, 5, 8, 1), (13, 6, 9, 12), (4, 7, 10, 11))
    told = tuple(tuple(Sun(sun) for sun in own) for own in suns)
    partial_game, events = play_partial(ended(), TallyEpoch((ART,) * 3, told))
    assert partial_game.hands[BEN].suns == (6, 9, 12, 13)
    assert (partial_game.centre, partial_game.active) == (3, BEN)
    assert events[-1] == EpochOpened(2, BEN)


def test_what_was_counted_and_the_ra_tiles_are_not_in_the_bag() -> None:
    gold, temple = 5 * Tile.GOLD.one, 5 * Tile.TEMPLE.one
    partial_game, _ = play_partial(
        replace(ended(), ra_count=7), TallyEpoch((ART + gold, temple, ART))
    )
    assert [count(partial_game.bag, kind) for kind in (Tile.GOLD, Tile.TEMPLE, Tile.RA)] == [
        0,
        0,
        23,
    ]
    assert count(partial_game.removed, Tile.RA) == 7


def test_the_sun_in_the_centre_stays_though_some_suns_are_not_known() -> None:
    partial_game = replace(ended(), hands=tuple(replace(hand, suns=None) for hand in ended().hands))
    assert play_partial(partial_game, TallyEpoch((ART,) * 3))[0].centre == 1
    points = replace(partial_game, level=Level.SCORE_ONLY)
    assert play_partial(points, TallyEpoch((ART,) * 3))[0].centre is None


def test_where_only_points_are_kept_nobody_knows_how_many_ra_tiles_lie_there_at_the_end() -> None:
    partial_game = replace(ended(epoch=3), ra_count=5)
    assert play_partial(partial_game, TallyEpoch((ART,) * 3))[0].ra_count == 5
    points = replace(partial_game, level=Level.SCORE_ONLY)
    assert play_partial(points, TallyEpoch((ART,) * 3))[0].ra_count is None


def test_who_has_none_of_a_tile_is_not_among_its_owners() -> None:
    with pytest.raises(IllegalAction, match=r"has 6 \(Ben 6\)"):
        play_partial(ended(), TallyEpoch((ART, 6 * Tile.GOLD.one, ART)))


def test_who_is_skipped_has_no_points_from_then_on() -> None:
    partial_game, _ = play_partial(ended(), TallyEpoch((ART, None, ART)))
    assert partial_game.hands[BEN].score is None
    assert not partial_game.hands[BEN].is_sure
    partial_game, _ = play_partial(partial_game, END_EPOCH)
    assert totals(partial_game, ART, ART, ART)[BEN] is None


def test_the_third_epoch_ends_the_game_with_its_ranking() -> None:
    """Sums of suns are 28, 30 and 32 (R-SET-5)."""
    partial_game, events = play_partial(ended(epoch=3), TallyEpoch((ART, ART, ART)))
    assert [hand.score for hand in partial_game.hands] == [5, 10, 15]
    assert partial_game.stage is PartialPhase.OVER
    decided = events[-1]
    assert isinstance(decided, GameDecided)
    assert decided.ranking is not None
    assert decided.ranking.seats == (2, 1, 0)


def test_without_all_points_nobody_is_said_to_have_won() -> None:
    _, events = play_partial(ended(epoch=3), TallyEpoch((ART, None, ART)))
    assert events[-1] == GameDecided(None)


def test_only_a_tie_needs_the_suns_to_say_who_has_won() -> None:
    def who_won(*hands: Holding) -> tuple[int, ...] | None:
        found = decided(replace(ended(epoch=3), hands=hands))
        return None if found is None else found.seats

    hands = Holding(score=10), Holding(score=12), Holding(suns=(Sun(9),), spent=(), score=11)
    assert who_won(*hands) == (1, 2, 0)
    assert who_won(*hands[:2], replace(hands[2], score=12)) is None
    lower = Holding(suns=(Sun(8),), spent=(Sun(9),), score=12)
    higher = Holding(suns=(Sun(2),), spent=(Sun(13),), score=12)
    assert who_won(lower, higher) == (1, 0)


def test_a_tie_is_decided_by_the_highest_sun() -> None:
    """E-94: Ann has 13, and the smaller sum."""
    partial_game = ended(epoch=3)
    even = replace(partial_game.hands[ANN], score=15), *partial_game.hands[1:]
    _, events = play_partial(replace(partial_game, hands=even), TallyEpoch((ART, ART, NO_TILES)))
    assert isinstance(events[-1], GameDecided)
    assert events[-1].ranking is not None
    assert events[-1].ranking.seats == (ANN, 1, 2)
    assert events[-1].ranking.ties == ((ANN, 1, 2),)


def test_a_tally_of_what_cannot_be_is_refused() -> None:
    partial_game = ended()
    nothing = (NO_TILES,) * 3
    suns = tuple(hand.all_suns for hand in partial_game.hands)
    twice = (suns[1], suns[1], suns[2])
    short = ((Sun(2),), suns[1], suns[2])
    alien = ((Sun(2), Sun(5), Sun(8), Sun(16)), suns[1], suns[2])
    assert refused(partial_game, TallyEpoch(nothing[1:])) is Why.TALLY_ROWS
    assert refused(partial_game, TallyEpoch(nothing, suns[1:])) is Why.TALLY_ROWS
    assert refused(partial_game, TallyEpoch((Tile.RA.one, *nothing[1:]))) is Why.STAYS_WITH_NOBODY
    assert refused(partial_game, TallyEpoch((Tile.GOLD.one * 3,) * 3)) is Why.TOO_MANY_TILES
    with pytest.raises(IllegalAction):  # as the score sheet asks
        tallied(partial_game, TallyEpoch((Tile.GOLD.one * 3,) * 3))
    assert refused(partial_game, TallyEpoch(nothing, twice)) is Why.SUN_TWICE
    assert refused(partial_game, TallyEpoch(nothing, short)) is Why.SUNS_EACH
    assert refused(partial_game, TallyEpoch(nothing, alien)) is Why.SUN_NOT_IN_PLAY


def test_after_a_whole_tally_of_an_unknown_game_the_full_level_can_begin() -> None:
    partial_game = replace(unknown(setup(NAMES[:2])), epoch=1)
    hands = tuple(replace(hand, score=10) for hand in partial_game.hands)
    partial_game, _ = play_partial(replace(partial_game, hands=hands), END_EPOCH)
    suns = ((Sun(9), Sun(6), Sun(5), Sun(2)), (Sun(8), Sun(7), Sun(4), Sun(1)))
    partial_game, _ = play_partial(partial_game, TallyEpoch((ART, ART), suns))
    game = to_game(partial_game)
    assert (game.epoch, game.centre, game.active) == (2, 3, ANN)
    assert game.bag == ALL_TILES - 2 * ART


_COUNTED = st.fixed_dictionaries(
    {kind: st.integers(0, kind.copies // 3) for kind in (Tile.PHARAOH, Tile.FLOOD, Tile.NILE,
     Tile.GOLD, Tile.ART, Tile.WRITING, Tile.TEMPLE, Tile.SPHINX)}
).map(bundle_of)  # fmt: skip


@given(st.tuples(_COUNTED, _COUNTED, _COUNTED), st.integers(1, 3), st.integers(0, 2))
def test_known_points_are_those_of_the_one_scoring_and_no_skipped_hand_could_change_them(
    held: tuple[Tiles, Tiles, Tiles], epoch: int, skipped: int
) -> None:
    partial_game = ended(epoch=epoch)
    sheets = [
        Sheet(tiles, hand.all_suns or (), 10)
        for tiles, hand in zip(held, partial_game.hands, strict=True)
    ]
    points = [row.after for row in score(sheets, epoch)]
    assert totals(partial_game, *held) == points
    row = [None if seat == skipped else tiles for seat, tiles in enumerate(held)]
    for seat, known in enumerate(totals(partial_game, *row)):
        assert known in {None, points[seat]}
    after, _ = play_partial(partial_game, TallyEpoch(held))
    if epoch < 3:
        assert [hand.tiles for hand in after.hands] == [tiles & KEPT for tiles in held]
    assert after.hands[Seat(skipped)].spent == ()
