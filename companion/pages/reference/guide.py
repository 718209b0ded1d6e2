"""The rules of Ra in our own words, a sentence each, and the overview made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import unique

import msgspec

from companion.i18n import Sentences
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
from companion.rules.problems import Fact
from companion.rules.tiles import FAMILIES, Family, Tile


class TableNumbers(Sentences):
    """What the overview says with numbers of the table."""

    GROUPS = "Players: {players}; suns: {groups}."
    RA_TILES = "Players: {players}; Ra tiles that end an epoch: {limit}."
    RA_LIMIT = "Ra tiles that end an epoch: {limit}."


class GuideLine(msgspec.Struct, frozen=True):
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
    lines: tuple[GuideLine, ...]
    tiles: tuple[Tile, ...] = ()


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
    EVERY_EPOCH = "Scoring in every epoch"
    THE_END = "Scoring at the end of the game"


LEAVES = len(Title)
"""How many leaves there are in every edition."""


def leaves(options: Options) -> tuple[Leaf, ...]:
    """Return the whole overview for these options."""
    return tuple(
        Leaf(title.value, tuple(_lines(title, options)), _LEAVES[title][1]) for title in Title
    )


def _lines(title: Title, options: Options) -> Iterator[GuideLine]:
    """Yield the sentences of a leaf: the rules, and between them what is counted."""
    yield from (GuideLine(rule.value) for rule in _rules(title, options))
    if title is Title.SETUP:
        for number in SUN_GROUPS:
            groups = sun_groups(number, options.two_player_split or Split.RAZZIA)
            yield GuideLine(
                TableNumbers.GROUPS.value, {"players": number, "groups": shown_groups(groups)}
            )
    if title is Title.EPOCH_END and options.ra_limit is not None:
        yield GuideLine(TableNumbers.RA_LIMIT.value, {"limit": options.ra_limit})
    elif title is Title.EPOCH_END:
        players, limits = (", ".join(map(str, those)) for those in (RA_LIMITS, RA_LIMITS.values()))
        yield GuideLine(TableNumbers.RA_TILES.value, {"players": players, "limit": limits})


def shown_groups(groups: tuple[tuple[int, ...], ...]) -> str:
    """Return groups of suns as the rulebook's table has them: the highest sun first."""
    return "  ".join("-".join(str(sun) for sun in reversed(group)) for group in groups)


@unique
class Rule(Sentences):
    """A rule; the value is the English sentence, which is also what is translated.

    They stand in the order of the overview.
    """

    AIM = "Over three epochs you win tiles at auction and score points for them."
    SUNS_BID = "You bid with sun discs; there is one of each number."
    PLAYERS = "Ra is for two to five players, clockwise."
    VARIANT_FOR_TWO = "This edition is for three to five players; there is a variant for two."
    KINGDOMS = "The epochs are the Old Kingdom, the Middle Kingdom and the New Kingdom."

    IN_BAG = "All 180 tiles are in the bag."
    SPREAD = "All 180 tiles lie face down around the board, well mixed."
    START_POINTS = "Everybody starts with 10 points in scoring tokens, face down."
    FIRST_CENTRE = "Sun 1 lies face up in the centre of the board."
    GROUPS = "Everybody gets a random group of suns and lays them face up."
    STARTER = "The player with the highest sun starts."

    ONE_ACTION = "A turn is one action: draw a tile, use God tiles, or invoke Ra."
    DRAWN_TO_TRACK = "A drawn tile goes to the first free space of the auction track."
    RA_MOVES_BOAT = "A Ra tile moves the Sun Boat one step and starts an auction."
    RA_IS_LAID = "A Ra tile goes to the Ra track and starts an auction."
    FULL_TRACK = "With eight tiles on the auction track nobody can draw."
    NO_SUNS_LEFT = "Without a face-up sun you are out for this epoch."
    ALONE = "When only one player still has face-up suns, that player plays on alone."

    GOD_BUYS = "A God tile takes any tile from the auction track except another God tile."
    GODS_IN_A_ROW = "You may use several God tiles in one turn, one after the other."
    GOD_AND_DISASTER = "A disaster taken with a God tile takes effect at once."
    GOD_IS_SPENT = "A used God tile leaves the game, and its 2 points are lost."
    GOD_LEAVES_GAP = "The space stays empty until the next tile is drawn."
    NO_GOD_AT_AUCTION = "God tiles cannot be used during an auction."

    RA_PLAYER = "The Ra player bids last: whoever invoked Ra or drew the Ra tile."
    ONE_BID = "Everybody has one chance: bid a face-up sun, or pass."
    HIGHER = "Every bid must be higher than the last."
    AFTER_RA_TILE = (
        "After a Ra tile everybody may pass; if everybody does, everything stays where it is."
    )
    AFTER_CALL = "If you invoke Ra and nobody else bids, you must."
    AFTER_FULL_TRACK = (
        "If Ra is invoked with a full auction track, everybody may pass; if "
        "everybody does, its tiles leave the game."
    )

    WINNER_TAKES_TILES = "The highest bid wins every tile on the auction track, disasters included."
    WINNER_TAKES_SUN = "The winner also takes the sun in the centre, face down for this epoch."
    SUN_TO_CENTRE = "The winning sun stays in the centre, face up."
    LOSERS_KEEP = "Everybody else keeps their suns face up."
    ONLY_SUN_TO_WIN = "If the auction track is empty, only the sun in the centre is won."
    AFTER_RA_PLAYER = "The player to the left of the Ra player takes the next turn."

    TWO_ARE_LOST = "Each disaster costs two matching tiles, or as many as you have."
    FUNERAL = "A Funeral costs its winner two Pharaoh tiles."
    DROUGHT = "A Drought costs its winner two Flood tiles; if those run out, Nile tiles."
    UNREST = "Unrest costs its winner two Civilization tiles of their choice."
    EARTHQUAKE = "An Earthquake costs its winner two monuments of their choice, from any epoch."
    NEW_TILES_TOO = "Tiles won together with a disaster are not safe."
    LOST_LEAVE = "Lost tiles leave the game, and so does the disaster."

    RA_ENDS_EPOCH = "The last Ra tile on the Ra track ends the epoch, without an auction."
    TRACK_IS_LOST = "The tiles on the auction track are then lost."
    SUNS_END_EPOCH = "The epoch also ends when nobody has a face-up sun."
    KEPT = "You keep Pharaohs, Niles and monuments; monuments score only when the game ends."
    DISCARDED = "When an epoch ends, God, Gold, Flood and Civilization tiles leave the game."
    SUNS_TURNED = "All players turn their suns face up; the highest sun starts."

    GODS_AND_GOLD = "God tiles score 2 points each, Gold tiles 3."
    PHARAOHS = "Most pharaohs: 5 points; fewest: −2; if all are equal, nothing."  # noqa: RUF001 (a true minus)
    RIVER = "Flood and Nile tiles score 1 point each, but nothing without a Flood tile."
    CIVILISATIONS = "Different Civilization tiles: none −5, three 5, four 10, five 15 points."  # noqa: RUF001 (a true minus)
    NEVER_BELOW_ZERO = "Nobody falls below 0 points."

    DIFFERENT_MONUMENTS = (
        "At the end, different monuments: 1 point each up to six, seven 10, eight 15."
    )
    EQUAL_MONUMENTS = "At the end, identical monuments: three 5, four 10, five 15 points."
    MONUMENTS_COUNT_TWICE = "Every monument counts for both."
    SUM_OF_SUNS = "Highest sum of suns: 5 points; lowest: −5; if all are equal, nothing."  # noqa: RUF001 (a true minus)
    NO_PENALTY_AT_THE_END = (
        "Two players: at the end, no penalty for fewest Pharaohs or lowest suns."
    )
    NO_PENALTY = "Two players: no penalty for fewest Pharaohs or lowest suns."
    MOST_POINTS = "The player with the most points wins."
    TIE = "If points are tied, the highest single sun wins."


_OF_FAMILY: Mapping[Family, tuple[Rule, ...]] = {
    Family.GOD: (Rule.GODS_AND_GOLD,),
    Family.GOLD: (Rule.GODS_AND_GOLD,),
    Family.PHARAOH: (Rule.PHARAOHS,),
    Family.RIVER: (Rule.RIVER,),
    Family.CIVILISATION: (Rule.CIVILISATIONS,),
    Family.MONUMENT: (Rule.DIFFERENT_MONUMENTS, Rule.EQUAL_MONUMENTS),
}

SCORED: Mapping[Tile, tuple[Rule, ...]] = {
    **{kind: rules for family, rules in _OF_FAMILY.items() for kind in FAMILIES[family]},
    Tile.FUNERAL: (Rule.FUNERAL,),
    Tile.DROUGHT: (Rule.DROUGHT,),
    Tile.UNREST: (Rule.UNREST,),
    Tile.EARTHQUAKE: (Rule.EARTHQUAKE,),
}
"""What each tile scores, or costs whoever wins it."""


def moves_on(edition: Edition) -> Rule:
    """Return what a drawn Ra tile does in this edition (D-05)."""
    if ra_display(edition) is RaDisplay.BOAT:
        return Rule.RA_MOVES_BOAT
    return Rule.RA_IS_LAID


_LEAVES: Mapping[Title, tuple[Rule, tuple[Tile, ...]]] = {
    Title.AIM: (Rule.AIM, (Tile.RA, Tile.PHARAOH, Tile.PYRAMID)),
    Title.SETUP: (Rule.IN_BAG, ()),
    Title.TURN: (Rule.ONE_ACTION, (Tile.RA, Tile.GOD, Tile.NILE)),
    Title.GODS: (Rule.GOD_BUYS, (Tile.GOD,)),
    Title.AUCTION: (Rule.RA_PLAYER, (Tile.RA,)),
    Title.WINNER: (Rule.WINNER_TAKES_TILES, (Tile.PHARAOH, Tile.GOLD, Tile.UNREST)),
    Title.DISASTERS: (Rule.TWO_ARE_LOST, FAMILIES[Family.DISASTER]),
    Title.EPOCH_END: (Rule.RA_ENDS_EPOCH, (Tile.RA, Tile.PHARAOH, Tile.NILE, Tile.TEMPLE)),
    Title.EVERY_EPOCH: (Rule.GODS_AND_GOLD, (Tile.GOD, Tile.GOLD, Tile.FLOOD, Tile.ART)),
    Title.THE_END: (Rule.DIFFERENT_MONUMENTS, (Tile.PYRAMID, Tile.SPHINX, Tile.TEMPLE)),
}
"""The rule with which each leaf begins, and its pictures."""


def _rules(title: Title, options: Options) -> Iterator[Rule]:
    """Yield the rules of a leaf, up to that with which the next one begins."""
    left_out, now = frozenset(_left_out(options)), title
    begins = {first: leaf for leaf, (first, _) in _LEAVES.items()}
    for rule in Rule:
        now = begins.get(rule, now)
        if title is Title.AIM and rule is Rule.PLAYERS:
            yield Rule.MOST_POINTS  # which is said again at the end
        if now is title and rule not in left_out:
            yield rule


def _left_out(options: Options) -> Iterator[Rule]:
    """Yield the rules that are not those of these options."""
    edition, agreed = options.edition, options.two_player_no_penalty
    is_first = edition is Edition.ALEA_1999
    yield Rule.IN_BAG if is_first else Rule.SPREAD
    if not is_first:
        yield Rule.VARIANT_FOR_TWO
    if epoch_names(edition) is not EpochNames.KINGDOMS:
        yield Rule.KINGDOMS
    yield from {Rule.RA_MOVES_BOAT, Rule.RA_IS_LAID} - {moves_on(edition)}
    if agreed is not NoPenalty.FINAL_ONLY:
        yield Rule.NO_PENALTY_AT_THE_END
    if agreed is not NoPenalty.EVERY_EPOCH:
        yield Rule.NO_PENALTY
