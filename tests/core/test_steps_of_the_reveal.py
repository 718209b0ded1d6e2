"""Every step from an epoch's last tile to the thanks: what it offers, says and waits for."""

from math import inf

import pytest
from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Cue, Sound
from companion.core.messages import Enter, GoTo, Leave, Next, ReadTable, Rematch, TakeBack
from companion.core.model import Model
from companion.core.session import Secrecy, Session
from companion.i18n import ENGLISH
from companion.pages.bindings import controls, prompt
from companion.pages.history import going_to
from companion.pages.keyboard import keys
from companion.pages.menu import Menu
from companion.pages.scoring import BAR_SECONDS, STEP_SECONDS, EpochScores, Finale, HandsNow
from companion.pages.scoring.epoch import CARD_SECONDS, DEAF_SECONDS
from companion.pages.scoring.finale import CROWN_SECONDS
from companion.pages.scoring.race import RACE
from companion.pages.table import Table
from companion.rules.actions import DRAWS
from companion.rules.editions import Options, Seat, setup
from companion.rules.records.timeline import Timeline
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


def test_an_epoch_is_still_as_soon_as_no_bar_grows() -> None:
    desk, still = ended(), []
    for _ in range(CATEGORIES + 1):
        still.append(desk.page().is_still)
        desk.pass_time(STEP_SECONDS)
    assert still == [False] * CATEGORIES + [True]


def test_the_end_is_still_unless_a_bar_rises_or_the_crown_is_on_its_way() -> None:
    assert Finale(2).is_still
    assert Finale(5).is_still
    assert not Finale(2, rising=2, since=3.0).is_still
    assert not Finale(4, since=3.0).is_still


def test_every_category_that_has_stopped_is_heard_and_the_card_is_not() -> None:
    desk, heard = ended(), []
    for _ in range(CATEGORIES):
        due = desk.page().deadline(desk.model)
        assert due is not None
        desk.pass_time(due - desk.model.now - 0.01)
        assert desk.page().waited(desk.model) is None
        desk.model = replace(desk.model, now=due)
        update = desk.page().waited(desk.model)
        assert update is not None
        desk.model, effects = update
        heard += list(effects)
    assert heard == [Sound(Cue.REVEAL)] * CATEGORIES
    page = desk.page()
    assert isinstance(page, EpochScores)
    assert page.hidden == 0
    assert page.deadline(desk.model) == page.since + CATEGORIES * STEP_SECONDS + CARD_SECONDS
    desk.model = replace(desk.model, now=page.since + CATEGORIES * STEP_SECONDS + CARD_SECONDS)
    assert page.waited(desk.model) == (replace(desk.model, page=HandsNow()), ())


def test_presses_count_from_half_a_second_on_and_finish_the_bars_with_a_sound() -> None:
    desk = ended()
    begun = desk.model.now
    assert desk.page().next_page(desk.model) == (desk.model, ())
    desk.model = replace(desk.model, now=begun + DEAF_SECONDS)
    assert desk.take(Next()) == (Sound(Cue.REVEAL),)
    assert desk.page() == EpochScores(is_hurried=True)
    assert desk.page().deadline(desk.model) is None
    desk.take(Next())
    assert desk.page() == HandsNow()


def test_after_the_last_epoch_no_card_comes_by_itself_and_places_follow() -> None:
    desk = ended(players=4, epochs=3)
    desk.finish()
    page = desk.page()
    assert isinstance(page, EpochScores)
    assert (page.hidden, page.deadline(desk.model)) == (0, None)
    desk.take(Next())
    assert desk.page() == Finale(rising=1, since=desk.model.now)
    hurried = ended(players=4, epochs=3)
    hurried.pass_time(DEAF_SECONDS)
    hurried.take(Next())
    hurried.take(Next())
    assert hurried.page() == Finale(2)


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


@pytest.mark.parametrize(
    ("moving", "after", "cues"),
    [
        (Finale(0, rising=1, since=0.0), Finale(2), (Sound(Cue.REVEAL),)),
        (Finale(1, rising=1, since=0.0), Finale(2), (Sound(Cue.REVEAL),)),
        (Finale(2, rising=2, since=0.0), Finale(4), (Sound(Cue.WIN),)),
        (Finale(4, since=0.0), Finale(4), ()),
    ],
)
def test_a_press_while_something_moves_ends_it(
    moving: Finale, after: Finale, cues: tuple[Sound, ...]
) -> None:
    desk = over(moving)
    assert {each.message for each in controls(desk.model).taps.values()} == {Next()}
    assert keys(desk.model)["h"] == Next()
    assert desk.take(Next()) == cues
    assert desk.page() == after


def test_with_reduced_motion_the_crown_is_there_at_once() -> None:
    desk = over(Finale(2))
    desk.model = desk.model.with_preferences(reduce_motion=True)
    assert desk.take(Next()) == (Sound(Cue.WIN),)
    assert desk.page() == Finale(4)


def test_a_table_for_those_who_cannot_see_hears_the_place_that_was_revealed_last() -> None:
    model = over(Finale(1)).model
    said = [tuple(Finale(number).said_aloud(model, ENGLISH) or ()) for number in (1, 2, 3, 4)]
    assert [len(each) for each in said[:3]] == [1, 1, 1]
    assert len({*said}) == 4
    order = [next(name for name in NAMES if name in "".join(each)) for each in said[:3]]
    assert len({*order}) == 3
    for place, each in zip(("4", "3", "2"), said, strict=False):
        assert place in each[0]


def test_before_the_crown_ok_reveals_and_holding_it_skips_to_the_result() -> None:
    desk = over(Finale(2))
    now = controls(desk.model)
    assert [now.taps[each].message for each in (Control.OK, Control.RA)] == [Next(), Next()]
    assert now.taps[Control.UNDO].message == GoTo(EpochScores())
    assert now.holds[Control.OK].message == now.holds[Control.RA].message == GoTo(Finale(4))
    assert (now.holds[Control.OK].is_silent, now.holds[Control.RA].is_silent) == (True, False)
    offered = keys(desk.model)
    assert offered["space"] == Next()
    assert offered.get("h") != GoTo(going_to(desk.model))


def test_the_crowned_page_offers_points_and_leaves_and_the_points_offer_to_go() -> None:
    desk = over(Finale(4))
    now = controls(desk.model)
    assert (now.taps[Control.OK].label, now.taps[Control.OK].message) == ("Points", GoTo(Finale(5)))
    assert now.taps[Control.P1].message == GoTo(Finale(4 + RACE))
    assert not now.holds[Control.OK].is_silent
    desk.press("ok")
    now = controls(desk.model)
    assert (now.taps[Control.OK].label, now.taps[Control.OK].message) == ("Leave", Leave())
    assert now.taps[Control.P1].label == "Why?"
    assert now.holds[Control.OK].is_silent
    for page in (Finale(4), Finale(5)):
        desk.model = replace(desk.model, page=page)
        now, offered = controls(desk.model), keys(desk.model)
        assert now.taps[Control.RA].message == offered["r"] == Rematch()
        assert now.taps[Control.UNDO].message == TakeBack()
        assert now.holds[Control.UNDO].message == offered["h"] == GoTo(going_to(desk.model))
        assert prompt(desk.model).sentence == "Thank you for playing"
        assert page.next_page(desk.model) is None
        assert page.help(desk.model) is not None
    desk.model = replace(desk.model, page=Finale(4 + RACE))
    assert controls(desk.model).taps[Control.OK].message == GoTo(Finale(4))
    assert keys(desk.model)["1"] == controls(desk.model).taps[Control.P1].message
    assert keys(desk.model)["f2"] == ReadTable()
    assert keys(desk.model)["r"] == Rematch()
    assert not {"h", "left", "space"} & set(keys(desk.model))


def test_a_button_goes_back_through_the_reasons_of_three_epochs_and_then_closes_them() -> None:
    desk = over(Finale(5))
    pages = []
    for _ in range(5):
        desk.press("p2")
        pages.append(desk.page())
    own = [Finale(5, reasons_for=Seat(1), epoch=epoch) for epoch in (3, 2, 1)]
    assert pages == [*own, Finale(5), own[0]]
    desk.press("p2")
    desk.press("p3")  # somebody else's begin with the last epoch
    assert desk.page() == Finale(5, reasons_for=Seat(2), epoch=3)
    assert own[1].closed() == Finale(5)
    assert Finale(5).closed() is None


def test_nobody_is_offered_reasons_that_nobody_knows() -> None:
    game = over(Finale(5)).game
    told = Timeline(start=game)  # how it came about was never entered
    model = Model(page=Finale(5), session=Session(timeline=told, buttons=(0, 1, 2, 3)))
    assert not set(PLAYER_CONTROLS) & set(controls(model).taps)
    assert controls(model).taps[Control.OK].message == Leave()


def test_the_end_is_open_only_when_a_game_is_over() -> None:
    end, running = ended(4, epochs=3).model, ended(4).model
    for page in (Finale(1), Finale(4), Finale(5), Finale(4 + RACE)):
        assert page.opened(end) == page
        assert page.opened(running) is None
        assert page.opened(Model(page=Table())) is None


@pytest.mark.parametrize(
    ("epochs", "page"), [(1, EpochScores(Seat(1))), (1, HandsNow()), (3, Finale(1)), (3, Finale(5))]
)
def test_a_menu_that_hides_the_reveal_leads_back_to_where_it_stood(
    epochs: int, page: EpochScores | HandsNow | Finale
) -> None:
    desk = ended(4, epochs)
    desk.model = replace(desk.model, page=page)
    assert page.help(desk.model) is not None
    desk.take(GoTo(Menu()))
    assert isinstance(desk.page(), Menu)
    assert desk.model.screen.revealing == page
    desk.take(Next())
    assert desk.page() == page


def test_bars_that_grow_are_finished_by_every_key_and_bars_that_stand_are_not() -> None:
    desk = ended()
    assert keys(desk.model)["z"] == keys(desk.model)["7"] == Next()
    assert controls(desk.model).taps[Control.P5].message == Next()
    desk.model = replace(desk.model, page=EpochScores())
    assert keys(desk.model)["2"] == GoTo(EpochScores(Seat(1)))
    assert "7" not in keys(desk.model)
    assert Control.P5 not in controls(desk.model).taps


def test_a_page_that_did_not_come_by_itself_waits_for_nobody() -> None:
    assert EpochScores().since == -inf
    assert EpochScores().deadline(ended().model) is None
    assert EpochScores().waited(ended().model) is None
    assert (EpochScores().hidden, EpochScores().is_hurried) == (0, False)
    assert (Finale().revealed, Finale().rising) == (0, 0)
