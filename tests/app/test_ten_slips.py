"""A game of five in which ten things go wrong, each corrected by touch within ten seconds.

The fingers touch a table beside the program, which writes down where; then the whole program is
touched at the same places. Points are so high that no text can hold them by chance.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

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
from companion.core.model import Model
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import cells, start
from companion.pages.history.history import History
from companion.pages.render import scene
from companion.pages.table import auction, turn_marker
from companion.pages.table.history_view import correcting_at
from companion.pages.table.table import Table
from companion.pages.table.thing_card import ThingCard
from companion.rules.actions import DRAWS, UNSOLD
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Seat, Sun, setup
from companion.rules.events import FixedPart
from companion.rules.records import record
from companion.rules.records.entries import Entry
from companion.rules.tiles import Tile, count
from tests.app.fingers import SIZE, canvas, spot
from tests.app.outside import Starts
from tests.core.desk import Desk, desk_of
from tests.pages.partial.test_joining import SECONDS_A_TOUCH
from tests.rules.table import NAMES

SECONDS = 10.0

SECONDS_TO_THINK = 2.5
"""To see that something is wrong (estimated)."""

MOST_TOUCHES = 5

TOTALS = (317, 428, 539, 641, 752)

NILE, PHARAOH, FLOOD, GOLD, RA = (
    DRAWS[tile] for tile in (Tile.NILE, Tile.PHARAOH, Tile.FLOOD, Tile.GOLD, Tile.RA)
)


def place(model: Model, message: object) -> tuple[float, float] | None:
    """Return where a touch means this, in per cent, whether keys are shown or not."""
    pictures = [scene(model, replace(canvas(), letters=letters)) for letters in (False, True)]
    for target in pictures[0].targets:
        for share in (0.5, *(step / 20 for step in range(20))):
            x, y = target.rect.x + target.rect.w * share, target.rect.y + target.rect.h / 2
            if all(each.target_at(x, y) == message for each in pictures):
                return 100 * x / SIZE[0], 100 * y / SIZE[1]
    return spot(pictures[0], message) if isinstance(model.page, ThingCard) else None


@dataclass
class Fingers(Desk):
    """Writes down a script: what is played rightly or wrongly, and where it is touched."""

    script: list[str] = field(default_factory=list)
    touches: int = 0

    def says(self, *entries: Entry) -> None:
        """Enter these, by whatever gesture."""
        for entry in entries:
            self.script.append(f"play {json.dumps(record.entry(entry))}")
            self.take(Enter(entry))
            while not isinstance(self.page(), Table):
                self.script.append("key escape")
                self.take(Next())

    def touch(self, message: Message) -> None:
        """Put a finger where this is on the picture."""
        if isinstance(message, OpenFixPanel) and place(self.model, message) is None:
            self.touch(GoTo(ThingCard(message.part, message.whose)))  # its key is on the card
        if message == Open(Route.HISTORY) and place(self.model, message) is None:
            self.touch(GoTo(ThingCard(FixedPart.RA_TRACK)))
        found = place(self.model, message)
        assert found is not None, (message, self.page())
        self.script.append(f"tap {found[0]:.3f} {found[1]:.3f}")
        self.touches += 1
        self.take(message)

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
    desk.touch(turn_marker.marks(desk.model)[other])
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
    desk.choose(lambda fix: count(fix.hands[0].tiles or 0, Tile.GOLD) == 1)
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


def evening() -> Iterator[tuple[Fingers, str, int]]:
    """Yield the table after each corrected slip, the slip's name, and how many touches it took."""
    began = desk_of(setup(NAMES[:5]), (0, 1, 2, 3, 4))
    desk = Fingers(began.model)
    desk.says(Fix(hands=tuple(HandFix(Seat(seat), score=score)
                              for seat, score in enumerate(TOTALS))))  # fmt: skip
    for slip in SLIPS:
        before = desk.touches
        assert slip(desk), slip.__name__
        while not isinstance(desk.page(), Table):
            desk.script.append("key escape")
            desk.take(Next())
        desk.script += [f"words {slip.__name__}.txt"]
        yield desk, slip.__name__, desk.touches - before


@pytest.fixture(scope="module")
def slips() -> list[tuple[Fingers, str, int]]:
    return list(evening())


def test_each_of_ten_things_is_put_right_within_ten_seconds(
    slips: list[tuple[Fingers, str, int]],
) -> None:
    touches = {name: number for _, name, number in slips}
    assert len(touches) == 10
    assert max(touches.values()) <= MOST_TOUCHES, touches
    assert SECONDS_TO_THINK + SECONDS_A_TOUCH * max(touches.values()) <= SECONDS
    assert touches["wrong_turn"] == 2


def test_the_whole_program_stands_as_the_table_does_and_tells_no_hidden_points(
    slips: list[tuple[Fingers, str, int]], starts: Starts
) -> None:
    desk, *_ = slips[-1]
    header = starts.folder / "header.jsonl"
    header.write_bytes(record.write(desk.game.setup, ()))
    size = ("--size", f"{SIZE[0]}x{SIZE[1]}")
    done = starts.run(*desk.script, "state end.json", options=("--start", str(header), *size))
    assert (done.status, done.err) == (0, "")

    state = json.loads((starts.folder / "end.json").read_text(encoding="utf-8"))
    assert [player["score"] for player in state["players"]] == [
        player.score for player in desk.game.players
    ]
    assert [tuple(player["up"]) for player in state["players"]] == [
        player.suns for player in desk.game.players
    ]
    assert (state["centre"], state["ra_count"]) == (desk.game.centre, desk.game.ra_count)
    assert state["lane"] == [None if tile is None else tile.value for tile in desk.game.track]

    hidden = {str(score) for score in (*TOTALS, *(each.score for each in desk.game.players))}
    told = [done.out, *(path.read_text() for path in starts.folder.glob("*.txt"))]
    told = [text for text in told if "play " not in text]  # all but the script
    assert len(told) == 1 + len(SLIPS)
    assert not [total for total in hidden for text in told if total in text]
