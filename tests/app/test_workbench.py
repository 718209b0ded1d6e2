"""The workbench on mock pins: what it answers when pins or files are not as they should be."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.hardware_bench.bench import (
    HEADER_SERIAL,
    RawInputMonitor,
    Workbench,
    as_line,
    is_first_start,
    taken,
)
from companion.core.effects import DeviceMode, SwitchDevices
from companion.core.messages import Message
from companion.i18n import ENGLISH
from companion.pages.hardware import hardware_test, pin_wizard, tag_teaching
from companion.settings import Settings
from companion.storage import boxes
from companion.storage.box_csv import load_box, save_box
from companion.tags.box import TagBox
from hardware.events import ButtonDown, Control
from hardware.panel.panel import Panel
from hardware.panel.pin_finder import PinFinder
from hardware.panel.pins import NoPins, PanelPins, PinFactory, PinTrouble
from hardware.readers.frames import Alive, DialTurned, Pressed, ReaderTrouble, Tag
from hardware.simulated import SimulatedPanel
from tests.hardware.conftest import Woken


class Shop:
    """A workbench with a simulated panel; ``find`` and ``keep`` may be made to fail."""

    def __init__(self, data: Path) -> None:
        self.now = 10.0
        self.panel = SimulatedPanel(Woken(), clock=lambda: self.now)
        self.no_pins: NoPins | None = None
        self.kept: list[object] = []
        self.unwritten: OSError | None = None
        self.bench = Workbench(
            self.panel,
            None,
            Settings(),
            data,
            find=self._find,
            connect=self._connect,
            keep=self._keep,
            words=lambda: ENGLISH,
        )

    def _find(self, _: Settings) -> PinFinder:
        if self.no_pins:
            raise self.no_pins
        return self.panel.find()

    def _connect(self, _: PanelPins) -> Panel:
        raise AssertionError("there is a panel already")

    def _keep(self, values: object) -> Path:
        if self.unwritten:
            raise self.unwritten
        self.kept.append(values)
        return Path("/owners/settings.toml")

    def obey(self, order: object) -> list[Message]:
        """Give an order and return every answer."""
        return list(self.bench.obey(order))  # type: ignore[arg-type] # any of the orders


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    shop = Shop(tmp_path)
    with shop.panel:
        yield shop
        shop.bench.close()


FOUND = pin_wizard.KeepWiring({"p1": 5, "ra": 4}, {"p1": 12})


def test_looking_for_pins_names_those_that_are_free_and_those_planned_for_lamps(shop: Shop) -> None:
    (answer,) = (
        each
        for each in shop.obey(SwitchDevices(DeviceMode.PINS))
        if isinstance(each, pin_wizard.PinsFree)
    )
    assert {5, 17, 27} <= set(answer.pins)
    assert answer.lamps == (12, 16, 20, 21, 25, 18, 10, 9)


def test_where_there_are_no_pins_it_says_why_and_the_panel_has_its_own_back(shop: Shop) -> None:
    shop.no_pins = NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)
    answers = shop.obey(SwitchDevices(DeviceMode.PINS))
    assert isinstance(answers[-1], pin_wizard.NoPinWatched)
    assert "/dev/gpiochip" in answers[-1].why
    assert shop.panel.next_deadline() is not None


def test_putting_the_tool_away_gives_the_pins_back_to_the_panel(shop: Shop) -> None:
    shop.obey(SwitchDevices(DeviceMode.PINS))
    assert shop.panel.next_deadline() is None
    shop.obey(SwitchDevices(DeviceMode.NOTHING))
    assert shop.panel.next_deadline() is not None
    assert list(shop.bench.read(11.0)) == []


def test_exactly_the_pins_that_are_named_shine(shop: Shop) -> None:
    shop.obey(SwitchDevices(DeviceMode.PINS))
    shop.obey(pin_wizard.LightPins((12, 16)))
    shop.obey(pin_wizard.LightPins((16, 20)))
    assert {name for name, bright in shop.panel.lamps().items() if bright} == {"p2", "p3"}


def test_what_is_not_found_is_written_as_not_wired(shop: Shop) -> None:
    shop.obey(SwitchDevices(DeviceMode.PINS))
    assert shop.obey(FOUND) == [pin_wizard.WiringKept("/owners/settings.toml")]
    (values,) = shop.kept
    assert isinstance(values, dict)
    assert values["panel.buttons"] == dict.fromkeys(
        (*hardware_test.CONTROLS, "dial_a", "dial_b"), 0
    ) | {"p1": 5, "ra": 4}
    assert values["panel.lamps"]["p2"] == 0
    assert values["panel"] == {"factory": "auto"}


def test_wiring_that_cannot_be_written_is_used_and_said(shop: Shop) -> None:
    shop.unwritten = OSError(30, "Read-only file system", "/etc/settings.toml")
    shop.obey(SwitchDevices(DeviceMode.PINS))
    kept = pin_wizard.WiringKept("/etc/settings.toml", "Read-only file system")
    assert shop.obey(FOUND) == [kept]
    shop.panel.press(Control.P1)
    shop.panel.press(Control.P2)
    heard = [each.control for each in shop.panel.read(10.5) if isinstance(each, ButtonDown)]
    assert heard == [Control.P1]


def test_a_table_that_had_no_buttons_gets_a_panel_of_those_that_were_found(tmp_path: Path) -> None:
    opened: list[PanelPins] = []

    def connect(pins: PanelPins) -> Panel:
        opened.append(pins)
        return SimulatedPanel(Woken(), pins)

    def find(_: Settings) -> PinFinder:
        return PinFinder(Woken(), PinFactory.MOCK)

    bench = Workbench(
        None,
        None,
        Settings(),
        tmp_path,
        find=find,
        connect=connect,
        keep=None,
        words=lambda: ENGLISH,
    )
    list(bench.obey(SwitchDevices(DeviceMode.PINS)))
    assert list(bench.obey(FOUND)) == [pin_wizard.WiringKept("")]
    (pins,) = opened
    assert set(pins.buttons) == {Control.P1, Control.RA}
    assert pins.factory is PinFactory.AUTO
    assert bench.panel is not None
    bench.panel.close()


def test_what_came_before_the_ears_is_not_told_and_the_rest_once(shop: Shop) -> None:
    shop.panel.press(Control.P1)
    shop.panel.read(10.0)
    ears = RawInputMonitor(shop.panel, None)
    (first,) = ears.news()
    assert (first.edges, first.panel, first.port) == ((), True, None)
    shop.panel.release(Control.P1)
    shop.panel.read(10.1)
    (told,) = ears.news()
    assert told.edges == (hardware_test.Edge("p1", 5, is_closed=False, at=10.0),)
    assert list(ears.news()) == []


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (Tag("04A1"), "TAG 04A1"),
        (ReaderTrouble("no antenna"), "ERR no antenna"),
        (Pressed("3", is_down=True), "BTN id=3 state=1"),
        (DialTurned(-1), "ENC d=-1"),
        (Alive("pad"), "HELLO pad"),
        (Alive(), "HELLO"),
    ],
)
def test_a_frame_is_said_in_the_words_of_the_line_protocol(frame: object, words: str) -> None:
    assert as_line(frame) == words  # type: ignore[arg-type] # any of the frames


def test_a_box_that_would_take_the_place_of_another_is_not_kept(shop: Shop, tmp_path: Path) -> None:
    save_box(boxes.box_file(tmp_path, "attic"), TagBox({"04A1": "nile"}))
    page = tag_teaching.TagTeaching((), "attic", is_new=True)
    assert shop.obey(tag_teaching.KeepBox(page)) == [
        tag_teaching.NotKept(tag_teaching.TeachingSentence.NAME_TAKEN)
    ]
    unnamed = tag_teaching.KeepBox(replace(page, name="a/b"))
    assert shop.obey(unnamed) == [tag_teaching.NotKept(tag_teaching.TeachingSentence.NO_NAME)]
    assert load_box(boxes.box_file(tmp_path, "attic"))[0].tags == {"04A1": "nile"}


def test_a_box_that_the_disk_does_not_take_is_not_kept(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "boxes").write_text("no folder")
    (answer,) = shop.obey(tag_teaching.KeepBox(tag_teaching.TagTeaching((), "attic", is_new=True)))
    assert isinstance(answer, tag_teaching.NotKept)
    assert answer.told is tag_teaching.TeachingSentence.NOT_KEPT
    assert answer.why


def test_a_reader_on_the_header_keeps_its_two_pins() -> None:
    assert taken("/dev/serial0") == taken("/dev/ttyAMA0") == HEADER_SERIAL
    assert taken("/dev/ttyUSB0") == taken("auto") == ()


def test_the_wizard_opens_by_itself_only_on_a_pi_whose_owner_has_set_nothing(
    tmp_path: Path,
) -> None:
    pi, desk, owners = tmp_path / "pi", tmp_path / "desk", tmp_path / "settings.toml"
    pi.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    desk.write_bytes(b"Some other board\0")
    assert is_first_start(None, pi)
    assert is_first_start(owners, pi)
    assert not is_first_start(None, desk)
    assert not is_first_start(None, tmp_path / "nothing")
    owners.write_text("")
    assert not is_first_start(owners, pi)
