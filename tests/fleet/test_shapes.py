"""What a table is called, and where its broker and its topics are."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.fleet.shapes import MOST_BEAT_SECONDS, beat_seconds, id_of, port_of, topics_of
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


def test_a_table_says_how_it_is_as_often_as_the_broker_is_asked_and_once_a_minute() -> None:
    often, seldom = (replace(FLEET, keepalive_seconds=each) for each in (5, 3600))
    assert (beat_seconds(often), beat_seconds(seldom)) == (5, MOST_BEAT_SECONDS)


def test_a_table_has_its_own_topics() -> None:
    topics = topics_of(replace(FLEET, base="cafe", discovery_prefix="ha"), "window-3")
    assert topics.answer == "cafe/window-3/call/set"
    assert topics.home_assistant == "ha/status"
    assert topics.config == "ha/device/ra_companion_window-3/config"
