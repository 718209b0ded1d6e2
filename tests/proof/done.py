"""What was done so far, line by line, so that a proof that was stopped goes on where it was."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from tests.proof.measure import Found, Portion, Proof, Strength

SOURCES = ("assets", "companion", "hardware", "tests", "pyproject.toml")
"""What a proof depends on: if one byte of it changes, all begins anew."""


class Sources(msgspec.Struct, frozen=True):
    """What was proved."""

    digest: str
    """Of every source file."""
    commit: str
    """How the source is called by those who keep it; ``+`` if something was changed since."""


class _Line(msgspec.Struct, frozen=True):
    proof: str
    strength: Strength
    seed: int
    portion: str
    seconds: float
    found: Found


class Done:
    """A file of portions that are done; its first line says of which sources."""

    def __init__(self, file: Path, sources: Sources) -> None:
        """Go on with the file if it is of these sources, else begin it anew."""
        self._file = file
        self._done: dict[tuple[str, Strength, int], dict[str, tuple[Found, float]]] = {}
        if not self._is_ours(sources):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(sources) + b"\n")

    def _is_ours(self, sources: Sources) -> bool:
        if not self._file.exists():
            return False
        first, *rest = self._file.read_bytes().splitlines()
        if msgspec.json.decode(first, type=Sources).digest != sources.digest:
            return False
        for line in rest:
            try:
                self._keep(msgspec.json.decode(line, type=_Line))
            except msgspec.DecodeError:  # the last line, torn when it was stopped
                continue
        return True

    def _keep(self, line: _Line) -> None:
        done = self._done.setdefault((line.proof, line.strength, line.seed), {})
        done[line.portion] = line.found, line.seconds

    def add(  # noqa: PLR0913, PLR0917 - a line of the file
        self, proof: Proof, strength: Strength, seed: int, portion: Portion, found: Found,
        seconds: float,
    ) -> None:  # fmt: skip
        """Write down that a portion is done."""
        line = _Line(proof.name, strength, seed, portion.name, round(seconds, 3), found)
        self._keep(line)
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def of(self, proof: Proof, strength: Strength, seed: int) -> Mapping[str, tuple[Found, float]]:
        """Return the portions of a proof that are done, by their names."""
        return self._done.get((proof.name, strength, seed), {})


def digest(root: Path) -> str:
    """Return the hash of all that a proof depends on."""
    found = hashlib.sha256()
    for file in _files(root):
        found.update(str(file.relative_to(root)).encode() + b"\0")
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    for name in SOURCES:
        there = root / name
        inside = sorted(there.rglob("*")) if there.is_dir() else [there]
        yield from (file for file in inside if file.is_file() and "__pycache__" not in file.parts)
