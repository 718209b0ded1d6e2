"""A game that was left is kept, and goes on when somebody asks for it."""

from pathlib import Path

from companion.cli.commands import main
from tests.app.fingers import LEAVE_ROW

LEAVE = f"""
press p1
press p2
press ra
press ok
press p1
press p2
hold dial 0.7
turn {LEAVE_ROW}
press ok
"""


def run(folder: Path, script: str) -> None:
    file = folder / "script.txt"
    file.write_text(script, encoding="utf-8")
    words = ["run", "--headless", "--simulate", "--data", str(folder / "data")]
    assert main([*words, "--script", str(file)]) == 0


def test_after_a_restart_a_left_game_waits_until_it_is_asked_for(tmp_path: Path) -> None:
    run(tmp_path, LEAVE)
    run(tmp_path, f"words {tmp_path}/start.txt\npress ok\npress p1\nstate {tmp_path}/state.json\n")
    words = (tmp_path / "start.txt").read_text("utf-8")
    assert "Saved game" in words
    assert "Same players again" in words
    assert '"seq":3' in (tmp_path / "state.json").read_text("utf-8")


def test_the_same_people_play_again_with_two_presses_after_a_restart(tmp_path: Path) -> None:
    run(tmp_path, LEAVE)
    run(tmp_path, f"press ra\npress ok\nstate {tmp_path}/state.json\n")
    assert '"seq":0' in (tmp_path / "state.json").read_text("utf-8")
    assert len(list((tmp_path / "data" / "games").iterdir())) == 2
