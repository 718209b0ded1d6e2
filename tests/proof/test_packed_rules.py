"""The packed rules beside the readable ones: a mistake is noticed, and can be replayed."""

import re

import pytest

from tests.packed.kernels import SOURCE_ALONE
from tests.packed.side_by_side import compare_a_deal
from tests.proof import packed_rules
from tests.proof.packed_rules import MISTAKES, broken, compared, control


def test_both_agree_on_every_end_of_a_deal() -> None:
    found = compared(SOURCE_ALONE, 1, 12)
    assert found.failures == ()
    assert found.counts["games"] == found.counts[f"games {SOURCE_ALONE}"] > 12 * 30
    assert found.counts["states"] > 20 * found.counts["games"]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(mistake: str) -> None:
    assert control(mistake).counts == {"controls": 1, "caught": 1}


def test_what_was_noticed_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = broken("the fewest pharaohs cost one")
    monkeypatch.setattr(packed_rules, "kernel", rules)
    said = compared(SOURCE_ALONE, 1, 12).failures
    assert said
    found = re.match(rf"{SOURCE_ALONE}: (seed (\d+), game \d+: .*)", said[0], re.DOTALL)
    assert found
    with pytest.raises(AssertionError, match=re.escape(found[1])):
        compare_a_deal(int(found[2]), rules)
