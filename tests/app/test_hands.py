"""What fingers on buttons mean: taps, holds, and two players who press at once."""

from companion.app.gestures import HOLD_SECONDS, TOGETHER_SECONDS, Fingers, typed
from companion.core.commands import player_control
from companion.core.messages import (
    BACKSPACE,
    CallPass,
    Message,
    Open,
    Play,
    Refused,
    Route,
    TakeBack,
    TypeName,
    UseGods,
)
from companion.core.model import Agreement, Model, Secrecy
from companion.pages.controls import controls
from companion.pages.table import auction
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Auction, Phase
from companion.rules.tiles import Tile
from hardware.events import ButtonDown, ButtonMasked, ButtonUp, Control
from tests.core.desk import Desk, a_desk, models


def down(hands: Fingers, control: str, at: float, model: Model) -> list[Message]:
    """Put a finger on a button."""
    return list(hands.pressed(ButtonDown(Control(control), at), model))


def up(hands: Fingers, control: str, at: float, model: Model) -> list[Message]:
    """Take it away."""
    return list(hands.released(ButtonUp(Control(control), at), model))


def test_a_button_that_knows_no_hold_answers_when_it_goes_down() -> None:
    model = a_desk(3).model
    hands = Fingers()
    assert down(hands, "p2", 1.0, model) == [Play(DRAWS[Tile.NILE])]
    assert up(hands, "p2", 1.1, model) == []
    assert hands.next_deadline() is None


def test_a_button_that_also_knows_a_hold_answers_when_it_is_let_go() -> None:
    model = a_desk(3).model
    hands = Fingers()
    assert down(hands, "ra", 1.0, model) == []
    assert up(hands, "ra", 1.2, model) == [Play(DRAWS[Tile.RA])]


def test_a_hold_counts_after_half_a_second_and_letting_go_adds_nothing() -> None:
    model = a_desk(3).model
    hands = Fingers()
    assert down(hands, "ra", 1.0, model) == []
    assert hands.next_deadline() == 1.0 + HOLD_SECONDS
    assert list(hands.held(1.4, model)) == []
    assert list(hands.held(1.5, model)) == [Play(INVOKE)]
    assert list(hands.held(1.6, model)) == []
    assert up(hands, "ra", 2.0, model) == []


def test_a_hold_whose_end_is_heard_late_is_still_a_hold_and_a_tap_a_tap() -> None:
    model = models(3, 0)[1]
    hands = Fingers()
    down(hands, "undo", 1.0, model)
    assert up(hands, "undo", 1.6, model) == [Open(Route.HISTORY)]
    down(hands, "undo", 3.0, model)
    assert up(hands, "undo", 3.1, model) == [TakeBack()]


def test_a_masked_button_means_nothing_when_it_is_let_go() -> None:
    model = a_desk(3).model
    hands = Fingers()
    down(hands, "dial", 1.0, model)
    hands.masked(ButtonMasked(Control.DIAL, 1.2))
    assert up(hands, "dial", 1.3, model) == []
    assert hands.next_deadline() is None


def test_a_player_without_a_god_has_nothing_to_hold_for_and_draws_at_once() -> None:
    desk = a_desk(5)
    desk.model = _sealed(desk.model)
    own = f"p{desk.model.session.buttons[desk.game.active] + 1}"
    assert down(desk.hands, own, 1.0, desk.model) == [Play(DRAWS[Tile.PHARAOH])]
    assert list(desk.hands.held(2.0, desk.model)) == []
    assert up(desk.hands, own, 2.1, desk.model) == []


def _sealed(model: Model) -> Model:
    """Return the program where nobody may peek, so that a hold means nothing more."""
    return model.with_session(agreement=Agreement(secrecy=Secrecy.SEALED))


def test_the_own_button_of_a_player_with_a_god_is_tapped_for_a_tile_and_held_for_the_god() -> None:
    desk = _with_god()
    own = player_control(desk.model, desk.game.active)
    tap = controls(desk.model).taps[own].message
    assert down(desk.hands, own, 1.0, desk.model) == []
    assert up(desk.hands, own, 1.1, desk.model) == [tap]
    assert down(desk.hands, own, 2.0, desk.model) == []
    assert list(desk.hands.held(2.5, desk.model)) == [UseGods()]


def _with_god() -> Desk:
    """Return a table at which the player in turn can use a god."""
    return next(
        Desk(model)
        for model in models(4, 0)
        if isinstance(model.page, Table)
        and model.game.stage is Phase.TURN
        and has_god(model.game.players[model.game.active])
        and god_targets(model.game.track)
    )


def test_every_button_can_be_held_at_once() -> None:
    model = _sealed(a_desk(5).model)
    hands = Fingers()
    said = [each for control in Control for each in down(hands, control, 1.0, model)]
    assert len(said) == 5, "the players answer at once"
    held = []
    while (deadline := hands.next_deadline()) is not None:
        held += list(hands.held(deadline, model))
    assert held == [Play(INVOKE), Open(Route.FIX), Open(Route.HISTORY), Open(Route.MENU)]


def _auction(players: int = 5) -> Desk:
    desk = a_desk(players)
    desk.key("r")
    return desk


def _after(desk: Desk, *presses: tuple[str, float]) -> Desk:
    """Let buttons go down at these times, let them go in the same order, and return the desk."""
    hands = desk.hands
    for control, at in presses:
        for message in hands.pressed(ButtonDown(Control(control), at), desk.model):
            desk.take(message)
        for message in hands.released(ButtonUp(Control(control), at + 0.01), desk.model):
            desk.take(message)
    return desk


def _order(desk: Desk) -> list[str]:
    """Return the player buttons in the order of bidding."""
    stage = desk.game.stage
    assert isinstance(stage, Auction)
    players = len(desk.game.players)
    seats = [(stage.ra_player + 1 + place) % players for place in range(players)]
    return [f"p{desk.model.session.buttons[seat] + 1}" for seat in seats]


def _stepped(desk: Desk) -> str:
    now = auction.auction_now(desk.model)
    assert now is not None
    assert now.leader is not None
    return f"p{desk.model.session.buttons[now.leader.seat] + 1}"


def test_of_two_players_who_press_at_once_the_higher_sun_leads() -> None:
    desk = _auction(4)
    order = _order(desk)
    _after(desk, (order[0], 1.0), (order[1], 1.0 + TOGETHER_SECONDS - 0.001))
    assert _stepped(desk) == order[1]


def test_a_press_a_moment_later_counts_for_itself() -> None:
    desk = _auction()
    order = _order(desk)
    _after(desk, (order[0], 1.0), (order[3], 1.0 + TOGETHER_SECONDS))
    assert _stepped(desk) == order[3]
    assert desk.model.screen.notice is None


def test_the_same_player_steps_on_however_quickly() -> None:
    desk = _auction()
    own = _order(desk)[1]
    _after(desk, (own, 1.0), (own, 1.02), (own, 1.04))
    now = auction.auction_now(desk.model)
    assert now is not None
    assert now.leader is not None
    assert now.leader.sun == desk.game.players[now.leader.seat].suns[2]


def test_a_hold_on_top_of_a_tap_needs_that_tap() -> None:
    desk = a_desk(3)
    desk.model = _sealed(desk.model)
    hands = desk.hands
    own = f"p{desk.model.session.buttons[(desk.game.active + 1) % 3] + 1}"
    # the finger goes down at the turn before, where the button answers at once and knows no hold
    assert len(down(hands, own, 1.0, desk.model)) == 1
    desk.key("r")
    assert desk.model.session.buttons[desk.game.active] == int(own[1]) - 1
    assert list(hands.held(1.6, desk.model)) == []
    assert down(hands, own, 2.0, desk.model) == []
    assert list(hands.held(2.5, desk.model)) == [CallPass(desk.game.active)]


def test_letters_are_typed_into_a_name_and_digits_are_buttons() -> None:
    desk = Desk()
    desk.press("p2")
    assert typed("a", "a", "", desk.model) == TypeName("a")
    assert typed("space", " ", "", desk.model) == TypeName(" ")
    assert typed("backspace", "", "", desk.model) == TypeName(BACKSPACE)
    assert typed("\u0451", "\u0451", "t", desk.model) == TypeName("\u0451")
    assert type(typed("3", "3", "", desk.model)).__name__ == "Join"
    assert type(typed("f5", "", "", desk.model)).__name__ == "Join"
    assert typed("f3", "", "", desk.model) is None
    assert typed("", "\u200f", "", desk.model) is None, "a mark that nobody sees is no letter"


def test_a_keyboard_of_another_script_reaches_the_tiles_by_their_place() -> None:
    model = a_desk(3).model
    assert typed("\u043a", "\u043a", "r", model) == Play(DRAWS[Tile.RA])
    assert typed("R", "R", "", model) == Play(DRAWS[Tile.RA])
    assert typed("\u043a", "\u043a", "", model) == Refused(), "a letter that is nothing is heard"
