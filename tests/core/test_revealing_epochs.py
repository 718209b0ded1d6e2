"""An epoch's points grow by themselves; what hands do follows; at the end comes the crown."""

import pytest
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.effects import Cue, Sound
from companion.core.messages import Enter, Next
from companion.core.session import Secrecy
from companion.pages.bindings import controls
from companion.pages.keyboard import keys
from companion.pages.scoring import BAR_SECONDS, STEP_SECONDS, EpochScores, Finale, HandsNow
from companion.pages.scoring.epoch import CARD_SECONDS, DEAF_SECONDS
from companion.pages.table import Table
from companion.rules.actions import DRAWS
from companion.rules.editions import Options, setup
from companion.rules.model import Phase
from companion.rules.scoring.scoring import EVERY_EPOCH
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import Desk, desk_of
from tests.rules.table import NAMES
from tests.view.gallery import shown

CATEGORIES = len(EVERY_EPOCH)

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
def test_the_bars_grow_by_themselves_and_then_stand_still(secrecy: Secrecy) -> None:
    desk = ended(secrecy)
    for left in range(CATEGORIES, 0, -1):
        page = desk.page()
        assert isinstance(page, EpochScores)
        assert page.hidden == left
        desk.pass_time(STEP_SECONDS)
    assert desk.page() == replace(desk.page(), hidden=0)


def test_the_card_comes_by_itself_when_the_bars_have_stood_for_a_while() -> None:
    desk = ended()
    desk.pass_time(CATEGORIES * STEP_SECONDS + CARD_SECONDS - 0.1)
    assert isinstance(desk.page(), EpochScores)
    desk.pass_time(0.2)
    assert desk.page() == HandsNow()


def test_whoever_asks_why_is_not_led_on() -> None:
    desk = ended()
    desk.pass_time(CATEGORIES * STEP_SECONDS)
    desk.press("p1")
    desk.pass_time(60)
    assert isinstance(desk.page(), EpochScores)


def test_the_press_that_ended_the_epoch_skips_nothing() -> None:
    desk = ended()
    desk.pass_time(DEAF_SECONDS / 2)
    desk.take(Next())
    assert isinstance(desk.page(), EpochScores)
    assert desk.page() != EpochScores(is_hurried=True)


@pytest.mark.parametrize("control", ["ok", "ra", "undo", "p1", "p5", "dial"])
def test_any_control_finishes_the_bars_and_does_nothing_else(control: str) -> None:
    desk = ended()
    desk.pass_time(DEAF_SECONDS)
    assert {offer.message for offer in controls(desk.model).taps.values()} == {Next()}
    timeline = desk.model.session.timeline
    desk.press(control)
    assert desk.page() == EpochScores(is_hurried=True)
    assert desk.model.session.timeline is timeline


def test_any_key_and_any_touch_finish_the_bars() -> None:
    desk = ended()
    offered = keys(desk.model)
    assert all(offered[key] == Next() for key in ("escape", "z", "h", "r", "7", "space", "left"))
    scene = shown(desk.model)
    assert {scene.target_at(x, y) for x in (5, 400, 700) for y in (5, 240, 470)} == {Next()}


def test_a_card_says_what_hands_do_and_undo_leads_back_to_the_bars_and_to_the_tile() -> None:
    desk = ended()
    desk.pass_time(CATEGORIES * STEP_SECONDS)
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
    desk.press("ok")
    desk.press("ok")
    assert isinstance(desk.page(), Table)
    assert desk.game.epoch == 2


@pytest.mark.parametrize("secrecy", [each for each in Secrecy if each is not Secrecy.OPEN])
def test_no_total_is_on_any_step_where_it_is_hidden(secrecy: Secrecy) -> None:
    desk = ended(secrecy)
    seen: list[str] = []
    while not isinstance(desk.page(), Table):
        seen += words(shown(desk.model))
        desk.finish() if desk.model.page.deadline(desk.model) else None
        seen += words(shown(desk.model))
        desk.pass_time(DEAF_SECONDS)
        desk.take(Next())
    assert not any(text.startswith("Total:") for text in seen)
    if secrecy is Secrecy.SEALED:
        assert not any(text[:1] in {"+", "\N{MINUS SIGN}"} for text in seen)


def test_with_reduced_motion_all_is_there_at_once() -> None:
    desk = desk_of(setup(NAMES[:3], Options(ra_limit=1)))
    desk.model = desk.model.with_preferences(reduce_motion=True)
    desk.take(Enter(DRAWS[Tile.RA]))
    assert desk.page() == EpochScores(since=desk.model.now)


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("is_hurried", [True, False])
def test_three_presses_at_most_from_the_last_tile_to_the_crown(
    players: int, *, is_hurried: bool
) -> None:
    desk = ended(players=players, epochs=3)
    assert desk.game.stage is Phase.OVER
    presses = 0
    while not (isinstance(page := desk.page(), Finale) and page.revealed == players):
        if is_hurried:
            desk.pass_time(DEAF_SECONDS)
        else:
            desk.finish()
        if isinstance(page := desk.page(), Finale) and page.revealed == players:
            break
        desk.take(Next())
        presses += 1
        assert isinstance(desk.page(), EpochScores | Finale)
        if isinstance(page := desk.page(), Finale) and page.rising == 2:
            desk.finish()
    assert presses <= 3


def test_presses_while_the_crown_comes_leave_nothing() -> None:
    desk = ended(players=4, epochs=3)
    desk.pass_time(DEAF_SECONDS)
    for _ in range(3):
        desk.take(Next())
    assert desk.page() == Finale(2, rising=2, since=desk.model.now)
    desk.pass_time(BAR_SECONDS)
    for control in (Control.RA, Control.UNDO, Control.OK, Control.P1):
        assert controls(desk.model).taps[control].message == Next()
    effects = desk.take(Next())
    assert desk.page() == Finale(4)
    assert Sound(Cue.WIN) not in effects
