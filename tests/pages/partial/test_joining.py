"""Joining a game that has begun without us: quickly, and what is skipped stays unknown."""

import pytest

from companion.core.effects import do
from companion.core.messages import BeginUnderWay, Enter, Message, StepUp, TakeBack
from companion.core.model import Agreement, Guest, Model, Session
from companion.pages.new_game.seating import Seating
from companion.pages.partial.joining import Ask, Joining, SunPlace, asked_sun, partial_game_of
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import SUN_GROUPS, Seat, Sun
from companion.rules.partial import PartialGame
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import Tile, bundle
from tests.core.desk import Desk

SECONDS = 60.0

SECONDS_A_TOUCH = 1.3
"""To see the next question and touch its answer (estimated)."""


def seated(players: int, level: Level = Level.LIGHT) -> Desk:
    """Return the page on which this many have joined."""
    guests = tuple(Guest(button) for button in range(players))
    return Desk(Model(page=Seating(guests), session=Session(agreement=Agreement(level=level))))


def begun(players: int, level: Level = Level.LIGHT) -> Desk:
    """Return the program just after people said that the game has begun already."""
    desk = seated(players, level)
    desk.take(BeginUnderWay())
    return desk


def known(desk: Desk) -> PartialGame:
    """Return what is known."""
    return partial_game_of(desk.model)


def page(desk: Desk) -> Joining:
    """Return the question that is asked."""
    found = desk.page()
    assert isinstance(found, Joining)
    return found


def lies(players: int, sun: Sun) -> SunPlace:
    """Return where a sun lies on the table that is joined: each player has won one auction.

    Everybody's lowest sun lies before the next player, face down; sun 1 in the centre.
    """
    for seat, group in enumerate(SUN_GROUPS[players]):
        if sun in group:
            if sun == min(group):
                return SunPlace(Seat((seat + 1) % players), is_up=False)
            return SunPlace(Seat(seat))
    return SunPlace()


def answer_of(desk: Desk, players: int) -> Message:
    """Return the next touch of somebody who tells everything."""
    asked = page(desk)
    match asked.ask:
        case Ask.EPOCH:
            return do(Joining.answer, 2)
        case Ask.RA_TRACK:
            return do(Joining.answer, 4)
        case Ask.SUNS:
            sun = asked_sun(known(desk), asked)
            assert sun is not None
            return do(Joining.answer, lies(players, sun))
        case Ask.TURN:
            return do(Joining.answer, Seat(0))
        case Ask.POINTS:
            digits = (2, 3)
            said = 0 if asked.points is None else len(str(asked.points))
            return do(Joining.answer, digits[said]) if said < len(digits) else do(Joining.finish)
        case Ask.TILES | Ask.TRACK:
            return do(Joining.finish) if len(asked.tiles) > 1 else do(Joining.answer, Tile.NILE)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_asked_for_is_told_by_touch_within_a_minute(players: int) -> None:
    """Players are seated with a touch each, and one more begins."""
    desk = begun(players)
    touches = players + 1
    while page(desk).ask in (Ask.EPOCH, Ask.RA_TRACK, Ask.SUNS):
        desk.take(answer_of(desk, players))
        touches += 1
    assert touches * SECONDS_A_TOUCH <= SECONDS
    after = known(desk)
    assert (after.epoch, after.ra_count, after.centre) == (2, 4, 1)
    for hand, group in zip(after.hands, SUN_GROUPS[players], strict=True):
        assert hand.suns == tuple(sorted(group))[1:]
        assert hand.spent is not None
        assert len(hand.spent) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_table_that_wants_every_tile_is_asked_for_everything_and_then_goes_on(
    players: int,
) -> None:
    desk = begun(players, Level.FULL)
    asked = set()
    for _ in range(120):
        if not isinstance(desk.page(), Joining):
            break
        asked.add(page(desk).ask)
        desk.take(answer_of(desk, players))
    assert asked == set(Ask)
    assert isinstance(desk.page(), Table)
    assert desk.game.track[:3] == (Tile.NILE, Tile.NILE, None)
    assert desk.game.players[0].tiles == bundle((Tile.NILE, Tile.NILE))
    assert [player.score for player in desk.game.players] == [23] * players
    assert isinstance(desk.entries[-1], SetLevel)


def test_light_climbs_in_mid_epoch_by_what_is_missing_alone() -> None:
    desk = begun(3, Level.FULL)
    while isinstance(desk.page(), Joining):
        desk.take(answer_of(desk, 3))
    desk.take(Enter(SetLevel(Level.LIGHT)))
    [sun, *_] = known(desk).hands[1].suns or ()
    desk.take(Enter(DRAWS[Tile.RA]))
    assert not isinstance(desk.page(), Joining)
    desk.take(Enter(Fix(active=Seat(2))))
    desk.take(TakeBack())
    desk.press(f"p{desk.model.session.buttons[1] + 1}")
    desk.press("ok")
    desk.take(StepUp())
    assert [page(desk).ask, page(desk).seat] in ([Ask.TURN, None], [Ask.TILES, Seat(1)])
    while isinstance(desk.page(), Joining):
        desk.take(answer_of(desk, 3))
    assert isinstance(desk.page(), Table)
    assert sun == desk.game.centre
