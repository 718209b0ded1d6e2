"""The doctor finds what is wrong with a computer, on any Linux, and never falls ill itself."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion import box_files
from companion.catalogues import words
from companion.core.box import Box
from companion.doctor import boxes as doctor_boxes
from companion.doctor import (
    clock,
    computer,
    data_folder,
    display,
    examination,
    fonts,
    libraries,
    owners_file,
    permissions,
    pins,
    power,
    serial_ports,
    sound,
)
from companion.doctor.case import Case
from companion.doctor.examination import LOOKS, Look
from companion.doctor.finding import Finding, State, worst
from companion.doctor.machine import Machine
from companion.doctor.report import as_json, as_lines
from companion.journal.claim import claim, is_claimed
from companion.journal.disk import DISK
from companion.paths import asset
from companion.settings import read
from companion.words import ENGLISH, LANGUAGES
from hardware.gpio import Header, Listener
from hardware.no_pins import NoPins, PinFactory, PinTrouble
from hardware.pins import DEFAULT_PINS, Wire, wires
from hardware.reader_port import UsbPort
from tests.cli.running import Run
from tests.journal.disks import HASTY

FOLDER = Path(__file__).parents[2]
OK, ATTENTION, WRONG = State

VERSIONS = {
    "pygame-ce": "2.5.8",
    "gpiozero": "2.0.1.post3",
    "msgspec": "0.22.0",
    "pyserial": "3.5",
    "lgpio": "0.2.2.0",
}

PI: Mapping[str, str] = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "proc/sys/kernel/osrelease": "6.12.47+rpt-rpi-2712\n",
    "proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n      vc4-hdmi-0\n",
    "proc/self/mountinfo": "20 1 179:2 / / rw,noatime - ext4 /dev/root rw\n",
    "etc/passwd": "root:x:0:0::/root:/bin/sh\nra:x:997:997::/:/bin/sh\n",
    "etc/group": "root:x:0:\nvideo:x:44:ra\ninput:x:102:ra\nra:x:997:\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/class/thermal/thermal_zone0/temp": "51234\n",
    "sys/class/rtc/rtc0/name": "rpi-rtc",
    "dev/dri/card1": "",
    "dev/dri/renderD128": "",
    "dev/input/event0": "",
    "dev/gpiochip0": "",
    "dev/ttyUSB0": "",
}
"""What is laid out of a healthy Pi 5."""

CH340 = UsbPort("/dev/ttyUSB0", 0x1A86, 0x7523, "USB Serial")

WIRED = '[panel]\nfactory = "lgpio"\n'


class Fingers(Header):
    """Mock pins with fingers on some of their buttons."""

    def __init__(self, *down: int) -> None:
        super().__init__(MockFactory())
        self._down = down

    def listen(self, wire: Wire, heard: Callable[[bool], None]) -> Listener:
        """Return a wire of the mock pins, with its finger."""
        listener = super().listen(wire, heard)
        listener.drive(is_closed=wire.pin in self._down)
        return listener


def ticking(*seconds: float) -> Iterator[float]:
    """A clock on which each measured thing takes as long as is said, over and over."""
    now = 0.0
    while True:
        for each in seconds:
            yield now
            now += each
            yield now


class Patient:
    """A computer that a test lays out."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.data = folder / "data"
        self.data.mkdir()
        self.lay(PI)
        ticks = ticking(0.002)
        self.machine = Machine(
            root=self.root,
            environment={},
            user=997,
            groups=frozenset({44, 102, 997}),
            library=lambda name: f"lib{name}.so",
            version=lambda package: VERSIONS.get(package, ""),
            ports=lambda: (CH340,),
            open_pins=lambda _: Fingers(),
            may_use=lambda _: True,
            answer=lambda _: "",
            free_bytes=lambda _: 8 << 30,
            wall=lambda: 1_800_000_000.0,
            ticks=lambda: next(ticks),
        )

    def lay(self, files: Mapping[str, str]) -> None:
        """Lay out these files."""
        for name, text in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def take(self, *names: str) -> None:
        """Take these files away."""
        for name in names:
            (self.root / name).unlink()

    def case(self, settings: str = "", language: str = "en", **machine: Any) -> Case:  # noqa: ANN401 - parts of the machine
        """The case of this computer, with these parts of the machine another way."""
        wanted, mistakes = read(settings.encode())
        return Case(
            machine=replace(self.machine, **machine),
            settings=wanted,
            mistakes=mistakes,
            settings_file=Path("mine.toml") if settings else None,
            data=self.data,
            assets=asset(),
            words=words(language),
        )


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


def the(found: Iterator[Finding], name: str) -> Finding:
    """The one finding of this name."""
    (finding,) = [each for each in found if each.name == name]
    return finding


def refuse(kind: PinTrouble) -> Any:  # noqa: ANN401 - never returns
    raise NoPins(kind, PinFactory.LGPIO)


# all together


def test_nothing_is_wrong_with_a_healthy_pi(patient: Patient) -> None:
    found = examination.examination(patient.case(WIRED))
    assert [(each.name, each.sentence) for each in found if each.state is not OK] == []
    assert "Nothing is wrong" in as_lines(found, ENGLISH)


def test_an_empty_computer_is_told_and_not_fallen_over(tmp_path: Path) -> None:
    patient = Patient(tmp_path)
    nothing = patient.case(
        WIRED, root=tmp_path / "nowhere", library=lambda _: None, version=lambda _: "",
        ports=tuple, may_use=lambda _: False,
        open_pins=lambda _: refuse(PinTrouble.LIBRARY_MISSING),
    )  # fmt: skip
    found = examination.examination(nothing)
    assert worst(found) is WRONG
    assert all(each.remedy for each in found if each.state is not OK)
    assert not [each for each in found if "trouble" in each.facts]


def test_a_look_that_fails_is_a_finding_and_the_others_go_on(patient: Patient) -> None:
    def faint(_: Case) -> Iterator[Finding]:
        raise ModuleNotFoundError("No module named 'serial'")

    looks: tuple[tuple[str, Look], ...] = (("bag-reader", faint), ("clock", clock.look))
    first, second = examination.examination(patient.case(), looks)
    assert (first.name, first.state, second.name) == ("bag-reader", WRONG, "clock")
    assert "No module named 'serial'" in first.sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_tell_it(language: str, patient: Patient) -> None:
    case = patient.case("[panel]\nfactory = 'lgpio'\n[tabel]\n", language, may_use=lambda _: False)
    assert as_lines(examination.examination(case), case.words)


def test_remedies_stand_below_what_they_heal_and_columns_are_straight() -> None:
    found = (
        Finding("sound", OK, "Sound: one"),
        Finding("pin-4", WRONG, "Ra is stuck", "Let go"),
        Finding("clock", ATTENTION, "1970", "Set it"),
    )
    assert as_lines(found, ENGLISH) == [
        "ok         sound   Sound: one",
        "wrong      GPIO 4  Ra is stuck",
        "                   → Let go",
        "attention  clock   1970",
        "                   → Set it",
        "",
        "1 thing is wrong",
    ]


def test_programs_get_one_object(patient: Patient) -> None:
    report = json.loads(as_json(examination.examination(patient.case(WIRED))))
    assert report["state"] == "ok"
    assert {"name", "state", "sentence", "remedy", "facts"} == set(report["findings"][0])
    levels = {each["facts"]["control"] for each in report["findings"] if "gpio" in each["facts"]}
    assert {"ra", "ok", "undo", "p1", "p5", "dial"} <= levels


# one thing after the other


def test_a_pi_and_its_system_are_named(patient: Patient) -> None:
    found = list(computer.look(patient.case()))
    assert found[0].facts["model"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert found[1].sentence == "Debian GNU/Linux 13 (trixie), kernel 6.12.47+rpt-rpi-2712"


def test_another_computer_is_no_trouble(patient: Patient) -> None:
    patient.take("proc/device-tree/model", "etc/os-release")
    patient.lay({"sys/class/dmi/id/product_name": "ThinkPad\n"})
    found = list(computer.look(patient.case()))
    assert "ThinkPad" in found[0].sentence
    assert "not a Raspberry Pi" in found[0].sentence
    assert {each.state for each in found} == {OK}


@pytest.mark.parametrize(
    ("change", "name", "words_of_it"),
    [
        ({"gpiozero": "1.6.2"}, "gpiozero", "gpiozero 1.6.2 is too old: it takes 2.0.1"),
        ({"pyserial": ""}, "pyserial", "pyserial is not installed"),
        ({"pygame-ce": ""}, "pygame-ce", "pygame-ce is not installed"),
        ({"pygame": "2.6.1"}, "pygame-ce", "both installed"),
        ({"RPi.GPIO": "0.7.1", "rpi-lgpio": "0.6"}, "pin-library", "overwrite each other"),
        ({"lgpio": ""}, "pin-library", "No library for pins is installed, but"),
    ],
)
def test_missing_old_and_colliding_libraries_are_wrong(
    change: dict[str, str], name: str, words_of_it: str, patient: Patient
) -> None:
    versions = {**VERSIONS, **change}
    case = patient.case(WIRED, version=lambda package: versions.get(package, ""))
    finding = the(libraries.look(case), name)
    assert finding.state is WRONG
    assert words_of_it in finding.sentence
    assert finding.remedy


def test_the_oldest_versions_are_those_that_the_program_is_installed_with() -> None:
    wanted = (FOLDER / "pyproject.toml").read_text()
    needed = {**libraries.OLDEST, "pygame-ce": libraries.PYGAMES["pygame-ce"]}
    for package, oldest in needed.items():
        assert f'"{package}>={".".join(map(str, oldest))}"' in wanted


def test_without_buttons_no_library_for_pins_is_missed(patient: Patient) -> None:
    case = patient.case(version=lambda package: VERSIONS.get(package, "") * (package != "lgpio"))
    assert the(libraries.look(case), "pin-library").state is OK


def test_upstream_pygame_does_on_a_desktop(patient: Patient) -> None:
    def version(package: str) -> str:
        return {"pygame-ce": "", "pygame": "2.6.1"}.get(package, VERSIONS.get(package, ""))

    assert the(libraries.look(patient.case(version=version)), "pygame").state is OK
    found = list(display.look(patient.case(version=version)))
    assert the(iter(found), "display-pygame").state is ATTENTION


def test_missing_libraries_for_the_screen_are_named_with_their_packages(patient: Patient) -> None:
    here = {"drm": "libdrm.so.2", "EGL": "libEGL.so.1"}
    finding = the(display.look(patient.case(library=here.get)), "display-libraries")
    assert finding.state is WRONG
    assert finding.facts["missing"] == ("gbm", "GLESv2")
    assert "libgbm1 libgles2 " in finding.remedy


def test_without_desktop_and_card_there_is_no_screen(patient: Patient) -> None:
    patient.take("dev/dri/card1")
    finding = the(display.look(patient.case()), "display")
    assert finding.state is WRONG
    assert "--headless" in finding.remedy


def test_a_screen_that_this_user_may_not_use_is_wrong(patient: Patient) -> None:
    finding = the(display.look(patient.case(may_use=lambda _: False)), "display")
    assert finding.state is WRONG
    assert "/dev/dri/card1" in finding.sentence
    assert "video" in finding.remedy


@pytest.mark.parametrize(
    ("environment", "state", "word"),
    [
        ({"DISPLAY": ":0"}, OK, "desktop (X)"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, OK, "desktop (Wayland)"),
        ({"SDL_VIDEODRIVER": "dummy"}, WRONG, "nobody sees"),
        ({"SDL_VIDEODRIVER": "kmsdrm", "DISPLAY": ":0"}, OK, "straight to the screen"),
    ],
)
def test_the_driver_that_would_draw_is_told(
    environment: dict[str, str], state: State, word: str, patient: Patient
) -> None:
    finding = the(display.look(patient.case(environment=environment)), "display")
    assert finding.state is state
    assert word in finding.sentence


def test_damaged_fonts_are_named(patient: Patient, tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "fonts"
    folder.mkdir(parents=True)
    for name in fonts.FONTS[1:]:
        (folder / name).write_bytes(b"\0\1\0\0")
    (folder / fonts.FONTS[1]).write_bytes(b"\0\0\0\0")
    (finding,) = fonts.look(replace(patient.case(), assets=tmp_path / "assets"))
    assert finding.facts["bad"] == fonts.FONTS[:2]
    assert finding.state is WRONG


@pytest.mark.parametrize("cards", ["", "--- no soundcards ---\n"])
def test_no_sound_card_is_worth_attention(cards: str, patient: Patient) -> None:
    patient.lay({"proc/asound/cards": cards})
    (finding,) = sound.look(patient.case())
    assert finding.state is ATTENTION


def test_who_wants_no_sound_misses_no_card(patient: Patient) -> None:
    patient.lay({"proc/asound/cards": ""})
    (finding,) = sound.look(patient.case('[sound]\nlevel = "off"\n'))
    assert finding.state is OK


SPEAKS = "eSpeak NG text-to-speech: 1.51  Data at: /usr/share/espeak-ng-data\n"


@pytest.mark.parametrize(
    ("answer", "recordings", "state", "sentence"),
    [
        (SPEAKS, (), OK, "Voice: eSpeak NG text-to-speech: 1.51"),
        ("", (), WRONG, "Nothing can be spoken, though the settings want it"),
        ("", ("voices/uk/7.wav",), ATTENTION, "Only what was recorded can be spoken"),
    ],
)
def test_a_table_that_shall_speak_needs_a_voice(
    answer: str, recordings: tuple[str, ...], state: State, sentence: str, patient: Patient
) -> None:
    for name in recordings:
        file = patient.data / name
        file.parent.mkdir(parents=True)
        file.touch()
    case = patient.case("[sound]\nspoken = true\n", answer=lambda _: answer)
    finding = the(sound.look(case), "voice")
    assert (finding.state, finding.sentence) == (state, sentence)
    assert ("espeak-ng" in finding.remedy) is (state is not OK)


def test_every_mistake_in_the_settings_is_told(patient: Patient) -> None:
    found = list(owners_file.look(patient.case('[table]\nlanguage = "xx"\nthem = 1\n')))
    assert [each.facts["line"] for each in found] == [2, 3]
    assert {each.state for each in found} == {WRONG}
    assert found[0].sentence.startswith("mine.toml: line 2: table.language cannot be 'xx'")


# the data folder


@pytest.mark.parametrize(
    ("mount", "state", "word"),
    [
        ("/ rw - ext4 /dev/root rw", OK, "is on a disk (ext4)"),
        ("/ rw - tmpfs tmpfs rw", WRONG, "in memory. Pulling the plug erases every game"),
        ("/ rw - overlay overlayroot rw", WRONG, "what is written stays in memory"),
        ("/ ro - ext4 /dev/root ro", WRONG, "mounted read-only"),
        ("/ rw - vfat /dev/sda1 rw", ATTENTION, "can lose games"),
        ("/nowhere rw - ext4 /dev/root rw", ATTENTION, "does not say"),
    ],
)
def test_what_the_games_lie_on_is_said_plainly(
    mount: str, state: State, word: str, patient: Patient
) -> None:
    patient.lay({"proc/self/mountinfo": f"20 1 179:2 / {mount}\n"})
    finding = the(data_folder.look(patient.case(), HASTY), "data")
    assert finding.state is state
    assert word in finding.sentence


def test_memory_that_the_settings_allow_is_only_worth_attention(patient: Patient) -> None:
    patient.lay({"proc/self/mountinfo": "20 1 179:2 / / rw - tmpfs tmpfs rw\n"})
    case = patient.case("[data]\nallow_memory = true\n")
    assert the(data_folder.look(case, HASTY), "data").state is ATTENTION


@pytest.mark.parametrize(("free", "state"), [(1 << 20, WRONG), (32 << 20, ATTENTION)])
def test_little_room_is_told(free: int, state: State, patient: Patient) -> None:
    case = patient.case(free_bytes=lambda _: free)
    assert the(data_folder.look(case, HASTY), "data-room").state is state


def test_flushes_are_measured_and_slow_ones_are_worth_attention(patient: Patient) -> None:
    ticks = ticking(*[0.004] * 29, 0.3)
    case = patient.case(ticks=lambda: next(ticks))
    finding = the(data_folder.look(case, HASTY), "data-flush")
    assert (finding.facts["p50_ms"], finding.facts["p99_ms"]) == (4.0, 300.0)
    assert finding.state is ATTENTION
    assert "A flush takes 4.0 ms, at worst 300.0 ms" in finding.sentence


def test_the_folder_is_left_as_it_was(patient: Patient) -> None:
    case = patient.case()
    list(data_folder.look(replace(case, data=patient.data / "not" / "yet"), HASTY))
    list(data_folder.look(case, HASTY))
    assert list(patient.data.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "remedy"), [(errno.EACCES, "chown"), (errno.ENOSPC, "Free some space")]
)
def test_a_folder_that_cannot_be_written_is_wrong(
    number: int, remedy: str, patient: Patient
) -> None:
    def failing(_: int) -> None:
        raise OSError(number, os.strerror(number))

    disk = replace(DISK, fdatasync=failing)
    finding = the(data_folder.look(patient.case(), disk), "data-flush")
    assert finding.state is WRONG
    assert os.strerror(number) in finding.sentence
    assert remedy in finding.remedy
    assert list(patient.data.iterdir()) == []


@pytest.mark.parametrize(
    ("per_cent", "value"), [(50, 2.0), (99, 4.0), (100, 4.0), (25, 1.0), (26, 2.0)]
)
def test_a_percentile_is_a_value_that_was_measured(per_cent: int, value: float) -> None:
    assert data_folder.percentile([4.0, 1.0, 3.0, 2.0], per_cent) == value


# pins


def test_every_contact_is_told_with_its_level_and_place(patient: Patient) -> None:
    found = list(pins.look(patient.case(WIRED)))
    ra = the(iter(found), "pin-4")
    assert ra.sentence == "Ra: GPIO 4 (header pin 7) is high"
    assert len(found) == 1 + len(wires(DEFAULT_PINS))


def test_a_button_that_is_down_is_worth_attention(patient: Patient) -> None:
    found = list(pins.look(patient.case(WIRED, open_pins=lambda _: Fingers(4, 17))))
    ra = the(iter(found), "pin-4")
    assert ra.state is ATTENTION
    assert ra.sentence == "Ra is pressed or stuck: GPIO 4 (header pin 7) is low"
    assert the(iter(found), "pin-23").state is OK
    assert the(iter(found), "pin-17").state is OK  # a dial may rest on a closed contact


def test_a_pin_that_is_taken_is_wrong_and_the_others_are_told(patient: Patient) -> None:
    def busy(_: PinFactory) -> Header:
        header = Fingers()
        header.listen(Wire(4), lambda _: None)
        return header

    found = list(pins.look(patient.case(WIRED, open_pins=busy)))
    ra = the(iter(found), "pin-4")
    assert ra.state is WRONG
    assert "Close the table" in ra.remedy
    assert the(iter(found), "pin-23").state is OK


@pytest.mark.parametrize("kind", [each for each in PinTrouble if "{pin}" not in each.value])
def test_pins_that_cannot_be_opened_are_wrong(kind: PinTrouble, patient: Patient) -> None:
    (finding,) = pins.look(patient.case(WIRED, open_pins=lambda _: refuse(kind)))
    assert finding.state is WRONG
    assert finding.facts["kind"] == kind.name.lower()


def test_the_pins_of_a_table_that_is_open_are_left_to_it(patient: Patient) -> None:
    """To open and close them once more would switch its lamps and buttons off with some drivers."""
    refused = patient.case(WIRED, open_pins=lambda _: pytest.fail("the pins were opened"))
    (finding,) = pins.look(replace(refused, is_open=True))
    assert finding.state is OK
    assert "its test page shows them" in finding.sentence


def test_whether_the_table_is_open_is_seen_and_nothing_is_made_for_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert not is_claimed(data)
    assert not data.exists()
    with claim(data):
        assert is_claimed(data)
    assert not is_claimed(data)
    with claim(data):
        pass


def test_pins_with_two_uses_are_told_before_any_is_touched(patient: Patient) -> None:
    settings = WIRED + "[panel.buttons]\nra = 5\n[panel.lamps]\np1 = 6\n"
    case = patient.case(settings, open_pins=lambda _: refuse(PinTrouble.NO_CHIP))
    found = list(pins.look(case))
    assert [(each.state, each.facts["gpio"]) for each in found] == [(WRONG, 5), (WRONG, 6)]
    assert "GPIO 5 (header pin 29) has more than one use" in found[0].sentence


def test_without_buttons_no_pin_is_touched(patient: Patient) -> None:
    (finding,) = pins.look(patient.case(open_pins=lambda _: refuse(PinTrouble.NO_CHIP)))
    assert finding.state is OK


# the bag reader


def reader(url: str) -> str:
    return f'[bag_reader]\nurl = "{url}"\n'


def test_ports_are_told_with_their_numbers_and_lasting_paths(patient: Patient) -> None:
    folder = patient.root / "dev/serial/by-id"
    folder.mkdir(parents=True)
    (folder / "usb-1a86_USB_Serial-if00-port0").symlink_to("../../ttyUSB0")
    finding = the(serial_ports.look(patient.case()), "serial-port")
    assert finding.facts["by_id"] == ("/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0",)
    assert finding.facts["usb"] == "1a86:7523"
    assert finding.facts["is_auto"]
    assert '"auto" takes it' in finding.sentence


@pytest.mark.parametrize("url", ["auto", "1A86:7523", "/dev/ttyUSB0"])
def test_a_reader_that_is_plugged_in_is_found(url: str, patient: Patient) -> None:
    finding = the(serial_ports.look(patient.case(reader(url))), "bag-reader")
    assert finding.state is OK
    assert finding.sentence == "The bag reader is on /dev/ttyUSB0"


@pytest.mark.parametrize("url", ["2341:0043", "/dev/ttyACM7"])
def test_a_reader_that_is_not_there_is_wrong(url: str, patient: Patient) -> None:
    finding = the(serial_ports.look(patient.case(reader(url))), "bag-reader")
    assert finding.state is WRONG
    assert url in finding.sentence


def test_a_reader_that_may_not_be_opened_is_wrong(patient: Patient) -> None:
    case = patient.case(reader("auto"), may_use=lambda _: False)
    finding = the(serial_ports.look(case), "bag-reader")
    assert finding.state is WRONG
    assert "dialout" in finding.remedy


def test_several_ports_that_fit_are_worth_attention(patient: Patient) -> None:
    patient.lay({"dev/ttyUSB1": ""})
    ports = (CH340, CH340._replace(device="/dev/ttyUSB1"))
    case = patient.case(reader("auto"), ports=lambda: ports)
    assert the(serial_ports.look(case), "bag-reader").state is ATTENTION


def test_a_reader_on_the_network_is_not_tried(patient: Patient) -> None:
    finding = the(serial_ports.look(patient.case(reader("socket://pad:7"))), "bag-reader")
    assert finding.state is OK


def test_a_console_on_the_header_is_wrong(patient: Patient) -> None:
    patient.lay({"dev/serial0": "", "proc/cmdline": "console=serial0,115200 console=tty1 root=x"})
    found = list(serial_ports.look(patient.case(reader("/dev/serial0"))))
    assert the(iter(found), "bag-reader-console").state is WRONG
    patient.lay({"proc/cmdline": "console=tty1 root=x"})
    found = list(serial_ports.look(patient.case(reader("/dev/serial0"))))
    assert {each.state for each in found} == {OK}


# permissions


def test_the_user_is_told_with_groups(patient: Patient) -> None:
    finding = the(permissions.look(patient.case()), "user")
    assert finding.sentence == "ra, in the groups input, ra, video"


@pytest.mark.parametrize(
    ("group", "settings", "environment", "state"),
    [
        ("video", "", {}, WRONG),
        ("input", "", {}, WRONG),
        ("input", "", {"DISPLAY": ":0"}, OK),
        ("render", "", {}, OK),
        ("gpio", "", {}, OK),
        ("gpio", WIRED, {}, WRONG),
        ("dialout", "", {}, OK),
        ("dialout", reader("auto"), {}, WRONG),
    ],
)
def test_a_device_that_is_needed_and_closed_is_wrong(
    group: str, settings: str, environment: dict[str, str], state: State, patient: Patient
) -> None:
    case = patient.case(settings, may_use=lambda _: False, environment=environment)
    finding = the(permissions.look(case), f"group-{group}")
    assert finding.state is state
    assert (f"usermod -aG {group} ra" in finding.remedy) is (state is WRONG)


# tags, power, clock


@pytest.mark.parametrize(
    ("boxes", "wanted", "state"),
    [
        ([], "", OK),
        (["attic"], "", ATTENTION),
        (["attic", "cellar"], "", ATTENTION),
        (["attic", "cellar"], "attic", ATTENTION),
        (["attic"], "cellar", WRONG),
    ],
)
def test_the_box_of_this_table_is_told(
    boxes: list[str], wanted: str, state: State, patient: Patient
) -> None:
    for name in boxes:
        box_files.save(box_files.box_file(patient.data, name), Box({"04A1": "nile"}), HASTY)
    (finding,) = doctor_boxes.look(patient.case(f'[bag_reader]\nbox = "{wanted}"\n'))
    assert finding.state is state


def test_a_box_with_mistakes_is_wrong(patient: Patient) -> None:
    file = box_files.box_file(patient.data, "attic")
    file.parent.mkdir()
    file.write_text("uid,kind\n04A1,camel\n")
    (finding,) = doctor_boxes.look(patient.case())
    assert finding.state is WRONG
    assert "line 2: there is no kind 'camel'" in finding.sentence


@pytest.mark.parametrize(
    ("bits", "power_state", "heat_state"),
    [
        ("0", OK, OK),
        ("50005", WRONG, ATTENTION),
        ("50000", ATTENTION, ATTENTION),
        ("80000", OK, ATTENTION),
        ("8", OK, ATTENTION),
    ],
)
def test_too_little_power_and_heat_are_told(
    bits: str, power_state: State, heat_state: State, patient: Patient
) -> None:
    patient.lay({"sys/devices/platform/soc/soc:firmware/get_throttled": f"{bits}\n"})
    found = list(power.look(patient.case()))
    assert the(iter(found), "power").state is power_state
    assert the(iter(found), "heat").state is heat_state
    assert the(iter(found), "heat").facts["celsius"] == 51


def test_without_the_kernels_word_the_firmware_is_asked(patient: Patient) -> None:
    patient.take("sys/devices/platform/soc/soc:firmware/get_throttled")
    answers = {("vcgencmd", "get_throttled"): "throttled=0x50005\n"}
    case = patient.case(answer=lambda command: answers.get(tuple(command), ""))
    assert the(power.look(case), "power").state is WRONG
    assert the(power.look(patient.case()), "power").state is ATTENTION


def test_power_is_only_told_of_a_pi(patient: Patient) -> None:
    patient.take("proc/device-tree/model")
    (finding,) = power.look(patient.case())
    assert finding.state is OK


@pytest.mark.parametrize("wall", [0.0, 1e9, 1e18, -1.0, float("inf")])
def test_a_clock_that_cannot_be_right_is_worth_attention(wall: float, patient: Patient) -> None:
    (finding,) = clock.look(patient.case(wall=lambda: wall))
    assert finding.state is ATTENTION


def test_a_missing_clock_chip_is_said(patient: Patient) -> None:
    patient.take("sys/class/rtc/rtc0/name")
    (patient.root / "sys/class/rtc/rtc0").rmdir()
    (finding,) = clock.look(patient.case())
    assert finding.state is OK
    assert "no clock chip" in finding.sentence


# the command


def test_the_doctor_works_on_this_computer(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--json", "--data", tmp_path)
    report = json.loads(ran.out)
    assert ran.err == ""
    assert ran.status == (report["state"] == "wrong")
    assert {name for name, _ in LOOKS} & {each["name"] for each in report["findings"]}
    assert not [each for each in report["findings"] if "trouble" in each["facts"]]
    assert list(tmp_path.iterdir()) == []


def test_help_says_what_the_doctor_does(run: Run) -> None:
    ran = run("doctor", "--help")
    assert (ran.status, ran.err) == (0, "")
    assert "nothing is wrong" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


def test_a_mistake_in_the_settings_is_status_1(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[tabel]\n")
    ran = run("doctor", "--settings", file, "--data", tmp_path)
    assert ran.status == 1
    assert f"{file}: line 1: there is no table 'tabel': did you mean table?" in ran.out


def test_missing_libraries_do_not_stop_the_doctor(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "for name in ('pygame', 'gpiozero', 'serial'): sys.modules[name] = None\n"
        "from companion.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    settings = tmp_path / "mine.toml"
    settings.write_text('[panel]\nfactory = "auto"\n[bag_reader]\nurl = "auto"\n')
    command = [sys.executable, "-c", code, "doctor", "--json"]
    command += ["--settings", str(settings), "--data", str(tmp_path)]
    ran = subprocess.run(command, cwd=FOLDER, capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (1, b"")
    wrong = {each["name"]: each for each in json.loads(ran.stdout)["findings"]
             if "trouble" in each["facts"]}  # fmt: skip
    assert set(wrong) == {"display", "pins", "bag-reader"}
    assert all("ModuleNotFoundError" in each["sentence"] for each in wrong.values())
