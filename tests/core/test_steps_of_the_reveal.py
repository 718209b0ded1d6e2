"""Every step from an epoch's last tile to the thanks: what it offers, says and waits for."""

import pytest
from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Cue, Sound
from companion.core.messages import Enter, GoTo, Next, TakeBack
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.pages.bindings import controls, prompt
from companion.pages.keyboard import keys
from companion.pages.scoring.epoch import EpochScores, HandsNow
from companion.pages.scoring.finale import BAR_SECONDS, CROWN_SECONDS, Finale
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.editions import Options, Seat, setup
from companion.rules.scoring.scoring import EVERY_EPOCH
from companion.rules.tiles import Tile
from tests.core.desk import Desk, desk_of

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")

CATEGORIES = len(EVERY_EPOCH)


def ended(players: int = 3, epochs: int = 1, secrecy: Secrecy = Secrecy.OPEN) -> Desk:
    """Return a desk just after this epoch: the only place of its Ra track is filled."""
    desk = desk_of(setup(NAMES[:players], Options(ra_limit=1)))
    agreement = replace(desk.model.session.agreement, secrecy=secrecy)
    desk.model = desk.model.with_session(agreement=agreement)
    for _ in range(epochs):
        desk.go_back()
        desk.take(Enter(DRAWS[Tile.RA]))
    return desk


def over(page: Finale, players: int = 4) -> Desk:
    """Return a desk at this step of the end."""
    desk = ended(players, epochs=3)
    desk.model = replace(desk.model, page=page)
    return desk


def labels(desk: Desk) -> dict[Control, str]:
    return {control: str(each.label) for control, each in controls(desk.model).taps.items()}


def test_the_end_is_still_unless_a_bar_rises_or_the_crown_is_on_its_way() -> None:
    assert Finale(2).is_still
    assert Finale(5).is_still
    assert not Finale(2, rising=2, since=3.0).is_still
    assert not Finale(4, since=3.0).is_still


def test_after_the_last_epoch_no_card_comes_by_itself_and_places_follow() -> None:
    desk = ended(players=4, epochs=3)
    desk.finish()
    page = desk.page()
    assert isinstance(page, EpochScores)
    assert (page.hidden, page.deadline(desk.model)) == (0, None)
    desk.pass_time(1)
    desk.take(Next())
    assert desk.page() == Finale(rising=1, since=desk.model.now)


def test_a_button_asks_why_and_asked_again_closes_the_reasons() -> None:
    desk = ended()
    desk.model = replace(desk.model, page=EpochScores())
    assert prompt(desk.model).sentence == "Take or return your points, then continue"
    assert labels(desk)[Control.P2] == "Why?"
    for control in (Control.OK, Control.RA):
        assert controls(desk.model).taps[control].message == Next()
    assert controls(desk.model).taps[Control.UNDO].message == TakeBack()
    desk.press("p2")
    assert desk.page() == EpochScores(Seat(1))
    assert desk.page().closed() == EpochScores()
    assert EpochScores().closed() is None
    desk.press("p3")
    assert desk.page() == EpochScores(Seat(2))
    desk.press("p3")
    assert desk.page() == EpochScores()


def test_sealed_points_are_asked_by_nobody_and_undo_takes_the_tile_back_at_once() -> None:
    desk = ended(secrecy=Secrecy.SEALED)
    page = desk.page()
    assert isinstance(page, EpochScores)
    assert page.hidden == 0
    assert not set(PLAYER_CONTROLS) & set(controls(desk.model).taps)
    assert EpochScores(Seat(1)).opened(desk.model) == EpochScores()
    card = replace(desk.model, page=HandsNow())
    assert controls(card).taps[Control.UNDO].message == TakeBack()
    open_card = replace(ended().model, page=HandsNow())
    assert controls(open_card).taps[Control.UNDO].message == GoTo(EpochScores())


def test_an_epoch_s_pages_are_open_only_after_its_last_action() -> None:
    between, playing, end = ended(), ended(), ended(epochs=3)
    playing.go_back()
    playing.take(Enter(DRAWS[Tile.NILE]))
    nothing = Model(page=Table())
    reasons = EpochScores(Seat(1))
    assert reasons.opened(between.model) == reasons
    assert EpochScores(Seat(4)).opened(between.model) is None  # of three
    assert EpochScores().opened(end.model) == EpochScores()
    assert HandsNow().opened(between.model) == HandsNow()
    assert HandsNow().opened(end.model) is None
    for model in (playing.model, nothing):
        assert EpochScores().opened(model) is None
        assert HandsNow().opened(model) is None


def test_the_card_before_the_next_epoch_goes_on_with_ok_ra_and_their_keys() -> None:
    desk = ended()
    desk.model = replace(desk.model, page=HandsNow())
    assert prompt(desk.model).sentence == "Before the next epoch"
    for control in (Control.OK, Control.RA):
        assert controls(desk.model).taps[control].message == Next()
    offered = keys(desk.model)
    assert (offered["space"], offered["return"]) == (Next(), Next())
    assert desk.page().help(desk.model) is not None
    desk.take(Next())
    assert desk.page() == Table()


def test_places_rise_one_after_the_other_until_two_are_left() -> None:
    desk = over(Finale(rising=1, since=0.0), players=5)
    heard, steps = [], []
    desk.model = replace(desk.model, now=0.0)
    while (due := desk.page().deadline(desk.model)) is not None:
        assert due == pytest.approx(desk.model.now + BAR_SECONDS)
        assert desk.page().waited(desk.model) is None
        desk.model = replace(desk.model, now=due)
        update = desk.page().waited(desk.model)
        assert update is not None
        desk.model, effects = update
        heard += list(effects)
        page = desk.page()
        assert isinstance(page, Finale)
        steps.append((page.revealed, page.rising))
    assert steps == [(1, 1), (2, 1), (3, 0)]
    assert heard == [Sound(Cue.REVEAL)] * 3
    assert desk.page().waited(desk.model) is None


def test_the_last_two_rise_together_and_then_the_crown_comes_to_its_owner() -> None:
    desk = over(Finale(2))
    assert prompt(desk.model).sentence == "Who wears the crown?"
    begun = desk.model.now
    assert desk.take(Next()) == ()
    assert desk.page() == Finale(2, rising=2, since=begun)
    desk.model = replace(desk.model, now=begun + BAR_SECONDS)
    won = desk.page().waited(desk.model)
    assert won == (replace(desk.model, page=Finale(4, since=desk.model.now)), (Sound(Cue.WIN),))
    desk.model, _ = won
    crowned = desk.model.now
    assert desk.page().deadline(desk.model) == crowned + CROWN_SECONDS
    desk.model = replace(desk.model, now=crowned + CROWN_SECONDS)
    assert desk.page().waited(desk.model) == (replace(desk.model, page=Finale(4)), ())
    assert prompt(desk.model).sentence == "Thank you for playing"
