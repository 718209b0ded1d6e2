"""Who sat at a table that is scored without a game, and its score sheet as a file."""

import pytest
from msgspec.structs import replace

from companion.app.controls import typed
from companion.core.controls import Control
from companion.core.messages import (
    BACKSPACE,
    Door,
    Join,
    Message,
    NextAlphabet,
    Open,
    TakeLetter,
    TakeName,
)
from companion.core.model import Model
from companion.core.naming import LONGEST_NAME
from companion.core.notices import Notes, Notice
from companion.core.preferences import Preferences
from companion.core.session import Agreement, Guest, Session
from companion.pages.archive import KeepSheet
from companion.pages.bindings import controls
from companion.pages.keyboard import keys
from companion.pages.new_game import Welcome
from companion.pages.score_sheet import (
    AddOne,
    ChangeRow,
    LaySun,
    SaveSheet,
    Scope,
    SetNumber,
    SheetResult,
    SheetSetup,
    SheetTally,
    SkipPlayer,
    counting,
    length,
    named,
    score_now,
    sheet_of,
)
from companion.pages.score_sheet.counts import Points as Said
from companion.pages.update import update
from companion.rules.editions import Edition, NoPenalty, Options, Split
from companion.rules.scoring.sheet import read_sheet, scored, write_sheet
from companion.rules.tiles import Tile
from companion.ui.scene import Rail
from tests.core.desk import Desk
from tests.core.test_counting import BEFORE, FIRST, SUNS, after, begun, by_touch
from tests.view.counts import counted
from tests.view.gallery import NAMES, shown

KNOWN = ("Eva", "Béla")


def gathering(*names: str, row: int = 2) -> Desk:
    return Desk(Model(page=SheetSetup(names, row=row), session=Session(known_names=KNOWN)))


def type_text(desk: Desk, text: str) -> None:
    """Type characters as a keyboard tells of them."""
    for letter in text:
        message = typed("space" if letter == " " else letter, letter, letter, desk.model)
        assert message is not None
        desk.take(message)


def names(desk: Desk) -> tuple[str, ...]:
    page = desk.page()
    assert isinstance(page, SheetSetup)
    return page.names


def test_a_name_is_typed_with_every_letter_that_is_a_key_elsewhere() -> None:
    desk = gathering("", "")
    type_text(desk, "Rosa Suárez 2")
    assert names(desk) == ("Rosa Suárez 2", "")
    desk.key("backspace")
    assert names(desk) == ("Rosa Suárez ", "")
    desk.key("down")
    type_text(desk, "Ř" * 40)
    assert names(desk)[1] == "Ř" * LONGEST_NAME


def fingers(desk: Desk) -> set[Message]:
    """Return everything that a finger can mean."""
    return {target.message for target in shown(desk.model).targets if not isinstance(target, Rail)}


def touch(desk: Desk, *messages: Message) -> None:
    """Touch what means this, each where it is seen."""
    for message in messages:
        assert message in fingers(desk)
        desk.take(message)


def test_a_new_name_is_given_by_finger_alone() -> None:
    desk = gathering("", "", row=0)
    touch(desk, ChangeRow(3, 1), *map(TakeLetter, "zoe"), Join(1))
    assert names(desk) == ("", "Zoe")
    touch(desk, ChangeRow(3, 1), TakeLetter(BACKSPACE), NextAlphabet(), TakeLetter("є"), Join(1))
    assert names(desk) == ("", "Zoє")


def test_a_name_is_taken_by_finger_from_those_used_before_that_nobody_else_has() -> None:
    desk = gathering("", "Béla")
    touch(desk, ChangeRow(2, 1))
    assert TakeName("Béla") not in fingers(desk)
    touch(desk, TakeName("Eva"), Join(0))
    assert names(desk) == ("Eva", "Béla")


@pytest.mark.parametrize("button", ["ok", "dial"])
def test_a_name_is_given_with_the_dial_and_buttons(button: str) -> None:
    desk = gathering("", "Béla")
    desk.press(button)
    desk.press(button)
    assert names(desk) == ("Eva", "Béla"), "the names used before come first"
    desk.press(button)
    assert desk.page() == SheetSetup(("Eva", "Béla"), row=3), "the next is pointed at"
    desk.turn(-1)
    desk.press("dial")
    desk.turn(1)
    desk.press("dial")
    assert names(desk) == ("Evab", "Béla")
    desk.press("ra")
    assert desk.page() == SheetSetup(("Evab", "Béla"), row=3)


def test_back_closes_the_letters_and_keeps_what_was_typed() -> None:
    for closes in ("undo", "escape"):
        desk = gathering("", "Béla")
        touch(desk, ChangeRow(2, 1), TakeLetter("x"))
        desk.key(closes) if closes == "escape" else desk.press(closes)
        assert desk.page() == SheetSetup(("X", "Béla"), row=2)


def test_return_offers_names_where_there_is_none_and_keeps_one_that_was_typed() -> None:
    desk = gathering("", "Béla")
    for _ in range(3):
        desk.key("return")
    assert names(desk) == ("Eva", "Béla")
    desk.key("up")
    type_text(desk, "Anna")
    desk.key("return")
    assert names(desk) == ("EvaAnna", "Béla"), "and the next name is pointed at"
    desk.key("return")
    assert names(desk) == ("EvaAnna", "Béla")


def test_letters_may_be_typed_while_they_lie_on_the_screen() -> None:
    desk = gathering("", "")
    touch(desk, ChangeRow(2, 1))
    type_text(desk, "Rosa 2")
    desk.key("return")
    assert desk.page() == SheetSetup(("Rosa 2", ""), row=3)


@pytest.mark.parametrize("row", [0, 1, 4])
def test_return_and_ok_begin_to_count_as_they_begin_a_game(row: int) -> None:
    typed, pressed = gathering("Anna", "Marek", row=row), gathering("Anna", "Marek", row=row)
    typed.key("return")
    pressed.press("ok")
    assert isinstance(typed.page(), SheetTally)
    assert isinstance(pressed.page(), SheetTally)


def test_letters_are_keys_again_where_no_name_is_pointed_at() -> None:
    desk = gathering("Anna", "Marek", row=0)
    begins: object = keys(desk.model)["tab"]
    assert keys(desk.model)["r"] == begins
    type_text(desk, "r")
    assert isinstance(desk.page(), SheetTally)


def test_equal_names_are_told_apart() -> None:
    page = counting(SheetSetup(("Anna", "Anna", "")), ("Blue", "Green", "Yellow"))
    assert page.ledger.setup.players == ("Anna", "Anna 2", "Yellow")


def test_the_edition_is_chosen_and_is_that_of_the_last_game_here() -> None:
    agreed = Agreement(options=Options(edition=Edition.RGG_2009))
    model = Model(
        page=Welcome(),
        session=Session(last_guests=(Guest(0, "Anna"), Guest(1, "Eva")), agreement=agreed),
    )
    model = after(model, Open(Door.SHEET))
    assert isinstance(model.page, SheetSetup)
    assert model.page.edition is Edition.RGG_2009
    model = after(model, ChangeRow(2 + 2, 1))
    assert isinstance(model.page, SheetSetup)
    assert model.page.edition is Edition.WINDRIDER_2016
    begun_with = counting(model.page, NAMES).ledger.setup
    assert begun_with.edition is Edition.WINDRIDER_2016


@pytest.mark.parametrize("players", range(2, 6))
def test_every_row_has_a_value_after_it_and_the_first_one_again(players: int) -> None:
    start = Model(page=SheetSetup(NAMES[:players]), session=Session(known_names=KNOWN))
    assert isinstance(start.page, SheetSetup)
    for row in (1, *range(2 + players, length(start.page))):
        model, seen = start, set()
        for _ in range(5):
            model = after(model, ChangeRow(row, 1))
            assert isinstance(model.page, SheetSetup)
            seen.add(replace(model.page, row=0))
        assert 3 <= len(seen) <= 5
        assert isinstance(model.page, SheetSetup)
        assert named(model.page) is None


def everybody(scope: Scope = Scope.THIRD) -> Model:
    """Return the program with a whole table of five counted."""
    model = begun(scope)
    for seat, held in enumerate(FIRST):
        if scope is Scope.THIRD:
            model = after(model, SetNumber(Said.BEFORE, BEFORE[seat]))
        suns = [SUNS[seat]] if scope is Scope.THIRD else []
        model = after(model, *by_touch([held], suns))
    assert isinstance(model.page, SheetResult)
    return model


@pytest.mark.parametrize("scope", [Scope.FIRST, Scope.THIRD, Scope.WHOLE])
def test_the_sheet_is_read_back_from_its_file_with_the_result_of_the_screen(scope: Scope) -> None:
    model = everybody(scope)
    _, effects = update(model, SaveSheet())
    [order] = [each for each in effects if isinstance(each, KeepSheet)]
    sheet = scored(read_sheet(write_sheet(order.tally)))
    assert isinstance(model.page, SheetResult)
    assert dict(enumerate(sheet.scores)) == score_now(model.page.counting)
    assert sheet.names == NAMES


def test_the_dial_and_a_key_save_it() -> None:
    model = everybody()
    assert controls(model).taps[Control.DIAL].message == SaveSheet()
    assert keys(model)["s"] == SaveSheet()


@pytest.mark.parametrize("penalty", NoPenalty)
def test_what_two_players_agreed_is_in_the_file(penalty: NoPenalty) -> None:
    page = counting(SheetSetup(NAMES[:2], Scope.THIRD, penalty), NAMES)
    model = after(Model(page=page), SetNumber(Tile.PHARAOH, 3))
    for sun in (9, 6, 5, 2):
        model = after(model, LaySun(sun))  # type: ignore[arg-type]
    assert isinstance(model.page, SheetTally)
    tally = sheet_of(model.page)
    assert tally is not None
    assert read_sheet(write_sheet(tally)) == tally
    assert tally.options.two_player_no_penalty is penalty
    assert tally.options.two_player_split is Split.RAZZIA


def test_a_table_of_which_somebody_is_not_known_has_no_sheet() -> None:
    model = counted(3, NAMES, Scope.FIRST)
    model = after(model, SkipPlayer())
    assert isinstance(model.page, SheetTally)
    model = replace(model, page=SheetResult(model.page))
    said, effects = update(model, SaveSheet())
    assert said.screen.said == Notice(Notes.NO_WHOLE_SHEET)
    assert not any(isinstance(each, KeepSheet) for each in effects)


def test_guests_of_a_cafe_write_no_files() -> None:
    desk = Desk(replace(everybody(), preferences=Preferences(kiosk=True)))
    assert "s" not in keys(desk.model)
    _, effects = update(desk.model, SaveSheet())
    assert not any(isinstance(each, KeepSheet) for each in effects)


def test_what_was_never_counted_is_left_out_of_the_file() -> None:
    model = after(begun(Scope.FIRST, 2), AddOne(Tile.ART))
    assert isinstance(model.page, SheetTally)
    tally = sheet_of(model.page)
    assert tally is not None
    assert b"null" not in write_sheet(tally)
    assert b"suns" not in write_sheet(tally)
