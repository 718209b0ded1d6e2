"""Letters of every alphabet, by touch, by dial and with one button."""

import pytest
from msgspec.structs import replace

from companion.core.messages import (
    Join,
    LeaveSeat,
    Message,
    NextAlphabet,
    PushDial,
    TakeLetter,
    TakeName,
)
from companion.core.model import Guest, Preferences
from companion.i18n.languages import BY_CODE, LANGUAGES
from companion.pages import letters as naming
from companion.pages.controls import places
from companion.pages.letters import VOICING
from companion.pages.new_game.seating import Seating
from tests.app.fingers import picture, spot
from tests.core.desk import Desk
from tests.pages.new_game.evenings import seated
from tests.together import some

KNOWN = ("Anna", "Anežka", "Boris", "Mary Ann")


def seating(desk: Desk) -> Seating:
    """Return the seats."""
    page = desk.page()
    assert isinstance(page, Seating)
    return page


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


@pytest.mark.parametrize("language", some(sorted(LANGUAGES), 3))
def test_every_letter_of_every_alphabet_is_typed_by_touch(language: str) -> None:
    desk = naming_desk(language=language)
    for letter in BY_CODE[language].keyboard.letters:
        desk.model = replace(
            desk.model, page=replace(seating(desk), guests=(Guest(0, "x"), Guest(1)))
        )
        touch(desk, TakeLetter(letter))
        if letter != VOICING:
            assert seating(desk).guests[0].name == f"x{letter}"


def test_kana_are_voiced_and_made_small() -> None:
    typed = {"か": "が", "は": "ば", "つ": "っ", "よ": "ょ", "ん": "ん", "": ""}
    assert {kana: naming.with_letter(kana, VOICING) for kana in typed} == typed
    three = "は"
    for _ in range(3):
        three = naming.with_letter(three, VOICING)
    assert three == "は"


def test_with_one_button_names_are_given_letter_by_letter() -> None:
    desk = naming_desk()
    desk.model = replace(desk.model, preferences=Preferences(scan_seconds=1.0))
    offered = [place.message for place in places(desk.model)]
    assert offered[: len(KNOWN) + 1] == [*map(TakeName, KNOWN), Join(0)]
    assert {TakeLetter("a"), NextAlphabet(), LeaveSeat(0)} <= set(offered)
    assert PushDial() not in offered[: len(KNOWN) + 20]
