"""What is installed is pinned with hashes, named with its licence, and nothing else is shipped."""

import re
from importlib.metadata import files, version
from pathlib import Path

import pytest

from release.lock import LOCKS, PYTHONS, pins, shares

ROOT = Path(__file__).parents[2]

FRESH = "constraints.txt and the lock files differ: `make lock` writes them again"


def locked(lock: str) -> list[tuple[str, str, list[str]]]:
    """Return name, version and hashes of everything in a lock file."""
    text = (ROOT / "release" / f"{lock}.lock").read_text(encoding="utf-8")
    entries = re.findall(
        r"^([a-z0-9-]+)==(\S+)((?: \\\n +--hash=sha256:[0-9a-f]{64})*)", text, re.MULTILINE
    )
    return [(name, pinned, re.findall("[0-9a-f]{64}", more)) for name, pinned, more in entries]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_lock_file_has_its_pins_and_no_other(lock: str) -> None:
    pinned = pins()
    wanted = {name: pinned[name] for name in shares(pinned)[lock]}
    assert {name: version for name, version, _ in locked(lock)} == wanted, FRESH


def test_every_pin_is_in_one_lock_file_only() -> None:
    found = [name for lock in LOCKS for name, _, _ in locked(lock)]
    assert sorted(found) == sorted(pins()), FRESH


@pytest.mark.parametrize("lock", LOCKS)
def test_nothing_is_installed_without_a_hash(lock: str) -> None:
    text = (ROOT / "release" / f"{lock}.lock").read_text(encoding="utf-8")
    entries = [name for name, _, digests in locked(lock) if digests]
    assert len(entries) == len(re.findall(r"^[a-z]", text, flags=re.MULTILINE)) > 0
    assert "://" not in text


def test_what_is_not_pure_python_has_a_hash_for_each_python_and_each_kind_of_machine() -> None:
    counts = {name: len(digests) for lock in LOCKS for name, _, digests in locked(lock)}
    assert counts["msgspec"] == counts["pygame-ce"] == 2 * len(PYTHONS)
    assert counts["ruff"] == 2
    assert counts["gpiozero"] == 1


def test_everything_that_the_table_needs_is_installed_here_in_the_locked_version() -> None:
    for name, pinned, _ in locked("table"):
        assert version(name) == pinned


LICENCES = (ROOT / "assets" / "LICENCES.md").read_text(encoding="utf-8")


def test_every_library_that_is_shipped_is_named_with_its_licence() -> None:
    rows = re.findall(r"^\| \[(\S+)\]\(https://\S+\) \| .+ \| .+ \|$", LICENCES, re.MULTILINE)
    assert sorted(rows) == sorted(name for lock in ("table", "pi") for name, *_ in locked(lock))


def test_every_library_within_a_wheel_is_named_with_its_licence() -> None:
    found = {
        re.split(r"-[0-9a-f]{8}|-2-[0-9a-f]{8}", path.name)[0]
        for path in files("pygame-ce") or ()
        if path.parts[0] == "pygame_ce.libs"
    }
    assert found
    assert [each for each in found if not re.search(rf"\b{each}\b", LICENCES)] == []


def test_everything_in_assets_has_a_licence() -> None:
    for folder in ("fonts", "icons", "sounds"):
        kinds = {path.suffix for path in (ROOT / "assets" / folder).iterdir()} - {".py", ".json"}
        for kind in kinds - {""}:
            assert re.search(rf"{folder}/\S*{re.escape(kind)}", LICENCES), (folder, kind)
