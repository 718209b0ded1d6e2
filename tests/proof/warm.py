"""``tests/app/births.py`` with a parent that has played a little, so that children start at once.

What they would all load and draw anew is there already: modules, fonts, pictures, pages. A child's
window, journal, threads and hardware are its own, as always.
"""

import gc
import os
from pathlib import Path

from companion.cli.commands import main
from tests.app import births
from tests.proof.evenings import Evening
from tests.proof.surroundings import folder

_ENTRIES = 40


def warm(players: int) -> None:
    """Play the beginning of a game, and tell nobody."""
    told = os.dup(1)
    with folder() as where, Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        home, evening = Path(where), Evening(players, 1, _ENTRIES)
        (home / "start.jsonl").write_bytes(evening.start())
        (home / "script.txt").write_text(evening.script())
        main(["run", "--headless", "--simulate", "--data", f"{home}/data",
              "--start", f"{home}/start.jsonl", "--script", f"{home}/script.txt"])  # fmt: skip
        os.dup2(told, 1)
    os.close(told)


if __name__ == "__main__":
    warm(3)
    gc.collect()
    gc.freeze()  # or every child would touch, and so copy, what it only shares
    births.obey()
