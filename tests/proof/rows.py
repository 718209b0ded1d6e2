"""``make proof ROWS=1``: which rows of PROOF.md are still true of the source as it is."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from tests.proof.measure import Proof
from tests.proof.mutation import EXCUSED

_ROW = re.compile(r"\| (?P<proof>[^|]+) \|.*\| (?P<version>[0-9a-f]{7,40}\+?) \|")


class Row(msgspec.Struct, frozen=True):
    """A row of the page, and what has become of what its proof depends on."""

    proof: str
    version: str
    """The revision that was tried; with a ``+`` it was never committed like that."""
    changed: tuple[str, ...] | None
    """Files that are different now; None where that version is not known here."""

    @property
    def is_true(self) -> bool:
        """Whether the row holds for the source as it is."""
        return self.changed == ()

    def __str__(self) -> str:
        """Return it as a line."""
        if self.changed is None:
            return f"{self.proof}: {self.version} is not in this clone"
        if not self.changed:
            return f"{self.proof}: still true, nothing changed since {self.version}"
        first, more = self.changed[0], len(self.changed) - 1
        others = f" and {more} more" if more else ""
        return f"{self.proof}: tried at {self.version}; since then {first}{others}"


def rows(page: str, proofs: Iterable[Proof], root: Path) -> Iterator[Row]:
    """Yield every row of a page that names a version, compared with the files below the root."""
    of = {proof.name: proof.of for proof in proofs}
    for found in _ROW.finditer(page):
        if found["proof"] in of:
            changed = _changed(found["version"], of[found["proof"]], root)
            yield Row(found["proof"], found["version"], changed)


def _changed(version: str, of: tuple[str, ...], root: Path) -> tuple[str, ...] | None:
    git = ["git", "-C", str(root), "diff", "--name-only", version, "--", *of]
    answer = subprocess.run(git, capture_output=True, text=True, check=False)
    if answer.returncode:
        return None
    # reasons are looked up when the page is written; see done.py, which leaves them out, too
    return tuple(name for name in answer.stdout.splitlines() if Path(name).name != EXCUSED.name)
