"""Points and their reasons in a player's words; what happened in a game is in ``telling``."""

from collections.abc import Mapping, Sequence

from companion import telling
from companion.rules.reasons import Reason, TieBreak
from companion.rules.scoring import Category
from companion.words import Words, mark

CATEGORIES: Mapping[Category, str] = {
    Category.GODS: mark("Gods"),
    Category.GOLD: mark("Gold"),
    Category.PHARAOHS: mark("Pharaohs"),
    Category.RIVER: mark("River"),
    Category.CIVILISATIONS: mark("Civilisations"),
    Category.MONUMENTS_DIVERSITY: mark("Different monuments"),
    Category.MONUMENTS_QUANTITY: mark("Equal monuments"),
    Category.SUNS: mark("Suns"),
}
"""What is scored, as it is called beside its points."""


def reason(given: Reason, words: Words) -> str:
    """Return why a player got the points of a category, in a few words."""
    tiles = telling.bundle_names(given.tiles, words)
    return words.say(given.because.value, tiles=tiles, **given.facts)


def tie_break(tied: TieBreak, names: Sequence[str], words: Words) -> str:
    """Return what put players with equal points in order (R-END-2)."""
    order = words.list(f"{names[seat]} {sun}" for seat, sun in tied.order)
    return words.tell(
        "{number} point each, so the highest sun decides: {order}",
        "{number} points each, so the highest sun decides: {order}",
        tied.points,
        order=order,
    )
