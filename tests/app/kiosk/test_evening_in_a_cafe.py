"""The whole program in a café: its first start, guests and staff."""

from time import monotonic

from companion.storage import staff_log
from companion.storage.pin import StaffPin
from tests.app.outside import Starts


def cafe(starts: Starts) -> tuple[str, str]:
    """Return the options of a table in a café, whose settings its staff may have changed."""
    file = starts.folder / "settings.toml"
    if file.exists():
        return "--settings", str(file)
    return starts.settings("[table]\nkiosk = true\n")


def played(starts: Starts, *lines: str) -> str:
    """Do these lines there, and return all that is written on its screen then."""
    starts.play(*lines, options=cafe(starts))
    return starts.words()


def keys(text: str) -> tuple[str, ...]:
    """Return a line of a script for each key."""
    return tuple(f"key {key}" for key in text.split())


CHOOSE = keys("4 7 1 1 return 4 7 1 1 return")


def test_the_first_start_asks_for_a_pin_and_the_next_one_does_not(starts: Starts) -> None:
    assert "Choose a staff PIN: 4 to 8 digits" in played(starts)
    assert "Reset the table for new guests" in played(starts, *CHOOSE)
    assert "Press your button to play" in played(starts)


def test_staff_come_in_with_their_pin_and_everything_is_written_down(starts: Starts) -> None:
    played(starts, *CHOOSE)
    seen = played(starts, "key f12", *keys("4 7 1 1 return down return"))
    assert "This table is closed. Please ask the staff" in seen
    said = [line.event["staff"] for line in staff_log.read(starts.data).lines]
    assert said == ["chose a PIN", "came", "locked the table"]
    assert "This table is closed. Please ask the staff" in played(starts, "press p1", "key 2")
    again = played(starts, *keys("f12 4 7 1 1 return down return"))
    assert "Close the table to guests" in again


def test_the_four_corners_of_the_screen_ask_for_the_pin(starts: Starts) -> None:
    played(starts, *CHOOSE)
    assert "Staff: enter the PIN" in played(starts, *(f"tap {spot}" for spot in (
        "1 1", "99 1", "99 99", "1 99")))  # fmt: skip


def test_a_pin_that_is_searched_is_held_back_by_the_next_start_as_well(starts: Starts) -> None:
    played(starts, *CHOOSE)
    wrong = keys("0 0 0 0 return")
    seen = played(starts, "key f12", *wrong * 5)
    assert "Too many wrong attempts" in seen
    for _ in range(3):
        seen = played(starts, "key f12", *keys("4 7 1 1 return"))
        assert "Too many wrong attempts" in seen
    pin = StaffPin(starts.data / "staff-pin.json", monotonic)
    assert 0 < pin.wait_seconds() <= 30
