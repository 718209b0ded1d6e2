"""CSV that a spreadsheet shows as it is: no name that people typed becomes a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

Cell = str | int | float | None

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the wide forms, which some programs take for the others."""


def table(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return rows as CSV (RFC 4180): UTF-8 with a mark that spreadsheets look for.

    A text that a spreadsheet would calculate is preceded by an apostrophe; numbers are left alone.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_BEGINS_A_FORMULA):
        return f"'{cell}"
    return "" if cell is None else cell
