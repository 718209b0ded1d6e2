"""What fingers on buttons mean: taps, holds, and two players who press at once."""

import pytest

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


def _sealed(model: Model) -> Model:
    """Return the program where nobody may peek, so that a hold means nothing more."""
    return model.with_session(agreement=Agreement(secrecy=Secrecy.SEALED))


def _with_god() -> Model:
    """Return a table at which the player in turn can use a god."""
    return next(
        model
        for model in models(4, 0)
        if isinstance(model.page, Table)
        and model.game.stage is Phase.TURN
        and has_god(model.game.players[model.game.active])
        and god_targets(model.game.track)
    )


def heard(model: Model, hands: Fingers, control: str, way: str, at: float) -> list[Message]:
    """Let a finger come down (``v``), go (``^``) or stay (``-``), or a stuck button be masked."""
    match way:
        case "v":
            return list(hands.pressed(ButtonDown(Control(control), at), model))
        case "^":
            return list(hands.released(ButtonUp(Control(control), at), model))
        case "-":
            return list(hands.held(at, model))
        case _:
            hands.masked(ButtonMasked(Control(control), at))
            return []


NEW, AFTER_ONE, GOD = a_desk(3).model, models(3, 0)[1], _with_god()

SEALED = _sealed(a_desk(5).model)

ITS_OWN, ITS_OWN_GOD = (player_control(each, each.game.active) for each in (SEALED, GOD))


@pytest.mark.parametrize(
    ("model", "moves", "told"),
    [
        pytest.param(NEW, "p2 v 1.0, p2 ^ 1.1", [Play(DRAWS[Tile.NILE]), None],
                     id="a button that knows no hold answers when it goes down"),
        pytest.param(NEW, "ra v 1.0, ra ^ 1.2", [None, Play(DRAWS[Tile.RA])],
                     id="one that knows a hold answers when it is let go"),
        pytest.param(NEW, "ra v 1.0, ra - 1.4, ra - 1.5, ra - 1.6, ra ^ 2.0",
                     [None, None, Play(INVOKE), None, None],
                     id="a hold counts after half a second, and letting go adds nothing"),
        pytest.param(AFTER_ONE, "undo v 1.0, undo ^ 1.6, undo v 3.0, undo ^ 3.1",
                     [None, Open(Route.HISTORY), None, TakeBack()],
                     id="a hold whose end is heard late is still a hold, and a tap a tap"),
        pytest.param(NEW, "dial v 1.0, dial x 1.2, dial ^ 1.3", [None, None, None],
                     id="a masked button means nothing when it is let go"),
        pytest.param(SEALED, f"{ITS_OWN} v 1.0, {ITS_OWN} - 2.0, {ITS_OWN} ^ 2.1",
                     [Play(DRAWS[Tile.PHARAOH]), None, None],
                     id="a player without a god has nothing to hold for and draws at once"),
        pytest.param(GOD, f"{ITS_OWN_GOD} v 1.0, {ITS_OWN_GOD} ^ 1.1",
                     [None, controls(GOD).taps[ITS_OWN_GOD].message],
                     id="one with a god draws when the button is let go"),
        pytest.param(GOD, f"{ITS_OWN_GOD} v 2.0, {ITS_OWN_GOD} - 2.5", [None, UseGods()],
                     id="and uses the god when it is held"),
    ],
)  # fmt: skip
def test_what_a_finger_means(model: Model, moves: str, told: list[Message | None]) -> None:
    hands, found = Fingers(), list[Message | None]()
    for move in moves.split(", "):
        control, way, at = move.split()
        messages = heard(model, hands, control, way, float(at))
        assert len(messages) <= 1
        found += messages or [None]
    assert found == told


def test_the_loop_wakes_when_a_hold_counts() -> None:
    hands = Fingers()
    heard(NEW, hands, "p2", "v", 0.5)
    assert hands.next_deadline() is None
    heard(NEW, hands, "ra", "v", 1.0)
    assert hands.next_deadline() == 1.0 + HOLD_SECONDS
    hands.masked(ButtonMasked(Control.RA, 1.2))
    assert hands.next_deadline() is None


def test_every_button_can_be_held_at_once() -> None:
    hands, held = Fingers(), list[Message]()
    said = [each for control in Control for each in heard(SEALED, hands, control, "v", 1.0)]
    assert len(said) == 5, "the players answer at once"
    while (deadline := hands.next_deadline()) is not None:
        held += hands.held(deadline, SEALED)
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
    assert len(heard(desk.model, hands, own, "v", 1.0)) == 1
    desk.key("r")
    assert desk.model.session.buttons[desk.game.active] == int(own[1]) - 1
    assert list(hands.held(1.6, desk.model)) == []
    assert heard(desk.model, hands, own, "v", 2.0) == []
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
