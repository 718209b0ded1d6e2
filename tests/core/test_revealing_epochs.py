"""An epoch's points grow by themselves; what hands do follows; at the end comes the crown."""

import pytest
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.effects import Cue, Sound
from companion.core.messages import Enter, Next
from companion.core.session import Secrecy
from companion.pages.bindings import controls
from companion.pages.scoring.epoch import DEAF_SECONDS, EpochScores, HandsNow
from companion.pages.scoring.finale import BAR_SECONDS, Finale
from companion.pages.scoring.reveal import courses
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, UNSOLD, Won
from companion.rules.editions import Options, setup
from companion.rules.tiles import Tile
from tests.core.desk import Desk, desk_of
from tests.rules.table import NAMES

GROWING = [each for each in Secrecy if each is not Secrecy.SEALED]


def ended(secrecy: Secrecy = Secrecy.OPEN, players: int = 3, epochs: int = 1) -> Desk:
    """Return a desk just after this epoch: the only place of its Ra track is filled."""
    desk = desk_of(setup(NAMES[:players], Options(ra_limit=1)))
    desk.model = desk.model.with_session(
        agreement=replace(desk.model.session.agreement, secrecy=secrecy)
    )
    for epoch in range(epochs):
        desk.take(Enter(DRAWS[Tile.RA]))
        if epoch < epochs - 1:
            desk.go_back()
    return desk


@pytest.mark.parametrize("secrecy", GROWING)
def test_ok_lays_course_after_course_and_nothing_leaves_by_itself(secrecy: Secrecy) -> None:
    desk = ended(secrecy)
    for left in range(len(courses(desk.model)) - 1, -1, -1):
        page = desk.page()
        assert isinstance(page, EpochScores)
        assert page.hidden == left
        desk.pass_time(60)
        if left:
            desk.press("ok")
    desk.pass_time(60)
    page = desk.page()
    assert isinstance(page, EpochScores)
    assert not page.hidden


def test_the_press_that_ended_the_epoch_lays_nothing() -> None:
    desk = ended()
    before = desk.page()
    desk.pass_time(DEAF_SECONDS / 2)
    desk.take(Next())
    assert desk.page() == before


def test_ra_lays_all_and_undo_takes_the_last_course_back() -> None:
    desk = desk_of(setup(NAMES[:3], Options(ra_limit=3)))
    for kind in (Tile.GOLD, Tile.NILE, Tile.FLOOD):
        desk.take(Enter(DRAWS[kind]))
    desk.take(Enter(DRAWS[Tile.RA]))
    desk.take(Enter(Won(max(desk.game.players[0].up))))
    for _ in range(2):
        desk.take(Enter(DRAWS[Tile.RA]))
        if not isinstance(desk.page(), EpochScores):
            desk.take(Enter(UNSOLD))
    desk.pass_time(1)
    desk.press("ok")
    laid = desk.page()
    desk.pass_time(1)
    desk.press("undo")
    assert isinstance(laid, EpochScores)
    assert desk.page() == EpochScores(hidden=laid.hidden + 1)
    desk.press("ra")
    assert isinstance(page := desk.page(), EpochScores)
    assert not page.hidden
    desk.press("undo")
    assert isinstance(desk.page(), Table), "when all is laid, Undo takes the entry back"


def test_a_card_says_what_hands_do_and_undo_leads_back_to_the_bars_and_to_the_tile() -> None:
    desk = ended()
    desk.finish()
    desk.pass_time(1)
    desk.press("ok")
    assert desk.page() == HandsNow()
    desk.press("undo")
    assert desk.page() == EpochScores()
    desk.press("undo")
    assert isinstance(desk.page(), Table)
    assert desk.game.epoch == 1


def test_going_on_from_the_card_is_the_next_epoch() -> None:
    desk = ended()
    desk.finish()
    desk.pass_time(1)
    desk.press("ok")
    desk.press("ok")
    assert isinstance(desk.page(), Table)
    assert desk.game.epoch == 2


@pytest.mark.parametrize("players", range(2, 6))
def test_from_the_last_course_two_presses_at_most_lead_to_the_crown(players: int) -> None:
    desk = ended(players=players, epochs=3)
    desk.finish()
    presses = 0
    while not (isinstance(page := desk.page(), Finale) and page.revealed == players):
        desk.pass_time(1)
        desk.finish()
        desk.take(Next())
        presses += 1
        desk.finish()
    assert presses <= 2


def test_presses_while_the_crown_comes_leave_nothing() -> None:
    desk = ended(players=4, epochs=3)
    desk.finish()
    desk.pass_time(1)
    desk.take(Next())
    desk.finish()
    desk.take(Next())
    assert desk.page() == Finale(2, rising=2, since=desk.model.now)
    desk.pass_time(BAR_SECONDS)
    for control in (Control.RA, Control.UNDO, Control.OK, Control.P1):
        assert controls(desk.model).taps[control].message == Next()
    effects = desk.take(Next())
    assert desk.page() == Finale(4)
    assert Sound(Cue.WIN) not in effects
