"""What a file begins with says whether it is a record or a sheet; what is wrong is a sentence."""

from io import BytesIO

import pytest

from companion.rules.records.json_text import is_record, is_sheet
from companion.rules.records.reading import BadRecord, played


@pytest.mark.parametrize(
    ("text", "record", "sheet"),
    [
        (b'{"ra_record": 1, "players": []}\n', True, False),
        (b'{"epoch": 1, "players": []}', False, True),
        (b'{"epoch": 1}', False, False),
        (b"name,nile\nAnna,2\n", False, False),
        (b"", False, False),
        (b"\xff,\n", False, False),
    ],
)
def test_records_and_sheets_are_told_apart(text: bytes, *, record: bool, sheet: bool) -> None:
    assert is_record(text) is record
    assert is_sheet(text) is sheet


def test_a_record_that_cannot_be_says_on_which_line_and_why() -> None:
    with pytest.raises(BadRecord, match=r"^line 1: .+"):
        list(played(BytesIO(b"")))
    header = b'{"ra_record": 1, "players": ["Anna", "Ben"]}\n'
    with pytest.raises(BadRecord, match=r"^line 2: .+") as caught:
        list(played(BytesIO(header + b'{"bid": 4}\n')))
    assert caught.value.line == 2
