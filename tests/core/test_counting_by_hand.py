"""Counting on the screen: what every control and key does, from who played to what it is worth."""

import pytest
from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Dispatch, Effect
from companion.core.messages import (
    GoTo,
    Join,
    Message,
    Next,
    NextAlphabet,
    PushDial,
    TakeLetter,
    TurnDial,
    TypeName,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.preferences import Preferences
from companion.core.session import Agreement, Guest, Session
from companion.pages.archive import KeepSheet
from companion.pages.bindings import controls, prompt
from companion.pages.keyboard import AWAY_KEY, keys
from companion.pages.menu import Menu
from companion.pages.new_game import Welcome
from companion.pages.new_game.naming import Sheet
from companion.pages.partial import PartialTable
from companion.pages.score_sheet import (
    AddOne,
    ChangeRow,
    LaySun,
    Points,
    SaveSheet,
    Scope,
    SetNumber,
    SheetResult,
    SheetSetup,
    SheetTally,
    SkipPlayer,
    TurnPage,
    Whose,
    contradictions,
    counting,
    counting_or_gathered,
    number,
    owner,
    places,
    pointed,
    reasons_now,
    score_now,
    tallying,
)
from companion.pages.score_sheet.counts import NextPlace
from companion.pages.update import update
from companion.rules.actions import Level
from companion.rules.editions import Edition, NoPenalty, Options, Seat, Sun, setup
from companion.rules.partial.ledger import END_EPOCH
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.refusal import Refusal, Why
from companion.rules.scoring.reasons import Because
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import Tile, count

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")

COLOURS = ("Red", "Blue", "Green", "Gold", "Grey")


def after(model: Model, *messages: Message) -> Model:
    """Return the program after these, and after what follows from each."""
    for message in messages:
        model, effects = update(model, message)
        for effect in effects:
            if isinstance(effect, Dispatch):
                model = after(model, effect.message)
    return model


def begun(scope: Scope, players: int = 3, no_penalty: NoPenalty = NoPenalty.OFF) -> Model:
    chosen = SheetSetup(NAMES[:players], scope, no_penalty)
    return Model(page=counting(chosen, COLOURS))


def page(model: Model) -> SheetTally:
    assert isinstance(model.page, SheetTally)
    return model.page


def chosen(model: Model) -> SheetSetup:
    assert isinstance(model.page, SheetSetup)
    return model.page


def result(model: Model) -> SheetResult:
    assert isinstance(model.page, SheetResult)
    return model.page


def waiting() -> Timeline:
    """Return a game of three of which an epoch has ended, and waits for its tally."""
    return enter(enter(begin(setup(NAMES[:3])), SetLevel(Level.LIGHT)), END_EPOCH)


def at_table(timeline: Timeline) -> Model:
    return Model(page=PartialTable(), session=Session(timeline=timeline, buttons=(0, 2, 4)))


# Who played.


@pytest.mark.parametrize(
    ("scope", "epoch", "is_whole"),
    [
        (Scope.WHOLE, 1, True),
        (Scope.FIRST, 1, False),
        (Scope.SECOND, 2, False),
        (Scope.THIRD, 3, False),
    ],
)
def test_what_is_counted_is_the_epoch_that_was_chosen(
    scope: Scope, epoch: int, *, is_whole: bool
) -> None:
    counted = page(begun(scope))
    assert (counted.epoch, counted.is_whole) == (epoch, is_whole)
    assert (counted.seat, counted.place) == (0, 0)
    assert [hand.score for hand in counted.ledger.hands] == [10, 10, 10]
    asked = pointed(counted) is Points.BEFORE
    assert asked == (scope in {Scope.SECOND, Scope.THIRD})
    assert (Sun(9) in places(counted)) == (scope is Scope.THIRD)
    said = prompt(begun(scope)).sentence
    assert said == (
        "{player}: how many points before this epoch?" if asked else "{player}: what do you have?"
    )


def test_the_rows_of_the_setup_go_round_and_two_players_have_one_more() -> None:
    for players, rows in ((2, 6), (3, 6), (5, 8)):
        model, seen = Model(page=SheetSetup(NAMES[:players])), []
        for _ in range(rows):
            seen.append(chosen(model).row)
            model = after(model, TurnDial(1))
        assert seen == list(range(rows))
        assert chosen(model).row == 0
        assert chosen(after(model, TurnDial(-1))).row == rows - 1


def test_each_row_of_the_setup_has_its_values() -> None:
    model = Model(page=SheetSetup(NAMES[:2]))
    last = after(model, ChangeRow(5, 1))
    assert chosen(last).no_penalty is not NoPenalty.OFF
    edition = after(model, ChangeRow(4, 1))
    assert chosen(edition) == replace(
        chosen(model),
        row=4,
        edition=tuple(Edition)[(tuple(Edition).index(Edition.C25) + 1) % len(Edition)],
    )
    assert chosen(after(model, ChangeRow(1, 1))).scope is Scope.FIRST
    assert chosen(after(model, ChangeRow(1, -1))).scope is Scope.THIRD
    assert chosen(after(model, ChangeRow(0, 1))).names == ("Anna", "Ben", "")
    assert chosen(after(model, ChangeRow(0, -1))).names == ("Anna", "Ben", "", "", "")
    assert chosen(after(model, ChangeRow(3, 1))).sheet == Sheet()
    assert chosen(after(model, ChangeRow(3, 0))) == replace(chosen(model), row=3)
    pushed = after(model, PushDial(), PushDial())
    assert len(chosen(pushed).names) == 4


def test_a_name_is_typed_into_the_row_that_is_pointed_at_and_no_letters_open() -> None:
    model = Model(page=SheetSetup(("", "Ben", ""), row=4))
    model = after(model, TypeName("C"), TypeName("l"))
    assert chosen(model) == SheetSetup(("", "Ben", "Cl"), row=4)
    for row in (0, 1, 5):  # none of them is somebody's
        other = Model(page=SheetSetup(("", "Ben", ""), row=row))
        assert chosen(after(other, TypeName("x"))) == other.page


def test_letters_on_the_screen_write_a_name_and_its_end_leads_to_the_next() -> None:
    model = after(Model(page=SheetSetup(("", "Ben", ""), row=2)), PushDial())
    assert prompt(model).sentence == "Who sits here?"
    assert keys(model)["tab"] == NextAlphabet()
    assert keys(model)["end"] == Join(0)
    assert keys(model)["return"] == keys(model)["enter"] == PushDial()
    first = chosen(model).on_sheet(model)
    assert Join(0) in first
    model = after(model, TakeLetter("a"), TakeLetter("d"))
    assert chosen(model).names == ("Ad", "Ben", "")
    assert chosen(model).sheet is not None
    ring = chosen(after(model, TurnDial(1))).sheet
    assert ring is not None
    assert ring.pointed is not None
    assert chosen(model).closed() == SheetSetup(("Ad", "Ben", ""), row=2)
    assert SheetSetup(("Ad",)).closed() is None
    assert SheetSetup(("Ad",)).on_sheet(model) == ()
    model = after(model, Join(0))
    assert chosen(model) == SheetSetup(("Ad", "Ben", ""), row=3)
    assert chosen(after(model, Join(1))) == chosen(model)  # no letters are open


def test_the_dial_takes_the_letter_under_the_ring() -> None:
    model = after(Model(page=SheetSetup(("", "Ben", ""), row=2)), PushDial(), PushDial())
    assert chosen(model).names[0] == "A"
    model = after(model, TurnDial(2), PushDial())
    assert chosen(model).names[0] == "Ac"


def test_ok_counts_and_at_a_player_gives_a_name_or_goes_on() -> None:
    def ok(page: SheetSetup) -> tuple[str, Message]:
        offer = controls(Model(page=page)).taps[Control.OK]
        assert keys(Model(page=page))["return"] == offer.message
        return str(offer.label), offer.message

    for row in (0, 1, 4, 5):
        label, message = ok(SheetSetup(("Anna", ""), row=row))
        assert (label, isinstance(message, GoTo)) == ("Count", True)
    assert ok(SheetSetup(("Anna", ""), row=2)) == ("Next", ChangeRow(3, 0))
    assert ok(SheetSetup(("Anna", ""), row=3)) == ("Change", PushDial())
    assert prompt(Model(page=SheetSetup(("Anna", "")))).sentence.startswith("Choose who played")


def test_keys_of_the_setup_are_letters_only_where_a_name_is_pointed_at() -> None:
    at_a_name, elsewhere = (keys(Model(page=SheetSetup(("Anna", ""), row=row))) for row in (2, 0))
    assert elsewhere["space"] == PushDial()
    assert elsewhere["backspace"] == elsewhere["escape"] == GoTo(Welcome())
    assert isinstance(elsewhere["r"], GoTo)
    assert elsewhere["r"] == elsewhere["tab"]
    assert not {"r", "space", "backspace"} & set(at_a_name)
    assert at_a_name["right"] == PushDial()
    assert elsewhere["right"] != PushDial()
    assert at_a_name["tab"] == elsewhere["tab"]


def test_who_played_here_last_is_offered_and_else_as_many_as_may() -> None:
    agreed = Options(edition=Edition.C25, two_player_no_penalty=NoPenalty.FINAL_ONLY)
    guests = (Guest(0, "Anna"), Guest(3, ""))
    session = Session(last_guests=guests, agreement=Agreement(options=agreed))
    played = Model(page=Welcome(), session=session)
    assert counting_or_gathered(played) == SheetSetup(
        ("Anna", ""), no_penalty=NoPenalty.FINAL_ONLY, edition=Edition.C25
    )
    assert counting_or_gathered(Model(page=Welcome())) == SheetSetup(("",) * 5)
    half = page(after(begun(Scope.FIRST), SetNumber(Tile.NILE, 2)))
    assert counting_or_gathered(played.with_drafts(counting=half)) == half
    of_a_game = tallying(at_table(waiting()))
    assert counting_or_gathered(
        Model(page=Welcome()).with_drafts(counting=of_a_game)
    ) == SheetSetup(("",) * 5)


def test_who_has_no_name_is_called_by_a_colour_and_only_two_agree_on_penalties() -> None:
    two = counting(SheetSetup(("", "Ben"), no_penalty=NoPenalty.EVERY_EPOCH), COLOURS)
    assert two.ledger.setup.players == ("Red", "Ben")
    assert two.ledger.setup.options.two_player_no_penalty is NoPenalty.EVERY_EPOCH
    three = counting(SheetSetup(("", "Ben", ""), no_penalty=NoPenalty.EVERY_EPOCH), COLOURS)
    assert three.ledger.setup.players == ("Red", "Ben", "Green")
    assert three.ledger.setup.options.two_player_no_penalty is NoPenalty.OFF
    assert three.ledger.setup.options.two_player_split is None


def test_two_players_are_counted_in_every_edition() -> None:
    for edition in Edition:
        old = SheetSetup(("Anna", "Ben"), Scope.THIRD, edition=edition)
        counted = counting(old, COLOURS)
        assert counted.ledger.setup.options.edition is edition
        assert len([each for each in places(counted) if not isinstance(each, Tile | Points)]) == 9


def test_a_table_without_us_is_scored_only_while_no_game_is_on_this_one() -> None:
    for each in (
        SheetSetup(NAMES),
        begun(Scope.FIRST).page,
        SheetResult(page(begun(Scope.FIRST))),
    ):
        assert each.opened(Model(page=Welcome())) == each
        assert each.opened(at_table(waiting())) is None


# What everybody has.


def test_one_more_after_the_last_copy_of_the_box_is_none_again() -> None:
    for kind in (Tile.PYRAMID, Tile.GOLD):
        model, seen = begun(Scope.FIRST), []
        for _ in range(kind.copies + 2):
            model = after(model, AddOne(kind))
            seen.append(number(page(model), kind))
        assert seen == [*range(1, kind.copies + 1), 0, 1]
        assert pointed(page(model)) is kind


def test_a_number_is_never_below_none() -> None:
    model = begun(Scope.SECOND)
    assert number(page(after(model, SetNumber(Points.BEFORE, -3))), Points.BEFORE) == 0
    assert number(page(after(model, SetNumber(Points.BEFORE, 1234))), Points.BEFORE) == 999
    assert number(page(after(model, SetNumber(Tile.NILE, -3))), Tile.NILE) == 0
    assert number(page(after(model, SetNumber(Tile.NILE, 7), TurnDial(-2))), Tile.NILE) == 5
    assert number(page(after(model, SetNumber(Tile.NILE, 7), TurnDial(2))), Tile.NILE) == 9
    assert number(page(after(model, TurnDial(1))), Points.BEFORE) == 11


@pytest.mark.parametrize(
    ("before", "key", "then"),
    [(0, "7", 7), (37, "4", 374), (99, "5", 5), (100, "5", 5), (374, "0", 0)],
)
def test_digits_go_on_with_points_until_there_is_no_room_and_then_begin_anew(
    before: int, key: str, then: int
) -> None:
    model = after(begun(Scope.SECOND), SetNumber(Points.BEFORE, before))
    model = after(model, keys(model)[key])
    assert number(page(model), Points.BEFORE) == then


def test_digits_say_how_many_of_a_kind_there_are() -> None:
    model = after(begun(Scope.FIRST), SetNumber(Tile.NILE, 3))
    model = after(model, keys(model)["5"])
    assert number(page(model), Tile.NILE) == 5


@pytest.mark.parametrize("players", range(2, 6))
def test_the_dial_goes_round_among_the_suns_alone(players: int) -> None:
    model = begun(Scope.THIRD, players)
    suns = [each for each in places(page(model)) if not isinstance(each, Tile | Points)]
    assert suns
    laid = Sun(suns[0])
    model = after(model, LaySun(laid))
    seen = []
    for _ in suns:
        seen.append(pointed(page(model)))
        model = after(model, TurnDial(1))
    assert seen == suns
    assert pointed(page(model)) == laid
    assert pointed(page(after(model, TurnDial(-1)))) == suns[-1]
    assert set(keys(model).values()) >= {LaySun(Sun(sun)) for sun in suns}
    laying = {each.sun for each in keys(model).values() if isinstance(each, LaySun)}
    assert laying == set(suns)  # of fewer players not all are in play


def test_a_push_lays_the_sun_that_is_pointed_at_or_takes_it_away_again() -> None:
    model = after(begun(Scope.THIRD), LaySun(Sun(9)), LaySun(Sun(4)), TurnDial(1), PushDial())
    assert page(model).counts[0].suns == (4, 5, 9)
    assert owner(page(model), Sun(4)) == 0
    assert owner(page(model), Sun(12)) is None
    assert page(after(model, PushDial())).counts[0].suns == (4, 9)
    other = after(model, Whose(Seat(1)), LaySun(Sun(5)))
    assert [each.suns for each in page(other).counts[:2]] == [(4, 9), (5,)]
    first = begun(Scope.FIRST)
    assert after(first, LaySun(Sun(9))).page == first.page  # only the end needs them


def test_a_push_at_a_number_goes_on_to_the_next_kind() -> None:
    model = begun(Scope.FIRST)
    order = places(page(model))
    assert pointed(page(after(model, PushDial()))) is order[1]
    assert pointed(page(after(model, NextPlace(2)))) is order[2]
    assert pointed(page(after(model, NextPlace(-1)))) is order[-1]
    assert pointed(page(after(model, NextPlace(-1), PushDial()))) is order[0]


def test_labels_say_what_a_push_and_the_way_on_do() -> None:
    model = begun(Scope.THIRD)
    now = controls(model)
    assert (now.taps[Control.DIAL].label, now.dial) == ("Next kind", "Number")
    assert now.taps[Control.OK].label == "Next player"
    assert now.taps[Control.RA].label == "Unknown"
    assert now.holds[Control.DIAL].message == GoTo(Menu())
    assert now.holds[Control.DIAL].is_silent
    assert Control.P1 not in now.taps  # their page is open
    assert now.taps[Control.P2].message == Whose(Seat(1))
    at_sun = controls(after(model, LaySun(Sun(3)), SkipPlayer()))
    assert (at_sun.taps[Control.DIAL].label, at_sun.dial) == ("Add sun", "Choose sun")
    assert at_sun.taps[Control.RA].label == "Known"
    last = after(model, Whose(Seat(1)), Whose(Seat(2)))
    assert controls(last).taps[Control.OK].label == "Done"
    assert controls(last).taps[Control.OK].message == TurnPage(1)
    assert controls(last).taps[Control.UNDO].message == TurnPage(-1)


def test_keys_of_a_count_are_those_that_stand_on_a_keyboard() -> None:
    found = keys(begun(Scope.FIRST))
    alike: dict[Message, tuple[str, ...]] = {
        TurnPage(1): ("return", "enter"),
        TurnPage(-1): ("backspace", "escape"),
        NextPlace(1): ("right", "tab"),
        NextPlace(-1): ("left",),
        TurnDial(1): ("+", "=", "up"),
        TurnDial(-1): ("-", "down"),
        PushDial(): ("space",),
        SkipPlayer(): ("x",),
        Whose(Seat(0)): ("f5",),
        Whose(Seat(2)): ("f7",),
        GoTo(Menu()): (AWAY_KEY,),
    }
    for message, names in alike.items():
        assert [found[name] for name in names] == [message] * len(names)
    assert "f8" not in found
    assert found["9"] == SetNumber(Tile.GOD, 9)


def test_back_from_a_later_player_leads_to_the_one_before() -> None:
    model = after(begun(Scope.FIRST, 4), Whose(Seat(3)), NextPlace(3), TurnPage(-1))
    assert (page(model).seat, page(model).place) == (2, 0)
    assert not page(model).counts[3].is_told
    model = after(model, TurnPage(-1))
    assert page(model).seat == 1
    told = after(model, AddOne(Tile.GOD), TurnPage(-1), TurnPage(-1))
    setup = chosen(told)
    assert (len(setup.names), setup.scope) == (4, Scope.FIRST)
    assert page(after(told, GoTo(counting(setup, model.preferences.colour_names)))).counts == (
        setup.counted.counts if setup.counted else None
    )
    skipped = after(begun(Scope.FIRST, 4), Whose(Seat(2)), SkipPlayer(), TurnPage(-1))
    assert [each.is_told for each in page(skipped).counts] == [True, False, True, False]
    assert (page(skipped).seat, page(skipped).place) == (1, 0)


@pytest.mark.parametrize("said", [(SetNumber(Tile.NILE, 0),), (SkipPlayer(), SkipPlayer())])
def test_who_said_that_they_have_nothing_is_not_asked_again(said: tuple[Message, ...]) -> None:
    model = after(begun(Scope.FIRST, 3), TurnPage(1), *said, TurnPage(-1))
    assert page(model).seat == 0
    assert page(after(model, TurnPage(1))).seat == 2
    silent = after(begun(Scope.FIRST, 3), TurnPage(1), TurnPage(-1))
    assert page(after(silent, TurnPage(1))).seat == 1


def test_a_page_that_was_opened_counts_as_seen_when_another_is() -> None:
    model = after(begun(Scope.FIRST, 3), NextPlace(2), Whose(Seat(2)))
    assert [each.is_told for each in page(model).counts] == [True, False, False]
    assert (page(model).seat, page(model).place) == (2, 0)
    assert page(after(model, TurnPage(1))).seat == 1


def test_who_is_left_out_comes_back_with_the_same_press_or_with_a_number() -> None:
    model = after(begun(Scope.FIRST), SetNumber(Tile.NILE, 2), SkipPlayer())
    assert page(model).counts[0].is_skipped
    assert Seat(0) not in score_now(page(model))
    for back in (SkipPlayer(), SetNumber(Tile.NILE, 2)):
        assert not page(after(model, back)).counts[0].is_skipped
        assert score_now(page(after(model, back)))


# What cannot be.


def test_the_last_hand_of_suns_must_be_whole_before_points_are_told() -> None:
    model = begun(Scope.THIRD)
    for suns in ((1, 2, 3, 4), (5, 6, 7, 8)):
        model = after(model, *(LaySun(Sun(sun)) for sun in suns), TurnPage(1))
    model = after(model, LaySun(Sun(9)), TurnPage(1))
    assert isinstance(model.screen.said, Refusal)
    assert model.screen.said.why is Why.SUNS_EACH
    assert page(model).seat == 2
    model = after(model, *(LaySun(Sun(sun)) for sun in (10, 11, 12)), TurnPage(1))
    assert result(model).counting.counts[2].suns == (9, 10, 11, 12)


def test_of_several_things_that_cannot_be_the_first_is_named_and_pointed_at() -> None:
    model = after(begun(Scope.FIRST, 2), SetNumber(Tile.PYRAMID, 9), TurnPage(1))
    model = after(model, SetNumber(Tile.FLOOD, 50), TurnPage(1))
    assert isinstance(model.screen.said, Refusal)
    assert model.screen.said.facts["tile"] is Tile.FLOOD
    assert pointed(page(model)) is Tile.FLOOD


def test_a_hand_of_too_many_suns_is_wrong_while_it_is_laid_out() -> None:
    model = begun(Scope.THIRD)
    for sun in (1, 2, 3, 4):
        model = after(model, LaySun(Sun(sun)))
        assert contradictions(page(model)) == ()
    [wrong] = contradictions(page(after(model, LaySun(Sun(5)))))
    assert wrong.why is Why.SUNS_EACH


# What it is worth.


@pytest.mark.parametrize(
    ("agreed", "scope", "lost"),
    [
        (NoPenalty.OFF, Scope.FIRST, -2),
        (NoPenalty.EVERY_EPOCH, Scope.FIRST, 0),
        (NoPenalty.FINAL_ONLY, Scope.FIRST, -2),
        (NoPenalty.FINAL_ONLY, Scope.THIRD, 0),
    ],
)
def test_two_players_are_spared_as_they_agreed(agreed: NoPenalty, scope: Scope, lost: int) -> None:
    model = after(begun(scope, 2, agreed), SetNumber(Tile.PHARAOH, 3), TurnPage(1))
    assert [each.pharaohs for each in score_now(page(model)).values()] == [5, lost]


def test_two_of_three_who_are_counted_so_far_lose_what_the_last_loses() -> None:
    model = begun(Scope.FIRST, 3, NoPenalty.EVERY_EPOCH)
    model = after(model, SetNumber(Tile.PHARAOH, 3), TurnPage(1))
    assert [each.pharaohs for each in score_now(page(model)).values()] == [5, -2]


def test_suns_are_a_reason_only_once_everybody_counted_has_some() -> None:
    model = after(begun(Scope.THIRD, 2), LaySun(Sun(2)), LaySun(Sun(3)), TurnPage(1))
    of_suns = [each for each in reasons_now(page(model)) if each.category is Category.SUNS]
    assert of_suns == []
    assert any(each.category is Category.GODS for each in reasons_now(page(model)))
    assert [each.suns for each in score_now(page(model)).values()] == [0, 0]
    model = after(model, LaySun(Sun(9)))
    [why] = [each for each in reasons_now(page(model)) if each.category is Category.SUNS]
    assert (why.because, why.points) == (Because.HIGHEST_SUNS, 5)
    assert [each.suns for each in score_now(page(model)).values()] == [-5, 5]


def test_points_before_are_added_and_none_are_none() -> None:
    model = after(begun(Scope.SECOND, 2), SetNumber(Points.BEFORE, 0), SetNumber(Tile.GOD, 4))
    now = score_now(page(model))[Seat(0)]
    assert (now.before, now.after) == (0, now.net)
    model = after(model, SetNumber(Points.BEFORE, 30))
    now = score_now(page(model))[Seat(0)]
    assert (now.before, now.after) == (30, 30 + now.net)


def test_reasons_are_those_of_the_page_that_is_open() -> None:
    model = after(begun(Scope.FIRST), SetNumber(Tile.GOD, 2), TurnPage(1), SetNumber(Tile.GOLD, 1))

    def points(model: Model) -> dict[Category, int]:
        return {each.category: each.points for each in reasons_now(page(model))}

    assert (points(model)[Category.GODS], points(model)[Category.GOLD]) == (0, 3)
    first = after(model, Whose(Seat(0)))
    assert (points(first)[Category.GODS], points(first)[Category.GOLD]) == (4, 0)
    assert reasons_now(page(after(model, SkipPlayer()))) == ()
    alone = after(begun(Scope.FIRST), SkipPlayer())
    assert (dict(score_now(page(alone))), reasons_now(page(alone))) == ({}, ())


def test_nothing_more_than_the_box_has_is_worth_anything() -> None:
    model = after(begun(Scope.FIRST), SetNumber(Tile.GOLD, 50))
    assert score_now(page(model))[Seat(0)].gold == 3 * Tile.GOLD.copies


def done(scope: Scope, players: int = 3) -> Model:
    """Return the points of players who have nothing."""
    model = begun(scope, players)
    for _ in range(players):
        model = after(model, TurnPage(1))
    return model


@pytest.mark.parametrize("scope", [Scope.FIRST, Scope.SECOND])
def test_after_a_single_epoch_there_is_only_the_way_out(scope: Scope) -> None:
    model = done(scope)
    assert controls(model).taps[Control.OK].label == "Leave"
    left = after(model, TurnPage(1))
    assert left.page == Welcome()
    assert left.drafts.counting is None


def test_a_whole_game_goes_on_to_the_next_epoch_and_back_is_what_was_counted() -> None:
    model = done(Scope.WHOLE)
    first = result(model)
    assert controls(model).taps[Control.OK].label == "Next epoch"
    assert controls(model).taps[Control.UNDO].message == GoTo(first.counting)
    assert model.drafts.counting == first.counting
    model = after(model, TurnPage(1))
    assert (page(model).epoch, page(model).earlier) == (2, (first.counting,))
    assert Points.BEFORE not in places(page(model))
    back = result(after(model, TurnPage(-1)))
    assert replace(back, counting=replace(back.counting, later=None)) == first
    model = after(model, *[TurnPage(1)] * 4)
    assert page(model).epoch == 3
    assert len(page(model).earlier) == 2
    second = after(model, TurnPage(-1))
    assert result(second).counting.epoch == 2
    assert Sun(9) in places(page(model))
    model = after(model, *[TurnPage(1)] * 3)
    assert result(model).counting.epoch == 3
    assert controls(model).taps[Control.OK].label == "Leave"
    assert after(model, TurnPage(1)).page == Welcome()


def test_a_player_s_button_asks_why_and_asked_again_closes_it() -> None:
    model = done(Scope.FIRST)
    assert prompt(model).sentence == "Here are the points"
    assert controls(model).taps[Control.P2].label == "Why?"
    assert {*PLAYER_CONTROLS[:3]} == {*PLAYER_CONTROLS} & {*controls(model).taps}
    asked = after(model, controls(model).taps[Control.P2].message)
    assert result(asked).reasons_for == 1
    assert result(asked).closed() == result(model)
    assert result(model).closed() is None
    assert result(after(asked, controls(asked).taps[Control.P3].message)).reasons_for == 2
    assert after(asked, controls(asked).taps[Control.P2].message).page == result(model)
    assert keys(asked)["2"] == GoTo(result(model))
    assert keys(asked)["1"] == GoTo(SheetResult(result(model).counting, Seat(0)))


def test_keys_of_the_points_go_on_back_to_the_menu_and_save() -> None:
    model = done(Scope.FIRST)
    found = keys(model)
    for key in ("return", "enter", "space"):
        assert found[key] == TurnPage(1)
    assert found["backspace"] == found["escape"] == GoTo(result(model).counting)
    assert found[AWAY_KEY] == GoTo(Menu())
    assert found["s"] == controls(model).taps[Control.DIAL].message == SaveSheet()
    assert controls(model).taps[Control.RA].message == TurnPage(1)
    guests = replace(model, preferences=Preferences(kiosk=True))
    assert Control.DIAL not in controls(guests).taps
    assert "s" not in keys(guests)


def saved(model: Model) -> tuple[Effect, ...]:
    return update(model, SaveSheet())[1]


def test_what_is_saved_is_what_was_counted_and_only_if_nobody_was_left_out() -> None:
    model = after(begun(Scope.SECOND, 2, NoPenalty.EVERY_EPOCH), SetNumber(Points.BEFORE, 23))
    model = after(model, SetNumber(Tile.NILE, 2), TurnPage(1), TurnPage(1))
    [keep] = saved(model)
    assert isinstance(keep, KeepSheet)
    first, second = keep.tally.players
    assert (first.name, first.before, first.suns, dict(first.tiles)) == (
        "Anna",
        23,
        None,
        {"nile": 2},
    )
    assert (second.name, second.before, dict(second.tiles)) == ("Ben", 10, {})
    assert keep.tally.epoch == 2
    assert keep.tally.options.two_player_no_penalty is NoPenalty.EVERY_EPOCH
    left_out = after(begun(Scope.FIRST, 2), SkipPlayer(), TurnPage(1), TurnPage(1))
    refused, effects = update(left_out, SaveSheet())
    assert refused.screen.said == Notice(Notes.NO_WHOLE_SHEET)
    assert not any(isinstance(each, KeepSheet) for each in effects)


# For the game on the table.


def test_a_tally_is_there_only_while_the_game_waits_for_one() -> None:
    assert tallying(Model(page=Welcome())) is None
    assert tallying(at_table(begin(setup(NAMES[:3])))) is None
    playing = enter(begin(setup(NAMES[:3])), SetLevel(Level.LIGHT))
    assert tallying(at_table(playing)) is None
    opened = tallying(at_table(waiting()))
    assert opened is not None
    assert opened.opened(at_table(waiting())) == opened
    for elsewhere in (Model(page=Welcome()), at_table(playing)):
        assert opened.opened(elsewhere) is None
    others = tallying(
        at_table(enter(enter(begin(setup(NAMES[1:4])), SetLevel(Level.LIGHT)), END_EPOCH))
    )
    assert others is not None
    assert others.opened(at_table(waiting())) is None


def test_a_tally_half_done_is_the_one_that_is_opened_and_another_s_is_not() -> None:
    model = at_table(waiting())
    fresh = tallying(model)
    assert fresh is not None
    half = replace(fresh, place=3)
    assert tallying(model.with_drafts(counting=half)) == half
    assert half.opened(model) == half
    assert tallying(model.with_drafts(counting=page(begun(Scope.FIRST)))) == fresh
    older = replace(half, ledger=replace(half.ledger, epoch=2))
    assert tallying(model.with_drafts(counting=older)) == fresh


def test_at_the_table_people_have_their_own_buttons_and_count_suns_but_no_points() -> None:
    model = at_table(waiting())
    model = replace(model, page=tallying(model) or Welcome())
    assert page(model).buttons(model) == (0, 2, 4)
    taps = controls(model).taps
    assert [taps[each].message for each in (Control.P3, Control.P5)] == [
        Whose(Seat(1)),
        Whose(Seat(2)),
    ]
    assert Points.BEFORE not in places(page(model))
    assert Sun(9) in places(page(model))
    assert page(begun(Scope.FIRST)).buttons(model) == (0, 1, 2)
    assert not page(model).goes_on  # the game does, and asks again
    assert page(model).help(model) is not None


def test_suns_that_changed_hands_since_they_were_known_contradict_nothing() -> None:
    model = at_table(waiting())
    model = replace(model, page=tallying(model) or Welcome())
    assert [each.suns for each in page(model).counts] == [
        (2, 5, 8, 13),
        (3, 6, 9, 12),
        (4, 7, 10, 11),
    ]
    for seat, (gone, come) in enumerate(((5, 1), (9, 5), (7, 9))):
        model = after(model, Whose(Seat(seat)), LaySun(Sun(gone)), LaySun(Sun(come)))
    for seat in range(3):
        model = after(model, Whose(Seat(seat)))
        assert contradictions(page(model)) == ()


def test_back_from_the_first_page_of_a_tally_leads_to_the_table() -> None:
    model = at_table(waiting())
    model = replace(model, page=tallying(model) or Welcome())
    after_it, effects = update(model, TurnPage(-1))
    assert after_it.page == model.page
    assert effects == (Dispatch(Next()),)
    assert isinstance(after(model, TurnPage(-1)).page, PartialTable)


def test_what_is_known_of_a_tally_is_filled_in_and_its_points_are_entered() -> None:
    model = at_table(waiting())
    opened = tallying(model)
    assert opened is not None
    known = [hand.suns for hand in opened.ledger.hands]
    assert [each.suns for each in opened.counts] == known
    model = after(replace(model, page=opened), SetNumber(Tile.NILE, 2), *[TurnPage(1)] * 3)
    timeline = model.session.timeline
    assert timeline is not None
    assert timeline.ledger is not None
    assert timeline.ledger.epoch == 2
    assert count(timeline.ledger.hands[0].tiles, Tile.NILE) == 2
