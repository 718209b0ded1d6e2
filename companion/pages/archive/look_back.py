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
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.plots import score_race
from companion.ui.scene import Rect
from companion.ui.style import PLAIN, RIGHT_NUMBER, STRONG, Piece, Size, Ui
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
    widget: Callable[[Kit, LookBack, review.Review], Widget]
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

    def widget(self, kit: Kit, model: Model) -> Widget:
        if self.found is None:
            return kit.alone(self._waiting(kit.ui))
        return leaves(self.found)[self.leaf].widget(kit, self, self.found)

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


def whole(ui: Ui, rect: Rect, page: LookBack, found: review.Review) -> Iterable[Piece]:
    """Yield the chances, and below them where the game turned: a picture to share."""
    kit = Kit(ui)
    head = kit.line(kit.say(MOMENTS), Size.NAME, PLAIN, kit.theme.gold)
    chart, moments = _chart(kit, page, found), _moments(kit, replace(page, line=None), found)
    told = kit.column(head.fixed(ui.line_height(Size.NAME)), moments, gap=kit.px(6))
    return kit.column(chart.share(5), told.share(4), gap=kit.px(12)).draw(rect)


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


def _chart(kit: Kit, page: LookBack, found: review.Review) -> Widget:
    """Return a line for each player, from auction to auction, in the band where it may lie."""
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
    run = Race(lines, ends)
    return Widget(lambda area: score_race(kit.ui, area, run, heads, margins))


def _moments(kit: Kit, page: LookBack, found: review.Review) -> Widget:
    return _sentences(kit, page, moments_told(found, page.timeline, kit.ui.canvas.words))


def moments_told(found: review.Review, played: Timeline, words: Words) -> Sequence[Line]:
    """Return what turned the game: choices with what was better, and what came out of the bag."""
    told = [
        (f"{each.number}. {moment_told(each, played, words)}", changes(each, played))
        for each in found.moments()
    ]
    return told or [(words.say("No single entry decided this game."), ())]


def _choices(kit: Kit, page: LookBack, found: review.Review) -> Widget:
    said = choices_told(found, page.timeline, kit.ui.canvas.words)
    return _sentences(kit, page, [(each, ()) for each in said])


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


def _lots(lots: Sequence[review.Lot], kit: Kit, page: LookBack, found: review.Review) -> Widget:
    """Return the lots: winner, sun, tiles, and what each was worth to whom."""
    ui, gap, side = kit.ui, kit.px(10, 5), kit.px(56, 32)
    sign, number = ui.em(Size.SMALL), ui.width("000", Size.LABEL, STRONG.weight) + gap
    most = max((len(lot.tiles) for lot in lots), default=0)
    rows = []
    for lot in lots:
        told = f"{lot.number}. {lot_head(lot, page.timeline, ui.canvas.words)}"
        remark = lot_remark(lot, found, ui.canvas.words)
        words = kit.text(f"{told}: {remark}" if remark else told, style=PLAIN)
        tiles = [kit.tile(kind).fixed(side) for kind in lot.tiles]
        won = kit.row(words, *tiles, *(NOTHING.fixed(side),) * (most - len(tiles)), gap=kit.px(3))
        figures = []
        for button, worth in zip(page.buttons, lot.worth, strict=True):
            figures.append(kit.emblem(button).fixed(sign))
            figures.append(kit.line(points(worth), style=STRONG).fixed(number))
        if kit.is_tall:
            rows.append(kit.column(won, kit.row(NOTHING, *figures, gap=kit.px(4))))
        else:
            rows.append(kit.row(won, *figures, gap=kit.px(4)))
    return _rows(kit, page, rows)


def _sentences(kit: Kit, page: LookBack, said: Iterable[Line]) -> Widget:
    """Return sentences one below the other, each with its figures at the right."""
    rows, most = [], kit.ui.canvas.size[0] * 2 // 5
    for told, figures in said:
        wide = max((kit.ui.width(each, Size.LABEL, STRONG.weight) for each in figures), default=0)
        lines = (kit.line(each, style=RIGHT_NUMBER, colour=kit.theme.gold) for each in figures)
        end = kit.column(*lines).fixed(min(most, wide + kit.px(20, 10)) if wide else 0)
        rows.append(kit.row(kit.text(told, style=PLAIN), end))
    return _rows(kit, page, rows)


def _rows(kit: Kit, page: LookBack, rows: Sequence[Widget]) -> Widget:
    """Return rows of equal height; those that tell of a moment open its table."""
    shown, places = [], page.places()
    for number, inner in enumerate(rows[:LINES]):
        row = kit.pad(inner, kit.px(20, 10), 0)
        row = kit.box(row, fill=kit.theme.panel, border=kit.theme.line, px=2)
        if number < len(places):
            is_pointed = page.line is not None and number == page.line % len(places)
            row = kit.pressed(row, GoTo(TableThen(page, places[number])), is_pointed=is_pointed)
        shown.append(row)
    return kit.column(*shown, *(NOTHING,) * (LINES - len(shown)), gap=kit.px(10, 5))


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
