"""Counting what everybody has at the end of an epoch: one page for each player.

The tally of a running game and the scoring assistant are the same page. Both count for a partial
game; that of the assistant is not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, hold, key, tap, turning
from companion.core.controls import PLAYER_CONTROLS, SUN_KEYS, named_tiles
from companion.core.effects import Dispatch, Update, do, quick, refused
from companion.core.messages import Enter, Next, Open, Refused, Route, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages.controls import PLAYER_KEYS
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.score_sheet import result, setup, tally_view
from companion.pages.score_sheet.counts import MOST, Place, PlayerCount, Points, Purpose, places_of
from companion.rules.checks import MOST_POINTS
from companion.rules.editions import STARTING_SCORE, Seat, Sun, Suns, suns_in_play
from companion.rules.model import LAST_EPOCH
from companion.rules.partial import PartialGame, PartialPhase, TallyEpoch, tallied
from companion.rules.problems import Problem
from companion.rules.tiles import KEPT, NO_TILES, Tile, Tiles
from companion.rules.tiles import count as copies_of
from companion.ui.style import Piece, Ui

_TEN = 10


class SheetTally(Page, frozen=True):
    """The page on which everybody's tiles are counted."""

    is_draft: ClassVar[bool] = True

    partial_game: PartialGame
    """What was known before; the epoch is known."""
    counts: tuple[PlayerCount, ...]
    """For each seat."""
    purpose: Purpose = Purpose.TALLY
    seat: Seat = Seat(0)
    """Whose page is open."""
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
    def goes_on(self) -> bool:
        """Whether another epoch is counted after this one."""
        return self.is_whole and self.epoch < LAST_EPOCH

    def buttons(self, model: Model) -> tuple[int, ...]:
        """Return the player button of every seat; a table without us takes them in their order."""
        is_here = self.purpose is Purpose.TALLY
        return model.session.buttons if is_here else tuple(range(len(self.counts)))

    @classmethod
    def from_route(cls, model: Model, *_: object) -> SheetTally | None:
        """Return the tally that the running game waits for, as far as it has been counted."""
        return tallying(model)

    def commands(self, model: Model) -> Iterator[Command]:
        what, count = pointed(self), self.counts[self.seat]
        for seat, button in enumerate(self.buttons(model)):
            if seat != self.seat:
                yield tap("", do(SheetTally.open_player, Seat(seat)), PLAYER_CONTROLS[button])
            yield key(PLAYER_KEYS[seat], do(SheetTally.open_player, Seat(seat)))
        onward = mark("Done") if _next_seat(self) is None else mark("Next player")
        onward = mark("Suns") if lacks_suns(self) else onward
        if what is Points.BEFORE:
            yield tap("Next", do(SheetTally.move, 1), OK)
        else:
            yield tap(onward, do(SheetTally.go_on), OK, lit=can_go_on(self))
        yield tap("Back", do(SheetTally.go_back), UNDO)
        skipping = mark("Known") if count.is_skipped else mark("Unknown")
        yield tap(skipping, do(SheetTally.skip_player), RA)
        for name, tile in named_tiles(model.preferences.tile_keys).items():
            if tile in places(self):
                yield key(name, do(SheetTally.add_one, tile))
        if isinstance(what, Tile | Points):
            yield tap("Next", do(SheetTally.move, 1), DIAL)
            yield turning("Number")
            now = number(self, what) if isinstance(what, Points) else 0
            is_anew = now == STARTING_SCORE or now >= MOST_POINTS // _TEN  # nobody typed the 10
            now = 0 if is_anew else now
            for digit in range(_TEN):
                yield key(str(digit), do(SheetTally.set_number, what, now * _TEN + digit))
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
        """Open another player's page."""
        return replace(model, page=page_of(self, seat)), ()

    def skip_player(self, model: Model) -> Update:
        """Leave out a player of whom nothing is known, or count them after all."""
        count = self.counts[self.seat]
        changed = replace(count, is_skipped=not count.is_skipped, is_told=True)
        return replace(model, page=_with(self, self.seat, changed)), ()

    def move(self, model: Model, steps: int) -> Update:
        """Move this many things on; after the last comes the first."""
        place = (self.place + steps) % len(places(self))
        return replace(model, page=replace(self, place=place)), ()

    def go_on(self, model: Model) -> Update:
        """Go on to the next player; after the last, say first what cannot be, else the points.

        Suns that nobody has entered come first: without them the end cannot be scored.
        """
        if lacks_suns(self):
            return replace(model, page=replace(self, place=_first_sun(self))), ()
        after = _next_seat(self)
        if after is not None:
            return replace(model, page=page_of(self, after)), ()
        page = page_of(self, self.seat)
        wrong = result.contradictions(page, is_done=True)
        if wrong:
            return refused(replace(model, page=_pointing_at(page, wrong[0])), wrong[0])
        if page.purpose is Purpose.TALLY:
            return replace(model, page=page), (Dispatch(Enter(tally_of(page))),)
        return replace(model.with_pending(counting=page), page=result.SheetResult(page)), ()

    def go_back(self, model: Model) -> Update:
        """Go back to the player before this one; before the first, to where one came from."""
        if self.seat:
            return replace(model, page=left_for(self, Seat(self.seat - 1))), ()
        if self.earlier:
            before = replace(self.earlier[-1], later=self)
            return replace(model, page=result.SheetResult(before)), ()
        if self.purpose is Purpose.ASSISTANT:
            return replace(model, page=setup.setup_of(self, model.preferences.colour_names)), ()
        return model, (Dispatch(Next()),)

    def prompt(self, model: Model) -> Prompt:
        asked = mark("{player}: what do you have?")
        if pointed(self) is Points.BEFORE:
            asked = mark("{player}: how many points before this epoch?")
        return Prompt(asked, {"player": self.partial_game.name(self.seat)})

    def turn(self, model: Model, steps: int) -> Update:
        """Count one more or less, or point at another sun."""
        return replace(model, page=turned(self, steps)), ()

    def validated(self, model: Model) -> Page | None:
        if self.purpose is Purpose.TALLY:
            now = tallying(model)
            is_there = now is not None and now.partial_game == self.partial_game
        else:
            is_there = model.session.timeline is None
        return replace(self, place=self.place % len(places(self))) if is_there else None

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        return tally_view.view(ui, model, self)

    def help(self, model: Model) -> Card | None:
        return rules_card.of_tally(self.epoch)


def tallying(model: Model) -> SheetTally | None:
    """Return the page for the tally that the running game waits for, as far as it was counted."""
    partial_game = None if model.session.timeline is None else model.session.timeline.partial_game
    if partial_game is None or partial_game.stage is not PartialPhase.TALLY:
        return None
    page = model.pending.counting
    is_same = (
        page is not None and page.purpose is Purpose.TALLY and page.partial_game == partial_game
    )
    return page if is_same else of_partial_game(partial_game)


def of_partial_game(partial_game: PartialGame) -> SheetTally:
    """Return the page for the epoch that has ended, with everything filled in that is known."""
    return SheetTally(partial_game, _known(partial_game))


def _known(partial_game: PartialGame) -> tuple[PlayerCount, ...]:
    return tuple(PlayerCount(hand.tiles, hand.all_suns or ()) for hand in partial_game.hands)


def asks_points(page: SheetTally) -> bool:
    """Whether the points before the epoch must be said, because no epoch before was counted."""
    return page.purpose is Purpose.ASSISTANT and not page.is_whole and page.epoch > 1


def asks_suns(page: SheetTally) -> bool:
    """Whether suns are counted: at the end they score, and in a game the next epoch needs them."""
    return page.epoch == LAST_EPOCH or page.purpose is Purpose.TALLY


def _first_sun(page: SheetTally) -> int:
    """Return the place of the first sun: they come last of all that is counted."""
    return len(places(page)) - len(suns_in_play(len(page.counts)))


def lacks_suns(page: SheetTally) -> bool:
    """Whether the player's suns are asked for, and neither entered nor pointed at yet."""
    count = page.counts[page.seat]
    is_missing = asks_suns(page) and not count.suns and not count.is_skipped
    return is_missing and isinstance(pointed(page), Tile | Points)


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
        hands = list(page.partial_game.hands)
        points = min(max(0, wanted), MOST_POINTS)
        hands[page.seat] = replace(hands[page.seat], score=points)
        return _told(replace(page, partial_game=replace(page.partial_game, hands=tuple(hands))))
    more = min(max(0, wanted), MOST) - number(page, what)
    return _told(page, page.counts[page.seat].tiles + more * what.one)


def _told(page: SheetTally, tiles: Tiles | None = None, suns: Suns | None = None) -> SheetTally:
    """Return the page with something said about its player, who is known from now on."""
    count = page.counts[page.seat]
    said = replace(
        count,
        tiles=count.tiles if tiles is None else tiles,
        suns=count.suns if suns is None else suns,
        is_told=True,
        is_skipped=False,
    )
    return _with(page, page.seat, said)


def _with(page: SheetTally, seat: Seat, count: PlayerCount) -> SheetTally:
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
        page = _with(page, before, replace(count, suns=left))
    own = page.counts[page.seat].suns
    suns = own if before == page.seat else tuple(sorted((*own, sun)))
    return _told(replace(page, place=places(page).index(sun)), suns=suns)


def page_of(page: SheetTally, seat: int) -> SheetTally:
    """Return another player's page; what was seen on this one counts from now on."""
    seen = _with(page, page.seat, replace(page.counts[page.seat], is_told=True))
    return replace(seen, seat=Seat(seat % len(page.counts)), place=0)


def left_for(page: SheetTally, seat: Seat) -> SheetTally:
    """Return another player's page; where nothing was counted on this one, it is asked again."""
    now, known = page.counts[page.seat], page.partial_game.hands[page.seat].tiles
    if now.is_told or now.is_skipped or now.tiles not in {NO_TILES, known, known & KEPT}:
        return page_of(page, seat)
    return replace(page, seat=Seat(seat % len(page.counts)), place=0)


def turned(page: SheetTally, steps: int) -> SheetTally:
    """Return the page after a turn of the dial: the number, or which sun is pointed at."""
    what = pointed(page)
    if not isinstance(what, Tile | Points):
        first = _first_sun(page)
        suns = len(places(page)) - first
        return replace(page, place=first + (page.place - first + steps) % suns)
    return with_number(page, what, number(page, what) + steps)


def tally_of(page: SheetTally) -> TallyEpoch:
    """Return what was counted, as it is entered."""
    return TallyEpoch(
        tuple(None if count.is_skipped else count.tiles for count in page.counts),
        tuple(None if count.is_skipped else count.suns or None for count in page.counts),
    )


def following(page: SheetTally) -> SheetTally:
    """Return the page for the next epoch of a whole game, with what is kept filled in.

    What was counted of it before people went back is there again.

    Raises:
        IllegalAction: What was counted cannot be.
    """
    after, _ = tallied(page.partial_game, tally_of(page))
    counts = tuple(PlayerCount(hand.tiles & KEPT) for hand in after.hands)
    earlier = (*page.earlier, replace(page, later=None))
    fresh = SheetTally(after, counts, page.purpose, is_whole=page.is_whole, earlier=earlier)
    return fresh if page.later is None else carried(page.later, fresh)


def carried(counted: SheetTally, fresh: SheetTally) -> SheetTally:
    """Return a page for the same players, with what was counted on another one."""
    number = min(len(counted.counts), len(fresh.counts))
    told = (*counted.counts[:number], *fresh.counts[number:])
    return replace(fresh, counts=told, later=counted.later)


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
    if lacks_suns(page) or _next_seat(page) is not None:
        return True
    return not result.contradictions(page_of(page, page.seat), is_done=True)


def _pointing_at(page: SheetTally, wrong: Problem) -> SheetTally:
    """Return the page pointing at the thing that is counted too often."""
    named = (wrong.facts.get("tile"), wrong.facts.get("sun"))
    there = (place for place, what in enumerate(places(page)) if what in named)
    return replace(page, place=next(there, page.place))
