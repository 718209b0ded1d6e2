"""What cannot be about a table, told to players and blocking nothing."""

from hypothesis import given
from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.corrections.conservation import Clash, Contradiction, contradictions
from companion.rules.corrections.fixing import Fix, HandFix, fixed
from companion.rules.editions import Seat, Sun, setup
from companion.rules.events import GodUsed, LotWon
from companion.rules.model import Game
from companion.rules.partial.ledger import unknown
from companion.rules.partial.levels import from_game
from companion.rules.records.notation import position
from companion.rules.records.timeline import Moment, Timeline, enter
from companion.rules.tiles import Tile
from tests.rules.games import History, histories
from tests.rules.table import ANN, BEN, NAMES, action

START = "*Ann 13 8 5 2 | Ben 12 9 6 3 | Cleo 11 10 7 4"


def after(fix: Fix, written: str = START) -> Game:
    """Return the table once people have said how something lies."""
    return fixed(position(written), fix)[0]


def clashes(found: tuple[Contradiction, ...]) -> list[Clash]:
    """Return of which sort they are; each is a whole sentence."""
    assert not any("{" in str(one) for one in found)
    return [one.clash for one in found]


@given(histories())
def test_no_game_that_was_played_contradicts_the_box(history: History) -> None:
    for game in history.games[::10]:
        assert contradictions(game) == ()
        assert contradictions(from_game(game, Level.LIGHT)) == ()


@given(histories())
def test_no_course_of_a_game_contradicts_the_box(history: History) -> None:
    timeline = Timeline(start=history.games[0])
    for deed in history.actions[:120]:
        timeline = enter(timeline, deed)
    assert contradictions(timeline.game, timeline.moments, timeline.start) == ()


def test_a_sixth_writing_is_one_too_many() -> None:
    table = after(Fix(hands=(HandFix(ANN, tiles=Tile.WRITING.one * 6),)))
    [found] = contradictions(table)
    assert str(found) == "only 5 tiles of Writing exist, not 6"


def test_tiles_in_all_places_are_counted_together() -> None:
    table = after(Fix(hands=(HandFix(ANN, tiles=Tile.GOLD.one * 5),)), "track gold | " + START)
    assert clashes(contradictions(table)) == [Clash.TOO_MANY_TILES]


def test_a_sun_in_two_hands_leaves_another_nowhere() -> None:
    table = after(Fix(hands=(HandFix(BEN, up=(Sun(13), Sun(9), Sun(6), Sun(3))),)))
    found = contradictions(table)
    assert [str(one) for one in found] == ["sun 13 cannot be in 2 places", "sun 12 is missing"]


def test_a_hand_with_too_few_suns_and_a_sun_of_a_larger_table_are_named() -> None:
    table = after(Fix(hands=(HandFix(ANN, up=(Sun(16), Sun(8), Sun(5))),)))
    assert set(clashes(contradictions(table))) == {
        Clash.SUN_NOT_IN_PLAY,
        Clash.SUN_NOWHERE,
        Clash.SUNS_EACH,
    }


def test_a_thirty_first_ra_tile_is_one_too_many() -> None:
    ledger = from_game(position(START), Level.LIGHT)
    ledger = replace(ledger, removed=Tile.RA.one * 24, ra_count=7)
    assert clashes(contradictions(ledger)) == [Clash.TOO_MANY_TILES]
    assert clashes(contradictions(replace(ledger, removed=0, ra_count=9))) == [Clash.TOO_MANY_RA]


def test_what_is_not_known_contradicts_nothing() -> None:
    assert contradictions(unknown(setup(NAMES[:4]))) == ()


def test_a_sun_is_missed_only_if_all_places_where_it_may_lie_are_known() -> None:
    ledger = from_game(position(START), Level.LIGHT)
    hidden = replace(ledger.hands[ANN], up=None), *ledger.hands[1:]
    assert contradictions(replace(ledger, hands=hidden)) == ()
    assert contradictions(replace(ledger, centre=None)) == ()


def test_more_tiles_than_lay_there_are_no_lot() -> None:
    start = position("track nile | " + START)
    timeline = enter(enter(Timeline(start=start), action("invoke")), action("won 13"))
    assert contradictions(timeline.game, timeline.moments, start) == ()
    invoked, won = timeline.moments
    event = LotWon(ANN, Sun(13), Sun(1), 2 * Tile.NILE.one)
    moments = (invoked, replace(won, events=(event,)))
    [found] = contradictions(timeline.game, moments, start)
    assert str(found) == "Ann got 2 of Nile, but only 1 lay on the auction track"


def test_a_god_that_was_used_is_gone() -> None:
    table = position("*Ann 13 8 5 2: 8 god | Ben | Cleo")
    used = Moment(action("god 0"), (GodUsed(Seat(0), Tile.NILE),), table)
    assert clashes(contradictions(table)) == []
    assert clashes(contradictions(table, (used,))) == [Clash.GODS_TWICE]
    others = position("*Ann 13 8 5 2: 7 god | Ben | Cleo")
    assert clashes(contradictions(others, (used,))) == []


def test_a_tile_that_was_one_too_many_is_so_wherever_it_went() -> None:
    table = after(Fix(hands=(HandFix(ANN, tiles=Tile.WRITING.one * 6),)))
    lost = after(Fix(hands=(HandFix(ANN, tiles=Tile.WRITING.one * 5),)))
    assert contradictions(lost) == ()
    [found] = contradictions(replace(lost, surplus=table.surplus))
    assert str(found) == "only 5 tiles of Writing exist, not 6"


def test_suns_contradict_each_other_at_every_level() -> None:
    ledger = from_game(position(START), Level.LIGHT)
    assert [str(one) for one in contradictions(replace(ledger, centre=Sun(13)))] == [
        "sun 13 cannot be in 2 places",
        "sun 1 is missing",
    ]


def test_a_ra_track_of_which_nothing_is_known_holds_no_ra_tile() -> None:
    ledger = replace(from_game(position(START), Level.LIGHT), removed=Tile.RA.one * 30)
    assert contradictions(replace(ledger, ra_count=None)) == ()
    assert clashes(contradictions(replace(ledger, ra_count=1))) == [Clash.TOO_MANY_TILES]


def test_of_unsure_tiles_nothing_is_said() -> None:
    ledger = from_game(after(Fix(hands=(HandFix(ANN, tiles=Tile.GOLD.one * 6),))), Level.LIGHT)
    assert clashes(contradictions(ledger)) == [Clash.TOO_MANY_TILES]
    unsure = replace(ledger.hands[ANN], is_sure=False), *ledger.hands[1:]
    assert contradictions(replace(ledger, hands=unsure)) == ()
