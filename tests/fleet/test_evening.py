"""An evening: real programs with their fleet processes, and light tables."""

import signal
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import msgspec

from companion.fleet.shapes import State, TablePhase
from tests.fleet.mosquitto import Ears, Mosquitto, needs_mosquitto, until
from tests.fleet.tables import Attendant, LightTable, RealTable, settings
from tests.together import EVERY

pytestmark = needs_mosquitto

LIGHT, REAL = (45, 5) if EVERY else (4, 3)

BEGIN = ("press p1", "press p2", "press p3", "press ra", "press ok")


def state_of(ears: Ears, table: str) -> State | None:
    """Return the newest state that was heard of a table."""
    heard = ears.on(f"ra-companion/{table}/state")
    return msgspec.json.decode(heard[-1], type=State) if heard else None


def availability(ears: Ears) -> dict[str, bytes]:
    """Return whether each table that was heard of is there, by its id."""
    return {
        topic.split("/")[1]: payload
        for topic, payload, _ in ears.heard
        if topic.endswith("/availability")
    }


def test_many_tables_at_one_broker(
    broker: Mosquitto, ears: Ears, stack: ExitStack, tmp_path: Path
) -> None:
    light = [LightTable(f"light-{number}", settings(broker.port)) for number in range(LIGHT)]
    for number, table in enumerate(light):
        stack.callback(table.die)
        stack.callback(Attendant(table.file, seed=number).close)
    real = [
        RealTable(tmp_path / f"t{number}", f"real-{number}", broker.port, stack)
        for number in range(REAL)
    ]
    everybody = {each.id for each in light} | {each.id for each in real}
    until(lambda: availability(ears) == dict.fromkeys(everybody, b"online"), 90)
    for each in real:
        each.do(*BEGIN, "press p1")
    until(lambda: all(state_of(ears, each.id) == _begun(ears, each.id) for each in real), 60)
    for call, table in zip(cycle(("order", "pay", "rules")), light, strict=False):
        table.show(call=call)
    until(lambda: sum(len(ears.on(f"ra-companion/{each.id}/call")) for each in light) == LIGHT, 60)

    killed, orphan, *others = real
    _plays_on_while_its_fleet_process_is_stopped(ears, others[0])
    killed.program.kill()  # the table; its fleet process says that it is gone
    orphan.fleet.kill()  # the other way round, the broker does
    gone = {killed.id, orphan.id}
    until(lambda: {availability(ears)[each] for each in gone} == {b"offline"}, 1.5 * 5 + 5)

    broker.stop()
    broker.start()  # and it has lost everything
    later = Ears(broker.port)
    stack.callback(later.close)
    here = {each.id for each in light} | {each.id for each in others}
    until(lambda: {id_ for id_, said in availability(later).items() if said == b"online"} >= here,
          90)  # fmt: skip
    assert availability(later).get(killed.id, b"offline") == b"offline"


def _begun(ears: Ears, table: str) -> State | None:
    state = state_of(ears, table)
    return (
        state
        if state is not None and (state.phase, state.actions) == (TablePhase.PLAYING, 1)
        else None
    )


def _plays_on_while_its_fleet_process_is_stopped(ears: Ears, table: RealTable) -> None:
    assert table.confirmed() == b"confirmed 1\n"
    table.fleet.send_signal(signal.SIGSTOP)
    for number in range(2, 100):
        table.do("press undo" if number % 2 == 0 else "press p1")
        assert table.confirmed() == f"confirmed {number}\n".encode()
    table.fleet.send_signal(signal.SIGCONT)
    table.do("press p2")
    until(lambda: (state := state_of(ears, table.id)) is not None and state.actions == 2, 60)
    assert len(ears.on(f"ra-companion/{table.id}/state")) < 60  # of some hundred
