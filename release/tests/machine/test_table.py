"""A whole machine without a Pi: its pins are pressed, and whatever happens at tables happens."""

import pytest

from release.tests.conftest import STRENGTH
from release.tests.machine.cable import Cable
from release.tests.machine.computer import Computer, give
from release.tests.machine.house import (
    DATA,
    OPENED,
    SETTINGS,
    WITH_READER,
    entries,
    foreseen,
    games,
    play,
)

SHOWN_COLOURS = 300
"""A console has fewer."""


MOST_WAKES = 12.0
"""A second, of the whole service, while nobody does anything."""


MOST_WAKES_SHOWING = 30.0
"""While a demonstration is shown."""


def said(machine: Computer, words: str, seconds: float = 90.0) -> None:
    """Wait until the table says so; what it says stands beside the service, too."""
    machine.until(lambda: words in machine.status(), seconds, f"it does not say {words!r}")


def cleared(machine: Computer) -> None:
    """Lead the table back to where nobody sits."""
    if not games(machine) and sorted(machine.do("lamps")) == sorted(OPENED):
        return
    machine.sh(f"systemctl stop ra-companion; rm -rf {DATA}/games; systemctl start ra-companion")
    machine.await_table()
    machine.await_lamps(*OPENED)


def seated(machine: Computer) -> None:
    """Let two people sit down who have not begun."""
    cleared(machine)
    for each in ("p1", "p2"):
        machine.do("hold", control=each, seconds=0.1)
        machine.rest(0.5)
    machine.await_lamps(*OPENED, "ra", "ok")


def begun(machine: Computer) -> None:
    """Let two people begin a game, whose first tile is not drawn."""
    seated(machine)
    for each in ("ra", "ok"):  # the suns are dealt, and taken
        machine.do("hold", control=each, seconds=0.1)
        machine.rest(0.5)
    machine.until(lambda: entries(games(machine)), 30, "no game")
    machine.rest(1)


def test_it_boots_to_the_first_picture(table: Computer) -> None:
    picture = table.picture("first")
    assert len(picture.getcolors(1 << 24) or ()) > SHOWN_COLOURS
    table.await_lamps(*OPENED)
    assert table.shows("NRestarts") == "0"


def test_a_press_of_a_pin_is_recorded_and_its_lamps_are_read_back(table: Computer) -> None:
    begun(table)
    table.picture("begun")
    [start, *_] = entries(games(table))
    assert b"Blue" in start
    assert b"Green" in start
    assert set(table.do("lamps")) <= {*OPENED, "ra", "ok"}


def test_a_game_is_played_by_pins_and_every_lamp_is_as_foreseen(table: Computer) -> None:
    begun(table)
    table.sh("systemctl restart ra-companion")
    table.await_table()
    most = 60 if STRENGTH == "quick" else 5000
    evening = foreseen(players=2, seed=7, most=most, games=games(table))
    play(table, evening.deeds)
    table.picture("played")
    assert entries(games(table)) == evening.entries


REST_SECONDS = 0.015
"""A contact that rests for so long while it bounces is pressed twice."""


def test_a_contact_that_bounces_presses_once(table: Computer) -> None:
    for _ in range(5):
        cleared(table)
        table.do("hold", control="p1", seconds=0.1)
        table.rest(1)
        rests = []
        for bounces in (3, 4, 5):
            rests.append(table.do("bounce", line=6, times=bounces, end="down"))
            table.rest(0.3)
            rests.append(table.do("bounce", line=6, times=bounces, end="up"))
            # a contact that never comes to rest is not trusted, which is another test's
            table.rest(2)
        if max(rests) < REST_SECONDS:
            table.await_lamps(*OPENED, "ra", "ok")  # p2 has come, and given no name
            return
    pytest.skip("this computer is too busy to bounce")


def test_a_stuck_button_is_named_and_counts_again_once_it_moves(table: Computer) -> None:
    seated(table)
    table.do("pull", control="p4", way="down")
    said(table, "stuck", 60)
    table.picture("stuck")
    table.do("pull", control="p4", way="up")
    table.until(lambda: "stuck" not in table.status(), 60, "it still counts as stuck")


def test_a_button_that_is_held_while_the_table_opens_does_nothing(table: Computer) -> None:
    cleared(table)
    table.sh("systemctl stop ra-companion")
    table.do("press_when_taken", control="p1", seconds=25)
    table.sh("systemctl start ra-companion")
    table.await_table()
    table.rest(3)
    table.picture("held")
    table.await_lamps(*OPENED)
    said(table, "stuck")
    table.rest(25)
    table.do("pull", control="p1", way="up")
    table.until(lambda: "stuck" not in table.status(), 60, "it still counts as stuck")
    for each in ("p1", "p2"):
        table.do("hold", control=each, seconds=0.1)
        table.rest(0.5)
    table.await_lamps(*OPENED, "ra", "ok")


def test_a_reader_unplugged_within_a_frame_and_another_one_plugged_in(table: Computer) -> None:
    give(table, WITH_READER)
    begun(table)
    said(table, "No bag reader")
    cable = Cable(table, "first")
    table.until(lambda: "reader" not in table.status(), 60, "the reader is not found")
    cable.send(b"TAG 04A20001\n")
    table.until(lambda: b"gold" in entries(games(table))[-1], 30, "no tile was drawn")
    before = len(entries(games(table)))
    cable.send(b"TAG 04A2")
    table.rest(1)
    cable.unplug()
    said(table, "bag reader")
    table.picture("unplugged")
    cable = Cable(table, "second")
    table.until(lambda: "reader" not in table.status(), 60, "the second is not found")
    cable.send(b"0002\nTAG 04A20003\n")
    table.until(lambda: b"pharaoh" in entries(games(table))[-1], 30, "no tile was drawn")
    assert len(entries(games(table))) == before + 1  # two halves of two readers are no tag
    cable.unplug()
    give(table, SETTINGS)


def test_a_program_that_stands_still_is_started_again_by_the_watchdog(table: Computer) -> None:
    begun(table)
    before, restarts = entries(games(table)), int(table.shows("NRestarts"))
    table.sh("kill -STOP $(systemctl show -P MainPID ra-companion)")
    table.until(lambda: int(table.shows("NRestarts")) > restarts, 180, "nothing happened")
    table.await_table()
    table.picture("again")
    assert entries(games(table)) == before
    assert "watchdog" in table.journal()


def entered(machine: Computer) -> bool:
    """Draw a Ra tile, or take it back again; return whether that is on the disk."""
    before = len(entries(games(machine)))
    for control in ("ra", "undo"):
        machine.do("hold", control=control, seconds=0.1)
        machine.rest(3)
        if len(entries(games(machine))) > before:
            return True
    return False


def test_a_full_disk_is_said_and_heals(table: Computer) -> None:
    seated(table)
    table.sh("fallocate -l $(df -B1 --output=avail / | tail -n 1) /var/full")
    try:
        for each in ("ra", "ok"):
            table.do("hold", control=each, seconds=0.1)
            table.rest(1)
        said(table, "disk is full")
        table.picture("full")
    finally:
        table.sh("rm -f /var/full; sync")
    table.until(lambda: "full" not in table.status(), 60, "it still counts as full")
    table.do("hold", control="ok", seconds=0.1)
    table.rest(3)
    assert entries(games(table))  # the game has begun
    assert entered(table)


def test_a_disk_that_turns_read_only_is_said_and_heals(table: Computer) -> None:
    begun(table)
    before = entries(games(table))
    table.sh("echo 1 >/proc/sys/kernel/sysrq; echo u >/proc/sysrq-trigger")
    table.until(lambda: " ro," in table.sh("grep ' / ' /proc/mounts"), 60, "it can be written")
    try:
        table.do("hold", control="ra", seconds=0.1)
        said(table, "read-only")
        table.picture("read-only")
    finally:
        table.sh("mount -o remount,rw /; echo 0 >/proc/sys/kernel/sysrq")
    table.until(lambda: "read-only" not in table.status(), 60, "it still counts as read-only")
    table.do("hold", control="ra", seconds=0.1)
    table.rest(3)
    table.sh("systemctl restart ra-companion")
    table.await_table()
    # what was refused is not there, though the kernel's memory had it; what came after it is
    assert entries(games(table))[:-1] == before


def test_a_clock_that_goes_back_by_years_changes_nothing(table: Computer) -> None:
    begun(table)
    before = len(entries(games(table)))
    for day in ("1985-10-26", "2038-01-20"):
        table.sh(["date", "-s", day])
        assert entered(table)
    assert len(entries(games(table))) > before
    table.sh("systemctl restart ra-companion")
    table.await_table()
    table.picture("clock")
    assert len(entries(games(table))) > before


def test_a_second_program_is_refused_in_a_sentence(table: Computer) -> None:
    begun(table)
    before = entries(games(table))
    line = f"ra-companion run --headless --simulate --data {DATA} </dev/null"
    done = table.do("sh", words=f"timeout 120 runuser -u ra-companion -- {line}")
    assert done["status"] not in (0, 124)
    assert "Traceback" not in done["wrong"]
    assert entries(games(table)) == before
    assert table.status() != ""
    assert table.shows("ActiveState") == "active"


def test_a_screen_unplugged_and_plugged_in_again_shows_the_table(table: Computer) -> None:
    begun(table)
    status = "/sys/class/drm/card0-Virtual-1/status"
    table.sh(f"echo off >{status}; sleep 5; echo detect >{status}; sleep 5")
    table.await_table()
    colours = table.picture("screen").getcolors(1 << 24) or ()
    assert len(colours) > SHOWN_COLOURS
    assert entered(table)


MOVING = SETTINGS.replace("reduce_motion = true\n", "")


COUNT = (
    "awk '/ctxt_switches/ {n += $2} END {print n}' "
    "/proc/$(systemctl show -P MainPID ra-companion)/task/*/status"
)


def wakes(machine: Computer, seconds: int = 30) -> float:
    """Return how often a second the service wakes, all its threads together."""
    first = int(machine.sh(COUNT))
    machine.sh(["sleep", str(seconds)])
    found = (int(machine.sh(COUNT)) - first) / seconds
    print(f"\n{found:.1f} wake-ups a second")
    return found


@pytest.mark.parametrize("has_reader", [False, True], ids=["pins", "pins and reader"])
def test_a_table_where_nobody_does_anything_hardly_wakes(
    table: Computer,
    has_reader: bool,  # noqa: FBT001 - as pytest hands it
) -> None:
    give(table, WITH_READER.replace(SETTINGS, MOVING) if has_reader else MOVING)
    begun(table)
    cable = Cable(table, "idle") if has_reader else None
    table.rest(40)  # what is loaded while the table idles is loaded
    found = wakes(table)
    if cable:
        cable.unplug()
        give(table, SETTINGS)
    assert found <= MOST_WAKES


PIN = "2468"


WELCOMED = (*OPENED, "ra", "ok")
"""The lamps of a demonstration: Ra begins, too."""


def test_a_cafe_s_table_that_shows_a_demonstration_wakes_little_more(table: Computer) -> None:
    cleared(table)
    give(table, MOVING.replace("[table]\n", "[table]\nkiosk = true\n"))
    table.await_table()
    table.rest(5)
    for _ in range(2):  # staff choose a PIN, and type it once more
        for digit in PIN:
            table.keys(digit)
            table.rest(0.5)
        table.keys("ret")
        table.rest(2)
    table.picture("pin-chosen")
    table.rest(600)  # until staff count as gone, and nobody has come
    table.await_lamps(*WELCOMED)
    shown = [table.picture("attract")]
    table.rest(6)
    shown.append(table.picture("attract-later"))
    assert shown[0] != shown[1]  # it is played
    found = wakes(table)
    give(table, SETTINGS)
    assert found <= MOST_WAKES_SHOWING
