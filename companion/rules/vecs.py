"""Short rows of numbers, of which the engine has many: here they are lists.

Where the engine is compiled, ``librt.vecs`` of mypyc stands in the place of this module: there a
row is machine integers side by side. What puts in or takes out returns the row; only that one is
used from then on.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64  # noqa: PLC0414 - it is for others, too

    vec = list
else:
    i64 = int
    vec = {i64: list}  # many are made, and ``list[int]`` makes them in twice the time


def append(row: list[i64], number: i64) -> list[i64]:
    """Return a row with a number at its end."""
    row.append(number)
    return row


def remove(row: list[i64], number: i64) -> list[i64]:
    """Return a row without the first of these numbers.

    Raises:
        ValueError: There is none.
    """
    row.remove(number)
    return row


def pop(row: list[i64]) -> tuple[list[i64], i64]:
    """Return a row without its last number, and that."""
    return row, row.pop()
