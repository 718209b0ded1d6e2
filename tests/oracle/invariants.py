"""What is true of every state of every game (rules, section 1.13)."""

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
    places = [game.bag, game.removed, *(player["tiles"] for player in game.players)]
    there = dict.fromkeys(box.COPIES, 0)
    there["ra"] = game.ra_count
    for tile in game.lane:
        if tile is not None:
            there[tile] += 1
    for place in places:
        for kind, number in place.items():
            assert kind in there, "R-INV-1: unknown kind"
            assert number >= 0, "R-INV-1: below 0"
            there[kind] += number
    for kind, copies in box.COPIES.items():
        assert there[kind] == copies, f"R-INV-1: {kind}"


def check_suns(game: "Table") -> None:
    """R-INV-2: the suns of the players and the centre are exactly the suns in play."""
    suns = [game.centre]
    for player in game.players:
        suns += player["up"] + player["down"]
        assert player["up"] == sorted(player["up"]), "R-INV-2: not in order"
        assert player["down"] == sorted(player["down"]), "R-INV-2: not in order"
    assert sorted(suns) == list(range(1, box.HIGHEST_SUN[len(game.players)] + 1)), "R-INV-2"
    assert sum(suns) == {2: 45, 3: 91, 4: 91, 5: 136}[len(game.players)], "R-INV-2: sum"


def check_suns_each(game: "Table") -> None:
    """R-INV-3: everybody always owns the same number of suns."""
    for player in game.players:
        owned = len(player["up"]) + len(player["down"])
        assert owned == box.SUNS_EACH[len(game.players)], "R-INV-3"


def check_places(game: "Table") -> None:
    """R-INV-4: no disaster or Ra tile before a player, no Ra tile on the auction track."""
    assert len(game.lane) == 8, "R-INV-4: slots"
    assert "ra" not in game.lane, "R-INV-4: lane"
    for player in game.players:
        for kind in ["ra", *box.DISASTERS]:
            assert player["tiles"].get(kind, 0) == 0, "R-INV-4: area"


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
    turned = sum(len(player["down"]) for player in game.players)
    assert turned == game.sales, "R-INV-8: every sale turns one sun"


def check_scores(game: "Table") -> None:
    """R-INV-9: nobody is below 0, nor below 3 after the first epoch."""
    for player in game.players:
        assert player["score"] >= (3 if game.epoch == 2 else 0), "R-INV-9"


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
