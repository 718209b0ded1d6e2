"""A contact against lists of edges: debounced, and masked while it does what no finger does."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.events import ButtonDown, ButtonMasked, ButtonTrusted, ButtonUp
from hardware.panel.contact import CALM_SECONDS, STUCK_SECONDS, Change, Contact

QUIET = 0.02

Edge = tuple[float, bool]

EDGES = st.lists(
    st.tuples(st.floats(min_value=0.0, max_value=0.1), st.booleans()), max_size=60
).map(lambda gaps: [(sum(gap for gap, _ in gaps[: i + 1]), gaps[i][1]) for i in range(len(gaps))])
"""Edges at rising times, some much closer together than the quiet time and some far apart."""


def rest(quiet: float = QUIET) -> Contact:
    """Return a contact that was open when it was read."""
    return Contact(quiet, 0.0, is_closed=False, is_masked=False)


def play(contact: Contact, edges: Sequence[Edge], until: float) -> list[Change]:
    """Return what follows from these edges, and from the time after them."""
    told = [each for at, closed in edges for each in contact.on_edge(at, is_closed=closed)]
    return [*told, *contact.advance(until)]


def wild(start: float, changes: int, gap: float = 0.04) -> list[Edge]:
    """Return clean changes, one every ``gap`` seconds."""
    return [(start + n * gap, n % 2 == 0) for n in range(changes)]


def near(told: list[Change]) -> list[tuple[type, object]]:
    """Return changes whose times need not be exact to the last bit."""
    return [(kind, pytest.approx(at)) for kind, at in told]


def test_a_contact_counts_once_it_has_been_still_for_the_quiet_time() -> None:
    told = play(rest(), [(1.0, True), (1.3, False)], until=2.0)
    assert near(told) == [(ButtonDown, 1.02), (ButtonUp, 1.32)]


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        ([(1.0, True), (1.00005, False)], []),
        ([(1.0, True), (1.0199, False)], []),
        ([(1.0, True), (1.8, False), (1.8199, True)], [(ButtonDown, 1.02)]),
        # a press that bounces counts after its last bounce
        ([(0.0, True), (0.002, False), (0.004, True), (0.006, False), (0.008, True)],
         [(ButtonDown, 0.028)]),
        # an edge that says what is known says nothing
        ([(1.0, True), (1.01, True), (1.5, True)], [(ButtonDown, 1.02)]),
    ],
)  # fmt: skip
def test_a_pulse_is_no_press_and_a_gap_is_no_release(edges: list[Edge], told: list[Change]) -> None:
    assert near(play(rest(), edges, until=2.0)) == near(told)


def test_where_somebody_else_debounces_every_edge_counts_at_once() -> None:
    told = play(rest(0.0), [(1.0, True), (1.001, False)], until=1.001)
    assert told == [(ButtonDown, 1.0), (ButtonUp, 1.001)]


def test_a_button_held_at_start_is_masked_until_it_has_been_up_for_half_a_second() -> None:
    held = Contact(QUIET, 3.0, is_closed=True, is_masked=True)
    assert play(held, [(7.0, False)], until=7.51) == []
    assert near(play(held, [], until=7.53)) == [(ButtonTrusted, 7.02 + CALM_SECONDS)]
    assert near(play(held, [(8.0, True)], until=8.1)) == [(ButtonDown, 8.02)]


def test_a_button_down_for_ten_seconds_is_stuck_and_its_release_is_not_an_up() -> None:
    contact = rest()
    told = play(contact, [(1.0, True)], until=30.0)
    assert near(told) == [(ButtonDown, 1.02), (ButtonMasked, 1.02 + STUCK_SECONDS)]
    assert near(play(contact, [(31.0, False)], until=40.0)) == [(ButtonTrusted, 31.52)]


def test_a_stuck_button_is_found_in_order_even_if_the_loop_slept_through_it() -> None:
    told = play(rest(), [(1.0, True), (12.0, False), (13.0, True)], until=13.1)
    masked: list[Change] = [(ButtonDown, 1.02), (ButtonMasked, 11.02), (ButtonTrusted, 12.52)]
    assert near(told) == near([*masked, (ButtonDown, 13.02)])


def test_twenty_five_changes_a_second_for_two_seconds_are_chatter() -> None:
    contact = rest()
    told = play(contact, wild(1.0, 60), until=3.4)
    assert near(told[-1:]) == [(ButtonMasked, 1.02 + 40 * 0.04)]
    assert len(told) == 41
    last_change = 1.02 + 59 * 0.04
    assert near(play(contact, [], until=9.0)) == [(ButtonTrusted, last_change + CALM_SECONDS)]


@pytest.mark.parametrize(("each_second", "is_finger"), [(19, True), (19.7, True), (21, False)])
def test_a_fast_finger_is_no_chatter(each_second: float, *, is_finger: bool) -> None:
    told = play(rest(), wild(1.0, 200, gap=1 / each_second), until=12.0)
    assert (ButtonMasked not in {kind for kind, _ in told}) == is_finger
    assert len(told) == 200 or not is_finger


def test_chatter_that_goes_on_keeps_the_button_masked() -> None:
    kinds = [kind for kind, _ in play(rest(), wild(1.0, 500), until=1.0 + 500 * 0.04)]
    assert kinds.count(ButtonMasked) == 1
    assert ButtonTrusted not in kinds


@given(EDGES)
def test_downs_and_ups_take_turns_and_the_end_is_the_truth(edges: list[Edge]) -> None:
    kinds = [kind for kind, _ in play(rest(), edges, until=9.0)]
    assert kinds == [(ButtonDown, ButtonUp)[n % 2] for n in range(len(kinds))]
    assert bool(kinds and kinds[-1] is ButtonDown) == bool(edges and edges[-1][1])


@given(EDGES)
def test_changes_are_at_least_the_quiet_time_apart_and_in_order(edges: list[Edge]) -> None:
    times = [at for _, at in play(rest(), edges, until=9.0)]
    assert all(later - earlier >= QUIET - 1e-9 for earlier, later in pairwise(times))


@given(
    st.lists(st.tuples(st.sampled_from([0.001, 0.01, 0.03, 0.3, 5.0]), st.booleans()), max_size=120)
)
def test_what_a_button_reports_always_makes_sense(gaps: list[tuple[float, bool]]) -> None:
    """A down is followed by an up or a mask, a mask by trust, and all times rise."""
    at, edges = 0.0, []
    for gap, level in gaps:
        at += gap
        edges.append((at, level))
    told = play(rest(), edges, until=at + 30.0)
    allowed: dict[type, tuple[type, ...]] = {
        ButtonDown: (ButtonUp, ButtonMasked),
        ButtonUp: (ButtonDown, ButtonMasked),
        ButtonMasked: (ButtonTrusted,),
        ButtonTrusted: (ButtonDown, ButtonMasked),
    }
    kinds = [ButtonTrusted, *(kind for kind, _ in told)]
    assert all(after in allowed[before] for before, after in pairwise(kinds))
    assert [when for _, when in told] == sorted(when for _, when in told)


def test_what_is_due_is_done_at_that_very_moment() -> None:
    contact = rest()
    play(contact, [(1.0, True)], until=2.0)
    due = contact.due()
    assert due == pytest.approx(11.02)
    assert [kind for kind, _ in contact.advance(due or 0.0)] == [ButtonMasked]
    assert contact.due() is None
