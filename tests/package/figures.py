"""Count files, lines and imports of this code base, for the table in CONTRIBUTING.md.

``python -m tests.package.figures`` prints the table, ``--write`` puts it into its place.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.package.adding import FILES_OF_A_PAGE
from tests.package.walking import Gesture, walked

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "hardware")

PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- figures: make figures -->\n", "<!-- end of figures -->\n"

FEWEST_PAGES = 3
"""From this many pages on, a dictionary or a match is a table of pages."""

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


class Figure(NamedTuple):
    """A row of the table."""

    what: str
    at_1_0_0: tuple[int, ...]
    now: tuple[int, ...]

    def __str__(self) -> str:
        """Return the row."""
        return f"| {self.what} | {_told(self.at_1_0_0)} | {_told(self.now)} |"


def _told(numbers: tuple[int, ...]) -> str:
    return " · ".join(f"{number:,}" for number in numbers)


def figures() -> tuple[Figure, ...]:
    """Return every figure of the table, with that of version 1.0.0 beside it."""
    return (*counted(), *traced())


def counted() -> tuple[Figure, ...]:
    """Return what can be counted in the source."""
    texts = {path: path.read_text(encoding="utf-8") for path in sources("*.py")}
    stubs = [path.read_text(encoding="utf-8") for path in sources("*.pyi")]
    trees = [ast.parse(text) for text in texts.values()]
    lines = sum(text.count("\n") for text in texts.values())
    folders = Counter(path.parent for path in texts if path.name != "__init__.py")
    return (
        Figure("production files · lines", (429, 52_468), (len(texts), lines)),
        Figure("stubs · lines", (0, 0), (len(stubs), sum(each.count("\n") for each in stubs))),
        Figure("lines that are imports", (5_353,), (sum(map(import_lines, trees)),)),
        Figure(
            "modules directly in `companion/` · most in a folder",
            (46, 90),
            (folders[ROOT / "companion"], max(folders.values())),
        ),
        Figure("tables and switches keyed by page type", (17,), (tables_of_pages(trees),)),
        Figure("`Callable[[X, Any], …]`", (35,), (sum(map(untyped_handlers, texts.values())),)),
        Figure("imports inside functions", (59,), (sum(map(late_imports, trees)),)),
        Figure("class names defined more than once", (61,), (defined_again(trees),)),
        Figure("production files touched to add a page", (20,), (len(FILES_OF_A_PAGE),)),
    )


def traced() -> tuple[Figure, ...]:
    """Return what a tap and a tag walk through, each in a whole program without a window."""
    with TemporaryDirectory() as folder:
        tap = walked(Gesture.TAP, Path(folder))
        tag = walked(Gesture.TAG, Path(folder))
    return (
        Figure("files · functions walked by one tap", (114, 514), (len(tap.files), tap.functions)),
        Figure("files walked by one tag", (127,), (len(tag.files),)),
    )


def sources(pattern: str) -> Iterator[Path]:
    """Yield the files of the program, in order."""
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob(pattern))


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return everything in a module; each figure asks for it."""
    return tuple(ast.walk(tree))


def import_lines(tree: ast.AST) -> int:
    """Return how many lines are part of an import."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in nodes(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )


def tables_of_pages(trees: Iterable[ast.AST]) -> int:
    """Return how many dictionaries and matches ask which page it is."""
    found = [node for tree in trees for node in nodes(tree)]
    pages = {
        node.name
        for node in found
        if isinstance(node, ast.ClassDef) and any(last_name(base) == "Page" for base in node.bases)
    }
    return sum(len(pages.intersection(keys(node))) >= FEWEST_PAGES for node in found)


def keys(node: ast.AST) -> Iterator[str]:
    """Yield the names that a dictionary or a match decides by."""
    if isinstance(node, ast.Dict):
        yield from (last_name(key) for key in node.keys if key is not None)
    if isinstance(node, ast.Match):
        for pattern in (each for case in node.cases for each in ast.walk(case.pattern)):
            if isinstance(pattern, ast.MatchClass):
                yield last_name(pattern.cls)


def last_name(node: ast.expr) -> str:
    """Return ``Name`` of ``Name`` and of ``module.Name``; "" of anything else."""
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def untyped_handlers(text: str) -> int:
    """Return how many functions are typed to take a message of any type."""
    return len(re.findall(r"Callable\[\[[^\]]*\bAny\b[^\]]*\]", text))


def late_imports(tree: ast.AST) -> int:
    """Return how many imports stand inside functions."""
    return len(
        {
            (inner.lineno, inner.col_offset)
            for outer in nodes(tree)
            if isinstance(outer, FUNCTIONS)
            for inner in ast.walk(outer)
            if isinstance(inner, ast.Import | ast.ImportFrom)
        }
    )


def defined_again(trees: Iterable[ast.AST]) -> int:
    """Return how many names are those of more than one class."""
    found = (node for tree in trees for node in nodes(tree))
    names = Counter(node.name for node in found if isinstance(node, ast.ClassDef))
    return sum(number > 1 for number in names.values())


def table(rows: Iterable[Figure]) -> str:
    """Return the table as it stands in CONTRIBUTING.md."""
    lines = ("| | 1.0.0 | now |", "|---|--:|--:|", *map(str, rows))
    return "".join(f"{line}\n" for line in lines)


def written() -> dict[str, tuple[int, ...]]:
    """Return the figures of now that stand in CONTRIBUTING.md, by what they count."""
    rows = _parts()[1].splitlines()[2:]
    cells = [row.strip("| ").split(" | ") for row in rows]
    return {
        what: tuple(int(number.replace(",", "")) for number in now.split(" · "))
        for what, _, now in cells
    }


def write(rows: Iterable[Figure]) -> None:
    """Put the table into its place in CONTRIBUTING.md."""
    before, _, after = _parts()
    PAGE.write_text(f"{before}{BEGIN}{table(rows)}{END}{after}", encoding="utf-8")


def _parts() -> tuple[str, str, str]:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    inside, _, after = rest.partition(END)
    return before, inside, after


if __name__ == "__main__":
    found = figures()
    sys.stdout.write(table(found))
    if "--write" in sys.argv:
        write(found)
