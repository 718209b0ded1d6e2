"""What hands do on the pages that ask about a game which goes on already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.core.bindings import PLAYER_CONTROLS, Binding, Bindings, Prompt, player_control
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import Enter, GoTo, Message, PushDial, TakeBack, TurnDial
from companion.core.mnemonics import RESERVED, named_tiles
from companion.core.model import Model, is_at_light
from companion.core.naming import names_apart
from companion.core.notices import Notes, Notice
from companion.i18n import mark
from companion.pages import corrections, new_game, table
from companion.pages.navigation import FEWEST_PLAYERS
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.pages.partial import joining as partial_joining
from companion.pages.partial import partial_table
from companion.pages.partial.joining import (
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
    counted,
    is_counted,
)
from companion.pages.partial.partial_table import PartialTable, ledger_of
from companion.rules.actions import Level
from companion.rules.corrections.fixing import MOST_POINTS, Fix
from companion.rules.editions import setup
from companion.rules.partial.ledger import END_EPOCH, Wait
from companion.rules.partial.levels import missing
from companion.rules.records.shapes import SetLevel, Undo
from companion.rules.refusal import Why
from companion.rules.tiles import Tile, bundle, counts
from companion.ui.layout import columns, left_part, middle, rows, square, stacked, without_left
from companion.ui.pieces import (
    SUN_WON,
    emblem,
    focus_ring,
    hold_mark,
    key_ground,
    least_height,
    paragraph,
    sun,
    tile,
)
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Style

NOT_KNOWN_KEY = RESERVED[-2]
"""On pages whose answers are put together: no tile has this key."""

DOWN_KEYS = "qwert"
"""A sun lies face down before the first player, the second …: the keys below their digits."""

TEN = 10
"""The first number that no digit is a key for."""

_TYPED = (Ask.POINTS, Ask.TILES, Ask.TRACK)
"""The questions whose answers are put together from parts."""


def bindings(model: Model, page: Joining) -> Bindings:
    """Return what every control does."""
    ledger, found = ledger_of(model), partial_joining.ways(ledger_of(model), page)
    taps = {"undo": Binding(TakeBack(), "Back")}
    holds = {"ok": Binding(GoTo(PartialTable()), "To the table")}
    if page.ask in _TYPED:
        lacks = page.ask is Ask.TRACK and any(missing(ledger, partial_joining.lane(page)))
        taps["ok"] = Binding(ThatIsAll(), "That's all", is_lit=not lacks)
        taps["ra"] = Binding(NotKnown(), "Unknown")
    else:
        taps["ok"] = Binding(NotKnown(), "Unknown")
    if page.ask is Ask.SUNS and Place() in found:
        taps["ra"] = Binding(Answer(Place()), "In the centre")
    for seat in ledger.setup.seats:
        own = player_control(model, seat)
        if page.ask is Ask.SUNS and Place(seat) in found:
            taps[own] = Binding(Answer(Place(seat)), "Face up")
            holds[own] = Binding(Answer(Place(seat, is_up=False)), "Face down", is_silent=True)
        elif page.ask is Ask.TURN and seat in found:
            taps[own] = Binding(Answer(seat), "Theirs")
    if page.row is not None or page.points is not None:
        taps["dial"] = Binding(PushDial(), "Confirm")
    return Bindings(taps, holds, mark("Choose") if found else "")


def keys(model: Model, page: Joining) -> Mapping[str, Message]:
    """Return what keys do on these pages."""
    now, found = bindings(model, page), partial_joining.ways(ledger_of(model), page)
    keyed: dict[str, Message] = {"left": TurnDial(-1), "up": TurnDial(-1), "right": TurnDial(1)}
    keyed |= {"down": TurnDial(1), "escape": GoTo(PartialTable()), "backspace": TakeBack()}
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
    sun = partial_joining.asked_sun(ledger, page)
    return Prompt(page.ask.value, {} if sun is None else {"sun": sun})


def turn(model: Model, page: Joining, steps: int) -> Update:
    """Move along the answers; points are turned to."""
    if page.ask is Ask.POINTS:
        points = min(max(0, (page.points or 0) + steps), MOST_POINTS)
        return replace(model, page=replace(page, points=points)), ()
    found = len(partial_joining.ways(ledger_of(model), page))
    if not found:
        return model, ()
    row = (steps - 1 if steps > 0 else steps) if page.row is None else page.row + steps
    return replace(model, page=replace(page, row=row % found)), ()


def push(model: Model, page: Joining) -> Update:
    """Give the answer that is pointed at."""
    found = partial_joining.ways(ledger_of(model), page)
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
    if message.way not in partial_joining.ways(ledger, page):
        return refused(model, Notice(Notes.NOT_NOW))
    said = partial_joining.answered(ledger, page, message.way)
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
    return _said(model, page, partial_joining.whole(ledger_of(model), page))


def not_known(model: Model, _: NotKnown) -> Update:
    """Leave it unknown, but for the suns of which it was said, and ask the next thing."""
    page = model.page
    if not isinstance(page, Joining) or not is_at_light(model):
        return model, ()
    if page.ask is Ask.SUNS and page.places:
        return _said(model, page, partial_joining.whole(ledger_of(model), page))
    return _next(model, page)


def _said(model: Model, page: Joining, fix: Fix) -> Update:
    """Enter what was said, and ask the next thing."""
    if fix == Fix():
        return _next(model, page)
    after, effects = table.enter_exactly(model, Enter(fix))
    if after.timeline is model.timeline:
        is_known = getattr(after.said, "why", None) is Why.NOTHING_TO_FIX
        return _next(model, page) if is_known else (after, effects)
    if page.ask is Ask.EPOCH and ledger_of(model).stage is Wait.TALLY:
        return after, (*effects, Dispatch(Enter(END_EPOCH)))
    asked, more = _next(after, page)
    return asked, (*effects, *more)


def _next(model: Model, page: Joining) -> Update:
    """Ask the next thing; after the last one go on at the level that is wanted."""
    following = partial_joining.first_question(ledger_of(model), page.wants, page)
    if following is not None:
        return replace(model, page=following), ()
    back = replace(model, page=PartialTable())
    if page.wants is Level.FULL and page.ask is not Ask.TRACK:
        return back, (Dispatch(Enter(SetLevel(Level.FULL))),)
    return back, ()


def _full(model: Model, page: Joining) -> Update:
    """Go on with every tile, now that it was said what lies on the auction track."""
    return table.enter_exactly(model, Enter(SetLevel(Level.FULL, partial_joining.lane(page))))


def take_back(model: Model, message: TakeBack) -> Update:
    """Take back the last part of the answer, else the last answer, else leave the questions."""
    page = model.page
    if not isinstance(page, Joining):
        return partial_table.take_back(model, message)
    if page.tiles or page.places or page.points is not None:
        less = replace(page, tiles=page.tiles[:-1], places=page.places[:-1], points=None, row=None)
        return replace(model, page=less), ()
    timeline = model.timeline
    if timeline is None or not isinstance(timeline.moments[-1].action, Fix):
        return replace(model, page=PartialTable()), ()
    after, effects = table.enter_exactly(model, Enter(Undo(1)))
    again = partial_joining.first_question(ledger_of(after), page.wants)
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
        after, effects = table.enter_exactly(model, Enter(SetLevel(Level.LIGHT)))
        return after, (*effects, Dispatch(StepUp()))
    first = partial_joining.first_question(ledger, Level.FULL)
    if ledger.stage is not Wait.TURN or first is None or not any(missing(ledger)):
        return table.enter_exactly(model, Enter(SetLevel(Level.FULL)))
    return replace(model, page=first), ()


def begin_counted(model: Model, _: BeginCounted) -> Update:
    """Tell Ra tiles and auctions from now on, and keep what the tally has just told."""
    border = counted(model)
    if border is None:
        return refused(model, Notice(Notes.NOT_NOW))
    after, effects = table.enter_exactly(model, Enter(SetLevel(Level.LIGHT)))
    return after, (*effects, Dispatch(Enter(border)))


def begin_under_way(model: Model, _: BeginUnderWay) -> Update:
    """Bring a game to the table that has begun without us, and ask how it lies."""
    page = model.page
    if not isinstance(page, new_game.Seating | new_game.OptionsPage):
        return refused(model, Notice(Notes.NOT_NOW))
    if len(page.guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    agreement = new_game.fitting(model.agreement, len(page.guests))
    dealt = setup(names_apart(page.guests, model), agreement.options)
    after, effects = new_game.brought(model, dealt, page.guests, agreement)
    level = Level.LIGHT if agreement.level is Level.FULL else agreement.level
    unknown = Dispatch(Enter(SetLevel(level, is_unknown=True)))
    return after, (*effects, unknown, Dispatch(GoTo(Joining(Ask.EPOCH, agreement.level))))


def update(model: Model, message: partial_joining.Message) -> Update:
    """Return what becomes of the model."""
    match message:
        case Answer():
            return answer(model, message)
        case ThatIsAll():
            return that_is_all(model, message)
        case NotKnown():
            return not_known(model, message)
        case StepUp():
            return step_up(model, message)
        case BeginCounted():
            return begin_counted(model, message)
        case BeginUnderWay():
            return begin_under_way(model, message)


_TYPED_ASKS = (Ask.POINTS, Ask.TILES, Ask.TRACK)


def joining(look: Style, model: Model, page: Joining) -> Iterator[Piece]:
    """Yield the question, what has been said of its answer, and every answer that there is."""
    ledger, where = ledger_of(model), frame(look, model)
    yield from heading(look, where, asked(look, model))
    found = partial_joining.ways(ledger, page)
    room = where.body
    if page.ask in _TYPED_ASKS:
        said, room = stacked(room, (1, 4), look.px(6))
        yield from _said_view(look, said, page)
    elif page.ask is Ask.SUNS:
        said, room = _beside(look, room)
        number = partial_joining.asked_sun(ledger, page)
        if number is not None:
            yield from sun(look, said, number, SUN_WON)
    places = (
        _suns(look, room, found)
        if page.ask is Ask.SUNS
        else corrections.grid(look, room, len(found))
    )
    for place, (spot, way) in enumerate(zip(places, found, strict=True)):
        yield key_ground(look, spot)
        yield from _way(look, model, spot.inset(look.px(4)), way, page)
        yield Target(spot, Answer(way))
        if place == page.row:
            yield focus_ring(look, spot, look.either(12, 9))
    shown_above = PLAYER_CONTROLS if page.ask in (Ask.SUNS, Ask.TURN) else ()
    yield from what_can_be_done(look, where.dock, model, shown_above)


def _beside(look: Style, room: Rect) -> tuple[Rect, Rect]:
    """Return where the sun is that is asked for, and where the answers are."""
    if look.shape is Shape.TALL:
        said, told = stacked(room, (1, 4), look.px(8))
        return said, told
    wide = look.either(260, 150)
    spot = middle(left_part(room, wide), wide, min(room.h, look.either(220, 130)))
    return spot, without_left(room, wide + look.px(8))


def _suns(look: Style, room: Rect, found: tuple[Way, ...]) -> tuple[Rect, ...]:
    """Return places in two columns: face up at the left, face down at the right; the centre last.

    Who has all suns already is not asked any more, so both columns are as long.
    """
    pairs, gap = len(found) // 2, look.either(8, 5)
    lines = rows(room, max(1, pairs + len(found) % 2), gap)
    high = min(lines[0].h, look.either(92, 72 if look.shape is Shape.TALL else 64))
    places = [
        spot for line in lines[:pairs] for spot in columns(middle(line, line.w, high), 2, gap)
    ]
    ends = (middle(line, line.w, high) for line in lines[pairs:])
    return (*places, *ends)[: len(found)]


def _said_view(look: Style, rect: Rect, page: Joining) -> Iterator[Piece]:
    """Yield what has been said so far: points, or tiles with their numbers."""
    yield Box(rect, look.theme.lane, border=look.theme.line, radius=look.either(12, 9))
    inner = rect.inset(look.px(6))
    if page.ask is Ask.POINTS:
        points = table.UNKNOWN if page.points is None else str(page.points)
        yield look.line(inner, points, Size.SUM, look.theme.ink, NUMBER)
        return
    held = counts(bundle(page.tiles))
    if not held:
        yield look.line(inner, look.say("none"), Size.LABEL, look.theme.ink_third, CENTRED)
        return
    for spot, (kind, number) in zip(
        columns(inner, max(8, len(held)), 0), held.items(), strict=False
    ):
        side = min(spot.h * 6 // 10, spot.w)
        picture, below = stacked(spot, (3, 2), 0)
        yield tile(square(picture, side), kind)
        yield look.line(below, str(number), Size.SMALL, style=NUMBER)


def _way(look: Style, model: Model, rect: Rect, way: Way, page: Joining) -> Iterator[Piece]:
    """Yield one answer."""
    match way:
        case Tile():
            yield tile(square(rect, min(rect.w, rect.h)), way)
        case Place(seat, is_up):
            if seat is None:
                yield from paragraph(look, rect, look.say("in the centre"), Size.LABEL, CENTRED)
                return
            label = look.say("face up") if is_up else look.say("face down")
            yield from _player(look, model, rect, seat, label)
            if not is_up:
                yield hold_mark(look, left_part(rect, _sign_px(rect)))
        case int() if page.ask is Ask.TURN:
            yield from _player(look, model, rect, way, "")
        case int():
            said = table.NUMERALS[way - 1] if page.ask is Ask.EPOCH else str(way)
            yield look.line(rect, said, Size.SCORE, style=NUMBER)


def _sign_px(rect: Rect) -> int:
    """Return how large the sign of a player is on a key."""
    return min(rect.h * 8 // 10, rect.w // 4)


def _player(look: Style, model: Model, rect: Rect, seat: int, label: str) -> Iterator[Piece]:
    """Yield a player's sign and name, and how the sun lies before them."""
    button, name = model.buttons[seat], model.game.setup.players[seat]
    side = _sign_px(rect)
    sign, words = left_part(rect, side), without_left(rect, side + look.px(6))
    disc = square(sign, side)
    yield Box(disc, look.theme.buttons[button], radius=side // 2)
    yield emblem(disc.inset(max(2, side // 5)), button)
    if not label:
        yield look.line(words, name, Size.LABEL)
        return
    needed = max(look.em(Size.SMALL), least_height(look, label, words.w))
    upper, lower = stacked(words, (look.em(Size.SMALL), needed), 0)
    yield look.line(upper, name, Size.LABEL)
    yield from paragraph(look, lower, label, Size.SMALL, colour=look.theme.ink_second)
