"""Taking back, bringing back and looking back: every way there is also a way back."""

import pytest

from companion.core.commands import Control
from companion.core.messages import BringBack, Play, TakeBack
from companion.pages.controls import controls
from companion.pages.table.table import Table
from companion.rules.model import Game, Phase
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Redo
from tests.core.desk import Desk, models, states
from tests.together import some

PLAYERS = (2, 3, 4, 5)


def at_the_end(players: int, seed: int = 0) -> Desk:
    """A game that is over, its last epoch just scored."""
    desk = Desk(models(players, seed)[-1])
    assert desk.game.stage is Phase.OVER
    return desk


def all_games(desk: Desk) -> list[Game]:
    """Return the table after every action so far, the start first."""
    timeline = desk.model.session.timeline
    assert timeline is not None
    return [timeline.start, *(each.game for each in timeline.steps)]


@pytest.mark.parametrize("players", some(PLAYERS, 2))
def test_a_whole_game_can_be_undone_and_redone_press_by_press(players: int) -> None:
    desk = at_the_end(players)
    desk.finish()
    games = all_games(desk)
    for game in reversed(games[:-1]):
        desk.press("undo")
        assert desk.game == game
    desk.press("undo")
    assert isinstance(desk.model.screen.notice, Problem)
    assert desk.model.screen.notice.sentence is Why.NOTHING_TO_UNDO
    for game in games[1:]:
        desk.go_back()
        if controls(desk.model).taps[Control.OK].message != BringBack():
            desk.press("undo", is_held=True)  # OK has another meaning: through the history
            desk.turn(1)
            desk.press("ok")
        desk.press("ok")
        assert desk.game == game


def _waits(game: Game) -> str:
    """Return what the table waits for, in a word."""
    return game.stage.name if isinstance(game.stage, Phase) else type(game.stage).__name__


@pytest.mark.parametrize("players", some(PLAYERS, 2))
@pytest.mark.parametrize("by_key", [True, False])
def test_one_press_brings_back_what_was_taken_back_whatever_the_table_waits_for(
    players: int, *, by_key: bool
) -> None:
    seen = set()
    for start, action in states(players, seed=1):
        desk = Desk(start.model)
        desk.take(Play(action))
        after = desk.game
        desk.take(TakeBack())
        if not isinstance(desk.model.page, Table):
            continue
        seen.add(_waits(desk.game))
        if by_key:
            desk.key("f11")
        else:
            is_ok = controls(desk.model).taps[Control.OK].message == BringBack()
            desk.press("ok" if is_ok else "dial")
        assert desk.game == after
        assert desk.entries[-1] == Redo(1)
    assert seen >= {"TURN", "GODS", "Auction"}
