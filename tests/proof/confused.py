"""People who press the wrong thing at auctions, look at the screen, and correct it.

What lies on the table is played with the rules alone; the program is only pressed. Whoever has
slipped looks: a sentence, another question, another lead or page is something that the screen says.
Then Undo is pressed until all is as before, and what was meant is entered. Whoever is told nothing
goes on, and what the table and the screen then hold must be the same.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from random import Random
from typing import ClassVar, NamedTuple

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Enter, Message, Play, TakeSun
from companion.core.mnemonics import TILE_KEYS
from companion.pages.bindings import controls, prompt
from companion.pages.partial.partial_table import PartialTable, Stepped
from companion.pages.score_sheet.counts import LaySun, SetNumber, TurnPage
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.scoring.epoch import EpochScores, HandsNow
from companion.pages.table import auction
from companion.pages.table.stages import INVOKE_KEY
from companion.pages.table.table import Table
from companion.rules.actions import (
    DRAWS,
    INVOKE,
    Action,
    Draw,
    EndGods,
    Invoke,
    Level,
    Unsold,
    Won,
)
from companion.rules.auction import Call
from companion.rules.auction import leader as auction_leader
from companion.rules.editions import Seat, Sun
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Phase
from companion.rules.partial.ledger import END_EPOCH, Ledger, TallyEpoch, Wait
from companion.rules.partial.playing import legal_entries, play_ledger
from companion.rules.play import play
from companion.rules.records.shapes import SetLevel
from companion.rules.tiles import Tile, count, counts
from tests.app.fingers import picture, spot
from tests.app.test_gestures import by_buttons, by_keys, by_touch
from tests.core.desk import REST_SECONDS, Desk, a_desk, dice
from tests.rules.games import some_action

EAGER = 0.75
"""How much rather a tile is drawn than anything else is done: auctions are what this is about."""

SLIPS_A_RESULT = 0.6
"""How often something is confused at an auction."""

SOON, LATE = 0.2, 9.0
"""Seconds after a settlement at which somebody still calls a sun."""

BLIND = 1.5
"""So long after a press fingers still find a place that they have just touched without looking."""

LOOKING = (0.3, 2.0)
"""Seconds until somebody has seen what a press did."""

MOST_UNDOS = 8

REVEAL_SECONDS = 16.0
"""So long bars grow and stand until the card comes."""


class Way(Enum):
    """How people enter what happens."""

    KEYS = "keys"
    PANEL = "panel"
    TOUCH = "touch"


class Slip(Enum):
    """What people confuse; the value names it in what is counted."""

    LATE = "late overbids"
    TWICE = "double presses"
    NEIGHBOUR = "neighbours' buttons"
    EARLY = "tiles too early"
    OK_TWICE = "OK twice"
    OK_EARLY = "OK before the sun"
    AS_CALLED = "suns without passes"
    TOO_OFTEN = "own buttons too often"


class Different(Exception):
    """The table and the screen differ, and nobody was told."""


class Look(NamedTuple):
    """What somebody sees who looks up after a press."""

    asked: object
    """The question, about whom, and which page asks it."""
    lead: Call | None
    """Who leads with what, or has just won with it."""
    drawn: tuple[int, Action] | None
    """Which tile the last entry has drawn, as the line beside the question says."""
    said: object
    """The sentence that was said last, and when."""


def look(desk: Desk) -> Look:
    """Return what the screen says."""
    page, screen = desk.model.page, desk.model.screen
    now, past = auction.heard(desk.model), auction.just_settled(desk.model)
    said = None if screen.said is None else (screen.said, screen.said_at)
    timeline = desk.model.session.timeline
    last = timeline.moments[-1] if timeline is not None and timeline.moments else None
    drawn = last.action if last is not None and isinstance(last.action, Draw) else None
    return Look(
        (type(page), getattr(page, "pick", None), prompt(desk.model)),
        auction_leader(past.calls) if now is None and past is not None else now and now.leader,
        None if drawn is None or timeline is None else (timeline.seq, drawn),
        said,
    )


def is_told(before: Look, after: Look) -> bool:
    """Whether the screen has said anything in between: that a sentence went away says nothing."""
    is_said = after.said is not None and after.said != before.said
    return is_said or before[:3] != after[:3]


class Confused(ABC):
    """Everybody at one table, with a game that they play and a program in which they enter it."""

    NEXT: ClassVar[tuple[Tile, ...]] = (Tile.PHARAOH, Tile.NILE, Tile.RA)
    """The tiles that come too early."""

    def __init__(self, players: int, seed: int, way: Way) -> None:
        """Seat this many, who enter in this way whatever dice of this seed decide."""
        self.chance: Random = dice(seed)
        self.desk = a_desk(players)
        self.way = way
        self.counts: Counter[str] = Counter()
        self.ok_at: tuple[float, float] | None = None
        self.places: dict[Tile, tuple[float, float] | None] = {}

    @abstractmethod
    def play(self) -> None:
        """Play a game from its first tile to its last auction.

        Raises:
            Different: The table and the screen differ, and nobody was told.
        """

    @abstractmethod
    def known(self) -> object:
        """Return what the program takes for true: the table, and who leads."""

    @abstractmethod
    def suns(self, seat: Seat) -> Sequence[Sun]:
        """Return the suns through which presses of a player's button step now."""

    def owner(self, sun: Sun) -> Seat:
        """Return before whom a sun lies on the table; where nobody knows, the first."""
        seats = self.desk.game.setup.seats
        return next((seat for seat in seats if sun in self.face_up(seat)), seats[0])

    @abstractmethod
    def face_up(self, seat: Seat) -> Sequence[Sun]:
        """Return what lies face up before a player."""

    # -- what hands do

    def call(self, sun: Sun) -> None:
        """Enter a sun as it is called, or as it has won."""
        if self.way is Way.KEYS:
            self.desk.type_sun(sun)
        elif self.way is Way.TOUCH:
            self.touch(TakeSun(sun))
        else:
            seat = self.owner(sun)
            suns = self.suns(seat)
            for _ in range(suns.index(sun) + 1 if sun in suns else 1):
                self.desk.press(self.button(seat))

    def button(self, seat: Seat) -> Control:
        """Return a player's own button."""
        return PLAYER_CONTROLS[self.desk.model.session.buttons[seat]]

    def confirm(self) -> None:
        """Press what confirms, in this way."""
        if self.way is Way.KEYS:
            self.desk.key("return")
        elif self.way is Way.PANEL:
            self.desk.press("ok")
        else:
            meant = controls(self.desk.model).taps[Control.OK].message
            self.ok_at = spot(picture(self.desk.model), meant)
            self.touch(meant)

    def confirm_again(self) -> None:
        """Press once more what has confirmed; a finger does not look where it lands."""
        if self.way is Way.TOUCH:
            self.touch_there(self.ok_at)
        else:
            self.confirm()

    def undo(self) -> None:
        """Press what takes back, in this way."""
        if self.way is Way.KEYS:
            self.desk.key("backspace")
        elif self.way is Way.PANEL:
            self.desk.press("undo")
        else:
            self.touch(controls(self.desk.model).taps[Control.UNDO].message)

    def touch(self, message: Message) -> bool:
        """Put a finger where this is on the picture; return whether it is anywhere."""
        if spot(picture(self.desk.model), message) is None:
            return False
        self.desk.take(message)
        return True

    def touch_there(self, place: tuple[float, float] | None) -> None:
        """Put a finger where something was a moment ago, in per cent of the picture."""
        if place is None:
            return
        seen = picture(self.desk.model)
        meant = seen.target_at(place[0] * seen.size[0] / 100, place[1] * seen.size[1] / 100)
        if meant is not None:
            self.desk.take(meant)

    def rest(self) -> None:
        """Let an auction settle itself, and its keys mean the next turn again."""
        self.desk.pass_time(REST_SECONDS)

    def settle(self) -> None:
        """Press OK, or wait; somebody who sees that it is still open then presses OK."""
        if self.is_open() and self.chance.random() < 0.5:
            self.rest()
        if self.is_open():
            self.confirm()

    def go_on(self) -> None:
        """Leave the scoring of an epoch."""
        for _ in range(6):
            if not isinstance(self.desk.model.page, EpochScores | HandsNow):
                return
            self.desk.pass_time(REVEAL_SECONDS)
            self.confirm()

    # -- slipping, looking and mending

    def slips(self, kind: Slip, press: Callable[[], None], wanted: object = None) -> bool:
        """Confuse something, look, and put it right.

        Args:
            kind: What is confused.
            press: What is done.
            wanted: What must be known then if nothing is said: what was meant by the press; None:
                nothing more than before.

        Returns:
            Whether the screen said anything; then all is as it was before the slip.

        Raises:
            Different: Nothing was said, or Undo does not lead back to what was.
        """
        self.counts[kind.value] += 1
        self.counts["slips"] += 1
        known, before = self.known(), look(self.desk)
        press()
        told = is_told(before, look(self.desk))
        self.desk.pass_time(self.chance.uniform(*LOOKING))
        told = told or is_told(before, look(self.desk))
        if not told:
            if self.known() != (known if wanted is None else wanted):
                raise Different(f"{kind.value}: nothing was said")
            return False
        self.counts["told"] += 1
        self.back_to(known, kind)
        return True

    def back_to(self, known: object, kind: Slip) -> None:
        """Press Undo until all is as it was. Raises Different if it never is."""
        for _ in range(MOST_UNDOS):
            if self.is_back(known):
                return
            self.undo()
            self.desk.pass_time(1.0)
            self.counts["undone"] += 1
        if not self.is_back(known):
            raise Different(f"{kind.value}: it was told, and Undo does not lead back")

    def is_back(self, known: object) -> bool:
        """Whether all is as it was, and nothing is half chosen."""
        return self.known() == known

    def some_slip(self, *kinds: Slip) -> Slip | None:
        """Return what is confused now, if anything."""
        return self.chance.choice(kinds) if self.chance.random() < SLIPS_A_RESULT else None

    def neighbour(self, sun: Sun) -> Callable[[], None] | None:
        """Return the press beside the one for this sun; None if there is none."""
        if self.way is Way.PANEL:
            seats = [seat for seat in self.desk.game.setup.seats if seat != self.owner(sun)]
            button = self.button(self.chance.choice(seats))
            return lambda: self.desk.press(button)
        others = [
            each
            for seat in self.desk.game.setup.seats
            for each in self.face_up(seat)
            if each != sun
        ]
        if not others:
            return None
        other = min(others, key=lambda each: abs(each - sun))
        return lambda: self.call(other)

    def press_again(self, sun: Sun) -> None:
        """Make the last press for a sun once more."""
        if self.way is Way.PANEL:
            self.desk.press(self.button(self.owner(sun)))
        else:
            self.call(sun)

    def next_tile(self, tile: Tile) -> None:
        """Enter a tile although the auction is open."""
        if self.way is Way.PANEL:
            top = {Tile.PHARAOH: "p1", Tile.NILE: "p2", Tile.RA: "ra"}
            self.desk.press(top.get(tile, "ra"))
        elif self.way is Way.KEYS:
            self.desk.key(TILE_KEYS[tile])
        else:
            self.touch_there(self.places.get(tile))

    def remember(self) -> None:
        """Keep where the keys of the next tiles are, for fingers that come too early."""
        if self.way is Way.TOUCH:
            seen = picture(self.desk.model)
            self.places = {tile: spot(seen, Play(DRAWS[tile])) for tile in self.NEXT}

    def early(self) -> None:
        """Enter the next tile too early; a finger finds no key of one there any more."""
        tile = self.chance.choice(self.NEXT)
        wanted = None if self.way is Way.TOUCH else _NEVER
        self.slips(Slip.EARLY, lambda: self.next_tile(tile), wanted)

    def results(self, sun: Sun, lower: Sequence[Sun], settle: Callable[[], None]) -> None:
        """Enter which sun has won, slipping on the way.

        Args:
            sun: What lies in the centre at last.
            lower: What was called before and could lead, ascending.
            settle: What settles the auction, as far as it is not settled by itself.
        """
        kinds = [Slip.TWICE, Slip.NEIGHBOUR, Slip.EARLY, Slip.OK_TWICE, Slip.OK_EARLY]
        kinds += [Slip.TOO_OFTEN] if self.way is Way.PANEL else []
        kinds += [Slip.LATE, Slip.LATE] if lower else []
        slip = self.some_slip(*kinds)
        beside = self.neighbour(sun)
        if slip is Slip.EARLY:
            self.early()
        if slip is Slip.OK_EARLY:
            self.slips(slip, self.confirm)
        if slip is Slip.NEIGHBOUR and beside is not None:
            self.slips(slip, beside)
        if slip is Slip.LATE:
            self.late(sun, self.chance.choice(lower), settle)
            return
        self.call(sun)
        if slip in (Slip.TWICE, Slip.TOO_OFTEN) and self.is_open():
            for _ in range(1 if slip is Slip.TWICE else self.chance.randint(1, 3)):
                self.slips(slip, lambda: self.press_again(sun))
            if not self.leads(sun):
                self.call(sun)
        settle()
        if slip is Slip.OK_TWICE:
            longest = BLIND if self.way is Way.TOUCH else 2.0
            self.desk.pass_time(self.chance.uniform(0.0, longest))
            self.slips(slip, self.confirm_again)

    @abstractmethod
    def is_open(self) -> bool:
        """Whether the result of an auction is still waited for."""

    @abstractmethod
    def leads(self, sun: Sun) -> bool:
        """Whether this sun leads on the screen, or has won there."""

    def late(self, sun: Sun, first: Sun, settle: Callable[[], None]) -> None:
        """Settle with a lower sun; then somebody overbids, and looks whether it counts."""
        opened = self.known()
        place = spot(picture(self.desk.model), TakeSun(sun)) if self.way is Way.TOUCH else None
        self.call(first)
        settle()
        self.counts[Slip.LATE.value] += 1
        self.counts["slips"] += 1
        delay = self.chance.uniform(SOON, LATE)
        self.desk.pass_time(delay)
        if self.way is Way.TOUCH and delay > BLIND:
            place = spot(picture(self.desk.model), TakeSun(sun))
        before = look(self.desk)
        if self.way is Way.PANEL:
            self.desk.press(self.button(self.owner(sun)))
        elif self.way is Way.KEYS:
            self.call(sun)
        else:
            self.touch_there(place)
        told = is_told(before, look(self.desk))
        self.desk.pass_time(self.chance.uniform(*LOOKING))
        is_pressed = self.way is not Way.TOUCH or place is not None
        if not told and is_pressed:
            if not self.is_won_with(sun):
                raise Different(f"{Slip.LATE.value}: nothing was said")
            return
        self.counts["told"] += 1
        if self.is_won_with(sun):
            settle()
            return
        self.back_to(opened, Slip.LATE)
        self.call(sun)
        settle()

    @abstractmethod
    def is_won_with(self, sun: Sun) -> bool:
        """Whether this sun leads, or lies in the centre already."""


_NEVER = object()
"""Equal to nothing known: the screen must say that a tile meant like this does not count."""


class Full(Confused):
    """Every tile is entered."""

    def play(self) -> None:
        """Play a game from its first tile to its last auction."""
        self.table = self.desk.game
        while legal_actions(self.table):
            action = self.wish()
            if isinstance(action, EndGods) and self.desk.game.stage is not Phase.GODS:
                self.table, _ = play(self.table, action)  # a god turn may end by itself
            elif isinstance(action, Won | Unsold):
                self.tell(action)
            else:
                if auction.is_guarded(self.desk.model):
                    self.desk.pass_time(auction.TWICE_SECONDS)  # hands exchange the sun meanwhile
                self.remember()
                self.enter(action)
                if isinstance(action, Invoke) or action == DRAWS[Tile.RA]:
                    self.ra_again(action)
                self.table, _ = play(self.table, action)
            self.compare()
            self.go_on()

    def wish(self) -> Action:
        """Return what happens next; an auction is entered by its result."""
        if isinstance(self.table.stage, Auction):
            results = [each for each in legal_actions(self.table) if isinstance(each, Won | Unsold)]
            return self.chance.choice(results)
        return some_action(self.table, self.chance, EAGER)

    def enter(self, action: Action) -> None:
        """Enter what is no result, in this way."""
        ways = {Way.KEYS: by_keys, Way.PANEL: by_buttons, Way.TOUCH: by_touch}
        ways[self.way](self.desk, action, self.table.active)

    def ra_again(self, action: Action) -> None:
        """Press what has begun an auction once more, now and then."""
        if self.is_open() and self.some_slip(Slip.TWICE, Slip.EARLY) is Slip.TWICE:
            self.slips(Slip.TWICE, lambda: self.begin_again(action))

    def begin_again(self, action: Action) -> None:
        """Press again what has begun the auction."""
        if self.way is Way.KEYS:
            self.desk.key(INVOKE_KEY if isinstance(action, Invoke) else TILE_KEYS[Tile.RA])
        elif self.way is Way.PANEL:
            self.desk.press("ra", is_held=isinstance(action, Invoke))
        else:
            self.touch(Play(action))

    def tell(self, result: Won | Unsold) -> None:
        """Enter the result of an auction, slipping on the way."""
        if isinstance(result, Unsold):
            if self.some_slip(Slip.EARLY, Slip.OK_TWICE) is Slip.EARLY:
                self.early()
            self.confirm()
            if self.some_slip(Slip.OK_TWICE, Slip.EARLY) is Slip.OK_TWICE:
                self.table, _ = play(self.table, result)
                self.slips(Slip.OK_TWICE, self.confirm_again)
                return
        else:
            lower = [
                each.sun
                for each in legal_actions(self.table)
                if isinstance(each, Won) and each.sun < result.sun
            ]
            called = self.before(result.sun)
            if called and self.chance.random() < SLIPS_A_RESULT:
                self.counts[Slip.AS_CALLED.value] += 1
                for sun in called:
                    self.call(sun)
                    self.desk.pass_time(self.chance.uniform(0.2, 2.0))
                lower = []
            self.results(result.sun, lower, self.settle)
        self.table, _ = play(self.table, result)

    def before(self, sun: Sun) -> list[Sun]:
        """Return suns that may have been called before this one: one a player, in their order."""
        stage, seats = self.table.stage, len(self.table.players)
        assert isinstance(stage, Auction)
        found: list[Sun] = []
        for step in range(1, seats + 1):
            seat = Seat((stage.ra_player + step) % seats)
            if sun in self.face_up(seat):
                break
            able = [each for each in self.face_up(seat) if max(found, default=0) < each < sun]
            if able and self.chance.random() < 0.5:
                found.append(self.chance.choice(able))
        return found

    def leads(self, sun: Sun) -> bool:
        """Whether this sun leads on the screen, or has won there."""
        return self.is_won_with(sun)

    def is_open(self) -> bool:
        """Whether an auction is open."""
        return auction.heard(self.desk.model) is not None

    def is_won_with(self, sun: Sun) -> bool:
        """Whether this sun leads, or lies in the centre already."""
        now = auction.heard(self.desk.model)
        if now is None:
            return self.desk.game.centre == sun
        return now.leader is not None and now.leader.sun == sun

    def known(self) -> object:
        """Return the table, what is half chosen of it, and who leads."""
        now, page = auction.heard(self.desk.model), self.desk.page()
        chosen = page.pick if isinstance(page, Table) and now is None else None
        return self.desk.game, chosen, None if now is None else (now.leader, now.passed)

    def suns(self, seat: Seat) -> Sequence[Sun]:
        """Return the suns with which a player would lead."""
        now = auction.heard(self.desk.model)
        return () if now is None else now.higher(seat)

    def face_up(self, seat: Seat) -> Sequence[Sun]:
        """Return what lies face up before a player."""
        return self.table.players[seat].up

    def compare(self) -> None:
        """Raise Different if the table and the screen do not hold the same."""
        has_ended = self.table.stage is Phase.GODS and self.desk.game.stage is not Phase.GODS
        if self.desk.game != self.table and not has_ended:
            raise Different("the table and the screen differ")


class Less(Confused):
    """Only Ra tiles, auctions and points are entered, or points alone."""

    NEXT = (Tile.RA,)

    def __init__(self, players: int, seed: int, way: Way, level: Level) -> None:
        """Seat this many, who enter so much in this way."""
        super().__init__(players, seed, way)
        self.desk.take(Enter(SetLevel(level)))
        self.truth = self.ledger

    @property
    def ledger(self) -> Ledger:
        """What the program knows of the table."""
        timeline = self.desk.model.session.timeline
        assert timeline is not None
        assert timeline.ledger is not None
        return timeline.ledger

    def play(self) -> None:
        """Play three epochs, each counted at its end."""
        while self.truth.stage is not Wait.OVER:
            if self.truth.stage is Wait.TALLY:
                self.count()
            elif self.truth.level is Level.SCORE_ONLY:
                self.points_only()
            elif self.truth.stage is Wait.TURN:
                self.ra()
            else:
                self.tell()
            if self.ledger != self.truth:
                raise Different("the table and the screen differ")

    def happens(self, entry: object) -> None:
        """Let something happen on the table."""
        self.truth, _ = play_ledger(self.truth, entry)  # type: ignore[arg-type]

    def ra(self) -> None:
        """A Ra tile is drawn, or Ra is called."""
        entry = DRAWS[Tile.RA] if self.chance.random() < 0.6 else INVOKE
        self.remember()
        self.begin(entry)
        self.happens(entry)
        self.desk.pass_time(1.0)
        if self.is_open() and self.chance.random() < 0.3:
            self.slips(Slip.TWICE, lambda: self.begin(entry))

    def begin(self, entry: Action) -> None:
        """Press what begins an auction."""
        if self.way is Way.KEYS:
            self.desk.key(INVOKE_KEY if entry == INVOKE else TILE_KEYS[Tile.RA])
        elif self.way is Way.PANEL:
            self.desk.press("ra", is_held=entry == INVOKE)
        else:
            self.touch(Play(entry))

    def tell(self) -> None:
        """Enter the result of an auction, slipping on the way."""
        results = [each for each in legal_entries(self.truth) if isinstance(each, Won | Unsold)]
        result = self.chance.choice(results)
        if isinstance(result, Unsold):
            self.confirm()
        else:
            lower = [
                each.sun for each in results if isinstance(each, Won) and each.sun < result.sun
            ]
            self.results(result.sun, lower, self.settle)
        self.happens(result)
        self.desk.pass_time(self.chance.uniform(1.0, 8.0))

    def points_only(self) -> None:
        """Say that the epoch is over; before it, somebody enters what is not entered here."""
        self.remember()
        slip = self.some_slip(Slip.EARLY, Slip.NEIGHBOUR, Slip.OK_TWICE)
        if slip is Slip.EARLY:
            self.early()
        if slip is Slip.NEIGHBOUR:
            sun = self.chance.choice(self.desk.game.setup.suns[0])
            self.slips(slip, lambda: self.call(sun), None if self.way is Way.TOUCH else _NEVER)
        self.confirm()
        self.happens(END_EPOCH)
        if slip is Slip.OK_TWICE:
            self.slips(slip, self.confirm_again)

    def count(self) -> None:
        """Count what everybody has, on whose page is open."""
        rows = tuple(self.chance.randint(0, 4) for _ in self.truth.hands)
        for _ in range(4):
            if isinstance(self.desk.page(), SheetTally):
                break
            self.confirm()
        for _ in rows:
            page = self.desk.page()
            assert isinstance(page, SheetTally), page
            for tile in counts(page.counts[page.seat].tiles):
                self.desk.take(SetNumber(tile, 0))  # whoever counts sees what stands there
            for sun in {*page.counts[page.seat].suns} ^ {*self.owned(page.seat)}:
                self.desk.take(LaySun(sun))
            self.desk.take(SetNumber(Tile.NILE, rows[page.seat]))
            self.desk.take(TurnPage(1))
        timeline = self.desk.model.session.timeline
        assert timeline is not None
        entry = timeline.moments[-1].action
        assert isinstance(entry, TallyEpoch), entry
        if [count(tiles or 0, Tile.NILE) for tiles in entry.tiles] != [*rows]:
            raise Different("what was counted differs")
        self.happens(entry)
        for _ in range(4):
            if self.ledger.stage is not Wait.TALLY:
                break
            self.confirm()
        self.go_on()

    def owned(self, seat: Seat) -> Sequence[Sun]:
        """Return a player's suns, as far as this level knows them."""
        hand = self.truth.hands[seat]
        return hand.suns or () if self.truth.level is Level.LIGHT else hand.up or ()

    def is_open(self) -> bool:
        """Whether the result of an auction is still waited for."""
        return self.ledger.stage in (Wait.DRAWN, Wait.CALLED)

    def is_won_with(self, sun: Sun) -> bool:
        """Whether this sun alone has won: the one that was in the centre lies before its winner."""
        after, _ = play_ledger(self.truth, Won(sun))
        return self.ledger == after

    def known(self) -> object:
        """Return the table, what is half chosen, and whose page of a count is open."""
        page = self.desk.page()
        picked = page.pick if isinstance(page, PartialTable) else None
        sun = picked.sun if isinstance(picked, Stepped) else None
        return self.ledger, page.seat if isinstance(page, SheetTally) else sun

    def is_back(self, known: object) -> bool:
        """Whether the table is as it was, and nothing is half chosen."""
        page = self.desk.page()
        if isinstance(page, SheetTally):
            return self.known() == known
        assert isinstance(known, tuple)
        return self.ledger == known[0] and page == PartialTable()

    def leads(self, sun: Sun) -> bool:
        """Whether this sun is asked about on the screen, or has won there."""
        page = self.desk.page()
        pick = page.pick if isinstance(page, PartialTable) else None
        return (isinstance(pick, Stepped) and pick.sun == sun) or self.is_won_with(sun)

    def suns(self, seat: Seat) -> Sequence[Sun]:
        """Return the suns of a player."""
        return self.face_up(seat)

    def face_up(self, seat: Seat) -> Sequence[Sun]:
        """Return what lies face up before a player."""
        return self.truth.hands[seat].up or ()
