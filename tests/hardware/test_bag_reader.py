"""The real bag reader on real pseudo-terminals and sockets."""

import errno
import socket
import termios
import threading

import pytest
import serial

from hardware.events import DeviceFound, DeviceLost, Loss, TagRead
from hardware.reader import port as reader_port
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import LinkBroken, ReaderPort, fitting, open_links
from hardware.reader.usb_ports import UsbPort
from hardware.readers.auto import Format
from tests.hardware.conftest import Desk, has, tags

RDM6300 = b"\x02010063E9AE25\x03"

OTHER = RDM6300.replace(b"E9AE25", b"E9AF24")

UID = "010063E9AE"


def test_a_frame_is_a_tag(desk: Desk) -> None:
    reader = desk.reader()
    desk.until(reader, has(DeviceFound))
    desk.cable.send(RDM6300)
    assert tags(desk.until(reader, has(TagRead))) == [UID]
    assert reader.take_received()[-1].data.endswith(b"\x03")
    assert reader.port == str(desk.cable.path)


def test_a_tag_that_lies_there_lets_the_loop_sleep(desk: Desk) -> None:
    wakes: list[int] = []
    port = ReaderPort(str(desk.cable.path), Format.EM4100)
    reader = desk.closing.enter_context(BagReader(port, lambda: wakes.append(1), clock=lambda: 5.0))
    desk.until(reader, has(DeviceFound))
    for _ in range(20):
        desk.cable.send(RDM6300)
        desk.until(reader, lambda _: reader.take_received())
    assert len(wakes) <= 3
    desk.cable.send(OTHER)
    desk.until(reader, has(TagRead))
    assert 2 <= len(wakes) <= 4


def test_a_half_frame_before_the_cable_was_pulled_is_not_continued_after_it(desk: Desk) -> None:
    reader = desk.reader(grace=60.0)
    desk.until(reader, has(DeviceFound))
    desk.cable.send(RDM6300[:8])
    desk.until(reader, lambda _: reader.take_received())
    desk.cable.unplug()
    desk.cable.plug()
    desk.until(reader, lambda _: reader.openings == 2)
    desk.cable.send(RDM6300[8:] + OTHER)
    assert tags(desk.until(reader, has(TagRead))) == ["010063E9AF"]


def test_a_reader_that_is_plugged_in_later_is_found(desk: Desk) -> None:
    desk.cable.unplug()
    reader = desk.reader()
    (lost,) = desk.until(reader, has(DeviceLost))
    assert isinstance(lost, DeviceLost)
    assert lost.why is Loss.NOT_THERE
    assert str(desk.cable.path) in lost.detail
    desk.cable.plug()
    assert len(desk.until(reader, has(DeviceFound))) == 1


def test_a_second_program_on_the_port_is_told(desk: Desk) -> None:
    desk.closing.enter_context(serial.Serial(str(desk.cable.path), exclusive=True))
    reader = desk.reader()
    desk.until(reader, lambda events: [e for e in events if getattr(e, "why", None) is Loss.IN_USE])


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (serial.SerialException(errno.EACCES, "could not open port"), Loss.NO_PERMISSION),
        (PermissionError(errno.EPERM, "Operation not permitted"), Loss.NO_PERMISSION),
        (serial.SerialException(errno.ENOENT, "no such file"), Loss.NOT_THERE),
        (serial.SerialException(errno.EBUSY, "busy"), Loss.IN_USE),
        (serial.SerialException("Could not configure port"), Loss.NOT_OPENED),
        (termios.error(5, "Input/output error"), Loss.NOT_OPENED),
        (TypeError("argument must be an int"), Loss.NOT_OPENED),
    ],
)
def test_why_a_port_cannot_be_opened_is_understood(
    monkeypatch: pytest.MonkeyPatch, error: Exception, why: Loss
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(LinkBroken) as broken:
        open_links(ReaderPort(), ("/dev/ra-bag",))
    assert broken.value.why is why
    assert "/dev/ra-bag" in broken.value.detail


@pytest.mark.parametrize("url", ["nonsense://x", "auto", "dead:beef"])
def test_a_setting_that_leads_nowhere_is_a_broken_link(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setattr(reader_port, "plugged_ports", lambda: ())
    with pytest.raises(LinkBroken):
        open_links(ReaderPort(url), fitting(ReaderPort(url)))


def test_a_port_that_may_not_be_opened_yet_is_opened_when_it_may(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = serial.serial_for_url
    refusals = [serial.SerialException(errno.EACCES, "could not open port")] * 2

    def later(*args: object, **options: object) -> object:
        if refusals:
            raise refusals.pop()
        return real(*args, **options)  # type: ignore[arg-type] # passed on as it came

    monkeypatch.setattr(serial, "serial_for_url", later)
    events = desk.until(desk.reader(), has(DeviceFound))
    assert [e.why for e in events if isinstance(e, DeviceLost)] == [Loss.NO_PERMISSION]


def test_a_socket_is_a_reader_too_and_is_lost_when_it_is_closed(desk: Desk) -> None:
    server = desk.closing.enter_context(socket.create_server(("127.0.0.1", 0)))
    reader = desk.reader(Format.LINES, url=f"socket://127.0.0.1:{server.getsockname()[1]}")
    far, _ = server.accept()
    desk.until(reader, has(DeviceFound))
    far.sendall(b"TAG 04A23BD2C15C80*5C\n")
    assert tags(desk.until(reader, has(TagRead))) == ["04A23BD2C15C80"]
    far.close()
    server.close()
    assert has(DeviceLost)(desk.until(reader, has(DeviceLost)))


def test_the_format_is_found_out_and_the_first_tag_counts(desk: Desk) -> None:
    reader = desk.reader(Format.AUTO)
    desk.until(reader, has(DeviceFound))
    desk.cable.send(RDM6300)
    assert tags(desk.until(reader, has(TagRead))) == [UID]
    desk.until(reader, lambda _: reader.format is Format.EM4100)


def test_of_several_ports_that_fit_the_one_that_tells_a_tag_is_the_readers(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    cable, second = desk.cable, desk.another("ra-second")
    plugged = tuple(UsbPort(str(each.path), 0x1A86, 0x7523, "") for each in (cable, second))
    monkeypatch.setattr(reader_port, "plugged_ports", lambda: plugged)
    reader = desk.reader(Format.AUTO, url="auto")
    desk.until(reader, has(DeviceFound))
    assert reader.port == f"{cable.path}, {second.path}"
    cable.send(b"a printer is ready\n")
    second.send(RDM6300)
    assert tags(desk.until(reader, has(TagRead))) == [UID]
    desk.until(reader, lambda _: reader.port == str(second.path))
    serial.Serial(str(cable.path), exclusive=True).close()  # the other is free again
    second.unplug()
    desk.until(reader, has(DeviceLost))


def test_a_reader_that_is_plugged_in_beside_another_device_is_found(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_port, "LIST_SECONDS", 0.05)
    plugged = [UsbPort(str(desk.cable.path), 0x1A86, 0x7523, "")]
    monkeypatch.setattr(reader_port, "plugged_ports", lambda: tuple(plugged))
    reader = desk.reader(Format.AUTO, grace=60.0, url="auto")
    desk.until(reader, has(DeviceFound))
    second = desk.another("ra-second")
    plugged.append(UsbPort(str(second.path), 0x1A86, 0x7523, ""))
    desk.until(reader, lambda _: reader.port == f"{desk.cable.path}, {second.path}")
    second.send(RDM6300)
    assert tags(desk.until(reader, has(TagRead))) == [UID]


def test_closing_ends_the_thread_and_frees_the_port(desk: Desk) -> None:
    before = threading.active_count()
    reader = desk.reader()
    desk.until(reader, has(DeviceFound))
    reader.close()
    reader.close()
    assert threading.active_count() == before
    assert reader.read(1e9) == ()
    assert reader.next_deadline() is None
    serial.Serial(str(desk.cable.path), exclusive=True).close()
