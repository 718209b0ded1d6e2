"""A disaster asks: the tiles that can go lie large where the lot lay."""

import pytest
from msgspec.structs import replace

from companion.core.messages import (
    CallPass,
    ChooseLoss,
    DismissResult,
    Open,
    Play,
    SettleAuction,
    TakeSun,
)
from companion.core.model import Model
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.controls import places
from companion.pages.render import scene
from companion.pages.table.disaster import worth
from companion.pages.table.situation import PickDiscard
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import INVOKE
from companion.rules.editions import SUN_GROUPS, Seat, Sun
from companion.rules.legal import remaining_losses
from companion.rules.model import Discarding
from companion.rules.tiles import Tile, bundle
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Box, Picture, Rect, Text, words
from companion.ui.style import Canvas
from companion.ui.theme import NIGHT
from tests.core.desk import Desk
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, at_table, shown
from tests.view.ink import looked_at, overlap
from tests.view.test_reading_distance import height


def struck(players: int, *chosen: Tile, focus: int | None = None, name: str = "unrest") -> Model:
    """Return a table at which a disaster asks, after these were chosen."""
    pick = PickDiscard(chosen, focus) if chosen or focus is not None else None
    return at_table(players, f"disaster dis_{name}", "track nile", pick=pick)


def owned(model: Model) -> tuple[tuple[Tile, int], ...]:
    """Return what the disaster may take."""
    assert isinstance(model.game.stage, Discarding)
    return remaining_losses(model.game, model.game.stage, ())


@for_each(players=range(2, 6), size=SIZES, name=["unrest", "earthquake"])
def test_every_tile_that_can_go_lies_large_where_the_lot_lay(
    players: int, size: tuple[int, int], name: str
) -> None:
    model = struck(players, name=name)
    items = shown(model, size).items
    for kind, number in owned(model):
        large = [item for item in items if isinstance(item, Picture)
                 and item.name == TILE_PICTURES[kind]
                 and item.rect.h >= min(size) / 9]  # fmt: skip
        assert len(large) == number


@for_each(players=range(2, 6), size=[size for size in SIZES if size[0] > size[1]],
          name=["unrest", "earthquake"])  # fmt: skip
def test_right_after_a_lot_they_are_a_fifth_of_the_height_if_there_are_six_at_most(
    players: int, size: tuple[int, int], name: str
) -> None:
    model = won_with_a_disaster(players, name)
    items = shown(model, size).items
    large = {kind: [item.rect.h for item in items if isinstance(item, Picture)
                    and item.name == TILE_PICTURES[kind]] for kind, _ in owned(model)}  # fmt: skip
    number = sum(number for _, number in owned(model))
    least = height(size) / (5.1 if number <= 6 else 7)
    assert all(max(heights) >= least for heights in large.values()), (number, large)


def won_with_a_disaster(players: int, name: str, winner: int = 0) -> Model:
    """Return a table just after a lot with a disaster that asks."""
    by = f'auction A1 by "{NAMES[players - 1]}"'
    desk = Desk(at_table(players, by, f"track nile dis_{name}"))
    desk.take(TakeSun(Sun(SUN_GROUPS[players][winner][1])))
    desk.take(SettleAuction())
    assert isinstance(desk.game.stage, Discarding)
    return desk.model


@for_each(
    7,
    size=[size for size in SIZES if min(size) >= 480],
    language=LANGUAGES,
    lot=[(3, "earthquake", 0), (5, "earthquake", 2)],
)
def test_what_monuments_are_worth_says_when_they_are_counted(
    size: tuple[int, int], language: str, lot: tuple[int, str, int]
) -> None:
    players, name, winner = lot
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    said = words(scene(won_with_a_disaster(players, name, winner), canvas))
    assert canvas.words.say("at the end") in said


def test_fingers_see_no_signs_of_buttons_on_tiles_nor_on_what_can_be_done_in_the_past() -> None:
    past = PAGES["history"](3, NAMES)
    for model, kinds in ((struck(3), ChooseLoss), (past, Open)):
        for panel in (True, False):
            drawn = scene(model, Canvas(size=(800, 480), type=TYPE, panel=panel))
            signs = [each.rect for each in drawn.items
                     if isinstance(each, Picture) and each.name.startswith("emblem")]  # fmt: skip
            keys = [each.rect for each in drawn.targets if isinstance(each.message, kinds)]
            body = [key for key in keys if key.w > 60 and key.y < 400 and key.h < 200]
            assert any(key.overlaps(sign) for key in body for sign in signs) == panel


@for_each(
    7,
    lot=[("unrest", 0), ("unrest", 3), ("earthquake", 0)],
    size=some(SIZES, 4),
    language=LANGUAGES,
)
def test_no_word_lies_over_a_tile_even_where_few_can_go(
    lot: tuple[str, int], size: tuple[int, int], language: str
) -> None:
    canvas, (name, winner) = Canvas(size=size, type=TYPE, words=in_language(language)), lot
    for model in (struck(4, name=name), won_with_a_disaster(4, name, winner)):
        drawn = scene(model, canvas)
        tiles = [each for each in drawn.items if isinstance(each, Picture)
                 and each.name in TILE_PICTURES.values()]  # fmt: skip
        said = [seen for seen in looked_at(drawn).texts if any(map(str.isalpha, seen[0].text))]
        assert [f"{text.text} over {each.name}" for text, place in said for each in tiles
                if overlap(place, each.rect) > 1] == []  # fmt: skip


@for_each(players=range(2, 6), size=SIZES, name=["unrest", "earthquake"])
def test_once_a_tile_is_chosen_a_notice_covers_no_other_tile(
    players: int, size: tuple[int, int], name: str
) -> None:
    desk = Desk(won_with_a_disaster(players, name))
    desk.take(ChooseLoss(owned(desk.model)[0][0]))
    desk.take(CallPass(Seat(0)))
    drawn = shown(desk.model, size)
    note = next(each for each in drawn.items if isinstance(each, Box) and each.border == NIGHT.bad)
    large = [each.rect for each in drawn.items if isinstance(each, Picture)
             and each.name in TILE_PICTURES.values()
             and each.rect.h >= min(size) / 9]  # fmt: skip
    assert [rect for rect in large if overlap(note.rect, rect) > 1] == []


def test_a_chosen_tile_sinks_and_another_touch_frees_it() -> None:
    model = struck(4)
    kind = owned(model)[0][0]
    whole = {rect_of(model, ChooseLoss(kind))}
    chosen, _ = update(model, ChooseLoss(kind))
    freeing = ChooseLoss(kind, is_kept=True)
    assert rect_of(chosen, freeing)[1] > min(rect[1] for rect in whole)
    freed, _ = update(chosen, freeing)
    assert freed.page == Table()
    assert freed.session.timeline is model.session.timeline


def rect_of(model: Model, message: ChooseLoss) -> Rect:
    """Return where a touch means this."""
    return next(target.rect for target in shown(model).targets if target.message == message)


def test_what_is_kept_and_what_it_scores_stand_below() -> None:
    model = struck(4)
    kept = owned(model)
    said = words(shown(model))
    assert f"{len(kept)} kinds" in said
    fewer = replace(model, page=Table(PickDiscard((kept[0][0],))))
    assert f"{len(kept) - (kept[0][1] == 1)} kinds" in words(shown(fewer))


@pytest.mark.parametrize(
    ("disaster", "kept", "points"),
    [
        (Tile.UNREST, (), -5),
        (Tile.UNREST, (Tile.ART, Tile.ART, Tile.RELIGION), 0),
        (Tile.UNREST, (Tile.ART, Tile.WRITING, Tile.RELIGION), 5),
        (Tile.EARTHQUAKE, (Tile.TEMPLE,) * 3, 6),
        (Tile.EARTHQUAKE, (Tile.TEMPLE, Tile.SPHINX), 2),
        (Tile.EARTHQUAKE, (Tile.TEMPLE,) * 6, 1),  # a fix says more than the box has
    ],
)
def test_what_is_kept_is_worth_what_the_rules_say(
    disaster: Tile, kept: tuple[Tile, ...], points: int
) -> None:
    assert worth(disaster, bundle(kept)) == points


@for_each(language=[each for each in LANGUAGES if each != "ja"], size=[(480, 800), (800, 480)])
def test_no_word_of_what_is_asked_is_broken(language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn = scene(PAGES["discard"](3, NAMES), canvas)
    asked = [each for each in drawn.items if isinstance(each, Text) and each.is_loud]
    assert asked
    assert all(any(letter.isalnum() for letter in each.text.split()[0]) for each in asked)


def test_with_one_button_what_is_pointed_at_shows_where_it_lies() -> None:
    """Also just after a lot, while a finger might still mean the auction."""
    lot = won_with_a_disaster(3, "unrest").with_preferences(scan_seconds=1.5)
    gone_on, _ = update(lot, DismissResult())
    turn = Desk(at_table(3, "track nile").with_preferences(scan_seconds=1.5))
    turn.take(Play(INVOKE))
    turn.take(TakeSun(Sun(13)))
    for model in (gone_on, turn.model):
        targets = [target.message for target in shown(model).targets]
        tiles = [offer.message for offer in places(model) if offer.tile is not None]
        assert tiles
        assert [tile for tile in tiles if tile not in targets] == []
