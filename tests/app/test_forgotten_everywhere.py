"""A whole evening with a name, and nowhere a byte of it when it is forgotten."""

from pathlib import Path

from companion import backups as backup
from companion.cli.export import FOLDER
from companion.journal import game_lines, games_dir
from tests.app.outside import Starts
from tests.app.test_forgetting import holding
from tests.cli.running import Run

WHO = "zqxjkw"
"""A name that keys can type, and that nothing else is called."""

SIT = (
    "press p1",
    *(f"key {letter}" for letter in WHO),
    *("press p2", "press p3", "press ra", "press ra", "press ok"),
)

STICK = ("key down", "key down", "key down", "key return")
"""From the top of the staff's list of a game to the stick."""


def test_after_an_evening_with_everything_no_byte_of_a_name_is_left(
    starts: Starts, run: Run
) -> None:
    stick, data = starts.folder / "stick", starts.data
    stick.mkdir()
    said = [starts.play(*SIT, 'play {"draw":"gold"}')]
    seen = starts.words()
    said += [starts.run(
        'play {"draw":"nile"}', "press undo", "hold p1 1.5", "unplug reader", "plug reader",
        "serial nonsense\\n", f"plug stick {stick}", "key f12", *STICK, "key return",
        "unplug stick", f"plug stick {stick}", "key down", "key return", "unplug stick",
        f"plug stick {stick}", "key down", "key return", "unplug stick",
    )]  # fmt: skip
    (starts.folder / "words.txt").unlink()
    (game_file,) = games_dir.game_files(data)
    game = game_lines.read(games_dir.read(game_file).lines)
    assert game is not None
    name = next(guest.name for guest in game.guests if guest.name.lower() == WHO)
    assert name in seen
    for command in (("games",), ("stats",)):
        assert run(*command, "--data", data).status == 0
    kept = [path.relative_to(starts.folder) for path in holding(starts.folder, name)]
    assert any(path.suffix == ".tar" for path in kept), kept
    assert any(path.is_relative_to(Path("stick", FOLDER)) for path in kept), kept
    assert any(path.is_relative_to("data") for path in kept), kept
    assert not [path for path in kept if path.suffix == ".zip"]
    assert name not in "".join(each.out + each.err for each in said)

    forgotten = run("forget", name, "--data", data)
    assert forgotten.status == 0, forgotten.err
    assert holding(data, name) == []
    assert run("backup", stick, "--data", data).status == 0
    assert run("export", "all", stick, "--data", data).status == 0
    assert holding(starts.folder, name) == []
    assert len(backup.generations(stick)) == 1
    assert starts.run('play {"draw":"pharaoh"}').confirmed
    assert holding(starts.folder, name) == []
