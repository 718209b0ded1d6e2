"""Before the first tile: who is taken for whom, whose suns are meant, what leads back where."""

import pytest
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.effects import CloseBook, Deal, ResumeGame
from companion.core.messages import (
    Agree,
    Begin,
    BeginUnderWay,
    DealByHand,
    GoOn,
    GoTo,
    Join,
    LayOutSun,
    LeaveSeat,
    Message,
    NextAlphabet,
    Open,
    PushDial,
    Rematch,
    Remembered,
    Resumed,
    Route,
    SetGroup,
    TakeBack,
    TakeLetter,
    TakeName,
    TakeSuns,
    TurnDial,
    TypeName,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.session import Agreement, Guest, Session
from companion.opponent.strength import Strength
from companion.pages.bindings import controls, prompt
from companion.pages.keyboard import PLAYER_KEYS, keys
from companion.pages.menu.menu import Menu
from companion.pages.new_game.dealing import Dealing, LayingOut
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import lamps
from companion.pages.scoring.finale import Finale
from companion.pages.table.beginning import taken_back, with_machines
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import DRAWS, Level
from companion.rules.editions import Options, Split, sun_groups
from companion.rules.records.shapes import Undo
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk, is_refusal, models

OVER = models(2, 0)[-1]
"""A game of two that is over, and its people."""


FIRST, SECOND, THIRD = sun_groups(3)


PEOPLE = (Guest(0, "Anna"), Guest(1, "Ben"), Guest(3))


def sitting(*guests: Guest, agreed: Agreement = Agreement()) -> Desk:  # noqa: B008 - frozen
    """Return a desk at which these people sit."""
    return Desk(Model(page=Seating(guests), session=Session(agreement=agreed)))


def seats(desk: Desk) -> Seating:
    """Return the seats."""
    page = desk.page()
    assert isinstance(page, Seating)
    return page


def cards(desk: Desk) -> Dealing:
    """Return the cards with the suns."""
    page = desk.page()
    assert isinstance(page, Dealing)
    return page


def filling(*suns: tuple[int, ...], at: int = 0, is_chosen: bool = True) -> Desk:
    """Return three people who dealt themselves and have said so much."""
    page = Dealing(PEOPLE, suns, at, is_chosen=is_chosen)
    return Desk(Model(page=page))


# Who plays


def test_no_seat_of_the_table_has_the_name_of_somebody_who_sits_there() -> None:
    model = Model(page=Welcome()).with_session(agreement=Agreement(machines=2))
    everybody = with_machines(model, (Guest(0, "Thoth"), Guest(1, "Ben")))
    assert [guest.name for guest in everybody] == ["Thoth", "Ben", "Isis", "Horus"]


def test_names_of_the_tables_seats_are_not_offered_to_anybody_in_the_next_game() -> None:
    desk = sitting(Guest(1, "Anna"), agreed=Agreement(machines=1))
    desk.press("ra")
    desk.press("ok")
    assert desk.game.setup.players == ("Isis", "Anna")
    assert desk.model.session.known_names == ("Anna",)


def test_the_name_of_a_machine_stays_behind_unless_somebody_is_really_called_that() -> None:
    last = (Guest(0, "Isis"), Guest(1, "Thoth"), Guest(2, "Ben"), Guest(3, "Isis", Strength.QUICK))
    session = Session(last_guests=last, known_names=("Thoth", "Ben"))
    desk = Desk(Model(page=Welcome(), session=replace(session, agreement=Agreement(machines=1))))
    desk.take(Rematch())
    people = [guest.name for guest in cards(desk).guests if guest.is_person]
    assert people == ["", "Thoth", "Ben"]


@pytest.mark.parametrize("known", [(), (Guest(4, "Eva"), Guest(2, "", Strength.STRONG))])
def test_who_played_last_is_remembered_unless_somebody_plays_already(
    known: tuple[Guest, ...],
) -> None:
    desk = Desk(Model(page=Welcome(), session=Session(last_guests=known)))
    told = (Guest(0, "Anna"), Guest(1, "Isis", Strength.QUICK))
    desk.take(Remembered(("Anna",), told))
    assert desk.model.session.last_guests == (known or told)
    if not known:
        assert desk.model.session.agreement.machines == 1
        assert desk.model.session.agreement.strength is Strength.QUICK
    before = desk.model.session.agreement
    desk.take(Remembered((), ()))
    assert desk.model.session.last_guests == (known or told)
    assert desk.model.session.agreement == before


@pytest.mark.parametrize(("kept", "told"), [(False, True), (True, False), (False, False)])
def test_a_kept_game_goes_on_if_there_is_one_and_none_is_on_the_table(
    *, kept: bool, told: bool
) -> None:
    desk = Desk(Model(page=Welcome(), session=Session(kept=kept)))
    desk.take(Remembered((), (), kept=told))
    is_kept = kept or told
    assert desk.model.session.kept == is_kept
    assert (Control.OK in controls(desk.model).taps) == is_kept
    assert (ResumeGame() in desk.take(GoOn())) == is_kept
    playing = a_desk(2)
    playing.model = playing.model.with_session(kept=kept)
    assert ResumeGame() not in playing.take(GoOn())


def test_a_kept_game_comes_back_to_where_it_was_and_is_nobodys_first_any_more() -> None:
    left = a_desk(2).model.session
    assert left.timeline is not None
    agreed = Agreement(is_first=True)
    for session, page in ((left, Table), (OVER.session, Finale)):
        assert session.timeline is not None
        desk = Desk(Model(page=Welcome(), session=Session(kept=True)))
        desk.take(Resumed(session.timeline, session.last_guests, agreed))
        assert isinstance(desk.page(), page)
        now = desk.model.session
        assert (now.kept, now.is_first, now.agreement.is_first) == (False, True, False)
        assert now.buttons == tuple(guest.button for guest in session.last_guests)


# The same people again


def test_the_same_people_who_deal_themselves_get_empty_cards_and_no_game_is_put_away() -> None:
    agreed = Agreement(dealt_by_hand=True)
    session = Session(last_guests=PEOPLE, agreement=agreed)
    _, effects = update(Model(page=Welcome(), session=session), Rematch())
    assert effects == ()
    desk = Desk(Model(page=Welcome(), session=session))
    desk.take(Rematch())
    assert cards(desk) == Dealing(PEOPLE, ((), (), ()), 0)


def test_after_a_game_the_same_people_deal_themselves_once_it_is_put_away() -> None:
    by_hand = Agreement(dealt_by_hand=True)
    desk = Desk(OVER.with_session(agreement=by_hand))
    assert CloseBook() in desk.take(Rematch())
    assert desk.model.session.timeline is None
    assert desk.model.session.buttons == ()
    assert cards(desk).suns == ((), ())


def test_after_a_game_it_stays_on_the_screen_until_the_suns_are_dealt() -> None:
    after, effects = update(OVER, Rematch())
    [deal] = [each for each in effects if isinstance(each, Deal)]
    assert CloseBook() not in effects
    assert after.session.timeline is OVER.session.timeline
    dealt, effects = update(after, TakeSuns(deal.guests, sun_groups(2)))
    assert CloseBook() in effects
    assert dealt.session.timeline is None
    assert dealt.page == Dealing(deal.guests, sun_groups(2))


def test_while_people_play_nobody_deals_again() -> None:
    desk = a_desk(3)
    before = desk.model
    desk.take(Rematch())
    desk.take(TakeSuns(before.session.last_guests, sun_groups(3)))
    assert desk.model == before
    empty = Desk()
    empty.take(Rematch())
    assert empty.model == Desk().model


def test_what_was_agreed_on_stands_while_people_play() -> None:
    desk = a_desk(3)
    agreed = desk.model.session.agreement
    assert is_refusal(desk.take(Agree(replace(agreed, is_first=True))))
    assert desk.model.session.agreement == agreed
    assert desk.model.screen.said == Notice(Notes.NOT_NOW)


def test_a_first_game_is_laid_out_before_the_suns_are_dealt() -> None:
    desk = sitting(*PEOPLE, agreed=Agreement(is_first=True))
    desk.press("ra")
    assert desk.page() == LayingOut(PEOPLE)
    assert prompt(desk.model).sentence == "Setup"
    assert controls(desk.model).taps[Control.UNDO].message == GoTo(OptionsPage(PEOPLE))
    desk.take(TurnDial(1))
    assert desk.page() == LayingOut(PEOPLE)
    desk.press("ok")
    assert cards(desk).guests == PEOPLE


@pytest.mark.parametrize(
    "page", [Welcome(), LayingOut(PEOPLE), Seating(PEOPLE), OptionsPage(PEOPLE)]
)
def test_no_page_of_a_new_game_opens_while_people_play(page: Page) -> None:
    desk = a_desk(3)
    desk.take(Open(Route.MENU))
    desk.take(GoTo(page))
    assert isinstance(desk.page(), Table)
    free = Desk(Model(page=Menu()))
    free.take(GoTo(page))
    assert free.page() == page


# Seats


def test_two_people_are_enough_for_a_game_that_has_begun_already_and_one_is_not() -> None:
    for people in (1, 2, 3):
        desk = sitting(*PEOPLE[:people])
        hold = controls(desk.model).holds[Control.RA]
        assert hold.message == BeginUnderWay()
        assert hold.is_lit == (people > 1)
        assert keys(desk.model)["f4"] == BeginUnderWay()


def test_what_is_asked_at_the_seats_is_whom_people_wait_for() -> None:
    desk = sitting(Guest(0))
    assert prompt(desk.model).sentence == "Who else plays? Press your button"
    desk.press("p2")
    assert prompt(desk.model).sentence == "Everybody here? Press Ra to deal the suns"
    desk.press("p2")
    assert prompt(desk.model).sentence == "Who sits here?"


def test_who_does_not_sit_there_cannot_leave() -> None:
    desk = sitting(*PEOPLE)
    before = desk.model
    desk.take(LeaveSeat(4))
    assert desk.model == before


def test_only_the_name_of_who_leaves_is_offered_first() -> None:
    desk = sitting(*PEOPLE)
    desk.take(LeaveSeat(1))
    assert desk.model.session.known_names == ("Ben",)


@pytest.mark.parametrize(
    "message", [TypeName("Q"), TakeLetter("q"), TakeName("Eva"), NextAlphabet()]
)
def test_letters_that_are_meant_for_nobody_change_nobodys_name(message: Message) -> None:
    desk = sitting(*PEOPLE)
    desk.take(message)
    assert seats(desk) == Seating(PEOPLE)


def test_without_a_sheet_of_letters_the_dial_does_nothing_at_the_seats() -> None:
    desk = sitting(*PEOPLE)
    for message in (TurnDial(1), TurnDial(-1), PushDial()):
        desk.take(message)
        assert seats(desk) == Seating(PEOPLE)


# Options


def shown(agreed: Agreement, people: int) -> dict[str, tuple[str, dict[str, int]]]:
    """Return the value of every row."""
    return {row.title: (row.value, row.facts) for row in rows(agreed, people)}


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_the_table_plays_any_number_of_free_seats_in_turn(people: int) -> None:
    agreed, seen = Agreement(), []
    for _ in range(6 - people):
        row = next(row for row in rows(agreed, people) if row.title == "Computer players")
        seen.append((row.value, row.facts.get("seats")))
        agreed = row.following(1)
    assert seen == [("no seat", None), *(("{seats}", each) for each in range(1, 6 - people))]
    assert agreed.machines == 0
    row = next(row for row in rows(agreed, people) if row.title == "Computer players")
    assert row.following(-1).machines == 5 - people


def test_more_seats_than_are_free_are_not_played() -> None:
    assert shown(Agreement(machines=4), 3)["Computer players"] == ("{seats}", {"seats": 2})
    assert "Strength" in shown(Agreement(machines=4), 3)
    assert "Computer players" not in shown(Agreement(machines=4), 5)


def test_where_less_is_entered_the_options_are_those_for_the_people_alone() -> None:
    found = shown(Agreement(machines=3, level=Level.LIGHT), 2)
    assert found["Ra track spaces on your board"] == ("{spaces}", {"spaces": 6})
    assert "Two-player suns" in found
    assert "Strength" not in found
    unchanged = Agreement(machines=3, level=Level.LIGHT)
    row = next(row for row in rows(unchanged, 2) if row.title == "Computer players")
    assert row.following(1) == unchanged


def test_left_and_right_lead_to_the_values_beside_and_the_dial_to_the_next() -> None:
    desk = Desk(Model(page=OptionsPage(PEOPLE, row=1)))

    def spaces() -> int | None:
        return desk.model.session.agreement.options.ra_limit

    desk.key("left")
    assert spaces() == 7
    desk.key("right")
    desk.key("right")
    assert spaces() == 9
    desk.press("dial")
    assert spaces() == 10
    desk.press("dial")
    assert spaces() == 1
    desk.key("left")
    assert spaces() == 10


def test_a_row_that_has_gone_is_counted_from_the_first() -> None:
    number = len(rows(Agreement(), 3))
    page = OptionsPage(PEOPLE, row=number + 3)
    model = Model(page=page)
    assert page.pointed_at(model).title == "Entered"
    desk = Desk(Model(page=Menu()))
    desk.take(GoTo(page))
    assert desk.page() == OptionsPage(PEOPLE, row=3)


def test_what_was_never_chosen_is_shown_as_in_the_rulebook() -> None:
    found = shown(Agreement(options=Options()), 2)
    assert found["Two-player suns"][0] == "9-6-5-2 and 8-7-4-3"
    row = next(row for row in rows(Agreement(), 2) if row.title == "Two-player suns")
    assert row.following(1).options.two_player_split is Split.BAUMER


# Suns


def test_cards_say_who_deals_and_whose_suns_are_next() -> None:
    desk = filling(FIRST, (), (), at=1)
    now = controls(desk.model)
    assert [now.taps[Control(f"p{button}")].message for button in (1, 2, 4)] == [
        SetGroup(0),
        SetGroup(1),
        SetGroup(2),
    ]
    assert [now.taps[Control(f"p{button}")].message for button in (3, 5)] == [Join(2), Join(4)]
    assert now.taps[Control.DIAL].label == "The screen deals"
    assert (now.dial, prompt(desk.model).sentence) == ("Choose", "Who has which suns?")
    assert not lamps(desk.model)[Control.OK]
    by_screen = Model(page=Dealing(PEOPLE, (FIRST, SECOND, THIRD)))
    now = controls(by_screen)
    assert Control.P1 not in now.taps
    assert now.taps[Control.DIAL].label == "We dealt the suns ourselves"
    assert (now.dial, prompt(by_screen).sentence) == ("", "Take your suns")
    assert lamps(by_screen)[Control.OK]


def test_digits_lay_out_suns_and_the_keys_below_them_are_peoples_own() -> None:
    desk = filling((), (), ())
    now = keys(desk.model)
    every = {sun for group in sun_groups(3) for sun in group}
    assert {each.sun for each in now.values() if isinstance(each, LayOutSun)} == every
    assert [now[key] for key in PLAYER_KEYS] == [
        SetGroup(0),
        SetGroup(1),
        Join(2),
        SetGroup(2),
        Join(4),
    ]
    assert "1" not in now  # sun 1 lies in the centre
    by_screen = keys(Model(page=Dealing(PEOPLE, sun_groups(3))))
    assert (by_screen["3"], by_screen["return"]) == (Join(2), Begin())
    assert "r" not in by_screen


def test_the_next_card_is_the_one_after_and_at_the_end_the_first_that_is_empty() -> None:
    desk = filling((), (), (), at=1)
    desk.take(LayOutSun(SECOND[0]))
    assert (cards(desk).suns, cards(desk).at) == (((), SECOND, ()), 2)
    desk = filling((), (), (), at=2)
    desk.take(LayOutSun(SECOND[0]))
    assert (cards(desk).suns, cards(desk).at) == (((), (), SECOND), 0)


def test_who_marks_a_card_and_means_its_own_suns_again_exchanges_nothing_afterwards() -> None:
    desk = filling(FIRST, SECOND, THIRD)
    desk.take(SetGroup(1))
    assert cards(desk).suns == (FIRST, SECOND, THIRD)
    desk.take(LayOutSun(SECOND[1]))
    desk.take(LayOutSun(THIRD[1]))
    assert cards(desk).suns == (FIRST, SECOND, THIRD)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (0, (SECOND, FIRST, THIRD)),
        (1, (FIRST, THIRD, SECOND)),
        (2, (THIRD, SECOND, FIRST)),
    ],
)
def test_where_all_suns_are_dealt_a_second_press_exchanges_with_who_has_the_next(
    place: int, expected: tuple[tuple[int, ...], ...]
) -> None:
    desk = filling(FIRST, SECOND, THIRD, at=place)
    desk.take(SetGroup(place))
    assert cards(desk).suns == expected
    assert cards(desk).at == place


def test_nobody_has_a_card_where_nobody_sits() -> None:
    desk = filling(FIRST, SECOND, THIRD)
    before = desk.model
    desk.take(SetGroup(3))
    desk.take(Join(1))
    desk.take(DealByHand(is_by_hand=True))
    assert desk.model == before
    dealt = Desk(Model(page=Dealing(PEOPLE, (FIRST, SECOND, THIRD))))
    before = dealt.model
    dealt.take(SetGroup(1))
    dealt.take(LayOutSun(FIRST[0]))
    dealt.take(DealByHand(is_by_hand=False))
    dealt.turn(1)
    assert dealt.model == before


def test_the_dial_goes_round_all_cards_that_people_fill() -> None:
    desk = filling(FIRST, SECOND, THIRD, is_chosen=False)
    seen = []
    for _ in range(4):
        desk.turn(1)
        seen.append(cards(desk).at)
    assert seen == [1, 2, 0, 1]
    desk.turn(-2)
    assert cards(desk).at == 2
    desk.take(LayOutSun(FIRST[0]))
    assert cards(desk).suns == (THIRD, SECOND, FIRST)


def test_who_dealt_from_the_beginning_goes_back_to_the_seats_or_lets_the_screen_deal() -> None:
    desk = sitting(*PEOPLE, agreed=Agreement(dealt_by_hand=True))
    desk.press("ra")
    page = cards(desk)
    desk.press("undo")
    assert desk.page() == Seating(PEOPLE)
    desk = Desk(Model(page=page))
    desk.press("dial")
    assert not cards(desk).is_by_hand
    assert sorted(cards(desk).suns) == sorted(sun_groups(3))


def test_suns_that_people_dealt_are_put_right_after_the_game_was_taken_back_to_them() -> None:
    desk = filling(FIRST, SECOND, THIRD)
    desk.press("ok")
    assert isinstance(desk.page(), Table)
    desk.take(TakeBack())
    assert (cards(desk).at, cards(desk).suns) == (0, (FIRST, SECOND, THIRD))
    desk.take(LayOutSun(SECOND[0]))
    assert cards(desk).suns == (SECOND, FIRST, THIRD)


def test_a_game_in_which_something_has_happened_is_not_taken_back_to_its_suns() -> None:
    desk = a_desk(3)
    desk.key("n")
    assert taken_back(desk.model) == (desk.model, ())
    desk.take(TakeBack())
    assert desk.model.session.timeline is not None
    desk.take(TakeBack())
    assert isinstance(desk.page(), Table)
    assert desk.entries == [DRAWS[Tile.NILE], Undo(1)]
