"""Every page answers what every page is asked, wherever it lies."""

import pytest

from companion.core.page import Page
from companion.pages import load_all

load_all()


@pytest.mark.parametrize("page", Page.__subclasses__(), ids=lambda page: page.__name__)
def test_every_page_says_what_it_shows_offers_and_asks(page: type[Page]) -> None:
    assert not page.__abstractmethods__
