"""Pages as people come to them: those of the gallery, and what their controls lead to."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from string import Formatter
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.rules.problems import OFF_THE_TABLE, Fact, Problem, Why
from companion.rules.tiles import Tile
from tests.core.desk import Desk
from tests.view.gallery import NAMES, PAGES, at_table, offered

TABLES = (4, 2, 3, 5)
"""Of so many players, the first where one table is enough."""


class Found(NamedTuple):
    """What stands on a page."""

    sentences: frozenset[str]
    new: int
    """How many of them stand on no other page that was looked at."""


Look = Callable[[str, Model], Found]
"""Looks at a page, by the name of the gallery's page that it was come to from."""


def walk(look: Look, most: int) -> None:
    """Look at the pages of the gallery, and at those behind them, first where much is new.

    A page with the sentences of another is taken for the same: nobody goes on from it.

    Args:
        look: What is done with a page.
        most: This many pages at most.
    """
    order = count()
    waiting: list[tuple[int, int, str, Model]] = []
    been = set[tuple[str, frozenset[str]]]()

    def visit(name: str, model: Model) -> None:
        found = look(name, model)
        place = (type(model.page).__name__, found.sentences)
        if place not in been:
            been.add(place)
            heappush(waiting, (-found.new, next(order), name, model))

    for players in TABLES:
        for page, made in PAGES.items():
            visit(page, made(players, NAMES))
    left = most
    while waiting and left:
        _, _, name, model = heappop(waiting)
        for message in _one_of_each(offered(model)):
            further = after(model, message)
            if further is not None and left:
                left -= 1
                visit(name, further)


_KIND = 28
"""So many letters of a message say which kind it is."""


def _one_of_each(messages: Iterable[Message]) -> Iterable[Message]:
    """Return a message of each kind: to draw one tile is like drawing another."""
    kinds = {repr(each)[:_KIND]: each for each in sorted(messages, key=repr)}
    return [each for _, each in sorted(kinds.items())]


def after(model: Model, message: Message) -> Model | None:
    """Return what is there after a message and all that follows from it; None if it ends there."""
    desk = Desk(model)
    desk.take(message)
    return None if desk.has_left else desk.model


FACTS: Mapping[str, Fact] = {
    "tile": Tile.NILE,
    "disaster": Tile.FUNERAL,
    "thing": "god",
    "button": "ra",
    "name": NAMES[0],
    "other": NAMES[1],
    "sun": 9,
    "best": 11,
    "entry": 42,
    "number": 2,
}
"""Examples; of all others their names stand in the sentence."""


def told() -> Iterator[tuple[str, Model]]:
    """Yield a table with each notice and each refusal above it."""
    table = replace(at_table(TABLES[0], names=NAMES, active=1), now=1.0)
    for note in Notes:
        yield note.name.lower(), table.with_screen(notice=Notice(note, _facts(note.value)))
    for why in (each for each in Why if each not in OFF_THE_TABLE):
        yield why.name.lower(), table.with_screen(notice=Problem(why, _facts(why.value)))


def _facts(sentence: str) -> Mapping[str, Fact]:
    named = (name for _, name, _, _ in Formatter().parse(sentence) if name)
    return {name: FACTS.get(name, name) for name in named}
