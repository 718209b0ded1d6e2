"""From the first press to the first tile: seats, names, suns, and the way back to them."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.core.effects import CloseBook, OpenBook, WithdrawBook
from companion.core.messages import (
    BACKSPACE,
    AskStaff,
    Begin,
    Join,
    LayOutSun,
    LeaveSeat,
    Message,
    NextAlphabet,
    Open,
    Play,
    PushDial,
    Rematch,
    Route,
    SetGroup,
    TakeBack,
    TakeLetter,
    TakeName,
    TurnDial,
)
from companion.core.model import Model
from companion.core.preferences import Preferences
from companion.core.session import Agreement, Guest, Session
from companion.i18n.languages import BY_CODE, LANGUAGES
from companion.pages import letters as naming
from companion.pages.letters import VOICING
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.partial_table import PartialTable
from companion.pages.switch_scanning import places
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, Level
from companion.rules.editions import Sun, sun_groups
from companion.rules.tiles import Tile
from tests.app.fingers import picture, spot
from tests.core.desk import Desk, a_desk
from tests.core.evenings import PLAYERS, seated

KNOWN = ("Anna", "Anežka", "Boris", "Mary Ann")


def seating(desk: Desk) -> Seating:
    """Return the seats."""
    page = desk.page()
    assert isinstance(page, Seating)
    return page


def dealing_themselves(players: int) -> Desk:
    """Return the desk of this many people who have dealt the suns, and say now to whom."""
    desk = seated(players)
    desk.press("ra")
    desk.press("dial")
    return desk


def dealing(desk: Desk) -> Dealing:
    """Return the card with the suns."""
    page = desk.page()
    assert isinstance(page, Dealing)
    return page


def names(desk: Desk) -> list[str]:
    """Return what those who sit here are called so far."""
    return [guest.name for guest in seating(desk).guests]


def naming_desk(players: int = 3, *, language: str = "en") -> Desk:
    """Seat people, and open the sheet of the first of them."""
    desk = seated(players)
    desk.model = desk.model.with_session(known_names=KNOWN).with_preferences(language=language)
    desk.press("p1")
    return desk


def touch(desk: Desk, message: Message) -> None:
    """Put a finger where this is on the picture."""
    assert spot(picture(desk.model), message) is not None, message
    desk.gestures += 1
    desk.take(message)


def shown_suns(desk: Desk) -> list[tuple[Sun, ...]]:
    """Return which suns lie before whom at the table."""
    return [player.up for player in desk.game.players]


# Names


def test_the_second_press_of_the_own_button_gives_a_name_and_the_third_says_done() -> None:
    desk = seated(3)
    desk.press("p2")
    assert seating(desk).editing == 1
    assert seating(desk).sheet is not None
    desk.press("p2")
    assert seating(desk).sheet is None
    assert len(seating(desk).guests) == 3


@pytest.mark.parametrize("presses", range(12))
def test_however_often_somebody_presses_nobody_is_thrown_out(presses: int) -> None:
    desk = seated(4)
    for press in range(presses):
        desk.press(f"p{1 + press * press % 4}")
    assert [guest.button for guest in seating(desk).guests] == [0, 1, 2, 3]


def test_the_button_of_somebody_else_names_them_and_keeps_what_was_typed() -> None:
    desk = naming_desk()
    desk.key("Z")
    desk.press("p3")
    desk.key("Q")
    assert names(desk) == ["Z", "", "Q"]


def test_who_sits_down_while_others_give_names_is_named_next() -> None:
    desk = naming_desk(2)
    desk.key("Z")
    desk.press("p5")
    desk.key("Q")
    assert names(desk) == ["Z", "", "Q"]


def test_names_used_here_before_come_first_and_fewer_with_every_letter() -> None:
    desk = naming_desk()

    def offered() -> tuple[str, ...]:
        return naming.Naming(seating(desk).guests, 0).before(desk.model)

    assert offered() == KNOWN
    touch(desk, TakeLetter("a"))
    touch(desk, TakeLetter("n"))
    assert names(desk)[0] == "An"
    assert offered() == ("Anna", "Anežka", "Mary Ann")
    touch(desk, TakeLetter("e"))
    assert offered() == ("Anežka",)
    touch(desk, TakeName("Anežka"))
    assert names(desk)[0] == "Anežka"
    desk.press("p1")
    desk.press("p2")
    assert "Anežka" not in naming.Naming(seating(desk).guests, 1).before(desk.model), "it is taken"


def test_the_first_letter_of_each_part_of_a_name_is_a_capital() -> None:
    desk = naming_desk()
    for letter in "anna-li o":
        touch(desk, TakeLetter(letter))
    assert names(desk)[0] == "Anna-Li O"
    touch(desk, TakeLetter(BACKSPACE))
    assert names(desk)[0] == "Anna-Li "


@pytest.mark.parametrize("is_key", [False, True])
def test_back_closes_the_sheet_and_keeps_what_was_typed(*, is_key: bool) -> None:
    desk = naming_desk()
    desk.key("Z")
    if is_key:
        desk.key("escape")
    else:
        desk.press("undo")
    assert seating(desk).sheet is None
    assert names(desk)[0] == "Z"


def test_no_turn_of_the_dial_wipes_a_typed_name() -> None:
    desk = naming_desk()
    desk.key("Z")
    for _ in range(60):
        desk.turn(1)
        desk.turn(-2)
    for arrow in ("left", "right", "up", "down"):
        desk.key(arrow)
    assert names(desk)[0] == "Z"


def test_the_dial_takes_letters_one_after_the_other() -> None:
    desk = naming_desk()
    desk.model = desk.model.with_session(known_names=())
    desk.press("p1")
    desk.press("p1")
    desk.turn(1)
    desk.press("ok")
    desk.press("ok")
    desk.turn(-1)
    desk.press("dial")
    assert names(desk)[0] == "Bba"
    desk.turn(-1)
    desk.press("ok")  # what is done comes before the first letter, round the corner
    assert seating(desk).sheet is None


def test_the_dial_reaches_everything_on_the_sheet() -> None:
    desk = naming_desk()
    offered = naming.Naming(seating(desk).guests, 0).places(desk.model)
    seen = []
    for _ in offered:
        sheet = seating(desk).sheet
        assert sheet is not None
        found, at = naming.Naming(seating(desk).guests, 0, sheet).pointed(desk.model)
        seen.append(found[at])
        desk.turn(1)
    assert tuple(seen) == offered


def test_after_a_name_is_typed_return_says_done() -> None:
    desk = naming_desk()
    for letter in "Zoé":
        desk.key(letter)
    desk.key("return")
    assert seating(desk).sheet is None
    assert names(desk)[0] == "Zoé"


def test_who_has_just_sat_down_may_type_at_once() -> None:
    desk = Desk()
    desk.press("p3")
    desk.key("Y")
    assert seating(desk).sheet is not None
    assert names(desk) == ["Y"]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_letter_of_every_alphabet_is_typed_by_touch(language: str) -> None:
    desk = naming_desk(language=language)
    for letter in BY_CODE[language].keyboard.letters:
        desk.model = replace(
            desk.model, page=replace(seating(desk), guests=(Guest(0, "x"), Guest(1)))
        )
        touch(desk, TakeLetter(letter))
        if letter != VOICING:
            assert names(desk)[0] == f"x{letter}"


def test_every_language_has_an_alphabet_and_one_key_leads_through_all() -> None:
    for language in LANGUAGES:
        desk = naming_desk(language=language)
        seen = []
        for _ in LANGUAGES:
            sheet = seating(desk).sheet
            assert sheet is not None
            seen.append(naming.alphabet(sheet, language))
            touch(desk, NextAlphabet())
        assert seen[0] == language
        assert sorted(seen) == sorted(LANGUAGES)


def test_kana_are_voiced_and_made_small() -> None:
    typed = {"か": "が", "は": "ば", "つ": "っ", "よ": "ょ", "ん": "ん", "": ""}
    assert {kana: naming.with_letter(kana, VOICING) for kana in typed} == typed
    three = "は"
    for _ in range(3):
        three = naming.with_letter(three, VOICING)
    assert three == "は"


def test_typed_names_are_offered_again_after_everybody_has_left_the_seats() -> None:
    desk = naming_desk(2)
    for letter in "Zoé":
        desk.key(letter)
    desk.key("escape")
    desk.key("escape")
    assert desk.page() == Welcome()
    assert desk.model.session.known_names == ("Zoé", *KNOWN)


# Leaving


LEAVING: tuple[Callable[[Desk], None], ...] = (
    lambda desk: desk.press("p2", is_held=True),
    lambda desk: touch(desk, LeaveSeat(1)),
    lambda desk: desk.key("shift 2"),
)


@pytest.mark.parametrize("leave", LEAVING)
def test_leaving_is_its_own_gesture_and_leaves_the_others_their_names(
    leave: Callable[[Desk], None],
) -> None:
    desk = naming_desk()
    desk.key("Z")
    leave(desk)
    assert seating(desk).guests == (Guest(0, "Z"), Guest(2))
    assert seating(desk).sheet is not None, "the first is still being named"


def test_the_way_to_leave_is_told_below_the_cards() -> None:
    scene = picture(seated(3).model)
    assert any("Hold it to leave" in str(item) for item in scene.items)


@pytest.mark.parametrize("message", [Open(Route.HELP), Open(Route.RULES), AskStaff()])
@pytest.mark.parametrize("page", [Seating, OptionsPage, Dealing])
def test_help_over_the_seats_leads_back_to_them(message: Message, page: type) -> None:
    desk = naming_desk()
    desk.key("Z")
    desk.press("undo")
    if page is OptionsPage:
        desk.press("ok")
    elif page is Dealing:
        desk.press("ra")
    before = desk.page()
    desk.take(message)
    if desk.page() == before:
        return  # nobody has set a PIN at this table
    for _ in range(3):
        if desk.page() != before:
            desk.key("escape")
    assert desk.page() == before


# Suns


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_sees_their_suns_before_the_game_begins(players: int) -> None:
    desk = seated(players)
    desk.press("ra")
    dealt = dealing(desk).suns
    assert sorted(dealt) == sorted(sun_groups(players))
    desk.press("ok")
    assert shown_suns(desk) == list(dealt)
    starter = max(range(players), key=lambda seat: max(dealt[seat]))
    assert desk.game.active == starter


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_sun_for_each_player_but_the_last_says_who_has_which(players: int) -> None:
    desk = dealing_themselves(players)
    assert not any(dealing(desk).suns)
    groups = sun_groups(players)[::-1]
    for group in groups[:-1]:
        touch(desk, LayOutSun(group[0]))
    assert dealing(desk).suns == groups
    desk.press("ok")
    assert shown_suns(desk) == list(groups)
    assert desk.model.session.agreement.dealt_by_hand


def test_a_sun_laid_before_the_wrong_player_goes_to_the_right_one() -> None:
    desk = dealing_themselves(3)
    first, second, third = sun_groups(3)
    desk.take(LayOutSun(second[0]))
    desk.take(LayOutSun(third[0]))
    assert dealing(desk).suns == (second, third, first)
    desk.take(TurnDial(-1))
    assert dealing(desk).at == 0
    desk.take(LayOutSun(third[0]))
    assert dealing(desk).suns == (third, second, first), "the two have changed places"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_suns_of_a_player_may_be_touched_and_lie_before_that_player(players: int) -> None:
    desk = dealing_themselves(players)
    groups = sun_groups(players)[::-1]
    for group in groups[:-1]:
        for sun in group:
            touch(desk, LayOutSun(sun))
    assert dealing(desk).suns == groups


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_group_may_be_said_too_and_exchanges_nothing(players: int) -> None:
    desk = dealing_themselves(players)
    groups = sun_groups(players)[::-1]
    for group in groups:
        desk.take(LayOutSun(group[0]))
    assert dealing(desk).suns == groups
    desk.take(LayOutSun(groups[-1][-1]))
    assert dealing(desk).suns == groups


def test_a_press_on_a_card_that_has_suns_first_says_whose_suns_are_changed() -> None:
    desk = dealing_themselves(3)
    first, second, third = sun_groups(3)
    desk.take(LayOutSun(third[0]))
    desk.take(LayOutSun(second[0]))
    assert dealing(desk).suns == (third, second, first)
    touch(desk, SetGroup(0))
    assert (dealing(desk).at, dealing(desk).suns) == (0, (third, second, first))
    touch(desk, LayOutSun(first[0]))
    assert dealing(desk).suns == (first, second, third)
    touch(desk, SetGroup(0))
    touch(desk, SetGroup(0))
    assert dealing(desk).suns[0] != first, "a second press gives the next suns"


def test_suns_are_typed_by_number_as_they_are_at_an_auction() -> None:
    desk = seated(3)
    desk.key("return")
    desk.key("space")
    desk.key("9")
    assert 9 in dealing(desk).suns[0]
    desk.type_sun(13)
    assert 13 in dealing(desk).suns[1]


def test_who_dealt_themselves_may_let_the_screen_deal_after_all() -> None:
    desk = seated(4)
    desk.press("ra")
    dealt = dealing(desk)
    desk.press("dial")
    desk.key("9")
    desk.press("undo")
    assert desk.page() == dealt
    desk.press("dial")
    desk.press("dial")
    assert desk.page() == dealt


def test_a_player_is_added_on_the_card_and_the_suns_are_dealt_again() -> None:
    desk = seated(4)
    desk.press("ra")
    touch(desk, Join(4))
    assert [guest.button for guest in dealing(desk).guests] == [0, 1, 2, 3, 4]
    assert sorted(dealing(desk).suns) == sorted(sun_groups(5))
    desk.press("ok")
    assert len(desk.game.players) == 5


# Undo until the first tile


@pytest.mark.parametrize("level", Level)
def test_undo_before_the_first_tile_leads_back_to_the_suns_and_the_seats(level: Level) -> None:
    desk = seated(4)
    desk.model = desk.model.with_session(agreement=Agreement(level=level))
    desk.press("ra")
    card = dealing(desk)
    desk.press("ok")
    assert isinstance(desk.page(), Table | PartialTable)
    desk.press("undo")
    assert desk.page() == card, "the same suns lie before everybody"
    assert desk.model.session.timeline is None
    assert isinstance(desk.written[-1], WithdrawBook)
    desk.press("undo")
    assert [guest.button for guest in seating(desk).guests] == [0, 1, 2, 3]
    desk.press("p5")
    desk.press("ra")
    desk.press("ok")
    assert isinstance(desk.written[-1], OpenBook) or level is not Level.FULL
    assert len(desk.game.setup.players) == 5
    assert CloseBook() not in desk.written


def test_once_a_tile_was_drawn_undo_only_takes_back_the_tile() -> None:
    desk = seated(3)
    desk.press("ra")
    desk.press("ok")
    desk.key("n")
    desk.press("undo")
    assert isinstance(desk.page(), Table)
    timeline = desk.model.session.timeline
    assert timeline is not None
    desk.press("undo")
    assert desk.model.session.timeline is timeline, "what was drawn and taken back is recorded"


def test_the_suns_of_a_game_that_goes_on_after_a_power_cut_can_still_be_taken_back() -> None:
    desk = a_desk(3)
    suns = shown_suns(desk)
    desk.take(TakeBack())
    assert list(dealing(desk).suns) == suns


def test_a_button_that_is_pressed_twice_draws_nothing() -> None:
    desk = seated(3)
    for control in ("ra", "ra", "ok", "ok"):
        desk.press(control)
    assert isinstance(desk.page(), Table)
    assert not desk.entries


def test_who_plays_again_and_goes_back_to_the_seats_finds_everybody_there() -> None:
    desk = Desk(Model(page=Welcome(), session=Session(last_guests=(Guest(1, "Ann"), Guest(3)))))
    desk.take(Rematch())
    desk.press("undo")
    assert seating(desk).guests == (Guest(1, "Ann"), Guest(3))


# Gestures


class Hands(NamedTuple):
    """How people sit down, go on, and draw their first tile, a River."""

    sit: Callable[[Desk, int], None]
    go_on: Callable[[Desk], None]
    draw: Callable[[Desk], None]


HANDS = {
    "keys": Hands(
        lambda desk, button: desk.key(str(button + 1)),
        lambda desk: desk.key("return"),
        lambda desk: desk.key("n"),
    ),
    "fingers": Hands(
        lambda desk, button: touch(desk, Join(button)),
        lambda desk: touch(desk, Begin()),
        lambda desk: touch(desk, Play(DRAWS[Tile.NILE])),
    ),
    "buttons, and a finger for the tile": Hands(
        lambda desk, button: desk.press(f"p{button + 1}"),
        lambda desk: desk.press("ok" if isinstance(desk.page(), Dealing) else "ra"),
        lambda desk: touch(desk, Play(DRAWS[Tile.NILE])),
    ),
}


@pytest.mark.parametrize("by", HANDS)
def test_four_new_people_are_seven_gestures_from_the_first_tile(by: str) -> None:
    desk, hands = Desk(), HANDS[by]
    for button in range(4):
        hands.sit(desk, button)
    hands.go_on(desk)
    hands.go_on(desk)
    hands.draw(desk)
    assert desk.game.lane[0] is Tile.NILE
    assert desk.gestures == 7


def test_the_same_people_are_four_gestures_from_the_first_tile_by_buttons_alone() -> None:
    desk = Desk(Model(page=Welcome(), session=Session(last_guests=tuple(map(Guest, range(4))))))
    desk.press("ra")
    desk.press("ok")
    desk.press("ra")  # a Ra tile is one press; every other kind is its group and itself
    assert desk.game.ra_count == 1
    assert desk.gestures == 3
    other = Desk(Model(page=Welcome(), session=Session(last_guests=tuple(map(Guest, range(4))))))
    other.press("ra")
    other.press("ok")
    other.press("p1")
    other.press("p1")
    assert other.game.lane[0] is not None
    assert other.gestures == 4


def test_with_one_button_names_are_given_letter_by_letter() -> None:
    desk = naming_desk()
    desk.model = replace(desk.model, preferences=Preferences(scan_seconds=1.0))
    offered = [place.message for place in places(desk.model)]
    assert offered[: len(KNOWN) + 1] == [*map(TakeName, KNOWN), Join(0)]
    assert {TakeLetter("a"), NextAlphabet(), LeaveSeat(0)} <= set(offered)
    assert PushDial() not in offered[: len(KNOWN) + 20]


def test_the_name_of_who_left_by_mistake_is_offered_first() -> None:
    desk = seated(3)
    place = seating(desk).guests[1].button
    desk.take(Join(place))
    for letter in "zoe":
        desk.take(TakeLetter(letter))
    desk.take(Join(place))
    desk.take(LeaveSeat(place))
    desk.take(Join(place))
    assert naming.Naming(seating(desk).guests, 1).before(desk.model)[0] == "Zoe"
