"""Every reason to refuse, with the words that a player reads."""

import pytest
from hypothesis import given

from companion.rules.actions import DRAWS, INVOKE, Bid, Draw
from companion.rules.corrections.fixing import Fix, HandFix, fixed
from companion.rules.editions import Edition, Options, Sun, setup
from companion.rules.legal import why_not
from companion.rules.play import play
from companion.rules.records.notation import position
from companion.rules.records.shapes import Redo, Undo
from companion.rules.records.timeline import begin, enter
from companion.rules.refusal import BadSetup, IllegalAction, Refusal, Why
from companion.rules.tiles import Tile
from tests.rules.games import History, histories
from tests.rules.table import CLEO, NAMES, after, refused
from tests.rules.universe import every_action

TURN = "track god nile | *Ann | Ben: god | Cleo"


AUCTION = "auction A3 by Ann | Ann | *Ben | Cleo"


UNREST = "disaster dis_unrest | *Ann: 2 civ_art, civ_writing, mon_temple | Ben | Cleo"


OVER = "over | epoch 3 | Ann (13 8 5 2) | Ben (12 9 6 3) | Cleo (11 10 7 4)"


WITH_GOD = "track god nile | *Ann: god | Ben | Cleo"


ACTIONS = [
    (OVER, ["draw ra"], Why.GAME_OVER, "the game is over"),
    (AUCTION, ["invoke"], Why.AUCTION_RUNNING, "an auction is under way: Ben bids or passes first"),
    (TURN, ["bid 13"], Why.NO_AUCTION, "no auction is under way: it is the turn of Ann"),
    (
        WITH_GOD,
        ["god 1", "draw nile"],
        Why.GODS_OPEN,
        "Ann is using God tiles: take another tile or end the turn first",
    ),
    (
        WITH_GOD,
        ["done"],
        Why.NO_GOD_USED,
        "Ann has used no God tile this turn, so there is nothing to end",
    ),
    (UNREST, ["done"], Why.MUST_DISCARD, "Ann must first discard tiles to Unrest"),
    (
        TURN,
        ["discard nile"],
        Why.NOTHING_TO_DISCARD,
        "no disaster is waiting for tiles",
    ),
    (
        "track 8 nile | *Ann | Ben",
        ["draw ra"],
        Why.TRACK_FULL,
        "the auction track is full: Ann must invoke Ra",
    ),
    (
        "track 8 nile | *Ann: god | Ben",
        ["draw ra"],
        Why.TRACK_FULL_GOD,
        "the auction track is full: Ann must invoke Ra or use a God tile",
    ),
    (
        "removed 2 dis_drought | *Ann | Ben",
        ["draw dis_drought"],
        Why.NONE_LEFT,
        "all 2 tiles of Drought are already out of the bag",
    ),
    (TURN, ["god 1"], Why.NO_GOD, "Ann has no God tile"),
    (
        WITH_GOD,
        ["god 8"],
        Why.NO_SUCH_SLOT,
        "the auction track has spaces 1 to 8, not 9",
    ),
    (
        WITH_GOD,
        ["god 2"],
        Why.EMPTY_SLOT,
        "there is no tile on space 3 of the auction track",
    ),
    (WITH_GOD, ["god 0"], Why.GOD_TAKES_NO_GOD, "a God tile cannot take a God tile"),
    (AUCTION, ["bid 13"], Why.NOT_OWN_SUN, "Ben has no face-up sun 13"),
    (
        "centre 13 | auction A3 by Ann | Ann 8 5 2 (3) | *Ben 1 (12 9 6) | Cleo",
        ["bid 2"],
        Why.NOT_OWN_SUN,
        "Ben has no face-up sun 2",
    ),
    (AUCTION, ["bid 9", "bid 7"], Why.TOO_LOW, "Cleo must bid higher than 9, and 7 is not"),
    (AUCTION, ["bid 12", "bid 11"], Why.NO_HIGHER_SUN, "Cleo has no sun higher than 12"),
    (
        AUCTION,
        ["pass", "pass", "pass"],
        Why.MUST_BID,
        "Ann invoked Ra and nobody has bid, so Ann must bid",
    ),
    (
        AUCTION,
        ["pass", "won 9"],
        Why.BIDS_ENTERED,
        "bids are already being entered one by one: continue with Cleo",
    ),
    (AUCTION, ["won 1"], Why.NOBODY_HAS_SUN, "no player has sun 1 face up"),
    (
        UNREST,
        ["discard civ_art"],
        Why.DISCARD_COUNT,
        "Ann must discard 2 tiles to Unrest, not 1",
    ),
    (
        UNREST,
        ["discard civ_art mon_temple"],
        Why.DISCARD_FAMILY,
        "Unrest does not take Temple",
    ),
    (
        UNREST,
        ["discard civ_art civ_religion"],
        Why.DISCARD_NOT_OWNED,
        "Ann does not have that many tiles of Religion",
    ),
]


SETUPS = [
    (1, Options(), Why.PLAYER_COUNT, "Ra is for 2 to 5 players, not 1"),
    (
        2,
        Options(edition=Edition.ALEA_1999),
        Why.NEEDS_VARIANT,
        "the 1999 edition is for 3 to 5 players: for two, choose a two-player split of the suns",
    ),
    (
        2,
        Options(ra_limit=11),
        Why.RA_LIMIT,
        "a Ra track of 11 is impossible: count 1 to 10 spaces on your board",
    ),
    (
        2,
        Options(suns=((2, 3, 4, 5),)),
        Why.SUN_GROUPS,
        "2 players need 2 groups of suns, not 1",
    ),
    (
        2,
        Options(suns=((2, 3, 4), (6, 7, 8, 9))),
        Why.SUNS_EACH,
        "Ann needs 4 suns, not 3",
    ),
    (
        2,
        Options(suns=((2, 3, 4, 6), (6, 7, 8, 9))),
        Why.SUN_TWICE,
        "sun 6 is dealt twice: each number exists once",
    ),
    (
        2,
        Options(suns=((2, 3, 4, 1), (6, 7, 8, 9))),
        Why.SUN_NOT_IN_PLAY,
        "sun 1 is not dealt to 2 players",
    ),
]


ELSEWHERE = {
    Why.NAME_TOO_LONG,
    Why.NAME_STEERS,
    Why.NOTHING_TO_UNDO,
    Why.NOTHING_TO_REDO,
    Why.FEWER_TO_UNDO,
    Why.FEWER_TO_REDO,
}
"""These have tests of their own below."""


OF_FIXES = {
    *(why for why in Why if why.name.startswith("FIX_")),
    Why.NOTHING_TO_FIX,
    Why.SAME_LEVEL,
    Why.COUNTED_BY_ITSELF,
    Why.NO_SUCH_SEAT,
    Why.NO_SUCH_SUN,
    Why.SUN_TWICE_HELD,
    Why.NO_SUCH_ENTRY,
    Why.NO_LONGER_FITS,
}
"""These are tested where tables are put right: in test_fixing.py and test_correcting.py."""


OF_LEVELS = set(
    list(Why)[list(Why).index(Why.NOT_AT_LIGHT) : list(Why).index(Why.TRACK_UNKNOWN) + 1]
)
"""These are tested where not everything is told: in test_ledger.py and test_tallying.py."""


@pytest.mark.parametrize(("before", "said", "why", "sentence"), ACTIONS)
def test_a_refused_action_says_who_what_and_why_not(
    before: str, said: list[str], why: Why, sentence: str
) -> None:
    refusal = refused(before, *said)
    assert (refusal.why, str(refusal)) == (why, sentence)


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
    cleo = HandFix(CLEO, up=tuple(map(Sun, suns)))
    game, _ = fixed(after("*Ann | Ben | Cleo"), Fix(hands=(cleo,)))
    for said in (INVOKE, Bid(Sun(12))):
        game, _ = play(game, said)
    with pytest.raises(IllegalAction) as caught:
        play(game, Bid(Sun(12)))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("players", "options", "why", "sentence"), SETUPS)
def test_a_refused_setup_says_what_does_not_fit(
    players: int, options: Options, why: Why, sentence: str
) -> None:
    with pytest.raises(BadSetup) as caught:
        setup(NAMES[:players], options)
    assert [refusal.why for refusal in caught.value.refusals] == [why]
    assert str(caught.value) == sentence


def test_a_name_of_ten_thousand_characters_is_refused() -> None:
    with pytest.raises(BadSetup) as caught:
        setup(("Ann", "B" * 10_000))
    assert str(caught.value) == "the name of player 2 is too long: use at most 500 characters"


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    with pytest.raises(IllegalAction) as caught:
        enter(begin(setup(NAMES)), Undo(1))
    assert caught.value.refusal == Refusal(Why.NOTHING_TO_UNDO, {"events": 0})


def test_there_is_nothing_to_repeat_that_was_not_taken_back() -> None:
    timeline = enter(begin(setup(NAMES)), DRAWS[Tile.NILE])
    with pytest.raises(IllegalAction) as caught:
        enter(timeline, Redo(1))
    assert caught.value.refusal == Refusal(Why.NOTHING_TO_REDO, {"events": 0})


def test_more_than_there_is_cannot_be_taken_back_nor_come_again() -> None:
    timeline = enter(begin(setup(NAMES)), DRAWS[Tile.NILE])
    with pytest.raises(IllegalAction, match=r"^no more than 1 can be undone$"):
        enter(timeline, Undo(2))
    with pytest.raises(IllegalAction, match=r"^no more than 1 can be redone$"):
        enter(enter(timeline, Undo(1)), Redo(2))


def test_every_reason_has_its_test() -> None:
    tested = {why for *_, why, _ in ACTIONS} | {why for *_, why, _ in SETUPS}
    tested |= ELSEWHERE | OF_FIXES | OF_LEVELS
    assert tested == set(Why)


def test_the_facts_of_a_refusal_are_values_that_any_language_can_say() -> None:
    refusal = refused(AUCTION, "bid 12", "bid 11")
    assert refusal.facts == {"name": "Cleo", "sun": 11, "best": 12}
    refusal = refused(UNREST, "discard civ_art mon_temple")
    assert refusal.facts == {"name": "Ann", "disaster": Tile.UNREST, "tile": Tile.TEMPLE}


def test_there_is_no_reason_against_a_legal_action() -> None:
    with pytest.raises(ValueError, match="is legal"):
        why_not(position(TURN), Draw(Tile.NILE))


@given(histories())
def test_every_refusal_of_any_action_is_a_whole_sentence(history: History) -> None:
    for game in history.games[::25]:
        for action in every_action(game):
            try:
                play(game, action)
            except IllegalAction as refused_:
                sentence = str(refused_)
                assert sentence
                assert "{" not in sentence
