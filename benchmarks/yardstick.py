"""A fixed piece of work, so that speeds can be stated independently of the machine.

One yard is what an engine of rules in Python does all day: make a key, count in a table, build a
small value, call its method, filter a short list. Machines differ by five times and slow down under
load; *actions per yard* stay. Yards and actions must be measured in turns in one process.
"""

import time

YARDS = 60_000
"""How many make one measurement: about a twentieth of a second."""


class _Value:
    __slots__ = ("count", "members")

    def __init__(self, count: int, members: tuple[int, ...]) -> None:
        self.count = count
        self.members = members

    def above(self, bound: int) -> list[int]:
        return [member for member in self.members if member > bound]


def yards_per_second(yards: int = YARDS) -> float:
    """Return how many yards the processor does in one of its seconds."""
    seen: dict[tuple[int, int, int], int] = {}
    members = 0
    before = time.process_time()
    for number in range(yards):
        key = (number & 7, number & 3, number & 1)
        seen[key] = seen.get(key, 0) + 1
        value = _Value(number, key + (number & 15,))  # noqa: RUF005 - part of the fixed work
        members += len(value.above(2))
    return yards / (time.process_time() - before)


if __name__ == "__main__":
    print(f"{max(yards_per_second() for _ in range(7)):.0f} yards in a second of the processor")
