"""Where in a JSON text a value stands, so that a mistake can name its line."""

import json
import re

_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+|\n')


def line_of(text: str, place: tuple[str | int, ...]) -> int:
    """Return the line, counted from 1, on which a value of a JSON text begins.

    Args:
        text: Proper JSON.
        place: The keys and positions that lead to the value, the outermost first; if there is no
            such value, its line is the first.
    """
    line = 1
    path: list[str | int] = []
    is_key = False
    for mark in _MARK.findall(text):
        if mark == "\n":
            line += 1
        elif mark in "]}":
            path.pop()
        elif mark == ",":
            is_key = _next(path)
        elif mark != ":":
            if is_key:
                path[-1] = json.loads(mark)
            if tuple(path) == place:
                return line
            if not is_key and mark in "[{":
                path.append("" if mark == "{" else 0)
            is_key = not is_key and mark == "{"
    return 1


def _next(path: list[str | int]) -> bool:
    """Go on to the next position of a list, or return that a key must come."""
    last = path[-1]
    if isinstance(last, int):
        path[-1] = last + 1
        return False
    return True
