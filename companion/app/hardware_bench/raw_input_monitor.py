"""Raw input for the hardware test: every edge and every byte, each reported once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.pages import hardware
from hardware.panel.panel import Panel
from hardware.panel.panel import WireMoved as RawEdge
from hardware.panel.pins import Role
from hardware.reader.bag_reader import BagReader
from hardware.reader.port_owner import Received
from hardware.readers.frames import (
    Alive,
    DialTurned,
    Frame,
    Pressed,
    ReaderTrouble,
    Tag,
    ZoneTags,
    ZoneTrouble,
)

Item = TypeVar("Item")

_ROLES = {Role.TURN_A: "dial_a", Role.TURN_B: "dial_b"}


class RawInputMonitor:
    """Listens to a panel and a reader that others use; what came before does not count."""

    def __init__(self, panel: Panel | None, reader: BagReader | None) -> None:
        self._panel, self._reader = panel, reader
        self._edge = _last(panel.recent() if panel else ())
        self._chunk = _last(reader.recent() if reader else ())
        self._told: hardware.Overheard | None = None

    def news(self) -> Iterator[hardware.Overheard]:
        """Yield what was not told yet, if there is anything."""
        panel, reader = self._panel, self._reader
        edges = _after(panel.recent() if panel else (), self._edge)
        chunks = _after(reader.recent() if reader else (), self._chunk)
        self._edge = _last(edges) or self._edge
        self._chunk = _last(chunks) or self._chunk
        pins = panel.pins() if panel else {}
        state = hardware.Overheard(
            panel=panel is not None,
            port=reader.port if reader else None,
            spoken=str(reader.format.value) if reader and reader.format else "",
        )
        told, self._told = self._told, state
        if not edges and not chunks and told == state:
            return
        yield hardware.Overheard(
            edges=tuple(_edge(edge, pins[edge.use]) for edge in edges if edge.use in pins),
            chunks=tuple(map(_chunk, chunks)),
            zones=_zones(chunks),
            panel=state.panel,
            port=state.port,
            spoken=state.spoken,
        )


def _last(items: Sequence[Item]) -> Item | None:
    return items[-1] if items else None


def _after(items: Sequence[Item], last: Item | None) -> tuple[Item, ...]:
    """Return the items that came after this very one."""
    for place in range(len(items) - 1, -1, -1):
        if items[place] is last:
            return tuple(items[place + 1 :])
    return tuple(items)


def _edge(edge: RawEdge, pin: int) -> hardware.Edge:
    name = _ROLES.get(edge.use.role, str(edge.use.control))
    return hardware.Edge(name, pin, edge.is_closed, edge.at)


def _chunk(received: Received) -> hardware.Chunk:
    return hardware.Chunk(
        received.data, tuple(map(said, received.frames)), received.dropped, received.at
    )


def _zones(chunks: Sequence[Received]) -> dict[str, tuple[str, ...] | None]:
    """Return what was said last of each zone."""
    zones: dict[str, tuple[str, ...] | None] = {}
    for frame in (frame for chunk in chunks for frame in chunk.frames):
        match frame:
            case ZoneTags(zone, uids):
                zones[zone] = uids
            case ZoneTrouble(zone, _):
                zones[zone] = None
            case _:
                pass
    return zones


def said(frame: Frame) -> str:
    """Return a frame in the words of the line protocol, whatever format it came in."""
    match frame:
        case Tag(uid, zone):
            return f"TAG {uid}" if zone is None else f"TAG {uid} zone={zone}"
        case ZoneTags(zone, uids):
            return f"INV zone={zone} uids={','.join(uids)}"
        case ZoneTrouble(zone, code):
            return f"ERR zone={zone} code={code}"
        case ReaderTrouble(text):
            return f"ERR {text}"
        case Pressed(name, is_down):
            return f"BTN id={name} state={int(is_down)}"
        case DialTurned(steps):
            return f"ENC d={steps:+d}"
        case Alive(who):
            return f"HELLO {who}".strip()
