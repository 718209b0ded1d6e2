"""One button: believed, and masked while it does what no finger does."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from hardware.events import ButtonDown, ButtonMasked, ButtonTrusted, ButtonUp, Control, Distrust
from hardware.panel import button as panel_button
from hardware.panel.button import Button, ButtonEvent

RA = Control.RA


QUIET = 0.02


def up_button() -> Button:
    """Return a button that was up when the panel was opened."""
    return panel_button.begun(RA, is_down=False, at=0.0, quiet_seconds=QUIET).button


def play(
    button: Button, edges: Sequence[tuple[float, bool]], until: float
) -> tuple[Button, list[ButtonEvent]]:
    """Return the button and all events after these edges, looked at once at the end."""
    events: list[ButtonEvent] = []
    for at, level in edges:
        button, more = panel_button.heard(button, level=level, at=at)
        events += more
    button, more = panel_button.looked(button, until)
    return button, [*events, *more]


def wild(start: float, changes: int, gap: float = 0.04) -> list[tuple[float, bool]]:
    """Return clean changes, one every ``gap`` seconds."""
    return [(start + n * gap, n % 2 == 0) for n in range(changes)]


def test_a_press_and_a_release_are_a_down_and_an_up() -> None:
    _, events = play(up_button(), [(1.0, True), (1.2, False)], until=2.0)
    assert events == [ButtonDown(RA, 1.0), ButtonUp(RA, 1.2)]


def test_a_button_held_at_start_is_masked_until_it_has_been_up_for_half_a_second() -> None:
    button, events = panel_button.begun(RA, is_down=True, at=3.0, quiet_seconds=QUIET)
    assert events == (ButtonMasked(RA, Distrust.HELD_AT_START, 3.0),)
    button, later = play(button, [(7.0, False)], until=7.49)
    assert later == []
    button, trusted = panel_button.looked(button, 7.6)
    assert trusted == (ButtonTrusted(RA, 7.5),)
    assert play(button, [(8.0, True)], until=8.0)[1] == [ButtonDown(RA, 8.0)]


def test_a_button_down_for_ten_seconds_is_stuck_and_its_release_is_not_an_up() -> None:
    button, events = play(up_button(), [(1.0, True)], until=30.0)
    assert events == [ButtonDown(RA, 1.0), ButtonMasked(RA, Distrust.STUCK, 11.0)]
    _, events = play(button, [(31.0, False)], until=40.0)
    assert events == [ButtonTrusted(RA, 31.5)]


def test_a_stuck_button_is_found_in_order_even_if_the_loop_slept_through_it() -> None:
    _, events = play(up_button(), [(1.0, True), (12.0, False), (13.0, True)], until=13.0)
    assert events == [
        ButtonDown(RA, 1.0),
        ButtonMasked(RA, Distrust.STUCK, 11.0),
        ButtonTrusted(RA, 12.5),
        ButtonDown(RA, 13.0),
    ]


def test_twenty_five_changes_a_second_for_two_seconds_are_chatter() -> None:
    button, events = play(up_button(), wild(1.0, 60), until=3.4)
    assert events[-1] == ButtonMasked(RA, Distrust.CHATTERING, 1.0 + 40 * 0.04)
    assert len(events) == 41
    _, events = play(button, [], until=9.0)
    last_change = 1.0 + 59 * 0.04
    assert events == [ButtonTrusted(RA, last_change + 2.0)]


def test_nineteen_changes_a_second_are_a_fast_finger_and_twenty_one_are_not() -> None:
    _, events = play(up_button(), wild(1.0, 200, gap=1 / 19), until=1.0 + 200 / 19)
    assert len(events) == 200
    assert not any(isinstance(event, ButtonMasked) for event in events)
    _, events = play(up_button(), wild(1.0, 200, gap=1 / 21), until=1.0 + 200 / 21)
    assert any(isinstance(event, ButtonMasked) for event in events)


def test_chatter_that_goes_on_keeps_the_button_masked() -> None:
    _, events = play(up_button(), wild(1.0, 500), until=1.0 + 500 * 0.04)
    assert [type(event) for event in events].count(ButtonMasked) == 1
    assert not any(isinstance(event, ButtonTrusted) for event in events)


def test_a_press_that_the_device_takes_with_it_is_ended_without_an_up() -> None:
    button, _ = play(up_button(), [(1.0, True)], until=1.0)
    button, events = panel_button.lost(button, 2.0)
    assert events == (ButtonMasked(RA, Distrust.DEVICE_LOST, 2.0),)
    button, events = panel_button.found(button, is_down=False, at=5.0)
    assert events == ()
    assert panel_button.looked(button, 6.0).events == (ButtonTrusted(RA, 5.5),)


def test_a_button_that_is_down_when_its_device_comes_back_counts_as_held() -> None:
    button, _ = panel_button.lost(up_button(), 2.0)
    _, events = panel_button.found(button, is_down=True, at=5.0)
    assert events == (ButtonMasked(RA, Distrust.HELD_AT_START, 5.0),)


def test_what_is_remembered_of_a_button_does_not_grow() -> None:
    button, _ = play(up_button(), wild(1.0, 5000, gap=0.1), until=600.0)
    assert len(button.trust.recent) <= 41


@given(
    st.lists(st.tuples(st.sampled_from([0.001, 0.01, 0.03, 0.3, 5.0]), st.booleans()), max_size=120)
)
def test_the_events_of_a_button_always_make_sense(gaps: list[tuple[float, bool]]) -> None:
    """A down is followed by an up or a mask, a mask by trust, and all times rise."""
    at, edges = 0.0, []
    for gap, level in gaps:
        at += gap
        edges.append((at, level))
    _, events = play(up_button(), edges, until=at + 30.0)
    allowed: dict[type[ButtonEvent], tuple[type[ButtonEvent], ...]] = {
        ButtonDown: (ButtonUp, ButtonMasked),
        ButtonUp: (ButtonDown, ButtonMasked),
        ButtonMasked: (ButtonTrusted,),
        ButtonTrusted: (ButtonDown, ButtonMasked),
    }
    before: type[ButtonEvent] = ButtonTrusted
    for event in events:
        assert type(event) in allowed[before]
        before = type(event)
    times = [event.at for event in events]
    assert times == sorted(times)


def test_a_button_that_was_up_when_its_device_was_lost_is_trusted_when_it_is_found() -> None:
    button, events = panel_button.lost(up_button(), 2.0)
    assert events == ()
    _, events = panel_button.found(button, is_down=False, at=3.0)
    assert events == ()


def test_forty_one_changes_in_more_than_two_seconds_are_no_chatter() -> None:
    _, events = play(up_button(), wild(1.0, 200, gap=1 / 19.7), until=1.0 + 200 / 19.7)
    assert not any(isinstance(event, ButtonMasked) for event in events)


def test_what_is_due_is_done_at_that_very_moment() -> None:
    button, _ = play(up_button(), [(1.0, True)], until=2.0)
    due = panel_button.deadline(button)
    assert due == 11.0
    _, events = panel_button.looked(button, due)
    assert events == (ButtonMasked(RA, Distrust.STUCK, 11.0),)
