"""The packed rules beside the readable ones, as they are written and compiled; broken, too."""

from collections import Counter
from collections.abc import Mapping
from types import ModuleType

from companion.rules.packed import kernel
from release.kernels import SOURCES, CannotCompile
from tests.packed.kernels import COMPILED, SOURCE_ALONE, compiled
from tests.packed.side_by_side import compare_a_deal
from tests.proof.measure import Found, Portion, Strength

_FIRST = 20_000_000
"""Far from the seeds that the tests use."""


_DEALS = {Strength.QUICK: 30, Strength.FULL: 200}
"""In a portion; each is played to some 38 different ends."""


_PORTIONS = {Strength.QUICK: 4, Strength.FULL: 140}


_DEALS_OF_A_CONTROL = 20


MISTAKES: Mapping[str, tuple[str, str]] = {
    "Niles leave with the epoch": ("(1023 << PHARAOH_AT)", "(31 << PHARAOH_AT)"),
    "a full track stays when all pass": ("if self.reason == FULL:", "if self.reason == NOBODY:"),
    "an Earthquake is forgotten after an Unrest": (
        "quakes = self.quakes\n        self.unrests = 0",
        "quakes = 0\n        self.unrests = 0",
    ),
    "after a loss the turn goes on from its owner": (
        "after = (self.ring >> (3 * self.ra_player)) & 7",
        "after = (self.ring >> (3 * self.active)) & 7",
    ),
    "a won sun can be bid at once": ("hand.up ^= disc\n", "hand.up ^= disc | self.centre\n"),
    "the highest sun does not begin an epoch": ("if hand.up > best:", "if hand.up < best:"),
    "the fewest pharaohs cost one": ("-2 * share", "-1 * share"),
    "six different monuments score five": ("ONE_EACH: Final = 6", "ONE_EACH: Final = 5"),
    "two players always pay": ("if self.seats != TWO:", "if self.seats != NOBODY:"),
    "a drought takes three": ("least(must - floods,", "least(must + 1 - floods,"),
    "gods are forgotten among the choices": ("found.append(GOD |", "found.count(GOD |"),
    "a tie goes to the lowest sun": ("<< DISC) | hand.discs()", "<< DISC) - hand.discs()"),
}
"""What is made wrong in the source: a text that it has once, and another one."""


def broken(mistake: str) -> ModuleType:
    """Return packed rules with a mistake."""
    right, wrong = MISTAKES[mistake]
    text = SOURCES[0].read_text("utf-8")
    assert text.count(right) == 1, f"{right!r} is {text.count(right)} times in the source"
    found = ModuleType(kernel.__name__)
    exec(compile(text.replace(right, wrong), str(SOURCES[0]), "exec"), vars(found))  # noqa: S102
    return found


def compared(form: str, first: int, deals: int) -> Found:
    """Play deals to many ends with both; the position and all choices must always be the same."""
    try:
        rules = compiled() if form == COMPILED else kernel
    except CannotCompile as why:
        return Found(failures=(str(why),))
    found, failures = Counter[str](), []
    for seed in range(first, first + deals):
        try:
            found += compare_a_deal(seed, rules)
        except AssertionError as why:
            failures.append(f"{form}: {why}")
    return Found({**found, f"games {form}": found["games"]}, tuple(failures))


def control(mistake: str) -> Found:
    """Play deals with a mistake, which must be noticed."""
    rules = broken(mistake)
    for seed in range(_FIRST, _FIRST + _DEALS_OF_A_CONTROL):
        try:
            compare_a_deal(seed, rules)
        except AssertionError:
            return Found({"controls": 1, "caught": 1})
    return Found({"controls": 1}, (f"{mistake}: it was not noticed, so the proof proves nothing",))


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the mistakes, and the deals: every number of players and option by chance."""
    first, deals = _FIRST + seed, _DEALS[strength]
    return (
        *(Portion(control, (mistake,)) for mistake in MISTAKES),
        *(
            Portion(compared, ((SOURCE_ALONE, COMPILED)[n % 2], first + n * deals, deals))
            for n in range(_PORTIONS[strength])
        ),
    )
