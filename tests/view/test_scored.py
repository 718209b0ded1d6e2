"""What was scored, found again in the history of a game."""

from hypothesis import given

from companion.pages.scoring import epochs, last_epoch
from companion.rules.events import EpochEnded
from companion.rules.records.timeline import begin, enter
from companion.rules.scoring.scoring import score
from tests.rules.games import History, histories


@given(histories())
def test_the_sheets_found_again_bring_the_points_that_were_given(history: History) -> None:
    timeline = begin(history.setup)
    for action in history.actions:
        timeline = enter(timeline, action)
    penalty = history.setup.options.two_player_no_penalty
    found = list(epochs(timeline))
    assert [ended.epoch for ended in found] == [1, 2, 3]
    for ended in found:
        sheets = [sheet for sheet in ended.sheets if sheet is not None]
        assert score(sheets, ended.epoch, penalty) == ended.scores


@given(histories())
def test_the_last_epoch_is_known_only_just_after_it_has_ended(history: History) -> None:
    timeline = begin(history.setup)
    for action in history.actions:
        timeline = enter(timeline, action)
        ended = any(isinstance(event, EpochEnded) for event in timeline.events)
        assert (last_epoch(timeline) is not None) == ended
    assert last_epoch(timeline) == list(epochs(timeline))[-1]
