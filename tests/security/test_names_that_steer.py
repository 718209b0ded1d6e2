"""A name that steers a terminal or turns a line about reaches nobody: the file is refused."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import msgspec
import pytest

from companion.exports.kept_game import describe
from companion.journal import games_dir, index
from companion.journal.erasing import Parts, sealed
from companion.journal.index import Index
from companion.journal.lines import GameId
from companion.rules.names import steers
from tests.cli.conftest import run, write
from tests.cli.running import Run, Write
from tests.statistics.evenings import claimed, keep
from tests.together import some

__all__ = ["run", "write"]

EVIL = ("Anna\x1b[2J", "Anna\x07", "Anna\x9b31m", "Anna\u2028Ben", "\u202eannA", "Anna\u2066")


def spoken(words: str) -> str:
    """What is left of an output without its ends of lines."""
    return words.replace("\r\n", "").replace("\n", "").removeprefix("\ufeff")


@pytest.mark.parametrize("name", EVIL)
@pytest.mark.parametrize(
    "command", ["replay", "replay --json", "review", "review --json", "run --headless --start"]
)
def test_a_record_with_such_a_name_is_refused_in_a_sentence_without_it(
    name: str, command: str, run: Run, write: Write, tmp_path: Path
) -> None:
    record = write(json.dumps({"ra_record": 1, "players": ["Ben", name]}).encode() + b"\n")
    more = ["--data", tmp_path / "data", "--script", "/dev/null"] if "run" in command else []
    ran = run(*more[:0], *command.split(), record, *more)
    assert ran.status == 1
    assert ran.out == ""
    assert "name of player 2 contains control characters: delete them" in ran.err
    assert not steers(spoken(ran.err))


@pytest.mark.parametrize("name", EVIL)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_score_sheet_with_such_a_name_is_refused_in_a_sentence_without_it(
    name: str, options: list[str], run: Run, write: Write
) -> None:
    sheet = {"epoch": 1, "players": [{"name": name, "tiles": {"nil": 1}}, {"name": "Ben"}]}
    ran = run("score", write(json.dumps(sheet).encode()), *options)
    assert ran.status == 1
    assert ran.out == ""
    assert "The name of player 1 contains control characters: delete them" in ran.err
    assert not steers(spoken(ran.err))


Header = dict[str, dict[str, list[object]]]


def renamed(data: Path, game: GameId, rename: Callable[[Header], None]) -> None:
    """Change the header of a kept game, sealed as it then is."""

    def change(parts: Parts) -> Parts:
        event = msgspec.json.decode(parts["e"])
        if "game" not in event:
            return parts
        rename(event)
        return {**parts, "e": msgspec.Raw(msgspec.json.encode(event))}

    [game_file] = games_dir.game_files(data)
    lines = game_file.path.read_bytes().splitlines(keepends=True)
    game_file.path.write_bytes(sealed(game, lines, change))


def as_a_player(event: Header, name: str) -> None:
    event["game"]["players"][0] = name


def as_a_guest(event: Header, name: str) -> None:
    event["table"]["guests"][0] = {"button": 0, "name": name}


OUTPUTS = (
    *("games", "games --json", "games --sort players", "stats", "stats --json", "stats --csv"),
    *("export {game}", "export {game} --format json", "export {game} --format csv"),
    *("export last", "export all {stick}", "backup {stick}", "restore {stick} --yes", "doctor"),
    *("diagnostics {stick}", "forget Ben", "games --json", "run --headless --script /dev/null"),
)


@pytest.mark.parametrize(("name", "rename"), some(product(EVIL, (as_a_player, as_a_guest)), 3))
def test_a_journal_with_such_a_name_is_not_read_and_reaches_no_output(
    name: str, rename: Callable[[Header, str], None], run: Run, tmp_path: Path
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    with claimed(data) as ours:
        game = keep(ours)
    renamed(data, game, lambda event: rename(event, name))
    for command in OUTPUTS:
        ran = run(*command.format(game=game, stick=stick).split(), "--data", data)
        assert ran.status in (0, 1, 2)
        assert "internal error" not in ran.err
        assert not steers(spoken(ran.out)), command
        assert not steers(spoken(ran.err)), command
    written = [path.read_text("utf-8") for path in stick.rglob("*.csv")]
    written += [path.read_text("utf-8") for path in stick.rglob("*.json*")]
    assert not any(steers(spoken(each)) for each in written)


@pytest.mark.parametrize("rename", [as_a_player, as_a_guest])
def test_who_is_called_so_is_forgotten_all_the_same(
    rename: Callable[[Header, str], None], run: Run, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with claimed(data) as ours:
        game = keep(ours)

    def change(event: Header) -> None:
        as_a_player(event, EVIL[0])
        rename(event, EVIL[0])

    renamed(data, game, change)
    assert run("forget", EVIL[0], "--data", data).status == 0
    assert EVIL[0] not in json.dumps(games_dir.game_files(data)[0].path.read_text())
    [entry] = index.ask(data, describe, Index.games)
    assert [each.name for each in entry.players] == ["#1", "Ben", "Cleo"]
