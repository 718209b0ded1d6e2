"""The hand-over between a driver's thread and the loop."""

from threading import Thread

from hardware.device import Inbox


def test_things_come_out_in_the_order_in_which_they_went_in() -> None:
    inbox: Inbox[int] = Inbox(lambda: None)
    for number in range(5):
        inbox.put(number)
    assert inbox.take() == ((0, 1, 2, 3, 4), 0)
    assert inbox.take() == ((), 0)


def test_the_loop_is_woken_once_for_everything_that_waits() -> None:
    woken: list[int] = []
    inbox: Inbox[int] = Inbox(lambda: woken.append(1))
    for number in range(100):
        inbox.put(number)
    assert len(woken) == 1
    inbox.take()
    inbox.put(1)
    assert len(woken) == 2


def test_a_storm_is_counted_and_not_kept() -> None:
    inbox: Inbox[int] = Inbox(lambda: None, limit=10)
    for number in range(100_000):
        inbox.put(number)
    assert inbox.take() == (tuple(range(10)), 99_990)
    assert inbox.take() == ((), 0)


def test_an_error_in_waking_never_reaches_the_drivers_thread() -> None:
    def broken() -> None:
        raise OSError

    inbox: Inbox[int] = Inbox(broken)
    inbox.put(1)
    assert inbox.take() == ((1,), 0)


def test_what_other_threads_put_is_neither_lost_nor_doubled() -> None:
    inbox: Inbox[int] = Inbox(lambda: None, limit=10_000)

    def fill(start: int) -> None:
        for number in range(start, start + 1000):
            inbox.put(number)

    threads = [Thread(target=fill, args=(start,)) for start in (0, 1000, 2000)]
    for thread in threads:
        thread.start()
    taken: list[int] = []
    while any(thread.is_alive() for thread in threads):
        taken += inbox.take()[0]
    taken += inbox.take()[0]
    assert sorted(taken) == list(range(3000))
