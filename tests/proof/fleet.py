"""The fleet: millions of hostile messages at a real broker, and what leaves random games."""

import logging
import resource
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

from companion.core.kiosk import Link
from companion.fleet.member import LOG
from tests.fleet.mosquitto import PROGRAM, Ears, Mosquitto, until
from tests.fleet.tables import Attendant, LightTable, settings
from tests.fleet.test_at_the_broker import BASE, hostile
from tests.fleet.test_secrets import tells_nothing
from tests.proof.measure import SEED, Found, Piece

MESSAGES, _GAMES = 50_000, 50
"""In each piece."""

ROOM_KB = 20_000
"""So much more memory may be needed at most in the end than after the first tenth."""

MOST_COMPLAINTS = 3
"""So many different things can be complained of."""

_BATCH = 500


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the games and the storms."""
    rounds, games = (20, 20) if is_full else (1, 2)
    yield from (partial(secrets, number * _GAMES) for number in range(games))
    yield from (partial(storm, SEED + number) for number in range(rounds))


def secrets(first: int) -> Found:
    """Look at every byte that leaves some random games, with other names and other points."""
    found = Found(Counter(games=_GAMES))
    for seed in range(first, first + _GAMES):
        with found.at(f"game {seed}"):
            tells_nothing(seed)
    return found


def storm(seed: int) -> Found:
    """Send what no table can want, and see that nothing comes of it but a few lines of log."""
    if PROGRAM is None:
        return Found(notes=["mosquitto is not installed: no messages were sent"])
    kept = _Kept()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        broker = Mosquitto(folder)
        stack.callback(broker.stop)
        broker.start()
        table = LightTable("window-3", settings(broker.port))
        stack.callback(table.die)
        attendant = Attendant(table.file, seed)
        stack.callback(attendant.close)
        stack.callback(LOG.removeHandler, kept)
        LOG.addHandler(kept)
        attendant.until_connected()
        ears = Ears(broker.port, "$SYS/nothing")
        stack.callback(ears.close)
        dice, early = Random(seed), 0  # noqa: S311 - no secret
        for batch in range(MESSAGES // _BATCH):
            for _ in range(_BATCH):
                ears.client.publish(*hostile(dice), qos=0)
            ears.say(f"{BASE}/call/set", "end")
            until(lambda: table.answers, 60)
            table.told.clear()
            if batch == MESSAGES // _BATCH // 10:
                early = _memory_kb()
        return Found(Counter(messages=MESSAGES), [*_wrong(attendant, kept, _memory_kb() - early)])


def _wrong(attendant: Attendant, kept: "_Kept", grown_kb: int) -> Iterator[str]:
    if attendant.failed is not None:
        yield f"the fleet process ended: {attendant.failed!r}"
    if attendant.fleet.link is not Link.CONNECTED:
        yield f"the broker is {attendant.fleet.link} in the end"
    if len(kept.lines) > MOST_COMPLAINTS or len(set(kept.lines)) != len(kept.lines):
        yield f"{len(kept.lines)} lines were logged, {len(set(kept.lines))} of them different"
    if grown_kb > ROOM_KB:
        yield f"{grown_kb} kB more were needed in the end"


class _Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(record.getMessage())


def _memory_kb() -> int:
    """Return the most memory that this process has had, in kB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
