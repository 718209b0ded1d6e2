"""A table at a real broker: what everybody hears, what is ordered, and what goes wrong."""

import json
import logging
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


def test_a_retained_answer_is_dropped_and_logged_once_whenever_it_was_given(
    ears: Ears, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    ears.say(f"{BASE}/call/set", "end", retain=True)
    table, attendant = tables("window-3")
    until(lambda: "is dropped" in caplog.text)
    table.show(call="pay")
    until(lambda: ears.on(f"{BASE}/call") == [b"pay"])
    ears.say(f"{BASE}/call/set", "end", retain=True)
    ears.say(f"{BASE}/call/set", "done")
    until(lambda: "ignored" in caplog.text)
    attendant.close()
    assert table.answers == 0
    assert len([each for each in caplog.records if "is dropped" in each.message]) == 1


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


def test_what_hangs_is_offline_within_one_and_a_half_keepalives_until_it_goes_on(
    ears: Ears, broker: Mosquitto, stack: ExitStack, tmp_path: Path
) -> None:
    """All three at once, as each takes seconds: a broker, a fleet process, a table's program."""
    (tmp_path / "other").mkdir()
    hanging = Mosquitto(tmp_path / "other")
    stack.callback(hanging.stop)
    left = LightTable("window-3", settings(hanging.start().port))
    stack.callback(left.die)
    attendant = Attendant(left.file).until_connected()
    stack.callback(attendant.close)
    light = LightTable("bar-1", settings(broker.port))
    stack.callback(light.die)
    words = [sys.executable, "-m", "companion", "fleet", "-v", "--socket", str(light.file)]
    program = subprocess.Popen(words)
    stack.callback(program.kill)
    real = RealTable(tmp_path / "t", "window-3", broker.port, stack)

    def are(said: bytes) -> bool:
        return all(
            ears.on(f"ra-companion/{each}/availability")[-1:] == [said]
            for each in ("bar-1", "window-3")
        )

    until(lambda: are(b"online"), 60)
    hanging.signal(signal.SIGSTOP)
    for each in (program, real.program):  # as after a power cut: nothing is closed, nothing is sent
        each.send_signal(signal.SIGSTOP)
    for actions in range(300):
        left.show(actions=actions)
    until(lambda: are(b"offline"), 1.5 * 5 + 5)
    until(lambda: attendant.fleet.link is not Link.CONNECTED, 30)

    hanging.signal(signal.SIGCONT)
    for each in (program, real.program):
        each.send_signal(signal.SIGCONT)
    late = Ears(hanging.port)
    stack.callback(late.close)
    until(lambda: late.on(f"{BASE}/availability")[-1:] == [b"online"], 30)
    until(lambda: late.on(f"{BASE}/state") and newest(late).actions == 299)
    until(lambda: are(b"online"))
    real.fleet.kill()  # the broker says it, by its will
    program.send_signal(signal.SIGTERM)  # it says so itself
    assert program.wait(20) == 0
    until(lambda: are(b"offline"), 1.5 * 5)


def test_two_fleet_processes_do_not_fight_and_both_sides_say_so_and_a_table_that_ends_is_offline(
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
    table.program.send_signal(signal.SIGTERM)
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"offline")
