"""Every reason why pins cannot be used is reported."""

import sys
from types import ModuleType

import pytest
from gpiozero import PinUnknownPi

from hardware.panel import factories
from hardware.panel.factories import ORDER, open_factory
from hardware.panel.pins import NoPins, PinFactory, PinTrouble


@pytest.fixture(autouse=True)
def no_real_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Act as if no pin library were installed, whatever this machine has."""
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", None)
    monkeypatch.setitem(sys.modules, "hardware.panel.chip", None)


def offer(monkeypatch: pytest.MonkeyPatch, kind: PinFactory, factory: object) -> None:
    """Act as if a pin library were installed whose factory does this when it is made."""
    place, class_ = factories._CLASSES[kind]  # noqa: SLF001 - where it is looked for
    module = ModuleType(place)
    setattr(module, class_, factory)
    monkeypatch.setitem(sys.modules, place, module)


def fails(error: Exception) -> object:
    """Return a factory that cannot be made."""

    def factory() -> None:
        raise error

    return factory


def trouble(kind: PinFactory) -> tuple[PinTrouble, PinFactory]:
    """Return why there are no pins this way."""
    with pytest.raises(NoPins) as caught:
        open_factory(kind)
    return caught.value.kind, caught.value.factory


@pytest.mark.parametrize("kind", ORDER)
def test_a_missing_library_is_told(kind: PinFactory) -> None:
    assert trouble(kind) == (PinTrouble.LIBRARY_MISSING, kind)


def test_auto_without_any_library_tells_of_the_first_and_never_takes_mock_pins() -> None:
    assert trouble(PinFactory.AUTO) == (PinTrouble.LIBRARY_MISSING, PinFactory.GPIOD)


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_auto_takes_the_first_that_is_installed(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, ORDER[first], object)
    for worse in ORDER[first + 1 :]:
        offer(monkeypatch, worse, fails(AssertionError()))
    assert type(open_factory(PinFactory.AUTO)) is object


def test_auto_goes_on_to_the_next_if_the_first_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer(monkeypatch, PinFactory.GPIOD, fails(NoPins(PinTrouble.NOT_A_PI, PinFactory.GPIOD)))
    offer(monkeypatch, PinFactory.RPIGPIO, object)
    assert type(open_factory(PinFactory.AUTO)) is object


def test_auto_tells_the_trouble_of_the_library_that_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = fails(RuntimeError("Cannot determine SOC peripheral base address"))
    offer(monkeypatch, PinFactory.RPIGPIO, broken)
    assert trouble(PinFactory.AUTO) == (PinTrouble.OTHER, PinFactory.RPIGPIO)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PinUnknownPi("unable to locate Pi revision"), PinTrouble.NOT_A_PI),
        (RuntimeError("This module can only be run on a Raspberry Pi!"), PinTrouble.NOT_A_PI),
        (RuntimeError("No access to /dev/mem. Try running as root!"), PinTrouble.NO_PERMISSION),
        (PermissionError(13, "Permission denied"), PinTrouble.NO_PERMISSION),
        (KeyError("something new"), PinTrouble.OTHER),
    ],
)
def test_what_a_library_raises_is_understood(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: PinTrouble
) -> None:
    offer(monkeypatch, PinFactory.RPIGPIO, fails(error))
    assert trouble(PinFactory.RPIGPIO)[0] is kind
