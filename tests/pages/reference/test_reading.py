"""Reading while the game waits: the card eats no press, and the pages lead back."""

from msgspec.structs import replace

from companion.app.gestures import Fingers
from companion.core.messages import Play, ShowCard
from companion.core.model import Model
from companion.pages.controls import controls
from companion.pages.history.history import History
from companion.pages.points import projected
from companion.pages.reference.rules_card import card
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import DRAWS
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from hardware.events import ButtonDown, ButtonUp, Control
from tests.core.desk import a_desk, dice, models


def with_card(model: Model) -> Model:
    """Return the program with the card on the screen."""
    return update(model, ShowCard())[0]


def chord(model: Model) -> tuple[list[object], Fingers]:
    """Hold the dial, press OK, and let both go; return what that meant."""
    hands = Fingers()
    meant: list[object] = []
    for control, at in (("dial", 1.0), ("ok", 1.1)):
        meant += hands.pressed(ButtonDown(Control(control), at), model)
    for control, at in (("ok", 1.2), ("dial", 1.3)):
        meant += hands.released(ButtonUp(Control(control), at), model)
    return meant, hands


def test_whatever_is_pressed_puts_the_card_away_and_does_what_it_does_without_it() -> None:
    for model in models(3, 2)[::5]:
        shown = with_card(model)
        if not shown.screen.is_card_shown:
            continue
        now = controls(shown)
        for offer in (*now.taps.values(), *now.holds.values()):
            if offer.message != ShowCard():
                assert update(shown, offer.message) == update(model, offer.message)


def test_the_card_is_asked_for_with_the_dial_and_ok_but_while_looking_back() -> None:
    for model in models(3, 2)[::5]:
        if card(model) is not None and not isinstance(model.page, History):
            meant, hands = chord(model)
            assert meant == [ShowCard()]
            assert hands.next_deadline() is None


def test_what_would_score_is_what_is_scored_when_the_epoch_ends_at_once() -> None:
    checked = 0
    for model in models(4, 1):
        timeline = model.session.timeline
        if not isinstance(model.page, Table) or timeline is None:
            continue
        game = timeline.game
        if game.stage is not Phase.TURN or not game.bag & Tile.RA.mask or None not in game.track:
            continue
        last = replace(game, ra_count=game.ra_limit - 1)
        ended, _ = update(model.with_session(timeline=Timeline(start=last)), Play(DRAWS[Tile.RA]))
        assert isinstance(ended.page, EpochScores)
        after = tuple(player.score for player in ended.game.players)
        assert tuple(score.after for score in projected(game)) == after
        checked += 1
    assert checked > 50


def test_random_hands_that_ask_for_the_card_play_the_same_game() -> None:
    """Asking before every press changes nothing of what is written down."""
    written = []
    for asks in (False, True):
        desk, chance = a_desk(4), dice(3)
        desk.model = desk.model.with_preferences(auction_settle_seconds=0.0)
        for _ in range(200):
            desk.pass_time(8)  # nothing moves, and no auction can be opened again
            now = controls(desk.model)
            lit = [control for control, offer in now.taps.items() if offer.is_lit]
            if asks and card(desk.model) is not None:
                desk.take(ShowCard())
            pressed = chance.choice(lit)
            if controls(desk.model).taps[pressed].message == ShowCard():
                desk.press(pressed)  # closes the card, and nothing else
            desk.press(pressed)
        written.append(desk.entries)
    assert written[0] == written[1]
    assert written[0]
