"""Before a game: names, options, and suns that people dealt themselves."""

import pytest

from companion.core.model import LONGEST_NAME
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.seating import Seating
from companion.pages.table.playing import fitting
from companion.rules.editions import setup
from tests.pages.new_game.evenings import PLAYERS, seated


def test_a_name_can_be_mended_and_is_cut_where_it_gets_too_long() -> None:
    desk = seated(1)
    for key in (" ", "A", "b", "backspace"):
        desk.key(key)
    for _ in range(300):
        desk.key("\u00e9")
    page = desk.model.page
    assert isinstance(page, Seating)
    assert page.guests[0].name == "A" + "\u00e9" * (LONGEST_NAME - 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_can_be_played(players: int) -> None:
    desk = seated(players)
    desk.press("ok")
    tried = 0
    for row in range(len(rows(desk.model.session.agreement, players))):
        for _ in range(12):
            page = desk.model.page
            assert page == OptionsPage(page.guests, row) if isinstance(page, OptionsPage) else False
            agreed = fitting(desk.model.session.agreement, players)
            setup(tuple("ABCDE"[:players]), agreed.options)
            tried += 1
            desk.press("dial")
        desk.turn(1)
    assert tried >= 48
    assert isinstance(desk.model.page, OptionsPage)
    assert desk.model.page.row == 0
