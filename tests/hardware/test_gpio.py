"""Every reason why pins cannot be used is reported."""

import os
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero import PinUnknownPi

from hardware.panel import gpio
from hardware.panel.gpio import ORDER, open_header
from hardware.panel.pins import NoPins, PinFactory, PinTrouble


@pytest.fixture(autouse=True)
def no_real_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Act as if no pin library were installed, whatever this machine has."""
    for name in ("lgpio", "rpigpio", "pigpio"):
        monkeypatch.setitem(sys.modules, f"gpiozero.pins.{name}", None)
    monkeypatch.setitem(sys.modules, "hardware.panel.chip", None)


def offer(monkeypatch: pytest.MonkeyPatch, name: str, factory: object) -> None:
    """Act as if a pin library were installed whose factory does this when it is made."""
    place, class_ = gpio._CLASSES[PinFactory(name)]  # noqa: SLF001 - where it is looked for
    module = ModuleType(place)
    setattr(module, class_, factory)
    monkeypatch.setitem(sys.modules, place, module)


def fails(error: Exception) -> object:
    """Return a factory that cannot be made."""

    def factory() -> None:
        raise error

    return factory


def trouble(kind: PinFactory) -> NoPins:
    """Return why there are no pins this way."""
    with pytest.raises(NoPins) as caught:
        open_header(kind)
    return caught.value


def test_a_missing_library_is_named_with_the_package_to_install() -> None:
    no = trouble(PinFactory.LGPIO)
    assert (no.kind, no.factory) == (PinTrouble.LIBRARY_MISSING, PinFactory.LGPIO)
    assert str(no).startswith("lgpio is not installed. Install python3-lgpio (apt)")


def test_auto_without_any_library_tells_of_the_first_and_never_takes_mock_pins() -> None:
    no = trouble(PinFactory.AUTO)
    assert (no.kind, no.factory) == (PinTrouble.LIBRARY_MISSING, PinFactory.GPIOD)


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_auto_takes_the_first_that_is_installed(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, ORDER[first], object)
    for worse in ORDER[first + 1 :]:
        offer(monkeypatch, worse, fails(AssertionError()))
    open_header(PinFactory.AUTO).close()


def test_auto_goes_on_to_the_next_if_the_first_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer(monkeypatch, "gpiod", fails(NoPins(PinTrouble.NOT_A_PI, PinFactory.GPIOD)))
    offer(monkeypatch, "lgpio", object)
    open_header(PinFactory.AUTO).close()


def test_auto_tells_the_trouble_of_the_library_that_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer(
        monkeypatch, "rpigpio", fails(RuntimeError("Cannot determine SOC peripheral base address"))
    )
    no = trouble(PinFactory.AUTO)
    assert (no.kind, no.factory) == (PinTrouble.WRONG_PI, PinFactory.RPIGPIO)
    assert "the extra [pi]" in str(no)


@pytest.mark.parametrize(
    ("library", "error", "kind"),
    [
        ("lgpio", PinUnknownPi("unable to locate Pi revision"), PinTrouble.NOT_A_PI),
        (
            "rpigpio",
            RuntimeError("This module can only be run on a Raspberry Pi!"),
            PinTrouble.NOT_A_PI,
        ),
        (
            "lgpio",
            FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"),
            PinTrouble.FOLDER_READ_ONLY,
        ),
        ("lgpio", ValueError("permission denied"), PinTrouble.NO_PERMISSION),
        ("pigpio", OSError("failed to connect to localhost:8888"), PinTrouble.NO_DAEMON),
        ("lgpio", KeyError("something new"), PinTrouble.OTHER),
    ],
)
def test_what_a_library_raises_is_understood(
    monkeypatch: pytest.MonkeyPatch, library: str, error: Exception, kind: PinTrouble
) -> None:
    offer(monkeypatch, library, fails(error))
    assert trouble(PinFactory(library)).kind is kind


def test_a_system_without_a_gpio_chip_is_told_from_a_forbidden_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    offer(monkeypatch, "lgpio", fails(Exception("can not open gpiochip")))
    monkeypatch.setattr(gpio, "Path", lambda _: tmp_path)
    assert trouble(PinFactory.LGPIO).kind is PinTrouble.NO_CHIP
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert trouble(PinFactory.LGPIO).kind is PinTrouble.NO_PERMISSION


def test_two_libraries_that_overwrite_each_other_are_told_before_either_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer(monkeypatch, "rpigpio", fails(AssertionError()))
    monkeypatch.setattr(gpio, "version", lambda _: "1.0")
    assert trouble(PinFactory.RPIGPIO).kind is PinTrouble.LIBRARIES_COLLIDE


def test_one_of_them_alone_is_no_collision(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_one(name: str) -> str:
        if name == "RPi.GPIO":
            raise PackageNotFoundError
        return "0.6"

    monkeypatch.setattr(gpio, "version", only_one)
    assert trouble(PinFactory.RPIGPIO).kind is PinTrouble.LIBRARY_MISSING


@pytest.mark.parametrize("kind", list(PinTrouble))
def test_every_trouble_has_a_sentence_without_holes(kind: PinTrouble) -> None:
    said = str(NoPins(kind, PinFactory.RPIGPIO, pin=17, header_pin=11, detail="EBUSY"))
    assert said.endswith(".")
    assert "None" not in said
    assert "{" not in said
