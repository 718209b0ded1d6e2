"""Stories: what is done at a table and what is seen then, a line for each step.

A ``.story`` file is sentences; below each, indented, steps: ``what is done = what is seen; and
this``. Every sentence begins at the table that the last ``given`` names; lines after it that begin
with a colon belong to it. ``# `` begins a comment. A word that does not stand in this file fails,
and a failure names its line and the gesture after which it was seen.

What is done are words with spaces between them; ``each`` before them looks after every one. What is
seen is a word and what it says; ``is`` compares anything, in Python. There are no variables, loops
or includes: what needs them is a test in Python.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.app.gestures import HOLD_SECONDS, typed
from companion.core import effects, messages
from companion.core.commands import Control
from companion.core.effects import KeepSheet, Sound, do
from companion.core.model import Agreement, Guest, Kiosk, Model, Secrecy, Session, TakenBack
from companion.core.notices import Notes, Notice
from companion.i18n import ENGLISH
from companion.opponent.strength import Strength
from companion.pages import controls as page_controls
from companion.pages import status_bar
from companion.pages.archive import look_back
from companion.pages.controls import controls, keys, prompt
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.hardware import pin_wizard, tag_teaching
from companion.pages.hardware.tag_teaching import KINDS as TAUGHT
from companion.pages.kiosk.messages import LogStaffAction, ShowFound
from companion.pages.menu.menu import Menu
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.registry import load_all
from companion.pages.render import lamps
from companion.pages.score_sheet import result
from companion.pages.score_sheet import tally as score_sheet_tally
from companion.pages.score_sheet.counts import Points
from companion.pages.score_sheet.setup import Scope, SheetSetup, counting
from companion.pages.score_sheet.tally import SheetTally, pointed, tallying
from companion.pages.table import auction
from companion.pages.table.seat import Decided
from companion.pages.table.seat import asked as asked_machine
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import PASS, Level
from companion.rules.components import THINGS
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import SUN_GROUPS, Edition, NoPenalty, Options, Seat, Sun, setup
from companion.rules.model import Phase
from companion.rules.partial import END_EPOCH
from companion.rules.problems import Problem, Why
from companion.rules.records import record
from companion.rules.records.entries import Entry, SetLevel
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.scoring.sheet import read_sheet, scored, write_sheet
from companion.rules.tiles import BY_ID, KINDS, Tile, count
from companion.speaking.announcing import news, whole_table
from companion.tags.box import TagBox
from companion.ui.scene import Slider, words
from hardware import events as panel
from hardware.events import ButtonDown, ButtonUp
from tests.core.desk import Desk, a_desk, ended, models
from tests.pages.archive import test_leafing_through_a_review as reviews
from tests.pages.partial.test_joining import answer_of
from tests.rules.table import action
from tests.view import cafes
from tests.view.gallery import NAMES, PAGES, at_table, shown
from tests.view.machine_seats import decided

SEATS = "ABCDE"
"""What players are called in a story, in the order in which they sit."""

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")

COLOURS = ("Red", "Blue", "Green", "Gold", "Grey")


# The tables at which stories begin.

Begin = Callable[[list[str], list[str]], Desk]
"""From the words after the first, and from the lines below."""

_GIVEN: dict[str, Begin] = {}


def given(begin_at: Begin) -> Begin:
    """Make a word of this."""
    _GIVEN[begin_at.__name__.rstrip("_")] = begin_at
    return begin_at


@given
def new(said: list[str], _: list[str]) -> Desk:
    """A new game of so many, after these lines of a record: ``new 4 {draw nile} {invoke}``."""
    table = Desk(a_desk(int(said[0])).model)
    for line in re.findall(r"\{(.*?)\}", " ".join(said)):
        table.take(messages.Enter(action(line)))
    return table


@given
def played(said: list[str], _: list[str]) -> Desk:
    """A random game of so many, of this seed, after so many actions: ``played 3 0 40``."""
    players, seed, place = map(int, said)
    return Desk(models(players, seed)[place])


@given
def position_(_: list[str], lines: list[str]) -> Desk:
    """A table as it is written down in the lines below."""
    timeline = Timeline(start=position("\n".join(lines)))
    seats = tuple(range(len(timeline.game.players)))
    return Desk(Model(page=Table(), session=Session(timeline=timeline, buttons=seats)))


@given
def page_(said: list[str], _: list[str]) -> Desk:
    """A page of the gallery, for so many: ``page 3 turn with a god``."""
    return Desk(PAGES[" ".join(said[1:])](int(said[0]), NAMES))


@given
def table_(said: list[str], lines: list[str]) -> Desk:
    """The table of the gallery, for so many, with the parts below."""
    return Desk(at_table(int(said[0]), *lines, names=NAMES))


@given
def machine(said: list[str], lines: list[str]) -> Desk:
    """The same, where the table plays the second seat and has decided to pass."""
    return Desk(decided(at_table(int(said[0]), *lines, active=0), PASS, machine=1))


@given
def count_(said: list[str], _: list[str]) -> Desk:
    """A count for so many, of what, and what two of them agreed: ``count 2 THIRD OFF``."""
    penalty = NoPenalty[said[2]] if said[2:] else NoPenalty.OFF
    people = PEOPLE[: int(said[0])]
    sheet = SheetSetup(people, Scope[said[1]], penalty)
    return Desk(Model(page=counting(sheet, COLOURS)))


@given
def sheet_(said: list[str], _: list[str]) -> Desk:
    """Who played, before a count, and the row: ``sheet Anna - 1``; a hyphen is nobody yet."""
    names = tuple(name.strip("-") for name in said[:-1])
    page = SheetSetup(names, row=int(said[-1]))
    return Desk(Model(page=page, session=Session(known_names=("Eva", "Béla"))))


@given
def last_(said: list[str], _: list[str]) -> Desk:
    """Who played here last, in which edition, and what two of them agreed."""
    options = Options(edition=Edition[said[-2]], two_player_no_penalty=NoPenalty[said[-1]])
    guests = tuple(Guest(at, name.strip("-")) for at, name in enumerate(said[:-2]))
    session = Session(last_guests=guests, agreement=Agreement(options=options))
    return Desk(Model(page=Welcome(), session=session))


@given
def tally(said: list[str], _: list[str]) -> Desk:
    """A count of an epoch that has ended at a lightly recorded table of so many."""
    timeline = begin(setup(PEOPLE[: int(said[0])]))
    for entry in (SetLevel(Level.LIGHT), END_EPOCH):
        timeline = enter(timeline, entry)
    model = Model(page=PartialTable(), session=Session(timeline=timeline, buttons=(0, 2, 4)))
    return Desk(replace(model, page=tallying(model)))


@given
def light(said: list[str], _: list[str]) -> Desk:
    """A game of so many of which only this is entered: ``light 3``, ``light 3 SCORE_ONLY``."""
    at = Desk(a_desk(int(said[0])).model)
    at.take(messages.Enter(SetLevel(Level[said[1]] if said[1:] else Level.LIGHT)))
    at.written.clear()
    return at


@given
def seated(said: list[str], _: list[str]) -> Desk:
    """So many have taken their seats and agreed on a level: ``seated 3 LIGHT``."""
    guests = tuple(Guest(button) for button in range(int(said[0])))
    session = Session(agreement=Agreement(level=Level[said[1]] if said[1:] else Level.FULL))
    return Desk(Model(page=Seating(guests), session=session))


@given
def start(said: list[str], _: list[str]) -> Desk:
    """The first page, and who played here last: ``start 1Ann 3``, by buttons from 0."""
    return Desk(Model(page=Welcome(), session=Session(last_guests=_guests(said))))


@given
def sit(said: list[str], _: list[str]) -> Desk:
    """These people have pressed their buttons, from 0, and may have said their names."""
    return Desk(Model(page=Seating(_guests(said))))


def _guests(said: list[str]) -> tuple[Guest, ...]:
    return tuple(Guest(int(each[0]), each[1:]) for each in said)


@given
def lesson(said: list[str], _: list[str]) -> Desk:
    """A box of this name is taught, with these tags: ``lesson attic 04A1=nile``.

    ``lesson attic full nile`` has all tags but one of each of these kinds.
    """
    name, *tags = said
    box = dict(each.split("=") for each in tags if "=" in each)
    if tags[:1] == ["full"]:
        box = {f"04{at:02X}{n:02X}": kind for at, kind in enumerate(TAUGHT)
               for n in range(THINGS[kind] - (kind in tags))}  # fmt: skip
    at = Desk()
    at.take(effects.OpenBuilderPage(effects.BuilderPage.LESSON))
    at.take(tag_teaching.Boxes(("attic", "cellar"), name, TagBox(box), ""))
    return at


@given
def plays(said: list[str], lines: list[str]) -> Desk:
    """The table of the gallery, for so many, at which the table plays these seats.

    ``plays 3 A``: it is A's turn; ``plays 3 B A1``: the last player has opened an auction.
    """
    players, seats, *reason = said
    last = NAMES[int(players) - 1]
    parts = (*lines, *(f"auction {each} by {last}" for each in reason))
    model = at_table(int(players), *parts, names=NAMES, **({"active": 0} if reason else {}))
    guests = tuple(
        Guest(place, name, Strength.STEADY if SEATS[place] in seats else None)
        for place, name in enumerate(model.game.setup.players)
    )
    return Desk(model.with_session(last_guests=guests))


@given
def cafe(said: list[str], _: list[str]) -> Desk:
    """A table in a café, with a game of so many or none, and what staff have set.

    ``cafe``, ``cafe 3 is_locked=True``; ``show`` gives it its demonstration.
    """
    players, there = int(said[0]) if said else 0, [each for each in said[1:] if each != "show"]
    model = at_table(players) if players else Model(page=Welcome())
    at = Desk(model.with_preferences(kiosk=True))
    wanted = {name: python(at, value) for name, _, value in map(_parted, there)}
    at.model = replace(at.model, kiosk=Kiosk(**wanted))
    if "show" in said:
        known = cafes.PAGES["attract"](Model(page=Welcome()), NAMES).kiosk.show
        assert known is not None
        at.take(ShowFound(known))
    return at


def _parted(word: str) -> tuple[str, str, str]:
    return word.partition("=")


@given
def joined(said: list[str], _: list[str]) -> Desk:
    """So many have told what is asked of a game under way, up to this question."""
    at = seated(said[:2], [])
    at.take(messages.BeginUnderWay())
    while not isinstance(now := at.page(), Joining) or now.ask.name != said[2]:
        assert isinstance(now, Joining), f"nobody asks for {said[2]}"
        at.take(answer_of(at, int(said[0])))
    at.written.clear()
    return at


@given
def last_epoch(said: list[str], _: list[str]) -> Desk:
    """Two who joined a game are to count its last epoch: ``last_epoch 17 12``; ``-``: unknown."""
    at = Desk(a_desk(2).model)
    hands = tuple(
        HandFix(Seat(seat), tuple(sorted(group)), (), score=None if had == "-" else int(had))
        for seat, (group, had) in enumerate(zip(SUN_GROUPS[2], said, strict=True))
    )
    fix = Fix(epoch=3, ra_count=2, centre=Sun(1), hands=hands)
    for entry in (SetLevel(Level.LIGHT, is_unknown=True), fix, END_EPOCH):
        at.take(messages.Enter(entry))
    return at


@given
def review(said: list[str], _: list[str]) -> Desk:
    """A leaf of a look back, and a line of it: ``review MOMENTS 2``; ``review``: not done yet."""
    if not said:
        return reviews.on_page(reviews.waiting())
    title, *line = said
    return reviews.on_page(reviews.leaf(getattr(look_back, title), *map(int, line)))


@given
def entry_of_a_review(said: list[str], _: list[str]) -> Desk:
    """The table after so many entries, to which a sentence of a look back has led."""
    sentence = reviews.leaf(look_back.MOMENTS, 0)
    return reviews.on_page(look_back.TableThen(sentence, int(said[0])))


@given
def epoch(said: list[str], _: list[str]) -> Desk:
    """Just after an epoch of so many that its only Ra tile ended: ``epoch 3 1``, ``… SEALED``."""
    players, epochs, *secrecy = said
    return ended(int(players), int(epochs), Secrecy[secrecy[0]] if secrecy else Secrecy.OPEN)


@given
def sitting(said: list[str], _: list[str]) -> Desk:
    """These people sit there, and agreed that the table plays so many: ``sitting 2 1Anna 4Ben``."""
    agreed = Agreement(machines=int(said[0]), strength=Strength.STRONG)
    return Desk(Model(page=Seating(_guests(said[1:])), session=Session(agreement=agreed)))


@given
def taught(said: list[str], _: list[str]) -> Desk:
    """A first game of so many has begun, of which the rules are told: ``taught 3``."""
    guests = tuple(map(Guest, range(int(said[0]))))
    session = Session(agreement=Agreement(is_first=True))
    at = Desk(Model(page=OptionsPage(guests), session=session))
    at.press("ra")
    while at.model.session.timeline is None:
        at.press("ok")
    return at


@given
def wires(_: list[str], lines: list[str]) -> Desk:
    """The pin wizard, with lamps planned at the pins 12, 16 and 20; below, what was done before."""
    at = Desk()
    at.take(effects.OpenBuilderPage(effects.BuilderPage.WIZARD))
    at.take(pin_wizard.PinsFree(tuple(range(2, 28)), (12, 16, 20)))
    for word in " ".join(lines).split():
        done(at, word)
    return at


# What is done.

Do = Callable[..., object]

_DONE: list[tuple[re.Pattern[str], Do]] = []


def does(pattern: str) -> Callable[[Do], Do]:
    """Make words of this pattern do this, with what its groups match."""

    def add(do: Do) -> Do:
        _DONE.append((re.compile(pattern, re.DOTALL), do))
        return do

    return add


@does(r"(p[1-5]|ra|ok|undo|dial)(!?)")
def press(at: Desk, control: str, hold: str) -> None:
    """``p1``: press a button; ``p1!``: hold it."""
    at.press(control, is_held=bool(hold))


@does(r"(p[1-5])([_^])")
def hold_on(at: Desk, control: str, way: str) -> None:
    """``p3_``: hold a button down; ``p3^``: let it go."""
    button, now = panel.Control(control), at.model.now
    if way == "^":
        for message in at.hands.released(ButtonUp(button, now), at.model):
            at.take(message)
        return
    for message in at.hands.pressed(ButtonDown(button, now), at.model):
        at.take(message)
    at.pass_time(HOLD_SECONDS + 0.1)


@does(r"([<>])(\d*)")
def turn(at: Desk, way: str, steps: str) -> None:
    """``>2``: turn the dial to the right by so much."""
    at.turn(int(steps or 1) * (1 if way == ">" else -1))


@does(r"'(.+)")
def type_key(at: Desk, name: str) -> None:
    """``'f5``: press a key; ``_`` stands for a space."""
    at.key(name.replace("_", " "))


@does(r'"(.+)')
def type_text(at: Desk, text: str) -> None:
    """``"Zoe_2``: type a text; ``_`` stands for a space."""
    for letter in text.replace("_", " "):
        message = typed("space" if letter == " " else letter, letter, letter, at.model)
        assert message is not None, f"{letter!r} cannot be typed here"
        at.take(message)


@does(r"sun(\d+)")
def sun_key(at: Desk, number: str) -> None:
    """``sun12``: type the number of a sun."""
    at.type_sun(int(number))


@does(r"touch:(.+)")
def touch(at: Desk, message: str) -> None:
    """``touch:Join(0)``: put a finger where this is on the screen."""
    wanted = python(at, message)
    targets = [each.message for each in shown(at.model).targets if not isinstance(each, Slider)]
    assert wanted in targets, f"{message} is nowhere on the screen"
    at.take(wanted)


@does(r"\+([\d.]+)")
def wait(at: Desk, seconds: str) -> None:
    """``+3.9``: let so many seconds pass."""
    at.pass_time(float(seconds))


@does(r"@([\d.]+)")
def clock(at: Desk, seconds: str) -> None:
    """``@10``: it is now so many seconds since the start."""
    at.take(messages.Tick(float(seconds)))


@does(r"\{(.+)\}")
def enter_line(at: Desk, line: str) -> None:
    """``{draw nile}``: enter a line of a record."""
    at.take(messages.Enter(action(line)))


@does(r"\$(.+)")
def send(at: Desk, message: str) -> None:
    """``$CallPass(2)``: a message arrives."""
    at.take(python(at, message))


@does(r"one:(.+)")
def take_with_one_button(at: Desk, message: str) -> None:
    """``one:Join(0)``: wait until this is pointed at, and press the one button."""
    wanted = python(at, message)
    for _ in page_controls.places(at.model):
        if (offer := page_controls.pointed(at.model)) and offer.message == wanted:
            at.press("ra")
            return
        at.pass_time((page_controls.next_step(at.model) or at.model.now) - at.model.now)
    raise AssertionError(f"{message} is never pointed at")


@does(r"~(.+)")
def send_alone(at: Desk, message: str) -> None:
    """``~RestPass()``: a message arrives of which nothing follows."""
    at.model, _ = update(at.model, python(at, message))


@does(r"(\w+):=(.*)")
def prefer(at: Desk, name: str, value: str) -> None:
    """``has_clock:=True``: people prefer this."""
    at.model = at.model.with_preferences(**{name: python(at, value)})


@does(r"choose:(.+)")
def choose(at: Desk, label: str) -> None:
    """``choose:Enter_every_tile``: choose a line of the menu; ``_`` stands for a space."""
    lines = {entry.label: entry.message for entry in Menu().entries(at.model)}
    at.take(lines[label.replace("_", " ")])


@does(r"answer:(.+)")
def answer(at: Desk, said: str) -> None:
    """``answer:SunPlace()``: answer a question about a game under way."""
    at.take(effects.do(Joining.answer, python(at, said)))


@does(r"decides:(.+)")
def decide(at: Desk, choice: str) -> None:
    """``decides:INVOKE``: what the table has decided for the seat that it plays."""
    now = asked_machine(at.model)
    assert now is not None, "the table decides nothing now"
    at.take(Decided(now.game, python(at, choice)))


@does(r"option:(\w+)(?::(.+))?")
def option(at: Desk, remedy: str, line: str | None) -> None:
    """``option:INSTEAD:draw+ra``, ``option:STOP``: go on so with a correction, by touch."""
    wanted = (OptionKind[remedy], None if line is None else action(line.replace("+", " ")))
    at.take(effects.do(FixEntry.choose, _cures(at).index(wanted)))


def _cures(at: Desk) -> list[tuple[OptionKind, object]]:
    now, timeline = at.page(), at.model.session.timeline
    assert isinstance(now, FixEntry), now
    return [(each.kind, each.action) for each in remedies(timeline, now)]


@does(r"lay:(\w+)")
def lay_tag(at: Desk, uid: str) -> None:
    """``lay:04A1``: lay a tag on the reader; the disk keeps what is taught."""
    (order,) = at.take(messages.TagSeen(uid, 0.0))
    assert isinstance(order, tag_teaching.KeepBox), order
    at.take(tag_teaching.TeachingKept(order.page))


@does(r"pin([\d,]+)(!?)")
def press_pins(at: Desk, pins: str, hold: str) -> None:
    """``pin5,6``: press buttons on bare wires one after the other; ``pin5!``: hold one."""
    for pin in map(int, pins.split(",")):
        _wire(at, pin, is_low=True)
        at.take(messages.Tick(at.model.now + (pin_wizard.HOLD_SECONDS if hold else 0.1)))
        _wire(at, pin, is_low=False)
        at.take(messages.Tick(at.model.now + 0.1))


@does(r"(/?)wire([\d^,]+)")
def move_wires(at: Desk, slowly: str, moves: str) -> None:
    """``wire5,9,9^``: wires close and, with ``^``, open; ``/``: a quarter of a second between."""
    for move in moves.split(","):
        _wire(at, int(move.rstrip("^")), is_low=not move.endswith("^"))
        at.take(messages.Tick(at.model.now + (pin_wizard.REST_SECONDS / 2 if slowly else 0.01)))


@does(r"dial(\d+)-(\d+)")
def turn_wires(at: Desk, first: str, second: str) -> None:
    """``dial17-27``: a dial on these wires turns by a detent after a second of rest."""
    at.take(messages.Tick(at.model.now + 1))
    move_wires(at, "", f"{first},{second},{first}^,{second}^")


def _wire(at: Desk, pin: int, *, is_low: bool) -> None:
    at.take(pin_wizard.PinMoved(pin, is_low=is_low, at=at.model.now))


@does("finish")
def finish(at: Desk) -> None:
    """Lay all courses of an epoch, and let what moves by itself come to its end."""
    at.finish()


@does("back")
def back(at: Desk) -> None:
    """Go on from whatever page until the table is there again."""
    at.go_back()


@does(r"(\w+)=(-?\d+)")
def set_number(at: Desk, what: str, number: str) -> None:
    """``nile=3``: so many are counted."""
    at.take(do(SheetTally.set_number, _counted(what), int(number)))


@does(r"(\w+)\+(\d*)")
def add_one(at: Desk, what: str, times: str) -> None:
    """``gold+2``: one more is counted, so many times."""
    for _ in range(int(times or 1)):
        at.take(do(SheetTally.add_one, BY_ID[what]))


@does(r"lay(\d+)")
def lay_sun(at: Desk, number: str) -> None:
    """``lay9``: a sun is laid before whose page is open."""
    at.take(do(SheetTally.toggle_sun, Sun(int(number))))


@does(r":([A-E])")
def whose(at: Desk, seat: str) -> None:
    """``:B``: open a player's page of a count."""
    at.take(do(SheetTally.open_player, Seat(SEATS.index(seat))))


def done(at: Desk, word: str) -> None:
    """Do one thing."""
    at.ordered.clear()
    for pattern, doing in _DONE:
        if found := pattern.fullmatch(word):
            doing(at, *found.groups())
            return
    raise ValueError(f"nobody knows how to do {word}")


def _counted(what: str) -> Tile | Points:
    return Points.BEFORE if what == "before" else BY_ID[what]


# What is seen.

Look = Callable[[Desk, str], tuple[object, object]]
"""Returns what there is, and what there should be."""

_SEEN: dict[str, Look] = {}


def sees(look: Look) -> Look:
    """Make a word of this."""
    _SEEN[look.__name__.rstrip("_")] = look
    return look


@sees
def is_(at: Desk, expression: str) -> tuple[object, object]:
    """Anything: ``is game.epoch == 2``, ``is page.sheet``."""
    left, equals, right = expression.partition(" == ")
    found = python(at, left)
    return (found, python(at, right)) if equals else (bool(found), True)


@sees
def page(at: Desk, name: str) -> tuple[object, object]:
    """``page Menu``: which page is open."""
    return type(at.page()).__name__, name


@sees
def stage(at: Desk, name: str) -> tuple[object, object]:
    """``stage Auction``: what the game waits for."""
    now = at.game.stage
    return (now.name if isinstance(now, Phase) else type(now).__name__), name


@sees
def asks(at: Desk, sentence: str) -> tuple[object, object]:
    """Which question is asked, in English, names as ``{player}``."""
    return prompt(at.model).sentence, sentence


@sees
def asked(at: Desk, seat: str) -> tuple[object, object]:
    """``asked B``: who is asked."""
    return prompt(at.model).seat, SEATS.index(seat)


@sees
def note(at: Desk, names: str) -> tuple[object, object]:
    """``note SETTLED|NOT_NOW``: one of these notices is on the screen."""
    now = at.model.screen.notice
    found = now.note.name if isinstance(now, Notice) else repr(now)
    assert all(name in Notes.__members__ for name in names.split("|")), names
    return found, found if found in names.split("|") else names


@sees
def refused(at: Desk, why: str) -> tuple[object, object]:
    """``refused MUST_BID``: the rules forbid it, for this reason."""
    now = at.model.screen.notice
    assert isinstance(now, Problem), now
    return now.sentence.name, Why[why].name if why else now.sentence.name


@sees
def undone(at: Desk, events: str) -> tuple[object, object]:
    """``undone BidMade``: what the screen says that was taken back."""
    now = at.model.screen.notice
    assert isinstance(now, TakenBack), now
    assert not now.again
    found = " ".join(type(each).__name__ for each in now.events)
    return found, events or found


@sees
def shows(at: Desk, text: str) -> tuple[object, object]:
    """What is written on the screen."""
    found = " ".join(words(shown(at.model)))
    return (text if text in found else found), text


@sees
def teaches(at: Desk, rule: str) -> tuple[object, object]:
    """``teaches Short.CALL``: which rule of a first game stands on the screen; nothing: none."""
    return status_bar.told(at.model), python(at, rule).value if rule else ""


@sees
def hides(at: Desk, text: str) -> tuple[object, object]:
    """What is not written on the screen."""
    return text in " ".join(words(shown(at.model))), False


@sees
def says(at: Desk, said: str) -> tuple[object, object]:
    """``says Ann: Nile | Ben: draw a tile``: what is said aloud of this line; nothing: nothing."""
    return " | ".join(news(at.before, at.model, ENGLISH)), said


@sees
def heard(at: Desk, cues: str) -> tuple[object, object]:
    """``heard LOT SUN``: the sounds of the last gesture."""
    return " ".join(each.cue.name for each in at.ordered if isinstance(each, Sound)), cues


@sees
def orders(at: Desk, kinds: str) -> tuple[object, object]:
    """``orders Ring``: the last gesture ordered these of machines; ``orders not Ring`` none."""
    found = {type(each).__name__ for each in at.ordered}
    unwanted = kinds.removeprefix("not ") if kinds.startswith("not ") else ""
    return found & set(kinds.split()), set() if unwanted else set(kinds.split())


@sees
def cures(at: Desk, ways: str) -> tuple[object, object]:
    """``cures INSTEAD Draw, NEVER``: the ways to go on with a correction, alike ones as one."""
    found = (
        remedy.name if action is None else f"{remedy.name} {type(action).__name__}"
        for remedy, action in _cures(at)
    )
    return ", ".join(each for each, _ in groupby(found)), ways


@sees
def acts(at: Desk, names: str) -> tuple[object, object]:
    """``acts GAME``: what the last gesture wrote into the staff's journal; nothing: nothing."""
    return " ".join(each.act.name for each in at.ordered if isinstance(each, LogStaffAction)), names


@sees
def written(at: Desk, lines: str) -> tuple[object, object]:
    """``written won 8 / undo 1``: all lines of the journal since the story began."""
    return " / ".join(map(_line, at.entries)), lines


@sees
def unwritten(at: Desk, _: str) -> tuple[object, object]:
    """The journal has no line since the story began."""
    return at.entries, []


@sees
def last(at: Desk, lines: str) -> tuple[object, object]:
    """``last pass / undo 4``: the last lines of the journal."""
    return " / ".join(map(_line, at.entries[-1 - lines.count(" / ") :])), lines


def _line(entry: Entry) -> str:
    (key, value), *_ = record.entry(entry).items()
    return key if value is True else f"{key} {value}"


@sees
def lit(at: Desk, names: str) -> tuple[object, object]:
    """``lit p1 ok``: these lamps burn."""
    taps = controls(at.model).taps
    return [taps[Control(name)].is_lit for name in names.split()], [True] * len(names.split())


@sees
def dark(at: Desk, names: str) -> tuple[object, object]:
    """``dark ok``: these lamps do not burn."""
    taps = controls(at.model).taps
    return [name for name in names.split() if taps[Control(name)].is_lit], []


@sees
def unbound(at: Desk, names: str) -> tuple[object, object]:
    """``unbound p1``: these controls mean nothing."""
    taps = controls(at.model).taps
    return [name for name in names.split() if Control(name) in taps], []


@sees
def label(at: Desk, said: str) -> tuple[object, object]:
    """``label ok Next``: what a control says that it does; ``ok!`` when it is held."""
    control, _, text = said.partition(" ")
    return _binding(at, control).label, text


@sees
def means(at: Desk, said: str) -> tuple[object, object]:
    """``means dial! Open(Route.MENU)``: which message a control is."""
    control, _, meant = said.partition(" ")
    return _binding(at, control).message, python(at, meant)


@sees
def dial(at: Desk, said: str) -> tuple[object, object]:
    """``dial Choose``: what turning says that it does."""
    return controls(at.model).dial, said


@sees
def key(at: Desk, said: str) -> tuple[object, object]:
    """``key return,enter ok``: these keys are what a control or a message is."""
    names, _, meant = said.partition(" ")
    is_control = meant in set(Control)
    wanted = _binding(at, meant).message if is_control else python(at, meant)
    found = {name: keys(at.model).get(name) for name in names.split(",")}
    return found, dict.fromkeys(found, wanted)


@sees
def nokey(at: Desk, names: str) -> tuple[object, object]:
    """``nokey s,f8``: these keys mean nothing."""
    return [name for name in names.split(",") if name in keys(at.model)], []


def _binding(at: Desk, control: str) -> Any:  # noqa: ANN401 - a binding of any message
    now = controls(at.model)
    offers = now.holds if control.endswith("!") else now.taps
    return offers[Control(control.rstrip("!"))]


# What is seen at auctions.


@sees
def lead(at: Desk, who: str) -> tuple[object, object]:
    """``lead C 8``: who leads with which sun; ``lead nobody``."""
    now = auction.auction_now(at.model)
    assert now is not None, "there is no auction"
    leads = now.leader
    return (f"{SEATS[leads.seat]} {leads.sun}" if leads else "nobody"), who


@sees
def passed(at: Desk, who: str) -> tuple[object, object]:
    """``passed AB``: who has passed; ``passed nobody``."""
    now = auction.auction_now(at.model)
    assert now is not None, "there is no auction"
    return "".join(SEATS[seat] for seat in sorted(now.passed)) or "nobody", who


@sees
def centre(at: Desk, sun: str) -> tuple[object, object]:
    """``centre 9``: the sun in the middle of the board."""
    return at.game.centre, int(sun)


# What is seen while people count.


@sees
def at(at: Desk, said: str) -> tuple[object, object]:
    """``at B 2``: whose page of a count is open, and which of its places has the ring."""
    now = _counting(at)
    return f"{SEATS[now.seat]} {now.place}", said


@sees
def on(at: Desk, said: str) -> tuple[object, object]:
    """``on nile``, ``on sun 9``: what the ring is on."""
    now = pointed(_counting(at))
    return (now.value if isinstance(now, Tile | Points) else f"sun {now}"), said


@sees
def told(at: Desk, said: str) -> tuple[object, object]:
    """``told AB``: who has said what they have."""
    return _those(at, "is_told"), said


@sees
def skipped(at: Desk, said: str) -> tuple[object, object]:
    """``skipped A``: who is left out."""
    return _those(at, "is_skipped"), said


@sees
def suns(at: Desk, said: str) -> tuple[object, object]:
    """``suns A 4 9``: the suns that were counted before somebody."""
    seat, *wanted = said.split()
    return _counting(at).counts[SEATS.index(seat)].suns, tuple(map(int, wanted))


@sees
def has(at: Desk, said: str) -> tuple[object, object]:
    """``has A nile 2 gold 1``: the tiles that were counted before somebody."""
    seat, *wanted = said.split()
    held = _counting(at).counts[SEATS.index(seat)].tiles
    found = {kind.value: many for kind in KINDS if (many := count(held, kind))}
    return found, dict(zip(wanted[::2], map(int, wanted[1::2]), strict=True))


@sees
def number(at: Desk, said: str) -> tuple[object, object]:
    """``number before 11``: how many of a thing are counted."""
    what, _, wanted = said.partition(" ")
    return score_sheet_tally.number(_counting(at), _counted(what)), int(wanted)


@sees
def points(at: Desk, said: str) -> tuple[object, object]:
    """``points gold 3 0``: what a part of the score is worth to each who was counted."""
    what, *wanted = said.split()
    found = result.score_now(_counting(at)).values()
    return [getattr(each, what) for each in found], [*map(int, wanted)]


@sees
def why(at: Desk, said: str) -> tuple[object, object]:
    """``why gods 4``: what a reason on the open page is worth; without a number: it is missing."""
    what, _, wanted = said.partition(" ")
    reasons = result.reasons_now(_counting(at))
    found = {each.category.value: each.points for each in reasons}
    return found.get(what), int(wanted) if wanted else None


@sees
def wrong(at: Desk, said: str) -> tuple[object, object]:
    """``wrong SUNS_EACH``: what contradicts itself in the count."""
    found = result.contradictions(_counting(at))
    return " ".join(each.sentence.name for each in found), said


@sees
def names(at: Desk, said: str) -> tuple[object, object]:
    """``names Anna/- 1``: who played, and the row with the ring."""
    now = at.page()
    assert isinstance(now, SheetSetup), now
    return "/".join(name or "-" for name in now.names) + f" {now.row}", said


@sees
def people(at: Desk, said: str) -> tuple[object, object]:
    """``people 0Zoe 2``: who sits at which button on a page before a game, from 0."""
    found = getattr(at.page(), "guests")  # noqa: B009 - of several pages
    return " ".join(f"{each.button}{each.name}" for each in found), said


@sees
def dealt(at: Desk, said: str) -> tuple[object, object]:
    """``dealt 9 6 / - / 7``: who has which suns, on the cards or at the table."""
    now = at.page()
    lying = now.suns if isinstance(now, Dealing) else [each.suns for each in at.game.players]
    return " / ".join(" ".join(map(str, suns)) or "-" for suns in lying), said


@sees
def saves(at: Desk, said: str) -> tuple[object, object]:
    """``saves Anna 18 Ben 5``: the sheet that would be kept, read back; nothing: none is kept."""
    kept = _sheets(at.model)
    if not said:
        return kept, []
    sheet = read_sheet(write_sheet(kept[0].tally))
    assert sheet == kept[0].tally
    found = scored(sheet)
    people = zip(found.names, found.scores, strict=True)
    return " ".join(f"{name} {each.after}" for name, each in people), said


def _sheets(model: Model) -> list[KeepSheet]:
    _, effects = update(model, result.SaveSheet())
    return [each for each in effects if isinstance(each, KeepSheet)]


def _counting(at: Desk) -> SheetTally:
    now = at.page()
    found = now.counting if isinstance(now, result.SheetResult) else now
    assert isinstance(found, SheetTally), found
    return found


def _those(at: Desk, mark: str) -> str:
    counts = _counting(at).counts
    return "".join(SEATS[seat] for seat, each in enumerate(counts) if getattr(each, mark))


# What may stand in Python.


def python(at: Desk, expression: str) -> Any:  # noqa: ANN401 - anything
    """Return what an expression is at this table."""
    session = at.model.session
    here: dict[str, object] = {
        "model": at.model,
        "page": at.page(),
        "game": at.game if session.timeline is not None else None,
        "partial_game": session.timeline and session.timeline.partial_game,
        "session": session,
        "keys": keys(at.model),
        "prompt": prompt(at.model),
        "controls": controls(at.model),
        "entries": at.entries,
        "ordered": at.ordered,
        "before": at.before,
        "news": news,
        "whole_table": whole_table,
        "thinks": asked_machine(at.model) if "thinks" in expression else None,
        "lamps": lamps(at.model),
        "aim": page_controls.pointed(at.model),
        "aims": page_controls.places(at.model),
        "do": do,
        "messages": messages,
        "ENGLISH": ENGLISH,
        "targets": {each.message for each in shown(at.model).targets} if "targets" in expression
        else set(),
        "kept": next((each.tally for each in _sheets(at.model)), None) if "kept" in expression
        else None,
    }  # fmt: skip
    return eval(expression, _program() | here)  # noqa: S307 - a story of ours


ROOMS = (
    "box_check",
    "partial.joining",
    "partial.partial_table",
    "menu.menu",
    "scoring.points_now",
    "controls",
    "update",
    "status_bar",
    "table.seat",
    "table.peek",
    "table.turn",
    "table.history_view",
    "table.settled",
    "table.tags",
    "points",
)
"""Modules of pages whose functions a story may ask, besides those of auctions and counts."""


@cache
def _program() -> dict[str, object]:
    """Return what the program calls by a capital, and what it asks of auctions and counts."""
    load_all()
    rules = ("actions", "editions", "events", "model", "tiles", "records.entries", "auction")
    core = ("messages", "effects", "kiosk", "model", "notices")
    everything = (
        *(name for name in sorted(sys.modules) if name.startswith("companion.pages.")),
        *(
            f"companion.rules.{each}"
            for each in (*rules, "corrections.fixing", "levels", "partial")
        ),
        *(f"companion.core.{each}" for each in core),
    )
    found: dict[str, object] = {}
    for module in map(import_module, everything):
        own = {key: each for key, each in vars(module).items() if key[0].isupper()}
        found |= {
            key: each
            for key, each in own.items()
            if getattr(each, "__module__", module.__name__) == module.__name__ or key not in found
        }
    for room in (
        *(import_module(f"companion.pages.{each}") for each in ROOMS),
        auction,
        *(
            import_module(f"companion.pages.score_sheet.{each}")
            for each in ("counts", "tally", "setup", "result")
        ),
    ):
        found |= {key: each for key, each in vars(room).items() if callable(each)}
    return found | {"replace": replace, "do": do, "owner": score_sheet_tally.owner}


# The files.


class Step(NamedTuple):
    """A line of a story."""

    line: int
    gestures: tuple[str, ...]
    is_each: bool
    """Whether what is seen is looked at after every gesture."""
    seen: tuple[tuple[str, str], ...]
    """Words, and what they say."""


_GESTURE = re.compile(r"(?:[$~]|touch:)\S+\(.*?\)+(?=\s|$)|\{.*?\}|\S+")


def step(line: int, text: str) -> Step:
    """Read a line."""
    done_then, _, seen = f" {text.strip()} ".partition(" = ")
    gestures = tuple(_GESTURE.findall(done_then))
    is_each = gestures[:1] == ("each",)
    looks = [each.strip().partition(" ")[::2] for each in seen.split(";") if each.strip()]
    for word, _ in looks:
        if word not in _SEEN:
            raise ValueError(f"line {line}: nobody knows how to see {word}")
    return Step(line, gestures[is_each:], is_each, tuple(looks))


class Story(pytest.Item):
    """A sentence with its steps."""

    begin: Callable[[], Desk]
    steps: list[Step]
    where = ""

    def runtest(self) -> None:
        """Do what is done, and look."""
        self.where = "at its beginning"
        table = self.begin()
        table.written.clear()
        try:
            for each in self.steps:
                self._take(table, each)
        finally:
            table.close()

    def _take(self, table: Desk, each: Step) -> None:
        table.before = table.model
        for place, gesture in enumerate(each.gestures, start=1):
            self.where = f"{self.path.name}:{each.line}: after {gesture}"
            done(table, gesture)
            if each.is_each and place < len(each.gestures):
                _look(table, each.seen)
        self.where = self.where if each.gestures else f"{self.path.name}:{each.line}:"
        _look(table, each.seen)

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's signature
    ) -> str:
        """Return what is wrong, after which gesture."""
        return f"{self.where}\n{excinfo.type.__name__}: {excinfo.value}"

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where it stands."""
        return self.path, self.steps[0].line - 2, self.name


def _look(table: Desk, seen: Iterable[tuple[str, str]]) -> None:
    for word, said in seen:
        found, expected = _SEEN[word](table, said.strip())
        if found != expected:
            raise AssertionError(f"{word}: {found}\n  and not: {expected}")


class StoryFile(pytest.File):
    """A file of sentences."""

    def collect(self) -> Iterator[Story]:
        """Yield its sentences."""
        lines: list[str] = []
        begin_at, title, steps = "", "", list[Step]()
        text = self.path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate([*text, "the end"], start=1):
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith("    "):
                steps.append(step(number, line))
                continue
            if title and steps:
                yield self._story(title, begin_at, lines, steps)
                title, steps = "", []
            if line.startswith("given "):
                begin_at, lines = line[6:], []
            elif line.startswith(": "):
                lines.append(line[2:])
            else:
                title = line

    def _story(self, title: str, begin_at: str, lines: list[str], steps: list[Step]) -> Story:
        kind, *said = begin_at.split()
        story: Story = Story.from_parent(self, name=title)
        story.begin, story.steps = (lambda: _GIVEN[kind](said, lines)), steps
        return story
