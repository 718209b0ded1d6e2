"""A script drives the whole program; what cannot be done ends it with its line and the reason."""

import json
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import Mock, patch

import pygame
import pytest

from companion.app.scripts.script import Script, before_comment
from companion.cli.commands import main
from companion.pages.new_game.seating import Seating
from companion.rules.records import record
from tests.app.fingers import LEAVE_ROW
from tests.app.inside import PATIENCE_SECONDS, inside
from tests.app.outside import Outcome, Starts, apart
from tests.core.desk import states
from tests.crash.test_storm import environment
from tests.together import some

SEATED = ("press p1", "press p2", "press p3")

BEGUN = (*SEATED, "press ra", "press ok")


def test_what_a_script_does_is_confirmed_number_by_number(starts: Starts) -> None:
    done = starts.run(
        *BEGUN, "press p2", "# a comment", "", "press p1  # and another", "press undo"
    )
    assert done == Outcome(0, "confirmed 1\nconfirmed 2\nconfirmed 3\n", "")
    assert starts.journal() == [{"draw": "nile"}, {"draw": "pharaoh"}, {"undo": 1}]


def test_a_comment_ends_an_event_too_but_not_inside_its_strings(starts: Starts) -> None:
    fix = '{"fix":{"score":[10,10,10],"note":"#1"}}'
    assert before_comment(f"play {fix} # mended") == f"play {fix} "
    done = starts.run(*BEGUN, 'play {"draw": "nile"} # the first', 'play {"undo": 1}# "no"')
    assert done.confirmed == [1, 2]
    assert starts.journal() == [{"draw": "nile"}, {"undo": 1}]


def test_a_press_is_no_longer_because_the_machine_is_slow(starts: Starts) -> None:
    with patch("companion.app.program.time", Mock(monotonic=lambda: 500 * monotonic())):
        done = starts.run(*BEGUN, "press p2", "press undo")
    assert done.confirmed == [1, 2]
    assert starts.journal() == [{"draw": "nile"}, {"undo": 1}]


def test_what_a_press_did_is_there_when_it_is_over_however_slow_the_machine_is(
    tmp_path: Path,
) -> None:
    with inside(tmp_path, real=count(1000).__next__) as program:
        devices = Mock(panel=program.panel)
        script = Script(Mock(loop=program.loop, clock=program.clock, opened=devices))
        for name in ("p1", "p2", "p3"):
            script.press(name)
        assert isinstance(program.model.page, Seating)
        script.press("ra")  # which can be held, too, so that it counts when it is let go
        assert not isinstance(program.model.page, Seating)


def test_a_later_start_goes_on_and_counts_on(starts: Starts) -> None:
    starts.run(*BEGUN, "press p2")
    assert starts.run("press p1").confirmed == [2]
    assert starts.run('play {"redo": 1}').status == 1
    assert starts.run('play {"undo": 2}', 'play {"redo": 1}').confirmed == [3, 4]


@pytest.mark.parametrize(
    ("command", "reason"),
    some(
        [
            ("dance", "there is no command 'dance'"),
            ("press", "no button ''"),
            ("press p9", "no button 'p9'"),
            ("hold ra", "'' is not a number of seconds"),
            ("hold ra long", "'long' is not a number of seconds"),
            ("hold ra -1", "does not go back"),
            ("hold p1 1e9", "1e9 seconds are more than an hour: write at most 3600"),
            ("wait 1e9", "1e9 seconds are more than an hour: write at most 3600"),
            ("hold p9 1", "no button 'p9'"),
            ("turn", "'' is not a number of detents"),
            ("turn 1.5", "whole detents"),
            ("turn 1000000", "1000 at most"),
            ("key", "pygame knows no key ''"),
            ("key banana", "pygame knows no key 'banana'"),
            ("tap 50", "'' is not a number of per cent"),
            ("tap here 5", "'here' is not a number of per cent"),
            ("serial \\xzz", "Python's escapes"),
            ("serial \\u20ac\u20ac", "Python's escapes"),
            ("unplug panel", "only the reader and a stick have a plug, not 'panel'"),
            ("plug", "only the reader and a stick have a plug, not ''"),
            ("plug stick /nowhere", "'/nowhere' is no folder that can be written"),
            ("wait", "'' is not a number of seconds"),
            ("wait nan", "'nan' is not a number of seconds"),
            ("wait inf", "'inf' is not a number of seconds"),
            ("wait -3", "does not go back"),
            ("shot nowhere/x.png", "nowhere/x.png cannot be written"),
            ("lamps nowhere/x.json", "nowhere/x.json cannot be written"),
            ("state nowhere/x.json", "nowhere/x.json cannot be written"),
            ("words nowhere/x.txt", "nowhere/x.txt cannot be written"),
            ("play", "not an event of a game record"),
            ("play {", "not an event of a game record"),
            ('play {"fly": 1}', "one event per line, not fly"),
            ('play {"done": true}', "Ann has used no God tile this turn"),
            ('play {"bid": 13}', "no auction is under way"),
            ('play {"god": 3}', "Ann has no God tile"),
            ('play {"undo": 1}', "nothing to undo"),
            ('play {"redo": 1}', "nothing to redo"),
        ],
        3,
    ),
)
def test_what_cannot_be_done_ends_the_script_with_its_line_and_reason(
    starts: Starts, command: str, reason: str
) -> None:
    done = starts.run("# first", command, "press p2", options=starts.record())
    assert (done.status, done.confirmed) == (1, [])
    assert done.err.startswith(f"{starts.folder / 'script.txt'}:2: ")
    assert reason in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", ['play {"draw": "nile"}', "state x.json"])
def test_without_a_game_nothing_can_be_played_or_told(starts: Starts, command: str) -> None:
    assert "no game is on the table" in starts.refused(command)


def test_without_simulated_hardware_there_is_nothing_to_press_and_to_unplug(
    starts: Starts, capsys: pytest.CaptureFixture[str]
) -> None:
    script = starts.folder / "real.txt"
    for command in ("press p1", "turn 1", "unplug reader", "serial x", "lamps x.json"):
        script.write_text(command)
        capsys.readouterr()
        assert main(["run", "--headless", "--data", str(starts.data), "--script", str(script)]) == 1
        assert "start with --simulate" in capsys.readouterr().err


def test_what_is_no_script_is_said_and_none_that_never_comes_or_ends_is_waited_for(
    starts: Starts,
) -> None:
    (starts.folder / "binary").write_bytes(b"press p1\n\xff\xfe\x00\n")
    os.mkfifo(starts.folder / "pipe")
    assert starts.start("--script", "pipe").status == 0
    unread = "cannot read the script"
    for script, why in (("missing", unread), ("binary", unread), (".", "this is a folder"),
                        ("/dev/zero", "there is no command")):  # fmt: skip
        done = starts.start("--script", script)
        assert (done.status, why in done.err.lower()) == (1, True), done.err


def test_every_line_of_a_record_can_be_played_and_the_state_is_that_of_replay(
    starts: Starts, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = [action for _, action in states(3, seed=1)]
    lines = [f"play {json.dumps(record.entry(action))}" for action in actions]
    done = starts.play(*lines, "state end.json", options=starts.record())
    assert done.confirmed == list(range(1, len(actions) + 1))
    _, whole = starts.record(*actions)
    assert main(["replay", whole, "--json"]) == 0
    wanted = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert starts.said("end.json") == wanted
    assert wanted["phase"] == "over"


def test_the_words_are_those_on_the_screen_line_by_line(starts: Starts) -> None:
    starts.play("words a.txt", 'play {"draw": "ra"}', "words b.txt", "key escape", "words c.txt",
                options=starts.record())  # fmt: skip
    table, auction, menu = ((starts.folder / f"{name}.txt").read_text("utf-8").splitlines()
                            for name in "abc")  # fmt: skip
    assert {"Ann: draw a tile or invoke Ra", "Ann", "Ben", "Cleo"} <= set(table)
    assert "Which sun wins? Type its number" in auction
    assert {"This game", "Leave; game is saved"} <= set(menu)


def test_a_shot_is_a_picture_of_the_screens_size(starts: Starts) -> None:
    options = (*starts.record(), "--size", "1024x600")
    starts.play("shot a.png", "press p2", "shot b.png", options=options)
    before, after = (pygame.image.load(starts.folder / f"{name}.png") for name in "ab")
    assert before.get_size() == after.get_size() == (1024, 600)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(after, "RGB")


def test_a_script_can_come_line_by_line_from_standard_input(tmp_path: Path) -> None:
    lines = "".join(f"{line}\n" for line in (*BEGUN, "press p2", "press p9"))
    data = str(tmp_path / "data")
    done = apart("run", "--headless", "--simulate", "--data", data, "--script", "-", said=lines)
    assert (done.confirmed, done.status) == ([1], 1)
    assert done.err == "-:7: there is no button 'p9' on the panel\n"


def test_quitting_in_a_script_ends_it_well(starts: Starts) -> None:
    done = starts.run(*BEGUN, "press p2", "key escape", "turn -1", "press ok", "press p1")
    assert (done.status, done.confirmed) == (0, [1])


def test_a_second_start_on_the_same_folder_says_so_and_leaves(starts: Starts) -> None:
    with inside(starts.data):
        why = starts.refused(*BEGUN)
    assert "is already using this folder" in why
    assert "--data" in why


def test_a_record_can_be_the_start_and_is_journalled(starts: Starts) -> None:
    actions = [action for _, action in states(4, seed=2)][:60]
    done = starts.run("state s.json", options=starts.record(*actions, players=4))
    assert done == Outcome(0, "", "")
    assert starts.journal() == [record.entry(action) for action in actions]
    assert starts.said("s.json")["seq"] == 60
    assert starts.run("state s.json", 'play {"undo": 1}').confirmed == [61]


def test_a_record_is_refused_while_a_game_is_unfinished(starts: Starts) -> None:
    starts.run(*BEGUN, "press p2")
    journal = starts.journal()
    why = starts.refused("press p2", options=starts.record())
    assert "this data folder has an unfinished game" in why
    assert starts.journal() == journal
    starts.play("key escape", f"turn {LEAVE_ROW}", "press ok")
    starts.play(options=starts.record())


def test_a_record_that_cannot_be_played_does_not_start(starts: Starts) -> None:
    _, path = start = starts.record()
    with Path(path).open("a") as file:
        file.write('{"god": 0}\n')
    assert f"{path}:2: " in starts.refused(options=start)
    assert "missing.jsonl" in starts.refused(options=("--start", "missing.jsonl"))
    Path(path).write_bytes(b"")
    starts.refused(options=start)


@pytest.mark.parametrize("place", ["file", "file/below", "missing/deep/down"])
def test_an_odd_data_folder_stops_nobody(starts: Starts, place: str) -> None:
    (starts.folder / "file").write_text("not a folder")
    starts.data = starts.folder / place
    done = starts.play(*BEGUN, "press p2", "wait 5", "state s.json")
    assert starts.said("s.json")["seq"] == 1
    is_kept = place.startswith("missing")
    assert done.confirmed == ([1] if is_kept else [])
    words = starts.words()
    assert ("data folder" in words or "could not be saved" in words) != is_kept


def _heeds(pid: int, number: signal.Signals, how: str) -> bool:
    """Whether a process has said that it catches or ignores this signal."""
    status = Path(f"/proc/{pid}/status").read_text()
    known = next(line for line in status.splitlines() if line.startswith(how))
    return bool(int(known.split()[1], 16) & 1 << number - 1)


def test_a_table_in_a_cafe_runs_until_the_system_ends_it_and_no_keyboard_does(
    tmp_path: Path,
) -> None:
    (tmp_path / "settings").write_text("[table]\nkiosk = true\n[data]\nallow_memory = true\n")
    command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate", "--settings",
               str(tmp_path / "settings"), "--data", str(tmp_path / "data")]  # fmt: skip
    with subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL) as table:
        deadline = monotonic() + PATIENCE_SECONDS
        while not (
            _heeds(table.pid, signal.SIGTERM, "SigCgt")
            and _heeds(table.pid, signal.SIGINT, "SigIgn")
        ):
            assert monotonic() < deadline
            assert table.poll() is None
            sleep(0.02)
        assert (tmp_path / "data" / "lock").read_text().strip() == str(table.pid)
        for _ in range(3):
            table.send_signal(signal.SIGINT)
            sleep(0.1)
        assert table.poll() is None
        table.terminate()
        assert table.wait(PATIENCE_SECONDS) == 0
