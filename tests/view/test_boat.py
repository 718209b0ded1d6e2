"""The boat on its way: it lies on nothing that is to be read."""

import pytest
from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.model import Model
from companion.core.preferences import Preferences, TextSize
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline
from companion.ui.scene import Box, Disc, Picture, Rect, Scene, Text, Thing
from tests.view.gallery import SIZES, at_table, shown, table
from tests.view.ink import ink, overlap

LONGEST = 10
"""Stations of a Ra track that the box has, at most."""


def sailing(limit: int, ra: int) -> Model:
    """Return a table on whose Ra track this many tiles have come, and whose bag is full."""
    rows = table(5, f"limit {limit}", "track").replace("ra 3", f"ra {ra}").splitlines()
    text = "\n".join(row.partition(": ")[0] for row in rows)
    return at_table(5).with_session(timeline=Timeline(start=position(text)))


def boat(scene: Scene[Message]) -> Rect | None:
    """Return where the boat lies; None where a sentence stands in its place, before the last Ra."""
    found = [item.rect for item in scene.items if isinstance(item, Picture)
             and item.name == "boat"]  # fmt: skip
    if any(item.key is not None and item.key[0] is Thing.HEADLINE for item in scene.items):
        return found[0] if found else None
    assert len(found) == 1
    return found[0]


def beside(scene: Scene[Message]) -> list[Rect]:
    """Return where everything stands that the boat could hide: keys, chips, bag, stations."""
    signs = [item.rect for item in scene.items if isinstance(item, Picture)
             and item.name in {"tile_ra", "ui_bag"}]  # fmt: skip
    counts = [ink(item) for item in scene.items if isinstance(item, Text)]
    chips = [item.rect for item in scene.items if isinstance(item, Box) and item.radius]
    stations = [item.rect for item in scene.items if isinstance(item, Disc) and item.border]
    return signs + counts + chips + stations


@pytest.mark.parametrize("size", [*SIZES, (1024, 560)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("limit", range(6, LONGEST + 1))
def test_the_boat_touches_nothing_at_any_station(size: tuple[int, int], limit: int) -> None:
    for ra in range(limit):
        scene = shown(sailing(limit, ra), size)
        sails = boat(scene)
        met = [rect for rect in beside(scene) if sails and overlap(sails, rect)]
        assert not met, f"{ra} of {limit}: {sails} lies on {met}"


@pytest.mark.parametrize("left_handed", [False, True])
def test_nor_does_it_for_left_hands_or_from_afar(*, left_handed: bool) -> None:
    for text_size in (TextSize.NORMAL, TextSize.PRINT):
        wanted = Preferences(left_handed=left_handed, text_size=text_size)
        for ra in range(LONGEST):
            scene = shown(replace(sailing(LONGEST, ra), preferences=wanted), (1280, 720))
            sails = boat(scene)
            assert not [rect for rect in beside(scene) if sails and overlap(sails, rect)]
