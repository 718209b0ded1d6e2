"""The hands-on pages in typical states, for the gallery."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.commands import Control
from companion.core.model import Model
from companion.pages.hardware import hardware_test, pin_wizard, tag_teaching
from companion.pages.hardware.hardware_test import Chunk, Edge, HardwareTest
from companion.pages.hardware.pin_wizard import Hint, PinWizard
from companion.pages.hardware.tag_teaching import TagTeaching, TeachingSentence
from companion.rules.tiles import Tile
from companion.tags.box import TagBox

_FREE = PinWizard(free=tuple(range(2, 28)), wired_lamps=(12, 16, 20, 21, 25, 18, 10, 9))

_PINS = (5, 6, 13, 19, 26, 4, 23, 24, 22)

_CONTACTS = dict(zip(pin_wizard.PRESSED, _PINS, strict=True)) | {"dial_a": 17, "dial_b": 27}

_LAMPS = dict(zip(pin_wizard.LAMPS, (12, 16, 20, 21, 25, 18, 10, 9), strict=True))


def _asking(step: int, hint: Hint | None = None, about: str = "") -> Model:
    """Return the wizard at a step, after all before it went well."""
    names = (*pin_wizard.PRESSED[:step], *(("dial_a", "dial_b") if step > pin_wizard.RIGHT else ()))
    contacts = {name: _CONTACTS[name] for name in names}
    lamps = _LAMPS if step == pin_wizard.FOUND else {}
    page = replace(_FREE, step=step, contacts=contacts, lamps=lamps, hint=hint, about=about)
    return Model(page=page)


def _tested() -> Model:
    edges = tuple(
        Edge(control, pin, closed, 83.2 + place * 0.0041)
        for place, (control, pin, closed) in enumerate(
            [("p1", 5, True), ("p1", 5, False), ("p1", 5, True), ("p1", 5, False),
             ("dial_a", 17, True), ("dial_b", 27, True), ("dial_a", 17, False)]
        )
    )  # fmt: skip
    chunks = (
        Chunk(b"TAG 04A1B2C3*5C\n", ("TAG 04A1B2C3",), 84.001),
        Chunk(b"\xff\x00TAG", (), 84.9),
    )
    heard = hardware_test.Overheard(edges, chunks, panel=True, port="/dev/ttyACM0", spoken="lines")
    page = hardware_test.overheard(
        HardwareTest({Control.P1: 2, Control.RA: 1}, frozenset({Control.RA}), 3), heard
    )
    return Model(page=page)


def _taught(told: TeachingSentence, chosen: str, **facts: str) -> Model:
    kinds = [tile.value for tile in Tile for _ in range(tile.copies)][:140]
    box = TagBox({f"04{place:06X}": kind for place, kind in enumerate(kinds)})
    page = TagTeaching(("attic",), "attic", box=box, kind=chosen, told=told, facts=facts)
    return Model(page=page)


_PAGES: Mapping[str, Callable[[], Model]] = {
    "wizard": lambda: _asking(0),
    "wizard again": lambda: _asking(3, Hint.KNOWN, "p1"),
    "wizard dial": lambda: _asking(pin_wizard.LEFT, Hint.SAME_WAY),
    "wizard lamps": lambda: _asking(pin_wizard.ALL_LAMPS),
    "wizard found": lambda: _asking(pin_wizard.FOUND),
    "wizard without pins": lambda: Model(
        page=PinWizard(trouble="/dev/gpiochip0, /dev/gpiochip4: gpiod")
    ),
    "trying": _tested,
    "trying nothing": lambda: Model(page=HardwareTest()),
    "lesson": lambda: _taught(
        TeachingSentence.TAUGHT, "mon_temple", uid="04A1B2C3D4E580", kind="mon_sphinx"
    ),
    "lesson with mistakes": lambda: _taught(
        TeachingSentence.MISTAKES, "ra", why="attic.toml:17, attic.toml:12: 04A1B2C3D4E580"
    ),
    "lesson of a new box": lambda: Model(
        page=tag_teaching.found(tag_teaching.Boxes((), "Box 1", TagBox()))
    ),
}


def _of(made: Callable[[], Model]) -> Callable[[int, tuple[str, ...]], Model]:
    """Return the page for any number of players: none of them is on it."""
    return lambda _players, _names: made()


PAGES: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    name: _of(made) for name, made in _PAGES.items()
}
"""How each page comes about."""
