"""Correcting the past: an entry was wrong, and everything after it is played again."""

from random import Random

import msgspec
import pytest

from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Action, Level, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Options, Sun, setup
from companion.rules.events import EpochEnded, PastCorrected
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.partial import PartialGame, TallyEpoch, legal_entries
from companion.rules.problems import BadLine, IllegalAction, Unreadable, Why
from companion.rules.records.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.records.record import entry, read_entry, read_header, write
from companion.rules.records.timeline import (
    Misfit,
    Seq,
    Timeline,
    begin,
    effective_entries,
    enter,
    undos_back_to,
)
from companion.rules.tiles import Tile, bundle
from tests.rules.games import can_tally

NILE, FLOOD, PHARAOH, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.FLOOD, Tile.PHARAOH, Tile.RA))


def table(*entries: Entry, players: int = 3) -> Timeline:
    """Return a game with these entries."""
    timeline = begin(setup(("Ann", "Ben", "Cleo", "Dan", "Eve")[:players], Options()))
    for said in entries:
        timeline = enter(timeline, said)
    return timeline


def correct(seq: int, *to: Action, until: int | None = None) -> Correct:
    """Return the correction of one entry."""
    return Correct((Change(seq, to),), until)


def test_a_misread_tile_is_put_right_wherever_it_went_since() -> None:
    game = table(NILE, FLOOD, INVOKE, Won(Sun(13)), correct(1, PHARAOH)).game
    winner = next(player for player in game.players if player.tiles)
    assert winner.tiles == Tile.PHARAOH.one + Tile.FLOOD.one


def test_the_account_names_the_entry_what_it_said_and_what_was_meant() -> None:
    timeline = table(NILE, FLOOD, correct(1, PHARAOH))
    assert timeline.events == (PastCorrected(1, (NILE,), (PHARAOH,)),)
    assert timeline.seq == 3


def test_nothing_is_rewritten_and_taking_the_correction_back_restores_what_stood() -> None:
    before = table(NILE, FLOOD)
    after = enter(enter(before, correct(1, PHARAOH)), Undo(1))
    assert after.steps == before.steps
    assert enter(after, Redo(1)).game.track[:2] == (Tile.PHARAOH, Tile.FLOOD)


def test_going_back_past_a_correction_that_put_an_entry_in_ends_where_it_should() -> None:
    timeline = table(NILE, FLOOD, correct(1, NILE, PHARAOH))
    assert len(timeline.steps) == 4
    assert undos_back_to(timeline, 1) == 2
    assert [step.action for step in enter(timeline, Undo(2)).steps] == [NILE]
    with pytest.raises(IllegalAction, match="no more than 3"):
        enter(timeline, Undo(4))


def test_a_correction_can_itself_be_corrected_back() -> None:
    timeline = table(NILE, FLOOD, correct(1, PHARAOH), correct(1, NILE))
    assert timeline.game == table(NILE, FLOOD).game


def test_taking_back_goes_through_a_correction_to_what_stood_before_it() -> None:
    timeline = table(NILE, FLOOD, correct(1, PHARAOH), FLOOD, Undo(3))
    assert [step.action for step in timeline.steps] == [NILE]
    assert enter(timeline, Redo(3)).game.track[:3] == (Tile.PHARAOH, Tile.FLOOD, Tile.FLOOD)


def test_an_entry_that_never_happened_goes_away() -> None:
    assert table(NILE, FLOOD, correct(1)).game.track[:2] == (Tile.FLOOD, None)


def test_a_misread_ra_tile_runs_its_auction_again() -> None:
    """E-104: the tile was no Ra tile, so its auction never was."""
    timeline = table(RA, UNSOLD, NILE)
    assert timeline.game.ra_count == 1
    corrected = enter(timeline, Correct((Change(1, (FLOOD,)), Change(2, ()))))
    assert (corrected.game.ra_count, corrected.game.track[:2]) == (0, (Tile.FLOOD, Tile.NILE))


def test_a_tile_that_was_ra_gets_its_auction_in_the_same_place() -> None:
    timeline = table(NILE, FLOOD, correct(1, RA, UNSOLD))
    assert (timeline.game.ra_count, timeline.game.track[:2]) == (1, (Tile.FLOOD, None))
    assert [step.seq for step in timeline.steps] == [1, 1, 2, 3]


def test_a_misread_last_ra_tile_gives_the_epoch_back() -> None:
    """E-104: six Ra tiles end an epoch of two; the sixth was none."""
    before = table(*(RA, UNSOLD) * 5, RA, players=2)
    assert any(isinstance(event, EpochEnded) for event in before.events)
    corrected = enter(before, correct(11, NILE))
    assert (corrected.game.epoch, corrected.game.ra_count) == (1, 5)


def test_the_first_entry_that_no_longer_fits_is_named_with_the_rules_reason() -> None:
    timeline = table(RA, UNSOLD, NILE)
    with pytest.raises(Misfit) as misfit:
        enter(timeline, correct(1, FLOOD))
    assert (misfit.value.seq, misfit.value.why.sentence) == (2, Why.NO_AUCTION)
    assert str(misfit.value) == "entry 2 no longer fits after the correction"


def test_it_can_stop_before_the_entry_that_no_longer_fits() -> None:
    timeline = table(RA, UNSOLD, NILE, correct(1, FLOOD, until=2))
    assert (timeline.game.ra_count, timeline.game.track[:2]) == (0, (Tile.FLOOD, None))


def test_a_correction_that_stops_before_what_it_changes_keeps_only_what_was_before() -> None:
    timeline = table(NILE, FLOOD, FLOOD, correct(3, PHARAOH, until=2))
    assert timeline.game.track[:2] == (Tile.NILE, None)


def test_a_corrected_tile_loses_its_tag_and_the_others_keep_theirs() -> None:
    timeline = table()
    for tag in ("04A2", "04A3"):
        timeline = enter(timeline, NILE, tag)
    corrected = enter(timeline, correct(1, FLOOD))
    assert [step.tag for step in corrected.steps] == ["", "04A3", ""]


def test_a_fix_made_since_still_says_how_the_table_lies() -> None:
    fix = Fix(track=(Tile.GOLD, *(None,) * 7))
    timeline = table(NILE, fix, correct(1, PHARAOH))
    assert timeline.game.track[0] is Tile.GOLD


def test_a_fix_that_says_nothing_new_any_more_stands_and_does_nothing() -> None:
    laid = (Tile.FLOOD, *(None,) * 7)
    fixed = table(NILE, Fix(track=laid))
    timeline = enter(fixed, correct(1, FLOOD))
    assert timeline.game.track == laid
    assert [step.events for step in timeline.steps if isinstance(step.action, Fix)] == [()]


def test_a_record_of_what_stands_has_the_correction_in_it() -> None:
    timeline = table(NILE, FLOOD, correct(1, PHARAOH), FLOOD)
    assert effective_entries(timeline) == (PHARAOH, FLOOD, FLOOD)


def test_a_line_is_corrected_once_as_a_record_says_it() -> None:
    twice = Correct((Change(1, (FLOOD,)), Change(1, ())))
    with pytest.raises(IllegalAction) as refused:
        enter(table(NILE), twice)
    assert refused.value.problem.sentence is Unreadable.TWICE


@pytest.mark.parametrize("seq", [0, 2, 3, 9])
def test_only_what_a_player_or_the_bag_did_can_be_corrected(seq: int) -> None:
    fix = Fix(track=(Tile.GOLD, *(None,) * 7))
    with pytest.raises(IllegalAction) as refused:
        enter(table(NILE, fix), correct(seq, FLOOD))
    assert refused.value.problem.sentence is Why.NO_SUCH_ENTRY


@pytest.mark.parametrize(
    "said",
    [
        correct(12, NILE),
        correct(3),
        Correct((Change(4, (RA, UNSOLD)), Change(9, (Won(Sun(9)),))), 30),
    ],
)
def test_a_correction_is_one_line_of_a_record(said: Correct) -> None:
    assert read_entry(msgspec.json.encode(entry(said))) == said


@pytest.mark.parametrize(
    "line",
    [
        '{"correct": 3}',
        '{"to": [{"draw": "nile"}]}',
        '{"draw": "nile", "until": 3}',
        '{"correct": 3, "to": [{"undo": 1}]}',
        '{"correct": 3, "to": [{"correct": 2, "to": []}]}',
        '{"correct": 3, "to": [], "also": [{"draw": "nile"}]}',
        '{"correct": 3, "to": [], "also": [{"correct": 3, "to": []}]}',
        '{"correct": 3, "to": [], "also": [{"correct": 2, "to": [], "until": 4}]}',
        '{"correct": 3, "to": [], "also": [{"correct": 2, "to": [], "also": []}]}',
        '{"correct": 3, "to": [], "draw": "nile"}',
        '{"fix": {"phase": "auction"}}',
        '{"fix": {"ra_player": 1}}',
        '{"fix": {"players": [{"seat": 0, "tiles": {"nile": -1}}]}}',
        '{"fix": {"colour": 1}}',
    ],
)
def test_a_line_that_says_it_otherwise_is_refused_with_a_sentence(line: str) -> None:
    with pytest.raises(BadLine) as refused:
        read_entry(line.encode())
    assert str(refused.value)


def test_whatever_is_entered_the_record_played_again_ends_the_same() -> None:
    for seed in range(15):
        dice = Random(seed)  # noqa: S311 - dice, not secrets
        timeline = table(players=dice.randint(2, 5))
        entries: list[Entry] = []
        for _ in range(120):
            said = something(timeline, dice)
            try:
                timeline = enter(timeline, said)
            except IllegalAction:
                continue
            entries.append(said)
        lines = write(timeline.start.setup, entries).splitlines()
        again = begin(read_header(lines[0]))
        for line in lines[1:]:
            again = enter(again, read_entry(line))
        assert again == timeline
        stands = begin(timeline.start.setup)
        for deed in effective_entries(timeline):
            stands = enter(stands, deed)
        assert (stands.game, stands.partial_game) == (timeline.game, timeline.partial_game)


def something(timeline: Timeline, dice: Random) -> Entry:
    """Return something that may be entered now, or may be refused."""
    chosen = dice.random()
    if chosen < 0.05:
        return Undo(dice.randint(1, 4))
    if chosen < 0.1:
        return Redo(dice.randint(1, 3))
    if chosen < 0.15:
        track = list(timeline.game.track)
        track[dice.randrange(8)] = dice.choice([None, Tile.NILE, Tile.ART, Tile.PYRAMID])
        return Fix(track=tuple(track))
    if chosen < 0.25 and timeline.steps:
        step = dice.choice(timeline.steps)
        until = dice.choice([None, step.seq + dice.randrange(1, 9)])
        return correct(step.seq, DRAWS[dice.choice(list(Tile))], until=until)
    if chosen < 0.28:
        return SetLevel(dice.choice(list(Level)), is_unknown=dice.random() < 0.1)
    if timeline.partial_game is not None:
        return at_lower_level(timeline.partial_game, dice)
    if timeline.game.stage is Phase.OVER:
        return Undo(1)
    return dice.choice(legal_actions(timeline.game))


def at_lower_level(partial_game: PartialGame, dice: Random) -> Entry:
    """Return something that may be entered where not everything is told."""
    if can_tally(partial_game):
        tiles = tuple(
            bundle([Tile.NILE] * dice.randrange(3) + [Tile.ART] * dice.randrange(2))
            for _ in partial_game.hands
        )
        return TallyEpoch(tiles)
    legal = legal_entries(partial_game)
    return dice.choice(legal) if legal else Undo(1)


def test_taking_everything_back_comes_to_the_start_and_bringing_it_back_to_the_end() -> None:
    for seed in range(20):
        dice = Random(f"back {seed}")  # noqa: S311 - dice, not secrets
        timeline = table()
        for _ in range(80):
            try:
                timeline = enter(timeline, something(timeline, dice))
            except IllegalAction:
                continue
        before = timeline.game
        while timeline.steps:
            timeline = enter(timeline, Undo(1))
        assert timeline.game == timeline.start
        redos = 0
        while timeline.undone and redos < 500:
            timeline, redos = enter(timeline, Redo(1)), redos + 1
            if timeline.game == before:
                break
        assert timeline.game == before


def test_the_number_of_an_entry_stays_its_own_through_undo_and_redo() -> None:
    timeline = table(NILE, FLOOD, Undo(1), Redo(1), PHARAOH)
    assert [step.seq for step in timeline.steps] == [Seq(1), Seq(2), Seq(5)]
