"""The likeliest slip: who is suspected when screen and table disagree."""

from random import Random

import pytest

from companion.core.mnemonics import TILE_KEYS
from companion.rules.corrections.fixing import (
    SHARES,
    Confusions,
    Fix,
    HandFix,
    Likeness,
    alike,
    confusions,
    next_keys,
)
from companion.rules.corrections.suspects import (
    HABITS,
    Case,
    Counted,
    Observation,
    Refused,
    Suspect,
    suspects,
)
from companion.rules.editions import setup
from companion.rules.records.notation import position
from companion.rules.records.shapes import Change, Correct
from companion.rules.records.timeline import Timeline, enter
from companion.rules.tiles import KINDS, NO_TILES, RING, Tile
from tests.rules.slipping import a_slip
from tests.rules.table import ANN, BEN, NAMES, action

KEYS = confusions(TILE_KEYS)


START = "*Ann 13 8 5 2 | Ben 12 9 6 3 | Cleo 11 10 7 4"


WRITING = "removed 5 civ_writing | " + START


NILES = NO_TILES, Tile.NILE.one, NO_TILES


def screen(written: str, *said: str) -> Timeline:
    """Return what the screen was told."""
    timeline = Timeline(start=position(written))
    for words in said:
        timeline = enter(timeline, action(words))
    return timeline


def suspected(
    timeline: Timeline, seen: Observation, counted: int = 0
) -> list[tuple[int, Tile, Tile]]:
    """Return who is suspected: which moment, what was said, what it likely was."""
    case = Case(timeline.start, timeline.moments, seen, counted, KEYS)
    return [(suspect.place, suspect.said, suspect.likely) for suspect in suspects(case)]


def refused(*said: str, written: str = START) -> list[tuple[int, Tile, Tile]]:
    """Return who is suspected when the screen cannot follow the last of these."""
    *before, last = said
    return suspected(screen(written, *before), Refused(action(last)))


def test_a_sixth_writing_was_another_tile_before() -> None:
    """E-101: "only 5 Writing exist; Religion 3 draws ago may have been it"."""
    said = ["draw civ_writing", "draw nile", "draw civ_writing"] + ["draw civ_writing"] * 4
    [first, *rest] = refused(*said, written="removed god | " + START)
    assert {place for place, *_ in (first, *rest)} == {0, 2, 3, 4, 5}
    assert first[1] is Tile.WRITING
    assert first[0] == 5, "the latest is the likeliest of equals"


def test_no_tile_is_suspected_that_is_not_on_the_screen() -> None:
    assert refused("draw nile", "draw civ_writing", written=WRITING) == []
    assert refused("draw civ_writing", written=WRITING) == []


def test_a_table_that_plays_on_had_no_ra_tile() -> None:
    [(place, said, _)] = refused("draw nile", "draw ra", "draw flood")
    assert (place, said) == (1, Tile.RA)


def test_a_table_that_bids_had_a_ra_tile() -> None:
    assert refused("draw nile", "draw flood", "won 12") == [(1, Tile.FLOOD, Tile.RA)]


def test_a_table_that_gives_up_tiles_had_a_disaster() -> None:
    written = "*Ann 13 8 5 2: 2 civ_art, civ_writing | Ben | Cleo"
    said = ("draw gold", "invoke", "won 13", "discard civ_art civ_art")
    assert refused(*said, written=written) == [(0, Tile.GOLD, Tile.UNREST)]


def test_a_table_that_gives_up_nothing_had_no_disaster() -> None:
    written = "*Ann 13 8 5 2: 2 civ_art, civ_writing | Ben | Cleo"
    [(place, said, likely)] = refused(
        "draw dis_unrest", "invoke", "won 13", "draw nile", written=written
    )
    assert (place, said) == (0, Tile.UNREST)
    assert likely is not Tile.EARTHQUAKE


def test_a_god_that_takes_a_god_takes_something_else() -> None:
    written = "*Ann 13 8 5 2: god | Ben 12 9 6 3: god | Cleo"
    [(place, said, _)] = refused("draw god", "god 0", written=written)
    assert (place, said) == (0, Tile.GOD)


def test_a_god_that_nobody_has_was_another_tile() -> None:
    said = ("draw gold", "draw nile", "invoke", "won 13", "draw flood", "god 0")
    assert (0, Tile.GOLD, Tile.GOD) in refused(*said, written="Ann 13 8 5 2 | Ben 12 9 6 3 | *Cleo")


def test_what_somebody_has_too_many_of_was_what_they_lack() -> None:
    timeline = screen(START, "draw gold", "draw pharaoh", "invoke", "won 12")
    seen = Counted((NO_TILES, Tile.NILE.one + Tile.GOLD.one, NO_TILES), has_ended=False)
    assert suspected(timeline, seen) == [(1, Tile.PHARAOH, Tile.NILE)]


def test_what_people_have_counted_is_not_suspected_again() -> None:
    timeline = screen(START, "draw civ_art", "invoke", "won 12", "draw civ_art", "invoke", "won 8")
    for kind in ("civ_art", "civ_art", "civ_art"):
        timeline = enter(timeline, action(f"draw {kind}"))
    seen = Refused(action("draw civ_art"))
    assert {place for place, *_ in suspected(timeline, seen)} == {0, 3, 6, 7, 8}
    assert {place for place, *_ in suspected(timeline, seen, counted=4)} == {3, 6, 7, 8}


def test_an_epoch_that_ended_only_on_the_table_had_one_more_ra_tile() -> None:
    timeline = screen("ra 7/8 | " + START, "draw nile")
    seen = Counted((NO_TILES,) * 3, has_ended=True)
    assert suspected(timeline, seen) == [(0, Tile.NILE, Tile.RA)]


def test_an_epoch_that_ended_only_on_the_screen_had_one_less() -> None:
    timeline = screen("ra 7/8 | " + START, "draw ra")
    seen = Counted((NO_TILES,) * 3, has_ended=False)
    assert {(place, said) for place, said, _ in suspected(timeline, seen)} == {(0, Tile.RA)}


def test_nobody_is_suspected_when_nothing_was_entered_or_nothing_is_wrong() -> None:
    assert suspected(screen(START), Counted(NILES, has_ended=False)) == []
    timeline = screen(START, "draw nile", "invoke", "won 12")
    assert suspected(timeline, Counted(NILES, has_ended=False)) == []
    assert suspected(timeline, Refused(action("draw gold"))) == []


def test_a_fix_between_slip_and_sight_stays_as_people_said_it() -> None:
    timeline = screen(START, "draw gold", "invoke", "won 12")
    timeline = enter(timeline, Fix(hands=(HandFix(ANN, tiles=Tile.NILE.one),)))
    seen = Counted((Tile.NILE.one, Tile.FLOOD.one, NO_TILES), has_ended=False)
    assert suspected(timeline, seen) == [(0, Tile.GOLD, Tile.FLOOD)]
    assert timeline.game.players[BEN].tiles == Tile.GOLD.one


def test_a_suspect_says_what_speaks_for_it() -> None:
    timeline = screen(START, "draw gold", "draw pharaoh", "invoke", "won 12", "draw nile")
    seen = Counted((NO_TILES, Tile.GOD.one + Tile.PHARAOH.one, NO_TILES), has_ended=False)
    [suspect] = suspects(Case(timeline.start, timeline.moments, seen, 0))
    assert suspect == Suspect(
        place=0,
        seq=timeline.moments[0].seq,
        said=Tile.GOLD,
        likely=Tile.GOD,
        others=(),
        draws_ago=2,
        in_bag=8,
        habit=HABITS[Tile.GOD][Tile.GOLD],
        chance=1.0,
    )


def test_a_draw_is_the_likelier_the_fewer_tiles_it_was_drawn_from() -> None:
    """Two golds of one lot, one of them a god: two gods of six tiles, then two of five."""
    timeline = screen("bag 3 gold, 2 god, ra | " + START, "draw gold", "draw gold", "invoke",
                      "won 12")  # fmt: skip
    seen = Counted((NO_TILES, Tile.GOLD.one + Tile.GOD.one, NO_TILES), has_ended=False)
    later, earlier = suspects(Case(timeline.start, timeline.moments, seen, 0))
    assert (later.place, earlier.place) == (1, 0)
    assert earlier.chance / later.chance == pytest.approx(5 / 6, rel=0.01)
    assert earlier.chance + later.chance == pytest.approx(1)


def test_what_was_counted_would_have_been_otherwise_after_a_disaster() -> None:
    written = "removed 4 gold | *Ann 13 8 5 2: 3 pharaoh | Ben 12 9 6 3 | Cleo 11 10 7 4"
    timeline = screen(written, "draw gold", "invoke", "won 13", "draw nile")
    seen = Refused(action("draw gold"))
    assert suspected(timeline, seen) != []
    assert suspected(timeline, seen, counted=3) == []


LAST_FLOOD = "removed 11 flood, 4 gold | ra 7/8 | " + START


def test_a_tile_that_was_lost_is_suspected_as_long_as_another_of_its_kind_turns_up() -> None:
    """But not of having been the last of a kind that was drawn after it."""
    habits = {kind: dict.fromkeys(KINDS, 0.0) for kind in KINDS}
    habits[Tile.GOLD][Tile.FLOOD], habits[Tile.NILE][Tile.FLOOD] = 0.9, 0.1
    said = ("draw flood", "draw ra", "draw gold", "invoke", "won 12")
    timeline = screen(LAST_FLOOD, *said)
    seen = Refused(action("draw flood"))
    [suspect] = suspects(Case(timeline.start, timeline.moments, seen, 0, habits))
    assert (suspect.place, suspect.likely, suspect.others) == (0, Tile.NILE, ())


def test_a_correction_since_does_not_hide_an_older_slip() -> None:
    timeline = screen(LAST_FLOOD, "draw flood", "draw nile")
    timeline = enter(timeline, Correct((Change(2, (action("draw god"),)),)))
    [(place, said, _)] = suspected(timeline, Refused(action("draw flood")))
    assert (place, said) == (0, Tile.FLOOD)


@pytest.mark.parametrize(("share", "others"), [(0.01, ()), (0.02, (Tile.GOD,))])
def test_what_is_two_hundred_times_less_likely_than_the_likeliest_is_not_named(
    share: float, others: tuple[Tile, ...]
) -> None:
    """There are 25 Niles and 8 gods in the bag."""
    habits = {kind: dict.fromkeys(KINDS, 0.0) for kind in KINDS}
    habits[Tile.NILE][Tile.GOLD], habits[Tile.GOD][Tile.GOLD] = 1.0, share
    timeline = screen("removed 4 gold | " + START, "draw gold")
    seen = Refused(action("draw gold"))
    [suspect] = suspects(Case(timeline.start, timeline.moments, seen, 0, habits))
    assert (suspect.likely, suspect.others) == (Tile.NILE, others)


def named(habits: Confusions, games: int) -> tuple[int, int, int, float]:
    """Return how many slips somebody noticed, how many were named first, and in the first three.

    Also how often the first should have been right, going by its own chances.
    """
    noticed = first = three = 0
    claimed = 0.0
    for seed in range(games):
        dice = Random(seed)  # noqa: S311 - no secret
        slip = a_slip(setup(NAMES[: 2 + seed % 4]), TILE_KEYS, dice)
        if slip is None:
            continue
        timeline = slip.timeline
        found = suspects(Case(timeline.start, timeline.moments, slip.seen, slip.counted, habits))
        places = [suspect.place for suspect in found]
        noticed += 1
        first += slip.place in places[:1]
        three += slip.place in places[:3]
        claimed += found[0].chance if found else 0
    return noticed, first, three, claimed


def test_of_a_thousand_slips_most_are_named_first_and_nearly_all_among_three() -> None:
    """Reached: 959 noticed; of these 809 are named first and 947 among the first three.

    By its own chances 801 should be first. So what is left are equals, which no look at screen and
    table tells apart: which of somebody's two Niles of the same lot was the Pharaoh?
    """
    noticed, first, three, claimed = named(KEYS, 1000)
    assert noticed > 940
    assert first > 795
    assert three > 935
    assert claimed == pytest.approx(first, abs=30)


def test_without_knowing_the_keys_nearly_as_many_are_named() -> None:
    noticed, first, three, _ = named(HABITS, 200)
    assert first > 0.75 * noticed
    assert three > 0.93 * noticed


def test_every_kind_is_confused_with_some_others_and_never_with_itself() -> None:
    for habits in (HABITS, KEYS):
        for tile in KINDS:
            assert habits[tile][tile] == 0
            assert sum(habits[tile].values()) == pytest.approx(1)
            assert all(habits[tile][other] > 0 for other in KINDS if other is not tile)
    assert sum(SHARES.values()) == pytest.approx(1)


def test_neighbours_are_taken_for_each_other() -> None:
    assert next_keys("g") == set("ftyhvb")
    assert next_keys("q") == set("wa")
    assert next_keys("ш") == next_keys("") == set()
    assert Tile.PALACE in alike(Tile.STATUES, TILE_KEYS)[Likeness.FAMILY]
    assert Tile.RELIGION in alike(Tile.GOLD, TILE_KEYS)[Likeness.NEXT_KEY]
    assert Tile.NILE in alike(Tile.RA, {})[Likeness.NEXT_ON_DIAL]
    assert Tile.TEMPLE in alike(Tile.RA, {})[Likeness.NONE]
    assert sorted(RING) == sorted(KINDS)
