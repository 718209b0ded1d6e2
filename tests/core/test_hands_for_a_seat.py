"""A seat that the table plays: what hands are told to do for it, and who plays it from now on."""

import pytest
from msgspec.structs import replace

from companion.core.messages import Enter, Play, TakeBack
from companion.core.model import Model, machine_strength, seat_guests
from companion.core.notices import Notes, Notice
from companion.core.session import Guest
from companion.i18n import ENGLISH
from companion.opponent.strength import Strength
from companion.pages.controls import prompt
from companion.pages.menu.menu import Menu
from companion.pages.table import seat
from companion.pages.table.seat import (
    Decided,
    HandOver,
    HandsDone,
    KeepSeats,
    PutAway,
    Think,
    is_shown,
)
from companion.pages.update import update
from companion.rules.actions import (
    DRAWS,
    END_GODS,
    INVOKE,
    PASS,
    REACH_INTO_BAG,
    Bid,
    Choice,
    Discard,
    Level,
    UseGod,
)
from companion.rules.auction import Call
from companion.rules.editions import Seat
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import Tile
from tests.view.gallery import at_table
from tests.view.machine_seats import after, decided, seated


def thinks(before: Model, message: object) -> list[Think]:
    """Return what is to be thought about after this."""
    _, effects = update(before, message)  # type: ignore[arg-type]  # any message
    return [each for each in effects if isinstance(each, Think)]


def auction(machine: int = 1) -> Model:
    """Return an auction that the last player of three opened, so that the first calls first."""
    return seated(at_table(3, "auction A1 by Yuki", active=0), machine)


LOSING = ("disaster dis_unrest", "track nile")


@pytest.mark.parametrize(
    ("parts", "choice", "said"),
    [
        ((), None, ("Anna is thinking", "One moment")),
        ((), INVOKE, ("Anna invokes Ra!", "Give Anna the Ra statue")),
        ((), REACH_INTO_BAG, ("Anna draws a tile", "Take one out of the bag")),
        ((), END_GODS, ("Anna uses no more God tiles", "Nothing to move")),
        (("auction A1 by Yuki",), PASS, ("Anna passes", "Nothing to move")),
        (("auction A1 by Yuki",), "bid", ("Anna bids {sun}", "Push sun {sun} forward")),
        (
            ("track nile god gold",),
            UseGod(2),
            ("Anna uses a God tile", "Swap the God tile for Gold"),
        ),
        (
            LOSING,
            Discard((Tile.ASTRONOMY, Tile.WRITING)),
            ("Anna discards", "Into the box: Astronomy, Writing"),
        ),
    ],
)
def test_the_screen_says_what_it_does_and_what_hands_do(
    parts: tuple[str, ...], choice: Choice | str | None, said: tuple[str, str]
) -> None:
    table = at_table(3, *parts)
    sun = table.game.players[0].suns[0]
    chosen = Bid(sun) if isinstance(choice, str) else choice
    model = decided(table, chosen) if chosen is not None else seated(table)
    does, hands = (words.replace("{sun}", str(sun)) for words in said)
    assert seat.sentences(model, ENGLISH) == (does, hands)
    assert seat.sentences(model, ENGLISH, "It")[0] == does.replace("Anna", "It")
    assert ENGLISH.say(prompt(model).sentence, **prompt(model).facts) == does


def test_a_god_is_told_by_the_place_of_its_tile_too() -> None:
    told = seat.hands(decided(at_table(3, "track nile god gold"), UseGod(2)))
    assert told is not None
    assert told.facts["number"] == 3


def test_of_people_the_screen_says_nothing() -> None:
    for model in (at_table(3), seated(at_table(3), 1), Model(page=Menu())):
        assert seat.sentences(model, ENGLISH) == ()
        assert seat.hands(model) is None
        assert not seat.is_thinking(model)
        assert seat.silent_before(model) == ()
    assert seat_guests(Model(page=Menu())) == ()
    fewer = at_table(3).with_session(last_guests=(Guest(0, "Anna", Strength.QUICK),))
    assert seat_guests(fewer) == ()
    assert seat.asked(fewer) is None


def test_it_thinks_from_its_turn_until_it_has_decided() -> None:
    model = seated(at_table(3))
    assert seat.is_thinking(model)
    assert not seat.is_thinking(decided(at_table(3), INVOKE))
    assert not seat.is_thinking(decided(at_table(3), None))


def test_those_who_could_call_before_it_are_taken_to_pass() -> None:
    assert seat.silent_before(auction(1)) == (Call(Seat(0), is_silent=True),)
    assert seat.silent_before(auction(0)) == ()
    assert seat.silent_before(at_table(3, "auction A1 by Yuki")) == ()


@pytest.mark.parametrize(
    ("parts", "choice"),
    [
        ((), INVOKE),
        (("track nile god gold",), UseGod(2)),
        (LOSING, Discard((Tile.ASTRONOMY, Tile.WRITING))),
    ],
)
def test_what_hands_have_done_is_entered_once(parts: tuple[str, ...], choice: Choice) -> None:
    model = decided(at_table(3, *parts), choice)
    entered = after(model, HandsDone())
    timeline = entered.session.timeline
    assert timeline is not None
    assert timeline.steps[0].action == choice
    again = after(entered, HandsDone())  # pressed twice
    assert again.session.timeline is timeline
    assert again.screen.said == entered.screen.said


def test_done_said_twice_draws_once_and_is_not_refused() -> None:
    once = after(decided(at_table(3), REACH_INTO_BAG), HandsDone())
    twice = after(once, HandsDone())
    assert twice == once
    assert seat.draws(once)
    later = replace(once, now=once.now + seat.AGAIN_SECONDS)
    assert not seat.is_said_twice(later)


def test_while_people_decide_there_is_nothing_to_put_away() -> None:
    model = seated(at_table(3), 1)
    assert after(model, PutAway()) == model


def test_who_puts_it_away_while_it_thinks_finds_the_table_as_always_when_it_has_decided() -> None:
    model = seated(at_table(3))
    now = seat.asked(model)
    assert now is not None
    away = after(model, PutAway())
    assert not is_shown(away)
    assert "draw a tile" in prompt(away).sentence
    told = after(away, Decided(now.game, INVOKE))
    assert not is_shown(told)
    assert is_shown(after(told, TakeBack()))


def test_the_same_table_is_thought_about_once_and_another_anew() -> None:
    model = seated(at_table(3), 1)
    [think] = thinks(model, Play(DRAWS[Tile.NILE]))
    waiting = after(model, Play(DRAWS[Tile.NILE]))
    assert think.game == waiting.game
    assert not thinks(waiting, PutAway())
    assert not thinks(replace(waiting, page=Menu()), PutAway())
    [stronger] = thinks(waiting, HandOver(Seat(1), Strength.STRONG))
    assert (stronger.game, stronger.strength) == (think.game, Strength.STRONG)
    both = after(model, HandOver(Seat(2), Strength.STEADY), Play(DRAWS[Tile.NILE]))
    [following] = thinks(both, Play(DRAWS[Tile.NILE]))
    assert following.game.active == 2


def test_a_seat_where_nobody_sits_is_not_handed_over() -> None:
    model = seated(at_table(3), 1)
    for place in (3, -1):
        told = after(model, HandOver(Seat(place), Strength.QUICK))
        assert told.screen.said == Notice(Notes.NOT_NOW)
        assert told.session.last_guests == model.session.last_guests
    nobody = Model(page=Menu(), session=replace(model.session, timeline=None))
    assert after(nobody, HandOver(Seat(0), None)).screen.said == Notice(Notes.NOT_NOW)


def test_where_less_is_entered_a_seat_is_handed_to_a_person_and_never_to_the_table() -> None:
    model = after(seated(at_table(3), 1), Play(DRAWS[Tile.NILE]), Enter(SetLevel(Level.LIGHT)))
    model = model.with_screen(said=None)
    refused = after(model, HandOver(Seat(0), Strength.QUICK))
    assert refused.screen.said == Notice(Notes.TABLE_PLAYS_FULL)
    assert machine_strength(refused, Seat(0)) is None
    handed = after(model, HandOver(Seat(1), None))
    assert handed.screen.said is None
    assert machine_strength(handed, Seat(1)) is None


def test_only_who_is_handed_the_seat_that_decides_decides_again() -> None:
    model = decided(at_table(3), INVOKE)
    other, effects = update(model, HandOver(Seat(2), Strength.QUICK))
    assert KeepSeats((Strength.STEADY, None, Strength.QUICK)) in effects
    assert seat.thought(other) == seat.thought(model) is not None
    own = after(model, HandOver(Seat(0), Strength.QUICK))
    assert seat.thought(own) is None
    assert seat.is_thinking(own)


def test_what_hands_do_is_shown_at_the_table_alone() -> None:
    model = decided(at_table(3), INVOKE)
    assert seat.is_shown(model)
    assert not seat.is_shown(replace(model, page=Menu()))
