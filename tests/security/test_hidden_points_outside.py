"""Two real journals that differ in one hidden total: what leaves the program is the same."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.cli.commands import main
from companion.core.messages import Enter
from companion.core.model import Agreement, Secrecy
from companion.journal.lines import GameId
from companion.rules.actions import DRAWS
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Seat
from companion.rules.tiles import Tile
from tests.app.outside import Starts
from tests.net.evenings import Evening

GAME = GameId("000001-20260102T201530")

POINTS = (3, 9)
"""As long as each other, so that the files are."""

HANDS = (
    *("wait 7", "words first.txt", "shot first.png", "lamps first.json", "key f2", "wait 0.5"),
    *("key escape", "words menu.txt", "shot menu.png", "key escape"),
    *("key tab", "shot fixing.png", "words fixing.txt", "turn -6", "press dial"),
    *("words ways.txt", "shot ways.png", "turn -4", "press ok", "words fixed.txt"),
    *("press undo", "words undone.txt", "hold p1 0.6", "words peek.txt", "wait 6"),
    *("draw pharaoh", "wait 1", "words last.txt", "shot last.png", "lamps last.json"),
)


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Path, Path]:
    """Two data folders with the same running game, but for the points of the second player."""
    folders = []
    for points in POINTS:
        said = Fix(hands=(HandFix(Seat(1), score=points),))
        messages = [Enter(each) for each in (said, DRAWS[Tile.NILE], DRAWS[Tile.GOLD])]
        evening = Evening(3, messages, Agreement(secrecy=Secrecy.OWN_PEEK))
        data = tmp_path / f"table-{points}" / "data"
        (data / "games").mkdir(parents=True)
        (data / "games" / f"{GAME}.jsonl").write_bytes(evening.journal(GAME))
        folders.append(data)
    return folders[0], folders[1]


def _files(folder: Path) -> dict[str, object]:
    """Return what lies there, of what was heard only the sentences."""
    files = {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()}
    return {name: _sentences(raw) if name == "heard.txt" else raw for name, raw in files.items()}


def _sentences(heard: bytes) -> set[str]:
    """Return what was heard of the game.

    What is said in one breath, whether the simulated reader is there in time, and whether the first
    page is seen before the game is open again, depends on how busy the computer is.
    """
    lines = heard.decode().splitlines()
    said = {part for line in lines for part in line.removeprefix("say ").split(" | ")}
    heard_early = ("The bag reader ", "English", "Press your button to play")
    return {each for each in said if not each.startswith(heard_early)}


def test_a_table_that_is_played_on_shows_prints_and_says_the_same(
    tables: tuple[Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for data in tables:
        folder = data.parent
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        monkeypatch.chdir(folder)
        starts = Starts(folder, capsys)
        done = starts.run(*HANDS, options=("--speech-log", "heard.txt"))
        assert done.status == 0, done.err
        found.append((done, _files(folder)))
    assert found[0] == found[1]
    assert {"heard.txt", "ways.png", "last.json"} <= set(found[0][1])


@pytest.mark.parametrize(
    "command",
    [
        ("games",),
        ("games", "--json"),
        ("stats",),
        ("stats", "--json"),
        ("export", "last", "--format", "csv"),
        ("export", "last", "--format", "png"),
    ],
    ids=" ".join,
)
def test_a_command_tells_the_same_of_a_running_game(
    tables: tuple[Path, Path], capsysbinary: pytest.CaptureFixture[bytes], command: tuple[str, ...]
) -> None:
    told = []
    for data in tables:
        status = main([*command, "--data", str(data), "--language", "en"])
        said = capsysbinary.readouterr()
        told.append((status, said.out, said.err.replace(str(data).encode(), b"")))
    assert told[0] == told[1]


def test_a_record_and_the_json_of_a_running_game_differ_in_what_was_entered_alone(
    tables: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for data in tables:
        assert main(["export", "last", "--format", "json", "--data", str(data)]) == 0
        told.append(json.loads(capsys.readouterr().out))
    one, other = (each.pop("record") for each in told)
    assert told[0] == told[1]
    assert [a for a, b in zip(one, other, strict=True) if a != b] == [one[1]]


def test_the_files_for_other_programs_and_the_support_file_tell_the_same(
    tables: tuple[Path, Path], tmp_path: Path
) -> None:
    supports = []
    for number, data in enumerate(tables):
        stick = tmp_path / f"stick-{number}"
        stick.mkdir()
        assert main(["export", "all", str(stick), "--data", str(data)]) == 0
        games = stick / "ra-companion" / "games"
        assert {file.suffix for file in games.iterdir()} == {".jsonl", ".json"}
        assert main(["diagnostics", str(stick), "--data", str(data)]) == 0
        [support] = stick.glob("*.zip")
        with ZipFile(support) as parts:
            supports.append(parts.read(f"games/{GAME}.jsonl"))
    assert supports[0] == supports[1]
