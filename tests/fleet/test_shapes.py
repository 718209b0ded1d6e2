"""What may be said between a table, its fleet process and the broker, to the last character."""

import socket
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet.shapes import (
    MOST_SENTENCE,
    News,
    Order,
    heard,
    id_of,
    port_of,
    sent,
    topics_of,
    why_not,
)
from companion.settings import Settings

FLEET = Settings().fleet


@pytest.mark.parametrize(
    ("machine", "named"),
    [
        ("0123456789abcdef\n", "01234567"),
        ("abc", "abc"),
        ("", "table"),
        ("no-machine/id", "table"),
        ("naïve", "table"),
    ],
)
def test_a_table_is_called_as_its_owner_says_or_by_its_machine(
    tmp_path: Path, machine: str, named: str
) -> None:
    file = tmp_path / "machine-id"
    assert id_of(replace(FLEET, id=""), file) == "table"
    file.write_text(machine, encoding="utf-8")
    assert id_of(replace(FLEET, id=""), file) == named
    assert id_of(replace(FLEET, id="window-3"), file) == "window-3"


def test_a_broker_has_the_registered_port_unless_the_owner_says_otherwise() -> None:
    plain, secret = replace(FLEET, port=0, tls_ca=""), replace(FLEET, port=0, tls_ca="/ca.crt")
    assert (port_of(plain), port_of(secret)) == (1883, 8883)
    assert [port_of(replace(each, port=5)) for each in (plain, secret)] == [5, 5]


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("x", True),
        ("x" * MOST_SENTENCE, True),
        ("x" * (MOST_SENTENCE + 1), False),
        ("", False),
        (" \t", False),
        ("two\nlines", False),
        ("\u202ebackwards", False),
    ],
)
def test_a_message_is_one_line_that_can_be_printed(text: str, *, is_taken: bool) -> None:
    assert (why_not(Order("message", text)) == "") is is_taken


def test_an_order_has_one_of_its_values() -> None:
    assert why_not(Order("night", "ON")) == ""
    assert why_not(Order("night", "on")) == "night cannot be 'on': use ON, OFF"
    assert why_not(Order("pin", "1234")).startswith("'pin' cannot be ordered, only language, ")


def test_only_what_has_the_shape_is_heard() -> None:
    assert heard(b'{"entity":"night","value":"ON"}', Order) == Order("night", "ON")
    assert heard(b'{"link":"connected"}', News) == News(Link.CONNECTED, same_id=False)
    for text in (b"", b"\xff", b'{"entity":1,"value":"ON"}', b"[" * 100_000):
        assert heard(text, Order) is None


class Narrow:
    """The end of a socket that takes a few bytes at once, and then for a while none."""

    def __init__(self, room: int) -> None:
        self.room, self.taken = room, b""

    def send(self, data: bytes) -> int:
        """Take what there is room for."""
        if not self.room:
            raise BlockingIOError
        part = data[: min(3, self.room)]
        self.room, self.taken = self.room - len(part), self.taken + part
        return len(part)


@pytest.mark.parametrize("room", range(14))
def test_a_line_is_sent_in_pieces_and_the_next_one_only_after_it(room: int) -> None:
    peer, lines = Narrow(room), [b"first\n", b"second\n"]
    left = sent(cast("socket.socket", peer), b"", lambda: lines.pop(0) if lines else b"")
    assert peer.taken + left + b"".join(lines) == b"first\nsecond\n"
    assert len(peer.taken) == min(room, 13)
    if left:
        assert left.endswith(b"\n")


def test_an_order_is_found_on_its_own_topic_only() -> None:
    topics = topics_of(replace(FLEET, base="cafe", discovery_prefix="ha"), "window-3")
    assert topics.entity(topics.order("night")) == "night"
    for topic in (
        "cafe/window-4/night/set",
        "cafe/window-3/night/get",
        "cafe/window-3/state",
        "x/cafe/window-3/night/set",
    ):
        assert topics.entity(topic) is None
    assert topics.orders == "cafe/window-3/+/set"
    assert (topics.birth, topics.config) == ("ha/status", "ha/device/ra_companion_window-3/config")
