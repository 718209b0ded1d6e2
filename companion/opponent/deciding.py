"""What the machine chooses: of what it tries out, the choice after which it wins most often."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.opponent import rollouts
from companion.opponent.strength import Strength
from companion.opponent.trying import Line, difference
from companion.rules import engine
from companion.rules.engine import Dice, Table
from companion.rules.thawing import IS_COMPILED

EFFORTS = (
    {Strength.STEADY: 160, Strength.STRONG: 2400}
    if IS_COMPILED
    else {Strength.STEADY: 64, Strength.STRONG: 192}
)
"""How many rollouts there are for one decision at most, shared by the choices.

Never seconds: the same question has the same answer on every machine with the same engine. Where
it is not compiled a rollout takes far longer, and people wait.
"""

NEARLY = 0.5
"""How much of a game that is over counts by its points, when the machine decides."""

CLEARLY = 3
"""Standard errors by which the best must be ahead of a choice that is given up."""

_AT_ONCE = 16
"""Rollouts of one choice before the next choice has its turn."""

_FEWEST = 2 * _AT_ONCE
"""Fewer rollouts of a choice say nothing."""


def decide(
    table: Table,
    seed: int,
    strength: Strength,
    efforts: Mapping[Strength, int] | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Return what the machine does at a table: one of its ``choices``.

    Args:
        table: Somebody must decide there; it stays as it is.
        seed: Shuffles the bags. The same one in the same position gives the same decision.
        strength: How well it plays.
        efforts: How much is tried out; None: ``EFFORTS``.
        enough: Is asked every few futures, so that other threads have a turn, too. Once it says
            so, what is best so far is taken: then the clock had a say in the decision.
    """
    table = table.copy()
    table.bag.sort()  # nobody knows its order
    options = choices(table)
    if len(options) == 1:
        return options[0]
    if strength is Strength.RANDOM:
        return options[Dice(seed).below(len(options))]
    if strength is Strength.QUICK:
        return rollouts.policy_action(table, rollouts.usual_policy())
    effort = (EFFORTS if efforts is None else efforts)[strength]
    return _best(table, options, seed, effort, enough)


def choices(table: Table) -> list[int]:
    """Return what may be chosen; of gods that take equal tiles, one."""
    return list({same(table, action): action for action in table.choices()}.values())


def same(table: Table, action: int) -> tuple[int, int]:
    """Return what makes a choice different from others: of gods, what they take."""
    kind, what = action & 15, action >> engine.KIND_BITS
    if kind == engine.USE_GOD:
        return kind, table.track[what]
    return kind, what


def lines(table: Table, actions: Sequence[int]) -> Iterator[tuple[int, Line]]:
    """Yield what the choices lead to: the player who calls Ra bids last, and knows every bid.

    Args:
        table: In a turn or an auction.
        actions: That may be chosen.

    Yields:
        Each of them, and what comes of it. Calling Ra leads to every bid that may follow, after
        what others bid by rule of thumb.
    """
    for action in actions:
        after = _to_the_last_bid(table) if action == engine.INVOKE else None
        if after is None:
            yield action, Line(table, action)
        else:
            yield from ((action, Line(after, bid)) for bid in after.choices())


def _to_the_last_bid(table: Table) -> Table | None:
    """Return the table when the player who called Ra must bid; None if the auction is over."""
    after, policy = table.copy(), rollouts.usual_policy()
    after.invoke()
    while after.phase == engine.AUCTION and after.active != table.active:
        after.play(rollouts.policy_action(after, policy))
    return after if after.phase == engine.AUCTION else None


def _best(
    table: Table,
    options: Sequence[int],
    seed: int,
    effort: int,
    enough: Callable[[], bool],
) -> int:
    """Let the choices race: what is clearly worse drops out (Maron and Moore, 1994).

    So what is plain takes little time, and all that is left goes where it matters.
    """
    seat, seats, policy = table.active, len(table.players), rollouts.usual_policy()
    left = [(action, line, list[float]()) for action, line in lines(table, options)]
    tried = spent = 0
    while spent < effort and len({action for action, _, _ in left}) > 1:
        found = []
        for _, line, _ in left:
            if enough():  # what not all were tried with tells nothing
                return left[0][0]
            found.append(
                rollouts.rollouts(
                    line.table, line.action, tried, _AT_ONCE, Dice(seed), policy, NEARLY
                )
            )
        for each, more in zip(left, found, strict=True):
            each[2].extend(more[seat::seats])
        tried += _AT_ONCE
        spent += _AT_ONCE * len(left)
        left.sort(key=lambda each: -sum(each[2]))
        if tried >= _FEWEST:
            left = [each for each in left if not _is_behind(each[2], left[0][2])]
    return left[0][0]


def _is_behind(won: Sequence[float], most: Sequence[float]) -> bool:
    """Whether a choice wins clearly less than the best, with the same bags."""
    more, error = difference(most, won)
    return more > CLEARLY * error
