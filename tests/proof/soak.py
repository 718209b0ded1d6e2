"""Hours of table time with simulated people, and everything that happens to a table in a café."""

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from tests.proof.measure import SEED, Found, Piece
from tests.proof.surroundings import environment, folder

_GROWTH = 1.06
_SPARE_KIB = 4096
_LOG_BYTES = 50_000
_WARM_UP = 3
"""Games until everything is loaded that a table ever needs."""

_SAMPLES = 10
"""This many sizes are noted; what is laid out is remembered, up to a limit, for a dozen games."""


def sat_through(players: int, seed: int, games: int) -> Found:
    """Let people play so many games at one table, and see that it stays as it was."""
    with folder() as where:
        words = [sys.executable, "-m", "tests.proof.soaking", str(Path(where) / "data"),
                 str(players), str(seed), str(games)]  # fmt: skip
        run = subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{"kib"')]
    kib = [line["kib"] for line in lines]
    said = ", ".join(f"{size:,}" for size in kib[:: max(1, len(kib) // _SAMPLES)])
    who = f"{players} players, seed {seed}"
    found = Found(notes=[f"{who}: KiB of memory from game to game: {said}"])
    found.failures += [f"{who}: {run.stderr[-800:]}"] if run.returncode else []
    if len(run.stderr) > _LOG_BYTES:
        found.failures.append(f"{who}: {len(run.stderr)} bytes of log")
    for what, spare in (("kib", _SPARE_KIB), ("files", 0), ("threads", 0)):
        found.failures += grown([line[what] for line in lines], what, spare)
    if lines:
        found.counts["minutes of table time"] = int(lines[-1]["table_seconds"] / 60)
        found.counts["mishaps"] = lines[-1]["mishaps"]
    return found


def grown(samples: list[int], what: str, spare: int) -> list[str]:
    """Return that something grew from game to game, if it did; the first games do not count."""
    settled = samples[_WARM_UP:]
    if len(settled) < 2:
        return []
    half = len(settled) // 2
    before, after = median(settled[:half]), median(settled[half:])
    if after <= before * _GROWTH + spare:
        return []
    return [f"{what}: {before} in the first half and {after} in the second: {samples}"]


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the tables."""
    number, games = (6, 30) if is_full else (1, 6)
    yield from (partial(sat_through, 2 + n % 4, SEED + n, games) for n in range(number))
