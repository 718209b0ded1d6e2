"""Every test of the packed rules that asks for ``rules`` is made with both forms of them."""

from types import ModuleType

import pytest

from tests.packed.kernels import COMPILED, SOURCE_ALONE, rules_of


@pytest.fixture(
    params=[SOURCE_ALONE, pytest.param(COMPILED, marks=pytest.mark.slow)], scope="session"
)
def rules(request: pytest.FixtureRequest) -> ModuleType:
    """The packed rules, as they are written or compiled."""
    return rules_of(request.param)
