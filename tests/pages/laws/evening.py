"""An evening on which hands, keys, fingers, tags, machines and time do anything, in any order.

It begins on any page of the gallery or anywhere in a game; after every step the laws hold. Whoever
reads a failure finds the seed and the last steps, and ``Evening(seed)`` does them again.
"""

from collections import deque
from collections.abc import Callable
from functools import cache
from math import inf
from random import Random

import msgspec
from msgspec.structs import replace

from companion.core.commands import PLAYER_CONTROLS, Binding, Control
from companion.core.effects import (
    CloseBook,
    Do,
    Effect,
    OpenBook,
    ResumeGame,
    WithdrawBook,
    WriteEntry,
)
from companion.core.messages import (
    Dealt,
    EndPeek,
    Enter,
    GoTo,
    Leave,
    Message,
    Play,
    Restart,
    Resumed,
    ShowCard,
    StepUp,
    TakeBack,
    Tick,
    TurnDial,
)
from companion.core.model import Agreement, Guest, Model, Session
from companion.core.notices import Notes, Notice
from companion.pages.controls import controls, keys, prompt
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.kiosk import messages, presence
from companion.pages.kiosk.pin import Pin
from companion.pages.kiosk.staff import Staff
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.render import LAMPS, lamps
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.scoring.epoch import DEAF_SECONDS, EpochScores
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction, settled
from companion.pages.table import seat as table_seat
from companion.pages.table.playing import is_untouched
from companion.pages.table.seat import is_shown
from companion.pages.table.situation import PickSun
from companion.pages.table.table import Table
from companion.pages.update import next_deadline, update
from companion.rules.actions import Bid, Level, Pass
from companion.rules.auction import leader
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.records import record
from companion.rules.records.entries import SetLevel, Undo
from companion.rules.records.timeline import Timeline, begin, enter
from tests.core.desk import Desk, dice, is_refusal, models
from tests.net.every_message import examples
from tests.view.gallery import NAMES, PAGES, shown

OF_STAFF = frozenset((Staff.end_game, Staff.reset, Staff.lock, Staff.leave))
"""What ends a game: who is in charge does so."""

NEW_GAME = (Dealt, Resumed, Restart, messages.ShowFound)

MOST_UNDOS = 8

REMEMBERED = 12
"""So many steps a failure names."""

TAGS = {"04A1": "nile", "04B2": "sun-3"}


class Evening:
    """A table at which anything is done."""

    def __init__(self, seed: int) -> None:
        """Begin somewhere, by the seed."""
        self.seed = seed
        self.chance: Random = dice(seed)
        start = _start(seed, self.chance)
        if not start.session.last_guests:
            start = start.with_session(last_guests=tuple(map(Guest, start.session.buttons)))
        self.desk = Desk(start.with_hardware(tags=TAGS), chance=dice(seed))
        self.journal = start.session.timeline
        """The game as it would be read from the disk."""
        self.begun = f"{type(start.page).__name__} of {len(_people(start))}"
        self.steps: deque[str] = deque(maxlen=REMEMBERED)

    def step(self) -> None:
        """Do anything, and look whether every law holds.

        Raises:
            AssertionError: One does not; it says which, and what was done.
        """
        [do] = self.chance.choices([*_DEEDS], [*_DEEDS.values()])
        self.desk.model, _ = update(self.desk.model, Tick(self.desk.model.now + 0.1))
        try:
            do(self)
            answers(self.desk.model)
            lamps_are_true(self.desk.model)
            undo_is_offered(self.desk.model)
            whoever_decides_is_asked(self.desk.model)
        except Exception as trouble:
            trouble.add_note(f"seed {self.seed}, from {self.begun}: {' · '.join(self.steps)}")
            raise

    # What is done.

    def press(self) -> None:
        """Press or hold a control that means something; mostly what is lit."""
        now = controls(self.desk.model)
        is_held = bool(now.holds) and self.chance.random() < 1 / 4
        offers = now.holds if is_held else now.taps
        lit = [control for control, offer in offers.items() if offer.is_lit]
        wanted = lit if lit and self.chance.random() < 3 / 4 else list(offers)
        if not wanted:
            return
        control = self.chance.choice(sorted(wanted))
        offer = offers[control]
        self.means_what_it_says(f"{'hold' if is_held else 'press'} {control}", offer)

    def hands(self) -> None:
        """Press a button and let it go, with the time that takes."""
        control = self.chance.choice([*Control])
        is_held = self.chance.random() < 1 / 4
        name = f"{'hold' if is_held else 'press'} {control} with time"
        self.watched(name, lambda: self.desk.press(control, is_held=is_held))

    def turn(self) -> None:
        """Turn the dial."""
        self.takes("turn", TurnDial(self.chance.choice([-2, -1, 1, 3])))

    def type(self) -> None:
        """Press a key that means something."""
        if found := keys(self.desk.model):
            name = self.chance.choice(sorted(found))
            self.told(f"key {name}", found[name])

    def touch(self) -> None:
        """Put a finger on something."""
        targets = shown(self.desk.model).targets
        if targets:
            message = self.chance.choice(targets).message
            self.told(f"touch {message}"[:60], message)

    def play(self) -> None:
        """Do what the rules allow."""
        if not isinstance(self.desk.page(), Table):
            return
        if found := [
            each for each in legal_actions(self.desk.game) if not isinstance(each, Bid | Pass)
        ]:
            action = self.chance.choice(found)
            self.told(f"play {action}", Play(action))

    def wait(self) -> None:
        """Let time pass."""
        seconds = self.chance.choice([0.1, 2.0, 6.0, 60.0, 1000.0])
        self.watched(f"+{seconds}", lambda: self.desk.pass_time(seconds))

    def anything(self) -> None:
        """Let anything arrive, whether or not it is offered here."""
        message = self.chance.choice(arriving())
        self.takes(f"{message}"[:60], message)

    # The laws of a step.

    def means_what_it_says(self, name: str, offer: Binding) -> None:
        """What is lit is done, and never refused; what is dark writes nothing, and says why not."""
        before, written = self.desk.model, len(self.desk.written)
        effects = self.told(name, offer.message)
        after = self.desk.model
        if is_deaf(before) or isinstance(before.page, HardwareTest):
            return
        if offer.is_lit:
            is_staffs = after.screen.notice == Notice(Notes.STAFF_ONLY)
            is_told = isinstance(after.page, Pin) and after.page.told is not None
            is_told = is_told or isinstance(offer.message, StepUp)  # the menu says what is first
            assert is_staffs or is_told or not is_refusal(effects), (
                f"{offer} is refused: {after.screen.notice}"
            )
            assert effects or after != before or is_end(before, offer.message), (
                f"{offer} does nothing"
            )
        elif not is_end(before, offer.message) and not begins_in_auction(before):
            assert len(self.desk.written) == written, f"{offer} is dark and writes something"
            assert is_refusal(effects), f"{offer} is dark and is not refused"
            assert after.screen.notice is not None, f"{offer} is dark and says not why"
            is_count = isinstance(before.page, SheetTally)  # which points at what is wrong
            stays = type(after.page) is SheetTally if is_count else after.page == before.page
            assert stays, f"{offer} is dark and opens a page"

    def told(self, name: str, message: Message) -> list[Effect]:
        """At the table all is answered; what changes it says so, and Undo leads back."""
        before, entries = self.desk.model, len(self.desk.entries)
        effects = self.takes(name, message)
        after = self.desk.model
        is_at_table = isinstance(before.page, Table | PartialTable) and before.session.peek is None
        if is_at_table and not is_end(before, message):
            assert effects or after != before, f"{name} is answered by nothing"
        if known(before) != known(after):
            assert look(before) != look(after), f"{name} changes the table in silence"
            is_back = any(isinstance(each, Undo) for each in self.desk.entries[entries:])
            if not is_back and not isinstance(message, TakeBack) and is_forward(before, after):
                self.leads_back(name, before)
        return effects

    def leads_back(self, name: str, before: Model) -> None:
        """Undo leads back to the table as it was."""
        again = Desk(self.desk.model)
        for _ in range(MOST_UNDOS):
            if known(again.model) == known(before):
                return
            again.press("undo")
            again.pass_time(1.0)
        raise AssertionError(f"Undo does not lead back from {name}")

    def takes(self, name: str, message: Message) -> list[Effect]:
        """Take a message, and look what it writes."""
        before, written = self.desk.model, len(self.desk.written)
        effects = self.watched(name, lambda: self.desk.take(message))
        is_of_staff = isinstance(message, Do) and message.method in OF_STAFF
        if not isinstance(message, NEW_GAME) and not is_of_staff:
            self.no_game_is_lost(before, written, message)
        return effects

    def no_game_is_lost(self, before: Model, written: int, message: Message) -> None:
        """Only leaving closes a game, only one that is over, or untouched, makes room."""
        kinds = {type(each) for each in self.desk.written[written:]}
        was, now = before.session.timeline, self.desk.model.session.timeline
        is_over = was is not None and was.game.stage is Phase.OVER
        if CloseBook in kinds:
            leaves = isinstance(message, Leave) or isinstance(before.page, Menu | Staff)
            assert leaves or is_over, f"{message} closes a game"
            assert now is None or OpenBook in kinds
        elif WithdrawBook in kinds:
            is_joined = isinstance(before.page, Joining)
            assert is_joined or is_untouched(was), f"{message} withdraws a game"
        elif OpenBook in kinds:
            assert was is None or is_over, f"{message} opens a game over another"
        elif was is not None:
            assert now is not None, f"{message} loses the game"
            names = was.start.setup.players  # a language has its own for those who have none
            setup = replace(now.start.setup, players=names)
            is_same = replace(now.start, setup=setup) == was.start
            assert is_same, f"{message} puts another game on the table"
            assert now.seq == was.seq + len(self.desk.written) - written

    def watched(self, name: str, do: Callable[[], object]) -> list[Effect]:
        """What is written down is what lies on the table."""
        self.steps.append(name)
        written = len(self.desk.written)
        self.desk.ordered.clear()
        do()
        effects = [*self.desk.ordered]
        for write in self.desk.written[written:]:
            match write:
                case WriteEntry(entry):
                    assert self.journal is not None, f"{entry} is written into no game"
                    line = msgspec.json.encode(record.entry(entry))
                    self.journal = enter(self.journal, record.read_entry(line))
                case OpenBook(opened):
                    self.journal = begin(opened.start.setup)
                case CloseBook() | WithdrawBook():
                    self.journal = None
        now = self.desk.model.session.timeline
        if any(isinstance(each, ResumeGame) for each in effects) or any(
            step in name for step in ("Resumed(", "ShowFound(")
        ):
            self.journal = now
        assert table(self.desk.model) == true_of(self.journal), "the journal is not the table"
        return effects


_DEEDS: dict[Callable[[Evening], None], int] = {
    Evening.press: 8,
    Evening.hands: 2,
    Evening.turn: 2,
    Evening.type: 3,
    Evening.touch: 2,
    Evening.play: 3,
    Evening.wait: 1,
    Evening.anything: 3,
}


@cache
def arriving() -> tuple[Message, ...]:
    """Return what can arrive wherever one is: a page opens only from one that leads there."""
    return tuple(each for each in examples() if not isinstance(each, GoTo))


def _start(seed: int, chance: Random) -> Model:
    """Return any page of the gallery, or any table of a game, near its end as often as anywhere."""
    pages = [*PAGES]
    if seed % 2 == 0:
        return PAGES[pages[seed // 2 % len(pages)]](2 + seed // 2 % 4, NAMES)
    if seed % 20 == 1:
        return Model(
            page=Welcome(), session=Session(agreement=Agreement(dealt_by_hand=seed % 40 == 1))
        )
    found = models(2 + seed // 2 % 4, seed // 8 % 3)
    model = found[-1 - chance.randrange(30) if seed % 4 == 1 else chance.randrange(len(found))]
    if seed % 12 == 3:
        level = chance.choice([Level.LIGHT, Level.SCORE_ONLY])
        model, _ = update(model, Enter(SetLevel(level, is_unknown=chance.random() < 1 / 2)))
    return model


def _people(model: Model) -> tuple[str, ...]:
    timeline = model.session.timeline
    return () if timeline is None else timeline.game.setup.players


def table(model: Model) -> object:
    """Return what the program takes for true."""
    return true_of(model.session.timeline)


def true_of(timeline: Timeline | None) -> object:
    """Return what is true, whatever people without a name are called in this language."""
    if timeline is None:
        return None
    game, partial_game = timeline.game, timeline.partial_game
    nobody = replace(game.setup, players=("",) * len(game.players))
    return (replace(game, setup=nobody), partial_game and replace(partial_game, setup=nobody))


def known(model: Model) -> object:
    """Return the same, and who leads."""
    now = auction.auction_now(model)
    return table(model), now and now.leader


def look(model: Model) -> object:
    """Return what somebody sees who looks up: page, question, lead, last tile, what is said."""
    past, timeline = settled.last_result(model), model.session.timeline
    now = auction.auction_now(model)
    lead = leader(past.calls) if now is None and past is not None else now and now.leader
    last = timeline.steps[-1].action if timeline is not None and timeline.steps else None
    page = model.page
    said = (model.screen.notice, model.screen.notice_at)
    return page, prompt(model), lead, last, timeline and timeline.seq, said


def is_forward(before: Model, after: Model) -> bool:
    """Whether the same game has gone on.

    Not from calls that a record has one by one, and not by a sun that opens an auction again: Undo
    then leads to the calls before. Not by agreeing on a level before anything else either: then it
    leads to the suns.
    """
    was, now = before.session.timeline, after.session.timeline
    if was is None or now is None or was.start is not now.start:
        return False
    if settled.last_result(before) is not None or is_untouched(now):
        return False
    calls = bool(was.steps) and isinstance(was.steps[-1].action, Bid | Pass)
    return not calls and (now.seq == was.seq or len(now.steps) > len(was.steps))


def is_deaf(model: Model) -> bool:
    """Whether a press does nothing else: an epoch has ended just now, or it wakes the table."""
    page = model.page
    has_ended = isinstance(page, EpochScores) and model.now < page.since + DEAF_SECONDS
    return has_ended or presence.is_asleep(model)


def is_end(model: Model, message: Message) -> bool:
    """Whether it may do nothing: a list ends, or hands say twice in a moment that they are done."""
    is_twice = isinstance(message, table_seat.HandsDone) and table_seat.is_said_twice(model)
    return isinstance(message, TurnDial) or is_twice


def begins_in_auction(model: Model) -> bool:
    """Whether a page of the gallery has an auction that nothing was entered before: no game has."""
    timeline = model.session.timeline
    return timeline is not None and not timeline.steps and auction.auction_now(model) is not None


def is_moving(model: Model) -> bool:
    """Whether bars grow, or the crown is on its way."""
    page = model.page
    return (isinstance(page, EpochScores) and page.hidden > 0) or (
        isinstance(page, Finale) and page.since is not None
    )


# The laws of a model.


def answers(model: Model) -> None:
    """Every question that the loop and the screen ask has an answer."""
    for ask in (controls, prompt, lamps, keys):
        ask(model)
    due = next_deadline(model)
    assert due is None or due < inf


def lamps_are_true(model: Model) -> None:
    """A lamp burns exactly where its control may be used; at an auction for a higher sun."""
    bright = lamps(model)
    assert {*bright} == {*LAMPS}
    if isinstance(model.page, HardwareTest) or model.kiosk.call is not None:
        return  # a press lights them, or they call staff
    now = controls(model)
    offers = (*now.taps.items(), *now.holds.items())
    lit = {control for control, offer in offers if offer.is_lit and not offer.is_silent}
    for control, light in bright.items():
        assert (light == 1.0) == (control in lit), f"the lamp of {control} is wrong"
    heard = auction.auction_now(model) if isinstance(model.page, Table) else None
    if heard is None or model.screen.is_card_shown:
        return
    for seat in heard.game.setup.seats:
        light = bright[PLAYER_CONTROLS[model.session.buttons[seat]]]
        assert (light > 0) == (bool(heard.higher(seat)) and not is_shown(model))
    picked = isinstance(model.page, Table) and isinstance(model.page.pick, PickSun)
    names_sun = picked or model.screen.digits  # which OK confirms
    if heard.is_forced and not table_seat.may_call(model) and not names_sun:
        assert bright[Control.RA] < 1.0, "who must bid may call that they do not"
        assert bright[Control.OK] < 1.0, "who must bid may settle"


def undo_is_offered(model: Model) -> None:
    """Undo takes back what was entered last, or leads to where people came from."""
    timeline, undo = model.session.timeline, controls(model).taps.get(Control.UNDO)
    if is_moving(model):
        return  # any control finishes what moves
    if model.screen.is_card_shown or model.session.peek is not None:
        assert undo is not None
        assert isinstance(undo.message, ShowCard | EndPeek)
    elif (below := model.page.parent()) is not None:
        assert undo is not None
        assert undo.message == GoTo(below)
    elif isinstance(model.page, Finale):
        assert undo is not None
        assert isinstance(undo.message, TakeBack | GoTo)
    elif isinstance(model.page, Table | EpochScores) and timeline and timeline.steps:
        assert undo is not None
        assert undo.message == TakeBack()


def whoever_decides_is_asked(model: Model) -> None:
    """The question has all its facts, and at the table it is about whoever decides."""
    asked = prompt(model)
    assert asked.sentence.format(**asked.facts)
    if isinstance(model.page, Table):
        pick, now = model.page.pick, auction.auction_now(model)
        decides = model.game.active if now is None else asked.seat
        assert asked.seat == (pick.seat if isinstance(pick, PickSun) else decides)
    elif not isinstance(model.page, PartialTable | Joining | SheetTally):
        assert asked.seat is None
