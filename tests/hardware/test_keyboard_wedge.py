"""Telling a reader that types from a hand."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.events import TagRead
from hardware.reader.keyboard_wedge import LONGEST, Typed, Wedge, deadline, typed, waited


def keyed(*keys: tuple[str, float]) -> tuple[list[TagRead], str, Wedge]:
    """Return the tags, the characters typed by hand, and what is still waited for."""
    wedge, tags, by_hand = Wedge(), [], ""
    for character, at in keys:
        wedge, tag, more = typed(wedge, character, at)
        by_hand += more
        tags += [tag] if tag else []
    return tags, by_hand, wedge


def fast(text: str, start: float = 10.0, gap: float = 0.01) -> list[tuple[str, float]]:
    """Return keys as a reader types them."""
    return [(character, start + number * gap) for number, character in enumerate(text)]


def test_a_number_typed_fast_and_entered_is_a_tag() -> None:
    (tag,), by_hand, wedge = keyed(*fast("0006547886\r"))
    assert (tag.uid, by_hand, wedge) == ("0063E9AE", "", Wedge())


def test_a_hand_types_keys_each_for_itself() -> None:
    tags, by_hand, wedge = keyed(("1", 1.0), ("2", 1.2), ("r", 1.5), ("\r", 2.0))
    assert (tags, by_hand, wedge) == ([], "12r\r", Wedge())


def test_a_single_key_counts_as_soon_as_no_reader_can_have_typed_it() -> None:
    _, _, wedge = keyed(("r", 1.0))
    assert deadline(wedge) == 1.05
    assert waited(wedge, 1.04) == Typed(wedge)
    assert waited(wedge, 1.05) == Typed(Wedge(), by_hand="r")


def test_a_key_of_a_hand_just_before_a_number_is_not_part_of_it() -> None:
    tags, by_hand, _ = keyed(("r", 9.9), *fast("04a23bd2\r"))
    assert ([tag.uid for tag in tags], by_hand) == (["04A23BD2"], "r")


def test_the_text_of_a_printed_code_is_left_as_it_is() -> None:
    assert [tag.uid for tag in keyed(*fast("Ra-017\r"))[0]] == ["Ra-017"]


def test_what_is_too_short_or_too_long_is_no_number() -> None:
    assert keyed(*fast("123\r"))[:2] == ([], "123\r")
    tags, by_hand, _ = keyed(*fast("7" * (LONGEST + 1)))
    assert (tags, by_hand) == ([], "7" * (LONGEST + 1))


def test_what_came_within_a_scan_is_a_scan_whatever_the_program_did_meanwhile() -> None:
    wedge, tags = Wedge(), []
    for place, character in enumerate("04a23bd2\r"):  # it looked when the first key came, and late
        at, since = (10.0, 9.0) if place == 0 else (10.4, 10.0)
        wedge, tag, by_hand = typed(wedge, character, at, since)
        assert by_hand == ""
        tags += [tag.uid] if tag else []
    assert tags == ["04A23BD2"]


@given(st.lists(st.tuples(st.sampled_from("12ar\r"), st.sampled_from([0.01, 0.2])), max_size=60))
def test_no_key_is_lost_or_doubled(course: list[tuple[str, float]]) -> None:
    at, keys = 0.0, []
    for character, gap in course:
        at += gap
        keys.append((character, at))
    tags, by_hand, wedge = keyed(*keys)
    read = sum(len(tag.uid) + 1 for tag in tags)
    assert read + len(by_hand) + len(wedge.text) == len(course)
