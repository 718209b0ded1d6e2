"""The fix panel is the table itself: touch what is wrong, choose in the strip how it is."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.effects import do
from companion.core.messages import Enter, Message, Next, Open, Route, TakeBack
from companion.core.model import Model
from companion.pages.controls import keys
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import TURN, Cell, Value, cells, start
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.history_view import correcting_at
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE, Action, Discard, Won
from companion.rules.corrections.fixing import Fix, fixed
from companion.rules.editions import Seat, Sun
from companion.rules.events import FixedPart, PastCorrected
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, AuctionCause, Phase
from companion.rules.records.entries import Change, Correct
from companion.rules.tiles import Tile
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Box, Picture, Rect, Scene, Text, words
from companion.ui.theme import BUTTON_COLOURS, NIGHT
from tests.core.desk import Desk, a_desk, dice, models
from tests.rules.games import some_action
from tests.together import for_each, some
from tests.view.gallery import NAMES, SIZES, at_table, scored, shown

players = pytest.mark.parametrize("players", range(2, 6))


def fixing(players: int, cell: int = 0, way: int | None = None, *parts: str) -> Model:
    """Return the fix panel over a table."""
    return replace(at_table(players, *parts), page=FixPanel(cell, way))


def place_of(model: Model, part: FixedPart, whose: int = 0) -> int:
    """Return which of all things this is: by its slot, or by whose it is."""
    found = enumerate(cells(model.game))
    return next(at for at, each in found if each.part is part
                and whose in (each.space, each.seat, each.now.seat or 0))  # fmt: skip


def spot(picture: Scene[Message], message: object) -> Rect:
    """Return where a touch means this."""
    return next(target.rect for target in picture.targets if target.message == message)


def strip_of(picture: Scene[Message]) -> Rect:
    """Return where the strip is: in gold, and the lowest of what is."""
    gold = (
        item.rect
        for item in picture.items
        if isinstance(item, Box) and (item.fill, item.border) == (NIGHT.panel_active, NIGHT.gold)
    )
    return max(gold, key=lambda rect: rect.w)


def reached(picture: Scene[Message]) -> set[Message | None]:
    """Return everything that a touch in the middle of some place means."""
    rects = [target.rect for target in picture.targets]
    return {picture.target_at(rect.x + rect.w / 2, rect.y + rect.h / 2) for rect in rects}


@for_each(players=range(2, 6), size=SIZES)
def test_everything_that_can_lie_otherwise_lies_on_the_table_and_is_touched_there(
    players: int, size: tuple[int, int]
) -> None:
    model = fixing(players)
    wanted = {Open(Route.FIX, (place, start(cell.ways)))
              for place, cell in enumerate(cells(model.game))
              if cell.part is not FixedPart.ACTIVE}  # fmt: skip
    assert wanted <= reached(shown(model, size))


@players
def test_the_turn_is_moved_by_a_touch_on_the_name_of_whose_it_is(players: int) -> None:
    model = fixing(players)
    turn = place_of(model, FixedPart.ACTIVE)
    ways = cells(model.game)[turn].ways
    picture = shown(model)
    for number, way in enumerate(ways):
        name = spot(picture, Open(Route.FIX, (turn, number)))
        assert picture.target_at(name.x + 5, name.y + name.h / 2) == Open(Route.FIX, (turn, number))
        there = shown(fixing(players, turn, number))
        if way.fix is not None:
            assert Enter(way.fix) in reached(there)


@for_each(players=range(2, 6), size=SIZES)
def test_the_dial_goes_round_the_table_in_reading_order(
    players: int, size: tuple[int, int]
) -> None:
    """Along the rows of the middle, then player by player."""
    model = fixing(players)
    picture = shown(model, size)
    middle = [spot(picture, Open(Route.FIX, (place, start(cell.ways))))
              for place, cell in enumerate(cells(model.game))
              if cell.part in (FixedPart.CENTRE, FixedPart.SPACE)]  # fmt: skip
    spaces = middle[1:]
    assert spaces == sorted(spaces, key=lambda rect: (rect.y, rect.x))
    assert middle[0].x < min(space.x for space in spaces)
    owners = [cell.now.seat if cell.seat is None else cell.seat
              for cell in cells(model.game)[place_of(model, FixedPart.ACTIVE) + 1 :]]  # fmt: skip
    assert owners == sorted(each for each in owners if each is not None)


@for_each(players=range(2, 6), size=some(SIZES, 6))
def test_every_way_is_one_touch_away_once_the_thing_is_chosen(
    players: int, size: tuple[int, int]
) -> None:
    model = fixing(players)
    for place, cell in enumerate(cells(model.game)):
        picture = shown(fixing(players, place, start(cell.ways)), size)
        wanted = {Next() if way.fix is None else Enter(way.fix) for way in cell.ways}
        assert wanted <= reached(picture), (cell.part, cell.seat)


def test_kinds_that_belong_together_lie_in_stacks_until_the_thing_is_chosen() -> None:
    place = place_of(fixing(3), FixedPart.SPACE)
    resting, chosen = shown(fixing(3, place)), shown(fixing(3, place, 0))
    assert {"5", "8", "4"} <= set(words(resting))
    ways = cells(fixing(3).game)[place].ways
    monuments = [
        at for at, way in enumerate(ways) if way.tile and way.tile.family.value == "monument"
    ]
    assert Open(Route.FIX, (place, monuments[0])) in reached(resting)
    assert not {Open(Route.FIX, (place, at)) for at in monuments} & reached(chosen)


def test_down_and_up_lead_to_the_next_row_and_right_goes_along_it() -> None:
    model = fixing(4, place_of(fixing(4), FixedPart.SPACE, 6))
    for wanted in (FixedPart.SCORE, FixedPart.SUNS, FixedPart.TILES):
        model, _ = update(model, keys(model)["down"])
        assert isinstance(model.page, FixPanel)
        cell = cells(model.game)[model.page.cell]
        assert cell.part is wanted
        assert (cell.now.seat if cell.seat is None else cell.seat) in {2, 3}
    low = model
    assert update(low, keys(low)["down"])[0].page == low.page
    for wanted in (FixedPart.SUNS, FixedPart.SCORE, FixedPart.SPACE):
        model, _ = update(model, keys(model)["up"])
        assert isinstance(model.page, FixPanel)
        assert cells(model.game)[model.page.cell].part is wanted
    before = model.page.cell  # type: ignore[attr-defined]
    model, _ = update(model, keys(model)["right"])
    assert model.page == FixPanel(before + 1)


def test_after_the_end_only_tiles_and_points_are_touched() -> None:
    model = scored(3, *["draw ra"] * 3)
    assert {cell.part for cell in cells(model.game)} == {FixedPart.TILES, FixedPart.SCORE}
    picture = shown(replace(model, page=FixPanel()))
    fixes = {
        each for each in reached(picture) if isinstance(each, Open) and each.route is Route.FIX
    }
    assert len(fixes) >= len(cells(model.game))
    assert do(FixPanel.choose) in reached(picture)


def test_points_stay_under_their_lock_and_every_difference_is_offered() -> None:
    model = fixing(3)
    place = place_of(model, FixedPart.SCORE, 1)
    said = words(shown(fixing(3, place, 0)))
    assert {"+1", "+10", "\N{MINUS SIGN}1", "\N{MINUS SIGN}10"} <= set(said)
    locks = [item for item in shown(model).items
             if isinstance(item, Picture) and item.name == "ui_lock"]  # fmt: skip
    assert len(locks) == 3


@for_each(players=range(2, 6), size=some(SIZES, 6, 1))
def test_a_strip_never_cuts_suns_or_tiles_of_a_card_in_two(
    players: int, size: tuple[int, int]
) -> None:
    model = fixing(players)
    for place, cell in enumerate(cells(model.game)):
        page = FixPanel(place, start(cell.ways))
        drawn = shown(replace(model, page=page), size)
        strip = strip_of(drawn)
        crossing = [
            item
            for item in drawn.items
            if isinstance(item, Picture | Text)
            and item.rect.y < strip.y < item.rect.y + item.rect.h
        ]
        assert crossing == []


@for_each(
    chosen=((FixedPart.STAGE, FixedPart.SUNS), (FixedPart.SUNS, FixedPart.TILES)),
    size=[size for size in SIZES if size[0] >= 1280],
)
def test_in_a_large_room_what_everybody_has_stays_while_something_is_chosen(
    chosen: tuple[FixedPart, FixedPart], size: tuple[int, int]
) -> None:
    part, seen = chosen
    model = fixing(5)
    at = place_of(model, part)
    held = [each for each, cell in enumerate(cells(model.game)) if cell.part is seen]
    wanted = {Open(Route.FIX, (each, start(cells(model.game)[each].ways))) for each in held}
    assert len(wanted) >= len(NAMES)
    assert wanted <= reached(shown(replace(model, page=FixPanel(at, 0)), size))


def test_what_happens_now_may_be_the_turn_of_anybody_who_has_suns() -> None:
    model = at_table(3)
    stage = cells(model.game)[place_of(model, FixedPart.STAGE)]
    turns = [way for way in stage.ways if way.label == TURN]
    assert [way.seat for way in turns] == [0, 1, 2]
    assert stage.now is turns[0]
    assert turns[2].fix is not None
    after, _ = fixed(model.game, turns[2].fix)
    assert (after.stage, after.active) == (Phase.TURN, 2)
    called, _ = fixed(model.game, Fix(stage=Auction(Seat(0), AuctionCause.INVOKED)))
    back = next(
        way for way in cells(called)[place_of(model, FixedPart.STAGE)].ways if way.seat == 1
    )
    assert back.fix is not None
    after, _ = fixed(called, back.fix)
    assert (after.stage, after.active) == (Phase.TURN, 1)


@for_each(players=(2, 5), size=SIZES)
def test_how_many_of_a_kind_somebody_has_stands_beside_the_tile_and_not_on_it(
    players: int, size: tuple[int, int]
) -> None:
    model = fixing(players)
    place = place_of(model, FixedPart.TILES)
    drawn = shown(replace(model, page=FixPanel(place, 0)), size)
    strip = strip_of(drawn)
    low = [item for item in drawn.items if item.rect.y > strip.y]
    tiles = [item.rect for item in low if isinstance(item, Picture) and item.name in TILES]
    numbers = [item.rect for item in low if isinstance(item, Text) and item.text.isdecimal()]
    assert len(numbers) == len(tiles)
    for tile, number in zip(tiles, numbers, strict=True):
        assert number.x >= tile.x + tile.w


TILES = {*TILE_PICTURES.values()}


# When screen and table disagree: any one thing is corrected with five gestures at most.


MOST_GESTURES = 5

MOST_DETENTS = 30
"""Eight detents a second, forwards or backwards: a turn of the dial takes four seconds at most."""


def shortest(places: int, start: int, end: int) -> int:
    """Return the detents from one place of a ring to another, the shorter way round."""
    steps = (end - start) % places
    return steps if steps <= places // 2 else steps - places


def mend_by_dial(desk: Desk, cell: int, way: int) -> tuple[int, int]:
    """Put one thing right with OK and the dial; return gestures and the most detents of a turn."""
    gestures, most = 1, 0
    desk.press("ok", is_held=True)
    for wanted in (cell, way):
        page = desk.page()
        assert isinstance(page, FixPanel)
        now, places = (
            (page.cell, len(cells(desk.game)))
            if page.way is None
            else (page.way, len(cells(desk.game)[page.cell].ways))
        )
        steps = shortest(places, now, wanted)
        desk.turn(steps)
        desk.press("dial")
        gestures += 1 + bool(steps)
        most = max(most, abs(steps))
    return gestures, most


def disagreements(desk: Desk) -> Iterator[tuple[int, int, Cell, Value]]:
    """Yield every way in which anything can lie otherwise."""
    for place, cell in enumerate(cells(desk.game)):
        for number, way in enumerate(cell.ways):
            if way.fix is not None:
                yield place, number, cell, way


@pytest.mark.parametrize("players", some([2, 3, 4, 5], 4))
def test_any_one_thing_is_put_right_with_five_gestures_of_the_dial(players: int) -> None:
    tried = set()
    for at, model in enumerate(models(players, 1)[::40]):
        if not isinstance(model.page, Table) or model.game.stage is Phase.OVER:
            continue
        for cell, number, thing, way in some(disagreements(Desk(model)), 11, 5 * at):
            desk = Desk(model)
            gestures, detents = mend_by_dial(desk, cell, number)
            assert way.fix is not None
            wanted, _ = fixed(model.game, way.fix)
            assert desk.game == wanted, way
            assert gestures <= MOST_GESTURES, way
            assert detents <= MOST_DETENTS, way
            desk.press("undo")
            if thing.part is FixedPart.TILES:  # their list stays open for more of them
                desk.press("undo")
            assert isinstance(desk.page(), Table | EpochScores)
            tried.add(thing.part)
    assert tried == set(FixedPart) - {FixedPart.SPENT, FixedPart.TRACK}  # told by their neighbours


def history_of(*actions: Action, players: int = 3) -> Desk:
    """Return a desk with these entries made."""
    desk = a_desk(players)
    for action in actions:
        desk.take(Enter(action))
        desk.go_back()
    return desk


NILE, FLOOD, PHARAOH, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.FLOOD, Tile.PHARAOH, Tile.RA))


@pytest.mark.parametrize("players", [2, 5])
def test_any_entry_of_a_whole_game_can_be_corrected_and_the_account_says_so(players: int) -> None:
    chance = dice(players)
    desk = a_desk(players)
    while legal_actions(desk.game):
        desk.take(Enter(some_action(desk.game, chance, 0.8)))
    model = desk.model
    assert model.session.timeline is not None
    done = 0
    for step in model.session.timeline.steps[::9]:
        again = Desk(model)
        again.model = replace(again.model, page=FixEntry(step.seq))
        for _ in range(6):
            page = again.page()
            if not isinstance(page, FixEntry) or again.model.session.timeline is None:
                break
            found = remedies(again.model.session.timeline, page)
            stops = [at for at, option in enumerate(found) if option.kind is OptionKind.STOP]
            again.turn(stops[0] - page.way if stops else 1)
            again.press("dial")
        if again.entries:
            done += 1
            events = again.model.session.timeline.events if again.model.session.timeline else ()
            assert any(isinstance(event, PastCorrected) for event in events)
    assert done > 10


def test_what_won_and_what_was_only_bid_are_told_apart_in_words_and_owners_colours() -> None:
    desk = history_of(RA, Won(Sun(13)), NILE)
    steps = desk.model.session.timeline.steps  # type: ignore[union-attr]
    picture = shown(replace(desk.model, page=FixEntry(steps[1].seq)))
    said = words(picture)
    assert said.count("won with") > said.count("only bid") > 0
    rims = {item.border for item in picture.items if isinstance(item, Box)}
    buttons = desk.model.session.buttons
    assert {BUTTON_COLOURS[button] for button in buttons} <= rims
    emblems = {item.name for item in picture.items if isinstance(item, Picture)}
    assert {f"emblem_{button}" for button in buttons} <= emblems


# Which ways to correct an entry are offered, and in which order: the likeliest first.


NILE, GOLD, FLOOD = (DRAWS[tile] for tile in (Tile.NILE, Tile.GOLD, Tile.FLOOD))

MONUMENTS = tuple(DRAWS[tile] for tile in (Tile.FORTRESS, Tile.OBELISK, Tile.PALACE))


def _entry(seq: int) -> Open:
    """Return what leads to the page that corrects this entry."""
    return Open(Route.FIX_ENTRY, (seq,))


def test_players_and_the_bag_are_corrected_but_no_discard_no_fix_and_nothing_taken_back() -> None:
    """A discard is chosen again once the disaster is corrected."""
    desk = a_desk(3)
    lot: tuple[Action, ...] = (*MONUMENTS, DRAWS[Tile.EARTHQUAKE], INVOKE, Won(Sun(13)))
    given_up = Discard((Tile.FORTRESS, Tile.OBELISK))
    for entry in (*lot, given_up, Fix(ra_count=1), NILE, GOLD):
        desk.take(Enter(entry))
    desk.take(Enter(Correct((Change(9, (FLOOD,)),))))
    found = [correcting_at(desk.model, at) for at in range(13)]
    assert found == [
        None,  # the start of the game
        *[_entry(at) for at in range(1, 7)],
        None,  # what was given up
        None,  # the fix
        _entry(9),
        _entry(10),
        None,  # the correction
        None,
    ]
    desk.take(TakeBack(2))
    found = [correcting_at(desk.model, at) for at in range(9, 12)]
    assert found == [_entry(9), None, None]
