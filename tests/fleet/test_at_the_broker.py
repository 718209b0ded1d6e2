"""A table at a real broker: what everybody hears, what is ordered, and what goes wrong."""

import json
import logging
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.core.kiosk import Link
from companion.fleet.shapes import State, TablePhase
from tests.fleet.conftest import Tables
from tests.fleet.mosquitto import Ears, Mosquitto, needs_mosquitto, until
from tests.fleet.tables import Attendant, LightTable, RealTable, settings

pytestmark = needs_mosquitto

BASE = "ra-companion/window-3"

CONFIG = "homeassistant/device/ra_companion_window-3/config"


def newest(ears: Ears) -> State:
    """Return the newest state that was heard."""
    return msgspec.json.decode(ears.on(f"{BASE}/state")[-1], type=State)


def test_whoever_comes_later_finds_the_table_described_there_and_as_it_is(
    broker: Mosquitto, ears: Ears, tables: Tables, stack: ExitStack
) -> None:
    table, _ = tables("window-3")
    table.show(phase=TablePhase.PLAYING, epoch=2)
    until(lambda: ears.on(f"{BASE}/state") and newest(ears).epoch == 2)
    late = Ears(broker.port)
    stack.callback(late.close)
    until(lambda: late.on(f"{BASE}/state") and newest(late).epoch == 2)
    retained = {topic for topic, _, is_retained in late.heard if is_retained}
    assert retained >= {CONFIG, f"{BASE}/availability"}
    assert late.on(f"{BASE}/availability")[-1] == b"online"
    described = json.loads(late.on(CONFIG)[-1])
    assert described["availability"][0]["topic"] == f"{BASE}/availability"


def test_a_call_and_its_end_are_events_that_nobody_hears_later(
    broker: Mosquitto, ears: Ears, tables: Tables, stack: ExitStack
) -> None:
    table, _ = tables("window-3")
    table.show(call="pay")
    until(lambda: ears.on(f"{BASE}/call") == [b"pay"])
    table.show(call="none")
    until(lambda: ears.on(f"{BASE}/call") == [b"pay", b"ended"])
    late = Ears(broker.port)
    stack.callback(late.close)
    until(lambda: late.on(f"{BASE}/state"))
    assert late.on(f"{BASE}/call") == []


def test_an_answered_call_reaches_the_table(ears: Ears, tables: Tables) -> None:
    table, _ = tables("window-3")
    table.show(call="pay")
    ears.say(f"{BASE}/call/set", "end")
    until(lambda: table.answers == 1)


def test_an_answer_that_was_retained_long_ago_answers_nothing(ears: Ears, tables: Tables) -> None:
    ears.say(f"{BASE}/call/set", "end", retain=True)
    table, attendant = tables("window-3")
    attendant.close()
    again = Attendant(table.file, seed=5).until_connected()
    table.show(call="pay")
    until(lambda: ears.on(f"{BASE}/call") == [b"pay"])
    again.close()
    assert table.answers == 0


def test_garbage_and_orders_of_version_2_do_nothing_and_are_logged_once(
    ears: Ears, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    table, attendant = tables("window-3")
    dice = Random(20)  # noqa: S311 - no secret
    for _ in range(1000):
        ears.client.publish(*hostile(dice), qos=0)
    for size in (2000, 100_000, 1_000_000):
        ears.say(f"{BASE}/call/set", b"x" * size)
    assert table.answers == 0
    ears.say(f"{BASE}/call/set", "end")
    until(lambda: table.answers == 1)
    assert attendant.failed is None
    assert attendant.fleet.link is Link.CONNECTED
    assert len([each for each in caplog.records if "ignored" in each.message]) == 1


def hostile(dice: Random) -> tuple[str, bytes]:
    """Return a message that no table can want: what it is about, and what it says."""
    entities = ("call", "language", "night", "message", "locked", "update", "pin", "x/y", "state")
    topics = (f"{BASE}/{dice.choice(entities)}/set", "homeassistant/status", f"{BASE}/availability")
    payloads = (
        dice.randbytes(dice.randrange(1, 60)) + b"\xff",
        b'{"value": "uk"}',
        b"[" * 500,
        b"null",
        b"1e999",
        "\u202enIP".encode() + b"\x00",
        b"",
    )
    return dice.choice(topics), dice.choice(payloads)


def test_after_an_hour_without_a_broker_one_state_is_published_and_nothing_stays_unavailable(
    broker: Mosquitto, tables: Tables, stack: ExitStack
) -> None:
    table, attendant = tables("window-3")
    broker.stop()
    until(lambda: attendant.fleet.link is not Link.CONNECTED)
    for actions in range(500):
        table.show(actions=actions)
    broker.start()  # it has lost everything that it knew
    late = Ears(broker.port)
    stack.callback(late.close)
    until(lambda: late.on(f"{BASE}/state") and late.on(f"{BASE}/availability"))
    assert [json.loads(each)["actions"] for each in late.on(f"{BASE}/state")] == [499]
    assert late.on(f"{BASE}/availability") == [b"online"]
    assert late.on(CONFIG)


def test_a_broker_that_hangs_is_left_and_found_again(
    broker: Mosquitto, tables: Tables, stack: ExitStack
) -> None:
    table, attendant = tables("window-3")
    broker.signal(signal.SIGSTOP)
    for actions in range(300):
        table.show(actions=actions)
    until(lambda: attendant.fleet.link is not Link.CONNECTED, 30)
    broker.signal(signal.SIGCONT)
    late = Ears(broker.port)
    stack.callback(late.close)
    until(lambda: late.on(f"{BASE}/availability")[-1:] == [b"online"], 30)
    until(lambda: late.on(f"{BASE}/state") and newest(late).actions == 299)


def test_a_table_that_is_gone_is_offline_at_once_and_online_when_it_is_back(
    ears: Ears, broker: Mosquitto, stack: ExitStack
) -> None:
    fleet = settings(broker.port)
    table = LightTable("window-3", fleet)
    attendant = Attendant(table.file).until_connected()
    stack.callback(attendant.close)
    until(lambda: ears.on(f"{BASE}/availability") == [b"online"])
    table.die()
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline")
    assert attendant.fleet.link is Link.CONNECTED


def test_a_table_with_another_id_is_online_as_that_and_offline_as_before(
    ears: Ears, tables: Tables
) -> None:
    table, _ = tables("window-3")
    until(lambda: ears.on(f"{BASE}/availability") == [b"online"])
    table.rename("bar-1")
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline")
    until(lambda: ears.on("ra-companion/bar-1/availability")[-1:] == [b"online"])


@pytest.fixture
def program(ears: Ears, broker: Mosquitto, stack: ExitStack) -> subprocess.Popen[bytes]:
    """The fleet process as a program of its own, online."""
    table = LightTable("window-3", settings(broker.port))
    stack.callback(table.die)
    words = [sys.executable, "-m", "companion", "fleet", "--socket", str(table.file)]
    program = subprocess.Popen(words, env=dict(os.environ))
    stack.callback(program.wait)
    stack.callback(program.kill)
    until(lambda: ears.on(f"{BASE}/availability") == [b"online"])
    return program


def test_a_fleet_process_that_is_killed_is_offline_by_its_will(
    ears: Ears, program: subprocess.Popen[bytes]
) -> None:
    program.kill()
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline", 1.5 * 5)


def test_one_that_hangs_is_offline_within_one_and_a_half_keepalives(
    ears: Ears, program: subprocess.Popen[bytes]
) -> None:
    program.send_signal(signal.SIGSTOP)  # as after a power cut: nothing is closed, nothing is sent
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline", 1.5 * 5 + 5)


def test_two_tables_with_one_id_are_both_told_and_one_that_goes_leaves_the_other_online(
    ears: Ears, tables: Tables
) -> None:
    first, _ = tables("window-3")
    second, other = tables("window-3")
    until(first.is_doubled)
    until(second.is_doubled)
    other.close()
    until(lambda: not first.is_doubled())
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"online")


def test_a_table_whose_program_hangs_is_offline_until_it_goes_on(
    ears: Ears, broker: Mosquitto, stack: ExitStack, tmp_path: Path
) -> None:
    table = RealTable(tmp_path / "t", "window-3", broker.port, stack)
    until(lambda: ears.on(f"{BASE}/availability")[-1:] == [b"online"], 60)
    table.program.send_signal(signal.SIGSTOP)
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline", 1.5 * 5 + 5)
    table.program.send_signal(signal.SIGCONT)
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"online")


def test_a_table_that_is_stopped_is_offline_at_once(
    ears: Ears, broker: Mosquitto, stack: ExitStack, tmp_path: Path
) -> None:
    table = RealTable(tmp_path / "t", "window-3", broker.port, stack)
    until(lambda: ears.on(f"{BASE}/availability")[-1:] == [b"online"], 60)
    table.program.send_signal(signal.SIGTERM)
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline")


def test_two_fleet_processes_at_one_table_do_not_fight_and_both_sides_say_so(
    ears: Ears, broker: Mosquitto, stack: ExitStack, tmp_path: Path
) -> None:
    table = RealTable(tmp_path / "t", "window-3", broker.port, stack)
    until(lambda: ears.on(f"{BASE}/availability") == [b"online"], 60)
    second = table.another_fleet()
    assert second.stderr is not None
    assert b"another fleet service speaks for this table" in second.stderr.readline()
    until(lambda: newest(ears).trouble == ("two_fleets",))
    assert ears.on(f"{BASE}/availability") == [b"online"]
    table.fleet.terminate()
    until(lambda: ears.on(f"{BASE}/availability") == [b"online", b"offline", b"online"])
    until(lambda: newest(ears).trouble == ())
