"""The debouncer against lists of edges."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.panel.button import Contact, Movement, contact_heard, look_again, settled

QUIET = 0.02


Edge = tuple[float, bool]


EDGES = st.lists(
    st.tuples(st.floats(min_value=0.0, max_value=0.1), st.booleans()), max_size=60
).map(lambda gaps: [(sum(gap for gap, _ in gaps[: i + 1]), gaps[i][1]) for i in range(len(gaps))])
"""Edges at rising times, some much closer together than the quiet time and some far apart."""


def told(edges: list[Edge], until: float) -> list[Movement]:
    """Return all that is believed of a wire with these edges, looked at once more at the end."""
    contact = Contact(QUIET)
    changes: list[Movement] = []
    for at, level in edges:
        contact, news = contact_heard(contact, level=level, at=at)
        changes += news
    while (due := look_again(contact)) is not None and due <= until:
        contact, news = settled(contact, due)
        changes += news
    return changes


def test_the_first_edge_of_a_press_counts_at_once() -> None:
    assert contact_heard(Contact(QUIET), level=True, at=5.0)[1] == (Movement(is_down=True, at=5.0),)


def test_chatter_within_the_quiet_time_is_not_reported() -> None:
    chatter = [(0.0, True), (0.002, False), (0.004, True), (0.006, False), (0.008, True)]
    assert told(chatter, until=9.0) == [Movement(is_down=True, at=0.0)]


def test_a_release_that_fell_into_the_quiet_time_is_reported_when_that_ends() -> None:
    pressed, released = told([(1.0, True), (1.005, False)], until=9.0)
    assert pressed == Movement(is_down=True, at=1.0)
    assert released == Movement(is_down=False, at=1.0 + QUIET)


def test_a_press_shorter_than_the_chatter_does_not_swallow_the_next_one() -> None:
    """The sequence of gpiozero's issue 1039, read late: all edges at once."""
    edges = [(1.0, True), (1.005, False), (2.0, True), (2.3, False)]
    assert told(edges, until=9.0) == [
        Movement(is_down=True, at=1.0),
        Movement(is_down=False, at=1.0 + QUIET),
        Movement(is_down=True, at=2.0),
        Movement(is_down=False, at=2.3),
    ]


def test_a_settled_contact_needs_no_second_look() -> None:
    contact, _ = contact_heard(Contact(QUIET), level=True, at=1.0)
    assert look_again(contact) is None


@given(EDGES)
def test_downs_and_ups_take_turns_and_the_end_is_the_truth(edges: list[Edge]) -> None:
    changes = told(edges, until=100.0)
    assert [change.is_down for change in changes] == [n % 2 == 0 for n in range(len(changes))]
    assert bool(changes and changes[-1].is_down) == bool(edges and edges[-1][1])


@given(EDGES)
def test_changes_are_at_least_the_quiet_time_apart_and_in_order(edges: list[Edge]) -> None:
    times = [change.at for change in told(edges, until=100.0)]
    assert all(later - earlier >= QUIET - 1e-9 for earlier, later in pairwise(times))
