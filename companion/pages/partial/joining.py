"""Joining a game that began without the screen: one question after the other, for what is missing.

Every answer is a fix of its own, so no answer is ever lost. The same pages ask for what is missing
when people want to enter every tile from now on.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.commands import (
    DIAL,
    OK,
    RA,
    RESERVED,
    UNDO,
    Command,
    Prompt,
    hold,
    key,
    named_tiles,
    player_control,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, do, refused
from companion.core.messages import Enter, GoTo, PushDial, StepUp
from companion.core.model import Model, is_partial
from companion.core.notices import Notes, Notice
from companion.core.page import Page, Room
from companion.i18n import Sentences
from companion.pages.page_view import PointingPage
from companion.pages.partial import partial_table
from companion.pages.reference.rules_card import JOINING, Card
from companion.pages.registry import at_rest
from companion.pages.table.playing import enter_exactly, is_bare, taken_back
from companion.pages.table.tracks import UNKNOWN
from companion.rules.actions import TRACK_SPACES, Level
from companion.rules.checks import MOST_POINTS
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import STARTING_SCORE, Seat, Sun, suns_in_play
from companion.rules.levels import missing
from companion.rules.model import LAST_EPOCH, AuctionTrack
from companion.rules.partial import END_EPOCH, PartialGame, PartialPhase, decided, suns_each
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import SetLevel, Undo
from companion.rules.tiles import DISASTERS, KINDS, Tile, bundle, counts
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.pieces import NUMERALS, SUN_WON, hold_mark
from companion.ui.style import NUMBER, PLAIN, Size

NOT_KNOWN_KEY = RESERVED[-2]
"""Where points are typed: no tile has this key."""

DOWN_KEYS = "qwert"
"""A sun lies face down before the first player, the second …: the keys below their digits."""


class Ask(Sentences):
    """What is asked, in this order; the value is the English question."""

    EPOCH = "Which epoch is it?"
    RA_TRACK = "How many Ra tiles are on the Ra track?"
    SUNS = "Where is sun {sun}?"
    POINTS = "{name}: how many points?"
    TURN = "Whose turn is it?"
    TILES = "{name}: which tiles?"
    TRACK = "Which tiles are on the auction track?"


TYPED = (Ask.POINTS, Ask.TILES, Ask.TRACK)
"""The questions whose answers are put together from parts."""


class SunPlace(msgspec.Struct, frozen=True):
    """Where a sun lies."""

    seat: Seat | None = None
    """None: in the centre."""
    is_up: bool = True


CENTRE = SunPlace()

Way = int | SunPlace | Tile
"""One answer: a number or a seat, where a sun lies, or one more tile."""

_LAID = tuple(tile for tile in KINDS if tile is not Tile.RA)

_KEPT = tuple(tile for tile in _LAID if not tile.mask & DISASTERS)


class Joining(PointingPage, frozen=True):
    """A question about a game in progress."""

    ask: Ask
    wants: Level = Level.LIGHT
    """At which level people want to go on."""
    seat: Seat | None = None
    """About whom it is, if about a player."""
    answers: int = 0
    """How many questions have been answered since the first of them was asked."""
    places: tuple[SunPlace, ...] = ()
    """Where the suns are whose places have been entered, in the order of the questions."""
    tiles: tuple[Tile, ...] = ()
    """The tiles that have been named."""
    points: int | None = None
    """The points that have been typed."""

    @classmethod
    def from_route(cls, model: Model, *given: object) -> Joining | None:
        """Return what is asked first, if anything is unknown; the epoch, if it must be counted."""
        partial_game = partial_game_of(model)
        if given or partial_game.stage is PartialPhase.TALLY:
            wants = (each for each in given if isinstance(each, Level))
            return cls(Ask.EPOCH, next(wants, Level.LIGHT))
        return first_question(partial_game, Level.LIGHT)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done; a sun face down is a player's button held."""
        partial_game = partial_game_of(model)
        found = ways(partial_game, self)
        yield tap("Back", do(Joining.back), UNDO)
        if self.ask in TYPED:
            is_enough = self.ask is not Ask.TRACK or not any(missing(partial_game, _track(self)))
            yield tap("Done", do(Joining.finish), OK, lit=is_enough)
            if self.ask is not Ask.POINTS:
                yield tap("Confirm", PushDial(), DIAL, lit=bool(found))
        else:
            yield tap("Confirm", PushDial(), OK, DIAL, lit=bool(found))
        if self.ask is Ask.POINTS:
            yield tap("Confirm", PushDial(), DIAL)
            yield tap("Unknown", do(Joining.skip), RA, keys=NOT_KNOWN_KEY)
        elif CENTRE in found:
            yield tap("In the centre", do(Joining.answer, CENTRE), RA, keys="0")
        if partial_game.stage is not PartialPhase.OVER and not _needed(partial_game):
            yield hold("Back", GoTo(partial_table.PartialTable()), OK)
        yield turning("Choose")
        yield from self._of_players(model, found)
        named = {tile: letter for letter, tile in named_tiles(model.preferences.tile_keys).items()}
        for way in found:
            if isinstance(way, Tile):
                yield key(named[way], do(Joining.answer, way))
            elif isinstance(way, int) and self.ask is not Ask.TURN and way < len("0123456789"):
                yield key(str(way), do(Joining.answer, way))

    def _of_players(self, model: Model, found: tuple[Way, ...]) -> Iterator[Command]:
        for seat in model.game.setup.seats:
            own, down = player_control(model, seat), SunPlace(seat, is_up=False)
            if SunPlace(seat) in found:
                yield tap("Face up", do(Joining.answer, SunPlace(seat)), own)
                lower = do(Joining.answer, down)
                yield hold("Face down", lower, own, keys=DOWN_KEYS[seat], silent=True)
            elif self.ask is Ask.TURN and seat in found:
                yield tap("Their turn", do(Joining.answer, seat), own)

    def number(self, model: Model) -> int:
        return len(ways(partial_game_of(model), self))

    def prompt(self, model: Model) -> Prompt:
        partial_game = partial_game_of(model)
        if self.seat is not None:
            return Prompt(self.ask.value, {"name": partial_game.name(self.seat)}, self.seat)
        sun = asked_sun(partial_game, self)
        return Prompt(self.ask.value, {} if sun is None else {"sun": sun})

    def turn(self, model: Model, steps: int) -> Update:
        if self.ask is Ask.POINTS:
            points = min(max(0, (self.points or 0) + steps), MOST_POINTS)
            return replace(model, page=replace(self, points=points)), ()
        return super().turn(model, steps)

    def push(self, model: Model) -> Update:
        found = ways(partial_game_of(model), self)
        if self.ask is Ask.POINTS:
            return self.finish(model)
        if not found:
            return refused(model, Notice(Notes.NOT_NOW))
        return self.answer(model, found[self.pointed(model)])

    def validated(self, model: Model) -> Page | None:
        return self if is_partial(model) and self.seat in (None, *model.game.setup.seats) else None

    def help(self, model: Model) -> Card | None:
        return JOINING

    def answer(self, model: Model, way: Way) -> Update:
        """Take an answer, or a part of one."""
        partial_game = partial_game_of(model)
        if way not in ways(partial_game, self):
            return refused(model, Notice(Notes.NOT_NOW))
        match self.ask, way:
            case Ask.EPOCH, int(epoch):
                return self._enter(model, _epoch(partial_game, epoch))
            case Ask.RA_TRACK, int(number):
                return self._enter(model, Fix(ra_count=number))
            case Ask.TURN, int(seat):
                return self._enter(model, Fix(active=Seat(seat)))
            case Ask.SUNS, SunPlace():
                page = replace(self, places=(*self.places, way), row=0)
                if asked_sun(partial_game, page) is None:
                    return self._enter(model, _suns(partial_game, page))
            case Ask.POINTS, int(digit):
                typed = min((self.points or 0) * 10 + digit, MOST_POINTS)
                page = replace(self, points=typed)
            case _, Tile():
                page = replace(self, tiles=(*self.tiles, way))
            case _:
                return model, ()
        return replace(model, page=page), ()

    def finish(self, model: Model) -> Update:
        """Take the answer as it has been put together."""
        seat = Seat(0) if self.seat is None else self.seat
        match self.ask:
            case Ask.POINTS:
                return self._enter(model, Fix(hands=(HandFix(seat, score=self.points or 0),)))
            case Ask.TILES:
                return self._enter(model, Fix(hands=(HandFix(seat, tiles=bundle(self.tiles)),)))
            case Ask.TRACK:
                return enter_exactly(model, SetLevel(Level.FULL, _track(self)))
            case _:
                return model, ()

    def skip(self, model: Model) -> Update:
        """Leave it unknown, and ask the next question; after the last one go on playing."""
        following = first_question(partial_game_of(model), self.wants, self)
        if following is not None:
            return replace(model, page=following), ()
        back = replace(model, page=at_rest(model))
        is_full = self.wants is Level.FULL and self.ask is not Ask.TRACK
        return back, (Dispatch(Enter(SetLevel(Level.FULL))),) if is_full else ()

    def back(self, model: Model) -> Update:
        """Take back the last part of the answer, else the last answer, else leave the questions."""
        if self.tiles or self.places or self.points is not None:
            places, tiles = self.places[:-1], self.tiles[:-1]
            return replace(model, page=replace(self, places=places, tiles=tiles, points=None)), ()
        if self.answers:
            after, effects = enter_exactly(model, Undo(1))
            again = first_question(partial_game_of(after), self.wants)
            if again is None:
                return after, effects
            return replace(after, page=replace(again, answers=self.answers - 1)), effects
        timeline = model.session.timeline
        if timeline is not None and is_bare(timeline):
            return taken_back(model)
        return replace(model, page=at_rest(model)), ()

    def _enter(self, model: Model, fix: Fix) -> Update:
        after, effects = enter_exactly(model, fix)
        if after.session.timeline is model.session.timeline:
            said = after.screen.notice
            is_known = isinstance(said, Problem) and said.sentence is Why.NOTHING_TO_FIX
            return self.skip(model) if is_known else (after, effects)
        if self.ask is Ask.EPOCH and partial_game_of(model).stage is PartialPhase.TALLY:
            return after, (*effects, Dispatch(Enter(END_EPOCH)))
        asked, more = replace(self, answers=self.answers + 1).skip(after)
        return asked, (*effects, *more)

    def widget(self, kit: Kit, model: Model) -> Widget:
        partial_game, gap = partial_game_of(model), kit.px(8, 5)
        found, sun = ways(partial_game, self), asked_sun(partial_game, self)
        keys = [
            kit.pressed(
                kit.key(kit.pad(_way(kit, model, self.ask, way), kit.px(6, 4))),
                do(Joining.answer, way),
                is_pointed=self.ask is not Ask.POINTS and place == self.pointed(model),
            )
            for place, way in enumerate(found)
        ]
        if self.ask in TYPED:
            return kit.column(_typed(kit, self), _grid(kit, keys).share(4), gap=gap)
        if self.ask is not Ask.SUNS:
            return _grid(kit, keys)
        sign = NOTHING if sun is None else kit.sun(sun, SUN_WON)
        return kit.turned(sign, kit.grid(keys, 2, gap).share(3), gap=gap)


def partial_game_of(model: Model) -> PartialGame:
    """Return what is known of the table.

    Raises:
        LookupError: Everything is known, or no game is on the table.
    """
    if model.partial_game is None:
        raise LookupError("no table at a lower level")
    return model.partial_game


def ways(partial_game: PartialGame, page: Joining) -> tuple[Way, ...]:
    """Return every answer that can be given to this question."""
    match page.ask:
        case Ask.EPOCH:
            return tuple(range(1, LAST_EPOCH + 1))
        case Ask.RA_TRACK:
            return tuple(range(partial_game.setup.ra_limit))
        case Ask.SUNS:
            return tuple(_places(partial_game, page))
        case Ask.TURN:
            return tuple(
                seat for seat in partial_game.setup.seats if partial_game.hands[seat].suns != ()
            )
        case Ask.POINTS:
            return tuple(range(10))
        case Ask.TILES:
            return _KEPT
        case Ask.TRACK:
            return _LAID if len(page.tiles) < TRACK_SPACES else ()


def _places(partial_game: PartialGame, page: Joining) -> Iterator[SunPlace]:
    each = suns_each(partial_game.setup)
    for seat in partial_game.setup.seats:
        hand = partial_game.hands[seat]
        said = sum(place.seat == seat for place in page.places)
        known = len(hand.suns or ()) + len(hand.spent or ())
        if hand.all_suns is None and known + said < each:
            yield SunPlace(seat)
            yield SunPlace(seat, is_up=False)
    if partial_game.centre is None and CENTRE not in page.places:
        yield CENTRE


def _open_suns(partial_game: PartialGame) -> tuple[Sun, ...]:
    """Return the suns whose places nobody has entered, ascending."""
    known = {partial_game.centre}
    for hand in partial_game.hands:
        known |= {*(hand.suns or ()), *(hand.spent or ())}
    return tuple(sun for sun in suns_in_play(len(partial_game.hands)) if sun not in known)


def asked_sun(partial_game: PartialGame, page: Joining) -> Sun | None:
    """Return which sun is asked for; None if that is said of all."""
    suns = _open_suns(partial_game)
    return suns[len(page.places)] if len(page.places) < len(suns) else None


def _suns(partial_game: PartialGame, page: Joining) -> Fix:
    """Return where suns lie, of the players of whom all suns are known, and of the centre."""
    each = suns_each(partial_game.setup)
    lying = dict(zip(_open_suns(partial_game), page.places, strict=True))
    hands = []
    for seat in partial_game.setup.seats:
        hand = partial_game.hands[seat]
        up = [sun for sun, place in lying.items() if place == SunPlace(seat)]
        down = [sun for sun, place in lying.items() if place == SunPlace(seat, is_up=False)]
        up, down = [*(hand.suns or ()), *up], [*(hand.spent or ()), *down]
        if hand.all_suns is None and len(up) + len(down) == each:
            hands.append(HandFix(seat, tuple(sorted(up)), tuple(down)))
    centre = next((sun for sun, place in lying.items() if place.seat is None), None)
    return Fix(centre=centre, hands=tuple(hands))


def _epoch(partial_game: PartialGame, epoch: int) -> Fix:
    """Return the fix of the epoch; in the first, everybody has what they started with."""
    if epoch > 1:
        return Fix(epoch=epoch)
    hands = (HandFix(seat, score=STARTING_SCORE) for seat in partial_game.setup.seats)
    return Fix(epoch=epoch, hands=tuple(hands))


def _track(page: Joining) -> AuctionTrack:
    return (*page.tiles, *(None,) * (TRACK_SPACES - len(page.tiles)))


def first_question(
    partial_game: PartialGame, wants: Level, after: Joining | None = None
) -> Joining | None:
    """Return the next question; None if nothing is missing or everything was asked."""
    order = tuple(Ask)

    def place(page: Joining) -> tuple[int, int]:
        return order.index(page.ask), -1 if page.seat is None else page.seat

    if partial_game.stage is PartialPhase.OVER:
        in_turn = _deciding(partial_game)
    else:
        in_turn = (*_needed(partial_game), *_wished(partial_game, wants))
    for page in in_turn:
        asked = replace(page, wants=wants)
        if after is None:
            return asked
        if place(page) > place(after):
            return replace(asked, answers=after.answers)
    return None


def _needed(partial_game: PartialGame) -> tuple[Joining, ...]:
    """Return what must be known before Ra tiles and auctions can be entered."""
    asked = {
        Ask.EPOCH: partial_game.epoch is None,
        Ask.RA_TRACK: partial_game.ra_count is None,
        Ask.SUNS: partial_game.centre is None
        or any(hand.all_suns is None for hand in partial_game.hands),
    }
    return tuple(Joining(ask) for ask, is_unknown in asked.items() if is_unknown)


def _deciding(partial_game: PartialGame) -> tuple[Joining, ...]:
    """Return what decides a game that is over: points and, between equal points, suns."""
    seats, hands = partial_game.setup.seats, partial_game.hands
    points = [hand.score for hand in hands]
    unknown = tuple(Joining(Ask.POINTS, seat=seat) for seat in seats if points[seat] is None)
    is_tied = not unknown and decided(partial_game) is None
    return (Joining(Ask.SUNS),) if is_tied else unknown


def _wished(partial_game: PartialGame, wants: Level) -> Iterator[Joining]:
    """Yield what else is missing at a level, in order."""
    seats, hands = partial_game.setup.seats, partial_game.hands
    yield from (Joining(Ask.POINTS, seat=seat) for seat in seats if hands[seat].score is None)
    if wants is not Level.FULL:
        return
    if partial_game.active is None:
        yield Joining(Ask.TURN)
    yield from (Joining(Ask.TILES, seat=seat) for seat in seats if not hands[seat].is_sure)
    if partial_game.track_tiles != 0:
        yield Joining(Ask.TRACK)


def step_up(model: Model) -> Update:
    """Enter every tile from now on, or ask what is missing for that."""
    partial_game = model.partial_game
    if partial_game is None or partial_game.level is not Level.LIGHT:
        return refused(model, Notice(Notes.NOT_NOW))
    first = first_question(partial_game, Level.FULL)
    at_turn = partial_game.stage is PartialPhase.TURN
    if not at_turn or first is None or not any(missing(partial_game)):
        return enter_exactly(model, SetLevel(Level.FULL))
    return replace(model, page=first), ()


_ACROSS = 8
"""How many tiles stand side by side at most."""


def _grid(kit: Kit, keys: list[Widget]) -> Widget:
    most = _ACROSS // 2 if kit.is_tall else _ACROSS
    lines = -(-len(keys) // most)
    grid = kit.grid(keys, -(-len(keys) // max(1, lines)) or 1, kit.px(8, 5))
    return kit.middle(grid, high=max(1, lines) * kit.px(220, 130))


def _typed(kit: Kit, page: Joining) -> Widget:
    if page.ask is Ask.POINTS:
        points = UNKNOWN if page.points is None else str(page.points)
        return kit.panel(kit.large(points, kit.ui.em(Size.DISPLAY), NUMBER))
    held = counts(bundle(page.tiles))
    if not held:
        return kit.panel(kit.note(kit.say("none")))
    each = (
        kit.row(kit.tile(kind), kit.line(str(number), Size.SCORE, PLAIN))
        for kind, number in held.items()
    )
    return kit.panel(kit.pad(kit.row(*each, gap=kit.px(4)), kit.px(6)))


def _way(kit: Kit, model: Model, ask: Ask, way: Way) -> Widget:
    match way:
        case Tile():
            return kit.tile(way)
        case SunPlace(seat=int(seat), is_up=is_up):
            label = kit.say("Face up") if is_up else kit.say("Face down")
            return _player(kit, model, seat, label, is_held=not is_up)
        case SunPlace():
            return kit.text(kit.say("In the centre"), Size.NAME)
        case int() if ask is Ask.TURN:
            return _player(kit, model, way, "")
        case int() if ask is Ask.EPOCH:
            numeral = kit.large(NUMERALS[way - 1], kit.ui.em(Size.DISPLAY), NUMBER)
            name = narration.epoch_name(way, model.game.setup, kit.ui.canvas.words)
            return kit.column(numeral.share(2), kit.text(name, Size.NAME))
        case int():
            return kit.large(str(way), kit.ui.em(Size.DISPLAY), NUMBER)


def _player(kit: Kit, model: Model, seat: int, label: str, *, is_held: bool = False) -> Widget:
    name = model.game.setup.players[seat]
    emblem = kit.emblem(model.session.buttons[seat])
    if is_held:
        emblem = kit.layers(emblem, Widget(lambda area: (hold_mark(kit.ui, area),)))
    if not label:
        if kit.is_tall:
            return kit.pad(kit.column(emblem, kit.line(name, Size.SCORE), gap=kit.px(6)), kit.px(6))
        return kit.row(emblem, kit.line(name, Size.SCORE, PLAIN).share(3), gap=kit.px(6))
    words = kit.column(
        kit.line(name, Size.NAME, PLAIN), kit.text(label, Size.SMALL, PLAIN, kit.theme.ink_second)
    )
    return kit.row(emblem, words.share(4), gap=kit.px(6))


ROOM = Room(messages={StepUp: lambda model, _: step_up(model)})
