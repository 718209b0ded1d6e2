"""Before a first game: what of the box lies where for this edition and so many players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update
from companion.core.messages import Begin, GoTo, Message
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Guest
from companion.i18n import Words, mark
from companion.pages import keyboard, new_game, reference
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.pages.reference import GuideLine, Rule
from companion.rules.editions import (
    RA_LIMITS,
    Edition,
    Options,
    RaDisplay,
    Split,
    Suns,
    ra_display,
    sun_groups,
    suns_in_play,
)
from companion.ui.layout import columns, rows, square
from companion.ui.layout import stacked as one_below_the_other
from companion.ui.pieces import sun
from companion.ui.scene import Box, Rect
from companion.ui.speech import said
from companion.ui.style import Piece, Shape, Size, Style
from companion.ui.widgets import Spoken, largest_px, paragraphs

SPACES = {
    RaDisplay.BOAT: mark("Ra track: {limit} steps; the Sun Boat starts before the first."),
    RaDisplay.TILES: mark("Ra track: {limit} spaces, all empty."),
}

SUNS_USED = mark("Other suns stay in the box.")


class LayingOut(Page, frozen=True):
    """Nobody has suns yet: what lies on the table, and how a turn goes."""

    is_seating: ClassVar[bool] = True

    guests: tuple[Guest, ...]

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        begin = Binding(Begin(), "Begin")
        back = Binding(GoTo(new_game.OptionsPage(self.guests)), "Back")
        return Bindings({Control.RA: begin, Control.OK: begin, Control.UNDO: back})

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Lay out the box like this")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield the suns that are used, what lies on the table, and what a turn is."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model), model)
        number = len(new_game.with_machines(model, self.guests))
        options = new_game.fitting(model.session.agreement, number).options
        gap = look.either(14, 6)
        discs = suns_of(number, options)
        is_tall = look.shape is Shape.TALL
        high = look.either(84, 96 if is_tall else 42)
        room = where.body
        parts = float(high), float(max(1, room.h - high - gap))
        upper, lower = one_below_the_other(room, parts, gap)
        yield from _discs(look, upper, discs)
        halves = rows(lower, 2, gap) if is_tall else columns(lower, 2, gap)
        spoken = [
            tuple(Spoken(said(look, line.sentence, line.facts)) for line in lines)
            for lines in told(number, options)
        ]
        rooms = [half.inset(look.either(20, 5)) for half in halves]
        both = [*zip(rooms, spoken, strict=True)]
        px = look.em(Size.SCORE)
        while (fitting := min(largest_px(look, room, each, px) for room, each in both)) < px:
            px = fitting
        for half, (room, sentences) in zip(halves, both, strict=True):
            yield Box(half, look.theme.panel, border=look.theme.line,
                      border_px=max(1, look.px(1.5)), radius=look.either(14, 10))  # fmt: skip
            yield paragraphs(look, room, sentences, px)
        yield from what_can_be_done(look, where.dock, model)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Return how the table is laid out, and the question."""
        return new_game.spoken.laying_out(self, model, words)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.usual(model)

    def update(self, model: Model, message: Message) -> Update | None:
        """Return what a message means here and nowhere else."""
        return new_game.begin_with(model, self.guests) if isinstance(message, Begin) else None

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return self if model.session.timeline is None else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_laying_out(model, self)


def suns_of(players: int, options: Options) -> Suns:
    """Return the discs that are used, ascending, the one in the centre among them (R-SET-5)."""
    if players == min(RA_LIMITS) and options.two_player_split is not None:
        groups = sun_groups(players, options.two_player_split or Split.RAZZIA)
        return (suns_in_play(players)[0], *sorted(one for group in groups for one in group))
    return suns_in_play(players)


def told(players: int, options: Options) -> tuple[tuple[GuideLine, ...], tuple[GuideLine, ...]]:
    """Return what goes where (R-SET-2 … R-SET-8), and the rules explained before the first turn."""
    edition = options.edition
    limit = options.ra_limit or RA_LIMITS[players]
    spread = Rule.SPREAD if edition is Edition.ALEA_1999 else Rule.IN_BAG
    laid = (
        GuideLine(SUNS_USED),
        GuideLine(SPACES[ra_display(edition)], {"limit": limit}),
        GuideLine(Rule.FIRST_CENTRE.value),
        GuideLine(spread.value),
        GuideLine(Rule.START_POINTS.value),
    )
    first = reference.lessons.before_the_game(edition)
    return laid, tuple(GuideLine(rule.value) for rule in first)


def _discs(look: Style, rect: Rect, discs: Suns) -> Iterator[Piece]:
    """Yield all suns in order: in one row, or in two on a high screen."""
    lines = 2 if look.shape is Shape.TALL else 1
    each = -(-len(discs) // lines)
    for line, row in enumerate(rows(rect, lines, 0)):
        for spot, number in zip(
            columns(row, each, look.px(4)), discs[line * each : (line + 1) * each], strict=False
        ):
            yield from sun(look, square(spot, min(spot.w, spot.h)), number)
