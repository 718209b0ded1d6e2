"""A table at a real broker: what everybody hears, what is ordered, and what goes wrong."""

import json
import logging
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from random import Random

import msgspec
import pytest

from companion.core.kiosk import Link
from companion.fleet import fleet as fleet_module
from companion.fleet.broker import MOST_WAIT_SECONDS, wait_seconds
from companion.fleet.shapes import MOST_SENTENCE, GameEvent, Order, State, TablePhase
from tests.fleet.conftest import Tables
from tests.fleet.mosquitto import Ears, Mosquitto, needs_mosquitto, until
from tests.fleet.tables import Attendant, LightTable, settings

pytestmark = needs_mosquitto

BASE = "ra-companion/window-3"

CONFIG = "homeassistant/device/ra_companion_window-3/config"

GAME = GameEvent(
    game="0123456789abcdef", over=True, edition="c25", players=3, minutes=44,
    epochs=("suns", "ra_track", "suns"), points={"gods": 12}, winner_share=0.41,
)  # fmt: skip


def newest(ears: Ears) -> State:
    """Return the newest state that was heard."""
    return msgspec.json.decode(ears.on(f"{BASE}/state")[-1], type=State)


def test_whoever_comes_later_finds_the_table_described_there_and_as_it_is(
    broker: Mosquitto, tables: Tables, stack: ExitStack
) -> None:
    table, _ = tables("window-3")
    table.show(phase=TablePhase.PLAYING, epoch=2)
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


def test_a_game_is_told_once_and_kept_for_a_broker_that_is_away(
    broker: Mosquitto, ears: Ears, tables: Tables, stack: ExitStack
) -> None:
    table, attendant = tables("window-3")
    table.ends(GAME)
    until(lambda: ears.on(f"{BASE}/game"))
    assert msgspec.json.decode(ears.on(f"{BASE}/game")[0], type=GameEvent) == GAME
    broker.stop()
    until(lambda: attendant.fleet.link is not Link.CONNECTED)
    for number in range(100):
        table.ends(msgspec.structs.replace(GAME, minutes=number))
    broker.start()
    later = Ears(broker.port)
    stack.callback(later.close)
    until(lambda: len(later.on(f"{BASE}/game")) == fleet_module.MOST_GAMES)
    assert json.loads(later.on(f"{BASE}/game")[-1])["minutes"] == 99


@pytest.mark.parametrize(
    ("entity", "value"),
    [
        *(("language", "ja"), ("volume", "off"), ("night", "ON"), ("call", "end")),
        *(("message", "Your table is needed at nine"), ("locked", "OFF"), ("update", "install")),
    ],
)
def test_what_may_be_ordered_reaches_the_table(
    ears: Ears, tables: Tables, entity: str, value: str
) -> None:
    table, _ = tables("window-3")
    ears.say(f"{BASE}/{entity}/set", value)
    until(lambda: table.orders)
    assert table.orders == [Order(entity, value)]


def test_a_retained_order_is_dropped_and_logged_once(
    ears: Ears, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    for language in ("uk", "cs"):
        ears.say(f"{BASE}/language/set", language, retain=True)
    caplog.set_level(logging.WARNING)
    table, attendant = tables("window-3")
    attendant.close()
    again = Attendant(table.file, seed=5).until_connected()
    ears.say(f"{BASE}/language/set", "ja")
    until(lambda: table.orders)
    again.close()
    assert table.orders == [Order("language", "ja")]
    said = [each.message for each in caplog.records if "retained" in each.message]
    assert len(said) == 2  # each process says it once


def test_garbage_is_dropped_bounded_and_logged_once(
    ears: Ears, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    table, attendant = tables("window-3")
    dice = Random(20)  # noqa: S311 - no secret
    for _ in range(1000):
        ears.client.publish(*hostile(dice), qos=0)
    for size in (2000, 100_000, 1_000_000):
        ears.say(f"{BASE}/message/set", b"x" * size)
    ears.say(f"{BASE}/volume/set", "night")
    until(lambda: Order("volume", "night") in table.orders)
    assert attendant.failed is None
    assert {order.entity for order in table.orders} <= {"volume", "message"}  # any line is one
    assert all(len(order.value) <= MOST_SENTENCE for order in table.orders)
    assert 1 <= len(caplog.records) <= fleet_module.MOST_COMPLAINTS
    assert len({each.message for each in caplog.records}) == len(caplog.records)


def hostile(dice: Random) -> tuple[str, bytes]:
    """Return a message that no table can want: what it is about, and what it says."""
    entities = ("language", "night", "call", "message", "locked", "update", "pin", "x/y", "state")
    topic = f"{BASE}/{dice.choice(entities)}/set"
    payloads = (
        dice.randbytes(dice.randrange(1, 60)) + b"\xff",
        b'{"value": "uk"}',
        b"[" * 500,
        b"null",
        b"1e999",
        "\u202enIP".encode() + b"\x00",
        b"",
    )
    return topic, dice.choice(payloads)


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
    until(lambda: newest(late).actions == 299)


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
    until(lambda: first.news[-1].same_id)
    until(lambda: second.news[-1].same_id)
    other.close()
    until(lambda: not first.news[-1].same_id)
    until(lambda: ears.on(f"{BASE}/availability")[-1] == b"online")


def test_home_assistant_that_comes_back_is_told_everything_again(
    ears: Ears, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet_module, "BIRTH_SECONDS", 0.2)
    tables("window-3")
    until(lambda: ears.on(CONFIG))
    ears.say("homeassistant/status", "online")
    until(lambda: len(ears.on(CONFIG)) == 2 and len(ears.on(f"{BASE}/state")) == 2)


def test_tables_answer_home_assistant_at_different_times_within_ten_seconds() -> None:
    assert fleet_module.BIRTH_SECONDS == 10.0


def test_waits_grow_are_never_the_same_and_stay_below_a_minute() -> None:
    dice = Random(3)  # noqa: S311 - no secret
    waits = [wait_seconds(failures, dice) for failures in range(12)]
    assert len(set(waits)) == len(waits)
    assert waits[0] <= 1.0 < waits[3] < waits[6]
    assert max(waits) <= MOST_WAIT_SECONDS
    assert min(waits[6:]) >= MOST_WAIT_SECONDS / 2
