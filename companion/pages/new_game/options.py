"""The page of options: one row for everything that may be agreed before a game (section 1.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import BUTTONS, DIAL, OK, RA, UNDO, Command, key, stepped, tap, turning
from companion.core.effects import Update
from companion.core.messages import Agree, Begin, GoTo, Message
from companion.core.model import Agreement, Guest, Model, Secrecy, seats_of_the_table
from companion.core.notices import Notes, Notice
from companion.i18n import Words, mark
from companion.pages.new_game import new_game, seating
from companion.pages.page_view import (
    EDITIONS,
    LEVELS,
    PENALTIES,
    SECRECIES,
    STRENGTHS,
    PointingPage,
)
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.table.playing import of_another_game
from companion.rules.actions import Level
from companion.rules.editions import LONGEST_RA_TRACK, RA_LIMITS, Options, Split
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.scene import Rect
from companion.ui.style import TOUCH_PX, Piece, Shape


class OptionsPage(PointingPage, frozen=True):
    """The options; each has the rulebook's value until somebody changes it."""

    is_seating: ClassVar[bool] = True

    guests: tuple[Guest, ...]

    def rows(self, model: Model) -> tuple[OptionRow, ...]:
        """Return the rows."""
        return rows(model.session.agreement, len(self.guests))

    def number(self, model: Model) -> int:
        return len(self.rows(model))

    def pointed_at(self, model: Model) -> OptionRow:
        """Return the row that the dial points at."""
        return self.rows(model)[self.pointed(model)]

    def refusal(self, model: Model) -> Notice | None:
        """Return why nothing can be agreed on: nobody sits here."""
        return None if self.guests else Notice(Notes.NEEDS_TWO)

    asks: ClassVar[str] = mark("Which edition and options?")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: OK changes what is pointed at, and Ra begins.

        Return begins, as on every page before a game; left is the value shown before.
        """
        row, enough = self.pointed_at(model), new_game.are_enough(model, self.guests)
        yield tap("Begin", Begin(), RA, keys="return enter", lit=enough)
        if not row.is_fixed:
            yield tap("Change", Agree(row.following(1)), OK, DIAL, keys="right")
            yield key("left", Agree(row.following(-1)))
        yield tap("Back", GoTo(seating.Seating(self.guests)), UNDO)
        yield turning("Choose")

    def widget(self, kit: Kit, model: Model) -> Widget:
        shown = self.rows(model)
        lines = []
        for place, row in enumerate(shown):
            ways = () if row.is_fixed else (Agree(row.following(-1)), Agree(row.following(1)))
            title, value = kit.say(row.title), kit.say(row.value, **row.facts)
            is_pointed = place == self.pointed(model)
            lines.append(kit.stepper(title, value, ways, is_pointed=is_pointed))
        most = _most_rows(model.session.agreement, len(self.guests))
        lines += [NOTHING] * (most - len(lines))

        def draw(area: Rect) -> Iterable[Piece]:
            across = 1 if area.h >= len(lines) * (TOUCH_PX + 1) else 2
            deep = -(-len(lines) // across)
            high = kit.px(74, 54 if kit.ui.shape is Shape.COMPACT and across == 1 else 104)
            gap = max(1, min(kit.px(10, 6), (area.h - deep * TOUCH_PX) // deep))
            columns = kit.in_columns(lines, across, gap, kit.px(12))
            return kit.top(columns, deep * (high + gap) - gap).draw(area)

        return Widget(draw)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        shown = self.pointed_at(model)
        yield words.state(words.say(shown.title), words.say(shown.value, **shown.facts))

    def update(self, model: Model, message: Message) -> Update | None:
        return new_game.begin_with(model, self.guests) if isinstance(message, Begin) else None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_agreeing(model)


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

    @property
    def is_fixed(self) -> bool:
        """Whether it has no other value now."""
        return self.following(1) == self.following(0)


SPLITS = {
    Split.RAZZIA: mark("9-6-5-2 and 8-7-4-3"),
    Split.BAUMER: mark("9-6-4-2 and 8-7-5-3"),
    Split.BGG: mark("9-6-4-3 and 8-7-5-2"),
}


FIRST_TIME = mark("First time?")

FIRST = {False: mark("no"), True: mark("yes: explain the rules as we play")}

DEALS = {False: mark("The screen deals"), True: mark("We dealt the suns ourselves")}


def first_time(model: Model) -> Agree:
    """Return the message that toggles whether this is somebody's first game."""
    agreement = model.session.agreement
    return Agree(replace(agreement, is_first=not agreement.is_first))


def first_time_said(model: Model, words: Words) -> str:
    """Return whether it is, as it stands where people sit down."""
    return f"{words.say(FIRST_TIME)} {words.say(FIRST[model.session.agreement.is_first])}"


def rows(agreement: Agreement, people: int) -> tuple[OptionRow, ...]:
    """Return the rows of the page for so many people, and the seats that the table plays.

    Those that come and go stand last: no other row moves when something is agreed.
    """
    players = people + seats_of_the_table(agreement, people)
    agreement = of_another_game(agreement, players)
    shown = [
        _row(agreement, "edition", mark("Edition"), EDITIONS),
        _ra_limit(agreement, players),
        _row(agreement, "dealt_by_hand", mark("Suns"), DEALS),
        _row(agreement, "level", mark("Entered"), LEVELS),
        _row(agreement, "secrecy", mark("Points"), SECRECIES),
        *_machines(agreement, people),
        _row(agreement, "is_first", FIRST_TIME, FIRST),
    ]
    if players > people:
        shown.append(_row(agreement, "strength", mark("Strength"), STRENGTHS))
    if players == min(RA_LIMITS):
        shown += [
            _row(agreement, "two_player_split", mark("Two-player suns"), SPLITS),
            _row(
                agreement, "two_player_no_penalty", mark("Penalty for fewest and lowest"), PENALTIES
            ),
        ]
    return (*shown, *_worth(agreement))


def _most_rows(agreement: Agreement, people: int) -> int:
    """Return how many places rows have, also those that are not shown now."""
    every = replace(agreement, secrecy=Secrecy.OPEN, level=Level.FULL)
    return max(len(rows(replace(every, machines=seats), people)) for seats in (0, 1))


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


WORTH = {False: mark("not shown"), True: mark("shown at auctions, for learners")}


def _worth(agreement: Agreement) -> Iterator[OptionRow]:
    """Yield whether auctions say what the tiles are worth: never where points are secret."""
    if agreement.secrecy is Secrecy.OPEN and agreement.level is Level.FULL:
        yield _row(agreement, "shows_worth", mark("What the tiles are worth"), WORTH)


def _machines(agreement: Agreement, people: int) -> Iterator[OptionRow]:
    """Yield the number of computer players, where a seat is free."""
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
