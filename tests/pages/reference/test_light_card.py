"""The rules card of a partially recorded game: on every page, and true of its table."""

from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.reference.rules_card import MOST_SENTENCES, MOST_TILES, Card, card
from companion.pages.score_sheet.tally import SheetTally
from tests.pages.reference.test_card import FEWEST_SENTENCES, sentences
from tests.together import for_each
from tests.view import counts, lighter
from tests.view.gallery import NAMES

PAGES = {
    name: made
    for name, made in {**lighter.PAGES, **counts.PAGES}.items()
    if isinstance(made(3, NAMES).page, PartialTable | Joining | SheetTally)
}


def said(found: Card | None) -> set[str]:
    """Return the sentences of a card, filled in."""
    assert found is not None
    return {line.sentence.format_map(line.facts) for line in found.lines}


@for_each(page=PAGES, players=range(2, 6))
def test_there_is_a_card_of_three_to_six_sentences(page: str, players: int) -> None:
    found = card(PAGES[page](players, NAMES))
    assert found is not None
    assert FEWEST_SENTENCES <= len(found.lines) <= MOST_SENTENCES
    assert all(sentences(line) == 1 for line in found.lines)
    assert len(found.tiles) <= MOST_TILES


def test_what_is_not_known_is_not_said() -> None:
    known, unknown = lighter.PAGES["light"](3, NAMES), lighter.PAGES["nothing known"](3, NAMES)
    told = said(card(known)) - said(card(unknown))
    assert told == {
        "Ra tiles on the Ra track: 1 of 8.",
        "The winner gets all tiles and sun 13; the winning sun stays in the centre.",
    }
