"""Lines: complete, bounded, the same in whatever pieces they come; and who speaks in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.auto import Format, parser
from hardware.readers.frames import Alive, Frame, ReaderTrouble, Tag, TextLines

ANSWER = bytes.fromhex("020000013EE4AC")
"""Of a scanner, when it was told something."""


def fed(pieces: list[bytes]) -> tuple[list[bytes], int]:
    """Return the lines of at most five bytes, and how many bytes were thrown away."""
    lines = TextLines(b"\r\n", 5)
    return [line for piece in pieces for line in lines.feed(piece)], lines.dropped


def test_a_line_of_just_the_limit_is_kept_and_a_longer_one_is_not() -> None:
    assert fed([b"12345\n123456\nok\n"]) == ([b"12345", b"ok"], 6)


def test_a_line_that_became_too_long_in_pieces_is_thrown_away_to_its_end() -> None:
    assert fed([b"1234", b"56", b"7", b"8", b"9\nok\r\n"]) == ([b"ok"], 9)


def test_a_line_is_thrown_away_as_soon_as_it_is_too_long() -> None:
    assert fed([b"12345"]) == ([], 0)
    assert fed([b"12345", b"6"]) == ([], 6)


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


def test_a_line_that_is_too_long_or_no_text_is_dropped() -> None:
    reader = parser(Format.SCANNER)
    assert reader.feed(b"A" * 200 + b"\r\xff\xfe\rA\x01B\rGOOD\r") == (Tag("GOOD"),)
    assert reader.dropped == 205


@pytest.mark.parametrize("kind", [Format.SCANNER, Format.LINES])
def test_every_line_that_is_too_long_is_counted_once(kind: Format) -> None:
    reader = parser(kind)
    for number in range(1, 4):
        assert reader.feed(b"A" * 2000 + b"\r") == ()
        assert reader.dropped == 2000 * number


@pytest.mark.parametrize(
    "answer", [ANSWER, bytes.fromhex("02000201005D51"), bytes.fromhex("020001003331")]
)
def test_whatever_a_scanner_answers_between_two_codes_is_left_out(answer: bytes) -> None:
    reader = parser(Format.SCANNER)
    assert reader.feed(b"GOOD\r" + answer + b"BETTER\r") == (Tag("GOOD"), Tag("BETTER"))
    assert reader.dropped == 0


def test_a_byte_that_begins_no_answer_keeps_no_code_waiting() -> None:
    reader = parser(Format.SCANNER)
    assert reader.feed(b"\x027\r") == (Tag("7"),)
    assert reader.dropped == 1


def test_what_only_looks_like_an_answer_of_a_scanner_is_dropped_byte_by_byte() -> None:
    wrong = ANSWER[:-1] + b"\x00"
    reader = parser(Format.SCANNER)
    assert reader.feed(b"\x02GOOD\r" + wrong + b"\rBETTER\r") == (Tag("GOOD"), Tag("BETTER"))
    assert reader.dropped == 1 + len(wrong)


@pytest.mark.parametrize(
    "line",
    [
        b"TAG 04A23BD2C15C80*5D",
        b"TAG 04A23BD2C15C81*5C",
        b"TAG",
        b"TAG 04A",
        b"TAG 04A2XX",
        b"tag 04A2",
        b"BTN\tid=3",
        b"BTN\tid=3\tstate=2",
        b"ENC\td=0",
        b"ENC\td=fast",
        b"SCAN\tuid=nonsense",
        b"rst:0x1 (POWERON_RESET),boot:0x13",
        b"\xff\xfe",
    ],
)
def test_lines_that_mean_nothing_are_dropped(line: bytes) -> None:
    reader = parser(Format.LINES)
    assert reader.feed(line + b"\n") == ()
    assert reader.dropped == len(line)


def test_a_question_is_answered_once() -> None:
    reader = parser(Format.LINES)
    assert reader.say(0.0) == b""
    reader.feed(b"PING\n")
    assert reader.say(0.1) == b"PONG\n"
    assert reader.say(0.2) == b""


def test_a_quiet_board_is_asked_every_second_and_missed_only_if_it_ever_answered() -> None:
    reader = parser(Format.LINES)
    assert reader.due() is None
    reader.say(0.0)
    assert reader.due() == 1.0
    assert reader.say(1.0) == b"PING\n"
    assert reader.say(1.5) == b""
    assert not reader.is_silent(60.0)
    reader.feed(b"PONG\n")
    reader.say(60.0)
    assert not reader.is_silent(63.0)
    assert reader.is_silent(63.1)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ERR {}", ReaderTrouble("x" * 128)),
        ("HELLO {}", Alive("x" * 64)),
    ],
)
def test_what_a_board_says_is_cut_short(line: str, meant: Frame) -> None:
    text = line.format("x" * 200) + "\n"
    assert parser(Format.LINES).feed(text.encode()) == (meant,)
