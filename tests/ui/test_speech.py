"""What is told of an entry that comes to several things."""

from companion.rules.actions import BIDS, PASS, Won
from companion.rules.editions import Sun
from companion.rules.events import PastCorrected
from companion.ui.speech import weightiest


def test_of_a_correction_what_was_meant_is_told_before_what_never_was() -> None:
    meant = PastCorrected(5, (BIDS[Sun(3)],), (Won(Sun(9)),))
    never = PastCorrected(6, (PASS,), ())
    assert weightiest((meant, never)) is meant
    assert weightiest((never,)) is never
