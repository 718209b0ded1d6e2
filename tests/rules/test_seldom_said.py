"""What no screen offers, but a record or a script may say: it is refused for the right reason."""

import json

import pytest
from msgspec.structs import replace

from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Level, Won
from companion.rules.corrections.conservation import impossibilities
from companion.rules.corrections.fixing import Fix
from companion.rules.corrections.partial_fixing import fixed_partial
from companion.rules.editions import Sun
from companion.rules.levels import from_game
from companion.rules.partial import (
    END_EPOCH,
    PartialPhase,
    TallyEpoch,
    legal_entries,
    play_partial,
    tallied,
)
from companion.rules.problems import BadLine, IllegalAction, Unreadable, Why
from companion.rules.records.entries import SetLevel
from companion.rules.records.notation import position
from companion.rules.records.record import entry, read_entry
from companion.rules.tiles import NO_TILES, Tile

THREE = "*Ann 13 8 5 2 | Ben 12 9 6 3 | Cleo 11 10 7 4"

LIGHT = from_game(position(THREE), Level.LIGHT)


def why(caught: "pytest.ExceptionInfo[IllegalAction]") -> object:
    return caught.value.problem.sentence


def test_a_track_may_be_empty_or_full_and_the_first_epoch_may_be_on_after_all() -> None:
    table = replace(LIGHT, track_tiles=3, epoch=2)
    for tiles in (0, 8):
        assert fixed_partial(table, Fix(track_tiles=tiles))[0].track_tiles == tiles
    assert fixed_partial(table, Fix(epoch=1))[0].epoch == 1


def test_after_the_end_of_a_game_nothing_more_is_entered_in_it() -> None:
    nothing = TallyEpoch((NO_TILES,) * 3)
    ended, _ = play_partial(replace(LIGHT, epoch=3), END_EPOCH)
    over, _ = play_partial(ended, nothing)
    assert legal_entries(over) == ()
    for said in (DRAWS[Tile.NILE], INVOKE, Won(Sun(13)), UNSOLD, END_EPOCH, nothing):
        with pytest.raises(IllegalAction) as caught:
            play_partial(over, said)
        assert why(caught) is Why.GAME_OVER


def test_a_tally_that_cannot_be_is_not_counted() -> None:
    waiting, _ = play_partial(LIGHT, END_EPOCH)
    with pytest.raises(IllegalAction) as caught:
        tallied(waiting, TallyEpoch((6 * Tile.GOLD.one, NO_TILES, NO_TILES)))
    assert waiting.stage is PartialPhase.TALLY
    assert "{" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"level": "light", "lane": ["gold"]}, Unreadable.TRACK),
        ({"level": "full", "unknown": True}, Unreadable.ALL_KNOWN),
        ({"level": "light", "unknown": True}, None),
    ],
)
def test_only_the_full_level_has_a_track_and_never_knows_nothing(
    line: dict[str, object], sentence: Unreadable | None
) -> None:
    raw = json.dumps(line).encode()
    if sentence is None:
        assert entry(read_entry(raw)) == line
        return
    with pytest.raises(BadLine) as caught:
        read_entry(raw)
    assert caught.value.problem.sentence is sentence


def test_what_lies_on_the_track_is_written_slot_by_slot() -> None:
    track = (Tile.GOLD, None, Tile.NILE, *(None,) * 5)
    line = entry(SetLevel(Level.FULL, track))
    assert line == {"level": "full", "lane": ["gold", None, "nile", *[None] * 5]}
    assert read_entry(json.dumps(line).encode()) == SetLevel(Level.FULL, track)


def test_who_was_not_counted_is_null_in_a_record() -> None:
    tally = TallyEpoch((Tile.GOLD.one, None, NO_TILES))
    line = entry(tally)
    assert line == {"tally": [{"tiles": {"gold": 1}}, None, {"tiles": {}}]}
    assert read_entry(json.dumps(line).encode()) == tally


def test_tiles_and_suns_of_a_tally_stand_beside_each_other_in_a_record() -> None:
    tally = TallyEpoch((Tile.GOLD.one, None), ((Sun(2), Sun(9)), (Sun(3),)))
    line = entry(tally)
    assert line == {"tally": [{"tiles": {"gold": 1}, "suns": [2, 9]}, {"suns": [3]}]}
    assert read_entry(json.dumps(line).encode()) == tally


def test_a_line_that_says_nothing_is_told_what_it_could_say_by_itself() -> None:
    with pytest.raises(BadLine, match="one event per line, not none") as caught:
        read_entry(b"{}")
    known = str(caught.value.problem.facts["known"]).split(", ")
    assert {"draw", "bid", "level", "correct", "tally"} <= set(known)
    assert not {"to", "also", "until", "lane", "unknown"} & set(known)


def test_of_many_events_that_nobody_knows_a_few_are_said_again() -> None:
    line = b"{" + b",".join(b'"k%d":1' % number for number in range(5000)) + b"}"
    with pytest.raises(BadLine, match="one event per line, not k0, k1") as caught:
        read_entry(line)
    assert len(str(caught.value)) < 300


def test_nobody_has_less_than_no_points() -> None:
    game = position(THREE)
    poor = replace(game, players=(replace(game.players[0], score=-1), *game.players[1:]))
    assert ("Ann", "Ann can have 0 to 999 points") in set(impossibilities(poor))
    assert not list(impossibilities(game))
