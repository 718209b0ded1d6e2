"""Past games: the list, and one of them step by step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core import messages
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
    Control,
    bindings_of,
    stepped,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, do
from companion.core.model import Agreement, Guest, Model, Rejected, all_called, without_game
from companion.core.page import Audience
from companion.i18n import mark
from companion.pages import registry
from companion.pages.controls import controls
from companion.pages.page_view import EDITIONS, PlainPage
from companion.pages.table.history_view import HistoryAction, HistoryState, show_history
from companion.rules.editions import Edition
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.statistics.game import race
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import middle
from companion.ui.pieces import Sign, badge, badge_width
from companion.ui.plots import has_race, score_race
from companion.ui.style import PLAIN, RIGHT, TOUCH_PX, Piece, Size, Ui
from companion.ui.widgets import NameTag

ROWS = 6


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


class IndexPage(PlainPage, frozen=True, kw_only=True):
    """What the index of saved games tells, once all games have been read."""

    audience: ClassVar[Audience] = Audience.STAFF

    trouble: str = ""
    """Why nothing can be looked up, in English."""
    is_reading: bool = False
    """Whether the games are being read, and nothing can be looked up yet."""
    read: tuple[int, int] = (0, 0)
    """How many have been read, and of how many."""

    @property
    @abstractmethod
    def question(self) -> messages.Message:
        """What asks for the page."""

    def next_page(self, model: Model) -> Update | None:
        return registry.back_to_menu(model)

    def missing(self, kit: Kit, none: str) -> Widget:
        """Return why nothing is shown; ``none``: what is said where there is nothing."""
        done, number = self.read
        if self.is_reading:
            none = kit.say("Reading the saved games: {done} of {number}", done=done, number=number)
        elif self.trouble:
            none = kit.say("The list of games is unavailable ({why})", why=self.trouble)
        return kit.alone(none)


class Games(IndexPage, frozen=True):
    """The list of games."""

    shown_elsewhere: ClassVar[Sequence[Control]] = (Control.P1, Control.P2, Control.P3)

    search: messages.Search = messages.Search()
    choices: Choices = Choices()
    found: tuple[PastGame, ...] = ()
    is_more: bool = False
    row: int = 0

    asks: ClassVar[str] = mark("Which game?")

    @property
    def question(self) -> messages.Message:
        return messages.FindGames(self.search)

    def commands(self, model: Model) -> Iterator[Command]:
        search, choices = self.search, self.choices
        editions = tuple(edition.value for edition in Edition)
        player = replace(search, player=following(search.player, choices.players), skip=0)
        edition = replace(search, edition=following(search.edition, editions), skip=0)
        month = replace(search, month=following(search.month, choices.months), skip=0)
        yield tap("Player", messages.FindGames(player), P1)
        yield tap("Edition", messages.FindGames(edition), P2)
        yield tap("Month", messages.FindGames(month), P3)
        if search.skip or self.is_more:
            yield tap("Newer", messages.TurnDial(-ROWS), P4, lit=bool(search.skip))
            yield tap("Older", messages.TurnDial(ROWS), P5, lit=self.is_more)
        chosen = self.found[self.row].game if self.row < len(self.found) else ""
        yield tap("View", messages.OpenPast(chosen), OK, DIAL, lit=bool(chosen))
        yield tap("Statistics", messages.ShowStatistics(search.player), RA)
        yield tap("Back", messages.Next(), UNDO)
        if self.found:
            yield turning("Choose")

    def turn(self, model: Model, steps: int) -> Update:
        """Move along the list; past its ends are newer and older games."""
        search, at = self.search, self.row + steps
        if at >= len(self.found) and self.is_more:
            return model, (Dispatch(messages.FindGames(replace(search, skip=search.skip + ROWS))),)
        if at < 0 and search.skip:
            newer = replace(search, skip=max(0, search.skip - ROWS))
            return model, (Dispatch(messages.FindGames(newer)),)
        return replace(model, page=replace(self, row=max(0, min(at, len(self.found) - 1)))), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        gap = kit.px(8, 4)
        high = kit.px(58, 3 * TOUCH_PX + 8 if kit.is_tall else TOUCH_PX)
        filters = self._filters(kit, model).fixed(high)
        if not self.found:
            return kit.column(filters, self.missing(kit, kit.say("No matching games.")), gap=gap)
        games = [_game(kit, game, is_chosen=row == self.row) for row, game in enumerate(self.found)]
        return kit.column(filters, *games, *(NOTHING,) * (ROWS - len(games)), gap=gap)

    def _filters(self, kit: Kit, model: Model) -> Widget:
        taps, edition = controls(model).taps, self.search.edition
        now = (
            self.search.player or kit.say("All players"),
            kit.say(EDITIONS[Edition(edition)] if edition else "All editions"),
            self.search.month or kit.say("All months"),
        )
        keys, pad = [], kit.px(12, 6)
        for control, text in zip(self.shown_elsewhere, now, strict=True):
            message = taps[control].message
            sign = _sign(kit, Sign(control, kit.caps.get(message, "")), kit.px(38, 30))
            words = kit.row(sign, kit.text(text, style=PLAIN), gap=pad)
            keys.append(kit.key(kit.pad(words, pad, 0), message=message))
        return kit.turned(*keys, gap=kit.px(12, 4))


class IndexAnswered(messages.MachineMessage, frozen=True):
    """A message: the index has answered."""

    page: IndexPage


def following(now: str, values: Sequence[str], steps: int = 1) -> str:
    """Return the value after this one; after the last comes none, and after none the first."""
    ring = ("", *values)
    return stepped(ring, now, steps) if now in ring else ""


def _sign(kit: Kit, sign: Sign, high: int) -> Widget:
    wide = badge_width(kit.ui, high, sign.key)
    return Widget(lambda area: badge(kit.ui, middle(area, wide, high), sign)).fixed(wide)


def _game(kit: Kit, game: PastGame, *, is_chosen: bool) -> Widget:
    ui, pad = kit.ui, kit.px(16, 8)
    mark = "" if game.is_over else kit.say("unfinished")
    when = game.begun[:10] if kit.is_tall else game.begun
    told = kit.line(when, Size.LABEL, PLAIN, kit.theme.ink_second)
    unfinished = kit.line(mark, Size.LABEL, PLAIN if kit.is_tall else RIGHT, kit.theme.gold)
    names = ui.canvas.words.list(
        name if points is None else f"{name} {points}" for name, points in game.players
    )
    wide, aside = ui.width(when, Size.LABEL), ui.width(mark, Size.LABEL)
    parts = [kit.text(names, Size.NAME, PLAIN)]
    if mark and kit.is_tall:
        told, wide = kit.column(told, unfinished), max(wide, aside)
    elif mark:
        parts = [kit.row(*parts, unfinished.fixed(aside + pad), gap=pad)]
    line = kit.pad(kit.row(told.fixed(wide + pad), *parts), pad, 3)  # letters stay off the ring
    line = kit.panel(line, active=is_chosen, radius=kit.px(12, 9))
    return kit.pressed(line, messages.OpenPast(game.game), is_pointed=is_chosen)


class Replay(PlainPage, frozen=True):
    """A past game, step by step."""

    audience: ClassVar[Audience] = Audience.STAFF

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...]
    back: Games
    at: int
    is_race: bool = False
    """Whether its race is shown instead of its table."""

    @property
    def length(self) -> int:
        """How many actions can be looked at, taken-back ones included."""
        return len(self.timeline.steps) + len(self.timeline.undone)

    asks: ClassVar[str] = mark("Turn the dial to step through the game")

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Earlier", messages.TurnDial(-1), P1, lit=self.at > 0)
        yield tap("Later", messages.TurnDial(1), P2, lit=self.at < self.length)
        yield tap("Back", messages.GoTo(self.back), RA, UNDO)
        yield turning("Browse")
        if self.timeline.game.stage is not Phase.OVER:
            yield tap("Resume", messages.GoOnWith(self.game), OK)
        elif has_race(self.timeline):
            label = mark("The table") if self.is_race else mark("The race")
            yield tap(label, do(Replay.show_race), OK)
            if not self.is_race:
                yield tap("Review", messages.OpenReview(), P3)

    def show_race(self, model: Model) -> Update:
        """Show the race instead of the table, or the table again."""
        return replace(model, page=replace(self, is_race=not self.is_race)), ()

    def turn(self, model: Model, steps: int) -> Update:
        at = min(max(0, self.at + steps), self.length)
        return replace(model, page=replace(self, at=at, is_race=False)), ()

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        if self.is_race:
            return super().view(ui, model)
        looked, then = HistoryState(self.at, tuple(self._ways(model))), replayed(model, self)
        return show_history(ui, then, looked, lambda at: messages.TurnDial(at - self.at))

    def title(self, ui: Ui, model: Model) -> str:
        return ui.say("The race")

    def widget(self, kit: Kit, model: Model) -> Widget:
        run = race(self.timeline)
        if run is None:
            return NOTHING
        heads = tuple(map(NameTag, self.timeline.game.setup.players, self.buttons))
        return Widget(lambda area: score_race(kit.ui, area, run, heads))

    def _ways(self, model: Model) -> Iterator[HistoryAction]:
        taps = bindings_of(self.commands(model)).taps
        for control, icon in ((Control.OK, "ui_chart"), (Control.P3, "ui_list")):
            if control in taps:
                yield HistoryAction(
                    taps[control].label, icon, taps[control].message, control is Control.OK, control
                )


class PastOpened(messages.MachineMessage, frozen=True):
    """A message: the game as its journal has it."""

    game: str
    timeline: Timeline
    guests: tuple[Guest, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...] = ()


def opened(model: Model, message: PastOpened) -> Replay:
    """Return the page of a game whose journal was read, as it stood at its end."""
    return Replay(
        message.game,
        all_called(message.timeline, message.guests, model),
        tuple(guest.button for guest in message.guests),
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
