"""The machines behind a café's table: PIN, journal, settings, bell, switch."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.kiosk import usb
from companion.app.kiosk.house_rules import house_rules
from companion.app.kiosk.office import ANSWERED, NIGHT_SECONDS, Office, StaffCallCommand, is_night
from companion.app.kiosk.usb import UsbWriter
from companion.app.touches import ALL, SWALLOWED, Corners
from companion.core.effects import Order
from companion.core.kiosk import Calling, GuestRequest, MissingPiece, Secret
from companion.core.messages import Message
from companion.pages.box_check import KeepCheck
from companion.pages.kiosk.messages import (
    BoxState,
    CopyFinished,
    FindPin,
    FindShow,
    Install,
    KeepPin,
    LogStaffAction,
    Night,
    NotDone,
    NotInstalled,
    PinKept,
    PinRight,
    PinState,
    PinWrong,
    PowerOff,
    Setting,
    ShowFound,
    SignalCall,
    StaffAct,
    TryPin,
)
from companion.rules.model import Phase
from companion.settings import Settings, load
from companion.settings.file import keep
from companion.settings.reading import read
from companion.storage import boxes, staff_call, staff_log
from companion.storage.pin import StaffPin

PATIENCE_SECONDS = 20.0


class Back:
    """An office on a real folder, with a switch that only says that it was pressed."""

    def __init__(self, data: Path, command: tuple[str, ...] = (), seconds: float = 10.0) -> None:
        self.told: deque[NotDone | CopyFinished | NotInstalled] = deque()
        self.relay: list[float] = []
        self.pressed = 0
        self.updates = 0
        self.is_dark = False
        self.settings = data / "settings.toml"
        self.office = Office(
            data,
            StaffPin(data / "pin", time.monotonic),
            StaffCallCommand(command, seconds, self.relay.append, self.told.append),
            UsbWriter(data, None, lambda: "en", self.told.append),
            keep=lambda values: keep(self.settings, values),
            power_off=self._press,
            install=self._install,
            is_night=lambda: self.is_dark,
        )

    def _press(self) -> None:
        self.pressed += 1

    def _install(self) -> None:
        self.updates += 1

    def do(self, order: Order) -> list[Message]:
        """Return what is answered."""
        return list(self.office.obey(order))  # type: ignore[arg-type]  # any of the orders


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether something becomes true before patience ends."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)
    return is_so()


def test_the_pin_is_found_chosen_and_tried(tmp_path: Path) -> None:
    back = Back(tmp_path)
    assert back.do(FindPin()) == [PinState(is_set=False)]
    assert back.do(KeepPin(Secret("1234"))) == [PinKept()]
    assert back.do(FindPin()) == [PinState(is_set=True)]
    assert back.do(TryPin(Secret("0000"))) == [PinWrong(4, 0.0)]
    assert back.do(TryPin(Secret("1234"))) == [PinRight()]


def test_what_staff_do_is_in_their_journal_and_their_pin_in_no_file(tmp_path: Path) -> None:
    back = Back(tmp_path)
    back.do(KeepPin(Secret("90817263")))
    assert back.do(LogStaffAction(StaffAct.LOCK)) == []
    back.do(LogStaffAction(StaffAct.LANGUAGE, "ja"))
    said = [line.event for line in staff_log.read(tmp_path).lines]
    assert [each["staff"] for each in said] == ["locked the table", "offered a language or not"]
    assert said[1]["detail"] == "ja"
    for file in tmp_path.iterdir():
        assert b"90817263" not in file.read_bytes()


def test_what_staff_set_is_in_the_settings_when_the_table_starts_again(tmp_path: Path) -> None:
    back = Back(tmp_path)
    for order in (
        Setting("kiosk", "locked", value=True),
        Setting("kiosk", "volumes", "off night"),
        Setting("kiosk.languages", "ja", value=False),
        Setting("table", "secrecy", "sealed"),
    ):
        assert back.do(order) == []
    settings, mistakes = load(back.settings)
    assert not mistakes
    rules = house_rules(settings, tmp_path, 5.0)
    assert rules.is_locked
    assert rules.volumes == ("off", "night")
    assert "ja" not in rules.languages
    assert settings.table.secrecy.value == "sealed"


def test_settings_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    back = Back(tmp_path)
    back.settings.write_text("this is no TOML [")
    (told,) = back.do(Setting("kiosk", "locked", value=True))
    assert isinstance(told, NotDone)


def test_the_owner_s_program_is_called_with_what_guests_want_and_no_shell(tmp_path: Path) -> None:
    file = tmp_path / "called"
    program = "import sys; open(sys.argv[1], 'a').write('|'.join(sys.argv[2:]) + '\\n')"
    back = Back(tmp_path, (sys.executable, "-c", program, str(file), "$HOME; table 4"))
    back.do(SignalCall(GuestRequest.BILL))
    assert soon(lambda: file.exists() and file.read_text() == "$HOME; table 4|bill\n")
    back.do(SignalCall(None))
    assert soon(lambda: file.read_text().endswith(f"|{ANSWERED}\n"))
    assert back.relay == [1.0, 0.0]


@pytest.mark.parametrize("call", GuestRequest)
def test_a_call_that_nobody_answered_still_calls_when_the_table_starts_again(
    tmp_path: Path, call: GuestRequest
) -> None:
    Back(tmp_path).do(SignalCall(None))
    assert not staff_call.call_file(tmp_path).exists()
    Back(tmp_path).do(SignalCall(call))
    assert house_rules(Settings(), tmp_path, 7.0).call == Calling(call, 7.0)
    Back(tmp_path).do(SignalCall(None))
    assert house_rules(Settings(), tmp_path, 7.0).call is None


@pytest.mark.parametrize("told", [b"", b'"orde', b'"dessert"', b"7", b"\xff\xfe", b"[" * 5000])
def test_a_damaged_file_about_a_call_calls_nobody(tmp_path: Path, told: bytes) -> None:
    staff_call.call_file(tmp_path).write_bytes(told)
    assert house_rules(Settings(), tmp_path, 0.0).call is None


def test_a_call_that_cannot_be_kept_is_said_and_rings_all_the_same(tmp_path: Path) -> None:
    back = Back(tmp_path)
    staff_call.call_file(tmp_path).mkdir()
    (told,) = back.do(SignalCall(GuestRequest.ORDER))
    assert isinstance(told, NotDone)
    assert told.what == staff_call.call_file(tmp_path).name
    assert back.relay == [1.0]


@pytest.mark.parametrize(
    ("command", "seconds"),
    [
        (("/nowhere/at-all",), 10.0),
        ((sys.executable, "-c", "raise SystemExit(3)"), 10.0),
        ((sys.executable, "-c", "import time; time.sleep(60)"), 0.2),
    ],
    ids=["not there", "fails", "too slow"],
)
def test_a_program_that_does_not_work_is_said_and_stops_nothing(
    tmp_path: Path, command: tuple[str, ...], seconds: float
) -> None:
    back = Back(tmp_path, command, seconds)
    assert back.do(SignalCall(GuestRequest.RULES)) == []
    assert soon(lambda: bool(back.told))
    (told,) = back.told
    assert isinstance(told, NotDone)
    assert told.what == command[0]


def test_switch_and_update_are_pressed_once_and_nobody_waits(tmp_path: Path) -> None:
    back = Back(tmp_path)
    assert back.do(PowerOff()) == back.do(Install()) == []
    assert (back.pressed, back.updates) == (1, 1)


def test_the_demonstration_is_a_whole_game(tmp_path: Path) -> None:
    (found,) = Back(tmp_path).do(FindShow())
    assert isinstance(found, ShowFound)
    assert found.show.game.stage is Phase.OVER


def test_a_counted_box_is_known_when_the_table_starts_again(tmp_path: Path) -> None:
    short = (MissingPiece("GOD", 1),)
    assert Back(tmp_path).do(KeepCheck("Ra", short)) == [BoxState("Ra", short)]
    assert house_rules(Settings(), tmp_path, 0.0).short == short
    assert boxes.load_check(tmp_path)["Ra"].short == short


def test_night_is_told_when_it_comes_and_when_it_goes(tmp_path: Path) -> None:
    back = Back(tmp_path)
    assert list(back.office.read(0.0)) == []
    back.is_dark = True
    assert list(back.office.read(1.0)) == []
    assert list(back.office.read(NIGHT_SECONDS)) == [Night(is_night=True)]
    assert back.office.next_deadline() == 2 * NIGHT_SECONDS


def test_the_night_may_go_past_midnight_and_may_never_come() -> None:
    kiosk = Settings().kiosk
    assert [hour for hour in range(24) if is_night(kiosk, hour)] == [*range(7), 22, 23]
    settings, _ = read(b"[kiosk]\nnight_from = 3\nnight_to = 3\n")
    assert not any(is_night(settings.kiosk, hour) for hour in range(24))


def test_a_command_in_the_settings_is_a_list_and_a_line_for_a_shell_is_a_mistake() -> None:
    settings, mistakes = read(b'[kiosk]\ncall_command = ["bell", "table 4"]\n')
    assert settings.kiosk.call_command == ("bell", "table 4")
    assert not mistakes
    settings, mistakes = read(b'[kiosk]\ncall_command = "bell; rm"\n')
    assert settings.kiosk.call_command == ()
    assert mistakes[0].line == 2


def test_four_corners_clockwise_are_the_sign_and_nothing_else_is() -> None:
    size, corners = (800, 480), [(5, 5), (795, 5), (795, 475), (5, 475)]

    def touched(spots: list[tuple[int, int]], every: float = 0.5) -> list[int]:
        known = Corners()
        return [known.touched(spot, size, place * every) for place, spot in enumerate(spots)]

    assert touched(corners) == [1, 2, SWALLOWED, ALL]
    assert ALL not in touched(corners[::-1])
    assert ALL not in touched(corners, every=3.0)
    assert ALL not in touched([corners[0], (400, 240), *corners[1:]])
    assert touched([corners[0], *corners])[-1] == ALL


def updated(folder: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> deque[object]:
    """Install an update where this is the system's own command; return what is told of it."""
    command = folder / "systemctl"
    command.write_text(f'#!/bin/sh\necho "$@" >{folder}/asked\n{line}\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(usb, "OUTCOME", folder / "outcome")
    told: deque[object] = deque()
    usb.install(told.append)
    assert soon(lambda: bool(told) or (folder / "done").exists())
    words = (folder / "asked").read_text().split()
    assert words == ["--no-ask-password", "start", "ra-companion-update.service"]
    return told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        *((f"echo {word} >$(dirname $0)/outcome; exit 1", [NotInstalled(note)])
          for word, note in usb.FAULTS.items()),
        ("echo no such unit >&2; exit 5", [NotDone("systemctl", "no such unit")]),
        ("touch $(dirname $0)/done", []),  # the new version begins
    ],
)  # fmt: skip
def test_why_an_update_was_not_installed_is_told_in_a_sentence(
    line: str, told: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [*updated(tmp_path, line, monkeypatch)] == told
