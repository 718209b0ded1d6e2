"""Too little power and too much heat are said at the table, as a Pi's firmware reports them."""

from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import enumerate as threads

import pytest

from companion.core.messages import Trouble, TroubleOver
from companion.core.notices import Notes, Notice
from companion.doctor.power import Throttled, asked, news, notes, watch

PATIENCE_SECONDS = 20

PLACES = (
    "sys/devices/platform/soc/soc:firmware",
    "sys/devices/platform/soc@107c000000/soc@107c000000:firmware",
)


@pytest.mark.parametrize(
    ("bits", "said"),
    [
        (0x0, set()),
        (0x1, {Notes.LOW_POWER}),
        (0x50005, {Notes.LOW_POWER}),
        (0x50000, {Notes.LOW_POWER}),
        (0x4, {Notes.SLOWED_DOWN}),
        (0x8, {Notes.SLOWED_DOWN}),
        (0x2, {Notes.SLOWED_DOWN}),
        (0xE0000, set()),
    ],
)
def test_too_little_power_is_said_until_the_next_start_and_heat_only_while_it_lasts(
    bits: int, said: set[Notes]
) -> None:
    assert notes(Throttled(bits)) == said


def test_only_what_has_begun_and_what_is_over_is_said() -> None:
    hot, low = frozenset({Notes.SLOWED_DOWN}), frozenset({Notes.LOW_POWER})
    assert list(news(hot, hot)) == []
    assert list(news(frozenset(), hot)) == [Trouble(Notice(Notes.SLOWED_DOWN))]
    assert list(news(hot, low)) == [
        Trouble(Notice(Notes.LOW_POWER)),
        TroubleOver(Notice(Notes.SLOWED_DOWN)),
    ]


@pytest.mark.parametrize("said", ["", "nonsense", "0x", "²"])
def test_firmware_that_says_nonsense_says_nothing(tmp_path: Path, said: str) -> None:
    (tmp_path / "file").write_text(said)
    assert asked(tmp_path / "file") == Throttled(0)
    assert asked(tmp_path / "none") == Throttled(0)


@pytest.mark.parametrize("place", PLACES)
def test_a_pi_that_gets_too_hot_is_said_so_and_later_that_it_is_over(
    tmp_path: Path, place: str
) -> None:
    file = tmp_path / place / "get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text("8\n")
    posted: SimpleQueue[tuple[Trouble | TroubleOver, str]] = SimpleQueue()
    with ExitStack() as stack:
        watch(lambda *each: posted.put(each), stack, tmp_path, every_seconds=0.01)
        begun = posted.get(timeout=PATIENCE_SECONDS)
        file.write_text("0\n")
        over = posted.get(timeout=PATIENCE_SECONDS)
    assert begun == (Trouble(Notice(Notes.SLOWED_DOWN)), "power")
    assert over == (TroubleOver(Notice(Notes.SLOWED_DOWN)), "power")


def test_elsewhere_than_on_a_pi_nobody_asks(tmp_path: Path) -> None:
    before = set(threads())
    with ExitStack() as stack:
        watch(lambda *_: None, stack, tmp_path)
        assert set(threads()) == before
