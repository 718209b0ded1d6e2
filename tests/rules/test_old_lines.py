"""Every line of a journal of every released version is read, and written with the same words.

That whole journals and records are the same bytes again, `tests/net/test_written_files.py` sees.
"""

from pathlib import Path

import msgspec
import pytest

from companion.journal.lines import GameId
from companion.rules.records.record import entry, header, read_entry, read_header
from tests.net.evenings import JOURNALS, lines_of
from tests.proof import golden

NO_ENTRIES = ("left", "rejected", "peeked")
"""What a journal has besides the lines of a record."""

OLD = sorted([*JOURNALS.glob("*/*.jsonl"), *golden.JOURNALS.glob("*/*.jsonl")])


def test_there_are_games_of_every_released_version() -> None:
    assert {path.parent.name for path in OLD} == {"0.1.0", "1.0.0", "2.0.0", "3.0.0"}


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_line_is_written_as_it_was_read(path: Path) -> None:
    first, *lines = lines_of(path.read_bytes(), GameId(path.stem))
    assert header(read_header(msgspec.json.encode(first.event["game"]))) == first.event["game"]
    for line in lines:
        if not line.event.keys() & set(NO_ENTRIES):
            assert entry(read_entry(bytes(line.event_json))) == line.event
