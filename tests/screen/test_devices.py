"""Input devices wake the loop; named pipes stand in for them."""

import fcntl
import os
import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.screen.events import InputDevices


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[InputDevices]:
    os.mkfifo(tmp_path / "event0")
    opened = InputDevices(tmp_path, now=100.0)
    yield opened
    opened.close()


def is_awake(devices: InputDevices) -> bool:
    return bool(select.select([devices.descriptor], [], [], 0)[0])


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def open_pipe(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)


def test_a_device_that_speaks_wakes_the_loop_until_it_is_drained(
    devices: InputDevices, tmp_path: Path
) -> None:
    assert not is_awake(devices)
    pipe = open_pipe(tmp_path / "event0")
    os.write(pipe, b"x" * 24)
    assert is_awake(devices)
    devices.drain(100.1)
    assert not is_awake(devices)
    os.close(pipe)


def test_a_device_that_is_pulled_out_is_forgotten_and_does_not_keep_the_loop_awake(
    devices: InputDevices, tmp_path: Path
) -> None:
    os.close(os.open(tmp_path / "event0", os.O_WRONLY))
    assert is_awake(devices)
    devices.drain(100.1)
    assert devices.count == 0
    assert not is_awake(devices)


def test_a_device_that_is_plugged_in_is_found_within_two_seconds(
    devices: InputDevices, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "event1")
    devices.drain(101.9)
    assert devices.count == 1
    devices.drain(102.0)
    assert devices.count == 2


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mouse0")
    opened = InputDevices(tmp_path, now=0.0)
    assert opened.count == 0
    opened.close()


def test_closing_twice_does_no_harm_and_closes_every_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event0")
    before = open_descriptors()
    opened = InputDevices(tmp_path, now=0.0)
    opened.close()
    opened.close()
    assert open_descriptors() == before


def test_devices_of_which_none_may_be_read_are_warned_of_with_their_folder(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket(socket.AF_UNIX) as closed:
        closed.bind(str(tmp_path / "event0"))  # nobody can open it, not even root
    with suppress(OSError):
        InputDevices(tmp_path, now=0.0).close()
    assert str(tmp_path) in caplog.text


def test_a_machine_without_a_keyboard_is_not_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with suppress(OSError):
        InputDevices(tmp_path, now=0.0).close()
    assert not caplog.text


RECORD = struct.Struct("@llHHi")


def key(at: float, code: int, value: int) -> bytes:
    """Return what the kernel says of a key; 1 is down, 0 up, 2 held."""
    return RECORD.pack(int(at), round(at % 1 * 1e6), 1, code, value) + RECORD.pack(
        int(at), round(at % 1 * 1e6), 0, 0, 0
    )


def test_the_kernel_says_when_keys_went_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, bytes]] = []

    def ioctl(_: int, request: int, what: bytes) -> None:
        asked.append((request, what))

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    os.mkfifo(tmp_path / "event0")
    devices = InputDevices(tmp_path, now=100.0)
    assert asked == [(0x400445A0, struct.pack("i", time.CLOCK_MONOTONIC))]
    pipe = open_pipe(tmp_path / "event0")
    os.write(pipe, key(100.5, 30, 1) + key(100.52, 30, 0) + key(100.6, 31, 1) + key(101.1, 31, 2))
    os.write(pipe, key(101.2, 0x110, 1))  # a button of a mouse
    assert devices.drain(102.0) == pytest.approx([100.5, 100.6])
    assert devices.drain(102.1) == []
    os.close(pipe)
    devices.close()


def test_a_device_that_does_not_tell_the_time_is_not_believed(
    devices: InputDevices, tmp_path: Path
) -> None:
    pipe = open_pipe(tmp_path / "event0")
    os.write(pipe, key(100.5, 30, 1))
    assert devices.drain(102.0) == []
    os.close(pipe)
