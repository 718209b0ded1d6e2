"""The public form of what is known of a table."""

from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.levels import from_game
from companion.rules.partial import PartialPhase, unknown
from companion.rules.records.notation import position
from companion.rules.records.positions import known_state
from tests.rules.table import BEN

TWO = "ra 3/6 | track gold . nile | centre 6 | *Ann 9 2 (5 1): 2 pharaoh, gold | Ben 8 7 4 3"


def test_what_is_known_is_said_of_everybody_suns_in_order() -> None:
    partial_game = from_game(position(TWO), Level.LIGHT)
    unsure = replace(partial_game.hands[BEN], is_sure=False)
    assert known_state(replace(partial_game, hands=(partial_game.hands[0], unsure)), 4) == {
        "seq": 4,
        "level": "light",
        "phase": "turn",
        "epoch": 1,
        "active": 0,
        "ra_count": 3,
        "ra_limit": 6,
        "lane_tiles": 2,
        "centre": 6,
        "players": [
            {"up": [2, 9], "down": [1, 5], "tiles": {"pharaoh": 2, "gold": 1}, "score": 10},
            {"up": [3, 4, 7, 8], "down": [], "tiles": None, "score": 10},
        ],
    }


def test_what_nobody_has_said_is_null() -> None:
    known = known_state(unknown(position(TWO).setup), 0)
    assert known["players"] == [{"up": None, "down": None, "tiles": None, "score": None}] * 2
    asked = ("epoch", "active", "ra_count", "lane_tiles", "centre")
    assert [known[key] for key in asked] == [None] * len(asked)


def test_what_a_table_waits_for_has_the_names_of_the_full_game_and_one_more() -> None:
    partial_game = from_game(position(TWO), Level.LIGHT)
    phases = {
        wait: known_state(replace(partial_game, stage=wait), 0)["phase"] for wait in PartialPhase
    }
    assert phases == {
        PartialPhase.TURN: "turn",
        PartialPhase.DRAWN: "auction",
        PartialPhase.CALLED: "auction",
        PartialPhase.TALLY: "tally",
        PartialPhase.OVER: "over",
    }
