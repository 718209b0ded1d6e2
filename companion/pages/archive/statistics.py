"""Statistics over all finished games, of a player or of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import OK, P3, RA, UNDO, Command, Prompt, tap, turning
from companion.core.effects import Dispatch, Update, do
from companion.core.messages import (
    FindGames,
    MachineMessage,
    Message,
    Next,
    Search,
    ShowStatistics,
    TurnDial,
)
from companion.core.model import Model
from companion.core.page import Audience
from companion.pages import navigation
from companion.pages.archive.games import following, no_index, reading
from companion.pages.page_view import PlainPage, note
from companion.rules.events import Cause
from companion.statistics import Figures, SeatWins, average, median
from companion.statistics.game import TABLE, Counts
from companion.ui.charts import category_bars, sun_values
from companion.ui.layout import cut_right, cut_top, in_rows, rows, without_left
from companion.ui.pieces import is_whole, key_ground, paragraph
from companion.ui.plots import (
    FAMILIES,
    TURNS,
    by_family,
    category_columns,
    fitting_lengths,
    length_suns,
    seat_wins,
    sun_columns,
    won,
)
from companion.ui.scene import Align, Box, Rect, Target, Weight, loud
from companion.ui.speech import short_name
from companion.ui.style import (
    CENTRED,
    PLAIN,
    STRONG,
    Piece,
    Shape,
    Size,
    Style,
    TextStyle,
    unscaled,
)
from companion.ui.widgets import decimal

LEAVES = ("overview", "categories", "suns", "seats", "lengths", "figures")
"""What the statistics show: four plots side by side, each of them larger, and plain numbers."""


class Statistics(PlainPage, frozen=True):
    """What all finished games add up to."""

    audience: ClassVar[Audience] = Audience.STAFF

    who: str = TABLE
    counts: Counts = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    """The players with figures, by the alphabet."""
    trouble: str = ""
    """Why nothing can be added up, in English."""
    is_reading: bool = False
    """Whether the games are being read, and nothing can be added up yet."""
    read: tuple[int, int] = (0, 0)
    """How many have been read, and of how many."""
    leaf: int = 0

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: over all plots the dial goes through the players."""
        player = ShowStatistics(following(self.who, self.players))
        forward, larger = tap("Next", TurnDial(1), OK), tap("Larger", do(Statistics.open, 1), OK)
        yield forward if self.leaf else larger
        yield tap("Player", player, P3)
        yield tap("Games", FindGames(Search(player=self.who)), RA)
        yield tap("Back", Next(), UNDO)
        yield turning("Choose")

    def prompt(self, model: Model) -> Prompt:
        if self.who:
            return Prompt("{name}: statistics over all games", {"name": self.who})
        return Prompt("Statistics")

    def turn(self, model: Model, steps: int) -> Update:
        """Move from player to player, or from one large plot to the next."""
        if self.leaf == 0:
            return model, (Dispatch(ShowStatistics(following(self.who, self.players, steps))),)
        large = len(LEAVES) - 1
        return replace(model, page=replace(self, leaf=(self.leaf - 1 + steps) % large + 1)), ()

    def open(self, model: Model, leaf: int) -> Update:
        """Open one of the ``LEAVES``."""
        return replace(model, page=replace(self, leaf=leaf)), ()

    def update(self, model: Model, message: Message) -> Update | None:
        """Show another player's figures on the same leaf."""
        match message:
            case Summed(page) if model.session.timeline is None:
                return replace(model, page=replace(page, leaf=self.leaf)), ()
        return None

    def next_page(self, model: Model) -> Update | None:
        """Return what going back does: from a large plot to all of them."""
        if self.leaf:
            return replace(model, page=replace(self, leaf=0)), ()
        return navigation.back_to_staff(model)

    def title(self, look: Style, model: Model) -> str:
        """Return how many games there are; what is asked if there is none."""
        words, figures = look.canvas.words, Figures(self.counts)
        games = figures.games
        if not games:
            return super().title(look, model)
        if not self.who:
            return words.tell("{number} game at this table", "{number} games at this table", games)
        name = short_name(look, self.who, Size.TITLE)
        return words.tell(
            "{name}: {wins} of {number} game won", "{name}: {wins} of {number} games won", games,
            name=name, wins=figures.wins,
        )  # fmt: skip

    def body(self, look: Style, model: Model, room: Rect) -> Iterator[Piece]:
        """Yield the leaf that is open."""
        figures = Figures(self.counts)
        if self.is_reading:
            yield from paragraph(look, room, reading(look, self.read), Size.NAME, CENTRED)
        elif self.trouble or not figures.games:
            missing = look.say("No finished games yet.")
            why = no_index(look, self.trouble) if self.trouble else missing
            yield from paragraph(look, room, why, Size.NAME, CENTRED)
        elif self.leaf == 0:
            yield from _overview(look, room, figures)
        elif LEAVES[self.leaf] == "figures":
            yield from _figures(look, room, figures, is_player=bool(self.who))
        else:
            yield from _large(look, room, figures, LEAVES[self.leaf])


class Summed(MachineMessage, frozen=True):
    """A message: the index has added up."""

    page: Statistics


_Plot = tuple[str, str, Callable[[Rect], Iterator[Piece]] | None]
"""What a plot proves, what it shows, and how it is drawn in a rectangle; None: nobody told."""


def _overview(look: Style, body: Rect, figures: Figures) -> Iterator[Piece]:
    """Yield four plots, each under the sentence that it proves."""
    gap = look.either(16, 6)
    spots = in_rows(body, 4, 1 if look.shape is Shape.TALL else 2, gap)
    for leaf, (spot, plot) in enumerate(zip(spots, _plots(look, figures), strict=True), start=1):
        yield key_ground(look, spot)
        yield from _card(look, spot, plot)
        yield Target(spot, do(Statistics.open, leaf))


def _card(look: Style, spot: Rect, plot: _Plot) -> Iterator[Piece]:
    finding, caption, draw = plot
    look = unscaled(look)
    pad = look.either(20, 8)
    line, room = cut_top(spot.inset(pad, pad // 2), look.line_height(Size.SUM))
    sizes = _FINDING_SIZES if look.shape is Shape.TALL else _FINDING_SIZES[:1]
    asides = {size: without_left(line, _width(look, finding, size)) for size in sizes}
    beside = [size for size, aside in asides.items() if is_whole(look, aside, caption)]
    size, quiet = (*beside, Size.SUM)[0], look.theme.ink_second
    yield loud(look.line(line, finding, size, look.theme.gold, STRONG))
    if beside:
        yield from paragraph(look, asides[size], caption, Size.SMALL, _RIGHT_QUIET, colour=quiet)
    else:
        lines = look.wrapped(caption, room.w, Size.SMALL, PLAIN.weight)
        below, room = cut_top(room, look.line_height(Size.SMALL) * len(lines))
        yield from paragraph(look, below, caption, Size.SMALL, PLAIN, colour=quiet)
    if draw is None:
        yield from note(look, room, look.say("Nobody has entered this yet"))
    else:
        yield from draw(room)


_FINDING_SIZES = (Size.SUM, Size.TITLE, Size.PROMPT)
"""On a high screen a finding is as large as leaves its caption room beside it: below, it would take
the plot's. Elsewhere it is read from across the table."""


def _width(look: Style, finding: str, size: Size) -> int:
    """Return how wide a finding is with the gap after it, in pixels."""
    return look.width(finding, size, Weight.EXTRA) + look.px(16) if finding else 0


def _plots(look: Style, figures: Figures) -> Iterator[_Plot]:
    """Yield the four plots in the order of the `LEAVES`."""
    words = look.canvas.words
    values = by_family(figures.categories)
    best = values.index(max(values))
    told = f"{look.say(FAMILIES[best][0])} {decimal(values[best], words)}"
    is_told = bool(figures.categories)
    yield (
        told if is_told else "",
        look.say("Points by category"),
        (lambda room: category_columns(look, room, figures.categories)) if is_told else None,
    )
    suns = [sun for sun in figures.suns if sun.lots]
    top = max(suns, key=lambda sun: sun.points_each, default=None)
    yield (
        ""
        if top is None
        else look.say("{sun} buys {points}", sun=top.sun, points=decimal(top.points_each, words)),
        look.say("Points won with each sun"),
        None if top is None else lambda room: sun_columns(look, room, figures.suns),
    )
    yield (
        _best_seat(look, figures.seats) if figures.seats else "",
        look.say("Wins by seat"),
        (lambda room: seat_wins(look, room, figures.seats)) if figures.seats else None,
    )
    usual = median(figures.lengths)
    yield (
        "" if usual is None else words.tell("{number} minute", "{number} minutes", usual),
        look.say("Length of games"),
        None if usual is None else lambda room: _lengths(look, room, figures, usual),
    )


def _best_seat(look: Style, seats: tuple[SeatWins, ...]) -> str:
    """Return which seat won most, or which of them did."""
    words, shown = look.canvas.words, won(seats)
    most = max(shown.values)
    best = zip(seats, shown.values, strict=True)
    who = words.list(look.say(TURNS[seat.seat - 1]) for seat, value in best if value == most)
    if shown.is_share:
        return words.state(who, shown.text(most))
    return words.tell("{seat}: {number} win", "{seat}: {number} wins", most, seat=who)


def _lengths(look: Style, room: Rect, figures: Figures, usual: int) -> Iterator[Piece]:
    found = fitting_lengths(look, room, figures.lengths)
    yield from length_suns(look, room, found, usual)


def _large(look: Style, body: Rect, figures: Figures, leaf: str) -> Iterator[Piece]:
    """Yield one plot over the whole page, with all its numbers."""
    finding, caption, draw = tuple(_plots(look, figures))[LEAVES.index(leaf) - 1]
    if draw is None:
        yield from _card(look, body, (finding, caption, draw))
        return
    title, room = cut_top(body, unscaled(look).line_height(Size.LABEL), look.px(6))
    yield from note(unscaled(look), title, caption)
    match leaf:
        case "categories":
            yield from category_bars(look, room, figures.categories)
        case "suns":
            yield from sun_values(look, room, figures.suns)
        case "seats":
            yield from seat_wins(look, room, figures.seats, tells_all=True)
        case _:
            yield from draw(room)


_RIGHT_QUIET = TextStyle(align=Align.RIGHT)

_RIGHT = TextStyle(Weight.EXTRA, Align.RIGHT)


def _figures(look: Style, body: Rect, figures: Figures, *, is_player: bool) -> Iterator[Piece]:
    said = tuple(_lines(look, figures, is_player=is_player))
    gap = look.either(8, 4)
    room, _ = cut_top(body, min(body.h, len(said) * (look.either(72, 48) + gap) - gap))
    lines = zip(rows(room, len(said), gap), said, strict=True)
    for place, (row, (label, value)) in enumerate(lines):
        ground = look.theme.track if place % 2 else look.theme.panel
        yield Box(row, ground, radius=look.either(12, 9))
        pad = look.either(20, 10)
        inner = row.inset(pad, 0)
        wide = min(inner.w // 2, look.width(value, Size.SCORE, Weight.EXTRA) + pad)
        number, words = cut_right(inner, wide)
        yield from paragraph(look, words, label, Size.NAME)
        yield look.line(number, value, Size.SCORE, look.theme.gold, _RIGHT)


def _lines(look: Style, figures: Figures, *, is_player: bool) -> Iterator[tuple[str, str]]:
    """Yield what is counted, and how much of it there is."""
    words = look.canvas.words
    yield look.say("Games"), str(figures.games)
    if is_player:
        share = round(100 * figures.win_share)
        yield look.say("Wins"), f"{figures.wins} ({share} %)"
    mean = average(figures.scores)
    if mean is not None:
        yield look.say("Average points"), decimal(mean, words)
        yield look.say("Most points"), str(max(figures.scores))
    length = average(figures.lengths)
    if length is not None:
        yield look.say("Average minutes"), str(round(length))
    if not is_player:
        yield look.say("Epochs ended by Ra"), str(figures.epochs[Cause.RA_TRACK])
        yield look.say("Epochs ended by the last sun"), str(figures.epochs[Cause.SUNS])
