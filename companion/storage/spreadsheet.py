"""CSV for spreadsheets: nothing that people typed becomes a formula."""

import csv
import io
from collections.abc import Iterable, Sequence
from unicodedata import category, normalize

Cell = str | int | float | None

_BEGINS_A_FORMULA = frozenset("=+-@\u2212")
"""The last is the sign for minus, which some programs take for the hyphen, but no folding does."""

_BEGINS_ANOTHER_CELL = ("'", "\t", "\r", "\n")
"""An apostrophe is doubled, so that removing one gives the text as it was."""

_UNSEEN = ("C", "M", "Z")
"""Kinds of characters that some programs skip in front: controls, marks without a base, blanks."""


def table(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return rows as CSV (RFC 4180): UTF-8 with a mark that spreadsheets look for.

    A text that a spreadsheet would calculate is preceded by an apostrophe; numbers are left alone.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def as_text(typed: str) -> str:
    """Return what somebody typed, with an apostrophe in front if a spreadsheet would calculate it.

    Wide, small and raised signs count as what they are folded to (NFKC), and what cannot be seen in
    front of them does not count.
    """
    begins = {_first(typed), _first(normalize("NFKC", typed))}
    is_calculated = typed.startswith(_BEGINS_ANOTHER_CELL) or not begins.isdisjoint(
        _BEGINS_A_FORMULA
    )
    return f"'{typed}" if is_calculated else typed


def _first(text: str) -> str:
    """Return the first character that is seen."""
    return next((each for each in text if not category(each).startswith(_UNSEEN)), "")


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, str):
        return as_text(cell)
    return "" if cell is None else cell
