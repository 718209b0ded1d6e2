"""What the rules cost as a library: the import, and what is loaded when it is used."""

import subprocess
import sys
from statistics import median

from benchmarks.figures import Figure

TURNS = 15

MOST = 2.0
"""Times as long as importing msgspec alone: the aim for the import."""

_TIMED = """
import time
before = time.process_time()
{what}
print(time.process_time() - before)
"""

USES = {
    "msgspec": "import msgspec",
    "import": "import companion.rules as ra",
    "game": "import companion.rules as ra; ra.new_game(['Anna', 'Ben']).legal_actions()",
    "all": "import companion.rules as ra; [getattr(ra, name) for name in ra.__all__]",
}
"""What is measured, each in a process of its own."""


def figures(turns: int = TURNS) -> list[Figure]:
    """Measure in turns and return the figures."""
    seconds: dict[str, list[float]] = {use: [] for use in USES}
    for _ in range(turns):
        for use, what in USES.items():
            seconds[use].append(_cpu_seconds(what))
    alone, imported, game, everything = (median(taken) for taken in seconds.values())
    return [
        Figure(
            "`import companion.rules`",
            f"{imported / alone:.2f} times `import msgspec`",
            f"at most {MOST}",
            imported <= MOST * alone,
        ),
        Figure("the same, and a first game", f"{game / alone:.2f} times `import msgspec`"),
        Figure("the same, and every public name", f"{everything / alone:.2f} times the same"),
    ]


def _cpu_seconds(what: str) -> float:
    """Return the processor's seconds for this in a fresh process, the start of Python left out."""
    done = subprocess.run(
        [sys.executable, "-c", _TIMED.format(what=what)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)
