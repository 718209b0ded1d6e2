"""The overview of the rules: ten leaves, told as the edition on the table has them."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.core.rulebook import Rule
from companion.rules.editions import (
    RA_LIMITS,
    SUN_GROUPS,
    Edition,
    EpochNames,
    NoPenalty,
    Options,
    RaDisplay,
    Split,
    epoch_names,
    ra_display,
    sun_groups,
)
from companion.rules.refusal import Fact
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.words import Sentences


class Table(Sentences):
    """What the overview says with numbers of the table."""

    GROUPS = "Players: {players}; suns: {groups}."
    RA_TILES = "Players: {players}; Ra tiles to the end of an epoch: {limit}."
    RA_LIMIT = "Ra tiles to the end of an epoch: {limit}."


class Line(msgspec.Struct, frozen=True):
    """One sentence."""

    sentence: str
    """English words, which are also what is translated."""
    facts: Mapping[str, Fact] = {}
    is_choice: bool = False
    """Whether it says what a choice will cost or bring."""


class Leaf(msgspec.Struct, frozen=True):
    """One page of the overview."""

    title: str
    """English words, which are also what is translated."""
    lines: tuple[Line, ...]
    tiles: tuple[Tile, ...] = ()
    """What it is about."""


class Title(Sentences):
    """What the leaves are called, in their order."""

    AIM = "What Ra is about"
    SETUP = "Before the game"
    TURN = "Your turn"
    GODS = "Gods"
    AUCTION = "The auction"
    WINNER = "Who wins the auction"
    DISASTERS = "Disasters"
    EPOCH_END = "The end of an epoch"
    EVERY_EPOCH = "Points in every epoch"
    THE_END = "Points at the end of the game"


LEAVES = len(Title)
"""How many leaves there are in every edition."""

_TILES: Mapping[Title, tuple[Tile, ...]] = {
    Title.AIM: (Tile.RA, Tile.PHARAOH, Tile.PYRAMID),
    Title.SETUP: (),
    Title.TURN: (Tile.RA, Tile.GOD, Tile.NILE),
    Title.GODS: (Tile.GOD,),
    Title.AUCTION: (Tile.RA,),
    Title.WINNER: (Tile.PHARAOH, Tile.GOLD, Tile.UNREST),
    Title.DISASTERS: FAMILIES[Family.DISASTER],
    Title.EPOCH_END: (Tile.RA, Tile.PHARAOH, Tile.NILE, Tile.TEMPLE),
    Title.EVERY_EPOCH: (Tile.GOD, Tile.GOLD, Tile.FLOOD, Tile.ART),
    Title.THE_END: (Tile.PYRAMID, Tile.SPHINX, Tile.TEMPLE),
}


def leaves(options: Options) -> tuple[Leaf, ...]:
    """Return the whole overview for these options."""
    return tuple(Leaf(title.value, tuple(_lines(title, options)), _TILES[title]) for title in Title)


def _lines(title: Title, options: Options) -> Iterator[Line]:
    """Yield the sentences of a leaf: the rules, and between them what is counted."""
    yield from (Line(rule.value) for rule in _rules(options)[title])
    if title is Title.SETUP:
        for number in SUN_GROUPS:
            groups = sun_groups(number, options.two_player_split or Split.RAZZIA)
            yield Line(Table.GROUPS.value, {"players": number, "groups": shown_groups(groups)})
    if title is Title.EPOCH_END and options.ra_limit is not None:
        yield Line(Table.RA_LIMIT.value, {"limit": options.ra_limit})
    elif title is Title.EPOCH_END:
        players, limits = (", ".join(map(str, those)) for those in (RA_LIMITS, RA_LIMITS.values()))
        yield Line(Table.RA_TILES.value, {"players": players, "limit": limits})


def shown_groups(groups: tuple[tuple[int, ...], ...]) -> str:
    """Return groups of suns as the rulebook's table has them: the highest sun first."""
    return "  ".join("-".join(str(sun) for sun in reversed(group)) for group in groups)


def moves_on(edition: Edition) -> Rule:
    """Return what a drawn Ra tile does in this edition (D-05)."""
    if ra_display(edition) is RaDisplay.BOAT:
        return Rule.RA_MOVES_BOAT
    return Rule.RA_IS_LAID


def _rules(options: Options) -> Mapping[Title, tuple[Rule, ...]]:
    edition = options.edition
    is_first = edition is Edition.ALEA_1999
    kingdoms = epoch_names(edition) is EpochNames.KINGDOMS
    return {
        Title.AIM: (
            Rule.AIM,
            Rule.SUNS_BID,
            Rule.MOST_POINTS,
            Rule.PLAYERS,
            *((Rule.VARIANT_FOR_TWO,) if is_first else ()),
            *((Rule.KINGDOMS,) if kingdoms else ()),
        ),
        Title.SETUP: (
            Rule.SPREAD if is_first else Rule.IN_BAG,
            Rule.START_POINTS,
            Rule.FIRST_CENTRE,
            Rule.GROUPS,
            Rule.STARTER,
        ),
        Title.TURN: (
            Rule.ONE_ACTION,
            Rule.DRAWN_TO_LANE,
            moves_on(edition),
            Rule.FULL_TRACK,
            Rule.NO_SUNS_LEFT,
            Rule.ALONE,
        ),
        Title.GODS: (
            Rule.GOD_BUYS,
            Rule.GODS_IN_A_ROW,
            Rule.GOD_AND_DISASTER,
            Rule.GOD_IS_SPENT,
            Rule.GOD_LEAVES_GAP,
            Rule.NO_GOD_AT_AUCTION,
        ),
        Title.AUCTION: (
            Rule.RA_PLAYER,
            Rule.ONE_BID,
            Rule.HIGHER,
            Rule.AFTER_RA_TILE,
            Rule.AFTER_CALL,
            Rule.AFTER_FULL_TRACK,
        ),
        Title.WINNER: (
            Rule.WINNER_TAKES_TILES,
            Rule.WINNER_TAKES_SUN,
            Rule.SUN_TO_CENTRE,
            Rule.LOSERS_KEEP,
            Rule.ONLY_SUN_TO_WIN,
            Rule.AFTER_RA_PLAYER,
        ),
        Title.DISASTERS: (
            Rule.TWO_ARE_LOST,
            Rule.FUNERAL,
            Rule.DROUGHT,
            Rule.UNREST,
            Rule.EARTHQUAKE,
            Rule.NEW_TILES_TOO,
            Rule.LOST_LEAVE,
        ),
        Title.EPOCH_END: (
            Rule.RA_ENDS_EPOCH,
            Rule.LANE_IS_LOST,
            Rule.SUNS_END_EPOCH,
            Rule.KEPT,
            Rule.DISCARDED,
            Rule.SUNS_TURNED,
        ),
        Title.EVERY_EPOCH: (
            Rule.GODS_AND_GOLD,
            Rule.PHARAOHS,
            Rule.RIVER,
            Rule.CIVILISATIONS,
            Rule.NEVER_BELOW_ZERO,
        ),
        Title.THE_END: (
            Rule.DIFFERENT_MONUMENTS,
            Rule.EQUAL_MONUMENTS,
            Rule.MONUMENTS_COUNT_TWICE,
            Rule.SUM_OF_SUNS,
            *_AGREED[options.two_player_no_penalty],
            Rule.MOST_POINTS,
            Rule.TIE,
        ),
    }


_AGREED: Mapping[NoPenalty, tuple[Rule, ...]] = {
    NoPenalty.OFF: (),
    NoPenalty.FINAL_ONLY: (Rule.NO_PENALTY_AT_THE_END,),
    NoPenalty.EVERY_EPOCH: (Rule.NO_PENALTY,),
}
