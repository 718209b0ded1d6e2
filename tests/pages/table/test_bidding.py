"""Where everybody stands in an auction."""

from companion.pages.table.player_panel import Standing, standings
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from tests.rules.table import action

TABLE = """
    ra 1 | auction A1 by Dan
    Ann 13 6 2
    Ben 12 7 3
    Cleo 11 8 4
    Dan 10 9 5
"""


def after(*said: str, table: str = TABLE) -> list[Standing]:
    """Return the standings after these actions, from Ann, who bids first, to Dan."""
    timeline = Timeline(start=position(table))
    for words in said:
        timeline = enter(timeline, action(words))
    return list(standings(timeline.game, timeline.steps))


def test_when_an_auction_begins_only_the_bidder_stands_out() -> None:
    assert after() == [Standing.ACTIVE, *[Standing.RESTING] * 3]


def test_who_has_bid_most_leads() -> None:
    assert after("bid 6")[0] is Standing.LEADING


def test_who_has_passed_has_passed() -> None:
    assert after("pass", "pass")[:3] == [Standing.PASSED, Standing.PASSED, Standing.ACTIVE]


def test_who_has_bid_less_is_outbid() -> None:
    assert after("bid 6", "bid 7", "pass") == [
        Standing.OUTBID,
        Standing.LEADING,
        Standing.PASSED,
        Standing.ACTIVE,
    ]


def test_what_happened_in_the_auction_before_is_forgotten() -> None:
    said = ("pass", "pass", "pass", "pass", "draw ra")
    assert after(*said) == [Standing.RESTING, Standing.ACTIVE, Standing.RESTING, Standing.RESTING]


def test_of_a_position_without_a_past_only_that_somebody_is_out_is_known() -> None:
    table = TABLE.replace("by Dan", "by Dan best Ben 7")
    assert after(table=table) == [
        Standing.OUT,
        Standing.LEADING,
        Standing.ACTIVE,
        Standing.RESTING,
    ]


def test_without_a_bid_everybody_before_the_bidder_has_passed() -> None:
    table = TABLE.replace("Cleo", "*Cleo")
    assert after(table=table)[:2] == [Standing.PASSED, Standing.PASSED]


def test_who_has_no_sun_left_rests() -> None:
    table = TABLE.replace("Ben 12 7 3", "Ben (12 7 3)")
    assert after("bid 6", table=table)[1] is Standing.RESTING


def test_outside_an_auction_only_the_player_in_turn_stands_out() -> None:
    table = TABLE.replace("ra 1 | auction A1 by Dan", "track nile").replace("Ben", "*Ben")
    assert after(table=table) == [
        Standing.RESTING,
        Standing.ACTIVE,
        Standing.RESTING,
        Standing.RESTING,
    ]
