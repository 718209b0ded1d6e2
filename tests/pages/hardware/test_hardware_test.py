"""The hardware test: which of the lines about wires and reader are shown where there is no room."""

import pytest

from companion.core.model import Model
from companion.pages.hardware import hardware_test
from companion.pages.hardware.hardware_test import Chunk, Edge, HardwareTest, Overheard
from companion.ui.scene import words
from tests.view.gallery import shown

LOW = (480, 800)
"""Of the usual screens the one with the fewest lines below the controls: twelve."""

PORT = "/dev/ttyACM0"


def below_controls(heard: Overheard) -> tuple[str, ...]:
    """Return what is said of wires and reader."""
    page = hardware_test.overheard(HardwareTest(), heard)
    said = words(shown(Model(page=page), LOW))
    return said[said.index("OK") + 4 : said.index("Hold Undo")]


@pytest.mark.parametrize(
    ("edges", "chunks", "said"),
    [
        (8, 2, "02 03 04 05 06 07 reader 10 → 11 →"),  # only the oldest edges are left out
        (2, 6, "00 01 reader 12 → 13 → 14 → 15 →"),  # only the oldest words of the reader
        (8, 6, "03 04 05 06 07 reader → 14 → 15 →"),  # each has half of the lines
    ],
)
def test_where_there_is_no_room_the_oldest_are_left_out(edges: int, chunks: int, said: str) -> None:
    heard = Overheard(
        tuple(Edge("p1", 5, is_closed=True, at=float(each)) for each in range(edges)),
        tuple(Chunk(bytes([each]), ("PING",), 10.0 + each) for each in range(chunks)),
        panel=True,
        port=PORT,
        spoken="lines",
    )
    first, *lines = below_controls(heard)
    assert first == "Each press switches the lamp on or off"
    shorter = {f"Bag reader at {PORT}: lines": "reader", "→ PING": "→"}
    found = [shorter.get(line, line[:2]) for line in lines if line in shorter or ".000" in line]
    assert " ".join(found) == said


def test_nothing_is_connected_until_it_is_said_to_be() -> None:
    assert below_controls(Overheard()) == ("No buttons are connected", "Bag reader: no reply")
