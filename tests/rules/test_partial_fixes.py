"""What may be said of a table of which not everything is told, and what only a record may say."""

import json

import pytest
from msgspec.structs import replace

from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Level, Won
from companion.rules.corrections.conservation import impossibilities
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.corrections.partial_fixing import fixed_partial
from companion.rules.editions import Seat, Sun
from companion.rules.events import Fixed, FixedPart, GameDecided
from companion.rules.levels import from_game
from companion.rules.model import EMPTY_TRACK, Auction, AuctionCause, Phase
from companion.rules.partial import (
    END_EPOCH,
    Holding,
    PartialGame,
    PartialPhase,
    TallyEpoch,
    legal_entries,
    play_partial,
    unknown,
)
from companion.rules.problems import BadLine, IllegalAction, Unreadable, Why
from companion.rules.records.entries import SetLevel
from companion.rules.records.notation import position
from companion.rules.records.record import entry, read_entry
from companion.rules.tiles import NO_TILES, Tile
from tests.rules.table import ANN, BEN, CLEO

THREE = """
ra 3/8 | track gold nile | centre 7
*Ann 13 8 2 (5): pharaoh
Ben 12 9 3 (6): 2 nile
Cleo 11 10 4 (1)
"""

GOLD_AND_RIVER = Tile.GOLD.one + Tile.NILE.one


def light(**known: object) -> PartialGame:
    """Return a table at the light level of which this is known besides."""
    return replace(from_game(position(THREE), Level.LIGHT), **known)


def joined() -> PartialGame:
    """Return a table that was joined in the middle: nothing is known of it."""
    return unknown(light().setup)


def refused(partial_game: PartialGame, fix: Fix) -> object:
    """Return why such a table cannot be."""
    with pytest.raises(IllegalAction) as caught:
        fixed_partial(partial_game, fix)
    return caught.value.problem.sentence


def test_every_thing_that_is_said_is_told_once_and_nothing_else() -> None:
    said = HandFix(BEN, (Sun(9), Sun(3)), (Sun(6), Sun(12)), GOLD_AND_RIVER, 17)
    fix = Fix(track_tiles=4, ra_count=5, centre=Sun(1), active=CLEO, epoch=2, hands=(said,))
    partial_game, told = fixed_partial(light(), fix)
    assert told == (
        Fixed(FixedPart.RA_TRACK, 3, 5),
        Fixed(FixedPart.CENTRE, Sun(7), Sun(1)),
        Fixed(FixedPart.EPOCH, 1, 2),
        Fixed(FixedPart.TRACK, 2, 4),
        Fixed(FixedPart.ACTIVE, ANN, CLEO),
        Fixed(FixedPart.SUNS, (Sun(3), Sun(9), Sun(12)), (Sun(3), Sun(9)), seat=BEN),
        Fixed(FixedPart.SPENT, (Sun(6),), (Sun(6), Sun(12)), seat=BEN),
        Fixed(FixedPart.TILES, 2 * Tile.NILE.one, GOLD_AND_RIVER, seat=BEN),
        Fixed(FixedPart.SCORE, 10, 17, seat=BEN),
    )
    assert (partial_game.ra_count, partial_game.centre, partial_game.epoch) == (5, 1, 2)
    assert (partial_game.track_tiles, partial_game.active) == (4, CLEO)
    suns, spent = (Sun(3), Sun(9)), (Sun(6), Sun(12))
    assert partial_game.hands[BEN] == Holding(suns, spent, GOLD_AND_RIVER, is_sure=True, score=17)
    assert (partial_game.hands[ANN], partial_game.hands[CLEO]) == (
        light().hands[ANN],
        light().hands[CLEO],
    )


@pytest.mark.parametrize(
    ("fix", "event"),
    [
        (Fix(ra_count=0), Fixed(FixedPart.RA_TRACK, 3, 0)),
        (Fix(centre=Sun(1)), Fixed(FixedPart.CENTRE, Sun(7), Sun(1))),
        (Fix(epoch=3), Fixed(FixedPart.EPOCH, 1, 3)),
        (Fix(track_tiles=0), Fixed(FixedPart.TRACK, 2, 0)),
        (Fix(active=BEN), Fixed(FixedPart.ACTIVE, ANN, BEN)),
        (
            Fix(hands=(HandFix(ANN, suns=()),)),
            Fixed(FixedPart.SUNS, (Sun(2), Sun(8), Sun(13)), (), seat=ANN),
        ),
        (Fix(hands=(HandFix(ANN, spent=()),)), Fixed(FixedPart.SPENT, (Sun(5),), (), seat=ANN)),
        (
            Fix(hands=(HandFix(ANN, tiles=0),)),
            Fixed(FixedPart.TILES, Tile.PHARAOH.one, 0, seat=ANN),
        ),
        (Fix(hands=(HandFix(ANN, score=0),)), Fixed(FixedPart.SCORE, 10, 0, seat=ANN)),
    ],
)
def test_of_what_is_not_said_everything_stays(fix: Fix, event: Fixed) -> None:
    partial_game, told = fixed_partial(light(), fix)
    assert told == (event,)
    changed = [name for name in PartialGame.__struct_fields__
               if getattr(partial_game, name) != getattr(light(), name)]  # fmt: skip
    assert len(changed) == 1
    assert partial_game.hands[1:] == light().hands[1:]


def test_of_tiles_on_the_track_only_their_number_is_kept() -> None:
    partial_game, told = fixed_partial(light(), Fix(track=(Tile.NILE, *EMPTY_TRACK[1:])))
    assert partial_game.track_tiles == 1
    assert told == (Fixed(FixedPart.TRACK, 2, 1),)


def test_tiles_that_are_said_are_sure_even_if_they_are_the_same() -> None:
    table = light(hands=(replace(light().hands[ANN], is_sure=False), *light().hands[1:]))
    partial_game, told = fixed_partial(table, Fix(hands=(HandFix(ANN, tiles=Tile.PHARAOH.one),)))
    assert partial_game.hands[ANN].is_sure
    assert told == (Fixed(FixedPart.TILES, Tile.PHARAOH.one, Tile.PHARAOH.one, seat=ANN),)
    scored, _ = fixed_partial(table, Fix(hands=(HandFix(ANN, score=12),)))
    assert not scored.hands[ANN].is_sure
    assert scored.hands[ANN].tiles == Tile.PHARAOH.one


def test_whoever_joins_says_one_thing_and_the_rest_stays_unknown() -> None:
    partial_game, told = fixed_partial(joined(), Fix(hands=(HandFix(CLEO, suns=(Sun(4), Sun(1))),)))
    assert partial_game.hands == (Holding(), Holding(), Holding(suns=(Sun(1), Sun(4))))
    assert told == (Fixed(FixedPart.SUNS, None, (Sun(1), Sun(4)), seat=CLEO),)
    assert (
        partial_game.centre,
        partial_game.epoch,
        partial_game.active,
        partial_game.track_tiles,
    ) == (None,) * 4


def test_an_auction_after_a_ra_tile_is_not_one_that_was_called() -> None:
    drawn, told = fixed_partial(light(), Fix(stage=Auction(CLEO, AuctionCause.RA_DRAWN)))
    assert (drawn.stage, drawn.active) == (PartialPhase.DRAWN, CLEO)
    assert told == (Fixed(FixedPart.ACTIVE, ANN, CLEO),)
    assert play_partial(drawn, UNSOLD)[0].stage is PartialPhase.TURN
    called, _ = fixed_partial(light(), Fix(stage=Auction(CLEO, AuctionCause.INVOKED), active=BEN))
    assert (called.stage, called.active) == (PartialPhase.CALLED, BEN)


def test_what_is_waited_for_can_be_all_that_is_otherwise() -> None:
    partial_game, told = fixed_partial(light(stage=PartialPhase.CALLED), Fix(stage=Phase.TURN))
    assert (partial_game.stage, told) == (PartialPhase.TURN, ())
    assert (
        fixed_partial(light(stage=PartialPhase.CALLED), Fix(centre=Sun(1)))[0].stage
        is PartialPhase.CALLED
    )


def test_another_epoch_needs_no_tally_of_the_last_one() -> None:
    ended = light(stage=PartialPhase.TALLY)
    assert fixed_partial(ended, Fix(epoch=2))[0].stage is PartialPhase.TURN
    assert fixed_partial(ended, Fix(centre=Sun(1)))[0].stage is PartialPhase.TALLY


def test_what_lies_so_already_is_no_news() -> None:
    assert refused(light(), Fix()) is Why.NOTHING_TO_FIX
    assert refused(light(), Fix(active=ANN)) is Why.NOTHING_TO_FIX
    assert refused(light(), Fix(stage=Phase.TURN)) is Why.NOTHING_TO_FIX


def test_such_a_table_cannot_be_at_any_level() -> None:
    assert refused(light(), Fix(ra_count=9)) is Why.FIX_RA
    for number in (-1, 9):
        assert refused(light(), Fix(track_tiles=number)) is Why.FIX_TRACK
    assert refused(joined(), Fix(active=Seat(3))) is Why.NO_SUCH_SEAT


def test_a_game_that_is_over_has_points_to_put_right_that_decide_it_anew() -> None:
    over = light(stage=PartialPhase.OVER, epoch=3)
    assert refused(over, Fix(stage=Phase.TURN)) is Why.GAME_OVER
    assert refused(over, Fix(epoch=2)) is Why.GAME_OVER
    assert fixed_partial(over, Fix(centre=Sun(1)))[0].stage is PartialPhase.OVER
    partial_game, told = fixed_partial(over, Fix(hands=(HandFix(ANN, score=31),)))
    put_right, decided = told
    assert (partial_game.stage, put_right) == (
        PartialPhase.OVER,
        Fixed(FixedPart.SCORE, 10, 31, seat=ANN),
    )
    assert isinstance(decided, GameDecided)
    assert decided.ranking is not None
    assert decided.ranking.seats[0] == ANN


def test_a_track_may_be_empty_or_full_and_the_first_epoch_may_be_on_after_all() -> None:
    table = light(track_tiles=3, epoch=2)
    for tiles in (0, 8):
        assert fixed_partial(table, Fix(track_tiles=tiles))[0].track_tiles == tiles
    assert fixed_partial(table, Fix(epoch=1))[0].epoch == 1


def test_after_the_end_of_a_game_nothing_more_is_entered_in_it() -> None:
    nothing = TallyEpoch((NO_TILES,) * 3)
    ended, _ = play_partial(light(epoch=3), END_EPOCH)
    over, _ = play_partial(ended, nothing)
    assert legal_entries(over) == ()
    for said in (DRAWS[Tile.NILE], INVOKE, Won(Sun(13)), UNSOLD, END_EPOCH, nothing):
        with pytest.raises(IllegalAction) as caught:
            play_partial(over, said)
        assert caught.value.problem.sentence is Why.GAME_OVER


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (
            SetLevel(Level.FULL, (Tile.GOLD, None, Tile.NILE, *(None,) * 5)),
            {"level": "full", "lane": ["gold", None, "nile", *[None] * 5]},
        ),
        (SetLevel(Level.LIGHT, is_unknown=True), {"level": "light", "unknown": True}),
        # who was not counted is null; tiles and suns stand beside each other
        (
            TallyEpoch((Tile.GOLD.one, None, NO_TILES)),
            {"tally": [{"tiles": {"gold": 1}}, None, {"tiles": {}}]},
        ),
        (
            TallyEpoch((Tile.GOLD.one, None), ((Sun(2), Sun(9)), (Sun(3),))),
            {"tally": [{"tiles": {"gold": 1}, "suns": [2, 9]}, {"suns": [3]}]},
        ),
    ],
)
def test_what_is_said_of_a_level_or_an_epoch_is_a_line_of_a_record(
    said: SetLevel | TallyEpoch, line: dict[str, object]
) -> None:
    assert entry(said) == line
    assert read_entry(json.dumps(line).encode()) == said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"level": "light", "lane": ["gold"]}', Unreadable.TRACK),
        (b'{"level": "full", "unknown": true}', Unreadable.ALL_KNOWN),
    ],
)
def test_only_the_full_level_has_a_track_and_never_knows_nothing(
    line: bytes, sentence: Unreadable
) -> None:
    with pytest.raises(BadLine) as caught:
        read_entry(line)
    assert caught.value.problem.sentence is sentence


def test_a_line_that_says_nothing_is_told_what_it_could_say_by_itself() -> None:
    with pytest.raises(BadLine, match="one event per line, not none") as caught:
        read_entry(b"{}")
    known = str(caught.value.problem.facts["known"]).split(", ")
    assert {"draw", "bid", "level", "correct", "tally"} <= set(known)
    assert not {"to", "also", "until", "lane", "unknown"} & set(known)


def test_of_many_events_that_nobody_knows_a_few_are_said_again() -> None:
    line = b"{" + b",".join(b'"k%d":1' % number for number in range(5000)) + b"}"
    with pytest.raises(BadLine, match="one event per line, not k0, k1") as caught:
        read_entry(line)
    assert len(str(caught.value)) < 300


def test_nobody_has_less_than_no_points() -> None:
    game = position(THREE)
    poor = replace(game, players=(replace(game.players[0], score=-1), *game.players[1:]))
    assert ("Ann", "Ann can have 0 to 999 points") in set(impossibilities(poor))
    assert not list(impossibilities(game))
