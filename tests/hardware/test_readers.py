"""Every wire format: the published frames, any chunking, and noise before, between and inside."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.auto import Auto, Format, parser
from hardware.readers.frames import Alive, DialTurned, Frame, Pressed, ReaderTrouble, Tag

RDM6300 = bytes.fromhex("0230313030363345394145323503")

RDM6300_2 = b"\x02100086F44426\x03"

ID12 = bytes.fromhex("02304330303036323141353845 0D0A03")

PN_ACK = bytes.fromhex("0000FF00FF00")

PN_4_BYTES = bytes.fromhex("0000FF0CF4D54B010100040804FB0EE20BD800")

PN_7_BYTES = bytes.fromhex("0000FF0FF1D54B01010044000704A23BD2C15C804300")

PN_NONE = bytes.fromhex("0000FF03FDD54B00E000")

PN_VERSION = bytes.fromhex("0000FF06FAD50332010607E800")

SPOKEN: list[tuple[Format, bytes, tuple[Frame, ...]]] = [
    (Format.EM4100, RDM6300, (Tag("010063E9AE"),)),
    (Format.EM4100, RDM6300_2, (Tag("100086F444"),)),
    (Format.EM4100, ID12, (Tag("0C000621A5"),)),
    (Format.EM4100, RDM6300[:7] + RDM6300, (Tag("010063E9AE"),)),  # a start begins a new one
    (Format.PN532, PN_ACK + PN_4_BYTES, (Tag("FB0EE20B"),)),
    (Format.PN532, PN_ACK + PN_7_BYTES, (Tag("04A23BD2C15C80"),)),
    (Format.PN532, PN_ACK + PN_NONE, (Alive(),)),
    (Format.PN532, PN_ACK + PN_VERSION, (Alive("PN532 1.6"),)),
    (Format.LINES, b"TAG 04A23BD2C15C80*5C\n", (Tag("04A23BD2C15C80"),)),
    (Format.LINES, b"TAG 04a23bd2c15c80*5c\n", (Tag("04A23BD2C15C80"),)),
    (Format.LINES, b"TAG 04a23bd2c15c80 pad\r\n", (Tag("04A23BD2C15C80"),)),
    (Format.LINES, b"HELLO ra-bag 1\n", (Alive("ra-bag 1"),)),
    (Format.LINES, b"PING\nPONG\n", (Alive(), Alive())),
    (Format.LINES, b"ERR antenna\n", (ReaderTrouble("antenna"),)),
    # what boards of version 2 say of zones is passed over
    (Format.LINES, b"TAG 04A23BD2C15C80 lane\n", (Alive(),)),
    (Format.LINES, b"ERR\tzone=lane\tcode=timeout\n", (Alive(),)),
    (Format.LINES, b"INV\tzone=lane\tuids=0C0B,0a0a\n", (Alive(),)),
    (Format.LINES, b"BTN\tid=3\tstate=1\n", (Pressed("3", is_down=True),)),
    (Format.LINES, b"BTN\tid=ra\tstate=0\n", (Pressed("ra", is_down=False),)),
    (Format.LINES, b"ENC\td=+1\nENC\td=-2\n", (DialTurned(1), DialTurned(-2))),
    (Format.LINES, b"SCAN\tuid=04a1b2c3\ttext=**launch:ra\tremovable=yes\n", (Tag("04A1B2C3"),)),
    (Format.LINES, b"SCAN\tuid=\n", (Alive(),)),
    (Format.LINES, b"W\tg=712.4\n", (Alive(),)),
]
"""Bytes as they are published or as our protocol says, and what they mean."""

CHECKED = [Format.EM4100, Format.PN532, Format.AUTO]


def fed(kind: Format, pieces: Iterable[bytes]) -> tuple[Frame, ...]:
    """Return everything that a new parser makes of these pieces."""
    reader = parser(kind)
    return tuple(frame for piece in pieces for frame in reader.feed(piece))


@pytest.mark.parametrize(("kind", "data", "frames"), SPOKEN)
def test_published_frames_are_understood(
    kind: Format, data: bytes, frames: tuple[Frame, ...]
) -> None:
    assert fed(kind, [data]) == frames


@pytest.mark.parametrize("kind", list(Format))
@given(
    st.lists(
        st.one_of(
            st.sampled_from([data for _, data, _ in SPOKEN]),
            st.binary(max_size=20),
            st.sampled_from([b"\x02", b"\n", b"\x00\xff", b"\x02\x00\x00\xff", b"TAG "]),
        ),
        max_size=12,
    ),
    st.lists(st.integers(1, 40), min_size=1),
)
def test_it_makes_no_difference_in_which_pieces_the_bytes_come(
    kind: Format, course: list[bytes], sizes: list[int]
) -> None:
    data = b"".join(course)
    pieces, at, turn = [], 0, 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        pieces.append(data[at : at + size])
        at, turn = at + size, turn + 1
    assert fed(kind, pieces) == fed(kind, [data])


@pytest.mark.parametrize(("kind", "data", "frames"), SPOKEN)
@given(st.binary(max_size=60))
def test_a_frame_after_noise_is_understood_at_the_latest_when_it_is_repeated(
    kind: Format, data: bytes, frames: tuple[Frame, ...], noise: bytes
) -> None:
    """Noise may end in the beginning of a long frame, which must first turn out to be none."""
    reader = parser(kind)
    reader.feed(noise + b"\r\n")
    told = [frame for _ in range(30) for frame in reader.feed(data)]
    assert tuple(told[-len(frames) :]) == frames or not frames


@pytest.mark.parametrize("kind", CHECKED)
def test_megabytes_of_noise_are_no_tag_and_leave_nothing_behind(kind: Format) -> None:
    noise, reader = random.Random(7), parser(kind)  # noqa: S311 - noise for a test
    frames = [f for _ in range(60) for f in reader.feed(noise.randbytes(65_536))]
    assert not [frame for frame in frames if isinstance(frame, Tag)]
    assert kept(reader) < 4096
    assert not reader.is_silent(0.0)


@pytest.mark.parametrize("kind", list(Format))
@pytest.mark.parametrize(
    "stuff",
    [
        b"\x02",
        b"\n",
        b"A",
        b"\x00\xff",
        b"\x00",
        b"\x00\x00\xff\xff\xff\x01\x09\xf6",
        b"\x02\x00\x00\xff",
    ],
)
def test_what_a_parser_keeps_is_bounded(kind: Format, stuff: bytes) -> None:
    reader = parser(kind)
    for _ in range(40):
        reader.feed(stuff * 250)
    assert kept(reader) < 4096


def kept(thing: object) -> int:
    """Return how many bytes an object keeps, and all that it is made of."""
    if isinstance(thing, bytes):
        return len(thing)
    if isinstance(thing, dict):
        return sum(kept(value) for value in thing.values())
    if type(thing).__module__.startswith("hardware."):
        return sum(kept(value) for value in getattr(thing, "__dict__", {}).values())
    return 0


@pytest.mark.parametrize(
    "data",
    [
        RDM6300.replace(b"25", b"26"),
        RDM6300.replace(b"E9", b"E8"),
        ID12[:-1],
        RDM6300[1:],
        b"\x02" + b"0" * 13 + b"\x03",
    ],
)
def test_a_wrong_checksum_or_half_a_frame_is_no_tag(data: bytes) -> None:
    reader = parser(Format.EM4100)
    assert reader.feed(data) == ()
    both = (Tag("010063E9AE"), Tag("100086F444"))
    assert reader.feed(RDM6300 + RDM6300.replace(b"25", b"26") + RDM6300_2) == both


def test_a_settled_reader_that_falls_silent_is_missed_and_an_unknown_one_is_not() -> None:
    reader = Auto()
    reader.say(0.0)
    assert not reader.is_silent(1e6)
    reader.feed(b"PONG\n")
    reader.say(10.0)
    assert not reader.is_silent(11.0)
    assert reader.is_silent(1e6)


def test_who_has_sent_a_checksum_must_go_on_sending_it() -> None:
    told = fed(Format.LINES, [b"TAG 0A0B\nTAG 04A23BD2C15C80*5C\nTAG 0A0B\n"])
    assert told == (Tag("0A0B"), Tag("04A23BD2C15C80"))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (RDM6300, Format.EM4100),
        (ID12, Format.EM4100),
        (PN_ACK + PN_VERSION, Format.PN532),
        (b"HELLO ra-bag 1\n", Format.LINES),
        (b"Card UID: 15 9A 92 AE\r\n", Format.LINES),
    ],
)
def test_the_format_is_found_from_the_bytes(data: bytes, kind: Format) -> None:
    reader = Auto()
    reader.feed(b"\x8f\xf8\x80junk\x00\r\n")
    assert reader.settled is None
    reader.feed(data)
    assert reader.settled is kind


@pytest.mark.parametrize(
    ("data", "uid"),
    [
        (ID12, "0C000621A5"),
        (PN_ACK + PN_7_BYTES, "04A23BD2C15C80"),
        (b"TAG 04A23BD2C15C80\n", "04A23BD2C15C80"),
        (b"159a92ae\r", "159A92AE"),
    ],
)
def test_the_first_tag_counts_although_it_settles_the_format(data: bytes, uid: str) -> None:
    assert fed(Format.AUTO, [data, data]) == (Tag(uid), Tag(uid))


def test_a_format_that_has_proved_itself_stays() -> None:
    reader = Auto()
    assert reader.feed(RDM6300 + b"HELLO ra-bag 1\n") == (Tag("010063E9AE"),)
    assert reader.feed(b"HELLO ra-bag 1\n") == ()
    assert reader.settled is Format.EM4100
