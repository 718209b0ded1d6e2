"""A link as a QR code."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from companion.ui.layout import square
from companion.ui.scene import Box, Rect
from companion.ui.style import Piece, Ui, cached

QUIET = 4
"""This many squares around the code stay white (ISO/IEC 18004)."""

FEWEST_PX = 3
"""A square is at least this many pixels wide, or a telephone cannot read it from a small screen."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


@cached
def code(_: Ui, rect: Rect, link: str) -> Iterator[Piece]:
    """Yield the code as large as whole pixels allow, in the middle of the rectangle."""
    rows = squares(link)
    number = len(rows) + 2 * QUIET
    dot = max(1, min(rect.w, rect.h) // number)
    ground = square(rect, dot * number)
    yield Box(ground, _WHITE)
    for line, row in enumerate(rows):
        left = ground.x + QUIET * dot
        for is_dark, run in groupby(row):
            wide = dot * len(tuple(run))
            if is_dark:
                yield Box(Rect(left, ground.y + (line + QUIET) * dot, wide, dot), _BLACK)
            left += wide


@lru_cache(maxsize=4)
def squares(link: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a code with the least redundancy, True where it is dark."""
    import segno  # noqa: PLC0415 - only the end of a game needs it

    made = segno.make_qr(link, error="l", boost_error=False)
    return tuple(tuple(bool(dot) for dot in row) for row in made.matrix)
