"""What a control says that it does is what it does, on every page that random hands reach."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.bindings import Binding
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import CloseBook, OpenBook, WriteEntry
from companion.core.messages import EndPeek, GoTo, Leave, ShowCard, TakeBack, TurnDial
from companion.core.model import Model
from companion.core.session import Agreement, Session
from companion.pages import opponent
from companion.pages.bindings import LAMPS, controls, lamps
from companion.pages.corrections import FixEntry, FixPanel
from companion.pages.hardware import HardwareTest, TagTeaching
from companion.pages.history import History
from companion.pages.menu import About, Menu
from companion.pages.new_game import Dealing, OptionsPage, Seating, Welcome
from companion.pages.opponent import Seats
from companion.pages.partial import Joining, PartialTable
from companion.pages.reference import ProjectedScore, Rules
from companion.pages.review import LookBack
from companion.pages.score_sheet import SheetSetup, SheetTally
from companion.pages.scoring import EpochScores, Finale, HandsNow
from companion.pages.scoring.epoch import DEAF_SECONDS
from companion.pages.table import PickDeed, PickDiscard, PickGod, PickSun, PickTile, Table, auction
from companion.pages.update import update
from companion.rules.legal import has_god
from companion.rules.model import Auction, Disaster, Phase
from tests.core.desk import Desk, dice, is_refusal, models
from tests.together import some
from tests.view.gallery import at_table

WALKS = 72


STEPS = 120


EVERY_PAGE = {
    *(Welcome, Seating, OptionsPage, Dealing, Table, EpochScores, Finale, History, Menu, About),
    *(Rules, ProjectedScore, FixPanel, FixEntry, HardwareTest, TagTeaching),
    *(PartialTable, Joining, SheetTally, SheetSetup, HandsNow, LookBack, Seats),
}


EVERY_PICK = {type(None), PickTile, PickDeed, PickGod, PickSun, PickDiscard}


def _start(walk: int) -> Model:
    """Begin before a game, or somewhere in one: near its end as often as anywhere."""
    if walk % 6 == 0:
        return Model(
            page=Welcome(), session=Session(agreement=Agreement(dealt_by_hand=walk % 12 == 0))
        )
    if walk in (11, 31):
        return Model(page=HardwareTest())
    found = models(2 + walk % 4, walk % 3)
    if walk % 20 == 7:
        return replace(found[9], page=ProjectedScore())
    if walk % 20 == 3:
        return replace(found[9], page=Seats())
    if walk % 20 == 9:
        over = found[-1]
        assert over.session.timeline is not None
        looked = LookBack(over.session.timeline, over.session.buttons, over.page)
        return replace(over, page=looked)
    if walk % 20 == 15:
        return at_table(3, "gods")
    if walk % 20 == 13:
        return next(each for each in found if has_god(each.game.players[each.game.active]))
    return found[-1 - walk if walk % 2 else walk * 5 % len(found)]


def _step(desk: Desk, chance: Random) -> None:
    """Do anything that hands can do with the panel, what is allowed most often."""
    now = controls(desk.model)
    if chance.random() < 0.2:
        desk.turn(chance.choice([-2, -1, 1, 3]))
        return
    is_held = bool(now.holds) and chance.random() < 0.25
    offers = now.holds if is_held else now.taps
    lit = [control for control, offer in offers.items() if offer.is_lit]
    desk.press(chance.choice(lit or list(offers)), is_held=is_held)
    if chance.random() < 0.1:
        desk.pass_time(2)


def _reached() -> Iterator[Model]:
    for walk in range(WALKS):
        desk, chance = Desk(_start(walk), chance=dice(walk)), dice(walk)
        for _ in range(STEPS):
            yield desk.model
            _step(desk, chance)


@cache
def states() -> tuple[Model, ...]:
    """Return the program in every state that random hands lead to; they are led once."""
    return tuple(_reached())


def _taps(model: Model) -> Iterator[tuple[Model, str, Binding]]:
    """Yield every offer with the model to which its message comes."""
    now = controls(model)
    for control, offer in now.taps.items():
        yield model, control, offer
    for control, offer in now.holds.items():
        if offer.follows_tap:
            yield update(model, now.taps[control].message)[0], control, offer
        else:
            yield model, control, offer


def test_random_hands_reach_every_page_and_every_half_made_choice() -> None:
    assert {type(model.page) for model in states()} >= EVERY_PAGE
    at_table = [model for model in states() if isinstance(model.page, Table)]
    picks = {type(model.page.pick) for model in at_table if isinstance(model.page, Table)}
    assert picks == EVERY_PICK
    stages = {
        stage if isinstance(stage := model.game.stage, Phase) else type(stage) for model in at_table
    }
    assert stages == {Phase.TURN, Phase.GODS, Auction, Disaster}


def _is_deaf(model: Model) -> bool:
    """Whether an epoch has ended a moment ago: the press that ended it skips nothing."""
    page = model.page
    return isinstance(page, EpochScores) and model.now < page.since + DEAF_SECONDS


def test_a_lit_offer_is_never_refused_and_always_does_something() -> None:
    for model in some(states(), 3):
        if _is_deaf(model):
            continue
        for before, control, offer in _taps(model):
            if offer.is_lit:
                desk = Desk(before)
                effects = desk.take(offer.message)
                assert not is_refusal(effects), (model.page, control, offer, desk.model.screen.said)
                assert effects or desk.model != before, (model.page, control, offer)


def test_an_unlit_offer_writes_nothing_and_says_why_not() -> None:
    found = 0
    for model in some(states(), 3, first=1):
        for before, control, offer in _taps(model):
            if not offer.is_lit and not isinstance(offer.message, TurnDial):
                found += 1
                desk = Desk(before)
                effects = desk.take(offer.message)
                assert not desk.written, (model.page, control, offer)
                assert is_refusal(effects), (model.page, control, offer)
                assert desk.model.screen.said is not None, (model.page, control, offer)
                assert desk.model.page == before.page
    assert found > 1000


def test_a_lamp_burns_exactly_when_its_control_may_be_used() -> None:
    for model in states():
        if isinstance(model.page, HardwareTest):  # where lamps are tested: a press lights them
            continue
        now = controls(model)
        offered = [*now.taps.items(), *now.holds.items()]
        lit = {control for control, offer in offered if offer.is_lit and not offer.is_silent}
        for control, brightness in lamps(model).items():
            assert (brightness == 1.0) == (control in lit), (model.page, control)


def test_every_lamp_has_a_control() -> None:
    for model in states():
        assert set(lamps(model)) == set(LAMPS)


def test_at_an_auction_the_lamps_of_those_burn_who_have_a_higher_sun() -> None:
    seen = 0
    for model in states():
        now = auction.heard(model) if isinstance(model.page, Table) else None
        if now is None:
            continue
        waits_for_hands = opponent.is_shown(model)
        for seat in now.game.setup.seats:
            lamp = lamps(model)[PLAYER_CONTROLS[model.session.buttons[seat]]]
            assert (lamp > 0) == (bool(now.higher(seat)) and not waits_for_hands)
            seen += not waits_for_hands
    assert seen


def is_moving(model: Model) -> bool:
    """Whether bars grow, or the crown is on its way."""
    page = model.page
    return (isinstance(page, EpochScores) and page.hidden > 0) or (
        isinstance(page, Finale) and page.since is not None
    )


def test_undo_is_offered_on_every_page_of_a_running_game_that_has_begun() -> None:
    for model in states():
        timeline = model.session.timeline
        if is_moving(model):
            continue  # any control finishes what moves
        if model.screen.is_card_shown or model.session.peek is not None:
            assert isinstance(controls(model).taps[Control.UNDO].message, ShowCard | EndPeek)
        elif isinstance(model.page, Finale):
            undo = controls(model).taps[Control.UNDO].message
            assert isinstance(undo, TakeBack | GoTo), "back from a leaf of the result, or from it"
        elif (below := model.page.closed()) is not None:
            assert controls(model).taps[Control.UNDO].message == GoTo(below)
        elif isinstance(model.page, EpochScores) and model.page.hidden:
            assert controls(model).taps[Control.UNDO].label in ("Undo", "Back one")
        elif isinstance(model.page, Table | EpochScores) and timeline and timeline.moments:
            assert controls(model).taps[Control.UNDO] == Binding(
                TakeBack(),
                "Back" if isinstance(model.page, Table) and model.page.pick else "Undo",
            )


def test_the_forced_bidder_is_offered_neither_passing_nor_resting() -> None:
    forced = [
        model
        for model in states()
        if isinstance(model.page, Table)
        and not isinstance(model.page.pick, PickSun)
        and isinstance(model.game.stage, Auction)
        and (now := auction.heard(model)) is not None
        and now.is_forced
        and not opponent.seat.may_call(model)  # before whoever is forced, or forced itself
    ]
    assert forced
    for model in forced:
        taps = controls(model).taps
        assert not taps[Control.RA].is_lit
        assert not taps[Control.OK].is_lit
        assert isinstance(model.game.stage, Auction)
        caller = model.game.stage.ra_player
        assert caller is not None
        assert taps[PLAYER_CONTROLS[model.session.buttons[caller]]].is_lit


@pytest.mark.parametrize("page", [Welcome, Menu, Finale])
def test_a_game_is_closed_only_by_leaving_and_opened_only_by_beginning(page: type) -> None:
    for model in states():
        if not isinstance(model.page, page):
            continue
        for before, _, offer in _taps(model):
            desk = Desk(before)
            desk.take(offer.message)
            kinds = {type(each) for each in desk.written}
            assert kinds <= {WriteEntry, OpenBook, CloseBook}
            assert len(desk.written) <= 1
            assert desk.has_left == (offer.label == "Quit")
            if isinstance(offer.message, Leave):
                assert kinds == ({CloseBook} if model.session.timeline else set())
