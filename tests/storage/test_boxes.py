"""A box of tags is read as far as it is right, and everything else in it is named."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import ENGLISH
from companion.narration import thing_name
from companion.rules.components import THINGS, TILES
from companion.rules.tiles import Tile
from companion.storage import boxes
from companion.storage.box_csv import (
    MOST_BYTES,
    BoxFault,
    BoxMistake,
    described,
    load_box,
    located,
    read,
    save_box,
    write,
)
from companion.tags import box as tags_box
from companion.tags.box import TagBox
from hardware import tags
from tests.journal.disks import HASTY

HEADER = b"uid,kind\n"

uids = (
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)
    .map(tags.normal)
    .filter(tags_box.is_uid)
)


@st.composite
def full_boxes(draw: st.DrawFn) -> TagBox:
    """Boxes without mistakes."""
    here = draw(st.lists(uids, unique=True, max_size=30))
    things = draw(st.permutations([thing for thing, most in THINGS.items() for _ in range(most)]))
    return TagBox(dict(zip(here, things, strict=False)))


def mistakes(text: bytes) -> list[str]:
    return [f"{each.line}: {described(each)}" for each in read(text)[1]]


def test_a_box_holds_all_tiles_all_suns_and_the_figure() -> None:
    assert sum(THINGS.values()) == 180 + 16 + 1
    assert TILES == 180
    assert [THINGS[thing] for thing in ("nile", "ra", "sun-1", "sun-16", "ra_figure")] == [
        25, 30, 1, 1, 1,
    ]  # fmt: skip


@given(full_boxes())
def test_what_is_written_is_read_again_in_its_order(box: TagBox) -> None:
    again, found = read(write(box))
    assert found == ()
    assert list(again.tags.items()) == list(box.tags.items())


@given(full_boxes())
def test_no_cell_of_a_written_box_is_a_formula(box: TagBox) -> None:
    rows = list(csv.reader(io.StringIO(write(box).decode())))
    assert not [cell for row in rows for cell in row if cell[0] in "=+-@\t\r"]


@given(st.binary(max_size=400) | st.binary(max_size=400).map(lambda rest: HEADER + rest))
def test_any_bytes_are_read_and_what_was_taken_is_a_box(data: bytes) -> None:
    box, found = read(data)
    here = tags_box.counted(box)
    assert all(here[thing] <= THINGS[thing] for thing in here)
    assert read(write(box)) == (box, ())
    assert all(described(mistake) for mistake in found)


lines = st.lists(
    st.tuples(
        st.sampled_from(["04A1", "04A2", "", "=1", "'=1", '"', "04a1", " 04A3 "]),
        st.sampled_from(["nile", "NILE", "nil", "camel", "", "sun-1", "sun-17", "ra_figure"]),
    ).map(",".join),
    max_size=12,
)


@given(lines)
def test_every_line_is_either_taken_or_named(rows: list[str]) -> None:
    box, found = read(HEADER + "\n".join(rows).encode())
    assert len(box.tags) + len(found) == len(rows)
    assert [mistake.line for mistake in found] == sorted({mistake.line for mistake in found})


def test_every_mistake_is_named_at_once_with_its_line() -> None:
    text = HEADER + b"".join(
        [
            b"04A1,nile\n",
            b"04a1,flood\n",
            b"04A2,camel\n",
            b"04A3,nille\n",
            b"\n",
            b",nile\n",
            b"04A4\n",
            b"04\xff,nile\n",
            b'"04A5,nile\n',
            b"04\x07A6,nile\n",
            b"B1,sun-3\n",
            b"B2,sun-3\n",
        ]
    )
    assert mistakes(text) == [
        "3: tag 04A1 is already on line 2",
        "4: there is no kind 'camel': `ra-companion tags --help` lists them",
        "5: there is no kind 'nille': did you mean nile?",
        "7: this line has no tag",
        "8: tag 04A4 has no kind",
        "9: not valid UTF-8: save the file as CSV in UTF-8",
        "10: not valid CSV: check the quotation marks",
        "11: '04\\x07A6' is not a valid tag: write its number as the reader gives it",
        "13: a box has no more than 1 of sun-3",
    ]
    assert read(text)[0].tags == {"04A1": "nile", "B1": "sun-3"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (b"", "1: the first line must be: uid,kind"),
        (b"04A1,nile\n", "1: the first line must be: uid,kind"),
        (b"\n\nuid\n04A1\n", "3: there is no column kind: the first line must be: uid,kind"),
        (b"kind,tag\n", "1: there is no column uid: the first line must be: uid,kind"),
        (b"uid,kind,UID\n04A1,nile,04A2\n", "1: uid is there twice: delete one of them"),
        (b"\xff\xfeu\0i\0d\0", "1: not valid UTF-8: save the file as CSV in UTF-8"),
    ],
)
def test_without_its_header_nothing_is_taken(text: bytes, wrong: str) -> None:
    assert mistakes(text) == [wrong]
    assert read(text)[0].tags == {}


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbfuid,kind\r\n04A1,nile\r\n",
        b"Kind;UID;seen\nnile;04a1;yes\n",
        b'uid\tkind\n"04A1"\tNile\n',
        b"uid,kind\r'04A1,nile",
    ],
)
def test_what_spreadsheets_make_of_a_box_is_understood(text: bytes) -> None:
    assert read(text) == (TagBox({"04A1": "nile"}), ())


def test_what_is_far_too_long_is_not_read_to_its_end() -> None:
    assert mistakes(b"x" * 1_000_001) == [
        "0: far too long for a box file: nothing from here on is read"
    ]
    rows = b"".join(b"%04X,nothing\n" % number for number in range(5000))
    found = read(HEADER + rows)[1]
    assert (found[-1].line, found[-1].wrong) == (1002, BoxFault.TOO_LONG)


def test_of_a_file_as_long_as_may_be_the_last_byte_is_read_and_of_a_longer_one_it_is_said(
    tmp_path: Path,
) -> None:
    file = tmp_path / "attic.csv"
    last = b"\n04A1,nile"
    file.write_bytes(HEADER.ljust(MOST_BYTES - len(last)) + last)
    assert load_box(file) == (TagBox({"04A1": "nile"}), ())
    file.write_bytes(HEADER.ljust(MOST_BYTES + 1))
    assert [each.wrong for each in load_box(file)[1]] == [BoxFault.TOO_LONG]


def test_what_is_missing_is_counted_by_kind() -> None:
    box = TagBox({"04A1": "nile", "04A2": "nile", "04A3": "sun-4", "04A4": "ra_figure"})
    lacking = tags_box.missing(box)
    assert lacking[Tile.NILE] == 23
    assert sum(lacking.values()) == 178
    assert tags_box.tagged_tiles(box) == 2
    assert tags_box.without(box, "04A1").tags == {
        "04A2": "nile",
        "04A3": "sun-4",
        "04A4": "ra_figure",
    }


@pytest.mark.parametrize("thing", THINGS)
def test_everything_in_the_box_has_a_name(thing: str) -> None:
    assert thing_name(thing, ENGLISH)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../x", "-x", " x", "a\nb", "x" * 101])
def test_a_name_that_could_lead_elsewhere_is_none(name: str) -> None:
    assert not boxes.is_name(name)


def test_boxes_are_listed_by_name_and_nothing_else_is(tmp_path: Path) -> None:
    assert boxes.names(tmp_path) == ()
    for name in ("café", "attic"):
        save_box(boxes.box_file(tmp_path, name), TagBox({"04A1": "nile"}), HASTY)
    (tmp_path / "boxes" / ".attic.csv.new").touch()
    (tmp_path / "boxes" / "notes.txt").touch()
    assert boxes.names(tmp_path) == ("attic", "café")
    assert load_box(boxes.box_file(tmp_path, "attic")) == (TagBox({"04A1": "nile"}), ())


def test_a_file_that_cannot_be_read_is_a_mistake_with_the_reason(tmp_path: Path) -> None:
    for file, why in ((tmp_path, "Not a file"), (tmp_path / "no", "No such file or directory")):
        mistake = BoxMistake(0, BoxFault.UNREADABLE, {"why": why})
        assert load_box(file) == (TagBox(), (mistake,))


def test_a_mistake_is_said_with_its_line_if_it_has_one() -> None:
    def said(data: bytes) -> str:
        return located(read(data)[1][0])

    assert said(b"uid,kind\n04A1,nile\n04A2,neel\n").startswith("line 3: ")
    assert not said(b"x" * (MOST_BYTES + 1)).startswith("line")
