"""What simulated readers send is what the parsers of real ones understand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.reader.reader_port import can_say, tag_bytes
from hardware.readers.auto import Format, parser
from hardware.readers.frames import Tag

SPOKEN = [spoken for spoken in Format if can_say(spoken)]


UIDS = st.text("0123456789ABCDEF", min_size=10, max_size=10)


def test_every_format_but_the_conversation_can_be_said() -> None:
    assert set(Format) - set(SPOKEN) == {Format.PN532}
    with pytest.raises(KeyError):
        tag_bytes(Format.PN532, "5A00000001")


@pytest.mark.parametrize("spoken", SPOKEN)
@given(uid=UIDS, other=UIDS)
def test_a_tag_that_is_said_is_understood(spoken: Format, uid: str, other: str) -> None:
    if spoken is Format.AUTO:
        understood = parser(Format.LINES).feed(tag_bytes(spoken, uid) + tag_bytes(spoken, other))
    else:
        understood = parser(spoken).feed(tag_bytes(spoken, uid) + tag_bytes(spoken, other))
    assert Tag(uid) in understood
    assert Tag(other) in understood
    assert set(understood) == {Tag(uid), Tag(other)}


def test_a_reader_that_finds_out_its_format_understands_the_first_tag() -> None:
    assert Tag("5A00000001") in parser(Format.AUTO).feed(tag_bytes(Format.AUTO, "5A00000001"))


@pytest.mark.parametrize("spoken", [Format.EM4100, Format.PARALLAX])
@pytest.mark.parametrize("uid", ["04A23BD2C15C80", "5A", ""])
def test_a_number_that_such_a_chip_cannot_have_is_refused(spoken: Format, uid: str) -> None:
    with pytest.raises(ValueError, match="ten hexadecimal digits"):
        tag_bytes(spoken, uid)
