"""A game of five in which ten things go wrong, each corrected by touch within ten seconds."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.effects import do
from companion.core.messages import (
    Enter,
    GoTo,
    Message,
    Next,
    Open,
    OpenFixPanel,
    Play,
    Route,
    SettleAuction,
    TakeBack,
    TakeSun,
)
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import cells, start
from companion.pages.history.history import History
from companion.pages.render import scene
from companion.pages.table import auction, turn
from companion.pages.table.history_view import correcting_at
from companion.pages.table.table import Table
from companion.pages.table.thing_card import ThingCard
from companion.rules.actions import DRAWS, UNSOLD
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, Sun, setup
from companion.rules.events import FixedPart
from companion.rules.records.entries import Entry
from companion.rules.tiles import Tile, count
from tests.app.fingers import canvas, spot
from tests.core.desk import Desk, desk_of
from tests.pages.partial.test_joining import SECONDS_A_TOUCH
from tests.rules.table import NAMES

SECONDS = 10.0

SECONDS_TO_THINK = 2.5
"""To see that something is wrong (estimated)."""

MOST_TOUCHES = 5

NILE, PHARAOH, FLOOD, GOLD, RA = (
    DRAWS[tile] for tile in (Tile.NILE, Tile.PHARAOH, Tile.FLOOD, Tile.GOLD, Tile.RA)
)


@dataclass
class Fingers(Desk):
    """Touches what is on the picture, and counts how often."""

    touches: int = 0

    def says(self, *entries: Entry) -> None:
        """Enter these, by whatever gesture."""
        for entry in entries:
            self.take(Enter(entry))
            while not isinstance(self.page(), Table):
                self.take(Next())

    def touch(self, message: Message) -> None:
        """Put a finger where this is on the picture."""
        if isinstance(message, OpenFixPanel) and self._place(message) is None:
            self.touch(GoTo(ThingCard(message.part, message.whose)))  # its key is on the card
        if message == Open(Route.HISTORY) and self._place(message) is None:
            self.touch(GoTo(ThingCard(FixedPart.RA_TRACK)))
        assert self._place(message) is not None, (message, self.page())
        self.touches += 1
        self.take(message)

    def _place(self, message: Message) -> tuple[float, float] | None:
        return spot(scene(self.model, canvas()), message)

    def fix(self, part: FixedPart, wanted: Callable[[Fix], bool], seat: Seat | None = None,
            sun: Sun | None = None) -> None:  # fmt: skip
        """Open the panel, touch the thing, touch how it lies."""
        self.touch(OpenFixPanel(FixedPart.RA_TRACK, 0))
        found = cells(self.game)
        place, cell = next(
            (at, each)
            for at, each in enumerate(found)
            if (each.part, each.seat, each.sun) == (part, seat, sun)
        )
        self.touch(Open(Route.FIX, (place, start(cell.ways))))
        self.choose(wanted)

    def choose(self, wanted: Callable[[Fix], bool]) -> None:
        """Touch how a thing lies on the table."""
        page = self.page()
        assert isinstance(page, FixPanel)
        fixes = [way.fix for way in cells(self.game)[page.cell].ways if way.fix is not None]
        [fix] = [fix for fix in fixes if wanted(fix)]
        self.touch(Enter(fix))


def noticed_at_once(desk: Fingers) -> bool:
    desk.says(NILE)
    desk.touch(TakeBack())
    desk.touch(Play(PHARAOH))
    return desk.game.track[0] is Tile.PHARAOH


def wrong_turn(desk: Fingers) -> bool:
    other = Seat((desk.game.active + 2) % 5)
    desk.touch(GoTo(ThingCard(FixedPart.TILES, other)))
    desk.touch(turn.marks(desk.model)[other])
    return desk.game.active == other


def wrong_slot(desk: Fingers) -> bool:
    desk.says(NILE)
    desk.touch(OpenFixPanel(FixedPart.SPACE, 1))
    desk.choose(lambda fix: fix.track is not None and fix.track[1] is Tile.FLOOD)
    return desk.game.track[1] is Tile.FLOOD


def forgotten_ra_tile(desk: Fingers) -> bool:
    desk.fix(FixedPart.RA_TRACK, lambda fix: fix.ra_count == 1)
    return desk.game.ra_count == 1


def wrong_centre(desk: Fingers) -> bool:
    sun = desk.game.players[1].suns[0]
    desk.fix(FixedPart.CENTRE, lambda fix: fix.centre == sun)
    return desk.game.centre == sun and sun not in desk.game.players[1].suns


def sun_face_down(desk: Fingers) -> bool:
    sun = desk.game.players[2].suns[-1]
    desk.fix(FixedPart.SUNS, lambda fix: sun in (fix.hands[0].spent or ())
             and fix.hands[0].seat == 2 and len(fix.hands) == 1, sun=sun)  # fmt: skip
    return sun in desk.game.players[2].spent


def lost_tile(desk: Fingers) -> bool:
    desk.touch(OpenFixPanel(FixedPart.TILES, 3))
    desk.choose(lambda fix: fix.hands[0].some_tiles == ((Tile.GOLD, 1),))
    return count(desk.game.players[3].tiles, Tile.GOLD) == 1


def wrong_points(desk: Fingers) -> bool:
    before = desk.game.players[4].score
    desk.fix(FixedPart.SCORE, lambda fix: fix.hands[0].score == before - 3, seat=Seat(4))
    return desk.game.players[4].score == before - 3


def forgotten_auction(desk: Fingers) -> bool:
    desk.says(RA, UNSOLD)
    winner = next(seat for seat in desk.game.setup.seats if desk.game.players[seat].suns)
    sun = desk.game.players[winner].suns[-1]
    desk.touch(TakeBack())
    desk.touch(TakeSun(sun))
    if auction.auction_now(desk.model) is not None:
        desk.touch(SettleAuction())
    return desk.game.centre == sun


def misread_long_ago(desk: Fingers) -> bool:
    desk.says(GOLD, PHARAOH)
    desk.touch(Open(Route.HISTORY))
    assert desk.model.session.timeline is not None
    earlier = len(desk.model.session.timeline.steps) - 1
    desk.touch(GoTo(History(earlier)))
    page = correcting_at(desk.model, earlier)
    assert page is not None
    desk.touch(page)
    there = desk.page()
    assert isinstance(there, FixEntry)
    found = remedies(desk.model.session.timeline, there)
    [way] = [at for at, option in enumerate(found)
             if (option.kind, option.action) == (OptionKind.INSTEAD, FLOOD)]  # fmt: skip
    desk.touch(do(FixEntry.choose, way))
    return Tile.GOLD not in desk.game.track and Tile.FLOOD in desk.game.track


SLIPS = (
    noticed_at_once, wrong_turn, wrong_slot, forgotten_ra_tile, wrong_centre, sun_face_down,
    lost_tile, wrong_points, forgotten_auction, misread_long_ago,
)  # fmt: skip


def test_each_of_ten_things_is_put_right_within_ten_seconds() -> None:
    desk = Fingers(desk_of(setup(NAMES[:5]), (0, 1, 2, 3, 4)).model)
    touches = {}
    for slip in SLIPS:
        before = desk.touches
        assert slip(desk), slip.__name__
        touches[slip.__name__] = desk.touches - before
        desk.go_back()
    assert max(touches.values()) <= MOST_TOUCHES, touches
    assert SECONDS_TO_THINK + SECONDS_A_TOUCH * max(touches.values()) <= SECONDS
    assert touches["wrong_turn"] == 2
