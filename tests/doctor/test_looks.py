"""What the doctor says of a computer that is laid out otherwise than a healthy Pi 5."""

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from gpiozero import LED

from companion.doctor import data, hardware, power, system
from companion.doctor.machine import Computer, Finding, Severity
from hardware.panel.pins import DEFAULT_PINS, PinFactory, PinTrouble
from hardware.panel.wires import Wires
from tests.doctor.patients import (
    ATTENTION,
    CH340,
    OK,
    WIRED,
    WRONG,
    Fingers,
    Patient,
    fingers,
    refuse,
    the,
    ticking,
)
from tests.journal.disks import HASTY

Look = Callable[[Computer], Iterator[Finding]]


def reader(url: str) -> str:
    return f'[bag_reader]\nurl = "{url}"\n'


def on_disk(case: Computer) -> Iterator[Finding]:
    return data.look_at_data_folder(case, HASTY)


def row(  # noqa: PLR0913, PLR0917 - the columns
    what: str,
    look: Look,
    name: str,
    state: Severity,
    said: str = "",
    remedy: str = "",
    settings: str = "",
    files: Mapping[str, str] | None = None,
    **machine: Any,  # noqa: ANN401 - parts of the machine
) -> object:
    """Lay out a computer: what is said of it under a name, and what is said to do.

    Args:
        what: What is otherwise there.
        look: Where the doctor looks.
        name: Of the finding.
        state: Of the finding.
        said: What stands in its sentence.
        remedy: What stands in its remedy.
        settings: The owner's.
        files: What is laid out; an empty name is taken away.
        **machine: Other parts of the machine.
    """
    return pytest.param(look, name, state, said, remedy, settings, files or {}, machine, id=what)


PORTS, DISPLAY, RIGHTS = (
    hardware.look_at_serial_ports,
    system.look_at_display,
    hardware.look_at_permissions,
)

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"

MOUNTS = "proc/self/mountinfo"

GONE = "\0"
"""In the place of a file's text: it is not there."""

CONSOLE = {"dev/serial0": "", "proc/cmdline": "console=serial0,115200 console=tty1 root=x"}

MEMORY = {MOUNTS: "20 1 179:2 / / rw - tmpfs tmpfs rw\n"}

SPEAKS = "eSpeak NG text-to-speech: 1.51  Data at: /usr/share/espeak-ng-data\n"

TWO = (CH340, CH340._replace(device="/dev/ttyUSB1"))


def answering(command: str, answer: str) -> Callable[[Sequence[str]], str]:
    return lambda words: answer if " ".join(words) == command else ""


def upstream(package: str) -> str:
    return "2.6.1" if package == "pygame" else ""


ROWS = [
    # The reader of the bag.
    row("a port is taken for a reader", PORTS, "serial-port", OK,
        'with "auto", it is taken for a bag reader'),
    *(row(f"a reader at {url}", PORTS, "bag-reader", OK, "The bag reader is on /dev/ttyUSB0",
          settings=reader(url)) for url in ("auto", "1A86:7523", "/dev/ttyUSB0")),
    *(row(f"no reader at {url}", PORTS, "bag-reader", WRONG, url, settings=reader(url))
      for url in ("2341:0043", "/dev/ttyACM7")),
    row("a reader that may not be opened", PORTS, "bag-reader", WRONG, remedy="dialout",
        settings=reader("auto"), may_use=lambda _: False),
    row("several ports that fit", PORTS, "bag-reader", ATTENTION, settings=reader("auto"),
        files={"dev/ttyUSB1": ""}, ports=lambda: TWO),
    row("a reader on the network is not tried", PORTS, "bag-reader", OK,
        settings=reader("socket://pad:7")),
    row("a console on the header", PORTS, "bag-reader-console", WRONG,
        settings=reader("/dev/serial0"), files=CONSOLE),
    # Screen, letters and sound.
    row("two libraries that overwrite each other", system.look_at_computer, "pygame", WRONG,
        version=lambda _: "2.6.1"),
    row("upstream pygame on a screen", DISPLAY, "display-pygame", ATTENTION,
        version=upstream),
    row("missing libraries for the screen", DISPLAY, "display-libraries", WRONG, ": gbm, GLESv2",
        "libgbm1 libgles2 ", library={"drm": "libdrm.so.2", "EGL": "libEGL.so.1"}.get),
    row("no desktop and no card", DISPLAY, "display", WRONG, remedy="--headless",
        files={"dev/dri/card1": GONE}),
    row("a screen that this user may not use", DISPLAY, "display", WRONG, "/dev/dri/card1",
        "video", may_use=lambda _: False),
    *(row(f"the driver of {environment}", DISPLAY, "display", state, said, environment=environment)
      for environment, state, said in (
          ({"DISPLAY": ":0"}, OK, "desktop (X)"),
          ({"WAYLAND_DISPLAY": "wayland-0"}, OK, "desktop (Wayland)"),
          ({"SDL_VIDEODRIVER": "dummy"}, WRONG, "nothing appears on the screen"),
          ({"SDL_VIDEODRIVER": "kmsdrm", "DISPLAY": ":0"}, OK, "directly on the screen"))),
    *(row(f"no sound card: {cards!r}", system.look_at_sound, "sound", ATTENTION,
          files={"proc/asound/cards": cards}) for cards in ("", "--- no soundcards ---\n")),
    row("no card for who wants no sound", system.look_at_sound, "sound", OK,
        settings='[sound]\nlevel = "off"\n', files={"proc/asound/cards": ""}),
    row("no library for sound", system.look_at_sound, "sound", ATTENTION, "libasound.so.2",
        "sudo apt install libasound2", library=lambda _: None),
    row("no library for sound in Debian 13", system.look_at_sound, "sound", ATTENTION,
        remedy="sudo apt install libasound2t64", files={"etc/os-release": 'VERSION_ID="13"\n'},
        library=lambda _: None),
    row("the library for sound alone", system.look_at_sound, "sound", OK,
        library={"asound": "libasound.so.2"}.get),
    *(row(f"a voice: {said}", system.look_at_sound, "voice", state, said, remedy,
          "[sound]\nspoken = true\n", files, answer=answering("espeak-ng --version", answer))
      for said, state, answer, remedy, files in (
          ("eSpeak NG text-to-speech: 1.51", OK, SPEAKS, "", {}),
          ("No speech, though it is switched on in the settings", WRONG, "", "espeak-ng", {}),
          ("Only recorded phrases can be spoken", ATTENTION, "", "espeak-ng",
           {"../data/voices/uk/7.wav": ""}))),
    # What the games lie on.
    *(row(f"games on {mount}", on_disk, "data", state, said,
          files={MOUNTS: f"20 1 179:2 / {mount}\n"}) for mount, state, said in (
              ("/ rw - ext4 /dev/root rw", OK, "is on a disk (ext4)"),
              ("/ rw - tmpfs tmpfs rw", WRONG, "in memory. A power cut erases every game"),
              ("/ rw - overlay overlayroot rw", WRONG, "anything written stays in memory"),
              ("/ ro - ext4 /dev/root ro", WRONG, "mounted read-only"),
              ("/ rw - vfat /dev/sda1 rw", ATTENTION, "can lose games"),
              ("/nowhere rw - ext4 /dev/root rw", ATTENTION, "does not report"))),
    row("memory that the settings allow", on_disk, "data", ATTENTION, files=MEMORY,
        settings="[data]\nallow_memory = true\n"),
    row("hardly any room", on_disk, "data-room", WRONG, free_bytes=lambda _: 1 << 20),
    row("little room", on_disk, "data-room", ATTENTION, free_bytes=lambda _: 32 << 20),
    row("slow flushes", on_disk, "data-flush", ATTENTION,
        "A disk flush takes 4.0 ms, 300.0 ms at worst", ticks=ticking(*[0.004] * 29, 0.3).__next__),
    # Who may open what.
    row("the user and the groups", RIGHTS, "user", OK, "ra, in the groups input, ra, video"),
    *(row(f"{group} closed, {settings!r} {environment}", RIGHTS, f"group-{group}", state,
          remedy="" if state is OK else f"usermod -aG {group} ra", settings=settings,
          may_use=lambda _: False, environment=environment)
      for group, settings, environment, state in (
          ("video", "", {}, WRONG), ("input", "", {}, WRONG), ("input", "", {"DISPLAY": ":0"}, OK),
          ("render", "", {}, OK), ("gpio", "", {}, OK), ("gpio", WIRED, {}, WRONG),
          ("dialout", "", {}, OK), ("dialout", reader("auto"), {}, WRONG))),
    # Power, heat and the clock.
    *(row(f"{what} of {bits}", power.look_at_power, what, state, said,
          files={THROTTLED: f"{bits}\n"})
      for bits, *states in (("0", OK, OK), ("50005", WRONG, ATTENTION),
                            ("50000", ATTENTION, ATTENTION), ("80000", OK, ATTENTION),
                            ("8", OK, ATTENTION))
      for what, said, state in zip(("power", "heat"), ("", "51 °C"), states, strict=True)),
    row("a Pi 5 names the file by an address", power.look_at_power, "power", WRONG,
        files={THROTTLED: GONE, "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/"
               "get_throttled": "50005\n"}),
    row("the firmware is asked", power.look_at_power, "power", WRONG, files={THROTTLED: GONE},
        answer=answering("vcgencmd get_throttled", "throttled=0x50005\n")),
    row("nobody answers", power.look_at_power, "power", ATTENTION, files={THROTTLED: GONE}),
    row("power is only told of a Pi", power.look_at_power, "power", OK,
        files={"proc/device-tree/model": GONE}),
    *(row(f"the clock at {wall}", system.look_at_clock, "clock", ATTENTION,
          wall=lambda wall=wall: wall) for wall in (0.0, 1e9, 1e18, -1.0, float("inf"))),
    # Pins.
    row("a contact has a level and a place", hardware.look_at_pins, "pin-4", OK,
        "Ra: GPIO 4 (header pin 7) is high", settings=WIRED),
    *(row(f"GPIO {pin} beside fingers on 4 and 17", hardware.look_at_pins, f"pin-{pin}", state,
          said, settings=WIRED, open_pins=lambda _: fingers(4, 17)) for pin, state, said in (
              (4, ATTENTION, "Ra is pressed or stuck: GPIO 4 (header pin 7) is low"),
              (23, OK, ""), (17, OK, ""))),  # a dial may rest on a closed contact
]  # fmt: skip


@pytest.mark.parametrize(
    ("look", "name", "state", "said", "remedy", "settings", "files", "machine"), ROWS
)
def test_what_is_laid_out_is_found(  # noqa: PLR0913, PLR0917 - the columns
    look: Look,
    name: str,
    state: Severity,
    said: str,
    remedy: str,
    settings: str,
    files: Mapping[str, str],
    machine: Mapping[str, Any],
    patient: Patient,
) -> None:
    patient.take(*(file for file, text in files.items() if text == GONE))
    patient.lay({file: text for file, text in files.items() if text != GONE})
    finding = the(look(patient.case(settings, **machine)), name)
    assert (finding.state, said in finding.sentence) == (state, True), finding
    assert remedy in finding.remedy
    assert not (state is OK and finding.remedy)


def test_a_pi_and_its_system_are_named(patient: Patient) -> None:
    pi, debian, *_ = system.look_at_computer(patient.case())
    assert pi.sentence.startswith("Raspberry Pi 5 Model B Rev 1.0 (")
    wanted = "Debian GNU/Linux 13 (trixie), kernel 6.12.47+rpt-rpi-2712, Python 3."
    assert debian.sentence.startswith(wanted)


def test_another_computer_is_no_trouble(patient: Patient) -> None:
    patient.take("proc/device-tree/model", "etc/os-release")
    patient.lay({"sys/class/dmi/id/product_name": "ThinkPad\n"})
    found = list(system.look_at_computer(patient.case()))
    kind = platform.machine()
    assert found[0].sentence == f"ThinkPad ({kind}), not a Raspberry Pi"
    patient.take("sys/class/dmi/id/product_name")
    found += system.look_at_computer(patient.case(version=upstream))
    assert f"{kind}, not a Raspberry Pi" in [each.sentence for each in found]
    assert {each.state for each in found} == {OK}


def test_a_missing_clock_chip_is_said(patient: Patient) -> None:
    patient.take("sys/class/rtc/rtc0/name")
    (patient.root / "sys/class/rtc/rtc0").rmdir()
    (finding,) = system.look_at_clock(patient.case())
    assert (finding.state, "no clock chip" in finding.sentence) == (OK, True)


def test_ports_are_told_with_their_numbers_and_lasting_paths(patient: Patient) -> None:
    folder = patient.root / "dev/serial/by-id"
    folder.mkdir(parents=True)
    (folder / "usb-1a86_USB_Serial-if00-port0").symlink_to("../../ttyUSB0")
    finding = the(hardware.look_at_serial_ports(patient.case()), "serial-port")
    assert "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0" in finding.sentence
    assert "1a86:7523" in finding.sentence


def test_without_a_console_there_the_header_is_well(patient: Patient) -> None:
    patient.lay(CONSOLE | {"proc/cmdline": "console=tty1 root=x"})
    found = hardware.look_at_serial_ports(patient.case(reader("/dev/serial0")))
    assert {each.state for each in found} == {OK}


def test_every_mistake_in_the_settings_is_told(patient: Patient) -> None:
    found = list(data.look_at_owners_file(patient.case('[table]\nlanguage = "xx"\nthem = 1\n')))
    assert [each.sentence.partition(": ")[2][:7] for each in found] == ["line 2:", "line 3:"]
    assert {each.state for each in found} == {WRONG}
    assert found[0].sentence.startswith("mine.toml: line 2: table.language: must be one of en, ")


def test_every_contact_is_told(patient: Patient) -> None:
    assert len([*hardware.look_at_pins(patient.case(WIRED))]) == 1 + len(DEFAULT_PINS.contacts())


def test_a_pin_that_is_taken_is_wrong_and_the_others_are_told(patient: Patient) -> None:
    pins = Fingers()
    other = LED(4, pin_factory=pins)
    wires = Wires(PinFactory.MOCK, pins)
    found = list(hardware.look_at_pins(patient.case(WIRED, open_pins=lambda _: wires)))
    other.close()
    ra = the(iter(found), "pin-4")
    assert (ra.state, "Close the table" in ra.remedy) == (WRONG, True)
    assert the(iter(found), "pin-23").state is OK


@pytest.mark.parametrize("kind", [each for each in PinTrouble if not each.name.startswith("PIN_")])
def test_pins_that_cannot_be_opened_are_wrong(kind: PinTrouble, patient: Patient) -> None:
    (finding,) = hardware.look_at_pins(patient.case(WIRED, open_pins=lambda _: refuse(kind)))
    assert (finding.state, bool(finding.remedy)) == (WRONG, True)


def test_pins_with_two_uses_are_told_before_any_is_touched(patient: Patient) -> None:
    settings = WIRED + "[panel.buttons]\nra = 5\n[panel.lamps]\np1 = 6\n"
    case = patient.case(settings, open_pins=lambda _: refuse(PinTrouble.NO_CHIP))
    found = list(hardware.look_at_pins(case))
    assert [each.state for each in found] == [WRONG, WRONG]
    assert "GPIO 6 " in found[1].sentence
    assert "GPIO 5 (header pin 29) has several uses" in found[0].sentence


def test_without_buttons_no_pin_is_touched(patient: Patient) -> None:
    (finding,) = hardware.look_at_pins(patient.case(open_pins=lambda _: refuse(PinTrouble.NO_CHIP)))
    assert finding.state is OK


@pytest.mark.parametrize(
    ("per_cent", "value"), [(50, 2.0), (99, 4.0), (100, 4.0), (25, 1.0), (26, 2.0)]
)
def test_a_percentile_is_a_value_that_was_measured(per_cent: int, value: float) -> None:
    assert data.percentile([4.0, 1.0, 3.0, 2.0], per_cent) == value
