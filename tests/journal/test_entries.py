"""What the index keeps is said only as it was written."""

from collections.abc import Callable, Sequence
from pathlib import Path
from zlib import compress, crc32

import pytest

from companion.journal.book import Book
from companion.journal.claim import claim
from companion.journal.games_dir import Volume, volumes
from companion.journal.index.rows import (
    FileState,
    GameRow,
    WrongRowError,
    counts_of,
    described,
    entry_of,
    state,
    tallies_of,
    was_begun,
)
from companion.journal.lines import GameId, Line, Stamp
from tests.journal.disks import HASTY

GAME = GameId("000001-20260102T201530")


Said = Callable[[str, object, object], object]


def sum_of(raw: bytes) -> int:
    return crc32(GAME.encode() + raw)


@pytest.mark.parametrize(
    ("said", "raw"),
    [
        (tallies_of, b"no such stream"),
        (tallies_of, compress(b'{"not": "tallies"}')),
        (tallies_of, compress(b"[")),
        (counts_of, b"[]"),
        (counts_of, b"{"),
    ],
)
def test_what_has_a_right_checksum_and_no_meaning_is_not_said(said: Said, raw: bytes) -> None:
    with pytest.raises(WrongRowError, match="shape"):
        said(GAME, raw, sum_of(raw))


@pytest.mark.parametrize(("said", "raw"), [(tallies_of, compress(b"[]")), (counts_of, b"{}")])
def test_totals_are_said_with_their_own_checksum_only(said: Said, raw: bytes) -> None:
    assert not said(GAME, raw, sum_of(raw))
    for other in (sum_of(raw) + 1, crc32(raw), None, "text"):
        with pytest.raises(WrongRowError, match=r"tallies|counts"):
            said(GAME, raw, other)
    with pytest.raises(WrongRowError, match=r"tallies|counts"):
        said(GAME, raw.hex(), sum_of(raw))


@pytest.fixture
def volume(tmp_path: Path) -> Volume:
    """A game of two lines."""
    with claim(tmp_path, HASTY) as ours:
        book = Book(ours, GAME)
        for number in range(2):
            book.append({"n": number}, Stamp(1000 * number, 0, "", "key"))
        book.close()
    return volumes(tmp_path)[0]


def test_a_row_is_said_only_with_all_that_it_was_written_with(volume: Volume) -> None:
    kept = described(volume, lambda _: GameRow((), "c25", is_over=False))
    assert kept is not None
    game, size, changed, raw, checksum = kept.row
    assert (kept.entry.events, kept.entry.begun_ms, kept.entry.last_ms) == (1, 0, 1000)
    assert entry_of(kept.row) == (kept.entry, FileState(volume.path.stat().st_size, changed))  # type: ignore[arg-type]
    assert isinstance(raw, bytes)
    assert isinstance(size, int)
    shapeless = crc32(f"{size} {changed} ".encode() + b"{}")
    for wrong, why in (
        ((game, str(size), changed, raw, checksum), "types"),
        ((game, size, None, raw, checksum), "types"),
        ((game, size, changed, raw.decode(), checksum), "types"),
        ((game, size + 1, changed, raw, checksum), "checksum"),
        ((game, size, changed, raw[:-1], checksum), "checksum"),
        ((game, size, changed, b"{}", shapeless), "shape"),
        (("000002-20260102T201530", size, changed, raw, checksum), "game"),
    ):
        with pytest.raises(WrongRowError, match=why):
            entry_of(wrong)


def test_a_game_that_is_gone_or_makes_no_sense_is_not_described(volume: Volume) -> None:
    assert described(volume, lambda lines: lines[7].event) is None  # type: ignore[arg-type, return-value]
    assert was_begun(volume)
    asked: list[object] = []

    def describe(lines: Sequence[Line]) -> GameRow:
        asked.append(lines)
        return GameRow((), "c25", is_over=False)

    raw = volume.path.read_bytes()
    volume.path.write_bytes(b"nothing is proved\n")
    assert described(volume, describe) is None
    assert asked == []
    volume.path.write_bytes(raw)
    volume.path.unlink()
    assert state(volume) is None
    assert described(volume, lambda _: GameRow((), "c25", is_over=False)) is None
    volume.path.mkdir()
    assert was_begun(volume)
