"""Whatever is done in any order: what is lit is done, what is shown is saved, Undo leads back."""

import pytest

from companion.core.messages import Message, Tick
from tests.net.every_message import examples
from tests.pages.laws.evening import Evening
from tests.together import EVERY

EVENINGS = 4000 if EVERY else 160

STEPS = 30


def kinds(of: type[Message]) -> set[type[Message]]:
    """Return every kind of message that is no further distinguished."""
    below = of.__subclasses__()
    return set().union(*map(kinds, below)) if below else {of}


@pytest.mark.parametrize("part", range(8))
def test_on_any_evening_the_laws_hold(part: int) -> None:
    for seed in range(part, EVENINGS, 8):
        evening = Evening(seed)
        for _ in range(STEPS):
            evening.step()


def test_every_kind_of_message_arrives() -> None:
    assert {*map(type, examples()), Tick} == kinds(Message)
