"""Joining a game that began without the screen: one question after the other, for what is missing.

Every answer is a fix of its own, so no answer is ever lost; what is skipped stays unknown. The same
pages ask for what is missing when people want to enter every tile from now on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core import messages
from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.controls import Control
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import Enter, GoTo, Message, PushDial, TakeBack
from companion.core.mnemonics import RESERVED, named_tiles
from companion.core.model import Model, is_partial
from companion.core.naming import names_apart
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import keyboard, new_game, partial, reference, table
from companion.pages.navigation import FEWEST_PLAYERS
from companion.pages.partial.partial_table import PartialTable, ledger_of
from companion.pages.partial.questions import (
    TYPED,
    Ask,
    SunPlace,
    Way,
    answered,
    asked_sun,
    lane,
    ways,
    whole,
)
from companion.rules.actions import Level
from companion.rules.corrections.fixing import MOST_POINTS, Fix
from companion.rules.editions import Seat, setup
from companion.rules.model import Phase
from companion.rules.partial.ledger import END_EPOCH, Ledger, TallyEpoch, Wait
from companion.rules.partial.levels import at_border, missing
from companion.rules.records.shapes import SetLevel, Undo
from companion.rules.records.timeline import Timeline
from companion.rules.refusal import Why
from companion.rules.tiles import Tile
from companion.ui.style import Piece, Style

NOT_KNOWN_KEY = RESERVED[-2]
"""On pages whose answers are put together: no tile has this key."""


DOWN_KEYS = "qwert"
"""A sun lies face down before the first player, the second …: the keys below their digits."""


TEN = 10
"""The first number that no digit is a key for."""


class Joining(Page, frozen=True):
    """A question about a game that is already under way."""

    ask: Ask
    wants: Level = Level.LIGHT
    """At which level people want to go on."""
    seat: Seat | None = None
    """About whom it is, if about a player."""
    row: int | None = None
    """Which answer the dial points at."""
    places: tuple[SunPlace, ...] = ()
    """Where the suns are whose places have been entered, in the order of the questions."""
    tiles: tuple[Tile, ...] = ()
    """The tiles that have been named."""
    points: int | None = None
    """The points that have been typed."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        ledger, found = ledger_of(model), ways(ledger_of(model), self)
        taps = {Control.UNDO: Binding(TakeBack(), "Back")}
        holds = {Control.OK: Binding(GoTo(PartialTable()), "To the table")}
        if self.ask in TYPED:
            lacks = self.ask is Ask.TRACK and any(missing(ledger, lane(self)))
            taps[Control.OK] = Binding(ThatIsAll(), "That's all", is_lit=not lacks)
            taps[Control.RA] = Binding(NotKnown(), "Unknown")
        else:
            taps[Control.OK] = Binding(NotKnown(), "Unknown")
        if self.ask is Ask.SUNS and SunPlace() in found:
            taps[Control.RA] = Binding(Answer(SunPlace()), "In the centre")
        for seat in ledger.setup.seats:
            own = player_control(model, seat)
            if self.ask is Ask.SUNS and SunPlace(seat) in found:
                taps[own] = Binding(Answer(SunPlace(seat)), "Face up")
                holds[own] = Binding(
                    Answer(SunPlace(seat, is_up=False)), "Face down", is_silent=True
                )
            elif self.ask is Ask.TURN and seat in found:
                taps[own] = Binding(Answer(seat), "Theirs")
        if self.row is not None or self.points is not None:
            taps[Control.DIAL] = Binding(PushDial(), "Confirm")
        return Bindings(taps, holds, mark("Choose") if found else "")

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        ledger = ledger_of(model)
        if self.seat is not None:
            return Prompt(self.ask.value, {"name": ledger.name(self.seat)}, self.seat)
        sun = asked_sun(ledger, self)
        return Prompt(self.ask.value, {} if sun is None else {"sun": sun})

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return partial.joining_view.joining(look, model, self)

    def keys(self, model: Model) -> Mapping[str, messages.Message]:
        """Return what keys do on these pages."""
        now, found = self.bindings(model), ways(ledger_of(model), self)
        keyed = keyboard.turns() | {"escape": GoTo(PartialTable()), "backspace": TakeBack()}
        keyed["return"] = keyed["enter"] = now.taps[Control.OK].message
        keyed["space"] = now.taps.get(Control.DIAL, now.taps[Control.OK]).message
        if self.ask in TYPED:
            keyed[NOT_KNOWN_KEY] = NotKnown()
        named = {tile: key for key, tile in named_tiles(model.preferences.tile_keys).items()}
        return keyed | {key: Answer(way) for way in found for key in _keys_of(self, way, named)}

    def update(self, model: Model, message: messages.Message) -> Update | None:
        """Return what a message means here and nowhere else."""
        if not is_partial(model):
            return None
        match message:
            case Answer(way):
                return _take(model, self, way)
            case ThatIsAll():
                return _finish(model, self)
            case NotKnown():
                return _skip(model, self)
            case TakeBack():
                return _take_back(model, self)
            case _:
                return None

    def turn(self, model: Model, steps: int) -> Update:
        """Move along the answers; points are turned to."""
        if self.ask is Ask.POINTS:
            points = min(max(0, (self.points or 0) + steps), MOST_POINTS)
            return replace(model, page=replace(self, points=points)), ()
        found = len(ways(ledger_of(model), self))
        if not found:
            return model, ()
        row = (steps - 1 if steps > 0 else steps) if self.row is None else self.row + steps
        return replace(model, page=replace(self, row=row % found)), ()

    def push(self, model: Model) -> Update:
        """Give the answer that is pointed at."""
        found = ways(ledger_of(model), self)
        if self.ask is Ask.POINTS:
            return _finish(model, self)
        if self.row is None or not found:
            return model, ()
        return _take(model, self, found[self.row % len(found)])

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return self if is_partial(model) and self.seat in (None, *model.game.setup.seats) else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.JOINING


class Answer(Message, frozen=True):
    """This is the answer to the question, or a part of it."""

    way: Way


class ThatIsAll(Message, frozen=True):
    """Nothing more belongs to the answer."""


class NotKnown(Message, frozen=True):
    """Nobody knows, or wants to say: the next question."""


class StepUp(Message, frozen=True):
    """Every tile is entered from now on; what is missing for that is asked."""


class BeginCounted(Message, frozen=True):
    """Ra tiles and auctions are told from now on; all lies as it has just been counted."""


class BeginUnderWay(Message, frozen=True):
    """People who are already playing: their game comes to the table as far as it is known."""


Messages = Answer | ThatIsAll | NotKnown | StepUp | BeginCounted | BeginUnderWay


def first_question(ledger: Ledger, wants: Level, after: Joining | None = None) -> Joining | None:
    """Return the next thing to ask, or None if nothing more is missing or everything was asked."""
    pages = _questions(ledger, wants)
    return next((page for page in pages if after is None or _key(page) > _key(after)), None)


def _key(page: Joining) -> tuple[int, int]:
    return tuple(Ask).index(page.ask), -1 if page.seat is None else page.seat


def _questions(ledger: Ledger, wants: Level) -> Iterator[Joining]:
    """Yield everything that is missing for this level, in order."""
    seats, hands = ledger.setup.seats, ledger.hands
    if ledger.epoch is None:
        yield Joining(Ask.EPOCH, wants)
    if wants is not Level.SCORE_ONLY and ledger.ra_count is None:
        yield Joining(Ask.RA_TRACK, wants)
    is_somewhere = ledger.centre is None or any(hand.suns is None for hand in hands)
    if wants is not Level.SCORE_ONLY and is_somewhere:
        yield Joining(Ask.SUNS, wants)
    yield from (Joining(Ask.POINTS, wants, seat) for seat in seats if hands[seat].score is None)
    if wants is not Level.FULL:
        return
    if ledger.active is None:
        yield Joining(Ask.TURN, wants)
    yield from (Joining(Ask.TILES, wants, seat) for seat in seats if not hands[seat].is_sure)
    if ledger.lane_tiles != 0:
        yield Joining(Ask.TRACK, wants)


_LIGHT, _SCORE_ONLY = Enter(SetLevel(Level.LIGHT)), Enter(SetLevel(Level.SCORE_ONLY))


def is_counted(timeline: Timeline) -> bool:
    """Whether an epoch has just been counted."""
    return bool(timeline.moments) and isinstance(timeline.moments[-1].action, TallyEpoch)


def counted(model: Model) -> Fix | None:
    """Return what the tally has just told of an epoch at its beginning; None at any other time."""
    timeline = model.session.timeline
    if timeline is None or timeline.ledger is None or not is_counted(timeline):
        return None
    only_points = timeline.ledger.level is Level.SCORE_ONLY
    return at_border(timeline.ledger) if only_points else None


def level_lines(model: Model) -> Iterator[Binding]:
    """Yield each line with its words and what it means; none when the game is over."""
    timeline = model.session.timeline
    if timeline is None or timeline.game.stage is Phase.OVER:
        return
    ledger = timeline.ledger
    if ledger is None:
        yield Binding(_LIGHT, "Enter less: Ra tiles and auctions")
        return
    if ledger.level is Level.LIGHT:
        yield Binding(_SCORE_ONLY, "Enter less: only points")
    else:
        if counted(model) is not None:
            yield Binding(BeginCounted(), "Enter more, from the start of this epoch")
        yield Binding(_LIGHT, "Enter more: Ra tiles and auctions")
    yield Binding(StepUp(), "Enter every tile")
    asked = first_question(ledger, ledger.level)
    if asked is not None and ledger.stage is Wait.TURN:
        yield Binding(GoTo(asked), "Fill in what is unknown")


def _keys_of(page: Joining, way: Way, named: Mapping[Tile, str]) -> Iterator[str]:
    """Yield the keys of an answer: digits, letters of tiles; face down the row below the digits."""
    match way:
        case Tile():
            yield named[way]
        case SunPlace(None):
            yield "0"
        case SunPlace(seat, is_up) if seat is not None:
            yield str(seat + 1) if is_up else DOWN_KEYS[seat]
        case int() if page.ask is Ask.TURN:
            yield str(way + 1)
        case int() if way < TEN:
            yield str(way)
        case _:
            return


def _take(model: Model, page: Joining, way: Way) -> Update:
    """Take an answer, or a part of one."""
    ledger = ledger_of(model)
    if way not in ways(ledger, page):
        return refused(model, Notice(Notes.NOT_NOW))
    said = answered(ledger, page, way)
    if isinstance(said, Joining):
        return replace(model, page=said), ()
    return _said(model, page, said)


def _finish(model: Model, page: Joining) -> Update:
    """Take the answer as it has been put together."""
    if page.ask not in TYPED:
        return model, ()
    if page.ask is Ask.TRACK:
        return table.enter_exactly(model, SetLevel(Level.FULL, lane(page)))
    return _said(model, page, whole(ledger_of(model), page))


def _skip(model: Model, page: Joining) -> Update:
    """Leave it unknown, except for suns already entered, and ask the next question."""
    if page.ask is Ask.SUNS and page.places:
        return _said(model, page, whole(ledger_of(model), page))
    return _next(model, page)


def _said(model: Model, page: Joining, fix: Fix) -> Update:
    """Enter what was said, and ask the next thing."""
    if fix == Fix():
        return _next(model, page)
    after, effects = table.enter_exactly(model, fix)
    if after.session.timeline is model.session.timeline:
        is_known = getattr(after.screen.said, "why", None) is Why.NOTHING_TO_FIX
        return _next(model, page) if is_known else (after, effects)
    if page.ask is Ask.EPOCH and ledger_of(model).stage is Wait.TALLY:
        return after, (*effects, Dispatch(Enter(END_EPOCH)))
    asked, more = _next(after, page)
    return asked, (*effects, *more)


def _next(model: Model, page: Joining) -> Update:
    """Ask the next thing; after the last one go on at the level that is wanted."""
    following = first_question(ledger_of(model), page.wants, page)
    if following is not None:
        return replace(model, page=following), ()
    back = replace(model, page=PartialTable())
    if page.wants is Level.FULL and page.ask is not Ask.TRACK:
        return back, (Dispatch(Enter(SetLevel(Level.FULL))),)
    return back, ()


def _take_back(model: Model, page: Joining) -> Update:
    """Take back the last part of the answer, else the last answer, else leave the questions."""
    if page.tiles or page.places or page.points is not None:
        less = replace(page, tiles=page.tiles[:-1], places=page.places[:-1], points=None, row=None)
        return replace(model, page=less), ()
    timeline = model.session.timeline
    if timeline is None or not isinstance(timeline.moments[-1].action, Fix):
        return replace(model, page=PartialTable()), ()
    after, effects = table.enter_exactly(model, Undo(1))
    again = first_question(ledger_of(after), page.wants)
    return (after if again is None else replace(after, page=again)), effects


def step_up(model: Model) -> Update:
    """Enter every tile from now on, or ask what is missing for that.

    While only points are kept, auctions go by untold; but just after a tally everything is known.
    """
    timeline = model.session.timeline
    if timeline is None or not is_partial(model):
        return refused(model, Notice(Notes.NOT_NOW))
    ledger = ledger_of(model)
    if ledger.level is Level.SCORE_ONLY and not is_counted(timeline):
        after, effects = table.enter_exactly(model, SetLevel(Level.LIGHT))
        return after, (*effects, Dispatch(StepUp()))
    first = first_question(ledger, Level.FULL)
    if ledger.stage is not Wait.TURN or first is None or not any(missing(ledger)):
        return table.enter_exactly(model, SetLevel(Level.FULL))
    return replace(model, page=first), ()


def begin_counted(model: Model) -> Update:
    """Tell Ra tiles and auctions from now on, and keep what the tally has just told."""
    border = counted(model)
    if border is None:
        return refused(model, Notice(Notes.NOT_NOW))
    after, effects = table.enter_exactly(model, SetLevel(Level.LIGHT))
    return after, (*effects, Dispatch(Enter(border)))


def begin_under_way(model: Model) -> Update:
    """Bring a game to the table that has begun without us, and ask how it lies."""
    page = model.page
    if not isinstance(page, new_game.Seating | new_game.OptionsPage):
        return refused(model, Notice(Notes.NOT_NOW))
    if len(page.guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    agreement = new_game.fitting(model.session.agreement, len(page.guests))
    dealt = setup(names_apart(page.guests, model), agreement.options)
    after, effects = new_game.brought(model, dealt, page.guests, agreement)
    level = Level.LIGHT if agreement.level is Level.FULL else agreement.level
    unknown = Dispatch(Enter(SetLevel(level, is_unknown=True)))
    return after, (*effects, unknown, Dispatch(GoTo(Joining(Ask.EPOCH, agreement.level))))


def update(model: Model, message: Messages) -> Update:
    """Return what becomes of the model, whatever page is open."""
    match message:
        case StepUp():
            return step_up(model)
        case BeginCounted():
            return begin_counted(model)
        case BeginUnderWay():
            return begin_under_way(model)
        case Answer() | ThatIsAll() | NotKnown():
            return model, ()
