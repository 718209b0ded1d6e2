"""What all finished games add up to: of a player, or of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update
from companion.core.messages import Message, Next, TurnDial
from companion.core.model import Model
from companion.core.page import Audience, Page
from companion.i18n import mark
from companion.pages import kiosk
from companion.pages.archive.games import FindGames, Search, following, pressed
from companion.pages.page_view import asked, frame, heading, note, what_can_be_done
from companion.rules.events import Cause
from companion.statistics import Figures, average
from companion.statistics.game import TABLE, Counts
from companion.ui.charts import category_bars, sun_values
from companion.ui.layout import left_part, rows
from companion.ui.pieces import paragraph
from companion.ui.scene import Align, Box, Rect, Weight
from companion.ui.style import CENTRED, Piece, Size, Style, TextStyle, unscaled
from companion.ui.widgets import decimal

LEAVES = ("figures", "categories", "suns")
"""What the statistics show, a leaf each."""


class Statistics(Page, frozen=True):
    """What all finished games add up to."""

    audience: ClassVar[Audience] = Audience.STAFF

    who: str = TABLE
    counts: Counts = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    """Of whom there are figures, who played last first."""
    trouble: str = ""
    leaf: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        player = ShowStatistics(following(self.who, self.players))
        taps = {
            Control.P1: Binding(TurnDial(-1), "Back"),
            Control.P2: Binding(TurnDial(1), "Forward"),
            Control.P3: Binding(player, "Player"),
            Control.OK: Binding(TurnDial(1), "Forward"),
            Control.RA: Binding(FindGames(Search(player=self.who)), "Games"),
            Control.UNDO: Binding(Next(), "Back"),
        }
        return Bindings(taps, {}, mark("Choose"))

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return pressed(self.bindings(model), Next())

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        if self.who:
            return Prompt("{name}: statistics over all games", {"name": self.who})
        return Prompt("Statistics over all games")

    def turn(self, model: Model, steps: int) -> Update:
        """Move from leaf to leaf."""
        return replace(model, page=replace(self, leaf=(self.leaf + steps) % len(LEAVES))), ()

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.back_to_staff(model)

    def view(self, look: Style, model: Model) -> Iterator[Piece]:
        """Yield the leaf that is open."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model), model)
        figures = Figures(self.counts)
        body, line = where.body, unscaled(look).line_height(Size.LABEL)
        title = Rect(body.x, body.y, body.w, line)
        room = Rect(body.x, body.y + line + look.px(6), body.w, body.h - line - look.px(6))
        if self.trouble or not figures.games:
            why = look.canvas.words.repeat(self.trouble) or look.say("No finished games yet.")
            yield from paragraph(look, body, why, Size.NAME, CENTRED)
        elif LEAVES[self.leaf] == "categories" and figures.categories:
            yield from note(unscaled(look), title, look.say("Average points per game"))
            yield from category_bars(look, room, figures.categories)
        elif LEAVES[self.leaf] == "suns" and figures.suns:
            yield from note(unscaled(look), title, look.say("Points won with each sun"))
            yield from sun_values(look, room, figures.suns)
        else:
            yield from _figures(look, body, figures, is_player=bool(self.who))
        yield from what_can_be_done(look, where.dock, model)


class ShowStatistics(msgspec.Struct, frozen=True):
    """A message: the figures of somebody are asked for, or of the table."""

    who: str = TABLE


class Summed(msgspec.Struct, frozen=True):
    """A message: the index has added up."""

    page: Statistics


_RIGHT = TextStyle(Weight.EXTRA, Align.RIGHT)


def _figures(look: Style, body: Rect, figures: Figures, *, is_player: bool) -> Iterator[Piece]:
    said = tuple(_lines(look, figures, is_player=is_player))
    gap = look.either(8, 4)
    high = min(body.h, len(said) * (look.either(72, 48) + gap) - gap)
    room = Rect(body.x, body.y, body.w, high)
    for place, (row, (label, value)) in enumerate(
        zip(rows(room, len(said), gap), said, strict=True)
    ):
        ground = look.theme.lane if place % 2 else look.theme.panel
        yield Box(row, ground, radius=look.either(12, 9))
        pad = look.either(20, 10)
        inner = Rect(row.x + pad, row.y, row.w - 2 * pad, row.h)
        wide = min(inner.w // 2, look.width(value, Size.SCORE, Weight.EXTRA) + pad)
        yield from paragraph(look, left_part(inner, inner.w - wide), label, Size.NAME)
        number = Rect(inner.x + inner.w - wide, inner.y, wide, inner.h)
        yield look.line(number, value, Size.SCORE, look.theme.gold, _RIGHT)


def _lines(look: Style, figures: Figures, *, is_player: bool) -> Iterator[tuple[str, str]]:
    """Yield what is counted, and how much of it there is."""
    words = look.canvas.words
    yield look.say("Games"), str(figures.games)
    if is_player:
        share = round(100 * figures.win_share)
        yield look.say("Won"), f"{figures.wins} ({share} %)"
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
