"""Every hand that a script has: buttons, dial, keys, fingers, tags, the cable, and what is seen."""

import pytest

from companion.core.messages import Play
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import setup
from companion.rules.records import record
from companion.rules.tiles import KINDS, Tile
from companion.tags.box import SIMULATED_BOX
from tests.app.fingers import SIZE, picture, spot
from tests.app.outside import Starts
from tests.core.desk import desk_of
from tests.rules.table import NAMES

AWAY = "wait 2"
"""Long enough for a tile to be taken from the reader."""


@pytest.mark.parametrize(
    ("lines", "journal"),
    [
        (["press p2"], [{"draw": "nile"}]),
        (["press p5", "press p3"], [{"draw": "gold"}]),
        (["hold ra 0.7"], [{"invoke": True}]),
        (["hold ra 0.2"], [{"draw": "ra"}]),
        (["turn 2", "press dial"], [{"draw": "nile"}]),
        (["turn -1", "press dial"], [{"draw": "pharaoh"}]),
        (["key n"], [{"draw": "nile"}]),
        (["key i"], [{"invoke": True}]),
        (["key n", "key backspace"], [{"draw": "nile"}, {"undo": 1}]),
        (["serial TAG 5A0000001F\\n"], [{"draw": "god"}]),
        (["draw gold"], [{"draw": "gold"}]),
        (["draw gold", AWAY, "press undo", "draw flood"],
         [{"draw": "gold"}, {"undo": 1}, {"draw": "flood"}]),
        (["key i", "press p2", "wait 1"], [{"invoke": True}]),
    ],
)  # fmt: skip
def test_what_hands_do_is_entered(
    lines: list[str], journal: list[dict[str, object]], starts: Starts
) -> None:
    done = starts.run(*lines, options=starts.record())
    assert done.err == ""
    assert starts.journal() == journal


@pytest.mark.parametrize("kind", [kind.value for kind in KINDS])
def test_every_kind_can_be_drawn_by_its_tag(kind: str, starts: Starts) -> None:
    assert starts.run(f"draw {kind}", options=starts.record()).status == 0
    assert starts.journal() == [{"draw": kind}]
    assert SIMULATED_BOX
    assert '"o":"reader 5A' in next((starts.data / "games").glob("*.jsonl")).read_text()


def test_a_bag_without_that_kind_ends_the_script(starts: Starts) -> None:
    lines = [line for _ in range(3) for line in ("draw dis_drought", AWAY)]
    done = starts.run(*lines, options=starts.record())
    assert done.err.endswith(":5: no tile of the kind dis_drought in the bag has a tag\n")
    assert starts.run("draw camel").err.endswith(":1: there is no kind of tile 'camel'\n")
    assert starts.run("draw").err.endswith(":1: there is no kind of tile ''\n")


@pytest.mark.parametrize("message", [Play(DRAWS[Tile.GOLD]), Play(INVOKE)])
def test_a_tap_is_a_finger_on_the_picture(message: Play, starts: Starts) -> None:
    place = spot(picture(desk_of(setup(NAMES[:3])).model), message)
    assert place is not None
    size = ("--size", "x".join(map(str, SIZE)))
    done = starts.run(f"tap {place[0]} {place[1]}", options=(*starts.record(), *size))
    assert done.status == 0
    assert starts.journal() == [record.entry(message.action)]


def test_what_is_seen_and_heard_follows_what_hands_do(starts: Starts) -> None:
    starts.play(
        "lamps turn.json", "state before.json", "draw nile", "unplug reader", "wait 5",
        "words lost.txt", "draw gold", "plug reader", "wait 5", AWAY, "draw god",
        "state after.json", "words found.txt", "shot table.png", "key i", "lamps auction.json",
        options=starts.record(),
    )  # fmt: skip
    before, after, turn, auction = (
        starts.said(f"{name}.json") for name in ("before", "after", "turn", "auction")
    )
    assert (before["seq"], after["seq"]) == (0, 2)
    assert [*filter(None, after["lane"])] == ["nile", "god"], "a pulled cable tells nothing"
    assert {type(bright) for bright in turn.values()} == {float}, "brightness, from 0 to 1"
    assert set(turn) == {"p1", "p2", "p3", "p4", "p5", "ra", "ok", "undo"}
    assert (turn["p5"], auction["p5"]) == (1.0, 0.0), "nobody sits at the fifth button"
    assert turn["ok"] == 0, "there is nothing that could come again"
    assert "bag reader" in starts.words("lost.txt")
    assert "bag reader" not in starts.words("found.txt")
    assert (starts.folder / "table.png").stat().st_size > 10_000
