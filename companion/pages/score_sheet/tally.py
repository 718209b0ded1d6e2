"""Counting what everybody has at the end of an epoch: one page for each player.

The tally of a running game and the scoring assistant are the same page. Both count for a ledger;
that of the assistant belongs to no game and is not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core import messages
from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import Enter, Next, Open, PushDial, Route, TurnDial
from companion.core.mnemonics import SUN_KEYS
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages.keyboard import PLAYER_KEYS
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.score_sheet import result, setup, tally_view
from companion.pages.score_sheet.counts import (
    MOST,
    MOST_POINTS,
    AddOne,
    LaySun,
    NextPlace,
    Place,
    PlayerCount,
    Points,
    Purpose,
    SetNumber,
    SkipPlayer,
    TurnPage,
    Whose,
    places_of,
)
from companion.rules.editions import Seat, Sun, Suns, suns_in_play
from companion.rules.model import LAST_EPOCH
from companion.rules.partial.ledger import Ledger, TallyEpoch, Wait
from companion.rules.partial.tallying import tallied
from companion.rules.refusal import Refusal
from companion.rules.tiles import KEPT, NO_TILES, Tile, Tiles
from companion.rules.tiles import count as copies_of
from companion.ui.style import Piece, Style

SKIP_KEY = "x"
"""Nobody knows what this player has; none of the keys of suns."""


_TEN = 10


class SheetTally(Page, frozen=True):
    """The page on which everybody's tiles are counted."""

    is_draft: ClassVar[bool] = True

    ledger: Ledger
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
        return self.ledger.epoch or LAST_EPOCH

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
        """Return the tally that the running game waits for, as far as it was counted."""
        return tallying(model)

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        at_sun = not isinstance(pointed(self), Tile | Points)
        skipping = mark("Known") if self.counts[self.seat].is_skipped else mark("Unknown")
        onward = mark("Done") if _next_seat(self) is None else mark("Next player")
        taps = {
            PLAYER_CONTROLS[button]: Binding(Whose(Seat(seat)))
            for seat, button in enumerate(self.buttons(model))
            if seat != self.seat
        }
        taps |= {
            Control.OK: Binding(TurnPage(1), onward),
            Control.DIAL: Binding(PushDial(), mark("Add sun") if at_sun else mark("Next kind")),
            Control.RA: Binding(SkipPlayer(), skipping),
            Control.UNDO: Binding(TurnPage(-1), "Back"),
        }
        return Bindings(taps, opens_menu(), mark("Choose sun") if at_sun else mark("Number"))

    def keys(self, model: Model) -> Mapping[str, messages.Message]:
        """Return what each key does."""
        found: dict[str, messages.Message] = {
            "escape": Open(Route.MENU),
            "backspace": TurnPage(-1),
            "space": PushDial(),
            "left": NextPlace(-1),
            SKIP_KEY: SkipPlayer(),
        }
        found |= dict.fromkeys(("return", "enter"), TurnPage(1))
        found |= dict.fromkeys(("right", "tab"), NextPlace(1))
        found |= dict.fromkeys(("+", "=", "up"), TurnDial(1))
        found |= dict.fromkeys(("-", "down"), TurnDial(-1))
        found |= {PLAYER_KEYS[seat]: Whose(seat) for seat in self.ledger.setup.seats}
        return found | _counting_keys(self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        asked = mark("{player}: what do you have?")
        if pointed(self) is Points.BEFORE:
            asked = mark("{player}: how many points before this epoch?")
        return Prompt(asked, {"player": self.ledger.name(self.seat)})

    def update(self, model: Model, message: messages.Message) -> Update | None:
        """Return what a message means here and nowhere else."""
        match message:
            case TurnPage(steps):
                return _onward(model, self) if steps > 0 else _back(model, self)
            case SetNumber(what, wanted):
                page = with_number(self, what, wanted)
            case AddOne(tile):
                page = with_number(self, tile, (number(self, tile) + 1) % (tile.copies + 1))
            case LaySun(sun):
                page = with_sun(self, sun)
            case Whose(seat):
                page = page_of(self, seat)
            case SkipPlayer():
                page = skipped(self)
            case NextPlace(steps):
                page = moved(self, steps)
            case _:
                return None
        return replace(model, page=page), ()

    def turn(self, model: Model, steps: int) -> Update:
        """Count one more or less, or point at another sun."""
        return replace(model, page=turned(self, steps)), ()

    def push(self, model: Model) -> Update:
        """Lay the sun that is pointed at, or go on to the next thing."""
        what = pointed(self)
        page = moved(self, 1) if isinstance(what, Tile | Points) else with_sun(self, what)
        return replace(model, page=page), ()

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        if self.purpose is Purpose.TALLY:
            now = tallying(model)
            is_there = now is not None and now.ledger == self.ledger
        else:
            is_there = model.session.timeline is None
        return replace(self, place=self.place % len(places(self))) if is_there else None

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return tally_view.view(look, model, self)

    def help(self, model: Model) -> Card | None:
        """Return the rules card of the moment."""
        return rules_card.of_tally(self.epoch)


def tallying(model: Model) -> SheetTally | None:
    """Return the page for the tally that the running game waits for, as far as it was counted."""
    ledger = None if model.session.timeline is None else model.session.timeline.ledger
    if ledger is None or ledger.stage is not Wait.TALLY:
        return None
    page = model.drafts.counting
    is_same = page is not None and page.purpose is Purpose.TALLY and page.ledger == ledger
    return page if is_same else of_ledger(ledger)


def of_ledger(ledger: Ledger) -> SheetTally:
    """Return the page for the epoch that has ended, with everything filled in that is known."""
    return SheetTally(ledger, _known(ledger))


def _known(ledger: Ledger) -> tuple[PlayerCount, ...]:
    return tuple(PlayerCount(hand.tiles, hand.suns or ()) for hand in ledger.hands)


def asks_points(page: SheetTally) -> bool:
    """Whether the points before the epoch must be said, because no epoch before was counted."""
    return page.purpose is Purpose.ASSISTANT and not page.is_whole and page.epoch > 1


def asks_suns(page: SheetTally) -> bool:
    """Whether suns are counted: at the end they score, and in a game the next epoch needs them."""
    return page.epoch == LAST_EPOCH or page.purpose is Purpose.TALLY


def places(page: SheetTally) -> tuple[Place, ...]:
    """Return everything that is counted on a page, in the order in which it is pointed at."""
    return places_of(len(page.counts), points=asks_points(page), suns=asks_suns(page))


def pointed(page: SheetTally) -> Place:
    """Return what is pointed at."""
    return places(page)[page.place]


def number(page: SheetTally, what: Tile | Points) -> int:
    """Return how many the player has whose page is open."""
    if isinstance(what, Points):
        return page.ledger.hands[page.seat].score or 0
    return copies_of(page.counts[page.seat].tiles, what)


def owner(page: SheetTally, sun: Sun) -> Seat | None:
    """Return who has a sun, as far as it was counted."""
    having = (Seat(seat) for seat, count in enumerate(page.counts) if sun in count.suns)
    return next(having, None)


def with_number(page: SheetTally, what: Tile | Points, wanted: int) -> SheetTally:
    """Return the page after a number was said; it is pointed at from now on."""
    page = replace(page, place=places(page).index(what)) if what in places(page) else page
    if isinstance(what, Points):
        hands = list(page.ledger.hands)
        points = min(max(0, wanted), MOST_POINTS)
        hands[page.seat] = replace(hands[page.seat], score=points)
        return _told(replace(page, ledger=replace(page.ledger, hands=tuple(hands))))
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


def skipped(page: SheetTally) -> SheetTally:
    """Return the page with its player left out, or known again."""
    count = page.counts[page.seat]
    return _with(page, page.seat, replace(count, is_skipped=not count.is_skipped, is_told=True))


def page_of(page: SheetTally, seat: int) -> SheetTally:
    """Return another player's page; what was seen on this one counts from now on."""
    seen = _with(page, page.seat, replace(page.counts[page.seat], is_told=True))
    return replace(seen, seat=Seat(seat % len(page.counts)), place=0)


def left_for(page: SheetTally, seat: Seat) -> SheetTally:
    """Return another player's page; where nothing was counted on this one, it is asked again."""
    now, known = page.counts[page.seat], page.ledger.hands[page.seat].tiles
    if now.is_told or now.is_skipped or now.tiles not in {NO_TILES, known, known & KEPT}:
        return page_of(page, seat)
    return replace(page, seat=Seat(seat % len(page.counts)), place=0)


def turned(page: SheetTally, steps: int) -> SheetTally:
    """Return the page after a turn of the dial: the number, or which sun is pointed at."""
    what = pointed(page)
    if not isinstance(what, Tile | Points):
        first = len(places(page)) - len(suns_in_play(len(page.counts)))
        suns = len(places(page)) - first
        return replace(page, place=first + (page.place - first + steps) % suns)
    return with_number(page, what, number(page, what) + steps)


def moved(page: SheetTally, steps: int) -> SheetTally:
    """Return the page pointing this many things further on; the end leads to the beginning."""
    return replace(page, place=(page.place + steps) % len(places(page)))


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
    after, _ = tallied(page.ledger, tally_of(page))
    counts = tuple(PlayerCount(hand.tiles & KEPT) for hand in after.hands)
    earlier = (*page.earlier, replace(page, later=None))
    fresh = SheetTally(after, counts, page.purpose, is_whole=page.is_whole, earlier=earlier)
    return fresh if page.later is None else carried(page.later, fresh)


def carried(counted: SheetTally, fresh: SheetTally) -> SheetTally:
    """Return a page for the same players, with what was counted on another one."""
    number = min(len(counted.counts), len(fresh.counts))
    told = (*counted.counts[:number], *fresh.counts[number:])
    return replace(fresh, counts=told, later=counted.later)


def opens_menu() -> dict[Control, Binding]:
    """Return what holding the dial does where points are counted."""
    return {Control.DIAL: Binding(Open(Route.MENU), "Menu", is_silent=True)}


def _counting_keys(page: SheetTally) -> dict[str, messages.Message]:
    """Return the digits where something is counted, and the letters where suns are laid."""
    what = pointed(page)
    if not isinstance(what, Tile | Points):
        shown = places(page)
        return {key: LaySun(sun) for key, sun in SUN_KEYS.items() if sun in shown}
    now = number(page, what) if isinstance(what, Points) else 0
    now = 0 if now >= MOST_POINTS // _TEN else now
    return {str(digit): SetNumber(what, now * _TEN + digit) for digit in range(_TEN)}


def _next_seat(page: SheetTally) -> Seat | None:
    """Return whose page comes next: the first after this one that nobody has seen, if any."""
    players = len(page.counts)
    after = (Seat((page.seat + steps) % players) for steps in range(1, players))
    return next((seat for seat in after if not page.counts[seat].is_told), None)


def _back(model: Model, page: SheetTally) -> Update:
    """Go back to the player before this one; before the first, to where one came from."""
    if page.seat:
        return replace(model, page=left_for(page, Seat(page.seat - 1))), ()
    if page.earlier:
        before = replace(page.earlier[-1], later=page)
        return replace(model, page=result.SheetResult(before)), ()
    if page.purpose is Purpose.ASSISTANT:
        return replace(model, page=setup.setup_of(page, model.preferences.colour_names)), ()
    return model, (Dispatch(Next()),)


def _onward(model: Model, page: SheetTally) -> Update:
    """Go on to the next player; after the last, say first what cannot be, else the points."""
    after = _next_seat(page)
    if after is not None:
        return replace(model, page=page_of(page, after)), ()
    page = page_of(page, page.seat)
    wrong = result.contradictions(page, is_done=True)
    if wrong:
        return refused(replace(model, page=_pointing_at(page, wrong[0])), wrong[0])
    if page.purpose is Purpose.TALLY:
        return replace(model, page=page), (Dispatch(Enter(tally_of(page))),)
    return replace(model.with_drafts(counting=page), page=result.SheetResult(page)), ()


def _pointing_at(page: SheetTally, wrong: Refusal) -> SheetTally:
    """Return the page pointing at the thing that is counted too often."""
    named = (wrong.facts.get("tile"), wrong.facts.get("sun"))
    there = (place for place, what in enumerate(places(page)) if what in named)
    return replace(page, place=next(there, page.place))
