"""A whole day in a café: guests come and go, the plug is pulled, and nothing is lost or grows."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from companion.journal import game_lines, games_dir
from companion.rules.model import Phase
from companion.storage import staff_log
from companion.storage.pin import StaffPin
from tests.app.kiosk.day import PIN
from tests.crash.test_storm import environment
from tests.together import long

pytestmark = pytest.mark.crash

SPARE_KIB, GROWTH = 4096, 1.06

LOG_BYTES = 20_000

WARM_UP = 3


class Wanted(NamedTuple):
    """What happens on a day."""

    games: int
    kills: int
    languages: int
    idles: int


QUICK = Wanted(games=2, kills=1, languages=1, idles=6)

WHOLE = Wanted(games=30, kills=12, languages=3, idles=200)

MISHAPS = ("cable", "full", "staff")


@dataclass
class Table:
    """A table in a café, and what was confirmed at it."""

    folder: Path
    chance: Random
    confirmed: dict[str, int] = field(default_factory=dict)
    happened: Counter[str] = field(default_factory=Counter)
    figures: list[dict[str, int]] = field(default_factory=list)
    log_bytes: int = 0

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.folder / "data"

    def life(self, games: int, idles: int, mishaps: list[str], most: int | None) -> None:
        """Let the program live: until its games are over, or until the plug is pulled."""
        self.figures = []
        command = [sys.executable, "-m", "tests.app.kiosk.day", str(self.data),
                   str(self.folder / "settings.toml"), str(self.chance.randrange(10**6)),
                   str(games), str(idles), ",".join(mishaps)]  # fmt: skip
        log = (self.folder / "log").open("w+b")
        with (
            log,
            subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env=environment()
            ) as table,
        ):
            assert table.stdout is not None
            heard = 0
            for line in table.stdout:
                heard += self._hear(line.decode())
                if most is not None and heard >= most:
                    time.sleep(self.chance.uniform(0.0, 0.05))
                    os.kill(table.pid, signal.SIGKILL)
                    most = None
            status = table.wait()
            log.seek(0)
            said = log.read()
        self.log_bytes += len(said)
        assert status in (0, -signal.SIGKILL), said.decode()[-2000:]
        self.keeps_its_word()

    def _hear(self, line: str) -> int:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "confirmed":
                game, seq = rest.split()
                self.confirmed[game] = int(seq)
                return 1
            case "idle":
                self.happened["idle"] += 1
            case "mishap":
                self.happened[rest] += 1
            case _ if word.startswith('{"kib"'):
                self.figures.append(json.loads(line))
            case _:
                pass
        return 0

    def keeps_its_word(self) -> None:
        """Every game that was ever confirmed is there, whole, as far as it was confirmed."""
        for game, seq in self.confirmed.items():
            game_file = games_dir.find(self.data, game)
            assert game_file is not None, f"{game} is lost"
            kept = game_lines.read(games_dir.read(game_file).lines)
            assert kept is not None
            assert kept.timeline.seq >= seq, f"{game}: {seq} entries were confirmed"

    def over(self) -> int:
        """Return how many games were played to their end."""
        games = (
            game_lines.read(games_dir.read(each).lines) for each in games_dir.game_files(self.data)
        )
        return sum(game is not None and game.timeline.game.stage is Phase.OVER for game in games)


def day(folder: Path, wanted: Wanted) -> Table:
    """Let a day pass and return the table in the evening."""
    (folder / "settings.toml").write_text("[table]\nkiosk = true\n[data]\nallow_memory = true\n")
    table = Table(folder, Random(20261121))  # noqa: S311 - no secret
    StaffPin(folder / "data" / "staff-pin.json", time.monotonic).choose(PIN)
    per_life = wanted.idles // (2 * wanted.kills)
    for number in range(wanted.kills):
        mishaps = [MISHAPS[number % len(MISHAPS)]]
        table.life(wanted.games, per_life * wanted.games, mishaps, table.chance.randrange(40, 160))
    left = wanted.games - table.over()
    assert left > 0
    mishaps = [*MISHAPS, *("language",) * wanted.languages]
    table.life(left, max(0, wanted.idles - table.happened["idle"]), mishaps, None)
    return table


@long
@pytest.mark.parametrize("wanted", [QUICK, WHOLE])
def test_a_day_in_a_cafe_loses_no_game_and_nothing_grows(tmp_path: Path, wanted: Wanted) -> None:
    table = day(tmp_path, wanted)
    print(table.happened, table.figures, table.log_bytes, table.over(), len(table.confirmed))  # noqa: T201 - shown when it fails, or with -s
    assert table.over() >= wanted.games
    assert {*MISHAPS} <= {*table.happened}
    assert table.happened["language"] == wanted.languages
    assert table.happened["idle"] >= wanted.idles * 0.9
    kib = [each["kib"] for each in table.figures]
    settled = kib[WARM_UP:]
    if len(settled) > 1:
        half = len(settled) // 2
        before, after = median(settled[:half]), median(settled[half:])
        assert after <= before * GROWTH + SPARE_KIB, kib
    assert len({each["threads"] for each in table.figures[1:]}) <= 1
    assert table.log_bytes < LOG_BYTES
    assert StaffPin(table.data / "staff-pin.json", time.monotonic).is_set
    noted = [line.event["staff"] for line in staff_log.read(table.data).lines]
    assert noted[:2] == ["came", "went"]
