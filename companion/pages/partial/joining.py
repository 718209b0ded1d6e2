"""Joining a game that has begun without us: one question after the other, only what is missing.

Every answer is a fix of its own, so nothing is lost that was said; whatever is skipped stays
unknown. The same pages ask what is missing when people want to enter every tile from now on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.core import messages
from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.effects import Update
from companion.core.messages import Enter, GoTo
from companion.core.model import Model, is_at_light
from companion.core.page import Page
from companion.i18n import Sentences
from companion.pages import partial, reference
from companion.rules.actions import LANE_SLOTS, Level
from companion.rules.corrections.fixing import MOST_POINTS, Fix, HandFix
from companion.rules.editions import STARTING_SCORE, Seat, Sun, suns_in_play
from companion.rules.model import LAST_EPOCH, Lane, Phase
from companion.rules.partial.ledger import Ledger, TallyEpoch, Wait, suns_each
from companion.rules.partial.levels import at_border
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import DISASTERS, KINDS, Tile, bundle
from companion.ui.style import Piece, Style


class Ask(Sentences):
    """What is asked, in this order; the value is the English question."""

    EPOCH = "Which epoch is it?"
    RA_TRACK = "How many Ra tiles are on the Ra track?"
    SUNS = "Where is sun {sun}?"
    POINTS = "{name}: how many points?"
    TURN = "Whose turn is it?"
    TILES = "{name}: which tiles?"
    TRACK = "Which tiles are on the auction track?"


class Place(msgspec.Struct, frozen=True):
    """Where a sun lies."""

    seat: Seat | None = None
    """None: in the centre."""
    is_up: bool = True


Way = int | Place | Tile
"""One answer: a number or a seat, where a sun lies, or one more tile."""


class Joining(Page, frozen=True):
    """A question about a game that goes on already."""

    ask: Ask
    wants: Level = Level.LIGHT
    """At which level people want to go on."""
    seat: Seat | None = None
    """About whom it is, if about a player."""
    row: int | None = None
    """Which answer the dial points at."""
    places: tuple[Place, ...] = ()
    """Where the suns lie of which that has been said, in the order in which they are asked for."""
    tiles: tuple[Tile, ...] = ()
    """The tiles that have been named."""
    points: int | None = None
    """The points that have been typed."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return partial.joining_page.bindings(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return partial.joining_page.prompt(model, self)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return partial.joining_page.joining(look, model, self)

    def keys(self, model: Model) -> Mapping[str, messages.Message]:
        """Return what each key does."""
        return partial.joining_page.keys(model, self)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return partial.joining_page.turn(model, self, steps)

    def push(self, model: Model) -> Update:
        """Choose what the dial points at."""
        return partial.joining_page.push(model, self)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return self if is_at_light(model) and self.seat in (None, *model.game.setup.seats) else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_joining(model, self)


class Answer(msgspec.Struct, frozen=True):
    """This is the answer to the question, or a part of it."""

    way: Way


class ThatIsAll(msgspec.Struct, frozen=True):
    """Nothing more belongs to the answer."""


class NotKnown(msgspec.Struct, frozen=True):
    """Nobody knows, or wants to say: the next question."""


class StepUp(msgspec.Struct, frozen=True):
    """Every tile is entered from now on; what is missing for that is asked."""


class BeginCounted(msgspec.Struct, frozen=True):
    """Ra tiles and auctions are told from now on; all lies as it has just been counted."""


class BeginUnderWay(msgspec.Struct, frozen=True):
    """Those who have joined play already: their game comes to the table as far as it is known."""


Message = Answer | ThatIsAll | NotKnown | StepUp | BeginCounted | BeginUnderWay

_LAID = tuple(tile for tile in KINDS if tile is not Tile.RA)

_KEPT = tuple(tile for tile in _LAID if not tile.mask & DISASTERS)


def first_question(ledger: Ledger, wants: Level, after: Joining | None = None) -> Joining | None:
    """Return the next thing to ask, or None if nothing more is missing or everything was asked."""
    asked = [_key(page) for page in _questions(ledger, wants)]
    pages = tuple(_questions(ledger, wants))
    if after is None:
        return pages[0] if pages else None
    later = (page for key, page in zip(asked, pages, strict=True) if key > _key(after))
    return next(later, None)


def _key(page: Joining) -> tuple[int, int]:
    return tuple(Ask).index(page.ask), -1 if page.seat is None else page.seat


def _questions(ledger: Ledger, wants: Level) -> Iterator[Joining]:
    """Yield everything that is missing for this level, in order."""
    seats, hands = ledger.setup.seats, ledger.hands
    if ledger.epoch is None:
        yield Joining(Ask.EPOCH, wants)
    if wants is not Level.SCORE_ONLY and ledger.ra_count is None:
        yield Joining(Ask.RA_TRACK, wants)
    is_somewhere = ledger.centre is None or any(hand.suns is None for hand in hands)
    if wants is not Level.SCORE_ONLY and is_somewhere:
        yield Joining(Ask.SUNS, wants)
    yield from (Joining(Ask.POINTS, wants, seat) for seat in seats if hands[seat].score is None)
    if wants is not Level.FULL:
        return
    if ledger.active is None:
        yield Joining(Ask.TURN, wants)
    yield from (Joining(Ask.TILES, wants, seat) for seat in seats if not hands[seat].is_sure)
    if ledger.lane_tiles != 0:
        yield Joining(Ask.TRACK, wants)


def ways(ledger: Ledger, page: Joining) -> tuple[Way, ...]:
    """Return every answer that can be given to this question."""
    match page.ask:
        case Ask.EPOCH:
            return tuple(range(1, LAST_EPOCH + 1))
        case Ask.RA_TRACK:
            return tuple(range(ledger.setup.ra_limit))
        case Ask.SUNS:
            return tuple(_places(ledger, page))
        case Ask.TURN:
            return tuple(seat for seat in ledger.setup.seats if ledger.hands[seat].up != ())
        case Ask.POINTS:
            return tuple(range(10))
        case Ask.TILES:
            return _KEPT
        case Ask.TRACK:
            return _LAID if len(page.tiles) < LANE_SLOTS else ()


def open_suns(ledger: Ledger) -> tuple[Sun, ...]:
    """Return the suns of which nobody has said where they lie, ascending."""
    known = {ledger.centre}
    for hand in ledger.hands:
        known |= {*(hand.up or ()), *(hand.down or ())}
    return tuple(sun for sun in suns_in_play(len(ledger.hands)) if sun not in known)


def asked_sun(ledger: Ledger, page: Joining) -> Sun | None:
    """Return which sun is asked for; None if that is said of all."""
    suns = open_suns(ledger)
    return suns[len(page.places)] if len(page.places) < len(suns) else None


def _places(ledger: Ledger, page: Joining) -> Iterator[Place]:
    """Yield where the sun can lie: before who still lacks one, or in the centre."""
    each = suns_each(ledger.setup)
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        said = sum(place.seat == seat for place in page.places)
        known = len(hand.up or ()) + len(hand.down or ())
        if hand.suns is None and known + said < each:
            yield Place(seat)
            yield Place(seat, is_up=False)
    if ledger.centre is None and Place() not in page.places:
        yield Place()


def answered(ledger: Ledger, page: Joining, way: Way) -> Joining | Fix:
    """Return the question with one more part of its answer, or what the whole answer says."""
    match page.ask, way:
        case Ask.EPOCH, int(epoch):
            return _epoch(ledger, epoch)
        case Ask.RA_TRACK, int(number):
            return Fix(ra_count=number)
        case Ask.TURN, int(seat):
            return Fix(active=Seat(seat))
        case Ask.POINTS, int(digit):
            typed = (page.points or 0) * 10 + digit
            return replace(page, points=min(typed, MOST_POINTS))
        case Ask.SUNS, Place():
            page = replace(page, places=(*page.places, way), row=None)
            return page if asked_sun(ledger, page) is not None else whole(ledger, page)
        case _, Tile():
            return replace(page, tiles=(*page.tiles, way))
        case _:
            return page


def _epoch(ledger: Ledger, epoch: int) -> Fix:
    """Return the fix of the epoch; in the first one everybody has what they began with."""
    if epoch > 1:
        return Fix(epoch=epoch)
    hands = (HandFix(seat, score=STARTING_SCORE) for seat in ledger.setup.seats)
    return Fix(epoch=epoch, hands=tuple(hands))


def whole(ledger: Ledger, page: Joining) -> Fix:
    """Return what has been said on a page that takes several gestures."""
    seat = Seat(0) if page.seat is None else page.seat
    match page.ask:
        case Ask.SUNS:
            return _suns(ledger, page)
        case Ask.POINTS:
            return Fix(hands=(HandFix(seat, score=page.points or 0),))
        case Ask.TILES:
            return Fix(hands=(HandFix(seat, tiles=bundle(page.tiles)),))
        case _:
            return Fix(lane=lane(page))


def lane(page: Joining) -> Lane:
    """Return the auction track with the tiles that have been named."""
    return (*page.tiles, *(None,) * (LANE_SLOTS - len(page.tiles)))


def _suns(ledger: Ledger, page: Joining) -> Fix:
    """Return where suns lie, of the players of whom all suns are known, and of the centre."""
    each, lying = suns_each(ledger.setup), dict(zip(open_suns(ledger), page.places, strict=False))
    hands = []
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        up = [sun for sun, place in lying.items() if place == Place(seat)]
        down = [sun for sun, place in lying.items() if place == Place(seat, is_up=False)]
        up, down = [*(hand.up or ()), *up], [*(hand.down or ()), *down]
        if hand.suns is None and len(up) + len(down) == each:
            hands.append(HandFix(seat, tuple(sorted(up)), tuple(down)))
    centre = next((sun for sun, place in lying.items() if place.seat is None), None)
    return Fix(centre=centre, hands=tuple(hands))


_LIGHT, _SCORE_ONLY = Enter(SetLevel(Level.LIGHT)), Enter(SetLevel(Level.SCORE_ONLY))


def is_counted(timeline: Timeline) -> bool:
    """Whether an epoch has just been counted."""
    return bool(timeline.moments) and isinstance(timeline.moments[-1].action, TallyEpoch)


def counted(model: Model) -> Fix | None:
    """Return what the tally has just told of an epoch at its beginning; None at any other time."""
    timeline = model.timeline
    if timeline is None or timeline.ledger is None or not is_counted(timeline):
        return None
    only_points = timeline.ledger.level is Level.SCORE_ONLY
    return at_border(timeline.ledger) if only_points else None


def level_lines(model: Model) -> Iterator[Binding]:
    """Yield each line with its words and what it means; none when the game is over."""
    timeline = model.timeline
    if timeline is None or timeline.game.stage is Phase.OVER:
        return
    ledger = timeline.ledger
    if ledger is None:
        yield Binding(_LIGHT, "Enter less: Ra tiles and auctions")
        return
    if ledger.level is Level.LIGHT:
        yield Binding(_SCORE_ONLY, "Enter less: only points")
    else:
        if counted(model) is not None:
            yield Binding(BeginCounted(), "Enter more, from the start of this epoch")
        yield Binding(_LIGHT, "Enter more: Ra tiles and auctions")
    yield Binding(StepUp(), "Enter every tile")
    asked = first_question(ledger, ledger.level)
    if asked is not None and ledger.stage is Wait.TURN:
        yield Binding(GoTo(asked), "Fill in what is unknown")
