"""When screen and table disagree: any one thing is corrected with five gestures at most."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.messages import Enter
from companion.core.model import TakenBack
from companion.pages.corrections.fix_entry import FixEntry, Remedy, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import Cell, Way, cells
from companion.pages.history.history import History
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Action, Won
from companion.rules.corrections.fixing import Fix, fixed
from companion.rules.editions import Sun
from companion.rules.events import Fixed, Matter, PastCorrected
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.records.entries import Change, Correct
from companion.rules.tiles import Tile
from companion.ui.scene import Box, Picture, words
from companion.ui.theme import BUTTON_COLOURS
from tests.core.desk import Desk, a_desk, dice, models
from tests.rules.games import some_action
from tests.together import some
from tests.view.gallery import shown

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


def disagreements(desk: Desk) -> Iterator[tuple[int, int, Cell, Way]]:
    """Yield every way in which anything can lie otherwise."""
    for place, cell in enumerate(cells(desk.game)):
        for number, way in enumerate(cell.ways):
            if way.fix is not None:
                yield place, number, cell, way


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_one_thing_is_put_right_with_five_gestures_of_the_dial(players: int) -> None:
    tried = set()
    for at, model in enumerate(models(players, 1)[::40]):
        if not isinstance(model.page, Table) or model.game.stage is Phase.OVER:
            continue
        for cell, number, thing, way in some(disagreements(Desk(model)), 4, at):
            desk = Desk(model)
            gestures, detents = mend_by_dial(desk, cell, number)
            assert way.fix is not None
            wanted, _ = fixed(model.game, way.fix)
            assert desk.game == wanted, way
            assert gestures <= MOST_GESTURES, way
            assert detents <= MOST_DETENTS, way
            assert isinstance(desk.page(), Table | EpochScores)
            tried.add(thing.matter)
    assert tried == set(Matter) - {Matter.DOWN, Matter.TRACK}  # told by their neighbours


def test_a_fix_is_one_line_of_the_journal_and_can_be_taken_back() -> None:
    desk = a_desk(3)
    before = desk.game
    mend_by_dial(desk, 0, 1)
    assert len(desk.entries) == 1
    assert isinstance(desk.entries[0], Fix)
    assert any(isinstance(event, Fixed) for event in desk.model.session.timeline.events)  # type: ignore[union-attr]
    desk.press("undo")
    assert desk.game == before


def test_the_panel_opens_from_the_table_and_from_the_scores() -> None:
    for page in (Table(), EpochScores()):
        desk = a_desk(3)
        desk.take(Enter(DRAWS[Tile.NILE]))
        desk.model = replace(desk.model, page=page)
        desk.press("ok", is_held=True)
        assert isinstance(desk.page(), FixPanel), page


def test_a_score_is_put_right_after_the_end() -> None:
    model = models(3, 2)[-1]
    assert model.game.stage is Phase.OVER
    desk = Desk(model)
    desk.model = replace(desk.model, page=Finale(4))
    desk.press("ok", is_held=True)
    found = cells(desk.game)
    assert {cell.matter for cell in found} == {Matter.TILES, Matter.SCORE}


def test_how_the_screen_says_it_already_leads_back_without_a_line() -> None:
    desk = a_desk(3)
    desk.press("ok", is_held=True)
    desk.press("dial")
    desk.press("dial")
    assert isinstance(desk.page(), Table)
    assert desk.entries == []


def test_a_game_goes_on_while_the_panel_is_open() -> None:
    desk = a_desk(3)
    desk.press("ok", is_held=True)
    desk.take(Enter(DRAWS[Tile.NILE]))
    assert isinstance(desk.page(), Table)
    assert desk.game.lane[0] is Tile.NILE


def test_the_keyboard_alone_puts_things_right() -> None:
    desk = a_desk(3)
    for key in ("tab", "return", "right", "return"):
        desk.key(key)
    assert isinstance(desk.entries[0], Fix)


def history_of(*actions: Action, players: int = 3) -> Desk:
    """Return a desk with these entries made."""
    desk = a_desk(players)
    for action in actions:
        desk.take(Enter(action))
        desk.go_back()
    return desk


def choose(desk: Desk, remedy: Remedy, action: Action | None = None) -> None:
    """Turn to a way of going on with a correction, and take it."""
    page = desk.page()
    assert isinstance(page, FixEntry)
    assert desk.model.session.timeline is not None
    found = remedies(desk.model.session.timeline, page)
    place = next(
        at for at, cure in enumerate(found) if (cure.remedy, cure.action) == (remedy, action)
    )
    desk.turn(shortest(len(found), page.way, place))
    desk.press("dial")


NILE, FLOOD, PHARAOH, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.FLOOD, Tile.PHARAOH, Tile.RA))


def test_a_misread_tile_of_five_turns_ago_is_put_right_with_five_gestures() -> None:
    desk = history_of(NILE, FLOOD, FLOOD, FLOOD, FLOOD)
    desk.press("undo", is_held=True)
    desk.turn(-4)
    desk.press("p3")
    choose(desk, Remedy.INSTEAD, PHARAOH)
    assert desk.entries[-1] == Correct((Change(1, (PHARAOH,)),))
    assert desk.game.lane[0] is Tile.PHARAOH
    assert isinstance(desk.page(), Table)


def test_a_ra_tile_that_was_none_takes_its_unsold_auction_with_it() -> None:
    """E-104."""
    desk = history_of(RA, UNSOLD, NILE)
    desk.press("undo", is_held=True)
    desk.turn(-2)
    desk.press("p3")
    choose(desk, Remedy.INSTEAD, FLOOD)
    assert desk.game.lane[:2] == (Tile.FLOOD, Tile.NILE)
    assert desk.game.ra_count == 0


def test_a_tile_that_was_ra_asks_how_its_auction_ended() -> None:
    desk = history_of(NILE, FLOOD)
    desk.press("undo", is_held=True)
    desk.turn(-1)
    desk.press("p3")
    choose(desk, Remedy.INSTEAD, RA)
    page = desk.page()
    assert isinstance(page, FixEntry)
    assert page.seq == 2
    assert page.why is not None
    choose(desk, Remedy.BEFORE, UNSOLD)
    assert (desk.game.ra_count, desk.game.lane[:2]) == (1, (Tile.FLOOD, None))


def test_an_entry_that_no_longer_fits_can_end_the_game_there() -> None:
    desk = history_of(RA, Won(Sun(13)), NILE)
    desk.press("undo", is_held=True)
    desk.turn(-2)
    desk.press("p3")
    choose(desk, Remedy.INSTEAD, FLOOD)
    choose(desk, Remedy.STOP)
    assert desk.game.lane[:2] == (Tile.FLOOD, None)


def test_the_past_can_be_left_and_the_table_fixed_instead() -> None:
    desk = history_of(RA, Won(Sun(13)), NILE)
    desk.press("undo", is_held=True)
    desk.turn(-2)
    desk.press("p3")
    choose(desk, Remedy.INSTEAD, FLOOD)
    choose(desk, Remedy.LEAVE)
    assert isinstance(desk.page(), FixPanel)
    assert not any(isinstance(entry, Correct) for entry in desk.entries)


def test_undo_on_the_page_goes_back_to_the_place_in_the_history() -> None:
    desk = history_of(NILE, FLOOD)
    desk.press("undo", is_held=True)
    desk.turn(-1)
    desk.press("p3")
    desk.press("undo")
    assert desk.page() == History(1)


@pytest.mark.parametrize("players", [2, 5])
def test_any_entry_of_a_whole_game_can_be_corrected_and_the_account_says_so(players: int) -> None:
    chance = dice(players)
    desk = a_desk(players)
    while legal_actions(desk.game):
        desk.take(Enter(some_action(desk.game, chance, 0.8)))
    model = desk.model
    assert model.session.timeline is not None
    done = 0
    for moment in model.session.timeline.moments[::9]:
        again = Desk(model)
        again.model = replace(again.model, page=FixEntry(moment.seq))
        for _ in range(6):
            page = again.page()
            if not isinstance(page, FixEntry) or again.model.session.timeline is None:
                break
            found = remedies(again.model.session.timeline, page)
            stops = [at for at, cure in enumerate(found) if cure.remedy is Remedy.STOP]
            again.turn(stops[0] - page.way if stops else 1)
            again.press("dial")
        if again.entries:
            done += 1
            events = again.model.session.timeline.events if again.model.session.timeline else ()
            assert any(isinstance(event, PastCorrected) for event in events)
    assert done > 10


def test_calling_ra_can_be_corrected_to_a_drawn_tile() -> None:
    desk = history_of(NILE, INVOKE)
    desk.press("undo", is_held=True)
    desk.press("p3")
    choose(desk, Remedy.INSTEAD, FLOOD)
    assert desk.game.stage is Phase.TURN


def test_the_page_counts_an_entry_as_the_history_does_whatever_was_taken_back_before() -> None:
    desk = history_of(NILE, FLOOD)
    desk.press("undo")
    desk.press("undo")
    for action in (FLOOD, NILE, PHARAOH):
        desk.take(Enter(action))
    desk.press("undo", is_held=True)
    desk.turn(-1)
    assert desk.page() == History(2)
    desk.press("p3")
    page = desk.page()
    assert isinstance(page, FixEntry)
    assert page.seq > 2
    assert page.prompt(desk.model).facts == {"entry": 2}


def test_what_won_and_what_was_only_bid_are_told_apart_in_words_and_owners_colours() -> None:
    desk = history_of(RA, Won(Sun(13)), NILE)
    moments = desk.model.session.timeline.moments  # type: ignore[union-attr]
    picture = shown(replace(desk.model, page=FixEntry(moments[1].seq)))
    said = words(picture)
    assert said.count("won with") > said.count("only bid") > 0
    rims = {item.border for item in picture.items if isinstance(item, Box)}
    buttons = desk.model.session.buttons
    assert {BUTTON_COLOURS[button] for button in buttons} <= rims
    emblems = {item.name for item in picture.items if isinstance(item, Picture)}
    assert {f"emblem_{button}" for button in buttons} <= emblems


def test_what_was_said_on_a_page_does_not_outlive_it() -> None:
    desk = a_desk(3)
    desk.key("q")  # nobody has a god
    assert desk.model.screen.said is not None
    desk.key("tab")
    assert desk.model.screen.said is None
    desk.take(Enter(Fix(epoch=1)))  # as the screen says already
    refused = desk.model.screen.said
    assert refused is not None
    desk.key("escape")
    assert isinstance(desk.page(), Table)
    assert desk.model.screen.said is None


def test_what_is_said_with_the_next_page_stays() -> None:
    desk = history_of(NILE, FLOOD)
    desk.press("undo", is_held=True)
    desk.turn(-1)
    for _ in range(3):
        desk.press("ok")
    assert isinstance(desk.page(), Table)
    assert isinstance(desk.model.screen.said, TakenBack)
