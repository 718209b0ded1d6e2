"""From frames and failures to the reader's events, at times that the test chooses."""

from collections.abc import Callable

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
from hardware.reader import reading as reader_reading
from hardware.reader.reader_port import (
    WRONG_BYTES,
    ReaderPort,
    Tuning,
    UsbPort,
    candidates,
    is_path,
    retuned,
)
from hardware.reader.reading import Reading, ReadingReport, failed, heard, looked, opened
from hardware.readers.frames import (
    Alive,
    DialTurned,
    Frame,
    Pressed,
    ReaderTrouble,
    Tag,
)

READER = DeviceName.READER


GRACE, GONE = 3.0, 1.5


def fresh() -> Reading:
    """Return what is known at second 0, before the port was opened."""
    return reader_reading.begun(GRACE, GONE, 0.0)


def working() -> Reading:
    """Return what is known of a port that was opened at second 0."""
    return opened(fresh(), 0.0).reading


def said(*frames: tuple[float, Frame]) -> list[Event]:
    """Return what a working reader reports of these frames."""
    reading = working()
    events: list[Event] = []
    for at, frame in frames:
        reading, more = heard(reading, frame, at)
        events += more
    return events


def chained(reading: Reading, *steps: Callable[[Reading], ReadingReport]) -> list[Event]:
    """Return all that is reported in these steps."""
    events: list[Event] = []
    for step in steps:
        reading, more = step(reading)
        events += more
    return events


def test_a_reader_is_found_when_its_port_is_opened() -> None:
    assert opened(fresh(), 1.0).events == (DeviceFound(READER, 1.0),)


def test_a_reader_that_was_never_there_is_said_to_be_lost_after_the_grace_time() -> None:
    reading, early = failed(fresh(), Loss.NOT_THERE, "/dev/ra", 0.1)
    assert early == ()
    assert reader_reading.deadline(reading) == GRACE
    assert looked(reading, 2.9).events == ()
    reading, events = looked(reading, 8.0)
    assert events == (DeviceLost(READER, Loss.NOT_THERE, 3.0, "/dev/ra"),)
    assert looked(reading, 9.0).events == ()
    assert opened(reading, 20.0).events == (DeviceFound(READER, 20.0),)


def test_a_port_that_cannot_be_opened_is_told_with_the_systems_latest_words() -> None:
    events = chained(
        fresh(),
        lambda r: failed(r, Loss.NOT_OPENED, "first", 0.1),
        lambda r: failed(r, Loss.NOT_OPENED, "second", 0.3),
        lambda r: looked(r, 9.0),
    )
    assert events == [DeviceLost(READER, Loss.NOT_OPENED, GRACE, "second")]


def test_a_link_that_heals_within_the_grace_time_is_not_mentioned() -> None:
    assert not chained(
        working(),
        lambda r: failed(r, Loss.UNPLUGGED, "x", 10.0),
        lambda r: failed(r, Loss.NOT_THERE, "x", 10.2),
        lambda r: opened(r, 11.0),
        lambda r: looked(r, 60.0),
    )


def test_a_pulled_cable_is_called_so_although_the_path_is_gone_meanwhile() -> None:
    events = chained(
        working(),
        lambda r: failed(r, Loss.UNPLUGGED, "hung up", 10.0),
        lambda r: failed(r, Loss.NOT_THERE, "no such file", 10.2),
        lambda r: looked(r, 13.0),
    )
    assert events == [DeviceLost(READER, Loss.UNPLUGGED, 13.0, "hung up")]


def test_another_reason_found_later_is_said_too() -> None:
    events = chained(
        working(),
        lambda r: failed(r, Loss.UNPLUGGED, "hung up", 10.0),
        lambda r: failed(r, Loss.NO_PERMISSION, "denied", 20.0),
        lambda r: looked(r, 30.0),
    )
    assert events == [
        DeviceLost(READER, Loss.UNPLUGGED, 13.0, "hung up"),
        DeviceLost(READER, Loss.NO_PERMISSION, 23.0, "denied"),
    ]


def test_a_loop_that_slept_through_a_loss_still_hears_of_it_in_order() -> None:
    events = chained(
        working(),
        lambda r: failed(r, Loss.UNPLUGGED, "x", 10.0),
        lambda r: opened(r, 20.0),
    )
    assert events == [
        DeviceLost(READER, Loss.UNPLUGGED, 13.0, "x"),
        DeviceFound(READER, 20.0),
    ]


def test_a_silent_reader_is_not_found_by_opening_its_port_but_by_a_word() -> None:
    events = chained(
        working(),
        lambda r: failed(r, Loss.SILENT, "x", 10.0),
        lambda r: opened(r, 10.3),
        lambda r: failed(r, Loss.SILENT, "x", 15.3),
        lambda r: opened(r, 15.6),
        lambda r: heard(r, Alive(), 16.0),
    )
    assert events == [DeviceLost(READER, Loss.SILENT, 13.0, "x"), DeviceFound(READER, 16.0)]


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
        DeviceNotice(READER, Noted.SPOKEN_ERROR, "antenna", 2.0),
    ]


def complained(*steps: Callable[[Reading], ReadingReport]) -> list[Event]:
    """Return the events after the reader said at second 1 that its antenna is wrong."""
    return chained(working(), lambda r: heard(r, ReaderTrouble("antenna"), 1.0), *steps)[1:]


def test_a_complaint_that_is_said_again_holds_and_is_told_once() -> None:
    assert (
        complained(lambda r: heard(r, ReaderTrouble("antenna"), 9.0), lambda r: looked(r, 18.9))
        == []
    )


def test_a_complaint_is_over_when_it_was_not_said_again_for_ten_seconds() -> None:
    assert complained(lambda r: looked(r, 11.0)) == [
        DeviceNotice(READER, Noted.ERROR_OVER, "antenna", 11.0)
    ]


def test_while_a_complaint_holds_another_is_not_told() -> None:
    assert complained(lambda r: heard(r, ReaderTrouble("fan"), 2.0)) == []


def test_a_reader_that_is_lost_complains_no_more() -> None:
    lose = lambda r: failed(r, Loss.UNPLUGGED, "", 5.0)  # noqa: E731 - one step of a chain
    (event,) = complained(lose, lambda r: looked(r, 8.0), lambda r: looked(r, 20.0))
    assert isinstance(event, DeviceLost)


def strange(*times: float) -> list[Event]:
    """Return the events after 40 bytes without sense at each of these times, and much later."""
    steps = [lambda r, at=at: reader_reading.puzzled(r, 40, "/dev/x", at) for at in times]
    return chained(working(), *steps, lambda r: looked(r, 60.0))


def test_what_makes_no_sense_for_long_is_said_with_the_port() -> None:
    assert strange(1.0, 4.0) == [
        DeviceLost(READER, Loss.NOT_UNDERSTOOD, 4.0 + GRACE, "/dev/x"),
    ]


def test_boot_noise_however_much_is_no_loss() -> None:
    assert strange(1.0, 1.5, 2.0, 3.9) == []


def test_once_something_makes_sense_the_reader_is_found_again() -> None:
    events = chained(
        working(),
        lambda r: reader_reading.puzzled(r, 40, "/dev/x", 1.0),
        lambda r: reader_reading.puzzled(r, 40, "/dev/x", 5.0),
        lambda r: opened(r, 9.0),
        lambda r: heard(r, Alive(), 10.0),
        lambda r: reader_reading.puzzled(r, 63, "/dev/x", 20.0),
        lambda r: looked(r, 60.0),
    )
    assert [type(event) for event in events] == [DeviceLost, DeviceFound]


def test_a_press_that_the_broken_link_takes_with_it_is_ended_without_an_up() -> None:
    events = chained(
        working(),
        lambda r: heard(r, Pressed("ra", is_down=True), 1.0),
        lambda r: failed(r, Loss.UNPLUGGED, "x", 2.0),
        lambda r: opened(r, 3.0),
    )
    assert events == [
        ButtonDown(Control.RA, 1.0),
        ButtonMasked(Control.RA, 2.0),
        ButtonTrusted(Control.RA, 3.0),
    ]


PLUGGED = (
    UsbPort("/dev/ttyS0", None, None, "n/a"),
    UsbPort("/dev/ttyUSB1", 0x1A86, 0x7523, "CH340"),
    UsbPort("/dev/ttyACM0", 0x2E8A, 0x000A, "Pico"),
    UsbPort("/dev/ttyUSB9", 0xDEAD, 0xBEEF, "something else"),
)


def test_auto_takes_the_ports_of_known_chips() -> None:
    assert candidates("auto", lambda: PLUGGED) == ("/dev/ttyACM0", "/dev/ttyUSB1")


def test_a_usb_number_takes_only_the_port_that_has_it() -> None:
    assert candidates("dead:BEEF", lambda: PLUGGED) == ("/dev/ttyUSB9",)
    assert candidates("dead:beee", lambda: PLUGGED) == ()


def test_a_path_or_url_is_taken_as_it_is_without_asking_for_ports() -> None:
    def asked() -> tuple[UsbPort, ...]:
        raise AssertionError

    for url in ("/dev/ra-bag", "socket://127.0.0.1:7000", "spy:///dev/ttyUSB0"):
        assert candidates(url, asked) == (url,)


def test_only_paths_are_looked_for_in_the_file_system() -> None:
    assert is_path("/dev/serial/by-id/usb-1a86-if00")
    assert not any(is_path(url) for url in ("auto", "1a86:7523", "loop://"))


def test_a_wrong_speed_is_left_after_some_bytes_and_a_silent_one_after_a_while() -> None:
    tuning = Tuning((9600, 115200, 2400))
    assert retuned(tuning, WRONG_BYTES - 1, 1.0).baud == 9600
    assert retuned(retuned(tuning, WRONG_BYTES - 1, 1.0), 1, 1.1).baud == 115200
    assert retuned(tuning, 0, 19.9).baud == 9600
    probing = retuned(tuning, 0, 20.0)
    assert probing.baud == 115200
    assert retuned(probing, 0, 22.0).baud == 2400
    assert retuned(retuned(probing, 0, 22.0), 0, 24.0).baud == 9600


def test_the_defaults_find_any_reader_by_themselves() -> None:
    assert ReaderPort() == ReaderPort("auto", baud=None)
