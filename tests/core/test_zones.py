"""What antennas say becomes entries: settled, frozen, asked about, and never against a hand."""

from dataclasses import dataclass, field

import pytest

from companion.core.effects import WriteEntry
from companion.core.hardware import LEFT_SECONDS, PATIENCE_SECONDS, Inventories
from companion.core.messages import Dealt, GoTo, Leave, Play, TagSeen, TakeBack
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement
from companion.pages.hardware import ChooseStory, ZoneLost, ZoneSeen, doubts
from companion.pages.menu import Menu
from companion.rules.actions import DRAWS, END_GODS, INVOKE, UseGod, Won
from companion.rules.editions import Sun
from companion.rules.model import Auction, Game
from companion.rules.records.notation import position
from companion.rules.records.shapes import Entry, Undo
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk

TAGS = {
    "A1": "nile",
    "A2": "nile",
    "B1": "gold",
    "C1": "pharaoh",
    "D1": "ra",
    "D2": "ra",
    "51": "sun-1",
    "58": "sun-8",
    "F1": "ra_figure",
}


NILE, GOLD, PHARAOH, RA = (DRAWS[each] for each in (Tile.NILE, Tile.GOLD, Tile.PHARAOH, Tile.RA))


@dataclass
class Board:
    """A game of three whose board is read."""

    desk: Desk = field(default_factory=lambda: a_desk(3))

    def __post_init__(self) -> None:
        """Know the box, and see the board before the first tile."""
        self.desk.model = self.desk.model.with_hardware(tags=TAGS)
        self.see(lane="", sun="51", figure="F1")

    def say(self, **zones: str) -> None:
        """Let antennas say what lies there, without waiting."""
        for zone, uids in zones.items():
            self.desk.take(ZoneSeen(zone, tuple(uids.split()), self.desk.model.now))

    def see(self, **zones: str) -> None:
        """Let antennas say what lies there, and nothing move for a while."""
        self.say(**zones)
        self.desk.pass_time(3.5)

    @property
    def entries(self) -> list[Entry]:
        """What was entered."""
        return self.desk.entries

    @property
    def said(self) -> object:
        """What the screen says."""
        said = self.desk.model.screen.said
        return said.note if isinstance(said, Notice) else said


@pytest.fixture
def board() -> Board:
    return Board()


def with_god(board: Board) -> None:
    """Give Anna a god, with a Nile and a gold on the track."""
    game = position(
        "epoch 1 | ra 0 | centre 1 | track nile gold . . . . . .\n"
        "*Anna 2 5 8 13 10 points: god\nBen 3 6 9 12 10 points: nile\n"
        "Cleo 4 7 10 11 10 points: nile"
    )
    board.desk.model = board.desk.model.with_session(timeline=Timeline(start=game))
    board.see(lane="A1 B1")


def test_a_tile_laid_on_the_track_is_entered_with_its_tag(board: Board) -> None:
    board.see(lane="A1")
    assert board.desk.written[1:] == [WriteEntry(NILE, "A1")]


def test_a_tile_counts_soon_and_only_once(board: Board) -> None:
    board.say(lane="A1")
    assert board.entries == []
    board.desk.pass_time(0.4)
    assert board.entries == [NILE]
    board.see(lane="A1")
    board.see(lane="A1 B1")
    assert board.entries == [NILE, GOLD]


def test_a_hand_that_hovers_takes_nothing(board: Board) -> None:
    with_god(board)
    board.say(lane="B1")
    board.desk.pass_time(LEFT_SECONDS - 0.2)
    board.say(lane="")
    board.desk.pass_time(LEFT_SECONDS - 0.2)
    board.see(lane="A1 B1")
    assert board.entries == []
    assert board.desk.model.hardware.zones.due is None


def test_a_god_takes_what_is_missing_for_long_enough(board: Board) -> None:
    with_god(board)
    board.see(lane="B1")
    assert board.entries == [UseGod(0), END_GODS]


def test_a_tile_that_was_drawn_on_the_pad_is_not_drawn_again_on_the_track(board: Board) -> None:
    board.desk.take(TagSeen("A1", board.desk.model.now))
    board.see(lane="A1")
    assert board.entries == [NILE]


def test_a_tile_that_was_entered_by_hand_is_not_drawn_again_on_the_track(board: Board) -> None:
    board.desk.take(Play(NILE))
    board.see(lane="A1")
    board.desk.take(Play(RA))
    board.see(lane="A1 D1", figure="")
    assert board.entries == [NILE, RA]


def test_a_second_ra_tile_is_told_from_one_that_was_entered_by_hand(board: Board) -> None:
    board.desk.take(Play(RA))
    board.see(lane="D1", figure="")
    board.see(figure="F1")
    board.see(lane="D1 D2")
    assert board.entries[0] == board.entries[-1] == RA
    assert len(board.entries) == 3, "that nobody bid is told with it"


def test_an_auction_is_told_by_figure_lot_and_sun(board: Board) -> None:
    board.see(lane="A1")
    board.see(figure="")
    assert isinstance(board.desk.game.stage, Auction)
    board.see(lane="", sun="58", figure="F1")
    assert board.entries == [NILE, INVOKE, Won(Sun(8))]


def test_while_suns_are_swapped_nothing_is_told(board: Board) -> None:
    board.see(lane="A1")
    board.see(figure="")
    board.see(lane="", sun="")
    board.see(sun="51 58")
    assert board.entries == [NILE, INVOKE]
    board.see(sun="58")
    assert board.entries == [NILE, INVOKE, Won(Sun(8))]


def test_a_drawn_ra_tile_is_no_call_though_the_figure_is_taken_first(board: Board) -> None:
    board.say(figure="")
    board.desk.pass_time(2.0)
    board.see(lane="D1")
    assert board.entries == [RA]


def test_a_place_in_error_is_frozen_and_never_empty(board: Board) -> None:
    board.see(lane="A1")
    board.say(lane="")
    board.desk.take(ZoneLost("lane", "antenna 3"))
    board.desk.pass_time(10)
    assert board.entries == [NILE]
    assert [each.note for each in board.desk.model.screen.troubles] == [Notes.ZONE_FROZEN]
    board.see(sun="58")
    assert board.entries == [NILE], "whether the lot was taken is not known"
    board.see(lane="")
    assert board.entries == [NILE, INVOKE, Won(Sun(8))]
    assert board.desk.model.screen.troubles == ()


def test_places_whose_cable_is_pulled_are_frozen_without_a_word_of_their_own(board: Board) -> None:
    with_god(board)
    board.say(lane="B1")
    board.desk.take(ZoneLost("lane", ""))
    board.desk.pass_time(10)
    assert (board.entries, board.desk.model.screen.troubles) == ([], ())
    assert board.desk.model.hardware.zones.lying["lane"] == {"A1", "B1"}


def test_two_tiles_at_once_are_asked_about_and_a_touch_answers(board: Board) -> None:
    board.see(lane="A1 B1")
    assert board.entries == []
    stories = doubts(board.desk.model)
    assert set(stories) == {(NILE, GOLD), (GOLD, NILE)}
    board.desk.take(ChooseStory((GOLD, NILE), board.desk.model.session.timeline.seq))  # type: ignore[union-attr]
    assert board.entries == [GOLD, NILE]
    assert doubts(board.desk.model) == ()


def test_a_question_takes_no_press_and_an_entry_by_hand_answers_it(board: Board) -> None:
    board.see(lane="A1 B1")
    assert doubts(board.desk.model)
    board.desk.press("p2")
    assert board.entries[0] == NILE
    board.desk.pass_time(1.0)
    assert board.entries == [NILE, GOLD], "the rest has one explanation now"
    assert doubts(board.desk.model) == ()


def test_a_question_is_not_asked_of_the_next_game(board: Board) -> None:
    board.see(lane="A1 B1")
    timeline = board.desk.model.session.timeline
    assert timeline is not None
    assert doubts(board.desk.model)
    board.desk.take(Leave())
    dealt = timeline.start.setup
    board.desk.take(Dealt(dealt, board.desk.model.session.last_guests, Agreement()))
    assert board.desk.model.session.timeline is not None
    assert board.desk.model.session.timeline.seq == timeline.seq
    assert doubts(board.desk.model) == ()


def test_an_answer_to_a_question_that_is_over_does_nothing(board: Board) -> None:
    board.see(lane="A1 B1")
    seq = board.desk.model.session.timeline.seq  # type: ignore[union-attr]
    board.desk.take(Play(PHARAOH))
    board.desk.take(ChooseStory((GOLD, NILE), seq))
    assert board.entries == [PHARAOH]


def test_the_last_tile_of_a_track_is_asked_about_when_no_sun_follows(board: Board) -> None:
    alone = board.desk.model.with_session(timeline=Timeline(start=_alone())).with_hardware(
        zones=Inventories()
    )
    board.desk.model = alone
    board.see(lane="A1", sun="51")
    board.see(lane="")
    assert doubts(board.desk.model) == (), "the suns may yet be swapped"
    board.desk.pass_time(PATIENCE_SECONDS)
    assert doubts(board.desk.model) == ((UseGod(0),),)


def _alone() -> Game:
    return position(
        "epoch 1 | ra 0 | centre 1 | track nile . . . . . . .\n"
        "*Anna 2 5 8 13 10 points: god\nBen 3 6 9 12 10 points: nile\n"
        "Cleo 4 7 10 11 10 points: nile"
    )


def test_what_nothing_explains_is_said_once_and_changes_nothing(board: Board) -> None:
    board.see(lane="A1")
    board.see(lane="")
    assert board.said is None
    board.desk.pass_time(PATIENCE_SECONDS - 0.5)
    assert board.said is Notes.ZONES_UNCLEAR
    board.desk.pass_time(60)
    assert (board.said, board.entries) == (None, [NILE])


def test_what_was_taken_back_is_not_entered_again_by_the_tile_that_still_lies_there(
    board: Board,
) -> None:
    board.see(lane="A1")
    board.desk.take(TakeBack())
    board.desk.pass_time(60)
    assert board.entries == [NILE, Undo(1)]
    board.see(lane="")
    assert board.entries == [NILE, Undo(1)]
    board.see(lane="B1")
    assert board.entries == [NILE, Undo(1), GOLD]


def test_tiles_of_an_epoch_that_is_over_are_not_drawn_in_the_next(board: Board) -> None:
    game = position(
        "epoch 1 | ra 7 | centre 1 | track nile . . . . . . .\n"
        "*Anna 2 5 8 13 10 points: god\nBen 3 6 9 12 10 points: nile\n"
        "Cleo 4 7 10 11 10 points: nile"
    )
    board.desk.model = board.desk.model.with_session(timeline=Timeline(start=game))
    board.see(lane="A1")
    board.see(lane="A1 D1", figure="")
    assert board.desk.game.epoch == 2
    board.see(lane="A1 D1 B1")
    assert board.entries == [RA, GOLD]
    board.see(lane="B1", figure="F1")
    assert board.entries == [RA, GOLD]


def test_a_game_that_goes_on_knows_the_tiles_that_lie_there(board: Board) -> None:
    board.see(lane="A1")
    desk = Desk(board.desk.model.with_hardware(zones=Board().desk.model.hardware.zones))
    desk.take(ZoneSeen("lane", ("A1", "B1"), desk.model.now))
    desk.pass_time(3.5)
    assert desk.entries == [GOLD]


def test_antennas_are_heard_whatever_page_is_open(board: Board) -> None:
    board.desk.take(GoTo(Menu()))
    board.see(lane="A1")
    assert board.entries == [NILE]


def test_without_a_game_nothing_is_told() -> None:
    desk = Desk()
    desk.take(ZoneSeen("lane", ("A1",), 0.0))
    desk.pass_time(10)
    assert desk.written == []
