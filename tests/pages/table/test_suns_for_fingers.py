"""Suns for fingers at an auction, where there are many and little room."""

import pytest

from companion.core.messages import Message
from companion.core.model import Model
from companion.core.session import Session
from companion.pages.table.table import Table
from companion.rules.editions import SUN_GROUPS
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline
from companion.ui.scene import Picture, Scene, Text
from tests.view.gallery import TYPE, shown

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def all_suns_at_auction(size: tuple[int, int]) -> Scene[Message]:
    """Return what five players see who have all their suns."""
    groups = zip(NAMES, SUN_GROUPS[5], strict=True)
    lines = (" ".join((name, *map(str, suns))) for name, suns in groups)
    game = position("\n".join(("epoch 1 | ra 1 | centre 1 | auction A1 by Eve", *lines)))
    model = Model(
        page=Table(), session=Session(timeline=Timeline(start=game), buttons=tuple(range(5)))
    )
    return shown(model, size, letters=True)


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
def test_no_number_is_wider_than_the_disc_of_its_sun(size: tuple[int, int]) -> None:
    scene = all_suns_at_auction(size)
    pictures = [item for item in scene.items if isinstance(item, Picture)]
    discs = {item.rect for item in pictures if item.name.startswith("sun_")}
    numbers = [item for item in scene.items if isinstance(item, Text) and item.rect in discs]
    assert numbers
    for number in numbers:
        wide = TYPE.width(number.text, number.px, number.weight)
        assert wide <= 0.76 * number.rect.w


def test_also_where_there_is_little_room_every_sun_has_its_number() -> None:
    scene = all_suns_at_auction((480, 800))
    pictures = [item for item in scene.items if isinstance(item, Picture)]
    discs = {item.rect for item in pictures if item.name.startswith("sun_")}
    said = [item.text for item in scene.items if isinstance(item, Text) and item.rect in discs]
    assert {str(sun) for suns in SUN_GROUPS[5] for sun in suns} <= set(said)
