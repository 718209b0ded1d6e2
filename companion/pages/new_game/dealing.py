"""What lies where before a game: the box laid out for a first one, and everybody's suns.

The screen has dealt the suns, or people did themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, key, tap, turning
from companion.core.controls import PLAYER_CONTROLS
from companion.core.effects import Update, refused
from companion.core.messages import (
    Begin,
    DealByHand,
    Dealt,
    GoTo,
    Join,
    LayOutSun,
    Message,
    SetGroup,
)
from companion.core.mnemonics import SUN_KEYS
from companion.core.model import Model, called
from companion.core.naming import names_apart
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.session import Guest
from companion.i18n import Words, mark
from companion.narration.aloud import asked, suns
from companion.pages.controls import prompt
from companion.pages.new_game import dealing_view, new_game, seating
from companion.pages.new_game import options as new_game_options
from companion.pages.page_view import PlainPage, frame
from companion.pages.reference import lessons, rules_card
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import LAYING_OUT, Card
from companion.pages.reference.rules_card_view import around
from companion.pages.table import beginning
from companion.pages.table.beginning import fitting, with_machines
from companion.rules.editions import (
    RA_LIMITS,
    Edition,
    Options,
    RaDisplay,
    Split,
    Sun,
    Suns,
    ra_display,
    setup,
    sun_groups,
    suns_in_play,
)
from companion.rules.problems import Problem, Why
from companion.ui.animation import Move, RenderedPage
from companion.ui.layout import columns, cut_top, rows, square
from companion.ui.pieces import panel, sun
from companion.ui.scene import Rect
from companion.ui.speech import said
from companion.ui.style import Piece, Shape, Size, Ui
from companion.ui.widgets import Spoken, largest_px, paragraphs

NO_SUNS: Suns = ()
"""Nobody has said yet which suns lie before this guest."""


class Dealing(Page, frozen=True):
    """Everybody's suns as they shall lie before them, and who begins.

    People who have dealt the suns themselves say who has which: one sun is enough for its group.
    """

    is_seating: ClassVar[bool] = True

    guests: tuple[Guest, ...]
    suns: tuple[Suns, ...]
    """For each guest their suns; none as long as nobody has said which."""
    at: int | None = None
    """Before whom the next sun is laid that is pressed; None: the screen has dealt."""
    dealt: tuple[Suns, ...] = ()
    """What the screen dealt before people said that they had; empty if it did not."""
    is_chosen: bool = True
    """Whether people marked the card, and not the suns before it: then a sun changes it."""

    @property
    def is_by_hand(self) -> bool:
        """Whether people dealt the suns themselves."""
        return self.at is not None

    @property
    def is_complete(self) -> bool:
        """Whether everybody has suns."""
        return all(self.suns)

    @property
    def starter(self) -> int | None:
        """Who has the highest sun and so begins, as a place in ``guests`` (R-SET-6)."""
        if not self.is_complete:
            return None
        return max(range(len(self.guests)), key=lambda place: max(self.suns[place]))

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done; where people lay suns out, digits are suns.

        OK begins, and not Ra, which has dealt: pressed twice, it would draw a tile.
        """
        place_of = {guest.button: place for place, guest in enumerate(self.guests)}
        for button, control in enumerate(PLAYER_CONTROLS):
            if button not in place_of:
                yield tap("Add a player", Join(button), control)
            elif self.is_by_hand:
                yield tap("Next", SetGroup(place_of[button]), control)
        yield tap("Begin", Begin(), OK, lit=self.is_complete)
        other = mark("The screen deals") if self.is_by_hand else mark("We dealt the suns ourselves")
        yield tap(other, DealByHand(not self.is_by_hand), DIAL)
        yield tap("Back", GoTo(seating.Seating(_people(self.guests))), UNDO)
        if self.is_by_hand:
            yield turning("Choose")
            for name, sun in SUN_KEYS.items():
                yield key(name, LayOutSun(sun))

    def prompt(self, model: Model) -> Prompt:
        return Prompt("Who has which suns?") if self.is_by_hand else Prompt("Take your suns")

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield a card for every guest with their suns, and what can be done."""
        return dealing_view.cards(ui, model, self)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        """Return the suns on their way to their cards, if the screen has just dealt them."""
        old = before.model.page
        if self.is_by_hand or (isinstance(old, Dealing) and old.suns == self.suns):
            return ()
        return dealing_view.suns_are_dealt(ui, after)

    def card_space(self, ui: Ui, model: Model) -> Rect:
        """Return the place over the cards: the keys below are higher than those of others."""
        where = frame(ui, model)
        return around(ui, where.body, dealing_view.above_keys(ui, where, self)[0].h)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Return who has which suns, and the question."""
        return _dealing_aloud(self, model, words)

    def update(self, model: Model, message: Message) -> Update | None:
        match message:
            case Begin():
                return self._begin(model)
            case Join(button) if all(guest.button != button for guest in self.guests):
                seated = (*self.guests, Guest(button))
                here = tuple(sorted(seated, key=lambda guest: guest.button))
                everybody = with_machines(model, here)
                return new_game.deal(model, everybody, is_by_hand=self.is_by_hand)
            case DealByHand(is_by_hand) if is_by_hand != self.is_by_hand:
                return self._dealt_by(model, is_by_hand=is_by_hand)
            case SetGroup(place) if self.is_by_hand and place < len(self.guests):
                is_marked = place == self.at or not self.suns[place]
                after = self._stepped(model, place) if is_marked else replace(self, at=place)
                return replace(model, page=replace(after, is_chosen=True)), ()
            case LayOutSun(sun) if self.at is not None:
                if not any(sun in group for group in self._groups(model)):
                    facts = {"sun": sun, "players": len(self.guests)}
                    return refused(model, Problem(Why.SUN_NOT_IN_PLAY, facts))
                return replace(model, page=self._laid_out(model, self.at, sun)), ()
            case Join() | DealByHand() | SetGroup() | LayOutSun():
                return model, ()
            case _:
                return None

    def _dealt_by(self, model: Model, *, is_by_hand: bool) -> Update:
        """Empty the cards to be filled by hand, or lay out again what the screen dealt."""
        if is_by_hand:
            return replace(model, page=filled_by_hand(self.guests, self.suns)), ()
        if self.dealt:
            return replace(model, page=Dealing(self.guests, self.dealt)), ()
        return new_game.deal(model, self.guests, is_by_hand=False)

    def _groups(self, model: Model) -> tuple[Suns, ...]:
        """Return the groups of suns that are dealt to this many (R-SET-5)."""
        split = model.session.agreement.options.two_player_split or Split.RAZZIA
        return sun_groups(len(self.guests), split)

    def _stepped(self, model: Model, place: int) -> Dealing:
        """Give a guest the next group that nobody else has; where all are taken, two change."""
        groups, own = self._groups(model), self.suns[place]
        now = groups.index(own) if own in groups else -1
        order = (*groups[now + 1 :], *groups[: max(0, now)])
        free = next((group for group in order if group not in self.suns), None)
        if free is not None:
            return self.given(place, free)
        other = self.suns.index(order[0])
        return replace(self.given(place, order[0]).given(other, own), at=place)

    def _laid_out(self, model: Model, place: int, sun: Sun) -> Dealing:
        """Lay a sun and its group before a guest, and point at the next who has none.

        The last group lies before whoever is left. Who goes on with suns that lie there already,
        with others of a group or with the last group of all, means them again, and no exchange:
        only a card that people marked is changed.
        """
        groups = self._groups(model)
        group = next(each for each in groups if sun in each)
        if group in self.suns and not (self.is_chosen and self.suns[place]):
            return self
        after = self.given(place, group)
        left = [each for each in groups if each not in after.suns]
        without = [each for each, suns in enumerate(after.suns) if not suns]
        if len(without) == len(left) == 1:
            after = replace(after.given(without[0], left[0]), at=place)
            return replace(after, is_chosen=False)
        following = [each for each in without if each > place] or without or [place]
        return replace(after, at=following[0], is_chosen=False)

    def given(self, place: int, group: Suns) -> Dealing:
        """Return the page with this group before a guest, and before nobody else."""
        suns = [NO_SUNS if each == group else each for each in self.suns]
        suns[place] = group
        return replace(self, suns=tuple(suns), at=place)

    def _begin(self, model: Model) -> Update:
        """Bring the game to the table, if everybody has suns."""
        if not self.is_complete:
            return refused(model, Notice(Notes.SUNS_MISSING))
        agreement = beginning.fitting(model.session.agreement, len(self.guests))
        agreement = replace(agreement, dealt_by_hand=self.is_by_hand)
        options = replace(agreement.options, suns=self.suns)
        agreed = setup(names_apart(self.guests, model), options)
        return new_game.dealt(model, Dealt(agreed, self.guests, agreement))

    def turn(self, model: Model, steps: int) -> Update:
        """Go on to another card to be filled."""
        if self.at is None:
            return model, ()
        at = (self.at + steps) % len(self.guests)
        return replace(model, page=replace(self, at=at, is_chosen=True)), ()

    def parent(self) -> Page | None:
        """Return the suns as the screen dealt them, where people began to lay out their own."""
        return Dealing(self.guests, self.dealt) if self.is_by_hand and self.dealt else None

    def validated(self, model: Model) -> Page | None:
        return self if model.session.timeline is None else None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_dealing(is_by_hand=self.is_by_hand)


def _people(guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return those who sit down themselves: the seats that the table plays come by agreement."""
    return tuple(guest for guest in guests if guest.is_person)


def filled_by_hand(guests: tuple[Guest, ...], dealt: tuple[Suns, ...] = ()) -> Dealing:
    """Return the page with a card for each guest, to be filled by hand."""
    return Dealing(guests, (NO_SUNS,) * len(guests), 0, dealt)


SPACES = {
    RaDisplay.BOAT: mark("Ra track: {limit} steps; the Sun Boat starts before the first."),
    RaDisplay.TILES: mark("Ra track: {limit} spaces, all empty."),
}

SUNS_USED = mark("The other suns stay in the box.")


class LayingOut(PlainPage, frozen=True):
    """Before a first game, what of the box lies where, and how a turn goes."""

    is_seating: ClassVar[bool] = True

    guests: tuple[Guest, ...]

    asks: ClassVar[str] = mark("Setup")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: the game begins, or goes back to its options."""
        yield tap("Begin", Begin(), RA, OK)
        yield tap("Back", GoTo(new_game_options.OptionsPage(self.guests)), UNDO)

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield the suns that are used, what lies on the table, and what a turn is."""
        number = len(with_machines(model, self.guests))
        options = beginning.fitting(model.session.agreement, number).options
        gap = ui.px(14, 6)
        discs = suns_of(number, options)
        is_tall = ui.shape is Shape.TALL
        upper, lower = cut_top(area, ui.px(84, 96 if is_tall else 42), gap)
        yield from _discs(ui, upper, discs)
        halves = rows(lower, 2, gap) if is_tall else columns(lower, 2, gap)
        spoken = [
            tuple(Spoken(said(ui, line.sentence, line.facts)) for line in lines)
            for lines in told(number, options)
        ]
        rooms = [half.inset(ui.px(20, 5)) for half in halves]
        both = [*zip(rooms, spoken, strict=True)]
        px = ui.em(Size.SCORE)
        while (fitting := min(largest_px(ui, *each, px) for each in both)) < px:
            px = fitting
        for half, each in zip(halves, both, strict=True):
            yield panel(ui, half)
            yield paragraphs(ui, *each, px)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Return how the table is laid out, and the question."""
        return _laying_out_aloud(self, model, words)

    def update(self, model: Model, message: Message) -> Update | None:
        return new_game.begin_with(model, self.guests) if isinstance(message, Begin) else None

    def validated(self, model: Model) -> Page | None:
        return self if model.session.timeline is None else None

    def help(self, model: Model) -> Card | None:
        return LAYING_OUT


def suns_of(players: int, options: Options) -> Suns:
    """Return the discs that are used, ascending, the one in the centre among them (R-SET-5)."""
    if players == min(RA_LIMITS) and options.two_player_split is not None:
        groups = sun_groups(players, options.two_player_split)
        return (suns_in_play(players)[0], *sorted(one for group in groups for one in group))
    return suns_in_play(players)


def told(players: int, options: Options) -> tuple[tuple[GuideLine, ...], ...]:
    """Return what goes where (R-SET-2 … R-SET-8), and the rules explained before the first turn."""
    edition = options.edition
    limit = options.ra_limit or RA_LIMITS[players]
    is_spread = edition is Edition.ALEA_1999
    spread = Rule.SPREAD if is_spread else Rule.IN_BAG
    rules = Rule.FIRST_CENTRE, spread, Rule.START_POINTS
    laid = (
        *((GuideLine(SUNS_USED),) if players < max(RA_LIMITS) else ()),
        GuideLine(SPACES[ra_display(edition)], {"limit": limit}),
        *(GuideLine(rule.value) for rule in rules),
    )
    first = lessons.before_the_game(edition)
    return laid, tuple(GuideLine(rule.value) for rule in first)


def _discs(ui: Ui, rect: Rect, discs: Suns) -> Iterator[Piece]:
    """Yield all suns in order: in one row, or in two on a high screen."""
    lines = 2 if ui.shape is Shape.TALL else 1
    each = -(-len(discs) // lines)
    for line, row in enumerate(rows(rect, lines, 0)):
        shown = discs[line * each : (line + 1) * each]
        for spot, number in zip(columns(row, each, ui.px(4)), shown, strict=False):
            yield from sun(ui, square(spot, min(spot.w, spot.h)), number)


def _dealing_aloud(page: Dealing, model: Model, words: Words) -> Iterator[str]:
    """Yield who has which suns, and the question."""
    for guest, group in zip(page.guests, page.suns, strict=True):
        if group:
            yield words.say("{name}: suns {suns}", name=called(guest, model), suns=suns(group))
    yield asked(prompt(model), words)


def _laying_out_aloud(page: LayingOut, model: Model, words: Words) -> Iterator[str]:
    """Yield which suns are used, where everything lies, what a turn is, and the question."""
    players = len(with_machines(model, page.guests))
    options = fitting(model.session.agreement, players).options
    yield words.say("Suns in this game: {suns}", suns=suns(suns_of(players, options)))
    for line in (line for part in told(players, options) for line in part):
        yield words.say(line.sentence, **line.facts)
    yield asked(prompt(model), words)
