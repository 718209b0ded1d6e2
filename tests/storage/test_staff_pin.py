"""The PIN: right, wrong, held back across kills and clocks, and lost."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.journal.disk import DISK
from companion.storage.pin import (
    FIRST_WAIT_SECONDS,
    FREE_TRIES,
    KEPT_EVERY_SECONDS,
    LONGEST_WAIT_SECONDS,
    StaffPin,
)

PIN = "4711"


class Clock:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "staff-pin.json"


def chosen(file: Path, now: Callable[[], float]) -> StaffPin:
    pin = StaffPin(file, now)
    pin.choose(PIN)
    return pin


def test_only_the_pin_that_was_chosen_is_right(file: Path, clock: Clock) -> None:
    pin = StaffPin(file, clock)
    assert not pin.is_set
    pin.choose(PIN)
    assert pin.is_set
    assert not pin.tried("4712").is_right
    assert pin.tried(PIN).is_right
    assert StaffPin(file, clock).tried(PIN).is_right


def test_the_file_says_no_pin_and_is_for_nobody_else(file: Path, clock: Clock) -> None:
    chosen(file, clock)
    assert PIN.encode() not in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_pin_nothing_is_right(file: Path, clock: Clock) -> None:
    assert not StaffPin(file, clock).tried("").is_right


def test_five_tries_are_free_and_then_waits_double_up_to_a_quarter_of_an_hour(
    file: Path, clock: Clock
) -> None:
    pin, waits = chosen(file, clock), []
    for number in range(12):
        tried = pin.tried(f"{number:04}")
        assert not tried.is_right
        waits.append(tried.wait_seconds)
        clock.at += tried.wait_seconds
    assert waits[:FREE_TRIES] == [0.0] * (FREE_TRIES - 1) + [FIRST_WAIT_SECONDS]
    assert waits[4:] == [30, 60, 120, 240, 480, 900, 900, 900]
    assert max(waits) == LONGEST_WAIT_SECONDS


def test_while_it_waits_even_the_right_pin_is_not_looked_at(file: Path, clock: Clock) -> None:
    pin = chosen(file, clock)
    for _ in range(FREE_TRIES):
        pin.tried("0000")
    clock.at += FIRST_WAIT_SECONDS - 1
    assert not pin.tried(PIN).is_right
    clock.at += 1
    assert pin.tried(PIN).is_right
    assert pin.tried("0000").wait_seconds == 0.0


def test_a_try_is_on_the_disk_before_it_is_looked_at(file: Path, clock: Clock) -> None:
    chosen(file, clock)
    with (
        patch("companion.storage.pin.hmac.compare_digest", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        StaffPin(file, clock).tried("0000")
    tried = StaffPin(file, clock).tried("0000")
    assert tried.tries_left == FREE_TRIES - 2


def test_a_try_that_cannot_be_counted_is_not_looked_at(file: Path, clock: Clock) -> None:
    chosen(file, clock)

    def full(_fd: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    pin = StaffPin(file, clock, disk=type(DISK)(write=full))
    with pytest.raises(OSError, match="No space"):
        pin.tried(PIN)


def test_a_start_of_the_program_makes_no_wait_shorter(file: Path, clock: Clock) -> None:
    pin = chosen(file, clock)
    for _ in range(FREE_TRIES):
        pin.tried("0000")
    for _ in range(50):
        clock.at -= 700.0  # another start of the machine: its clock begins anew
        again = StaffPin(file, clock)
        assert again.wait_seconds() == FIRST_WAIT_SECONDS
        assert not again.tried(PIN).is_right


def test_what_is_over_of_a_wait_is_kept_now_and_then(file: Path, clock: Clock) -> None:
    pin = chosen(file, clock)
    assert pin.next_deadline() is None
    for _ in range(FREE_TRIES):
        pin.tried("0000")
    assert pin.next_deadline() == clock.at + KEPT_EVERY_SECONDS
    clock.at += KEPT_EVERY_SECONDS
    pin.keep_wait()
    assert StaffPin(file, clock).wait_seconds() == FIRST_WAIT_SECONDS - KEPT_EVERY_SECONDS


def test_the_clock_on_the_wall_has_no_say(file: Path, clock: Clock) -> None:
    pin = chosen(file, clock)
    for _ in range(FREE_TRIES):
        pin.tried("0000")
    os.utime(file, (4e9, 4e9))
    for wall in (0.0, 4e9):
        with patch("time.time", return_value=wall):
            assert StaffPin(file, clock).wait_seconds() == FIRST_WAIT_SECONDS


def test_a_search_by_script_is_held_back_across_real_kills(file: Path) -> None:
    """Eight processes, each killed after its first try, look at no more PINs than five."""
    chosen(file, lambda: 0.0)
    searcher = Path(__file__).with_name("pin_searcher.py")
    looked = 0
    for number in range(8):
        command = [sys.executable, str(searcher), str(file), str(number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as search:
            assert search.stdout is not None
            said = search.stdout.readline().split()
            search.send_signal(signal.SIGKILL)
            search.wait()
        assert said[0] == "looked"
        looked += float(said[2]) == 0.0
        if number >= FREE_TRIES - 1:
            assert StaffPin(file, lambda: 0.0).wait_seconds() > 0
    assert looked <= FREE_TRIES


def test_a_damaged_file_lets_nobody_in(file: Path, clock: Clock) -> None:
    chosen(file, clock)
    for damage in (b"", b"null", b'{"key":"AA=="}'):
        file.write_bytes(damage)
        pin = StaffPin(file, clock)
        assert pin.is_set
        assert not pin.tried(PIN).is_right


def test_a_file_on_the_boot_partition_takes_the_pin_away_once(file: Path, clock: Clock) -> None:
    reset = file.with_name("reset-pin")
    chosen(file, clock)
    assert StaffPin(file, clock, reset_file=reset).is_set
    reset.touch()
    assert not StaffPin(file, clock, reset_file=reset).is_set
    StaffPin(file, clock, reset_file=reset).choose("1234")
    assert StaffPin(file, clock, reset_file=reset).is_set
    reset.unlink()
    assert StaffPin(file, clock, reset_file=reset).is_set
    reset.touch()
    assert not StaffPin(file, clock, reset_file=reset).is_set


def test_the_reset_also_ends_a_wait_and_mends_a_damaged_file(file: Path, clock: Clock) -> None:
    file.write_bytes(b"nonsense")
    reset = file.with_name("reset-pin")
    reset.write_text("please")
    pin = StaffPin(file, clock, reset_file=reset)
    assert not pin.is_set
    assert pin.wait_seconds() == 0.0
