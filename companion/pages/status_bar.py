"""The status bar: what is wrong, until it is over, and what is said for a moment; playing time."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.core.clock import (
    LONGEST_PAUSE_MS,
    LONGEST_THOUGHT_MS,
    MINUTE_MS,
    PlayingTime,
    asked_alone,
    later,
)
from companion.core.kiosk import GuestRequest
from companion.core.messages import Message, Resumed
from companion.core.model import (
    NOTICE_SECONDS,
    SAVING_SECONDS,
    Entered,
    Model,
    TakenBack,
    machine_strength,
)
from companion.core.notices import CALM, Notice, in_order
from companion.i18n import mark
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.layout import Bands, bands, middle, rows
from companion.ui.scene import Box, Colour, Rect, Weight
from companion.ui.speech import notice, said
from companion.ui.style import CENTRED, PLAIN, Piece, Shape, Size, Ui, unscaled

_MOST_LINES = {Shape.FULL: 2, Shape.COMPACT: 3, Shape.TALL: 5}

CALLS = {
    GuestRequest.RULES: mark("Rules question: somebody will come"),
    GuestRequest.ORDER: mark("Order: somebody will come"),
    GuestRequest.BILL: mark("The bill: somebody will come"),
}
"""Guests who call see that it was heard, until somebody has come."""

_MOST_LARGE = {Shape.FULL: 2, Shape.COMPACT: 2, Shape.TALL: 3}
"""How many lines the edge may have, and how many of large letters."""


_MOST_TOLD = 2
"""A rule that needs more lines is told in letters of their usual size."""


def trouble_lines(ui: Ui, model: Model) -> tuple[str, ...]:
    """Return what is wrong now, in lines of the screen's width."""
    if not model.screen.troubles and model.kiosk.call is None:
        return ()
    most = _MOST_LINES[ui.shape]
    return fitted(_readable(ui, model), _sentence(ui, model), _width(ui), Size.SMALL, most)


def _width(ui: Ui) -> int:
    return ui.canvas.size[0] - 2 * ui.px(16, 8)


def _sentence(ui: Ui, model: Model) -> str:
    call = model.kiosk.call
    if call is not None:
        return ui.say(CALLS[call.kind])
    first, *others = in_order(model.screen.troubles)
    more = ui.say("(and {number} more)", number=len(others)) if others else ""
    return f"{said(ui, first.note.value, first.facts)} {more}".strip()


def _readable(ui: Ui, model: Model) -> Ui:
    """Return the same with letters of the usual size if large ones have no room here."""
    lines = ui.wrapped(_sentence(ui, model), _width(ui), Size.SMALL)
    return ui if len(lines) <= _MOST_LARGE[ui.shape] else unscaled(ui)


def fitted(ui: Ui, sentence: str, width: int, size: Size, most: int) -> tuple[str, ...]:
    """Return the sentence in this many lines at most, the last shortened if it must be."""
    lines = ui.wrapped(sentence, width, size)
    if len(lines) <= most:
        return lines
    rest = " ".join(lines[most - 1 :])
    last = ui.canvas.type.shorten(rest, width, ui.em(size), Weight.BOLD)
    return (*lines[: most - 1], last)


_OF_THE_HEIGHT = 30
"""The letters of an explained rule have at least 1/30 of the screen's height."""

_AT_MOST_OF_THE_HEIGHT = 20
"""They have 1/20 where the rule then still fits on one line."""


class _Strip(msgspec.Struct, frozen=True):
    """Lines along the edge."""

    lines: tuple[str, ...]
    ui: Ui
    """How large their letters are."""
    fill: Colour
    ink: Colour
    rim: Colour | None = None
    """Of the line below it; only what is said for a moment has one."""

    em: int = 0
    """How high its letters are, in pixels; 0: as small as can be read."""
    least_high: int = 0
    """How high it is at least, in pixels: what is below does not move from one rule to the next."""

    @property
    def px(self) -> int:
        return self.em or self.ui.em(Size.SMALL)

    @property
    def line_px(self) -> int:
        return max(round(self.px * 1.15), self.least_high // len(self.lines))

    @property
    def high(self) -> int:
        return len(self.lines) * self.line_px + self.ui.px(6)


def _strips(ui: Ui, model: Model) -> Iterator[_Strip]:
    """Yield what stands along the edge: what is wrong, and what is said without a Ra track."""
    theme, said = ui.theme, None if model.page.has_track else toast_of(ui, model)
    lines = trouble_lines(ui, model)
    if lines and (said is None or said.sentence not in _sentence(ui, model)):
        readable = _readable(ui, model)
        if said is not None:
            most = _MOST_LARGE[ui.shape] if ui.shape is Shape.TALL else 1
            readable = readable if len(lines) <= most else unscaled(ui)
            lines = fitted(readable, " ".join(lines), _width(ui), Size.SMALL, most)
        yield _Strip(lines, readable, theme.ra, theme.on_ra)
    if lesson := told(model):
        sentence = ui.say(lesson)
        measures, language = ui.canvas.type, ui.canvas.words.language
        px = _told_px(ui, sentence)
        if len(measures.wrap(sentence, _width(ui), px, Weight.BOLD, language)) > _MOST_TOLD:
            px = _told_px(unscaled(ui), sentence)
        lines = measures.even(sentence, _width(ui), px, Weight.BOLD, language)
        most = round(_most_told_px(ui) * 1.15)
        yield _Strip(lines, ui, theme.panel, theme.ink, theme.gold, px, most)
    if said is not None:
        small = unscaled(ui)
        lines = fitted(small, said.sentence, _width(ui), Size.SMALL, _MOST_LINES[ui.shape])
        yield _Strip(lines, small, theme.panel_active, theme.ink, said.colour)


def _told_px(ui: Ui, sentence: str) -> int:
    """Return how high the letters of the explained rule are, in pixels."""
    least, measures = _least_told_px(ui), ui.canvas.type
    return measures.fitting_px(sentence, _width(ui), _most_told_px(ui), least, Weight.BOLD)


def _least_told_px(ui: Ui) -> int:
    return max(ui.em(Size.SMALL), -(-ui.canvas.size[1] // _OF_THE_HEIGHT))


def _most_told_px(ui: Ui) -> int:
    return max(_least_told_px(ui), ui.canvas.size[1] // _AT_MOST_OF_THE_HEIGHT)


def told(model: Model) -> str:
    """Return the rule explained now, in English; empty except at the table of a first game."""
    session, is_table = model.session, model.page.is_table
    return session.lesson if session.is_first and session.timeline and is_table else ""


def edge_px(ui: Ui, model: Model) -> int:
    """Return the height of the bar that reports problems; 0 if there are none."""
    return sum(strip.high for strip in _strips(ui, model))


def troubles(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield what is wrong, along the upper edge, until it is over."""
    top, margin = 0, ui.px(16, 8)
    for strip in _strips(ui, model):
        wide, rim = ui.canvas.size[0], max(2, ui.px(2))
        yield Box(Rect(0, top, wide, strip.high), strip.fill)
        if strip.rim is not None:
            yield Box(Rect(0, top + strip.high - rim, wide, rim), strip.rim)
        for place, line in enumerate(strip.lines):
            low = top + ui.px(3) + place * strip.line_px
            rect = Rect(margin, low, _width(ui), strip.line_px)
            style = PLAIN if strip.rim is None else CENTRED
            yield strip.ui.text(rect, line, strip.px, strip.ink, style)
        top += strip.high


class Toast(msgspec.Struct, frozen=True):
    """What is said now."""

    sentence: str
    colour: Colour
    """Of its rim: how serious it is."""


def toast_of(ui: Ui, model: Model) -> Toast | None:
    """Return what is said now; None if nothing is."""
    if (
        model.screen.saving_since is not None
        and model.now - model.screen.saving_since >= SAVING_SECONDS
    ):
        return Toast(ui.say("Saving…"), ui.theme.gold)
    if model.screen.notice is None or model.now - model.screen.notice_at >= NOTICE_SECONDS:
        return None
    now = model.screen.notice
    is_done = isinstance(now, TakenBack | Entered)
    is_calm = is_done or (isinstance(now, Notice) and now.note in CALM)
    return Toast(notice(ui, now, model), ui.theme.gold if is_calm else ui.theme.bad)


_FEW_LINES = 2
"""More lines than these need more room than the Ra track has."""

_TOAST_LINES = 6


def toast(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield what is said now, where there is a Ra track to lie over; other pages make room."""
    said = toast_of(ui, model)
    if said is not None and model.page.has_track:
        where = bands(ui, edge_px(ui, model))
        quiet = model.page.notice_area(ui, model, where)
        yield from _toast(ui, where, quiet, said.sentence, said.colour)


def _toast(
    ui: Ui, where: Bands, quiet: Rect | None, sentence: str, colour: Colour
) -> Iterator[Piece]:
    """Yield the sentence in a box: over the way of the Sun Boat, never over the number of Ra tiles.

    What is too long for that lies over the question or what is quiet, as far down as it needs.
    """
    margins, high = ui.px(48, 20), ui.line_height(Size.LABEL)
    track = _beside_the_chips(ui, where)
    area, least = (track, ui.px(620, 0)) if quiet is None else (quiet, quiet.w)
    number = len(ui.wrapped(sentence, where.auction_track.w - margins, Size.LABEL))
    is_high = number > _FEW_LINES or number * high > (where.prompt if quiet is None else quiet).h
    if is_high or _is_torn(ui, sentence, area.w - margins):
        ui = unscaled(ui)
        high = ui.line_height(Size.LABEL)
    most = _FEW_LINES if quiet is None else max(_FEW_LINES, quiet.h // high)
    lines = fitted(ui, sentence, area.w - margins, Size.LABEL, most)
    if lines != ui.wrapped(sentence, area.w - margins, Size.LABEL):
        quiet = where.prompt if quiet is None else quiet
        area = Rect(where.auction_track.x, quiet.y, where.auction_track.w, quiet.h)
        least = area.w
        lines = fitted(ui, sentence, area.w - margins, Size.LABEL, _TOAST_LINES)
    widest = max(ui.width(line, Size.LABEL) for line in lines) + margins
    spot = _around(ui, area, max(least, widest), len(lines) * high)
    if quiet is not None and spot.h < area.h:
        spot = area
    yield from _boxed(ui, spot, lines, colour)


def _is_torn(ui: Ui, sentence: str, width: int) -> bool:
    """Return whether few lines would break a word, as letters of the usual size would not."""
    language, measures = ui.canvas.words.language, ui.canvas.type
    usual, large = (each.wrapped(sentence, width, Size.LABEL) for each in (unscaled(ui), ui))
    return len(usual) <= _FEW_LINES and (
        measures.is_whole(sentence, usual, language)
        and not measures.is_whole(sentence, large, language)
    )


def _beside_the_chips(ui: Ui, where: Bands) -> Rect:
    """Return the room between what stands at the ends of the Ra track."""
    if ui.is_full and not ui.is_big:
        left, right = ui.px(340), ui.px(150)
        left, right = (right, left) if ui.left_handed else (left, right)
    else:
        far = 200 if ui.shape is Shape.TALL else 300 if ui.is_full else 238
        left = ui.px(far if ui.is_big else 178 if ui.shape is Shape.TALL else 196)
        right = ui.px(98)
    track = where.ra_track
    return Rect(left, track.y, track.w - left - right, track.h)


def _around(ui: Ui, area: Rect, wide: int, high: int) -> Rect:
    """Return a box for lines of this width and height, large enough to hide what it lies over."""
    wide = min(area.w, wide)
    tall = max(high + ui.px(16, 4), ui.px(56, 40))
    if ui.shape is Shape.TALL:
        wide, tall = area.w, max(area.h, tall)
    if tall > area.h:
        up = min(ui.px(6), (tall - area.h) // 2)
        return Rect(area.x + (area.w - wide) // 2, max(0, area.y - up), wide, tall)
    return middle(area, wide, tall)


def _boxed(ui: Ui, rect: Rect, lines: tuple[str, ...], colour: Colour) -> Iterator[Piece]:
    yield Box(rect, ui.theme.panel_active, border=colour, border_px=max(2, ui.px(2)),
              radius=ui.px(14, 10))  # fmt: skip
    high = ui.line_height(Size.LABEL)
    text = middle(rect, rect.w - 2 * ui.px(6), min(rect.h, len(lines) * high))
    for row, line in zip(rows(text, len(lines), 0), lines, strict=True):
        yield ui.line(row, line, Size.LABEL, style=CENTRED)


_MINUTE_SECONDS = MINUTE_MS / 1000

_MOST_MINUTES = LONGEST_PAUSE_MS // MINUTE_MS

_GLASS_MINUTES = LONGEST_THOUGHT_MS // MINUTE_MS
"""A player asked for this long is away, and the sand-glass disappears."""


def keep_time(before: Model, message: Message, after: Model) -> Model:
    """Return the model whose clock knows of an entry, or of the game that has come to the table."""
    was, now = before.session.timeline, after.session.timeline
    if now is was or now is None:
        return after
    since = after.now
    if isinstance(message, Resumed):
        return after.with_session(clock=replace(message.clock, since=since))
    players = len(now.game.players)
    if was is None or was.start is not now.start:
        return after.with_session(clock=PlayingTime(shares=(0,) * players, since=since))
    clock = before.session.clock
    alone = asked_alone(was.game, was.events, is_whole=was.partial_game is None)
    passed = round((since - clock.since) * 1000)
    return after.with_session(clock=replace(later(clock, passed, alone, players), since=since))


def is_seen(model: Model) -> bool:
    """Whether the page shows the time of a running game."""
    timeline = model.session.timeline
    is_table = model.preferences.has_clock and model.page.is_table
    return is_table and timeline is not None and timeline.game.stage is not Phase.OVER


def at_now(model: Model) -> Model:
    """Return the model whose clock has gone on by whole minutes since the last entry."""
    if not is_seen(model):
        return model
    minutes = _minutes(model)
    if minutes == model.session.clock.minutes:
        return model
    return model.with_session(clock=replace(model.session.clock, minutes=minutes))


def _minutes(model: Model) -> int:
    since = model.session.clock.since
    ends = (since + each * _MINUTE_SECONDS for each in range(1, _MOST_MINUTES + 1))
    return sum(model.now >= end for end in ends)


def deadline(model: Model) -> float | None:
    """Return when the visible clock changes next: once a minute, until people are away."""
    if not is_seen(model):
        return None
    clock, minutes = model.session.clock, _minutes(model)
    if minutes >= _MOST_MINUTES:
        return None
    return clock.since + (minutes + 1) * _MINUTE_SECONDS


def sand(model: Model) -> float | None:
    """Return how much of the sand has run for the player asked; None if there is no sand-glass.

    It is there from the second minute of one question on, and ends nothing.
    """
    timeline = model.session.timeline
    if timeline is None or not is_seen(model):
        return None
    alone = asked_alone(timeline.game, timeline.events, is_whole=timeline.partial_game is None)
    minutes = model.session.clock.minutes
    if alone is None or not 0 < minutes < _GLASS_MINUTES or is_machine(model, alone):
        return None
    return minutes / (_GLASS_MINUTES - 1)


class Timing(msgspec.Struct, frozen=True):
    """What the table shows of the time."""

    played: str = ""
    """Hours and minutes; empty if no time is seen."""
    shares: tuple[float, ...] = ()
    """For each seat, which part it has of the time in which somebody alone was asked."""
    sand: float | None = None
    """How much of the sand has run for the player asked; None if there is no sand-glass."""

    def share(self, seat: Seat) -> float:
        """Return one player's part, 0 to 1."""
        return self.shares[seat] if self.shares else 0.0


def timing(model: Model) -> Timing:
    """Return what the table shows of the time now: nothing unless somebody wants it."""
    if not is_seen(model):
        return Timing()
    clock, seats = model.session.clock, model.game.setup.seats
    of_people = [
        0 if is_machine(model, seat) else share
        for seat, share in zip(seats, clock.shares, strict=False)
    ]
    whole = sum(of_people)
    shares = tuple(share / whole for share in of_people) if whole else ()
    return Timing(hours(clock.whole_minutes), shares, sand(model))


def hours(minutes: int) -> str:
    """Return a time as hours and minutes, such as "1:05"."""
    return f"{minutes // 60}:{minutes % 60:02}"


def is_machine(model: Model, seat: Seat) -> bool:
    """Whether the table plays this seat: the time is then that of the hands that move for it."""
    return machine_strength(model, seat) is not None
