"""Every trouble with a device has a sentence in the table's language, with all its facts."""

from contextlib import ExitStack

import pytest

from companion.app.device_reports import lost, reported
from companion.app.devices import real, simulated
from companion.core.messages import Trouble, TroubleOver
from companion.core.model import Model, Screen
from companion.core.notices import Notes, Notice
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update
from companion.settings.hardware import mistaken, no_pins
from companion.settings.reading import read
from hardware.events import Control, DeviceFound, DeviceLost, DeviceName, Loss
from hardware.panel import panel
from hardware.panel.factories import MockPins
from hardware.panel.pins import (
    BadPins,
    MistakenPin,
    NoPins,
    PanelPins,
    PinFactory,
    PinMistake,
    PinTrouble,
    mistakes,
)
from tests.hardware.conftest import Woken
from tests.together import for_each

NOTES: dict[PinTrouble | PinMistake | Loss, Notice] = {
    **{why: no_pins(NoPins(why, PinFactory.GPIOD, pin=5, detail="x")) for why in PinTrouble},
    **{kind: mistaken(MistakenPin(kind, 5, ("panel.lamps.ra",))) for kind in PinMistake},
    **{why: lost(DeviceLost(DeviceName.READER, why, 0.0, "x")) for why in Loss},
    Loss.PINS_LOST: lost(DeviceLost(DeviceName.PANEL, Loss.PINS_LOST, 0.0, "x")),
}


@for_each(kind=NOTES, language=LANGUAGES)
def test_every_trouble_is_said_in_every_language_with_its_facts(
    kind: PinTrouble | PinMistake | Loss, language: str
) -> None:
    sentence = NOTES[kind].in_words(words(language))
    assert sentence
    assert "{" not in sentence


def test_pins_that_are_used_twice_are_named_as_the_settings_call_them() -> None:
    table = PanelPins({Control.RA: 5, Control.P1: 5})
    sentence = no_pins(BadPins(mistakes(table))).in_words()
    assert "GPIO 5 (header pin 29)" in sentence
    assert "panel.buttons.ra, panel.buttons.p1" in sentence


def test_a_pin_that_somebody_has_who_is_not_known_is_said_to_be_used() -> None:
    taken = NoPins(PinTrouble.PIN_TAKEN, PinFactory.GPIOD, pin=5)
    assert no_pins(taken).note is Notes.PIN_IN_USE
    assert "GPIO 5 (header pin 29)" in no_pins(taken).in_words()


def test_without_a_pi_the_table_says_so_and_plays_on() -> None:
    wanted, _ = read(b'[panel]\nfactory = "rpigpio"\n')
    with ExitStack() as stack:
        opened = real(wanted, Woken(), lambda: 0.0, stack)
    (trouble,) = opened.troubles
    assert trouble.note.name.startswith("PINS_")


def test_pins_that_could_not_be_opened_at_the_start_are_tried_again_and_the_trouble_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted, _ = read(b'[panel]\nfactory = "gpiod"\n')

    def no_chip(_: PinFactory) -> None:
        raise NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)

    monkeypatch.setattr(panel, "open_factory", no_chip)
    with ExitStack() as stack:
        opened = real(wanted, Woken(), lambda: 0.0, stack)
        assert opened.panel is not None
        model = Model(page=Welcome(), screen=Screen(troubles=opened.troubles))
        assert [each.note for each in model.screen.troubles] == [Notes.PINS_NO_CHIP]
        assert opened.panel.read(panel.RETRY_SECONDS) == ()
        monkeypatch.setattr(panel, "open_factory", lambda _: MockPins())
        (found,) = opened.panel.read(2 * panel.RETRY_SECONDS)
        assert isinstance(found, DeviceFound)
        healed = reported(found)
        assert isinstance(healed, TroubleOver)
        assert update(model, healed)[0].screen.troubles == ()


def test_a_simulated_panel_says_what_is_wrong_with_the_settings_and_does_not_heal_it() -> None:
    wrong, _ = read(b"[panel.buttons]\nra = 17\np2 = 17\n")
    with ExitStack() as stack:
        opened = simulated(wrong, Woken(), lambda: 0.0, stack)
        (trouble,) = opened.troubles
        assert trouble.note is Notes.PIN_HAS_TWO_USES
        panel, _ = opened.simulated()
        assert panel.read(1.0) == ()


def test_what_is_said_of_a_reader_last_holds_and_is_over_when_it_is_found() -> None:
    model = Model(page=Welcome(), screen=Screen(troubles=(Notice(Notes.WHICH_BOX),)))
    for why in (Loss.UNPLUGGED, Loss.NO_PERMISSION):
        news = reported(DeviceLost(DeviceName.READER, why, 0.0, "/dev/ttyUSB0"))
        assert isinstance(news, Trouble)
        model, _ = update(model, news)
    assert [each.note for each in model.screen.troubles] == [Notes.WHICH_BOX, Notes.READER_DENIED]
    over = reported(DeviceFound(DeviceName.READER, 1.0))
    assert isinstance(over, TroubleOver)
    model, _ = update(model, over)
    assert [each.note for each in model.screen.troubles] == [Notes.WHICH_BOX]
