"""What was done so far, line by line, so that a proof that was stopped can resume."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from tests.proof.measure import Found, Portion, Proof, Strength


class _Line(msgspec.Struct, frozen=True):
    proof: str
    strength: Strength
    seed: int
    portion: str
    seconds: float
    found: Found
    digest: str
    """Of all that the proof depends on."""
    commit: str
    """The revision of the source; ``+`` if something was changed since."""


_BESIDE = {"__pycache__", "actual", "survivors.toml"}
"""Not part of what is proved: compiled Python, pictures of failed tests, and reasons, which are
looked up when the page is written."""

Portions = dict[str, tuple[Found, float]]
"""What portions saw and how many seconds it took them, by their names."""


class Version(msgspec.Struct):
    """What was done of a proof while nothing changed that it depends on."""

    commit: str
    """Of the last portion."""
    portions: Portions


class Done:
    """A file of portions that are done, each with the digest of the sources that it is true of."""

    def __init__(self, file: Path, root: Path, commit: str) -> None:
        """Continue the file; what was done with other sources is kept, and does not count.

        Args:
            file: Where it is written.
            root: Where the sources are.
            commit: Their revision.
        """
        self._file, self._root, self._commit = file, root, commit
        self._done: dict[tuple[str, Strength, int], dict[str, Version]] = {}
        file.parent.mkdir(parents=True, exist_ok=True)
        for line in file.read_bytes().splitlines() if file.exists() else ():
            try:
                self._keep(msgspec.json.decode(line, type=_Line))
            except msgspec.DecodeError:  # the last line, torn when it was stopped
                continue

    def _keep(self, line: _Line) -> None:
        versions = self._done.setdefault((line.proof, line.strength, line.seed), {})
        version = versions.pop(line.digest, Version(line.commit, {}))
        version.commit = line.commit
        version.portions[line.portion] = line.found, line.seconds
        versions[line.digest] = version

    def add(  # noqa: PLR0913, PLR0917 - a line of the file
        self, proof: Proof, strength: Strength, seed: int, portion: Portion, found: Found,
        seconds: float,
    ) -> None:  # fmt: skip
        """Write down that a portion is done."""
        line = _Line(
            proof.name, strength, seed, portion.name, round(seconds, 3), found,
            digest(self._root, proof.of), self._commit,
        )  # fmt: skip
        self._keep(line)
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def of(self, proof: Proof, strength: Strength, seed: int) -> Version:
        """Return what is done of a proof, with the sources as they are."""
        nothing = Version(self._commit, {})
        return self._versions(proof, strength, seed).get(digest(self._root, proof.of), nothing)

    def ever(self, proof: Proof, strength: Strength, seed: int) -> list[Version]:
        """Return what was done of a proof with any sources, the last first."""
        return list(reversed(self._versions(proof, strength, seed).values()))

    def _versions(self, proof: Proof, strength: Strength, seed: int) -> dict[str, Version]:
        return self._done.get((proof.name, strength, seed), {})


@cache
def digest(root: Path, names: tuple[str, ...]) -> str:
    """Return the hash of all that a proof depends on: files, and folders with all in them."""
    found = hashlib.sha256()
    for file in _files(root, names):
        found.update(str(file.relative_to(root)).encode() + b"\0")
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def _files(root: Path, names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        there = root / name
        inside = sorted(there.rglob("*")) if there.is_dir() else [there]
        yield from (
            each
            for each in inside
            if each.is_file() and not _BESIDE & {*each.relative_to(root).parts}
        )
