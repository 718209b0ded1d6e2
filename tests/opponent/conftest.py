"""Machines that think a little: the tests play with rules that may not be compiled."""

import pytest

from companion.opponent import deciding
from companion.opponent.strength import Strength


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = {Strength.STEADY: 32, Strength.STRONG: 96}
    monkeypatch.setattr(deciding, "EFFORTS", hasty)
