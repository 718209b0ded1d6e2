"""What is wrong with a reader is said at the table, in words and aloud, until it is over."""

import pytest

from tests.app.outside import Starts

SETTINGS = """\
[sound]
spoken = true
[bag_reader]
format = "lines"
"""

COMPLAINT = "The bag reader reports a fault: no PN532 on pin 10"

COMPLAIN = "serial ERR no PN532 on pin 10\\n"

NOISE = "serial " + "\\x81" * 300 + "\\n"


@pytest.mark.parametrize(
    ("wrong", "well", "said", "times"),
    [
        ((COMPLAIN, "wait 6", COMPLAIN, "wait 6"), ("wait 6",), COMPLAINT, 1),
        ((NOISE, "wait 3.1", NOISE, "wait 3.1"), ("serial TAG 04A2\\n",), "data is unreadable", 1),
        (("hold p2 11",), (), "is ignored until it settles: the second player", 1),
    ],
    ids=["a fault", "noise", "a stuck button"],
)
def test_it_is_seen_and_heard_once_and_goes_away(
    starts: Starts, wrong: tuple[str, ...], well: tuple[str, ...], said: str, times: int
) -> None:
    options = (*starts.settings(SETTINGS), *starts.record(players=2), "--speech-log", "heard")
    starts.play(*wrong, "words wrong", *well, "wait 1", options=options)
    assert said in starts.words("wrong")
    assert said not in starts.words()
    assert (starts.folder / "heard").read_text().count(said) == times
