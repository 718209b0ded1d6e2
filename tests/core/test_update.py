"""Whatever arrives, in whatever order: nothing raises, no game is lost, a message writes a line."""

from collections.abc import Mapping
from math import inf
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core import correcting, mending
from companion.core import messages as said
from companion.core.all_messages import Message
from companion.core.controls import controls
from companion.core.effects import CloseBook, Fetch, OpenBook, Record
from companion.core.house import Staff
from companion.core.keys import keys
from companion.core.lamps import lamps
from companion.core.mending import Mending
from companion.core.model import (
    About,
    Agreeing,
    Agreement,
    AtTable,
    Finale,
    Guest,
    History,
    Loudness,
    Menu,
    Model,
    Page,
    Rejected,
    Scoring,
    Seating,
    Secrecy,
    Welcome,
)
from companion.core.notices import Notes, Notice
from companion.core.picks import TileGroup
from companion.core.prompt import prompt
from companion.core.update import next_deadline, update
from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Discard,
    Level,
    Won,
)
from companion.rules.editions import Edition, NoPenalty, Options, Seat, Split, Sun, setup
from companion.rules.entries import Entry, Redo, SetLevel, Undo
from companion.rules.events import Matter
from companion.rules.model import Phase
from companion.rules.tiles import KINDS
from companion.rules.timeline import begin, enter
from companion.words import LANGUAGES
from tests.core import benches, boards, bygone, cafes, lighter
from tests.core.desk import Desk, models
from tests.rules.table import NAMES

SEATS = st.integers(0, 4).map(Seat)
SUNS = st.integers(1, 16).map(Sun)
STEPS = st.integers(-30, 30)
TILES = st.sampled_from(KINDS)
GUESTS = st.sets(st.integers(0, 4), min_size=1).map(
    lambda buttons: tuple(Guest(button, NAMES[button]) for button in sorted(buttons))
)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([*DRAWS.values(), *GODS, *BIDS.values(), INVOKE, END_GODS, PASS, UNSOLD]),
    SUNS.map(Won),
    st.lists(TILES, max_size=4).map(lambda tiles: Discard(tuple(tiles))),
)
ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    ACTIONS, st.integers(1, 9).map(Undo), st.integers(1, 9).map(Redo), lighter.ENTRIES
)
OPTIONS = st.builds(
    Options,
    edition=st.sampled_from(Edition),
    ra_limit=st.none() | st.integers(1, 10),
    two_player_split=st.none() | st.sampled_from(Split),
    two_player_no_penalty=st.sampled_from(NoPenalty),
)
AGREEMENTS = st.builds(
    Agreement, options=OPTIONS, secrecy=st.sampled_from(Secrecy), dealt_by_hand=st.booleans()
)
PAGES: st.SearchStrategy[Page] = st.one_of(
    st.sampled_from([Welcome(), AtTable(), About()]),
    GUESTS.map(Seating),
    st.builds(Agreeing, GUESTS, st.integers(0, 9)),
    st.builds(Scoring, st.none() | SEATS, st.integers(0, 9)),
    st.integers(0, 6).map(Finale),
    st.integers(0, 300).map(History),
    st.integers(0, 9).map(Menu),
    benches.BENCHES,
    lighter.PAGES,
    bygone.PAGES,
    st.builds(Mending, st.integers(0, 60), st.none() | st.integers(0, 60)),
    st.builds(correcting.Correcting, st.integers(0, 90), way=st.integers(0, 30)),
)
NOTICES = st.sampled_from(
    [Notice(Notes.NOT_SAVED_FULL), Notice(Notes.BUTTON_MASKED, {"button": "p1"})]
)
SETUPS = st.integers(2, 5).map(lambda players: setup(NAMES[:players]))


def _dealt(players: int) -> Message:
    guests = tuple(Guest(button) for button in range(players))
    return said.Dealt(setup(NAMES[:players]), guests, Agreement())


def _resumed(model: Model) -> Message:
    assert model.timeline is not None
    return said.Resumed(model.timeline, model.last_guests, model.agreement)


MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    said.Tick: st.floats(0, 1e4).map(said.Tick),
    said.Rejecting: st.builds(
        Rejected, st.sampled_from(["04A1", "04C3"]), NOTICES, st.integers(0, 9)
    ).map(said.Rejecting),
    said.Play: ACTIONS.map(said.Play),
    said.Enter: ENTRIES.map(said.Enter),
    said.TagSeen: st.builds(said.TagSeen, st.sampled_from(["04A1", "04B2"]), st.floats(0, 9)),
    said.TakeBack: st.integers(1, 9).map(said.TakeBack),
    said.BringBack: st.integers(1, 9).map(said.BringBack),
    said.OpenGroup: st.sampled_from(TileGroup).map(said.OpenGroup),
    said.Turn: STEPS.map(said.Turn),
    said.Push: st.just(said.Push()),
    said.StepSun: SEATS.map(said.StepSun),
    said.StepTogether: st.tuples(SEATS, SEATS).map(said.StepTogether),
    said.TakeSun: SUNS.map(said.TakeSun),
    said.WinSun: SEATS.map(said.WinSun),
    said.RestPass: st.just(said.RestPass()),
    said.UseGods: st.just(said.UseGods()),
    said.ChooseLoss: TILES.map(said.ChooseLoss),
    said.Join: st.integers(0, 4).map(said.Join),
    said.TypeName: st.text(min_size=1, max_size=3).map(said.TypeName),
    said.NextName: st.builds(said.NextName, st.integers(0, 4), STEPS),
    said.Agree: AGREEMENTS.map(said.Agree),
    said.SetGroup: st.integers(0, 4).map(said.SetGroup),
    said.Begin: st.just(said.Begin()),
    said.Rematch: st.just(said.Rematch()),
    said.Dealt: st.integers(2, 5).map(_dealt),
    said.Resumed: st.sampled_from(range(4)).map(lambda seed: _resumed(models(3, seed)[-1 - seed])),
    said.GoOn: st.just(said.GoOn()),
    said.Remembered: st.builds(
        said.Remembered, st.lists(st.sampled_from(NAMES)).map(tuple), GUESTS, st.booleans()
    ),
    said.GoTo: PAGES.map(said.GoTo),
    said.Next: st.just(said.Next()),
    said.Leave: st.just(said.Leave()),
    said.NextLanguage: STEPS.map(said.NextLanguage),
    said.SetLanguage: st.sampled_from(LANGUAGES).map(lambda each: said.SetLanguage(each, NAMES)),
    said.SetTheme: st.sampled_from(["night", "papyrus", "contrast"]).map(said.SetTheme),
    said.SetTextScale: st.sampled_from([1.0, 1.15, 1.3]).map(said.SetTextScale),
    said.SetBig: st.booleans().map(said.SetBig),
    said.TakePointed: st.just(said.TakePointed()),
    said.SetLoudness: st.sampled_from(Loudness).map(said.SetLoudness),
    said.SetSpoken: st.booleans().map(said.SetSpoken),
    said.ReadTable: st.just(said.ReadTable()),
    said.Mention: NOTICES.map(said.Mention),
    said.Quit: st.just(said.Quit()),
    said.LeaveSlip: st.just(said.LeaveSlip()),
    said.Peek: SEATS.map(said.Peek),
    said.EndPeek: st.just(said.EndPeek()),
    said.Refused: st.just(said.Refused()),
    said.ShowCard: st.just(said.ShowCard()),
    said.Trouble: NOTICES.map(said.Trouble),
    said.Healed: NOTICES.map(said.Healed),
    said.NotWritten: NOTICES.map(said.NotWritten),
    correcting.ChooseCure: st.integers(0, 40).map(correcting.ChooseCure),
    mending.Mend: st.builds(mending.Mend, st.sampled_from(Matter), st.integers(0, 9)),
    **benches.MESSAGES,
    **boards.MESSAGES,
    **cafes.MESSAGES,
    **lighter.MESSAGES,
    **bygone.MESSAGES,
}
NEW_GAME = (said.Dealt, said.Resumed, *cafes.OF_STAFF)
FROM_HANDS = st.one_of(*(each for kind, each in MESSAGES.items() if kind not in NEW_GAME))


def _seated() -> Model:
    desk = Desk()
    for button in (0, 2, 3):
        desk.press(f"p{button + 1}")
    return desk.model


@st.composite
def tables(draw: st.DrawFn) -> Model:
    """Draw the program before a game, in the middle of one, or after its end."""
    if draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from([Model(page=Welcome()), _seated()]))
    found = models(draw(st.integers(2, 5)), draw(st.integers(0, 2)))
    place = draw(st.integers(0, len(found)))
    model = replace(found[min(place, len(found) - 1)], tags={"04A1": "nile", "04B2": "sun-3"})
    if draw(st.booleans()):
        level = draw(st.sampled_from([Level.LIGHT, Level.SCORE_ONLY]))
        return update(model, said.Enter(SetLevel(level, is_unknown=draw(st.booleans()))))[0]
    return model


def is_coherent(model: Model) -> bool:
    """Whether everything that the loop and the screen ask of a model can be answered."""
    for ask in (controls, prompt, lamps, keys):
        ask(model)
    due = next_deadline(model)
    return due is None or due < inf


def test_every_kind_of_message_is_tried() -> None:
    assert set(MESSAGES) == set(get_args(Message))


@given(tables(), st.lists(st.one_of(*MESSAGES.values()), max_size=30))
def test_nothing_that_arrives_ever_raises_or_writes_two_lines(
    model: Model, arriving: list[Message]
) -> None:
    desk = Desk(model)
    for message in arriving:
        desk.take(message)  # asserts one write for each message
        assert is_coherent(desk.model)


@given(tables(), st.lists(FROM_HANDS, max_size=30))
def test_no_hand_can_lose_a_game_before_it_is_over(model: Model, arriving: list[Message]) -> None:
    desk = Desk(model)
    for message in arriving:
        before, page, written = desk.model.timeline, desk.model.page, len(desk.written)
        desk.take(message)
        kinds, after = {type(each) for each in desk.written[written:]}, desk.model.timeline
        if CloseBook in kinds:
            assert isinstance(message, said.Leave) or isinstance(page, Menu | Staff)
            assert after is None
        elif OpenBook in kinds:
            assert before is None or before.game.stage is Phase.OVER
        elif before is not None:
            assert after is not None
            assert after.start is before.start
            assert after.seq == before.seq + len(desk.written) - written


@given(tables(), st.lists(FROM_HANDS, max_size=30))
def test_what_was_written_is_the_game_on_the_table(model: Model, arriving: list[Message]) -> None:
    desk = Desk(model)
    timeline = model.timeline
    for message in arriving:
        written = len(desk.written)
        effects = desk.take(message)
        for write in desk.written[written:]:
            match write:
                case Record(entry):
                    assert timeline is not None
                    timeline = enter(timeline, entry)
                case OpenBook(opened):
                    timeline = begin(opened.start.setup)
                case CloseBook():
                    timeline = None
        now = desk.model.timeline
        if Fetch() in effects:
            timeline = now
        assert (now and now.game) == (timeline and timeline.game)
        assert (now and now.ledger) == (timeline and timeline.ledger)
