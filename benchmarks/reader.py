"""What the reader costs: from bytes to picture, parsing, storms of noise, and at rest.

Times stand beside a button press or a yard measured in turns in the same run; counts and memory
are absolute. Headless, with a table of five players and a reader on a pseudo-terminal.
"""

import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, p95, spread
from benchmarks.open_table import PATIENCE_SECONDS, Table
from companion.journal.disk import Disk
from companion.rules.tiles import Tile
from hardware.events import Control
from hardware.reader.reader_port import ReaderPort, can_say, tag_bytes
from hardware.readers.auto import Format, parser
from hardware.simulated import SimulatedPanel, SimulatedReader

TURNS, DRAWS = 5, 8


PAUSE_SECONDS = 0.32
"""Two tags within 0.3 seconds were on the pad together; a draw is measured after that."""


BOX, MANY_TAGS, MOST_FOR_TAGS = 180, 10_000, 1.2
"""A tag for every tile of the bag, and many more than any box has; how long they may take."""


BAUD = 115_200


BYTES_A_SECOND = BAUD // 10


MEGABYTES = 1_000_000


EDGES = 100_000


WAKING_SECONDS = 10.0


MOST_WAKE_UPS = 15.0


ONE_PER_CENT, MOST_GROWTH, MOST_BYTES = 0.01, 5, 4 * MEGABYTES
"""The aims: of one core, for four times as many bytes, and for a storm."""


SAMPLES: Mapping[Format, bytes] = {
    **{kind: tag_bytes(kind, "04A23BD2C1") for kind in Format if can_say(kind)},
    Format.PN532: bytes.fromhex("0000ff00ff000000ff0df3d54b01010004080504a23bd2c15900"),
}
"""What each format says of one tag."""


class ReaderTable(Table):
    """The table of the other benchmarks with a bag reader, and a box of this many tags in use."""

    def __init__(self, stack: ExitStack, folder: Path, tags: int) -> None:
        super().__init__(stack, folder, Disk())
        port = ReaderPort(format=Format.LINES)
        self.reader = stack.enter_context(SimulatedReader(self.wakeup.wake, port))
        self.loop.attach((self.reader,))
        box = {f"04{number:08X}": Tile.PHARAOH.value for number in range(tags)}
        self.loop.model = self.loop.model.with_hardware(tags=box)
        self.uids = cycle(box)

    def lay(self) -> float:
        """Lay a tile on the pad; return the seconds from its last byte to the picture."""
        uid = next(self.uids)
        time.sleep(PAUSE_SECONDS)
        self.finish()
        return self._entered(lambda: self.reader.serial(f"TAG {uid}\n".encode()))

    def tap(self, control: Control) -> float:
        """Tap a button that counts when it is let go; return the seconds until it is shown."""
        self.panel.press(control)
        self.finish()
        time.sleep(0.03)
        self.finish()
        taken = self._entered(lambda: self.panel.release(control))
        time.sleep(0.03)
        self.finish()
        return taken

    def _entered(self, act: Callable[[], None]) -> float:
        """Do something that enters one thing, and return the seconds until that is shown."""
        before = self.seq
        began = time.perf_counter()
        act()
        while self.seq == before:
            self.wakeup.sleep(0.5)
            self.loop.turn()
        return time.perf_counter() - began


@contextmanager
def table(tags: int = BOX) -> Iterator[ReaderTable]:
    """Open a table in a folder of its own on the disk where the program is installed."""
    with TemporaryDirectory(dir=sys.prefix) as folder, ExitStack() as stack:
        made = ReaderTable(stack, Path(folder), tags)
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not made.reader.openings and time.monotonic() < give_up:
            made.finish()
            time.sleep(0.01)
        yield made


def byte_to_picture() -> tuple[float, float]:
    """Return the p95 of a laid tile and of a button press in the same run, in seconds."""
    laid: list[float] = []
    pressed: list[float] = []
    with table() as ours:
        for _ in range(TURNS):
            for _ in range(DRAWS):
                laid.append(ours.lay())
                ours.tap(Control.UNDO)
                pressed.append(ours.tap(Control.P1))
                ours.tap(Control.UNDO)
    return p95(laid), p95(pressed)


def with_more_tags() -> list[float]:
    """Return how long a laid tile takes with many tags instead of a box of them, in turns."""
    found = []
    with table() as ours, table(MANY_TAGS) as others:
        for _ in range(TURNS * DRAWS):
            few, many = ours.lay(), others.lay()
            ours.tap(Control.UNDO)
            others.tap(Control.UNDO)
            found.append(many / few)
    return found


def parsing(kind: Format, megabytes: float) -> float:
    """Return the processor's seconds for so much of a format, in the pieces in which it comes."""
    sample = SAMPLES[kind]
    piece = (sample * (1024 // len(sample) + 1))[:1024]
    reader = parser(kind)
    began = time.process_time()
    for _ in range(round(megabytes * MEGABYTES / len(piece))):
        reader.feed(piece)
    return time.process_time() - began


def core_share(kind: Format) -> float:
    """Return the share of one core that a line takes that is never silent, at 115,200 baud."""
    return parsing(kind, 1.0) / MEGABYTES * BYTES_A_SECOND


def growth(kind: Format) -> float:
    """Return how much longer four times as many bytes take."""
    parsing(kind, 0.25)
    return parsing(kind, 2.0) / parsing(kind, 0.5)


def noise_share() -> float:
    """Return the share of one core that noise takes while the format is still being detected."""
    chance, reader = random.Random(7), parser(Format.AUTO)
    pieces = [chance.randbytes(1024) for _ in range(512)]
    began = time.process_time()
    for piece in pieces:
        reader.feed(piece)
    return (time.process_time() - began) / (512 * 1024) * BYTES_A_SECOND


class Storm:
    """The effect of a storm of edges on a panel, and on the loop that reads it."""

    def __init__(self) -> None:
        with SimulatedPanel(lambda: None) as panel:
            panel.read(time.monotonic())
            tracemalloc.start()
            for _ in range(EDGES // 2):
                panel.press(Control.RA)
                panel.release(Control.RA)
            began = time.perf_counter()
            self.events = len(panel.read(time.monotonic()))
            self.seconds = time.perf_counter() - began
            """How long the loop was in it."""
            _, self.peak = tracemalloc.get_traced_memory()
            """The most bytes that were in use meanwhile."""
            tracemalloc.stop()


def wake_ups() -> float:
    """Return how often a second the loop turns at an idle table with panel and reader.

    A tag lies on the pad all the while, and the reader says so five times a second.
    """
    with table() as ours:
        ours.lay()
        turns, end, said = 0, time.monotonic() + WAKING_SECONDS, 0.0
        while (now := time.monotonic()) < end:
            if now >= said + 0.2:
                ours.reader.serial(b"TAG 04FFFFFFFF\n" if not turns else b"PONG\n")
                said = now
            idle = ours.loop.idle_seconds()
            left = min(end, said + 0.2) - now
            ours.wakeup.sleep(left if idle is None else max(0.0, min(left, idle)))
            ours.loop.turn()
            turns += 1
    return turns / WAKING_SECONDS - 5  # five times it woke to be the reader


def figures() -> list[Figure]:
    """Measure everything and return the figures."""
    laid, pressed = byte_to_picture()
    shares = {kind: core_share(kind) for kind in SAMPLES}
    dearest = max(shares, key=lambda kind: shares[kind])
    growths = {kind: growth(kind) for kind in SAMPLES}
    steepest = max(growths, key=lambda kind: growths[kind])
    storm, noise, woken = Storm(), noise_share(), wake_ups()
    more_tags = with_more_tags()
    return [
        Figure(
            "last byte of a tag to picture, p95",
            f"{laid / pressed:.2f} × a button press of which no picture is prepared"
            f" ({pressed * 1000:.2f} ms)",
            "1.3 ×",
            laid <= 1.3 * pressed,
        ),
        Figure(
            f"the same with {MANY_TAGS:,} tags instead of {BOX}",
            f"{spread(more_tags)} times as long",
            f"median {MOST_FOR_TAGS}",
            median(more_tags) <= MOST_FOR_TAGS,
        ),
        Figure(
            "a line at 115,200 baud, of one core",
            f"{100 * shares[dearest]:.2f} % ({dearest}, the dearest of {len(shares)})",
            "1 %",
            shares[dearest] <= ONE_PER_CENT,
        ),
        Figure(
            "noise while the format is unknown",
            f"{100 * noise:.2f} %",
            "5 %",
            noise <= 5 * ONE_PER_CENT,
        ),
        Figure(
            "four times as many bytes",
            f"{growths[steepest]:.1f} × the time ({steepest}, the steepest)",
            "5 ×",
            growths[steepest] <= MOST_GROWTH,
        ),
        Figure(
            f"a storm of {EDGES:,} edges",
            f"{storm.events} events, {storm.seconds * 1000:.0f} ms in the loop,"
            f" {storm.peak / MEGABYTES:.1f} MB",
            "4 MB",
            storm.peak <= MOST_BYTES,
        ),
        Figure(
            "wake-ups a second, idle, with panel and reader",
            f"{woken:.1f}",
            f"{MOST_WAKE_UPS:.0f}",
            woken <= MOST_WAKE_UPS,
        ),
    ]


def main() -> None:
    """Print the figures."""
    for figure in figures():
        print(*figure[:3], sep=" | ")


if __name__ == "__main__":
    main()
