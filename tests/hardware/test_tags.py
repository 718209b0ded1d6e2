"""A tag has one number, however a reader, a scanner, a keyboard or a spreadsheet writes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.auto import Format, parser
from hardware.readers.frames import Tag
from hardware.tags import normal, uid_in

WRITTEN = [
    ("04a23bd2", "04A23BD2"),
    ("04:A2:3b:d2", "04A23BD2"),
    ("04-a2-3b-d2", "04A23BD2"),
    ("04 A2 3B D2", "04A23BD2"),
    ("  04A23BD2 ", "04A23BD2"),
    ("0006547886", "0063E9AE"),
    ("6547886", "6547886"),
    ("12345678", "12345678"),
    ("9900000000", "9900000000"),
    ("0x04 0xA2 0x3b 0xD2", "04A23BD2"),
    ("0x04A23bd2", "04A23BD2"),
    ("0X0006547886", "0063E9AE"),
    ("00:06:54:78:86", "0063E9AE"),
    ("Ra-017", "Ra-017"),
    ("ab-cd", "ab-cd"),
    ("04:A2-3B:D2", "04:A2-3B:D2"),
    ("nile 3", "nile 3"),
    ("", ""),
]


@pytest.mark.parametrize(("written", "uid"), WRITTEN)
def test_a_number_has_one_form_and_a_printed_code_stays_as_it_is(written: str, uid: str) -> None:
    assert normal(written) == uid


@given(st.one_of(st.text(), st.from_regex(r"[0-9a-fA-F:\- ]{0,30}", fullmatch=True)))
def test_twice_is_as_once(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@pytest.mark.parametrize(
    ("spoken", "said"),
    [
        (Format.LINES, b"04a23bd2c1\r"),
        (Format.LINES, b"04:A2:3B:D2:C1\r\n"),
        (Format.LINES, b"TAG 04a23bd2c1\n"),
        (Format.LINES, b"SCAN\tuid=04a23bd2c1\n"),
        (Format.EM4100, b"\x0204a23bd2c18e\x03"),
        (Format.PN532, bytes.fromhex("0000ff0df3d54b010100040805" + "04a23bd2c1" + "5900")),
    ],
)
def test_every_format_tells_the_same_tag(spoken: Format, said: bytes) -> None:
    tags = {each.uid for each in parser(spoken).feed(said) if isinstance(each, Tag)}
    assert tags == {"04A23BD2C1"}


@pytest.mark.parametrize("size", [4, 7, 10])
@given(data=st.data())
def test_a_number_of_a_tag_is_the_same_in_every_spelling(size: int, data: st.DataObject) -> None:
    uid = data.draw(st.binary(min_size=size, max_size=size))
    by, mark = data.draw(
        st.sampled_from([("", ""), (" ", ""), (":", ""), ("-", ""), (" ", "0x"), ("", "0x")])
    )
    prefix = data.draw(st.sampled_from(["", "UID: ", "Card UID:", "TAG ", "tag id = "]))
    text = by.join(f"{byte:02x}" for byte in uid)
    text = text.replace(by, f"{by}{mark}") if by else text
    written = prefix + mark + data.draw(st.sampled_from([text, text.upper()]))
    assert uid_in(written) == uid.hex().upper()


@pytest.mark.parametrize(("size", "fewest"), [(4, 9), (7, 15), (10, 21)])
@given(data=st.data())
def test_so_it_is_in_decimal_unless_it_is_short(
    size: int, fewest: int, data: st.DataObject
) -> None:
    number = data.draw(st.integers(10 ** (fewest - 1), 256**size - 1))
    assert uid_in(f"UID: {number}") == uid_in(str(number)) == f"{number:0{2 * size}X}"
