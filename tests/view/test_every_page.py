"""Every page answers what every page is asked, wherever it lies."""

import pytest

from companion.core.page import Page
from companion.pages import load_all
from tests.view.gallery import page_types

load_all()


@pytest.mark.parametrize("page", page_types(), ids=lambda page: page.__name__)
def test_every_page_says_what_it_shows_offers_and_asks(page: type[Page]) -> None:
    assert not page.__abstractmethods__
