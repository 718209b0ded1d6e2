"""What a control says that it does is what it does, on every page that random hands reach."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.controls import controls
from companion.core.correcting import Correcting
from companion.core.counting import Counting
from companion.core.effects import CloseBook, OpenBook, Record
from companion.core.gathering import Gathering
from companion.core.joining import Joining
from companion.core.lamps import LAMPS, WAITING, lamps, waiting
from companion.core.light_table import LightTable
from companion.core.mending import Mending
from companion.core.messages import GoTo, Leave, Quit, TakeBack, Turn
from companion.core.model import (
    About,
    Agreeing,
    Agreement,
    AtTable,
    Dealing,
    Finale,
    History,
    Menu,
    Model,
    Rules,
    Scoring,
    Seating,
    Welcome,
    Worth,
)
from companion.core.offers import PLAYER_CONTROLS, Offer
from companion.core.picks import PickDeed, PickDiscard, PickGod, PickSun, PickTile
from companion.core.rebuilt import Rebuilding
from companion.core.teaching import Teaching
from companion.core.trying import Trying
from companion.core.update import update
from companion.rules.editions import Seat
from companion.rules.legal import has_god, must_bid
from companion.rules.model import Auction, Disaster, Phase
from tests.core.desk import Desk, dice, is_refusal, models

WALKS = 60
STEPS = 120

EVERY_PAGE = {
    *(Welcome, Seating, Agreeing, Dealing, AtTable, Scoring, Finale, History, Menu, About),
    *(Rules, Worth, Mending, Correcting, Trying, Teaching),
    *(LightTable, Joining, Counting, Gathering, Rebuilding),
}
EVERY_PICK = {type(None), PickTile, PickDeed, PickGod, PickSun, PickDiscard}


def _start(walk: int) -> Model:
    """Begin before a game, or somewhere in one: near its end as often as anywhere."""
    if walk % 6 == 0:
        return Model(page=Welcome(), agreement=Agreement(dealt_by_hand=walk % 12 == 0))
    if walk in (11, 31):
        return Model(page=Trying())
    found = models(2 + walk % 4, walk % 3)
    if walk % 20 == 7:
        return replace(found[9], page=Worth())
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


def reached() -> Iterator[Model]:
    """Yield the program in every state that random hands lead to."""
    for walk in range(WALKS):
        desk, chance = Desk(_start(walk), chance=dice(walk)), dice(walk)
        for _ in range(STEPS):
            yield desk.model
            _step(desk, chance)


STATES = tuple(reached())


def _taps(model: Model) -> Iterator[tuple[Model, str, Offer]]:
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
    assert {type(model.page) for model in STATES} == EVERY_PAGE
    at_table = [model for model in STATES if isinstance(model.page, AtTable)]
    picks = {type(model.page.pick) for model in at_table if isinstance(model.page, AtTable)}
    assert picks == EVERY_PICK
    stages = {
        stage if isinstance(stage := model.game.stage, Phase) else type(stage) for model in at_table
    }
    assert stages == {Phase.TURN, Phase.GODS, Auction, Disaster}


def test_a_lit_offer_is_never_refused_and_always_does_something() -> None:
    for model in STATES:
        for before, control, offer in _taps(model):
            if offer.is_lit:
                desk = Desk(before)
                effects = desk.take(offer.message)
                assert not is_refusal(effects), (model.page, control, offer, desk.model.said)
                assert effects or desk.model != before, (model.page, control, offer)


def test_an_unlit_offer_writes_nothing_and_says_why_not() -> None:
    found = 0
    for model in STATES:
        for before, control, offer in _taps(model):
            if not offer.is_lit and not isinstance(offer.message, Turn):
                found += 1
                desk = Desk(before)
                effects = desk.take(offer.message)
                assert not desk.written, (model.page, control, offer)
                assert is_refusal(effects), (model.page, control, offer)
                is_said = desk.model.said is not None or desk.model.slip is not None
                assert is_said, (model.page, control, offer)
                assert desk.model.page == before.page
    assert found > 1000


def test_a_lamp_burns_exactly_when_its_control_may_be_used() -> None:
    for model in STATES:
        if isinstance(model.page, Trying):  # where lamps are tested: a press lights them
            continue
        now = controls(model)
        offered = [*now.taps.items(), *now.holds.items()]
        lit = {control for control, offer in offered if offer.is_lit and not offer.is_silent}
        for control, brightness in lamps(model).items():
            assert (brightness == 1.0) == (control in lit), (model.page, control)


def test_every_lamp_has_a_control_and_only_players_wait() -> None:
    for model in STATES:
        bright = lamps(model)
        assert set(bright) == set(LAMPS)
        dim = {control for control, brightness in bright.items() if 0 < brightness < 1}
        assert dim <= set(waiting(model)) <= set(PLAYER_CONTROLS)
        assert all(bright[control] == WAITING for control in dim)


def test_a_player_who_is_still_to_bid_is_seen_waiting_once_bidding_has_begun() -> None:
    seen = 0
    for model in STATES:
        if not isinstance(model.page, AtTable) or not isinstance(model.game.stage, Auction):
            continue
        bright, game, auction = lamps(model), model.game, model.game.stage
        seat = game.active
        while seat != auction.ra_player:
            seat = Seat((seat + 1) % len(game.players))
            lamp = bright[PLAYER_CONTROLS[model.buttons[seat]]]
            assert (lamp > 0) == bool(game.players[seat].up)
            seen += 1
    assert seen


def test_undo_is_offered_on_every_page_of_a_running_game_that_has_begun() -> None:
    for model in STATES:
        timeline = model.timeline
        if isinstance(model.page, Finale):
            undo = controls(model).taps["undo"].message
            assert isinstance(undo, TakeBack | GoTo), "back from a leaf of the result, or from it"
        elif isinstance(model.page, AtTable | Scoring) and timeline and timeline.moments:
            assert controls(model).taps["undo"] == Offer(
                TakeBack(),
                "Back" if isinstance(model.page, AtTable) and model.page.pick else "Undo",
            )


def test_the_forced_bidder_is_offered_neither_passing_nor_resting() -> None:
    forced = [
        model
        for model in STATES
        if isinstance(model.page, AtTable)
        and not isinstance(model.page.pick, PickSun)
        and isinstance(model.game.stage, Auction)
        and must_bid(model.game, model.game.stage)
    ]
    assert forced
    for model in forced:
        taps = controls(model).taps
        assert not taps["ra"].is_lit
        assert not taps["ok"].is_lit
        assert taps[PLAYER_CONTROLS[model.buttons[model.game.active]]].is_lit


@pytest.mark.parametrize("page", [Welcome, Menu, Finale])
def test_a_game_is_closed_only_by_leaving_and_opened_only_by_beginning(page: type) -> None:
    for model in STATES:
        if not isinstance(model.page, page):
            continue
        for before, _, offer in _taps(model):
            desk = Desk(before)
            desk.take(offer.message)
            kinds = {type(each) for each in desk.written}
            assert kinds <= {Record, OpenBook, CloseBook}
            assert len(desk.written) <= 1
            if isinstance(offer.message, Quit):
                assert desk.has_left
            if isinstance(offer.message, Leave):
                assert kinds == ({CloseBook} if model.timeline else set())
