"""What an epoch is worth, with the reasons."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

import msgspec

from companion.rules.editions import NoPenalty
from companion.rules.scoring.reasons import reasons
from companion.rules.scoring.sheet import read_sheet, result, scored
from companion.rules.tiles import Tile


class PlayerSheet(TypedDict, total=False):
    """What lies before one player when an epoch ends."""

    name: str
    before: int
    """Points before the epoch; may be missing in the first, in which everybody has 10."""
    suns: Sequence[int]
    """All own suns, face up and face down; needed in the third epoch."""
    tiles: Mapping[str, int] | Mapping[Tile, int]
    """How many of each kind."""


class PlayerPoints(TypedDict):
    """One player's points of an epoch."""

    name: str
    gods: int
    gold: int
    pharaohs: int
    river: int
    civilisations: int
    monuments_diversity: NotRequired[int]
    monuments_quantity: NotRequired[int]
    suns: NotRequired[int]
    net: int
    before: int
    after: int
    reasons: dict[str, str]
    """For each category, in a few words what brought the points."""


class EpochPoints(TypedDict):
    """Everybody's points of an epoch, seat by seat."""

    players: list[PlayerPoints]
    ranking: NotRequired[list[int]]
    """After the third epoch: the seats, best first."""


def score(
    sheets: Sequence[PlayerSheet],
    epoch: int = 1,
    *,
    two_player_no_penalty: NoPenalty | str = NoPenalty.OFF,
) -> EpochPoints:
    """Return what an epoch is worth: what ``ra-companion score --json`` prints, and the reasons.

    Args:
        sheets: What lies before each player.
        epoch: Which epoch has ended, 1 to 3.
        two_player_no_penalty: ``off``, ``final_only`` or ``every_epoch``; only matters for two.

    Raises:
        IllegalSheet: It is impossible on a table; ``str()`` gives all reasons.
        BadSheet: It is no score sheet: an unknown key, or a value of the wrong kind.
    """
    options = {"two_player_no_penalty": two_player_no_penalty}
    tally = read_sheet(
        msgspec.json.encode({"epoch": epoch, "options": options, "players": list(sheets)})
    )
    worth = scored(tally)
    points = cast("EpochPoints", result(worth))
    explained = reasons(worth.sheets, worth.scores, tally.epoch)
    for row, given in zip(points["players"], explained, strict=True):
        row["reasons"] = {why.category.value: str(why) for why in given}
    return points
