"""The suns were dealt by hand: who has which group?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Update, refused
from companion.core.messages import Begin, Dealt, GoTo, Message, SetGroup
from companion.core.model import Model, called
from companion.core.naming import names_apart
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.session import Guest
from companion.pages import keyboard, new_game, reference
from companion.pages.new_game.options import OptionsPage
from companion.pages.page_view import asked, frame, heading, keycaps, what_can_be_done
from companion.rules.editions import Split, Suns, setup, sun_groups
from companion.ui.layout import columns, left_part, middle, rows, square, without_left
from companion.ui.pieces import Sign, badge, emblem, sun
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import Piece, Shape, Size, Style
from companion.ui.theme import ON_BUTTON


class Dealing(Page, frozen=True):
    """The suns were dealt by hand: who has which group?"""

    guests: tuple[Guest, ...]
    groups: tuple[int, ...]
    """For each guest the place of their group in the rulebook's table."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        groups = {
            PLAYER_CONTROLS[guest.button]: Binding(SetGroup(place), "Next group")
            for place, guest in enumerate(self.guests)
        }
        distinct = len(set(self.groups)) == len(self.groups)
        begin = Binding(Begin(), "Begin", is_lit=distinct)
        taps = {
            **groups,
            Control.RA: begin,
            Control.OK: begin,
            Control.UNDO: Binding(GoTo(OptionsPage(self.guests)), "Back"),
        }
        return Bindings(taps)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Who has which suns? Press your button until it is right")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield a card for every guest, with the suns they are said to have."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model))
        split = model.session.agreement.options.two_player_split or Split.RAZZIA
        groups = sun_groups(len(self.guests), split)
        tall = look.shape is Shape.TALL
        places = (rows if tall else columns)(where.body, len(self.guests), look.either(14, 8))
        caps = keycaps(look, model)
        for place, (spot, guest) in enumerate(zip(places, self.guests, strict=True)):
            twice = self.groups.count(self.groups[place]) > 1
            yield from _ground(look, spot, guest, is_wrong=twice)
            shown = _Card(
                guest,
                called(guest, model),
                groups[self.groups[place]],
                caps.get(SetGroup(place), ""),
            )
            yield from _card(look, spot, shown)
            yield Target(spot, SetGroup(place))
        yield from what_can_be_done(look, where.dock, model, PLAYER_CONTROLS)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.usual(model)

    def update(self, model: Model, message: Message) -> Update | None:
        """Return what a message means here and nowhere else."""
        match message:
            case SetGroup(place) if place < len(self.groups):
                groups = list(self.groups)
                groups[place] = (groups[place] + 1) % len(groups)
                return replace(model, page=Dealing(self.guests, tuple(groups))), ()
            case Begin():
                return self._begin(model)
            case _:
                return None

    def _begin(self, model: Model) -> Update:
        """Bring the game to the table, if nobody has the suns of somebody else."""
        if len(set(self.groups)) < len(self.groups):
            return refused(model, Notice(Notes.SUNS_TWICE))
        agreement = new_game.fitting(model.session.agreement, len(self.guests))
        split = agreement.options.two_player_split or Split.RAZZIA
        groups = sun_groups(len(self.guests), split)
        options = replace(agreement.options, suns=tuple(groups[group] for group in self.groups))
        names = names_apart(self.guests, model)
        return new_game.dealt(model, Dealt(setup(names, options), self.guests, agreement))

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return self if model.session.timeline is None else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_dealing(model, self)


class _Card(NamedTuple):
    """What stands on a card."""

    guest: Guest
    name: str
    suns: Suns
    key: str
    """Which key gives them the next group; empty without a keyboard."""


def _ground(look: Style, rect: Rect, guest: Guest, *, is_wrong: bool) -> Iterator[Piece]:
    theme = look.theme
    colour = theme.bad if is_wrong else look.theme.buttons[guest.button]
    yield Box(
        rect, theme.panel, border=colour, border_px=look.either(4, 3), radius=look.either(14, 10)
    )


def _card(look: Style, rect: Rect, shown: _Card) -> Iterator[Piece]:
    guest, suns = shown.guest, shown.suns
    colour = look.theme.buttons[guest.button]
    radius = look.either(14, 10)
    if look.shape is Shape.TALL:
        head, body = left_part(rect, rect.w // 3), without_left(rect, rect.w // 3)
        cells = columns(body.inset(look.px(6)), len(suns), 0)
    else:
        high = look.either(60, 64)
        head = Rect(rect.x, rect.y, rect.w, high)
        body = Rect(rect.x, rect.y + high, rect.w, rect.h - high)
        cells = _around(body.inset(look.px(6)), len(suns))
    yield Box(head, colour, radius=radius)
    both = middle(head, head.w, min(head.h, look.px(100)))
    upper, lower = (head, None) if look.is_full else rows(both, 2, 0)
    side = min(head.h, look.either(60, 44)) // 2
    sign = Rect(head.x + look.either(12, 8), upper.y, side, upper.h)
    yield emblem(sign, guest.button)
    left = sign.x + side + look.either(12, 8)
    right = head.x + head.w - look.px(6)
    if shown.key:
        side = look.either(36, 28)
        right -= side
        cap = middle(Rect(right, upper.y, side, upper.h), side, side)
        yield from badge(look, cap, Sign(None, shown.key))
    words = Rect(left, head.y, right - left - look.px(2), head.h)
    if lower is not None:
        words = Rect(sign.x, lower.y, head.x + head.w - look.px(4) - sign.x, lower.h)
    yield look.line(words, shown.name, Size.NAME, ON_BUTTON)
    for disc, cell in zip(reversed(suns), cells, strict=True):
        side = min(cell.w - look.px(4), cell.h - look.px(4), look.either(120, 84))
        yield from sun(look, square(cell, side), disc)


def _around(rect: Rect, suns: int) -> tuple[Rect, ...]:
    """Return a place for each sun, side by side or one below the other: where they are bigger."""
    beside = min(rect.w // suns, rect.h)
    below = min(rect.w, rect.h // suns)
    return columns(rect, suns, 0) if beside >= below else rows(rect, suns, 0)
