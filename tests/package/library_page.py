"""Writes ``docs/library.md``: the rules as a library, every public name from its docstring.

``python -m tests.package.library_page --write`` (``make library``) writes anew what stands between
the page's marks; the rest is written by people. Without ``--write`` the page is printed.
"""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, get_args, is_typeddict

import companion.rules as ra

PAGE = Path(__file__).parents[2] / "docs" / "library.md"

MODULES = (
    ("Games", ("new_game", "GameOptions", "Game", "Result", "position", "random_draw")),
    (
        "What happened",
        ("Event", "TileDrawn", "RaInvoked", "AuctionBegan", "BidMade", "Passed", "LotWon",
         "NobodyBid", "GodUsed", "GodsEnded", "DisasterStruck", "EpochEnded", "EpochBegan",
         "GameEnded", "EpochScore", "Ranking", "counts"),
    ),
    (
        "Actions",
        ("Action", "Choice", "Draw", "Invoke", "UseGod", "EndGods", "Bid", "Pass", "Won", "Unsold",
         "Discard", "REACH_INTO_BAG", "ReachIntoBag", "action", "record_line"),
    ),
    ("What a machine thinks", ("suggest", "chances")),
    ("Records", ("read_record", "write_record", "Record")),
    ("Scoring", ("score", "PlayerSheet", "EpochPoints", "PlayerPoints")),
    ("Vocabulary", ("Tile", "Edition", "Seat", "Sun")),
    (
        "What can go wrong",
        ("IllegalAction", "BadSetup", "BadNotation", "BadRecord", "NotAllKnown", "BadSheet",
         "IllegalSheet"),
    ),
)  # fmt: skip

INSIDE = {"one", "mask", "place", "table", "start", "timeline", "setup", "entries"}
"""What a class has for Ra Companion itself."""

UNIONS = {
    "Event": "What happened, as `game.step` returns it: any of the kinds below, to be matched.",
    "Action": "Any of the nine kinds of action below, up to `Discard`.",
    "Choice": "What a player decides: an action, or `REACH_INTO_BAG`.",
    "REACH_INTO_BAG": "The choice to draw a tile, before it is known which.",
    "Seat": "A player's place, counted clockwise from 0: a number.",
    "Sun": "The number on a sun disc, 1 to 16.",
}
"""What is no class or function, and so has no docstring that Python keeps."""


def page() -> str:
    """Return the whole page."""
    from companion.rules.records import notation  # noqa: PLC0415 - only its docstring

    says = inspect.cleandoc(notation.__doc__ or "").partition("\n\n")[2]
    example, _, more = says.partition("\n\n")
    table, words = _table(more)
    shown = f"```text\n{textwrap.dedent(example)}\n```\n"
    names = (f"### {title}\n\n{_entries(names)}" for title, names in MODULES)
    whole = PAGE.read_text(encoding="utf-8")
    for part, text in (
        ("notation", "\n".join((shown, words[0], table, words[1]))),
        ("names", "\n".join(names)),
    ):
        head, begun, rest = whole.partition(f"<!-- {part} -->\n")
        _, ended, tail = rest.partition(f"<!-- end of {part} -->\n")
        said = re.sub(r"\n{3,}", "\n\n", text).strip()
        whole = f"{head}{begun}{said}\n{ended}{tail}"
    return whole


def _entries(names: Iterable[str]) -> str:
    return "\n".join(map(_entry, names))


def _table(text: str) -> tuple[str, tuple[str, str]]:
    """Return the table of the notation in Markdown, and what stands before and behind it."""
    before, _, rest = text.partition("\n===")
    body, _, behind = rest.rpartition("\n===")
    lines = body.split("\n")
    edges = [found.start() for found in re.finditer(r"=+", "===" + lines[0])]
    cells: list[list[str]] = []
    for line in lines[1:]:
        if line.startswith("==="):
            continue
        row = [line[a:b].strip() for a, b in zip(edges, [*edges[1:], None], strict=True)]
        if row[0]:
            cells.append(row)
        else:
            cells[-1] = [f"{old} {new}".strip() for old, new in zip(cells[-1], row, strict=True)]
    head, *rows = (f"| {' | '.join(row)} |".replace("``", "`") for row in cells)
    behind = behind.partition("\n")[2]
    return "\n".join([head, "|---|---|---|", *rows]) + "\n", (_prose(before), _prose(behind))


def _entry(name: str) -> str:
    """Return what the page says of one name."""
    thing: Any = getattr(ra, name)
    if name in UNIONS:
        return f"**`ra.{name}`** — {UNIONS[name]}\n"
    if inspect.isfunction(thing):
        return f"**`ra.{name}{_signature(thing)}`**\n\n{_prose(_doc(thing))}"
    said = [f"**`ra.{name}{_made_of(thing)}`** — {_prose(_doc(thing))}"]
    fields = [(_member(thing, what), why) for what, why in _fields(thing)]
    said += [f"- `{what}` — {why}" for what, why in fields if why]
    plain = ", ".join(f"`{what}`" for what, why in fields if not why)
    said += [f"- {plain}"] if plain else []
    for key, member in vars(thing).items():
        if key.startswith("_"):
            continue
        if isinstance(member, property):
            said.append(f"- `.{key}` — {_short(member)}")
        elif inspect.isfunction(member):
            said.append(f"- `.{key}{_signature(member)}` — {_short(member)}")
    if name in ("Edition", "Tile"):
        said.append(f"- {', '.join(f'`{each.name}` (`{each.value}`)' for each in thing)}")
    return "\n".join(said) + "\n"


def _made_of(thing: Any) -> str:  # noqa: ANN401 - any class
    """Return what an action is made of; nothing for what nobody makes by hand."""
    if thing not in get_args(ra.Action) + get_args(ra.Event):
        return ""
    return f"({', '.join(thing.__struct_fields__)})"


def _member(thing: Any, name: str) -> str:  # noqa: ANN401 - any class
    return f'["{name}"]' if is_typeddict(thing) else f".{name}"


def _fields(thing: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any class
    """Yield the fields of a class that say what they are, from its source."""
    if not hasattr(thing, "__annotations__"):
        return
    [body] = [node for node in ast.parse(textwrap.dedent(inspect.getsource(thing))).body
              if isinstance(node, ast.ClassDef)]  # fmt: skip
    for node, after in zip_longest(body.body, body.body[1:]):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = after.value if isinstance(after, ast.Expr) else None
            if isinstance(said, ast.Constant) and node.target.id not in INSIDE:
                yield node.target.id, _prose(inspect.cleandoc(str(said.value))).strip()
            elif is_typeddict(thing):
                yield node.target.id, ""


def _signature(thing: Any) -> str:  # noqa: ANN401 - any function
    shown = inspect.signature(thing)
    plain = [
        each.replace(annotation=inspect.Parameter.empty)
        for each in shown.parameters.values()
        if each.name != "self"
    ]
    text = str(shown.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return re.sub(r"<\w+\.\w+: '(\w+)'>", r'"\1"', text)


def _doc(thing: object) -> str:
    return inspect.getdoc(thing) or ""


def _short(thing: object) -> str:
    """Return the first paragraphs of a docstring in one, and what it raises."""
    text = _prose(_doc(thing))
    return " ".join(text.replace("\n- ", " ").split())


def _prose(doc: str) -> str:
    """Return a docstring in Markdown: sections become lists."""
    said: list[str] = []
    section = ""
    for line in doc.replace("``", "`").split("\n"):
        if re.fullmatch(r"(Args|Raises|Returns):", line):
            section = line[:-1]
            said += [] if section == "Args" else [f"{section}:"] if section == "Returns" else []
        elif section and re.match(r" {4}\w+: ", line):
            name, _, text = line.strip().partition(": ")
            raises = "Raises " if section == "Raises" else ""
            said.append(f"- {raises}`{name}`: {text}")
        elif section and said[-1].startswith("- "):
            said[-1] += f" {line.strip()}" if line.strip() else ""
        else:
            said.append(line)
    return "\n".join(said).strip() + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page())  # noqa: T201 - that is what it is for
