"""Whatever arrives, in whatever order: nothing raises, no game is lost, a message writes a line."""

from collections.abc import Mapping
from math import inf

from hypothesis import example, given
from hypothesis import strategies as st

from companion.core import messages
from companion.core.effects import CloseBook, OpenBook, ResumeGame, WithdrawBook, WriteEntry
from companion.core.kiosk import Link
from companion.core.messages import Message
from companion.core.mnemonics import TileGroup
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.preferences import Loudness, TextSize
from companion.core.session import Agreement, Guest, Rejected, Secrecy
from companion.i18n.languages import LANGUAGES
from companion.opponent.strength import Strength
from companion.pages import opponent
from companion.pages.bindings import controls, lamps, prompt
from companion.pages.corrections import FixPanel, fix_entry, fix_panel
from companion.pages.history import History
from companion.pages.keyboard import keys
from companion.pages.kiosk import Staff
from companion.pages.kiosk import messages as kiosk_messages
from companion.pages.menu import About, Menu
from companion.pages.new_game import OptionsPage, Seating, Welcome, is_untouched
from companion.pages.scoring import EpochScores, Finale
from companion.pages.table import Table
from companion.pages.update import next_deadline, update
from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    REACH_INTO_BAG,
    UNSOLD,
    Action,
    Discard,
    Level,
    Won,
)
from companion.rules.editions import (
    Edition,
    NoPenalty,
    Options,
    Seat,
    Split,
    Sun,
    setup,
    sun_groups,
)
from companion.rules.events import Matter
from companion.rules.model import Phase
from companion.rules.records.shapes import Entry, Redo, SetLevel, Undo
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import KINDS
from tests.core import benches, bygone, cafes, lighter, phoned
from tests.core.desk import Desk, a_desk, models
from tests.rules.table import NAMES
from tests.view.gallery import at_table

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
    Agreement,
    options=OPTIONS,
    secrecy=st.sampled_from(Secrecy),
    dealt_by_hand=st.booleans(),
    machines=st.integers(0, 4),
    strength=st.sampled_from(Strength),
)


PAGES: st.SearchStrategy[Page] = st.one_of(
    st.sampled_from([Welcome(), Table(), About()]),
    GUESTS.map(Seating),
    st.builds(OptionsPage, GUESTS, st.integers(0, 9)),
    st.builds(EpochScores, st.none() | SEATS, st.integers(0, 9)),
    st.integers(0, 6).map(Finale),
    st.integers(0, 300).map(History),
    st.builds(Menu, row=st.integers(0, 9)),
    benches.BENCHES,
    lighter.PAGES,
    bygone.PAGES,
    st.builds(FixPanel, st.integers(0, 60), st.none() | st.integers(0, 60)),
    st.builds(fix_entry.FixEntry, st.integers(0, 90), way=st.integers(0, 30)),
)


NOTICES = st.sampled_from(
    [Notice(Notes.NOT_SAVED_FULL), Notice(Notes.BUTTON_MASKED, {"button": "p1"})]
)


SETUPS = st.integers(2, 5).map(lambda players: setup(NAMES[:players]))


def _dealt(players: int) -> Message:
    guests = tuple(Guest(button) for button in range(players))
    return messages.Dealt(setup(NAMES[:players]), guests, Agreement())


def _taken(players: int) -> Message:
    return messages.TakeSuns(tuple(map(Guest, range(players))), sun_groups(players))


def _resumed(model: Model) -> Message:
    assert model.session.timeline is not None
    return messages.Resumed(
        model.session.timeline, model.session.last_guests, model.session.agreement
    )


MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    messages.Tick: st.floats(0, 1e4).map(messages.Tick),
    messages.Rejecting: st.builds(
        Rejected, st.sampled_from(["04A1", "04C3"]), NOTICES, st.integers(0, 9)
    ).map(messages.Rejecting),
    messages.Play: ACTIONS.map(messages.Play),
    messages.Enter: ENTRIES.map(messages.Enter),
    messages.TagSeen: st.builds(
        messages.TagSeen, st.sampled_from(["04A1", "04B2"]), st.floats(0, 9)
    ),
    messages.TakeBack: st.integers(1, 9).map(messages.TakeBack),
    messages.BringBack: st.integers(1, 9).map(messages.BringBack),
    messages.OpenGroup: st.sampled_from(TileGroup).map(messages.OpenGroup),
    messages.TurnDial: STEPS.map(messages.TurnDial),
    messages.TypeDigits: st.just(messages.TypeDigits("1")),
    messages.PushDial: st.just(messages.PushDial()),
    messages.StepSun: SEATS.map(messages.StepSun),
    messages.StepTogether: st.tuples(SEATS, SEATS).map(messages.StepTogether),
    messages.TakeSun: SUNS.map(messages.TakeSun),
    messages.CallPass: SEATS.map(messages.CallPass),
    messages.RestPass: st.just(messages.RestPass()),
    messages.SeeOn: st.just(messages.SeeOn()),
    messages.AuctionFirst: st.just(messages.AuctionFirst()),
    messages.UseGods: st.just(messages.UseGods()),
    messages.ChooseLoss: TILES.map(messages.ChooseLoss),
    messages.Join: st.integers(0, 4).map(messages.Join),
    messages.TypeName: st.text(min_size=1, max_size=3).map(messages.TypeName),
    messages.LeaveSeat: st.integers(0, 4).map(messages.LeaveSeat),
    messages.TakeLetter: st.sampled_from("aщőか゛ \b").map(messages.TakeLetter),
    messages.TakeName: st.sampled_from(NAMES).map(messages.TakeName),
    messages.NextAlphabet: st.just(messages.NextAlphabet()),
    messages.Agree: AGREEMENTS.map(messages.Agree),
    messages.SetGroup: st.integers(0, 4).map(messages.SetGroup),
    messages.LayOutSun: SUNS.map(messages.LayOutSun),
    messages.DealByHand: st.booleans().map(messages.DealByHand),
    messages.TakeSuns: st.integers(2, 5).map(_taken),
    messages.Begin: st.just(messages.Begin()),
    messages.Rematch: st.just(messages.Rematch()),
    messages.Dealt: st.integers(2, 5).map(_dealt),
    messages.Resumed: st.sampled_from(range(4)).map(
        lambda seed: _resumed(models(3, seed)[-1 - seed])
    ),
    messages.GoOn: st.just(messages.GoOn()),
    messages.Remembered: st.builds(
        messages.Remembered, st.lists(st.sampled_from(NAMES)).map(tuple), GUESTS, st.booleans()
    ),
    messages.GoTo: PAGES.map(messages.GoTo),
    messages.Open: st.sampled_from(messages.Door).map(messages.Open),
    messages.Next: st.just(messages.Next()),
    messages.Leave: st.just(messages.Leave()),
    messages.NextLanguage: STEPS.map(messages.NextLanguage),
    messages.SetLanguage: st.sampled_from(LANGUAGES).map(
        lambda each: messages.SetLanguage(each, NAMES)
    ),
    messages.SetTheme: st.sampled_from(["night", "papyrus", "contrast"]).map(messages.SetTheme),
    messages.SetTextSize: st.sampled_from(TextSize).map(messages.SetTextSize),
    messages.TakePointed: st.just(messages.TakePointed()),
    messages.SetLoudness: st.sampled_from(Loudness).map(messages.SetLoudness),
    messages.SetClock: st.booleans().map(messages.SetClock),
    messages.SetSpoken: st.booleans().map(messages.SetSpoken),
    messages.ReadTable: st.just(messages.ReadTable()),
    messages.Mention: NOTICES.map(messages.Mention),
    messages.Quit: st.just(messages.Quit()),
    messages.Peek: SEATS.map(messages.Peek),
    messages.EndPeek: st.just(messages.EndPeek()),
    messages.Refused: st.just(messages.Refused()),
    messages.ShowCard: st.just(messages.ShowCard()),
    messages.Trouble: NOTICES.map(messages.Trouble),
    messages.Healed: NOTICES.map(messages.Healed),
    messages.NotWritten: NOTICES.map(messages.NotWritten),
    fix_entry.ChooseRemedy: st.integers(0, 40).map(fix_entry.ChooseRemedy),
    fix_panel.OpenFixPanel: st.builds(
        fix_panel.OpenFixPanel, st.sampled_from(Matter), st.integers(0, 9)
    ),
    **benches.MESSAGES,
    **cafes.MESSAGES,
    kiosk_messages.Linked: st.builds(
        kiosk_messages.Linked, st.sampled_from(Link), st.just("window-3"), st.booleans()
    ),
    kiosk_messages.CallAnswered: st.just(kiosk_messages.CallAnswered()),
    opponent.HandOver: st.builds(opponent.HandOver, SEATS, st.sampled_from([None, *Strength])),
    opponent.HandsDone: st.just(opponent.HandsDone()),
    opponent.PutAway: st.just(opponent.PutAway()),
    opponent.Decided: st.builds(
        opponent.Decided, st.just(at_table(3).game), st.sampled_from([None, INVOKE, REACH_INTO_BAG])
    ),
    **lighter.MESSAGES,
    **bygone.MESSAGES,
    **phoned.MESSAGES,
}


NEW_GAME = (messages.Dealt, messages.Resumed, *cafes.OF_STAFF)


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
    model = found[min(place, len(found) - 1)].with_hardware(tags={"04A1": "nile", "04B2": "sun-3"})
    if draw(st.booleans()):
        level = draw(st.sampled_from([Level.LIGHT, Level.SCORE_ONLY]))
        return update(model, messages.Enter(SetLevel(level, is_unknown=draw(st.booleans()))))[0]
    return model


def is_coherent(model: Model) -> bool:
    """Whether everything that the loop and the screen ask of a model can be answered."""
    for ask in (controls, prompt, lamps, keys):
        ask(model)
    due = next_deadline(model)
    return due is None or due < inf


def _kinds(of: type[Message]) -> set[type[Message]]:
    """Return every kind of message that is no further distinguished."""
    kinds = of.__subclasses__()
    return set().union(*map(_kinds, kinds)) if kinds else {of}


def test_every_kind_of_message_is_tried() -> None:
    assert set(MESSAGES) == _kinds(Message)


@given(tables(), st.lists(st.one_of(*MESSAGES.values()), max_size=30))
def test_nothing_that_arrives_ever_raises_or_writes_two_lines(
    model: Model, arriving: list[Message]
) -> None:
    desk = Desk(model)
    for message in arriving:
        desk.take(message)  # asserts one write for each message
        assert is_coherent(desk.model)


@given(tables(), st.lists(FROM_HANDS, max_size=30))
@example(a_desk(3).model, [messages.TakeBack(1), messages.Begin(), messages.Leave()])
def test_no_hand_can_lose_a_game_before_it_is_over(model: Model, arriving: list[Message]) -> None:
    desk = Desk(model)
    for message in arriving:
        before, page, written = desk.model.session.timeline, desk.model.page, len(desk.written)
        desk.take(message)
        kinds, after = {type(each) for each in desk.written[written:]}, desk.model.session.timeline
        if CloseBook in kinds:
            is_over = before is not None and before.game.stage is Phase.OVER
            assert isinstance(message, messages.Leave) or isinstance(page, Menu | Staff) or is_over
            assert after is None
        elif WithdrawBook in kinds:
            assert is_untouched(before)
        elif OpenBook in kinds:
            assert before is None or before.game.stage is Phase.OVER
        elif before is not None:
            assert after is not None
            assert after.start is before.start
            assert after.seq == before.seq + len(desk.written) - written


@given(tables(), st.lists(FROM_HANDS, max_size=30))
@example(a_desk(3).model, [messages.TakeBack(1), messages.Begin(), messages.Leave()])
def test_what_was_written_is_the_game_on_the_table(model: Model, arriving: list[Message]) -> None:
    desk = Desk(model)
    timeline = model.session.timeline
    for message in arriving:
        written = len(desk.written)
        effects = desk.take(message)
        for write in desk.written[written:]:
            match write:
                case WriteEntry(entry):
                    assert timeline is not None
                    timeline = enter(timeline, entry)
                case OpenBook(opened):
                    timeline = begin(opened.start.setup)
                case CloseBook() | WithdrawBook():
                    timeline = None
        now = desk.model.session.timeline
        if ResumeGame() in effects:
            timeline = now
        assert (now and now.game) == (timeline and timeline.game)
        assert (now and now.ledger) == (timeline and timeline.ledger)
