"""The hardware test: which of the lines about wires and reader are shown where there is no room."""

from companion.core.model import Model
from companion.pages.hardware import hardware_test
from companion.pages.hardware.hardware_test import Chunk, Edge, HardwareTest, Overheard
from companion.ui.scene import words
from tests.view.gallery import shown

LOW = (480, 800)
"""Of the usual screens the one with the fewest lines below the controls: twelve."""

PORT = "/dev/ttyACM0"


def lines(edges: int, chunks: int) -> tuple[str, ...]:
    """Return what is said of so many edges and then so many chunks, a second apart."""
    heard = Overheard(
        tuple(Edge("p1", 5, is_closed=True, at=float(each)) for each in range(edges)),
        tuple(Chunk(bytes([each]), ("PING",), 10.0 + each) for each in range(chunks)),
        panel=True,
        port=PORT,
        spoken="lines",
    )
    return _below_controls(hardware_test.overheard(HardwareTest(), heard))


def _below_controls(page: HardwareTest) -> tuple[str, ...]:
    said = words(shown(Model(page=page), LOW))
    return said[said.index("OK") + 4 : said.index("Hold Undo")]


def edge(second: int) -> tuple[str, str]:
    """Return the line about an edge."""
    return f"{second:02}.000", "p1, GPIO 5: closed"


def chunk(second: int) -> tuple[str, ...]:
    """Return the two lines about a chunk."""
    return f"{second}.000", f"{second - 10:02}", " ", "→ PING"


READER = f"Bag reader at {PORT}: lines"


def test_where_the_reader_said_little_only_the_oldest_edges_are_left_out() -> None:
    edges = sum((edge(each) for each in range(2, 8)), ())
    assert lines(8, 2) == (
        "Each press switches the lamp on or off",
        *edges,
        READER,
        *chunk(10),
        *chunk(11),
    )


def test_where_few_wires_moved_only_the_oldest_words_of_the_reader_are_left_out() -> None:
    chunks = sum((chunk(each) for each in range(12, 16)), ())
    assert lines(2, 6) == (
        "Each press switches the lamp on or off",
        *edge(0),
        *edge(1),
        READER,
        *chunks,
    )


def test_where_both_said_much_each_has_half_of_the_lines() -> None:
    edges = sum((edge(each) for each in range(3, 8)), ())
    chunks = sum((chunk(each) for each in range(14, 16)), ())
    assert lines(8, 6) == (
        "Each press switches the lamp on or off",
        *edges,
        READER,
        *chunk(13)[2:],
        *chunks,
    )


def test_nothing_is_connected_until_it_is_said_to_be() -> None:
    page = hardware_test.overheard(HardwareTest(), Overheard())
    assert _below_controls(page) == ("No buttons are connected", "Bag reader: no reply")
