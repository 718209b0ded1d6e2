"""What builders and staff do at a machine: the pin wizard, and a stick that is pulled too early."""

import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.core.kiosk import Stick
from companion.core.model import Kiosk, Model
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from release.tests.machine import cable
from release.tests.machine.computer import Computer, give
from release.tests.machine.fetching import Missing, ran
from release.tests.machine.house import DATA, OPENED, SETTINGS
from release.tests.machine.test_table import begun, cleared, said

MOVED = {"p1": 26, "p2": 19, "p3": 13, "p4": 6, "p5": 5, "ra": 22, "ok": 27, "undo": 17, "dial": 4}
"""Where a builder has wired the contacts who had no plan."""


TURN_A, TURN_B = 24, 23


LAMPS = {"p1": 9, "p2": 10, "p3": 18, "p4": 25, "p5": 21, "ra": 20, "ok": 16, "undo": 12}


BANK = "/sys/devices/platform/gpio-sim.*/gpiochip*"


def wire(machine: Computer, *moves: tuple[int, str]) -> None:
    """Pull lines one after the other."""
    lines = (f"echo pull-{way} >$(echo {BANK}/sim_gpio{line}/pull)" for line, way in moves)
    machine.sh("; sleep 0.03; ".join(lines))


def tap(machine: Computer, line: int) -> None:
    """Press what is wired to a line, and wait until it is believed."""
    wire(machine, (line, "down"))
    machine.rest(0.2)
    wire(machine, (line, "up"))
    machine.rest(0.8)


def turned(machine: Computer, first: int, second: int) -> None:
    """Turn the dial by a detent."""
    machine.rest(0.8)
    wire(machine, (first, "down"), (second, "down"), (first, "up"), (second, "up"))
    machine.rest(0.8)


def shining(machine: Computer) -> list[int]:
    """Return the lamps' lines that are lit."""
    asked = " ".join(str(line) for line in LAMPS.values())
    words = f"for n in {asked}; do echo $n $(cat {BANK}/sim_gpio$n/value); done"
    return [int(line.split()[0]) for line in machine.sh(words).splitlines() if line.endswith("1")]


def shines_alone(machine: Computer, line: int) -> bool:
    """Whether no other lamp is lit."""
    return shining(machine) == [line]


CANDIDATES = (12, 16, 20, 21, 25, 18, 10, 9)
"""The plan's lamps, in whose order the wizard lights them."""


def chosen(machine: Computer, label: str, sticks: tuple[Stick, ...] = ()) -> None:
    """Choose a line of the first page's menu."""
    model = Model(page=Welcome(), kiosk=Kiosk(sticks=sticks))
    labels = [each.label for each in Menu().entries(model)]
    machine.do("hold", control="dial", seconds=1.2)
    machine.rest(1)
    machine.do("turn", steps=labels.index(label))
    machine.rest(1)
    machine.do("hold", control="ok", seconds=0.1)
    machine.rest(2)


@pytest.fixture
def planned(table: Computer) -> Iterator[None]:
    """Wired as the plan says again, whatever happened."""
    yield
    give(table, SETTINGS)


@pytest.mark.usefixtures("planned")
def test_the_wizard_finds_pins_in_a_strange_order_and_the_table_plays_with_them(
    table: Computer,
) -> None:
    cleared(table)
    chosen(table, "Hardware test")
    table.do("hold", control="ok", seconds=1.5)
    table.rest(3)
    table.picture("wizard")
    for line in MOVED.values():
        tap(table, line)
    table.picture("wizard-turn")
    turned(table, TURN_A, TURN_B)
    turned(table, TURN_B, TURN_A)
    table.picture("wizard-lamps")
    assert sorted(shining(table)) == sorted(LAMPS.values())
    tap(table, MOVED["p1"])
    whose = {line: control for control, line in LAMPS.items()}
    for line in CANDIDATES:
        table.until(partial(shines_alone, table, line), 30, f"{line} should shine alone")
        tap(table, MOVED[whose[line]])
    table.picture("wizard-found")
    tap(table, MOVED["ok"])
    table.until(lambda: kept(table)["lamps"] == LAMPS, 30, "the lamps are not written down")
    assert kept(table)["buttons"] == {**MOVED, "dial_a": TURN_A, "dial_b": TURN_B}
    table.sh("systemctl restart ra-companion")
    table.await_table()
    lit = sorted(LAMPS[each] for each in OPENED)
    table.until(lambda: sorted(shining(table)) == lit, 30, f"{lit} should be lit")
    for control in ("p1", "p2"):
        tap(table, MOVED[control])
    lit = sorted(LAMPS[each] for each in (*OPENED, "ra", "ok"))
    table.until(lambda: sorted(shining(table)) == lit, 30, f"{lit} should be lit")
    table.picture("wizard-after")


def kept(machine: Computer) -> dict[str, dict[str, int]]:
    """Return the pins in the owner's file; none, before any are there."""
    panel = tomllib.loads(machine.do("read", path=f"{DATA}/settings.toml"))["panel"]
    return {"buttons": panel.get("buttons", {}), "lamps": panel.get("lamps", {})}


SLOW = 100_000
"""Bytes a second, of a slow stick."""


MANY = """
from pathlib import Path
[one] = Path(".").glob("000001-*.jsonl")
for number in range(100_001, 101_001):
    Path(f"{number}-20260101T000000.jsonl").write_bytes(one.read_bytes())
"""
"""A thousand games."""


def test_a_stick_that_is_pulled_while_it_is_written_keeps_what_it_had(
    table: Computer, tmp_path: Path
) -> None:
    begun(table)
    table.keys("esc")
    table.rest(2)
    table.do("turn", steps=-1)  # the last line leads away; the game is kept
    table.rest(1)
    table.do("hold", control="ok", seconds=0.1)
    table.rest(2)
    image = tmp_path / "stick.img"
    ran("mkfs.vfat", "-C", image, "65536")
    stick = cable.Stick(table, image)
    place = Stick(mounted(table))
    saved(table, place)
    table.until(lambda: backups(image), 90, "nothing is saved")
    [first] = backups(image)
    before = copied(image, first, tmp_path / "before")
    assert b"Blue" in before  # it is there with its name, not half a minute later
    table.rest(1)
    table.picture("stick-saved")

    table.do("write", path="/root/many.py", text=MANY)
    table.sh(f"cd {DATA}/games && python3 /root/many.py && chown ra-companion: *")
    stick.limit(SLOW)
    enough = stick.written() + 300_000
    saved(table, place)
    stick.unplug_when(lambda: stick.written() > enough)
    said(table, "Nothing more could be written to the stick")
    table.picture("stick-pulled")
    table.rest(600)
    said(table, "Nothing more could be written to the stick")  # until it is read
    assert backups(image) == [first]
    assert copied(image, first, tmp_path / "after") == before

    stick = cable.Stick(table, image)
    mounted(table)
    saved(table, place)
    table.until(lambda: len(backups(image)) > 1, 180, "the stick is not written again")
    table.until(lambda: "stick" not in table.status(), 60, "it is still said")
    table.picture("stick-again")
    stick.unplug()
    assert complaints(image) == []


def mounted(machine: Computer) -> str:
    """Wait until a stick can be written, and return where it is."""
    where = "ls -d /media/ra-companion/*"
    machine.until(lambda: machine.sh(where, may_fail=True), 60, "no stick is there")
    machine.rest(3)
    return machine.sh(where).strip()


def saved(machine: Computer, stick: Stick) -> None:
    """Let all games be saved on the stick: the first line of its list."""
    chosen(machine, "Save to a USB stick", (stick,))
    machine.do("hold", control="ok", seconds=0.1)


def complaints(image: Path) -> list[str]:
    """Return what is wrong with a stick, but that it was never unmounted."""
    usual = ("fsck.fat ", "Dirty bit ", " Automatically removing dirty bit", "Leaving ", str(image))
    said = ran("sh", "-c", 'fsck.vfat -n "$0"; true', image).splitlines()
    return [each for each in said if each and not each.startswith(usual)]


def backups(image: Path) -> list[str]:
    """Return the names of the backups on a stick; none, as long as it has no such folder."""
    try:
        names = ran("mdir", "-b", "-i", image, "::ra-companion").split()
    except Missing:
        return []
    return sorted(each for each in names if each.endswith(".tar"))


def copied(image: Path, name: str, to: Path) -> bytes:
    """Return a file on a stick."""
    ran("mcopy", "-n", "-i", image, name, to)
    return to.read_bytes()
