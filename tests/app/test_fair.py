"""``simulate --table``: whole games through the whole program, proved by their journals."""

import json
from pathlib import Path

import pytest

from companion.app.startup import CannotStart
from companion.cli.commands import main
from companion.cli.virtual_table import proved
from companion.core.messages import Enter
from companion.journal import game_lines, games_dir
from companion.rules.actions import DRAWS
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from companion.storage.files import opened, played
from tests.app.inside import inside

SHORT = ("--players", 2, "--seed", 9)
"""A game that is over soon."""


def fair(capsys: pytest.CaptureFixture[str], *options: object) -> str:
    """Let people play, and return what was printed."""
    capsys.readouterr()
    assert main(["simulate", "--table", *map(str, options)]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_a_whole_game_is_played_and_its_record_replays_to_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = fair(capsys, "--speed", 0, "--players", 5, "--seed", 5, "--json",
               "--records", tmp_path / "records", "--data", tmp_path / "data")  # fmt: skip
    figures = json.loads(out)
    (path,) = (tmp_path / "records").iterdir()
    with opened(str(path)) as stream:
        *_, last = played(stream)
    assert last.timeline.game.stage is Phase.OVER
    assert len(last.timeline.game.players) == 5
    assert figures["games"] == 1
    assert figures["actions"] == len(last.timeline.moments)
    assert figures["entries"] == path.read_bytes().count(b"\n") - 1 == last.timeline.seq
    assert figures["deeds"] > figures["actions"]
    journal = next((tmp_path / "data" / "games").glob("*.jsonl")).read_text()
    assert '"o":"reader 5A' in journal, "tiles came tag by tag"
    assert '"o":"button"' in journal
    assert '{"undo":1}' in journal, "somebody slipped and took it back"


def test_the_same_people_play_again_and_every_game_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = fair(capsys, "--speed", 0, *SHORT, "--games", 2, "--data", tmp_path)
    assert [line.split(":")[0] for line in out.splitlines()] == ["Game 1", "Game 2"]
    games = [game_lines.read(games_dir.read(each).lines) for each in games_dir.volumes(tmp_path)]
    assert [game and game.timeline.game.stage for game in games] == [Phase.OVER, Phase.OVER]


def test_at_a_speed_time_passes_and_the_game_still_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--speed", 900, "--headless", *SHORT, "--data", tmp_path)
    assert "Game 1" in fair(capsys, *options)


def test_a_journal_that_tells_another_game_than_the_table_is_found_out(tmp_path: Path) -> None:
    with inside(tmp_path) as program:
        program.press("p1", "p2", "p3", "ra", "ok", "p2")
        before = program.model
        assert proved(tmp_path, before).count(b"\n") == 2
        program.loop.post(Enter(DRAWS[Tile.GOLD]), "test")
        program.settle()
        with pytest.raises(CannotStart):
            proved(tmp_path, before)


def test_a_fair_leaves_nothing_behind_unless_it_is_told_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", None)
    fair(capsys, "--speed", 0, *SHORT)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("speed", ["-1", "fast", "nan", "1e9", ""])
def test_a_speed_that_is_none_is_refused(speed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--table", f"--speed={speed}"]) == 2
    assert "the speed is a number from 0 to 999" in capsys.readouterr().err
