"""Before a game: the box laid out for a first one, and everybody's suns.

The screen has dealt the suns, or people did themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    BUTTONS,
    DIAL,
    OK,
    PLAYER_CONTROLS,
    RA,
    SUN_KEYS,
    UNDO,
    Command,
    Control,
    Prompt,
    key,
    tap,
    turning,
)
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
from companion.core.model import Guest, Model, called, names_apart
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.narration.aloud import asked as asked_aloud
from companion.narration.aloud import suns
from companion.pages.controls import controls, is_scanning, prompt
from companion.pages.motion import things, way_between
from companion.pages.new_game import new_game, seating
from companion.pages.page_view import PlainPage, asked, frame, heading, keycaps
from companion.pages.reference import lessons, rules_card
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import LAYING_OUT, Card, around
from companion.pages.table.playing import fitting, with_machines
from companion.rules.editions import (
    CENTRE_SUN,
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
from companion.ui import layout
from companion.ui.animation import Move, RenderedPage, Slide, frame_start
from companion.ui.kit import Kit, Widget
from companion.ui.pieces import (
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    least_height,
    least_width,
    panel,
    paragraph,
    shining,
    sun,
)
from companion.ui.scene import Animated, Box, Rect, Target, keyed
from companion.ui.speech import said
from companion.ui.style import CENTRED, QUIET, TOUCH_PX, Piece, Shape, Size, Ui, without_large_print
from companion.ui.widgets import (
    Action,
    NameTag,
    Spoken,
    action_key,
    dashed,
    in_a_row,
    largest_px,
    name_tag,
    paragraphs,
)

NO_SUNS: Suns = ()
"""Nobody has said yet which suns lie before this guest."""


class Dealing(Page, frozen=True):
    """Everybody's suns, and who begins.

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
        begin = tap("Begin", Begin(), OK, lit=self.is_complete)
        # one button comes to it first; to suns laid by hand it comes once they lie there
        yield replace(begin, is_scanned=True, is_late=self.is_by_hand)
        other = mark("The screen deals") if self.is_by_hand else mark("We dealt the suns ourselves")
        yield tap(other, DealByHand(not self.is_by_hand), DIAL)
        # The seats that the table plays come by agreement.
        people = tuple(guest for guest in self.guests if guest.is_person)
        yield tap("Back", GoTo(seating.Seating(people)), UNDO)
        if self.is_by_hand:
            yield turning("Choose")
            for name, sun in SUN_KEYS.items():
                yield key(name, LayOutSun(sun))

    def prompt(self, model: Model) -> Prompt:
        return Prompt("Who has which suns?") if self.is_by_hand else Prompt("Take your suns")

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        yield from heading(ui, where, asked(ui, model), model)
        above, foot = above_keys(ui, where, self)
        people = {guest.button for guest in self.guests if guest.is_person}
        # Somebody could still come with a phone: for a rematch everybody comes anew.
        if model.phones.link and not people <= model.phones.seated.keys():
            above, foot, *places = _beside_code(ui, above, foot)
            yield from seating.code_to_scan(ui, model, *places)
        if self.is_by_hand:
            share = (70, 30) if ui.shape is Shape.TALL else (66, 34)
            above, shelf = layout.stacked(above, share, ui.px(12, 6))
            yield from _all_cards(ui, model, self, above)
            yield from _shelf(ui, self, shelf)
        else:
            yield from _all_cards(ui, model, self, above)
        yield from _foot(ui, model, self, foot)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        """Yield the suns on their way to their cards, if the screen has just dealt them."""
        old = before.model.page
        if self.is_by_hand or (isinstance(old, Dealing) and old.suns == self.suns):
            return
        wide, high = ui.canvas.size
        centre, start = Rect(wide // 2, high // 2, 0, 0), frame_start(after.model.now)
        for place, dealt in enumerate(things(after, Animated.SUN).values()):
            begins = start + place * DEAL_SECONDS
            yield Slide(dealt, way_between(dealt[0].rect, centre), begins, SUN_SECONDS)

    def card_space(self, ui: Ui, model: Model) -> Rect:
        """Return the place over the cards: the keys below are higher than those of others."""
        where = frame(ui, model)
        return around(ui, where.body, above_keys(ui, where, self)[0].h)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        for guest, group in zip(self.guests, self.suns, strict=True):
            if group:
                yield words.say("{name}: suns {suns}", name=called(guest, model), suns=suns(group))
        if self.starter is not None:
            starts = words.say("Sun {sun} starts", sun=max(self.suns[self.starter]))
            yield words.state(called(self.guests[self.starter], model), starts)
        yield asked_aloud(prompt(model), words)

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
                is_marked = place == self.at or not self.suns[place] or is_scanning(model)
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
        agreement = fitting(model.session.agreement, len(self.guests))
        agreement = replace(agreement, dealt_by_hand=self.is_by_hand)
        options = replace(agreement.options, suns=self.suns)
        agreed = setup(names_apart(self.guests, model), options)
        return new_game.dealt(model, Dealt(agreed, self.guests, agreement))

    def turn(self, model: Model, steps: int) -> Update:
        if self.at is None:
            return model, ()
        at = (self.at + steps) % len(self.guests)
        return replace(model, page=replace(self, at=at, is_chosen=True)), ()

    def parent(self) -> Page | None:
        """Return the suns as the screen dealt them, where people began to lay out their own."""
        return Dealing(self.guests, self.dealt) if self.is_by_hand and self.dealt else None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_dealing(is_by_hand=self.is_by_hand)


def filled_by_hand(guests: tuple[Guest, ...], dealt: tuple[Suns, ...] = ()) -> Dealing:
    """Return the page with a card for each guest, to be filled by hand."""
    return Dealing(guests, (NO_SUNS,) * len(guests), 0, dealt)


SPACES = {
    RaDisplay.BOAT: mark("Ra track: {limit} steps; the Sun Boat starts before the first."),
    RaDisplay.TILES: mark("Ra track: {limit} spaces, all empty."),
}

SUNS_USED = mark("These suns are used; the others stay in the box.")


class LayingOut(PlainPage, frozen=True):
    """Before a first game: where everything goes, and what a turn is."""

    is_seating: ClassVar[bool] = True

    guests: tuple[Guest, ...]

    asks: ClassVar[str] = mark("Setup")

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Begin", Begin(), RA, OK)
        yield tap("Back", GoTo(seating.Seating(self.guests)), UNDO)

    def widget(self, kit: Kit, model: Model) -> Widget:
        number, ui = len(with_machines(model, self.guests)), kit.ui
        options = fitting(model.session.agreement, number).options
        discs, gap = suns_of(number, options), kit.px(14, 6)
        across = -(-len(discs) // (2 if kit.is_tall else 1))
        suns = kit.grid([kit.sun(number) for number in discs], across, kit.px(4))
        spoken = [
            tuple(Spoken(said(ui, line.sentence, line.facts)) for line in lines)
            for lines in told(number, options)
        ]
        if kit.is_tall:
            spoken = [(*spoken[0], *spoken[1])]

        def draw(area: Rect) -> Iterator[Piece]:
            halves = layout.columns(area, len(spoken), gap)
            rooms = [half.inset(kit.px(20, 5), kit.px(20, 2)) for half in halves]
            both = [*zip(rooms, spoken, strict=True)]
            px = ui.em(Size.SCORE)
            while (fitting := min(largest_px(ui, *each, px) for each in both)) < px:
                px = fitting
            for half, each in zip(halves, both, strict=True):
                yield panel(ui, half)
                yield paragraphs(ui, *each, px)

        suns = suns.fixed(kit.px(84, 74 if kit.is_tall else 36))
        return kit.column(suns, Widget(draw), gap=kit.px(14, 2))

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        players = len(with_machines(model, self.guests))
        options = fitting(model.session.agreement, players).options
        yield words.say("Suns in this game: {suns}", suns=suns(suns_of(players, options)))
        for line in (line for part in told(players, options) for line in part):
            yield words.say(line.sentence, **line.facts)
        yield asked_aloud(prompt(model), words)

    def update(self, model: Model, message: Message) -> Update | None:
        return new_game.begin_with(model, self.guests) if isinstance(message, Begin) else None

    def help(self, model: Model) -> Card | None:
        return LAYING_OUT


def suns_of(players: int, options: Options) -> Suns:
    """Return the discs that are used, ascending, the one in the centre among them (R-SET-5)."""
    if players == min(RA_LIMITS) and options.two_player_split is not None:
        groups = sun_groups(players, options.two_player_split)
        return (suns_in_play(players)[0], *sorted(one for group in groups for one in group))
    return suns_in_play(players)


def told(players: int, options: Options) -> tuple[tuple[GuideLine, ...], ...]:
    """Return the aim and what goes where (R-SET-2 … R-SET-8), and the rules of a turn."""
    edition = options.edition
    limit = options.ra_limit or RA_LIMITS[players]
    is_spread = edition is Edition.ALEA_1999
    spread = Rule.SPREAD if is_spread else Rule.IN_BAG
    rules = Rule.FIRST_CENTRE, spread, Rule.START_POINTS
    laid = (
        *(GuideLine(rule.value) for rule in (Rule.AIM, Rule.MOST_POINTS)),
        *((GuideLine(SUNS_USED),) if players < max(RA_LIMITS) else ()),
        GuideLine(SPACES[ra_display(edition)], {"limit": limit}),
        *(GuideLine(rule.value) for rule in rules),
    )
    first = lessons.before_the_game(edition)
    return laid, tuple(GuideLine(rule.value) for rule in first)


DEAL_SECONDS = 0.09
"""How much later than the sun before it each sun sets out to its card."""

SUN_SECONDS = 0.45
"""How long a sun takes to its card."""


def above_keys(ui: Ui, where: layout.PageAreas, page: Dealing) -> tuple[Rect, Rect]:
    """Return the places of the cards, and of the keys below them."""
    whole, _ = layout.cut_top(where.body, where.dock.y + where.dock.h - where.body.y)
    is_tall = ui.shape is Shape.TALL
    share = (77, 23) if is_tall else (78, 22) if page.is_by_hand else (80, 20)
    above, keys = layout.stacked(whole, share, ui.px(16, 8))
    return above, keys


def _all_cards(ui: Ui, model: Model, page: Dealing, rect: Rect) -> Iterator[Piece]:
    """Yield a card for each guest, and the dashed one that adds a player."""
    seated = {guest.button for guest in page.guests}
    free = tuple(button for button in range(BUTTONS) if button not in seated)
    parts = [1.0] * len(page.guests)
    if free:
        parts.append(0.56)
    tall = ui.shape is Shape.TALL
    places = (layout.stacked if tall else layout.shares)(rect, tuple(parts), ui.px(14, 8))
    for place, spot in zip(range(len(page.guests)), places, strict=False):
        yield from _card(ui, model, page, spot, place)
    if free:
        yield from _adding(ui, places[-1], free)


def _card(ui: Ui, model: Model, page: Dealing, rect: Rect, place: int) -> Iterator[Piece]:
    guest, suns, radius = page.guests[place], page.suns[place], ui.px(14, 10)
    colour = ui.theme.buttons[guest.button]
    if page.is_by_hand:
        yield Target(rect, SetGroup(place))
    yield Box(rect, ui.theme.panel, border=colour, border_px=ui.px(4, 3), radius=radius)
    if ui.shape is Shape.TALL:
        head, body = layout.cut_left(rect, rect.w * 32 // 100)
    else:
        head, body = layout.cut_top(rect, min(ui.px(78, 50), rect.h // 3))
    everybody = tuple(NameTag(called(each, model), each.button) for each in page.guests)
    tags, px = in_a_row(ui, everybody, head.w, ui.em(Size.SCORE))
    yield from name_tag(ui, head, tags[place], px)
    key = keycaps(ui, model).get(SetGroup(place), "") if page.is_by_hand else ""
    beside = 0
    if key:
        high = ui.px(32, 24)
        wide, low = badge_width(ui, high, key), body.y + body.h - high - ui.px(6)
        aside = body.w - wide - ui.px(12) if ui.shape is Shape.TALL else 0
        spot = Rect(body.x + ui.px(6) + aside, low, wide, high)
        yield from badge(ui, spot, Sign(None, key))
        beside = ui.px(6) + wide
    yield from _suns(ui, page, body, place, beside)
    if not suns and page.is_by_hand:
        yield from dashed(ui, layout.middle(body, body.w * 7 // 10, body.h * 6 // 10), colour)
    if page.at == place and not is_scanning(model):  # one button has a ring of its own
        yield focus_ring(ui, rect, radius)


def _suns(ui: Ui, page: Dealing, rect: Rect, place: int, key: int) -> Iterator[Piece]:
    """Yield the suns of a card and, beside a key so wide, whether the highest of them begins."""
    suns, area = page.suns[place], rect.inset(ui.px(8, 4))
    is_first = page.starter == place
    line = ui.line_height(Size.LABEL) + ui.px(6)
    if ui.shape is Shape.TALL:
        wide, high = round(area.w * 0.4), min(area.h, 2 * line)
        end, rest = layout.cut_right(layout.left_part(area, area.w - key), wide, ui.px(4))
        chip = layout.middle(end, wide, high)
    else:
        begins = ui.say("Sun {sun} starts", sun=max(suns_in_play(len(page.guests))))
        pad = ui.px(4)
        line = max(line, least_height(ui, begins, area.w - key - 2 * pad) + 2 * pad)
        foot, rest = layout.cut_foot(area, line)
        chip = layout.without_left(foot, key)
    cells = layout.largest_cells(rest, len(suns), 0)
    side = min((min(cell.w, cell.h) for cell in cells), default=0)
    most = ui.px(190, 120)
    for disc, cell in zip(suns, cells, strict=True):
        spot = layout.square(cell, min(side, most))
        yield from keyed(Animated.SUN, disc, tuple(sun(ui, spot, disc)))
    if is_first and suns:
        words = ui.say("Sun {sun} starts", sun=max(suns))
        wide = min(chip.w, ui.width(words, Size.LABEL) + ui.px(36, 20))
        spot = layout.middle(chip, wide, chip.h)
        colour = ui.theme.buttons[page.guests[place].button]
        yield Box(spot, ui.theme.panel_active, border=colour, border_px=max(1, ui.px(2)),
                  radius=min(spot.h // 2, ui.px(24)))  # fmt: skip
        yield from paragraph(ui, spot.inset(ui.px(4)), words, Size.LABEL, CENTRED)


def _adding(ui: Ui, rect: Rect, free: tuple[int, ...]) -> Iterator[Piece]:
    """Yield the dashed card: whoever is on it joins, and the suns are dealt again."""
    theme = ui.theme
    yield Box(rect, theme.track, radius=ui.px(14, 10))
    yield from dashed(ui, rect, theme.buttons[free[0]] if theme.is_dark else theme.ink_second)
    tall = ui.shape is Shape.TALL
    parts = (*(2,) * len(free), 3 if tall else 2)
    *spots, words = (layout.shares if tall else layout.stacked)(rect.inset(ui.px(6)), parts, 0)
    for button, spot in zip(free, spots, strict=True):
        side = min(spot.w, spot.h, ui.px(90, 60)) * 7 // 10
        yield from shining(ui, layout.square(spot, side), button)
        more = max(0, TOUCH_PX - min(spot.w, spot.h))
        yield Target(Rect(spot.x, spot.y, max(spot.w, TOUCH_PX), spot.h + more), Join(button))
    yield from paragraph(
        ui, words, ui.say("Add a player"), Size.LABEL, CENTRED, colour=theme.ink_second
    )


def _shelf(ui: Ui, page: Dealing, rect: Rect) -> Iterator[Piece]:
    """Yield all suns of the game to choose from; those that lie before somebody are pale."""
    numbers = suns_in_play(len(page.guests))[1:]
    laid: dict[Sun, int] = {each: place for place, group in enumerate(page.suns) for each in group}
    cells = layout.largest_cells(rect, len(numbers), 0)
    for number, cell in zip(numbers, cells, strict=True):
        side = min(cell.w, cell.h, ui.px(120, 80))
        spot = layout.square(cell, side - ui.px(4))
        is_free = number not in laid
        yield from sun(
            without_large_print(ui), spot, number, opacity=1.0 if is_free else ui.faint(0.35)
        )
        if not is_free:
            sign = side // 4
            mark = Rect(spot.x + spot.w - sign, spot.y + spot.h - sign, sign, sign)
            button = page.guests[laid[number]].button
            yield Box(mark, ui.theme.buttons[button], radius=sign // 2)
            yield emblem(layout.square(mark, sign * 6 // 10), button)
        yield Target(cell, LayOutSun(number))


def _foot(ui: Ui, model: Model, page: Dealing, rect: Rect) -> Iterator[Piece]:
    """Yield what lies in the middle, who dealt, and the key that begins."""
    gap = ui.px(18, 8)
    if ui.shape is Shape.TALL:
        upper, lower = layout.rows(rect, 2, ui.px(6))
        middle_sun, hand = layout.shares(upper, (40, 60), gap)
        begin = lower
    else:
        is_narrow = rect.w < ui.canvas.size[0] * 3 // 4  # beside the code for phones
        share = (22, 42, 36) if is_narrow else (24, 44, 32)
        middle_sun, hand, begin = layout.shares(rect, share, gap)
    told = ui.say("goes face up in the centre")
    side = min(middle_sun.h, ui.px(90, 60), middle_sun.w // 3)
    usual = middle_sun.w - side - gap // 2
    widths = range(usual, usual + hand.w // 5)
    high = min(middle_sun.h, 3 * ui.line_height(Size.SMALL))  # four close lines are hard to read
    more = least_width(ui, told, high, widths, QUIET.weight) - usual
    hand = layout.without_left(hand, more)
    lying, words = layout.cut_left(middle_sun._replace(w=middle_sun.w + more), side, gap // 2)
    yield from keyed(
        Animated.SUN, CENTRE_SUN, tuple(sun(ui, layout.square(lying, side), CENTRE_SUN))
    )
    yield from paragraph(ui, words, told, Size.LABEL, QUIET)
    taps, caps = controls(model).taps, keycaps(ui, model)
    other = taps[Control.DIAL]
    sign = Sign(Control.DIAL, caps.get(other.message, ""))
    deal = DealByHand(not page.is_by_hand)
    yield action_key(ui, hand, Action(sign, ui.say(other.label), deal, is_main=True))
    sign = Sign(Control.OK, caps.get(Begin(), ""))
    start = Action(sign, ui.say("Begin"), Begin(), page.is_complete, is_gold=True)
    yield action_key(ui, begin, start)


def _beside_code(ui: Ui, above: Rect, keys: Rect) -> tuple[Rect, ...]:
    """Return what the code leaves of a page and its keys, and where it is, its words and address.

    It stands beside the keys, or above them where the screen is tall.
    """
    side, gap = seating.code_px(ui), ui.px(14, 8)
    if ui.shape is Shape.TALL:
        low, above = layout.cut_foot(above, side, gap)
        spot, words = layout.cut_left(low, side, gap)
        return (above, keys, spot, *layout.stacked(words, (3, 1), 0))
    side = max(side, keys.h + 2 * ui.line_height(Size.NAME))
    low, above = layout.cut_foot(above._replace(h=keys.y + keys.h - above.y), side, gap)
    spot, rest = layout.cut_left(low, side, gap)
    keys, words = layout.cut_foot(rest, keys.h, ui.px(4))
    return (above, keys, spot, *layout.shares(words, (3, 2), gap))
