"""A game that was left is kept, and goes on when somebody asks for it."""

from companion.journal import games_dir
from tests.app.fingers import LEAVE_ROW
from tests.app.outside import Starts

LEAVE = (
    *("press p1", "press p2", "press ra", "press ok", "press p1", "press p2"),
    *("hold dial 0.7", f"turn {LEAVE_ROW}", "press ok"),
)


def test_after_a_restart_a_left_game_waits_until_it_is_asked_for(starts: Starts) -> None:
    starts.play(*LEAVE)
    starts.play("words start.txt", "press ok", "press p1", "state state.json")
    assert "Saved game" in starts.words("start.txt")
    assert "Same players again" in starts.words("start.txt")
    assert starts.said("state.json")["seq"] == 3


def test_the_same_people_play_again_with_two_presses_after_a_restart(starts: Starts) -> None:
    starts.play(*LEAVE)
    starts.play("press ra", "press ok", "state state.json")
    assert starts.said("state.json")["seq"] == 0
    assert len(games_dir.game_files(starts.data)) == 2
