"""What hands do on the pages that ask about a game which goes on already."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import at_light, joining
from companion.core.asked import Prompt
from companion.core.at_light import is_at_light, ledger_of
from companion.core.effects import Again, Effect
from companion.core.joining import (
    Answer,
    Ask,
    BeginCounted,
    BeginUnderWay,
    Joining,
    NotKnown,
    Place,
    StepUp,
    ThatIsAll,
    Way,
)
from companion.core.levels_offered import counted, is_counted
from companion.core.light_table import LightTable
from companion.core.messages import Enter, GoTo, Message, Push, TakeBack, Turn
from companion.core.mnemonics import RESERVED, named_tiles
from companion.core.model import Agreeing, Model, Seating
from companion.core.naming import names_apart
from companion.core.notices import Notes, Notice
from companion.core.offers import Controls, Offer, player_control
from companion.core.options import fitting
from companion.core.pages import FEWEST_PLAYERS
from companion.core.playing import enter_exactly, refused
from companion.core.seating import brought
from companion.rules.actions import Level
from companion.rules.editions import setup
from companion.rules.entries import SetLevel, Undo
from companion.rules.fixing import MOST_POINTS, Fix
from companion.rules.ledger import END_EPOCH, Wait
from companion.rules.levels import missing
from companion.rules.refusal import Why
from companion.rules.tiles import Tile
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

NOT_KNOWN_KEY = RESERVED[-2]
"""On pages whose answers are put together: no tile has this key."""

DOWN_KEYS = "qwert"
"""A sun lies face down before the first player, the second …: the keys below their digits."""

TEN = 10
"""The first number that no digit is a key for."""

_TYPED = (Ask.POINTS, Ask.TILES, Ask.TRACK)
"""The questions whose answers are put together from parts."""


def controls(model: Model, page: Joining) -> Controls:
    """Return what every control does."""
    ledger, found = ledger_of(model), joining.ways(ledger_of(model), page)
    taps = {"undo": Offer(TakeBack(), "Back")}
    holds = {"ok": Offer(GoTo(LightTable()), "To the table")}
    if page.ask in _TYPED:
        lacks = page.ask is Ask.TRACK and any(missing(ledger, joining.lane(page)))
        taps["ok"] = Offer(ThatIsAll(), "That is all", is_lit=not lacks)
        taps["ra"] = Offer(NotKnown(), "Not known")
    else:
        taps["ok"] = Offer(NotKnown(), "Not known")
    if page.ask is Ask.SUNS and Place() in found:
        taps["ra"] = Offer(Answer(Place()), "In the centre")
    for seat in ledger.setup.seats:
        own = player_control(model, seat)
        if page.ask is Ask.SUNS and Place(seat) in found:
            taps[own] = Offer(Answer(Place(seat)), "Face up")
            holds[own] = Offer(Answer(Place(seat, is_up=False)), "Face down", is_silent=True)
        elif page.ask is Ask.TURN and seat in found:
            taps[own] = Offer(Answer(seat), "Theirs")
    if page.row is not None or page.points is not None:
        taps["dial"] = Offer(Push(), "Take it")
    return Controls(taps, holds, mark("Choose") if found else "")


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what keys do on these pages; None on any other."""
    page = model.page
    if not isinstance(page, Joining):
        return None
    now, found = controls(model, page), joining.ways(ledger_of(model), page)
    keyed: dict[str, Message] = {"left": Turn(-1), "up": Turn(-1), "right": Turn(1)}
    keyed |= {"down": Turn(1), "escape": GoTo(LightTable()), "backspace": TakeBack()}
    keyed |= dict.fromkeys(("return", "enter"), now.taps["ok"].message)
    keyed["space"] = now.taps.get("dial", now.taps["ok"]).message
    if page.ask in _TYPED:
        keyed[NOT_KNOWN_KEY] = NotKnown()
    named = {tile: key for key, tile in named_tiles(model.tile_keys).items()}
    return keyed | {key: Answer(way) for way in found for key in _keys_of(page, way, named)}


def _keys_of(page: Joining, way: Way, named: Mapping[Tile, str]) -> Iterator[str]:
    """Yield the keys of an answer: digits, letters of tiles; face down the row below the digits."""
    match way:
        case Tile():
            yield named[way]
        case Place(None):
            yield "0"
        case Place(seat, is_up) if seat is not None:
            yield str(seat + 1) if is_up else DOWN_KEYS[seat]
        case int() if page.ask is Ask.TURN:
            yield str(way + 1)
        case int() if way < TEN:
            yield str(way)
        case _:
            return


def prompt(model: Model, page: Joining) -> Prompt:
    """Return what is asked, and of whom."""
    ledger = ledger_of(model)
    if page.seat is not None:
        return Prompt(page.ask.value, {"name": ledger.name(page.seat)}, page.seat)
    sun = joining.asked_sun(ledger, page)
    return Prompt(page.ask.value, {} if sun is None else {"sun": sun})


def turn(model: Model, page: Joining, steps: int) -> Update:
    """Move along the answers; points are turned to."""
    if page.ask is Ask.POINTS:
        points = min(max(0, (page.points or 0) + steps), MOST_POINTS)
        return replace(model, page=replace(page, points=points)), ()
    found = len(joining.ways(ledger_of(model), page))
    if not found:
        return model, ()
    row = (steps - 1 if steps > 0 else steps) if page.row is None else page.row + steps
    return replace(model, page=replace(page, row=row % found)), ()


def push(model: Model, page: Joining) -> Update:
    """Give the answer that is pointed at."""
    found = joining.ways(ledger_of(model), page)
    if page.ask is Ask.POINTS:
        return that_is_all(model, ThatIsAll())
    if page.row is None or not found:
        return model, ()
    return answer(model, Answer(found[page.row % len(found)]))


def answer(model: Model, message: Answer) -> Update:
    """Take an answer, or a part of one."""
    page = model.page
    if not isinstance(page, Joining) or not is_at_light(model):
        return model, ()
    ledger = ledger_of(model)
    if message.way not in joining.ways(ledger, page):
        return refused(model, Notice(Notes.NOT_NOW))
    said = joining.answered(ledger, page, message.way)
    if isinstance(said, Joining):
        return replace(model, page=said), ()
    return _said(model, page, said)


def that_is_all(model: Model, _: ThatIsAll) -> Update:
    """Take the answer as it has been put together."""
    page = model.page
    if not isinstance(page, Joining) or page.ask not in _TYPED or not is_at_light(model):
        return model, ()
    if page.ask is Ask.TRACK:
        return _full(model, page)
    return _said(model, page, joining.whole(ledger_of(model), page))


def not_known(model: Model, _: NotKnown) -> Update:
    """Leave it unknown, but for the suns of which it was said, and ask the next thing."""
    page = model.page
    if not isinstance(page, Joining) or not is_at_light(model):
        return model, ()
    if page.ask is Ask.SUNS and page.places:
        return _said(model, page, joining.whole(ledger_of(model), page))
    return _next(model, page)


def _said(model: Model, page: Joining, fix: Fix) -> Update:
    """Enter what was said, and ask the next thing."""
    if fix == Fix():
        return _next(model, page)
    after, effects = enter_exactly(model, Enter(fix))
    if after.timeline is model.timeline:
        is_known = getattr(after.said, "why", None) is Why.NOTHING_TO_FIX
        return _next(model, page) if is_known else (after, effects)
    if page.ask is Ask.EPOCH and ledger_of(model).stage is Wait.TALLY:
        return after, (*effects, Again(Enter(END_EPOCH)))
    asked, more = _next(after, page)
    return asked, (*effects, *more)


def _next(model: Model, page: Joining) -> Update:
    """Ask the next thing; after the last one go on at the level that is wanted."""
    following = joining.first_question(ledger_of(model), page.wants, page)
    if following is not None:
        return replace(model, page=following), ()
    back = replace(model, page=LightTable())
    if page.wants is Level.FULL and page.ask is not Ask.TRACK:
        return back, (Again(Enter(SetLevel(Level.FULL))),)
    return back, ()


def _full(model: Model, page: Joining) -> Update:
    """Go on with every tile, now that it was said what lies on the auction track."""
    return enter_exactly(model, Enter(SetLevel(Level.FULL, joining.lane(page))))


def take_back(model: Model, message: TakeBack) -> Update:
    """Take back the last part of the answer, else the last answer, else leave the questions."""
    page = model.page
    if not isinstance(page, Joining):
        return at_light.take_back(model, message)
    if page.tiles or page.places or page.points is not None:
        less = replace(page, tiles=page.tiles[:-1], places=page.places[:-1], points=None, row=None)
        return replace(model, page=less), ()
    timeline = model.timeline
    if timeline is None or not isinstance(timeline.moments[-1].action, Fix):
        return replace(model, page=LightTable()), ()
    after, effects = enter_exactly(model, Enter(Undo(1)))
    again = joining.first_question(ledger_of(after), page.wants)
    return (after if again is None else replace(after, page=again)), effects


def step_up(model: Model, _: StepUp) -> Update:
    """Enter every tile from now on, or ask what is missing for that.

    While only points are kept, auctions go by untold; but just after a tally everything is known.
    """
    timeline = model.timeline
    if timeline is None or not is_at_light(model):
        return refused(model, Notice(Notes.NOT_NOW))
    ledger = ledger_of(model)
    if ledger.level is Level.SCORE_ONLY and not is_counted(timeline):
        after, effects = enter_exactly(model, Enter(SetLevel(Level.LIGHT)))
        return after, (*effects, Again(StepUp()))
    first = joining.first_question(ledger, Level.FULL)
    if ledger.stage is not Wait.TURN or first is None or not any(missing(ledger)):
        return enter_exactly(model, Enter(SetLevel(Level.FULL)))
    return replace(model, page=first), ()


def begin_counted(model: Model, _: BeginCounted) -> Update:
    """Tell Ra tiles and auctions from now on, and keep what the tally has just told."""
    border = counted(model)
    if border is None:
        return refused(model, Notice(Notes.NOT_NOW))
    after, effects = enter_exactly(model, Enter(SetLevel(Level.LIGHT)))
    return after, (*effects, Again(Enter(border)))


def begin_under_way(model: Model, _: BeginUnderWay) -> Update:
    """Bring a game to the table that has begun without us, and ask how it lies."""
    page = model.page
    if not isinstance(page, Seating | Agreeing):
        return refused(model, Notice(Notes.NOT_NOW))
    if len(page.guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    agreement = fitting(model.agreement, len(page.guests))
    dealt = setup(names_apart(page.guests, model), agreement.options)
    after, effects = brought(model, dealt, page.guests, agreement)
    level = Level.LIGHT if agreement.level is Level.FULL else agreement.level
    unknown = Again(Enter(SetLevel(level, is_unknown=True)))
    return after, (*effects, unknown, Again(GoTo(Joining(Ask.EPOCH, agreement.level))))


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    Answer: answer,
    ThatIsAll: that_is_all,
    NotKnown: not_known,
    StepUp: step_up,
    BeginCounted: begin_counted,
    BeginUnderWay: begin_under_way,
}
