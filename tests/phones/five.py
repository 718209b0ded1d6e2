"""A whole game by five browser windows: ``python -m tests.phones.five DIR [SEED]``, minutes.

Pictures of every kind of page on every phone go into the folder. At the end the record of the table
is played again, and must end as the phones say that it did.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from companion.journal import game_lines, games_dir
from companion.rules.records.timeline import Timeline, begin, effective_entries, enter
from tests.phones.browsers import NAMES, PHONES, Window, chromium, errors, play, seat_all
from tests.phones.house import House

TABS = ("me", "table", "rules")


def kept(house: House) -> Timeline:
    """Return the newest game of a table, as its journal tells it."""
    found = game_lines.read(games_dir.read(games_dir.game_files(house.data)[-1]).lines)
    assert found is not None
    return found.timeline


def replayed(timeline: Timeline) -> Timeline:
    """Return the same game, entered again from its beginning."""
    again = begin(timeline.start.setup)
    for deed in effective_entries(timeline):
        again = enter(again, deed)
    return again


def result_on(window: Window) -> Iterator[tuple[str, int]]:
    """Yield name and points in the order on a phone."""
    for row in window.page.query_selector_all(".result li"):
        name, points = row.query_selector("span"), row.query_selector("em")
        assert name is not None
        assert points is not None
        yield name.inner_text(), int(points.inner_text())


def photograph(windows: list[Window], folder: Path, name: str) -> None:
    """Keep what every phone shows."""
    for seat, window in enumerate(windows):
        window.page.screenshot(path=folder / f"{name}-{seat}.png")


def main(folder: Path, seed: int) -> None:
    """Play, and say what was seen."""
    folder.mkdir(parents=True, exist_ok=True)
    house = House(Path(mkdtemp(prefix="ra")), "[table]\nauction_settle_seconds = 30\n").start()
    with chromium() as browser:
        windows = seat_all(house, browser, PHONES)
        began, chance = time.monotonic(), Random(seed)  # noqa: S311 - no secret
        done = play(windows, chance, 60)
        photograph(windows, folder, "game")
        for tab in TABS:
            for window in windows:
                window.tap(f"footer [data-do*='\"{tab}\"']")
            photograph(windows, folder, tab)
            for window in windows:
                window.tap(f"footer [data-do*='\"{tab}\"']")
        done += play(windows, chance, 2000)
        took = time.monotonic() - began
        photograph(windows, folder, "result")
        timeline = kept(house)
        result, again = timeline.result, replayed(timeline).result
        assert result is not None
        assert result == again
        order = sorted(range(len(NAMES)), key=lambda seat: result.places[seat] or 0)
        told = [(timeline.start.setup.players[seat], result.points[seat]) for seat in order]
        for window in windows:
            assert list(result_on(window)) == told, told
        assert not errors(windows), errors(windows)
    house.close()
    print(f"{len(done)} deeds in {took:.0f} s; {len(timeline.steps)} entries; {told}")  # noqa: T201
    print(f"deeds of each phone: {[sum(1 for at, _ in done if at == seat) for seat in range(5)]}")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
