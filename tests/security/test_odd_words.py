"""Whatever stands on the command line, also what is no UTF-8: each command says so, and ends."""

from itertools import product
from pathlib import Path

import pytest

from tests.cli.conftest import run
from tests.cli.running import HEADER, Run
from tests.statistics.evenings import claimed, keep
from tests.together import for_each, some

__all__ = ["run"]

ODD = {
    "no UTF-8": "x\udcff",
    "an escape": "x\x1b[2J",
    "nothing": "",
    "very long": "x" * 5000,
    "a line feed": "x\ny",
    "a far number": "9" * 5000,
}

COMMANDS = (
    *("{odd}", "{odd} --json", "games {odd} --json", "games --{odd} --json"),
    "run --headless --simulate --script {odd} --data {data}",
    "run --headless --simulate --script /dev/null --data {odd}",
    "run --headless --simulate --script /dev/null --data {data} --settings {odd}",
    "run --headless --simulate --script /dev/null --data {data} --size {odd}",
    "run --headless --script /dev/null --data {data} --start {odd}",
    *("games --data {odd}", "games --data {odd} --json", "games --data {data} --player {odd}"),
    "games --data {data} --player {odd} --json",
    "games --data {data} --since {odd} --json",
    "games --data {data} --limit {odd} --json",
    *("stats {odd} --data {data}", "stats {odd} --data {data} --json", "stats --csv --data {odd}"),
    *("stats --data {data} --png {odd}", "stats --data {data} --language {odd} --json"),
    *("review {odd}", "review {odd} --json", "review {record} --picture {odd}/{odd}"),
    *("export {odd} --data {data}", "export last {odd} --data {data}", "export last --data {odd}"),
    *("export last --data {data} --format {odd}", "export all {odd} --data {data}"),
    *("forget {odd} --data {data}", "forget Anna --data {odd}"),
    *("backup {odd} --data {data}", "backup {stick} --data {odd}"),
    *("restore {odd} --yes --data {data}", "restore {stick} --yes --data {odd}"),
    *("doctor --data {odd}", "doctor --data {odd} --json", "doctor --settings {odd} --json"),
    *("diagnostics {odd} --data {data}", "diagnostics {stick} --data {odd}"),
    *("diagnostics {stick} --settings {odd}", "settings {odd}", "settings --check {odd}"),
    *("tags list --data {odd}", "tags show {odd} --data {data}", "tags export {odd} --data {data}"),
    *("tags import {odd} {record} --data {data}", "tags import ours {odd} --data {data}"),
    *("tags forget {odd} 04A2 --data {data}", "tags forget ours {odd} --data {data}"),
    *("replay {odd}", "replay {odd} --json", "score {odd}", "score {odd} --json"),
    *("simulate --seed {odd}", "simulate --games {odd} --json", "rules {odd}"),
    *("play --name {odd}", "play --record {odd}/{odd}", "play --seed {odd}"),
    *("fleet {odd}", "fleet --settings {odd}"),
)


@for_each(case=some(product(COMMANDS, ODD), 19))
def test_every_command_ends_with_a_sentence_whatever_word_it_is_given(
    case: tuple[str, str],
    run: Run,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command, kind = case
    folder = tmp_path_factory.mktemp("odd")
    (folder / "stick").mkdir()
    (folder / "record").write_bytes(HEADER)
    with claimed(folder / "data") as ours:
        keep(ours)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    places = {name: name for name in ("data", "stick", "record")}
    ran = run(*(word.format(odd=ODD[kind], **places) for word in command.split()))
    assert ran.status in (0, 1, 2, 130), ran.err
    assert "internal error" not in ran.err
    assert "Traceback" not in ran.out + ran.err
    assert ran.status == 0 or ran.err or ran.out


@pytest.mark.parametrize("name", ["x" * 501, "x\x1b[2J"])
def test_nobody_plays_in_the_terminal_under_a_name_that_no_record_has(name: str, run: Run) -> None:
    ran = run("play", "--name", name)
    assert (ran.status, ran.out) == (2, "")
    assert "the name of player 1" in ran.err


def test_a_place_that_is_no_utf_8_is_told_to_programs_as_well_as_json_can(
    run: Run, tmp_path: Path
) -> None:
    ran = run("doctor", "--json", "--data", tmp_path / "x\udcff")
    assert ran.status in (0, 1)
    assert "x\N{REPLACEMENT CHARACTER}" in ran.out
