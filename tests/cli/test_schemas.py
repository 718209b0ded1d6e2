"""Every JSON that a command prints is of the form that its published schema says."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.journal.claim import FolderLock
from companion.opponent import reviewing
from companion.paths import asset
from companion.rules.records.record import write
from companion.rules.records.timeline import effective_entries
from tests.cli.running import BEGINNING, HEADER, Run, Write
from tests.opponent.games import a_game
from tests.statistics.evenings import claimed, keep

SHEETS = (
    {"epoch": 1, "players": [{"tiles": {"god": 2}}, {"name": "Ben"}]},
    {
        "epoch": 3,
        "players": [{"suns": [1, 5, 8, 3], "before": 7}, {"suns": [2, 4, 7, 6], "before": 5}],
    },
)


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[FolderLock]:
    with claimed(tmp_path / "data") as ours:
        keep(ours, seed=1)
        keep(ours, seed=2, players=5)
        keep(ours, seed=3, less=40)
        yield ours


def wrong(name: str, value: Any) -> list[str]:  # noqa: ANN401 - any JSON
    """Return what a published schema has against a value."""
    return [error.message for error in _validator(name).iter_errors(value)]


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = json.loads(asset("schemas", f"{name}.schema.json").read_bytes())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_every_schema_refuses_what_is_something_else() -> None:
    schemas = sorted(asset("schemas").glob("*.schema.json"))
    assert len(schemas) == 10
    for schema in schemas:
        assert wrong(schema.name.removesuffix(".schema.json"), {"nonsense": 1})


@pytest.mark.parametrize("seed", [1, 2])
def test_the_states_of_whole_games(run: Run, seed: int, tmp_path: Path) -> None:
    run(
        "simulate", "--games", 1, "--seed", seed, "--players", 1 + seed, "--records", tmp_path / "r"
    )
    (record,) = (tmp_path / "r").iterdir()
    for argv in ((record,), (record, record)):
        states = run("replay", *argv, "--json").states
        assert [wrong("state", state) for state in states] == [[]] * len(states)
        assert "ranking" in states[-1]


def test_the_states_of_a_game_of_which_little_is_entered(run: Run) -> None:
    light = HEADER + b'{"level": "light"}\n{"draw": "ra"}\n{"won": 4}\n'
    states = run("replay", "-", "--json", stdin=light).states
    assert len(states) > 2
    assert [wrong("state", state) for state in states] == [[]] * len(states)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_points_of_sheets(run: Run, sheet: object) -> None:
    (points,) = run("score", "-", "--json", stdin=json.dumps(sheet).encode()).states
    assert wrong("score", points) == []


def test_a_game_looked_back_at(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "TRIES", 2)
    game, record = a_game(ra_limit=1), tmp_path / "game.jsonl"
    record.write_bytes(write(game.start.setup, effective_entries(game)))
    ran = run("review", record, "--json")
    assert [wrong("review", found) for found in ran.states] == [[]]


@pytest.mark.parametrize(
    ("schema", "line", "number"),
    [
        ("simulate", "simulate --games 1 --json", 1),
        ("tournament", "simulate --players quick,random --games 2 --json", 1),
        ("games", "games --json --data {data}", 3),
        ("stats", "stats --json --data {data}", 1),
        ("stats", "stats Anna --json --data {data}", 1),
        ("stats", "stats --json --data {data}/nowhere", 1),
        *(("export", f"export {game} --format json --data {{data}}", 1) for game in "123"),
        ("doctor", "doctor --json --data {data}/nowhere", 1),
    ],
)
def test_what_commands_print(
    run: Run, ours: FolderLock, schema: str, line: str, number: int
) -> None:
    found = run(*line.format(data=ours.data).split()).states
    assert [wrong(schema, each) for each in found] == [[]] * number


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        (("stats", "Nobody"), 2),
        (("games", "--sort", "luck"), 2),
        (("games", "--jsno"), 2),
        (("doctor", "--rotate"), 2),
        (("simulate", "--records", "/dev/null/x"), 2),
        (("simulate", "--games", "0"), 2),
        (("score", "--cvs"), 2),
        (("replay",), 2),
        (("dance",), 2),
    ],
)
def test_an_error_is_one_object_on_standard_error(
    argv: tuple[str, ...], status: int, run: Run, ours: FolderLock
) -> None:
    data = ("--data", str(ours.data)) if argv[0] in ("stats", "games") else ()
    ran = run(*argv, "--json", *data)
    assert (ran.status, ran.out) == (status, "")
    (error,) = map(json.loads, ran.complaints)
    assert wrong("error", error) == []
    assert error["error"]["status"] == status


def test_a_mistake_of_ours_is_such_an_object_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> int:
        raise KeyError("seat")

    monkeypatch.setattr("companion.cli.simulate.play_many", broken)
    (error,) = map(json.loads, run("simulate", "--json").complaints)
    assert wrong("error", error) == []
    assert "KeyError" in error["error"]["messages"][0]


def test_a_notice_on_the_way_is_an_object_and_no_error(run: Run, ours: FolderLock) -> None:
    (ours.games / "000009-20260102T201530.jsonl").write_bytes(b"no line of ours\nand another\n")
    ran = run("games", "--json", "--data", ours.data)
    assert (ran.status, len(ran.states)) == (0, 3)
    (notice,) = map(json.loads, ran.complaints)
    assert wrong("error", notice) == []
    assert "000009" in notice["notice"]


def test_a_refused_file_is_still_told_by_file_and_a_record_by_line(run: Run, write: Write) -> None:
    record, sheet = write(BEGINNING + b'{"bid": 2}\n'), write(b"{")
    assert run("replay", record, "--json").err.startswith(f"{record}:5: ")
    assert run("score", sheet, "--json").err.startswith(f"{sheet}: ")
