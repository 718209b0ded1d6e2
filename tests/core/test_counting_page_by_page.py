"""Counting what everybody has, page by page: where each gesture leads, and what it is worth."""

from msgspec.structs import replace

from companion.core.messages import Enter, TurnDial, TypeName
from companion.pages.keyboard import keys
from companion.pages.partial import PartialTable
from companion.pages.score_sheet import (
    AddOne,
    Points,
    Scope,
    SetNumber,
    SheetSetup,
    SheetTally,
    TurnPage,
    Whose,
    counting,
    number,
    places,
    pointed,
    reasons_now,
    score_now,
    setup,
    tallying,
)
from companion.pages.score_sheet.counts import NextPlace
from companion.pages.update import update
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import NoPenalty, Seat, suns_in_play
from companion.rules.records.shapes import Undo
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import Tile
from tests.core.desk import a_desk
from tests.core.test_counting import after, begun, game, page
from tests.view.gallery import NAMES


def test_only_a_whole_game_goes_on_with_the_next_epoch() -> None:
    scopes = {scope: page(begun(scope)) for scope in Scope}
    assert {scope: first.epoch for scope, first in scopes.items()} == {
        Scope.WHOLE: 1, Scope.FIRST: 1, Scope.SECOND: 2, Scope.THIRD: 3,
    }  # fmt: skip
    assert [scope for scope, first in scopes.items() if first.goes_on] == [Scope.WHOLE]
    last = replace(scopes[Scope.WHOLE], ledger=scopes[Scope.THIRD].ledger)
    assert not last.goes_on


def test_one_touch_more_than_the_box_has_of_a_tile_begins_with_none() -> None:
    model, seen = begun(Scope.FIRST), []
    for _ in range(Tile.TEMPLE.copies + 1):
        model = after(model, AddOne(Tile.TEMPLE))
        seen.append(number(page(model), Tile.TEMPLE))
    assert seen == [*range(1, Tile.TEMPLE.copies + 1), 0]


def test_back_leads_to_the_player_before_and_to_their_first_kind() -> None:
    model = after(begun(Scope.FIRST), Whose(Seat(2)), NextPlace(3), TurnPage(-1))
    assert (page(model).seat, page(model).place) == (1, 0)


def test_back_from_the_first_player_of_a_running_game_leads_to_its_table() -> None:
    assert isinstance(after(game(), TurnPage(-1)).page, PartialTable)


def test_the_dial_goes_round_among_the_suns() -> None:
    model = begun(Scope.THIRD)
    suns = suns_in_play(5)
    model = after(model, NextPlace(len(places(page(model))) - 1))
    assert pointed(page(model)) == suns[-1]
    model = after(model, TurnDial(1))
    assert pointed(page(model)) == suns[0]
    model = after(model, TurnDial(-2))
    assert pointed(page(model)) == suns[-2]


def test_digits_are_put_together_until_no_more_points_are_possible() -> None:
    model, said = begun(Scope.SECOND), []
    model = after(model, SetNumber(Points.BEFORE, 0))
    for digit in "2347":
        model = after(model, keys(model)[digit])
        said.append(number(page(model), Points.BEFORE))
    assert said == [2, 23, 234, 7]
    for now, expected in ((98, 981), (99, 1)):
        model = after(model, SetNumber(Points.BEFORE, now))
        assert keys(model)["1"] == SetNumber(Points.BEFORE, expected)


def test_a_page_of_a_tally_that_is_no_longer_waited_for_has_no_place() -> None:
    model = game()
    counted = page(model)
    assert counted.opened(model) == counted
    other = after(model, Enter(Fix(ra_count=3)))
    assert tallying(other) is not None
    assert counted.opened(other) is None
    undone = after(model, Enter(Undo(1)))
    assert tallying(undone) is None
    assert counted.opened(undone) is None
    assert tallying(a_desk(3).model) is None


def test_two_players_who_agreed_so_are_spared_the_penalty_for_fewest_pharaohs() -> None:
    lost = {}
    for agreed in (NoPenalty.OFF, NoPenalty.EVERY_EPOCH):
        first = counting(SheetSetup(NAMES[:2], Scope.FIRST, no_penalty=agreed), NAMES)
        model = after(begun(Scope.FIRST, 2))
        model = replace(model, page=first)
        model = after(model, SetNumber(Tile.PHARAOH, 3), Whose(Seat(1)))
        lost[agreed] = score_now(page(model))[Seat(1)].pharaohs
    assert lost == {NoPenalty.OFF: -2, NoPenalty.EVERY_EPOCH: 0}


def test_nothing_is_said_about_suns_before_any_was_laid() -> None:
    model = after(begun(Scope.THIRD), SetNumber(Tile.PHARAOH, 3))
    said = {reason.category for reason in reasons_now(page(model))}
    assert Category.PHARAOHS in said
    assert Category.SUNS not in said


def test_who_has_told_no_points_is_counted_from_none() -> None:
    now = page(begun(Scope.SECOND))
    hands = tuple(replace(hand, score=None) for hand in now.ledger.hands)
    now = replace(now, ledger=replace(now.ledger, hands=hands))
    assert isinstance(now, SheetTally)
    assert score_now(now)[Seat(0)].before == 0


def test_what_is_typed_where_no_name_is_pointed_at_changes_nothing() -> None:
    model = replace(begun(Scope.FIRST), page=SheetSetup(NAMES))
    assert update(model, TypeName("A"))[0].page == SheetSetup(NAMES)


def test_two_players_have_one_row_more_for_what_they_agreed() -> None:
    assert [setup.length(SheetSetup(NAMES[:players])) for players in range(2, 6)] == [6, 6, 7, 8]
