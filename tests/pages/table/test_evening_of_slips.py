"""Evenings of slips: people mistype, forget auctions, press by mistake, and still score right."""

import pytest
from msgspec.structs import replace

from companion.app.scripts.gestures import Detents, gestures
from companion.core.effects import Cue, Sound
from companion.core.messages import Enter
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.history.history import History
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, Action, Draw, Invoke, Unsold, Won
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Game, Phase
from companion.rules.play import play
from companion.rules.tiles import KINDS, NO_TILES, Tile
from tests.core.desk import Desk, a_desk, dice
from tests.rules.games import some_action

MISTYPED, FORGOTTEN, PRESSED = 0.02, 0.15, 0.01
"""How often a tile is entered as another, an auction is not entered at all, and a button pressed
by mistake."""

NOTICED_AFTER = 6
"""So many entries later at most people see that a tile is wrong."""

MOST_GESTURES_A_SLIP = 4


class Evening:
    """One game at a table, entered by people who slip and put it right."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = dice(seed)
        self.desk = a_desk(players)
        self.table = self.desk.game
        self.done: list[Action] = []
        self.slips = self.mending = 0

    def play(self) -> None:
        """Play a whole game."""
        while self.table.stage is not Phase.OVER:
            self._press_by_mistake()
            action = some_action(self.table, self.chance, 0.85)
            if isinstance(action, Invoke) and self.chance.random() < FORGOTTEN:
                self._forget_an_auction(action)
            elif isinstance(action, Draw) and self.chance.random() < MISTYPED:
                self._mistype(action)
            else:
                self._do(action)
                self._enter(action)

    def _do(self, action: Action) -> None:
        self.table, _ = play(self.table, action)
        self.done.append(action)

    def _enter(self, action: Action) -> None:
        assert action in legal_actions(self.desk.game), (action, self.desk.game)
        self.desk.take(Enter(action))
        self.desk.go_back()

    def _press_by_mistake(self) -> None:
        """Somebody's elbow presses a button; the undo button takes it back, if it did anything."""
        if self.chance.random() >= PRESSED:
            return
        before, entries = self.desk.game, len(self.desk.entries)
        self.desk.press(self.chance.choice(["p1", "p2", "ra"]))
        self.slips += 1
        while not isinstance(self.desk.page(), Table) or self.desk.page() != Table():
            self.desk.press("undo")
            self.mending += 1
        if len(self.desk.entries) > entries and self.desk.game != before:
            self.desk.press("undo")
            self.mending += 1
        assert self.desk.game == before

    def _forget_an_auction(self, invoke: Action) -> None:
        """Nobody tells of an auction until the next tile is to be entered: then it is told."""
        self._do(invoke)
        auction = self.table.stage
        results = [each for each in legal_actions(self.table) if isinstance(each, Won | Unsold)]
        assert isinstance(auction, Auction)
        result = self.chance.choice(results)
        self._do(result)
        self.slips += 1
        for late in (invoke, result):
            self.mending += len(gestures(self.desk.model, late))
            self._enter(late)

    def _mistype(self, action: Draw) -> None:
        """A tile is entered as another; it is seen some entries later."""
        wrong = self._mistaken(action.tile)
        if wrong is None:
            self._do(action)
            self._enter(action)
            return
        place = (
            len(self.desk.model.session.timeline.steps) if self.desk.model.session.timeline else 0
        )
        self._do(action)
        self.desk.take(Enter(DRAWS[wrong]))
        self.slips += 1
        for _ in range(self.chance.randrange(NOTICED_AFTER)):
            following = some_action(self.table, self.chance, 0.85)
            if play(self.table, following)[0].stage is Phase.OVER:
                break
            if following not in legal_actions(self.desk.game) or not _is_same_turn(
                self.desk.game, self.table
            ):
                break
            self._do(following)
            self._enter(following)
        self._correct(place, action)

    def _mistaken(self, tile: Tile) -> Tile | None:
        """Return another kind that the bag still holds; never a Ra tile."""
        kinds = [
            kind
            for kind in KINDS
            if kind is not tile and self.table.bag & kind.mask and Tile.RA not in (kind, tile)
        ]
        return self.chance.choice(kinds) if kinds else None

    def _correct(self, place: int, meant: Action) -> None:
        """Hold undo, turn back to the entry, say what it was; then what came later, if it must."""
        desk = self.desk
        desk.press("undo", is_held=True)
        page = desk.page()
        assert isinstance(page, History)
        desk.turn(place + 1 - page.at)
        desk.press("p3")
        self.mending += 4
        for _ in range(9):
            page = desk.page()
            if not isinstance(page, FixEntry):
                break
            assert desk.model.session.timeline is not None
            found = remedies(desk.model.session.timeline, page)
            wanted = OptionKind.INSTEAD if page.why is None else OptionKind.STOP
            at = next(
                at
                for at, option in enumerate(found)
                if option.kind is wanted and (wanted is OptionKind.STOP or option.action == meant)
            )
            desk.turn(at - page.way)
            desk.press("dial")
            self.mending += 1 + bool(at - page.way)
        desk.go_back()
        self._catch_up()

    def _catch_up(self) -> None:
        """Enter again what was taken away with an entry that no longer fitted."""
        game, behind = a_table_like(self.desk), []
        for action in self.done:
            game, _ = play(game, action)
            behind.append(game)
        standing = next(
            (at for at in reversed(range(len(behind))) if _is_same(behind[at], self.desk.game)), -1
        )
        for late in self.done[standing + 1 :]:
            self.mending += len(
                [each for each in gestures(self.desk.model, late) if not isinstance(each, Detents)]
            )
            self._enter(late)


def a_table_like(desk: Desk) -> Game:
    """Return the table at the beginning of this desk's game."""
    assert desk.model.session.timeline is not None
    return desk.model.session.timeline.start


def _is_same_turn(screen: Game, table: Game) -> bool:
    """Whether screen and table wait for the same, so that nobody notices yet."""
    return (screen.active, screen.stage, screen.epoch) == (table.active, table.stage, table.epoch)


def _is_same(screen: Game, table: Game) -> bool:
    return replace(screen, excess_tiles=NO_TILES) == replace(table, excess_tiles=NO_TILES)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_evening_of_slips_ends_with_the_true_scores(players: int) -> None:
    slips = mending = 0
    for seed in range(6):
        evening = Evening(players, seed)
        evening.play()
        assert _is_same(evening.desk.game, evening.table)
        scores = [player.score for player in evening.desk.game.players]
        assert scores == [player.score for player in evening.table.players]
        slips, mending = slips + evening.slips, mending + evening.mending
    assert slips >= 20
    assert mending <= MOST_GESTURES_A_SLIP * slips


def test_a_refused_slip_is_heard_and_changes_nothing() -> None:
    desk = a_desk(3)
    effects = desk.take(Enter(Unsold()))
    assert Sound(Cue.REFUSED) in effects
    assert desk.entries == []
