"""Shows the history: sentences under their epochs, the chosen one open with its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

import msgspec

from companion import narration
from companion.core.commands import Control
from companion.core.messages import Message, Open, Route
from companion.core.model import Model
from companion.pages.controls import keys
from companion.pages.page_view import dock, frame, heading, keycaps
from companion.pages.table import tags
from companion.rules.actions import TRACK_SPACES, Bid, Discard, Draw, Invoke, UseGod, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck, EpochEnded, Event, LotWon
from companion.rules.model import Game, Phase
from companion.rules.partial import PartialGame, PartialPhase
from companion.rules.records.entries import Correct
from companion.rules.records.timeline import UNCORRECTABLE, Step, Timeline
from companion.rules.tiles import Tile
from companion.ui.chips import Chip
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    left_part,
    middle,
    rows,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    KEYCAPS,
    NUMERALS,
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    is_named,
    key_ground,
    shining,
    sun,
    tile,
)
from companion.ui.scene import Align, Box, Disc, Picture, Rect, Slider, Target, Weight
from companion.ui.speech import event_texts, notice, weightiest
from companion.ui.style import (
    NUMBER,
    PLAIN,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    TextStyle,
    Ui,
    cached,
    unscaled,
    without_large_print,
)
from companion.ui.widgets import as_large_as_fits, can_fit


class Sizes(NamedTuple):
    """How large the parts of the list are, in pixels."""

    row: int
    words: int
    head: int
    epoch: int
    card: int
    slots: int
    """How many rows there are beside the chosen sentence."""
    chosen: int
    number: int
    """Of the em of the numbers of entries."""
    turn: int
    """How wide the sign of whose turn begins is, with the gap beside it."""


class Shown(NamedTuple):
    """What all parts of the list are drawn from."""

    ui: Ui
    model: Model
    looked: HistoryState
    going: GoToEntry
    found: Sequence[EntryLine]
    sizes: Sizes


def measured(ui: Ui, area: Rect, looked: HistoryState) -> Sizes:
    """Return how large the parts are in this rectangle."""
    high = ui.canvas.size[1] if ui.shape is not Shape.TALL else ui.canvas.size[0] * 5 // 4
    row, head = max(TOUCH_PX, round(high / 13.5)), max(ui.px(36), round(high / 13))
    if ui.shape is Shape.TALL and ui.text_scale > 1:
        row = max(row, 3 * SMALLEST_PX + ui.px(4))  # long sentences take three lines
    picture = ui.px(294, 222)  # three buttons stand beside the table
    if ui.shape is Shape.TALL:
        picture = ui.px(356 if looked.ways else 270)
    slots = max(0, (area.h - head - picture) // row)
    return Sizes(
        row=row,
        words=max(SMALLEST_PX, round(high / 21 * min(ui.text_scale, 1.2))),
        head=head,
        epoch=max(SMALLEST_PX, round(high / 17)),
        card=area.h - head - slots * row,
        slots=slots,
        chosen=round(high / 14),
        number=max(SMALLEST_PX, round(high / 28)),
        turn=round(high / 21 * min(ui.text_scale, 1.2)) * 11 // 10 + ui.px(10, 6),
    )


def show_history(ui: Ui, model: Model, looked: HistoryState, going: GoToEntry) -> Iterator[Piece]:
    """Yield the whole page."""
    ui = without_large_print(ui)
    where = frame(ui, model)
    yield from heading(ui, where, ui.say("The game so far"), model)
    timeline, found = model.session.timeline, tuple[EntryLine, ...]()
    if timeline is not None:
        found = lines(timeline)
        rail, rest = cut_right(where.body, TOUCH_PX, ui.px(8))
        side, area = ui.sided(rail, where.body), ui.sided(rest, where.body)
        shown = Shown(ui, model, looked, going, found, measured(ui, area, looked))
        yield from _list(shown, area)
        yield from _rail(shown, side)
    shown_on_keys = [way.control for way in looked.ways if way.control is not None]
    by_epoch: tuple[Chip, ...] = ()
    has_room = ui.is_full or ui.text_scale <= 1
    if ui.canvas.letters and has_room and looked.focus is None and found:
        signs = tuple(Sign(None, KEYCAPS[name]) for name in ("page up", "page down"))
        ways = tuple(going(at) for at in epochs_beside(found, looked.at, length(model)))
        if keys(model).get("page up") == ways[0]:  # not where the same is replayed
            by_epoch = (Chip(signs, ways, ui.say("Epoch")),)
    without = (Control.RA, Control.P3, *shown_on_keys)
    yield from dock(ui, where.dock, model, without, by_epoch)


def _list(shown: Shown, area: Rect) -> Iterator[Piece]:
    """Yield the sentences: the chosen one stays where it is, and the list runs under it."""
    found, sizes, at = shown.found, shown.sizes, shown.looked.at
    above, below = _around(found, at, sizes.slots)
    is_short = at == sum(each is not None for each in above)
    missing = 0 if is_short else max(0, sizes.slots - 1 - len(above))
    top = area.y + sizes.head + (missing + len(above)) * sizes.row
    y = top - len(above) * sizes.row
    head = Rect(area.x, y - sizes.head, area.w, sizes.head)
    yield from _epoch(shown, head, found[next((each for each in above if each is not None), at)])
    yield from _rows(shown, Rect(area.x, y, area.w, sizes.row), (*above, at))
    yield from _card(shown, Rect(area.x, top, area.w, sizes.card), found[at])
    yield from _rows(shown, Rect(area.x, top + sizes.card, area.w, sizes.row), (*below, None))


def _rows(shown: Shown, first: Rect, places: Sequence[int | None]) -> Iterator[Piece]:
    """Yield rows from here on, but for the last place: entries, or headings of what follows."""
    for number, (at, following) in enumerate(pairwise(places)):
        spot = Rect(first.x, first.y + number * first.h, first.w, first.h)
        if at is not None:
            yield from _row(shown, spot, shown.found[at])
            yield Target(spot, shown.going(at))
        elif following is not None:
            yield from _epoch(shown, spot, shown.found[following])


def _around(
    found: Sequence[EntryLine], at: int, slots: int
) -> tuple[list[int | None], list[int | None]]:
    """Return what stands above and below the chosen sentence: entries, or None for a heading."""
    above = _going(found, range(at, -1, -1), slots - 1)[::-1]
    is_start = at == 0 or above[:1] == [0]
    left = slots - (len(above) if is_start else max(len(above), slots - 1))
    return above, _going(found, range(at, len(found)), left)


def _going(found: Sequence[EntryLine], places: Sequence[int], room: int) -> list[int | None]:
    """Return what stands in so many rows after the first place: whole epochs have a heading."""
    going: list[int | None] = []
    for before, place in pairwise(places):
        more = [place] if found[place].epoch == found[before].epoch else [None, place]
        if len(going) + len(more) > room:
            break
        going += more
    return going


def _epoch(shown: Shown, rect: Rect, line: EntryLine) -> Iterator[Piece]:
    ui, model, sizes = shown.ui, shown.model, shown.sizes
    if line.epoch is None:
        return
    name = narration.epoch_name(line.epoch, model.game.setup, ui.canvas.words)
    text = ui.text(rect, name, sizes.epoch, ui.theme.gold, STRONG)
    yield text
    used = round(ui.canvas.type.width(text.text, text.px, Weight.EXTRA)) + ui.px(16)
    thick = max(1, ui.px(1.5))
    rule = Rect(rect.x + used, rect.y + rect.h // 2, max(0, rect.w - used), thick)
    yield Box(rule, ui.theme.gold, opacity=ui.faint(0.5))


def _told(shown: Shown, line: EntryLine, *, is_long: bool) -> str:
    ui, model = shown.ui, shown.model
    if line.step is None:
        return ui.say("At the start")
    events = line.step.events
    event = weightiest(events)
    is_end = any(isinstance(each, EpochEnded) for each in events)
    if isinstance(line.step.action, Draw | Invoke) and events and not is_end:
        event = events[0]
    if event is None:
        return ""
    told = event_texts(unscaled(ui), event, model.game.setup)
    return told[0] if is_long else told[-1]


def _row(shown: Shown, rect: Rect, line: EntryLine) -> Iterator[Piece]:
    ui, sizes = shown.ui, shown.sizes
    opacity = ui.faint(0.5) if line.is_undone else 1.0
    number, rest = cut_right(rect, sizes.number * 9 // 4)
    area = without_left(rest, sizes.turn)
    yield from _turn(shown, left_part(rect, sizes.turn), line, opacity)
    yield from _number(shown, number, line, opacity)
    wide, largest = rect.h, sizes.words
    if ui.shape is Shape.TALL:
        wide = min(rect.h, TOUCH_PX)
        largest = min(sizes.words, max(ui.least_px, rect.h // 2 - 2))
    spot = square(left_part(area, wide), wide * 88 // 100)
    sign = tuple(entry_sign(ui, spot, line.step, opacity))
    yield from sign
    used = wide + ui.px(8) if sign or ui.shape is not Shape.TALL else 0
    words, told = without_left(area, used), _told(shown, line, is_long=False)
    style = TextStyle(Weight.MEDIUM, opacity=opacity)
    yield from as_large_as_fits(ui, words, told, largest, style, colour=ui.theme.ink)


def _turn(shown: Shown, rect: Rect, line: EntryLine, opacity: float = 1.0) -> Iterator[Piece]:
    ui, sizes = shown.ui, shown.sizes
    if line.turn is None:
        return
    side = sizes.words * 11 // 10
    spot = square(left_part(rect, side), side)
    yield from shining(ui, spot, shown.model.session.buttons[line.turn], opacity)


def _number(shown: Shown, rect: Rect, line: EntryLine, opacity: float = 1.0) -> Iterator[Piece]:
    """Yield the number of the entry, the same as everywhere; what was taken back has an arrow."""
    ui, sizes = shown.ui, shown.sizes
    if line.step is None:
        return
    style = TextStyle(Weight.MEDIUM, Align.RIGHT, opacity)
    yield ui.text(rect, str(line.number), sizes.number, ui.theme.ink_second, style)
    if line.is_undone:
        side = sizes.number * 9 // 10
        mark = Rect(rect.x - side - ui.px(4), rect.y, side, rect.h)
        yield Picture(square(mark, side), "ui_undo", opacity, ui.theme.ink_second)


def entry_sign(ui: Ui, rect: Rect, entered: Step | None, opacity: float) -> Iterator[Piece]:
    """Yield the picture of what was entered; none for the start of the game."""
    if entered is None:
        return
    is_won = any(isinstance(each, LotWon) for each in entered.events)
    match entered.action:
        case Draw(kind):
            yield tile(rect, kind, opacity)
        case Invoke():
            yield tile(rect, Tile.RA, opacity)
        case UseGod():
            yield tile(rect, Tile.GOD, opacity)
        case Bid(number):
            yield from sun(ui, rect, number, SUN_WON if is_won else SUN_UP, opacity)
        case Won(number):
            yield from sun(ui, rect, number, SUN_WON, opacity)
        case Discard():
            struck = [each for each in entered.events if isinstance(each, DisasterStruck)]
            for each in struck[:1]:
                yield tile(rect, each.disaster, opacity)
        case Fix() | Correct():
            yield Picture(rect, "ui_pencil", opacity, ui.theme.gold)
        case _:
            pass


def _card(shown: Shown, rect: Rect, line: EntryLine) -> Iterator[Piece]:
    ui, sizes, looked = shown.ui, shown.sizes, shown.looked
    yield from _turn(shown, Rect(rect.x, rect.y, sizes.turn, sizes.row), line)
    card = without_left(rect, sizes.turn)
    radius = ui.px(14, 10)
    yield Box(card, ui.theme.panel_active, radius=radius)
    if looked.focus is None:
        yield focus_ring(ui, card, radius)
    else:
        yield Box(card, border=ui.theme.line, border_px=max(2, ui.px(3)), radius=radius)
    inner = card.inset(ui.px(14, 8))
    head = max(sizes.row, inner.h * 28 // 100)
    title, rest = cut_top(inner, head, ui.px(4))
    number, words = cut_right(title, sizes.number * 9 // 4, ui.px(6))
    yield from _number(shown, number, line)
    side = min(title.h, sizes.row * 12 // 10)
    signs = tuple(entry_sign(ui, square(left_part(title, side), side), line.step, 1.0))
    yield from signs
    words = without_left(words, side + ui.px(10) if signs else 0)
    told = tuple(_whole(shown, line))
    fitting = (each for each in told if can_fit(ui, words, each, STRONG.weight))
    yield from as_large_as_fits(ui, words, next(fitting, told[-1]), sizes.chosen, STRONG)
    yield from _inside(shown, rest, line)


def _whole(shown: Shown, line: EntryLine) -> Iterator[str]:
    """Yield all that happened with the chosen entry, then the same in fewer words."""
    ui, model = shown.ui, shown.model
    for is_long in (True, False):
        told = _told(shown, line, is_long=is_long)
        if refused := tags.rejected_at(model, shown.looked.at):
            why = notice(ui, refused[-1].why, model)
            yield ui.say("{what}. Then a tag was refused: {why}", what=told, why=why)
        else:
            yield told
    yield _told(shown, line, is_long=False)


def _inside(shown: Shown, rect: Rect, line: EntryLine) -> Iterator[Piece]:
    ui, model, looked = shown.ui, shown.model, shown.looked
    gap = ui.px(16, 8)
    picture, ways = rect, tuple[Rect, ...]()
    if looked.ways:
        high = TOUCH_PX * len(looked.ways) + gap * (len(looked.ways) - 1)
        if ui.shape is Shape.TALL:
            keys, picture = cut_foot(rect, high, gap)
        else:
            keys, picture = cut_right(rect, rect.w * 42 // 100, gap)
        most = ui.px(110, 76) * len(looked.ways)
        ways = rows(middle(keys, keys.w, min(keys.h, most)), len(looked.ways), gap)
    if looked.question:
        yield from as_large_as_fits(ui, picture, looked.question, ui.px(40, 26), PLAIN)
    else:
        yield _small_table(ui, picture, line.lies, model.session.buttons)
    for place, (spot, way) in enumerate(zip(ways, looked.ways, strict=False)):
        yield from _way(shown, spot, way, place)


def _way(shown: Shown, rect: Rect, way: HistoryAction, place: int) -> Iterator[Piece]:
    ui, theme = shown.ui, shown.ui.theme
    radius = ui.px(12, 9)
    if way.is_main:
        yield Box(rect, theme.gold, radius=radius)
    else:
        yield key_ground(ui, rect, is_marked=True)
    ink = theme.on_gold if way.is_main else theme.ink
    if shown.looked.focus == place:
        yield focus_ring(ui, rect, radius)
    pad, side = ui.px(16, 8), min(rect.h // 2, ui.px(36, 24))
    icon, area = cut_left(rect.inset(pad, 0), side, pad)
    yield Picture(square(icon, side), way.icon, 1.0, ink)
    sign = Sign(way.control, keycaps(ui, shown.model).get(way.message, ""))
    if way.control is not None and is_named(ui, sign):
        high = min(rect.h - 2 * ui.px(6), ui.px(38, 28))
        end, area = cut_right(area, badge_width(ui, high, sign.key), ui.px(6))
        yield from badge(ui, middle(end, end.w, high), sign)
    px = ui.px(34, 23)
    yield from as_large_as_fits(ui, area, ui.say(way.label), px, PLAIN, colour=ink)
    yield Target(rect, way.message)


def _rail(shown: Shown, rect: Rect) -> Iterator[Piece]:
    ui, found, looked = shown.ui, shown.found, shown.looked
    theme, last = ui.theme, max(1, len(found) - 1)
    thick, side = max(2, ui.px(3)), ui.px(38, 26)
    way = Rect(rect.x + (rect.w - thick) // 2, rect.y + side // 2, thick, rect.h - side)
    yield Box(way, theme.line, radius=thick // 2)
    for at in epoch_starts(found):
        spot = square(Rect(rect.x, way.y + way.h * at // last - side // 2, rect.w, side), side)
        yield Disc(spot, theme.track, border=theme.gold, border_px=max(1, ui.px(2)))
        px = max(ui.least_px, side * 6 // 10)
        numeral = NUMERALS[(found[at].epoch or 1) - 1]
        yield ui.text(spot, numeral, px, theme.gold, NUMBER)
    knob = Rect(rect.x, way.y + way.h * looked.at // last - side // 2, rect.w, side)
    yield Picture(square(knob, side * 11 // 10), SUN_UP)
    steps = tuple(shown.going(at) for at in range(len(found)))
    yield Slider(rect, steps[looked.at], steps, looked.at)


def epoch_starts(found: Sequence[EntryLine]) -> tuple[int, ...]:
    """Return where in the list an epoch begins."""
    epochs = (None, *(line.epoch for line in found))
    starts = enumerate(pairwise(epochs))
    return tuple(at for at, (before, epoch) in starts if epoch is not None and epoch != before)


def epochs_beside(found: Sequence[EntryLine], at: int, last: int) -> tuple[int, int]:
    """Return where the epoch before this place begins, and the next one; else either end."""
    starts = epoch_starts(found)
    before = max((start for start in starts if start < at), default=0)
    return before, min((start for start in starts if start > at), default=last)


def length(model: Model) -> int:
    """Return how many actions can be looked at, taken-back ones included."""
    timeline = model.session.timeline
    return 0 if timeline is None else len(timeline.steps) + len(timeline.undone)


def step(model: Model, at: int) -> Step | None:
    """Return the action that leads to this place; None at the start of the game."""
    timeline = model.session.timeline
    if timeline is None or not 1 <= at <= length(model):
        return None
    standing = len(timeline.steps)
    if at <= standing:
        return timeline.steps[at - 1]
    return timeline.undone[len(timeline.undone) - (at - standing)]


def events_at(model: Model, at: int) -> tuple[Event, ...]:
    """Return what happened in the action that leads to this place."""
    found = step(model, at)
    return () if found is None else found.events


class EntryLine(NamedTuple):
    """An entry in the list; the first is the start of the game."""

    step: Step | None
    """None: the start of the game."""
    lies: Game | PartialGame
    """The table after it, as far as it is known."""
    epoch: int | None
    """The epoch in which it was made, 1 to 3; None if it is unknown."""
    turn: Seat | None
    """Whose turn begins with it."""
    number: int
    """Which entry it is, counted as everywhere that people see; 0 for the start of the game."""
    is_undone: bool


def lines(timeline: Timeline) -> tuple[EntryLine, ...]:
    """Return the list of a game, the start of it first."""
    before = timeline.start
    epoch: int | None = before.epoch
    found = [EntryLine(None, before, epoch, None, 0, is_undone=False)]
    for number, each in enumerate((*timeline.steps, *reversed(timeline.undone)), start=1):
        turn: Seat | None = None
        if isinstance(each.action, Draw | Invoke | UseGod):
            if each.partial_game is not None:
                turn = getattr(each.events[0], "seat", None) if each.events else None
            elif before.stage is Phase.TURN:
                turn = before.active
        lies, is_undone = each.partial_game or each.game, number > len(timeline.steps)
        found.append(EntryLine(each, lies, epoch, turn, number, is_undone=is_undone))
        before, epoch = each.game, lies.epoch
    return tuple(found)


class HistoryAction(msgspec.Struct, frozen=True):
    """What can be done with the chosen sentence."""

    label: str
    """English words, which are also what is translated."""
    icon: str
    message: Message
    is_main: bool = False
    """Whether it is what is looked back for: it is golden."""
    control: Control | None = None
    """What does it at once, if any."""


class HistoryState(NamedTuple):
    """What is looked at, and what is being done with it."""

    at: int
    """After how many actions."""
    ways: tuple[HistoryAction, ...] = ()
    focus: int | None = None
    """Which of the ways is pointed at; None: the list is walked through."""
    question: str = ""
    """What is asked before going on from there, in the language of the table."""


GoToEntry = Callable[[int], Message]
"""What leads to the table after this many actions."""


def correcting_at(model: Model, at: int) -> Open | None:
    """Return what leads to the page that corrects the action at this place of the history.

    None if it is nothing that players or the bag did, or if it was taken back.
    """
    timeline = model.session.timeline
    found = step(model, at)
    if timeline is None or found is None or at > len(timeline.steps):
        return None
    if isinstance(found.action, (*UNCORRECTABLE, Discard)):
        return None
    return Open(Route.FIX_ENTRY, (found.seq,))


def forgotten_before(model: Model, at: int) -> Open | None:
    """Return what leads to the page that puts in a turn before the action at this place.

    None if no turn can have been there: an auction or a disaster waited.
    """
    timeline, found = model.session.timeline, step(model, at)
    if timeline is None or found is None or isinstance(found.action, UNCORRECTABLE):
        return None
    earlier = list(takewhile(lambda each: each.seq != found.seq, timeline.steps))
    lies = (earlier[-1].partial_game or earlier[-1].game) if earlier else timeline.start
    is_turn = lies.stage in (Phase.TURN, PartialPhase.TURN)
    taken_back = at > len(timeline.steps)
    return Open(Route.FIX_ENTRY, (found.seq, True)) if is_turn and not taken_back else None


@cached
def _small_table(
    ui: Ui, rect: Rect, lies: Game | PartialGame, buttons: tuple[int, ...]
) -> Iterator[Piece]:
    """Yield a picture of what is known of a table."""
    yield Box(rect, ui.theme.track, border=ui.theme.line, border_px=max(1, ui.px(1.5)),
              radius=ui.px(12, 9))  # fmt: skip
    gap = ui.px(6, 4)
    inner = rect.inset(ui.px(10, 5))
    ra_track, track, hands = stacked(inner, (3, 8, 13), gap)
    yield from _ra_track(ui, ra_track, lies.ra_count, lies.setup.ra_limit)
    yield from _track(ui, track, lies)
    for seat, spot in zip(lies.setup.seats, columns(hands, len(buttons), gap), strict=True):
        yield from _hand(ui, spot, lies, seat, buttons[seat])


def _ra_track(ui: Ui, rect: Rect, count: int | None, limit: int) -> Iterator[Piece]:
    if count is None:
        return
    for place, spot in enumerate(columns(rect, limit, 0)):
        side = min(spot.w, spot.h)
        if place < count:
            yield tile(square(spot, side), Tile.RA)
        else:
            yield Disc(square(spot, side // 2), border=ui.theme.line, border_px=max(1, ui.px(2)))


def _track(ui: Ui, rect: Rect, lies: Game | PartialGame) -> Iterator[Piece]:
    yield Box(rect, ui.theme.panel, border=ui.theme.gold, border_px=max(1, ui.px(1.5)),
              radius=ui.px(8))  # fmt: skip
    places = shares(rect.inset(ui.px(4)), (1,) * (TRACK_SPACES + 1), ui.px(3))
    side = min(places[0].w, places[0].h)
    if lies.centre is not None:
        yield from sun(ui, square(places[0], side), lies.centre)
    for spot, kind in zip(places[1:], lies.track if isinstance(lies, Game) else (), strict=False):
        if kind is not None:
            yield tile(square(spot, side), kind)


def _hand(ui: Ui, rect: Rect, lies: Game | PartialGame, seat: Seat, button: int) -> Iterator[Piece]:
    colour = ui.theme.buttons[button]
    head, below = cut_top(rect, max(ui.px(14), rect.h * 30 // 100))
    rim, radius = max(1, ui.px(3 if seat == lies.active else 1.5)), ui.px(7)
    yield Box(rect, ui.theme.panel, border=colour, border_px=rim, radius=radius)
    yield Box(head, colour, radius=radius)
    yield emblem(square(head, head.h * 8 // 10), button)
    hand = (lies.hands if isinstance(lies, PartialGame) else lies.players)[seat]
    suns = [(each, False) for each in hand.suns or ()]
    suns += [(each, True) for each in hand.spent or ()]
    if not suns:
        return
    area = below.inset(ui.px(2))
    is_narrow = area.w // len(suns) < _LEAST_SUN and area.h >= 2 * SMALLEST_PX
    half = -(-len(suns) // 2)
    lines = (suns[:half], suns[half:]) if is_narrow else (suns,)
    for line, row in zip(lines, rows(area, len(lines), 0), strict=True):
        for (number, is_down), cell in zip(line, columns(row, len(line), 0), strict=True):
            side = min(cell.w, cell.h)
            if side < _LEAST_SUN:
                ink = ui.theme.used_sun if is_down else ui.theme.gold
                style = NUMBER.faded(0.6 if is_down else 1.0)
                yield ui.text(cell, str(number), SMALLEST_PX, ink, style)
            else:
                face = (SUN_DOWN, 0.6) if is_down else ()
                yield from sun(ui, square(cell, side), number, *face)


_LEAST_SUN = 30
"""The smallest disc in pixels; where it would be smaller, its number stands alone."""
