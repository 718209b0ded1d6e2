"""The light level: what is known when not everything is told."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Bid,
    Discard,
    Level,
    UseGod,
    Won,
)
from companion.rules.editions import Seat, Setup, Sun, Suns, setup
from companion.rules.events import EpochOver, RaTileDrawn, SunWon, TileLaid
from companion.rules.levels import at_level, from_game, missing, to_game
from companion.rules.model import Auction, Game, Phase, new_game
from companion.rules.partial import (
    END_EPOCH,
    Entry,
    Holding,
    PartialGame,
    PartialPhase,
    Played,
    TallyEpoch,
    Unfit,
    left_of,
    legal_entries,
    only_left,
    play_partial,
    unknown,
    why_not,
)
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.notation import position
from companion.rules.records.positions import known_state
from companion.rules.tiles import ALL_TILES, KINDS, NO_TILES, Tile, count
from tests.rules.games import History, can_tally, histories, setups, some_action
from tests.rules.mirror import agree, entries
from tests.rules.table import ANN, BEN, CLEO, NAMES

THREE = "*Ann 13 8 5 2 | Ben 12 9 6 3 | Cleo 11 10 7 4"

RA = DRAWS[Tile.RA]

NILE = DRAWS[Tile.NILE]


def light(written: str = THREE) -> PartialGame:
    """Return what the light level knows of a position."""
    return from_game(position(written), Level.LIGHT)


def all_suns(partial_game: PartialGame) -> tuple[Suns | None, ...]:
    """Return everybody's own suns as far as they are known or nobody else can have them."""
    return only_left(
        partial_game.setup, [hand.all_suns for hand in partial_game.hands], partial_game.centre
    )


def after(partial_game: PartialGame, *said: Entry) -> PartialGame:
    """Return what is known after these entries."""
    for entry in said:
        partial_game, _ = play_partial(partial_game, entry)
    return partial_game


def refused(partial_game: PartialGame, entry: Entry | Unfit) -> object:
    """Return why an entry is refused."""
    with pytest.raises(IllegalAction) as caught:
        play_partial(partial_game, entry)
    assert "{" not in str(caught.value)
    assert why_not(partial_game, entry) == caught.value.problem
    return caught.value.problem.sentence


def test_a_sun_in_the_centre_says_who_won_though_nobody_called() -> None:
    partial_game, events = play_partial(light(), Won(Sun(9)))
    assert events == (SunWon(BEN, Sun(9), Sun(1)),)
    assert partial_game.centre == 9
    assert (partial_game.hands[BEN].suns, partial_game.hands[BEN].spent) == ((3, 6, 12), (1,))


def test_the_last_ra_tile_ends_the_epoch_at_once() -> None:
    partial_game, events = play_partial(light("ra 7/8 | " + THREE), RA)
    assert (partial_game.stage, type(events[-1])) == (PartialPhase.TALLY, EpochOver)


def test_the_last_sun_ends_the_epoch() -> None:
    partial_game = light("centre 13 | *Ann 12 (1 11 10) | Ben (2 3 4 5) | Cleo (6 7 8 9)")
    assert after(partial_game, Won(Sun(12))).stage is PartialPhase.TALLY


def test_whose_turn_it_is_is_unknown_where_draws_are_not_told() -> None:
    partial_game = after(light(), RA)
    assert (partial_game.active, partial_game.track_tiles) == (None, None)
    assert after(partial_game, Won(Sun(9))).active is None


def test_whoever_tells_one_draw_tells_them_all() -> None:
    partial_game, events = play_partial(light(), NILE)
    assert events == (TileLaid(ANN, Tile.NILE),)
    assert (partial_game.active, partial_game.track_tiles) == (BEN, 1)
    partial_game, events = play_partial(partial_game, RA)
    assert events == (RaTileDrawn(BEN),)
    partial_game = after(partial_game, Won(Sun(13)))
    assert (partial_game.active, partial_game.track_tiles) == (CLEO, 0)


def test_who_alone_has_a_sun_has_every_turn() -> None:
    partial_game = light("centre 13 | *Ann 11 12 (1 10) | Ben (2 3 4 5) | Cleo (6 7 8 9)")
    assert after(partial_game, RA, UNSOLD).active == ANN


def test_a_told_track_with_room_has_a_bidder() -> None:
    assert refused(after(light(), NILE, INVOKE), UNSOLD) is Why.ROOM_ON_TRACK
    assert refused(after(light(), NILE), UNSOLD) is Why.ROOM_ON_TRACK
    assert after(light(), INVOKE, UNSOLD).stage is PartialPhase.TURN


def test_a_full_track_takes_no_more() -> None:
    full = after(light(), *[NILE] * 8)
    assert refused(full, NILE) is Why.NO_ROOM
    assert refused(full, RA) is Why.NO_ROOM
    assert after(full, UNSOLD).track_tiles == 0


def test_an_auction_waits_for_its_result() -> None:
    for entry in (RA, NILE, INVOKE):
        assert refused(after(light(), RA), entry) is Why.AUCTION_OPEN


def test_only_a_sun_face_up_can_have_won() -> None:
    for sun in (0, 1, 14, 17):
        assert refused(light(), Won(Sun(sun))) is Why.SUN_NOT_FREE
    assert refused(after(light(), Won(Sun(9))), Won(Sun(9))) is Why.SUN_NOT_FREE


def test_a_thirty_first_ra_tile_is_refused() -> None:
    partial_game = replace(light(), bag=ALL_TILES - Tile.RA.one * 30)
    assert refused(partial_game, RA) is Why.NONE_LEFT


@pytest.mark.parametrize("entry", [Bid(Sun(9)), PASS, GODS[0], END_GODS, Discard(())])
def test_what_only_the_full_level_knows_is_refused(entry: Unfit) -> None:
    assert refused(light(), entry) is Why.NOT_AT_LIGHT


def test_where_only_points_are_kept_nothing_is_entered_but_a_tally() -> None:
    partial_game = from_game(position(THREE), Level.SCORE_ONLY)
    for entry in (RA, NILE, INVOKE, Won(Sun(9)), UNSOLD, PASS):
        assert refused(partial_game, entry) is Why.SCORES_ONLY
    assert legal_entries(partial_game) == (END_EPOCH,)
    assert can_tally(partial_game)
    assert can_tally(after(partial_game, END_EPOCH))


def test_an_epoch_that_has_ended_waits_for_its_tally() -> None:
    ended = after(light(), END_EPOCH)
    for entry in (RA, INVOKE, Won(Sun(9)), UNSOLD, END_EPOCH):
        assert refused(ended, entry) is Why.TALLY_FIRST
    assert refused(light(), TallyEpoch((None,) * 3)) is Why.EPOCH_RUNNING
    assert can_tally(ended)
    assert not can_tally(light())


def test_of_a_game_that_began_without_us_nothing_is_known() -> None:
    partial_game = unknown(setup(NAMES[:3]))
    assert (
        partial_game.epoch,
        partial_game.ra_count,
        partial_game.centre,
        partial_game.active,
    ) == (None,) * 4
    assert partial_game.hands == (Holding(),) * 3
    assert refused(after(partial_game, END_EPOCH), TallyEpoch((None,) * 3)) is Why.EPOCH_UNKNOWN
    partial_game = after(partial_game, RA, Won(Sun(9)))
    assert (partial_game.ra_count, partial_game.centre) == (None, 9)
    assert all_suns(partial_game) == (None,) * 3


def test_the_only_player_whose_suns_nobody_said_has_won_what_nobody_else_could() -> None:
    known = light()
    partial_game = replace(known, hands=(known.hands[0], known.hands[1], Holding()))
    partial_game, events = play_partial(partial_game, Won(Sun(10)))
    assert events == (SunWon(CLEO, Sun(10), Sun(1)),)
    assert (partial_game.centre, partial_game.hands[CLEO].suns) == (10, None)


def test_who_has_what_nobody_else_can_have_needs_no_telling() -> None:
    known = light()
    partial_game = replace(known, hands=(known.hands[0], known.hands[1], Holding()))
    assert all_suns(partial_game)[CLEO] == (4, 7, 10, 11)


def test_the_full_level_names_everything_that_it_needs() -> None:
    asked = {refusal.sentence for refusal in missing(unknown(setup(NAMES[:2])))}
    assert asked == {
        Why.EPOCH_UNKNOWN,
        Why.RA_COUNT_UNKNOWN,
        Why.CENTRE_UNKNOWN,
        Why.TRACK_UNKNOWN,
        Why.TURN_UNKNOWN,
        Why.SUNS_UNKNOWN,
        Why.TILES_UNKNOWN,
        Why.SCORE_UNKNOWN,
    }
    with pytest.raises(IllegalAction, match="which epoch"):
        to_game(unknown(setup(NAMES[:2])))
    with pytest.raises(IllegalAction, match="who won"):
        to_game(after(light(), RA))


def test_joining_with_everything_said_is_a_full_game() -> None:
    game = position("track gold nile | ra 3/8 | " + THREE.replace("Cleo", "Cleo: 2 mon_temple"))
    partial_game = from_game(game, Level.LIGHT)
    with pytest.raises(IllegalAction, match="are on the auction track"):
        to_game(partial_game)
    assert to_game(partial_game, game.track) == game


def test_from_points_alone_to_light_in_mid_epoch_suns_are_unknown() -> None:
    partial_game = after(light(), Won(Sun(9)))
    assert (
        at_level(at_level(partial_game, Level.SCORE_ONLY), Level.SCORE_ONLY).hands
        == partial_game.hands
    )
    back = at_level(at_level(partial_game, Level.SCORE_ONLY), Level.LIGHT)
    assert [hand.suns for hand in back.hands] == [None] * 3
    assert [hand.score for hand in back.hands] == [10] * 3
    assert (back.epoch, back.ra_count, back.centre) == (1, None, None)


@given(histories(), st.integers(0, 2**32))
def test_where_full_and_light_both_know_something_they_agree(history: History, seed: int) -> None:
    """Ra tiles, results and tallies are told, with switches of the level at random moments."""
    dice = Random(seed)  # noqa: S311 - no secret
    partial_game = from_game(history.games[0], Level.LIGHT)
    agree(partial_game, history.games[0])
    games = zip(history.games, history.actions, history.games[1:], strict=False)
    for before, action, game in games:
        said = list(entries(before, play(before, action)[1], every_draw=False))
        for entry in said:
            partial_game = entered(partial_game, entry)
        is_beginning = any(isinstance(entry, TallyEpoch) for entry in said)
        if is_beginning or (said and partial_game.level is Level.LIGHT):
            agree(partial_game, game)
        if isinstance(game.stage, Auction):
            continue  # whoever changes the level now would have to say what began it
        if dice.random() < 0.05 or (is_beginning and dice.random() < 0.5):
            partial_game = switched(partial_game, game, dice)
            if partial_game.level is Level.LIGHT and is_beginning:
                agree(partial_game, game)
    assert partial_game.stage is PartialPhase.OVER


def entered(partial_game: PartialGame, entry: Entry) -> PartialGame:
    """Return what is known after an entry that the level takes."""
    if isinstance(entry, TallyEpoch) and partial_game.stage is not PartialPhase.TALLY:
        partial_game = after(partial_game, END_EPOCH)
    if partial_game.level is Level.SCORE_ONLY and not isinstance(entry, TallyEpoch):
        return partial_game
    if partial_game.stage is PartialPhase.TALLY and not isinstance(entry, TallyEpoch):
        return partial_game
    return after(partial_game, entry)


def switched(partial_game: PartialGame, game: Game, dice: Random) -> PartialGame:
    """Return the game after somebody has changed the level, perhaps by way of the full one."""
    level = dice.choice([Level.LIGHT, Level.SCORE_ONLY])
    if dice.random() < 0.2:
        return from_game(game, level)
    return at_level(partial_game, level)


@given(histories())
def test_after_a_tally_the_full_level_can_go_on(history: History) -> None:
    partial_game = from_game(history.games[0], Level.LIGHT)
    for before, action, game in zip(
        history.games, history.actions, history.games[1:], strict=False
    ):
        for entry in entries(before, play(before, action)[1], every_draw=False):
            partial_game = entered(partial_game, entry)
            if isinstance(entry, TallyEpoch) and game.stage is not Phase.OVER:
                full = to_game(partial_game)
                assert full == replace(game, bag=full.bag)
                assert all(count(full.bag, kind) >= count(game.bag, kind) for kind in KINDS)


@given(setups(), st.integers(0, 2**32))
def test_where_every_draw_is_told_turn_and_track_are_known(agreed: Setup, seed: int) -> None:
    """As long as nobody uses a god, which is not told at the light level."""
    dice = Random(seed)  # noqa: S311 - no secret
    game, _ = play(new_game(agreed), NILE)
    partial_game = after(from_game(new_game(agreed), Level.LIGHT), NILE)
    while game.stage is not Phase.OVER:
        action = some_action(game, dice, 0.8)
        if isinstance(action, UseGod):
            continue
        before, (game, events) = game, play(game, action)
        for entry in entries(before, events, every_draw=True):
            partial_game = entered(partial_game, entry)
        agree(partial_game, game)
        if game.stage is Phase.TURN:
            on_track = 8 - game.track.count(None)
            assert (partial_game.active, partial_game.track_tiles) == (game.active, on_track)


EVERY: tuple[Entry | Unfit, ...] = (
    *DRAWS.values(),
    INVOKE,
    *(Won(Sun(sun)) for sun in range(-1, 18)),
    UNSOLD,
    END_EPOCH,
    PASS,
    END_GODS,
    Bid(Sun(9)),
    Discard((Tile.ART,)),
)


@given(setups(), st.sampled_from([new_game, None]), st.sampled_from(Level), st.data())
def test_an_entry_is_played_exactly_if_it_is_legal_and_nothing_else_is_ever_raised(
    agreed: Setup, begin: Callable[[Setup], Game] | None, level: Level, data: st.DataObject
) -> None:
    level = Level.LIGHT if level is Level.FULL else level
    start = unknown(agreed) if begin is None else from_game(begin(agreed), level)
    partial_game = at_level(start, level)
    for _ in range(16):
        legal = legal_entries(partial_game)
        for entry in EVERY:
            try:
                play_partial(partial_game, entry)
            except IllegalAction:
                assert entry not in legal
            else:
                assert entry in legal
        tally = data.draw(tallies(len(agreed.players)))
        step = tried(partial_game, tally)
        if step is None and legal:
            step = play_partial(partial_game, data.draw(st.sampled_from(legal)))
        if step is None:
            partial_game = replace(partial_game, epoch=data.draw(st.integers(1, 3)))
        else:
            partial_game, _ = step
    assert (partial_game.stage is PartialPhase.OVER) <= (not legal_entries(partial_game))


def tried(partial_game: PartialGame, tally: TallyEpoch) -> Played | None:
    """Return what a tally does, or None if it is refused."""
    try:
        return play_partial(partial_game, tally)
    except IllegalAction:
        return None


@st.composite
def tallies(draw: st.DrawFn, seats: int) -> TallyEpoch:
    """Draw a tally, mostly a sensible one."""
    held = draw(st.lists(st.none() | st.sampled_from([NO_TILES, Tile.GOLD.one, Tile.NILE.one * 9]),
                         min_size=seats, max_size=seats))  # fmt: skip
    some = draw(st.booleans())
    each = st.none() | st.lists(st.integers(1, 16), max_size=4).map(lambda s: tuple(map(Sun, s)))
    suns = draw(st.tuples(*[each] * seats)) if some else ()
    return TallyEpoch(tuple(held), suns)


THREE_SEATED = setup(NAMES[:3])

ANNS, BENS, CLEOS = (
    tuple(map(Sun, suns)) for suns in ((2, 5, 8, 13), (3, 6, 9, 12), (4, 7, 10, 11))
)

SLIPPED = tuple(sorted((*ANNS, *BENS)))
"""Eight suns of one player: no reason to give the same four to both others."""


@pytest.mark.parametrize(
    ("told", "follows"),
    [
        ([ANNS, BENS, None], (ANNS, BENS, CLEOS)),
        ([ANNS, ANNS, None], (ANNS, ANNS, None)),
        ([SLIPPED, None, None], (SLIPPED, None, None)),
    ],
)
def test_only_who_alone_is_not_known_has_what_is_nowhere_else(
    told: list[Suns | None], follows: tuple[Suns | None, ...]
) -> None:
    assert only_left(THREE_SEATED, told, Sun(1)) == follows


@pytest.mark.parametrize(
    ("up", "seat", "next_one"),
    [
        ((ANNS, (), CLEOS), ANN, CLEO),
        ((ANNS, None, CLEOS), ANN, None),
        ((ANNS, None, CLEOS), BEN, CLEO),
        (((), BENS, ()), None, BEN),
        ((ANNS, BENS, ()), None, None),
        ((ANNS, (), ()), ANN, ANN),
        (((), (), ()), ANN, None),
    ],
)
def test_the_turn_goes_to_the_next_who_is_known_to_have_a_sun_face_up(
    up: tuple[Suns | None, ...], seat: Seat | None, next_one: Seat | None
) -> None:
    table = replace(unknown(THREE_SEATED), hands=tuple(Holding(suns=suns) for suns in up))
    assert left_of(table, seat) == next_one


PLAYERS = "Ann 13 8 5 2 | Ben 12 9 6 3 | *Cleo 11 10 7 4"

CHOOSING = "*Ann 8 (5 2 1): 2 civ_art, civ_writing | Ben 12 9 6 3 | Cleo 11 10 7 4"

LAST = "*Ann (8 5 2 1): 2 civ_art, civ_writing | Ben (12 9 6 3) | Cleo (11 10 7 4)"

TURN, DRAWN, CALLED, TALLY, OVER = PartialPhase


@pytest.mark.parametrize(
    ("written", "wait", "active", "why"),
    [
        (f"ra 1/8 | auction A1 by Ben | {PLAYERS}", DRAWN, BEN, Why.AUCTION_OPEN),
        (f"auction A3 by Ben | {PLAYERS}", CALLED, BEN, Why.AUCTION_OPEN),
        (f"track 8 nile | auction A2 by Ben | {PLAYERS}", CALLED, BEN, Why.AUCTION_OPEN),
        (PLAYERS, TURN, CLEO, None),
        (f"gods | {PLAYERS}", TURN, CLEO, None),
        (f"centre 13 | disaster dis_unrest by Ben | {CHOOSING}", TURN, None, Why.TURN_UNKNOWN),
        (f"centre 13 | disaster dis_unrest by Ben | {LAST}", TALLY, None, Why.TALLY_FIRST),
        (f"epoch 3 | over | ra 8/8 | {PLAYERS}", OVER, CLEO, Why.GAME_OVER),
        (f"track nile | {PLAYERS}", TURN, CLEO, Why.TRACK_UNKNOWN),
        (f"epoch 2 | {PLAYERS.replace(' |', ' 0 points |')}", TURN, CLEO, None),
        (
            "centre 7 | Ann 13 8 2 (5) | *Ben 12 9 3 (6) | Cleo (11 10 4 1) 3 points",
            TURN,
            BEN,
            None,
        ),
    ],
)
def test_what_a_table_waits_for_is_known_below_and_the_full_level_begins_in_a_turn(
    written: str, wait: PartialPhase, active: Seat | None, why: Why | None
) -> None:
    game, partial_game = position(written), light(written)
    assert (partial_game.stage, partial_game.active) == (wait, active)
    if why is None:
        assert to_game(partial_game) == replace(game, stage=Phase.TURN)
    else:
        with pytest.raises(IllegalAction) as caught:
            to_game(partial_game)
        assert caught.value.problem.sentence is why


def test_tiles_are_not_sure_of_who_may_have_used_a_god_or_has_some_to_give_up() -> None:
    hands = "Ann 13 8 5 2: gold | Ben 12 9 6 3: god | *Cleo 11 10 7 4"
    assert [hand.is_sure for hand in after(light(hands), RA).hands] == [True, False, True]
    waiting = light(f"centre 13 | disaster dis_unrest by Ben | {CHOOSING}")
    assert [hand.is_sure for hand in waiting.hands] == [False, True, True]


def test_a_ra_tile_that_is_drawn_below_leaves_the_bag() -> None:
    assert count(light().bag, Tile.RA) - count(after(light(), RA).bag, Tile.RA) == 1


TWO = "ra 3/6 | track gold . nile | centre 6 | *Ann 9 2 (5 1): 2 pharaoh, gold | Ben 8 7 4 3"


def test_what_is_known_is_said_of_everybody_suns_in_order() -> None:
    partial_game = from_game(position(TWO), Level.LIGHT)
    unsure = replace(partial_game.hands[BEN], is_sure=False)
    assert known_state(replace(partial_game, hands=(partial_game.hands[0], unsure)), 4) == {
        "seq": 4,
        "level": "light",
        "phase": "turn",
        "epoch": 1,
        "active": 0,
        "ra_count": 3,
        "ra_limit": 6,
        "lane_tiles": 2,
        "centre": 6,
        "players": [
            {"up": [2, 9], "down": [1, 5], "tiles": {"pharaoh": 2, "gold": 1}, "score": 10},
            {"up": [3, 4, 7, 8], "down": [], "tiles": None, "score": 10},
        ],
    }


def test_what_nobody_has_said_is_null() -> None:
    known = known_state(unknown(position(TWO).setup), 0)
    assert known["players"] == [{"up": None, "down": None, "tiles": None, "score": None}] * 2
    asked = ("epoch", "active", "ra_count", "lane_tiles", "centre")
    assert [known[key] for key in asked] == [None] * len(asked)


def test_what_a_table_waits_for_has_the_names_of_the_full_game_and_one_more() -> None:
    partial_game = from_game(position(TWO), Level.LIGHT)
    phases = {
        wait: known_state(replace(partial_game, stage=wait), 0)["phase"] for wait in PartialPhase
    }
    assert phases == {
        PartialPhase.TURN: "turn",
        PartialPhase.DRAWN: "auction",
        PartialPhase.CALLED: "auction",
        PartialPhase.TALLY: "tally",
        PartialPhase.OVER: "over",
    }
