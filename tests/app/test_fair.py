"""Simulated people play whole games through the whole program, proved by their journals."""

from pathlib import Path

from companion.journal import game_lines, games_dir
from companion.rules.model import Phase
from tests.fair import Plan, play
from tests.together import long


@long
def test_a_whole_game_is_played_to_its_end_tag_by_tag_and_with_slips(tmp_path: Path) -> None:
    figures = play(Plan(players=5, games=1, seed=5), tmp_path)
    (game_file,) = games_dir.game_files(tmp_path)
    kept = game_lines.read(games_dir.read(game_file).lines)
    assert kept is not None
    assert kept.timeline.game.stage is Phase.OVER
    assert len(kept.timeline.game.players) == 5
    assert (figures.games, figures.actions) == (1, len(kept.timeline.steps))
    assert figures.entries == kept.timeline.seq
    assert figures.deeds > figures.actions
    journal = game_file.path.read_text()
    assert '"o":"reader 5A' in journal, "tiles came tag by tag"
    assert '"o":"button"' in journal
    assert '{"undo":1}' in journal, "somebody slipped and took it back"


@long
def test_the_same_people_play_again(tmp_path: Path) -> None:
    assert play(Plan(players=2, games=2, seed=9), tmp_path).games == 2
    games = [game_lines.read(games_dir.read(each).lines) for each in games_dir.game_files(tmp_path)]
    assert [game and game.timeline.game.stage for game in games] == [Phase.OVER, Phase.OVER]


def test_at_a_speed_time_passes_and_the_game_still_ends(tmp_path: Path) -> None:
    assert play(Plan(players=2, games=1, seed=9, speed=900), tmp_path).games == 1
