"""Every legal action can be entered by buttons, by the dial alone and by keys, and is done."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from companion.app.scripts.gestures import Press, gestures
from companion.core.commands import GROUP_TILES, Control, TileGroup
from companion.core.messages import BringBack, Play, TakeBack
from companion.core.model import Model
from companion.pages.controls import controls
from companion.pages.table import situation
from companion.pages.table.table import Table
from companion.rules import actions
from companion.rules.editions import Sun
from companion.rules.legal import legal_actions, remaining_losses
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.play import play
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Redo
from companion.rules.tiles import ALL_TILES, KINDS, Tile, tiles
from tests.app.test_gestures import by_keys
from tests.core.desk import Desk, a_desk, models, states
from tests.together import EVERY, some

PLAYERS = (2, 3, 4, 5)

SEEDS = (0, 1)

EVERY_NTH = 3 if EVERY else 5
"""So many states of a game are left out between two that are tried with all their actions."""


def tables(players: int, every_nth: int = EVERY_NTH) -> Iterator[Model]:
    """Yield the table of a few random games, now and then; in rarer stages whenever it is."""
    for seed in SEEDS:
        for number, model in enumerate(models(players, seed)[:-1]):
            stage = model.game.stage
            if number % every_nth == 0 or isinstance(stage, Discarding) or stage is Phase.GODS:
                desk = Desk(model)
                desk.go_back()
                yield desk.model


def wanted(game: Game, action: actions.Action) -> Game:
    """Return the table after an action; a god turn with nothing left to take ends by itself."""
    after, _ = play(game, action)
    if not isinstance(action, actions.EndGods) and legal_actions(after) == (actions.END_GODS,):
        return play(after, actions.END_GODS)[0]
    return after


def enters_all(
    players: int, enter: Callable[[Desk, actions.Action], None], every_nth: int = EVERY_NTH
) -> Counter[type]:
    """Enter every legal action of many tables in a way; return how often each kind was entered."""
    entered: Counter[type] = Counter()
    for model in tables(players, every_nth):
        for action in legal_actions(model.game):
            if isinstance(action, actions.Bid | actions.Pass):
                continue  # calls are no entries: auctions.story
            desk = Desk(model)
            enter(desk, action)
            assert desk.game == wanted(model.game, action), (
                action,
                desk.entries,
                desk.model.screen.notice,
            )
            entered[type(action)] += 1
    return entered


EVERY_KIND = {
    actions.Draw,
    actions.Invoke,
    actions.UseGod,
    actions.EndGods,
    actions.Won,
    actions.Unsold,
    actions.Discard,
}


@pytest.mark.parametrize("players", some(PLAYERS, 2, 1))
def test_buttons_can_enter_every_legal_action(players: int) -> None:
    def by_buttons(desk: Desk, action: actions.Action) -> None:
        desk.do(gestures(desk.model, action))

    assert set(enters_all(players, by_buttons)) == EVERY_KIND


def _point(desk: Desk, pick: situation.Pick) -> None:
    """Turn until the dial points at this, and push."""
    for _ in range(40):
        desk.turn(1)
        if isinstance(desk.model.page, Table) and desk.model.page.pick == pick:
            desk.press("dial")
            return
    raise AssertionError(f"the dial never points at {pick}")


def _by_dial(desk: Desk, action: actions.Action) -> None:
    """Turn the dial and push it or OK, and touch nothing else."""
    game = desk.game
    match action:
        case actions.Draw(tile):
            _point(desk, situation.PickTile(TileGroup.ALL, GROUP_TILES[TileGroup.ALL].index(tile)))
        case actions.Invoke():
            _point(desk, situation.PickCommand(situation.DialCommand.CALL_RA))
        case actions.UseGod(space):
            if game.stage is Phase.TURN:
                _point(desk, situation.PickCommand(situation.DialCommand.USE_GOD))
            _point(desk, situation.PickGod(space))
        case actions.Won(sun):
            _bid_by_dial(desk, sun)
        case actions.Discard(chosen):
            _lose_by_dial(desk, chosen)
        case _:
            desk.press("ok")


def _bid_by_dial(desk: Desk, sun: Sun) -> None:
    owner = next(seat for seat in desk.game.setup.seats if sun in desk.game.players[seat].suns)
    _point(desk, situation.PickSun(owner, sun))
    if isinstance(desk.game.stage, Auction):
        desk.press("ok")


def _lose_by_dial(desk: Desk, chosen: tuple[Tile, ...]) -> None:
    disaster = desk.game.stage
    assert isinstance(disaster, Discarding)
    kinds = [tile for tile, _ in remaining_losses(desk.game, disaster, ())]
    for number, tile in enumerate(chosen):
        _point(desk, situation.PickDiscard(chosen[:number], kinds.index(tile)))


@pytest.mark.parametrize("players", some(PLAYERS, 2))
def test_the_dial_and_ok_alone_can_enter_every_legal_action(players: int) -> None:
    assert set(enters_all(players, _by_dial, EVERY_NTH)) == EVERY_KIND


@pytest.mark.parametrize("players", some(PLAYERS, 2, 1))
def test_keys_can_enter_every_legal_action(players: int) -> None:
    def by_letters_and_digits(desk: Desk, action: actions.Action) -> None:
        by_keys(desk, action, desk.game.active)

    assert set(enters_all(players, by_letters_and_digits)) == EVERY_KIND


def presses(tile: Tile) -> int:
    """How often a button is pressed to enter a drawn tile."""
    found = gestures(a_desk(5).model, actions.Draw(tile))
    assert all(isinstance(each, Press) and not each.is_held for each in found)
    return len(found)


def test_a_drawn_tile_costs_280_presses_in_180() -> None:
    """Ra 30, Pharaoh 25 and Nile 25 cost one press each, the other 100 tiles two: 1.556."""
    bag = tiles(ALL_TILES)
    assert len(bag) == 180
    assert Fraction(sum(map(presses, bag)), len(bag)) == Fraction(280, 180) < Fraction("1.61")


def test_the_three_commonest_kinds_cost_one_press_and_no_kind_more_than_two() -> None:
    assert {tile for tile in KINDS if presses(tile) == 1} == {Tile.RA, Tile.PHARAOH, Tile.NILE}
    assert {presses(tile) for tile in KINDS} == {1, 2}


# Taking back, bringing back and looking back: every way there is also a way back.


PLAYERS = (2, 3, 4, 5)


def at_the_end(players: int, seed: int = 0) -> Desk:
    """A game that is over, its last epoch just scored."""
    desk = Desk(models(players, seed)[-1])
    assert desk.game.stage is Phase.OVER
    return desk


def all_games(desk: Desk) -> list[Game]:
    """Return the table after every action so far, the start first."""
    timeline = desk.model.session.timeline
    assert timeline is not None
    return [timeline.start, *(each.game for each in timeline.steps)]


@pytest.mark.parametrize("players", some(PLAYERS, 2))
def test_a_whole_game_can_be_undone_and_redone_press_by_press(players: int) -> None:
    desk = at_the_end(players)
    desk.finish()
    games = all_games(desk)
    for game in reversed(games[:-1]):
        desk.press("undo")
        assert desk.game == game
    desk.press("undo")
    assert isinstance(desk.model.screen.notice, Problem)
    assert desk.model.screen.notice.sentence is Why.NOTHING_TO_UNDO
    for game in games[1:]:
        desk.go_back()
        if controls(desk.model).taps[Control.OK].message != BringBack():
            desk.press("undo", is_held=True)  # OK has another meaning: through the history
            desk.turn(1)
            desk.press("ok")
        desk.press("ok")
        assert desk.game == game


def _waits(game: Game) -> str:
    """Return what the table waits for, in a word."""
    return game.stage.name if isinstance(game.stage, Phase) else type(game.stage).__name__


@pytest.mark.parametrize("players", some(PLAYERS, 2))
@pytest.mark.parametrize("by_key", [True, False])
def test_one_press_brings_back_what_was_taken_back_whatever_the_table_waits_for(
    players: int, *, by_key: bool
) -> None:
    seen = set()
    for start, action in states(players, seed=1):
        desk = Desk(start.model)
        desk.take(Play(action))
        after = desk.game
        desk.take(TakeBack())
        if not isinstance(desk.model.page, Table):
            continue
        seen.add(_waits(desk.game))
        if by_key:
            desk.key("f11")
        else:
            is_ok = controls(desk.model).taps[Control.OK].message == BringBack()
            desk.press("ok" if is_ok else "dial")
        assert desk.game == after
        assert desk.entries[-1] == Redo(1)
    assert seen >= {"TURN", "GODS", "Auction"}
