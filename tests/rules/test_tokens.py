"""Fame tokens: the fewest move, and never one that is not there."""

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.actions import Level
from companion.rules.editions import Edition, Sun, setup
from companion.rules.events import EpochEnded
from companion.rules.partial import END_EPOCH, TallyEpoch
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import begin, enter
from companion.rules.scoring.tokens import (
    BOXES,
    NONE,
    STARTING_TOKENS,
    VALUES,
    Tokens,
    exchange,
    exchanges,
    worth,
)
from companion.rules.tiles import Tile
from tests.rules.games import History, histories

CLASSIC = BOXES[Edition.RGG_2009]


def moved(tokens: tuple[Tokens, ...]) -> int:
    """Return how many tokens change hands."""
    return sum(abs(number) for move in tokens for number in move)


def plus(tokens: Tokens, move: Tokens) -> Tokens:
    """Return what somebody has after a move."""
    ones, twos, fives, tens = (a + b for a, b in zip(tokens, move, strict=True))
    return ones, twos, fives, tens


def fewest(held: tuple[Tokens, ...], points: tuple[int, ...], box: Tokens) -> int | None:
    """Return how few tokens could move, by trying everything; None if nothing fits."""
    every = [
        [
            (ones, twos, fives, tens)
            for ones, twos, fives, tens in product(*(range(number + 1) for number in box))
            if worth((ones, twos, fives, tens)) == total
        ]
        for total in points
    ]
    costs = [
        sum(abs(a - b) for new, old in zip(after, held, strict=True)
            for a, b in zip(new, old, strict=True))
        for after in product(*every)
        if is_within(after, box)
    ]  # fmt: skip
    return min(costs, default=None)


def is_within(held: Iterable[Tokens], box: Tokens) -> bool:
    """Whether the box has as many tokens as all these together."""
    together = zip(*held, strict=True)
    return all(sum(column) <= most for column, most in zip(together, box, strict=True))


@st.composite
def tables(draw: st.DrawFn, box: Tokens, seats: int) -> tuple[tuple[Tokens, ...], tuple[int, ...]]:
    """Draw what everybody has, all of it from one box, and the points they shall have."""
    left = list(box)
    held: list[Tokens] = []
    for _ in range(seats):
        ones, twos, fives, tens = (draw(st.integers(0, number)) for number in left)
        held.append((ones, twos, fives, tens))
        left = [number - own for number, own in zip(left, held[-1], strict=True)]
    points = draw(st.tuples(*[st.integers(0, 24)] * seats))
    return tuple(held), points


@given(tables((10, 8, 20, 10), 5))
@settings(max_examples=30)
def test_tokens_show_the_points(table: tuple[tuple[Tokens, ...], tuple[int, ...]]) -> None:
    held, points = table
    found = exchange(held, points, CLASSIC)
    for old, move, new, total in zip(held, found.moves, found.held, points, strict=True):
        assert plus(old, move) == new
        assert min(new) >= 0
        assert worth(new) == total
    assert CLASSIC is not None
    assert (not found.is_short) == is_within(found.held, CLASSIC)


@given(st.lists(st.integers(0, 60), min_size=2, max_size=2), st.tuples(*[st.integers(0, 5)] * 4))
def test_from_plenty_nobody_could_move_fewer_tokens(points: list[int], held: Tokens) -> None:
    found = exchange([held, STARTING_TOKENS], points)
    box = (12, 10, 10, 10)
    assert moved(found.moves[:1]) == fewest((held,), (points[0],), box)
    assert not found.is_short


@pytest.mark.parametrize(
    ("points", "move"),
    [
        (10, NONE),
        (13, (1, 1, 0, 0)),
        (20, (0, 0, 0, 1)),
        (5, (0, 0, -1, 0)),
        (3, (1, 1, -2, 0)),
        (0, (0, 0, -2, 0)),
    ],
)
def test_from_two_fives_these_tokens_move(points: int, move: Tokens) -> None:
    """R-SET-3; the last is the floor at zero, after which nobody has a token (R-SCO-2)."""
    assert exchange([STARTING_TOKENS], [points], CLASSIC).moves == (move,)


def test_where_the_box_is_short_of_tens_people_take_change() -> None:
    found = exchange([STARTING_TOKENS, STARTING_TOKENS], [20, 15], (10, 8, 20, 0))
    assert found.moves == ((0, 0, 0, 1), (0, 0, 1, 0))
    assert found.is_short


def test_points_are_not_limited_by_what_the_box_can_show() -> None:
    """E-100: the box has 226 points, and the companion keeps counting (R-SCO-4)."""
    points = [40, 41, 42, 70, 43]
    found = exchange([STARTING_TOKENS] * 5, points, CLASSIC)
    assert [worth(tokens) for tokens in found.held] == points
    assert found.is_short


@pytest.mark.parametrize("edition", [Edition.ALEA_1999, Edition.RGG_2009])
def test_the_classic_box_has_48_tokens_worth_226_points(edition: Edition) -> None:
    """V29, D-41."""
    box = BOXES[edition]
    assert box is not None
    assert (sum(box), worth(box)) == (48, 226)


def test_every_edition_has_its_box_and_unknown_counts_are_not_made_up() -> None:
    """D-41: of the 80 tokens of the newest edition nobody has told the breakdown."""
    assert set(BOXES) == set(Edition)
    assert BOXES[Edition.C25] is None
    assert VALUES == (1, 2, 5, 10)


@given(histories())
def test_after_every_epoch_tokens_show_the_points(history: History) -> None:
    timeline = begin(history.setup)
    for action in history.actions:
        timeline = enter(timeline, action)
    ended = [
        event for step in timeline.steps for event in step.events if isinstance(event, EpochEnded)
    ]
    found = exchanges(timeline)
    assert len(found) == 3
    held = (STARTING_TOKENS,) * len(history.setup.players)
    for event, done in zip(ended, found, strict=True):
        assert done is not None
        for seat, score in enumerate(event.scores):
            assert worth(done.held[seat]) == score.after
            before = zip(held[seat], done.moves[seat], strict=True)
            assert tuple(had + more for had, more in before) == done.held[seat]
        held = done.held


def test_whoever_falls_below_zero_gives_back_no_more_than_there_is() -> None:
    timeline = enter(enter(begin(setup(("Anna", "Ben"))), SetLevel(Level.SCORE_ONLY)), END_EPOCH)
    nothing = TallyEpoch((0, 0))
    timeline = enter(enter(enter(timeline, nothing), END_EPOCH), nothing)
    suns = ((Sun(9), Sun(6), Sun(5), Sun(2)), (Sun(8), Sun(7), Sun(4), Sun(3)))
    timeline = enter(enter(timeline, END_EPOCH), TallyEpoch((Tile.PHARAOH.one, 0), suns))
    moves = [done.moves[1] for done in exchanges(timeline) if done is not None]
    assert moves == [(0, 0, -1, 0), (0, 0, -1, 0), (0, 0, 0, 0)]


def test_nobody_is_told_to_move_tokens_where_points_are_not_known() -> None:
    timeline = enter(enter(begin(setup(("Anna", "Ben"))), SetLevel(Level.SCORE_ONLY)), END_EPOCH)
    assert exchanges(enter(timeline, TallyEpoch((0, None)))) == (None,)
