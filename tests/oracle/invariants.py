"""What is true of every state of every game (rules, section 1.13)."""

from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from tests.oracle import box

if TYPE_CHECKING:
    from tests.oracle.table import Table


def check(game: "Table") -> None:
    """Look at everything that must be true after a line, and count what was looked at."""
    for look in EVERY_TIME:
        look(game)
        game.checked += 1


def check_tiles(game: "Table") -> None:
    """R-INV-1: of every kind there are as many as in the box, somewhere."""
    board = dict(box.NOTHING)
    board["ra"] = game.ra_count
    for tile in game.lane:
        if tile is not None:
            board[tile] += 1
    places = [board, game.bag, game.removed, *[player["tiles"] for player in game.players]]
    rows = [place.values() for place in places]
    assert min(chain.from_iterable(rows)) >= 0, "R-INV-1: below 0"
    there = [sum(numbers) for numbers in zip(*rows, strict=True)]
    assert there == list(box.COPIES.values()), "R-INV-1"


def check_suns(game: "Table") -> None:
    """R-INV-2: the suns of the players and the centre are exactly the suns in play."""
    suns = [game.centre]
    for player in game.players:
        for side in (player["up"], player["down"]):
            assert side == sorted(side), "R-INV-2: not in order"
            suns += side
    assert sorted(suns) == box.SUNS[len(game.players)], "R-INV-2"


def check_suns_each(game: "Table") -> None:
    """R-INV-3: everybody always owns the same number of suns."""
    each = box.SUNS_EACH[len(game.players)]
    for player in game.players:
        assert len(player["up"]) + len(player["down"]) == each, "R-INV-3"


_never_held = itemgetter("ra", *box.DISASTERS)


def check_places(game: "Table") -> None:
    """R-INV-4: no disaster or Ra tile before a player, no Ra tile on the auction track."""
    assert len(game.lane) == 8, "R-INV-4: slots"
    assert "ra" not in game.lane, "R-INV-4: lane"
    for player in game.players:
        assert not any(_never_held(player["tiles"])), "R-INV-4: area"


def check_empty_lane(game: "Table") -> None:
    """R-INV-5: an epoch that the suns end leaves nothing on the auction track."""
    assert game.lane == [None] * 8, "R-INV-5"
    game.checked += 1


def check_bag(game: "Table") -> None:
    """R-INV-6: while the game runs there is still a Ra tile in the bag."""
    assert game.phase == "over" or game.bag["ra"] > 0, "R-INV-6"
    assert game.ra_count < game.ra_limit or game.phase == "over", "R-INV-6: ra track"


def check_ra_auction(game: "Table") -> None:
    """R-INV-7: an auction that a Ra tile began has a free slot."""
    assert None in game.lane, "R-INV-7"
    game.checked += 1


def check_sales(game: "Table") -> None:
    """R-INV-8: every auction won costs a sun, so there are only so many in an epoch."""
    assert game.sales <= box.SALES[len(game.players)], "R-INV-8"
    turned = sum([len(player["down"]) for player in game.players])
    assert turned == game.sales, "R-INV-8: every sale turns one sun"


def check_scores(game: "Table") -> None:
    """R-INV-9: nobody is below 0, nor below 3 after the first epoch."""
    least = 3 if game.epoch == 2 else 0
    for player in game.players:
        assert player["score"] >= least, "R-INV-9"


EVERY_TIME = [
    check_tiles,
    check_suns,
    check_suns_each,
    check_places,
    check_bag,
    check_sales,
    check_scores,
]
"""The invariants that hold after every line; R-INV-5 and R-INV-7 are looked at when due."""
