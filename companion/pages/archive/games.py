"""The list of past games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.dial import stepped
from companion.core.effects import Dispatch, Update
from companion.core.messages import Message, Next, TurnDial
from companion.core.model import Model
from companion.core.page import Audience, Page
from companion.i18n import mark
from companion.pages import archive, kiosk, new_game
from companion.pages.bindings import controls
from companion.pages.keyboard import turns
from companion.pages.page_view import asked, frame, heading, keycaps, what_can_be_done
from companion.rules.editions import Edition
from companion.ui.layout import columns, left_part, rows, without_left
from companion.ui.pieces import Sign, badge, badge_width, focus_ring, key_ground, paragraph
from companion.ui.scene import Align, Box, Rect, Target
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Shape, Size, Style, TextStyle

ROWS = 6
"""How many games stand on one page."""


class Search(msgspec.Struct, frozen=True):
    """The search for games; empty fields do not matter."""

    player: str = ""
    edition: str = ""
    month: str = ""
    """As ``2026-01``."""
    skip: int = 0
    """How many of the newest matches are skipped."""


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


class Games(Page, frozen=True):
    """The list of games, one of them pointed at."""

    audience: ClassVar[Audience] = Audience.STAFF

    search: Search = Search()
    choices: Choices = Choices()
    found: tuple[PastGame, ...] = ()
    is_more: bool = False
    """Whether older games fit as well."""
    trouble: str = ""
    """Why nothing can be looked up."""
    row: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        search, choices = self.search, self.choices
        editions = tuple(edition.value for edition in Edition)
        player = replace(search, player=following(search.player, choices.players), skip=0)
        edition = replace(search, edition=following(search.edition, editions), skip=0)
        month = replace(search, month=following(search.month, choices.months), skip=0)
        chosen = self.found[self.row].game if self.row < len(self.found) else ""
        look = Binding(OpenPast(chosen), "View", is_lit=bool(chosen))
        taps = {
            Control.P1: Binding(FindGames(player), "Player"),
            Control.P2: Binding(FindGames(edition), "Edition"),
            Control.P3: Binding(FindGames(month), "Month"),
            Control.OK: look,
            Control.DIAL: look,
            Control.RA: Binding(archive.ShowStatistics(search.player), "Statistics"),
            Control.UNDO: Binding(Next(), "Back"),
        }
        if search.skip or self.is_more:
            taps[Control.P4] = Binding(TurnDial(-ROWS), "Newer", is_lit=search.skip > 0)
            taps[Control.P5] = Binding(TurnDial(ROWS), "Older", is_lit=self.is_more)
        return Bindings(taps, {}, mark("Choose") if self.found else "")

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return pressed(self.bindings(model), Next())

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Which game?")

    def turn(self, model: Model, steps: int) -> Update:
        """Move along the list; beyond its ends are newer and older games."""
        search, at = self.search, self.row + steps
        if at >= len(self.found) and self.is_more:
            return model, (Dispatch(FindGames(replace(search, skip=search.skip + ROWS))),)
        if at < 0 and search.skip:
            newer = replace(search, skip=max(0, search.skip - ROWS))
            return model, (Dispatch(FindGames(newer)),)
        return replace(model, page=replace(self, row=max(0, min(at, len(self.found) - 1)))), ()

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.back_to_staff(model)

    def view(self, look: Style, model: Model) -> Iterator[Piece]:
        """Yield the games that match, and the search."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model), model)
        body, gap = where.body, look.either(8, 4)
        filters = look.either(58, 3 * TOUCH_PX + 8 if look.shape is Shape.TALL else TOUCH_PX)
        yield from _looked_for(look, Rect(body.x, body.y, body.w, filters), model, self)
        rest = Rect(body.x, body.y + filters + gap, body.w, body.h - filters - gap)
        if self.trouble or not self.found:
            why = look.canvas.words.repeat(self.trouble) or look.say("No matching games.")
            yield from paragraph(look, rest, why, Size.NAME, CENTRED)
        for place, (row, game) in enumerate(zip(rows(rest, ROWS, gap), self.found, strict=False)):
            yield from _game(look, row, game, is_chosen=place == self.row)
        yield from what_can_be_done(look, where.dock, model, _FILTERS)


class FindGames(msgspec.Struct, frozen=True):
    """A message: these games are asked for."""

    search: Search = Search()


class GamesFound(msgspec.Struct, frozen=True):
    """A message: the index has answered."""

    page: Games


class OpenPast(msgspec.Struct, frozen=True):
    """A message: somebody wants to look at this game."""

    game: str


def following(now: str, values: Sequence[str], steps: int = 1) -> str:
    """Return the value after this one; after the last comes none, and after none the first."""
    ring = ("", *values)
    return stepped(ring, now, steps) if now in ring else ""


def pressed(now: Bindings, leave: Message) -> Mapping[str, Message]:
    """Return what each key does on the pages of this room.

    Args:
        now: What every control does.
        leave: What Escape does.
    """
    named = {"return": Control.OK, "backspace": Control.UNDO, "z": Control.UNDO, "r": Control.RA}
    named |= {str(place): control for place, control in enumerate(PLAYER_CONTROLS, start=1)}
    taps = {key: now.taps[at].message for key, at in named.items() if at in now.taps}
    return {**turns(), **taps, "escape": leave}


_FILTERS = (Control.P1, Control.P2, Control.P3)


def _looked_for(look: Style, rect: Rect, model: Model, page: Games) -> Iterator[Piece]:
    """Yield what must fit, each with the button that chooses the next value."""
    search = page.search
    edition = look.say(new_game.EDITIONS[Edition(search.edition)]) if search.edition else ""
    now = (
        search.player or look.say("All players"),
        edition or look.say("All editions"),
        search.month or look.say("All months"),
    )
    taps, caps = controls(model).taps, keycaps(look, model)
    divided = rows if look.shape is Shape.TALL else columns
    spots = divided(rect, len(_FILTERS), look.either(12, 4))
    for spot, control, text in zip(spots, _FILTERS, now, strict=True):
        message = taps[control].message
        yield key_ground(look, spot)
        side = min(spot.h - look.px(12), look.either(38, 30))
        key = caps.get(message, "")
        wide = badge_width(look, side, key)
        pad = look.either(12, 6)
        sign = Rect(spot.x + pad, spot.y + (spot.h - side) // 2, wide, side)
        yield from badge(look, sign, Sign(control, key))
        room = Rect(sign.x + wide + pad, spot.y, spot.w - wide - 3 * pad, spot.h)
        yield from paragraph(look, room, text, Size.LABEL)
        yield Target(spot, message)


def _game(look: Style, row: Rect, game: PastGame, *, is_chosen: bool) -> Iterator[Piece]:
    theme, radius = look.theme, look.either(12, 9)
    ground = theme.panel_active if is_chosen else theme.panel
    yield Box(row, ground, border=theme.line, border_px=max(1, look.px(1.5)), radius=radius)
    pad = look.either(16, 8)
    room = Rect(row.x + pad, row.y, row.w - 2 * pad, row.h)
    mark = "" if game.is_over else look.say("unfinished")
    when = game.begun[:10] if look.shape is Shape.TALL else game.begun
    lines = (when, mark) if mark and look.shape is Shape.TALL else (when,)
    wide = max(look.width(line, Size.LABEL) for line in lines) + pad
    for spot, line in zip(rows(left_part(room, wide), len(lines), 0), lines, strict=True):
        yield look.line(spot, line, Size.LABEL, theme.ink_second if line == when else theme.gold)
    names = look.canvas.words.list(
        name if points is None else f"{name} {points}" for name, points in game.players
    )
    rest = without_left(room, wide)
    if mark and look.shape is not Shape.TALL:
        aside = look.width(mark, Size.LABEL) + pad
        spot = Rect(rest.x + rest.w - aside, rest.y, aside, rest.h)
        yield look.line(spot, mark, Size.LABEL, theme.gold, TextStyle(align=Align.RIGHT))
        rest = Rect(rest.x, rest.y, rest.w - aside - pad, rest.h)
    yield from paragraph(look, rest, names, Size.NAME)
    yield Target(row, OpenPast(game.game))
    if is_chosen:
        yield focus_ring(look, row, radius)
