"""The fix panel: the table as the screen has it, then one thing on it, and how it really is.

Everything that can be wrong is laid out as on the table; below it a strip says what it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    UNDO,
    Binding,
    Command,
    Control,
    Prompt,
    bindings_of,
    key,
    named_tiles,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, do, saying
from companion.core.messages import Enter, GoTo, Message, Open, OpenFixPanel, Route
from companion.core.model import Entered, Model
from companion.core.page import Page, Room
from companion.i18n import Words
from companion.pages.controls import FIX_KEY
from companion.pages.corrections import fix_strip
from companion.pages.corrections.ways import Cell, Hands, cells_of, start
from companion.pages.page_view import Name, asked, header, keycaps, lit_header, titled
from companion.pages.reference.rules_card import FIXING, Card
from companion.pages.status_bar import edge_px
from companion.pages.table import playing
from companion.pages.table.player_panel import lay_out, tiles_held
from companion.pages.table.table import Table
from companion.pages.table.tracks import UNKNOWN, Sunway, straight, track_places
from companion.rules import checks
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, ra_display
from companion.rules.events import Fixed, FixedPart
from companion.rules.problems import Problem
from companion.rules.tiles import size
from companion.ui.layout import (
    Bands,
    columns,
    cut_left,
    cut_right,
    middle,
    panel_places,
    rows,
    shares,
    square,
)
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Keycaps,
    Sign,
    badge,
    badge_width,
    focus_ring,
    is_named,
    key_ground,
    sky,
    sun,
    tile,
)
from companion.ui.scene import Box, Picture, Rect, Target
from companion.ui.style import (
    CENTRED,
    NUMBER,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    unscaled,
    without_large_print,
)
from companion.ui.widgets import Action, action_key, as_large_as_fits, card_key

_TOLD = (FixedPart.SCORE, FixedPart.SUNS, FixedPart.SPENT)
"""What is said in words once it was put right: points are not seen, and a sun moves far away."""


class FixPanel(Page, frozen=True):
    """The fix panel is open over the table, until people say that everything lies right."""

    has_track: ClassVar[bool] = True
    has_lines: ClassVar[bool] = True

    cell: int = 0
    """Which thing is pointed at, as a place in ``cells``."""
    way: int | None = None
    """Which way it can lie is pointed at, once the thing is chosen."""
    is_tapped: bool = False
    """Whether it was opened by a touch on the thing itself, so that back leads there again."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done; over the table, up and down lead there.

        A tile's letter lays it on the space that is pointed at, else on the first that is empty;
        of a player's tiles there is one more of it. A digit opens a space.
        """
        cells = _cells(model)
        back = Table() if self.way is None or self.is_tapped else FixPanel(self.cell)
        yield from _lettered(model, cells, self.cell)
        yield tap("Confirm", do(FixPanel.choose), OK, DIAL)
        yield tap("Back", GoTo(back), UNDO)
        yield key(FIX_KEY, GoTo(Table()))
        yield turning("Choose")
        if self.way is None:
            yield tap("Change", do(FixPanel.choose), OK, DIAL)
            yield tap("Done", GoTo(Table()), UNDO, keys="escape")
            for place, cell in enumerate(cells):
                if cell.space is not None:
                    yield key(str(cell.space + 1), GoTo(FixPanel(place, start(cell.ways))))
            for name, step in (("up", -1), ("down", 1)):
                beside = _beside(cells, self.cell, step)
                yield key(name, GoTo(FixPanel(beside)))

    def choose(self, model: Model) -> Update:
        """Choose the thing that is pointed at, or how it lies."""
        ways = _cells(model)[self.cell].ways
        if self.way is None:
            return replace(model, page=FixPanel(self.cell, start(ways))), ()
        return model, (Dispatch(fix_strip.chosen(ways[self.way])),)

    def next_page(self, model: Model) -> Update | None:
        return None if self.way is None else (replace(model, page=FixPanel(self.cell)), ())

    def update(self, model: Model, message: Message) -> Update | None:
        if not isinstance(message, Enter) or not isinstance(message.entry, Fix):
            return None
        fixed, effects = playing.enter_exactly(model, message.entry)
        if fixed.session.timeline is model.session.timeline or not fixed.page.is_table:
            return fixed, effects
        events = fixed.session.timeline.events if fixed.session.timeline else ()
        unseen = (each for each in events if isinstance(each, Fixed) and each.part in _TOLD)
        if (told := next(unseen, None)) is not None:
            fixed = saying(fixed, Entered(told))
        was, cells = _cells(model)[self.cell], _cells(fixed)
        same = (
            at
            for at, cell in enumerate(cells)
            if (cell.part, cell.seat, cell.space, cell.sun)
            == (was.part, was.seat, was.space, was.sun)
        )
        at = next(same, 0)
        if self.way is None or was.part is not FixedPart.TILES:
            return replace(fixed, page=FixPanel(at)), effects
        # of a player's tiles mostly several are wrong: they stay open, with the ring where it was
        ways, pointed = cells[at].ways, was.ways[self.way]
        of_kind = (n for n, way in enumerate(ways) if way.tile is pointed.tile)
        way = min(of_kind, key=lambda n: ways[n].number != pointed.number, default=0)
        return replace(fixed, page=replace(self, cell=at, way=way)), effects

    def help(self, model: Model) -> Card | None:
        return FIXING

    def prompt(self, model: Model) -> Prompt:
        """Ask, or say who has more or fewer suns than the game gives: no fix is refused for it."""
        for wrong in _wrong_suns(model):
            return Prompt(wrong.sentence.value, wrong.facts)
        return Prompt("What is actually on the table?")

    def said_aloud(self, model: Model, words: Words) -> Iterator[str]:
        cell = _cells(model)[self.cell]
        way = None if self.way is None else cell.ways[self.way]
        yield fix_strip.aloud(words, model, cell, way)

    def turn(self, model: Model, steps: int) -> Update:
        cells = _cells(model)
        if self.way is None:
            return replace(model, page=FixPanel((self.cell + steps) % len(cells))), ()
        way = (self.way + steps) % len(cells[self.cell].ways)
        return replace(model, page=replace(self, way=way)), ()

    def validated(self, model: Model) -> Page | None:
        if model.session.timeline is None:
            return None
        cells = _cells(model)
        cell = self.cell % len(cells)
        way = None if self.way is None else self.way % len(cells[cell].ways)
        return replace(self, cell=cell, way=way)

    def notice_area(self, ui: Ui, model: Model, where: Bands) -> Rect | None:
        ui = unscaled(without_large_print(ui))
        title = Rect(0, edge_px(ui, model), ui.canvas.size[0], ui.px(_HEIGHTS[ui.shape][0]))
        taps = bindings_of(self.commands(model)).taps
        return _keys(ui, title, taps, keycaps(ui, model))[1]

    def view(self, ui: Ui, model: Model) -> Iterator[Piece]:
        ui = unscaled(without_large_print(ui))
        cells, edge = _cells(model), edge_px(ui, model)
        shown = fix_strip.StripSubject(self.cell, cells[self.cell], self.way)
        plan = fix_strip.planned(ui, shown)
        where = _areas(ui, edge, plan.high, len(model.game.players))
        yield sky(ui, where.title.y + where.title.h)
        caps = keycaps(ui, model)
        taps = bindings_of(self.commands(model)).taps
        yield from _titled(ui, where.title, asked(ui, model), taps, caps)
        yield from _table(ui, where, model, self)
        yield from fix_strip.strip(ui, where.strip, model, shown, plan)


def open_fix_panel(model: Model, message: OpenFixPanel) -> Update:
    """Open the fix panel at what was touched, with the dial at how it lies now."""
    for place, cell in enumerate(_cells(model)):
        if cell.part is message.part and message.whose in (cell.space, cell.seat):
            page = FixPanel(place, start(cell.ways), is_tapped=True)
            return model, (Dispatch(GoTo(page)),)
    return model, (Dispatch(Open(Route.FIX)),)


def _lettered(model: Model, cells: Sequence[Cell], pointed: int) -> Iterator[Command]:
    """Yield what the letters of tiles do while this thing is pointed at."""
    spaces = [place for place, cell in enumerate(cells) if cell.space is not None]
    if cells[pointed].part is not FixedPart.TILES and pointed not in spaces:
        pointed = next((place for place in spaces if cells[place].now.tile is None), pointed)
    more = {way.tile: way for way in cells[pointed].ways if (way.number or 1) > 0}
    for letter, kind in named_tiles(model.preferences.tile_keys).items():
        if kind in more:
            yield key(letter, fix_strip.chosen(more[kind]))


def _wrong_suns(model: Model) -> Iterator[Problem]:
    timeline = model.session.timeline
    if timeline is None:
        return
    partial_game, setup = timeline.partial_game, timeline.game.setup
    hands: Hands = timeline.game.players if partial_game is None else partial_game.hands
    suns = [None if hand.suns is None or hand.spent is None else (*hand.suns, *hand.spent)
            for hand in hands]  # fmt: skip
    yield from checks.suns_each(setup.players, suns, len(setup.suns[0]))


def _cells(model: Model) -> tuple[Cell, ...]:
    return () if model.session.timeline is None else cells_of(model.session.timeline)


class Areas(NamedTuple):
    """Where the parts of the page are, from top to bottom."""

    title: Rect
    top: Rect
    """Epoch, Ra track, what the game waits for, bag."""
    auction_track: Rect
    cards: Rect
    """Where the players' things are if the strip is as low as it can be."""
    low: int
    """Down to here cards are seen: a high strip lies over them."""
    strip: Rect


_HEIGHTS = {Shape.FULL: (84, 72, 122), Shape.COMPACT: (52, 46, 80), Shape.TALL: (58, 94, 144)}
"""Of the title, the top and the auction track, in units."""


def _areas(ui: Ui, edge: int, strip: int, players: int) -> Areas:
    """Return the parts of the page, below an edge and above a strip of these heights in pixels.

    A strip that lies over cards begins where a row of suns or of names ends, and cuts nothing.
    """
    (width, height), side, gap = ui.canvas.size, fix_strip.margin(ui), ui.px(10, 5)
    title_px, top_px, track_px = (ui.px(units) for units in _HEIGHTS[ui.shape])
    inner, foot = width - 2 * side, height - max(4, side // 2)
    title = Rect(0, edge, width, title_px)
    top = Rect(side, edge + title.h + gap // 2, inner, top_px)
    track = Rect(side, top.y + top.h + gap, inner, track_px)
    begin = track.y + track.h + gap
    cards = Rect(side, begin, inner, foot - fix_strip.strip_px(ui) - gap - begin)
    low = max(
        (end for end in _ends(ui, cards, players) if end <= foot - strip - gap),
        default=foot - strip - gap,
    )
    strip = foot - gap - low
    return Areas(title, top, track, cards, low, Rect(side, low + gap, inner, strip))


def _ends(ui: Ui, cards: Rect, players: int) -> Iterator[int]:
    """Yield where a part of the players' cards ends, as distances from the top of the screen."""
    for whole in panel_places(ui, cards, players):
        head, row = _parts(ui, whole)
        below = whole.y + head
        yield from (below, below + row + ui.px(4), whole.y + whole.h)
    yield cards.y + cards.h


def _parts(ui: Ui, whole: Rect) -> tuple[int, int]:
    """Return how high the name of a card is, and the row of suns below it, in pixels."""
    head = max(TOUCH_PX, min(ui.px(56, 46), whole.h // 5))
    return head, max(TOUCH_PX, min((whole.h - head) * 2 // 5, ui.px(104, 70)))


def _titled(
    ui: Ui, area: Rect, text: str, taps: Mapping[Control, Binding], caps: Keycaps
) -> Iterator[Piece]:
    """Yield the question of the page, what leads back at its left, and OK at its right."""
    high, gap = _key_high(ui, area), ui.px(10, 5)
    help_, _ = cut_right(area.inset(fix_strip.margin(ui), 0), high, gap)
    yield from card_key(ui, square(help_, high))
    keys, inner = _keys(ui, area, taps, caps)
    for spot, action in keys:
        yield action_key(ui, middle(spot, spot.w, high), action)
    ends = [cut_left, cut_right]
    hints = ((_ARROWS, "Choose"), (_LETTERS, "Tiles"))[: 2 if caps and ui.is_full else 0]
    for (cap, label), cut in zip(hints, ends, strict=False):  # what else there is on a keyboard
        sign, word = Sign(None, cap), ui.say(label)
        spot, inner = cut(inner, _key_px(ui, high, sign, word), gap)
        across = badge_width(ui, ui.px(40, 30), cap)
        shown, beside = cut_left(spot, across, ui.px(8))
        yield from badge(ui, middle(shown, across, ui.px(40, 30)), sign)
        yield ui.line(beside, word, Size.LABEL, ui.theme.ink_second)
    yield from titled(ui, inner, text)


def _key_high(ui: Ui, area: Rect) -> int:
    return max(TOUCH_PX, min(ui.px(60, 46), area.h - ui.px(4)))


def _keys(
    ui: Ui, area: Rect, taps: Mapping[Control, Binding], caps: Keycaps
) -> tuple[Sequence[tuple[Rect, Action]], Rect]:
    """Return the keys at both ends of the title, and the room that they and the card leave."""
    high, gap = _key_high(ui, area), ui.px(10, 5)
    _, inner = cut_right(area.inset(fix_strip.margin(ui), 0), high, gap)
    controls = (Control.UNDO,) if ui.canvas.by_finger else (Control.UNDO, Control.OK)
    found = []
    for control, cut in zip(controls, (cut_left, cut_right), strict=False):
        offer = taps[control]
        sign = Sign(control, caps.get(offer.message, ""))
        label = "" if ui.shape is Shape.TALL and is_named(ui, sign) else ui.say(offer.label)
        spot, inner = cut(inner, _key_px(ui, high, sign, label), gap)
        found.append((spot, Action(sign, label, offer.message)))
    return found, inner


def _key_px(ui: Ui, high: int, sign: Sign, label: str) -> int:
    wide = badge_width(ui, min(high, ui.px(42, 32)), sign.key) if is_named(ui, sign) else 0
    return max(TOUCH_PX, round(wide + ui.width(label, Size.LABEL)) + ui.px(34, 20))


_ARROWS, _LETTERS = "\N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}", "A\N{EN DASH}Z"
"""What moves on a keyboard, and what lays a tile."""


class _Things:
    """The cells of a table, found by what they are about, and where each is drawn."""

    def __init__(self, model: Model) -> None:
        self.model, self.cells = model, _cells(model)
        self.spots: dict[int, Rect] = {}

    def find(self, part: FixedPart, of: int | None = None) -> int | None:
        """Return the place of the cell among all; ``of``: which space, or whose. None: no such."""
        for place, cell in enumerate(self.cells):
            whose = cell.sun if part is FixedPart.SUNS else cell.space
            whose = cell.seat if whose is None else whose
            if cell.part is part and of in (None, whose):
                return place
        return None

    def lay(self, rect: Rect, part: FixedPart, of: int | None = None) -> Iterator[Piece]:
        """Yield the touch target of a cell, if it can be corrected now."""
        place = self.find(part, of)
        if place is not None:
            self.spots[place] = rect
            touched = middle(rect, max(rect.w, TOUCH_PX), max(rect.h, TOUCH_PX))
            ways = self.cells[place].ways
            yield Target(touched, Open(Route.FIX, (place, start(ways))))

    def cell(self, part: FixedPart) -> Cell | None:
        """Return what can be corrected of this part; None if it cannot lie otherwise."""
        place = self.find(part)
        return None if place is None else self.cells[place]


def _table(ui: Ui, where: Areas, model: Model, page: FixPanel) -> Iterator[Piece]:
    """Yield the table; the thing that the dial points at has the ring, or gold once chosen."""
    things = _Things(model)
    yield from _top(ui, where.top, things)
    yield from _track(ui, where.auction_track, things)
    for seat, whole in zip(
        model.game.setup.seats, panel_places(ui, where.cards, len(model.game.players)), strict=True
    ):
        high = min(whole.y + whole.h, where.low) - whole.y  # as far down as it is visible
        if high >= TOUCH_PX:
            yield from _card(ui, whole, high, things, seat)
    cell, spot = things.cells[page.cell], things.spots.get(page.cell)
    if spot is None:
        return
    is_round = cell.sun is not None or cell.part is FixedPart.CENTRE
    radius = spot.w // 2 if is_round else ui.px(14, 10)
    if page.way is not None:
        yield Box(spot, border=ui.theme.gold, border_px=max(3, ui.px(4)), radius=radius)
    else:
        yield focus_ring(ui, spot, radius)


def _top(ui: Ui, rect: Rect, things: _Things) -> Iterator[Piece]:
    gap, model, game = ui.px(12, 6), things.model, things.model.game
    told = model.partial_game or game
    stage = things.cell(FixedPart.STAGE)
    if ui.shape is Shape.TALL:
        upper, way = rows(rect, 2, gap)
        first, middle_, last = shares(upper, (1.0, 2.2, 1.0), gap)
    else:
        first, way, middle_, last = shares(rect, (1.0, 5.2, 2.2, 1.3), gap)
    shown = Sunway(told.ra_count, game.ra_limit, ra_display(game.setup.edition), told.epoch)
    yield key_ground(ui, first)
    yield ui.text(first, shown.numeral, round(first.h * 0.6), ui.theme.gold, NUMBER)
    yield from _touched(ui, first, things, FixedPart.EPOCH)
    yield straight(ui, way, shown)
    yield from _touched(ui, way, things, FixedPart.RA_TRACK)
    if stage is not None:
        yield key_ground(ui, middle_)
        words = fix_strip.words_of(ui.canvas.words, model, stage.now, stage)
        inner, px = middle_.inset(ui.px(4), ui.px(2)), ui.em(Size.NAME)
        yield from as_large_as_fits(ui, inner, words, px, CENTRED, least=ui.least_px)
        yield from _touched(ui, middle_, things, FixedPart.STAGE)
    yield from _lost(ui, last, things)
    if model.partial_game is None:
        side = round(last.h * 0.5)
        sign, number = shares(last, (1.0, 1.5), 0)
        yield Picture(square(sign, min(side, sign.w)), "ui_bag", tint=ui.theme.ink_second)
        yield ui.text(number, str(size(game.bag)), side, ui.theme.ink, NUMBER)


def _lost(ui: Ui, rect: Rect, things: _Things) -> Iterator[Piece]:
    """Yield, over the bag, the suns whose place is unknown."""
    for cell in things.cells:
        if cell.part is FixedPart.SUNS and cell.now.seat is None and cell.sun is not None:
            disc = square(rect, min(rect.h, rect.w))
            yield from sun(ui, disc, cell.sun, SUN_DOWN)
            yield from things.lay(disc, FixedPart.SUNS, cell.sun)


def _touched(
    ui: Ui, rect: Rect, things: _Things, part: FixedPart, of: int | None = None
) -> Iterator[Piece]:
    if things.find(part, of) is not None:
        is_round = part in (FixedPart.CENTRE, FixedPart.SUNS)
        rim, radius = max(1, ui.px(1.5)), rect.w // 2 if is_round else ui.px(14, 10)
        yield Box(rect, border=ui.theme.gold, border_px=rim, radius=radius, opacity=0.55)
        yield from things.lay(rect, part, of)


def _track(ui: Ui, rect: Rect, things: _Things) -> Iterator[Piece]:
    """Yield the sun in the centre and the eight places, or how many tiles lie there."""
    theme, model = ui.theme, things.model
    game, partial_game = model.game, model.partial_game
    rim, radius = max(2, ui.px(2)), ui.px(16, 12)
    yield Box(rect, theme.track, border=theme.line, border_px=rim, radius=radius)
    centre, places = track_places(ui, rect)
    disc = square(centre, min(centre.w, centre.h))
    number = game.centre if partial_game is None else partial_game.centre
    if number is not None:
        yield from sun(ui, disc, number, SUN_WON)
    else:
        yield ui.line(disc, UNKNOWN, Size.TITLE, theme.ink_third, NUMBER)
    yield from _touched(ui, disc, things, FixedPart.CENTRE)
    if partial_game is not None:
        track = things.cell(FixedPart.TRACK)
        first, last = places[0], places[-1]
        whole = Rect(first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y)
        if track is not None:
            called, said = rows(whole, 2, 0)
            words = fix_strip.words_of(ui.canvas.words, model, track.now, track)
            yield ui.line(called, ui.say("Tiles"), Size.LABEL, theme.ink_second, CENTRED)
            yield ui.line(said, words, Size.TITLE, theme.ink, CENTRED)
            yield from _touched(ui, whole, things, FixedPart.TRACK)
        return
    for space, spot in enumerate(places):
        kind = game.track[space]
        if kind is not None:
            yield tile(spot.inset(max(2, ui.px(3))), kind)
        else:
            yield Box(spot, theme.slot, radius=ui.px(14, 10), opacity=0.6)
            yield ui.line(spot, str(space + 1), Size.SCORE, theme.zero, NUMBER)
        yield from _touched(ui, spot, things, FixedPart.SPACE, space)


def _card(ui: Ui, whole: Rect, high: int, things: _Things, seat: Seat) -> Iterator[Piece]:
    """Yield a player's name, points, suns and tiles; perhaps only the top is visible."""
    theme, model, partial_game = ui.theme, things.model, things.model.partial_game
    rect = Rect(whole.x, whole.y, whole.w, high)
    rim = max(1, ui.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=ui.px(14, 10))
    named, row = _parts(ui, whole)
    head = Rect(whole.x, whole.y, whole.w, named)
    yield from _head(ui, head, things, seat)
    hand = model.game.players[seat] if partial_game is None else partial_game.hands[seat]
    suns, spent = hand.suns or (), hand.spent or ()
    top = head.y + head.h + ui.px(2)
    if top + row > rect.y + rect.h:
        return
    pad = ui.px(3)
    inner = Rect(whole.x + pad, top, whole.w - 2 * pad, row)
    places = columns(inner, max(3, len(suns) + len(spent)), 0)
    for number, spot in zip((*suns, *spent), places, strict=False):
        disc = square(spot, min(spot.w, spot.h) - ui.px(2))
        yield from sun(ui, disc, number, SUN_UP if number in suns else SUN_DOWN)
        yield from _touched(ui, disc, things, FixedPart.SUNS, number)
    top += row + ui.px(2)
    low = whole.y + whole.h - ui.px(4)
    if partial_game is not None or low > rect.y + rect.h or low - top < TOUCH_PX:
        return
    held = Rect(whole.x + pad, top, whole.w - 2 * pad, low - top)
    found = lay_out(ui, held.inset(ui.px(3)), 0)
    yield from tiles_held(ui, found, model.game.players[seat].tiles, 1.0)
    yield from _touched(ui, held, things, FixedPart.TILES, seat)


def _head(ui: Ui, head: Rect, things: _Things, seat: Seat) -> Iterator[Piece]:
    model, turn = things.model, things.find(FixedPart.ACTIVE)
    name, button = model.game.setup.players[seat], model.session.buttons[seat]
    named = Name(name, button, has_statue=False, hides_points=True)
    is_active = turn is not None and things.cells[turn].now.seat == seat
    yield (lit_header(ui, head, named, 0) if is_active else header(ui, head, named))
    if turn is not None:
        ways = things.cells[turn].ways
        way = next((place for place, each in enumerate(ways) if each.seat == seat), None)
        if way is not None:
            yield Target(head, Open(Route.FIX, (turn, way)))
    wide = max(TOUCH_PX, head.h)
    points, rest = cut_right(head, wide)
    if is_active and turn is not None:
        mark = middle(head._replace(y=head.y - ui.px(3), h=ui.px(6)), head.w // 3, ui.px(6))
        yield Box(mark, ui.theme.gold, radius=mark.h // 2)
        things.spots[turn] = rest
    yield from things.lay(points, FixedPart.SCORE, seat)


def _beside(cells: Sequence[Cell], now: int, step: int) -> int:
    """Return which cell lies in the next row down (1) or up (-1), about as far to the right."""
    rows: dict[int, list[int]] = {}
    for place in sorted(range(len(cells)), key=lambda place: _row(cells[place])):
        rows.setdefault(_row(cells[place])[0], []).append(place)
    row, _ = _row(cells[now])
    others = [each for each in rows if (each - row) * step > 0]
    if not others:
        return now
    own, other = rows[row], rows[min(others, key=lambda each: abs(each - row))]
    return other[(2 * own.index(now) + 1) * len(other) // (2 * len(own))]


def _row(cell: Cell) -> tuple[int, Seat]:
    """Return in which row a cell lies, and at whose place."""
    seat = cell.now.seat if cell.seat is None else cell.seat
    is_lost = cell.part is FixedPart.SUNS and seat is None
    row = 0 if is_lost else _ROWS[cell.part]
    return row, Seat(0) if seat is None or not row else seat


_ROWS: Mapping[FixedPart, int] = {
    FixedPart.EPOCH: 0,
    FixedPart.RA_TRACK: 0,
    FixedPart.STAGE: 0,
    FixedPart.CENTRE: 1,
    FixedPart.SPACE: 1,
    FixedPart.TRACK: 1,
    FixedPart.ACTIVE: 2,
    FixedPart.SCORE: 2,
    FixedPart.SUNS: 3,
    FixedPart.TILES: 4,
}

ROOM = Room(messages={OpenFixPanel: open_fix_panel})
