"""The fame tokens of a whole game, from nothing but its epochs."""

from hypothesis import given

from companion.rules.actions import Level
from companion.rules.editions import Sun, setup
from companion.rules.events import EpochEnded
from companion.rules.partial import END_EPOCH, TallyEpoch
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import begin, enter
from companion.rules.scoring.tokens import STARTING_TOKENS, exchanges, worth
from companion.rules.tiles import Tile
from tests.rules.games import History, histories


@given(histories())
def test_after_every_epoch_tokens_show_the_points(history: History) -> None:
    timeline = begin(history.setup)
    for action in history.actions:
        timeline = enter(timeline, action)
    ended = [
        event for step in timeline.steps for event in step.events if isinstance(event, EpochEnded)
    ]
    found = exchanges(timeline)
    assert len(found) == 3
    held = (STARTING_TOKENS,) * len(history.setup.players)
    for event, done in zip(ended, found, strict=True):
        assert done is not None
        for seat, score in enumerate(event.scores):
            assert worth(done.held[seat]) == score.after
            before = zip(held[seat], done.moves[seat], strict=True)
            assert tuple(had + more for had, more in before) == done.held[seat]
        held = done.held


def test_whoever_falls_below_zero_gives_back_no_more_than_there_is() -> None:
    timeline = enter(enter(begin(setup(("Anna", "Ben"))), SetLevel(Level.SCORE_ONLY)), END_EPOCH)
    nothing = TallyEpoch((0, 0))
    timeline = enter(enter(enter(timeline, nothing), END_EPOCH), nothing)
    suns = ((Sun(9), Sun(6), Sun(5), Sun(2)), (Sun(8), Sun(7), Sun(4), Sun(3)))
    timeline = enter(enter(timeline, END_EPOCH), TallyEpoch((Tile.PHARAOH.one, 0), suns))
    moves = [done.moves[1] for done in exchanges(timeline) if done is not None]
    assert moves == [(0, 0, -1, 0), (0, 0, -1, 0), (0, 0, 0, 0)]


def test_nobody_is_told_to_move_tokens_where_points_are_not_known() -> None:
    timeline = enter(enter(begin(setup(("Anna", "Ben"))), SetLevel(Level.SCORE_ONLY)), END_EPOCH)
    assert exchanges(enter(timeline, TallyEpoch((0, None)))) == (None,)
