"""The dial's two contacts, in order, out of order and chattering."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.panel.button import Encoder, Turning, moved

Contacts = tuple[bool, bool]


OPEN, A_ONLY, BOTH, B_ONLY = (False, False), (True, False), (True, True), (False, True)


RIGHT = [A_ONLY, BOTH, B_ONLY, OPEN]


LEFT = [B_ONLY, BOTH, A_ONLY, OPEN]


def steps(course: list[Contacts], encoder: Encoder | None = None) -> list[int]:
    """Return the steps that this course of the contacts makes."""
    encoder = encoder or Encoder()
    made = []
    for a_closed, b_closed in course:
        encoder, step = moved(encoder, a_closed=a_closed, b_closed=b_closed)
        made.append(step)
    return [step for step in made if step]


def test_a_dial_rests_with_both_contacts_open() -> None:
    assert Encoder() == Encoder(*OPEN, Turning.RESTING)


def test_one_detent_to_the_right_is_one_step() -> None:
    assert steps(RIGHT) == [1]


def test_one_detent_to_the_left_is_one_step_back() -> None:
    assert steps(LEFT) == [-1]


def test_three_right_and_two_left_are_five_steps() -> None:
    assert steps(RIGHT * 3 + LEFT * 2) == [1, 1, 1, -1, -1]


def test_a_detent_begun_and_taken_back_is_no_step() -> None:
    assert steps([A_ONLY, BOTH, A_ONLY, OPEN, B_ONLY, OPEN]) == []


def test_a_detent_with_a_missed_quarter_is_not_counted_and_the_next_one_is() -> None:
    assert steps([A_ONLY, B_ONLY, OPEN, *RIGHT]) == [1]


@given(
    st.lists(
        st.tuples(st.sampled_from([1, -1]), st.lists(st.integers(0, 4), min_size=4)), max_size=8
    )
)
def test_chatter_between_neighbours_adds_and_loses_nothing(
    turns: list[tuple[int, list[int]]],
) -> None:
    course: list[Contacts] = []
    for direction, chatter in turns:
        before = OPEN
        for contacts, bounces in zip(RIGHT if direction == 1 else LEFT, chatter, strict=False):
            course += [contacts, before] * bounces + [contacts]
            before = contacts
    assert sum(steps(course)) == sum(direction for direction, _ in turns)


@given(st.lists(st.sampled_from([OPEN, A_ONLY, BOTH, B_ONLY]), max_size=200))
def test_whatever_the_contacts_do_a_step_needs_its_whole_course(course: list[Contacts]) -> None:
    assert len(steps(course)) <= len(course) / 4


def test_with_both_contacts_open_every_state_rests_and_only_a_whole_detent_was_a_step() -> None:
    whole = {Turning.RIGHT_3: 1, Turning.LEFT_3: -1}
    for turning in Turning:
        encoder, step = moved(Encoder(turning=turning), a_closed=False, b_closed=False)
        assert (encoder, step) == (Encoder(), whole.get(turning, 0))
