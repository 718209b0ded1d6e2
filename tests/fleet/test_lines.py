"""Both ends of the table's socket: whole lines, bounded, the newest only."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import msgspec
import pytest

from companion.core.kiosk import Link
from companion.fleet.lines import MOST_LINE_BYTES, Lines, NotUnderstoodError
from companion.fleet.shapes import FleetLine

LINE = b'{"link":"connected"}'


@pytest.fixture
def ends() -> Iterator[tuple[Lines, socket.socket]]:
    """One end, and the socket at the other."""
    with ExitStack() as stack:
        ours, theirs = socket.socketpair()
        stack.enter_context(theirs).settimeout(5)
        lines = Lines(ours)
        stack.callback(lines.close)
        yield lines, theirs


def test_a_line_in_pieces_is_one_line_and_two_at_once_are_two(
    ends: tuple[Lines, socket.socket],
) -> None:
    lines, peer = ends
    heard = []
    for part in (LINE[:9], LINE[9:] + b"\n", LINE + b"\n" + LINE + b"\n"):
        peer.sendall(part)
        heard.append(len(lines.read(FleetLine)))
    assert heard == [0, 1, 2]
    assert lines.read(FleetLine) == []


@pytest.mark.parametrize("length", [MOST_LINE_BYTES, MOST_LINE_BYTES + 1])
def test_a_line_may_be_as_long_as_any_and_no_longer(
    ends: tuple[Lines, socket.socket], length: int
) -> None:
    lines, peer = ends
    peer.sendall(LINE + b" " * (length - len(LINE)))
    assert lines.read(FleetLine) == []
    peer.sendall(b"\n")
    if length > MOST_LINE_BYTES:
        with pytest.raises(NotUnderstoodError, match="more than 4096 bytes"):
            lines.read(FleetLine), lines.read(FleetLine)
    else:
        assert lines.read(FleetLine) == [FleetLine(Link.CONNECTED)]


@pytest.mark.parametrize(
    "line",
    [
        b"Good evening",
        b"",
        b"\xff\xfe",
        b"[" * 3000,
        b'{"link":"in love"}',
        b'{"link":"connected","answered":1}',
        b'{"link":"connected","volume":"off"}',
        b'{"order":{"entity":"volume","value":"off"}}',
    ],
)
def test_whoever_sends_anything_else_is_not_understood(
    ends: tuple[Lines, socket.socket], line: bytes
) -> None:
    lines, peer = ends
    peer.sendall(line + b"\n")
    with pytest.raises(NotUnderstoodError, match="cannot be read"):
        lines.read(FleetLine)


def test_whoever_has_gone_is_noticed(ends: tuple[Lines, socket.socket]) -> None:
    lines, peer = ends
    peer.close()
    with pytest.raises(ConnectionResetError):
        lines.read(FleetLine)
    with pytest.raises(BrokenPipeError):
        lines.send(FleetLine(Link.OFF))


def test_to_one_who_does_not_read_no_line_is_begun_until_the_one_before_is_gone(
    ends: tuple[Lines, socket.socket],
) -> None:
    lines, peer = ends
    begun = 0
    while lines.send(FleetLine(Link.CONNECTED)):
        begun += 1
        assert begun < 10_000
    assert lines.is_sending
    heard = b""
    while lines.is_sending:
        heard += peer.recv(1 << 16)
        lines.flush()
    assert lines.send(FleetLine(Link.NO_BROKER))
    heard += peer.recv(1 << 16)
    told = [msgspec.json.decode(line, type=FleetLine).link for line in heard.splitlines()]
    assert told == [Link.CONNECTED] * begun + [Link.NO_BROKER]
