"""Fixing: the table is right, and the game goes on from what people see."""

from random import Random

import msgspec
import pytest

from companion.rules.actions import INVOKE, Bid, Won
from companion.rules.corrections.fixing import Fix, HandFix, fixed
from companion.rules.editions import Options, Seat, Sun, setup
from companion.rules.events import EpochEnded, Fixed, FixedPart, GameEnded
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, AuctionCause, Discarding, Game, Phase, Player, new_game
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.notation import position
from companion.rules.records.record import entry, read_entry
from companion.rules.tiles import KINDS, NO_TILES, Family, Tile, Tiles, bundle, count
from tests.rules.table import ANN, BEN, CLEO, NAMES
from tests.together import EVERY

THREE = """
ra 3/8 | track gold nile . flood | centre 7
*Ann 13 8 2 (5)
Ben 12 9 3 (6): 2 nile
Cleo 11 10 4 (1)
"""

BIDDING = """
ra 3/8 | auction A1 by Ann best Ben 9
Ann 13 8 5 2
Ben 12 9 6 3
*Cleo 11 10 7 4
"""

OVER = """
epoch 3 | over | ra 8/8 | centre 1
*Ann 13 8 5 2 20 points
Ben 12 9 6 3 10 points
Cleo 11 10 7 4 5 points
"""

KEPT = tuple(tile for tile in KINDS if tile.family not in {Family.DISASTER, Family.RA})


def track(game: Game, space: int, tile: Tile | None) -> Fix:
    """Return the fix of one slot of the auction track."""
    return Fix(track=(*game.track[:space], tile, *game.track[space + 1 :]))


def test_a_slot_that_holds_another_tile_is_put_right_and_the_bag_with_it() -> None:
    game = position(THREE)
    after, events = fixed(game, track(game, 0, Tile.PHARAOH))
    assert after.track[0] is Tile.PHARAOH
    assert events == (Fixed(FixedPart.SPACE, Tile.GOLD, Tile.PHARAOH, space=0),)
    assert count(after.bag, Tile.GOLD) == count(game.bag, Tile.GOLD) + 1
    assert count(after.bag, Tile.PHARAOH) == count(game.bag, Tile.PHARAOH) - 1
    assert after.removed == game.removed


def test_ra_tiles_that_nobody_entered_come_out_of_the_bag_and_others_go_back() -> None:
    game = position(THREE)
    more, fewer = (fixed(game, Fix(ra_count=number))[0] for number in (5, 1))
    assert count(more.bag, Tile.RA) == count(game.bag, Tile.RA) - 2
    assert count(fewer.bag, Tile.RA) == count(game.bag, Tile.RA) + 2
    assert more.excess_tiles == fewer.excess_tiles == NO_TILES


def test_a_tile_that_the_bag_lacks_comes_back_from_what_had_left_the_game() -> None:
    game = position("track gold | removed 5 civ_writing\n*Ann\nBen\nCleo")
    after, _ = fixed(game, track(game, 1, Tile.WRITING))
    assert (after.excess_tiles, count(after.removed, Tile.WRITING)) == (NO_TILES, 4)


def test_a_sixth_tile_of_five_is_shown_and_too_many_until_the_slip_is_found() -> None:
    game = position("track civ_writing\n*Ann: 4 civ_writing\nBen\nCleo")
    after, _ = fixed(game, track(game, 1, Tile.WRITING))
    assert after.track[:2] == (Tile.WRITING, Tile.WRITING)
    assert (after.excess_tiles, after.removed) == (Tile.WRITING.one, NO_TILES)
    found, _ = fixed(after, track(after, 0, Tile.RELIGION))
    assert (found.excess_tiles, count(found.bag, Tile.WRITING)) == (NO_TILES, 0)


def test_suns_lie_as_people_say_and_are_shown_in_order() -> None:
    after, events = fixed(
        position(THREE), Fix(hands=(HandFix(BEN, suns=(Sun(12), Sun(3)), spent=(Sun(6), Sun(9))),))
    )
    assert after.players[BEN].suns == (3, 12)
    assert events == (
        Fixed(FixedPart.SUNS, (Sun(3), Sun(9), Sun(12)), (Sun(3), Sun(12)), seat=BEN),
        Fixed(FixedPart.SPENT, (Sun(6),), (Sun(6), Sun(9)), seat=BEN),
    )


def test_a_wrong_turn_marker_is_one_fix() -> None:
    after, events = fixed(position(THREE), Fix(active=CLEO))
    assert (after.active, events) == (CLEO, (Fixed(FixedPart.ACTIVE, ANN, CLEO),))


def test_a_player_who_has_no_sun_left_is_passed_over_at_once() -> None:
    after, _ = fixed(position(THREE), Fix(hands=(HandFix(ANN, suns=(), spent=(Sun(5), Sun(8))),)))
    assert after.active == BEN


def test_the_last_sun_turned_face_down_ends_the_epoch_as_it_would_have_by_itself() -> None:
    game = position("centre 1\n*Ann 2 (13 8 5)\nBen (12 9 6 3)\nCleo (11 10 7 4)")
    after, events = fixed(
        game, Fix(hands=(HandFix(ANN, suns=(), spent=(Sun(13), Sun(8), Sun(5), Sun(2))),))
    )
    assert after.epoch == 2
    assert any(isinstance(event, EpochEnded) for event in events)


def test_a_full_ra_track_ends_the_epoch_as_it_would_have_by_itself() -> None:
    after, events = fixed(position(THREE), Fix(ra_count=8))
    assert (after.epoch, after.ra_count) == (2, 0)
    assert any(isinstance(event, EpochEnded) for event in events)


def test_an_auction_that_nobody_told_is_begun_where_the_table_stands() -> None:
    after, _ = fixed(position(THREE), Fix(stage=Auction(CLEO, AuctionCause.INVOKED)))
    assert (after.stage, after.active) == (Auction(CLEO, AuctionCause.INVOKED), ANN)


def test_in_an_auction_whoever_is_said_to_bid_is_asked_if_there_is_a_sun_to_bid() -> None:
    game, auction = position(THREE), Auction(ANN, AuctionCause.RA_DRAWN)
    assert fixed(game, Fix(stage=auction, active=CLEO))[0].active == CLEO
    nothing = HandFix(BEN, suns=(), spent=(Sun(12), Sun(9), Sun(6), Sun(3)))
    assert fixed(game, Fix(stage=auction, active=BEN, hands=(nothing,)))[0].active == CLEO


def test_an_auction_that_never_was_gives_the_turn_to_the_next_player() -> None:
    game = position(THREE + "\nauction A1 by Ann")
    after, _ = fixed(game, Fix(stage=Phase.TURN))
    assert (after.stage, after.active) == (Phase.TURN, BEN)


def test_bidding_begins_anew_when_suns_lie_otherwise_than_was_thought() -> None:
    game = position(BIDDING)
    after, _ = fixed(game, Fix(hands=(HandFix(BEN, suns=(Sun(12), Sun(6), Sun(3))),)))
    assert after.stage == Auction(ANN, AuctionCause.RA_DRAWN)
    assert after.active == BEN


def test_bids_stand_when_only_a_tile_lies_otherwise() -> None:
    game = position(BIDDING)
    after, _ = fixed(game, track(game, 0, Tile.NILE))
    assert after.stage == game.stage


def tiles(written: str) -> Tiles:
    """Return the tiles of a text."""
    return position(f"Ann: {written} | Ben").players[ANN].tiles if written else NO_TILES


@pytest.mark.parametrize(
    ("disasters", "had", "has", "left", "stage"),
    [
        ("dis_unrest", "2 civ_art, 2 civ_writing", "civ_art", "", Phase.TURN),
        (
            "2 dis_earthquake",
            "3 mon_temple, 2 mon_palace",
            "5 mon_temple",
            "mon_temple",
            Phase.TURN,
        ),
        (
            "dis_unrest, dis_earthquake",
            "2 civ_art, 2 civ_writing, 3 mon_temple",
            "civ_art, 3 mon_temple",
            "mon_temple",
            Phase.TURN,
        ),
        (
            "dis_unrest, dis_earthquake",
            "2 civ_art, 2 civ_writing, 3 mon_temple",
            "civ_art, 3 mon_temple, mon_palace",
            "3 mon_temple, mon_palace",
            Discarding(0, 1, BEN),
        ),
    ],
)
def test_disasters_with_nothing_left_to_choose_are_carried_out(
    disasters: str, had: str, has: str, left: str, stage: object
) -> None:
    table = "disaster {} by Ben | centre 9\n*Ann 13 8 2 (5): {}\nBen 12 1 6 3\nCleo 11 10 7 4"
    fix = Fix(hands=(HandFix(ANN, tiles=tiles(has)),))
    after, _ = fixed(position(table.format(disasters, had)), fix)
    assert after.stage == stage
    assert after.players[ANN].tiles == tiles(left)


def test_points_put_right_at_the_end_rank_the_players_anew() -> None:
    game = position(OVER)
    _, events = fixed(game, Fix(hands=(HandFix(CLEO, score=30),)))
    ended = [event for event in events if isinstance(event, GameEnded)]
    assert ended[0].ranking.seats[0] == CLEO


@pytest.mark.parametrize(
    ("fix", "why"),
    [
        (Fix(), Why.NOTHING_TO_FIX),
        (Fix(active=ANN), Why.NOTHING_TO_FIX),
        (Fix(active=Seat(3)), Why.NO_SUCH_SEAT),
        (Fix(stage=Auction(Seat(3), AuctionCause.INVOKED)), Why.NO_SUCH_SEAT),
        (Fix(track_tiles=9), Why.FIX_TRACK),
        (Fix(centre=Sun(0)), Why.NO_SUCH_SUN),
        (Fix(epoch=0), Why.NO_SUCH_EPOCH),
        (Fix(ra_count=-1), Why.FIX_RA),
        (Fix(hands=(HandFix(ANN, score=1000),)), Why.NO_SUCH_POINTS),
        (Fix(hands=(HandFix(Seat(-1)),)), Why.NO_SUCH_SEAT),
        (Fix(centre=Sun(17)), Why.NO_SUCH_SUN),
        (Fix(hands=(HandFix(ANN, suns=(Sun(17),)),)), Why.NO_SUCH_SUN),
        (Fix(hands=(HandFix(ANN, spent=(Sun(0),)),)), Why.NO_SUCH_SUN),
        (Fix(hands=(HandFix(ANN, suns=(Sun(9),), spent=(Sun(9),)),)), Why.SUN_TWICE),
        (Fix(hands=(HandFix(ANN, tiles=Tile.RA.one),)), Why.STAYS_WITH_NOBODY),
        (Fix(hands=(HandFix(ANN, tiles=Tile.NILE.one * 31),)), Why.FIX_TOO_MANY),
        (Fix(hands=(HandFix(ANN, score=-1),)), Why.NO_SUCH_POINTS),
        (Fix(ra_count=9), Why.FIX_RA),
        (Fix(epoch=4), Why.NO_SUCH_EPOCH),
        (Fix(track=(None,) * 7), Why.FIX_TRACK),
        (Fix(track=(Tile.RA, *(None,) * 7)), Why.FIX_TRACK),
        (Fix(stage=Phase.OVER), Why.FIX_OVER),
        (
            Fix(hands=tuple(HandFix(Seat(seat), suns=(), spent=()) for seat in range(3))),
            Why.FIX_NO_SUNS,
        ),
    ],
)
def test_only_what_could_not_be_shown_is_refused(fix: Fix, why: Why) -> None:
    with pytest.raises(IllegalAction) as refused:
        fixed(position(THREE), fix)
    assert refused.value.problem.sentence is why
    assert "{" not in str(refused.value)


def test_a_game_that_is_over_is_not_begun_again_by_a_fix() -> None:
    for fix in (Fix(stage=Phase.TURN), Fix(epoch=2)):
        with pytest.raises(IllegalAction) as refused:
            fixed(position(OVER), fix)
        assert refused.value.problem.sentence is Why.GAME_OVER


@pytest.mark.parametrize(
    "fix",
    [
        Fix(hands=(HandFix(ANN, score=0),)),
        Fix(hands=(HandFix(ANN, score=999),)),
        Fix(hands=(HandFix(ANN, tiles=Tile.NILE.one * 30),)),
        Fix(centre=Sun(1)),
        Fix(centre=Sun(16)),
        Fix(ra_count=0),
        Fix(epoch=3),
    ],
)
def test_what_could_just_be_shown_is_shown(fix: Fix) -> None:
    _, events = fixed(position(THREE), fix)
    assert len(events) == 1


@pytest.mark.parametrize(
    "said",
    [
        b'{"lane_tiles":0,"ra_count":0}',
        b'{"centre":7,"active":0,"epoch":2,"phase":"gods"}',
        b'{"phase":"auction","ra_player":1,"reason":"A1"}',
        b'{"lane":["nile",null,null,null,null,null,null,null]}',
        b'{"players":[{"seat":1,"up":[],"down":[5,1]},{"seat":0,"tiles":{},"score":0}]}',
        b'{"players":[{"seat":0,"tiles":{"gold":1,"nile":2}}]}',
    ],
)
def test_a_fix_is_one_line_of_a_record_with_only_what_was_said(said: bytes) -> None:
    line = b'{"fix":%b}' % said
    assert entry(read_entry(line)) == msgspec.json.decode(line)


def test_one_fix_leads_from_any_table_to_any_other() -> None:
    dice = Random(5)  # noqa: S311 - dice, not secrets
    for _ in range(200 if EVERY else 80):
        start = new_game(setup(NAMES[: dice.randint(2, 5)], Options()))
        screen, table = (some_way(start, dice, dice.randrange(60)) for _ in range(2))
        if screen.stage is Phase.OVER or not isinstance(table.stage, Phase | Auction):
            continue
        if table.stage is Phase.OVER or screen == table:
            continue
        after, _ = fixed(screen, difference(screen, table))
        assert [player.tiles for player in after.players] == [p.tiles for p in table.players]
        assert (after.track, after.centre, after.ra_count) == (
            table.track,
            table.centre,
            table.ra_count,
        )
        assert type(after.stage) is type(table.stage)


def difference(screen: Game, table: Game) -> Fix:
    """Return the fix that makes the first of two tables like the second one.

    What a player waits for in the middle of bidding or of a disaster is not part of it: an auction
    begins anew.
    """
    hands = tuple(
        hand_difference(Seat(seat), was, now)
        for seat, (was, now) in enumerate(zip(screen.players, table.players, strict=True))
        if was != now
    )
    stage = table.stage
    if isinstance(stage, Discarding) or stage is Phase.OVER or stage == screen.stage:
        waiting = None
    else:
        waiting = Auction(stage.ra_player, stage.cause) if isinstance(stage, Auction) else stage
    return Fix(
        track=None if screen.track == table.track else table.track,
        ra_count=None if screen.ra_count == table.ra_count else table.ra_count,
        centre=None if screen.centre == table.centre else table.centre,
        active=None if screen.active == table.active else table.active,
        epoch=None if screen.epoch == table.epoch else table.epoch,
        stage=waiting,
        hands=hands,
    )


def hand_difference(seat: Seat, was: Player, now: Player) -> HandFix:
    """Return the same of what somebody has."""
    return HandFix(
        seat,
        None if was.suns == now.suns else now.suns,
        None if was.spent == now.spent else now.spent,
        None if was.tiles == now.tiles else now.tiles,
        None if was.score == now.score else now.score,
    )


def some_way(game: Game, dice: Random, actions: int) -> Game:
    """Return the table after so many random actions."""
    for _ in range(actions):
        if game.stage is Phase.OVER:
            break
        game, _ = play(game, dice.choice(legal_actions(game)))
    return game


def some_fix(game: Game, dice: Random) -> Fix:
    """Return something that people may say about the table, likely or not."""
    seat = Seat(dice.randrange(len(game.players)))
    suns = [Sun(sun) for sun in dice.sample(range(1, 17), dice.randrange(5))]
    face_up = dice.randrange(len(suns) + 1)
    stages: list[Phase | Auction] = [Phase.TURN, Phase.GODS]
    stages.append(Auction(seat, dice.choice(list(AuctionCause))))
    kinds = [None, *(tile for tile in KINDS if tile is not Tile.RA)]
    return dice.choice(
        [
            track(game, dice.randrange(8), dice.choice(kinds)),
            Fix(ra_count=dice.randrange(game.ra_limit + 1)),
            Fix(centre=Sun(dice.randint(1, 16))),
            Fix(active=seat),
            Fix(epoch=dice.randint(1, 3)),
            Fix(stage=dice.choice(stages)),
            Fix(hands=(HandFix(seat, tuple(suns[:face_up]), tuple(suns[face_up:])),)),
            Fix(hands=(HandFix(seat, tiles=bundle(dice.choices(KEPT, k=dice.randrange(12)))),)),
            Fix(hands=(HandFix(seat, score=dice.randrange(60)),)),
        ]
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whatever_is_fixed_the_game_goes_on_to_its_end_and_no_tile_is_lost(players: int) -> None:
    for seed in range(60 if EVERY else 6):
        dice = Random(f"{players} {seed}")  # noqa: S311 - dice, not secrets
        game = new_game(setup(NAMES[:players], Options()))
        for _ in range(600):
            if game.stage is Phase.OVER:
                break
            if dice.random() < 0.1:
                game = perhaps_fixed(game, some_fix(game, dice))
            else:
                game, _ = play(game, dice.choice(legal_actions(game)))
            every_tile_is_somewhere(game)
        else:
            pytest.fail(f"game {seed} does not end")


def perhaps_fixed(game: Game, fix: Fix) -> Game:
    """Return the table after the fix, read from its line in a record; or as it was, if refused."""
    assert entry(read_entry(msgspec.json.encode(entry(fix)))) == entry(fix)
    try:
        return fixed(game, fix)[0]
    except IllegalAction:
        return game


def every_tile_is_somewhere(game: Game) -> None:
    for tile in KINDS:
        held = sum(count(player.tiles, tile) for player in game.players)
        lying = game.track.count(tile) + (game.ra_count if tile is Tile.RA else 0)
        there = count(game.bag, tile) + count(game.removed, tile) + held + lying
        assert there == tile.copies + count(game.excess_tiles, tile)


def test_won_names_the_owner_whom_a_fix_gave_the_sun() -> None:
    game, _ = fixed(position(THREE), Fix(hands=(HandFix(CLEO, suns=(Sun(14),)),)))
    asked, _ = fixed(game, Fix(stage=Auction(ANN, AuctionCause.INVOKED)))
    after, _ = play(asked, Won(Sun(14)))
    assert after.centre == 14
    assert 7 in after.players[CLEO].spent


@pytest.mark.parametrize(
    ("suns", "sentence"),
    [
        ((10, 12), "Cleo has no sun higher than 12"),
        ((12, 13), "Cleo must bid higher than 12, and 12 is not"),
    ],
)
def test_a_sun_that_two_players_say_they_have_does_not_beat_itself(
    suns: tuple[int, ...], sentence: str
) -> None:
    cleo = HandFix(CLEO, suns=tuple(map(Sun, suns)))
    game, _ = fixed(position("*Ann | Ben | Cleo"), Fix(hands=(cleo,)))
    for action in (INVOKE, Bid(Sun(12))):
        game, _ = play(game, action)
    with pytest.raises(IllegalAction) as caught:
        play(game, Bid(Sun(12)))
    assert str(caught.value) == sentence
