"""What people typed is text in every table that is written: no spreadsheet calculates it."""

import csv
import io
from collections.abc import Callable

import pytest

from companion.storage import box_csv, spreadsheet
from companion.tags.box import TagBox

TYPED = (
    "=HYPERLINK(1)", "+7", "-9", "@SUM(A1)", "'=1", " =HYPERLINK(1)", "\t=2", "\tAnna", "\r\n=1",
    "\u00a0=1", "\u3000=1", "\u200b=1", "\ufeff=1", "\x01=1", "\uff1d1+1", "\uff0b1", "\uff0d1",
    "\uff20SUM(A1)", " \uff1d1", "\ufe661", "\ufe621", "\ufe631", "\ufe6bA", "\u207c1",
    "\u207b1", "\u22121", "=\u03381",
)  # fmt: skip


def in_a_box(typed: str) -> str:
    return box_csv.write(TagBox({typed: "nile"})).decode()


def in_what_is_taken_home(typed: str) -> str:
    return spreadsheet.table([["Player"], [typed]]).decode("utf-8-sig")


TABLES = (in_a_box, in_what_is_taken_home)


def first_cell(text: str) -> str:
    return list(csv.reader(io.StringIO(text, newline="")))[1][0]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("typed", TYPED)
def test_what_looks_like_a_formula_is_text_in_every_table(
    table: Callable[[str], str], typed: str
) -> None:
    assert first_cell(table(typed)) == f"'{typed}"


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("typed", ["Anna", "Žofie", " Ben", "a=b", "アンナ", "O'Neil", "7-up"])
def test_any_other_text_stays_as_it_was_typed(table: Callable[[str], str], typed: str) -> None:
    assert first_cell(table(typed)) == typed


def test_numbers_stay_numbers() -> None:
    assert spreadsheet.table([[-5, 2.5, None]]).decode("utf-8-sig") == "-5,2.5,\r\n"
