"""The points of an epoch, category by category, as the oracle counts them (rules, section 1.9)."""

from typing import TypedDict

from tests.oracle import box


class Player(TypedDict):
    """What lies before one player, in the shape of a state of the record."""

    up: list[int]
    """Suns face up, ascending."""

    down: list[int]
    """Suns face down, ascending."""

    tiles: dict[str, int]
    """Tiles owned, kind by kind like the bag."""

    score: int
    """Points."""


Points = dict[str, int]
"""Points of one player by category."""


def breakdown(epoch: int, players: list[Player], no_penalty: str) -> list[Points]:
    """Count the points of everybody at the end of this epoch, with net, before and after."""
    rows = [alone(epoch, player["tiles"]) for player in players]
    pharaohs = [player["tiles"].get("pharaoh", 0) for player in players]
    for row, points in zip(rows, compared(pharaohs, 5, -2), strict=True):
        waived = no_penalty == "every_epoch" or (no_penalty == "final_only" and epoch == 3)
        row["pharaohs"] = max(points, 0) if waived else points
    if epoch == 3:
        sums = [sum(player["up"]) + sum(player["down"]) for player in players]
        for row, points in zip(rows, compared(sums, 5, -5), strict=True):
            row["suns"] = points if no_penalty == "off" else max(points, 0)
    for row, player in zip(rows, players, strict=True):
        row["net"] = sum(row.values())
        row["before"] = player["score"]
        row["after"] = max(0, player["score"] + row["net"])
    return rows


def compared(numbers: list[int], best: int, worst: int) -> list[int]:
    """Reward everybody with the most and punish everybody with the fewest; all equal: nothing."""
    if min(numbers) == max(numbers):
        return [0 for _ in numbers]
    return [
        best if number == max(numbers) else worst if number == min(numbers) else 0
        for number in numbers
    ]


def alone(epoch: int, tiles: dict[str, int]) -> Points:
    """Count the categories in which nobody is compared with anybody."""
    floods = tiles.get("flood", 0)
    row = {
        "gods": 2 * tiles.get("god", 0),
        "gold": 3 * tiles.get("gold", 0),
        "river": floods + tiles.get("nile", 0) if floods > 0 else 0,
        "civilisations": [-5, 0, 0, 5, 10, 15][kinds(tiles, box.CIVILISATIONS)],
    }
    if epoch == 3:
        different = kinds(tiles, box.MONUMENTS)
        row["monuments_diversity"] = [0, 1, 2, 3, 4, 5, 6, 10, 15][different]
        row["monuments_quantity"] = sum(
            [0, 0, 0, 5, 10, 15][tiles.get(monument, 0)] for monument in box.MONUMENTS
        )
    return row


def kinds(tiles: dict[str, int], family: list[str]) -> int:
    """Count the different kinds of this family."""
    return len([kind for kind in family if tiles.get(kind, 0) > 0])


def ranking(players: list[Player]) -> list[int]:
    """Seats, best first: more points, and among equals the highest single sun (R-END-1…3)."""
    return sorted(
        range(len(players)),
        key=lambda seat: (
            -players[seat]["score"],
            -max(players[seat]["up"] + players[seat]["down"]),
        ),
    )
