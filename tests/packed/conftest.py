"""Every test of the packed rules that asks for ``rules`` is made with both forms of them."""

from types import ModuleType

import pytest

from tests.packed.kernels import BOTH, rules_of


@pytest.fixture(params=BOTH, scope="session")
def rules(request: pytest.FixtureRequest) -> ModuleType:
    """The packed rules, as they are written or compiled."""
    return rules_of(request.param)
