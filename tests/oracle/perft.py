"""Counting: how many lines are legal, one, two, three … lines deep, when the bag's order is fixed.

Two programs that play by the same rules find the same numbers. An auction is counted bid by bid
(``won`` and ``unsold`` are left out), a draw is one line, the next tile of the order, and each
different handful of a ``discard`` is one line.

``counts.json`` holds numbers to compare with. This writes it anew from its own positions::

    python -m tests.oracle.perft
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.oracle import box
from tests.oracle.header import Header
from tests.oracle.oracle import Event, Oracle

COUNTS = Path(__file__).with_name("counts.json")
"""Positions with their pinned numbers."""


def numbers(seed: int) -> Iterator[int]:
    """Yield the same whole numbers from 0 to 32767 for the same seed, in any language.

    A linear congruential generator: x becomes (1103515245 x + 12345) modulo 2^31, beginning with
    the seed; each number is x divided by 2^16, rounded down, after the step.
    """
    x = seed
    while True:
        x = (1103515245 * x + 12345) % 2**31
        yield x // 2**16


def bag_order(seed: int) -> list[str]:
    """Return all 180 tiles in the order in which they leave this bag.

    They lie sorted as in ``box.COPIES`` first. Then, for i from 179 down to 1, tile i changes
    places with tile j, where j is the next of ``numbers(seed)`` modulo i + 1.
    """
    order = [kind for kind, copies in box.COPIES.items() for _ in range(copies)]
    dice = numbers(seed)
    for i in range(len(order) - 1, 0, -1):
        j = next(dice) % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def lines(oracle: Oracle, order: Sequence[str]) -> list[Event]:
    """Return the lines that count: no shortcuts, and of all draws only the tile that is next."""
    drawn = len(order) - sum(oracle.bag.values())
    return [
        line
        for line in oracle.legal()
        if not line.keys() & {"won", "unsold"}
        and ("draw" not in line or line["draw"] == order[drawn])
    ]


def game(header: Header, seed: int) -> list[Event]:
    """Play a whole game without dice, out of ``bag_order(seed)``, and return its lines.

    The dice are ``numbers(seed + 1)``: where a draw is legal, a number that 5 does not divide
    means to draw. Else the next number, modulo their count, picks one of ``lines``.
    """
    order = bag_order(seed)
    dice = numbers(seed + 1)
    oracle = Oracle(header)
    played: list[Event] = []
    while oracle.phase != "over":
        choices = lines(oracle, order)
        draws = "draw" in choices[0] and next(dice) % 5
        played.append(choices[0] if draws else choices[next(dice) % len(choices)])
        oracle.play(played[-1])
    return played


def perft(
    header: Header, order: Sequence[str], depth: int, prefix: Sequence[Event] = ()
) -> list[int]:
    """Return the number of legal lines 1, 2, … depth lines after the prefix."""
    return [sum(kinds.values()) for kinds in census(header, order, depth, prefix)]


def census(
    header: Header, order: Sequence[str], depth: int, prefix: Sequence[Event] = ()
) -> list[Counter[str]]:
    """Return the same numbers split by what the lines say: how many draws, bids, discards …."""
    oracle = Oracle(header)
    for event in prefix:
        oracle.play(event)
    found: list[Counter[str]] = [Counter() for _ in range(depth)]
    walk(oracle, order, found)
    return found


def walk(oracle: Oracle, order: Sequence[str], found: list[Counter[str]]) -> None:
    """Count the lines here in the first counter, and those beneath them in the others."""
    choices = lines(oracle, order)
    found[0].update(key for line in choices for key in line)
    if len(found) == 1:
        return
    for line in choices:
        beneath = oracle.copy()
        beneath.play(line)
        walk(beneath, order, found[1:])


def positions() -> list[dict[str, Any]]:
    """Read the pinned positions, every one a JSON object."""
    pinned: list[dict[str, Any]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return pinned


def main() -> None:
    """Count every pinned position again, to its own depth, and write the numbers down.

    ``lines`` holds one number for each depth; ``kinds`` adds them up by what the lines say.
    """
    rows = []
    for position in positions():
        order = bag_order(position["bag"])
        depth = len(position["lines"])
        found = census(position["header"], order, depth, position["prefix"])
        position["lines"] = [sum(kinds.values()) for kinds in found]
        position["kinds"] = dict(sorted(sum(found, Counter()).items()))
        rows.append(json.dumps(position))
    COUNTS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
