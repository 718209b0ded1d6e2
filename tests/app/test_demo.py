"""The demonstration: the game that ships, entered through the buttons, with its pictures."""

from pathlib import Path

import pygame
import pytest

from companion.app import program
from companion.app.scripts.hands import demo_game
from companion.app.wakeup import Clock
from companion.cli.commands import main
from companion.paths import asset
from companion.rules.model import Game, Phase
from companion.storage.files import opened, played
from tests.app.outside import apart
from tests.together import long

TURNING_POINTS = {
    "welcome",
    "seating",
    "table",
    "auction",
    "lot",
    "god",
    "disaster",
    "choice",
    "epoch-1",
    "epoch-2",
    "epoch-3",
    "finale",
    "result",
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the demonstration leaves behind; where there is no screen, it is played and says so."""
    folder = tmp_path_factory.mktemp("demo")
    done = apart(
        "run", "--simulate", "--windowed", "--size", "800x480", "--data", str(folder / "data"),
        "--or-demo", str(folder / "deep" / "down"), no_screen=True,
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "There is no screen here" in done.out
    assert "record: " in done.out.splitlines()[-1]
    assert not any((folder / "data").glob("games/*"))
    return folder / "deep" / "down"


def last_game(path: Path) -> Game:
    """Return the table after a record's last line."""
    with opened(str(path)) as stream:
        return [each.timeline.game for each in played(stream)][-1]


def test_it_plays_to_the_end_and_leaves_the_record_of_what_it_played(demo: Path) -> None:
    game = last_game(demo / "game.jsonl")
    assert game == last_game(asset("demo", "game.jsonl"))
    assert game.stage is Phase.OVER
    assert len(demo_game()[1]) > 200


@long
def test_a_machine_thirty_times_as_slow_plays_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every version plays it before it is put in use, however busy the machine is."""
    monkeypatch.setattr(program, "Clock", lambda real: Clock(lambda: 30 * real()))
    assert main(["run", "--headless", "--simulate", "--demo", str(tmp_path)]) == 0
    assert last_game(tmp_path / "game.jsonl") == last_game(asset("demo", "game.jsonl"))


def test_it_leaves_a_picture_of_every_turning_point_in_order(demo: Path) -> None:
    pictures = sorted(demo.glob("*.png"))
    assert {path.stem.partition("-")[2] for path in pictures} == TURNING_POINTS
    assert [path.stem[:2] for path in pictures] == [
        f"{number:02d}" for number in range(1, len(pictures) + 1)
    ]
    seen = set()
    for path in pictures:
        picture = pygame.image.load(path)
        assert picture.get_size() == (800, 480)
        seen.add(pygame.image.tobytes(picture, "RGB"))
    assert len(seen) == len(pictures), "no two are the same"


def test_a_demonstration_that_cannot_write_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = apart("run", "--headless", "--simulate", "--demo", str(tmp_path / "file"))
    assert done.status != 0
    assert str(tmp_path / "file") in done.err
    assert "Traceback" not in done.err
