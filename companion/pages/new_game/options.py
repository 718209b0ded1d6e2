"""The page of options: one row for everything that may be agreed before a game (section 1.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import BUTTONS, Control, stepped
from companion.core.effects import Dispatch, Update
from companion.core.messages import Agree, Begin, GoTo, Message, PushDial
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Agreement, Guest, Secrecy
from companion.i18n import Words, mark
from companion.opponent.strength import Strength
from companion.pages import keyboard, new_game, reference
from companion.pages.page_view import PlainPage
from companion.rules.actions import Level
from companion.rules.editions import LONGEST_RA_TRACK, RA_LIMITS, Edition, NoPenalty, Options, Split
from companion.ui.layout import columns, cut_left, cut_right, cut_top, shares, without_left
from companion.ui.layout import rows as stacked
from companion.ui.pieces import EARLIER, LATER, focus_ring, least_height, panel, paragraph
from companion.ui.scene import Rect, Target
from companion.ui.style import CENTRED, QUIET, SMALLEST_PX, TOUCH_PX, Piece, Shape, Size, Style


class OptionsPage(PlainPage, frozen=True):
    """The page of options; every row has the rulebook's value until somebody changes it."""

    is_seating: ClassVar[bool] = True

    guests: tuple[Guest, ...]
    row: int = 0

    def rows(self, model: Model) -> tuple[OptionRow, ...]:
        """Return what is to be agreed on."""
        return rows(model.session.agreement, len(self.guests))

    def pointed_at(self, model: Model) -> OptionRow:
        """Return the row that the dial points at; where rows have gone, counted from the first."""
        shown = self.rows(model)
        return shown[self.row % len(shown)]

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        enough = new_game.are_enough(model, self.guests)
        begin, push = Binding(Begin(), "Begin", is_lit=enough), Binding(PushDial(), "Change")
        taps = {
            Control.RA: begin,
            Control.OK: begin,
            Control.DIAL: push,
            Control.UNDO: Binding(GoTo(new_game.Seating(self.guests)), "Back"),
        }
        return Bindings(taps, {}, mark("Choose"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Which edition and options?")

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield the rows; the dial points at one of them."""
        shown = self.rows(model)
        gap = look.either(10, 6)
        high = look.either(74, 54 if look.shape is Shape.COMPACT else 104)
        beside = 1 if room.h >= len(shown) * (TOUCH_PX + 1) else 2
        lines = -(-len(shown) // beside)
        high = max(high, look.px(_STACKED)) if beside > 1 else high
        gap = max(1, min(gap, (room.h - lines * TOUCH_PX) // lines))
        upper, _ = cut_top(room, min(room.h, lines * (high + gap) - gap))
        halves = columns(upper, beside, look.px(12))
        spots = [spot for half in halves for spot in stacked(half, lines, gap)]
        for place, (spot, row) in enumerate(zip(spots, shown, strict=False)):
            value = look.say(row.value, **row.facts)
            is_fixed = row.following(1) == row.following(0)
            messages = () if is_fixed else (Agree(row.following(-1)), Agree(row.following(1)))
            each = Choice(look.say(row.title), value, messages)
            yield from choice(look, spot, each, is_chosen=place == self.row % len(shown))

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Yield the option that the dial points at."""
        shown = self.pointed_at(model)
        yield words.state(words.say(shown.title), words.say(shown.value, **shown.facts))

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does: left is the value shown before, right the one after."""
        row = self.pointed_at(model)
        beside = {"left": Agree(row.following(-1)), "right": Agree(row.following(1))}
        return {**keyboard.usual(model), **beside}

    def update(self, model: Model, message: Message) -> Update | None:
        """Return what a message means here and nowhere else."""
        return new_game.begin_with(model, self.guests) if isinstance(message, Begin) else None

    def turn(self, model: Model, steps: int) -> Update:
        """Point at another row."""
        row = (self.row + steps) % len(self.rows(model))
        return replace(model, page=replace(self, row=row)), ()

    def push(self, model: Model) -> Update:
        """Choose what the dial points at."""
        return model, (Dispatch(Agree(self.pointed_at(model).following(1))),)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        if model.session.timeline is not None:
            return None
        return replace(self, row=self.row % len(self.rows(model)))

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_agreeing(model)


class OptionRow(msgspec.Struct, frozen=True):
    """One thing to agree on."""

    title: str
    """The English words, which are also what is translated."""
    value: str
    """What is agreed now, in English words."""
    facts: dict[str, int]
    """Numbers in ``value``."""
    following: Callable[[int], Agreement]
    """The agreement after this many steps along the row's values."""


EDITIONS = {
    Edition.C25: mark("25th Century Games (2022)"),
    Edition.WINDRIDER_2016: mark("Windrider (2016)"),
    Edition.RGG_2009: mark("Rio Grande (2009)"),
    Edition.ALEA_1999: mark("Alea (1999)"),
}

SPLITS = {
    Split.RAZZIA: mark("9-6-5-2 and 8-7-4-3"),
    Split.BAUMER: mark("9-6-4-2 and 8-7-5-3"),
    Split.BGG: mark("9-6-4-3 and 8-7-5-2"),
}

PENALTIES = {
    NoPenalty.OFF: mark("as in the rulebook"),
    NoPenalty.FINAL_ONLY: mark("none at the end of the game"),
    NoPenalty.EVERY_EPOCH: mark("none in any epoch"),
}

SECRECIES = {
    Secrecy.OWN_PEEK: mark("hidden; each may look at their own"),
    Secrecy.SEALED: mark("sealed until the end"),
    Secrecy.EPOCH_GAINS: mark("epoch points open, totals hidden"),
    Secrecy.OPEN: mark("open"),
}

LEVELS = {
    Level.FULL: mark("every tile"),
    Level.LIGHT: mark("Ra tiles and auctions"),
}

FIRST = {False: mark("no"), True: mark("yes: explain the rules as we play")}

DEALS = {False: mark("dealt by the screen"), True: mark("we dealt the suns ourselves")}


def rows(agreement: Agreement, people: int) -> tuple[OptionRow, ...]:
    """Return the rows of the page for so many people, and the seats that the table plays."""
    players = people + seats_of_the_table(agreement, people)
    agreement = _of_another_game(agreement, players)
    shown = [
        _row(agreement, "edition", mark("Edition"), EDITIONS),
        _ra_limit(agreement, players),
        _row(agreement, "dealt_by_hand", mark("Suns"), DEALS),
        _row(agreement, "level", mark("Entered"), LEVELS),
        _row(agreement, "secrecy", mark("Points"), SECRECIES),
        *_machines(agreement, people),
    ]
    if players == min(RA_LIMITS):
        shown += [
            _row(agreement, "two_player_split", mark("Two-player suns"), SPLITS),
            _row(
                agreement,
                "two_player_no_penalty",
                mark("Penalty for fewest Pharaohs and lowest suns"),
                PENALTIES,
            ),
        ]
    return (*shown, _row(agreement, "is_first", mark("First time?"), FIRST))


def fitting(agreement: Agreement, players: int, given: Options | None = None) -> Agreement:
    """Return the agreement without what does not fit this many players (D-01, R-SCO-5).

    Every game that begins gets its agreement here.

    Args:
        agreement: What is proposed at this table.
        players: How many play.
        given: The options of a game that was set up already, such as that of a record.
    """
    options = _of_another_game(agreement, players).options
    if given is not None:
        options = given
    elif players != min(RA_LIMITS):
        options = replace(options, two_player_split=None, two_player_no_penalty=NoPenalty.OFF)
    elif options.edition is Edition.ALEA_1999 and options.two_player_split is None:
        options = replace(options, two_player_split=Split.RAZZIA)
    return replace(agreement, options=options)


def _of_another_game(agreement: Agreement, players: int) -> Agreement:
    """Return what was agreed on without the suns dealt then, and without a limit for others.

    How many spaces a board's Ra track has depends on the number of players.
    """
    options = agreement.options
    is_other = options.suns is not None and len(options.suns) != players
    limit = None if is_other else options.ra_limit
    return replace(agreement, options=replace(options, suns=None, ra_limit=limit))


def _with(agreement: Agreement, field: str, value: object) -> Agreement:
    """Return the agreement with another value of a field, or of one of its options."""
    if field in Options.__struct_fields__:
        return replace(agreement, options=replace(agreement.options, **{field: value}))
    return replace(agreement, **{field: value})


def _row(agreement: Agreement, field: str, title: str, values: Mapping[Any, str]) -> OptionRow:
    """Return the row of a field of the agreement or of its options; if not set, it is the first."""
    order = tuple(values)
    known = getattr(agreement.options, field, getattr(agreement, field, None))
    now = order[0] if known is None else known
    return OptionRow(
        title, values[now], {}, lambda steps: _with(agreement, field, stepped(order, now, steps))
    )


def _ra_limit(agreement: Agreement, players: int) -> OptionRow:
    now = agreement.options.ra_limit or RA_LIMITS.get(players, LONGEST_RA_TRACK)

    def following(steps: int) -> Agreement:
        limit = (now - 1 + steps) % LONGEST_RA_TRACK + 1
        known = None if limit == RA_LIMITS.get(players) else limit
        return _with(agreement, "ra_limit", known)

    return OptionRow(mark("Ra track spaces on your board"), "{spaces}", {"spaces": now}, following)


STRENGTHS = {
    Strength.QUICK: mark("quick"),
    Strength.STEADY: mark("steady"),
    Strength.STRONG: mark("strong"),
}


def seats_of_the_table(agreement: Agreement, people: int) -> int:
    """Return how many seats the table plays beside this many people.

    It plays only where every tile is entered: less would not tell it what lies on the table.
    """
    return min(agreement.machines, BUTTONS - people) if agreement.level is Level.FULL else 0


def _machines(agreement: Agreement, people: int) -> Iterator[OptionRow]:
    """Yield how many seats the table plays and, if it plays any, how well."""
    most = BUTTONS - people
    if not most:
        return
    if agreement.level is not Level.FULL:
        said = mark("only if every tile is entered")
        yield OptionRow(mark("Computer players"), said, {}, lambda _: agreement)
        return
    now = seats_of_the_table(agreement, people)
    yield OptionRow(
        mark("Computer players"),
        "{seats}" if now else mark("no seat"),
        {"seats": now} if now else {},
        lambda steps: replace(agreement, machines=(now + steps) % (most + 1)),
    )
    if now:
        yield _row(agreement, "strength", mark("Strength"), STRENGTHS)


class Choice(msgspec.Struct, frozen=True):
    """A row: what it is about, how it is now, and what leads to the values beside that."""

    title: str
    """In the language of the table, like the value."""
    value: str
    messages: tuple[Message, ...]
    """To the value before, and to the next; none if there is only this one."""


_STACKED = 72
"""How high such a row is at least, in units, where there is room."""


_NARROW = 500
"""A row that is less wide, in units, has its value below its title."""


def choice(look: Style, rect: Rect, shown: Choice, *, is_chosen: bool) -> Iterator[Piece]:
    """Yield a row with a key for the value before and one for the next."""
    yield panel(look, rect, is_active=is_chosen)
    inner = without_left(rect, look.either(20, 10))
    if look.shape is Shape.TALL or rect.w < look.px(_NARROW):
        needed = least_height(look, shown.title, inner.w, QUIET.weight)
        below = least_height(look, shown.value, inner.w - 2 * max(TOUCH_PX, look.px(44)))
        high = max(min(inner.h * 9 // 20, inner.h * 19 // 20 - below), needed)
        title = Rect(inner.x, inner.y + look.px(4), inner.w, high)
        value = Rect(inner.x, title.y + high, inner.w, inner.h * 19 // 20 - high)
        arrow = Size.PROMPT
    else:
        title, value = shares(inner, (5, 6), look.px(8))
        arrow = Size.TITLE
    yield from paragraph(look, title, shown.title, Size.LABEL, QUIET)
    key = max(TOUCH_PX, look.px(44))
    earlier, rest = cut_left(value, key)
    later, words = cut_right(rest, key)
    yield from paragraph(look, words, shown.value, Size.LABEL, CENTRED)
    keys = ((earlier, EARLIER), (later, LATER))
    for (spot, sign), message in zip(keys, shown.messages, strict=False):
        px = min(look.em(arrow), max(SMALLEST_PX, spot.h))
        yield look.text(spot, sign, px, look.theme.gold, CENTRED)
        touched = spot if spot.h >= TOUCH_PX else Rect(spot.x, rect.y, spot.w, rect.h)
        yield Target(touched, message)
    if is_chosen:
        yield focus_ring(look, rect, look.either(14, 10))
