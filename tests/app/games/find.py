"""Find the five-player game on which gestures are counted: ``python -m tests.app.games.find``.

An evening of five has about 150 draws, 27 of them Ra, 12 calls of Ra, 34 auctions that somebody
wins, 5 gods used and 3 disasters in which the owner chooses. With 27 Ra tiles two epochs end by the
Ra track of ten and the last one by its fifteen suns, so there are 25 + 12 auctions: 3 are unsold.
What is not a count is left to chance: which tiles come, who wins and with which sun.
"""

from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

from companion.rules.actions import DRAWS, END_GODS, INVOKE, UNSOLD, Action, Won
from companion.rules.editions import setup
from companion.rules.legal import god_targets, has_god, legal_actions
from companion.rules.model import Auction, AuctionCause, Discarding, Game, Phase, new_game
from companion.rules.play import play
from companion.rules.records import record
from companion.rules.tiles import Tile, tiles

FOUND = Path(__file__).with_name("five.jsonl")

NAMES = ("Anna", "Ben", "Clara", "David", "Eva")

GOD_USES, FREE_DISCARDS = 5, 3

USES_GOD = 0.2
"""How likely a god is used in a turn in which one can be."""

TRIES = 300

QUOTAS = (
    Counter(tile=40, ra=10, call=2, won=9),
    Counter(tile=40, ra=10, call=2, won=10),
    Counter(tile=43, ra=7, call=8, won=15),
)
"""What happens in each epoch; the auctions that are not won are unsold."""


class Stuck(Exception):
    """The counts cannot be reached any more."""


def game(seed: int) -> list[Action]:
    """Play a game by the quotas, each epoch as often as it takes, or raise ``Stuck``."""
    chance = Random(seed)  # noqa: S311 - no secret
    table = new_game(setup(NAMES))
    actions: list[Action] = []
    for quota in QUOTAS:
        for _ in range(TRIES):
            with suppress(Stuck):
                table, played = _epoch(table, Counter(quota), chance)
                actions += played
                break
        else:
            raise Stuck
    return actions


def _epoch(table: Game, left: Counter[str], chance: Random) -> tuple[Game, list[Action]]:
    """Play one epoch from here."""
    epoch, actions = table.epoch, []
    while table.epoch == epoch and table.stage is not Phase.OVER:
        actions.append(_action(table, left, chance))
        table, _ = play(table, actions[-1])
    if left.total():
        raise Stuck
    return table, actions


def kinds(actions: list[Action]) -> Counter[str]:
    """Return how often each kind of action was done."""
    return Counter(type(action).__name__ for action in actions)


def _action(table: Game, left: Counter[str], chance: Random) -> Action:
    stage = table.stage
    if isinstance(stage, Auction):
        return _result(table, stage, left, chance)
    if isinstance(stage, Discarding):
        return chance.choice(legal_actions(table))
    if stage is Phase.GODS:
        return END_GODS
    targets = god_targets(table.track) if has_god(table.players[table.active]) else ()
    if targets and chance.random() < USES_GOD:
        return chance.choice(targets)
    return _turn(table, left, chance)


def _turn(table: Game, left: Counter[str], chance: Random) -> Action:
    is_full = None not in table.track
    bag = [tile for tile in tiles(table.bag) if tile is not Tile.RA]
    weights = {"tile": 0 if is_full else left["tile"], "ra": 0 if is_full else left["ra"]}
    weights["call"] = left["call"]
    if left["ra"] == 1 and table.epoch < 3 and left.total() > left["won"] + 1:
        weights["ra"] = 0  # the tenth Ra ends the epoch
    if not sum(weights.values()):
        raise Stuck
    what = chance.choices(list(weights), list(weights.values()))[0]
    left[what] -= 1
    if what == "call":
        return INVOKE
    return DRAWS[Tile.RA if what == "ra" else chance.choice(bag)]


def _result(table: Game, auction: Auction, left: Counter[str], chance: Random) -> Action:
    coming = left["ra"] + left["call"] - (1 if table.epoch < 3 else 0)
    can_be_unsold = auction.cause is AuctionCause.RA_DRAWN and coming >= left["won"]
    if not left["won"] or (can_be_unsold and chance.random() < 0.15):
        if auction.cause is AuctionCause.INVOKED or (table.epoch == 3):
            raise Stuck
        return UNSOLD
    left["won"] -= 1
    seats = [player for player in table.players if player.suns]
    return Won(chance.choice(chance.choice(seats).suns))


def main() -> None:
    """Try one seed after the other and write down the first game that fits."""
    for seed in count():
        with suppress(Stuck):
            actions = game(seed)
            found = kinds(actions)
            if (found["UseGod"], found["Discard"]) == (GOD_USES, FREE_DISCARDS):
                FOUND.write_bytes(record.write(setup(NAMES), actions))
                print(seed, found)  # noqa: T201 - a command speaks
                return


if __name__ == "__main__":
    main()
