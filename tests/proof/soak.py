"""Hours of table time with simulated people, and everything that happens to a table in a café."""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from tests.proof.measure import Found, Portion, Strength
from tests.proof.surroundings import environment, folder

_GROWTH = 1.06
_SPARE_KIB = 4096
_WARM_UP = 3
"""Games until everything is loaded that a table ever needs."""

_SAMPLES = 10
"""This many sizes are noted; what is laid out is remembered, up to a limit, for a dozen games."""

_QUICK_GAMES, _FULL_GAMES, _FULL_PORTIONS = 6, 30, 6


def sat_through(players: int, seed: int, games: int) -> Found:
    """Let people play so many games at one table, and see that it stays as it was."""
    with folder() as where:
        words = [sys.executable, "-m", "tests.proof.soaking", str(Path(where) / "data"),
                 str(players), str(seed), str(games)]  # fmt: skip
        run = subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{"kib"')]
    failures = [f"{players} players, seed {seed}: {run.stderr[-800:]}"] if run.returncode else []
    if lines:
        failures += grown([line["kib"] for line in lines], "KiB of memory", _SPARE_KIB)
        failures += grown([line["files"] for line in lines], "open files", 0)
        failures += grown([line["threads"] for line in lines], "threads", 0)
    last = lines[-1] if lines else {}
    counts = {
        "games": len(lines),
        "minutes of table time": int(last.get("table_seconds", 0) / 60),
        "mishaps": last.get("mishaps", 0),
    }
    kib = [line["kib"] for line in lines]
    said = ", ".join(f"{size:,}" for size in kib[:: max(1, len(kib) // _SAMPLES)])
    note = f"{players} players, seed {seed}: KiB of memory from game to game: {said}"
    return Found(counts, tuple(failures), (note,))


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


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the tables."""
    if strength is Strength.QUICK:
        return (Portion(sat_through, (3, seed, _QUICK_GAMES)),)
    return tuple(
        Portion(sat_through, (2 + n % 4, seed + n, _FULL_GAMES)) for n in range(_FULL_PORTIONS)
    )
