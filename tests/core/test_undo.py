"""Taking back, bringing back and looking back: every way there is also a way back."""

import pytest

from companion.core.controls import Control
from companion.core.messages import (
    BringBack,
    ChooseLoss,
    Enter,
    GoTo,
    Message,
    Next,
    OpenGroup,
    Play,
    PushDial,
    RestPass,
    Resumed,
    TakeBack,
    TakeSun,
    TurnDial,
    UseGods,
)
from companion.core.mnemonics import TileGroup
from companion.core.model import Model
from companion.core.screen import TakenBack
from companion.pages.bindings import controls
from companion.pages.history.history import History
from companion.pages.keyboard import keys
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.pages.table.auction import could_lead, heard
from companion.pages.table.choices import PickDiscard, PickGod, PickTile
from companion.pages.table.looking_back import events_at, game_at, length, moment
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, INVOKE, PASS
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Sun
from companion.rules.events import EpochEnded, TileDrawn
from companion.rules.legal import remaining_losses, tiles_to_give_up
from companion.rules.model import Disaster, Game, Phase
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Redo, Undo
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk, is_refusal, models, states

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
    return [timeline.start, *(each.game for each in timeline.moments)]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_can_be_undone_and_redone_press_by_press(players: int) -> None:
    desk = at_the_end(players)
    desk.finish()
    games = all_games(desk)
    for game in reversed(games[:-1]):
        desk.press("undo")
        assert desk.game == game
    desk.press("undo")
    assert isinstance(desk.model.screen.said, Problem)
    assert desk.model.screen.said.sentence is Why.NOTHING_TO_UNDO
    for game in games[1:]:
        desk.go_back()
        if controls(desk.model).taps[Control.OK].message != BringBack():
            desk.press("undo", is_held=True)  # OK has another meaning: through the history
            desk.turn(1)
            desk.press("ok")
        desk.press("ok")
        assert desk.game == game


@pytest.mark.parametrize("players", PLAYERS)
def test_every_undo_and_redo_is_one_line_of_the_journal_and_nothing_is_deleted(
    players: int,
) -> None:
    desk = at_the_end(players)
    timeline = desk.model.session.timeline
    assert timeline is not None
    desk.take(TakeBack(3))
    desk.take(BringBack(2))
    assert desk.entries == [Undo(3), Redo(2)]
    after = desk.model.session.timeline
    assert after is not None
    assert after.seq == timeline.seq + 2
    assert after.moments == timeline.moments[:-1]
    assert after.undone == timeline.moments[-1:]


@pytest.mark.parametrize("players", PLAYERS)
def test_undo_works_across_the_end_of_every_epoch(players: int) -> None:
    seen = 0
    for desk, action in states(players, seed=1):
        before = desk.model
        after = Desk(before)
        after.take(Play(action))
        timeline = after.model.session.timeline
        assert timeline is not None
        if any(isinstance(event, EpochEnded) for event in timeline.events):
            seen += 1
            assert isinstance(after.model.page, EpochScores)
            after.finish()
            after.press("undo")
            assert after.game == before.game
            assert isinstance(after.model.page, Table)
            after.take(BringBack())
            assert isinstance(after.model.page, EpochScores), "what was scored is shown again"
    assert seen == 3


def test_a_redo_to_the_end_of_the_game_leads_to_its_scoring_and_the_reveal() -> None:
    desk = at_the_end(3)
    desk.take(TakeBack(5))
    desk.take(BringBack(5))
    pages = [desk.model.page]
    desk.take(Next())
    pages.append(desk.model.page)
    assert pages == [EpochScores(), Finale(rising=1, since=desk.model.now)]


def test_the_end_can_be_undone_from_the_reveal_too() -> None:
    desk = at_the_end(4)
    before = all_games(desk)[-2]
    for _ in range(14):
        desk.pass_time(1)
        desk.press("ok")
        if desk.model.page == Finale(4):
            break
    desk.press("undo")
    assert desk.game == before


def test_a_new_action_forgets_what_was_taken_back() -> None:
    desk = a_desk(3)
    for key in "nfp":
        desk.key(key)
    desk.take(TakeBack(2))
    desk.key("g")
    effects = desk.take(BringBack())
    assert is_refusal(effects)
    assert [each for each in desk.game.lane if each] == [Tile.NILE, Tile.GOD]


def test_undo_says_what_it_took_back_and_redo_what_came_again() -> None:
    desk = a_desk(3)
    desk.key("n")
    desk.press("undo")
    said = desk.model.screen.said
    assert isinstance(said, TakenBack)
    assert not said.again
    assert [type(event) for event in said.events] == [TileDrawn]
    desk.press("ok")
    again = desk.model.screen.said
    assert isinstance(again, TakenBack)
    assert again.again
    assert again.events == said.events


def _waits(game: Game) -> str:
    """Return what the table waits for, in a word."""
    return game.stage.name if isinstance(game.stage, Phase) else type(game.stage).__name__


@pytest.mark.parametrize("players", PLAYERS)
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


def test_in_an_auction_the_dial_brings_back_until_it_points_at_a_sun() -> None:
    desk = a_desk(3)
    for message in (Play(INVOKE), Play(PASS), TakeBack()):
        desk.take(message)
    assert controls(desk.model).taps[Control.DIAL].message == BringBack()
    desk.turn(1)
    assert isinstance(controls(desk.model).taps[Control.DIAL].message, TakeSun)


def test_no_key_brings_back_what_was_not_taken_back() -> None:
    desk = a_desk(3)
    desk.take(Play(INVOKE))
    assert "f11" not in keys(desk.model)
    assert "dial" not in controls(desk.model).taps


def _a_choice(players: int, wanted: type) -> Desk:
    """Return a table at which something is half chosen, and something was done before."""
    for seed in range(3):
        for model in models(players, seed)[1:-1]:
            desk = Desk(model)
            desk.go_back()
            message = _half(desk.model, wanted)
            if message is not None:
                for each in message:
                    desk.take(each)
                return desk
    raise AssertionError(wanted)


def _half(model: Model, wanted: type) -> tuple[Message, ...] | None:
    game, stage = model.game, model.game.stage
    if wanted is PickTile and stage is Phase.TURN and None in game.lane:
        return (OpenGroup(TileGroup.MONUMENT),)
    if wanted is PickGod and stage is Phase.TURN and game.players[game.active].tiles:
        desk = Desk(model)
        return None if is_refusal(desk.take(UseGods())) else (UseGods(),)
    if wanted is PickDiscard and isinstance(stage, Disaster):
        return (ChooseLoss(remaining_losses(game, stage, ())[0][0]),)
    return None


@pytest.mark.parametrize("wanted", [PickTile, PickGod, PickDiscard])
def test_a_half_made_choice_is_given_up_before_anything_is_taken_back(wanted: type) -> None:
    desk = _a_choice(4, wanted)
    game = desk.game
    assert isinstance(desk.model.page, Table)
    assert isinstance(desk.model.page.pick, wanted)
    desk.press("undo")
    assert desk.model.page == Table()
    assert desk.game == game
    assert not desk.written
    desk.press("undo")
    assert isinstance(desk.entries[0], Undo)


def test_a_disasters_choice_is_given_up_tile_by_tile() -> None:
    desk = a_desk(2)
    lot = (Tile.ART, Tile.ART, Tile.RELIGION, Tile.RELIGION, Tile.WRITING, Tile.UNREST, Tile.UNREST)
    for tile in lot:
        desk.take(Play(DRAWS[tile]))
    desk.take(Play(INVOKE))
    desk.take(TakeSun(desk.game.players[desk.game.active].up[-1]))
    desk.take(RestPass())
    stage = desk.game.stage
    assert isinstance(stage, Disaster)
    assert tiles_to_give_up(stage) == 4
    desk.take(ChooseLoss(Tile.ART))
    chosen = desk.model.page
    desk.take(ChooseLoss(Tile.RELIGION))
    assert desk.model.page != chosen
    desk.press("undo")
    assert desk.model.page == chosen
    desk.press("undo")
    assert desk.model.page == Table()
    assert desk.game.stage == stage


def test_a_script_takes_back_exactly_what_it_says_whatever_is_half_chosen() -> None:
    desk = a_desk(3)
    desk.key("n")
    desk.take(OpenGroup(TileGroup.OTHER))
    desk.take(Enter(Undo(1)))
    assert desk.entries == [DRAWS[Tile.NILE], Undo(1)]
    assert desk.model.page == Table()


@pytest.mark.parametrize("players", PLAYERS)
def test_the_history_shows_every_table_and_changes_none(players: int) -> None:
    desk = Desk(models(players, 0)[-4])
    games = all_games(desk)
    desk.press("undo", is_held=True)
    assert desk.model.page == History(len(games) - 1)
    for place in range(len(games) - 1, 0, -1):
        assert game_at(desk.model, place) == games[place]
        assert desk.model.game == games[-1]
        desk.turn(-1)
    assert desk.model.page == History(0)
    assert game_at(desk.model, 0) == games[0]
    assert events_at(desk.model, 0) == ()
    desk.press("ra")
    assert isinstance(desk.model.page, Table)
    assert not desk.written


def test_going_on_from_the_past_is_one_undo_and_from_the_future_one_redo() -> None:
    desk = Desk(models(3, 0)[40])
    games = all_games(desk)
    desk.press("undo", is_held=True)
    desk.turn(-30)
    for _ in range(3):  # to the buttons, to the question, yes
        assert not desk.entries
        desk.press("ok")
    assert desk.entries == [Undo(30)]
    assert desk.game == games[-31]
    desk.press("undo", is_held=True)
    assert length(desk.model) == 40
    desk.turn(25)
    last = moment(desk.model, 35)
    assert last is not None
    assert last.game == game_at(desk.model, 35) == games[35]
    desk.press("dial")
    desk.press("dial")
    assert desk.entries == [Undo(30), Redo(25)]
    assert desk.game == games[35]


def test_the_dial_stops_at_both_ends_of_the_history() -> None:
    desk = Desk(models(3, 0)[10])
    desk.take(GoTo(History(10)))
    desk.take(TurnDial(-500))
    assert desk.model.page == History(0)
    desk.take(TurnDial(500))
    assert desk.model.page == History(10)
    desk.take(PushDial())
    assert not desk.written


def test_undo_works_after_a_restart_and_so_does_redo() -> None:
    desk = Desk(models(3, 0)[60])
    desk.take(TakeBack(4))
    timeline = desk.model.session.timeline
    assert timeline is not None
    again = Desk()
    again.take(Resumed(timeline, desk.model.session.last_guests, desk.model.session.agreement))
    again.press("ok")
    assert again.entries == [Redo(1)]
    again.press("undo")
    again.press("undo")
    assert again.entries == [Redo(1), Undo(1), Undo(1)]
    assert again.game == all_games(desk)[-2]


def test_undo_takes_back_calls_and_fixes_of_an_open_auction_in_their_order() -> None:
    desk = a_desk(3)
    desk.take(Play(INVOKE))
    first, second = could_lead(desk.model)[:2]
    fix = Fix(ra_count=desk.game.ra_count + 1)
    before = [called(desk)]
    for message in (TakeSun(first), Enter(fix), TakeSun(second)):
        desk.take(message)
        before.append(called(desk))
    for earlier in reversed(before[:-1]):
        desk.press("undo")
        assert called(desk) == earlier


def called(desk: Desk) -> tuple[Game, Sun | None]:
    """Return the table, and the sun that leads."""
    now = heard(desk.model)
    lead = None if now is None else now.leader
    return desk.game, None if lead is None else lead.sun
