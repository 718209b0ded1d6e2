"""Games for hypothesis: any number of players, any options, any legal course."""

from random import Random

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules.actions import (
    DRAWS,
    REACH_INTO_BAG,
    Action,
    Choice,
    ReachIntoBag,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import (
    LONGEST_RA_TRACK,
    Edition,
    NoPenalty,
    Options,
    Setup,
    Split,
    setup,
    suns_in_play,
)
from companion.rules.legal import choices, is_fresh, legal_actions
from companion.rules.model import Auction, Game, new_game
from companion.rules.partial import PartialGame, TallyEpoch, play_partial
from companion.rules.play import play
from companion.rules.problems import IllegalAction
from companion.rules.tiles import counts
from tests.rules.table import NAMES


class History(msgspec.Struct, frozen=True):
    """A game that was played to its end."""

    setup: Setup
    seed: int
    eagerness: float
    """How much rather than anything else the players drew a tile; from 0 to 1."""
    actions: tuple[Action, ...]
    games: tuple[Game, ...]
    """The table before the first action and after each."""

    def __repr__(self) -> str:
        """Say how to play it again; in full it would be too long to read."""
        return f"a_game({self.setup!r}, {self.seed}, {self.eagerness})"


def a_game(agreed: Setup, seed: int, eagerness: float) -> History:
    """Play a game to its end."""
    dice = Random(seed)  # noqa: S311 - no secret
    game = new_game(agreed)
    actions: list[Action] = []
    games = [game]
    while choices(game):
        actions.append(some_action(game, dice, eagerness))
        game, _ = play(game, actions[-1])
        games.append(game)
    return History(agreed, seed, eagerness, tuple(actions), tuple(games))


def _dealt(players: int, dice: Random) -> tuple[tuple[int, ...], ...]:
    suns = list(suns_in_play(players)[1:])
    dice.shuffle(suns)
    return tuple(tuple(suns[seat::players]) for seat in range(players))


@st.composite
def setups(draw: st.DrawFn, names: st.SearchStrategy[str] | None = None) -> Setup:
    """Draw what is agreed before a game."""
    players = draw(st.integers(2, 5))
    seated = NAMES[:players] if names is None else tuple(draw(names) for _ in range(players))
    is_dealt_by_hand = draw(st.booleans())
    dice = Random(draw(st.integers(0, 2**32)))  # noqa: S311 - no secret
    options = Options(
        edition=draw(st.sampled_from(Edition)),
        suns=_dealt(players, dice) if is_dealt_by_hand else None,
        ra_limit=draw(st.none() | st.integers(1, LONGEST_RA_TRACK)),
        two_player_split=draw(st.none() | st.sampled_from(Split)),
        two_player_no_penalty=draw(st.sampled_from(NoPenalty)),
    )
    if players == 2 and options.edition is Edition.ALEA_1999:
        options = replace(options, two_player_split=Split.BGG)
    return setup(seated, options)


def some_action(game: Game, dice: Random, eagerness: float) -> Action:
    """Return a legal action: the more eager, the sooner a tile is drawn.

    Gods are used often, and in half of the draws a god or a disaster is as likely to come as a
    pharaoh: uniformly random games would see too little of them.
    """
    if isinstance(game.stage, Auction) and is_fresh(game, game.stage) and dice.random() < 0.2:
        results: list[Action] = [
            action for action in legal_actions(game) if isinstance(action, Won | Unsold)
        ]
        return dice.choice(results)
    options = choices(game)
    gods = tuple(choice for choice in options if isinstance(choice, UseGod))
    pool: tuple[Choice, ...] = gods if gods and dice.random() < 0.5 else options
    if REACH_INTO_BAG in pool and dice.random() < eagerness:
        pool = (REACH_INTO_BAG,)
    choice = dice.choice(pool)
    if not isinstance(choice, ReachIntoBag):
        return choice
    bag = counts(game.bag)
    weights = list(bag.values()) if dice.random() < 0.5 else None
    return DRAWS[dice.choices(list(bag), weights)[0]]


def can_tally(partial_game: PartialGame) -> bool:
    """Whether the tally of an epoch can be entered now, if it can be at all."""
    try:
        play_partial(partial_game, TallyEpoch((None,) * len(partial_game.hands)))
    except IllegalAction:
        return False
    return True


@st.composite
def histories(draw: st.DrawFn, names: st.SearchStrategy[str] | None = None) -> History:
    """Draw a whole game."""
    eagerness = draw(st.sampled_from([0.0, 0.5, 0.8, 0.95]))
    return a_game(draw(setups(names)), draw(st.integers(0, 2**32)), eagerness)


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """Draw a position of a game."""
    games = draw(histories()).games
    return games[draw(st.integers(0, len(games) - 1))]
