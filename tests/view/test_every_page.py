"""Every page can be shown, wherever its function lies."""

import pytest

from companion.core.page import Page
from companion.pages.render import shown_by


@pytest.mark.parametrize("page", Page.__subclasses__(), ids=lambda page: page.__name__)
def test_every_page_has_a_function_that_shows_it(page: type) -> None:
    assert callable(shown_by(page))
