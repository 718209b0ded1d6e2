"""The look back at a finished game: page by page, in words, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    P1,
    P2,
    RA,
    UNDO,
    Command,
    Control,
    Prompt,
    key,
    tap,
    turning,
)
from companion.core.effects import Order, Update, refused
from companion.core.messages import GoTo, MachineMessage, Message, OpenReview, TurnDial
from companion.core.model import Model, without_game
from companion.core.notices import Notes, Notice
from companion.core.page import Handler, Page
from companion.i18n import Words, mark
from companion.narration import bundle_names, event_text, tile_name
from companion.opponent import review
from companion.pages.archive.games import Replay, replayed
from companion.pages.page_view import PlainPage
from companion.pages.table.history_view import HistoryAction, HistoryState, show_history
from companion.rules.actions import (
    REACH_INTO_BAG,
    TRACK_SPACES,
    Action,
    Bid,
    Choice,
    Discard,
    EndGods,
    Invoke,
    Pass,
    ReachIntoBag,
    UseGod,
)
from companion.rules.events import AuctionBegan, EpochEnded
from companion.rules.model import Auction, Game, Phase
from companion.rules.records.record import read_entry
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import bundle
from companion.statistics.game import Race
from companion.ui.layout import cut_left, cut_right, cut_top, rows, square
from companion.ui.pieces import focus_ring, paragraph, shining, tile
from companion.ui.plots import score_race
from companion.ui.scene import Box, Rect, Target, Weight
from companion.ui.style import CENTRED, RIGHT_NUMBER, STRONG, Piece, Shape, Size, Ui
from companion.ui.widgets import NameTag

LOTS, MOMENTS, CHOICES, CHANCES = (
    mark("What each auction was worth, in points"),
    mark("Decisive moments"),
    mark("Better choices"),
    mark("Chance of winning, in per cent"),
)
"""What the leaves show, in this order; lots need several."""

LINES = 5


class Leaf(NamedTuple):
    """A page of the look back."""

    title: str
    view: Callable[[Ui, Rect, LookBack, review.Review], Iterator[Piece]]
    places: tuple[int, ...] = ()
    """After how many entries what each of its rows tells has happened."""


def leaves(found: review.Review) -> tuple[Leaf, ...]:
    """Return all pages of a look back, in order."""
    lots = [found.lots[first : first + LINES] for first in range(0, len(found.lots), LINES)]
    chosen = tuple(each.number for each in _choices_left(found))
    is_all_told = all(found.worst(seat) for seat in range(len(found.players))) and not chosen
    turned = tuple(each.number for each in found.moments())
    return (
        *(Leaf(LOTS, partial(_lots, each), tuple(lot.number for lot in each)) for each in lots),
        Leaf(MOMENTS, _moments, turned),
        *([] if is_all_told else [Leaf(CHOICES, _choices, chosen)]),
        *([Leaf(CHANCES, _chart)] if found.points else []),
    )


class LookBack(PlainPage, frozen=True):
    """A finished game looked back at."""

    shown_elsewhere: ClassVar[Sequence[Control]] = (Control.RA,)

    timeline: Timeline
    buttons: tuple[int, ...]
    back: Page
    found: review.Review | None = None
    """None while it is computed."""
    far: Advanced | None = None
    """How far it is; None: nobody knows yet."""
    because: review.NoReview | None = None
    leaf: int = 0
    line: int | None = None
    """Which sentence of the leaf is pointed at; None: leaf after leaf is browsed through."""

    def commands(self, model: Model) -> Iterator[Command]:
        leave, forward = GoTo(self.parent() or self.back), GoTo(self.turned(1))
        yield tap("Back", leave, RA, UNDO)
        if self.found is None:
            yield tap("Back", leave, OK)
            return
        yield tap("Previous", GoTo(self.turned(-1)), P1)
        yield tap("Next", forward, P2)
        yield turning("Browse")
        yield key("left", GoTo(self.turned(-1)))
        yield key("right", forward)
        places = self.places()
        if not places:
            yield tap("Next", forward, OK, DIAL)
        elif self.line is None:
            yield tap("Choose", GoTo(replace(self, line=0)), OK, DIAL)
        else:
            there = places[self.line % len(places)]
            yield tap("The table", GoTo(TableThen(self, there)), OK, DIAL)

    def places(self) -> tuple[int, ...]:
        """Return the number of entries after which each row of the page happened."""
        return () if self.found is None else leaves(self.found)[self.leaf].places

    def turned(self, steps: int) -> LookBack:
        """Return another page; after the last comes the first."""
        number = 1 if self.found is None else len(leaves(self.found))
        return replace(self, leaf=(self.leaf + steps) % number, line=None)

    def parent(self) -> LookBack | None:
        return None if self.line is None else replace(self, line=None)

    def prompt(self, model: Model) -> Prompt:
        if self.found is None:
            return Prompt("Review")
        return Prompt(leaves(self.found)[self.leaf].title)

    def turn(self, model: Model, steps: int) -> Update:
        if self.found is None:
            return model, ()
        if self.line is not None and (places := self.places()):
            return replace(model, page=replace(self, line=(self.line + steps) % len(places))), ()
        return replace(model, page=self.turned(steps)), ()

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterator[Piece]:
        if self.found is None:
            yield from paragraph(ui, area, self._waiting(ui), Size.NAME, CENTRED)
        else:
            yield from leaves(self.found)[self.leaf].view(ui, area, self, self.found)

    def _waiting(self, ui: Ui) -> str:
        if self.because is not None:
            return ui.say(self.because.value)
        if self.far is None:
            return ui.say("One moment")
        return ui.say(
            "Trying every choice: {percent}%, {minutes} left",
            percent=self.far.percent,
            minutes=ui.canvas.words.tell("{number} minute", "{number} minutes", self.far.minutes),
        )


def whole(ui: Ui, rect: Rect, page: LookBack, found: review.Review) -> Iterator[Piece]:
    """Yield the chances, and below them where the game turned: a picture to share."""
    gap = ui.px(12)
    chart, low = cut_top(rect, round(rect.h * 0.56), gap)
    yield from _chart(ui, chart, page, found)
    head, below = cut_top(low, ui.line_height(Size.NAME), gap // 2)
    yield ui.line(head, ui.say(MOMENTS), Size.NAME, ui.theme.gold)
    yield from _moments(ui, below, replace(page, line=None), found)


class TableThen(Page, frozen=True):
    """The table as it stood when a game turned, and the way through the game from there."""

    look_back: LookBack
    at: int

    asks: ClassVar[str] = mark("Turn the dial to step through the game")

    def commands(self, model: Model) -> Iterator[Command]:
        last = len(self.look_back.timeline.steps)
        yield tap("Earlier", TurnDial(-1), P1, lit=self.at > 0)
        yield tap("Later", TurnDial(1), P2, lit=self.at < last)
        yield tap(_BACK, GoTo(self.look_back), OK, DIAL, RA, UNDO)
        yield turning("Browse")

    def turn(self, model: Model, steps: int) -> Update:
        at = min(max(0, self.at + steps), len(self.look_back.timeline.steps))
        return replace(model, page=replace(self, at=at)), ()

    def view(self, ui: Ui, model: Model) -> Iterator[Piece]:
        way = HistoryAction(
            _BACK, "ui_back", GoTo(self.look_back), is_main=True, control=Control.OK
        )
        back = self.look_back.back
        if isinstance(back, Replay):
            then = replayed(model, back)
        else:
            played, buttons = self.look_back.timeline, self.look_back.buttons
            then = without_game(model).with_session(timeline=played, buttons=buttons)
        looked = HistoryState(self.at, (way,))
        yield from show_history(ui, then, looked, lambda at: TurnDial(at - self.at))


_BACK = mark("Back")


Line = tuple[str, tuple[str, ...]]
"""A sentence, and the figures that belong to it."""


def _chart(ui: Ui, body: Rect, page: LookBack, found: review.Review) -> Iterator[Piece]:
    """Yield a line for each player, from auction to auction, in the band where it may lie."""
    lines = tuple(zip(*(percents(each.chances) for each in found.points), strict=True))
    steps = page.timeline.steps
    ends = tuple(
        at
        for at, point in enumerate(found.points)
        if point.number
        and any(isinstance(event, EpochEnded) for event in steps[point.number - 1].events)
    )
    heads = tuple(map(NameTag, page.timeline.game.setup.players, page.buttons))
    margins = tuple(100 * point.margin / review.WHOLE for point in found.points)
    yield from score_race(ui, body, Race(lines, ends), heads, margins)


def _moments(ui: Ui, body: Rect, page: LookBack, found: review.Review) -> Iterator[Piece]:
    yield from _sentences(ui, body, page, moments_told(found, page.timeline, ui.canvas.words))


def moments_told(found: review.Review, played: Timeline, words: Words) -> Sequence[Line]:
    """Return what turned the game: choices with what was better, and what came out of the bag."""
    told = [
        (f"{each.number}. {moment_told(each, played, words)}", changes(each, played))
        for each in found.moments()
    ]
    return told or [(words.say("No single entry decided this game."), ())]


def _choices(ui: Ui, body: Rect, page: LookBack, found: review.Review) -> Iterator[Piece]:
    said = choices_told(found, page.timeline, ui.canvas.words)
    yield from _sentences(ui, body, page, [(each, ()) for each in said])


def choices_told(found: review.Review, played: Timeline, words: Words) -> Sequence[str]:
    """Return each player's costliest choice unless it turned the game; last, who has made none."""
    return [
        *(f"{each.number}. {told(each, played, words)}" for each in _choices_left(found)),
        *(
            words.say("{name}: nothing clearly better was found.", name=name)
            for seat, name in enumerate(played.game.setup.players)
            if found.worst(seat) is None
        ),
    ]


def _choices_left(found: review.Review) -> list[review.Decision]:
    """Return what cost each player most, in the order of the seats, without the moments."""
    each = [found.worst(seat) for seat in range(len(found.players))]
    moments = found.moments()
    return [worst for worst in each if worst is not None and worst not in moments]


def _lots(
    lots: Sequence[review.Lot], ui: Ui, body: Rect, page: LookBack, found: review.Review
) -> Iterator[Piece]:
    """Yield the lots: winner, sun, tiles, and what each was worth to whom."""
    words, pad, gap = ui.canvas.words, ui.px(16, 8), ui.px(10, 5)
    figure = ui.width("000", Size.LABEL, Weight.EXTRA)
    sign = ui.em(Size.SMALL)
    each = sign + ui.px(4) + figure + gap
    most = max((len(lot.tiles) for lot in lots), default=0)
    for row, lot in zip(rows(body, LINES, gap), lots, strict=False):
        yield _ground(ui, row)
        inner, wide = row.inset(pad, 0), each * len(page.buttons)
        if ui.shape is Shape.TALL:
            rest, low = rows(inner, 2, 0)
            figures, _ = cut_right(low, wide)
        else:
            figures, rest = cut_right(inner, wide, gap)
        largest = min(rest.h - gap, (rest.w * 3 // 5 - 7 * ui.px(3)) // TRACK_SPACES)
        tiles, left = cut_right(rest, most * (largest + ui.px(3)), gap)
        told = f"{lot.number}. {lot_head(lot, page.timeline, words)}"
        remark = lot_remark(lot, found, words)
        yield from paragraph(ui, left, f"{told}: {remark}" if remark else told, Size.LABEL)
        for place, kind in enumerate(lot.tiles):
            spot = Rect(tiles.x + place * (largest + ui.px(3)), tiles.y, largest, tiles.h)
            yield tile(square(spot, largest), kind)
        for column, (button, worth) in enumerate(zip(page.buttons, lot.worth, strict=True)):
            spot = Rect(figures.x + column * each, figures.y, each - gap, figures.h)
            emblem, number = cut_left(spot, sign, ui.px(4))
            yield from shining(ui, emblem, button)
            yield ui.line(number, points(worth), Size.LABEL, ui.theme.ink, STRONG)
    yield from _openings(ui, body, page)


def _ground(ui: Ui, row: Rect) -> Box:
    """Return what a row stands on; it is seen where the page is as dark, too."""
    return Box(row, ui.theme.panel, border=ui.theme.line, radius=ui.px(12, 9))


def _sentences(ui: Ui, body: Rect, page: LookBack, said: Iterable[Line]) -> Iterator[Piece]:
    """Yield sentences one below the other, each with its figures at the right."""
    gap, pad = ui.px(10, 5), ui.px(20, 10)
    for row, (told, figures) in zip(rows(body, LINES, gap), said, strict=False):
        yield _ground(ui, row)
        inner = row.inset(pad, 0)
        widths = [ui.width(each, Size.LABEL, Weight.EXTRA) + pad for each in figures]
        end, words = cut_right(inner, min(inner.w * 2 // 5, max(widths, default=0)))
        yield from paragraph(ui, words, told, Size.LABEL)
        for place, each in zip(rows(end, len(figures), 0), figures, strict=True):
            yield ui.line(place, each, Size.LABEL, ui.theme.gold, RIGHT_NUMBER)
    yield from _openings(ui, body, page)


def _openings(ui: Ui, body: Rect, page: LookBack) -> Iterator[Piece]:
    """Yield what touching the rows opens, and a ring around the one that is pointed at."""
    places = page.places()
    for number, (row, there) in enumerate(
        zip(rows(body, LINES, ui.px(10, 5)), places, strict=False)
    ):
        yield Target(row, GoTo(TableThen(page, there)))
        if page.line is not None and number == page.line % len(places):
            yield focus_ring(ui, row, ui.px(12, 9))


def percent(chance: int) -> int:
    """Return a chance out of ten thousand as a whole per cent; only certainty is all or nothing."""
    return review.share(_HUNDRED * chance / review.WHOLE, _HUNDRED)


def percents(chances: Sequence[int]) -> tuple[int, ...]:
    """Return everybody's chances out of ten thousand in per cent that add up to a hundred."""
    return review.shares([chance / review.WHOLE for chance in chances], _HUNDRED)


_HUNDRED = 100


def points(tenths: int) -> str:
    """Return tenths of a point as whole points."""
    return str(round(tenths / 10)).replace("-", "\N{MINUS SIGN}")


def told(decision: review.Decision, played: Timeline, words: Words) -> str:
    """Return what somebody chose, and what would have been better, by how much."""
    before = played.game_after(decision.number - 1)
    tiles, name = _tiles(before, words), before.setup.players[decision.seat]
    chosen, best = _read(decision.chosen.action), _read(decision.best.action)
    sentence, without_tiles = _DEEDS[type(chosen)]
    facts = {"tiles": tiles, "centre": before.centre, **_facts(chosen, before, words)}
    return words.say(
        "{deed}. {better} wins {best} games in 100 instead of {chosen}.",
        deed=words.say(sentence if tiles else without_tiles, name=name, **facts),
        better=words.say(_BETTER[type(best)], **_facts(best, before, words)),
        best=percent(decision.best.chance),
        chosen=percent(decision.chosen.chance),
    )


def moment_told(moment: review.Decision | review.Turn, played: Timeline, words: Words) -> str:
    """Return what turned the game: a choice, or what came out of the bag and what that began."""
    if isinstance(moment, review.Decision):
        return told(moment, played, words)
    drawn, *following = played.steps[moment.number - 1].events
    said = event_text(drawn, played.start.setup, words)
    tiles = _tiles(played.game_after(moment.number - 1), words)
    if tiles and any(isinstance(event, AuctionBegan) for event in following):
        said = f"{said} ({tiles})"
    for event in (each for each in following if isinstance(each, EpochEnded)):
        said = words.end(said, event_text(event, played.start.setup, words))
    return words.end(said)


def changes(moment: review.Decision | review.Turn, played: Timeline) -> tuple[str, ...]:
    """Return whose chances what was drawn changed most, and at whose cost or for whose good."""
    if isinstance(moment, review.Decision):
        return ()
    names = played.start.setup.players
    was, now = percents(moment.before), percents(moment.after)
    gained = [after - before for before, after in zip(moment.before, moment.after, strict=True)]
    most = moment.seat
    other = (max if gained[most] < 0 else min)(range(len(gained)), key=gained.__getitem__)
    return tuple(
        f"{names[seat]} {was[seat]} → {now[seat]}\N{NO-BREAK SPACE}%" for seat in (most, other)
    )


def _tiles(game: Game, words: Words) -> str:
    """Return what lies on the auction track; nothing where nothing does."""
    return bundle_names(bundle([tile for tile in game.track if tile is not None]), words)


_DEEDS: Mapping[type, tuple[str, str]] = {
    ReachIntoBag: (
        mark("{name} drew a tile with {tiles} on the track"),
        mark("{name} drew a tile and left sun {centre} in the centre"),
    ),
    Invoke: (
        mark("{name} invoked Ra for {tiles}"),
        mark("{name} invoked Ra for sun {centre} alone"),
    ),
    Bid: (mark("{name} bid {sun} for {tiles}"), mark("{name} bid {sun} for sun {centre} alone")),
    Pass: (mark("{name} passed on {tiles}"), mark("{name} passed on sun {centre}")),
    UseGod: (mark("{name} used a God tile and took {tile}"),) * 2,
    EndGods: (mark("{name} uses no more God tiles"),) * 2,
    Discard: (mark("{name} discarded {lost}"),) * 2,
}
"""What is said of a choice while tiles can be won, and while only the sun in the centre can."""

_BETTER: Mapping[type, str] = {
    ReachIntoBag: mark("Drawing a tile"),
    Invoke: mark("Invoking Ra"),
    Bid: mark("Bidding {sun}"),
    Pass: mark("Passing"),
    UseGod: mark("A God tile for {tile}"),
    EndGods: mark("No more God tiles"),
    Discard: mark("Discarding {lost}"),
}


def _facts(choice: Choice, before: Game, words: Words) -> dict[str, object]:
    match choice:
        case Bid(sun):
            return {"sun": sun}
        case UseGod(space):
            tile = before.track[space]
            return {} if tile is None else {"tile": tile_name(tile, words)}
        case Discard(lost):
            return {"lost": bundle_names(bundle(lost), words)}
        case _:
            return {}


def _read(line: str) -> Choice:
    """Return what a line of a look back says that somebody chose.

    Raises:
        TypeError: It is none.
    """
    if line == review.DRAWING:
        return REACH_INTO_BAG
    said = read_entry(line.encode())
    if not isinstance(said, Action):
        raise TypeError(line)
    return said


def lot_head(lot: review.Lot, played: Timeline, words: Words) -> str:
    """Return who took a lot, with which sun."""
    if lot.winner is None:
        return words.say("nobody")
    name = played.start.setup.players[lot.winner]
    return words.say("{name} with {sun}", name=name, sun=lot.paid)


def lot_remark(lot: review.Lot, found: review.Review, words: Words) -> str:
    """Return what is remarkable about a lot; usually nothing."""
    if lot.winner is None:
        return words.say("unsold")
    figure = points(lot.profit)
    if lot == found.best_buy():
        return words.say("best buy: {points}", points=f"+{figure}")
    return words.say("priciest: {points}", points=figure) if lot == found.dearest() else ""


class Advanced(MachineMessage, frozen=True):
    """A message: so much of a look back is done."""

    percent: int
    minutes: int
    """How long it will take yet."""


class Reviewed(MachineMessage, frozen=True):
    """A message: here is the look back."""

    found: review.Review


class StartReview(Order, frozen=True):
    """An order: look back at this game, unless that was done before."""

    timeline: Timeline
    game: str
    """Its id; empty: the one on the table."""


class StopReview(Order, frozen=True):
    """An order: stop, nobody is waiting for it."""


class LookAhead(Order, frozen=True):
    """An order: examine what has been played, so that the look back is ready when the game ends."""

    timeline: Timeline


Orders = StartReview | StopReview | LookAhead


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to stop, if nobody looks any more, and after every lot to look ahead."""
    was, now = before.page, after.page
    is_waiting = isinstance(was, LookBack) and was.found is None
    found: list[Order] = []
    if is_waiting and not isinstance(now, LookBack):
        found.append(StopReview())
    played = after.session.timeline
    if played is not None and played is not before.session.timeline and _ends_a_lot(played):
        found.append(LookAhead(played))
    return tuple(found)


def _ends_a_lot(played: Timeline) -> bool:
    """Whether the last entry ended an auction or the game, of which every tile was entered."""
    if not played.steps or isinstance(played.game.stage, Auction):
        return False
    before = played.game_after(len(played.steps) - 1)
    is_end = isinstance(before.stage, Auction) or played.game.stage is Phase.OVER
    return is_end and all(step.partial_game is None for step in played.steps)


def _advanced(model: Model, message: Advanced) -> Update:
    page = model.page
    if not isinstance(page, LookBack) or page.found is not None:
        return model, ()
    return replace(model, page=replace(page, far=message)), ()


def _reviewed(model: Model, message: Reviewed) -> Update:
    page = model.page
    if not isinstance(page, LookBack):
        return model, ()
    is_other = message.found.entries != tuple(step.seq for step in page.timeline.steps)
    return model if is_other else replace(model, page=replace(page, found=message.found)), ()


def _opened(model: Model) -> Update:
    """Open the page; while a game is played there is nothing to look back at."""
    page, own = model.page, model.session.timeline
    if own is not None and model.game.stage is not Phase.OVER:
        return refused(model, Notice(Notes.NOT_NOW))
    if isinstance(page, Replay):
        timeline, buttons, game = page.timeline, page.buttons, page.game
    elif own is not None:
        timeline, buttons, game = own, model.session.buttons, ""
    else:
        return refused(model, Notice(Notes.NOT_NOW))
    opened = LookBack(timeline, buttons, page)
    try:
        review.refuse(timeline)
    except review.NotReviewableError as why:
        return replace(model, page=replace(opened, because=why.because)), ()
    return replace(model, page=opened), (StartReview(timeline, game),)


MESSAGES: Mapping[type[Message], Handler] = {
    OpenReview: lambda model, _: _opened(model),
    Advanced: _advanced,
    Reviewed: _reviewed,
}
"""What opens the page, and what the machines have found."""
