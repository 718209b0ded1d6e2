"""The look back at a finished game, page by page; asking for it, and the machines' answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core.bindings import Prompt
from companion.core.commands import DIAL, OK, P1, P2, RA, UNDO, Command, tap, turning
from companion.core.controls import Control
from companion.core.effects import Order, Update, refused
from companion.core.messages import GoTo, MachineMessage, Message, OpenReview, TurnDial
from companion.core.model import Model, without_game
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.room import Handler
from companion.i18n import mark
from companion.opponent.review import NoReview, NotReviewableError, Review, refuse
from companion.pages.archive import findings
from companion.pages.archive.games import Replay, replayed
from companion.pages.page_view import PlainPage
from companion.pages.race_chart import score_race
from companion.pages.table.looking_back import Act, Looking, looking_back
from companion.rules.events import EpochEnded, LotWon
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.statistics.game import Race
from companion.ui.layout import cut_right, cut_top, rows
from companion.ui.pieces import focus_ring, paragraph
from companion.ui.scene import Align, Box, Rect, Target, Weight
from companion.ui.score_table import ColumnHead
from companion.ui.style import CENTRED, Piece, Size, Style, TextStyle

TITLES = (
    mark("Chance of winning, in per cent"),
    mark("Turning points"),
    mark("What might have been better"),
    mark("Lots: overpaid or missed"),
    mark("Luck, and own choices"),
)
"""What each leaf shows."""

LINES = 5
"""How many sentences stand on a page."""


class LookBack(PlainPage, frozen=True):
    """A finished game looked back at."""

    shown_elsewhere: ClassVar[Sequence[Control]] = (Control.RA,)

    timeline: Timeline
    buttons: tuple[int, ...]
    back: Page
    """Where it was opened."""
    found: Review | None = None
    """None while it is computed."""
    done: int = 0
    of: int = 0
    """How many entries have been looked at, and of how many."""
    because: NoReview | None = None
    """Why there is nothing to be seen."""
    leaf: int = 0
    line: int | None = None
    """Which sentence of the leaf is pointed at; None: leaf after leaf is browsed through."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield the way through the leaves, and what can be done with the sentence pointed at."""
        leave, forward = GoTo(self.closed() or self.back), TurnDial(1)
        yield tap("Back", leave, RA, UNDO)
        if self.found is None:
            yield tap("Back", leave, OK)
            return
        yield tap("Previous", TurnDial(-1), P1)
        yield tap("Next", forward, P2)
        yield turning("Browse")
        places = self.places()
        if not places:
            yield tap("Next", forward, OK, DIAL)
        elif self.line is None:
            yield tap("Choose", GoTo(replace(self, line=0)), OK, DIAL)
        else:
            there = places[self.line % len(places)]
            yield tap("The table", GoTo(TableThen(self, there)), OK, DIAL)

    def places(self) -> tuple[int, ...]:
        """Return after how many entries what each sentence of the leaf tells has happened."""
        if self.found is None or self.leaf not in _TELLING:
            return ()
        return tuple(_TELLING[self.leaf](self.found))

    def closed(self) -> LookBack | None:
        """Return the page with nothing pointed at."""
        return None if self.line is None else replace(self, line=None)

    def prompt(self, model: Model) -> Prompt:
        return Prompt("Looking back" if self.found is None else TITLES[self.leaf])

    def turn(self, model: Model, steps: int) -> Update:
        """Move from leaf to leaf, or from sentence to sentence."""
        if self.found is None:
            return model, ()
        if self.line is not None and (places := self.places()):
            return replace(model, page=replace(self, line=(self.line + steps) % len(places))), ()
        return replace(model, page=replace(self, leaf=(self.leaf + steps) % len(TITLES))), ()

    def body(self, look: Style, model: Model, room: Rect) -> Iterator[Piece]:
        """Yield the leaf that is open, or how far it is."""
        if self.found is None:
            yield from paragraph(look, room, self._waiting(look), Size.NAME, CENTRED)
        elif self.leaf == 0:
            yield from _chart(look, room, self, self.found)
        else:
            said = tuple(_LEAVES[self.leaf](look, self, self.found))
            opens = [GoTo(TableThen(self, there)) for there in self.places()]
            yield from _sentences(look, room, said, opens, self.line)

    def _waiting(self, look: Style) -> str:
        if self.because is not None:
            return look.say(self.because.value)
        done = 100 * self.done // max(1, self.of)
        return look.say("Trying every choice: {percent}%", percent=done)


def whole(look: Style, rect: Rect, page: LookBack, found: Review) -> Iterator[Piece]:
    """Yield the chances, and below them where the game turned: a picture to share."""
    gap = look.px(12)
    chart, low = cut_top(rect, round(rect.h * 0.56), gap)
    yield from _chart(look, chart, page, found)
    head, below = cut_top(low, look.line_height(Size.NAME), gap // 2)
    yield look.line(head, look.say(TITLES[1]), Size.NAME, look.theme.gold)
    yield from _sentences(look, below, _swings(look, page, found))


class TableThen(Page, frozen=True):
    """The table as it stood when a game turned, and the way through the game from there."""

    look_back: LookBack
    at: int
    """After how many entries."""

    asks: ClassVar[str] = mark("Turn the dial to step through the game")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield the way through the game, and back."""
        last = len(self.look_back.timeline.moments)
        yield tap("Earlier", TurnDial(-1), P1, lit=self.at > 0)
        yield tap("Later", TurnDial(1), P2, lit=self.at < last)
        yield tap(_BACK, GoTo(self.look_back), OK, DIAL, RA, UNDO)
        yield turning("Browse")

    def turn(self, model: Model, steps: int) -> Update:
        """Move through the game."""
        at = min(max(0, self.at + steps), len(self.look_back.timeline.moments))
        return replace(model, page=replace(self, at=at)), ()

    def view(self, look: Style, model: Model) -> Iterator[Piece]:
        """Yield the game as it was after this many entries."""
        way = Act(_BACK, "ui_back", GoTo(self.look_back), is_main=True, control=Control.OK)
        back = self.look_back.back
        if isinstance(back, Replay):
            then = replayed(model, back)
        else:
            played, buttons = self.look_back.timeline, self.look_back.buttons
            then = without_game(model).with_session(timeline=played, buttons=buttons)
        looked = Looking(self.at, (way,))
        yield from looking_back(look, then, looked, lambda at: TurnDial(at - self.at))


_BACK = mark("Back")


Line = tuple[str, str]
"""A sentence, and the figures that belong to it."""


def _chart(look: Style, body: Rect, page: LookBack, found: Review) -> Iterator[Piece]:
    """Yield a line for each player, from the first tile to the end."""
    chances = (found.initial, *(moment.chances for moment in found.moments))
    lines = [
        tuple(findings.percent(each[seat]) for each in chances)
        for seat in range(len(found.players))
    ]
    ends = tuple(
        number
        for number, moment in enumerate(page.timeline.moments, start=1)
        if any(isinstance(event, EpochEnded) for event in moment.events)
    )
    heads = tuple(map(ColumnHead, page.timeline.game.setup.players, page.buttons))
    yield from score_race(look, body, Race(tuple(lines), ends), heads)


def _swings(look: Style, page: LookBack, found: Review) -> Iterator[Line]:
    """Yield what turned the game, and the chances of the player it moved most."""
    words, players = look.canvas.words, page.timeline.game.setup.players
    for swing in found.swings:
        before, after = found.before(swing.since), found.moments[swing.at].chances
        moment = page.timeline.moments[swing.at]
        won = next((event for event in moment.events if isinstance(event, LotWon)), None)
        told = narration.account(won or moment.events[0], page.timeline.start.setup, words)
        seat = max(range(len(players)), key=lambda each: abs(after[each] - before[each]))
        was, now = findings.percent(before[seat]), findings.percent(after[seat])
        yield f"{moment.seq}. {told}", f"{players[seat]} {was} → {now}"


def _choices(look: Style, page: LookBack, found: Review) -> Iterator[Line]:
    """Yield the choices that something else was better than, kindly."""
    costly = found.costly()[:LINES]
    if not costly:
        yield look.say("No better choice was found."), ""
    for moment in costly:
        if moment.decision is not None:
            players = page.timeline.game.setup.players
            told = findings.better(moment.decision, players, look.canvas.words)
            yield f"{moment.seq}. {told}", ""


def _lots(look: Style, page: LookBack, found: Review) -> Iterator[Line]:
    """Yield who paid much for a lot and who let one go, the dearest first."""
    players = page.timeline.game.setup.players
    told = [
        (lot.seq, said)
        for lot in sorted(found.lots, key=lambda lot: -lot.dearest)
        for said in findings.lot_told(lot, players, look.canvas.words)
    ]
    if not told:
        yield look.say("Every lot went for what it was worth."), ""
    for seq, said in told[:LINES]:
        yield f"{seq}. {said}", ""


def _sums(look: Style, page: LookBack, found: Review) -> Iterator[Line]:
    """Yield where everybody began, what luck and their choices did, and where they ended."""
    for name, each in zip(page.timeline.game.setup.players, found.sums, strict=True):
        luck, skill = (f"{number / 100:+.0f}" for number in (each.luck, each.skill))
        first, last = findings.percent(each.initial), findings.percent(each.final)
        told = look.say(
            "{name}: luck {luck}, own choices {skill}", name=name, luck=luck, skill=skill
        )
        yield told.replace("-", "\N{MINUS SIGN}"), f"{first} → {last}"


_LEAVES = {1: _swings, 2: _choices, 3: _lots, 4: _sums}


def _swung(found: Review) -> list[int]:
    return [swing.at + 1 for swing in found.swings]


def _chosen(found: Review) -> list[int]:
    return [moment.number + 1 for moment in found.costly()[:LINES]]


_TELLING: Mapping[int, Callable[[Review], list[int]]] = {1: _swung, 2: _chosen}
"""The leaves on which each sentence is about one entry."""


def _sentences(
    look: Style,
    body: Rect,
    said: Iterable[Line],
    opens: Sequence[Message] = (),
    pointed: int | None = None,
) -> Iterator[Piece]:
    """Yield sentences one below the other, each with its figures at the right.

    Args:
        look: How everything looks.
        body: Where.
        said: The sentences.
        opens: What touching each of them does, if anything.
        pointed: Which is pointed at.
    """
    lines, gap, pad = tuple(said), look.either(10, 5), look.either(20, 10)
    places, radius = rows(body, LINES, gap), look.either(12, 9)
    for row, (told, figures) in zip(places, lines, strict=False):
        yield Box(row, look.theme.panel, radius=radius)
        inner = row.inset(pad, 0)
        wide = min(inner.w * 2 // 5, look.width(figures, Size.LABEL, Weight.EXTRA) + pad)
        end, words = cut_right(inner, wide if figures else 0)
        yield from paragraph(look, words, told, Size.LABEL)
        if figures:
            yield look.line(end, figures, Size.LABEL, look.theme.gold, _RIGHT)
    for number, (row, message) in enumerate(zip(places, opens, strict=False)):
        yield Target(row, message)
        if pointed is not None and number == pointed % len(opens):
            yield focus_ring(look, row, radius)


_RIGHT = TextStyle(Weight.EXTRA, Align.RIGHT)


class Advanced(MachineMessage, frozen=True):
    """A message: this many entries have been looked at."""

    done: int
    of: int


class Reviewed(MachineMessage, frozen=True):
    """A message: here is the look back."""

    found: Review


class StartReview(Order, frozen=True):
    """An order: look back at this game, unless that was done before."""

    timeline: Timeline
    game: str
    """Its id; empty: the one on the table."""


class StopReview(Order, frozen=True):
    """An order: nobody waits for it any more."""


Orders = StartReview | StopReview


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to stop, if nobody looks any more."""
    was, now = before.page, after.page
    is_waiting = isinstance(was, LookBack) and was.found is None
    return (StopReview(),) if is_waiting and not isinstance(now, LookBack) else ()


def _advanced(model: Model, message: Advanced) -> Update:
    page = model.page
    if not isinstance(page, LookBack) or page.found is not None:
        return model, ()
    return replace(model, page=replace(page, done=message.done, of=message.of)), ()


def _reviewed(model: Model, message: Reviewed) -> Update:
    page = model.page
    if not isinstance(page, LookBack) or not _is_of(page, message.found):
        return model, ()
    return replace(model, page=replace(page, found=message.found)), ()


def _is_of(page: LookBack, found: Review) -> bool:
    return len(found.moments) == len(page.timeline.moments)


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
        refuse(timeline)
    except NotReviewableError as why:
        return replace(model, page=replace(opened, because=why.because)), ()
    return replace(model, page=opened), (StartReview(timeline, game),)


MESSAGES: Mapping[type[Message], Handler] = {
    OpenReview: lambda model, _: _opened(model),
    Advanced: _advanced,
    Reviewed: _reviewed,
}
"""What opens the page, and what the machines have found."""
