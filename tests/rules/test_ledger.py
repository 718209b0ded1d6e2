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
    Draw,
    Level,
    UseGod,
    Won,
)
from companion.rules.editions import Setup, Sun, Suns, setup
from companion.rules.events import EpochOver, RaTileDrawn, SunWon, TileLaid
from companion.rules.model import EMPTY_TRACK, Game, Phase, new_game
from companion.rules.partial.ledger import (
    END_EPOCH,
    Holding,
    PartialGame,
    TallyEpoch,
    Wait,
    only_left,
    unknown,
)
from companion.rules.partial.levels import at_level, from_game, missing, to_game
from companion.rules.partial.playing import Entry, Step, Unfit, legal_entries, play_partial, why_not
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.notation import position
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


def all_suns(ledger: PartialGame) -> tuple[Suns | None, ...]:
    """Return everybody's own suns as far as they are known or nobody else can have them."""
    return only_left(ledger.setup, [hand.all_suns for hand in ledger.hands], ledger.centre)


def after(ledger: PartialGame, *said: Entry) -> PartialGame:
    """Return what is known after these entries."""
    for entry in said:
        ledger, _ = play_partial(ledger, entry)
    return ledger


def refused(ledger: PartialGame, entry: Entry | Unfit) -> object:
    """Return why an entry is refused."""
    with pytest.raises(IllegalAction) as caught:
        play_partial(ledger, entry)
    assert "{" not in str(caught.value)
    assert why_not(ledger, entry) == caught.value.problem
    return caught.value.problem.sentence


def test_a_sun_in_the_centre_says_who_won_though_nobody_called() -> None:
    ledger, events = play_partial(light(), Won(Sun(9)))
    assert events == (SunWon(BEN, Sun(9), Sun(1)),)
    assert ledger.centre == 9
    assert (ledger.hands[BEN].suns, ledger.hands[BEN].spent) == ((3, 6, 12), (1,))


def test_the_last_ra_tile_ends_the_epoch_at_once() -> None:
    ledger, events = play_partial(light("ra 7/8 | " + THREE), RA)
    assert (ledger.stage, type(events[-1])) == (Wait.TALLY, EpochOver)


def test_the_last_sun_ends_the_epoch() -> None:
    ledger = light("centre 13 | *Ann 12 (1 11 10) | Ben (2 3 4 5) | Cleo (6 7 8 9)")
    assert after(ledger, Won(Sun(12))).stage is Wait.TALLY


def test_whose_turn_it_is_is_unknown_where_draws_are_not_told() -> None:
    ledger = after(light(), RA)
    assert (ledger.active, ledger.track_tiles) == (None, None)
    assert after(ledger, Won(Sun(9))).active is None


def test_whoever_tells_one_draw_tells_them_all() -> None:
    ledger, events = play_partial(light(), NILE)
    assert events == (TileLaid(ANN, Tile.NILE),)
    assert (ledger.active, ledger.track_tiles) == (BEN, 1)
    ledger, events = play_partial(ledger, RA)
    assert events == (RaTileDrawn(BEN),)
    ledger = after(ledger, Won(Sun(13)))
    assert (ledger.active, ledger.track_tiles) == (CLEO, 0)


def test_who_alone_has_a_sun_has_every_turn() -> None:
    ledger = light("centre 13 | *Ann 11 12 (1 10) | Ben (2 3 4 5) | Cleo (6 7 8 9)")
    assert after(ledger, RA, UNSOLD).active == ANN


def test_a_told_track_with_room_has_a_bidder() -> None:
    assert refused(after(light(), NILE, INVOKE), UNSOLD) is Why.ROOM_ON_TRACK
    assert refused(after(light(), NILE), UNSOLD) is Why.ROOM_ON_TRACK
    assert after(light(), INVOKE, UNSOLD).stage is Wait.TURN


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
    ledger = replace(light(), bag=ALL_TILES - Tile.RA.one * 30)
    assert refused(ledger, RA) is Why.NONE_LEFT


@pytest.mark.parametrize("entry", [Bid(Sun(9)), PASS, GODS[0], END_GODS, Discard(())])
def test_what_only_the_full_level_knows_is_refused(entry: Unfit) -> None:
    assert refused(light(), entry) is Why.NOT_AT_LIGHT


def test_where_only_points_are_kept_nothing_is_entered_but_a_tally() -> None:
    ledger = from_game(position(THREE), Level.SCORE_ONLY)
    for entry in (RA, NILE, INVOKE, Won(Sun(9)), UNSOLD, PASS):
        assert refused(ledger, entry) is Why.SCORES_ONLY
    assert legal_entries(ledger) == (END_EPOCH,)
    assert can_tally(ledger)
    assert can_tally(after(ledger, END_EPOCH))


def test_an_epoch_that_has_ended_waits_for_its_tally() -> None:
    ended = after(light(), END_EPOCH)
    for entry in (RA, INVOKE, Won(Sun(9)), UNSOLD, END_EPOCH):
        assert refused(ended, entry) is Why.TALLY_FIRST
    assert refused(light(), TallyEpoch((None,) * 3)) is Why.EPOCH_RUNNING
    assert can_tally(ended)
    assert not can_tally(light())


def test_there_is_no_reason_against_a_legal_entry() -> None:
    with pytest.raises(ValueError, match="is legal"):
        why_not(light(), RA)


def test_of_a_game_that_began_without_us_nothing_is_known() -> None:
    ledger = unknown(setup(NAMES[:3]))
    assert (ledger.epoch, ledger.ra_count, ledger.centre, ledger.active) == (None,) * 4
    assert ledger.hands == (Holding(),) * 3
    assert refused(after(ledger, END_EPOCH), TallyEpoch((None,) * 3)) is Why.EPOCH_UNKNOWN
    ledger = after(ledger, RA, Won(Sun(9)))
    assert (ledger.ra_count, ledger.centre) == (None, 9)
    assert all_suns(ledger) == (None,) * 3


def test_the_only_player_whose_suns_nobody_said_has_won_what_nobody_else_could() -> None:
    known = light()
    ledger = replace(known, hands=(known.hands[0], known.hands[1], Holding()))
    ledger, events = play_partial(ledger, Won(Sun(10)))
    assert events == (SunWon(CLEO, Sun(10), Sun(1)),)
    assert (ledger.centre, ledger.hands[CLEO].suns) == (10, None)


def test_who_has_what_nobody_else_can_have_needs_no_telling() -> None:
    known = light()
    ledger = replace(known, hands=(known.hands[0], known.hands[1], Holding()))
    assert all_suns(ledger)[CLEO] == (4, 7, 10, 11)


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
    ledger = from_game(game, Level.LIGHT)
    with pytest.raises(IllegalAction, match="are on the auction track"):
        to_game(ledger)
    assert to_game(ledger, game.track) == game


def test_the_full_level_has_no_ledger() -> None:
    with pytest.raises(ValueError, match="is a game"):
        from_game(position(THREE), Level.FULL)


def test_from_points_alone_to_light_in_mid_epoch_suns_are_unknown() -> None:
    ledger = after(light(), Won(Sun(9)))
    assert at_level(at_level(ledger, Level.SCORE_ONLY), Level.SCORE_ONLY).hands == ledger.hands
    back = at_level(at_level(ledger, Level.SCORE_ONLY), Level.LIGHT)
    assert [hand.suns for hand in back.hands] == [None] * 3
    assert [hand.score for hand in back.hands] == [10] * 3
    assert (back.epoch, back.ra_count, back.centre) == (1, None, None)


@given(histories(), st.integers(0, 2**32))
def test_where_full_and_light_both_know_something_they_agree(history: History, seed: int) -> None:
    """Ra tiles, results and tallies are told, with switches of the level at random moments."""
    dice = Random(seed)  # noqa: S311 - no secret
    ledger = from_game(history.games[0], Level.LIGHT)
    agree(ledger, history.games[0])
    games = zip(history.games, history.actions, history.games[1:], strict=False)
    for before, action, game in games:
        said = list(entries(before, play(before, action)[1], every_draw=False))
        for entry in said:
            ledger = entered(ledger, entry)
        is_beginning = any(isinstance(entry, TallyEpoch) for entry in said)
        if is_beginning or (said and ledger.level is Level.LIGHT):
            agree(ledger, game)
        if dice.random() < 0.05 or (is_beginning and dice.random() < 0.5):
            ledger = switched(ledger, game, dice)
            if ledger.level is Level.LIGHT and is_beginning:
                agree(ledger, game)
    assert ledger.stage is Wait.OVER


def entered(ledger: PartialGame, entry: Entry) -> PartialGame:
    """Return what is known after an entry that the level takes."""
    if isinstance(entry, TallyEpoch) and ledger.stage is not Wait.TALLY:
        ledger = after(ledger, END_EPOCH)
    if ledger.level is Level.SCORE_ONLY and not isinstance(entry, TallyEpoch):
        return ledger
    if ledger.stage is Wait.TALLY and not isinstance(entry, TallyEpoch):
        return ledger
    return after(ledger, entry)


def switched(ledger: PartialGame, game: Game, dice: Random) -> PartialGame:
    """Return the ledger after somebody has changed the level, perhaps by way of the full one."""
    level = dice.choice([Level.LIGHT, Level.SCORE_ONLY])
    if dice.random() < 0.2:
        return from_game(game, level)
    return at_level(ledger, level)


@given(histories())
def test_after_a_tally_the_full_level_can_go_on(history: History) -> None:
    ledger = from_game(history.games[0], Level.LIGHT)
    for before, action, game in zip(
        history.games, history.actions, history.games[1:], strict=False
    ):
        for entry in entries(before, play(before, action)[1], every_draw=False):
            ledger = entered(ledger, entry)
            if isinstance(entry, TallyEpoch) and game.stage is not Phase.OVER:
                full = to_game(ledger)
                assert full == replace(game, bag=full.bag)
                assert all(count(full.bag, kind) >= count(game.bag, kind) for kind in KINDS)


@given(setups(), st.integers(0, 2**32))
def test_where_every_draw_is_told_turn_and_track_are_known(agreed: Setup, seed: int) -> None:
    """As long as nobody uses a god, which is not told at the light level."""
    dice = Random(seed)  # noqa: S311 - no secret
    game, _ = play(new_game(agreed), NILE)
    ledger = after(from_game(new_game(agreed), Level.LIGHT), NILE)
    while game.stage is not Phase.OVER:
        action = some_action(game, dice, 0.8)
        if isinstance(action, UseGod):
            continue
        before, (game, events) = game, play(game, action)
        for entry in entries(before, events, every_draw=True):
            ledger = entered(ledger, entry)
        agree(ledger, game)
        if game.stage is Phase.TURN:
            on_track = 8 - game.track.count(None)
            assert (ledger.active, ledger.track_tiles) == (game.active, on_track)


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
    ledger = at_level(start, level)
    for _ in range(16):
        legal = legal_entries(ledger)
        for entry in EVERY:
            try:
                play_partial(ledger, entry)
            except IllegalAction:
                assert entry not in legal
            else:
                assert entry in legal
        tally = data.draw(tallies(len(agreed.players)))
        step = tried(ledger, tally)
        if step is None and legal:
            step = play_partial(ledger, data.draw(st.sampled_from(legal)))
        if step is None:
            ledger = replace(ledger, epoch=data.draw(st.integers(1, 3)))
        else:
            ledger, _ = step
    assert (ledger.stage is Wait.OVER) <= (not legal_entries(ledger))


def tried(ledger: PartialGame, tally: TallyEpoch) -> Step | None:
    """Return what a tally does, or None if it is refused."""
    try:
        return play_partial(ledger, tally)
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


def test_an_empty_track_is_known_where_draws_are_told() -> None:
    assert light().track_tiles == 0
    assert to_game(light()).track == EMPTY_TRACK
    assert isinstance(NILE, Draw)
