"""From frames and failures to the reader's events, at times that the test chooses."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
    Control,
    DeviceFound,
    DeviceLost,
    DeviceName,
    DeviceNotice,
    Event,
    Loss,
    Noted,
    TagRead,
    Turned,
)
from hardware.reader.port import ReaderPort
from hardware.reader.reading import MOST_TAGS, TAGS_A_SECOND, Reading
from hardware.reader.usb_ports import UsbPort, candidates, is_path
from hardware.readers.auto import Format
from hardware.readers.frames import Alive, DialTurned, Frame, Pressed, ReaderTrouble, Tag

READER = DeviceName.READER

GRACE, GONE = 3.0, 1.5


def fresh(kind: Format = Format.AUTO) -> Reading:
    """Return what is known at second 0, before the port was opened."""
    return Reading(ReaderPort(format=kind, grace_seconds=GRACE, gone_seconds=GONE), 0.0)


def working() -> Reading:
    """Return what is known of a port that was opened at second 0."""
    reading = fresh()
    list(reading.on_opened(0.0))
    return reading


def said(*frames: tuple[float, Frame]) -> list[Event]:
    """Return what a working reader reports of these frames."""
    reading = working()
    return [event for at, frame in frames for event in reading.on_bytes(b"x", (frame,), at)]


Step = Callable[[Reading], Iterator[Event]]


def chained(reading: Reading, *steps: Step) -> list[Event]:
    """Return all that is reported in these steps."""
    return [event for step in steps for event in step(reading)]


def failed(why: Loss, words: str, at: float) -> Step:
    """Return that the port was not there, or broke."""
    return lambda reading: reading.on_failed(why, words, at)


def opened(at: float) -> Step:
    """Return that it could be opened."""
    return lambda reading: reading.on_opened(at)


def until(at: float) -> Step:
    """Return that time passed."""
    return lambda reading: reading.advance(at)


def heard(frame: Frame, at: float) -> Step:
    """Return that it said this."""
    return lambda reading: reading.on_bytes(b"x", (frame,), at)


MISSING = failed(Loss.NOT_THERE, "first", 0.1)

HUNG_UP = failed(Loss.UNPLUGGED, "hung up", 10.0)

MUTE = failed(Loss.SILENT, "x", 10.0)

COMPLAINT = heard(ReaderTrouble("antenna"), 1.0)

PULLED = DeviceLost(READER, Loss.UNPLUGGED, 13.0, "hung up")

LOST_AT_8 = DeviceLost(READER, Loss.UNPLUGGED, 8.0, "hung up")

COMPLAINED = DeviceNotice(READER, Noted.SPOKEN_ERROR, "antenna", 1.0)


@pytest.mark.parametrize(
    ("steps", "events"),
    [
        ((opened(0.0),), [DeviceFound(READER, 0.0)]),
        ((MISSING, until(2.9), opened(2.95)), [DeviceFound(READER, 2.95)]),
        (
            (MISSING, until(8.0), until(9.0), opened(20.0)),
            [DeviceLost(READER, Loss.NOT_THERE, GRACE, "first"), DeviceFound(READER, 20.0)],
        ),
        # the system's latest words count
        (
            (MISSING, failed(Loss.NOT_THERE, "second", 0.3), until(9.0)),
            [DeviceLost(READER, Loss.NOT_THERE, GRACE, "second")],
        ),
    ],
)
def test_a_reader_that_was_never_there_is_said_to_be_lost_after_the_grace_time(
    steps: tuple[Step, ...], events: list[Event]
) -> None:
    assert chained(fresh(), *steps) == events


def test_until_the_grace_time_is_over_somebody_looks_again() -> None:
    reading = fresh()
    assert chained(reading, MISSING) == []
    assert reading.due() == GRACE
    assert len(chained(reading, until(8.0))) == 1
    assert reading.due() is None


@pytest.mark.parametrize(
    ("steps", "events"),
    [
        # what heals within the grace time is not mentioned
        ((HUNG_UP, failed(Loss.NOT_THERE, "x", 10.2), opened(11.0), until(60.0)), []),
        # a pulled cable is called so although the path is gone meanwhile
        ((HUNG_UP, failed(Loss.NOT_THERE, "no such file", 10.2), until(13.0)), [PULLED]),
        # another reason found later is said, too
        (
            (HUNG_UP, failed(Loss.NO_PERMISSION, "denied", 20.0), until(30.0)),
            [PULLED, DeviceLost(READER, Loss.NO_PERMISSION, 23.0, "denied")],
        ),
        # a loop that slept through a loss still hears of it in order
        ((HUNG_UP, opened(20.0)), [PULLED, DeviceFound(READER, 20.0)]),
        # a silent reader is not found by opening its port, but by a word
        (
            (
                MUTE,
                opened(10.3),
                failed(Loss.SILENT, "x", 15.3),
                opened(15.6),
                heard(Alive(), 16.0),
            ),
            [DeviceLost(READER, Loss.SILENT, 13.0, "x"), DeviceFound(READER, 16.0)],
        ),
        # a complaint that is said again holds and is told once
        ((COMPLAINT, heard(ReaderTrouble("antenna"), 9.0), until(18.9)), [COMPLAINED]),
        # it is over when it was not said again for ten seconds
        (
            (COMPLAINT, until(11.0)),
            [COMPLAINED, DeviceNotice(READER, Noted.ERROR_OVER, "antenna", 11.0)],
        ),
        # while it holds, another is not told
        ((COMPLAINT, heard(ReaderTrouble("fan"), 2.0)), [COMPLAINED]),
        # a reader that is lost complains no more
        ((COMPLAINT, failed(Loss.UNPLUGGED, "hung up", 5.0), until(30.0)), [COMPLAINED, LOST_AT_8]),
    ],
)
def test_a_reader_that_worked_is_lost_found_and_complains(
    steps: tuple[Step, ...], events: list[Event]
) -> None:
    assert chained(working(), *steps) == events


def test_a_tag_that_stays_is_read_once_and_again_after_it_was_away() -> None:
    stay = [(n * 0.5, Tag("A1")) for n in range(20)]
    assert said(*stay, (9.5 + 1.4, Tag("A1"))) == [TagRead("A1", 0.0)]
    assert said((0.0, Tag("A1")), (1.5, Tag("A1"))) == [TagRead("A1", 0.0), TagRead("A1", 1.5)]


@given(st.lists(st.tuples(st.floats(0.0, 3.0), st.sampled_from("ABC")), max_size=50))
def test_a_tag_is_read_exactly_when_it_was_not_seen_for_the_gone_time(
    course: list[tuple[float, str]],
) -> None:
    at, frames, expected = 0.0, [], []
    last: dict[str, float] = {}
    for gap, uid in course:
        at += gap
        frames.append((at, Tag(uid)))
        if uid not in last or at >= last[uid] + GONE:
            expected.append(TagRead(uid, at))
        last[uid] = at
    assert said(*frames) == expected


def test_buttons_and_dial_of_the_board_are_those_of_the_panel() -> None:
    assert said(
        (1.0, Pressed("3", is_down=True)),
        (1.1, Pressed("3", is_down=True)),
        (1.2, Pressed("3", is_down=False)),
        (1.3, Pressed("ra", is_down=True)),
        (1.4, DialTurned(-2)),
    ) == [
        ButtonDown(Control.P3, 1.0),
        ButtonUp(Control.P3, 1.2),
        ButtonDown(Control.RA, 1.3),
        Turned(-2, 1.4),
    ]


def test_an_error_is_a_notice_and_a_button_that_no_table_has_is_none() -> None:
    assert said((1.0, Pressed("9", is_down=True)), (2.0, ReaderTrouble("antenna"))) == [
        DeviceNotice(READER, Noted.SPOKEN_ERROR, "antenna", 2.0)
    ]


def puzzled(*course: tuple[float, bytes], kind: Format = Format.AUTO) -> list[tuple[Noted, str]]:
    """Return what is noted of bytes that are not understood, until much later."""
    reading = fresh(kind)
    events = list(reading.on_opened(0.0))
    for at, data in course:
        events += reading.on_bytes(data, (), at)
    events += reading.advance(60.0)
    return [(event.kind, event.detail) for event in events if isinstance(event, DeviceNotice)]


def test_text_that_is_no_tag_is_said_as_it_came() -> None:
    assert puzzled((5.0, b"Badge 1"), (5.1, b"2-34\r\n")) == [(Noted.NOT_A_TAG, "Badge 12-34")]


@pytest.mark.parametrize(("kind", "speed"), [(Format.AUTO, "115200"), (Format.EM4100, "9600")])
def test_what_is_no_text_is_said_with_the_speed_at_which_it_was_read(
    kind: Format, speed: str
) -> None:
    assert puzzled((5.0, b"\x80\xf8\x00"), kind=kind) == [(Noted.UNREADABLE, speed)]


def test_what_a_board_says_when_it_starts_may_be_anything() -> None:
    assert puzzled((0.1, b"ets Jun  8 2016\r\n"), (1.0, b"\xff" * 500), (2.9, b"booting\n")) == []


def test_it_is_said_once_and_over_when_a_tag_was_understood() -> None:
    reading = working()
    told = [
        event
        for at in (5.0, 7.0, 9.0)
        for step in (reading.on_bytes(b"Badge\n", (), at), reading.advance(at + 1.0))
        for event in step
    ]
    assert [event.kind for event in told if isinstance(event, DeviceNotice)] == [Noted.NOT_A_TAG]
    over, tag = reading.on_bytes(b"x", (Tag("A1"),), 11.0)
    assert over == DeviceNotice(READER, Noted.ERROR_OVER, "", 11.0)
    assert tag == TagRead("A1", 11.0)


def test_what_a_reader_tells_beside_its_tags_is_not_complained_of() -> None:
    reading = working()
    list(reading.on_bytes(b"x", (Tag("A1"),), 5.0))
    assert list(reading.on_bytes(b"Sector 0\n", (), 6.0)) == []
    assert list(reading.advance(9.0)) == []


def test_a_reader_that_tells_twenty_thousand_tags_tells_as_many_as_hands_could_lay() -> None:
    reading = working()
    frames = tuple(Tag(f"{number:08X}") for number in range(20_000))
    told = [event for at in (1.0, 1.5, 2.1) for event in reading.on_bytes(b"x", frames, at)]
    assert len(told) == 2 * TAGS_A_SECOND
    assert len(reading._seen) <= MOST_TAGS  # noqa: SLF001 - it does not grow


def test_a_button_of_the_board_that_chatters_is_ignored() -> None:
    frames = [(1.0 + n * 0.001, Pressed("3", is_down=n % 2 == 0)) for n in range(20_000)]
    kinds = [type(event) for event in said(*frames)]
    assert kinds.count(ButtonDown) <= 21
    assert kinds.count(ButtonMasked) == 1


def test_a_press_that_the_broken_link_takes_with_it_is_ended_without_an_up() -> None:
    events = chained(
        working(),
        lambda r: r.on_bytes(b"x", (Pressed("ra", is_down=True),), 1.0),
        lambda r: r.on_failed(Loss.UNPLUGGED, "x", 2.0),
        lambda r: r.on_opened(3.0),
    )
    assert events == [
        ButtonDown(Control.RA, 1.0),
        ButtonMasked(Control.RA, 2.0),
        ButtonTrusted(Control.RA, 2.5),
    ]


PLUGGED = (
    UsbPort("/dev/ttyS0", None, None, "n/a"),
    UsbPort("/dev/ttyUSB1", 0x1A86, 0x7523, "CH340"),
    UsbPort("/dev/ttyACM0", 0x2E8A, 0x000A, "Pico"),
    UsbPort("/dev/ttyUSB9", 0xDEAD, 0xBEEF, "something else"),
)


@pytest.mark.parametrize(
    ("url", "ports"),
    [
        ("auto", ("/dev/ttyACM0", "/dev/ttyUSB1")),
        ("dead:BEEF", ("/dev/ttyUSB9",)),
        ("dead:beee", ()),
    ],
)
def test_auto_takes_the_ports_of_known_chips_and_a_usb_number_only_its_own(
    url: str, ports: tuple[str, ...]
) -> None:
    assert candidates(url, lambda: PLUGGED) == ports


def test_a_path_or_url_is_taken_as_it_is_without_asking_for_ports() -> None:
    def asked() -> tuple[UsbPort, ...]:
        raise AssertionError

    for url in ("/dev/ra-bag", "socket://127.0.0.1:7000", "spy:///dev/ttyUSB0"):
        assert candidates(url, asked) == (url,)


def test_only_paths_are_looked_for_in_the_file_system() -> None:
    assert is_path("/dev/serial/by-id/usb-1a86-if00")
    assert not any(is_path(url) for url in ("auto", "1a86:7523", "loop://"))


def test_a_format_is_read_at_its_own_speed_unless_the_owner_names_one() -> None:
    speeds = {kind: ReaderPort(format=kind).speed for kind in Format}
    assert speeds == {
        Format.AUTO: 115200,
        Format.EM4100: 9600,
        Format.PN532: 115200,
        Format.LINES: 115200,
    }
    assert ReaderPort(format=Format.LINES, baud=9600).speed == 9600
