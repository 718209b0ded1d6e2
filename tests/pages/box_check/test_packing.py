"""Counting the box: with tags, without, and what is remembered of it."""

from collections import Counter
from pathlib import Path

import pytest

from companion.core.kiosk import Pile
from companion.core.messages import CheckBox, Leave
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages import box_check
from companion.pages.kiosk.messages import PinRight
from companion.pages.render import scene
from companion.rules.components import RA_FIGURE, SUN, THINGS
from companion.rules.editions import Edition
from companion.rules.records.timeline import Timeline, enter
from companion.rules.tiles import BY_ID, Tile
from companion.storage import boxes
from companion.ui.scene import words
from companion.ui.style import Canvas
from tests.rules.table import action
from tests.stories import cafe
from tests.together import for_each
from tests.view.gallery import SIZES, TYPE, at_table


def test_all_heaps_of_tiles_together_are_the_180_of_the_box() -> None:
    for edition in Edition:
        heaps = box_check.piles_of(edition)
        assert sum(heaps[pile] for pile in box_check.PILE_TILES) == 180
        assert heaps[Pile.SUN] == 16


def pile_of(thing: str) -> Pile:
    if thing == RA_FIGURE:
        return Pile.FIGURE
    if thing.startswith(SUN):
        return Pile.SUN
    return next(pile for pile, kinds in box_check.PILE_TILES.items() if BY_ID[thing] in kinds)


@pytest.mark.parametrize("edition", Edition)
def test_what_is_missing_by_tags_is_missing_on_the_heap_where_it_lies(edition: Edition) -> None:
    found: Counter[Pile] = Counter()
    for thing, number in THINGS.items():
        found[pile_of(thing)] += number
    tagged_too = {
        pile for pile in box_check.piles_of(edition) if pile not in {Pile.BAG, Pile.POINTS}
    }
    assert found == {pile: box_check.piles_of(edition)[pile] for pile in tagged_too}


def test_how_many_points_belong_into_a_box_is_said_only_where_a_source_says_it() -> None:
    assert box_check.piles_of(Edition.ALEA_1999)[Pile.POINTS] == 48
    assert box_check.piles_of(Edition.C25)[Pile.POINTS] == 80
    assert Pile.POINTS not in box_check.piles_of(Edition.WINDRIDER_2016)


@for_each(language=LANGUAGES, size=SIZES)
def test_a_count_that_begins_names_most_kinds_of_tiles(
    language: str, size: tuple[int, int]
) -> None:
    tags = {f"{tile}-{copy}": tile.value for tile in Tile for copy in range(2)}
    desk = cafe(["0", 'box="attic"'], [])
    desk.model = desk.model.with_hardware(tags=tags)
    for message in (PinRight(), CheckBox()):
        desk.take(message)
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    told = words(scene(desk.model, canvas))
    assert sum(line.startswith("2×") for line in told) >= 17, "of 23"


def played() -> Timeline:
    """Return a game in which tags were drawn and won, and one still lies on the track."""
    timeline = at_table(3, "track gold . . . . . . .").session.timeline
    assert timeline is not None
    for said, tag in (("draw nile", "T1"), ("invoke", ""), ("pass", ""), ("pass", "")):
        timeline = enter(timeline, action(said), tag)
    bidder = timeline.game.active
    sun = max(timeline.game.players[bidder].suns)
    timeline = enter(timeline, action(f"bid {sun}"))
    return enter(timeline, action("draw gold"), "T2")


def test_what_is_missing_was_seen_last_with_whom_it_went() -> None:
    timeline = played()
    seen = box_check.last_seen(timeline)
    assert seen["T2"] == box_check.LastSeen("", 2)
    assert seen["T1"].epoch == 2
    assert seen["T1"].name in timeline.start.setup.players
    assert box_check.last_seen(None) == {}


def test_the_game_that_was_left_last_tells_where_tiles_went() -> None:
    desk = cafe(["3"], [])
    desk.model = desk.model.with_session(timeline=played()).with_hardware(tags={"T1": "nile"})
    for message in (Leave(), PinRight(), CheckBox()):
        desk.take(message)
    page = desk.page()
    assert isinstance(page, box_check.BoxCheck)
    assert page.last.keys() == {"T1", "T2"}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"a":{"short":[{"kind":"?","missing":1}],"counted_ms":0}}']
)
def test_a_damaged_file_of_checks_says_nothing(tmp_path: Path, text: str) -> None:
    boxes.checks_file(tmp_path).write_text(text)
    assert not any(check.short for check in boxes.load_check(tmp_path).values())
