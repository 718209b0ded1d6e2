"""Everything that people do at the screen: a room for each, and what joins the rooms.

A room's ``__init__.pyi`` names what others may use of it. A name is loaded when it is first asked
for, so that the first picture waits only for its own page.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def _named(room: str) -> dict[str, str]:
    """Return the module of everything that a room's stub names; a module is its own."""
    stub = Path(__file__).parent / room.rpartition(".")[2] / "__init__.pyi"
    text = stub.read_text(encoding="utf-8")
    lines = (line.split() for line in text.splitlines() if line.startswith("from "))
    found = {name: module for _, module, _, name, *_ in lines}
    return {name: f"{room}.{name}" if at == room else at for name, at in found.items()}


def face(room: str) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a room: it loads what the room's stub names.

    Raises:
        AttributeError: The stub does not name it. (Raised by what is returned.)
    """

    @cache
    def named() -> dict[str, str]:
        return _named(room)

    def load(name: str) -> Any:  # noqa: ANN401 - the stub says what each name is
        at = named().get(name)
        if at is None:
            message = f"module {room!r} has no attribute {name!r}"
            raise AttributeError(message)
        module = import_module(at)
        found = module if at == f"{room}.{name}" else getattr(module, name)
        setattr(sys.modules[room], name, found)  # asked for once, it stands in the room itself
        return found

    return load


def modules() -> Iterator[str]:
    """Yield the modules of every room, each once."""
    rooms = sorted(each.parent.name for each in Path(__file__).parent.glob("*/__init__.pyi"))
    yield from sorted(
        {module for room in rooms for module in _named(f"{__name__}.{room}").values()}
    )


def load_all() -> None:
    """Load every room, so that nobody waits for one later."""
    for module in modules():
        import_module(module)
