"""The test page: whatever is pressed, turned, lit or read shows itself, and nothing follows."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.core.page import Page

CONTROLS = ("p1", "p2", "p3", "p4", "p5", "ra", "ok", "undo", "dial")
"""Everything that can be pressed."""

MOST_EDGES, MOST_CHUNKS = 8, 6
"""How many of the latest are kept."""


class Edge(msgspec.Struct, frozen=True):
    """A wire moved, chatter and all."""

    control: str
    """Whose wire, as the settings call it: ``p1``, ``dial_a`` …"""
    pin: int
    """The GPIO."""
    is_closed: bool
    at: float
    """When, in seconds of the monotonic clock."""


class Chunk(msgspec.Struct, frozen=True):
    """Bytes that came from the reader, and what they were understood to be."""

    data: bytes
    frames: tuple[str, ...]
    """In the words of the protocol's page."""
    dropped: int
    """How many bytes made no sense."""
    at: float
    """When, in seconds of the monotonic clock."""


class Trying(Page, frozen=True):
    """What was seen since the page was opened."""

    presses: Mapping[str, int] = {}
    """How often each control was pressed."""
    lit: frozenset[str] = frozenset()
    """The lamps that shine: a press lights one, the next press darkens it."""
    steps: int = 0
    """How far the dial has been turned, to the right less to the left."""
    edges: tuple[Edge, ...] = ()
    """The latest, oldest first."""
    chunks: tuple[Chunk, ...] = ()
    """The latest, oldest first."""
    zones: Mapping[str, tuple[str, ...] | None] = {}
    """The tags that lie in each zone; None if it cannot be read."""
    panel: bool = False
    """Whether there is a panel."""
    port: str | None = None
    """The reader's port; None if none is open."""
    spoken: str = ""
    """The format that the reader speaks, once that is known."""


class Tried(msgspec.Struct, frozen=True):
    """A control was pressed, or its lamp touched."""

    control: str


class Overheard(msgspec.Struct, frozen=True):
    """What the wires said since the last time."""

    edges: tuple[Edge, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    zones: Mapping[str, tuple[str, ...] | None] = {}
    """Those that were spoken of."""
    panel: bool = False
    port: str | None = None
    spoken: str = ""


Message = Tried | Overheard


def tried(page: Trying, control: str) -> Trying:
    """Return the page after a press: it is counted, and the lamp changes."""
    presses = {**page.presses, control: page.presses.get(control, 0) + 1}
    return replace(page, presses=presses, lit=page.lit ^ {control})


def turned(page: Trying, steps: int) -> Trying:
    """Return the page after the dial was turned."""
    return replace(page, steps=page.steps + steps)


def overheard(page: Trying, heard: Overheard) -> Trying:
    """Return the page with the latest of what the wires said."""
    return replace(
        page,
        edges=(*page.edges, *heard.edges)[-MOST_EDGES:],
        chunks=(*page.chunks, *heard.chunks)[-MOST_CHUNKS:],
        zones={**page.zones, **heard.zones},
        panel=heard.panel,
        port=heard.port,
        spoken=heard.spoken,
    )


def lamps(page: Trying) -> dict[str, float]:
    """Return how bright every lamp is: only here it is not lit because its control may be used."""
    return {control: float(control in page.lit) for control in CONTROLS[:-1]}
