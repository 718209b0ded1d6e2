"""A child may break its own copy, and is killed if it does not end by itself."""

import time

from tests.proof.children import TOO_LONG, in_a_child

broken: list[int] = []


def breaking() -> tuple[int, bytes]:
    broken.append(1)
    return len(broken), b"x" * 200_000


def test_a_child_says_much_and_changes_nothing_of_ours() -> None:
    assert in_a_child(breaking, 60.0) == (1, b"x" * 200_000)
    assert in_a_child(breaking, 60.0)[0] == 1
    assert broken == []


def test_a_child_that_raises_has_failed() -> None:
    assert in_a_child(lambda: (1 // 0, b""), 60.0) == (1, b"")


def waiting() -> tuple[int, bytes]:
    time.sleep(600)
    return 0, b""


def test_a_child_that_waits_for_ever_is_ended() -> None:
    assert in_a_child(waiting, 0.1)[0] == TOO_LONG
