"""Every trouble with a device has a sentence in the table's language, with all its facts."""

from contextlib import ExitStack
from dataclasses import replace

import msgspec
import pytest

from companion.app.device_reports import READER, lost, reported
from companion.app.devices import real, simulated
from companion.core.messages import Healed, Trouble
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.screen import Screen
from companion.i18n import ENGLISH, LANGUAGES
from companion.i18n.catalogues import words
from companion.pages.new_game import Welcome
from companion.pages.update import update
from companion.settings import Settings
from companion.settings.hardware import PINS, WIRING, mistaken, no_pins, said
from hardware.events import Control, DeviceFound, DeviceLost, DeviceName, Loss
from hardware.panel import panel
from hardware.panel.gpio import Header, open_header
from hardware.panel.pins import (
    DEFAULT_PINS,
    BadPins,
    ButtonPins,
    MistakenPin,
    NoPins,
    PanelPins,
    PinFactory,
    PinMistake,
    PinTrouble,
    Role,
    Use,
    Wire,
    mistakes,
)
from tests.together import for_each

NOTES: dict[PinTrouble | PinMistake | Loss, Notice] = {
    **{
        why: no_pins(NoPins(why, PinFactory.LGPIO, pin=5, header_pin=29, detail="x"))
        for why in PinTrouble
    },
    **{
        kind: mistaken(MistakenPin(kind, 5, (Use(Control.RA, Role.LAMP),), 29))
        for kind in PinMistake
    },
    **{why: lost(DeviceLost(DeviceName.READER, why, 0.0, "x")) for why in Loss},
    Loss.PINS_LOST: lost(DeviceLost(DeviceName.PANEL, Loss.PINS_LOST, 0.0, "x")),
}


def test_every_kind_has_its_sentence() -> None:
    assert set(PINS) == set(PinTrouble)
    assert set(WIRING) == set(PinMistake)
    assert set(READER) == set(Loss)


@for_each(kind=NOTES, language=LANGUAGES)
def test_every_trouble_is_said_in_every_language_with_its_facts(
    kind: PinTrouble | PinMistake | Loss, language: str
) -> None:
    sentence = said(NOTES[kind], words(language))
    assert sentence
    assert "{" not in sentence


def test_pins_that_are_used_twice_are_named_as_the_settings_call_them() -> None:
    table = PanelPins((ButtonPins(Control.RA, Wire(5)), ButtonPins(Control.P1, Wire(5))))
    sentence = said(no_pins(BadPins(mistakes(table))), ENGLISH)
    assert "GPIO 5 (header pin 29)" in sentence
    assert "panel.buttons.ra, panel.buttons.p1" in sentence


@pytest.mark.parametrize(
    ("role", "setting"),
    [
        (Role.LAMP, "panel.lamps.dial"),
        (Role.CONTACT, "panel.buttons.dial"),
        (Role.TURN_A, "panel.buttons.dial_a"),
        (Role.TURN_B, "panel.buttons.dial_b"),
    ],
)
def test_every_use_of_a_pin_has_the_name_of_its_setting(role: Role, setting: str) -> None:
    noted = mistaken(MistakenPin(PinMistake.NO_SUCH_PIN, 99, (Use(Control.DIAL, role),), None))
    assert noted.facts["uses"] == setting


def test_without_a_pi_the_table_says_so_and_plays_on() -> None:
    settings = Settings()
    wanted = msgspec.structs.replace(
        settings, panel=msgspec.structs.replace(settings.panel, factory="rpigpio")
    )
    with ExitStack() as stack:
        opened = real(wanted, lambda: None, lambda: 0.0, stack)
    (trouble,) = opened.troubles
    assert trouble.note.name.startswith("PINS_")


def test_pins_that_could_not_be_opened_at_the_start_are_tried_again_and_the_trouble_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings()
    wanted = msgspec.structs.replace(
        settings, panel=msgspec.structs.replace(settings.panel, factory="gpiod")
    )

    def no_chip(_: PinFactory) -> Header:
        raise NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)

    monkeypatch.setattr(panel, "open_header", no_chip)
    with ExitStack() as stack:
        opened = real(wanted, lambda: None, lambda: 0.0, stack)
        assert opened.panel is not None
        model = Model(page=Welcome(), screen=Screen(troubles=opened.troubles))
        assert [each.note for each in model.screen.troubles] == [Notes.PINS_NO_CHIP]
        assert opened.panel.read(panel.RETRY_SECONDS) == ()
        monkeypatch.setattr(panel, "open_header", lambda _: open_header(PinFactory.MOCK))
        (found,) = opened.panel.read(2 * panel.RETRY_SECONDS)
        assert isinstance(found, DeviceFound)
        healed = reported(found)
        assert isinstance(healed, Healed)
        assert update(model, healed)[0].screen.troubles == ()


def test_a_simulated_panel_says_what_is_wrong_with_the_settings_and_does_not_heal_it() -> None:
    settings = Settings()
    both = msgspec.structs.replace(settings.panel.buttons, ra=17, p2=17)
    with ExitStack() as stack:
        wired = msgspec.structs.replace(settings.panel, buttons=both)
        wrong = msgspec.structs.replace(settings, panel=wired)
        opened = simulated(wrong, lambda: None, lambda: 0.0, stack)
        (trouble,) = opened.troubles
        assert trouble.note is Notes.PIN_HAS_TWO_USES
        panel, _ = opened.simulated()
        assert panel.read(1.0) == ()


def test_two_mistakes_in_the_wiring_are_one_trouble_of_the_panel() -> None:
    wrong = replace(DEFAULT_PINS, buttons=(ButtonPins(Control.RA, Wire(99)),))
    assert no_pins(BadPins(mistakes(wrong))).note is Notes.PIN_IS_NONE


def test_what_is_said_of_a_reader_last_holds_and_is_over_when_it_is_found() -> None:
    model = Model(page=Welcome(), screen=Screen(troubles=(Notice(Notes.WHICH_BOX),)))
    for why in (Loss.UNPLUGGED, Loss.NO_PERMISSION):
        news = reported(DeviceLost(DeviceName.READER, why, 0.0, "/dev/ttyUSB0"))
        assert isinstance(news, Trouble)
        model, _ = update(model, news)
    assert [each.note for each in model.screen.troubles] == [Notes.WHICH_BOX, Notes.READER_DENIED]
    over = reported(DeviceFound(DeviceName.READER, 1.0))
    assert isinstance(over, Healed)
    model, _ = update(model, over)
    assert [each.note for each in model.screen.troubles] == [Notes.WHICH_BOX]
