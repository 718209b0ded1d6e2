"""Every page as text, as it was looked at and found good: runs everywhere, and can be read."""

import pytest

from companion.ui.scene import words
from tests.view.conftest import GoldenText
from tests.view.gallery import NAMES, PAGES, shown
from tests.view.listing import listed

WHOLE = ("welcome", "seating", "turn", "auction", "bid", "gods", "scoring", "winner", "history")
"""The pages whose every item is compared."""


@pytest.mark.parametrize("page", PAGES)
def test_the_words_of_a_page_are_those_that_were_looked_at(
    page: str, golden_text: GoldenText
) -> None:
    lines = []
    for players in range(2, 6):
        lines += [f"{players} players", *words(shown(PAGES[page](players, NAMES))), ""]
    golden_text("\n".join(lines), f"words-{page.replace(' ', '-')}")


@pytest.mark.parametrize("page", WHOLE)
def test_a_page_is_built_of_the_items_that_were_looked_at(
    page: str, golden_text: GoldenText
) -> None:
    golden_text(listed(shown(PAGES[page](5, NAMES))), f"items-{page}")
