"""Bytes to lines: complete, bounded, and the same in whatever pieces they come."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.text import TextLines


def fed(pieces: list[bytes]) -> tuple[list[bytes], int]:
    """Return the lines of at most five bytes, and how many bytes were thrown away."""
    lines = TextLines(b"\r\n", 5)
    return [line for piece in pieces for line in lines.feed(piece)], lines.dropped


def test_a_line_of_just_the_limit_is_kept_and_a_longer_one_is_not() -> None:
    assert fed([b"12345\n123456\nok\n"]) == ([b"12345", b"ok"], 6)


def test_a_line_that_became_too_long_in_pieces_is_thrown_away_to_its_end() -> None:
    assert fed([b"1234", b"56", b"7", b"8", b"9\nok\r\n"]) == ([b"ok"], 9)


def test_an_unfinished_line_waits() -> None:
    assert fed([b"123"]) == ([], 0)
    assert fed([b"123", b"45\r"]) == ([b"12345"], 0)
    assert fed([b"12345", b"\n"]) == ([b"12345"], 0)


@given(st.lists(st.sampled_from([b"a", b"bc", b"\r", b"\n", b"defghi", b"\r\n"]), max_size=30))
def test_lines_are_those_between_the_ends_whatever_the_pieces(pieces: list[bytes]) -> None:
    whole = b"".join(pieces).replace(b"\r", b"\n").split(b"\n")[:-1]
    lines, dropped = fed([*pieces, b"\n"])
    rest = b"".join(pieces).replace(b"\r", b"\n").split(b"\n")[-1]
    finished = [line for line in [*whole, rest] if line]
    assert lines == [line for line in finished if len(line) <= 5]
    assert dropped == sum(len(line) for line in finished if len(line) > 5)
