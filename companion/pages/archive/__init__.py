"""Games of other days: the list, a replay, statistics, and what a finished game can teach."""
