"""Some pages item by item, as they were looked at and found good; they can be read."""

import pytest

from tests.view.conftest import GoldenText
from tests.view.gallery import NAMES, PAGES, shown
from tests.view.listing import listed

WHOLE = ("welcome", "seating", "turn", "auction", "bid", "gods", "scoring", "winner", "history")
"""The pages whose every item is compared."""


@pytest.mark.parametrize("page", WHOLE)
def test_a_page_is_built_of_the_items_that_were_looked_at(
    page: str, golden_text: GoldenText
) -> None:
    golden_text(listed(shown(PAGES[page](5, NAMES))), f"items-{page}")
