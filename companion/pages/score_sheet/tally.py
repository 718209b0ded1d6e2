"""Counting what everybody has at the end of an epoch: one page for each player.

The tally of a running game and the scoring assistant are the same page. Both count for a partial
game; that of the assistant is not recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from companion import narration
from companion.core.commands import (
    DIAL,
    OK,
    PLAYER_CONTROLS,
    RA,
    SUN_KEYS,
    UNDO,
    Command,
    Prompt,
    choice,
    hold,
    key,
    named_tiles,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, do, quick, refused
from companion.core.messages import Enter, Message, Next, Open, Refused, Route, TurnDial
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.pages.controls import PLAYER_KEYS
from companion.pages.page_view import TITLE, asked, dock, frame, keycaps, titled
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.score_sheet import result, setup
from companion.pages.score_sheet.counts import MOST, NUMBERED, Place, PlayerCount, Points, places_of
from companion.pages.status_bar import edge_px
from companion.rules.checks import HIGHEST_SUN, MOST_POINTS
from companion.rules.editions import STARTING_SCORE, Seat, Sun, Suns, suns_in_play
from companion.rules.model import LAST_EPOCH
from companion.rules.partial import PartialGame, PartialPhase, TallyEpoch, known_suns
from companion.rules.problems import Problem
from companion.rules.scoring.reasons import Because
from companion.rules.scoring.scoring import Category, EpochScore, categories
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.rules.tiles import count as copies_of
from companion.ui import pieces
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import PageAreas, left_part, without_left
from companion.ui.pieces import Sign
from companion.ui.plots import CATEGORY_TILES
from companion.ui.scene import Box, Disc, Rect, Target
from companion.ui.speech import notice
from companion.ui.style import CENTRED, NUMBER, STRONG, TOUCH_PX, Piece, Size, Ui
from companion.ui.widgets import NameTag, corner, in_a_row, left_corner, tag_width

_TEN = 10


class SheetTally(Page, frozen=True):
    """The page on which everybody's tiles are counted."""

    is_draft: ClassVar[bool] = True
    is_sheet: ClassVar[bool] = True
    has_lines: ClassVar[bool] = True

    partial_game: PartialGame
    """What was known before; the epoch is known."""
    counts: tuple[PlayerCount, ...]
    """For each seat."""
    is_assistant: bool = False
    """Whether a table is scored that played without us; else the count is entered into the game."""
    seat: Seat = Seat(0)
    place: int = 0
    """What is pointed at, as a place in ``places``."""
    is_whole: bool = False
    """In the assistant: whether all three epochs are counted, one after the other."""
    earlier: tuple[SheetTally, ...] = ()
    """In the assistant: the earlier epochs, as they were counted."""
    later: SheetTally | None = None
    """In the assistant: the next epoch, as far as it was counted before people went back."""

    @property
    def epoch(self) -> int:
        """Which epoch has ended."""
        return self.partial_game.epoch or LAST_EPOCH

    @property
    def epoch_word(self) -> str:
        """What this edition calls the epoch, in English (D-40)."""
        return narration.epoch_word(self.epoch, self.partial_game.setup)

    @property
    def goes_on(self) -> bool:
        """Whether another epoch is counted after this one."""
        return self.is_whole and self.epoch < LAST_EPOCH

    def buttons(self, model: Model) -> tuple[int, ...]:
        """Return the player button of every seat; a table without us takes them in their order."""
        return tuple(range(len(self.counts))) if self.is_assistant else model.session.buttons

    @classmethod
    def from_route(cls, model: Model, *_: object) -> SheetTally | None:
        """Return the tally that the running game waits for, as far as it has been counted."""
        return tallying(model)

    def commands(self, model: Model) -> Iterator[Command]:
        what, count = pointed(self), self.counts[self.seat]
        for seat, button in enumerate(self.buttons(model)):
            if seat != self.seat:
                yield tap("", do(SheetTally.open_player, Seat(seat)), PLAYER_CONTROLS[button])
            yield key(PLAYER_KEYS[button], do(SheetTally.open_player, Seat(seat)))
        onward = mark("Done") if _next_seat(self) is None else mark("Next player")
        onward = mark("Suns") if without_suns(self) is not None else onward
        if what is Points.BEFORE:
            yield tap("Next", do(SheetTally.move, 1), OK)
        else:
            yield tap(onward, do(SheetTally.go_on), OK, lit=can_go_on(self))
        yield tap("Back", do(SheetTally.go_back), UNDO)
        skipping = mark("Count") if count.is_skipped else mark("Unknown")
        yield tap(skipping, do(SheetTally.skip_player), RA)
        for name, tile in named_tiles(model.preferences.tile_keys).items():
            if tile in places(self):
                yield key(name, do(SheetTally.add_one, tile))
        if isinstance(what, Tile | Points):
            yield from self._numbered(what)
        else:
            yield tap("Add sun", do(SheetTally.toggle_sun, what), DIAL)
            yield turning("Choose")
            yield key("1 2 3 4 5", Refused())  # digits count, and never lead to another player
            for name, sun in SUN_KEYS.items():
                if sun in places(self):
                    yield key(name, do(SheetTally.toggle_sun, sun))
        yield key("left", do(SheetTally.move, -1))
        yield key("right tab", do(SheetTally.move, 1))
        yield key("+ = up", TurnDial(1))
        yield key("- down", TurnDial(-1))
        yield menu_hold()

    def _numbered(self, what: Tile | Points) -> Iterator[Command]:
        """Yield what says how many there are of what is pointed at: keys, dial and one button."""
        have, counting, onward = number(self, what), SheetTally.set_number, do(SheetTally.move, 1)
        yield choice(do(counting, what, have + 1), "One more")
        if isinstance(what, Tile):  # from points OK goes on
            yield choice(onward, "Next")
        if have:  # one button turns no dial back
            yield choice(do(counting, what, have - 1), "One less")
        yield tap("Choose", onward, DIAL)
        yield turning("Number")
        now = have if isinstance(what, Points) else 0
        is_anew = now == STARTING_SCORE or now >= MOST_POINTS // _TEN  # nobody typed the 10
        now = 0 if is_anew else now
        for digit in range(_TEN):
            yield key(str(digit), do(counting, what, now * _TEN + digit))

    @quick
    def set_number(self, model: Model, what: Tile | Points, wanted: int) -> Update:
        """Say how many of this kind, or how many points, the player has."""
        return replace(model, page=with_number(self, what, wanted)), ()

    @quick
    def add_one(self, model: Model, tile: Tile) -> Update:
        """Count one more of this kind; after the last copy of the box none again."""
        wanted = (number(self, tile) + 1) % (tile.copies + 1)
        return self.set_number(model, tile, wanted)

    def toggle_sun(self, model: Model, sun: Sun) -> Update:
        """Give the player this sun, or take it away again."""
        return replace(model, page=with_sun(self, sun)), ()

    def open_player(self, model: Model, seat: Seat) -> Update:
        """Open another player's page; a page that was only looked at is asked again."""
        return replace(model, page=page_of(self, seat)), ()

    def skip_player(self, model: Model) -> Update:
        """Leave out a player of whom nothing is known, or count them after all."""
        count = self.counts[self.seat]
        changed = replace(count, is_skipped=not count.is_skipped, is_told=True)
        return replace(model, page=with_count(self, self.seat, changed)), ()

    def move(self, model: Model, steps: int) -> Update:
        """Move this many things on; after the last comes the first."""
        place = (self.place + steps) % len(places(self))
        return replace(model, page=replace(self, place=place)), ()

    def go_on(self, model: Model) -> Update:
        """Go on to the next player; after the last, say first what cannot be, else the points.

        Suns that nobody has entered come first: without them the end cannot be scored.
        """
        without = without_suns(self)
        if without is not None:
            page = self if without == self.seat else page_of(seen(self), without)
            return replace(model, page=replace(page, place=_first_sun(page))), ()
        after = _next_seat(self)
        if after is not None:
            return replace(model, page=page_of(seen(self), after)), ()
        page = seen(self)
        wrong = result.contradictions(page, is_done=True)
        if wrong:
            return refused(replace(model, page=_pointed_at(page, wrong[0])), wrong[0])
        if not page.is_assistant:
            return replace(model, page=page), (Dispatch(Enter(tally_of(page))),)
        return replace(model.with_pending(counting=page), page=result.SheetResult(page)), ()

    def go_back(self, model: Model) -> Update:
        """Go back to the player before this one; before the first, to where one came from."""
        if self.seat:
            return replace(model, page=page_of(self, Seat(self.seat - 1))), ()
        if self.earlier:
            return replace(model, page=result.SheetResult(result.epoch_before(self))), ()
        if self.is_assistant:
            return replace(model, page=setup.setup_of(self, model.preferences.colour_names)), ()
        return model, (Dispatch(Next()),)

    def prompt(self, model: Model) -> Prompt:
        asked = mark("{player}: what do you have?")
        if pointed(self) is Points.BEFORE:
            asked = mark("{player}: how many points before this epoch?")
        return Prompt(asked, {"player": self.partial_game.name(self.seat)})

    def said_aloud(self, model: Model, words: Words) -> Iterator[str]:
        what = pointed(self)
        match what:
            case Tile():
                yield words.state(narration.tile_name(what, words), str(number(self, what)))
            case Points():
                yield words.state(words.say(what.value), str(number(self, what)))
            case sun:
                whose, named = owner(self, sun), words.say("Sun {number}", number=sun)
                yield named if whose is None else words.state(named, self.partial_game.name(whose))

    def turn(self, model: Model, steps: int) -> Update:
        what, first = pointed(self), _first_sun(self)
        if isinstance(what, Tile | Points):
            return replace(model, page=with_number(self, what, number(self, what) + steps)), ()
        suns = len(places(self)) - first
        place = first + (self.place - first + steps) % suns
        return replace(model, page=replace(self, place=place)), ()

    def validated(self, model: Model) -> Page | None:
        if self.is_assistant:
            is_there = model.session.timeline is None
        else:
            now = tallying(model)
            is_there = now is not None and now.partial_game == self.partial_game
        return replace(self, place=self.place % len(places(self))) if is_there else None

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield everything that is counted of one player.

        The title says what cannot be; else why the selected thing scores so much; else it asks.
        """
        where = frame(ui, model)
        wrong = result.contradictions(self)
        # Points may be sealed until the end (R-INF-2).
        is_sealed = not self.is_assistant and model.session.agreement.secrecy is Secrecy.SEALED
        points = {} if is_sealed else result.score_now(self)
        question = f"{ui.say(self.epoch_word)} · {asked(ui, model)}"
        said = ("" if is_sealed else _why(ui, self)) or question
        yield from _title(ui, model, where, said, wrong)
        marked = [fact for one in wrong for thing, fact in one.facts.items() if thing in _MARKED]
        counting = _Counting(Kit(ui, keycaps(ui, model)), self, self.buttons(model), points, marked)
        yield from counting.everything().draw(where.body)
        yield from dock(ui, where.dock, model, PLAYER_CONTROLS)

    def help(self, model: Model) -> Card | None:
        return rules_card.of_tally(self.epoch)


def tallying(model: Model) -> SheetTally | None:
    """Return the page for the tally that the running game waits for, as far as it was counted."""
    partial_game = None if model.session.timeline is None else model.session.timeline.partial_game
    if partial_game is None or partial_game.stage is not PartialPhase.TALLY:
        return None
    page = model.pending.counting
    is_same = page is not None and not page.is_assistant and page.partial_game == partial_game
    return page if is_same else of_partial_game(partial_game)


def of_partial_game(partial_game: PartialGame) -> SheetTally:
    """Return the page for the epoch that has ended, with everything filled in that is known."""
    known = (PlayerCount(hand.tiles, hand.all_suns or ()) for hand in partial_game.hands)
    return SheetTally(partial_game, tuple(known))


def asks_points(page: SheetTally) -> bool:
    """Whether the points before the epoch must be said, because no epoch before was counted."""
    return page.is_assistant and not page.is_whole and page.epoch > 1


def asks_suns(page: SheetTally) -> bool:
    """Whether suns are counted: at the end they score, and in a game the next epoch needs them."""
    return page.epoch == LAST_EPOCH or not page.is_assistant


def _first_sun(page: SheetTally) -> int:
    """Return the place of the first sun: they come last of all that is counted."""
    return len(places(page)) - len(suns_in_play(len(page.counts)))


def without_suns(page: SheetTally) -> Seat | None:
    """Return whose suns are asked for next: of this page, and, once all are counted, of any.

    Whoever points at suns is asked already.
    """
    if not asks_suns(page):
        return None
    count = page.counts[page.seat]
    if isinstance(pointed(page), Tile | Points) and not count.suns and not count.is_skipped:
        return page.seat
    if page.epoch < LAST_EPOCH or _next_seat(page) is not None:
        return None
    missing = (seat for seat in unknown_suns(page) if seat != page.seat)
    return next(missing, None)


def unknown_suns(page: SheetTally) -> tuple[Seat, ...]:
    """Return whose suns are neither counted nor known, of those who are not left out."""
    known = known_suns(page.partial_game, tally_of(page))
    seats = page.partial_game.setup.seats
    return tuple(seat for seat in seats if known[seat] is None and not page.counts[seat].is_skipped)


def places(page: SheetTally) -> tuple[Place, ...]:
    """Return everything that is counted on a page, in the order in which it is pointed at."""
    return places_of(len(page.counts), points=asks_points(page), suns=asks_suns(page))


def pointed(page: SheetTally) -> Place:
    """Return what is pointed at."""
    return places(page)[page.place]


def number(page: SheetTally, what: Tile | Points) -> int:
    """Return how many the player has whose page is open."""
    if isinstance(what, Points):
        return page.partial_game.hands[page.seat].score or 0
    return copies_of(page.counts[page.seat].tiles, what)


def owner(page: SheetTally, sun: Sun) -> Seat | None:
    """Return who has a sun, as far as it was counted."""
    having = (Seat(seat) for seat, count in enumerate(page.counts) if sun in count.suns)
    return next(having, None)


def with_number(page: SheetTally, what: Tile | Points, wanted: int) -> SheetTally:
    """Return the page after a number was said; it is pointed at from now on."""
    page = replace(page, place=places(page).index(what)) if what in places(page) else page
    if isinstance(what, Points):
        return _told(with_points(page, page.seat, min(max(0, wanted), MOST_POINTS)))
    more = min(max(0, wanted), MOST) - number(page, what)
    count = page.counts[page.seat]
    said = replace(count, tiles=count.tiles + more * what.one, said=count.said | {what})
    return _told(with_count(page, page.seat, said))


def _told(page: SheetTally, suns: Suns | None = None) -> SheetTally:
    """Return the page with something said about its player, who is known from now on."""
    count = page.counts[page.seat]
    held = count.suns if suns is None else suns
    said = replace(count, suns=held, is_told=True, is_skipped=False)
    return with_count(page, page.seat, said)


def with_points(page: SheetTally, seat: Seat, points: int) -> SheetTally:
    """Return the page with other points that a player had before the epoch."""
    hands = list(page.partial_game.hands)
    hands[seat] = replace(hands[seat], score=points)
    return replace(page, partial_game=replace(page.partial_game, hands=tuple(hands)))


def with_count(page: SheetTally, seat: Seat, count: PlayerCount) -> SheetTally:
    """Return the page with something else counted of a player."""
    counts = (*page.counts[:seat], count, *page.counts[seat + 1 :])
    return replace(page, counts=counts)


def with_sun(page: SheetTally, sun: Sun) -> SheetTally:
    """Return the page with a sun in this player's hand alone, or taken from it."""
    if sun not in places(page):
        return page
    before = owner(page, sun)
    if before is not None:
        count = page.counts[before]
        left = tuple(other for other in count.suns if other != sun)
        page = with_count(page, before, replace(count, suns=left))
    own = page.counts[page.seat].suns
    suns = own if before == page.seat else tuple(sorted((*own, sun)))
    return _told(replace(page, place=places(page).index(sun)), suns=suns)


def seen(page: SheetTally) -> SheetTally:
    """Return the page with its player counted, whatever they have."""
    return with_count(page, page.seat, replace(page.counts[page.seat], is_told=True))


def page_of(page: SheetTally, seat: int) -> SheetTally:
    """Return another player's page."""
    return replace(page, seat=Seat(seat % len(page.counts)), place=0)


def _pointed_at(page: SheetTally, wrong: Problem) -> SheetTally:
    """Return the page on which one points at what cannot be."""
    match wrong.place:
        case (_, int(seat), "suns"):
            return replace(page_of(page, seat), place=_first_sun(page))
        case _:
            named = [wrong.facts.get(thing) for thing in _MARKED]
            there = (at for at, what in enumerate(places(page)) if what in named)
            return replace(page, place=next(there, page.place))


def tally_of(page: SheetTally) -> TallyEpoch:
    """Return what was counted, as it is entered."""
    return TallyEpoch(
        tuple(None if count.is_skipped else count.tiles for count in page.counts),
        tuple(None if count.is_skipped else count.suns or None for count in page.counts),
    )


def menu_hold() -> Command:
    """Return what holding the dial does while points are counted."""
    return hold("Menu", Open(Route.MENU), DIAL, keys="escape", silent=True)


def _next_seat(page: SheetTally) -> Seat | None:
    """Return whose page comes next: the first after this that has not been shown, if any."""
    players = len(page.counts)
    after = (Seat((page.seat + steps) % players) for steps in range(1, players))
    return next((seat for seat in after if not page.counts[seat].is_told), None)


def can_go_on(page: SheetTally) -> bool:
    """Whether suns or another player are to be counted, or the count is possible."""
    if without_suns(page) is not None or _next_seat(page) is not None:
        return True
    return not result.contradictions(seen(page), is_done=True)


_MARKED = "tile", "sun"
"""The facts of a problem that name what is counted too often."""


def _title(
    ui: Ui, model: Model, where: PageAreas, said: str, wrong: Sequence[Problem]
) -> Iterator[Piece]:
    yield pieces.sky(ui, where.title.y + where.title.h)
    yield from menu_key(ui, left_corner(ui, edge_px(ui, model)))
    area = where.title.inset(ui.px(10, 6))
    area = area.inset(area.x + area.w - corner(ui, 0).x, 0)
    if wrong:
        text, near = notice(ui, wrong[0], model), area.inset(ui.px(12, 6), 0)
        area = near if pieces.least_height(ui, text, near.w, TITLE.weight) <= near.h else area
        yield from pieces.paragraph(ui, area, text, Size.NAME, TITLE, colour=ui.theme.gold)
    else:
        yield from titled(ui, area.inset(ui.px(12, 6), 0), said)


def menu_key(ui: Ui, spot: Rect) -> Iterator[Piece]:
    """Yield the key of the menu."""
    yield pieces.key_ground(ui, spot)
    yield from pieces.menu_sign(ui, spot)
    yield Target(spot, Open(Route.MENU))


_CATEGORIES: Mapping[Family, tuple[Category, ...]] = {
    Family.GOD: (Category.GODS,),
    Family.GOLD: (Category.GOLD,),
    Family.PHARAOH: (Category.PHARAOHS,),
    Family.RIVER: (Category.RIVER,),
    Family.CIVILISATION: (Category.CIVILISATIONS,),
    Family.MONUMENT: (Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY),
}


def _why(ui: Ui, page: SheetTally) -> str:
    """Return why the player has the points of what is pointed at, if anything is counted there."""
    words, what = ui.canvas.words, pointed(page)
    if not page.counts[page.seat].is_told or isinstance(what, Points):
        return ""
    about = _CATEGORIES[what.family] if isinstance(what, Tile) else (Category.SUNS,)
    return "; ".join(
        words.list((pieces.signed(why.points), narration.reason(why, words)))
        for why in result.reasons_now(page)
        if why.category in about and why.because is not Because.NONE
    )


_MOST_NUMBERS = 11
"""How many numbers stand in a row, the last of them for one more."""

_FEW_NUMBERS = 4
"""How many numbers stand beside gods and gold, which the box has few of."""

_STEPS = (-10, -1, 0, 1, 10)
"""By how much points are put right by touch."""

_FREE = 0.45
"""How much is seen of a tile or a sun that nobody has."""


class _Counting(NamedTuple):
    """What is counted of one player, and what it is worth so far."""

    kit: Kit
    page: SheetTally
    buttons: Sequence[int]
    points: Mapping[Seat, EpochScore]
    marked: Collection[object]
    """The kinds and suns that are counted more often than the box has them."""

    def everything(self) -> Widget:
        kit, page = self.kit, self.page
        heads = Widget(self.heads)
        gods_and_gold = (self.numbers(kind, _FEW_NUMBERS) for kind in NUMBERED[:2])
        lines = [
            kit.row(*gods_and_gold, gap=kit.px(4)),
            *(self.numbers(kind, _MOST_NUMBERS) for kind in NUMBERED[2:]),
            self.civilisations(),
            kit.row(*map(self.single, FAMILIES[Family.MONUMENT])),
        ]
        suns, high = [], 2 if kit.is_tall else 1
        if asks_suns(page):
            in_play = [self.sun(number) for number in suns_in_play(len(page.counts))]
            suns = [kit.grid(in_play, HIGHEST_SUN // high).share(high)]
        if kit.is_tall:
            counted = kit.column(heads, *lines, *suns)
            return kit.column(counted.share(5), self.aside().share(2), gap=kit.px(6))
        aside = self.aside().fixed(kit.px(324, 228))
        beside = kit.row(kit.column(*lines), aside, gap=kit.px(16, 8))
        return kit.column(heads, beside.share(len(lines)), *suns)

    def heads(self, area: Rect) -> Iterable[Piece]:
        """Yield everybody's name, points and, if there is room, the key that opens their page."""
        kit, ui, gap, high = self.kit, self.kit.ui, self.kit.px(8, 4), self.kit.px(34, 20)
        tags = tuple(map(self.tag, self.page.partial_game.setup.seats))
        openings = [do(SheetTally.open_player, Seat(seat)) for seat in range(len(tags))]
        caps = [kit.caps.get(opening, "") for opening in openings]
        room, most = area.w // len(tags) - 2 * gap, ui.em(Size.NAME)
        key_px = max(pieces.badge_width(ui, high, cap) for cap in caps) + gap
        has_keys = any(caps) and all(tag_width(ui, tag, most) + key_px <= room for tag in tags)
        tags, px = in_a_row(ui, tags, room, most)
        heads = []
        for seat, (tag, cap, opening) in enumerate(zip(tags, caps, openings, strict=True)):
            shown, is_open = kit.signed_name(tag, px), seat == self.page.seat
            if has_keys:
                shown = kit.row(shown, kit.badge(Sign(None, cap), high).fixed(key_px))
            ground = kit.box(
                kit.pad(shown, gap, 0),
                fill=kit.theme.buttons[tag.button],
                border=kit.theme.focus if is_open else kit.theme.line,
                px=kit.px(5 if is_open else 1),
            )
            heads.append(kit.touch(kit.pad(ground, 0, kit.px(2)), opening))
        return kit.row(*heads, gap=kit.px(4)).draw(area)

    def tag(self, seat: Seat) -> NameTag:
        told, score = self.page.counts[seat], self.points.get(seat)
        points = pieces.signed(score.net) if score and told.is_told else ""
        name, button = self.page.partial_game.name(seat), self.buttons[seat]
        return NameTag(name, button, "?" if told.is_skipped else points)

    def numbers(self, kind: Tile, most: int) -> Widget:
        """Return a kind and as many numbers as have room, the last of them for one more."""
        kit, now = self.kit, number(self.page, kind)

        def draw(area: Rect) -> Iterable[Piece]:
            side = max(TOUCH_PX, min(area.h, area.w // (most + 1)))
            last = min(most, (area.w - side) // TOUCH_PX) - 1
            keys = [self.number_key(kind, each, is_now=now == each) for each in range(last)]
            more = self.number_key(kind, max(now + 1, last), is_now=now >= last, is_more=True)
            return kit.row(self.picture(kind).fixed(side), *keys, more).draw(area)

        return self.ringed(Widget(draw), kind)

    def number_key(self, kind: Tile, wanted: int, *, is_now: bool, is_more: bool = False) -> Widget:
        """Return a key that says how many there are; the last one shows more than it can say."""
        text = str(wanted) if not is_more else str(number(self.page, kind)) if is_now else "+"
        message = do(SheetTally.set_number, kind, wanted)
        is_any = number(self.page, kind) > 0
        return self.key(
            text, message, is_now=is_now and is_any, is_wrong=is_now and kind in self.marked
        )

    def key(
        self, text: str, message: Message, *, is_now: bool = False, is_wrong: bool = False
    ) -> Widget:
        """Return a number to touch, in gold if it is what was counted, in red if it cannot be."""
        kit, theme = self.kit, self.kit.theme
        ink = theme.on_gold if is_now else theme.ink_second
        ground = kit.box(
            kit.pad(kit.line(text, Size.NAME, CENTRED, ink), kit.px(6, 0), 0),
            fill=theme.gold if is_now else theme.panel,
            border=theme.bad if is_wrong else theme.line,
            px=max(1, kit.px(4 if is_wrong else 1.5)),
            radius=kit.px(10, 7),
        )
        return kit.touch(kit.pad(ground, max(1, kit.px(2))), message)

    def civilisations(self) -> Widget:
        kit = self.kit
        kinds = [self.single(kind) for kind in FAMILIES[Family.CIVILISATION]]
        if not asks_points(self.page):
            free = len(FAMILIES[Family.MONUMENT]) - len(kinds)
            return kit.row(*kinds, *(NOTHING,) * free)
        now = number(self.page, Points.BEFORE)
        steps = [
            self.key(
                pieces.signed(each) if each else str(now),
                do(SheetTally.set_number, Points.BEFORE, max(0, now + each)),
                is_now=not each,
            )
            for each in _STEPS
        ]
        middle = len(steps) // 2
        steps[middle] = self.ringed(steps[middle], Points.BEFORE)
        return kit.row(kit.row(*kinds), kit.row(*steps))

    def single(self, kind: Tile) -> Widget:
        """Return a kind that people mostly have one of: every touch adds one."""
        kit, theme, least = self.kit, self.kit.theme, self.kit.ui.least_px
        now, is_wrong = number(self.page, kind), kind in self.marked
        face = self.picture(kind, 1.0 if now else kit.ui.faint(_FREE))
        if now:
            count = Widget(
                lambda spot: (
                    Box(spot, theme.gold, radius=spot.h // 3),
                    kit.ui.text(spot, str(now), max(least, spot.h * 4 // 5), theme.on_gold, NUMBER),
                )
            )
            face = kit.layers(face, kit.corner(count, 5 / 12, least + 2))
        ground = kit.box(
            face,
            fill=theme.panel_active if now else theme.panel,
            border=theme.bad if is_wrong else theme.gold if now else theme.line,
            px=max(1, kit.px(4 if is_wrong else 2)),
            radius=kit.px(10, 7),
        )
        key = kit.touch(kit.pad(ground, max(1, kit.px(2))), do(SheetTally.add_one, kind))
        return self.ringed(key, kind)

    def sun(self, sun: Sun) -> Widget:
        kit, whose = self.kit, owner(self.page, sun)
        if whose is None:
            face = kit.sun(sun, opacity=kit.ui.faint(_FREE))
        elif whose == self.page.seat:
            face = kit.sun(sun, pieces.SUN_WON)
        else:
            ground = Widget(lambda spot: (Disc(spot, kit.theme.panel),))
            mark = kit.layers(ground, kit.emblem(self.buttons[whose]))
            face = kit.layers(kit.sun(sun, pieces.SUN_DOWN), kit.corner(mark, 1 / 4))
        if sun in self.marked:
            face = kit.box(face, border=kit.theme.bad, px=kit.px(4), radius=kit.px(10, 7))
        key = kit.touch(kit.pad(face, max(1, kit.px(2))), do(SheetTally.toggle_sun, sun))
        return self.ringed(key, sun)

    def ringed(self, widget: Widget, what: Place) -> Widget:
        """Return the same, in the ring if it is what is pointed at."""
        now = pointed(self.page)
        return self.kit.ring(widget) if now == what and isinstance(now, type(what)) else widget

    def picture(self, kind: Tile, opacity: float = 1.0) -> Widget:
        return self.kit.pad(self.kit.tile(kind, opacity), self.kit.px(3))

    def aside(self) -> Widget:
        kit, score = self.kit, self.points.get(self.page.seat)
        less = self.key("\N{MINUS SIGN}", TurnDial(-1))
        steps = kit.row(less, self.pointed(), self.key("+", TurnDial(1)), gap=kit.px(4))
        steps = steps.fixed(max(46, kit.px(64, 48)))
        if score is None:
            return kit.column(steps, NOTHING)
        brought = [
            self.brought(category, score.points(category))
            for category in categories(self.page.epoch)
        ]
        lines = kit.grid(brought, across=4 if kit.is_tall else 2)
        total = kit.line(pieces.signed(score.net), Size.SUM, NUMBER, kit.theme.gold)
        share = 1.5 if kit.is_tall else 4
        return kit.column(steps, lines.share(share), total, gap=kit.px(4))

    def pointed(self) -> Widget:
        kit, what = self.kit, pointed(self.page)
        if not isinstance(what, Tile | Points):
            return kit.pad(kit.picture(pieces.SUN_WON), kit.px(3))
        count = kit.line(str(number(self.page, what)), Size.COUNT, NUMBER)
        return kit.row(self.picture(what), count) if isinstance(what, Tile) else count

    def brought(self, category: Category, points: int) -> Widget:
        kit, theme = self.kit, self.kit.theme
        side, kinds = kit.px(44, 32), CATEGORY_TILES[category]
        signs = [kit.tile(kind) for kind in kinds] or [kit.picture(pieces.SUN_WON)]
        ink = theme.ink if points > 0 else theme.bad if points < 0 else theme.zero

        def draw(area: Rect) -> Iterator[Piece]:
            high = min(area.h - kit.px(4), side)
            for place, sign in enumerate(signs):
                yield from sign.draw(Rect(area.x + place * high // 3, area.y, high, area.h))
            words = without_left(left_part(area, area.w - kit.px(6)), high * 4 // 3 + kit.px(6))
            yield kit.ui.line(words, pieces.signed(points), Size.COUNT, ink, STRONG)

        return Widget(draw)
