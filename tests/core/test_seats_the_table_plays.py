"""A seat that the table plays: when it decides, what is done for it, and what it does not know."""

import pytest
from msgspec.structs import replace

from companion.app.controls import Fingers, TargetTouched, messages
from companion.app.opponent import decided as decide
from companion.core.bindings import Binding
from companion.core.controls import Control
from companion.core.drafts import OpenAuction
from companion.core.effects import Deal
from companion.core.messages import (
    Agree,
    Begin,
    CallPass,
    DealByHand,
    EndPeek,
    Enter,
    GoTo,
    Join,
    Leave,
    Message,
    Open,
    Peek,
    Play,
    PushDial,
    Remembered,
    RestPass,
    Route,
    StepSun,
    TakeBack,
    TakeSun,
    TurnDial,
)
from companion.core.model import Model, machine_strength
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest
from companion.i18n import ENGLISH
from companion.opponent.strength import Strength
from companion.pages.bindings import controls, prompt
from companion.pages.keyboard import keys
from companion.pages.menu.menu import Menu
from companion.pages.new_game import options
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.table import beginning, seat
from companion.pages.table.seat import Decided, HandOver, HandsDone, PutAway, Think, is_shown
from companion.pages.update import next_deadline, update
from companion.rules.actions import (
    BIDS,
    DRAWS,
    INVOKE,
    PASS,
    REACH_INTO_BAG,
    Action,
    Choice,
    Level,
)
from companion.rules.auction import Call
from companion.rules.editions import Seat, Sun, setup
from companion.rules.model import Auction, Game
from companion.rules.model import new_game as begin_game
from companion.rules.play import play
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import Tile, tiles
from companion.speaking.announcing import news
from companion.ui.scene import words
from tests.core.desk import Desk
from tests.view.gallery import at_table, shown
from tests.view.machine_seats import seated


def after(model: Model, *messages: object) -> Model:
    """Return the model after these, with what follows from them by itself."""
    for message in messages:
        todo = [message]
        while todo:
            model, effects = update(model, todo.pop(0))  # type: ignore[arg-type]  # any message
            todo += [each.message for each in effects if hasattr(each, "message")]
    return model


def decided(model: Model, choice: Choice | None) -> Model:
    """Return the model after the table has decided this."""
    now = seat.asked(model)
    assert now is not None
    return after(model, Decided(now.game, choice))


def auction(players: int = 3, machine: int = 1, reason: str = "A1") -> Model:
    """Return an auction that the last player opened, so that the first player calls first."""
    last = ["Anna", "Marek", "Yuki", "Zsófi", "Олена"][players - 1]
    return seated(at_table(players, f"auction {reason} by {last}", active=0), machine)


def calls(model: Model) -> tuple[Call, ...]:
    draft = model.drafts.auction
    return draft.calls if isinstance(draft, OpenAuction) else ()


def low(player: int, players: int = 3) -> Sun:
    """Return the lowest sun face up of a player."""
    return at_table(players).game.players[player].up[0]


def test_at_its_turn_the_screen_says_what_it_does_and_what_hands_do() -> None:
    model = decided(seated(at_table(3)), INVOKE)
    assert is_shown(model)
    assert seat.sentences(model, ENGLISH) == ("Anna invokes Ra!", "Give Anna the Ra figure")
    assert prompt(model).seat == 0
    done = Binding(HandsDone(), "Done")
    taps = controls(model).taps
    assert taps[Control.OK] == taps[Control.RA] == done
    assert keys(model)["return"] == HandsDone()


def test_while_it_thinks_nothing_can_be_done_for_it_and_everything_can_be_entered() -> None:
    model = seated(at_table(3))
    assert is_shown(model)
    assert not controls(model).taps[Control.OK].is_lit
    refused = after(model, HandsDone())
    assert refused.screen.said == Notice(Notes.NOT_NOW)
    assert after(model, Play(DRAWS[Tile.NILE])).game.active == 1


def test_a_tile_is_entered_by_people_once_they_have_drawn() -> None:
    model = after(decided(seated(at_table(3)), REACH_INTO_BAG), HandsDone())
    assert not is_shown(model)
    assert prompt(model).sentence == "{name}: which tile was drawn?"
    assert is_shown(after(model, TakeBack()))
    assert after(model, Play(DRAWS[Tile.NILE])).game.active == 1


def test_who_has_something_else_to_enter_sees_the_table_as_always() -> None:
    model = after(decided(seated(at_table(3)), INVOKE), PutAway())
    assert not is_shown(model)
    assert "draw a tile" in prompt(model).sentence
    assert is_shown(after(model, TakeBack()))


def test_who_has_something_else_to_enter_at_an_auction_settles_it_as_always() -> None:
    model = after(decided(auction(machine=0), BIDS[low(0)]), PutAway())
    assert controls(model).taps[Control.OK] == Binding(RestPass(), "Nobody")
    settled = after(model, RestPass())
    assert not isinstance(settled.game.stage, Auction)
    assert low(0) in settled.game.players[0].up


def test_a_touch_so_soon_after_done_means_nothing_but_taking_back() -> None:
    model = after(decided(seated(at_table(3)), REACH_INTO_BAG), HandsDone())
    touches: list[Message] = [Play(DRAWS[Tile.GOLD]), Open(Route.MENU), TakeBack(), EndPeek()]

    def meant(model: Model) -> list[Message]:
        arrived = (messages(TargetTouched(each), "touch", Fingers(), model) for each in touches)
        return [message for heard in arrived for message, _ in heard]

    assert meant(model) == [TakeBack(), EndPeek()]
    assert meant(replace(model, page=Menu())) == touches
    assert meant(replace(model, now=model.now + seat.AGAIN_SECONDS)) == touches


def test_what_it_calls_is_done_only_where_it_is_shown() -> None:
    model = decided(auction(machine=0), BIDS[low(0)])
    after_turning = after(model, TurnDial(-1))
    assert not is_shown(after_turning)
    again = after(after_turning, RestPass())
    assert again.screen.said == Notice(Notes.NOT_NOW)
    assert calls(again) == ()


def test_where_it_cannot_play_on_people_decide_as_always() -> None:
    model = decided(seated(at_table(3)), None)
    assert not is_shown(model)
    assert "draw a tile" in prompt(model).sentence
    bidding = decided(auction(machine=0), None)
    assert not isinstance(after(bidding, RestPass()).game.stage, Auction)


def test_it_calls_in_its_place_once_those_before_it_have_called() -> None:
    model = auction(machine=1)
    assert not is_shown(model)
    model = after(model, StepSun(Seat(0)))
    assert is_shown(model)
    now = seat.asked(model)
    assert now is not None
    assert isinstance(now.game.stage, Auction)
    assert (now.game.stage.best_bidder, now.game.stage.best_bid) == (0, low(0))


def test_it_thinks_before_it_is_its_turn_to_call() -> None:
    model = auction(machine=1)
    now = seat.asked(model)
    assert now is not None
    assert not now.is_due
    waits = after(model, Decided(now.game, PASS))
    assert not is_shown(waits)
    assert seat.thought(waits) is not None


def test_whoever_settles_says_that_all_before_it_have_passed() -> None:
    model = after(auction(machine=1), RestPass())
    assert calls(model) == (Call(Seat(0), is_silent=True),)
    assert is_shown(model)
    model = after(decided(model, BIDS[low(1)]), HandsDone())
    assert calls(model)[-1] == Call(Seat(1), low(1))
    assert isinstance(model.game.stage, Auction)
    model = after(model, RestPass())
    assert not isinstance(model.game.stage, Auction)


def test_the_key_that_says_that_those_before_it_pass_does_not_say_settled() -> None:
    model = auction(machine=1)
    assert controls(model).taps[Control.OK].label == "Pass"
    model = after(decided(after(model, RestPass()), BIDS[low(1)]), HandsDone())
    assert controls(model).taps[Control.OK].label == "Settled"
    last = after(auction(machine=2), TakeSun(low(0)))
    assert controls(last).taps[Control.OK].label == "Pass"


def test_no_time_runs_while_hands_do_what_it_bids_and_it_runs_again_afterwards() -> None:
    model = after(auction(machine=1), StepSun(Seat(0)))
    assert next_deadline(model) is None
    passed = after(decided(model, PASS), HandsDone())
    assert next_deadline(passed) is not None


def test_its_bid_leads_and_anybody_may_bid_more() -> None:
    model = after(decided(auction(machine=0), BIDS[low(0)]), HandsDone())
    assert calls(model) == (Call(Seat(0), low(0)),)
    higher = max(model.game.players[1].up)
    model = after(model, TakeSun(higher), CallPass(Seat(2)))
    past = model.session.timeline
    assert past is not None
    assert higher in model.game.players[1].down or model.game.centre == higher


def test_it_must_bid_if_it_called_and_nobody_else_did() -> None:
    model = after(auction(machine=2, reason="A3"), RestPass())
    assert is_shown(model)
    now = seat.asked(model)
    assert now is not None
    choice = decide(Think(now.game, Strength.QUICK))
    assert choice in BIDS.values()
    won = after(decided(model, choice), HandsDone())
    assert not isinstance(won.game.stage, Auction)


def test_back_takes_back_what_it_called() -> None:
    model = auction(machine=0)
    bid = after(decided(model, BIDS[low(0)]), HandsDone())
    again = after(bid, TakeBack())
    assert calls(again) == ()
    assert is_shown(again)


@pytest.mark.parametrize("machine", [0, 1, 2])
@pytest.mark.parametrize("which", [0, -1])
def test_one_undo_takes_back_a_sun_that_people_call_for_it(machine: int, which: int) -> None:
    """Also the highest sun, which settles the auction."""
    model = auction(machine=machine)
    sun = model.game.players[machine].up[which]
    called = after(model, TakeSun(sun))
    assert calls(called) == (Call(Seat(machine), sun),) or called.game.centre == sun
    again = after(called, TakeBack())
    assert calls(again) == ()
    assert again.game == model.game
    assert is_shown(again) == is_shown(model)


def test_one_undo_takes_back_a_pass_that_people_call_for_it() -> None:
    model = auction(machine=0)
    again = after(model, CallPass(Seat(0)), TakeBack())
    assert calls(again) == ()
    assert is_shown(again)


def test_one_undo_takes_back_hands_that_settled_the_auction_and_its_decision_stands() -> None:
    model = decided(after(auction(machine=2), RestPass()), BIDS[low(2)])
    settled = after(model, HandsDone())
    assert not isinstance(settled.game.stage, Auction)
    again = after(settled, TakeBack())
    assert calls(again) == calls(model)
    assert is_shown(again)
    assert seat.sentences(again, ENGLISH) == seat.sentences(model, ENGLISH)


def test_one_undo_takes_back_all_passes_that_one_press_said() -> None:
    asked = auction(4, machine=3)
    model = after(asked, CallPass(Seat(0)), RestPass())
    assert [call.seat for call in calls(model)] == [0, 1, 2]
    again = after(model, TakeBack())
    assert calls(again) == (Call(Seat(0)),)
    assert calls(after(again, TakeBack())) == ()


def test_undo_names_everybody_whose_passes_it_takes_back() -> None:
    three = after(auction(4, machine=3), RestPass(), TakeBack())
    assert "Undone: Anna, Marek, Yuki passed" in words(shown(three))
    assert "Undone: Anna, Marek, Yuki passed" in news(None, three, ENGLISH)
    one = after(auction(4, machine=3), CallPass(Seat(0)), TakeBack())
    assert "Undone: Anna passed" in words(shown(one))
    assert "Undone: Anna passed" in news(None, one, ENGLISH)


def test_after_undo_and_the_same_entry_it_is_asked_the_same_again() -> None:
    model, entry = seated(at_table(3), 1), Play(DRAWS[Tile.NILE])
    asked = []
    for before in (model, after(model, entry, TakeBack())):
        _, effects = update(before, entry)
        asked.append([each for each in effects if isinstance(each, Think)])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 1


@pytest.mark.parametrize("strength", [Strength.QUICK, Strength.STEADY, Strength.STRONG])
def test_in_the_same_position_it_decides_the_same(strength: Strength) -> None:
    model = after(seated(at_table(3), 1, strength), Play(DRAWS[Tile.NILE]))
    now = seat.asked(model)
    assert now is not None
    assert len({decide(Think(now.game, strength)) for _ in range(3)}) == 1


def test_two_seats_of_the_table_call_one_after_the_other() -> None:
    model = auction(machine=0)
    guests = model.session.last_guests
    both = (guests[0], replace(guests[1], strength=Strength.QUICK), guests[2])
    model = decided(model.with_session(last_guests=both), PASS)
    model = after(model, HandsDone())
    now = seat.asked(model)
    assert now is not None
    assert (now.seat, now.is_due, now.strength) == (1, True, Strength.QUICK)
    assert seat.thought(model) is None


@pytest.mark.parametrize("strength", [Strength.QUICK, Strength.STEADY])
def test_another_order_of_the_bag_changes_nothing_that_it_decides(strength: Strength) -> None:
    """Two bags begin with the same tiles; what comes then is the other way round."""
    begun = begin_game(setup(("Anna", "Ben", "Cleo")))
    first = [Tile.GOLD, Tile.PHARAOH, Tile.FLOOD, Tile.GOD]
    rest = list(tiles(begun.bag))
    for tile in first:
        rest.remove(tile)
    thought = []
    for bag in (first + rest, first + rest[::-1]):
        game: Game = begun
        actions: list[Action] = [*(DRAWS[tile] for tile in bag[:4]), INVOKE]
        for action in actions:
            game, _ = play(game, action)
        thought.append((game, decide(Think(game, strength))))
    assert thought[0] == thought[1]


def test_it_thinks_about_what_everybody_sees_and_not_about_a_table_that_has_changed() -> None:
    model, effects = update(seated(at_table(3), 1), Play(DRAWS[Tile.NILE]))
    [think] = [each for each in effects if isinstance(each, Think)]
    assert think.game == model.game
    gone = after(model, Play(DRAWS[Tile.NILE]))
    assert after(gone, Decided(think.game, INVOKE)).drafts.thought is None


def test_nobody_looks_at_the_points_of_a_seat_that_the_table_plays() -> None:
    model = seated(at_table(3), 1)
    assert after(model, Peek(Seat(1))).session.peek is None
    assert after(model, Peek(Seat(2))).session.peek is not None


def test_a_seat_is_handed_over_and_handed_back() -> None:
    model = seated(at_table(3), 1)
    model = after(model, HandOver(Seat(0), Strength.STRONG))
    assert machine_strength(model, Seat(0)) is Strength.STRONG
    assert is_shown(model)
    model = after(model, HandOver(Seat(0), None))
    assert seat.asked(model) is None


def test_where_less_is_entered_it_plays_no_more_and_says_so() -> None:
    model = after(seated(at_table(3)), Play(DRAWS[Tile.NILE]))
    model = after(model, Enter(SetLevel(Level.LIGHT)))
    assert seat.asked(model) is None
    assert model.screen.said == Notice(Notes.TABLE_PLAYS_FULL)


def test_the_voice_says_both_sentences_when_it_has_decided() -> None:
    before = seated(at_table(3))
    model = decided(before, INVOKE)
    assert news(before, model, ENGLISH) == ("Anna invokes Ra!", "Give Anna the Ra figure")


def test_free_buttons_are_taken_in_order_and_people_keep_theirs() -> None:
    agreed = Agreement(machines=2, strength=Strength.STRONG)
    model = Model(page=Welcome()).with_session(agreement=agreed)
    people = (Guest(1, "Anna"), Guest(4, "Ben"))
    seats = beginning.with_machines(model, people)
    assert [guest.button for guest in seats] == [0, 1, 2, 4]
    assert [guest.strength is None for guest in seats] == [False, True, False, True]
    assert beginning.with_machines(model, seats) == seats


def test_the_options_are_those_for_everybody_who_plays() -> None:
    people = (Guest(0, "Anna"), Guest(1, "Ben"))
    model = Model(page=OptionsPage(people, 7))
    titles = [row.title for row in options.rows(Agreement(), 2)]
    assert "Two-player suns" in titles
    with_three = Agreement(machines=1)
    found = {row.title: row.facts for row in options.rows(with_three, 2)}
    assert "Two-player suns" not in found
    assert found["Ra track spaces on your board"] == {"spaces": 8}
    fewer = after(model, Agree(with_three), PushDial())
    assert isinstance(fewer.page, OptionsPage)


def test_where_less_is_entered_the_options_say_that_the_table_does_not_play() -> None:
    light = Agreement(machines=2, level=Level.LIGHT)
    values = {row.title: row.value for row in options.rows(light, 2)}
    assert values["Computer players"] == "only if every tile is entered"


def test_one_person_sits_down_with_the_table() -> None:
    alone = (Guest(2, "Anna"),)
    model = after(Model(page=Seating(alone)), GoTo(OptionsPage(alone)))
    assert isinstance(model.page, OptionsPage)
    assert after(model, Begin()).screen.said == Notice(Notes.NEEDS_TWO)
    _, effects = update(after(model, Agree(Agreement(machines=1))), Begin())
    [deal] = [each for each in effects if isinstance(each, Deal)]
    assert [guest.name for guest in deal.guests] == ["Isis", "Anna"]


def with_machines(*people: Guest, machines: int = 2) -> Desk:
    """Return a desk with these people on their seats, who agreed that the table plays, too."""
    agreed = Agreement(machines=machines, strength=Strength.STRONG)
    model = Model(page=Seating(people)).with_session(agreement=agreed)
    return Desk(model)


def strengths(desk: Desk) -> list[Strength | None]:
    page = desk.model.page
    assert isinstance(page, Dealing)
    return [guest.strength for guest in page.guests]


def test_whoever_sits_down_where_the_table_would_play_sends_it_to_the_next_seat() -> None:
    desk = with_machines(Guest(1, "Anna"), Guest(4, "Ben"))
    said = desk.page().said_aloud(desk.model, ENGLISH)
    assert list(said or ())[:2] == ["Here: Anna, Ben", "Computer players: Isis, Thoth"]
    touched = [target.message for target in shown(desk.model).targets]
    assert Join(0) in touched
    desk.press("p1")
    desk.press("ra")
    assert strengths(desk) == [None, None, Strength.STRONG, Strength.STRONG, None]


def test_back_from_the_suns_only_people_sit_there() -> None:
    people = (Guest(1, "Anna"), Guest(4, "Ben"))
    desk = with_machines(*people)
    desk.press("ra")
    assert strengths(desk) == [Strength.STRONG, None, Strength.STRONG, None]
    desk.press("undo")
    assert desk.page() == Seating(people)
    desk.press("ra")
    assert strengths(desk) == [Strength.STRONG, None, Strength.STRONG, None]


@pytest.mark.parametrize("is_by_hand", [False, True])
def test_whoever_is_added_gets_suns_beside_the_seats_that_the_table_plays(
    *, is_by_hand: bool
) -> None:
    desk = with_machines(Guest(1, "Anna"), Guest(4, "Ben"))
    desk.press("ra")
    desk.take(DealByHand(is_by_hand))
    desk.press("p4")
    page = desk.model.page
    assert isinstance(page, Dealing)
    assert page.is_by_hand == is_by_hand
    assert [guest.button for guest in page.guests] == [0, 1, 2, 3, 4]
    assert strengths(desk) == [Strength.STRONG, None, Strength.STRONG, None, None]


def test_who_sits_alone_with_the_table_is_enough_where_the_suns_are_dealt() -> None:
    desk = with_machines(Guest(2, "Anna"), machines=1)
    now = controls(desk.model)
    assert now.taps[Control.RA].is_lit
    assert not now.holds[Control.RA].is_lit  # a game that has begun without us is one of people
    desk.press("ra")
    desk.press("ok")
    assert [guest.strength for guest in desk.model.session.last_guests] == [Strength.STRONG, None]


def test_the_same_people_play_again_with_the_table_after_a_restart() -> None:
    machine = Guest(0, "Isis", Strength.QUICK)
    desk = Desk()
    desk.take(Remembered((), (machine, Guest(2, "Anna"))))
    desk.press("ra")
    assert strengths(desk) == [Strength.QUICK, None]
    desk.press("undo")
    desk.press("ra")
    assert strengths(desk) == [Strength.QUICK, None]


def test_a_seat_that_was_handed_over_is_played_by_the_table_in_the_next_game_too() -> None:
    desk = with_machines(Guest(2, "Anna"), Guest(3, "Ben"), machines=0)
    desk.press("ra")
    desk.press("ok")
    desk.take(HandOver(Seat(1), Strength.STEADY))
    desk.take(Leave())
    desk.press("ra")
    assert sorted(map(str, strengths(desk))) == ["None", "Strength.STEADY"]


def test_a_game_is_taken_back_to_its_suns_with_the_seats_that_the_table_plays() -> None:
    desk = with_machines(Guest(1, "Anna"), machines=1)
    desk.press("ra")
    dealt = desk.page()
    desk.press("ok")
    desk.press("undo")
    assert desk.page() == dealt


def test_an_option_with_nothing_to_choose_has_no_arrows() -> None:
    def arrows(level: Level) -> int:
        page = OptionsPage((Guest(0), Guest(1)))
        model = Model(page=page).with_session(agreement=Agreement(level=level))
        rows = len(page.rows(model))
        touched = [each for each in shown(model).targets if isinstance(each.message, Agree)]
        return 2 * rows - len(touched)

    assert arrows(Level.FULL) == 0
    assert arrows(Level.LIGHT) == 2, "of what the table plays"
