"""Refused corrections, with the words that a player reads; setups: library, actions: cases.txt."""

import pytest
from hypothesis import given

from companion.rules.actions import DRAWS, INVOKE, Bid
from companion.rules.corrections.fixing import Fix, HandFix, fixed
from companion.rules.editions import Sun, setup
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.records.entries import Redo, Undo
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import Tile
from tests.rules.games import History, histories
from tests.rules.table import CLEO, NAMES, after, refused
from tests.rules.universe import every_action

AUCTION = "auction A3 by Ann | Ann | *Ben | Cleo"

UNREST = "disaster dis_unrest | *Ann: 2 civ_art, civ_writing, mon_temple | Ben | Cleo"


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
    game, _ = fixed(after("*Ann | Ben | Cleo"), Fix(hands=(cleo,)))
    for said in (INVOKE, Bid(Sun(12))):
        game, _ = play(game, said)
    with pytest.raises(IllegalAction) as caught:
        play(game, Bid(Sun(12)))
    assert str(caught.value) == sentence


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    with pytest.raises(IllegalAction) as caught:
        enter(begin(setup(NAMES)), Undo(1))
    assert caught.value.problem == Problem(Why.NOTHING_TO_UNDO, {"events": 0})


def test_there_is_nothing_to_repeat_that_was_not_taken_back() -> None:
    timeline = enter(begin(setup(NAMES)), DRAWS[Tile.NILE])
    with pytest.raises(IllegalAction) as caught:
        enter(timeline, Redo(1))
    assert caught.value.problem == Problem(Why.NOTHING_TO_REDO, {"events": 0})


def test_more_than_there_is_cannot_be_taken_back_nor_come_again() -> None:
    timeline = enter(begin(setup(NAMES)), DRAWS[Tile.NILE])
    with pytest.raises(IllegalAction, match=r"^no more than 1 can be undone$"):
        enter(timeline, Undo(2))
    with pytest.raises(IllegalAction, match=r"^no more than 1 can be redone$"):
        enter(enter(timeline, Undo(1)), Redo(2))


def test_the_facts_of_a_refusal_are_values_that_any_language_can_say() -> None:
    refusal = refused(AUCTION, "bid 12", "bid 11")
    assert refusal.facts == {"name": "Cleo", "sun": 11, "best": 12}
    refusal = refused(UNREST, "discard civ_art mon_temple")
    assert refusal.facts == {"name": "Ann", "disaster": Tile.UNREST, "tile": Tile.TEMPLE}


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
