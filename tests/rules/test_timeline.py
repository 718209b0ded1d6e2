"""What stands in a game: entries, what was taken back, corrected or fixed, at whatever level."""

from random import Random

import msgspec
import pytest

from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Action, Level, Won
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Sun, setup
from companion.rules.events import EpochEnded, PastCorrected
from companion.rules.legal import legal_actions
from companion.rules.model import EMPTY_TRACK, Phase
from companion.rules.partial import END_EPOCH, PartialGame, TallyEpoch, legal_entries
from companion.rules.problems import BadLine, IllegalAction, Unreadable, Why
from companion.rules.records.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.records.notation import text
from companion.rules.records.record import entry, read_entry, read_header, write
from companion.rules.records.timeline import (
    Misfit,
    Timeline,
    begin,
    effective_entries,
    enter,
    undos_back_to,
)
from companion.rules.tiles import NO_TILES, Tile, bundle
from tests.rules.games import can_tally
from tests.rules.table import ANN, BEN, NAMES

NILE, FLOOD, PHARAOH, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.FLOOD, Tile.PHARAOH, Tile.RA))

LIGHT = SetLevel(Level.LIGHT)

JOINED = SetLevel(Level.LIGHT, is_unknown=True)

GOLD_LIES = Fix(track=(Tile.GOLD, *(None,) * 7))


def told(*entries: Entry, players: int = 3) -> Timeline:
    """Return a game with these entries."""
    timeline = begin(setup(NAMES[:players]))
    for said in entries:
        timeline = enter(timeline, said)
    return timeline


def refused(*entries: Entry) -> object:
    """Return why the last of these entries is refused."""
    *before, last = entries
    timeline = told(*before)
    with pytest.raises(IllegalAction) as caught:
        enter(timeline, last)
    assert "{" not in str(caught.value)
    return caught.value.problem.sentence


def correct(seq: int, *to: Action, until: int | None = None) -> Correct:
    """Return the correction of one entry."""
    return Correct((Change(seq, to),), until)


MISREAD = correct(1, PHARAOH)

NO_RA = Correct((Change(1, (FLOOD,)), Change(2, ())))
"""The Ra tile was none, so its auction never was (E-104)."""

STANDS: dict[str, tuple[tuple[Entry, ...], str]] = {
    "a misread tile is put right": ((NILE, FLOOD, MISREAD), "track pharaoh flood |"),
    "wherever it went since": (
        (NILE, FLOOD, INVOKE, Won(Sun(13)), MISREAD), "(1) 10 points: pharaoh, flood"
    ),
    "what is corrected back": ((NILE, FLOOD, MISREAD, correct(1, NILE)), "track nile flood |"),
    "taken back": ((NILE, FLOOD, MISREAD, Undo(1)), "track nile flood |"),
    "brought back": ((NILE, FLOOD, MISREAD, Undo(1), Redo(1)), "track pharaoh flood |"),
    "taken back to before it": ((NILE, FLOOD, MISREAD, FLOOD, Undo(3)), "track nile |"),
    "brought back from there": (
        (NILE, FLOOD, MISREAD, FLOOD, Undo(3), Redo(3)), "track pharaoh flood flood |"
    ),
    "less is brought back": ((NILE, FLOOD, Undo(2), Redo(1)), "track nile |"),
    "an entry that never happened": ((NILE, FLOOD, correct(1)), "track flood |"),
    "a Ra tile that was none": ((RA, UNSOLD, NILE, NO_RA), "ra 0/8 | track flood nile |"),
    "a tile that was Ra": ((NILE, FLOOD, correct(1, RA, UNSOLD)), "ra 1/8 | track flood |"),
    "one again where two had been put": (
        (NILE, FLOOD, correct(1, RA, UNSOLD), MISREAD), "ra 0/8 | track pharaoh flood |"
    ),
    "before an entry that no longer fits": (
        (RA, UNSOLD, NILE, correct(1, FLOOD, until=2)), "ra 0/8 | track flood |"
    ),
    "before what it changes": (
        (NILE, FLOOD, FLOOD, correct(3, PHARAOH, until=2)), "track nile |"
    ),
    "a fix made since": ((NILE, GOLD_LIES, MISREAD), "track gold |"),
}  # fmt: skip
"""What a table is after these entries, as text."""


@pytest.mark.parametrize("name", STANDS)
def test_a_correction_plays_everything_after_it_again(name: str) -> None:
    entries, lies = STANDS[name]
    assert lies in text(told(*entries).game)


def test_the_account_names_the_entry_what_it_said_and_what_was_meant() -> None:
    timeline = told(NILE, FLOOD, correct(1, PHARAOH))
    assert timeline.events == (PastCorrected(1, (NILE,), (PHARAOH,)),)
    assert timeline.seq == 3


def test_going_back_past_a_correction_that_put_an_entry_in_ends_where_it_should() -> None:
    timeline = told(NILE, FLOOD, correct(1, NILE, PHARAOH))
    assert len(timeline.steps) == 4
    assert undos_back_to(timeline, 1) == 2
    assert [step.action for step in enter(timeline, Undo(2)).steps] == [NILE]
    with pytest.raises(IllegalAction, match="no more than 3"):
        enter(timeline, Undo(4))


def test_a_misread_last_ra_tile_gives_the_epoch_back() -> None:
    """E-104: six Ra tiles end an epoch of two; the sixth was none."""
    before = told(*(RA, UNSOLD) * 5, RA, players=2)
    assert any(isinstance(event, EpochEnded) for event in before.events)
    corrected = enter(before, correct(11, NILE))
    assert (corrected.game.epoch, corrected.game.ra_count) == (1, 5)


def test_the_first_entry_that_no_longer_fits_is_named_with_the_rules_reason() -> None:
    timeline = told(RA, UNSOLD, NILE)
    with pytest.raises(Misfit) as misfit:
        enter(timeline, correct(1, FLOOD))
    assert (misfit.value.seq, misfit.value.why.sentence) == (2, Why.NO_AUCTION)
    assert str(misfit.value) == "entry 2 no longer fits after the correction"


def test_a_corrected_tile_loses_its_tag_and_the_others_keep_theirs() -> None:
    timeline = told()
    for tag in ("04A2", "04A3"):
        timeline = enter(timeline, NILE, tag)
    corrected = enter(timeline, correct(1, FLOOD))
    assert [step.tag for step in corrected.steps] == ["", "04A3", ""]


def test_a_fix_that_says_nothing_new_any_more_stands_and_does_nothing() -> None:
    laid = (Tile.FLOOD, *(None,) * 7)
    fixed = told(NILE, Fix(track=laid))
    timeline = enter(fixed, correct(1, FLOOD))
    assert timeline.game.track == laid
    assert [step.events for step in timeline.steps if isinstance(step.action, Fix)] == [()]


def test_a_record_of_what_stands_has_the_correction_in_it() -> None:
    timeline = told(NILE, FLOOD, correct(1, PHARAOH), FLOOD)
    assert effective_entries(timeline) == (PHARAOH, FLOOD, FLOOD)


def test_a_line_is_corrected_once_as_a_record_says_it() -> None:
    twice = Correct((Change(1, (FLOOD,)), Change(1, ())))
    with pytest.raises(IllegalAction) as refused:
        enter(told(NILE), twice)
    assert refused.value.problem.sentence is Unreadable.TWICE


@pytest.mark.parametrize("seq", [0, 2, 3, 9])
def test_only_what_a_player_or_the_bag_did_can_be_corrected(seq: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        enter(told(NILE, GOLD_LIES), correct(seq, FLOOD))
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
        timeline = told(players=dice.randint(2, 5))
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
        timeline = told()
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
    timeline = told(NILE, FLOOD, Undo(1), Redo(1), PHARAOH)
    assert [step.seq for step in timeline.steps] == [1, 2, 5]
    timeline = told(NILE, FLOOD, correct(1, RA, UNSOLD))
    assert [step.seq for step in timeline.steps] == [1, 1, 2, 3]


def test_of_what_is_known_there_is_a_picture_with_suns_on_both_sides() -> None:
    game = told(LIGHT, RA, Won(Sun(9))).game
    assert (game.players[BEN].suns, game.players[BEN].spent) == ((3, 6, 12), (1,))
    assert game.players[ANN].suns == (2, 5, 8, 13)
    assert (game.ra_count, game.centre, game.epoch, game.track) == (1, 9, 1, EMPTY_TRACK)
    assert game.stage is Phase.TURN


def test_what_nobody_knows_is_as_at_the_beginning_in_the_picture() -> None:
    game = told(JOINED).game
    assert [(player.suns, player.spent, player.tiles, player.score) for player in game.players] == [
        ((), (), 0, 0)
    ] * 3
    assert (game.epoch, game.ra_count, game.centre, game.active) == (1, 0, 1, 0)


def test_what_people_say_of_a_table_they_joined_is_in_the_picture() -> None:
    said = Fix(epoch=2, ra_count=3, centre=Sun(7), active=BEN,
               hands=(HandFix(ANN, (Sun(13),), (Sun(5),), Tile.GOLD.one, 21),))  # fmt: skip
    game = told(JOINED, said).game
    assert (game.epoch, game.ra_count, game.centre, game.active) == (2, 3, 7, BEN)
    ann = game.players[ANN]
    assert (ann.suns, ann.spent, ann.tiles, ann.score) == ((13,), (5,), Tile.GOLD.one, 21)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ((SetLevel(Level.FULL),), Why.SAME_LEVEL),
        ((LIGHT, LIGHT), Why.SAME_LEVEL),
        ((SetLevel(Level.FULL, is_unknown=True),), Why.TRACK_UNKNOWN),
        ((END_EPOCH,), Why.COUNTED_BY_ITSELF),
        ((TallyEpoch((NO_TILES,) * 3),), Why.COUNTED_BY_ITSELF),
        ((Undo(1),), Why.NOTHING_TO_UNDO),
        ((NILE, Undo(2)), Why.FEWER_TO_UNDO),
        ((NILE, Undo(0)), Why.FEWER_TO_UNDO),
        ((NILE, Redo(1)), Why.NOTHING_TO_REDO),
        ((NILE, Undo(1), Redo(2)), Why.FEWER_TO_REDO),
    ],
)
def test_an_entry_that_cannot_be_made_is_refused(entries: tuple[Entry, ...], why: Why) -> None:
    assert refused(*entries) is why


def test_a_level_is_chosen_once_and_the_full_one_knows_everything() -> None:
    assert told(LIGHT, JOINED).partial_game == told(JOINED).partial_game
    assert told(LIGHT, SetLevel(Level.FULL)).partial_game is None
