"""Where the table plays open, an epoch's points are revealed category by category."""

import pytest
from msgspec.structs import replace

from companion.core.effects import Cue, Sound
from companion.core.messages import Enter, GoTo, Next
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.pages.bindings import controls
from companion.pages.scoring import EpochScores, Finale, reveal
from companion.pages.table import Table
from companion.rules.actions import DRAWS
from companion.rules.editions import Options, setup
from companion.rules.scoring.scoring import EVERY_EPOCH, FINAL
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import Desk, desk_of
from tests.rules.table import NAMES
from tests.view.gallery import shown

CATEGORIES = len(EVERY_EPOCH)


def ended(secrecy: Secrecy = Secrecy.OPEN, players: int = 3, epochs: int = 1) -> Desk:
    """Return a desk just after this epoch: the only place of its Ra track is filled."""
    desk = desk_of(setup(NAMES[:players], Options(ra_limit=1)))
    desk.model = desk.model.with_session(
        agreement=replace(desk.model.session.agreement, secrecy=secrecy)
    )
    for epoch in range(epochs):
        desk.take(Enter(DRAWS[Tile.RA]))
        if epoch < epochs - 1:
            desk.take(GoTo(Table()))
    return desk


def test_one_press_for_each_category_and_then_everything_is_there() -> None:
    desk = ended()
    seen = []
    for left in range(CATEGORIES, 0, -1):
        assert desk.page() == EpochScores(hidden=left)
        effects = desk.take(Next())
        assert Sound(Cue.REVEAL) in effects
        page = desk.page()
        assert isinstance(page, EpochScores)
        seen.append(reveal.latest(page))
    assert desk.page() == EpochScores()
    assert tuple(seen) == (*EVERY_EPOCH[: CATEGORIES - 1], None)
    desk.press("ok")
    assert isinstance(desk.page(), Table)


def test_holding_ra_skips_to_all_of_it() -> None:
    desk = ended()
    desk.press("ra", is_held=True)
    assert desk.page() == EpochScores()


@pytest.mark.parametrize("hand", ["ok", "ra"])
def test_both_buttons_reveal(hand: str) -> None:
    desk = ended()
    desk.press(hand)
    assert desk.page() == EpochScores(hidden=CATEGORIES - 1)


def test_nothing_that_is_hidden_yet_is_on_the_screen() -> None:
    desk = ended(players=5)
    for left in range(CATEGORIES, 0, -1):
        said = words(shown(desk.model))
        assert said.count("?") == 5 * (left + 1) + 1, "of categories and sum; one asks for a card"
        desk.take(Next())
    assert words(shown(desk.model)).count("?") == 1


def test_a_finger_anywhere_on_the_table_reveals_the_next() -> None:
    desk = ended()
    scene = shown(desk.model)
    assert scene.target_at(400, 240) == Next()


@pytest.mark.parametrize("secrecy", [each for each in Secrecy if each is not Secrecy.OPEN])
def test_elsewhere_an_epoch_is_shown_at_once(secrecy: Secrecy) -> None:
    assert ended(secrecy).page() == EpochScores()


def test_the_last_epoch_is_revealed_with_the_whole_game() -> None:
    desk = ended(epochs=3)
    assert desk.page() == EpochScores()
    desk.take(Next())
    assert desk.page() == Finale()
    for category in range(CATEGORIES + len(FINAL)):
        assert desk.page() == Finale(category=category)
        desk.take(Next())


def test_taking_it_back_and_bringing_it_back_shows_all_without_the_ceremony() -> None:
    desk = ended()
    desk.press("undo")
    assert isinstance(desk.page(), Table)
    desk.press("ok")
    assert desk.page() == EpochScores()


def test_reasons_wait_for_the_last_category() -> None:
    model: Model = ended().model
    assert not {"p1", "p2", "p3"} & controls(model).taps.keys()
    assert {"p1", "p2", "p3"} <= controls(replace(model, page=EpochScores())).taps.keys()
