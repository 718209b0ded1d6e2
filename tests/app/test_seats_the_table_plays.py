"""Seats that the table plays, in the whole program: thought for aside, done by hands, kept."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import enumerate as threads

import pytest
from msgspec.structs import replace

from companion.app import opponent as machine
from companion.core.messages import Begin, DismissResult, Leave, Next, Play, TakeBack
from companion.core.model import Agreement, Guest, Model, machine_strength
from companion.exports.kept_game import describe
from companion.journal import games_dir
from companion.opponent import deciding
from companion.opponent.strength import Strength
from companion.pages.new_game.options import OptionsPage
from companion.pages.table import auction, settled
from companion.pages.table import seat as table_seat
from companion.pages.table.seat import AGAIN_SECONDS, Decided, HandOver, HandsDone, Think, is_shown
from companion.pages.table.settled import TWICE_SECONDS
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, INVOKE, REACH_INTO_BAG, Draw, Level
from companion.rules.editions import Options, Seat
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from tests.app.inside import PATIENCE_SECONDS, Inside, inside
from tests.app.test_looking_back import after, with_library


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = {Strength.STEADY: 8, Strength.STRONG: 8}
    monkeypatch.setattr(deciding, "EFFORTS", hasty)


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Inside]:
    """A table at which three people sit down, and the table plays two seats."""
    with inside(tmp_path) as opened:
        yield begun(with_library(opened), people=3, machines=2)


def begun(here: Inside, people: int, machines: int, level: Level = Level.FULL) -> Inside:
    """Let people sit down and agree that the table plays, too."""
    agreed = Agreement(
        options=Options(ra_limit=2), machines=machines, strength=Strength.STEADY, level=level
    )
    names = ("Anna", "Ben", "Cleo")
    guests = tuple(Guest(2 * place, name) for place, name in enumerate(names[:people]))
    model = here.loop.model.with_session(agreement=agreed)
    here.loop.model = replace(model, page=OptionsPage(guests))
    after(here, Begin(), Begin())  # deals the suns, which everybody takes
    return here


def thought(here: Inside) -> Model:
    """Wait until the table has decided for the seat that is asked."""
    until = time.monotonic() + PATIENCE_SECONDS
    while is_shown(here.model) and table_seat.thought(here.model) is None:
        assert time.monotonic() < until
        time.sleep(0.005)
        here.settle()
    return here.model


def timeline(here: Inside) -> Timeline:
    found = here.model.session.timeline
    assert found is not None
    return found


_DEAF_SECONDS = 1.0
"""Bars take no press in their first half second."""


def go_on(here: Inside, turn: int) -> None:
    """Do what people do next: hands for the table, else something that is allowed."""
    model = thought(here)
    if is_shown(model):
        here.clock.advance(AGAIN_SECONDS)
        after(here, HandsDone())
        here.clock.advance(AGAIN_SECONDS)
    elif not isinstance(model.page, Table):
        here.clock.advance(_DEAF_SECONDS)
        after(here, Next())
    elif (past := settled.last_result(model)) is not None and not past.is_seen:
        after(here, DismissResult())
        here.clock.advance(TWICE_SECONDS)
    elif isinstance(model.game.stage, Auction):
        now = auction.auction_now(model)
        assert now is not None
        people = [seat for seat in now.asked if machine_strength(model, seat) is None]
        if people and (turn % 3 == 0 or now.is_forced):
            here.press(f"p{model.session.buttons[people[0]] + 1}")
        else:
            here.press("ok")
    else:
        kinds = [action for action in legal_actions(model.game) if isinstance(action, Draw)]
        others = legal_actions(model.game)
        after(here, Play(kinds[turn * 7 % len(kinds)] if kinds else others[turn % len(others)]))


def test_a_whole_game_of_five_is_played_with_two_seats_that_the_table_plays(
    playing: Inside,
) -> None:
    """Statistics count no points for these."""
    names = timeline(playing).start.setup.players
    assert names == ("Anna", "Isis", "Ben", "Thoth", "Cleo")
    said: Counter[int] = Counter()
    for turn in range(2000):
        if playing.model.game.stage is Phase.OVER:
            break
        if is_shown(thought(playing)) and (asked := table_seat.asked(playing.model)):
            said[asked.seat] += 1
        go_on(playing, turn)
    assert playing.model.game.stage is Phase.OVER
    assert said[1] > 5 < said[3]
    assert set(said) == {1, 3}
    entries = [event for event in playing.journal() if "peeked" not in event]
    assert len(entries) == timeline(playing).seq
    [game_file] = games_dir.game_files(playing.data)
    row = describe(games_dir.read(game_file).lines)
    assert {*row.counts} == {"", "Anna", "Ben", "Cleo"}
    assert tuple(who.name for who in row.players) == names


def test_who_plays_which_seat_stands_in_the_header_and_is_known_after_a_restart(
    playing: Inside,
) -> None:
    for turn in range(12):
        go_on(playing, turn)
    before, seq = thought(playing).session.last_guests, playing.seq
    playing.store.close()
    with inside(playing.data) as again:
        with_library(again)
        assert again.seq == seq
        assert again.model.session.last_guests == before
        for turn in range(12):
            go_on(again, turn)


def strengths(here: Inside) -> list[Strength | None]:
    """Return how strong the table is at each seat; None: people sit there."""
    return [guest.strength for guest in here.model.session.last_guests]


HANDED_OVER = [Strength.QUICK, None, None, Strength.STEADY, None]


def handed_over(here: Inside) -> None:
    """Let the table play the first seat and no more the second, and wait until that is kept."""
    after(here, HandOver(Seat(0), Strength.QUICK), HandOver(Seat(1), None))
    until = time.monotonic() + PATIENCE_SECONDS
    while any(thread.name == "opponent" for thread in threads()):
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_seat_that_was_handed_over_later_is_known_after_a_restart_too(playing: Inside) -> None:
    handed_over(playing)
    assert strengths(playing) == HANDED_OVER
    playing.store.close()
    with inside(playing.data) as again:
        assert strengths(again) == HANDED_OVER


def test_a_file_of_seats_that_is_damaged_harms_no_game(playing: Inside) -> None:
    before, seq = playing.model.session.last_guests, playing.seq
    (playing.data / machine.SEATS_FILE).write_bytes(b"{")
    playing.store.close()
    with inside(playing.data) as again:
        assert again.seq == seq
        assert again.model.session.last_guests == before


def test_the_same_people_again_are_the_same_seats_again(playing: Inside) -> None:
    before = strengths(playing)
    after(playing, Leave())
    playing.press("ra", "ok")
    assert strengths(playing) == before
    assert "Isis" not in playing.model.session.known_names


def test_after_a_restart_the_same_people_again_are_who_played_last(playing: Inside) -> None:
    handed_over(playing)
    after(playing, Leave())
    playing.store.close()
    with inside(playing.data) as again:
        after(again, again.store.remembered())
        assert strengths(again) == HANDED_OVER


def test_in_a_rematch_every_machine_has_its_own_name_and_no_person_one_of_theirs(
    playing: Inside,
) -> None:
    handed_over(playing)
    after(playing, Leave())
    playing.press("ra", "ok")
    colour = playing.model.preferences.colour_names[1]
    names = timeline(playing).start.setup.players
    assert names == ("Isis", colour, "Ben", "Thoth", "Cleo")
    assert playing.model.session.known_names == ("Ben", "Cleo", "Anna")


def test_a_seat_that_goes_to_the_table_and_back_keeps_its_person(playing: Inside) -> None:
    after(playing, HandOver(Seat(0), Strength.QUICK), HandOver(Seat(0), None), Leave())
    playing.press("ra", "ok")
    assert timeline(playing).start.setup.players[0] == "Anna"


def until_asked(here: Inside) -> Model:
    """Let people draw what changes nothing until it is a turn that the table plays."""
    for _ in range(5):
        if table_seat.asked(thought(here)) is not None:
            return here.model
        after(here, Play(DRAWS[Tile.PHARAOH]))
    return here.model


def test_a_decision_for_a_table_that_is_no_longer_there_is_dropped(playing: Inside) -> None:
    model = until_asked(playing)
    asked = table_seat.asked(model)
    assert asked is not None
    late = replace(asked.game, ra_count=1)
    assert after(playing, Decided(late, INVOKE)).pending == model.pending


def test_a_press_is_taken_while_the_table_thinks(
    playing: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks without end here; a tile that people enter instead counts, and it starts over."""
    given_up: list[bool] = []

    def slowly(_: Think, is_over: object) -> None:
        assert callable(is_over)
        until = time.monotonic() + PATIENCE_SECONDS
        while not is_over() and time.monotonic() < until:
            time.sleep(0.001)
        given_up.append(bool(is_over()))

    monkeypatch.setattr(machine, "decided", slowly)
    for _ in range(5):
        if table_seat.asked(playing.model) is not None:
            break
        after(playing, Play(DRAWS[Tile.PHARAOH]))
    seq = playing.seq
    after(playing, Play(DRAWS[Tile.NILE]), Play(DRAWS[Tile.NILE]), Play(DRAWS[Tile.NILE]))
    assert playing.seq == seq + 3
    after(playing, Leave())


def test_what_it_decided_stands_when_something_is_taken_back_and_entered_again(
    playing: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if it had run out of time: thinking again would come to something else each time."""
    others = iter((REACH_INTO_BAG, INVOKE) * 4)
    monkeypatch.setattr(machine, "decided", lambda *_: next(others))
    until_asked(playing)
    known = table_seat.thought(thought(playing))
    assert known is not None
    after(playing, Play(DRAWS[Tile.PHARAOH]), Play(DRAWS[Tile.PHARAOH]))
    thought(playing)
    after(playing, TakeBack(), TakeBack())
    assert table_seat.thought(thought(playing)) == known
