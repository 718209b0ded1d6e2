"""The pages on which a table is counted, as models for the tests of the view."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.effects import do
from companion.core.messages import Message
from companion.core.model import Model, Session
from companion.pages.letters import OnScreenKeyboard
from companion.pages.score_sheet import counts, setup, tally
from companion.pages.score_sheet.result import SheetResult
from companion.pages.score_sheet.setup import Scope, SheetSetup
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.update import update
from companion.rules.editions import SUN_GROUPS, Seat
from companion.rules.tiles import Tile

Made = Callable[[int, tuple[str, ...]], Model]

_HELD: tuple[Mapping[Tile, int], ...] = (
    {Tile.GOD: 1, Tile.PHARAOH: 3, Tile.NILE: 4, Tile.FLOOD: 1, Tile.ART: 1, Tile.TEMPLE: 3},
    {Tile.GOLD: 2, Tile.PHARAOH: 2, Tile.NILE: 2, Tile.WRITING: 2, Tile.PYRAMID: 1},
    {Tile.GOD: 2, Tile.PHARAOH: 5, Tile.NILE: 12, Tile.FLOOD: 2, Tile.RELIGION: 1, Tile.PALACE: 4},
    {Tile.NILE: 3, Tile.FLOOD: 1, Tile.ART: 1, Tile.AGRICULTURE: 2, Tile.SPHINX: 1},
    {Tile.PHARAOH: 4, Tile.NILE: 1, Tile.ART: 1, Tile.ASTRONOMY: 1, Tile.STATUES: 4},
)


def said(model: Model, *messages: Message) -> Model:
    """Return the program after these."""
    for message in messages:
        model, _ = update(model, message)
    return model


def begun(players: int, names: tuple[str, ...], scope: Scope = Scope.THIRD) -> Model:
    """Return the program with nothing counted yet."""
    page = setup.counting(SheetSetup(names[:players], scope), names)
    return Model(page=page)


def counted(players: int, names: tuple[str, ...], scope: Scope = Scope.THIRD) -> Model:
    """Return the program with everybody counted, the last player's page still open."""
    model = begun(players, names, scope)
    for seat in range(players):
        model = said(
            model,
            *[do(SheetTally.set_number, kind, number) for kind, number in _HELD[seat].items()],
        )
        if scope is Scope.THIRD:
            model = said(
                model, *[do(SheetTally.toggle_sun, sun) for sun in SUN_GROUPS[players][seat]]
            )
        model = said(model, do(SheetTally.go_on)) if seat < players - 1 else model
    return model


def _pointed(model: Model, what: counts.Place) -> Model:
    page = model.page
    assert isinstance(page, SheetTally)
    return replace(model, page=replace(page, place=tally.places(page).index(what)))


def _too_many(players: int, names: tuple[str, ...]) -> Model:
    sixth: list[Message] = [
        do(SheetTally.set_number, Tile.PYRAMID, 3),
        do(SheetTally.go_on),
        do(SheetTally.set_number, Tile.PYRAMID, 3),
    ]
    return said(begun(players, names, Scope.FIRST), *sixth)


def _reckoned(players: int, names: tuple[str, ...]) -> Model:
    return said(counted(players, names), do(SheetTally.go_on))


def _why(players: int, names: tuple[str, ...]) -> Model:
    model = _reckoned(players, names)
    assert isinstance(model.page, SheetResult)
    return replace(model, page=SheetResult(model.page.counting, reasons_for=Seat(0)))


PAGES: Mapping[str, Made] = {
    "gathering": lambda n, names: Model(
        page=SheetSetup(tuple(names[seat] if seat % 2 == 0 else "" for seat in range(n)), row=1)
    ),
    "gathering names": lambda n, names: Model(
        page=SheetSetup(names[:n], Scope.THIRD, row=2), session=Session(known_names=names)
    ),
    "gathering letters": lambda n, names: Model(
        page=SheetSetup(("An", *names[1:n]), row=2, sheet=OnScreenKeyboard()),
        session=Session(known_names=("Anna", "Anežka", "Andriy", "Anett", "Béla")),
    ),
    "counting": begun,
    "counting suns": lambda n, names: _pointed(counted(n, names), SUN_GROUPS[n][0][0]),
    "counting pharaohs": lambda n, names: _pointed(counted(n, names, Scope.FIRST), Tile.PHARAOH),
    "counting too many": _too_many,
    "reckoned": _reckoned,
    "reckoned and why": _why,
}
"""How each page comes about, for so many players of these names."""
