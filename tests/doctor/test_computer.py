"""The machine, its system, libraries, screen, letters, sound and settings."""

import platform

import pytest

from companion.doctor import data, system
from companion.doctor.machine import Severity
from tests.doctor.patients import ATTENTION, OK, WRONG, Patient, the


def test_a_pi_and_its_system_are_named(patient: Patient) -> None:
    found = list(system.look_at_computer(patient.case()))
    assert found[0].sentence.startswith("Raspberry Pi 5 Model B Rev 1.0 (")
    assert found[1].sentence.startswith(
        "Debian GNU/Linux 13 (trixie), kernel 6.12.47+rpt-rpi-2712, Python 3."
    )


def test_another_computer_is_no_trouble(patient: Patient) -> None:
    patient.take("proc/device-tree/model", "etc/os-release")
    patient.lay({"sys/class/dmi/id/product_name": "ThinkPad\n"})
    found = list(system.look_at_computer(patient.case()))
    kind = platform.machine()
    assert found[0].sentence == f"ThinkPad ({kind}), not a Raspberry Pi"
    patient.take("sys/class/dmi/id/product_name")
    first, *_ = system.look_at_computer(patient.case())
    assert first.sentence == f"{kind}, not a Raspberry Pi"
    assert {each.state for each in found} == {OK}


def test_two_libraries_that_overwrite_each_other_are_wrong(patient: Patient) -> None:
    found = system.look_at_computer(patient.case(version=lambda _: "2.6.1"))
    assert the(found, "pygame").state is WRONG


def test_upstream_pygame_does_on_a_desktop(patient: Patient) -> None:
    def version(package: str) -> str:
        return "2.6.1" if package == "pygame" else ""

    found = list(system.look_at_computer(patient.case(version=version)))
    assert {each.state for each in found} == {OK}
    found = list(system.look_at_display(patient.case(version=version)))
    assert the(iter(found), "display-pygame").state is ATTENTION


def test_missing_libraries_for_the_screen_are_named_with_their_packages(patient: Patient) -> None:
    here = {"drm": "libdrm.so.2", "EGL": "libEGL.so.1"}
    finding = the(system.look_at_display(patient.case(library=here.get)), "display-libraries")
    assert finding.state is WRONG
    assert finding.sentence.endswith(": gbm, GLESv2")
    assert "libgbm1 libgles2 " in finding.remedy


def test_without_desktop_and_card_there_is_no_screen(patient: Patient) -> None:
    patient.take("dev/dri/card1")
    finding = the(system.look_at_display(patient.case()), "display")
    assert finding.state is WRONG
    assert "--headless" in finding.remedy


def test_a_screen_that_this_user_may_not_use_is_wrong(patient: Patient) -> None:
    finding = the(system.look_at_display(patient.case(may_use=lambda _: False)), "display")
    assert finding.state is WRONG
    assert "/dev/dri/card1" in finding.sentence
    assert "video" in finding.remedy


@pytest.mark.parametrize(
    ("environment", "state", "word"),
    [
        ({"DISPLAY": ":0"}, OK, "desktop (X)"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, OK, "desktop (Wayland)"),
        ({"SDL_VIDEODRIVER": "dummy"}, WRONG, "nothing appears on the screen"),
        ({"SDL_VIDEODRIVER": "kmsdrm", "DISPLAY": ":0"}, OK, "directly on the screen"),
    ],
)
def test_the_driver_that_would_draw_is_told(
    environment: dict[str, str], state: Severity, word: str, patient: Patient
) -> None:
    finding = the(system.look_at_display(patient.case(environment=environment)), "display")
    assert finding.state is state
    assert word in finding.sentence


@pytest.mark.parametrize("cards", ["", "--- no soundcards ---\n"])
def test_no_sound_card_is_worth_attention(cards: str, patient: Patient) -> None:
    patient.lay({"proc/asound/cards": cards})
    (finding,) = system.look_at_sound(patient.case())
    assert finding.state is ATTENTION


def test_a_missing_library_for_sound_is_named_with_its_package_whatever_cards_there_are(
    patient: Patient,
) -> None:
    (finding,) = system.look_at_sound(patient.case(library=lambda _: None))
    assert finding.state is ATTENTION
    assert "libasound.so.2" in finding.sentence
    assert finding.remedy == "sudo apt install libasound2"
    patient.lay({"etc/os-release": 'VERSION_ID="13"\n'})
    (finding,) = system.look_at_sound(patient.case(library=lambda _: None))
    assert finding.remedy == "sudo apt install libasound2t64"
    (finding,) = system.look_at_sound(patient.case(library={"asound": "libasound.so.2"}.get))
    assert finding.state is OK


def test_who_wants_no_sound_misses_no_card(patient: Patient) -> None:
    patient.lay({"proc/asound/cards": ""})
    (finding,) = system.look_at_sound(patient.case('[sound]\nlevel = "off"\n'))
    assert finding.state is OK


SPEAKS = "eSpeak NG text-to-speech: 1.51  Data at: /usr/share/espeak-ng-data\n"


@pytest.mark.parametrize(
    ("answer", "recordings", "state", "sentence"),
    [
        (SPEAKS, (), OK, "eSpeak NG text-to-speech: 1.51"),
        ("", (), WRONG, "No speech, though it is switched on in the settings"),
        ("", ("voices/uk/7.wav",), ATTENTION, "Only recorded phrases can be spoken"),
    ],
)
def test_a_table_that_shall_speak_needs_a_voice(
    answer: str, recordings: tuple[str, ...], state: Severity, sentence: str, patient: Patient
) -> None:
    for name in recordings:
        file = patient.data / name
        file.parent.mkdir(parents=True)
        file.touch()
    case = patient.case("[sound]\nspoken = true\n", answer=lambda _: answer)
    finding = the(system.look_at_sound(case), "voice")
    assert (finding.state, finding.sentence) == (state, sentence)
    assert ("espeak-ng" in finding.remedy) is (state is not OK)


def test_every_mistake_in_the_settings_is_told(patient: Patient) -> None:
    found = list(data.look_at_owners_file(patient.case('[table]\nlanguage = "xx"\nthem = 1\n')))
    assert [each.sentence.partition(": ")[2][:7] for each in found] == ["line 2:", "line 3:"]
    assert {each.state for each in found} == {WRONG}
    assert found[0].sentence.startswith("mine.toml: line 2: table.language: must be one of en, ")
