"""Past games: the list, and one of them step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    P1,
    P2,
    P3,
    P4,
    P5,
    RA,
    UNDO,
    Command,
    bindings_of,
    tap,
    turning,
)
from companion.core.controls import Control, stepped
from companion.core.effects import Dispatch, Update, do
from companion.core.messages import (
    FindGames,
    GoOnWith,
    GoTo,
    MachineMessage,
    Next,
    OpenPast,
    OpenReview,
    Search,
    ShowStatistics,
    TurnDial,
)
from companion.core.model import Model, all_called, without_game
from companion.core.page import Audience
from companion.core.session import Agreement, Rejected
from companion.i18n import mark
from companion.pages import navigation
from companion.pages.controls import controls
from companion.pages.list_page import EDITIONS
from companion.pages.page_view import PlainPage, keycaps
from companion.pages.race_chart import has_race, score_race
from companion.pages.table.history_view import HistoryAction, HistoryState, show_history
from companion.rules.editions import Edition
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.statistics.game import race
from companion.ui.layout import columns, cut_left, cut_right, cut_top, middle, rows
from companion.ui.pieces import Sign, badge, badge_width, focus_ring, key_ground, panel, paragraph
from companion.ui.scene import Align, Rect, Target
from companion.ui.score_table import ColumnHead
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Shape, Size, TextStyle, Ui

ROWS = 6
"""How many games stand on one page."""


class PastGame(msgspec.Struct, frozen=True):
    """A game in the list."""

    game: str
    """Its id."""
    begun: str
    """As ``2026-01-02 20:15``, UTC."""
    players: tuple[tuple[str, int | None], ...]
    """Names with points, who won first; no points while it is not over."""
    is_over: bool
    minutes: int


class Choices(msgspec.Struct, frozen=True):
    """What games can be searched by."""

    players: tuple[str, ...] = ()
    """The latest to play comes first."""
    months: tuple[str, ...] = ()
    """The latest first."""


class Games(PlainPage, frozen=True):
    """The list of games."""

    audience: ClassVar[Audience] = Audience.STAFF
    shown_elsewhere: ClassVar[Sequence[Control]] = (Control.P1, Control.P2, Control.P3)

    search: Search = Search()
    choices: Choices = Choices()
    found: tuple[PastGame, ...] = ()
    is_more: bool = False
    """Whether older games fit as well."""
    trouble: str = ""
    """Why nothing can be looked up, in English."""
    is_reading: bool = False
    """Whether the games are being read, and nothing can be looked up yet."""
    read: tuple[int, int] = (0, 0)
    """How many have been read, and of how many."""
    row: int = 0

    asks: ClassVar[str] = mark("Which game?")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done with the selected game, and the search filters."""
        search, choices = self.search, self.choices
        editions = tuple(edition.value for edition in Edition)
        player = replace(search, player=following(search.player, choices.players), skip=0)
        edition = replace(search, edition=following(search.edition, editions), skip=0)
        month = replace(search, month=following(search.month, choices.months), skip=0)
        yield tap("Player", FindGames(player), P1)
        yield tap("Edition", FindGames(edition), P2)
        yield tap("Month", FindGames(month), P3)
        if search.skip or self.is_more:
            yield tap("Newer", TurnDial(-ROWS), P4, lit=bool(search.skip))
            yield tap("Older", TurnDial(ROWS), P5, lit=self.is_more)
        chosen = self.found[self.row].game if self.row < len(self.found) else ""
        yield tap("View", OpenPast(chosen), OK, DIAL, lit=bool(chosen))
        yield tap("Statistics", ShowStatistics(search.player), RA)
        yield tap("Back", Next(), UNDO)
        if self.found:
            yield turning("Choose")

    def turn(self, model: Model, steps: int) -> Update:
        """Move along the list; past its ends are newer and older games."""
        search, at = self.search, self.row + steps
        if at >= len(self.found) and self.is_more:
            return model, (Dispatch(FindGames(replace(search, skip=search.skip + ROWS))),)
        if at < 0 and search.skip:
            newer = replace(search, skip=max(0, search.skip - ROWS))
            return model, (Dispatch(FindGames(newer)),)
        return replace(model, page=replace(self, row=max(0, min(at, len(self.found) - 1)))), ()

    def next_page(self, model: Model) -> Update | None:
        return navigation.back_to_menu(model)

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterator[Piece]:
        gap = ui.px(8, 4)
        high = ui.px(58, 3 * TOUCH_PX + 8 if ui.shape is Shape.TALL else TOUCH_PX)
        filters, rest = cut_top(area, high, gap)
        yield from _looked_for(ui, filters, model, self)
        if self.is_reading:
            yield from paragraph(ui, rest, reading(ui, self.read), Size.NAME, CENTRED)
        elif self.trouble or not self.found:
            why = no_index(ui, self.trouble) if self.trouble else ui.say("No matching games.")
            yield from paragraph(ui, rest, why, Size.NAME, CENTRED)
        for place, (row, game) in enumerate(zip(rows(rest, ROWS, gap), self.found, strict=False)):
            yield from _game(ui, row, game, is_chosen=place == self.row)


def reading(ui: Ui, read: tuple[int, int]) -> str:
    """Return how many games have been read, and of how many."""
    done, number = read
    return ui.say("Reading the saved games: {done} of {number}", done=done, number=number)


def no_index(ui: Ui, trouble: str) -> str:
    """Return why nothing can be looked up."""
    return ui.say("The list of games is unavailable ({why})", why=trouble)


class GamesFound(MachineMessage, frozen=True):
    """A message: the index has answered."""

    page: Games


def following(now: str, values: Sequence[str], steps: int = 1) -> str:
    """Return the value after this one; after the last comes none, and after none the first."""
    ring = ("", *values)
    return stepped(ring, now, steps) if now in ring else ""


def _looked_for(ui: Ui, rect: Rect, model: Model, page: Games) -> Iterator[Piece]:
    """Yield what must fit, each with the button that chooses the next value."""
    search = page.search
    edition = ui.say(EDITIONS[Edition(search.edition)]) if search.edition else ""
    now = (
        search.player or ui.say("All players"),
        edition or ui.say("All editions"),
        search.month or ui.say("All months"),
    )
    taps, caps = controls(model).taps, keycaps(ui, model)
    divided = rows if ui.shape is Shape.TALL else columns
    spots = divided(rect, len(now), ui.px(12, 4))
    for spot, control, text in zip(spots, page.shown_elsewhere, now, strict=True):
        message = taps[control].message
        yield key_ground(ui, spot)
        side = min(spot.h - ui.px(12), ui.px(38, 30))
        key = caps.get(message, "")
        wide = badge_width(ui, side, key)
        pad = ui.px(12, 6)
        sign, area = cut_left(spot.inset(pad, 0), wide, pad)
        yield from badge(ui, middle(sign, wide, side), Sign(control, key))
        yield from paragraph(ui, area, text, Size.LABEL)
        yield Target(spot, message)


def _game(ui: Ui, row: Rect, game: PastGame, *, is_chosen: bool) -> Iterator[Piece]:
    theme, radius = ui.theme, ui.px(12, 9)
    yield panel(ui, row, is_active=is_chosen, radius=radius)
    pad = ui.px(16, 8)
    area = row.inset(pad, 0)
    mark = "" if game.is_over else ui.say("unfinished")
    when = game.begun[:10] if ui.shape is Shape.TALL else game.begun
    lines = (when, mark) if mark and ui.shape is Shape.TALL else (when,)
    wide = max(ui.width(line, Size.LABEL) for line in lines) + pad
    left, rest = cut_left(area, wide)
    for spot, line in zip(rows(left, len(lines), 0), lines, strict=True):
        yield ui.line(spot, line, Size.LABEL, theme.ink_second if line == when else theme.gold)
    names = ui.canvas.words.list(
        name if points is None else f"{name} {points}" for name, points in game.players
    )
    if mark and ui.shape is not Shape.TALL:
        spot, rest = cut_right(rest, ui.width(mark, Size.LABEL) + pad, pad)
        yield ui.line(spot, mark, Size.LABEL, theme.gold, TextStyle(align=Align.RIGHT))
    yield from paragraph(ui, rest, names, Size.NAME)
    yield Target(row, OpenPast(game.game))
    if is_chosen:
        yield focus_ring(ui, row, radius)


class Replay(PlainPage, frozen=True):
    """A past game, step by step."""

    audience: ClassVar[Audience] = Audience.STAFF

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...]
    back: Games
    """The list it was chosen from."""
    at: int
    """After how many actions."""
    is_race: bool = False
    """Whether its race is shown instead of its table."""

    @property
    def length(self) -> int:
        """How many actions can be looked at, taken-back ones included."""
        return len(self.timeline.steps) + len(self.timeline.undone)

    asks: ClassVar[str] = mark("Turn the dial to step through the game")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield the steps through the game, and its race."""
        yield tap("Earlier", TurnDial(-1), P1, lit=self.at > 0)
        yield tap("Later", TurnDial(1), P2, lit=self.at < self.length)
        yield tap("Back", GoTo(self.back), RA, UNDO)
        yield turning("Browse")
        if self.timeline.game.stage is not Phase.OVER:
            yield tap("Resume", GoOnWith(self.game), OK)
        elif has_race(self.timeline):
            label = mark("The table") if self.is_race else mark("The race")
            yield tap(label, do(Replay.show_race), OK)
            if not self.is_race:
                yield tap("Review", OpenReview(), P3)

    def show_race(self, model: Model) -> Update:
        """Show the race instead of the table, or the table again."""
        return replace(model, page=replace(self, is_race=not self.is_race)), ()

    def turn(self, model: Model, steps: int) -> Update:
        at = min(max(0, self.at + steps), self.length)
        return replace(model, page=replace(self, at=at, is_race=False)), ()

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield the game as it was after this many actions, or its race."""
        if self.is_race:
            return super().view(ui, model)
        looked, then = HistoryState(self.at, tuple(self._ways(model))), replayed(model, self)
        return show_history(ui, then, looked, lambda at: TurnDial(at - self.at))

    def title(self, ui: Ui, model: Model) -> str:
        return ui.say("The race")

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterator[Piece]:
        run = race(self.timeline)
        if run is not None:
            heads = tuple(map(ColumnHead, self.timeline.game.setup.players, self.buttons))
            yield from score_race(ui, area, run, heads)

    def _ways(self, model: Model) -> Iterator[HistoryAction]:
        """Yield what can be done with this game, as buttons beside its table."""
        taps = bindings_of(self.commands(model)).taps
        for control, icon in ((Control.OK, "ui_chart"), (Control.P3, "ui_list")):
            if control in taps:
                yield HistoryAction(
                    taps[control].label, icon, taps[control].message, control is Control.OK, control
                )


class PastOpened(MachineMessage, frozen=True):
    """A message: the game as its journal has it."""

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...] = ()


def opened(model: Model, message: PastOpened) -> Replay:
    """Return the page of a game whose journal was read, as it stood at its end."""
    return Replay(
        message.game,
        all_called(message.timeline, message.buttons, model),
        message.buttons,
        message.agreement,
        message.rejected,
        back=model.page if isinstance(model.page, Games) else Games(),
        at=len(message.timeline.steps),
    )


def replayed(model: Model, page: Replay) -> Model:
    """Return the model as if this game were on the table: to look at, not to play."""
    return without_game(model).with_session(
        timeline=page.timeline,
        buttons=page.buttons,
        agreement=page.agreement,
        rejected=page.rejected,
    )
