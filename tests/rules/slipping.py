"""Tables at which one tile is entered as another, up to the moment when somebody notices."""

from collections.abc import Mapping
from random import Random

import msgspec

from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Action, Draw, Invoke, ReachIntoBag, Won
from companion.rules.corrections.fixing import next_keys
from companion.rules.corrections.suspects import Counted, Observation, Refused
from companion.rules.editions import Setup
from companion.rules.events import EpochEnded
from companion.rules.legal import choices, legal_actions
from companion.rules.model import Auction, Game, Phase, new_game
from companion.rules.play import play
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.refusal import IllegalAction
from companion.rules.tiles import FAMILIES, Tile, counts
from tests.rules.mirror import hands_at_the_end


class Slipped(msgspec.Struct, frozen=True):
    """A game in which somebody has noticed that screen and table disagree."""

    timeline: Timeline
    """What the screen was told."""
    place: int
    """The moment that was entered wrong."""
    drawn: Tile
    """What it was."""
    seen: Observation
    counted: int
    """After how many moments all tiles were last counted."""


def an_action(game: Game, dice: Random) -> Action:
    """Return what plausible people would do: draw until the lot is worth a sun."""
    if isinstance(game.stage, Auction):
        lot = 8 - game.lane.count(None)
        results = [action for action in legal_actions(game) if isinstance(action, Won)]
        if UNSOLD in legal_actions(game) and dice.random() > 0.3 + lot / 8:
            return UNSOLD
        return dice.choice(results)
    options = choices(game)
    reach = [choice for choice in options if isinstance(choice, ReachIntoBag)]
    others = [choice for choice in options if not isinstance(choice, ReachIntoBag | Invoke)]
    if reach and dice.random() < 0.85:
        bag = counts(game.bag)
        return DRAWS[dice.choices(list(bag), list(bag.values()))[0]]
    if others and (INVOKE not in options or dice.random() < 0.7):
        return dice.choice(others)
    return INVOKE


def a_game(agreed: Setup, dice: Random) -> tuple[Action, ...]:
    """Return a whole game."""
    game = new_game(agreed)
    actions: list[Action] = []
    while game.stage is not Phase.OVER:
        actions.append(an_action(game, dice))
        game, _ = play(game, actions[-1])
    return tuple(actions)


def mistaken(tile: Tile, keys: Mapping[Tile, str], dice: Random) -> Tile:
    """Return what somebody enters who slips: a neighbouring key, or one of the same family."""
    near = [kind for kind, key in keys.items() if key in next_keys(keys[tile])]
    family = [kind for kind in FAMILIES[tile.family] if kind is not tile]
    return dice.choice(family if family and dice.random() < 0.4 else near)


def a_slip(agreed: Setup, keys: Mapping[Tile, str], dice: Random) -> Slipped | None:
    """Return a game with one slip, or None if nobody ever notices."""
    actions = a_game(agreed, dice)
    drawn = [place for place, action in enumerate(actions) if isinstance(action, Draw)]
    wrong = dice.choice(drawn)
    action = actions[wrong]
    assert isinstance(action, Draw)
    said = DRAWS[mistaken(action.tile, keys, dice)]
    game, timeline, counted = new_game(agreed), begin(agreed), 0
    for place, deed in enumerate(actions):
        before, (game, events) = game, play(game, deed)
        screen = timeline.game
        try:
            timeline = enter(timeline, said if place == wrong else deed)
        except IllegalAction:
            if place == wrong:
                return a_slip(agreed, keys, dice)
            return Slipped(timeline, wrong, action.tile, Refused(deed), counted)
        ended = any(isinstance(event, EpochEnded) for event in events)
        ended_there = any(isinstance(event, EpochEnded) for event in timeline.events)
        hands = hands_at_the_end(before, events) if ended else tuple(p.tiles for p in game.players)
        if ended != ended_there or (ended and hands != hands_at_the_end(screen, timeline.events)):
            return Slipped(timeline, wrong, action.tile, Counted(hands, ended), counted)
        if ended:
            counted = place + 1
    return None
