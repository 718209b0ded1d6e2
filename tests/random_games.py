"""Random games: every legal choice, and every tile in the bag, is as likely as any other."""

from random import Random

from companion.rules.actions import DRAWS, REACH_INTO_BAG, Action
from companion.rules.editions import Setup
from companion.rules.legal import choices
from companion.rules.model import new_game
from companion.rules.play import play
from companion.rules.tiles import ALL_TILES, tiles

BOX = tuple(DRAWS[tile] for tile in tiles(ALL_TILES))
"""What can come out of the bag: a draw for each of the 180 tiles."""


def random_game(setup: Setup, dice: Random) -> list[Action]:
    """Play one game with random legal choices and return its actions, to the end of the game.

    Each choice is the remainder of thirty random bits, which prefers no option by more than one in
    a million.
    """
    chance = dice.getrandbits
    bag = list(BOX)
    actions: list[Action] = []
    game = new_game(setup)
    while options := choices(game):
        choice = options[chance(30) % len(options)]
        if choice is REACH_INTO_BAG:
            place = chance(30) % len(bag)
            bag[place], bag[-1] = bag[-1], bag[place]
            choice = bag.pop()
        action: Action = choice
        actions.append(action)
        game, _ = play(game, action)
    return actions
