"""The one sentence on the screen names the player who is asked, and nobody else is."""

import pytest

from companion.core.commands import Prompt
from companion.core.messages import CallPass, ChooseLoss, Play, StepSun, TakeBack
from companion.pages.controls import controls, prompt
from companion.pages.table.situation import DialCommand, PickCommand
from companion.pages.table.table import Table
from companion.rules.actions import Discard
from companion.rules.legal import god_targets
from companion.rules.model import Auction, Discarding, Phase
from companion.rules.tiles import Tile, count
from tests.core.desk import Desk, a_desk, models

PLAYERS = (2, 3, 4, 5)


def said(asked: Prompt) -> str:
    """Return the sentence with its facts."""
    return asked.sentence.format(**asked.facts)


@pytest.mark.parametrize("players", PLAYERS)
def test_at_the_table_exactly_the_player_who_must_decide_is_named(players: int) -> None:
    for model in models(players, 0)[:-1]:
        desk = Desk(model)
        desk.go_back()
        asked = prompt(desk.model)
        names = desk.game.setup.players
        if isinstance(desk.game.stage, Auction):
            assert asked.seat is None or "must bid" in asked.sentence
            continue
        assert asked.seat == desk.game.active
        assert {name for name in names if name in said(asked)} == {desk.game.name}


def test_the_forced_bidder_is_told_why() -> None:
    desk = a_desk(3)
    caller = desk.game.name
    desk.key("i")
    stage = desk.game.stage
    assert isinstance(stage, Auction)
    for seat in desk.game.setup.seats:
        if seat != stage.ra_player:
            desk.take(CallPass(seat))
    assert (
        said(prompt(desk.model)) == f"{caller}: you invoked Ra and nobody has bid, so you must bid"
    )


def test_what_the_dial_points_at_is_asked() -> None:
    desk = a_desk(3)
    desk.turn(-2)
    assert desk.model.page == Table(PickCommand(DialCommand.CALL_RA))
    assert said(prompt(desk.model)) == f"{desk.game.name}: invoke Ra?"
    desk.press("dial")
    desk.turn(-1)
    assert "bids 13?" in said(prompt(desk.model))
    desk.take(StepSun(desk.game.active))
    desk.turn(-1)
    assert said(prompt(desk.model)) == "Settled?"


def _losses() -> list[Desk]:
    """Return tables at which somebody must choose what is lost."""
    found = [model for players in PLAYERS for seed in range(3) for model in models(players, seed)]
    desks = [Desk(model) for model in found if isinstance(model.game.stage, Discarding)]
    for desk in desks:
        desk.go_back()
    return desks


def test_a_disaster_counts_down_what_is_still_to_be_chosen() -> None:
    desks = _losses()
    assert len(desks) > 10
    for desk in desks:
        left = prompt(desk.model).facts["number"]
        assert isinstance(left, int)
        stage = desk.game.stage
        assert isinstance(stage, Discarding)
        for number in range(left, 0, -1):
            assert prompt(desk.model).facts["number"] == number
            assert not desk.written
            lit = [
                control
                for control, offer in controls(desk.model).taps.items()
                if isinstance(offer.message, ChooseLoss) and offer.is_lit
            ]
            desk.press(lit[-1])
        assert isinstance(desk.entries[0], Discard)
        assert len(desk.entries[0].tiles) == left


def test_who_has_used_their_last_god_is_asked_only_to_end_the_turn() -> None:
    desk = next(
        Desk(model)
        for players in PLAYERS
        for seed in range(4)
        for model in models(players, seed)
        if isinstance(model.page, Table)
        and model.game.stage is Phase.TURN
        and count(model.game.players[model.game.active].tiles, Tile.GOD) == 1
        and god_targets(model.game.track)
    )
    name = desk.game.name
    desk.take(Play(god_targets(desk.game.track)[0]))
    desk.take(TakeBack())
    assert desk.game.stage is Phase.GODS
    assert said(prompt(desk.model)) == f"{name}: end the turn"
