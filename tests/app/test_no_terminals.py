"""Where a system has no pseudo-terminals, such as some containers, the table opens all the same."""

import errno
import os
from unittest.mock import patch

import pytest

from companion.cli.commands import main
from companion.rules.editions import setup
from companion.rules.records import record
from hardware.simulated import SimulatedReader
from tests.app.outside import Starts
from tests.fair import Plan, play
from tests.rules.table import NAMES
from tests.together import long

NONE_HERE = OSError(errno.ENODEV, os.strerror(errno.ENODEV))


def test_the_table_opens_without_a_simulated_reader_and_says_so(starts: Starts) -> None:
    start = starts.folder / "start.jsonl"
    start.write_bytes(record.write(setup(NAMES[:3]), ()))
    with patch("os.openpty", side_effect=NONE_HERE):
        done = starts.run(
            "words first.txt", "unplug reader", "plug reader", "key n", "words last.txt",
            options=("--start", str(start)),
        )  # fmt: skip
    assert done == (0, "confirmed 1\n", "")
    for name in ("first.txt", "last.txt"):
        told = " ".join((starts.folder / name).read_text().split())
        assert "no pseudo-terminals (No such device)" in told


def test_where_the_terminal_has_no_name_its_ends_are_closed_again() -> None:
    ends = os.openpty()
    with patch("os.openpty", return_value=ends), patch("os.ttyname", side_effect=NONE_HERE):
        reader = SimulatedReader(lambda: None)
    for end in ends:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(end)
    assert reader.fault == "No such device"
    assert not reader.is_plugged
    assert not reader.can_read_tags
    reader.lay("04A1")  # into the air
    reader.plug()
    assert reader.is_plugged
    assert not reader.fault
    reader.close()


@long
def test_simulated_people_play_by_hand_there(starts: Starts) -> None:
    with patch("os.openpty", side_effect=NONE_HERE):
        assert play(Plan(players=2, games=1, seed=1), starts.data).games == 1


def test_a_call_that_fails_is_not_told_as_a_failure_of_printing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with patch("companion.cli.games.run", side_effect=NONE_HERE):
        assert main(["games", "--language", "en"]) == 2
    told = capsys.readouterr().err
    assert "No such device" in told
    assert "output" not in told
