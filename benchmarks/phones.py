"""A press on somebody's phone, until the phone knows that it was taken.

The answer leaves the table after the entry is saved and its picture is shown, so both are in it.
Presses take turns with requests for the page itself, from the same server.
"""

import http.client
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Figure, milliseconds
from tests.phones.house import House, Phone, begun, seated_at

PRESSES, MOST_MS = 80, 60

REST_SECONDS = 0.7
"""A phone does ten things a second at most, and what follows at once on Undo may be a slip."""


def figures() -> list[Figure]:
    """Let three people play by phones: whose turn it is draws, and takes it back."""
    pressed, asked = [], []
    with TemporaryDirectory(dir=sys.prefix) as folder:
        house = House(Path(folder)).start()
        try:
            phones = begun(seated_at(house))
            active = next(each for each in phones if each.view()["own"]["draw"])
            for number in range(PRESSES):
                pressed.append(_done(active, {"undo": True} if number % 2 else {"draw": "nile"}))
                began = time.perf_counter()
                house.get("/")
                asked.append(time.perf_counter() - began)
                time.sleep(REST_SECONDS)
        finally:
            house.close()
    ours, theirs = 1000 * median(pressed), 1000 * median(asked)
    beside = f"{ours / theirs:.1f} × the page from the same server ({theirs:.2f} ms)"
    what = "a phone's press, saved, shown and answered"
    aim = f"≤ {MOST_MS} ms, median"
    return [Figure(what, milliseconds(pressed), beside, aim, ours <= MOST_MS)]


def _done(phone: Phone, what: dict[str, object]) -> float:
    """Return the seconds that something takes."""
    seen = phone.view()["seen"]
    began = time.perf_counter()
    told = phone.do(seen, what)
    taken = time.perf_counter() - began
    if told.status != http.client.OK or not told.told["ok"]:
        raise RuntimeError(f"a phone was refused {what}: {told.body!r}")
    return taken
