"""From the first press to the next game: seats, options, suns, pages that lead back."""

import pytest
from msgspec.structs import replace

from companion.core.controls import controls
from companion.core.effects import CloseBook, OpenBook
from companion.core.menu import entries
from companion.core.messages import (
    Agree,
    Begin,
    Dealt,
    GoTo,
    Join,
    Leave,
    Next,
    NotWritten,
    Push,
    Rematch,
    Remembered,
    Resumed,
    SetBig,
    SetTextScale,
    SetTheme,
    StepSun,
    Turn,
)
from companion.core.model import (
    About,
    Agreeing,
    Agreement,
    AtTable,
    Dealing,
    Finale,
    Guest,
    History,
    Menu,
    Model,
    Page,
    Preferences,
    Scoring,
    Seating,
    Welcome,
    Worth,
)
from companion.core.names import LONGEST_NAME
from companion.core.notices import Notes, Notice
from companion.core.options import fitting, rows
from companion.core.picks import PickSun
from companion.core.revealing import CATEGORIES
from companion.core.update import next_deadline
from companion.rules.editions import (
    Edition,
    NoPenalty,
    Options,
    Seat,
    Split,
    setup,
    sun_groups,
)
from companion.rules.model import Phase
from companion.rules.refusal import Refusal, Why
from tests.core.desk import Desk, a_desk, is_refusal, models

PLAYERS = (2, 3, 4, 5)

SEEING = SetTheme | SetTextScale | SetBig


def seated(players: int) -> Desk:
    """So many have pressed their buttons."""
    desk = Desk()
    for button in range(1, players + 1):
        desk.press(f"p{button}")
    return desk


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_begins_with_one_press_for_each_player_and_one_more(players: int) -> None:
    desk = seated(players)
    desk.press("ra")
    assert desk.gestures == players + 1
    assert desk.page() == AtTable()
    assert desk.game.setup.options.edition is Edition.C25
    dealt = {player.up for player in desk.game.players}
    assert dealt == {tuple(sorted(group)) for group in sun_groups(players)}
    assert [type(each) for each in desk.written] == [OpenBook]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_people_play_again_with_one_press(players: int) -> None:
    desk = Desk(models(players, 0)[-1])
    for _ in range(len(CATEGORIES) + players + 1):
        desk.press("ok")
    assert desk.page() == Finale(players)
    before = desk.model.last_guests
    desk.press("ra")
    assert desk.page() == AtTable()
    assert desk.model.last_guests == before
    assert desk.game.epoch == 1
    timeline = desk.model.timeline
    assert timeline is not None
    assert not timeline.moments


def test_after_leaving_the_same_people_are_one_press_away() -> None:
    desk = Desk(models(3, 0)[-1])
    desk.take(Leave())
    assert desk.page() == Welcome()
    desk.press("ra")
    assert desk.game.setup.players == a_desk(3).game.setup.players


def test_a_game_that_was_left_goes_on_with_one_press() -> None:
    desk = Desk(models(3, 0)[30])
    timeline = desk.model.timeline
    desk.take(Leave())
    desk.press("ok")
    assert desk.model.timeline is timeline
    assert not desk.model.kept


def test_what_earlier_evenings_left_behind_does_not_disturb_this_one() -> None:
    desk = seated(2)
    page = desk.model.page
    desk.take(Remembered(("Anna", "Blue"), (Guest(4, "Zoe"),), kept=True))
    assert desk.model.page == page
    assert desk.model.known_names == ("Anna",), "a colour is no name"
    assert desk.model.last_guests == (Guest(4, "Zoe"),)
    desk.press("ra")
    assert desk.game.setup.players == ("Blue", "Green")


def test_the_same_people_cannot_begin_again_while_they_play() -> None:
    desk = a_desk(3)
    timeline = desk.model.timeline
    desk.take(Rematch())
    assert desk.model.timeline is timeline


def test_whoever_presses_twice_does_not_play_after_all() -> None:
    desk = seated(3)
    desk.press("p2")
    assert desk.page() == Seating((Guest(0), Guest(2)))
    desk.press("p1")
    desk.press("p3")
    assert desk.page() == Welcome()


def test_one_player_alone_is_told_that_ra_needs_two() -> None:
    desk = seated(1)
    for control in ("ra", "ok"):
        desk.press(control)
        assert isinstance(desk.model.page, Seating)
        assert desk.model.said == Notice(Notes.NEEDS_TWO)
        assert not desk.written


def test_names_are_typed_or_taken_from_those_used_before() -> None:
    desk = Desk(Model(known_names=("Anna", "Boris")))
    desk.press("p1")
    for letter in "Zo\u00e9":
        desk.key(letter)
    desk.press("p2")
    desk.turn(1)
    desk.press("p3")
    desk.turn(1)
    page = desk.model.page
    assert isinstance(page, Seating)
    assert [guest.name for guest in page.guests] == ["Zo\u00e9", "Anna", "Boris"]
    desk.turn(1)
    assert isinstance(desk.model.page, Seating)
    assert desk.model.page.guests[2].name == "", "then nobody's again"
    desk.press("ra")
    assert desk.game.setup.players == ("Zo\u00e9", "Anna", "Yellow")
    assert desk.model.known_names == ("Zo\u00e9", "Anna", "Boris")


def test_a_name_can_be_mended_and_is_cut_where_it_gets_too_long() -> None:
    desk = seated(1)
    for key in (" ", "A", "b", "backspace"):
        desk.key(key)
    for _ in range(300):
        desk.key("\u00e9")
    page = desk.model.page
    assert isinstance(page, Seating)
    assert page.guests[0].name == "A" + "\u00e9" * (LONGEST_NAME - 1)


def test_five_players_may_have_one_name_and_are_told_apart() -> None:
    desk = Desk()
    for button in range(1, 6):
        desk.press(f"p{button}")
        desk.key("X")
    desk.press("ra")
    assert desk.game.setup.players == ("X", "X 2", "X 3", "X 4", "X 5")


def test_another_window_size_is_no_turn_of_the_dial() -> None:
    for model in (a_desk(3).model, seated(2).model, Model()):
        desk = Desk(model)
        desk.take(Turn(0))
        assert desk.model == model
        assert not desk.written


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_can_be_played(players: int) -> None:
    desk = seated(players)
    desk.press("ok")
    tried = 0
    for row in range(len(rows(desk.model.agreement, players))):
        for _ in range(12):
            page = desk.model.page
            assert page == Agreeing(page.guests, row) if isinstance(page, Agreeing) else False
            agreed = fitting(desk.model.agreement, players)
            setup(tuple("ABCDE"[:players]), agreed.options)
            tried += 1
            desk.press("dial")
        desk.turn(1)
    assert tried >= 48
    assert isinstance(desk.model.page, Agreeing)
    assert desk.model.page.row == 0


def test_an_option_that_does_not_fit_the_number_of_players_is_left_out() -> None:
    options = Options(
        edition=Edition.ALEA_1999,
        two_player_split=Split.BGG,
        two_player_no_penalty=NoPenalty.EVERY_EPOCH,
    )
    assert fitting(Agreement(options=options), 2).options == options
    three = fitting(Agreement(options=options), 3).options
    assert three == Options(edition=Edition.ALEA_1999)
    two = fitting(Agreement(options=Options(edition=Edition.ALEA_1999)), 2)
    assert two.options.two_player_split is Split.RAZZIA


def test_suns_that_people_dealt_themselves_are_entered_by_button() -> None:
    desk = seated(3)
    desk.take(Agree(Agreement(dealt_by_hand=True)))
    desk.press("ra")
    assert desk.page() == Dealing((Guest(0), Guest(1), Guest(2)), (0, 1, 2))
    desk.press("p1")
    desk.press("ra")
    assert desk.model.said == Notice(Notes.SUNS_TWICE)
    assert not desk.written
    desk.press("p2")
    desk.press("p2")
    desk.press("ra")
    assert [player.up for player in desk.game.players] == [
        tuple(sorted(sun_groups(3)[group])) for group in (1, 0, 2)
    ]


def test_back_leads_page_by_page_to_the_start() -> None:
    desk = seated(2)
    desk.take(Agree(Agreement(dealt_by_hand=True)))
    desk.press("ok")
    desk.press("ra")
    pages: list[type[Page]] = []
    for _ in range(3):
        pages.append(type(desk.model.page))
        desk.press("undo")
    assert pages == [Dealing, Agreeing, Seating]
    assert desk.page() == Welcome()


def test_escape_leads_back_before_a_game_and_loses_no_name() -> None:
    desk = seated(2)
    desk.key("Q")
    seats = desk.model.page
    assert isinstance(seats, Seating)
    desk.key("tab")
    desk.key("escape")
    assert isinstance(desk.model.page, Seating)
    assert desk.model.page.guests == seats.guests


@pytest.mark.parametrize(
    "page", [AtTable(), Scoring(), Scoring(Seat(1)), Finale(2), History(3)], ids=repr
)
def test_a_touch_on_the_picture_of_a_game_that_was_left_leads_to_the_start(page: Page) -> None:
    desk = a_desk(3)
    desk.take(Leave())
    desk.take(GoTo(page))
    assert desk.page() == Welcome()


@pytest.mark.parametrize(
    "page",
    [Welcome(), Seating((Guest(0),)), Agreeing((Guest(0), Guest(1))), Scoring(), Finale(), About()],
    ids=repr,
)
def test_a_touch_on_an_old_picture_does_not_take_the_table_away(page: Page) -> None:
    desk = a_desk(3)
    desk.take(GoTo(page))
    assert desk.page() in (AtTable(), About())
    desk.take(Join(4))
    desk.take(Begin())
    assert desk.model.timeline is not None
    assert [type(each) for each in desk.written] == [OpenBook]


def test_a_page_that_was_scored_can_be_asked_why_until_somebody_goes_on() -> None:
    found = next(model for model in models(4, 0) if model.page == Scoring())
    desk = Desk(found)
    desk.press(f"p{desk.model.buttons[2] + 1}")
    assert desk.page() == Scoring(Seat(2))
    desk.press(f"p{desk.model.buttons[2] + 1}")
    assert desk.page() == Scoring()
    desk.press("ok")
    desk.key("n")
    desk.take(GoTo(Scoring(Seat(2))))
    assert desk.page() == AtTable()


def resumed(model: Model) -> Desk:
    """Start the program again with this game."""
    assert model.timeline is not None
    desk = Desk()
    desk.take(Resumed(model.timeline, model.last_guests, model.agreement))
    return desk


def test_a_game_that_stopped_at_an_epochs_end_goes_on_with_its_scoring() -> None:
    found = next(model for model in models(4, 0) if model.page == Scoring())
    assert resumed(found).model.page == Scoring()
    assert resumed(models(4, 0)[7]).model.page == AtTable()


def test_a_game_that_is_over_comes_back_with_its_result() -> None:
    assert resumed(models(4, 0)[-1]).model.page == Finale(4)


def test_what_is_said_at_the_start_goes_away_after_a_while() -> None:
    desk = Desk()
    model = models(3, 0)[5]
    assert model.timeline is not None
    notice = Notice(Notes.RESUMED, {"actions": 5})
    desk.take(Resumed(model.timeline, model.last_guests, model.agreement, (notice,)))
    assert desk.model.said == notice
    desk.pass_time(7)
    assert desk.model.said is None
    assert next_deadline(desk.model) is None


def test_the_menu_leads_everywhere_and_back() -> None:
    desk = a_desk(3)
    desk.key("n")
    desk.press("dial", is_held=True)
    labels = [entry.label for entry in entries(desk.model)]
    assert labels == [
        "Back to the table",
        "History",
        "What scores now?",
        "Fix what the screen says",
        "Rebuild the table",
        "Enter less: Ra tiles and auctions",
        "We stop here",
        "Leave; the game is kept",
        "The rules",
        "Colours: night",
        "Letters: as usual",
        "Readable from afar: off",
        "Language",
        "Sound: on",
        "Spoken announcements: off",
        "Read the table aloud",
        "Test buttons and reader",
        "About",
        "Quit; the game is kept",
    ]
    for row, wanted in enumerate((AtTable(), History(1), Worth())):
        desk.take(GoTo(Menu(row)))
        desk.press("ok")
        assert desk.page() == wanted
    desk.take(GoTo(Menu(labels.index("Leave; the game is kept"))))
    desk.press("dial")
    assert desk.page() == Welcome()
    assert isinstance(desk.written[-1], CloseBook)


def test_guests_of_a_kiosk_cannot_quit_the_program() -> None:
    model = Model(preferences=Preferences(kiosk=True))
    assert "Quit; the game is kept" not in [entry.label for entry in entries(model)]
    desk = Desk(Model(page=Menu(len(entries(Model())) - 1)))
    desk.take(Push())
    assert desk.has_left


def test_colours_letters_and_what_is_shown_take_turns_in_the_menu() -> None:
    desk = Desk()
    seen: list[tuple[str, ...]] = []
    for _ in range(4):
        changes = [each for each in entries(desk.model) if isinstance(each.message, SEEING)]
        seen.append(tuple(entry.label for entry in changes))
        for change in changes:
            desk.take(change.message)
    assert seen == [
        ("Colours: night", "Letters: as usual", "Readable from afar: off"),
        ("Colours: papyrus", "Letters: larger", "Readable from afar: on"),
        ("Colours: high contrast", "Letters: largest", "Readable from afar: off"),
        ("Colours: night", "Letters: as usual", "Readable from afar: on"),
    ]
    assert desk.model.preferences.theme == "papyrus"


def test_the_dial_chooses_the_language_on_the_start_page() -> None:
    desk = Desk()
    seen = [desk.model.preferences.language]
    for _ in range(6):
        desk.turn(1)
        seen.append(desk.model.preferences.language)
    assert len(set(seen)) == 6
    assert seen[0] == seen[6]


def test_the_reveal_goes_from_the_last_place_to_the_first_and_stays() -> None:
    desk = Desk(models(4, 0)[-1])
    assert desk.page() == Scoring()
    for category in range(len(CATEGORIES) + 1):
        desk.press("ok")
        assert desk.page() == Finale(category=category)
    for revealed in range(1, 5):
        desk.press("ok")
        assert desk.page() == Finale(revealed)
    desk.take(Next())
    assert desk.page() == Finale(4)
    assert "ok" in controls(desk.model).taps


def test_a_sun_that_could_not_be_saved_waits_for_ok_and_is_not_tried_again_by_itself() -> None:
    desk = a_desk(3)
    desk.key("r")
    desk.take(StepSun(desk.game.active))
    desk.take(NotWritten(Notice(Notes.NOT_SAVED_FULL)))
    assert desk.model.troubles == (Notice(Notes.NOT_SAVED_FULL),)
    page = desk.model.page
    assert isinstance(page, AtTable)
    assert isinstance(page.pick, PickSun)
    written = len(desk.written)
    desk.pass_time(60)
    assert len(desk.written) == written
    assert next_deadline(desk.model) is None
    desk.press("ok")
    assert len(desk.written) == written + 1


def test_an_owner_may_want_suns_to_count_only_with_ok() -> None:
    desk = a_desk(3)
    desk.key("r")
    desk.model = replace(desk.model, preferences=Preferences(sun_commit_seconds=0))
    desk.take(StepSun(desk.game.active))
    desk.pass_time(60)
    assert len(desk.entries) == 1
    desk.press("ok")
    assert len(desk.entries) == 2


def test_a_dealt_game_is_the_only_way_to_a_table() -> None:
    desk = Desk()
    for message in (Begin(), Rematch(), Next(), Push(), GoTo(AtTable())):
        desk.take(message)
        assert desk.model.timeline is None
    guests = (Guest(0), Guest(1))
    desk.take(Dealt(setup(("A", "B")), guests, Agreement()))
    assert desk.game.stage is Phase.TURN


def test_a_group_that_cannot_be_drawn_from_says_why_and_does_not_open() -> None:
    full = (model for model in models(5, 0) if None not in model.game.lane)
    desk = Desk(next(model for model in full if model.game.stage is Phase.TURN))
    for control in ("p3", "p4", "p5"):
        offer = controls(desk.model).taps[control]
        assert not offer.is_lit
        assert is_refusal(desk.take(offer.message))
        assert isinstance(desk.model.said, Refusal)
        assert desk.model.said.why is Why.TRACK_FULL
        assert desk.page() == AtTable()
