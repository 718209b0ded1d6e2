"""The program's clock: real time, what a script pushes, and nothing else while it stands still."""

from companion.app.wakeup import Clock


def test_program_time_is_real_time_and_what_was_pushed() -> None:
    hours = [10.0]
    clock = Clock(hours.pop)
    clock.advance(2.5)
    assert clock.now() == 12.5


def test_while_it_stands_still_only_pushes_count_and_then_it_goes_on_from_there() -> None:
    now = 10.0
    clock = Clock(lambda: now)
    with clock.standing_still():
        now = 40.0
        assert clock.now() == 10.0
        clock.advance(0.5)
        assert clock.now() == 10.5
    assert clock.now() == 10.5
    now = 41.0
    assert clock.now() == 11.5
