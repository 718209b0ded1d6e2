"""Lines: complete, bounded, the same in whatever pieces they come; and who speaks in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.auto import Format, parser
from hardware.readers.frames import Alive, Frame, ReaderTrouble, Tag, TextLines


def fed(pieces: list[bytes]) -> list[bytes]:
    """Return the lines of at most five bytes."""
    lines = TextLines(b"\r\n", 5)
    return [line for piece in pieces for line in lines.feed(piece)]


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"12345\n123456\nok\n"], [b"12345", b"ok"]),
        ([b"1234", b"56", b"7", b"8", b"9\nok\r\n"], [b"ok"]),
        ([b"12345", b"6"], []),
        ([b"123"], []),
        ([b"123", b"45\r"], [b"12345"]),
        ([b"12345", b"\n"], [b"12345"]),
    ],
)
def test_a_line_of_just_the_limit_is_kept_and_a_longer_one_is_not(
    pieces: list[bytes], lines: list[bytes]
) -> None:
    assert fed(pieces) == lines


@given(st.lists(st.sampled_from([b"a", b"bc", b"\r", b"\n", b"defghi", b"\r\n"]), max_size=30))
def test_lines_are_those_between_the_ends_whatever_the_pieces(pieces: list[bytes]) -> None:
    whole = b"".join(pieces).replace(b"\r", b"\n").split(b"\n")[:-1]
    lines = fed([*pieces, b"\n"])
    rest = b"".join(pieces).replace(b"\r", b"\n").split(b"\n")[-1]
    finished = [line for line in [*whole, rest] if line]
    assert lines == [line for line in finished if len(line) <= 5]


@pytest.mark.parametrize(
    "line",
    [
        b"TAG 04A23BD2C15C80*5D",
        b"TAG 04A23BD2C15C81*5C",
        b"TAG",
        b"TAG 04A",
        b"TAG 04A2XX",
        b"tag 04A2",
        b"Firmware date: 20240101",
        b"Card SAK: 08",
        b"  15   63   00 00 00 00  00 00 FF 07  80 69 FF FF",
        b"UID length: 4 bytes",
        b"12345",
        b"BTN\tid=3",
        b"BTN\tid=3\tstate=2",
        b"ENC\td=0",
        b"ENC\td=fast",
        b"SCAN\tuid=nonsense",
        b"rst:0x1 (POWERON_RESET),boot:0x13",
        b"\xff\xfe",
    ],
)
def test_lines_that_mean_nothing_are_no_frames(line: bytes) -> None:
    assert parser(Format.LINES).feed(line + b"\n") == ()


def test_a_question_is_answered_once() -> None:
    reader = parser(Format.LINES)
    assert reader.say(0.0) == b""
    reader.feed(b"PING\n")
    assert reader.say(0.1) == b"PONG\n"
    assert reader.say(0.2) == b""


def test_a_quiet_board_is_asked_every_second_and_missed_only_if_it_ever_answered() -> None:
    reader = parser(Format.LINES)
    assert reader.say(0.0) == b""
    assert reader.say(1.0) == b"PING\n"
    assert reader.say(1.5) == b""
    assert not reader.is_silent(60.0)
    reader.feed(b"PONG\n")
    reader.say(60.0)
    assert not reader.is_silent(63.0)
    assert reader.is_silent(63.1)


@pytest.mark.parametrize(
    ("line", "meant"), [("ERR {}", ReaderTrouble("x" * 128)), ("HELLO {}", Alive("x" * 64))]
)
def test_what_a_board_says_is_cut_short(line: str, meant: Frame) -> None:
    text = line.format("x" * 200) + "\n"
    assert parser(Format.LINES).feed(text.encode()) == (meant,)


@pytest.mark.parametrize(
    "line",
    [
        "159a92ae",
        "362451630",
        "Card UID: 15 9A 92 AE",
        "  UID Value: 0x15 0x9A 0x92 0xAE",
        "Seems to be a Mifare Classic card #362451630",
        "TAG 15:9A:92:AE",
        "Tag ID = 15 9a 92 ae",
    ],
)
def test_a_tag_is_the_same_however_a_reader_writes_its_number(line: str) -> None:
    for kind in (Format.LINES, Format.AUTO):
        assert parser(kind).feed(f"{line}\r\n".encode()) == (Tag("159A92AE"),)
