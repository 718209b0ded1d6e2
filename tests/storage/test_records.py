"""A record is read as a stream: whatever the bytes are, little is kept and a sentence comes out."""

import io
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.editions import Setup, setup
from companion.rules.records import record
from companion.rules.records.record import LONGEST_LINE
from companion.storage import FileRefused, Status
from companion.storage.files import FileFlaw, complaints, flawed, played, unreadable
from tests.cli.running import BEGINNING, HEADER
from tests.random_games import random_game

ROOT = Path(__file__).parents[2]

GAME = record.write(
    setup(("Anna", "Ben")),
    random_game(setup(("Anna", "Ben")), Random(3)),  # noqa: S311 - dice
)


class Endless(io.RawIOBase):
    """A file that never ends, made of one piece again and again."""

    def __init__(self, beginning: bytes, piece: bytes) -> None:
        self._left = beginning
        self._piece = piece
        self.given = 0

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: object) -> int:
        """Fill the whole buffer."""
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type] # any buffer
        while len(self._left) < len(view):
            self._left += self._piece * (1 + len(view) // len(self._piece))
        view[:], self._left = self._left[: len(view)], self._left[len(view) :]
        self.given += len(view)
        return len(view)


class Broken(io.BytesIO):
    """A file on a card that fails after its first line."""

    def readline(self, size: int | None = -1, /) -> bytes:
        """Fail where the file should end."""
        line = super().readline(size)
        if not line:
            raise OSError(5, "Input/output error")
        return line


def reasons(stream: BinaryIO) -> tuple[list[str], Status]:
    """Why a record is refused, without the file's name."""
    try:
        for _ in played(stream):
            pass
    except FileRefused as refused:
        return [line.removeprefix("f:") for line in complaints("f", refused)], refused.status
    return [], Status.DONE


def test_every_line_comes_with_what_it_says_and_the_game_after_it() -> None:
    steps = list(played(io.BytesIO(BEGINNING)))
    assert isinstance(steps[0].entry, Setup)
    assert [
        record.entry(step.entry) for step in steps[1:] if not isinstance(step.entry, Setup)
    ] == [{"draw": "pharaoh"}, {"draw": "ra"}, {"bid": 4}]
    assert [step.timeline.seq for step in steps] == [0, 1, 2, 3]


def test_lines_come_one_by_one_and_the_rest_is_not_read_ahead() -> None:
    endless = Endless(HEADER, b'{"draw": "nile"}\n{"undo": 1}\n')
    stream = io.BufferedReader(endless, buffer_size=512)
    for step in played(stream):
        if step.timeline.seq == 1000:
            break
    assert endless.given < 40_000


@pytest.mark.parametrize("beginning", [b"", HEADER, BEGINNING])
@pytest.mark.parametrize("piece", [b"\x00", b"x", b" ", b'{"draw": "ra"'])
def test_a_line_without_an_end_is_refused_before_it_is_read(beginning: bytes, piece: bytes) -> None:
    endless = Endless(beginning, piece)
    found, status = reasons(io.BufferedReader(endless))
    assert status is Status.UNREADABLE
    too_long = "A line of a game record has at most 65536 bytes: is this the right file?"
    assert found == [f"{beginning.count(10) + 1}: {too_long}"]
    assert endless.given < 300_000


def test_a_line_may_be_just_as_long_as_is_allowed() -> None:
    header = HEADER.strip()
    longest = header + b" " * (LONGEST_LINE - len(header) - 1) + b"\n"
    assert reasons(io.BytesIO(longest)) == ([], Status.DONE)
    [found], _ = reasons(io.BytesIO(b" " + longest))
    assert "at most 65536 bytes" in found


MEASURED = """
import io, tracemalloc
from companion.storage import FileRefused
from companion.storage.files import complaints, played
from tests.cli.running import BEGINNING, HEADER
stream = io.BytesIO({text})
tracemalloc.start()
try:
    print(max(step.timeline.seq for step in played(stream)))
except FileRefused as refused:
    print(*complaints("f", refused))
print(tracemalloc.get_traced_memory()[1])
"""


@pytest.mark.parametrize(
    ("text", "said", "most"),
    [
        (
            r'BEGINNING + b"\n" * (30 << 20) + b"{}"',
            "f:5: A game record has no blank lines: delete this one",
            2 << 20,
        ),
        (r"""HEADER + b'{"draw": "nile"}\n{"undo": 1}\n' * 3000""", "6000", 1 << 20),
    ],
    ids=["megabytes of blank lines", "a long game of taking back"],
)
def test_whatever_is_read_needs_little_memory(text: str, said: str, most: int) -> None:
    """In a process of its own, where nobody else needs any."""
    script = [sys.executable, "-c", MEASURED.format(text=text)]
    printed = subprocess.run(script, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    *found, needed = printed.splitlines()
    assert found == [said]
    assert int(needed) < most


def test_a_card_that_fails_is_a_sentence_on_the_line_where_it_did() -> None:
    assert reasons(Broken(HEADER)) == (["2: Cannot read it: Input/output error"], Status.UNREADABLE)


@pytest.mark.parametrize(
    ("trouble", "flaw"),
    [
        (FileNotFoundError(2, "?"), FileFlaw.NO_FILE),
        (IsADirectoryError(21, "?"), FileFlaw.FOLDER),
        (PermissionError(13, "?"), FileFlaw.FORBIDDEN),
        (OSError(5, "?"), FileFlaw.TROUBLE),
    ],
)
def test_trouble_with_a_file_is_told_apart(trouble: OSError, flaw: FileFlaw) -> None:
    (objection,) = unreadable(7, trouble).objections
    assert (objection.line, objection.problem) == (
        7,
        flawed(1, flaw, "?" if flaw is FileFlaw.TROUBLE else "").objections[0].problem,
    )


def test_what_people_wrote_is_repeated_only_so_far_and_steers_no_terminal() -> None:
    [line], _ = reasons(io.BytesIO(HEADER + b'{"draw": "\\u001b[31m%s"}' % (b"w" * 10_000)))
    assert len(line) < 200
    assert line.isprintable()


events = st.lists(
    st.sampled_from(GAME.splitlines()[1:])
    | st.binary(max_size=20)
    | st.sampled_from([b'{"undo": 1}', b'{"redo": 2}', b"", b" ", b"\xef\xbb\xbf", b"{}", b"\r"])
    | st.text(alphabet='{}":drawnile18,[] ', max_size=30).map(str.encode)
)


@given(events, st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_any_lines_after_a_header_are_played_or_refused(lines: list[bytes], end: bytes) -> None:
    found, status = reasons(io.BytesIO(HEADER + end.join(lines)))
    assert bool(found) == bool(status)
    assert all(line.split(":")[0].isdecimal() for line in found)
