"""Boxes of tags on the command line: carried in and out, shown, and taught at a reader."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.tags import Taught, lost
from companion.rules.components import THINGS
from companion.storage import boxes
from companion.storage.box_csv import MOST_BYTES, load_box, read, save_box, write
from companion.tags.box import TagBox, counted
from companion.tags.teaching import Teaching, proposed, question, seen, typed
from hardware.events import DeviceLost, DeviceName, DeviceNotice, Loss, Noted, TagRead
from tests.cli.running import Run, Write

PATIENCE_SECONDS = 30

FOLDER = Path(__file__).parents[2]


def full(*without: str) -> TagBox:
    """A box in which everything has its tag, but for these."""
    things = [thing for thing, most in THINGS.items() for _ in range(most) if thing not in without]
    return TagBox({f"{number:04X}": thing for number, thing in enumerate(things)})


def test_of_a_file_that_is_wrong_as_a_whole_no_line_is_named(
    run: Run, write: Write, tmp_path: Path
) -> None:
    file = write(b"x" * (MOST_BYTES + 1))
    ran = run("tags", "import", "attic", file, "--data", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.complaints == [f"{file}: far too long for a box file: nothing from here on is read"]


def test_one_missing_tile_is_told_in_the_singular(run: Run, tmp_path: Path) -> None:
    box = full()
    lacking = TagBox({uid: kind for uid, kind in box.tags.items() if uid != "0000"})
    save_box(boxes.box_file(tmp_path, "attic"), lacking)
    assert "1 Ra tile not tagged yet" in run("tags", "show", "attic", "--data", tmp_path).out


def test_help_names_every_kind(run: Run) -> None:
    said = run("tags", "--help").out.split()
    assert [thing for thing in THINGS if not thing.startswith("sun-") and thing not in said] == []
    assert {"sun-1", "sun-16"} <= {*said}


def said(teaching: Teaching, *happened: str) -> list[str]:
    """Everything that is printed for these lines and tags; a tag begins with #."""
    told: list[str] = []
    for each in happened:
        take = seen if each.startswith("#") else typed
        step = take(teaching, each.removeprefix("#"))
        teaching = step.teaching
        told += step.lines
    return told


ASKED = "Which kind is next? (Enter: Gold; Ctrl-D: quit)"


@pytest.mark.parametrize(
    ("teaching", "happened", "told"),
    [
        pytest.param(Teaching(full("god", "gold")), [""], ["God: 0 of 8"],
                     id="Enter takes the first kind that is incomplete"),
        pytest.param(Teaching(full("dis_drought", "gold")), ["drought", "#A1", "#A2", "#A3"], [
            "Drought: 0 of 2", "Drought: 1 of 2  A1", "Drought: 2 of 2  A2", "Drought is complete",
            ASKED, "Tag A3 is ignored: first say what it is on", ASKED,
        ], id="tags are counted until the kind is complete, and the next is asked for"),
        pytest.param(Teaching(TagBox({"A1": "nile"}), "gold"), ["#A1"],
                     ["Tag A1 is already on Nile"], id="a known tag is said and not taken"),
        pytest.param(Teaching(full("dis_drought"), "dis_drought"), ["#A1", "#A2", "-", "-", "-"], [
            ..., "Tag A2 is removed", "Drought: 1 of 2", "Tag A1 is removed", "Drought: 0 of 2",
            "Nothing to undo",
        ], id="the last tags are taken back one by one with their kind"),
        pytest.param(Teaching(full("gold")), ["nile", "#A1"], [
            "Nile is already complete", ASKED, "Tag A1 is ignored: first say what it is on", ASKED,
        ], id="a complete kind is not begun again"),
        pytest.param(Teaching(full("sun-3")), ["sun-3", "#A1"], [..., "Sun 3: 1 of 1  A1", ...],
                     id="when every tile has its tag, suns and the figure remain"),
        *(pytest.param(Teaching(TagBox()), [word], [f"{kind}: 0 of {most}"], id=f"called {word}")
          for word, kind, most in (("civ_art", "Art", 5), (" Art ", "Art", 5), ("ART", "Art", 5),
                                   ("sun 12", "Sun 12", 1))),
    ],
)  # fmt: skip
def test_a_lesson_says(teaching: Teaching, happened: list[str], told: list[object]) -> None:
    found = said(teaching, *happened)
    if told[0] is ...:
        wanted = [each for each in told if each is not ...]
        at = found.index(str(wanted[0]))
        assert found[at : at + len(wanted)] == wanted
        assert told[-1] is ... or at + len(wanted) == len(found)
    else:
        assert found == told


def test_a_kind_that_there_is_not_is_answered_with_all_that_there_are() -> None:
    (unknown,) = said(Teaching(TagBox()), "camel")
    assert unknown.startswith("There is no kind camel; the kinds are ra, god,")
    assert proposed(Teaching(TagBox())) == "ra"


def test_when_every_tile_has_its_tag_enter_asks_again() -> None:
    teaching = Teaching(full("sun-3"))
    assert "Every tile is tagged" in question(teaching)
    assert said(teaching, "") == [question(teaching)]


happenings = st.lists(
    st.sampled_from(["", "-", "nile", "gold", "Sun 1", "camel", "ra_figure"])
    | st.integers(0, 9).map("#A{}".format),
    max_size=40,
)


@given(st.sampled_from([TagBox(), full("gold", "sun-1"), full()]), happenings)
def test_a_lesson_never_makes_a_box_that_could_not_be_read_again(
    box: TagBox, happened: list[str]
) -> None:
    teaching = Teaching(box)
    for each in happened:
        before = teaching
        take = seen if each.startswith("#") else typed
        teaching, told = take(teaching, each.removeprefix("#"))
        assert told
        assert read(write(teaching.box)) == (teaching.box, ())
        assert len({*teaching.box.tags.items()} ^ {*before.box.tags.items()}) <= 1
        assert {*box.tags} <= {*teaching.box.tags}
        assert [*teaching.box.tags][len(box.tags) :] == [*teaching.taught]


def test_what_cannot_be_kept_is_not_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boxes").touch()
    lesson = Taught(boxes.box_file(tmp_path, "attic"), TagBox())
    lesson.hear("nile")
    lesson.happen(TagRead("A1", 0.0))
    assert lesson.box == TagBox()
    assert "This could not be saved" in capsys.readouterr().err


def test_a_reader_that_makes_no_sense_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = Taught(boxes.box_file(tmp_path, "attic"), TagBox())
    lesson.happen(DeviceNotice(DeviceName.READER, Noted.UNREADABLE, "9600", 0.0))
    lesson.happen(DeviceNotice(DeviceName.READER, Noted.NOT_A_TAG, "Badge 12-34", 0.0))
    said = capsys.readouterr().out
    assert "unreadable at 9600 baud: set its speed" in said
    assert 'sent "Badge 12-34"' in said


@pytest.mark.parametrize("why", Loss)
def test_every_loss_of_the_reader_is_said(why: Loss) -> None:
    said = lost(DeviceLost(DeviceName.READER, why, 0.0, "/dev/ttyUSB0: no"))
    assert said
    assert "{" not in said


def test_what_the_reader_says_is_wrong_with_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = Taught(boxes.box_file(tmp_path, "attic"), TagBox())
    lesson.happen(DeviceNotice(DeviceName.READER, Noted.SPOKEN_ERROR, "no PN532 on pin 10", 0.0))
    assert "no PN532 on pin 10" in capsys.readouterr().out


class Pupil:
    """Somebody at the terminal of the real program."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._heard = ""
        self.heard = ""
        """All that was said before the words that were waited for last."""

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._terminal, line.encode())

    def until(self, words: str) -> None:
        """Read until this was said."""
        give_up = monotonic() + PATIENCE_SECONDS
        while words not in self._heard:
            ready, _, _ = select([self._terminal], [], [], max(0, give_up - monotonic()))
            assert ready, f"{words!r} never came, only {self._heard!r}"
            self._heard += os.read(self._terminal, 4096).decode()
        self.heard += self._heard.partition(words)[0]
        self._heard = self._heard.partition(words)[2]


def em4100(number: int) -> bytes:
    """The frame of a tag."""
    data = bytes([1, *number.to_bytes(4, "big")])
    check = 0
    for byte in data:
        check ^= byte
    return b"\x02" + f"{data.hex().upper()}{check:02X}".encode() + b"\x03"


@contextmanager
def taught(data: Path, near: int, far: int) -> Iterator[tuple[Pupil, "subprocess.Popen[bytes]"]]:
    """Begin a lesson at a terminal; the reader's line has these two ends."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "tags", "teach", "attic"]
    command += ["--data", str(data), "--url", os.ttyname(far)]
    settings = data / "settings.toml"
    settings.write_text('[bag_reader]\nformat = "em4100"\n')
    with subprocess.Popen(
        [*command, "--settings", str(settings)], cwd=FOLDER, stdin=theirs, stdout=theirs,
        stderr=theirs,
    ) as running:  # fmt: skip
        os.close(theirs)
        try:
            yield Pupil(ours), running
        finally:
            running.kill()
            os.close(ours)
            os.close(near)
            os.close(far)


def test_a_box_is_taught_at_a_terminal_and_every_tag_is_kept_at_once(tmp_path: Path) -> None:
    near, far = pty.openpty()
    file = boxes.box_file(tmp_path, "attic")
    with taught(tmp_path, near, far) as (pupil, running):
        pupil.until("Bag reader connected")
        pupil.type("dis_funeral\n")
        pupil.until("Funeral: 0 of 2")
        os.write(near, em4100(0x63E9AE))
        pupil.until("Funeral: 1 of 2  010063E9AE")
        assert load_box(file)[0].tags == {"010063E9AE": "dis_funeral"}
        pupil.type("-\n")
        pupil.until("Tag 010063E9AE is removed")
        assert load_box(file)[0].tags == {}
        for number in (0x11, 0x12):
            os.write(near, em4100(number))
        pupil.until("Funeral is complete")
        os.write(near, em4100(0x1A))
        pupil.until("Tag 010000001A is ignored")
        pupil.type("\x04")
        pupil.until("saved")
        pupil.until("2 of 180 tiles are tagged")
        assert running.wait(PATIENCE_SECONDS) == 0
    assert counted(load_box(file)[0]) == {"dis_funeral": 2}


def test_a_killed_lesson_has_lost_nothing_that_it_said(tmp_path: Path) -> None:
    near, far = pty.openpty()
    with taught(tmp_path, near, far) as (pupil, running):
        pupil.until("Bag reader connected")
        pupil.type("nile\n")
        pupil.until("Nile: 0 of 25")
        for number in range(1, 10):
            os.write(near, em4100(number))
            pupil.until(f"Nile: {number} of 25")
        running.kill()
        running.wait(PATIENCE_SECONDS)
    assert counted(load_box(boxes.box_file(tmp_path, "attic"))[0]) == {"nile": 9}


def test_without_a_reader_that_is_said(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "tags", "teach", "attic"]
    settings = tmp_path / "settings.toml"
    settings.write_text("[bag_reader]\ngrace_seconds = 0\n")
    command += ["--data", str(tmp_path), "--url", str(tmp_path / "none")]
    with subprocess.Popen(
        [*command, "--settings", str(settings)], cwd=FOLDER, stdin=theirs, stdout=theirs,
        stderr=theirs,
    ) as running:  # fmt: skip
        pupil = Pupil(ours)
        try:
            pupil.until(f"No bag reader is plugged in ({tmp_path / 'none'}): is it the right port?")
            assert "cannot be opened" not in pupil.heard
            pupil.type("\x04")
            assert running.wait(PATIENCE_SECONDS) == 0
        finally:
            running.kill()
    os.close(ours)
    os.close(theirs)
    assert boxes.names(tmp_path) == ()
