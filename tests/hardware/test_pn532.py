"""The conversation with a PN532: it says nothing until it is told what to do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.auto import Format, parser
from hardware.readers.frames import Alive, Frame, Tag
from hardware.readers.pn532 import ACK, ChipFrames, Pn532, Repeat, Response, Understood, command

NACK = bytes.fromhex("0000FFFF0000")

WAKE_AND_ANTENNA = bytes.fromhex("5555" + "00" * 14 + "0000FF03FDD414011700")

WHO = bytes.fromhex("0000FF02FED4022A00")

LOOK = bytes.fromhex("0000FF04FCD44A0100E100")

ANTENNA_DONE = bytes.fromhex("0000FF02FED5151600")

VERSION = bytes.fromhex("0000FF06FAD50332010607E800")

PATIENCE_DONE = bytes.fromhex("0000FF02FED533F800")

TAG = bytes.fromhex("0000FF0CF4D54B010100040804FB0EE20BD800")

ERROR = bytes.fromhex("0000FF01FF7F8100")


def answer(*data: int) -> bytes:
    """Return the frame with which the chip says this."""
    return bytes.fromhex("0000FF") + bytes(
        (len(data), -len(data) & 0xFF, *data, -sum(data) & 0xFF, 0)
    )


def woken() -> Pn532:
    """Return a conversation in which the chip waits for a tag since second 0."""
    reader = Pn532()
    reader.say(0.0)
    for said in (ANTENNA_DONE, VERSION, PATIENCE_DONE):
        reader.feed(ACK + said)
        reader.say(0.0)
    return reader


def test_commands_are_made_as_published() -> None:
    assert command(0x02) == WHO
    assert command(0x4A, 0x01, 0x00) == LOOK


def test_the_chip_is_woken_set_up_asked_and_told_to_look() -> None:
    reader = Pn532()
    assert reader.say(0.0) == WAKE_AND_ANTENNA
    assert reader.say(0.1) == b""
    assert reader.feed(ACK) == ()
    assert reader.say(0.1) == b""
    assert reader.feed(ANTENNA_DONE) == (Alive(),)
    assert reader.say(0.1) == WHO
    assert reader.feed(ACK + VERSION) == (Alive("PN532 1.6"),)
    assert reader.say(0.2) == command(0x32, 0x05, 0xFF, 0x01, 0xFF)
    reader.feed(ACK + PATIENCE_DONE)
    assert reader.say(0.2) == LOOK


def test_after_a_tag_the_chip_looks_again_soon_enough_to_know_that_it_stays() -> None:
    reader = woken()
    assert reader.feed(ACK + TAG) == (Tag("FB0EE20B"),)
    assert reader.say(0.29) == b""
    assert reader.say(0.5) == LOOK


def test_a_chip_that_waits_is_interrupted_now_and_then_and_asked_whether_it_is_there() -> None:
    reader = woken()
    assert reader.say(2.9) == b""
    assert reader.say(3.0) == ACK + WHO
    reader.feed(ACK + VERSION)
    reader.say(3.0)
    reader.feed(ACK + PATIENCE_DONE)
    assert reader.say(3.0) == LOOK
    assert not reader.is_silent(8.0)
    assert reader.is_silent(8.1)


def test_a_chip_that_lost_its_power_is_woken_again() -> None:
    reader = woken()
    reader.say(3.0)
    assert reader.say(3.5) == WAKE_AND_ANTENNA
    assert reader.say(4.0) == WAKE_AND_ANTENNA


def test_a_chip_that_never_answers_is_missed_although_it_is_told_again_and_again() -> None:
    reader = Pn532()
    for second in range(6):
        assert reader.say(second) == WAKE_AND_ANTENNA
    assert not reader.is_silent(5.0)
    assert reader.is_silent(5.1)


def test_a_tag_that_was_found_while_the_chip_was_interrupted_counts() -> None:
    reader = woken()
    reader.say(3.0)
    assert reader.feed(TAG + ACK + VERSION) == (Tag("FB0EE20B"), Alive("PN532 1.6"))


@pytest.mark.parametrize("said", [ERROR, NACK])
def test_a_chip_that_does_not_understand_is_set_up_anew_and_not_flooded(said: bytes) -> None:
    reader = woken()
    reader.feed(said)
    assert reader.say(0.1) == b""
    assert reader.say(0.5) == WAKE_AND_ANTENNA


@pytest.mark.parametrize("cut", range(3, 13))
def test_an_answer_that_breaks_off_is_no_wrong_tag(cut: int) -> None:
    data = (0xD5, 0x4B, 1, 1, 0x00, 0x04, 0x08, 4, 0xFB, 0x0E, 0xE2, 0x0B)
    expected: tuple[Frame, ...] = (Tag("FB0EE20B"),) if cut == 12 else (Alive(),)
    assert woken().feed(answer(*data[:cut])) == expected


def test_a_tag_whose_block_of_data_is_missing_is_told() -> None:
    data = bytes.fromhex("01 0004 20 04 FB0EE20B")
    assert woken().feed(answer(0xD5, 0x4B, 1, *data)) == (Tag("FB0EE20B"),)


def test_frames_need_no_zeros_between_them() -> None:
    """What is published around a frame is no part of its checksums."""
    assert ChipFrames().feed(2 * TAG[1:-1]) == 2 * [Response(TAG[5:-2])]


@pytest.mark.parametrize(
    "head",
    [
        b"\x00\xff\x00\x00",
        b"\x00\xff\x03\x01",
        b"\x00\xff\xff\xff\x00\x00\x00",
        b"\x00\xff\xff\xff\x00\x03\x01",
    ],
)
def test_a_length_that_cannot_be_right_is_not_waited_for(head: bytes) -> None:
    chip = ChipFrames()
    assert chip.feed(head) == []
    assert chip.feed(TAG) == [Response(TAG[5:-2])]


def test_a_frame_longer_than_any_is_not_waited_for() -> None:
    chip = ChipFrames()
    assert chip.feed(b"\x00\x00\xff\xff\xff\xff\x00\x01" + TAG) == [Response(TAG[5:-2])]


def test_what_the_program_itself_says_is_no_answer() -> None:
    assert ChipFrames().feed(answer(0xD4, 0x02) + TAG) == [Response(TAG[5:-2])]


def test_acknowledgements_are_told_apart() -> None:
    assert ChipFrames().feed(ACK + NACK) == [Understood(), Repeat()]


@given(st.binary(max_size=60))
def test_no_answer_however_odd_raises_or_makes_an_empty_tag(data: bytes) -> None:
    for number in (0x15, 0x03, 0x33, 0x4B):
        told = woken().feed(answer(0xD5, number, *data))
        assert told
        assert all(frame.uid for frame in told if isinstance(frame, Tag))


@pytest.mark.parametrize("count", range(3))
def test_a_version_that_breaks_off_is_still_a_sign_of_life(count: int) -> None:
    assert woken().feed(answer(0xD5, 0x03, *(0x32, 1, 6)[:count])) == (Alive(),)


def test_a_version_is_told_although_it_says_no_more_than_that() -> None:
    assert woken().feed(answer(0xD5, 0x03, 0x32, 1, 6)) == (Alive("PN532 1.6"),)


def test_a_chip_that_has_just_answered_is_not_silent_however_long_nobody_asked() -> None:
    reader = woken()
    reader.feed(ACK)
    assert not reader.is_silent(60.0)


def test_auto_wakes_a_chip_although_it_does_not_know_yet_that_there_is_one() -> None:
    assert parser(Format.AUTO).say(0.0) == WAKE_AND_ANTENNA
