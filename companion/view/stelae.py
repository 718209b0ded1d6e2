"""Fame tokens that go to and fro after an epoch, in as few signs as can be."""

from collections.abc import Iterator, Sequence

from companion.core.model import Model, Secrecy
from companion.rules.stelae import exchanges
from companion.rules.tokens import VALUES, Exchange, Tokens
from companion.view.layout import columns, left_part, without_left
from companion.view.look import CENTRED, Look, Piece, Size
from companion.view.pieces import paragraph, signed
from companion.view.scene import Rect
from companion.view.score_table import Head

STILL = "\N{EN DASH}"
"""No token moves."""


def last_exchange(model: Model) -> Exchange | None:
    """Return what moves after the epoch that was scored last, if it is known and may be shown."""
    if model.timeline is None or model.agreement.secrecy is Secrecy.SEALED:
        return None
    done = exchanges(model.timeline)
    return done[-1] if done else None


def moved(look: Look, done: Exchange, seat: int) -> str:
    """Return what one player takes, with a plus, and gives back, with a minus."""
    owed = done.owed[seat]
    paper = [look.say("{points} on paper", points=owed)] if owed else []
    return " ".join([*_signs(done.moves[seat]), *paper]) or STILL


def _signs(move: Tokens) -> Iterator[str]:
    """Yield a sign for each value, the largest first: all that is given back comes first."""
    changed = [(number, value) for value, number in zip(VALUES, move, strict=True) if number]
    for number, value in sorted(changed, key=lambda each: (each[0] > 0, -each[1])):
        times = f"{abs(number)}\N{MULTIPLICATION SIGN}" if abs(number) > 1 else ""
        sign = signed(number)[0]
        yield f"{sign}{times}{value}"


def stelae(
    look: Look, row: Rect, heads: Sequence[Head], done: Exchange, wide: int
) -> Iterator[Piece]:
    """Yield a row: what everybody takes and gives back.

    Args:
        look: How big things are.
        row: Where.
        heads: Whose columns there are.
        done: What moves.
        wide: How much of the left the label has.
    """
    label = left_part(row, wide).inset(look.either(8, 4))
    yield from paragraph(look, label, look.say("Scoring tokens"), Size.LABEL)
    cells = columns(without_left(row, wide), len(heads), look.either(6, 4))
    for seat, cell in enumerate(cells):
        text = moved(look, done, seat)
        yield from paragraph(look, cell, text, Size.LABEL, CENTRED, colour=look.theme.gold)
