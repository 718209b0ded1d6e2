"""Fame tokens: the fewest move, and never one that is not there."""

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.editions import Edition
from companion.rules.scoring.tokens import (
    BOXES,
    NONE,
    STARTING_TOKENS,
    VALUES,
    Exchange,
    Tokens,
    exchange,
    worth,
)

CLASSIC = BOXES[Edition.RGG_2009]


SMALL: Tokens = (2, 2, 2, 1)


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


@given(tables(SMALL, 2) | tables((3, 1, 3, 2), 2) | tables((1, 1, 1, 1), 3))
@settings(max_examples=150)
def test_no_exchange_could_move_fewer_tokens(
    table: tuple[tuple[Tokens, ...], tuple[int, ...]],
) -> None:
    held, points = table
    for box in (SMALL, (3, 1, 3, 2)):
        if any(
            sum(column) > most for column, most in zip(zip(*held, strict=True), box, strict=True)
        ):
            continue
        best = fewest(held, points, box)
        found = exchange(held, points, box)
        assert (best is None) == any(found.owed)
        if best is not None:
            assert moved(found.moves) == best


@given(tables((10, 8, 20, 10), 5))
@settings(max_examples=30)
def test_tokens_show_the_points_and_none_comes_from_nowhere(
    table: tuple[tuple[Tokens, ...], tuple[int, ...]],
) -> None:
    held, points = table
    found = exchange(held, points, CLASSIC)
    assert CLASSIC is not None
    assert found.supply is not None
    assert min(found.supply) >= 0
    for old, move, new, total, owed in zip(
        held, found.moves, found.held, points, found.owed, strict=True
    ):
        assert plus(old, move) == new
        assert min(new) >= 0
        assert worth(new) + owed == total
    everything = zip(found.supply, *found.held, strict=True)
    assert tuple(sum(column) for column in everything) == CLASSIC


@given(st.lists(st.integers(0, 60), min_size=2, max_size=2), st.tuples(*[st.integers(0, 5)] * 4))
def test_from_plenty_nobody_could_move_fewer_tokens(points: list[int], held: Tokens) -> None:
    found = exchange([held, STARTING_TOKENS], points)
    box = (12, 10, 10, 10)
    assert moved(found.moves[:1]) == fewest((held,), (points[0],), box)
    assert found.supply is None
    assert not found.is_change_made


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


def test_who_has_small_tokens_gives_them_back_for_others() -> None:
    held: list[Tokens] = [(0, 4, 2, 0), (0, 4, 2, 0), STARTING_TOKENS]
    found = exchange(held, [20, 18, 12], (0, 8, 20, 10))
    assert found.moves == ((0, -4, 0, 1), NONE, (0, 1, 0, 0))
    assert found.is_change_made


def test_a_supply_without_tens_gives_fives_and_says_so() -> None:
    found: Exchange = exchange([STARTING_TOKENS], [20], (10, 8, 20, 0))
    assert found.moves == ((0, 0, 2, 0),)
    assert found.is_change_made


def test_points_that_no_token_can_show_are_owed_to_whoever_has_most() -> None:
    """E-100: the box has 226 points, and the companion keeps counting (R-SCO-4)."""
    found = exchange([STARTING_TOKENS] * 5, [40, 41, 42, 70, 43], CLASSIC)
    assert found.owed == (0, 0, 0, 10, 0)
    assert found.supply == NONE


def test_a_box_without_ones_owes_what_is_odd() -> None:
    found = exchange([STARTING_TOKENS] * 2, [3, 11], (0, 8, 20, 10))
    assert found.owed == (1, 0)
    assert [worth(tokens) for tokens in found.held] == [2, 11]


def test_whoever_has_most_is_owed_first_though_it_moves_more_tokens() -> None:
    """Ben gives the only token of 1 point to Ann, who has less."""
    found = exchange([STARTING_TOKENS, (1, 0, 0, 3)], [11, 31], (1, 0, 20, 10))
    assert found.owed == (0, 1)
    assert found.held[0] == (1, 0, 2, 0)


def test_who_has_less_is_owed_no_more_than_small_tokens_would_show() -> None:
    """Without ones and twos Ann is owed 4; the only token of 5 points Ben gives to Cleo."""
    held = (0, 0, 0, 1), (0, 0, 1, 3), (0, 0, 0, 1)
    found = exchange(held, [14, 35, 15], (0, 0, 1, 10))
    assert found.owed == (4, 5, 0)
    assert found.held[2] == (0, 0, 1, 1)


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
