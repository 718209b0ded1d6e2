"""A line says what was written or says that it cannot; nothing false is ever read as true."""

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.journal.lines import (
    LONGEST_BYTES,
    MOST_NESTED,
    Event,
    Flaw,
    FlawKind,
    GameId,
    Line,
    Stamp,
    Verified,
    after,
    beginning,
    line_at,
    read_line,
    verify,
    write_line,
)

GAME = GameId("000001-20260102T201530")

OTHER = GameId("000002-20260102T201530")

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "button")

EVENTS: tuple[Event, ...] = (
    {"ra_record": 1, "players": ["Anna", "Bäñ"]},
    {"draw": "pharaoh"},
    {"bid": 9},
    {"pass": True},
    {"discard": ["civ_art", "civ_writing"]},
)


def journal(events: tuple[Event, ...] = EVENTS, game: GameId = GAME) -> bytes:
    """A whole file with these events."""
    raw, head = b"", beginning(game)
    for event in events:
        line = write_line(event, STAMP, head)
        raw, head = raw + line, after(head, line)
    return raw


def framed(json: bytes) -> bytes:
    """A line with a right checksum, whatever it says."""
    return b"%08x %s\n" % (crc32(json), json)


def read(raw: bytes, game: GameId = GAME) -> Verified:
    return verify([raw], game)


def is_true_of(verified: Verified, whole: Verified) -> bool:
    """Whether everything that was read is the beginning of what was written."""
    return verified.lines == whole.lines[: len(verified.lines)]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)

places = st.integers(0, len(journal()))

WHOLE = read(journal())


def test_what_was_written_is_read() -> None:
    assert [line.event for line in WHOLE.lines] == list(EVENTS)
    assert [line.number for line in WHOLE.lines] == [0, 1, 2, 3, 4]
    assert {line.stamp for line in WHOLE.lines} == {STAMP}
    assert WHOLE.flaw is None
    assert (WHOLE.head.number, WHOLE.head.size) == (5, len(journal()))


def test_the_form_of_a_line_is_kept_for_ever() -> None:
    assert journal(({"draw": "gold"},)) == (
        b'21e0b91b {"s":0,"p":"8aa700097c8f7f9ea6908e492ee2cbd7","t":1767384930000,"m":61500,'
        b'"b":"0a8f5c9e","o":"button","e":{"draw":"gold"}}\n'
    )


@given(st.dictionaries(st.text(), json_values), st.text())
def test_any_json_object_comes_back_as_it_was(event: Event, source: str) -> None:
    head = beginning(GAME)
    stamp = msgspec.structs.replace(STAMP, source=source)
    assert read_line(write_line(event, stamp, head), head) == line_at(head, event, stamp)


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), {1: 2}, (1, 2), {3}, b"x", object(), "\ud800", 10**5000, "deep"],
    ids=lambda value: type(value).__name__,
)
def test_what_would_not_come_back_the_same_is_not_written(value: object) -> None:
    if value == "deep":
        value = []
        for _ in range(50_000):
            value = [value]
    with pytest.raises(ValueError, match=r"JSON|surrogates|digits"):
        write_line({"a": value}, STAMP, beginning(GAME))


def test_a_line_as_long_as_allowed_is_read_and_a_longer_one_not_written() -> None:
    head = beginning(GAME)
    spare = LONGEST_BYTES - len(write_line({"a": ""}, STAMP, head))
    longest = write_line({"a": "x" * spare}, STAMP, head)
    assert len(longest) == LONGEST_BYTES == 1_048_576
    assert read(longest).flaw is None
    with pytest.raises(ValueError, match=str(LONGEST_BYTES)):
        write_line({"a": "x" * (spare + 1)}, STAMP, head)


def test_as_many_bytes_as_a_line_may_have_and_no_line_feed_are_no_torn_line() -> None:
    assert read(b"x" * LONGEST_BYTES).flaw == Flaw(FlawKind.OVERLONG, 0, 0)
    assert read(b"x" * (LONGEST_BYTES - 1)).flaw == Flaw(FlawKind.TORN, 0, 0)


def test_every_flipped_bit_ends_what_is_proved_and_changes_nothing_before_it() -> None:
    raw = bytearray(journal())
    ends = [index + 1 for index, byte in enumerate(raw) if byte == ord("\n")]
    for index in range(len(raw)):
        for bit in range(8):
            raw[index] ^= 1 << bit
            verified = read(bytes(raw))
            raw[index] ^= 1 << bit
            assert verified.lines == WHOLE.lines[: sum(end <= index for end in ends)]
            assert verified.flaw is not None


def test_a_file_cut_anywhere_keeps_every_whole_line() -> None:
    raw = journal()
    for size in range(len(raw)):
        verified = read(raw[:size])
        whole = raw[:size].count(b"\n")
        assert verified.lines == WHOLE.lines[:whole]
        assert verified.head.size == raw[:size].rfind(b"\n") + 1
        assert (verified.flaw is None) == (verified.head.size == size)
        if verified.flaw is not None:
            assert verified.flaw == Flaw(FlawKind.TORN, whole, verified.head.size)


@given(places, places)
def test_a_zeroed_block_is_never_read_as_true(a: int, b: int) -> None:
    raw, (start, end) = journal(), sorted((a, b))
    verified = read(raw[:start] + bytes(end - start) + raw[end:])
    assert is_true_of(verified, WHOLE)
    assert len(verified.lines) == (5 if start == end else raw[:start].count(b"\n"))


@given(places, places, places)
def test_a_block_that_stands_twice_or_elsewhere_is_never_read_as_true(
    a: int, b: int, at: int
) -> None:
    raw, (start, end) = journal(), sorted((a, b))
    verified = read(raw[:at] + raw[start:end] + raw[at:])
    assert is_true_of(verified, WHOLE)
    assert len(verified.lines) >= raw[:at].count(b"\n")


@given(st.data())
def test_lines_of_two_games_mixed_are_never_read_as_one(data: st.DataObject) -> None:
    own = journal().splitlines(keepends=True)
    foreign = journal((*EVENTS[1:], *EVENTS[:1]), OTHER).splitlines(keepends=True)
    mixed = data.draw(st.permutations(own + foreign))
    assert is_true_of(read(b"".join(mixed)), WHOLE)


def test_a_file_under_another_games_name_is_not_that_game() -> None:
    assert read(journal(), OTHER) == Verified((), beginning(OTHER), Flaw(FlawKind.CHAIN, 0, 0))


def test_lines_that_are_sealed_but_do_not_count_on_are_not_read() -> None:
    raw = journal(EVENTS[:2])
    head = read(raw).head
    later = write_line(EVENTS[2], STAMP, replace(head, number=head.number + 1))
    verified = read(raw + later)
    assert [line.event for line in verified.lines] == [*EVENTS[:2]]
    assert verified.flaw is not None
    assert verified.head == head


def test_a_missing_line_and_one_of_another_history_are_told_apart() -> None:
    lines = journal().splitlines(keepends=True)
    other = journal(({"ra_record": 1}, *EVENTS[1:])).splitlines(keepends=True)
    assert read(b"".join(lines[:1] + lines[2:])).flaw == Flaw(FlawKind.NUMBER, 1, len(lines[0]))
    assert read(b"".join(lines[:1] + other[1:])).flaw == Flaw(FlawKind.CHAIN, 1, len(lines[0]))


@given(st.binary(), st.integers(1, 9))
def test_any_bytes_in_pieces_of_any_size_give_the_same_answer(noise: bytes, size: int) -> None:
    raw = journal() + noise
    pieces = [raw[at : at + size] for at in range(0, len(raw), size)]
    verified = verify(pieces, GAME)
    assert verified == read(raw)
    assert verified.lines == WHOLE.lines
    assert (verified.flaw is None) == (not noise)


@given(st.binary() | st.text().map(str.encode) | json_values.map(msgspec.json.encode))
def test_any_text_with_a_right_checksum_is_read_without_an_exception(json: bytes) -> None:
    flaw = read_line(framed(json), beginning(GAME))
    assert isinstance(flaw, Flaw)
    assert flaw.kind in {FlawKind.SHAPE, FlawKind.CHECKSUM}


@pytest.mark.parametrize(
    "json",
    [b"[" * 100_000, b'{"e":{"a":' + b"[" * 100_000, b'{"s":' + b"9" * 5_000 + b"}", b'"\xff"'],
    ids=["brackets", "nested event", "long number", "no text"],
)
def test_text_that_cannot_be_read_at_all_has_no_shape(json: bytes) -> None:
    assert read_line(framed(json), beginning(GAME)) == Flaw(FlawKind.SHAPE, 0, 0)


def deep(levels: int, *, within: str) -> bytes:
    """A first line with so many brackets within each other, in its event or beside it."""
    brackets = b"[" * levels + b"]" * levels
    json = write_line({"bid": 9}, STAMP, beginning(GAME))[9:-1]
    if within == "event":
        return framed(json.replace(b'{"bid":9}', b'{"bid":%s}' % brackets))
    return framed(json[:-1] + b',"z":%s}' % brackets)


def down(calls: int, read: Callable[[], object]) -> object:
    """The answer of a function that is called so far from the beginning of the program."""
    return down(calls - 1, read) if calls else read()


@pytest.mark.parametrize("within", ["event", "line"])
@pytest.mark.parametrize("calls", [0, 400])
def test_how_deep_a_line_may_nest_does_not_depend_on_who_reads_it(within: str, calls: int) -> None:
    head, beside = beginning(GAME), 1 + (within == "event")
    allowed = deep(MOST_NESTED - beside, within=within)
    assert isinstance(down(calls, partial(read_line, allowed, head)), Line)
    for levels in (MOST_NESTED - beside + 1, 400, 700, 900, 990, 5_000):
        line = deep(levels, within=within)
        assert down(calls, partial(read_line, line, head)) == Flaw(FlawKind.SHAPE, 0, 0)
        assert read(line) == Verified((), head, Flaw(FlawKind.SHAPE, 0, 0))


def test_brackets_in_a_text_nest_nothing() -> None:
    line = write_line({"a": '[{\\"' * 200, "b": [[]] * 200}, STAMP, beginning(GAME))
    assert read(line).flaw is None


@pytest.mark.parametrize(
    "event", [b"[1]", b"7", b'"bid"', b'{"bid":1e999}', b'{"name":"\xff"}', b"{7:1}"]
)
def test_an_event_that_is_no_object_or_cannot_be_read_has_no_shape(event: bytes) -> None:
    head = beginning(GAME)
    json = write_line({"bid": 9}, STAMP, head)[9:-1]
    assert isinstance(read_line(framed(json), head), Line)
    broken = json.replace(b'{"bid":9}', event)
    assert read_line(framed(broken), head) == Flaw(FlawKind.SHAPE, 0, 0)


def test_whoever_asks_for_an_event_has_a_copy_of_their_own() -> None:
    line = line_at(beginning(GAME), {"bid": 9}, STAMP)
    line.event["bid"] = 10
    assert line.event == {"bid": 9}


def test_keys_that_a_newer_version_added_do_not_matter() -> None:
    head = beginning(GAME)
    json = write_line({"bid": 9}, STAMP, head)[9:-1]
    line = read_line(framed(json[:-1] + b',"z":1}'), head)
    assert line == line_at(head, {"bid": 9}, STAMP)


def test_a_checksum_in_capitals_is_not_the_checksum() -> None:
    raw = journal()
    assert read(raw[:8].upper() + raw[8:]).flaw == Flaw(FlawKind.CHECKSUM, 0, 0)


@pytest.mark.parametrize("filling", [b"\0", b"x", b"\n"])
def test_a_huge_file_of_nothing_takes_little_memory(filling: bytes) -> None:
    def chunks() -> Iterator[bytes]:
        yield from (filling * 65_536 for _ in range(5_000))

    tracemalloc.start()
    verified = verify(chunks(), GAME)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert verified.lines == ()
    assert verified.flaw is not None
    assert peak < 4 * LONGEST_BYTES
