"""Statistics over all finished games, of a player or of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.core.commands import OK, P3, RA, UNDO, Command, Prompt, tap, turning
from companion.core.effects import Dispatch, Update, do
from companion.core.messages import FindGames, Message, Next, Search, ShowStatistics, TurnDial
from companion.core.model import Model
from companion.pages.archive.games import IndexAnswered, IndexPage, following
from companion.pages.page_view import note
from companion.rules.events import Cause
from companion.statistics import Figures, average, median
from companion.statistics.game import TABLE, Counts
from companion.ui.kit import Kit, Widget
from companion.ui.layout import cut_top, without_left
from companion.ui.pieces import is_whole, paragraph
from companion.ui.plots import (
    FAMILIES,
    TURNS,
    by_family,
    category_bars,
    category_columns,
    length_columns,
    seat_columns,
    sun_columns,
    won,
)
from companion.ui.scene import Rect, Weight, loud
from companion.ui.speech import short_name
from companion.ui.style import PLAIN, RIGHT, RIGHT_NUMBER, STRONG, Piece, Shape, Size, Ui, unscaled
from companion.ui.widgets import decimal

TABS = ("overview", "categories", "suns", "seats", "lengths", "figures")
"""What the statistics show: four plots side by side, each of them larger, and plain numbers."""


class Statistics(IndexPage, frozen=True):
    """Statistics over all finished games."""

    who: str = TABLE
    counts: Counts = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    """The players with figures, by the alphabet."""
    tab: int = 0

    @property
    def question(self) -> Message:
        return ShowStatistics(self.who)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: over all plots the dial goes through the players."""
        player = ShowStatistics(following(self.who, self.players))
        forward, larger = tap("Next", TurnDial(1), OK), tap("Larger", do(Statistics.open, 1), OK)
        yield forward if self.tab else larger
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
        if self.tab == 0:
            return model, (Dispatch(ShowStatistics(following(self.who, self.players, steps))),)
        large = len(TABS) - 1
        return replace(model, page=replace(self, tab=(self.tab - 1 + steps) % large + 1)), ()

    def open(self, model: Model, tab: int) -> Update:
        """Open one of the ``TABS``."""
        return replace(model, page=replace(self, tab=tab)), ()

    def update(self, model: Model, message: Message) -> Update | None:
        match message:
            case IndexAnswered(Statistics() as page) if model.session.timeline is None:
                return replace(model, page=replace(page, tab=self.tab)), ()
        return None

    def next_page(self, model: Model) -> Update | None:
        """Return what going back does: from a large plot to all of them."""
        if self.tab:
            return replace(model, page=replace(self, tab=0)), ()
        return super().next_page(model)

    def title(self, ui: Ui, model: Model) -> str:
        """Return how many games there are; what is asked if there is none."""
        words, figures = ui.canvas.words, Figures(self.counts)
        games = figures.games
        if not games:
            return super().title(ui, model)
        if not self.who:
            return words.tell("{number} game at this table", "{number} games at this table", games)
        name = short_name(ui, self.who, Size.TITLE)
        return words.tell(
            "{name}: {wins} of {number} game won", "{name}: {wins} of {number} games won", games,
            name=name, wins=figures.wins,
        )  # fmt: skip

    def widget(self, kit: Kit, model: Model) -> Widget:
        figures = Figures(self.counts)
        if not figures.games:
            return self.missing(kit, kit.say("No finished games yet."))
        if TABS[self.tab] == "figures":
            return _figures(kit, figures, is_player=bool(self.who))
        if self.tab:
            return Widget(lambda area: _large(kit.ui, area, figures, self.tab))
        keys = []  # four plots, each under the sentence that it proves
        for place, plot in enumerate(_plots(kit.ui, figures), start=1):
            card = Widget(partial(_card, kit.ui, plot))
            keys.append(kit.key(card, message=do(Statistics.open, place)))
        return kit.grid(keys, 1 if kit.is_tall else 2, kit.px(16, 6))


_Plot = tuple[str, str, Callable[[Rect], Iterator[Piece]]]
"""What a plot proves, what it shows, and how it is drawn in a rectangle; proves nothing: nobody
told."""


def _card(ui: Ui, plot: _Plot, spot: Rect) -> Iterator[Piece]:
    finding, caption, draw = plot
    ui = unscaled(ui)
    pad = ui.px(20, 8)
    line, area = cut_top(spot.inset(pad, pad // 2), ui.line_height(Size.SUM))
    sizes = _FINDING_SIZES if ui.shape is Shape.TALL else _FINDING_SIZES[:1]
    asides = {size: without_left(line, _width(ui, finding, size)) for size in sizes}
    beside = [size for size, aside in asides.items() if is_whole(ui, aside, caption)]
    size, quiet = (*beside, Size.SUM)[0], ui.theme.ink_second
    yield loud(ui.line(line, finding, size, ui.theme.gold, STRONG))
    if beside:
        yield from paragraph(ui, asides[size], caption, Size.SMALL, RIGHT, colour=quiet)
    else:
        lines = ui.wrapped(caption, area.w, Size.SMALL, PLAIN.weight)
        below, area = cut_top(area, ui.line_height(Size.SMALL) * len(lines))
        yield from paragraph(ui, below, caption, Size.SMALL, PLAIN, colour=quiet)
    if finding:
        yield from draw(area)
    else:
        yield from note(ui, area, ui.say("Nobody has entered this yet"))


_FINDING_SIZES = (Size.SUM, Size.TITLE, Size.PROMPT)
"""On a high screen a finding is as large as leaves its caption room beside it: below, it would take
the plot's. Elsewhere it is read from across the table."""


def _width(ui: Ui, finding: str, size: Size) -> int:
    return ui.width(finding, size, Weight.EXTRA) + ui.px(16) if finding else 0


def _plots(ui: Ui, figures: Figures, *, tells_all: bool = False) -> Iterator[_Plot]:
    """Yield all plots; ``tells_all``: as each is shown alone."""
    by_category = category_bars if tells_all else category_columns
    yield (
        _best_family(ui, figures),
        ui.say("Points by category"),
        lambda area: by_category(ui, area, figures.categories),
    )
    yield (
        _best_sun(ui, figures),
        ui.say("Points won with each sun"),
        lambda area: sun_columns(ui, area, figures.suns, tells_all=tells_all),
    )
    yield (
        _best_seat(ui, figures),
        ui.say("Wins by seat"),
        lambda area: seat_columns(ui, area, figures.seats, tells_all=tells_all),
    )
    usual = median(figures.lengths)
    yield (
        "" if usual is None else ui.canvas.words.tell("{number} minute", "{number} minutes", usual),
        ui.say("Length of games"),
        lambda area: length_columns(ui, area, figures.lengths),
    )


def _best_family(ui: Ui, figures: Figures) -> str:
    if not figures.categories:
        return ""
    values = by_family(figures.categories)
    best = values.index(max(values))
    return f"{ui.say(FAMILIES[best][0])} {decimal(values[best], ui.canvas.words)}"


def _best_sun(ui: Ui, figures: Figures) -> str:
    suns = [sun for sun in figures.suns if sun.lots]
    if not suns:
        return ""
    best = max(suns, key=lambda sun: sun.points_each)
    points = decimal(best.points_each, ui.canvas.words)
    return ui.say("Sun {sun} wins {points}", sun=best.sun, points=points)


def _best_seat(ui: Ui, figures: Figures) -> str:
    if not figures.seats:
        return ""
    words, shown = ui.canvas.words, won(figures.seats)
    most = max(shown.values)
    best = zip(figures.seats, shown.values, strict=True)
    who = words.list(ui.say(TURNS[seat.seat - 1]) for seat, value in best if value == most)
    if shown.is_share:
        return words.state(who, shown.text(most))
    return words.tell("{seat}: {number} win", "{seat}: {number} wins", most, seat=who)


def _large(ui: Ui, body: Rect, figures: Figures, tab: int) -> Iterator[Piece]:
    plot = finding, caption, draw = tuple(_plots(ui, figures, tells_all=True))[tab - 1]
    if not finding:
        yield from _card(ui, plot, body)
        return
    title, area = cut_top(body, unscaled(ui).line_height(Size.LABEL), ui.px(6))
    yield from note(unscaled(ui), title, caption)
    yield from draw(area)


def _figures(kit: Kit, figures: Figures, *, is_player: bool) -> Widget:
    lines, pad, gap = [], kit.px(20, 10), kit.px(8, 4)
    for place, (label, value) in enumerate(_lines(kit.ui, figures, is_player=is_player)):
        wide = kit.ui.width(value, Size.SCORE, Weight.EXTRA) + pad
        number = kit.line(value, Size.SCORE, RIGHT_NUMBER, kit.theme.gold).fixed(wide)
        line = kit.pad(kit.row(kit.text(label, Size.NAME, PLAIN), number), pad, 0)
        lines.append(kit.box(line, fill=kit.theme.track if place % 2 else kit.theme.panel))
    return kit.top(kit.column(*lines, gap=gap), len(lines) * (kit.px(72, 48) + gap) - gap)


def _lines(ui: Ui, figures: Figures, *, is_player: bool) -> Iterator[tuple[str, str]]:
    words = ui.canvas.words
    yield ui.say("Games"), str(figures.games)
    if is_player:
        share = round(100 * figures.win_share)
        yield ui.say("Wins"), f"{figures.wins} ({share} %)"
    mean = average(figures.scores)
    if mean is not None:
        yield ui.say("Average points"), decimal(mean, words)
        yield ui.say("Most points"), str(max(figures.scores))
    length = average(figures.lengths)
    if length is not None:
        yield ui.say("Average minutes"), str(round(length))
    if not is_player:
        yield ui.say("Epochs ended by Ra"), str(figures.epochs[Cause.RA_TRACK])
        yield ui.say("Epochs ended by the last sun"), str(figures.epochs[Cause.SUNS])
