"""Positions and actions of the packed rules from those of the readable ones, and back."""

from functools import lru_cache

from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Choice,
    Discard,
    ReachIntoBag,
    Won,
)
from companion.rules.editions import NoPenalty, Seat, Setup, Sun, Suns
from companion.rules.model import Auction, Disaster, Game, Lane, Phase, Player, Reason, Stage
from companion.rules.packed import kernel
from companion.rules.tiles import KINDS, NO_TILES, Tiles, bundle, count, tiles

Position = tuple[int, ...]
"""What ``kernel`` calls one."""

_REMEMBERED = 1 << 12

_PACKED: dict[Action, int] = {
    INVOKE: kernel.INVOKE,
    END_GODS: kernel.DONE,
    PASS: kernel.PASS,
    UNSOLD: kernel.UNSOLD,
    **{draw: kernel.DRAW | ((tile.place + 1) << kernel.KIND) for tile, draw in DRAWS.items()},
    **{god: kernel.GOD | (god.slot << kernel.KIND) for god in GODS},
    **{bid: kernel.BID | (1 << (sun - 1 + kernel.KIND)) for sun, bid in BIDS.items()},
    **{Won(sun): kernel.WON | (1 << (sun - 1 + kernel.KIND)) for sun in BIDS},
}

_ACTIONS = {packed: action for action, packed in _PACKED.items()}

_REASONS = (None, Reason.RA_DRAWN, Reason.FULL, Reason.INVOKED)

_SPARED = (NoPenalty.OFF, NoPenalty.FINAL_ONLY, NoPenalty.EVERY_EPOCH)

_PHASES = (Phase.TURN, Phase.GODS, None, None, Phase.OVER)

_TABLE = (
    *(3, 4, 2, 4, 3, 3),  # players, Ra limit, epoch, Ra tiles, phase, who is asked
    *(2, 3, 3, 3, 2),  # why Ra was called and by whom, who leads, what a disaster takes
    2,  # whom the rule for two spares
)
"""The fields of the table's word, from the right: how many bits each has."""

_HELD = KINDS[kernel.GOD_TILE - 1 : kernel.TEMPLE]

_NEVER_HELD = (KINDS[kernel.RA - 1], *KINDS[kernel.FUNERAL - 1 :])

_REST = (5, 3, 3, 3, 3)

_MOST_POINTS = 1 << 20


def packed(game: Game) -> Position:
    """Return the position of a readable game.

    Raises:
        ValueError: It does not fit. No game comes to that; a corrected entry may say that there are
            more tiles of a kind than in any box.
    """
    reason, unrests, quakes = 0, 0, 0
    ra_player, bidder, bar = kernel.NOBODY, kernel.NOBODY, kernel.ANY_DISC
    stage = game.stage
    if isinstance(stage, Auction):
        phase, reason, ra_player = kernel.AUCTION, _REASONS.index(stage.reason), stage.ra_player
        if stage.best_bid is not None and stage.best_bidder is not None:
            bar, bidder = _disc(stage.best_bid) << 1, stage.best_bidder
    elif isinstance(stage, Disaster):
        phase, unrests, quakes = kernel.LOSS, stage.unrests, stage.earthquakes
        ra_player = kernel.NOBODY if stage.ra_player is None else stage.ra_player
    else:
        phase = _PHASES.index(stage)
    spare = _SPARED.index(game.setup.options.two_player_no_penalty)
    fields = (
        *(len(game.players), game.ra_limit, game.epoch, game.ra_count, phase, game.active),
        *(reason, ra_player, bidder, unrests, quakes, spare),
    )
    return (
        _joined(fields, _TABLE),
        _disc(game.centre) | (bar << kernel.DISC),
        _lane(game.lane),
        _bundle(game.bag & _BUNDLED),
        _rest(game.bag & ~_BUNDLED),
        *[word for player in game.players for word in _hand(player)],
    )


def readable(position: Position, setup: Setup, surplus: Tiles = NO_TILES) -> Game:
    """Return the readable game in this position.

    Args:
        position: Of a game with this setup.
        setup: What the position does not say: names, edition.
        surplus: The same; a game that was never corrected has none.
    """
    table, discs, lane, bag, rest, *hands = position
    *_, epoch, ra_count, phase, active, reason, ra_player, bidder, unrests, quakes, _spare = (
        _fields(table, _TABLE)
    )
    stage: Stage | None = _PHASES[phase]
    called = _REASONS[reason]
    if called is not None:
        bid = discs >> (kernel.DISC + 1)
        has_bid = bidder != kernel.NOBODY
        stage = Auction(
            Seat(ra_player),
            called,
            _sun(bid) if has_bid else None,
            Seat(bidder) if has_bid else None,
        )
    elif stage is None:
        by_god = ra_player == kernel.NOBODY
        stage = Disaster(unrests, quakes, None if by_god else Seat(ra_player))
    seldom = sum(
        tile.one * number for tile, number in zip(_NEVER_HELD, _fields(rest, _REST), strict=True)
    )
    return Game(
        setup=setup,
        players=tuple(_player(*hands[at : at + 4]) for at in range(0, len(hands), 4)),
        active=Seat(active),
        centre=_sun(discs & kernel.ALL_DISCS),
        bag=_unbundled(bag) + seldom,
        lane=tuple(KINDS[tile - 1] if tile else None for tile in _fields(lane, _LANE)),
        stage=stage,
        epoch=epoch,
        ra_count=ra_count,
        surplus=surplus,
    )


def packed_action(choice: Choice) -> int:
    """Return an action, or the decision to draw, as the packed rules say it.

    Raises:
        ValueError: More tiles are given up than they can count.
    """
    if isinstance(choice, Discard):
        return kernel.DISCARD | (_bundle(bundle(choice.tiles)) << kernel.KIND)
    return kernel.REACH if isinstance(choice, ReachIntoBag) else _PACKED[choice]


def readable_action(action: int) -> Action:
    """Return what an action of the packed rules says.

    Raises:
        KeyError: It is none; the decision to draw is none before a tile has come out.
    """
    if action & 15 == kernel.DISCARD:
        return Discard(tiles(_unbundled(action >> kernel.KIND)))
    return _ACTIONS[action]


_LANE = (kernel.SLOT,) * kernel.SLOTS

_BUNDLED = sum(tile.mask for tile in _HELD)

_AT = tuple(kernel.AT[tile.place + 1] for tile in KINDS)

_MOST = tuple(kernel.MOST[tile.place + 1] if tile in _HELD else 0 for tile in KINDS)
"""Where a bundle counts each kind, and the most that it can count."""


@lru_cache(_REMEMBERED)
def _joined(numbers: tuple[int, ...], widths: tuple[int, ...]) -> int:
    word = at = 0
    for number, width in zip(numbers, widths, strict=True):
        if not 0 <= number < 1 << width:
            raise ValueError(f"the packed rules count no further than {(1 << width) - 1}: {number}")
        word |= number << at
        at += width
    return word


@lru_cache(_REMEMBERED)
def _lane(lane: Lane) -> int:
    return _joined(tuple([0 if tile is None else tile.place + 1 for tile in lane]), _LANE)


@lru_cache(_REMEMBERED)
def _rest(bag: Tiles) -> int:
    return _joined(tuple([count(bag, tile) for tile in _NEVER_HELD]), _REST)


def _fields(word: int, widths: tuple[int, ...]) -> list[int]:
    found = []
    for width in widths:
        found.append(word & ((1 << width) - 1))
        word >>= width
    return found


@lru_cache(_REMEMBERED)
def _hand(player: Player) -> tuple[int, int, int, int]:
    if player.score >= _MOST_POINTS:
        raise ValueError(f"the packed rules count fewer points than {player.score}")
    return (
        _bundle(player.tiles),
        sum(map(_disc, player.up)),
        _in_order(player.down),
        player.score,
    )


@lru_cache(_REMEMBERED)
def _player(held: int, up: int, down: int, score: int) -> Player:
    won = []
    while down:
        won.append(_sun(down & kernel.ALL_DISCS))
        down >>= kernel.DISC
    suns = tuple(sun for sun in BIDS if up & _disc(sun))
    return Player(suns, tuple(won), _unbundled(held), score)


def _in_order(suns: Suns) -> int:
    down = 0
    for sun in reversed(suns):
        down = (down << kernel.DISC) | _disc(sun)
    if down >> 62:
        raise ValueError(f"the packed rules have no room for the suns {suns}")
    return down


def _disc(sun: int) -> int:
    return 1 << (sun - 1)


def _sun(disc: int) -> Sun:
    return Sun(disc.bit_length())


@lru_cache(_REMEMBERED)
def _bundle(held: Tiles) -> int:
    word = 0
    for tile, number, at, most in zip(
        KINDS, held.to_bytes(len(KINDS), "little"), _AT, _MOST, strict=True
    ):
        if number > most:
            raise ValueError(f"the packed rules cannot count {number} × {tile.value} here")
        word |= number << at
    return word


@lru_cache(_REMEMBERED)
def _unbundled(word: int) -> Tiles:
    return sum(
        tile.one * ((word >> at) & most) for tile, at, most in zip(KINDS, _AT, _MOST, strict=True)
    )
